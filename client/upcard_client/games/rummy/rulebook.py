"""The rules of rummy in words, as the options of a table have them: a sentence for the lobby, and every rule."""

from typing import Final

from upcard_client.words.phrases import counted
from upcard_protocol.rules.rummy.options import Options
from upcard_protocol.rules.rummy.state import HAND_SIZE

_LENGTHS: Final = "Ten cards each for two players, seven for three or four, six for five or six."


def short_name(target: int) -> str:
    """Return what a list of tables calls the game: `Rummy 100`."""
    return f"Rummy {target}" if target else "Rummy"


def headline(options: Options) -> str:
    """Return the game and what it is played to."""
    if options.deals == 1:
        return "rummy, one hand"
    return f"rummy, {options.deals} hands" if options.deals else f"rummy to {options.target}"


def price_of_giving_up(options: Options, players: int) -> str:  # noqa: ARG001 - so many for every game
    """Say what giving up the hand costs (RULES 3.10)."""
    if players == 2:
        return "You pay what your cards count."
    return "The computer plays your cards to the end of the hand, without melding."


def in_short(options: Options, dot: str = "·", *, players: int = 2) -> str:
    """Return the rules that matter before one sits down, as `Rummy to 100 · 7 cards each · aces low`."""
    first = headline(options)
    parts = [
        f"{first[0].upper()}{first[1:]}",
        f"{HAND_SIZE[players]} cards each",
        {
            "points_to_winner": "the winner scores what the others hold",
            "pay_winner": "the others pay the winner what they hold",
            "penalty": "what you hold counts against you",
        }[options.scoring],
        {"low": "aces low", "high_or_low": "aces high or low", "around": "runs around the ace"}[options.ace_runs],
        *((f"an ace counts {options.ace_value}",) if options.ace_value != 1 else ()),
        *(("one meld a turn",) if options.melds_per_turn == "one" else ()),
        *(("own meld before laying off",) if options.layoff_needs_own_meld else ()),
        *(("the last card is discarded",) if options.must_discard_to_go_out else ()),
        *(("floating",) if options.floating else ()),
        *(("block rummy",) if options.recycle_limit == 0 else ()),
        *((f"call Rummy! within {options.call_window} s",) if options.call_rummy else ()),
        "going rummy doubles",
    ]
    return f" {dot} ".join(parts)


def rule_sections(options: Options) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return every rule as sentences under headings (RULES 9)."""
    return (
        ("The aim", _aim(options)),
        ("The turn", _turn(options)),
        ("Going out", _out(options)),
        ("When the stock is used up", _stock(options)),
        *((("Calling Rummy!", _calling(options)),) if options.call_rummy else ()),
        ("Points", _points(options)),
        ("The game", _game(options)),
    )


def _aim(options: Options) -> tuple[str, ...]:
    aces = {
        "low": "The ace is low: A-2-3 is a run, Q-K-A is not.",
        "high_or_low": "The ace is low or high: A-2-3 and Q-K-A are runs, K-A-2 is not.",
        "around": "Runs go around the ace: K-A-2 is one, and no card comes twice.",
    }[options.ace_runs]
    return (
        "Get rid of your cards: lay melds on the table, and add cards to melds that lie there. A meld is a set of "
        "three or four of a rank, or a run of three or more of a suit.",
        aces,
    )


def _turn(options: Options) -> tuple[str, ...]:
    one = options.melds_per_turn == "one"
    melds = (
        "one new meld, and any number of cards added to melds on the table"
        if one
        else "any number of cards and melds"
    )
    own = ("Only who has laid a meld may add to others.",) if options.layoff_needs_own_meld else ()
    back = (
        "Until your discard you may take back what you laid in this turn."
        if options.undo_within_turn
        else "What lies on the table stays there."
    )
    return (
        _LENGTHS,
        "The player left of the dealer begins.",
        "In a turn you draw from the stock or take the top discard, lay what you like, and discard one card: "
        f"{melds}. Melds belong to the table: they are never taken apart.",
        *own,
        back,
        "The card you just took from the pile may not be discarded in the same turn.",
        "What would leave you without a card to go on with is refused.",
    )


def _out(options: Options) -> tuple[str, ...]:
    last = (
        "The last card must be discarded."
        if options.must_discard_to_go_out and not options.floating
        else "Who lays all cards without a discard waits without cards, and goes out by discarding a drawn card."
        if options.floating
        else "Your hand may become empty by a meld, by adding to one, or by the discard."
    )
    one = (
        ("To go rummy you may lay several melds at once, if no card is left.",)
        if options.melds_per_turn == "one"
        else ()
    )
    return (
        "Whoever has no card left ends the hand at once.",
        last,
        "Going rummy, all cards in one turn and none laid before, doubles the hand.",
        *one,
    )


def _stock(options: Options) -> tuple[str, ...]:
    turned = {
        "turn_all": "the pile is turned over without shuffling: its oldest card is drawn first",
        "keep_top": "the pile but for its top card is turned over without shuffling",
        "shuffle": "the pile is shuffled",
    }[options.recycle]
    limit = options.recycle_limit
    how = (
        "The next player takes the discard, or the hand is blocked."
        if limit == 0
        else f"The next player takes the discard, or {turned} and becomes the stock."
    )
    often = (f"That happens {counted(limit, 'time')} in a hand at most.",) if limit in (1, 2) else ()
    blocked = {
        "lowest_difference": "In a blocked hand who holds least wins, and the others pay the difference.",
        "lowest_full": "In a blocked hand who holds least wins, and the others pay all they hold.",
        "all_penalty": "In a blocked hand everybody is charged what is left.",
        "void": "A blocked hand scores nothing.",
    }[options.block_scoring]
    return (
        how,
        *often,
        "A hand is also blocked when the cards go round: the stock runs out again and nobody has laid a card, "
        "or for ten rounds nobody draws from the stock.",
        blocked,
    )


def _calling(options: Options) -> tuple[str, ...]:
    return (
        f"When a discard fits a meld on the table, the others may call Rummy! for {options.call_window} seconds.",
        "The first after the discarder takes the card, lays it on a meld and discards one. Then it goes on with the "
        "player after the discarder.",
    )


def _points(options: Options) -> tuple[str, ...]:
    ace = counted(options.ace_value)
    scoring = {
        "points_to_winner": "The winner of a hand scores what the others hold.",
        "pay_winner": "Each of the others pays the winner what he holds.",
        "penalty": "What the others hold counts against each of them.",
    }[options.scoring]
    return (
        f"All cards left in a hand count, melded or not: court cards 10, an ace {ace}, others as they say.",
        scoring,
    )


def _game(options: Options) -> tuple[str, ...]:
    end = (
        "The game is one hand."
        if options.deals == 1
        else f"The game is {options.deals} hands."
        if options.deals
        else f"When somebody reaches {options.target} the game is over, and the lowest total wins."
        if options.scoring == "penalty"
        else f"The first to {options.target} points wins the game."
    )
    dealer = (
        "Of two players the winner of a hand deals the next; else the deal passes to the left."
        if options.dealer_rule == "per_seed"
        else "The deal passes to the left."
    )
    return (end, "The ledger says what each has gained from the others; it adds up to 0.", dealer)
