"""The journal: what is acknowledged lasts, and what does not verify is set aside."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from upcard_server.journal import (
    Append,
    CloseTable,
    DataDirError,
    EndMatch,
    Entry,
    Journal,
    Ledger,
    NewMatch,
    NewTable,
    Quarantine,
    StoredTable,
    TableState,
    datadir,
    open_journal,
)
from upcard_server.journal.datadir import DATABASE

RULES = {1}


def table(table_id: str, at_ms: int = 1, rules_version: int = 1) -> NewTable:
    return NewTable(table_id, at_ms, "gin", rules_version)


def entry(n: int, kind: str = "act") -> Entry:
    return Entry(at_ms=1_700_000_000_000 + n, kind=kind, body=b"body %d" % n, seat=n % 2, cseq=n)


def log(count: int) -> tuple[Entry, ...]:
    return tuple(entry(n) for n in range(1, count + 1))


async def loaded(journal: Journal) -> dict[str, StoredTable]:
    return {stored.info.id: stored async for stored in journal.load(RULES)}


async def reopened(data_dir: Path) -> dict[str, StoredTable]:
    async with open_journal(data_dir) as journal:
        return await loaded(journal)


def tamper(data_dir: Path, statement: str) -> None:
    connection = sqlite3.connect(data_dir / DATABASE)
    with connection:
        assert connection.execute(statement).rowcount > 0
    connection.close()


async def test_rows_come_back_in_the_order_they_were_appended(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        await journal.commit(table("a"))
        for n in range(1, 11):
            await journal.append("a", (entry(n),))
    stored = (await reopened(tmp_path))["a"]
    assert [row.n for row in stored.rows] == list(range(1, 11))
    assert [Entry(row.at_ms, row.kind, row.body, row.seat, row.cseq) for row in stored.rows] == list(log(10))
    assert stored.state is TableState.OPEN


async def test_many_tasks_write_at_once_and_every_table_keeps_its_own_order(tmp_path: Path) -> None:
    async def play(journal: Journal, table_id: str) -> None:
        await journal.commit(table(table_id))
        for n in range(1, 21):
            await journal.append(table_id, (entry(n),))

    async with open_journal(tmp_path) as journal, trio.open_nursery() as nursery:
        for number in range(30):
            nursery.start_soon(play, journal, f"t{number}")
    stored = await reopened(tmp_path)
    assert len(stored) == 30
    assert all([row.cseq for row in one.rows] == list(range(1, 21)) for one in stored.values())


async def test_changes_of_one_commit_happen_all_or_none(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        await journal.commit(table("a"))
        with pytest.raises(LookupError, match="no open table missing"):
            await journal.append("a", log(3), Append("missing", log(1)))
        await journal.append("a", log(1))
        stored = await journal.read("a")
    assert stored is not None
    assert len(stored.rows) == 1
    assert stored.state is TableState.OPEN


async def test_a_caller_at_fault_does_not_harm_those_in_the_same_transaction(tmp_path: Path) -> None:
    refused: list[str] = []

    async def write(journal: Journal, table_id: str) -> None:
        try:
            await journal.append(table_id, log(2))
        except LookupError:
            refused.append(table_id)

    async with open_journal(tmp_path) as journal:
        await journal.commit(table("a"), table("b"))
        async with trio.open_nursery() as nursery:
            for table_id in ("a", "missing", "b"):
                nursery.start_soon(write, journal, table_id)
    assert refused == ["missing"]
    assert {key: len(stored.rows) for key, stored in (await reopened(tmp_path)).items()} == {"a": 2, "b": 2}


async def test_a_cancelled_caller_learns_whether_its_rows_were_written(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        await journal.commit(table("a"))
        with trio.CancelScope() as scope:
            scope.cancel()
            await journal.append("a", log(1))
        assert scope.cancelled_caught
        with trio.CancelScope() as scope:
            trio.lowlevel.current_trio_token().run_sync_soon(scope.cancel)
            await journal.append("a", log(2))
        stored = await journal.read("a")
    assert stored is not None
    assert len(stored.rows) == 2


async def test_a_closed_journal_takes_no_more(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        pass
    with pytest.raises(trio.ClosedResourceError):
        await journal.commit(table("a"))


async def test_a_closed_table_is_not_loaded_but_can_be_read(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        await journal.commit(table("a"), Append("a", log(3)), CloseTable("a", 9))
        assert await loaded(journal) == {}
        stored = await journal.read("a")
        with pytest.raises(LookupError):
            await journal.append("a", log(1))
        assert [info.id for info in await journal.tables()] == ["a"]
        assert await journal.read("b") is None
    assert stored is not None
    assert (stored.state, len(stored.rows)) == (TableState.CLOSED, 3)


async def test_a_match_keeps_its_seed_and_commitments(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        await journal.commit(table("a"), NewMatch("a", 1, 5, 1, b"s" * 32, b"commitments"))
        await journal.commit(EndMatch("a", 1, 99), NewMatch("a", 2, 100, 1, b"t" * 32, b"more"))
        with pytest.raises(LookupError, match="no match 7"):
            await journal.commit(EndMatch("a", 7, 99))
    first, second = (await reopened(tmp_path))["a"].matches
    assert (first.server_seed, first.commitments, first.ended_ms) == (b"s" * 32, b"commitments", 99)
    assert (second.match_no, second.ended_ms) == (2, None)


@pytest.mark.parametrize(
    ("statement", "reason", "sound"),
    [
        ("UPDATE log SET body = x'00' WHERE table_id = 'bad' AND n = 3", "Row 3 is not what was written", 2),
        ("UPDATE log SET kind = 'other' WHERE table_id = 'bad' AND n = 1", "Row 1 is not what was written", 0),
        ("UPDATE log SET kind = CAST(x'ff' AS TEXT) WHERE table_id = 'bad' AND n = 2", "Row 2 is not what", 1),
        ("UPDATE log SET seat = NULL WHERE table_id = 'bad' AND n = 4", "Row 4 is not what was written", 3),
        ("UPDATE log SET at_ms = 'noon' WHERE table_id = 'bad' AND n = 4", "Row 4 is not what was written", 3),
        ("DELETE FROM log WHERE table_id = 'bad' AND n = 2", "Row 2 is missing", 1),
        ("DELETE FROM log WHERE table_id = 'bad' AND n = 5", "The log ends at row 4", 4),
        ("DELETE FROM log WHERE table_id = 'bad'", "The log ends at row 0", 0),
        (
            "UPDATE log SET n = CASE n WHEN 2 THEN -3 ELSE -2 END WHERE table_id = 'bad' AND n IN (2, 3);"
            "UPDATE log SET n = -n WHERE n < 0",
            "Row 2 is not what was written",
            1,
        ),
        (
            "UPDATE log SET body = (SELECT body FROM log WHERE table_id = 'good' AND n = 5),"
            " chain = (SELECT chain FROM log WHERE table_id = 'good' AND n = 5)"
            " WHERE table_id = 'bad' AND n = 5",
            "Row 5 is not what was written",
            4,
        ),
        ("UPDATE tables SET rules_version = 2 WHERE id = 'bad'", "Row 1 is not what was written", 0),
    ],
)
async def test_a_table_that_does_not_verify_is_set_aside_and_the_rest_starts(
    tmp_path: Path, statement: str, reason: str, sound: int
) -> None:
    async with open_journal(tmp_path) as journal:
        await journal.commit(table("bad"), Append("bad", log(5)), table("good"), Append("good", log(5)))
    for part in statement.split(";"):
        tamper(tmp_path, part)

    for _ in range(2):
        stored = await reopened(tmp_path)
        assert stored["good"].state is TableState.OPEN
        assert stored["bad"].state is TableState.QUARANTINED
        assert reason in (stored["bad"].reason or "")
        assert len(stored["bad"].rows) == sound
    async with open_journal(tmp_path) as journal:
        await journal.append("good", log(1))
        with pytest.raises(LookupError):
            await journal.append("bad", log(1))


async def test_a_table_that_can_not_be_replayed_is_set_aside_by_the_server(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        await journal.commit(table("a"), Append("a", log(2)))
        await journal.commit(Quarantine("a", "Row 2 has the unknown kind 'dance'."))
    stored = (await reopened(tmp_path))["a"]
    assert (stored.state, stored.reason) == (TableState.QUARANTINED, "Row 2 has the unknown kind 'dance'.")
    assert len(stored.rows) == 2


@pytest.mark.parametrize("of_the_match", [False, True])
async def test_a_table_of_unknown_rules_is_frozen_and_kept_for_a_server_that_knows_them(
    tmp_path: Path, of_the_match: bool
) -> None:
    async with open_journal(tmp_path) as journal:
        await journal.commit(table("a", rules_version=1 if of_the_match else 2), Append("a", log(2)))
        await journal.commit(NewMatch("a", 1, 5, 2, b"s" * 32, b""))
    stored = (await reopened(tmp_path))["a"]
    assert stored.state is TableState.FROZEN
    assert "version 2 of the rules" in (stored.reason or "")
    assert len(stored.rows) == 2
    async with open_journal(tmp_path) as journal:
        assert [one.state async for one in journal.load({1, 2})] == [TableState.OPEN]


async def test_loading_never_holds_more_rows_than_its_bound_but_for_one_longer_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def noting(ledger: Ledger, table_id: str) -> StoredTable | None:
        read.append(table_id)
        return original(ledger, table_id)

    original = Ledger.read
    monkeypatch.setattr(Ledger, "read", noting)
    monkeypatch.setattr("upcard_server.journal.store.READ_AT_ONCE", 10)
    async with open_journal(tmp_path) as journal:
        for n, (table_id, rows) in enumerate((("a", 6), ("b", 5), ("c", 5), ("d", 11), ("e", 1))):
            await journal.commit(table(table_id, at_ms=n), Append(table_id, log(rows)))
        in_memory = {stored.info.id: "".join(read) async for stored in journal.load(RULES)}
    assert in_memory == {"a": "a", "b": "abc", "c": "abc", "d": "abcd", "e": "abcde"}


def test_a_match_is_found_in_a_long_log_without_reading_the_rest_of_it(tmp_path: Path) -> None:
    def lines(*kinds: str) -> Append:
        return Append("a", tuple(entry(n, kind) for n, kind in enumerate(kinds)))

    with datadir.opened(tmp_path) as connection:
        ledger, work = Ledger(connection), Counter[str]()
        match = NewMatch("a", 1, 1, 1, bytes(32), bytes(32))
        ledger.apply(
            (table("a"), lines("open", "log.take_seat", *["chat"] * 3000), match, lines("table.start", "act"))
        )
        assert ledger.landmarks("a", 1) is None
        ledger.apply((EndMatch("a", 1, 9), lines("act", "table.reveal", *["chat"] * 3000, "log.take_seat")))
        connection.set_progress_handler(lambda: work.update(steps=1), 1)
        found = ledger.landmarks("a", 1)
        assert found is not None
        assert [(row.n, row.kind) for row in found] == [
            (2, "log.take_seat"),
            (3003, "table.start"),
            (3006, "table.reveal"),
            (6007, "log.take_seat"),
        ]
        assert [row.kind for row in ledger.rows("a", 3004, 3006)] == ["act", "act"]
        assert ledger.landmarks("a", 2) is None
        assert ledger.landmarks("b", 1) is None
        assert 0 < work["steps"] < 1000
        connection.execute("UPDATE log SET body = x'00' WHERE n = 3005")
        assert [row.n for row in ledger.rows("a", 3003, 3006)] == [3003, 3004]
        connection.execute("DELETE FROM log WHERE n = 3004")
        assert [row.n for row in ledger.rows("a", 3003, 3006)] == [3003]


async def test_the_server_keeps_its_id_and_counts_its_starts(tmp_path: Path) -> None:
    seen: list[tuple[str, int]] = []
    for _ in range(3):
        async with open_journal(tmp_path) as journal:
            seen.append((journal.server_id, journal.epoch))
    assert [epoch for _, epoch in seen] == [1, 2, 3]
    assert len({server_id for server_id, _ in seen}) == 1
    async with open_journal(tmp_path / "other") as journal:
        assert journal.server_id != seen[0][0]


async def test_two_servers_can_not_use_one_directory(tmp_path: Path) -> None:
    async with open_journal(tmp_path) as journal:
        with pytest.raises(DataDirError, match="Another server is using the data directory"):
            async with open_journal(tmp_path):
                pass
        await journal.commit(table("a"))
    assert set(await reopened(tmp_path)) == {"a"}


def _a_file(path: Path) -> None:
    path.write_text("here already")


def _below_a_file(path: Path) -> None:
    path.parent.mkdir()
    path.parent.rmdir()
    path.parent.write_text("here already")


def _a_directory_for_a_database(path: Path) -> None:
    (path / DATABASE).mkdir(parents=True)


def _garbage_for_a_database(path: Path) -> None:
    path.mkdir(parents=True)
    (path / DATABASE).write_bytes(b"no database at all " * 300)


@pytest.mark.parametrize("prepare", [_a_file, _below_a_file, _a_directory_for_a_database, _garbage_for_a_database])
async def test_a_directory_that_can_not_be_used_is_refused_in_one_sentence(
    tmp_path: Path, prepare: Callable[[Path], None]
) -> None:
    path = tmp_path / "data" if prepare is _a_file else tmp_path / "server" / "data"
    prepare(path)
    with pytest.raises(DataDirError, match=r"^The data directory .* cannot be used: [^\n]*\.$"):
        async with open_journal(path):
            pass


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
async def test_a_directory_that_can_not_be_written_is_refused(tmp_path: Path) -> None:
    await trio.Path(tmp_path).chmod(0o500)
    with pytest.raises(DataDirError, match="Permission denied"):
        async with open_journal(tmp_path):
            pass


@pytest.mark.parametrize(
    ("statement", "reason"),
    [("PRAGMA user_version = 9", "its format is 9"), ("PRAGMA application_id = 7", "not a journal of Upcard")],
)
async def test_a_file_of_another_version_or_program_is_refused_and_not_touched(
    tmp_path: Path, statement: str, reason: str
) -> None:
    async with open_journal(tmp_path):
        pass
    connection = sqlite3.connect(tmp_path / DATABASE)
    connection.execute(statement)
    connection.close()
    before = (tmp_path / DATABASE).read_bytes()
    with pytest.raises(DataDirError, match=reason):
        async with open_journal(tmp_path):
            pass
    assert (tmp_path / DATABASE).read_bytes() == before


async def test_the_database_is_its_owners_alone(tmp_path: Path) -> None:
    directory = trio.Path(tmp_path)
    await directory.chmod(0o755)
    async with open_journal(tmp_path) as journal:
        await journal.commit(table("a"))
        open_to_others = [path for path in await directory.iterdir() if (await path.stat()).st_mode & 0o077]
    assert not open_to_others


STORM = """
import os, sys
from pathlib import Path
import trio
from upcard_server.journal import Entry, NewTable, open_journal

