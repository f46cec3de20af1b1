"""The rules of rummy in words, as the options of a table have them: a sentence for the lobby, and every rule."""

from typing import Final

from upcard_client.locale import mark, tr, trn
from upcard_client.words.phrases import capital, sentence, some_points
from upcard_protocol.rules.rummy.options import Options
from upcard_protocol.rules.rummy.state import HAND_SIZE

_LENGTHS: Final = mark("Ten cards each for two players, seven for three or four, six for five or six.")


def short_name(target: int) -> str:
    """Return what a list of tables calls the game: `Rummy 100`."""
    return tr("Rummy {target}", target=target) if target else tr("Rummy")


def headline(options: Options) -> str:
    """Return the game and what it is played to."""
    if options.deals == 1:
        return tr("rummy, one hand")
    if options.deals:
        return trn("rummy, {count} hand", "rummy, {count} hands", options.deals)
    return tr("rummy to {target}", target=options.target)


def goal(options: Options) -> str:
    """Return what the game is played to, where its name stands beside."""
    if options.deals == 1:
        return tr("one hand")
    if options.deals:
        return trn("{count} hand", "{count} hands", options.deals)
    return tr("to {target}", target=options.target)


def price_of_giving_up(options: Options, players: int) -> str:  # noqa: ARG001 - so many for every game
    """Say what giving up the hand costs (RULES 3.10)."""
    if players == 2:
        return tr("You pay what your cards count.")
    return tr("The computer plays your cards to the end of the hand, without melding.")


_SHORT_SCORING: Final = mark(
    {
        "points_to_winner": "the winner scores what the others hold",
        "pay_winner": "the others pay the winner what they hold",
        "penalty": "what you hold counts against you",
    }
)
_SHORT_ACES: Final = mark(
    {"low": "aces low", "high_or_low": "aces high or low", "around": "runs around the ace"},
)


def in_short(options: Options, dot: str = "·", *, players: int = 2) -> str:
    """Return the rules that matter before one sits down, as `Rummy to 100 · 7 cards each · aces low`."""
    each = trn("{count} card each", "{count} cards each", HAND_SIZE[players])
    return f" {dot} ".join((capital(headline(options)), each, *_in_short(options)))


def in_a_sentence(options: Options) -> str:
    """Return the same rules apart by commas, without how many cards there are."""
    return sentence(", ".join((capital(headline(options)), *_in_short(options))))


def _in_short(options: Options) -> tuple[str, ...]:
    """Return the rules that a table may change, in a few words each."""
    return (
        tr(_SHORT_SCORING[options.scoring]),
        tr(_SHORT_ACES[options.ace_runs]),
        *((tr("an ace counts {points}", points=options.ace_value),) if options.ace_value != 1 else ()),
        *((tr("one meld a turn"),) if options.melds_per_turn == "one" else ()),
        *((tr("own meld before laying off"),) if options.layoff_needs_own_meld else ()),
        *((tr("the last card is discarded"),) if options.must_discard_to_go_out else ()),
        *((tr("floating"),) if options.floating else ()),
        *((tr("block rummy"),) if options.recycle_limit == 0 else ()),
        *((tr("call Rummy! within {seconds} s", seconds=options.call_window),) if options.call_rummy else ()),
        tr("going rummy doubles"),
    )


