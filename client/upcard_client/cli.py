"""The command line of `upcard`, as one frozen value."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NoReturn

from msgspec import Struct

from upcard_client.failures import WRONG_ARGUMENTS
from upcard_client.games.fronts import FRONTS
from upcard_client.locale import LANGUAGES, mark, tr
from upcard_client.network.addresses import LOOPBACK, Address, AddressError, parse_address
from upcard_client.network.linkwords import say
from upcard_client.words import usage
from upcard_client.words.phrases import capital, either, sentence
from upcard_protocol.wire.clean import check_name
from upcard_protocol.wire.errors import ProtocolError

CommandName = Literal["connect", "play", "watch", "tables", "solo", "verify", "replay", "web"]

PALETTE_NAMES = ("felt", "paper", "dark", "light", "mono")
"""What `--palette` takes; the palettes themselves are dear to import."""
LONGEST_PACE_MS = 10_000
LONGEST_NUMBER = 100
"""Digits that are read."""
WEB_PORT = 7378
"""Where `upcard web` hands out its page, if nobody says otherwise."""


COMMANDS = mark(
    {
        "play": "go to a server and play",
        "watch": "watch a table as a guest",
        "tables": "list the tables of a server, or of all servers on this network",
        "solo": "play the computer, with a server of your own",
        "verify": "check the shuffle of a finished match, and that nothing of its record was changed",
        "replay": "step through a finished match with every hand open",
        "web": "play in a browser (needs the extra upcard[web])",
    }
)
"""What each command is for."""


class Invocation(Struct, frozen=True, kw_only=True):
    """What the program was asked to do.

    Attributes:
        command: `connect` is the connect screen.
        address: where the server is; None is the last one, or this machine.
        table: the table to watch, by number or name; empty is any.
        json: print tables as JSON.
        bots: `solo --watch`: two bots play.
        pace_ms: how long the computer waits before it acts, milliseconds.
        game: what is played alone, by the game's name; empty for the usual one, or the one that was left.
        players: how many play there, the computer's players counted; 0 is the usual number.
        plain: the line-by-line client.
        name: the name asked for, or None.
        palette: the palette asked for, or None.
        ascii: nothing beyond ASCII is drawn.
        lang: the language asked for, or None.
        password_file: a file whose first line is the server's password.
        trust: the fingerprint that the server's certificate has from now on.
        host: where the page of `web` is handed out.
        port: the TCP port of that.
        file: the match to verify, or to play again.
        scene: a fixed state to show, for developers.
        freeze: the scene's clock stands still.
        seed: alone, the decks are the same in every run with this number, and nothing is kept; for developers.
    """

    command: CommandName = "connect"
    address: Address | None = None
    table: str = ""
    json: bool = False
    bots: bool = False
    pace_ms: int = 700
    game: str = ""
    players: int = 0
    plain: bool = False
    name: str | None = None
    palette: str | None = None
    ascii: bool = False
    lang: str | None = None
    password_file: Path | None = None
    trust: str | None = None
    file: Path | None = None
    host: str = LOOPBACK
    port: int = WEB_PORT
    scene: str | None = None
    freeze: bool = False
    seed: int | None = None


def wished_language(argv: Sequence[str]) -> str:
    """Return what `--lang` asks for on a command line that was not read yet; nothing if it does not.

    What is wrong with a line is said in that language.
    """
    for word, following in zip(argv, (*argv[1:], ""), strict=False):
        if word == "--lang":
            return following
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return ""


def parse(argv: Sequence[str]) -> Invocation:
    """Read a command line, without the program's name; what is said of it is in the language spoken.

    Raises:
        SystemExit: with code 2 and one line on stderr if it is wrong; with code 0 after --help or --version.
    """
    with usage.translated():
        parser = _parser()
        given = {name: value for name, value in vars(parser.parse_args(argv)).items() if value is not None}
    invocation = Invocation(**given)
    front = FRONTS[invocation.game or next(iter(FRONTS))]
    if invocation.players and invocation.players not in front.choices.players():
        many = either([str(number) for number in sorted(front.choices.players())])
        game = tr(front.title).lower()
        parser.error(
            tr(
                "{game} is played here by {players}, not by {number}",
                game=game,
                players=many,
                number=invocation.players,
            )
        )
    return invocation


class _Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line, and nothing that the output has no characters for."""

    def error(self, message: str) -> NoReturn:
        """End the program."""
        wrong = tr(
            "{program}: {wrong}; {program} --help shows what there is",
            program=self.prog,
            wrong=message.removesuffix(".").removesuffix("\N{DEVANAGARI DANDA}"),
        )
        self.exit(WRONG_ARGUMENTS, f"{wrong}\n")

    def print_help(self, file: object = None) -> None:  # noqa: ARG002 - the place is standard output
        """Print what there is."""
        from upcard_client.plain.running import Printer

        printer = Printer(sys.stdout, prompt=False, ascii_only=False)
        for line in self.format_help().splitlines():
            printer.line(line)


