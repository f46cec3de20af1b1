"""The options of a table of gin as lines whose value Left and Right change."""

from typing import Final

from msgspec.structs import replace

from upcard_client.games.choice import PLAYERS, YES_NO, Choice, Value, Values, numbers, values_of
from upcard_protocol.rules.errors import OptionsClash, Refusal
from upcard_protocol.rules.gin.options import PRESETS as ALL
from upcard_protocol.rules.gin.options import Format, Options, seats_of

FORMAT_WORDS: Final[dict[Format, str]] = {
    "duel": "two play",
    "sit_out": "dealer sits out",
    "cutthroat": "loser sits out",
    "partners": "two against two",
    "all_play": "all in one hand",
}
"""What the formats are called, those that are usual for their number of players first."""

SEATS_BY_FORMAT: Final = {name: seats_of(replace(ALL["modern"], format=name)) for name in FORMAT_WORDS}
"""How many can play in each format (RULES 5)."""


def _fits(values: Values, value: Value) -> bool:
    """Can so many play in a format?"""
    return values[PLAYERS] in SEATS_BY_FORMAT.get(str(value), ())


CHOICES: Final = (
    Choice(
        "format",
        "Who plays",
        tuple(FORMAT_WORDS.items()),
        lambda values: values[PLAYERS] != 2,
        first=True,
        keeps=True,
        offers=_fits,
    ),
    Choice("target", "Target", numbers(50, 100, 125, 150, 200, 250, 300), first=True),
    Choice("match_games", "Match", ((1, "one game"), (3, "best of 3 games"), (5, "best of 5 games")), first=True),
    Choice(
        "knock_limit",
        "Knock limit",
        tuple((number, str(number) if number else "0: only gin ends a hand") for number in range(10, -1, -1)),
        lambda values: not values["oklahoma"],
        first=True,
        keeps=True,
    ),
    Choice(
        "hollywood",
        "Hollywood",
        YES_NO,
        lambda values: values["format"] in ("duel", "partners"),
        note="three columns at once",
    ),
    Choice("oklahoma", "Oklahoma", YES_NO, note="the upcard limits the knock"),
    Choice(
        "oklahoma_ace",
        "Ace as upcard",
        (("gin_only", "only gin ends the hand"), ("one", "knock with 1")),
        lambda values: bool(values["oklahoma"]),
    ),
    Choice("spades_double", "Spades double", YES_NO, lambda values: bool(values["oklahoma"])),
    Choice("spade_doubles_boxes", "Boxes double too", YES_NO, lambda values: bool(values["spades_double"])),
    Choice(
        "upcard_rule",
        "First turn",
        (("offer", "upcard is offered"), ("open", "upcard is free"), ("eleven", "eleven cards")),
    ),
    Choice("rediscard_taken", "Taken card back", YES_NO, note="discard the card just taken?"),
    Choice("gin_bonus", "Gin", numbers(25, 20, 30, 40, 50, 0)),
    Choice("big_gin", "Big gin", YES_NO),
    Choice("big_gin_bonus", "Big gin bonus", numbers(31, 25, 35, 40, 50), lambda values: bool(values["big_gin"])),
    Choice("undercut_bonus", "Undercut", numbers(25, 10, 15, 20), lambda values: values["knock_limit"] != 0),
    Choice(
        "tie_rule",
        "Equal deadwood",
        (("undercut", "is an undercut"), ("no_bonus", "wins, no points"), ("push", "no points")),
        lambda values: values["knock_limit"] != 0,
    ),
    Choice("layoff_on_gin", "Lay off on gin", YES_NO),
    Choice("layoff_mode", "Laying off", (("manual", "by hand"), ("auto", "by the computer"))),
    Choice("wall_rule", "Stock runs out", (("strict", "hand is dead"), ("last_discard", "last discard may end it"))),
    Choice("dead_hand_deal", "After a dead hand", (("same", "same dealer"), ("rotate", "the other deals"))),
    Choice("dealer_rule", "Dealer", (("winner", "the winner"), ("loser", "the loser"), ("alternate", "in turn"))),
    Choice("box_bonus", "Boxes", numbers(25, 0, 10, 20)),
    Choice(
        "box_timing",
        "Boxes count",
        (("end", "at the end"), ("immediate", "at once")),
        lambda values: values["box_bonus"] != 0,
    ),
    Choice("extra_boxes", "Extra boxes", YES_NO, note="undercut 1, gin 2, big gin 3"),
    Choice("game_bonus", "Game", numbers(100, 0, 50, 150, 200)),
    Choice(
        "shutout_mode",
        "Shut-out",
        (
            ("flat", "a bonus"),
            ("double_hand_points", "hand points twice"),
            ("double_total", "margin twice"),
            ("none", "nothing"),
        ),
    ),
    Choice(
        "shutout_bonus",
        "Shut-out bonus",
        numbers(100, 50, 150, 200),
        lambda values: values["shutout_mode"] == "flat",
    ),
    Choice("knock_card_hidden", "Knock discard", ((True, "face down"), (False, "face up"))),
    Choice("discard_browse", "Discard pile", (("top_only", "only its top is seen"), ("all", "V looks through it"))),
    Choice("max_discard_only_turns", "Loop guard", numbers(40, 20, 30, 60, 0), note="turns without the stock"),
)
"""Every option, in the order of the list."""

PRESET_WORDS: Final = {
    "modern": "Modern",
    "pagat": "Pagat",
    "bicycle": "Bicycle",
    "greek": "Greek",
    "tournament": "Tournament",
    "palace": "Palace",
    "oklahoma": "Oklahoma",
    "straight": "Straight gin",
    "partners": "Partners",
}
"""What the presets are called."""

PRESETS: Final = ALL
"""The presets that can be chosen."""


def players() -> tuple[int, ...]:
    """Return how many can play, whatever the options."""
    return tuple(sorted({number for numbers in SEATS_BY_FORMAT.values() for number in numbers}))


def seats(options: Options) -> tuple[int, ...]:
    """Return how many can play with these options."""
    return seats_of(options)


def for_players(values: Values, players: int) -> dict[str, Value]:
    """Return the values with a format in which so many can play: the one they have, if it will do.

    Somebody who has changed nothing yet goes from the usual rules of two to those of partners, and back.
    """
    usual, of_partners = values_of(ALL["modern"]), values_of(ALL["partners"])
    if players == 4 and {**values, "format": "duel"} == usual:
        return of_partners
    if players < 4 and values == of_partners:
        values = usual
    fitting = [name for name, numbers in SEATS_BY_FORMAT.items() if players in numbers]
    kept = values["format"] in fitting or not fitting
    return {**values, "format": values["format"] if kept else fitting[0]}


def build(values: Values) -> Options | Refusal:
    """Return the options of these values, or why they do not go together."""
    try:
        return replace(ALL["modern"], **values)
    except OptionsClash as clash:
        return clash.refusal
