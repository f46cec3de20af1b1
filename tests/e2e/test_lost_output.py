"""The commands where their output is closed, full, or read by nobody: a sentence or silence, never a traceback."""

import signal
import subprocess
from functools import partial
from pathlib import Path

import pytest
import trio

from tests.support.commands import BIN, LIMIT_S, Ended, command, server, surroundings

FULL = Path("/dev/full")

needs_a_full_device = pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")


async def shell(home: Path, line: str, stdin: str = "") -> Ended:
    """Run a line of shell; `upcard` and `upcard-server` in it are this environment's."""
    return await command(home, "/bin/sh", "-c", f'PATH="{BIN}:$PATH"; {line}', stdin=stdin)


async def test_the_plain_client_ends_quietly_when_its_reader_leaves(tmp_path: Path) -> None:
    async with server(tmp_path) as address:
        ended = await shell(tmp_path, f"upcard play {address} --plain --name Mira | head -n 1", "help\n" * 200)
    assert ended.out == f"Connected to {ended.out.split()[2]} as Mira. Type help for the commands.\n"
    assert ended.err == ""


@needs_a_full_device
@pytest.mark.parametrize(
    "what", ["play ADDRESS --plain --name Mira", "tables ADDRESS", "tables ADDRESS --json", "--version"]
)
async def test_an_output_that_is_full_is_one_line_and_code_1(tmp_path: Path, what: str) -> None:
    async with server(tmp_path) as address:
        ended = await shell(tmp_path, f"upcard {what.replace('ADDRESS', address)} > /dev/full", "quit\n")
    assert ended.code == 1
    assert ended.err == "upcard: The output cannot be written: no space left on device.\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
async def test_a_closed_stream_is_as_good_as_an_empty_one(tmp_path: Path, closed: str) -> None:
    async with server(tmp_path) as address:
        ended = await shell(tmp_path, f"upcard play {address} --plain --name Mira {closed}", "quit\n")
    assert (ended.code, ended.err) == (0, "")


@needs_a_full_device
async def test_a_server_runs_also_where_its_first_words_can_not_be_written(tmp_path: Path) -> None:
    args = f"--host 127.0.0.1 --port 0 --no-discovery --data {tmp_path}/server"
    with trio.fail_after(LIMIT_S):
        async with trio.open_nursery() as nursery:
            run = partial(
                trio.run_process,
                ["/bin/sh", "-c", f"exec {BIN}/upcard-server {args} > {FULL}"],
                stderr=subprocess.PIPE,
                check=False,
                env=surroundings(tmp_path),
            )
            process: trio.Process = await nursery.start(run)
            assert process.stderr is not None
            said = await process.stderr.receive_some()
            process.send_signal(signal.SIGTERM)
            async for more in process.stderr:
                said += more
    assert process.returncode == 0
    assert b"is not announced on standard output: No space left on device" in said
    assert b"Traceback" not in said
