"""What a game of gin is worth, and to whom (RULES 3.8, 5.4)."""

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
    hand_points = [totals[seat] - (boxes[seat] * options.box_bonus if immediate else 0) for seat in range(seats)]
    sums = [total + bonus for total, bonus in zip(totals, box_points, strict=True)]
    for seat in winners:
        sums[seat] += options.game_bonus
    extras = {
        (winner, loser): _shutout(options, hand_points[winner], sums[winner] - sums[loser])
        for winner in first
        for loser in first
        if winner in winners and loser not in winners and hand_points[loser] == 0
    }
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
