"""The server that the full screen starts to play the computer, without ever keeping the screen waiting."""

import asyncio
from pathlib import Path
from typing import Literal

from upcard_client.solo import SoloServer


class OwnServer:
    """At most one server of one's own.

    Attributes:
        running: the server that is up, or None.
    """

    def __init__(self, directory: Path) -> None:
        """Prepare; `start` starts one.

        Args:
            directory: where its tables are kept.
        """
        self._directory = directory
        self.running: SoloServer | None = None
        self._stopping: asyncio.Task[None] | None = None

    @property
    def kept(self) -> Literal["", "kept", "lost"]:
        """Whether there is one, and then whether its game is there the next time."""
        if self.running is None:
            return ""
        return "kept" if self.running.kept else "lost"

    async def start(self) -> SoloServer:
        """Start one, in a thread: that takes a moment. One that is still ending keeps the tables to itself.

        Raises:
            ClientError: if it does not start.
        """
        if self._stopping is not None:
            await self._stopping
        server = SoloServer(self._directory)
        starting = asyncio.create_task(asyncio.to_thread(server.__enter__))
        try:
            await asyncio.shield(starting)
        except asyncio.CancelledError:
            # The thread goes on; what it starts must not be left behind.
            starting.add_done_callback(lambda done: done.exception() or server.__exit__(None, None, None))
            raise
        self.running = server
        return server

    def stop(self) -> None:
        """End it and wait for it, if there is one."""
        server, self.running = self.running, None
        if server is not None:
            server.__exit__(None, None, None)

    def stop_soon(self) -> None:
        """End it in a thread, if there is one; from now on there is none."""
        server, self.running = self.running, None
        if server is not None:
            self._stopping = asyncio.create_task(asyncio.to_thread(server.__exit__, None, None, None))