def rule_sections(options: Options) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return every rule as sentences under headings (RULES 9)."""
    return (
        (tr("The aim"), _aim(options)),
        (tr("The turn"), _turn(options)),
        (tr("Going out"), _out(options)),
        (tr("When the stock is used up"), _stock(options)),
        *(((tr("Calling Rummy!"), _calling(options)),) if options.call_rummy else ()),
        (tr("Points"), _points(options)),
        (tr("The game"), _game(options)),
    )


_ACES: Final = mark(
    {
        "low": "The ace is low: A-2-3 is a run, Q-K-A is not.",
        "high_or_low": "The ace is low or high: A-2-3 and Q-K-A are runs, K-A-2 is not.",
        "around": "Runs go around the ace: K-A-2 is one, and no card comes twice.",
    }
)


def _aim(options: Options) -> tuple[str, ...]:
    return (
        tr(
            "Get rid of your cards: lay melds on the table, and add cards to melds that lie there. A meld is a set "
            "of three or four of a rank, or a run of three or more of a suit."
        ),
        tr(_ACES[options.ace_runs]),
    )


def _turn(options: Options) -> tuple[str, ...]:
    melds = (
        tr(
            "In a turn you draw from the stock or take the top discard, lay what you like, and discard one card: one "
            "new meld, and any number of cards added to melds on the table. Melds belong to the table: they are "
            "never taken apart."
        )
        if options.melds_per_turn == "one"
        else tr(
            "In a turn you draw from the stock or take the top discard, lay what you like, and discard one card: any "
            "number of cards and melds. Melds belong to the table: they are never taken apart."
        )
    )
    own = (tr("Only who has laid a meld may add to others."),) if options.layoff_needs_own_meld else ()
    back = (
        tr("Until your discard you may take back what you laid in this turn.")
        if options.undo_within_turn
        else tr("What lies on the table stays there.")
    )
    return (
        tr(_LENGTHS),
        tr("The player left of the dealer begins."),
        melds,
        *own,
        back,
        tr("The card you just took from the pile may not be discarded in the same turn."),
        tr("What would leave you without a card to go on with is refused."),
    )


def _out(options: Options) -> tuple[str, ...]:
    last = (
        tr("The last card must be discarded.")
        if options.must_discard_to_go_out and not options.floating
        else tr("Who lays all cards without a discard waits without cards, and goes out by discarding a drawn card.")
        if options.floating
        else tr("Your hand may become empty by a meld, by adding to one, or by the discard.")
    )
    one = (
        (tr("To go rummy you may lay several melds at once, if no card is left."),)
        if options.melds_per_turn == "one"
        else ()
    )
    return (
        tr("Whoever has no card left ends the hand at once."),
        last,
        tr("Going rummy, all cards in one turn and none laid before, doubles the hand."),
        *one,
    )


_USED_UP: Final = mark(
    {
        "turn_all": "The next player takes the discard, or the pile is turned over without shuffling and becomes the "
        "stock: its oldest card is drawn first.",
        "keep_top": "The next player takes the discard, or the pile but for its top card is turned over without "
        "shuffling and becomes the stock.",
        "shuffle": "The next player takes the discard, or the pile is shuffled and becomes the stock.",
    }
)
_BLOCKED: Final = mark(
    {
        "lowest_difference": "In a blocked hand who holds least wins, and the others pay the difference.",
        "lowest_full": "In a blocked hand who holds least wins, and the others pay all they hold.",
        "all_penalty": "In a blocked hand everybody is charged what is left.",
        "void": "A blocked hand scores nothing.",
    }
)


def _stock(options: Options) -> tuple[str, ...]:
    limit = options.recycle_limit
    how = tr(_USED_UP[options.recycle] if limit else "The next player takes the discard, or the hand is blocked.")
    often = (
        (trn("That happens {count} time in a hand at most.", "That happens {count} times in a hand at most.", limit),)
        if limit in (1, 2)
        else ()
    )
    return (
        how,
        *often,
        tr(
            "A hand is also blocked when the cards go round: the stock runs out again and nobody has laid a card, "
            "or for ten rounds nobody draws from the stock."
        ),
        tr(_BLOCKED[options.block_scoring]),
    )


def _calling(options: Options) -> tuple[str, ...]:
    return (
        trn(
            "When a discard fits a meld on the table, the others may call Rummy! for {count} second.",
            "When a discard fits a meld on the table, the others may call Rummy! for {count} seconds.",
            options.call_window,
        ),
        tr(
            "The first after the discarder takes the card, lays it on a meld and discards one. Then it goes on with "
            "the player after the discarder."
        ),
    )


_SCORING: Final = mark(
    {
        "points_to_winner": "The winner of a hand scores what the others hold.",
        "pay_winner": "Each of the others pays the winner what he holds.",
        "penalty": "What the others hold counts against each of them.",
    }
)


def _points(options: Options) -> tuple[str, ...]:
    return (
        tr(
            "All cards left in a hand count, melded or not: court cards 10, an ace {points}, others as they say.",
            points=some_points(options.ace_value),
        ),
        tr(_SCORING[options.scoring]),
    )


def _game(options: Options) -> tuple[str, ...]:
    dealer = (
        tr("Of two players the winner of a hand deals the next; else the deal passes to the left.")
        if options.dealer_rule == "per_seed"
        else tr("The deal passes to the left.")
    )
    return (
        _end(options),
        tr("The ledger says what each has gained from the others; it adds up to 0."),
        dealer,
    )


def _end(options: Options) -> str:
    """Say when the game is over."""
    if options.deals == 1:
        return tr("The game is one hand.")
    if options.deals:
        return trn("The game is {count} hand.", "The game is {count} hands.", options.deals)
    if options.scoring == "penalty":
        return tr(
            "When somebody reaches {target} the game is over, and the lowest total wins.", target=options.target
        )
    return tr("The first to {target} points wins the game.", target=options.target)
