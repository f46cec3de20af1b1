"""What the server is told on its command line, as one frozen value."""

import argparse
import ipaddress
import logging
import socket
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final, NoReturn, TypeVar

import msgspec
import platformdirs
from msgspec import Struct

from upcard_protocol.wire.auth import MAX_PASSWORD_BYTES

DEFAULT_PORT: Final = 7377

LOG_LEVELS: Final = ("debug", "info", "warning", "error")

NAME_LENGTH: Final = 32
"""How many characters a server's name may have."""
MOST: Final = 100_000_000
"""No limit is higher: three years in seconds. More would not go into what a client is told of it."""

N = TypeVar("N", int, float)


class Limits(Struct, frozen=True, kw_only=True):
    """How much one may ask of the server. Each field is a flag: `max_connections` is `--max-connections`."""

    max_connections: int = 1000
    """Connections in all."""
    max_connections_per_address: int = 32
    """Connections from one network address."""
    newcomers_per_minute: int = 60
    """New names and guests from one network address in a minute, on average; who comes back is none."""
    frames_per_second: int = 30
    """Frames that one connection may send in a second, on average."""
    bytes_per_second: int = 32768
    """Bytes that one connection may send in a second, on average."""
    chat_per_second: float = 1.0
    """Chat lines that one person may send in a second, on average."""
    changes_per_second: float = 2.0
    """Times in a second that one person may come to a table, leave one, open one or ask something of it."""
    max_tables: int = 1000
    """Tables in all; more can still come back from the journal."""
    tables_per_player: int = 4
    """Tables at which one person may sit at a time."""
    spectators_per_table: int = 200
    """Spectators who may watch one table."""
    password_tries: int = 5
    """Wrong passwords, or wrong codes of a table, from one address before it has to wait."""
    password_wait_seconds: float = 2.0
    """Seconds of the first wait; each further wrong one doubles it."""
    login_seconds: float = 5.0
    """Seconds from the connection to the login, in all."""
    idle_seconds: float = 60.0
    """Seconds of silence after which a connection counts as lost."""
    ready_seconds: float = 20.0
    """Seconds between hands after which a player counts as ready."""
    seed_seconds: float = 2.0
    """Seconds for a client to show the seed that it has committed to."""
    gone_seconds: float = 120.0
    """Seconds without a connection after which a player counts as gone."""
    vote_seconds: float = 30.0
    """Seconds after which what is asked of the players of a table, and not agreed to, is asked no longer."""


class Tls(Struct, frozen=True):
    """The files of an encrypted server, both PEM."""

    certificate: Path
    key: Path


class Config(Struct, frozen=True, kw_only=True):
    """Everything that the person who starts the server decides."""

    host: str | None = None
    """The address to listen on; None is every interface."""
    port: int = DEFAULT_PORT
    """The TCP port; 0 picks a free one."""
    data: Path = msgspec.field(default_factory=lambda: platformdirs.user_data_path("upcard", appauthor=False))
    """The directory of the journal."""
    name: str = msgspec.field(default_factory=lambda: default_name(socket.gethostname()))
    """What people see in the list of servers."""
    password_file: Path | None = None
    tls: Tls | None = None
    tls_self_signed: bool = False
    """Whether the server encrypts with a certificate of its own making, kept in the data directory."""
    discovery: bool = True
    """Whether the server announces itself on the local network."""
    bots: int = 0
    """Tables at which only bots play, for people to watch."""
    log_level: int = logging.INFO
    limits: Limits = Limits()
    rehearsal: int | None = None
    """The decks are the same in every run with this number, for developers. None is every server that others can
    reach: its seeds are secret."""


class ConfigError(Exception):
    """Something named on the command line cannot be used. Its text is one sentence for people."""


def parse(argv: Sequence[str]) -> Config:
    """Read a command line, without the program's name.

    Raises:
        SystemExit: with code 2 and the usage on stderr if it is wrong; with code 0 after --help or --version.
    """
    parser = _parser()
    given = parser.parse_args(argv)
    if (given.tls_cert is None) != (given.tls_key is None):
        parser.error("--tls-cert and --tls-key go together")
    if given.tls_cert is not None and given.tls_self_signed:
        parser.error("--tls-self-signed goes without --tls-cert and --tls-key")
    if given.seed is not None and not (_is_loopback(given.host) and given.no_discovery):
        parser.error("--seed makes every card known beforehand: it needs --host 127.0.0.1 and --no-discovery")
    return Config(
        host=given.host,
        port=given.port,
        data=given.data,
        name=given.name,
        password_file=given.password_file,
        tls=Tls(given.tls_cert, given.tls_key) if given.tls_cert else None,
        tls_self_signed=given.tls_self_signed,
        discovery=not given.no_discovery,
        bots=given.bots,
        log_level=logging.getLevelNamesMapping()[given.log_level.upper()],
        limits=Limits(**{limit: getattr(given, limit) for limit in Limits.__struct_fields__}),
        rehearsal=given.seed,
    )


