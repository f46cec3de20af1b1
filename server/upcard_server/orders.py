"""What an operator may tell a running server: `upcard-server ctl` sends these values, `control` carries them out."""

from typing import Final

import msgspec
from msgspec import Struct


class Status(Struct, frozen=True, tag="status", forbid_unknown_fields=True):
    """List who is connected and the tables."""


class Kick(Struct, frozen=True, tag="kick", forbid_unknown_fields=True):
    """Close somebody's connection; a seat is kept as for any lost link."""

    name: str


class Close(Struct, frozen=True, tag="close", forbid_unknown_fields=True):
    """Close a table for good, whatever is played there."""

    table: int


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Tell everybody who is connected a line."""

    text: str


class Drain(Struct, frozen=True, tag="drain", forbid_unknown_fields=True):
    """Open no more tables, say when the server goes down, and stop it then, or when nobody is connected."""

    seconds: int


class Release(Struct, frozen=True, tag="release", forbid_unknown_fields=True):
    """Free a name, whose token is worth nothing from then on."""

    name: str


Order = Status | Kick | Close | Say | Drain | Release


class Reply(Struct, frozen=True):
    """What came of an order: lines for the operator."""

    done: bool
    lines: tuple[str, ...] = ()


class Asking(Struct, frozen=True):
    """How an order is written on the command line.

    Attributes:
        word: its name.
        sentence: what it does.
        order: the value that it becomes.
        field: the argument, or nothing.
        kind: what the argument is.
        default: what the argument is where it is left out, if it may be.
        rest: the argument is all words that follow, as one line.
    """

    word: str
    sentence: str
    order: type[Order]
    field: str = ""
    kind: type[str] | type[int] = str
    default: int | None = None
    rest: bool = False


ASKING: Final[tuple[Asking, ...]] = (
    Asking("status", "list who is connected, and the tables", Status),
    Asking("kick", "close somebody's connection; the seat is kept for a while", Kick, "name"),
    Asking("close", "close a table for good, by its number", Close, "table", int),
    Asking("say", "say a line to everybody", Say, "text", rest=True),
    Asking(
        "drain",
        "open no more tables, and stop after some seconds (default: 60) or when nobody is connected",
        Drain,
        "seconds",
        int,
        60,
    ),
    Asking("release", "free a name that somebody holds", Release, "name"),
)
"""Every order, in the order of the help."""

REPLIES: Final[msgspec.json.Decoder[Reply]] = msgspec.json.Decoder(Reply)
encode: Final = msgspec.json.encode

_orders: Final[msgspec.json.Decoder[Order]] = msgspec.json.Decoder(Order)


def order_in(line: bytes) -> Order:
    """Return the order that a line is.

    Raises:
        msgspec.DecodeError: if it is none, however it is made.
    """
    try:
        return _orders.decode(line)
    except RecursionError as error:
        raise msgspec.DecodeError("nested too deep") from error
