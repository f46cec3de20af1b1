"""A line between client and server that loses frames, doubles them, lets them overtake each other, and breaks."""

from collections import Counter
from random import Random
from typing import Final

import trio
from msgspec import Struct

from upcard_protocol.wire.framing import HEADER_BYTES

CHUNK: Final = 64 * 1024
"""Read at once, in bytes."""

WHOLE: Final = b"\xa1t\xadsnapshot_part", b"\xa1t\xa8snapshot"
"""Frames that are left alone: a snapshot is one answer in many frames, with no number that tells of a missing one."""


class Weather(Struct, frozen=True):
    """How likely it is that something happens to a frame."""

    drop: float = 0.01
    double: float = 0.02
    overtake: float = 0.02
    """Held back until the next frame is through."""
    cut: float = 0.002
    """The line breaks there."""


class Shim(trio.abc.Stream):
    """A client's end of a line; fair weather until `weather` is set.

    Attributes:
        weather: what happens to frames from now on, both ways.
        happened: how often each of it did.
    """

    def __init__(self, stream: trio.abc.Stream, rng: Random, happened: Counter[str]) -> None:
        """Stand between a client and a stream."""
        self.weather: Weather | None = None
        self.happened = happened
        self._stream = stream
        self._rng = rng
        self._unread = bytearray()
        self._held_out = b""
        self._held_in = b""

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send frames, or what becomes of them."""
        out = b""
        for frame in _frames(bytearray(data)):
            sent, self._held_out = self._pass(frame, self._held_out)
            out += sent
        if out:
            await self._stream.send_all(out)

    async def receive_some(self, max_bytes: int | None = CHUNK) -> bytes:
        """Return what becomes of the frames that come next, however many; nothing at the end of the line."""
        arrived = b""
        while not arrived:
            data = await self._stream.receive_some(max_bytes)
            if not data:
                return b""
            self._unread += data
            for frame in _frames(self._unread):
                passed, self._held_in = self._pass(frame, self._held_in)
                arrived += passed
        return arrived

    def _pass(self, frame: bytes, held: bytes) -> tuple[bytes, bytes]:
        """Return what goes through now, and what is held back."""
        weather = self.weather
        if weather is None or any(tag in frame[:32] for tag in WHOLE):
            return frame + held, b""
        fate = self._rng.random()
        if (fate := fate - weather.cut) < 0:
            self.happened["cut"] += 1
            raise trio.BrokenResourceError("the line breaks")
        if (fate := fate - weather.drop) < 0:
            self.happened["dropped"] += 1
            return held, b""
        if (fate := fate - weather.double) < 0:
            self.happened["doubled"] += 1
            return frame + frame + held, b""
        if fate - weather.overtake < 0 and not held:
            self.happened["overtaken"] += 1
            return b"", frame
        return frame + held, b""

    async def wait_send_all_might_not_block(self) -> None:
        """Wait until the line takes more."""
        await self._stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        """Close the line."""
        await self._stream.aclose()


def _frames(data: bytearray) -> list[bytes]:
    """Take the whole frames off the front of some bytes."""
    found: list[bytes] = []
    while len(data) >= HEADER_BYTES:
        end = HEADER_BYTES + int.from_bytes(data[:HEADER_BYTES], "big")
        if len(data) < end:
            break
        found.append(bytes(data[:end]))
        del data[:end]
    return found
