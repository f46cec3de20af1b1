"""A real server process that can be told to stop, killed, and started again on the same data."""

import signal
import subprocess
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import trio

from tests.support.commands import BIN, first_words, surroundings
from tests.support.visitor import Visitor

START_S: Final = 60.0
"""A server that does not listen by then has hung."""
PATIENT: Final = ("--idle-seconds", "600")
"""A visitor says nothing while it only listens: on a busy machine that may be for minutes."""


class ServerProcess:
    """One run of `upcard-server`. Made by `server_process`.

    Attributes:
        process: the process.
        address: what it said that it listens on.
        port: the port of that.
    """

    def __init__(self, process: trio.Process, address: str, stderr: Path, visitors: list[Visitor]) -> None:
        """Know a process that listens; whoever connects to it is added to `visitors`."""
        self.process = process
        self.address = address
        self.port = int(address.rpartition(":")[2])
        self._stderr = stderr
        self._visitors = visitors

    async def dial(self) -> Visitor:
        """Return somebody who is connected and has said nothing yet."""
        visitor = Visitor(await trio.open_tcp_stream("127.0.0.1", self.port))
        self._visitors.append(visitor)
        return visitor

    async def enter(self, name: str | None = None, token: bytes | None = None) -> Visitor:
        """Return somebody who has logged in."""
        visitor = await self.dial()
        await visitor.log_in(name, token)
        return visitor

    async def kill(self) -> None:
        """End the process as a power cut would."""
        self.process.kill()
        assert await self.process.wait() == -signal.SIGKILL

    async def stop(self) -> int:
        """Tell the process to stop, and return its exit code."""
        self.process.terminate()
        return await self.process.wait()

    @property
    def complaints(self) -> str:
        """What it said on stderr; nothing when all is well."""
        return self._stderr.read_text()


@asynccontextmanager
async def server_process(home: Path, *args: str, under: Sequence[str] = ()) -> AsyncGenerator[ServerProcess]:
    """Run a server on loopback, with its data in `home`; it ends with the block at the latest.

    Args:
        home: its surroundings.
        args: further arguments of the command.
        under: a command that runs the command.
    """
    stderr = home / "stderr"
    line = [*under, str(BIN / "upcard-server"), "--host", "127.0.0.1", "--port", "0", "--no-discovery"]
    line += ["--data", str(home / "data"), "--log-level", "warning", *PATIENT, *args]
    with stderr.open("w") as errors:
        process = await trio.lowlevel.open_process(
            line, stdout=subprocess.PIPE, stderr=errors, env=surroundings(home)
        )
    assert process.stdout is not None
    visitors: list[Visitor] = []
    try:
        with trio.fail_after(START_S):
            address = await first_words(process.stdout, b"listening on ")
        yield ServerProcess(process, address, stderr, visitors)
    finally:
        with trio.CancelScope(shield=True):
            for visitor in visitors:
                await visitor.leave()
            process.kill()
            await process.wait()
            await process.stdout.aclose()