async def play(journal, table_id):
    await journal.commit(NewTable(table_id, 1, "gin", 1))
    n = 0
    while True:
        n += 1
        await journal.append(table_id, [Entry(at_ms=n, kind="act", body=b"x" * 200, seat=0, cseq=n)])
        os.write(1, f"{table_id} {n}\\n".encode())

async def main():
    async with open_journal(Path(sys.argv[1])) as journal, trio.open_nursery() as nursery:
        for number in range(10):
            nursery.start_soon(play, journal, f"t{number}")

trio.run(main)
"""


def test_no_acknowledged_row_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    """The child says each row once it is acknowledged, and is killed in the middle of its writing."""
    process = subprocess.Popen([sys.executable, "-c", STORM, str(tmp_path)], stdout=subprocess.PIPE)
    with process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(500)]
        process.send_signal(signal.SIGKILL)
        said += [line for line in process.stdout if line.endswith(b"\n")]
    assert process.returncode == -signal.SIGKILL

    acknowledged: dict[str, int] = {}
    for line in said:
        table_id, n = line.decode().split()
        acknowledged[table_id] = int(n)
    stored = trio.run(reopened, tmp_path)
    assert set(acknowledged) <= set(stored)
    for table_id, n in acknowledged.items():
        assert stored[table_id].state is TableState.OPEN
        assert [row.cseq for row in stored[table_id].rows][:n] == list(range(1, n + 1))
        assert len(stored[table_id].rows) - n <= 1, "at most the row that was under way is unacknowledged"
