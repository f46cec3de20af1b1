"""What is in the database about tables: each method is a part of one transaction of the writer's."""

import sqlite3
from collections.abc import Iterable

from upcard_server.journal import accounts, lists
from upcard_server.journal.chain import RawRow, genesis, link, verify
from upcard_server.journal.records import (
    Answer,
    Append,
    BeginAnew,
    Block,
    Change,
    CloseTable,
    EndMatch,
    ListMatch,
    NewMatch,
    NewTable,
    Quarantine,
    Row,
    StoredMatch,
    StoredTable,
    TableInfo,
    TableState,
)

_INFO = "SELECT id, created_ms, game, rules_version, state, reason, rows, head FROM tables"


class Ledger:
    """The database, with the heads of the tables that are being written.

    Used by one thread at a time. Nothing here commits; after a rollback `forget` must be called.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Wrap an open connection, which stays its opener's to close."""
        self.connection = connection
        self._heads: dict[str, tuple[int, bytes]] = {}

    def forget(self) -> None:
        """Drop what is remembered of the database, because a rollback has changed it."""
        self._heads.clear()

    def apply(self, changes: Iterable[Change]) -> None:
        """Write changes, in order.

        Raises:
            LookupError: if a change concerns a table or match that is not there or not open.
            sqlite3.IntegrityError: if a new table or match is there already.
        """
        for change in changes:
            match change:
                case Append():
                    self._append(change)
                case Answer():
                    accounts.keep_answer(self.connection, change)
                case Block():
                    accounts.block(self.connection, change)
                case NewTable():
                    self._create(change)
                case BeginAnew():
                    self._begin_anew(change)
                case NewMatch(table_id, match_no, at_ms, rules_version, seed, commitments):
                    self.connection.execute(
                        "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, NULL)",
                        (table_id, match_no, rules_version, seed, commitments, at_ms),
                    )
                case EndMatch(table_id, match_no, at_ms):
                    self._update_one(
                        "UPDATE matches SET ended_ms = ? WHERE table_id = ? AND match_no = ?",
                        (at_ms, table_id, match_no),
                        f"match {match_no} of table {table_id}",
                    )
                case ListMatch():
                    lists.put(self.connection, change)
                case CloseTable(table_id, at_ms):
                    self._heads.pop(table_id, None)
                    self._update_one(
                        "UPDATE tables SET state = 'closed', closed_ms = ? WHERE id = ? AND state = 'open'",
                        (at_ms, table_id),
                        f"open table {table_id}",
                    )
                case Quarantine(table_id, reason):
                    self._heads.pop(table_id, None)
                    self._update_one(
                        "UPDATE tables SET state = 'quarantined', reason = ? WHERE id = ? AND state = 'open'",
                        (reason, table_id),
                        f"open table {table_id}",
                    )

    def tables(self, *, unfinished: bool = False) -> list[TableInfo]:
        """Return the register in the order of the tables' making, or what of it is not closed."""
        where = "WHERE state <> 'closed'" if unfinished else ""
        return [_info(raw) for raw in self.connection.execute(f"{_INFO} {where} ORDER BY created_ms, id")]

    def read(self, table_id: str) -> StoredTable | None:
        """Return a table with the rows that verify, or None where there is no such table.

        Its state is that of the register, except that an open or closed table with a fault reads as
        quarantined.
        """
        info = self._find(table_id)
        if info is None:
            return None
        stored: list[RawRow] = self.connection.execute(
            "SELECT n, at_ms, kind, body, seat, cseq, clocks, chain FROM log WHERE table_id = ? ORDER BY n",
            (table_id,),
        ).fetchall()
        rows, fault = verify(info, stored)
        return StoredTable(
            info=info,
            rows=rows,
            matches=self._matches(table_id),
            state=TableState.QUARANTINED if fault else info.state,
            reason=fault or info.reason,
        )

    def outline(self, table_id: str) -> StoredTable | None:
        """Return a table without its rows, or None where there is no such table."""
        info = self._find(table_id)
        if info is None:
            return None
        return StoredTable(info=info, rows=(), matches=self._matches(table_id), state=info.state, reason=info.reason)

    def _matches(self, table_id: str) -> tuple[StoredMatch, ...]:
        matches = self.connection.execute(
            "SELECT match_no, rules_version, server_seed, commitments, started_ms, ended_ms"
            " FROM matches WHERE table_id = ? ORDER BY match_no",
            (table_id,),
        )
        return tuple(StoredMatch(*match) for match in matches)

    def landmarks(self, table_id: str, match_no: int) -> tuple[Row, ...] | None:
        """Return where the matches of a table began and ended, and who sat down; None while the match is not over.

        However long the log is, only these rows are read.
        """
        over = self.connection.execute(
            "SELECT 1 FROM matches WHERE table_id = ? AND match_no = ? AND ended_ms IS NOT NULL", (table_id, match_no)
        ).fetchone()
        if over is None:
            return None
        return self._rows(table_id, "log.kind IN ('table.start', 'table.reveal', 'log.take_seat')")

    def rows(self, table_id: str, first: int, end: int) -> tuple[Row, ...]:
        """Return the rows of a table from one number to before another, as far as they are there and verify."""
        rows = self._rows(table_id, "log.n >= ? AND log.n < ?", first, end)
        return tuple(row for n, row in enumerate(rows, first) if row.n == n)

    def _rows(self, table_id: str, which: str, *values: int) -> tuple[Row, ...]:
        """Return some of a table's rows, up to the first that was not written after the one before it."""
        stored = self.connection.execute(
            "SELECT log.n, log.at_ms, log.kind, log.body, log.seat, log.cseq, log.clocks, log.chain, before.chain"
            " FROM log LEFT JOIN log AS before ON before.table_id = log.table_id AND before.n = log.n - 1"
            f" WHERE log.table_id = ? AND {which} ORDER BY log.n",
            (table_id, *values),
        )
        info, rows = self._find(table_id), list[Row]()
        if info is None:
            return ()
        for n, at_ms, kind, body, seat, cseq, clocks, chain, before in stored:
            row = Row(n, at_ms, kind, body, seat, cseq, clocks)
            head = _genesis(info) if n == 1 else before
            if head is None or link(head, table_id, n, row) != chain:
                break
            rows.append(row)
        return tuple(rows)

    def _find(self, table_id: str) -> TableInfo | None:
        """Return a table's line in the register, or None where there is no such table."""
        raw = self.connection.execute(f"{_INFO} WHERE id = ?", (table_id,)).fetchone()
        return None if raw is None else _info(raw)

    def _create(self, table: NewTable) -> None:
        head = genesis(table.table_id, table.at_ms, table.game, table.rules_version)
        self.connection.execute(
            "INSERT INTO tables (id, created_ms, state, game, rules_version, rows, head)"
            " VALUES (?, ?, 'open', ?, ?, 0, ?)",
            (table.table_id, table.at_ms, table.game, table.rules_version, head),
        )

    def _begin_anew(self, anew: BeginAnew) -> None:
        info = self._find(anew.table_id)
        if info is None or info.state is not TableState.OPEN:
            raise LookupError(f"there is no open table {anew.table_id}")
        head = _genesis(info)
        self.connection.execute("DELETE FROM log WHERE table_id = ?", (info.id,))
        self.connection.execute("DELETE FROM matches WHERE table_id = ? AND match_no <= ?", (info.id, anew.match_no))
        lists.drop(self.connection, info.id, anew.match_no)
        self.connection.execute("UPDATE tables SET rows = 0, head = ? WHERE id = ?", (head, info.id))
        self._heads[info.id] = (0, head)

    def _append(self, append: Append) -> None:
        table_id = append.table_id
        n, head = self._heads.get(table_id) or self._stored_head(table_id)
        values: list[tuple[str, int, int, str, int | None, int | None, bytes | None, bytes, bytes]] = []
        for entry in append.entries:
            n += 1
            head = link(head, table_id, n, entry)
            line = (table_id, n, entry.at_ms, entry.kind, entry.seat, entry.cseq, entry.clocks, entry.body, head)
            values.append(line)
        self.connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
        self._update_one(
            "UPDATE tables SET rows = ?, head = ? WHERE id = ? AND state = 'open'",
            (n, head, table_id),
            f"open table {table_id}",
        )
        self._heads[table_id] = (n, head)

    def _stored_head(self, table_id: str) -> tuple[int, bytes]:
        stored = self.connection.execute("SELECT rows, head FROM tables WHERE id = ?", (table_id,)).fetchone()
        if stored is None:
            raise LookupError(f"there is no open table {table_id}")
        return stored

    def _update_one(self, statement: str, values: tuple[object, ...], what: str) -> None:
        if self.connection.execute(statement, values).rowcount != 1:
            raise LookupError(f"there is no {what}")


def _genesis(table: TableInfo) -> bytes:
    """Return the head of a table before its first row."""
    return genesis(table.id, table.created_ms, table.game, table.rules_version)


def _info(raw: tuple[str, int, str, int, str, str | None, int, bytes]) -> TableInfo:
    table_id, created_ms, game, rules_version, state, reason, rows, head = raw
    return TableInfo(table_id, created_ms, game, rules_version, TableState(state), reason, rows, head)
