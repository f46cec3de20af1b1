"""What one reader that stalls costs a thousand who read: the time from telling an event to its being read.

The real `Audience` and `Connection` over loopback TCP; the readers are another process. The one that stalls is told
things until the system takes no more of them and its outbox is past the bound at which a spectator is passed over.
Rounds without it and with it take turns.
"""

import multiprocessing
import os
import selectors
import socket
import sys
from multiprocessing.connection import Connection as Pipe
from statistics import median
from time import monotonic_ns
from typing import Final

import msgspec
import trio
from bench_connections import SPECTATORS, Measure, said

from upcard_protocol.rules.game import PUBLIC
from upcard_protocol.wire.framing import HEADER_BYTES
from upcard_server.audience import SPECTATOR_BYTES, Audience
from upcard_server.connection import Connection

EVENTS: Final = 100
PACE_S: Final = 0.02
PAIRS: Final = 5
AT_MOST: Final = 1.2
TEXT: Final = "a" * 200


def stalled() -> Measure:
    """Measure five pairs of rounds."""
    pairs = trio.run(_pairs)
    without, beside = (median(times) for times in zip(*pairs, strict=True))
    ratio = median(with_it / alone for alone, with_it in pairs)
    note = f"p99 {without:.1f} ms alone, {beside:.1f} ms beside one that stalls"
    return Measure("stalled", f"times the p99 of {SPECTATORS:,} spectators", round(ratio, 2), AT_MOST, True, note)


async def _pairs() -> list[tuple[float, float]]:
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port: int = listener.socket.getsockname()[1]
    pipe, theirs = multiprocessing.Pipe()
    readers = multiprocessing.get_context("spawn").Process(target=read, args=(port, theirs), daemon=True)
    readers.start()
    streams = [await listener.accept() for _ in range(SPECTATORS)]
    pairs: list[tuple[float, float]] = []
    async with trio.open_nursery() as nursery:
        audience = Audience(lambda _: None)
        for stream in streams:
            audience.add(Connection(stream, nursery), PUBLIC)
        filling = Connection(streams[0], nursery).pack(said(TEXT))
        for _ in range(PAIRS):
            alone = await _round(audience, pipe)
            with socket.create_connection(("127.0.0.1", port)):
                silent = Connection(await listener.accept(), nursery)
                while silent.unread <= SPECTATOR_BYTES:
                    silent.send_packed(filling)
                audience.add(silent, PUBLIC)
                pairs.append((alone, await _round(audience, pipe)))
                audience.remove(silent)
        nursery.cancel_scope.cancel()
    readers.terminate()
    return pairs


async def _round(audience: Audience, pipe: Pipe) -> float:
    """Tell events at an even pace, and return the 99th percentile of their ways in milliseconds."""
    for _ in range(EVENTS):
        told = said(TEXT)
        line = msgspec.structs.replace(told, at_ms=monotonic_ns() // 1000)
        audience.publish(lambda _, line=line: line)
        await trio.sleep(PACE_S)
    return await trio.to_thread.run_sync(pipe.recv)


def read(port: int, pipe: Pipe) -> None:
    """Read for every spectator, and after each round tell the 99th percentile of what the events took."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
    unread: dict[socket.socket, bytearray] = {}
    took: list[float] = []
    with selectors.DefaultSelector() as selector:
        for _ in range(SPECTATORS):
            line = socket.create_connection(("127.0.0.1", port))
            unread[line] = bytearray()
            selector.register(line, selectors.EVENT_READ, line)
        while True:
            for key, _ in selector.select():
                line = key.data
                took += _read(line, unread[line])
            if len(took) >= EVENTS * SPECTATORS:
                pipe.send(sorted(took)[len(took) * 99 // 100])
                took.clear()


def _read(line: socket.socket, unread: bytearray) -> list[float]:
    """Return how many milliseconds the events took that are here now."""
    unread += line.recv(1 << 16)
    now = monotonic_ns() // 1000
    found: list[float] = []
    while len(unread) >= HEADER_BYTES:
        end = HEADER_BYTES + int.from_bytes(unread[:HEADER_BYTES], "big")
        if end > len(unread):
            break
        found.append((now - msgspec.msgpack.decode(unread[HEADER_BYTES:end])["at_ms"]) / 1000)
        del unread[:end]
    return found
