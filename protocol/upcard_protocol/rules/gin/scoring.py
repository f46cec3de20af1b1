"""What a hand and a game of gin are worth, and why (RULES 3.6, 3.8).

A score is a small value that names its case and its parts, so that a screen can show the sum.
"""

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from upcard_protocol.rules.game import GameResult, Seat
from upcard_protocol.rules.gin.options import Options

Points = Annotated[int, Meta(ge=0, le=1000)]
Multiplier = Annotated[int, Meta(ge=1, le=2)]


class Knock(Struct, frozen=True, tag="gin.score.knock", tag_field="t"):
    """The knocker held less: the difference."""

    winner: Seat
    knocker: Points
    defender: Points
    multiplier: Multiplier = 1
    boxes: int = 1

    @property
    def points(self) -> int:
        """Points to the winner."""
        return self.multiplier * (self.defender - self.knocker)


class Undercut(Struct, frozen=True, tag="gin.score.undercut", tag_field="t"):
    """The defender held no more: the difference and a bonus (0 when the tie rule gives none)."""

    winner: Seat
    knocker: Points
    defender: Points
    bonus: Points
    multiplier: Multiplier = 1
    boxes: int = 1

    @property
    def points(self) -> int:
        """Points to the winner."""
        return self.multiplier * (self.knocker - self.defender + self.bonus)


class _DeadwoodAndBonus(Struct, frozen=True):
    """The defender's deadwood and a bonus: gin and its kin."""

    winner: Seat
    defender: Points
    bonus: Points
    multiplier: Multiplier = 1
    boxes: int = 1

    @property
    def points(self) -> int:
        """Points to the winner."""
        return self.multiplier * (self.defender + self.bonus)


class Gin(_DeadwoodAndBonus, frozen=True, tag="gin.score.gin", tag_field="t"):
    """All ten melded: the defender's deadwood and the gin bonus."""


class BigGin(_DeadwoodAndBonus, frozen=True, tag="gin.score.big_gin", tag_field="t"):
    """All eleven melded: the defender's deadwood and the big gin bonus in place of the gin bonus."""


class GivenUp(_DeadwoodAndBonus, frozen=True, tag="gin.score.given_up", tag_field="t"):
    """The other side gave the hand up: its least deadwood and the gin bonus (RULES 3.10)."""


class Push(Struct, frozen=True, tag="gin.score.push", tag_field="t"):
    """Equal deadwood under `tie_rule=push`: nobody scores."""

    deadwood: Points
    winner: None = None
    boxes: int = 0
    points: ClassVar[int] = 0


class Dead(Struct, frozen=True, tag="gin.score.dead", tag_field="t"):
    """Nobody knocked: the stock ran out, or cards went round for too many turns."""

    looped: bool = False
    """True when the loop guard ended it, False at the wall."""
    winner: None = None
    boxes: int = 0
    points: ClassVar[int] = 0


Score = Knock | Undercut | Gin | BigGin | GivenUp | Push | Dead


def score_knock(
    options: Options, *, knocker: int, defender: int, kd: int, dd: int, multiplier: int = 1, gin: bool = False
) -> Score:
    """Score a knock or a plain gin (RULES 3.6).

    Args:
        options: the house rules.
        knocker: the knocker's seat.
        defender: the other seat.
        kd: the knocker's deadwood, points.
        dd: the defender's deadwood after lay-offs, points.
        multiplier: 2 for a spade upcard in Oklahoma.
        gin: whether all ten cards were melded.
    """
    if gin:
        return Gin(knocker, dd, options.gin_bonus, multiplier, _boxes(options, "gin", multiplier))
    if kd < dd:
        return Knock(knocker, kd, dd, multiplier, _boxes(options, "knock", multiplier))
    if kd == dd and options.tie_rule == "push":
        return Push(kd)
    bonus = 0 if kd == dd and options.tie_rule == "no_bonus" else options.undercut_bonus
    return Undercut(defender, kd, dd, bonus, multiplier, _boxes(options, "undercut", multiplier))


def score_big_gin(options: Options, *, knocker: int, dd: int, multiplier: int = 1) -> BigGin:
    """Score eleven melded cards."""
    return BigGin(knocker, dd, options.big_gin_bonus, multiplier, _boxes(options, "big_gin", multiplier))


def score_given_up(options: Options, *, winner: int, deadwood: int, multiplier: int = 1) -> GivenUp:
    """Score a hand that the other side gave up (RULES 3.10)."""
    return GivenUp(winner, deadwood, options.gin_bonus, multiplier, _boxes(options, "knock", multiplier))


def _boxes(options: Options, kind: str, multiplier: int) -> int:
    extra = {"knock": 0, "undercut": 1, "gin": 2, "big_gin": 3}[kind] if options.extra_boxes else 0
    return (1 + extra) * (2 if multiplier == 2 and options.spade_doubles_boxes else 1)


def settle(
    options: Options,
    totals: tuple[int, ...],
    boxes: tuple[int, ...],
    winner: int,
    forfeited: int | None = None,
) -> GameResult:
    """Settle a game of two (RULES 3.8).

    Args:
        options: the house rules.
        totals: hand points by seat; with immediate boxes these hold the box points already.
        boxes: boxes by seat.
        winner: the seat that reached the target, or that was left at the table.
        forfeited: the seat whose leaving ended the game.
    """
    loser = 1 - winner
    immediate = options.box_timing == "immediate"
    box_points = tuple(0 if immediate else n * options.box_bonus for n in boxes)
    earned = [n * options.box_bonus if immediate else 0 for n in boxes]
    hand_points = [total - extra for total, extra in zip(totals, earned, strict=True)]
    sums = [total + bonus for total, bonus in zip(totals, box_points, strict=True)]
    sums[winner] += options.game_bonus
    shutout = 0
    if hand_points[loser] == 0:
        match options.shutout_mode:
            case "flat":
                shutout = options.shutout_bonus
            case "double_hand_points":
                shutout = hand_points[winner]
            case "double_total":
                shutout = sums[winner] - sums[loser]
            case "none":
                shutout = 0
    sums[winner] += shutout
    return GameResult(
        winners=(winner,),
        totals=totals,
        sums=tuple(sums),
        margins=(sums[0] - sums[1], sums[1] - sums[0]),
        boxes=boxes,
        box_points=box_points,
        game_bonus=options.game_bonus,
        shutout=shutout,
        forfeited=forfeited,
    )
