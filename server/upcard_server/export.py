"""A stored table as `.upcard` text: each of its matches, as far as its rows verify and can be read.

Nothing is replayed, so a table that is set aside can be exported as well. The seed of a match that is not over stays
secret. What cannot be said in the format follows as comments, so that no row is lost.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from upcard_protocol.rules.notation import NotationError, Record, write
from upcard_protocol.wire.errors import ProtocolError
from upcard_server.journal import Row, StoredTable
from upcard_server.logreader import LogReader
from upcard_server.standing import BODIES


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
    reader = LogReader({match.match_no: match.rules_version for match in stored.matches}, stored.info.rules_version)
    for place, row in enumerate(stored.rows):
        try:
            body = BODIES.decode(row.body)
        except ProtocolError:
            return Exported(reader.records, reader.before, stored.rows[place:])
        reader.take(row, body)
    return Exported(reader.records, reader.before)


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
