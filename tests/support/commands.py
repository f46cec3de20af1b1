"""The real commands as processes, each with directories of its own."""

import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

import trio
from msgspec import Struct

BIN: Final = Path(sys.executable).parent
"""Where the commands of this environment are."""

LIMIT_S: Final = 120.0
"""A command that takes longer has hung: a busy machine may need ten times what another does."""


class Ended(Struct, frozen=True):
    """What a command left behind."""

    code: int
    out: str
    err: str


def surroundings(home: Path) -> dict[str, str]:
    """Return an environment in which nothing of the person who runs the tests is seen or changed."""
    theirs = ("UPCARD", "XDG_", "COLUMNS", "LINES", "LC_", "LANGUAGE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(theirs)}
    places = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("DATA", "CONFIG", "STATE", "CACHE")}
    return {**kept, **places, "HOME": str(home), "TERM": "dumb", "LANG": "C.UTF-8"}


async def command(
    home: Path, name: str, *args: str, stdin: str = "", extra: Mapping[str, str] | None = None
) -> Ended:
    """Run a command to its end.

    Args:
        home: the directory that it takes for its home.
        name: `upcard` or `upcard-server`.
        args: its arguments.
        stdin: what is typed.
        extra: more environment.
    """
    with trio.fail_after(LIMIT_S):
        done = await trio.run_process(
            [str(BIN / name), *args],
            stdin=stdin.encode(),
            capture_stdout=True,
            capture_stderr=True,
            check=False,
            env={**surroundings(home), **(extra or {})},
        )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


@asynccontextmanager
async def server(home: Path, *args: str) -> AsyncGenerator[str]:
    """Run a server while the block runs, and give its address on loopback."""
    line = [str(BIN / "upcard-server"), "--host", "127.0.0.1", "--port", "0", "--no-discovery"]
    data = ["--data", str(home / "server")]
    with trio.fail_after(LIMIT_S):
        async with trio.open_nursery() as nursery:
            run = partial(
                trio.run_process,
                [*line, *data, *args],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                check=False,
                env=surroundings(home),
            )
            process: trio.Process = await nursery.start(run)
            assert process.stdout is not None
            yield await first_words(process.stdout, b"listening on ")
            process.terminate()


async def first_words(stream: trio.abc.ReceiveStream, before: bytes) -> str:
    """Return the rest of the first line, which begins with `before`."""
    said = b""
    while b"\n" not in said:
        more = await stream.receive_some()
        assert more, f"it ended after {said!r}"
        said += more
    line, _, _ = said.partition(b"\n")
    assert line.startswith(before)
    return line.removeprefix(before).decode()


def one_line(ended: Ended) -> str:
    """Return the one line that a failed command said on stderr, and see that it is one and no traceback."""
    assert ended.code == 1, ended
    lines = ended.err.strip().splitlines()
    assert len(lines) == 1, ended
    assert "Traceback" not in ended.err
    return lines[0]
