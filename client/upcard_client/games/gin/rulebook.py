"""The rules of gin in words, as the options of a table have them: a sentence for the lobby, and every rule."""

from typing import Final

from upcard_client.locale import mark, tr, trn
from upcard_protocol.rules.gin.options import Format, Options, seats_of


def short_name(target: int) -> str:
    """Return what a list of tables calls the game: `Gin 100`."""
    return tr("Gin {target}", target=target)


def headline(options: Options) -> str:
    """Return the game and what it is played to."""
    return tr("gin rummy to {target}", target=options.target)


def in_a_word(options: Options) -> str:
    """Return what the game is called in a word, and what it is played to: `Oklahoma 100`."""
    if options.hollywood:
        return tr("Hollywood {target}", target=options.target)
    return tr("Oklahoma {target}", target=options.target) if options.oklahoma else short_name(options.target)


def price_of_giving_up(options: Options, players: int) -> str:
    """Say what giving up the hand costs (RULES 3.10)."""
    if options.format == "all_play" and players > 2:
        return tr("The hand goes on without you: the computer plays your cards to its end.")
    return tr("The other side gets your deadwood and {points} points for gin.", points=options.gin_bonus)


_FORMATS: Final[dict[Format, str]] = mark(
    {
        "duel": "",
        "sit_out": "{players} players: the dealer sits out",
        "cutthroat": "{players} players: the loser sits out",
        "all_play": "{players} players: all play one hand, seven cards each",
        "partners": "{players} players: two against two at two tables",
    }
)
"""Who plays, in a few words; nothing needs to be said of two."""


def format_words(options: Options, players: int) -> str:
    """Return how many play and how, in a few words; nothing for two."""
    return tr(_FORMATS[options.format], players=players)


def knock_words(options: Options) -> str:
    """Return the limit for a knock, in a few words."""
    if options.knock_limit == 0:
        return tr("gin only")
    return tr("knock at {limit}", limit=options.knock_limit)


def bonus_words(options: Options) -> tuple[str, ...]:
    """Return what is won beside the deadwood, bonus by bonus: `gin 25`, `undercut 25`, `boxes 25`."""
    return (
        tr("gin {points}", points=options.gin_bonus),
        *((tr("big gin {points}", points=options.big_gin_bonus),) if options.big_gin else ()),
        tr("undercut {points}", points=options.undercut_bonus),
        *((tr("boxes {points}", points=options.box_bonus),) if options.box_bonus else ()),
    )


def in_short(options: Options, dot: str = "·", *, players: int = 2) -> str:
    """Return the rules that matter before one sits down, as `Gin rummy to 100 · knock at 10 · gin 25`."""
    many = format_words(options, players if players > 2 else seats_of(options)[0])
    parts = [
        tr("Gin rummy to {target}", target=options.target),
        *((many,) if many else ()),
        *((tr("Hollywood: three columns"),) if options.hollywood else ()),
        tr("only gin ends a hand") if options.knock_limit == 0 else knock_words(options),
        *((tr("the upcard limits the knock"),) if options.oklahoma else ()),
        *((tr("spades count double"),) if options.spades_double else ()),
        *bonus_words(options),
        *((tr("game {points}", points=options.game_bonus),) if options.game_bonus else ()),
        *((tr("best of {games} games", games=options.match_games),) if options.match_games > 1 else ()),
    ]
    return f" {dot} ".join(parts)


