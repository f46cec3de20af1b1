"""The server's figures of play: durable actions a second with their answer times, and how long a restart takes.

An action counts when it is acknowledged, and it is acknowledged when it is on the disk. The server is pinned to one
core, the players are a process of their own on the others. boardgame.io 0.50.2, where node and it are installed,
plays a toy game of draw and discard the same way, in memory alone.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

import trio
from bench_connections import Measure
from bench_journal import fill
from bench_peers import NODE, PeerMissingError
from bench_rules import Figure
from bench_stalled import stalled

HERE: Final = Path(__file__).parent
SECONDS: Final = 4.0
ROUNDS: Final = 3
CROWDS: Final = ((1, 0, 0.0), (100, 0, 3.0), (100, 10, 0.0))
"""Tables, spectators at each, and how many times the peer's rate is to be reached; 0 where that is left open."""
RESTART_TABLES: Final = 1000
RESTART_ACTIONS: Final = 250
RESTART_S: Final = 5.0
RESTART_PROCESSOR_S: Final = 4.0
"""So much of the processor, and a machine that does nothing else is ready in `RESTART_S`."""

FLAGS: Final = (
    "--no-discovery",
    "--log-level=error",
    "--max-connections=10000",
    "--max-connections-per-address=10000",
    "--newcomers-per-minute=1000000",
    "--changes-per-second=1000000",
    "--frames-per-second=1000000",
    "--bytes-per-second=100000000",
)


def action_figures(rounds: int) -> Iterator[Figure | Measure]:
    """Measure all of them."""
    for tables, spectators, to_reach in CROWDS:
        yield _durable(tables, spectators, to_reach, min(rounds, ROUNDS))
    yield from restart()
    yield stalled()


def _durable(tables: int, spectators: int, to_reach: float, rounds: int) -> Figure:
    """Measure acknowledged actions a second, and the peer's in turn with ours."""
    ours: list[dict[str, float]] = []
    theirs: list[dict[str, float]] = []
    peer = "boardgame.io in memory"
    for _ in range(rounds):
        ours.append(_play(tables, spectators))
        try:
            theirs.append(_peer(tables, spectators))
        except PeerMissingError as error:
            peer = "peer missing"
            print(f"bench: {error}", file=sys.stderr)
    times = f"p50 {median(f['p50_ms'] for f in ours):.1f} ms, p99 {median(f['p99_ms'] for f in ours):.1f} ms"
    pairs = list(zip(ours, theirs, strict=True)) if len(theirs) == len(ours) else []
    return Figure(
        figure="durable",
        unit=f"actions/s, {tables} tables, {spectators} spectators each",
        ours=round(median(found["rate"] for found in ours), 1),
        peer=peer,
        theirs=round(median(other["rate"] for _, other in pairs), 1) if pairs else None,
        ratio=round(median(mine["rate"] / other["rate"] for mine, other in pairs), 2) if pairs else None,
        to_reach=to_reach,
        note=times,
    )


def _play(tables: int, spectators: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as data, listening(Path(data)) as port:
        command = [sys.executable, str(HERE / "bench_players.py"), str(port), str(tables), str(spectators)]
        return _on_other_cores([*command, str(SECONDS)])


def _on_other_cores(command: list[str], where: Path | None = None) -> dict[str, float]:
    """Run a process beside the one that is measured, and return the JSON that it prints."""
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=where, preexec_fn=_leave_the_core)
    return json.loads(done.stdout)


def _leave_the_core() -> None:
    """Move to the cores that the measured process is not pinned to, where there are any."""
    if sys.platform == "linux":
        mine = os.sched_getaffinity(0)
        os.sched_setaffinity(0, set(range(os.cpu_count() or 1)) - mine or mine)


@contextmanager
def listening(data: Path) -> Generator[int]:
    """Run a server on a data directory while the block runs, and give its port."""
    command = [str(Path(sys.executable).with_name("upcard-server")), "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen([*command, "--data", str(data), *FLAGS], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield int(server.stdout.readline().rpartition(":")[2])
        server.kill()


def _peer(tables: int, spectators: int) -> dict[str, float]:
    """Measure boardgame.io.

    Raises:
        PeerMissingError: if it is not installed, or does not run.
    """
    node = shutil.which("node")
    if node is None or not (NODE / "node_modules" / "boardgame.io").exists():
        raise PeerMissingError("boardgame.io is not here: install node and run scripts/bench --peers once")
    script = str(shutil.copy(HERE / "bench_boardgame.js", NODE))
    with subprocess.Popen([node, script, "server"], stdout=subprocess.PIPE, text=True, cwd=NODE) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        try:
            if not line.startswith("listening "):
                raise PeerMissingError("boardgame.io does not start")
            crowd = [line.split()[1], str(tables), str(spectators), str(SECONDS)]
            return _on_other_cores([node, script, "players", *crowd], NODE)
        except subprocess.CalledProcessError as error:
            raise PeerMissingError(f"the players of boardgame.io ended with {error.returncode}") from error
        finally:
            server.kill()


def restart() -> Iterator[Measure]:
    """Measure a start with a thousand matches in play: to the first line, and what it costs the processor in all."""
    with tempfile.TemporaryDirectory() as data:
        rows = trio.run(fill, Path(data), RESTART_TABLES, RESTART_ACTIONS)
        took: list[float] = []
        cost: list[float] = []
        for _ in range(ROUNDS):
            began, spent = perf_counter(), _children_s()
            with listening(Path(data)):
                took.append(perf_counter() - began)
            cost.append(_children_s() - spent)
    note = f"{RESTART_TABLES:,} tables of {RESTART_ACTIONS} actions, {rows:,} rows"
    yield Measure("restart", "ms to listening", median(took) * 1000, RESTART_S * 1000, True, note)
    yield Measure("restart", "ms of processor", median(cost) * 1000, RESTART_PROCESSOR_S * 1000, True, note)


def _children_s() -> float:
    """Return the processor time of all processes that were started and have ended, seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
