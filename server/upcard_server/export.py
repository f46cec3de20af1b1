"""A stored table as `.upcard` text: each of its matches, as far as its rows verify and can be read.

Nothing is replayed, so a table that is set aside can be exported as well. The seed of a match that is not over stays
secret. What cannot be said in the format follows as comments, so that no row is lost.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from upcard_protocol import table as tables
from upcard_protocol.rules.notation import NotationError, Party, Record, write
from upcard_protocol.wire.errors import ProtocolError
from upcard_server.archive import play_of
from upcard_server.journal import Row, StoredTable
from upcard_server.standing import BODIES, Body, Counted, Opened, TakeSeat


class ExportError(Exception):
    """There is no such match. The text is a sentence for people."""


class Exported(Struct, frozen=True):
    """What a table's log says, match by match."""

    matches: tuple[Record, ...]
    before: int = 0
    """Matches that were played before the log began anew."""
    unread: tuple[Row, ...] = ()
    """Rows from the first that this version cannot read."""


def export(stored: StoredTable, match_no: int | None = None) -> str:
    """Return one match of a table as text, the last one if none is named.

    Raises:
        ExportError: if the table has no such match.
    """
    exported = matches_of(stored)
    first, last = exported.before + 1, exported.before + len(exported.matches)
    if match_no is not None and not first <= match_no <= last:
        has = f"it has matches {first} to {last}" if exported.matches else "it has none"
        raise ExportError(f"Table {stored.info.id} has no match {match_no}: {has}.")
    lines = [_written(exported.matches[(match_no or last) - first])] if exported.matches else []
    return "\n".join([*lines, *_comments(stored, exported), ""])


def matches_of(stored: StoredTable) -> Exported:
    """Return the matches in a table's log, in order."""
    reader = _Reader(stored)
    for place, row in enumerate(stored.rows):
        try:
            body = BODIES.decode(row.body)
        except ProtocolError:
            return Exported(tuple(reader.records), reader.before, stored.rows[place:])
        reader.take(row, body)
    return Exported(tuple(reader.records), reader.before)


class _Reader:
    """Gathers what the head of a match needs from the rows before it, and its plays from those after it."""

    def __init__(self, stored: StoredTable) -> None:
        self.records: list[Record] = []
        self.before = 0
        self._version = stored.info.rules_version
        self._stored = {match.match_no: match for match in stored.matches}
        self._opened: Opened | None = None
        self._names: dict[int, str] = {}
        self._pledges: dict[int, bytes | None] = {}
        self._commitment: bytes | None = None
        self._committed: dict[int, bytes | None] = {}
        self._seeds: dict[int, bytes] = {}

    def take(self, row: Row, body: Body) -> None:
        """Take the next row."""
        match body:
            case Opened():
                self._opened = body
            case Counted():
                self.before = body.matches
            case TakeSeat():
                self._names[body.sit.seat] = body.sit.name
                self._pledges.pop(body.sit.seat, None)
            case tables.GetReady():
                self._pledges[body.seat] = body.commitment
            case tables.Commit():
                self._commitment, self._committed, self._seeds = body.commitment, dict(self._pledges), {}
            case tables.GiveSeed():
                self._seeds[body.seat] = body.seed
            case tables.Start() if self._opened is not None:
                self.records.append(self._begun(self._opened, body, row.at_ms))
            case _ if self.records:
                self.records[-1] = _played(self.records[-1], row)
            case _:
                pass

    def _begun(self, opened: Opened, start: tables.Start, at_ms: int) -> Record:
        """Return a match of which nothing was played yet; before it is over its seed is nobody's to know."""
        known = self._stored.get(self.before + len(self.records) + 1)
        over = known is not None and known.ended_ms is not None
        players = (
            Party(self._names.get(seat, ""), self._committed.get(seat), self._seeds.get(seat))
            for seat in range(opened.seats)
        )
        return Record(
            opened.game,
            tuple(players),
            start.first_dealer,
            server=Party(commitment=self._commitment, seed=known.server_seed if known is not None and over else None),
            started_ms=at_ms,
            rules_version=self._version if known is None else known.rules_version,
        )


def _played(record: Record, row: Row) -> Record:
    assert record.started_ms is not None
    play = play_of(row, record.started_ms)
    return record if play is None else replace(record, plays=(*record.plays, play))


def _written(record: Record) -> str:
    try:
        return write(record)
    except NotationError as error:
        return f"# This match cannot be written: {error}."


def _comments(stored: StoredTable, exported: Exported) -> Iterator[str]:
    """Say what state the table is in, and give the rows that could not be read as they are."""
    if stored.reason:
        yield f"# The table is {stored.state}: {' '.join(stored.reason.split())}"
    if not exported.matches and not exported.unread:
        yield "# No match was played at this table."
    yield from _raw(exported.unread)


def _raw(rows: Sequence[Row]) -> Iterator[str]:
    if rows:
        yield "# This version cannot read what follows: row, milliseconds, seat, cseq, kind, body."
    for row in rows:
        seat, cseq = ("-" if value is None else value for value in (row.seat, row.cseq))
        kind = "".join(char if char.isprintable() and char != " " else "?" for char in row.kind)
        yield f"# {row.n} {row.at_ms} {seat} {cseq} {kind} {row.body.hex()}"