def rule_sections(options: Options) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return every rule as sentences under headings (RULES 3 and 4)."""
    who = tuple(tr(words) for words in _WHO_PLAYS[options.format])
    return (
        (tr("The aim"), _aim()),
        *(((tr("Who plays"), who),) if who else ()),
        (tr("The turn"), _turn(options)),
        (tr("Ending a hand"), _ending(options)),
        (tr("Laying off"), _laying_off(options)),
        (tr("Points of a hand"), _points(options)),
        (tr("The game"), _game(options)),
        *(((tr("Hollywood"), _hollywood(options)),) if options.hollywood else ()),
    )


def _aim() -> tuple[str, ...]:
    return (
        tr(
            "Put your cards into melds: sets of three or four of a rank, runs of three or more of a suit. "
            "The ace is low. Cards in no meld are deadwood: ace 1, court cards 10, others as they say."
        ),
    )


_WHO_PLAYS: Final[dict[Format, tuple[str, ...]]] = mark(
    {
        "duel": (),
        "sit_out": (
            "Three players: the dealer deals to the other two and sits the hand out. Whoever is on the dealer's "
            "left is first to act.",
            "The loser of a hand deals the next one, and the winner plays the one who sat out. After a dead hand "
            "the same two play again.",
            "Who sits out sees what everybody sees, and no hand.",
        ),
        "cutthroat": (
            "Three players, two of them at a time: the loser of a hand sits the next one out, and whoever sat "
            "out deals to the winner. After a dead hand the same two play again.",
            "Who sits out sees what everybody sees, and no hand.",
        ),
        "all_play": (
            "Three or four players play one hand with seven cards each, clockwise. The upcard is offered to "
            "each, the dealer last.",
            "The knocker settles with every other player. They lay off one after the other from his left, also "
            "on melds that those before them made longer.",
            "The bonus for gin is paid once. The knocker has the box if he wins on the whole, else each who "
            "undercut him has one.",
            "The deal passes to the left.",
        ),
        "partners": (
            "Four players in two teams, partners opposite each other. Two hands are played at once, each with "
            "its own pack, and the opponents change with every deal.",
            "One team deals at both tables. When both hands are over their points are set against each other: "
            "the team that is ahead scores the difference and one box. With no difference nobody scores.",
            "A dead hand counts nothing and is not played again.",
            "Each hand is shown as soon as it is over. Partners do not advise each other.",
        ),
    }
)
"""Who plays whom where there are more than two (RULES 5)."""


def _hollywood(options: Options) -> tuple[str, ...]:
    """Explain the three columns (RULES 8)."""
    return (
        tr(
            "Three games are written at once, in three columns. A side's first win is written in the first column, "
            "its second in the first two, and every later one in all three."
        ),
        tr(
            "A column is closed when a side has {target} points in it, and is settled as a game; whoever has no "
            "point in it is shut out.",
            target=options.target,
        ),
        tr("When all three are closed their margins are added up: the sign wins the game, and 0 is a draw."),
    )


def _turn(options: Options) -> tuple[str, ...]:
    seven = options.format == "all_play"
    start = {
        "offer": tr(
            "The upcard is offered to the player who does not deal, then to the dealer; "
            "who takes it discards, and if both pass, the first draws from the stock."
        ),
        "open": tr("The first player draws from the stock or takes the upcard."),
        "eleven": tr("The first player is dealt eleven cards and begins with a discard."),
    }[options.upcard_rule]
    guard = options.max_discard_only_turns
    return (
        f"{tr('Seven cards each.' if seven else 'Ten cards each.')} {start}",
        tr("In a turn you draw from the stock or take the top discard, then discard one card."),
        tr(
            "A card taken from the pile may be discarded at once."
            if options.rediscard_taken
            else "A card taken from the pile may not be discarded in the same turn."
        ),
        *((tr("The whole discard pile may be looked through."),) if options.discard_browse == "all" else ()),
        tr(
            "When two cards are left in the stock and nobody has knocked, the hand is dead: no points."
            if options.wall_rule == "strict"
            else "When two cards are left in the stock, the last discard may be taken to knock or go gin; "
            "else the hand is dead: no points."
        ),
        *((_loop(guard),) if guard else ()),
    )


def _loop(turns: int) -> str:
    return trn(
        "After {count} turn without a draw from the stock the hand is dead.",
        "After {count} turns without a draw from the stock the hand is dead.",
        turns,
    )


def _ending(options: Options) -> tuple[str, ...]:
    seven = options.format == "all_play"
    return (
        _knocking(options),
        tr("Gin is seven cards in melds." if seven else "Gin is ten cards in melds."),
        *((_big_gin(seven=seven),) if options.big_gin else ()),
    )


def _big_gin(*, seven: bool) -> str:
    return tr(
        "Big gin is eight cards in melds, without a discard."
        if seven
        else "Big gin is eleven cards in melds, without a discard."
    )


def _knocking(options: Options) -> str:
    limit = options.knock_limit
    if limit == 0:
        return tr("Only gin ends a hand: nobody may knock.")
    if not options.oklahoma:
        return tr("You may knock when your deadwood after the discard is {limit} or less.", limit=limit)
    if options.oklahoma_ace == "gin_only":
        return tr(
            "You may knock with at most as much deadwood as the upcard is worth, and never more than {limit}; "
            "an ace means that only gin ends the hand."
            if limit < 10
            else "You may knock with at most as much deadwood as the upcard is worth; "
            "an ace means that only gin ends the hand.",
            limit=limit,
        )
    return tr(
        "You may knock with at most as much deadwood as the upcard is worth, and never more than {limit}; "
        "an ace means 1."
        if limit < 10
        else "You may knock with at most as much deadwood as the upcard is worth; an ace means 1.",
        limit=limit,
    )


def _laying_off(options: Options) -> tuple[str, ...]:
    return (
        tr(
            "After a knock the other side lays its melds down and adds cards of its own to the knocker's melds."
            if options.layoff_mode == "manual"
            else "After a knock the other side's cards are laid off by the computer, as well as can be."
        ),
        tr("So also after gin." if options.layoff_on_gin else "Nothing is laid off against gin."),
    )


_TIES: Final = mark(
    {
        "undercut": "As little or less deadwood than the knocker's is an undercut: the difference and {points} for "
        "the defender.",
        "no_bonus": "Less deadwood than the knocker's is an undercut: the difference and {points} for the defender. "
        "With equal deadwood the defender wins the hand, without points.",
        "push": "Less deadwood than the knocker's is an undercut: the difference and {points} for the defender. "
        "Equal deadwood is a push: no points.",
    }
)


def _points(options: Options) -> tuple[str, ...]:
    big = tr("Big gin: {points} and the defender's deadwood.", points=options.big_gin_bonus)
    spades = tr("With a spade as upcard the points of the hand count twice.")
    return (
        tr("Knock: the difference of the deadwood."),
        tr("Gin: {points} and the defender's deadwood.", points=options.gin_bonus),
        *((big,) if options.big_gin else ()),
        tr(_TIES[options.tie_rule], points=options.undercut_bonus),
        *((spades,) if options.spades_double else ()),
    )


_SHUT_OUT: Final = mark(
    {
        "flat": "If the other side has won no hand, {points} more.",
        "double_hand_points": "If the other side has won no hand, the points of the hands count twice.",
        "double_total": "If the other side has won no hand, the margin counts twice.",
        "none": "",
    }
)
_DEALERS: Final = mark(
    {
        "winner": "The winner of a hand deals the next.",
        "loser": "The loser of a hand deals the next.",
        "alternate": "The deal goes from side to side.",
    }
)
_PAIRS: Final = mark(
    "Every pair of players settles the difference of their sums; a shut-out is paid to the winner besides."
)


def _game(options: Options) -> tuple[str, ...]:
    box = tr(
        "Each hand won is a box: {points} points at once."
        if options.box_timing == "immediate"
        else "Each hand won is a box: {points} points.",
        points=options.box_bonus,
    )
    shutout = tr(_SHUT_OUT[options.shutout_mode], points=options.shutout_bonus)
    games = tr("The match is the best of {games} games.", games=options.match_games)
    bonus = tr("Whoever reaches the target gets {points} for the game.", points=options.game_bonus)
    extra = tr("An undercut gives a box more, gin two, big gin three.")
    in_pairs = len(seats_of(options)) > 1 or seats_of(options)[0] == 3
    return (
        tr("The first to {target} points ends the game.", target=options.target),
        *((bonus,) if options.game_bonus else ()),
        *((box,) if options.box_bonus else ()),
        *((extra,) if options.extra_boxes else ()),
        *((shutout,) if shutout else ()),
        *((tr(_PAIRS),) if in_pairs else ()),
        *((games,) if options.match_games > 1 else ()),
        *((tr(_DEALERS[options.dealer_rule]),) if options.format in ("duel", "partners") else ()),
    )
