"""The archive: what was done in the matches that are over, for those who played them.

Nothing here is replayed: a record is the journal's own rows in the words of `rules/record.py`, and whoever gets it
can replay it from the seeds.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from upcard_protocol import table as tables
from upcard_protocol.rules.game import NATURE
from upcard_protocol.rules.record import Labelled, Play
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.replies import PAGE, Recorded
from upcard_server.journal import Journal, Row, StoredTable
from upcard_server.standing import BODIES, AskSeat, Body, Counted, DealFrom, Opened, RecycleFrom, TakeSeat, labels

KEPT: Final = 16
"""Matches that are kept in memory, for those who read on."""


class Kept(Struct, frozen=True):
    """A match that is over."""

    players: frozenset[int]
    """The users who played it."""
    started_ms: int
    plays: tuple[Play, ...]


class Archive:
    """The finished matches of one server, read from its journal as they are asked for."""

    def __init__(self, journal: Journal) -> None:
        """Read from a journal."""
        self._journal = journal
        self._kept: dict[tuple[int, int], Kept] = {}
        """The matches that were asked for last, the latest at the end."""

    async def page(self, user: int, table: int, match: int, after: int) -> Recorded:
        """Return a page of what was done in a match.

        Args:
            user: who asks.
            table: the table's number; it may be closed by now.
            match: which match of it, from 1.
            after: how many plays come before the page.

        Raises:
            ProtocolError: `no_record` if the match is not over, or that user did not play it.
            JournalError: if the journal has failed.
        """
        kept = self._kept.pop((table, match), None) or await self._read(table, match)
        if kept is not None:
            self._kept[table, match] = kept
            while len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
        if kept is None or user not in kept.players:
            raise ProtocolError("no_record", {"table": table, "match": match})
        until = after + PAGE
        return Recorded(kept.started_ms, kept.plays[after:until], until if until < len(kept.plays) else None)

    async def _read(self, table: int, match: int) -> Kept | None:
        stored = await self._journal.read(str(table))
        return None if stored is None else kept_match(stored, match)


def kept_match(stored: StoredTable, match: int) -> Kept | None:
    """Return a match of a stored table, or None if its seed is not open."""
    if not any(each.match_no == match and each.ended_ms is not None for each in stored.matches):
        return None
    starts = [place for place, row in enumerate(stored.rows) if row.kind == _START]
    which = match - 1 - counted(stored.rows)
    if not 0 <= which < len(starts):
        return None
    start, later = starts[which], [*starts[which + 1 :], len(stored.rows)]
    rows, began_ms = stored.rows[start + 1 : later[0]], stored.rows[start].at_ms
    plays = [play for row in rows if (play := play_of(row, began_ms)) is not None]
    return Kept(_players(stored.rows[:start], rows), began_ms, tuple(plays))


def counted(rows: Sequence[Row]) -> int:
    """Return how many matches were played at a table before its log began anew."""
    bodies = (BODIES.decode(row.body) for row in rows if row.kind == _COUNTED)
    return max((body.matches for body in bodies if isinstance(body, Counted)), default=0)


_COUNTED: Final = str(Counted.__struct_config__.tag)
_START: Final = str(tables.Start.__struct_config__.tag)
_SEAT: Final = str(TakeSeat.__struct_config__.tag)


def _players(before: Sequence[Row], during: Sequence[Row]) -> frozenset[int]:
    """Return who sat there when the match began, and who sat down while it was played."""
    seated = {body.sit.seat: body.user for body in _seats(before)}
    users = {*seated.values(), *(body.user for body in _seats(during))}
    return frozenset(user for user in users if user is not None)


def _seats(rows: Sequence[Row]) -> list[TakeSeat]:
    bodies = [BODIES.decode(row.body) for row in rows if row.kind == _SEAT]
    return [body for body in bodies if isinstance(body, TakeSeat)]


def _labelled(body: DealFrom | RecycleFrom) -> Labelled:
    words = tuple("/".join(map(str, label)) for label in labels(body))
    return Labelled(words, "deal" if isinstance(body, DealFrom) else "recycle")


def play_of(row: Row, began_ms: int) -> Play | None:
    """Return a row as a play of the match; None for what the match does not hear of."""
    body: Body = BODIES.decode(row.body)
    if isinstance(body, tables.TimeOut):
        return Play(body.seat, row.at_ms - began_ms, body.action)
    if isinstance(body, tables.TableAction | TakeSeat | AskSeat | Opened | Counted):
        return None
    action = _labelled(body) if isinstance(body, DealFrom | RecycleFrom) else body
    return Play(NATURE if row.seat is None else row.seat, row.at_ms - began_ms, action)
