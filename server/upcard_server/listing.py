"""The lists of the matches that each person has played: what stands in them, and how an older journal gets its own.

A match is listed together with its end, in one transaction. A journal of a format that had no lists is brought up to
date while the server runs: a table at a time, a few rows at a time, so that nobody's move waits for it.
"""

import logging
from collections.abc import Sequence
from typing import Final

import trio
from msgspec.structs import replace

from upcard_protocol import table as tables
from upcard_protocol.rules.games import RULES_VERSION, game_of
from upcard_protocol.wire.codec import Codec
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.replies import MatchRow
from upcard_server.faults import BUGS
from upcard_server.journal import Journal, Listed, ListMatch, Row
from upcard_server.standing import Standing, steps

logger = logging.getLogger(__name__)

READ_AT_ONCE: Final = 256
"""Rows that the journal's thread reads in one go while everybody's moves wait."""
REPLAYED_AT_ONCE: Final = 16
"""Rows that are replayed before whatever else there is to do is done."""

_ROWS: Final = Codec(MatchRow)
_STARTED: Final = str(tables.Start.__struct_config__.tag)
_ENDED: Final = str(tables.Reveal.__struct_config__.tag)


def listing(table_id: str, standing: Standing, started_ms: int, ended_ms: int) -> ListMatch:
    """Return the change that lists the last match of a table, which is over.

    Args:
        table_id: the table.
        standing: where it stands.
        started_ms: when the match began, milliseconds since 1970.
        ended_ms: when it ended.
    """
    table, company = standing.table, standing.company
    assert table.match is not None, "it has begun"
    row = MatchRow(
        number=0,
        table=int(table_id),
        match=table.matches,
        title=table.options.name,
        game=table.game,
        names=company.names,
        seat=0,
        started_ms=started_ms,
        ended_ms=ended_ms,
        result=game_of(table.game).result(table.match),
    )
    # The number and the seat are another for each match and player.
    return ListMatch(table_id, table.matches, company.users, _ROWS.encode(row))


def row_of(listed: Listed) -> MatchRow | None:
    """Return a match as it is listed for one of its players; None for what this version cannot read."""
    try:
        row: MatchRow = _ROWS.decode(listed.row)
    except ProtocolError:
        return None
    return replace(row, number=listed.number, seat=listed.seat)


def began_ms(rows: Sequence[Row]) -> int:
    """Return when the last match of a table began, milliseconds since 1970; 0 if none did."""
    return next((row.at_ms for row in reversed(rows) if row.kind == _STARTED), 0)


async def catch_up(journal: Journal) -> None:
    """List the matches that are over and not listed yet, and return once there are none.

    Raises:
        JournalError: if the journal has failed.
    """
    unlisted = await journal.unlisted()
    for table_id in unlisted:
        wanted = await journal.unlisted_of(table_id)
        found = {each.match_no: each for each in await _listings(journal, table_id) if each.match_no in wanted}
        # What cannot be read, or nobody played, is listed for nobody, and not looked at again.
        await journal.commit(*(found.get(number) or ListMatch(table_id, number, (), b"") for number in wanted))
    if unlisted:
        logger.info("the matches of %s tables are listed for their players", len(unlisted))


async def _listings(journal: Journal, table_id: str) -> list[ListMatch]:
    """Return the matches of a table that are over, as far as its log can be replayed."""
    found: list[ListMatch] = []
    stored = await journal.outline(table_id)
    if stored is None or {match.rules_version for match in stored.matches} - {RULES_VERSION}:
        return found
    rows: list[Row] = []
    while len(rows) < stored.info.rows:
        more = await journal.rows(table_id, len(rows) + 1, len(rows) + 1 + READ_AT_ONCE)
        if not more:
            break
        rows += more
    last = max((row.n for row in rows if row.kind == _ENDED), default=0)
    started_ms = 0
    try:
        for row, standing in steps(replace(stored, rows=tuple(rows[:last]))):
            if row.kind == _STARTED:
                started_ms = row.at_ms
            elif row.kind == _ENDED:
                found.append(listing(table_id, standing, started_ms, row.at_ms))
            if row.n % REPLAYED_AT_ONCE == 0:
                await trio.lowlevel.checkpoint()
    except BUGS as error:
        logger.warning("matches of table %s cannot be listed: %s", table_id, error)
    return found