class _Version(argparse.Action):
    """Prints the version, which is read only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print it and end the program."""
        from upcard_client.plain.running import Printer
        from upcard_client.version import version

        Printer(sys.stdout, prompt=False, ascii_only=False).line(f"upcard {version()}")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    shared = _Parser(add_help=False, argument_default=argparse.SUPPRESS)
    add = shared.add_argument
    add(
        "--plain",
        action="store_true",
        help=tr(
            "line by line, for screen readers, pipes and simple terminals; from a pipe, a move waits for your turn"
        ),
    )
    add("--name", type=_name, metavar="NAME", help=tr("the name others see, in this run alone"))
    add("--palette", choices=PALETTE_NAMES, help=tr("the colours"))
    add("--ascii", action="store_true", help=tr("no characters beyond ASCII"))
    add(
        "--lang",
        choices=tuple(LANGUAGES),
        help=tr("the language (default: the settings', else the environment's)"),
    )
    add(
        "--password-file",
        type=Path,
        metavar="FILE",
        help=tr("the server's password is the file's first line"),
    )
    add("--trust", metavar="FINGERPRINT", help=tr("take this new certificate of the server, as it was shown"))
    add("--scene", help=argparse.SUPPRESS)
    add("--freeze", action="store_true", help=argparse.SUPPRESS)
    add("--version", action=_Version, nargs=0, help=tr("print the version"))

    parser = _Parser(
        prog="upcard",
        description=tr("Play gin rummy and rummy in the terminal, against others on the network or the computer."),
        epilog=tr("Without a command: choose a server on the screen."),
        parents=[shared],
        argument_default=argparse.SUPPRESS,
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)

    def command(name: str) -> argparse.ArgumentParser:
        said = tr(COMMANDS[name])
        return commands.add_parser(
            name,
            help=said,
            description=sentence(capital(said)),
            parents=[shared],
            argument_default=argparse.SUPPRESS,
            allow_abbrev=False,
        )

    where = tr("the server, as in 192.168.1.20 or kitchen.local:7377 (default: the last one, or this computer)")
    play = command("play")
    play.add_argument("address", type=_address, nargs="?", default=None, metavar="ADDRESS", help=where)
    watch = command("watch")
    watch.add_argument("address", type=_address, nargs="?", default=None, metavar="ADDRESS", help=where)
    watch.add_argument(
        "table",
        nargs="?",
        default=None,
        metavar="TABLE",
        help=tr("its number or name (default: the first in play)"),
    )
    tables = command("tables")
    only = tr("the server (default: every server that answers on this network)")
    tables.add_argument("address", type=_address, nargs="?", default=None, metavar="ADDRESS", help=only)
    tables.add_argument("--json", action="store_true", help=tr("as JSON, one line"))
    solo = command("solo")
    solo.add_argument("--watch", dest="bots", action="store_true", help=tr("watch computers play a match instead"))
    pace = tr("how long the computer waits before it acts, milliseconds from 0 to 10000 (default: 700)")
    solo.add_argument("--pace", dest="pace_ms", type=_pace, metavar="MS", help=pace)
    games = tr("{games} (default: {usual})", games=either(tuple(FRONTS)), usual=next(iter(FRONTS)))
    solo.add_argument("--game", choices=tuple(FRONTS), metavar="GAME", help=games)
    solo.add_argument("--players", type=_players, metavar="N", help=tr("how many play, you counted (default: two)"))
    solo.add_argument("--seed", type=_seed, help=argparse.SUPPRESS)
    verify = command("verify")
    verify.add_argument("file", type=Path, metavar="FILE", help=tr("an .upcard file, as kept after every match"))
    replay = command("replay")
    match = tr("an .upcard file, as kept after every match (default: a list of those that are kept)")
    replay.add_argument("file", type=Path, nargs="?", default=None, metavar="FILE", help=match)
    web = command("web")
    listens = tr("the address to listen on, 0.0.0.0 for everybody (default: this computer alone)")
    web.add_argument("--host", metavar="ADDRESS", help=listens)
    web.add_argument("--port", type=_port, metavar="PORT", help=tr("0 picks one (default: {port})", port=WEB_PORT))
    return parser


def _port(text: str) -> int:
    port = _number(text)
    if port is None or port > 65535:
        raise argparse.ArgumentTypeError(tr("{typed} is no port: a number from 0 to 65535", typed=text))
    return port


def _pace(text: str) -> int:
    pace = _number(text)
    if pace is None or pace > LONGEST_PACE_MS:
        raise argparse.ArgumentTypeError(
            tr("{typed} is no number from 0 to {most}", typed=text, most=LONGEST_PACE_MS)
        )
    return pace


def _players(text: str) -> int:
    players = _number(text)
    if players is None:
        raise argparse.ArgumentTypeError(tr("invalid number: {typed}", typed=text))
    return players


def _seed(text: str) -> int:
    seed = _number(text)
    if seed is None:
        raise argparse.ArgumentTypeError(tr("{typed} is no number from 0 up", typed=text))
    return seed


def _number(text: str) -> int | None:
    """Return a number from 0 up; None for what is none, or has more digits than Python reads or anybody needs."""
    digits = text.lstrip("0") or text[-1:]
    return int(digits) if text.isascii() and text.isdecimal() and len(digits) <= LONGEST_NUMBER else None


def _address(text: str) -> Address:
    try:
        return parse_address(text)
    except AddressError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _name(text: str) -> str:
    try:
        check_name(text)
    except ProtocolError as error:
        raise argparse.ArgumentTypeError(say(error.refusal)) from error
    return text
