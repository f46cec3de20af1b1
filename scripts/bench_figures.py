"""Print the figures to reach, measured here and now, each as a ratio to a peer measured in the same run.

Everything is pinned to one core where the system can do that. Absolute rates drift with the machine; the ratios
are what to quote. Without a peer the line says `peer missing` and gives the absolute figure.
"""

import argparse
import os
import sys
from contextlib import ExitStack
from itertools import chain

import msgspec
from bench_actions import action_figures
from bench_client import client_figures
from bench_connections import Measure, measures
from bench_games import game_figures
from bench_peers import OPEN_SPIEL, Peer, PeerMissingError, install
from bench_rules import Figure, WrongResultError, figures

MEASURED = (game_figures, measures, action_figures)

SMALL = 10
"""A figure below this is printed with two digits behind the point."""


def pin_to_one_core() -> None:
    """Keep this process and those it starts on one core, where the system can."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def line(figure: Figure) -> str:
    """Return a figure as one line for people."""
    what = f"{figure.figure:<13} {figure.ours:>12,.0f} {figure.unit}"
    if figure.ratio is None or figure.theirs is None:
        beside = figure.peer + (f" (to reach: {figure.to_reach:g} times)" if figure.to_reach else "")
    else:
        beside = f"{figure.ratio:.2f} x {figure.peer} at {figure.theirs:,.0f}"
        if figure.to_reach:
            reached = "reached" if figure.ratio >= figure.to_reach else "NOT REACHED"
            beside += f"; to reach {figure.to_reach:g}: {reached}"
    return f"{what:<58} {beside}{'; ' if figure.note else ''}{figure.note}"


def plain_line(measure: Measure) -> str:
    """Return a figure without a peer as one line for people."""
    digits = 2 if measure.ours < SMALL else 0
    what = f"{measure.figure:<13} {measure.ours:>12,.{digits}f} {measure.unit}"
    bound = f"to reach {'at most ' if measure.at_most else ''}{measure.to_reach:,g}"
    return f"{what:<58} {bound}: {'reached' if measure.reached else 'NOT REACHED'}; {measure.note}"


def main() -> int:
    """Measure and print; return 0, or 1 if something could not be measured."""
    parser = argparse.ArgumentParser(prog="bench", description="Measure Upcard against its peers.")
    parser.add_argument("--peers", action="store_true", help="install the peers into .venv-peers first")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument("--rounds", type=int, default=7, help="interleaved rounds of each figure (default 7)")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("at least one round is needed")
    with ExitStack() as stack:
        peer = None
        try:
            if options.peers:
                install()
            pin_to_one_core()
            peer = stack.enter_context(Peer(OPEN_SPIEL))
        except PeerMissingError as error:
            print(f"bench: {error}", file=sys.stderr)
        try:
            for figure in figures(peer, options.rounds):
                print(msgspec.json.encode(figure).decode() if options.json else line(figure), flush=True)
            for found in chain(
                game_figures(options.rounds),
                measures(options.rounds),
                action_figures(options.rounds),
                client_figures(),
            ):
                words = line(found) if isinstance(found, Figure) else plain_line(found)
                print(msgspec.json.encode(found).decode() if options.json else words, flush=True)
        except (WrongResultError, PeerMissingError) as error:
            print(f"bench: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
