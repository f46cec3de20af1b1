"""A server of one's own that the full screen starts, without ever keeping the screen waiting."""

import asyncio
from typing import Literal

from upcard_client.hosting.childserver import ChildServer, Setup


class OwnServer:
    """At most one server of one's own.

    Attributes:
        running: the server that is up, or None.
    """

    def __init__(self) -> None:
        """Prepare; `start` starts one."""
        self.running: ChildServer | None = None
        self._stopping: asyncio.Task[None] | None = None

    @property
    def kept(self) -> Literal["", "kept", "lost"]:
        """Whether there is one, and then whether its game is there the next time."""
        if self.running is None:
            return ""
        return "kept" if self.running.kept else "lost"

    async def start(self, setup: Setup) -> ChildServer:
        """Start one, in a thread: that takes a moment. One that was there is ended first.

        Raises:
            ClientError: if it does not start.
        """
        await self.stop()
        server = ChildServer(setup)
        starting = asyncio.create_task(asyncio.to_thread(server.__enter__))
        try:
            await asyncio.shield(starting)
        except asyncio.CancelledError:
            # The thread goes on; what it starts must not be left behind.
            starting.add_done_callback(lambda done: done.cancelled() or done.exception() or server.stop())
            raise
        self.running = server
        return server

    def leave(self) -> None:
        """End it and wait for it, if there is one that is not to stay."""
        server, self.running = self.running, None
        if server is not None:
            server.__exit__(None, None, None)

    async def stop(self) -> None:
        """End it, if there is one, and wait for one that is ending.

        Raises:
            ClientError: if one that was to stay cannot be told.
        """
        self.stop_soon()
        stopping, self._stopping = self._stopping, None
        if stopping is not None:
            await stopping

    def stop_soon(self) -> None:
        """End it in a thread, if there is one; from now on there is none."""
        server, self.running = self.running, None
        if server is not None:
            self._stopping = asyncio.create_task(asyncio.to_thread(server.stop))
