"""What a server says unasked: tables as they change, talk, and notices."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from upcard_protocol.rules.game import Seat
from upcard_protocol.rules.games import GamePlay, GameRow
from upcard_protocol.table import AnyEvent, TableView
from upcard_protocol.wire.handshake import Code, Count, Millis, Name, TableId, UserId, Values
from upcard_protocol.wire.replies import PAGE, PersonRow, TableRow
from upcard_protocol.wire.requests import ChatText

Audience = Literal["all", "spectators"]


class Clock(Struct, frozen=True, tag="clock", tag_field="t"):
    """What a person's seat has left at the time of the message; first the turn's time runs out, then the reserve."""

    seat: Seat
    turn_ms: Millis
    """Of the present turn, milliseconds; 0 too for a seat that has no turn."""
    reserve_ms: Millis
    """In reserve for the rest of the game, milliseconds."""
    runs: bool = False
    """Does it run? It stands still in a pause, and while something has to happen that is nobody's turn."""
    kept_ms: Millis | None = None
    """For how long the seat is kept of somebody who is away; none for those who are here."""


Clocks = Annotated[tuple[Clock, ...], Meta(max_length=6)]


class SnapshotPart(Struct, frozen=True, tag="snapshot_part", tag_field="t"):
    """The older history of a snapshot that is too long for one frame, oldest first; the snapshot comes last."""

    table: TableId
    n: Count
    plays: Annotated[tuple[GamePlay, ...], Meta(max_length=PAGE)] = ()
    """Plays of the hand, to be put before those of the snapshot's board."""
    rows: Annotated[tuple[GameRow, ...], Meta(max_length=PAGE)] = ()
    """Rows of the sheet, to be put before those of the snapshot's sheet."""
    other_plays: Annotated[tuple[GamePlay, ...], Meta(max_length=PAGE)] = ()
    """Plays of the other hand, where partners play two, to be put before those of the snapshot's second board."""


class Snapshot(Struct, frozen=True, kw_only=True, tag="snapshot", tag_field="t"):
    """A table as this client may see it, after event `n`. It replaces whatever the client had."""

    table: TableId
    n: Count
    at_ms: Millis
    cseq: Count = 0
    """The number of the last accepted act of this seat's holder; 0 before the first, and for spectators."""
    spectators: Count = 0
    clocks: Clocks = ()
    """Of the seats that are timed, or kept for somebody who is away."""
    paused_until_ms: Millis | None = None
    """When the time for pauses is used up (the server's clock), while the match is paused."""
    view: TableView


class Happened(Struct, frozen=True, tag="event", tag_field="t"):
    """Something happened at a table, as this client may hear it. Numbers have no gaps."""

    table: TableId
    n: Count
    at_ms: Millis
    event: AnyEvent
    clocks: Clocks = ()


class Spectators(Struct, frozen=True, tag="spectators", tag_field="t"):
    """How many watch a table now."""

    table: TableId
    count: Count


class TableChanged(Struct, frozen=True, tag="table_changed", tag_field="t"):
    """A table of the lobby is new, or has changed."""

    row: TableRow


class TableGone(Struct, frozen=True, tag="table_gone", tag_field="t"):
    """A table has left the lobby."""

    table: TableId


class PersonChanged(Struct, frozen=True, tag="person_changed", tag_field="t"):
    """Somebody came, or is somewhere else now."""

    row: PersonRow


class PersonGone(Struct, frozen=True, tag="person_gone", tag_field="t"):
    """Somebody has left the server."""

    user: UserId


class ChatLine(Struct, frozen=True, kw_only=True, tag="chat_line", tag_field="t"):
    """Somebody said something at a table, or in the lobby (no table)."""

    table: TableId | None
    user: UserId
    name: Name
    text: ChatText
    audience: Audience = "all"
    """During a hand what spectators say, and those who sit it out, goes to none of its players."""
    at_ms: Millis


class Notice(Struct, frozen=True, kw_only=True, tag="notice", tag_field="t"):
    """The server itself says something; no chat can look like it."""

    table: TableId | None = None
    code: Code
    values: Values = {}
    at_ms: Millis


Push = (
    SnapshotPart
    | Snapshot
    | Happened
    | Spectators
    | TableChanged
    | TableGone
    | PersonChanged
    | PersonGone
    | ChatLine
    | Notice
)
