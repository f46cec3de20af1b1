"""The house rules of rummy, as one frozen value, and the presets by name (RULES 9)."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from upcard_protocol.rules.errors import OptionsClash, Refusal, refuse

DealerRule = Literal["per_seed", "alternate"]
MeldsPerTurn = Literal["unlimited", "one"]
RecycleRule = Literal["turn_all", "keep_top", "shuffle"]
RecycleLimit = Literal["unlimited", 0, 1, 2]
BlockScoring = Literal["lowest_difference", "lowest_full", "all_penalty", "void"]
Scoring = Literal["points_to_winner", "pay_winner", "penalty"]
AceRuns = Literal["low", "high_or_low", "around"]
AceValue = Literal[1, 11, 15]

LEAST_TARGET: Final = 50
"""The least target of a game that is played to one, points."""


class Options(Struct, frozen=True, kw_only=True, tag="rummy.options", tag_field="t"):
    """Every house rule of a game of rummy. Points unless said otherwise.

    Raises:
        OptionsClash: if two options do not go together, or a number is out of range (RULES 9).
    """

    dealer_rule: DealerRule = "per_seed"
    """Who deals next: with `per_seed` the winner of the hand if there are two; else the next seat."""
    melds_per_turn: MeldsPerTurn = "unlimited"
    """May a player lay down several new melds in one turn? With `one` only to go rummy, at once (`go_out`)."""
    layoff_needs_own_meld: bool = False
    """Must one have laid down a meld before one may lay off?"""
    undo_within_turn: bool = True
    """May cards be taken back from the table before the discard?"""
    must_discard_to_go_out: bool = False
    """Must the last card be a discard?"""
    floating: bool = False
    """With `must_discard_to_go_out`: may a player meld everything and wait without cards for the next turn?"""
    recycle: RecycleRule = "turn_all"
    """What becomes of the pile when the stock is used up."""
    recycle_limit: RecycleLimit = "unlimited"
    """How often in a hand; 0 is block rummy."""
    block_scoring: BlockScoring = "lowest_difference"
    """What a hand is worth in which nobody could draw any more."""
    scoring: Scoring = "points_to_winner"
    target: Annotated[int, Meta(ge=0, le=500)] = 100
    """The game ends when somebody reaches it; 0 is a single hand. Nothing where hands are counted: see `deals`."""
    fixed_deals: Annotated[int, Meta(ge=0, le=50)] = 0
    """The game ends after so many hands; 0 plays to the target, and one hand where the winner is paid."""
    ace_runs: AceRuns = "low"
    """Where an ace may stand in a run: before the two, also after the king, or anywhere around."""
    ace_value: AceValue = 1
    """What an ace counts in a hand that is left."""
    call_rummy: bool = False
    """May others call Rummy! and take a discard that fits a meld on the table?"""
    call_window: Annotated[int, Meta(ge=1, le=30)] = 3
    """How long they may, seconds."""

    def __post_init__(self) -> None:
        clash = clashes(self)
        if clash is not None:
            raise OptionsClash(clash)

    @property
    def deals(self) -> int:
        """After how many hands the game ends; 0 where it is played to the target."""
        if self.fixed_deals:
            return self.fixed_deals
        return 1 if self.scoring == "pay_winner" or self.target == 0 else 0


def clashes(options: Options) -> Refusal | None:
    """Return the refusal `options_clash` naming two options that do not go together, or None (RULES 9)."""
    o = options
    pairs = (
        (o.floating and not o.must_discard_to_go_out, "floating", "must_discard_to_go_out=off"),
        (o.ace_value != 1 and o.ace_runs == "low", f"ace_value={o.ace_value}", "ace_runs=low"),
        (0 < o.target < LEAST_TARGET, "target", f"a number from 1 to {LEAST_TARGET - 1}"),
    )
    for clash, first, second in pairs:
        if clash:
            return refuse("options_clash", first=first, second=second)
    return None


_BASIC: Final = Options()

PRESETS: Final[dict[str, Options]] = {
    "basic": _BASIC,
    "single": replace(_BASIC, scoring="pay_winner", target=0, fixed_deals=1),
    "pagat": replace(_BASIC, melds_per_turn="one", dealer_rule="alternate"),
    "parlett": replace(_BASIC, recycle="keep_top", ace_runs="high_or_low", ace_value=11),
    "penalty": replace(_BASIC, scoring="penalty"),
    "block": replace(_BASIC, recycle_limit=0),
    "around": replace(_BASIC, ace_runs="around", ace_value=15),
    "strict": replace(_BASIC, must_discard_to_go_out=True, layoff_needs_own_meld=True, undo_within_turn=False),
    "floating": replace(_BASIC, must_discard_to_go_out=True, floating=True),
    "calling": replace(_BASIC, call_rummy=True),
}
"""The presets by id (RULES 9.9)."""
