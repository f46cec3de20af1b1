"""The commands of `upcard-server` beside serving: look a data directory over, export a table, speak to a server."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from upcard_server.config import CommandLine, Config
from upcard_server.control import ControlError, ask
from upcard_server.export import ExportError, export
from upcard_server.inspection import inspect
from upcard_server.journal import DataDirError, Ledger, reading
from upcard_server.orders import ASKING

Command = Callable[[Sequence[str]], int]


def run(argv: Sequence[str]) -> int | None:
    """Run the command that a command line begins with; None if it asks for a server.

    Returns:
        the exit code: 0 done, 1 it failed, said in one line on stderr; wrong arguments end the program with 2.
    """
    command = COMMANDS.get(argv[0]) if argv else None
    if command is None:
        return None
    try:
        return command(argv[1:])
    except (DataDirError, ExportError, ControlError) as error:
        sys.stderr.write(f"upcard-server: {error}\n")
    except OSError as error:
        sys.stderr.write(f"upcard-server: {error.strerror or error}.\n")
    return 1


def _check(argv: Sequence[str]) -> int:
    parser = CommandLine(prog="upcard-server check", description="Verify a data directory; a server may be using it.")
    parser.add_argument("dir", type=Path, metavar="DIR", help="the data directory")
    sound = True
    for finding in inspect(parser.parse_args(argv).dir):
        print(finding.text)
        sound = sound and finding.sound
    print("All is as it was written." if sound else "Not everything is as it was written.")
    return 0 if sound else 1


def _export(argv: Sequence[str]) -> int:
    parser = CommandLine(
        prog="upcard-server export", description="Write a table as .upcard text; a server may be using the directory."
    )
    parser.add_argument("dir", type=Path, metavar="DIR", help="the data directory")
    parser.add_argument("table", metavar="TABLE", help="the table's number")
    parser.add_argument("--match", type=int, metavar="N", help="which of its matches (default: the last)")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write there (default: standard output)")
    given = parser.parse_args(argv)
    with reading(given.dir) as connection:
        stored = Ledger(connection).read(given.table)
    if stored is None:
        raise ExportError(f"There is no table {given.table} in {given.dir}.")
    text = export(stored, given.match)
    if given.output is None:
        sys.stdout.write(text)
    else:
        given.output.write_text(text, encoding="utf-8")
    return 0


def _ctl(argv: Sequence[str]) -> int:
    parser = CommandLine(prog="upcard-server ctl", description="Tell a running server of this machine what to do.")
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        default=Config().data,
        help="the server's data directory (default: %(default)s)",
    )
    orders = parser.add_subparsers(dest="order", metavar="ORDER", required=True, parser_class=CommandLine)
    for asking in ASKING:
        order = orders.add_parser(asking.word, help=asking.sentence, description=asking.sentence)
        # Many write it last. Where it is left out there, what stands before the order holds.
        order.add_argument("--data", type=Path, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        if asking.field:
            order.add_argument(
                asking.field,
                type=asking.kind,
                metavar=asking.field.upper(),
                nargs="+" if asking.rest else None if asking.default is None else "?",
                default=asking.default,
            )
    given = vars(parser.parse_args(argv))
    data, word = given.pop("data"), given.pop("order")
    (asking,) = (each for each in ASKING if each.word == word)
    if asking.rest:
        given[asking.field] = " ".join(given[asking.field])
    reply = ask(data, asking.order(**given))
    for line in reply.lines:
        print(line, file=sys.stdout if reply.done else sys.stderr)
    return 0 if reply.done else 1


COMMANDS: Final[dict[str, Command]] = {"check": _check, "export": _export, "ctl": _ctl}
