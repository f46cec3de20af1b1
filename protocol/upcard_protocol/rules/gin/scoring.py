"""What a hand of gin is worth, and why (RULES 3.6, 5.5). `settlement.py` says what a game is worth.

A score is a small value that names its case and its parts, so that a screen can show the sum.
"""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from upcard_protocol.rules.game import Seat
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


class Versus(Struct, frozen=True, tag="gin.score.versus", tag_field="t"):
    """How the knocker and one opponent of several stand (RULES 5.5)."""

    seat: Seat
    """The opponent."""
    score: Knock | Undercut | Gin | BigGin | Push
    """As in a hand of two; gin and big gin carry no bonus here, as it is paid once."""


class Each(Struct, frozen=True, tag="gin.score.each", tag_field="t"):
    """Everybody played one hand: the knocker settles with each of the others (RULES 5.5)."""

    knocker: Seat
    against: Annotated[tuple[Versus, ...], Meta(min_length=2, max_length=3)]
    """Clockwise from the knocker's left."""
    bonus: Points = 0
    """The gin or big gin bonus, collected once."""
    knocker_boxes: int = 0
    """Boxes to the knocker; without them every opponent who undercut has his own."""

    def gained(self, seat: int) -> int:
        """Return the points that a seat scores."""
        won = sum(versus.score.points for versus in self.against if versus.score.winner == seat)
        return won + self.bonus if seat == self.knocker else won

    def boxed(self, seat: int) -> int:
        """Return the boxes that a seat scores."""
        if seat == self.knocker:
            return self.knocker_boxes
        if self.knocker_boxes:
            return 0
        return sum(versus.score.boxes for versus in self.against if versus.score.winner == seat)

    @property
    def winner(self) -> int | None:
        """The seat that won a box; of several, the first from the knocker's left."""
        seats = (self.knocker, *(versus.seat for versus in self.against))
        return next((seat for seat in seats if self.boxed(seat)), None)

    @property
    def points(self) -> int:
        """Points to the winner."""
        return 0 if self.winner is None else self.gained(self.winner)

    @property
    def boxes(self) -> int:
        """Boxes to the winner."""
        return 0 if self.winner is None else self.boxed(self.winner)


Score = Knock | Undercut | Gin | BigGin | GivenUp | Each | Push | Dead


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


def score_each(
    options: Options, *, knocker: int, kind: Literal["knock", "gin", "big_gin"], kd: int, others: dict[int, int]
) -> Each:
    """Score a hand that three or four played (RULES 5.5).

    Args:
        options: the house rules.
        knocker: the knocker's seat.
        kind: how he ended the hand.
        kd: his deadwood, points.
        others: the deadwood of each opponent after lay-offs, clockwise from his left.
    """
    bonus = {"knock": 0, "gin": options.gin_bonus, "big_gin": options.big_gin_bonus}[kind]
    parts: list[Versus] = []
    for seat, dd in others.items():
        match kind:
            case "knock":
                score = score_knock(options, knocker=knocker, defender=seat, kd=kd, dd=dd)
                assert isinstance(score, Knock | Undercut | Push)
            case "gin":
                score = Gin(knocker, dd, 0)
            case "big_gin":
                score = BigGin(knocker, dd, 0)
        parts.append(Versus(seat, score))
    net = bonus
    for part in parts:
        net += part.score.points if part.score.winner == knocker else -part.score.points
    # A gin that wins nothing, without a bonus and against nothing, is still a hand won.
    won = net > 0 or kind != "knock"
    return Each(knocker, tuple(parts), bonus, _boxes(options, kind, 1) if won else 0)


def _boxes(options: Options, kind: str, multiplier: int) -> int:
    extra = {"knock": 0, "undercut": 1, "gin": 2, "big_gin": 3}[kind] if options.extra_boxes else 0
    return (1 + extra) * (2 if multiplier == 2 and options.spade_doubles_boxes else 1)
