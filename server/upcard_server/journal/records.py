"""The values that go into the journal and come out of it.

Bodies, kinds and commitments are the server's own business: the journal keeps their bytes and never looks
inside. Times are milliseconds since 1970 (UTC).
"""

from enum import StrEnum

from msgspec import Struct


class TableState(StrEnum):
    """How a stored table stands."""

    OPEN = "open"
    """Verified, or new: it may be played on."""
    CLOSED = "closed"
    """Finished; its rows stay for replays."""
    QUARANTINED = "quarantined"
    """Its rows do not verify or could not be replayed: shown and exportable, never continued."""
    FROZEN = "frozen"
    """Sound, but played by rules that this server does not know. Found when loading, never stored: a server
    that knows the rules may continue the table."""


class Entry(Struct, frozen=True, gc=False):
    """One line for a table's log, before it has a number."""

    at_ms: int
    kind: str
    body: bytes
    seat: int | None = None
    cseq: int | None = None
    clocks: bytes | None = None
    """What each seat had left once it was done."""


class Row(Struct, frozen=True, gc=False):
    """One line of a table's log, as it was stored and verified. `n` counts from 1 without gaps."""

    n: int
    at_ms: int
    kind: str
    body: bytes
    seat: int | None
    cseq: int | None
    clocks: bytes | None = None


class TableInfo(Struct, frozen=True):
    """A table's line in the register, with the number and the hash of its last row."""

    id: str
    created_ms: int
    game: str
    rules_version: int
    state: TableState
    reason: str | None
    """Why it is in quarantine."""
    rows: int
    head: bytes


class StoredMatch(Struct, frozen=True):
    """One match of a table. The server's seed is secret until the match has ended."""

    match_no: int
    rules_version: int
    server_seed: bytes
    commitments: bytes
    started_ms: int
    ended_ms: int | None


class StoredTable(Struct, frozen=True):
    """A table as the journal holds it."""

    info: TableInfo
    rows: tuple[Row, ...]
    """From the first to the last that verifies: all of them, unless the table is in quarantine."""
    matches: tuple[StoredMatch, ...]
    state: TableState
    reason: str | None
    """One sentence on why the table cannot be continued, where it cannot."""


class User(Struct, frozen=True):
    """A person or a guest who holds a name."""

    id: int
    """Never given to anybody else, not even after the name has passed on."""
    name: str
    guest: bool
    last_login_ms: int


class NewTable(Struct, frozen=True):
    """Change: a table enters the register."""

    table_id: str
    at_ms: int
    game: str
    rules_version: int


class BeginAnew(Struct, frozen=True):
    """Change: an open table's log is emptied, and what it says of the matches up to one is dropped.

    The first lines of the new log have to come with it.
    """

    table_id: str
    match_no: int


class Append(Struct, frozen=True):
    """Change: lines are added to an open table's log."""

    table_id: str
    entries: tuple[Entry, ...]


class CloseTable(Struct, frozen=True):
    """Change: an open table is finished for good."""

    table_id: str
    at_ms: int


class Quarantine(Struct, frozen=True):
    """Change: a table whose rows could not be replayed is set aside."""

    table_id: str
    reason: str


class NewMatch(Struct, frozen=True):
    """Change: a match begins; its seed and all commitments are kept before anything is published."""

    table_id: str
    match_no: int
    at_ms: int
    rules_version: int
    server_seed: bytes
    commitments: bytes


class EndMatch(Struct, frozen=True):
    """Change: a match is over, so its seed is no longer secret."""

    table_id: str
    match_no: int
    at_ms: int


class ListMatch(Struct, frozen=True):
    """Change: a match that is over is listed for those who played it; one that nobody played is listed no more."""

    table_id: str
    match_no: int
    players: tuple[tuple[int, int], ...]
    """The users who played it, each with the seat."""
    row: bytes
    """What there is to say of it."""


class Listed(Struct, frozen=True):
    """A match that is over, as it is listed for one of its players."""

    number: int
    """In the order in which matches ended."""
    table_id: str
    match_no: int
    seat: int
    row: bytes


class Block(Struct, frozen=True):
    """Change: a user wants nothing more to do with another one, or takes that back."""

    user_id: int
    blocked_id: int
    blocked: bool


class Answer(Struct, frozen=True):
    """Change: the reply to a numbered request is kept, so that asking again gets the same answer.

    Committed together with what the request changed, it makes the request happen exactly once.
    """

    user_id: int
    rid: int
    reply: bytes


Change = NewTable | BeginAnew | Append | CloseTable | Quarantine | NewMatch | EndMatch | ListMatch | Block | Answer
