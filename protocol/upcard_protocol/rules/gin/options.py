"""The house rules of gin, as one frozen value, and the presets by name (RULES 4)."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from upcard_protocol.rules.errors import OptionsClash, Refusal, refuse

UpcardRule = Literal["offer", "open", "eleven"]
AceRule = Literal["gin_only", "one"]
TieRule = Literal["undercut", "no_bonus", "push"]
LayoffMode = Literal["manual", "auto"]
Format = Literal["duel", "sit_out", "cutthroat", "all_play", "partners"]
WallRule = Literal["strict", "last_discard"]
DeadHandDeal = Literal["same", "rotate"]
DealerRule = Literal["winner", "loser", "alternate"]
BoxTiming = Literal["end", "immediate"]
ShutoutMode = Literal["flat", "double_hand_points", "double_total", "none"]
DiscardBrowse = Literal["top_only", "all"]

Bonus = Annotated[int, Meta(ge=0, le=200)]


class Options(Struct, frozen=True, kw_only=True, tag="gin.options", tag_field="t"):
    """Every house rule of a game of gin. Points unless said otherwise.

    Raises:
        OptionsClash: if two options do not go together (RULES 4).
    """

    upcard_rule: UpcardRule = "offer"
    """How the first turn begins: the upcard is offered to both, free to the first player, or not turned."""
    rediscard_taken: bool = False
    """May the card just taken from the pile be discarded in the same turn?"""
    knock_limit: Annotated[int, Meta(ge=0, le=10)] = 10
    """The most deadwood a knock may leave; 0 is straight gin."""
    oklahoma: bool = False
    """Does the upcard's value limit the knock (RULES 6)?"""
    oklahoma_ace: AceRule = "gin_only"
    spades_double: bool = False
    spade_doubles_boxes: bool = False
    extra_boxes: bool = False
    """Undercut +1 box, gin +2, big gin +3."""
    gin_bonus: Annotated[int, Meta(ge=0, le=50)] = 25
    big_gin: bool = True
    big_gin_bonus: Annotated[int, Meta(ge=25, le=50)] = 31
    undercut_bonus: Annotated[int, Meta(ge=10, le=25)] = 25
    tie_rule: TieRule = "undercut"
    layoff_on_gin: bool = False
    layoff_mode: LayoffMode = "manual"
    format: Format = "duel"
    wall_rule: WallRule = "strict"
    dead_hand_deal: DeadHandDeal = "same"
    dealer_rule: DealerRule = "winner"
    target: Literal[50, 100, 125, 150, 200, 250, 300] = 100
    box_bonus: Literal[0, 10, 20, 25] = 25
    box_timing: BoxTiming = "end"
    game_bonus: Bonus = 100
    shutout_mode: ShutoutMode = "flat"
    shutout_bonus: Bonus = 100
    knock_card_hidden: bool = True
    """Does the knock discard lie face down until the hand is over?"""
    discard_browse: DiscardBrowse = "top_only"
    """What a person may open on the screen: the top of the pile, or all of it."""
    hollywood: bool = False
    match_games: Literal[1, 3, 5] = 1
    """Best of so many games."""
    max_discard_only_turns: Annotated[int, Meta(ge=0, le=100)] = 40
    """Turns in a row without a stock draw after which the hand is dead; 0 is no guard."""

    def __post_init__(self) -> None:
        clash = clashes(self)
        if clash is not None:
            raise OptionsClash(clash)


def clashes(options: Options) -> Refusal | None:
    """Return the refusal `options_clash` naming two options that do not go together, or None (RULES 4)."""
    o = options
    pairs = (
        (o.upcard_rule == "eleven" and o.oklahoma, "upcard_rule=eleven", "oklahoma"),
        (o.hollywood and o.format not in ("duel", "partners"), "hollywood", f"format={o.format}"),
        (o.hollywood and o.box_timing == "immediate", "hollywood", "box_timing=immediate"),
        (o.spades_double and not o.oklahoma, "spades_double", "oklahoma=off"),
        (o.spade_doubles_boxes and not o.spades_double, "spade_doubles_boxes", "spades_double=off"),
        (o.format == "all_play" and o.hollywood, "format=all_play", "hollywood"),
        (o.format == "all_play" and o.upcard_rule == "eleven", "format=all_play", "upcard_rule=eleven"),
        (o.format == "all_play" and o.oklahoma, "format=all_play", "oklahoma"),
        (o.extra_boxes and o.box_bonus == 0, "extra_boxes", "box_bonus=0"),
        (0 < o.max_discard_only_turns < 20, "max_discard_only_turns", "a number from 1 to 19"),
    )
    for clash, first, second in pairs:
        if clash:
            return refuse("options_clash", first=first, second=second)
    return None


_MODERN: Final = Options()
_PLAIN_BONUSES: Final = replace(_MODERN, gin_bonus=20, big_gin=False, undercut_bonus=10, box_bonus=20)

PRESETS: Final[dict[str, Options]] = {
    "modern": _MODERN,
    "pagat": replace(_PLAIN_BONUSES, dealer_rule="loser"),
    "bicycle": _PLAIN_BONUSES,
    "greek": replace(_MODERN, tie_rule="push", box_bonus=0, game_bonus=0, shutout_mode="none", upcard_rule="open"),
    "tournament": replace(_MODERN, shutout_mode="double_total", target=250, wall_rule="last_discard", match_games=5),
    "palace": replace(
        _MODERN,
        big_gin=False,
        undercut_bonus=20,
        box_bonus=10,
        box_timing="immediate",
        game_bonus=0,
        shutout_mode="none",
    ),
    "oklahoma": replace(_MODERN, oklahoma=True, spades_double=True, target=150),
    "straight": replace(_MODERN, knock_limit=0),
    "partners": replace(_MODERN, format="partners", target=125),
}
"""The presets by id (RULES 4)."""


_SEATS: Final[dict[Format, tuple[int, ...]]] = {
    "duel": (2,),
    "sit_out": (3,),
    "cutthroat": (3,),
    "all_play": (3, 4),
    "partners": (4,),
}


def seats_of(options: Options) -> tuple[int, ...]:
    """Return how many can play by these options, fewest first (RULES 5)."""
    return _SEATS[options.format]
