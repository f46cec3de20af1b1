"""A command in a pseudo-terminal that nobody interprets: every byte it writes is kept, and judged."""

import fcntl
import os
import re
import struct
import termios
from codecs import getincrementaldecoder
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Final
from unicodedata import category

import trio

LIMIT_S: Final = 30.0
"""What one waits for comes within this time, or it is not coming."""

_ORDERS: Final = re.compile(
    r"\x1b\[[?>=]?[\d;:]*[mHJKABCDhlcunqt]"  # colours, the cursor, clearing, modes, questions
    r"|\x1b\[\?\d+(?:;\d+)?\$p"  # is a mode known?
    r"|\x1b\]11;\?\x1b\\"  # which ground?
    r"|\x1b\]22;[a-z-]*\x07"  # the shape of the pointer
    r"|\x1b\]2;(?:● Your turn – )?(?:Upcard|Gin rummy|Rummy)\x07"  # what the window is called
)
"""What the client itself tells a terminal."""


class Capture:
    """A command and what it has written. Made by `captured`.

    Attributes:
        written: every byte so far.
        process: the command's.
    """

    def __init__(self, line: trio.lowlevel.FdStream, process: trio.Process) -> None:
        """Watch a terminal's other end."""
        self.written = b""
        self.process = process
        self._line = line
        self._heard = 0

    @property
    def text(self) -> str:
        """Everything so far as text; the last sign may not be whole yet, and is left out then.

        Raises:
            UnicodeDecodeError: if it is no UTF-8.
        """
        return getincrementaldecoder("utf-8")("strict").decode(self.written)

    async def until(self, *tags: str) -> None:
        """Read until every tag was written after what was waited for last.

        Raises:
            AssertionError: if one does not come.
        """
        missing = [tag.encode() for tag in tags]
        since = self._heard
        with trio.move_on_after(LIMIT_S):
            while missing := [tag for tag in missing if tag not in self.written[since:]]:
                more = await self._line.receive_some()
                assert more, f"it ended before it wrote {missing}"
                self.written += more
        assert not missing, f"{missing} did not come after {self.written[since:][-1500:]!r}"
        self._heard = len(self.written)

    async def listen(self, seconds: float) -> int:
        """Return how many bytes are written in some time."""
        before = len(self.written)
        with trio.move_on_after(seconds):
            while more := await self._line.receive_some():
                self.written += more
        self._heard = len(self.written)
        return self._heard - before

    async def settle(self, seconds: float) -> None:
        """Wait until nothing is written for some time.

        Raises:
            AssertionError: if there is no end of it.
        """
        quiet = False
        with trio.move_on_after(LIMIT_S):
            while not quiet:
                quiet = await self.listen(seconds) == 0
        assert quiet, f"it goes on: {self.written[-500:]!r}"

    async def type(self, keys: str | bytes) -> None:
        """Press keys, or send what no key sends."""
        await self._line.send_all(keys.encode() if isinstance(keys, str) else keys)

    async def hang_up(self) -> int:
        """Take the terminal away, and return the code with which the command ends.

        Raises:
            trio.TooSlowError: if it does not end.
        """
        await self._line.aclose()
        with trio.fail_after(LIMIT_S):
            return await self.process.wait()


@asynccontextmanager
async def captured(
    command: Sequence[str], env: Mapping[str, str], *, columns: int = 120, rows: int = 40
) -> AsyncGenerator[Capture]:
    """Run a command in a terminal of its own while the block runs."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    try:
        process = await trio.lowlevel.open_process(
            list(command), stdin=theirs, stdout=theirs, stderr=theirs, env=dict(env), start_new_session=True
        )
    finally:
        os.close(theirs)
    async with trio.lowlevel.FdStream(ours) as line:
        try:
            yield Capture(line, process)
        finally:
            with trio.CancelScope(shield=True):
                process.kill()
                await process.wait()


def steering(written: bytes) -> list[str]:
    """Return whatever in an output could steer a terminal and is not of the client's own making.

    The last sequence may not be whole yet.

    Raises:
        UnicodeDecodeError: if it is no UTF-8.
    """
    text = getincrementaldecoder("utf-8")("strict").decode(written)
    rest = _ORDERS.sub("", text)
    rest = re.sub(r"\x1b(?:\[[?>=]?[\d;:]*)?\Z", "", rest)
    return [
        f"{char!r} in {rest[max(place - 20, 0) : place + 20]!r}"
        for place, char in enumerate(rest)
        if char not in "\r\n" and category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    ]


def tagged(tag: str, poisons: Iterable[str]) -> list[str]:
    """Return texts that each begin with a tag of their own and go on with what steers a terminal."""
    return [f"{tag}{place}{poison}" for place, poison in enumerate(poisons)]
