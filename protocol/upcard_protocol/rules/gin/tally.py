"""What a scored hand, or the two hands of partners, adds to the sheet (RULES 3.6, 5.3, 5.5)."""

from typing import NamedTuple

from upcard_protocol.rules.game import Seat
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.gin.rotation import sides
from upcard_protocol.rules.gin.scoring import Each, Score


class Gain(NamedTuple):
    """What is added, by seat; partners have the same."""

    points: tuple[int, ...]
    boxes: tuple[int, ...]
    winners: tuple[Seat, ...]
    """Who won a box: nobody for a dead hand, a push or a net of 0."""


def gain(options: Options, seats: int, scores: tuple[Score, ...]) -> Gain:
    """Return what the scores of one deal add.

    Args:
        options: the house rules.
        seats: how many play in all.
        scores: of the hand, or of both hands of partners.
    """
    if options.format == "partners":
        return _net(options, seats, scores)
    (score,) = scores
    if isinstance(score, Each):
        points, boxes = (tuple(map(of, range(seats))) for of in (score.gained, score.boxed))
        return Gain(points, boxes, tuple(seat for seat in range(seats) if boxes[seat]))
    winners = () if score.winner is None else (score.winner,)
    return _to(seats, winners, score.points, score.boxes)


def _net(options: Options, seats: int, scores: tuple[Score, ...]) -> Gain:
    """Set the tables against each other: the team that is ahead scores the difference and one box (RULES 5.3)."""
    one, other = sides(options, seats)
    net = sum(score.points if score.winner in one else -score.points for score in scores if score.winner is not None)
    if net == 0:
        return _to(seats, (), 0, 0)
    winners = one if net > 0 else other
    more = sum(score.boxes - 1 for score in scores if score.winner in winners)
    return _to(seats, winners, abs(net), 1 + more)


def _to(seats: int, winners: tuple[Seat, ...], points: int, boxes: int) -> Gain:
    scored, boxed = [0] * seats, [0] * seats
    for seat in winners:
        scored[seat], boxed[seat] = points, boxes
    return Gain(tuple(scored), tuple(boxed), winners)