def read_password(path: Path) -> str:
    """Return the password in a file: its first line.

    Raises:
        ConfigError: if the file cannot be read, or its first line is empty, too long or no UTF-8.
    """
    try:
        first, *_ = path.read_text(encoding="utf-8").splitlines() or [""]
    except OSError as error:
        raise ConfigError(f"The password file {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"The password file {path} is not UTF-8 text.") from error
    if not first:
        raise ConfigError(f"The password file {path} has no password in its first line.")
    if len(first.encode()) > MAX_PASSWORD_BYTES:
        raise ConfigError(f"The password in {path} is longer than {MAX_PASSWORD_BYTES} bytes.")
    return first


def default_name(host_name: str) -> str:
    """Return a server name made of the machine's: `kitchen` for `kitchen.example.org`."""
    name = host_name.partition(".")[0].strip()[:NAME_LENGTH].strip()
    return name if name and name.isprintable() else "Upcard"


class CommandLine(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """End the program."""
        self.exit(2, f"{self.prog}: {message}; {self.prog} --help shows what there is\n")


def _parser() -> argparse.ArgumentParser:
    parser = CommandLine(
        prog="upcard-server",
        description="Serve gin rummy to the network.",
        epilog="Other commands: upcard-server check DIR, export DIR TABLE, ctl ORDER; each has a --help.",
        allow_abbrev=False,
    )
    default = Config()
    add = parser.add_argument
    add("--host", help="address to listen on (default: every interface)")
    add("--port", type=_number(int, 0, 65535), default=default.port, help="0 picks one (default: %(default)s)")
    add("--data", type=Path, metavar="DIR", default=default.data, help="where the journal is (default: %(default)s)")
    add("--name", type=_name, default=default.name, help="name in the list of servers (default: %(default)s)")
    add("--password-file", type=Path, metavar="FILE", help="ask for the password in the file's first line")
    add("--tls-cert", type=Path, metavar="FILE", help="encrypt, with this certificate chain (PEM)")
    add("--tls-key", type=Path, metavar="FILE", help="the certificate's private key (PEM)")
    add("--tls-self-signed", action="store_true", help="encrypt, with a certificate made here and kept in DIR")
    add("--no-discovery", action="store_true", help="do not announce the server on the local network")
    add("--bots", type=_number(int, 0), metavar="N", default=0, help="tables where bots play (default: 0)")
    add("--log-level", choices=LOG_LEVELS, default="info", help="(default: %(default)s)")
    add("--seed", type=_number(int, 0), help=argparse.SUPPRESS)
    add("--version", action="version", version=f"%(prog)s {version('upcard')}")

    limits = parser.add_argument_group("limits")
    for field, sentence in _LIMIT_HELP.items():
        value = getattr(default.limits, field)
        kind = _number(int, 1, MOST) if isinstance(value, int) else _number(float, 0.001, MOST)
        limits.add_argument(
            "--" + field.replace("_", "-"),
            type=kind,
            metavar="N",
            default=value,
            help=f"{sentence} (default: %(default)s)",
        )
    return parser


_LIMIT_HELP: Final = {
    "max_connections": "connections in all",
    "max_connections_per_address": "connections from one address",
    "newcomers_per_minute": "new names and guests from one address in a minute",
    "frames_per_second": "frames from one connection",
    "bytes_per_second": "bytes from one connection",
    "chat_per_second": "chat lines from one person",
    "changes_per_second": "changes of tables, beside moves, by one person",
    "max_tables": "tables in all",
    "tables_per_player": "tables at which one person may sit",
    "spectators_per_table": "spectators who may watch one table",
    "password_tries": "wrong passwords, or codes of a table, from one address before it waits",
    "password_wait_seconds": "the first wait, doubled by each further one",
    "login_seconds": "time from the connection to the login",
    "idle_seconds": "silence after which a connection is lost",
    "ready_seconds": "time between hands after which a player is ready",
    "seed_seconds": "time for a client to show its seed of the shuffle",
    "gone_seconds": "time without a connection after which a player is gone",
    "vote_seconds": "time for the players to agree to a pause, or to give a seat away",
}


def _is_loopback(host: str | None) -> bool:
    """Can nobody but this machine reach what listens there?"""
    try:
        return host is not None and ipaddress.ip_address(host).is_loopback
    except ValueError:
        # A name may mean anything.
        return False


def _number(kind: Callable[[str], N], least: N, most: N | None = None) -> Callable[[str], N]:
    """Make a reader of numbers from `least` to `most`."""

    def read(text: str) -> N:
        try:
            value = kind(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number") from error
        # Written so that a float which is no number fails too.
        if not (value >= least and (most is None or value <= most)):
            raise argparse.ArgumentTypeError(
                f"{text} is not {least} or more" if most is None else f"{text} is not from {least} to {most}"
            )
        return value

    return read


def _name(text: str) -> str:
    name = text.strip()
    if not 0 < len(name) <= NAME_LENGTH or not name.isprintable():
        raise argparse.ArgumentTypeError(f"a name has 1 to {NAME_LENGTH} characters, none of them invisible")
    return name
