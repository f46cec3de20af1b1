"""The outbox of one connection: sent at once where the system takes it, else kept, bounded in bytes.

Waking a task for each message costs ten times what a send does that does not wait. So a message goes straight to the
socket of a plain connection, and a task drains the outbox only while the peer is behind: an idle connection has none.
TLS has no send that does not wait, so there the task runs for each burst.
"""

import os
from collections import deque
from collections.abc import Callable
from typing import Final

import trio

OUTBOX_BYTES: Final = 256 * 1024
"""A peer that leaves more than this unread is cut; it may resume."""

BROKEN: Final = (trio.BrokenResourceError, trio.ClosedResourceError)
"""What a stream raises when the peer is not there any more."""


class Outbox:
    """What goes to one peer, in order; nobody ever waits for it."""

    __slots__ = ("_cut", "_draining", "_idle", "_nursery", "_read", "_stream", "_unread", "_until", "_waiting")

    def __init__(self, stream: trio.abc.Stream, nursery: trio.Nursery, cut: Callable[[str], None]) -> None:
        """Send over a stream.

        Args:
            stream: the line to the peer.
            nursery: where the draining task runs.
            cut: told that the connection has to end: `slow`, or `leaving` where nobody is there any more.
        """
        self._stream = stream
        self._nursery = nursery
        self._cut = cut
        self._waiting: deque[bytes] | None = None
        self._unread = 0
        self._read: list[Callable[[], None]] | None = None
        self._draining: trio.CancelScope | None = None
        self._idle: trio.Event | None = None
        self._until = float("inf")

    @property
    def unread(self) -> int:
        """How many bytes wait for the peer to read."""
        return self._unread

    def when_read(self, call: Callable[[], None]) -> None:
        """Call something, once, as soon as nothing waits for the peer any more."""
        self._read = [*(self._read or ()), call]

    def put(self, data: bytes) -> None:
        """Send bytes, or keep them; cut a peer that leaves bytes unread. One message may be of any length."""
        if self._unread > OUTBOX_BYTES:
            self._cut("slow")
            return
        if self._draining is None:
            data = data[self._send_now(data) :]
        if data:
            self._keep(data)

    def finish(self, last_words: bytes, seconds: float) -> None:
        """Send the last bytes, however much waits already; the peer has some seconds to take everything."""
        self._until = trio.current_time() + seconds
        if self._draining is not None:
            self._draining.deadline = self._until
        elif last_words:
            last_words = last_words[self._send_now(last_words) :]
        if last_words:
            self._keep(last_words)

    async def sent(self) -> None:
        """Wait until nothing is on its way any more, whoever is in a hurry; `finish` has said for how long."""
        if self._idle is not None:
            with trio.CancelScope(shield=True):
                await self._idle.wait()

    def _send_now(self, data: bytes) -> int:
        """Return how many bytes the system took without waiting: none over TLS, and none once the line is broken."""
        if not isinstance(self._stream, trio.SocketStream):
            return 0
        try:
            return os.write(self._stream.socket.fileno(), data)
        except OSError:
            # Full, or broken: the task that drains finds out which.
            return 0

    def _keep(self, data: bytes) -> None:
        if self._waiting is None:
            self._waiting = deque()
        self._waiting.append(data)
        self._unread += len(data)
        if self._draining is None:
            self._draining = trio.CancelScope(shield=True, deadline=self._until)
            self._idle = trio.Event()
            self._nursery.start_soon(self._drain, self._waiting, self._draining, self._idle)

    async def _drain(self, waiting: deque[bytes], scope: trio.CancelScope, idle: trio.Event) -> None:
        """Send what waits until nothing does."""
        try:
            with scope:
                while waiting:
                    batch = b"".join(waiting)
                    waiting.clear()
                    await self._stream.send_all(batch)
                    self._unread -= len(batch)
        except BROKEN:
            self._cut("leaving")
        finally:
            idle.set()
        if not waiting and self._unread == 0:
            self._rest()

    def _rest(self) -> None:
        self._waiting = self._draining = self._idle = None
        calls, self._read = self._read, None
        for call in calls or ():
            call()
