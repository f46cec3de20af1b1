"""Looks a data directory over without changing it: is everything in it as it was written?"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from upcard_protocol.rules.games import RULES_VERSION
from upcard_server.archive import players_of
from upcard_server.faults import BUGS
from upcard_server.journal import Ledger, Listed, StoredTable, TableInfo, TableState, accounts, lists, reading
from upcard_server.listing import row_of
from upcard_server.standing import replay

MAX_DAMAGE: Final = 20
"""So many of SQLite's complaints are passed on."""


class Finding(Struct, frozen=True):
    """Something that was looked at.

    Attributes:
        text: one sentence.
        sound: is it as it should be?
    """

    text: str
    sound: bool = False


def inspect(data_dir: Path) -> Iterator[Finding]:
    """Look at the database, and then at each table: its chain, and whether it can be played on.

    Raises:
        DataDirError: if the directory cannot be read at all.
    """
    with reading(data_dir) as connection:
        yield from _damage(connection)
        yield from _strays(connection)
        ledger = Ledger(connection)
        infos = ledger.tables()
        # A journal of an older format gets its lists at the next start of a server.
        listed = lists.there(connection)
        for info in infos:
            stored = ledger.read(info.id)
            assert stored is not None, "read in one transaction"
            yield from _table(info, stored)
            if listed:
                yield from _lists(connection, stored)
        unfinished = sum(info.state is TableState.OPEN for info in infos)
        rows = sum(info.rows for info in infos)
        (users,) = connection.execute("SELECT count(*) FROM users").fetchone()
        yield Finding(
            f"Looked at: tables {len(infos)}, unfinished {unfinished}, rows {rows}, names {users}.", sound=True
        )


def _damage(connection: sqlite3.Connection) -> Iterator[Finding]:
    for (complaint,) in connection.execute(f"PRAGMA integrity_check({MAX_DAMAGE})"):
        if complaint != "ok":
            yield Finding(f"The database is damaged: {' '.join(str(complaint).split())}")


def _strays(connection: sqlite3.Connection) -> Iterator[Finding]:
    query = "SELECT DISTINCT table_id FROM log WHERE table_id NOT IN (SELECT id FROM tables)"
    for (table_id,) in connection.execute(query):
        yield Finding(f"There are rows of a table {table_id}, which is not in the register.")


def _lists(connection: sqlite3.Connection, stored: StoredTable) -> Iterator[Finding]:
    """Find matches that are over and not in the lists of their players, and what is in the lists and is not over."""
    table_id = stored.info.id
    over = {match.match_no for match in stored.matches if match.ended_ms is not None}
    listed = lists.of_table(connection, table_id)
    for number, (row, _) in listed.items():
        if number not in over:
            yield Finding(f"Match {number} of table {table_id} is listed and is not over.")
        elif row and row_of(Listed(0, table_id, number, 0, row)) is None:
            yield Finding(f"Match {number} of table {table_id} is listed in a way that cannot be read.")
    if stored.state is TableState.QUARANTINED:
        return
    people = accounts.ids(connection)
    for number, players in players_of(stored.rows).items():
        row, readers = listed.get(number, (b"", frozenset[int]()))
        if number in over and row is not None and (players & people) - readers:
            yield Finding(f"Match {number} of table {table_id} is in no list of its players.")


def _table(info: TableInfo, stored: StoredTable) -> Iterator[Finding]:
    """Find what is wrong with a table; one that was set aside before is wrong as well."""
    if stored.state is TableState.QUARANTINED:
        already = "is set aside" if info.state is TableState.QUARANTINED else "does not verify"
        yield Finding(f"Table {info.id} {already}: {stored.reason}")
        return
    if stored.state is not TableState.OPEN:
        return
    versions = {info.rules_version, *(match.rules_version for match in stored.matches)}
    if versions - {RULES_VERSION}:
        yield Finding(f"Table {info.id} is played by version {max(versions)} of the rules: frozen here.", sound=True)
        return
    try:
        replay(stored)
    except BUGS as error:
        yield Finding(f"Table {info.id} verifies but cannot be replayed: {error}")
