"""The options of a table of gin as lines whose value Left and Right change."""

from typing import Final

from msgspec.structs import replace

from upcard_client.games.choice import PLAYERS, YES_NO, Choice, Value, Values, numbers, pairs, values_of
from upcard_client.locale import mark
from upcard_protocol.rules.errors import OptionsClash, Refusal
from upcard_protocol.rules.gin.options import PRESETS as ALL
from upcard_protocol.rules.gin.options import Format, Options, seats_of

FORMAT_WORDS: Final[dict[Format, str]] = mark(
    {
        "duel": "two play",
        "sit_out": "dealer sits out",
        "cutthroat": "loser sits out",
        "partners": "two against two",
        "all_play": "all in one hand",
    }
)
"""What the formats are called, those that are usual for their number of players first."""

SEATS_BY_FORMAT: Final = {name: seats_of(replace(ALL["modern"], format=name)) for name in FORMAT_WORDS}
"""How many can play in each format (RULES 5)."""


def _fits(values: Values, value: Value) -> bool:
    """Can so many play in a format?"""
    return values[PLAYERS] in SEATS_BY_FORMAT.get(str(value), ())


CHOICES: Final = (
    Choice(
        "format",
        mark("Who plays"),
        pairs(FORMAT_WORDS),
        lambda values: values[PLAYERS] != 2,
        first=True,
        keeps=True,
        offers=_fits,
    ),
    Choice("target", mark("Target"), numbers(50, 100, 125, 150, 200, 250, 300), first=True),
    Choice(
        "match_games",
        mark("Match"),
        pairs(mark({1: "one game", 3: "best of 3 games", 5: "best of 5 games"})),
        first=True,
    ),
    Choice(
        "knock_limit",
        mark("Knock limit"),
        tuple((number, str(number) if number else mark("0: only gin ends a hand")) for number in range(10, -1, -1)),
        lambda values: not values["oklahoma"],
        first=True,
        keeps=True,
    ),
    Choice(
        "hollywood",
        mark("Hollywood"),
        YES_NO,
        lambda values: values["format"] in ("duel", "partners"),
        note=mark("three columns at once"),
    ),
    Choice("oklahoma", mark("Oklahoma"), YES_NO, note=mark("the upcard limits the knock")),
    Choice(
        "oklahoma_ace",
        mark("Ace as upcard"),
        pairs(mark({"gin_only": "only gin ends the hand", "one": "knock with 1"})),
        lambda values: bool(values["oklahoma"]),
    ),
    Choice("spades_double", mark("Spades double"), YES_NO, lambda values: bool(values["oklahoma"])),
    Choice("spade_doubles_boxes", mark("Boxes double too"), YES_NO, lambda values: bool(values["spades_double"])),
    Choice(
        "upcard_rule",
        mark("First turn"),
        pairs(mark({"offer": "upcard is offered", "open": "upcard is free", "eleven": "eleven cards"})),
    ),
    Choice("rediscard_taken", mark("Taken card back"), YES_NO, note=mark("discard the card just taken?")),
    Choice("gin_bonus", mark("Gin"), numbers(25, 20, 30, 40, 50, 0)),
    Choice("big_gin", mark("Big gin"), YES_NO),
    Choice(
        "big_gin_bonus", mark("Big gin bonus"), numbers(31, 25, 35, 40, 50), lambda values: bool(values["big_gin"])
    ),
    Choice("undercut_bonus", mark("Undercut"), numbers(25, 10, 15, 20), lambda values: values["knock_limit"] != 0),
    Choice(
        "tie_rule",
        mark("Equal deadwood"),
        pairs(mark({"undercut": "is an undercut", "no_bonus": "wins, no points", "push": "no points"})),
        lambda values: values["knock_limit"] != 0,
    ),
    Choice("layoff_on_gin", mark("Lay off on gin"), YES_NO),
    Choice("layoff_mode", mark("Laying off"), pairs(mark({"manual": "by hand", "auto": "by the computer"}))),
    Choice(
        "wall_rule",
        mark("Stock runs out"),
        pairs(mark({"strict": "hand is dead", "last_discard": "last discard may end it"})),
    ),
    Choice(
        "dead_hand_deal", mark("After a dead hand"), pairs(mark({"same": "same dealer", "rotate": "the other deals"}))
    ),
    Choice(
        "dealer_rule",
        mark("Dealer"),
        pairs(mark({"winner": "the winner", "loser": "the loser", "alternate": "in turn"})),
    ),
    Choice("box_bonus", mark("Boxes"), numbers(25, 0, 10, 20)),
    Choice(
        "box_timing",
        mark("Boxes count"),
        pairs(mark({"end": "at the end", "immediate": "at once"})),
        lambda values: values["box_bonus"] != 0,
    ),
    Choice("extra_boxes", mark("Extra boxes"), YES_NO, note=mark("undercut 1, gin 2, big gin 3")),
    Choice("game_bonus", mark("Game bonus"), numbers(100, 0, 50, 150, 200)),
    Choice(
        "shutout_mode",
        mark("Shut-out"),
        pairs(
            mark(
                {
                    "flat": "a bonus",
                    "double_hand_points": "hand points twice",
                    "double_total": "margin twice",
                    "none": "nothing",
                }
            )
        ),
    ),
    Choice(
        "shutout_bonus",
        mark("Shut-out bonus"),
        numbers(100, 50, 150, 200),
        lambda values: values["shutout_mode"] == "flat",
    ),
    Choice("knock_card_hidden", mark("Knock discard"), pairs(mark({True: "face down", False: "face up"}))),
    Choice(
        "discard_browse",
        mark("Discard pile"),
        pairs(mark({"top_only": "only its top is seen", "all": "V looks through it"})),
    ),
    Choice(
        "max_discard_only_turns", mark("Loop guard"), numbers(40, 20, 30, 60, 0), note=mark("turns without the stock")
    ),
)
"""Every option, in the order of the list."""

PRESET_WORDS: Final = mark(
    {
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
)
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
