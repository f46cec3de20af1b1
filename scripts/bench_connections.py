"""The server's figures of connections: what an idle one costs in memory, and what telling 1,000 spectators costs.

Memory is the real server's own, in a process of its own: its resident set with 5,000 guests who have logged in and
say nothing, less that of the same server before they came. Fan-out is counted in processor seconds of the process
that sends, with the real `Audience` and `Connection` over loopback TCP; the readers are another process.
"""

import multiprocessing
import selectors
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any, Final

import trio
from msgspec import Struct

from upcard_protocol.rules.game import PUBLIC
from upcard_protocol.wire import client_session
from upcard_protocol.wire.handshake import Hello, LoggedIn, Login, Welcome
from upcard_protocol.wire.pushes import ChatLine
from upcard_server.audience import Audience
from upcard_server.connection import Connection

IDLE: Final = 5000
BATCH: Final = 100
SPECTATORS: Final = 1000
EVENT_BYTES: Final = 300
EVENTS: Final = 100
"""Events of one round."""


class Measure(Struct, frozen=True):
    """One figure that needs no peer."""

    figure: str
    unit: str
    ours: float
    to_reach: float
    at_most: bool = False
    """Is less better?"""
    note: str = ""

    @property
    def reached(self) -> bool:
        """Is it as good as it has to be?"""
        return self.ours <= self.to_reach if self.at_most else self.ours >= self.to_reach


def measures(rounds: int) -> Iterator[Measure]:
    """Measure both."""
    if sys.platform == "linux":
        yield Measure("idle", "bytes of memory a connection", idle_bytes(), 16 * 1024, True, f"{IDLE:,} guests")
    best = max(trio.run(fan_out) for _ in range(rounds))
    yield Measure("fan-out", "messages/s", best, 100_000, note=f"{EVENT_BYTES} bytes to {SPECTATORS:,} spectators")


# ---- memory


def idle_bytes() -> float:
    """Return how many bytes the server grows by for each guest who says nothing."""
    lift = ["--max-connections", str(IDLE + 1), "--max-connections-per-address", str(IDLE + 1)]
    lift += ["--newcomers-per-minute", "1000000"]
    quiet = ["--no-discovery", "--log-level", "error", "--idle-seconds", "600"]
    with tempfile.TemporaryDirectory() as data:
        command = [str(Path(sys.executable).with_name("upcard-server")), "--host", "127.0.0.1", "--port", "0"]
        with subprocess.Popen([*command, "--data", data, *quiet, *lift], stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            port = int(server.stdout.readline().rpartition(":")[2])
            guests = enter(port, 1)
            before = resident(server.pid)
            for _ in range(IDLE // BATCH):
                guests += enter(port, BATCH)
            after = resident(server.pid)
            for guest in guests:
                guest.close()
            server.terminate()
    return (after - before) / IDLE


def enter(port: int, number: int) -> list[socket.socket]:
    """Return the lines of guests who have logged in."""
    lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(number)]
    sessions = [client_session() for _ in lines]
    for line, session in zip(lines, sessions, strict=True):
        line.sendall(session.send(Hello()))
    for line, session in zip(lines, sessions, strict=True):
        hear(line, session, Welcome)
        line.sendall(session.send(Login()))
    for line, session in zip(lines, sessions, strict=True):
        hear(line, session, LoggedIn)
    return lines


def hear(line: socket.socket, session: Any, kind: type[Struct]) -> None:
    """Read until a message of a kind has come."""
    while not isinstance(session.next_event(), kind):
        session.feed(line.recv(4096))


def resident(process: int) -> int:
    """Return the bytes of memory that a process has in use."""
    status = Path(f"/proc/{process}/status").read_text()
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1]) * 1024


# ---- fan-out


async def fan_out() -> float:
    """Return how many messages a processor second tells spectators, all of them reading."""
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    readers = multiprocessing.get_context("spawn").Process(
        target=read_all, args=(listener.socket.getsockname()[1],), daemon=True
    )
    readers.start()
    audience = Audience(lambda _: None)
    streams = [await listener.accept() for _ in range(SPECTATORS)]
    async with trio.open_nursery() as nursery:
        for stream in streams:
            audience.add(Connection(stream, nursery), PUBLIC)
        spare = EVENT_BYTES - len(Connection(streams[0], nursery).pack(said("a"))) + 1
        line = said("a" * spare)
        began = process_time()
        for _ in range(EVENTS):
            audience.publish(lambda _: line)
            await trio.lowlevel.checkpoint()
        took = process_time() - began
    for stream in streams:
        await stream.aclose()
    await listener.aclose()
    readers.join()
    return EVENTS * SPECTATORS / took


def said(text: str) -> ChatLine:
    """Return an event as long as its text makes it."""
    return ChatLine(table=1, user=1, name="Mira", text=text, at_ms=1)


def read_all(port: int) -> None:
    """Connect every spectator and read until all lines have ended."""
    with selectors.DefaultSelector() as selector:
        for _ in range(SPECTATORS):
            line = socket.create_connection(("127.0.0.1", port))
            line.setblocking(False)
            selector.register(line, selectors.EVENT_READ)
        while selector.get_map():
            for key, _ in selector.select():
                line = key.fileobj
                assert isinstance(line, socket.socket)
                if not line.recv(65536):
                    selector.unregister(line)
                    line.close()
