"""The clocks of a table as a value: what each seat has left, for which decision, and whether it runs.

Each decision of a person has the table's `turn_s`; when that is used up the seat's reserve runs, which lasts for a
game. A clock stands still in a pause, between hands, and while nature owes something, so that nobody pays for what is
not theirs to do. Time is milliseconds of a clock that never goes back, handed in.
"""

from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from upcard_protocol import table as tables
from upcard_protocol.rules.games import game_of
from upcard_protocol.table import Table

LEAST_MS: Final = 20_000
"""What everybody who is asked has at least when play goes on after a pause or a restart."""

GameNumber = tuple[int, int]
"""Which match of the table is played, and how many of its games are over."""


class SeatClock(Struct, frozen=True):
    """What one seat has left, milliseconds."""

    turn_ms: int = 0
    reserve_ms: int = 0
    decision: int | None = None
    """The number of the decision that it has this turn for; none while it is asked nothing."""

    @property
    def left_ms(self) -> int:
        """What is left in all before its time is up."""
        return self.turn_ms + self.reserve_ms


class Clocks(Struct, frozen=True):
    """The clocks of a table as they stood at a moment."""

    seats: tuple[SeatClock, ...]
    at_ms: int
    """That moment."""
    runs: bool = False
    game: GameNumber = (0, 0)
    """The game that the reserves are for."""


def fresh(table: Table, now_ms: int) -> Clocks:
    """Return the clocks of a table where nothing was played yet."""
    reserve = SeatClock(reserve_ms=1000 * table.options.reserve_s)
    return Clocks((reserve,) * len(table.chairs), now_ms, game=_game(table))


def passed(clocks: Clocks, now_ms: int) -> Clocks:
    """Return the clocks at a later moment, nothing having happened in between."""
    spent = max(0, now_ms - clocks.at_ms)
    if not clocks.runs or not spent:
        return replace(clocks, at_ms=now_ms)
    return replace(clocks, seats=tuple(_spend(seat, spent) for seat in clocks.seats), at_ms=now_ms)


def after(clocks: Clocks, table: Table, now_ms: int) -> Clocks:
    """Return the clocks once a table stands as it does now: who is asked something new has a whole turn for it."""
    was_held = not clocks.runs
    clocks = passed(clocks, now_ms)
    if table.agreement.paused:
        return replace(clocks, runs=False)
    runs = table.playing and bool(table.options.turn_s) and not _waits(table)
    seats = clocks.seats
    if clocks.game != _game(table):
        seats = tuple(replace(seat, reserve_ms=1000 * table.options.reserve_s) for seat in seats)
    asked = tables.to_act(table) if runs else frozenset[int]()
    seats = tuple(
        _asked(clock, table, seat, grant=was_held) if seat in asked else replace(clock, turn_ms=0, decision=None)
        for seat, clock in enumerate(seats)
    )
    return Clocks(seats, clocks.at_ms, runs, _game(table))


def packed(clocks: Clocks) -> bytes:
    """Return what the journal keeps of the clocks with a row: the turn's time and the reserve of each seat."""
    return msgspec.msgpack.encode([(seat.turn_ms, seat.reserve_ms) for seat in clocks.seats])


def restored(kept: bytes | None, table: Table, now_ms: int) -> Clocks:
    """Return the clocks of a table that comes back from the journal: the time in between is nobody's.

    Args:
        kept: what the last row keeps of the clocks.
        table: the table.
        now_ms: the time.

    Raises:
        msgspec.MsgspecError: if that is not what `packed` returns.
    """
    if kept is None:
        return fresh(table, now_ms)
    times = msgspec.msgpack.decode(kept, type=tuple[tuple[int, int], ...])
    seats = tuple(
        SeatClock(turn_ms, reserve_ms, decision_of(table, seat)) for seat, (turn_ms, reserve_ms) in enumerate(times)
    )
    # They stand still until `after` lets them go on, which gives everybody who is asked the least there is.
    return Clocks(seats, now_ms, game=_game(table))


def decision_of(table: Table, seat: int) -> int | None:
    """Return the number of what a seat is asked, or None if it is asked nothing."""
    if table.match is None or seat not in game_of(table.game).to_act(table.match):
        return None
    return game_of(table.game).view(table.match, seat).decision


def _asked(clock: SeatClock, table: Table, seat: int, *, grant: bool) -> SeatClock:
    chair = table.chairs[seat]
    if not chair.person or chair.stand_in:
        return replace(clock, turn_ms=0, decision=None)
    decision = decision_of(table, seat)
    if clock.decision != decision:
        return replace(clock, turn_ms=1000 * table.options.turn_s, decision=decision)
    return replace(clock, turn_ms=max(clock.turn_ms, LEAST_MS)) if grant else clock


def _spend(clock: SeatClock, spent_ms: int) -> SeatClock:
    if clock.decision is None:
        return clock
    of_turn = min(clock.turn_ms, spent_ms)
    reserve = max(0, clock.reserve_ms - (spent_ms - of_turn))
    return replace(clock, turn_ms=clock.turn_ms - of_turn, reserve_ms=reserve)


def _waits(table: Table) -> bool:
    """Say whether what comes next is no player's to do, or has a time of its own: a hand that is over."""
    assert table.match is not None
    return tables.due(table) is not None or game_of(table.game).between_hands(table.match)


def _game(table: Table) -> GameNumber:
    return table.matches, 0 if table.match is None else len(table.match.sheet.games)
