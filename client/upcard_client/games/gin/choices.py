"""The options of a table of gin as lines whose value Left and Right change."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.gin.options import PRESETS, Options, OptionsClash, not_offered

Value = int | str | bool
Values = Mapping[str, Value]


class Choice(Struct, frozen=True):
    """An option: its field, its label, its values with their words, and when it means anything.

    Attributes:
        first: it stands on the first page; the others are behind `More`.
        note: what else there is to say of it.
    """

    field: str
    label: str
    values: tuple[tuple[Value, str], ...]
    applies: Callable[[Values], bool] = lambda _: True
    first: bool = False
    note: str = ""

    def words(self, value: Value) -> str:
        """Return a value in words."""
        return next((words for each, words in self.values if each == value), str(value))

    def stepped(self, value: Value, by: int) -> Value:
        """Return the value so many places further, round the end."""
        values = [each for each, _ in self.values]
        place = values.index(value) if value in values else 0
        return values[(place + by) % len(values)]


def _numbers(*numbers: int, zero: str = "none") -> tuple[tuple[Value, str], ...]:
    return tuple((number, str(number) if number else zero) for number in numbers)


_YES_NO: Final[tuple[tuple[Value, str], ...]] = ((True, "yes"), (False, "no"))

CHOICES: Final = (
    Choice("target", "Target", _numbers(50, 100, 125, 150, 200, 250, 300), first=True),
    Choice("match_games", "Match", ((1, "one game"), (3, "best of 3 games"), (5, "best of 5 games")), first=True),
    Choice(
        "knock_limit",
        "Knock limit",
        tuple((number, str(number) if number else "0: only gin ends a hand") for number in range(10, -1, -1)),
        lambda values: not values["oklahoma"],
        first=True,
    ),
    Choice("oklahoma", "Oklahoma", _YES_NO, note="the upcard limits the knock"),
    Choice(
        "oklahoma_ace",
        "Ace as upcard",
        (("gin_only", "only gin ends the hand"), ("one", "knock with 1")),
        lambda values: bool(values["oklahoma"]),
    ),
    Choice("spades_double", "Spades double", _YES_NO, lambda values: bool(values["oklahoma"])),
    Choice("spade_doubles_boxes", "Boxes double too", _YES_NO, lambda values: bool(values["spades_double"])),
    Choice(
        "upcard_rule",
        "First turn",
        (("offer", "upcard is offered"), ("open", "upcard is free"), ("eleven", "eleven cards")),
    ),
    Choice("rediscard_taken", "Taken card back", _YES_NO, note="discard the card just taken?"),
    Choice("gin_bonus", "Gin", _numbers(25, 20, 30, 40, 50, 0)),
    Choice("big_gin", "Big gin", _YES_NO),
    Choice("big_gin_bonus", "Big gin bonus", _numbers(31, 25, 35, 40, 50), lambda values: bool(values["big_gin"])),
    Choice("undercut_bonus", "Undercut", _numbers(25, 10, 15, 20), lambda values: values["knock_limit"] != 0),
    Choice(
        "tie_rule",
        "Equal deadwood",
        (("undercut", "is an undercut"), ("no_bonus", "wins, no points"), ("push", "no points")),
        lambda values: values["knock_limit"] != 0,
    ),
    Choice("layoff_on_gin", "Lay off on gin", _YES_NO),
    Choice("layoff_mode", "Laying off", (("manual", "by hand"), ("auto", "by the computer"))),
    Choice("wall_rule", "Stock runs out", (("strict", "hand is dead"), ("last_discard", "last discard may end it"))),
    Choice("dead_hand_deal", "After a dead hand", (("same", "same dealer"), ("rotate", "the other deals"))),
    Choice("dealer_rule", "Dealer", (("winner", "the winner"), ("loser", "the loser"), ("alternate", "in turn"))),
    Choice("box_bonus", "Boxes", _numbers(25, 0, 10, 20)),
    Choice(
        "box_timing",
        "Boxes count",
        (("end", "at the end"), ("immediate", "at once")),
        lambda values: values["box_bonus"] != 0,
    ),
    Choice("extra_boxes", "Extra boxes", _YES_NO, note="undercut 1, gin 2, big gin 3"),
    Choice("game_bonus", "Game", _numbers(100, 0, 50, 150, 200)),
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
        _numbers(100, 50, 150, 200),
        lambda values: values["shutout_mode"] == "flat",
    ),
    Choice("knock_card_hidden", "Knock discard", ((True, "face down"), (False, "face up"))),
    Choice("max_discard_only_turns", "Loop guard", _numbers(40, 20, 30, 60, 0), note="turns without the stock"),
)
"""Every option that concerns two players and ordinary scoring, in the order of the list."""

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

OFFERED: Final = tuple(name for name, options in PRESETS.items() if not_offered(options) is None)
"""The presets that can be played."""


def values_of(options: Options) -> dict[str, Value]:
    """Return options as values by field."""
    return asdict(options)


def build(values: Values) -> Options | Refusal:
    """Return the options of these values, or why they do not go together."""
    try:
        return replace(PRESETS["modern"], **values)
    except OptionsClash as clash:
        return clash.refusal


def preset_of(values: Values) -> str:
    """Return the preset that has these values, or nothing."""
    return next((name for name in OFFERED if values_of(PRESETS[name]) == dict(values)), "")


def option_words(value: str) -> str:
    """Say an option as the refusal of a clash names it: `oklahoma=off`, `hollywood`, in the words of the list."""
    field, _, which = value.partition("=")
    choice = next((choice for choice in CHOICES if choice.field == field), None)
    if choice is None:
        return value.replace("_", " ")
    said = next((words for each, words in choice.values if str(each) == which), which)
    return f"{choice.label}: {said}" if which else choice.label
