"""The figures in `docs/torture.md`: written by the long runs themselves, with the date and the machine.

    python -m tests.support.torture_page storm --help
    python -m tests.support.torture_page fuzz --help

`scripts/torture` calls it.
"""

import argparse
import os
import platform
import re
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import trio

from tests.support.raid import Found, check, raid
from tests.support.stormy import FaultError
from tests.support.torture import Figures, Storm, blow

PAGE: Final = Path(__file__).parents[2] / "docs" / "torture.md"


def machine() -> str:
    """Say when and on what this runs."""
    today = datetime.now(UTC).date().isoformat()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{today}, {platform.system()} {platform.machine()}, {cores} cores, Python {platform.python_version()}"


def of_storm(figures: Figures) -> str:
    """Return the rows of a storm."""
    weather = ", ".join(f"{count:,} {what}" for what, count in figures.happened.items())
    return _table(
        ("when and where", machine()),
        ("tables, clients", f"{figures.tables}, {figures.clients}"),
        ("kills of the server", f"{figures.kills}, in {figures.seconds:.0f} s"),
        ("acts acknowledged", f"{figures.acts:,}; missing 0, doubled 0, otherwise than acknowledged 0"),
        ("events, rows of the journal", f"{figures.events:,}, {figures.rows:,}"),
        (
            "from a kill to listening again",
            f"median {figures.restart_ms} ms, slowest {figures.slowest_restart_ms} ms",
        ),
        ("clients whose view is not what a fresh replay gives", "0"),
        ("what the clients went through", weather),
    )


def of_raid(found: Found) -> str:
    """Return the rows of a raid."""
    codes = ", ".join(f"{count:,} {code}" for code, count in found.codes.items())
    first, last = found.memory_kib
    return _table(
        ("when and where", machine()),
        ("frames, connections", f"{found.frames:,}, {found.connections:,}, in {found.seconds:.0f} s"),
        ("errors told, all of them defined", codes),
        ("acts of theirs that the rules allowed", f"{found.acts:,}"),
        ("keys of their own making, no two the same", f"{found.keys:,}"),
        ("the dearest frame", f"{found.worst_ms} ms and {found.worst_bytes:,} bytes to take apart"),
        ("memory of the process after a fifth, and at the end", f"{first:,} KiB, {last:,} KiB"),
        ("acts of the honest players meanwhile, none refused", f"{found.honest_acts:,}"),
    )


def _table(*rows: tuple[str, str]) -> str:
    lines = (f"| {what} | {value} |" for what, value in rows)
    return "\n".join(("| | |", "|---|---|", *lines))


def write(name: str, block: str) -> None:
    """Put a block of figures in the place of the last one of that name."""
    mark = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(mark.sub(lambda found: found[1] + block + "\n" + found[2], page), encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Run what the command line says; return 0, or 1 when a fault was found."""
    parser = argparse.ArgumentParser(prog="torture", description="Prove under load that the server keeps its word.")
    parser.add_argument("--write", action="store_true", help="write the figures into docs/torture.md")
    commands = parser.add_subparsers(dest="what", required=True)
    storm = commands.add_parser("storm", help="kill the server again and again while clients play")
    default = Storm()
    storm.add_argument("--tables", type=int, default=default.tables, help="(default: %(default)s)")
    storm.add_argument("--spectators", type=int, default=default.spectators, help="(default: %(default)s)")
    storm.add_argument("--kills", type=int, default=default.kills, help="(default: %(default)s)")
    storm.add_argument("--seed", type=int, default=default.seed, help="of what is drawn at random (default: 1)")
    fuzz = commands.add_parser("fuzz", help="send it what no client would send")
    fuzz.add_argument("--frames", type=int, default=1_000_000, help="(default: %(default)s)")
    fuzz.add_argument("--seed", type=int, default=1, help="of what is drawn at random (default: 1)")
    given = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory(prefix="upcard-torture-") as home:
            if given.what == "fuzz":
                found = trio.run(raid, Path(home), given.frames, given.seed)
                check(found)
                block = of_raid(found)
            else:
                asked = Storm(tables=given.tables, spectators=given.spectators, kills=given.kills, seed=given.seed)
                block = of_storm(trio.run(blow, Path(home), asked))
    except FaultError as fault:
        print(f"torture: {fault}", file=sys.stderr)
        return 1
    print(block)
    if given.write:
        write(given.what, block)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
