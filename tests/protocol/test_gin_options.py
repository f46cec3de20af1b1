"""The house rules as a value: defaults, presets, clashes, and what is refused from outside (RULES 4)."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from upcard_protocol.rules import PRESETS, Options, OptionsClash, start
from upcard_protocol.rules.gin.options import clashes

TABLE = {
    # preset: gin, big gin, undercut, tie, box, game, shutout, target
    "modern": (25, 31, 25, "undercut", 25, 100, "flat", 100),
    "pagat": (20, None, 10, "undercut", 20, 100, "flat", 100),
    "bicycle": (20, None, 10, "undercut", 20, 100, "flat", 100),
    "greek": (25, 31, 25, "push", 0, 0, "none", 100),
    "tournament": (25, 31, 25, "undercut", 25, 100, "double_total", 250),
    "palace": (25, None, 20, "undercut", 10, 0, "none", 100),
    "oklahoma": (25, 31, 25, "undercut", 25, 100, "flat", 150),
    "straight": (25, 31, 25, "undercut", 25, 100, "flat", 100),
    "partners": (25, 31, 25, "undercut", 25, 100, "flat", 125),
}
OTHER = {
    "modern": {},
    "pagat": {"dealer_rule": "loser"},
    "bicycle": {},
    "greek": {"upcard_rule": "open"},
    "tournament": {"wall_rule": "last_discard", "match_games": 5},
    "palace": {"box_timing": "immediate"},
    "oklahoma": {"oklahoma": True, "oklahoma_ace": "gin_only", "spades_double": True},
    "straight": {"knock_limit": 0},
    "partners": {"format": "partners"},
}
SCORED = (
    "gin_bonus",
    "big_gin_bonus",
    "undercut_bonus",
    "tie_rule",
    "box_bonus",
    "game_bonus",
    "shutout_mode",
    "target",
)

OUT_OF_RANGE = {
    "knock_limit": [-1, 11],
    "gin_bonus": [-1, 51],
    "big_gin_bonus": [24, 51],
    "undercut_bonus": [9, 26],
    "target": [0, 99, 500],
    "box_bonus": [-10, 5, 30],
    "game_bonus": [-1, 201],
    "shutout_bonus": [-1, 201],
    "match_games": [0, 2, 7],
    "max_discard_only_turns": [-1, 1, 19, 101],
    "upcard_rule": ["twelve", ""],
    "oklahoma_ace": ["eleven"],
    "tie_rule": ["draw"],
    "layoff_mode": ["never"],
    "format": ["trio"],
    "wall_rule": ["none"],
    "dead_hand_deal": ["other"],
    "dealer_rule": ["random"],
    "box_timing": ["never"],
    "shutout_mode": ["triple"],
    "discard_browse": ["none"],
}


def read(**options: object) -> Options:
    """Read options as they come from outside."""
    return msgspec.convert({"t": "gin.options", **options}, Options)


def test_the_defaults_are_the_modern_game() -> None:
    assert Options() == PRESETS["modern"]
    said = msgspec.structs.asdict(Options())
    assert said == {
        "upcard_rule": "offer",
        "rediscard_taken": False,
        "knock_limit": 10,
        "oklahoma": False,
        "oklahoma_ace": "gin_only",
        "spades_double": False,
        "spade_doubles_boxes": False,
        "extra_boxes": False,
        "gin_bonus": 25,
        "big_gin": True,
        "big_gin_bonus": 31,
        "undercut_bonus": 25,
        "tie_rule": "undercut",
        "layoff_on_gin": False,
        "layoff_mode": "manual",
        "format": "duel",
        "wall_rule": "strict",
        "dead_hand_deal": "same",
        "dealer_rule": "winner",
        "target": 100,
        "box_bonus": 25,
        "box_timing": "end",
        "game_bonus": 100,
        "shutout_mode": "flat",
        "shutout_bonus": 100,
        "knock_card_hidden": True,
        "discard_browse": "top_only",
        "hollywood": False,
        "match_games": 1,
        "max_discard_only_turns": 40,
    }


def test_the_presets_are_those_of_the_table() -> None:
    assert list(PRESETS) == list(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_a_preset_is_its_row_of_the_table_and_otherwise_the_default(name: str) -> None:
    row: dict[str, Any] = {**dict(zip(SCORED, TABLE[name], strict=True)), **OTHER[name]}
    if row["big_gin_bonus"] is None:
        row |= {"big_gin": False, "big_gin_bonus": 31}
    assert PRESETS[name] == replace(Options(), **row)


@pytest.mark.parametrize("name", [name for name in TABLE if name != "partners"])
def test_a_preset_for_two_can_be_dealt(name: str) -> None:
    assert start(PRESETS[name]).sheet.options == PRESETS[name]


CLASHES: list[tuple[dict[str, Any], str]] = [
    (
        {"upcard_rule": "eleven", "oklahoma": True},
        "These options do not go together: upcard_rule=eleven and oklahoma.",
    ),
    (
        {"hollywood": True, "format": "sit_out"},
        "These options do not go together: hollywood and format=sit_out.",
    ),
    (
        {"hollywood": True, "format": "cutthroat"},
        "These options do not go together: hollywood and format=cutthroat.",
    ),
    (
        {"hollywood": True, "box_timing": "immediate"},
        "These options do not go together: hollywood and box_timing=immediate.",
    ),
    ({"spades_double": True}, "These options do not go together: spades_double and oklahoma=off."),
    (
        {"oklahoma": True, "spade_doubles_boxes": True},
        "These options do not go together: spade_doubles_boxes and spades_double=off.",
    ),
    (
        {"format": "all_play", "hollywood": True},
        "These options do not go together: hollywood and format=all_play.",
    ),
    (
        {"format": "all_play", "upcard_rule": "eleven"},
        "These options do not go together: format=all_play and upcard_rule=eleven.",
    ),
    ({"format": "all_play", "oklahoma": True}, "These options do not go together: format=all_play and oklahoma."),
    ({"extra_boxes": True, "box_bonus": 0}, "These options do not go together: extra_boxes and box_bonus=0."),
    (
        {"max_discard_only_turns": 19},
        "These options do not go together: max_discard_only_turns and a number from 1 to 19.",
    ),
]


@pytest.mark.parametrize(("options", "said"), CLASHES)
def test_options_that_exclude_each_other_are_refused_in_words(options: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionsClash) as clash:
        Options(**options)
    assert (clash.value.refusal.code, str(clash.value)) == ("options_clash", said)


@pytest.mark.parametrize(("options", "said"), CLASHES)
def test_a_clash_from_outside_is_refused_too(options: dict[str, Any], said: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=said.split(": ")[1].replace("(", r"\(")):
        read(**options)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in OUT_OF_RANGE.items() for value in values]
)
def test_a_value_out_of_range_is_refused_from_outside(name: str, value: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(**{name: value})


@pytest.mark.parametrize(
    "name", [name for name, value in msgspec.structs.asdict(Options()).items() if isinstance(value, bool)]
)
def test_yes_and_no_are_no_numbers_and_no_words(name: str) -> None:
    for value in ("yes", 2, None):
        with pytest.raises(msgspec.ValidationError):
            read(**{name: value})


def test_the_ends_of_every_range_are_allowed() -> None:
    low = read(
        knock_limit=0,
        gin_bonus=0,
        big_gin_bonus=25,
        undercut_bonus=10,
        target=50,
        box_bonus=0,
        game_bonus=0,
        shutout_bonus=0,
        max_discard_only_turns=0,
    )
    high = read(
        knock_limit=10,
        gin_bonus=50,
        big_gin_bonus=50,
        undercut_bonus=25,
        target=300,
        box_bonus=25,
        game_bonus=200,
        shutout_bonus=200,
        max_discard_only_turns=100,
        match_games=5,
    )
    assert clashes(low) is None
    assert clashes(high) is None


def test_options_survive_the_way_out_and_back() -> None:
    for options in PRESETS.values():
        assert msgspec.json.decode(msgspec.json.encode(options), type=Options) == options


def test_changing_one_option_is_checked_as_well() -> None:
    with pytest.raises(OptionsClash):
        replace(PRESETS["oklahoma"], oklahoma=False)
