"""The archive: the matches that are over, for those who played them.

Nothing here is replayed: a record is the journal's own rows in the words of `rules/record.py`, and whoever gets it
can replay it from the seeds. Which matches somebody has played is in lists of the journal's; `listing.py` makes them.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from upcard_protocol import table as tables
from upcard_protocol.rules.record import Record
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.recording import head_of
from upcard_protocol.wire.replies import PAGE, MatchRow, Recorded
from upcard_server.journal import Journal, Row
from upcard_server.listing import row_of
from upcard_server.logreader import LogReader
from upcard_server.standing import BODIES, TakeSeat

KEPT: Final = 16
"""Matches that are kept in memory, for those who read on."""


class Kept(Struct, frozen=True):
    """A match that is over."""

    players: frozenset[int]
    """The users who played it."""
    started_ms: int
    record: Record


class Archive:
    """The finished matches of one server, read from its journal as they are asked for.

    The journal's thread is the one that everybody's moves wait for, so no more is read than the match that is asked
    for, however long its table has been played at; and nothing of that for whoever did not play it.
    """

    def __init__(self, journal: Journal) -> None:
        """Read from a journal."""
        self._journal = journal
        self._kept: dict[tuple[int, int], Kept] = {}
        """The matches that were asked for last, the latest at the end."""

    async def matches(self, user: int, before: int, limit: int) -> list[MatchRow]:
        """Return matches that a user has played, the last that ended first.

        Args:
            user: who asks.
            before: those with lower numbers; 0 begins with the last.
            limit: so many at most; what this version cannot read is left out.

        Raises:
            JournalError: if the journal has failed.
        """
        rows: list[MatchRow] = []
        while len(rows) < limit:
            listed = await self._journal.matches_of(user, before, limit)
            rows += [row for each in listed if (row := row_of(each)) is not None]
            if len(listed) < limit:
                break
            before = listed[-1].number
        return rows[:limit]

    async def page(self, user: int, table: int, match: int, after: int) -> Recorded:
        """Return a page of what was done in a match, the first with the match's head.

        Args:
            user: who asks.
            table: the table's number; it may be closed by now.
            match: which match of it, from 1.
            after: how many plays come before the page.

        Raises:
            ProtocolError: `no_record` if the match is not over, or that user did not play it.
            JournalError: if the journal has failed.
        """
        kept = self._kept.pop((table, match), None) or await self._read(user, table, match)
        if kept is not None:
            self._kept[table, match] = kept
            while len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
        if kept is None or user not in kept.players:
            raise ProtocolError("no_record", {"table": table, "match": match})
        until, plays = after + PAGE, kept.record.plays
        head = head_of(kept.record) if after == 0 else None
        return Recorded(kept.started_ms, plays[after:until], until if until < len(plays) else None, head)

    async def _read(self, user: int, table: int, match: int) -> Kept | None:
        """Return a match from the journal, or None if its seed is not open, or that user did not play it."""
        landmarks = await self._journal.landmarks(str(table), match) or ()
        # A log that began anew has fewer; it is one of the server's own bots, and they ask for nothing.
        starts = [row for row in landmarks if row.kind == _START]
        if len(starts) < match:
            return None
        start = starts[match - 1]
        ends = [row.n for row in landmarks if row.kind == _END]
        end = next((n for n in ends if n > start.n), start.n)
        players = _players(_seats(landmarks), start.n, end)
        if user not in players:
            return None
        # What a match begins from is agreed on between the end of the one before it and its start.
        first = max((n for n in ends if n < start.n), default=0) + 1
        opened = await self._journal.rows(str(table), 1, 2)
        seated = [row for row in landmarks if row.kind == _SIT and 1 < row.n < first]
        rows = await self._journal.rows(str(table), max(first, 2), end + 1)
        reader = LogReader()
        for row in (*opened, *seated, *rows):
            reader.take(row, BODIES.decode(row.body))
        return Kept(players, start.at_ms, reader.records[-1])


_START: Final = str(tables.Start.__struct_config__.tag)
_END: Final = str(tables.Reveal.__struct_config__.tag)
_SIT: Final = str(TakeSeat.__struct_config__.tag)


def players_of(rows: Sequence[Row]) -> dict[int, frozenset[int]]:
    """Return the users who played each match that is over, by its number, from a log that did not begin anew."""
    seats = _seats([row for row in rows if row.kind == _SIT])
    starts = [row.n for row in rows if row.kind == _START]
    ends = [row.n for row in rows if row.kind == _END]
    # A match in play has no end yet.
    return {number: _players(seats, *span) for number, span in enumerate(zip(starts, ends, strict=False), 1)}


_Seats = list[tuple[int, TakeSeat]]
"""Who sat down, with the number of the row that says so."""


def _seats(rows: Sequence[Row]) -> _Seats:
    return [(row.n, body) for row in rows if isinstance(body := BODIES.decode(row.body), TakeSeat)]


def _players(seats: _Seats, start: int, end: int) -> frozenset[int]:
    """Return who sat there when a match began, and who sat down while it was played."""
    seated = {body.sit.seat: body.user for n, body in seats if n < start}
    users = {*seated.values(), *(body.user for n, body in seats if start < n < end)}
    return frozenset(user for user in users if user is not None)
