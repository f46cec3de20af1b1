"""Hollywood scoring: three columns that are kept at once (RULES 8)."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from upcard_protocol.rules.game import GameResult, Seat
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.gin.settlement import settle

COLUMNS: Final = 3
"""How many games are kept at once."""


class Column(Struct, frozen=True, tag="gin.column", tag_field="t"):
    """One column of the sheet. Tuples go by seat; partners have the same."""

    totals: tuple[int, ...]
    """Hand points."""
    boxes: tuple[int, ...]
    opened: tuple[bool, ...]
    """Who has scored in this column."""
    result: GameResult | None = None
    """How it was settled, once a side reached the target in it: it is closed."""


def blank_columns(seats: int) -> tuple[Column, ...]:
    """Return the columns before the first hand."""
    zeros = (0,) * seats
    return (Column(zeros, zeros, (False,) * seats),) * COLUMNS


def places(columns: tuple[Column, ...], seat: int) -> tuple[int, ...]:
    """Return the columns, from 0, that the next win of a seat is written in.

    Those it has opened and, one more each time, the lowest one that it has not; closed ones take no more.
    """
    still = [place for place, column in enumerate(columns) if column.result is None]
    known = [place for place in still if columns[place].opened[seat]]
    fresh = [place for place in still if not columns[place].opened[seat]]
    return tuple(sorted([*known, *fresh[:1]]))


def columns_after(
    options: Options, columns: tuple[Column, ...], winners: tuple[Seat, ...], points: int, boxes: int
) -> tuple[Column, ...]:
    """Return the columns after a side won a hand, those that reached the target closed and settled.

    Args:
        options: the house rules.
        columns: as they stand.
        winners: the side that won.
        points: what it scored, once for the side.
        boxes: the boxes it scored.
    """
    entered = places(columns, winners[0])

    def written(column: Column) -> Column:
        totals = tuple(n + points * (seat in winners) for seat, n in enumerate(column.totals))
        boxed = tuple(n + boxes * (seat in winners) for seat, n in enumerate(column.boxes))
        opened = tuple(seat in winners or was for seat, was in enumerate(column.opened))
        over = totals[winners[0]] >= options.target
        result = settle(options, totals, boxed, winners) if over else None
        return Column(totals, boxed, opened, result)

    return tuple(written(column) if place in entered else column for place, column in enumerate(columns))


def left_to(
    options: Options, columns: tuple[Column, ...], winners: tuple[Seat, ...], forfeited: int
) -> tuple[Column, ...]:
    """Return the columns when the others are left at the table: each that anybody opened is settled (RULES 3.10)."""
    return tuple(
        column
        if column.result is not None or not any(column.opened)
        else replace(column, result=settle(options, column.totals, column.boxes, winners, forfeited))
        for column in columns
    )


def summed(columns: tuple[Column, ...], forfeited: int | None = None, left: tuple[Seat, ...] = ()) -> GameResult:
    """Return the game that the settled columns make: the sign of the summed margins wins it, 0 is a draw.

    Args:
        columns: the columns; those without a result count nothing.
        forfeited: the seat whose leaving ended the game.
        left: who was left at the table then, and has won whatever the margins.
    """
    results = [column.result for column in columns if column.result is not None]
    seats = range(len(columns[0].totals))

    def by_seat(pick: Callable[[GameResult], tuple[int, ...]]) -> tuple[int, ...]:
        return tuple(sum(pick(result)[seat] for result in results) for seat in seats)

    margins = by_seat(lambda result: result.margins)
    ahead = tuple(seat for seat in seats if margins[seat] > 0)
    return GameResult(
        winners=left or ahead or tuple(seats),
        totals=by_seat(lambda result: result.totals),
        sums=by_seat(lambda result: result.sums),
        margins=margins,
        boxes=by_seat(lambda result: result.boxes),
        box_points=by_seat(lambda result: result.box_points),
        forfeited=forfeited,
    )
