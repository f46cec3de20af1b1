"""The writer's thread: when the disk fails, everybody hears of it and nothing more is written."""

import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
import trio
import trio.testing

from upcard_server.journal import Append, Entry, Journal, JournalError, NewTable, open_journal
from upcard_server.journal.datadir import DATABASE, opened
from upcard_server.journal.ledger import Ledger
from upcard_server.journal.writer import Writer


def lines(count: int, size: int = 200) -> tuple[Entry, ...]:
    return tuple(Entry(at_ms=n, kind="act", body=bytes(size)) for n in range(count))


class FailingConnection(sqlite3.Connection):
    """A database whose disk breaks when it is told to."""

    failing = ""

    def execute(self, sql: str, *arguments: object) -> sqlite3.Cursor:
        if self.failing and sql.startswith(self.failing):
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *arguments)  # pyright: ignore[reportArgumentType] -- passed on as given


@asynccontextmanager
async def journal_over(connection: sqlite3.Connection) -> AsyncGenerator[Journal]:
    writer = Writer(Ledger(connection))
    writer.start()
    try:
        yield Journal(writer, "id", 1)
    finally:
        await writer.stop()


async def stored_rows(data_dir: Path, table_id: str) -> int:
    async with open_journal(data_dir) as journal:
        stored = await journal.read(table_id)
    return len(stored.rows) if stored else 0


@pytest.mark.parametrize("statement", ["BEGIN", "COMMIT", "UPDATE tables"])
async def test_a_failing_disk_breaks_the_journal_for_everybody(tmp_path: Path, statement: str) -> None:
    broken: list[str] = []

    async def write(journal: Journal, table_id: str) -> None:
        try:
            await journal.append(table_id, lines(1))
        except JournalError:
            broken.append(table_id)

    with opened(tmp_path):
        pass
    factory = FailingConnection
    path = tmp_path / DATABASE
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=factory)) as disk:
        async with journal_over(disk) as journal:
            await journal.commit(NewTable("a", 1, "gin", 1), NewTable("b", 1, "gin", 1))
            disk.failing = statement
            async with trio.open_nursery() as nursery:
                for table_id in ("a", "b"):
                    nursery.start_soon(write, journal, table_id)
            assert sorted(broken) == ["a", "b"]
            disk.failing = ""
            with pytest.raises(JournalError, match="disk I/O error"):
                await journal.append("a", lines(1))
            with pytest.raises(JournalError):
                await journal.watch()
    assert await stored_rows(tmp_path, "a") == 0


async def test_a_full_disk_breaks_the_journal_and_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    written = 0
    with opened(tmp_path) as connection:
        connection.execute("PRAGMA max_page_count = 40").fetchone()
        async with journal_over(connection) as journal:
            await journal.commit(NewTable("a", 1, "gin", 1))
            failure: JournalError | None = None
            while failure is None:
                try:
                    await journal.append("a", lines(1, size=1000))
                    written += 1
                except JournalError as error:
                    failure = error
    assert "full" in str(failure)
    assert written > 0
    assert await stored_rows(tmp_path, "a") == written


async def test_the_task_that_watches_stops_the_server(tmp_path: Path) -> None:
    with opened(tmp_path) as connection:
        connection.execute("PRAGMA max_page_count = 40").fetchone()
        async with journal_over(connection) as journal:
            await journal.commit(NewTable("a", 1, "gin", 1))
            with pytest.RaisesGroup(JournalError, allow_unwrapped=True, flatten_subgroups=True):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(journal.watch)
                    with pytest.raises(JournalError):
                        await journal.append("a", lines(1, size=1_000_000))
                    await trio.sleep_forever()


async def test_a_bug_in_one_piece_of_work_reaches_its_caller_alone(tmp_path: Path) -> None:
    failed: list[Exception] = []

    def stumble_over_its_own_feet(ledger: Ledger) -> None:
        ledger.connection.execute("DELETE FROM log")
        raise ZeroDivisionError

    async def stumble(writer: Writer) -> None:
        try:
            await writer.call(stumble_over_its_own_feet)
        except ZeroDivisionError as error:
            failed.append(error)

    with opened(tmp_path) as connection:
        writer = Writer(Ledger(connection))
        writer.start()
        journal = Journal(writer, "id", 1)
        await journal.commit(NewTable("a", 1, "gin", 1))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(journal.append, "a", lines(1))
            nursery.start_soon(stumble, writer)
            nursery.start_soon(journal.append, "a", lines(1))
        await writer.stop()
    assert len(failed) == 1
    assert await stored_rows(tmp_path, "a") == 2


async def test_stopping_finishes_what_is_queued(tmp_path: Path) -> None:
    with opened(tmp_path) as connection:
        writer = Writer(Ledger(connection))
        journal = Journal(writer, "id", 1)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(journal.commit, NewTable("a", 1, "gin", 1), Append("a", lines(3)))
            await trio.testing.wait_all_tasks_blocked()
            writer.start()
            await writer.stop()
    assert await stored_rows(tmp_path, "a") == 3


async def test_a_group_is_one_transaction(tmp_path: Path) -> None:
    statements: list[str] = []
    with opened(tmp_path) as connection:
        writer = Writer(Ledger(connection))
        journal = Journal(writer, "id", 1)
        connection.set_trace_callback(statements.append)
        async with trio.open_nursery() as nursery:
            for number in range(50):
                nursery.start_soon(journal.commit, NewTable(f"t{number}", 1, "gin", 1))
            await trio.testing.wait_all_tasks_blocked()
            writer.start()
        await writer.stop()
    assert statements.count("COMMIT") == 1
