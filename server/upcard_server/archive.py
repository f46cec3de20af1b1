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
from upcard_server.journal import Journal, Row
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
    """The finished matches of one server, read from its journal as they are asked for.

    The journal's thread is the one that everybody's moves wait for, so no more is read than the match that is asked
    for, however long its table has been played at; and nothing of that for whoever did not play it.
    """

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
        kept = self._kept.pop((table, match), None) or await self._read(user, table, match)
        if kept is not None:
            self._kept[table, match] = kept
            while len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
        if kept is None or user not in kept.players:
            raise ProtocolError("no_record", {"table": table, "match": match})
        until = after + PAGE
        return Recorded(kept.started_ms, kept.plays[after:until], until if until < len(kept.plays) else None)

    async def _read(self, user: int, table: int, match: int) -> Kept | None:
        """Return a match from the journal, or None if its seed is not open, or that user did not play it."""
        landmarks = await self._journal.landmarks(str(table), match) or ()
        # A log that began anew has fewer; it is one of the server's own bots, and they ask for nothing.
        starts = [row for row in landmarks if row.kind == _START]
        if len(starts) < match:
            return None
        start = starts[match - 1]
        ends = [row.n for row in landmarks if row.kind == _END and row.n > start.n]
        end = ends[0] if ends else start.n
        players = _players(landmarks, start.n, end)
        if user not in players:
            return None
        rows = await self._journal.rows(str(table), start.n + 1, end)
        plays = [play for row in rows if (play := play_of(row, start.at_ms)) is not None]
        return Kept(players, start.at_ms, tuple(plays))


_START: Final = str(tables.Start.__struct_config__.tag)
_END: Final = str(tables.Reveal.__struct_config__.tag)


def _players(landmarks: Sequence[Row], start: int, end: int) -> frozenset[int]:
    """Return who sat there when the match began, and who sat down while it was played."""
    seats = [(row.n, body) for row in landmarks if isinstance(body := BODIES.decode(row.body), TakeSeat)]
    seated = {body.sit.seat: body.user for n, body in seats if n < start}
    users = {*seated.values(), *(body.user for n, body in seats if start < n < end)}
    return frozenset(user for user in users if user is not None)


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
