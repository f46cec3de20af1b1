"""How long there is for a turn, for a seat that is kept, for a pause: all as the server said."""

from typing import Final

from msgspec import Struct

from upcard_client.attable import AtTable
from upcard_client.state import Model
from upcard_protocol.wire.pushes import Clock

WARNINGS_S: Final = (15, 5)
"""So many seconds before one's time is up it is said."""
GONE_S: Final = 120
"""For how long a seat is kept as long as no server has said otherwise (RULES 3.10), seconds."""
READY_S: Final = 20
"""After so long between hands everybody counts as ready, as long as no server has said otherwise, seconds."""


class Left(Struct, frozen=True):
    """What a seat has left, milliseconds: first the turn's time runs out, then the reserve."""

    turn_ms: int
    reserve_ms: int

    @property
    def total_s(self) -> int:
        """The seconds until the server plays for the seat."""
        return seconds(self.turn_ms + self.reserve_ms)


class Warnings:
    """Says when it is time to say that one's own time is nearly up, once for each of the times wished for."""

    def __init__(self) -> None:
        """Begin before any turn."""
        self._warned_s: int | None = None

    def due(self, model: Model, at: AtTable, server_ms: int, at_s: tuple[int, ...] = WARNINGS_S) -> int | None:
        """Return how many seconds there are for one's turn if that is to be said now.

        Args:
            model: what is known of the server; without a link nothing is said.
            at: the table at which one plays.
            server_ms: the server's time now.
            at_s: so many seconds before the end it is said, the longest first; nothing where it never is.
        """
        left_now = left(at, at.me, server_ms)
        mine = left_now.total_s if left_now is not None and at.my_turn and model.up else None
        if mine is None or not at_s or mine > at_s[0]:
            self._warned_s = None
            return None
        due = min(warning for warning in at_s if mine <= warning)
        if self._warned_s is not None and due >= self._warned_s:
            return None
        self._warned_s = due
        return mine


def seconds(ms: int) -> int:
    """Return milliseconds as whole seconds, begun ones counted."""
    return max(0, -(-ms // 1000))


def left(at: AtTable, seat: int | None, server_ms: int) -> Left | None:
    """Return what a seat has left at the server's time; None if it has no turn, or is not timed."""
    clock = _clock(at, seat)
    if clock is None or not (clock.runs or clock.turn_ms):
        return None
    spent = max(0, server_ms - at.at_ms) if clock.runs else 0
    of_turn = min(clock.turn_ms, spent)
    return Left(clock.turn_ms - of_turn, max(0, clock.reserve_ms - (spent - of_turn)))


def kept_s(at: AtTable, seat: int, server_ms: int) -> int:
    """Return for how many seconds more a seat is kept for somebody who is away; 0 if it is not, or not any more."""
    clock = _clock(at, seat)
    if clock is None or clock.kept_ms is None:
        return 0
    return seconds(clock.kept_ms - max(0, server_ms - at.at_ms))


def pause_s(at: AtTable, server_ms: int) -> int | None:
    """Return the seconds after which the pause ends by itself; None if there is none."""
    return None if at.paused_until_ms is None else seconds(at.paused_until_ms - server_ms)


def gone_s(model: Model) -> int:
    """Return for how many seconds this server keeps the seat of somebody who is away."""
    return GONE_S if model.server is None else model.server.limits.gone_s


def ready_s(model: Model) -> int:
    """Return after how many seconds between hands this server takes everybody for ready."""
    return READY_S if model.server is None else model.server.limits.ready_s


def _clock(at: AtTable, seat: int | None) -> Clock | None:
    return next((clock for clock in at.clocks if clock.seat == seat), None)
