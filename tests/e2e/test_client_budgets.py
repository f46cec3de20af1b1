"""What the full screen costs, as far as no clock has to be trusted: bytes, memory, and what is imported."""

import sys
from pathlib import Path

import pytest

from tests.support.capture import Capture, captured
from tests.support.commands import surroundings

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")

CLIENT = ["-m", "upcard_client", "--scene", "draw", "--freeze"]
SETTLED_S = 1.0
"""Whatever the first picture brings with it is written by then."""
KEY_BYTES = 16 * 1024
RESIDENT_BYTES = 60 * 1000 * 1000


def env(home: Path) -> dict[str, str]:
    return {**surroundings(home), "TERM": "xterm-256color", "COLORTERM": "truecolor"}


def resident(screen: Capture) -> int:
    """Return the bytes of memory that the client has in use."""
    status = Path(f"/proc/{screen.process.pid}/status").read_text()
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1]) * 1024


async def test_a_scene_whose_clock_stands_still_writes_nothing_and_a_key_little(tmp_path: Path) -> None:
    async with captured([sys.executable, *CLIENT], env(tmp_path), columns=80, rows=24) as screen:
        await screen.until("YOUR TURN")
        await screen.listen(SETTLED_S)
        assert await screen.listen(2 * SETTLED_S) == 0
        for key in ("\x1b[D", "d"):
            await screen.type(key)
            assert 0 < await screen.listen(SETTLED_S) < KEY_BYTES
        assert resident(screen) < RESIDENT_BYTES


async def test_nothing_dear_is_imported_before_the_first_picture(tmp_path: Path) -> None:
    command = [sys.executable, "-X", "importtime", *CLIENT]
    async with captured(command, env(tmp_path), columns=80, rows=24) as screen:
        await screen.until("YOUR TURN")
        assert b"upcard_client.games.gin.table" in screen.written
        assert [name for name in (b"markdown_it", b"pygments", b"zeroconf") if name in screen.written] == []
