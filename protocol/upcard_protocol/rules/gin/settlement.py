"""What a game of gin is worth, and to whom (RULES 3.8, 5.4)."""

from itertools import combinations
from typing import NamedTuple

from upcard_protocol.rules.game import GameResult, Seat
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.gin.rotation import sides


def settle(
    options: Options,
    totals: tuple[int, ...],
    boxes: tuple[int, ...],
    winners: tuple[Seat, ...],
    forfeited: int | None = None,
) -> GameResult:
    """Settle a game, or one column of Hollywood.

    Every side settles with every other: the difference of their sums. A side without a hand point is shut out and
    pays the winner more. Of two sides the winner's sum holds that already; of three or more it does not, as only
    the one that was shut out pays it.

    Args:
        options: the house rules.
        totals: hand points by seat, those of a team with each partner; with immediate boxes these hold the box
            points already.
        boxes: boxes by seat.
        winners: the side that reached the target, or those that were left at the table.
        forfeited: the seat whose leaving ended the game.
    """
    seats = len(totals)
    parties = sides(options, seats)
    first = [party[0] for party in parties]
    immediate = options.box_timing == "immediate"
    box_points = tuple(0 if immediate else n * options.box_bonus for n in boxes)
    hand_points = _hand_points(options, totals, boxes)
    sums = [total + bonus for total, bonus in zip(totals, box_points, strict=True)]
    for seat in winners:
        sums[seat] += options.game_bonus
    extras = _extras(options, first, hand_points, tuple(sums), winners)
    gains = dict.fromkeys(first, 0)
    for one in first:
        gains[one] = sum(sums[one] - sums[other] for other in first)
    for (winner, loser), extra in extras.items():
        gains[winner] += extra
        gains[loser] -= extra
        if len(parties) == 2:
            for seat in winners:
                sums[seat] += extra
    margins = [0] * seats
    for party in parties:
        for seat in party:
            margins[seat] = gains[party[0]]
    return GameResult(
        winners=winners,
        totals=totals,
        sums=tuple(sums),
        margins=tuple(margins),
        boxes=boxes,
        box_points=box_points,
        game_bonus=options.game_bonus,
        shutout=sum(extra for (winner, _), extra in extras.items() if winner == winners[0]),
        forfeited=forfeited,
    )


class Payment(NamedTuple):
    """What one side pays another; of partners it is named by the lower seat."""

    payer: Seat
    payee: Seat
    points: int


def payments(options: Options, result: GameResult) -> tuple[Payment, ...]:
    """Return what a settled game has every pair of sides pay (RULES 5.4); those who owe nothing pay nothing."""
    first = [party[0] for party in sides(options, len(result.totals))]
    extras: dict[tuple[int, int], int] = {}
    if len(first) > 2:
        hand_points = _hand_points(options, result.totals, result.boxes)
        extras = _extras(options, first, hand_points, result.sums, result.winners)
    found: list[Payment] = []
    for one, other in combinations(first, 2):
        owed = result.sums[other] - result.sums[one] if len(first) > 2 else result.margins[other]
        owed += extras.get((other, one), 0) - extras.get((one, other), 0)
        if owed:
            found.append(Payment(one, other, owed) if owed > 0 else Payment(other, one, -owed))
    return tuple(found)


def _hand_points(options: Options, totals: tuple[int, ...], boxes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the points of the hands alone, by seat: with immediate boxes the totals hold theirs too."""
    box = options.box_bonus if options.box_timing == "immediate" else 0
    return tuple(total - n * box for total, n in zip(totals, boxes, strict=True))


def _extras(
    options: Options,
    first: list[int],
    hand_points: tuple[int, ...],
    sums: tuple[int, ...],
    winners: tuple[Seat, ...],
) -> dict[tuple[int, int], int]:
    """Return what each side that was shut out pays each winner besides, by (winner, loser)."""
    return {
        (winner, loser): _shutout(options, hand_points[winner], sums[winner] - sums[loser])
        for winner in first
        for loser in first
        if winner in winners and loser not in winners and hand_points[loser] == 0
    }


def _shutout(options: Options, hand_points: int, difference: int) -> int:
    """Return what a side that was shut out pays the winner besides (RULES 3.8)."""
    match options.shutout_mode:
        case "flat":
            return options.shutout_bonus
        case "double_hand_points":
            return hand_points
        case "double_total":
            return difference
        case "none":
            return 0
