"""What the full screen costs, as far as no clock has to be trusted: bytes, memory, and what is imported."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from tests.support.capture import Capture, captured
from tests.support.commands import surroundings

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")

CLIENT = ["-m", "upcard_client", "--scene", "draw", "--freeze"]
SETTLED_S = 1.0
"""Whoever writes nothing for so long has written all that a key or the first picture brings with it."""
BETWEEN_TICKS_S = 0.5
"""A clock that runs writes nothing for so long after each second."""
IDLE_S = 2.0
KEY_BYTES = 16 * 1024
RESIDENT_BYTES = 60 * 1000 * 1000
PICTURE_RATIO = 3
"""What the first picture costs, as so many times the import of what draws; `scripts/bench` says how long it takes."""
IDLE_SHARE = 0.01
CLOCK_BYTES_A_SECOND = 300


def env(home: Path) -> dict[str, str]:
    return {**surroundings(home), "TERM": "xterm-256color", "COLORTERM": "truecolor"}


def resident(screen: Capture) -> int:
    """Return the bytes of memory that the client has in use."""
    status = Path(f"/proc/{screen.process.pid}/status").read_text()
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1]) * 1024


def worked(screen: Capture) -> float:
    """Return the seconds of processor time that the client has used."""
    fields = Path(f"/proc/{screen.process.pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cost_of_import() -> float:
    """Return the seconds of processor time of a program that does nothing but import what draws."""
    before = os.times()
    subprocess.run([sys.executable, "-c", "import textual.app"], check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


async def test_the_first_picture_is_there_soon(tmp_path: Path) -> None:
    took: list[float] = []
    for _ in range(3):
        imported = await trio.to_thread.run_sync(cost_of_import)
        async with captured([sys.executable, *CLIENT], env(tmp_path), columns=80, rows=24) as screen:
            await screen.until("YOUR TURN")
            took.append(worked(screen) / imported)
    assert min(took) < PICTURE_RATIO


async def test_a_clock_that_runs_writes_little(tmp_path: Path) -> None:
    running = [word for word in CLIENT if word != "--freeze"]
    async with captured([sys.executable, *running], env(tmp_path), columns=80, rows=24) as screen:
        await screen.until("YOUR TURN")
        await screen.settle(BETWEEN_TICKS_S)
        seconds = 3
        assert 0 < await screen.listen(seconds) < (seconds + 1) * CLOCK_BYTES_A_SECOND


async def test_a_scene_whose_clock_stands_still_writes_nothing_and_a_key_little(tmp_path: Path) -> None:
    async with captured([sys.executable, *CLIENT], env(tmp_path), columns=80, rows=24) as screen:
        await screen.until("YOUR TURN")
        await screen.settle(SETTLED_S)
        before = worked(screen)
        assert await screen.listen(IDLE_S) == 0
        # The system counts in hundredths: one of them may fall anywhere.
        assert worked(screen) - before <= IDLE_SHARE * IDLE_S + 0.01
        for key in ("\x1b[D", "d"):
            written = len(screen.written)
            await screen.type(key)
            await screen.until("\x1b")
            await screen.settle(SETTLED_S)
            assert len(screen.written) - written < KEY_BYTES
        assert resident(screen) < RESIDENT_BYTES


async def test_nothing_dear_is_imported_before_the_first_picture(tmp_path: Path) -> None:
    command = [sys.executable, "-X", "importtime", *CLIENT]
    async with captured(command, env(tmp_path), columns=80, rows=24) as screen:
        await screen.until("YOUR TURN")
        assert b"upcard_client.games.gin.table" in screen.written
        assert [name for name in (b"markdown_it", b"pygments", b"zeroconf") if name in screen.written] == []
