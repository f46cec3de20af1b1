"""The heartbeat: one task that cuts every connection which has said nothing for too long.

A timer for each connection would cost each message a timer; here a message costs one assignment.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import NoReturn, Protocol

import trio

from upcard_protocol.wire.errors import ProtocolError


class Heard(Protocol):
    """A connection as the heartbeat sees it."""

    heard_at: float
    """When the last whole message came."""

    def close(self, error: ProtocolError) -> None:
        """Say bye and close."""
        ...


class Heartbeat:
    """Watches connections. `run` is its task."""

    def __init__(self, idle_s: float) -> None:
        """Watch nobody yet.

        Args:
            idle_s: seconds of silence after which a connection counts as lost.
        """
        self._idle_s = idle_s
        self._watched: set[Heard] = set()

    @contextmanager
    def watching(self, connection: Heard) -> Generator[None]:
        """Watch a connection for the length of a block."""
        self._watched.add(connection)
        try:
            yield
        finally:
            self._watched.discard(connection)

    async def run(self) -> NoReturn:
        """Cut whoever is silent, to the second."""
        due = trio.current_time()
        while True:
            await trio.sleep_until(due)
            due = self._sweep(trio.current_time())

    def _sweep(self, now: float) -> float:
        """Cut the silent ones; return when the one that was silent longest among the others will be due."""
        began = now
        for connection in list(self._watched):
            if connection.heard_at + self._idle_s <= now:
                connection.close(ProtocolError("silent", {"seconds": round(self._idle_s)}))
                self._watched.discard(connection)
            else:
                began = min(began, connection.heard_at)
        return began + self._idle_s
