"""The journal as the server's tasks see it."""

import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final, NoReturn, TypeVar

import msgspec

from upcard_server.journal import accounts, datadir, lists
from upcard_server.journal.ledger import Ledger
from upcard_server.journal.records import (
    Append,
    Change,
    Entry,
    Listed,
    Quarantine,
    Row,
    StoredTable,
    TableInfo,
    TableState,
    User,
)
from upcard_server.journal.writer import Writer

T = TypeVar("T")

READ_AT_ONCE: Final = 4096
"""Rows that are read in one go at the start: handing each table over by itself costs as much as reading it does."""


class Journal:
    """Everything that outlives the server. Made by `open_journal`.

    Every method returns once its effect is on the disk, and raises `JournalError` if it may not be. One task
    at a time should write to one table: rows get their numbers in the order of the calls.
    """

    def __init__(self, writer: Writer, server_id: str, epoch: int) -> None:
        """Stand before a running writer."""
        self.server_id = server_id
        """Random, made once for each data directory: 32 hex digits."""
        self.epoch = epoch
        """The number of this start, from 1."""
        self._writer = writer

    async def append(
        self, table_id: str, entries: Sequence[Entry], *also: Change, before: Sequence[Change] = ()
    ) -> None:
        """Add lines to an open table's log, together with other changes or not at all.

        Args:
            table_id: the table.
            entries: the lines.
            also: what is changed after that.
            before: what is changed first.

        Raises:
            JournalError: if the journal has failed.
            LookupError: if there is no open table of that id; nothing was written.
        """
        await self.commit(*before, Append(table_id, tuple(entries)), *also)

    async def commit(self, *changes: Change) -> None:
        """Make changes last, in order, all of them or none.

        Raises:
            JournalError: if the journal has failed.
            LookupError: if a table or match is not there or not open; nothing was written.
            sqlite3.IntegrityError: if a new table or match is there already; nothing was written.
        """
        await self._writer.call(lambda ledger: ledger.apply(changes))

    async def watch(self) -> NoReturn:
        """Wait for the journal to fail, and then raise: the task that stops the server.

        Raises:
            JournalError: when the journal has failed.
        """
        raise await self._writer.failed()

    async def load(self, rules_versions: Collection[int]) -> AsyncIterator[StoredTable]:
        """Iterate over all unfinished tables, `READ_AT_ONCE` rows in memory at a time, in the order of their making.

        A table whose rows do not verify is put in quarantine, for good, and comes with the rows that do. A
        table played by rules not in `rules_versions` comes as frozen: shown, kept, not replayed.
        """
        for infos in _batches(await self._writer.call(lambda ledger: ledger.tables(unfinished=True))):
            for info, table in zip(infos, await self._writer.call(partial(_read, infos)), strict=True):
                if table is None:
                    continue
                if table.state is TableState.QUARANTINED and info.state is TableState.OPEN:
                    await self.commit(Quarantine(info.id, table.reason or ""))
                yield _frozen_unless_known(table, rules_versions)

    async def tables(self) -> list[TableInfo]:
        """Return the register of all tables, in the order of their making."""
        return await self._writer.call(lambda ledger: ledger.tables())

    async def read(self, table_id: str) -> StoredTable | None:
        """Return one table, finished or not, with every row that verifies; None where there is none."""
        return await self._writer.call(lambda ledger: ledger.read(table_id))

    async def landmarks(self, table_id: str, match_no: int) -> tuple[Row, ...] | None:
        """Return where the matches of a table began and ended, and who sat down; None while the match is not over."""
        return await self._writer.call(lambda ledger: ledger.landmarks(table_id, match_no))

    async def rows(self, table_id: str, first: int, end: int) -> tuple[Row, ...]:
        """Return the rows of a table from one number to before another, as far as they are there and verify."""
        return await self._writer.call(lambda ledger: ledger.rows(table_id, first, end))

    async def outline(self, table_id: str) -> StoredTable | None:
        """Return one table without its rows; None where there is none."""
        return await self._writer.call(lambda ledger: ledger.outline(table_id))

    async def matches_of(self, user_id: int, before: int, limit: int) -> tuple[Listed, ...]:
        """Return matches that a user has played and that are over, the last that ended first.

        Args:
            user_id: who asks.
            before: those with lower numbers; 0 begins with the last.
            limit: so many at most.
        """
        return await self._account(partial(lists.page, user_id=user_id, before=before, limit=limit))

    async def unlisted(self) -> tuple[str, ...]:
        """Return the tables with matches that are over and not listed yet: an older format had no lists."""
        return await self._account(lists.unlisted)

    async def unlisted_of(self, table_id: str) -> tuple[int, ...]:
        """Return the matches of a table that are over and not listed yet."""
        return await self._account(partial(lists.unlisted_of, table_id=table_id))

    async def sign_up(
        self, *, token: bytes, name: str, skeleton: str, guest: bool, now_ms: int, in_use: Collection[int]
    ) -> User | None:
        """Give a name to a newcomer, or return None while another holds it.

        Args:
            token: the 32 secret bytes that the newcomer is given.
            name: the name as it is shown.
            skeleton: what is left of the name without case and look-alikes; unique.
            guest: whether the name was made up by the server.
            now_ms: the time of this login.
            in_use: ids of users who hold their names whatever the time: seated, or logged in now.
        """
        return await self._account(
            partial(
                accounts.sign_up,
                token=token,
                name=name,
                skeleton=skeleton,
                guest=guest,
                now_ms=now_ms,
                in_use=frozenset(in_use),
            )
        )

    async def sign_in(self, token: bytes, now_ms: int) -> User | None:
        """Return the user whose token this is and note the login, or None where it is nobody's (any more)."""
        return await self._account(partial(accounts.sign_in, token=token, now_ms=now_ms))

    async def user(self, user_id: int) -> User | None:
        """Return a user by id, or None where the name has passed on."""
        return await self._account(partial(accounts.find, user_id=user_id))

    async def named(self, skeleton: str) -> User | None:
        """Return who holds a name, or None."""
        return await self._account(partial(accounts.named, skeleton=skeleton))

    async def release(self, skeleton: str) -> User | None:
        """Free a name at once, and return who held it."""
        return await self._account(partial(accounts.release, skeleton=skeleton))

    async def forget_guests(self, before_ms: int, in_use: Collection[int]) -> int:
        """Forget guests not seen since `before_ms` and not in use; return how many."""
        return await self._account(partial(accounts.forget_guests, before_ms=before_ms, in_use=frozenset(in_use)))

    async def answers(self, user_id: int) -> dict[int, bytes]:
        """Return the last 64 answers kept for a user by request number, oldest first."""
        return await self._account(partial(accounts.answers, user_id=user_id))

    async def blocked_by(self, user_id: int) -> frozenset[int]:
        """Return whom a user has blocked."""
        return await self._account(partial(accounts.blocked_by, user_id=user_id))

    async def blockers_of(self, user_id: int) -> frozenset[int]:
        """Return who has blocked a user."""
        return await self._account(partial(accounts.blockers_of, user_id=user_id))

    async def _account(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return await self._writer.call(lambda ledger: work(ledger.connection))


@asynccontextmanager
async def open_journal(data_dir: Path) -> AsyncGenerator[Journal]:
    """Open the journal of a data directory, for this process alone, and close it after the block.

    Raises:
        DataDirError: if the directory cannot be used; its text is one sentence for people.
    """
    with datadir.opened(data_dir) as connection:
        server_id, epoch = datadir.identity(connection)
        writer = Writer(Ledger(connection))
        writer.start()
        try:
            yield Journal(writer, server_id, epoch)
        finally:
            await writer.stop()


def _batches(infos: Iterable[TableInfo]) -> Iterator[list[TableInfo]]:
    """Iterate over tables, as many together as have `READ_AT_ONCE` rows; one that has more goes alone."""
    batch: list[TableInfo] = []
    rows = 0
    for info in infos:
        if batch and rows + info.rows > READ_AT_ONCE:
            yield batch
            batch, rows = [], 0
        batch.append(info)
        rows += info.rows
    if batch:
        yield batch


def _read(infos: Iterable[TableInfo], ledger: Ledger) -> list[StoredTable | None]:
    return [ledger.read(info.id) for info in infos]


def _frozen_unless_known(table: StoredTable, known: Collection[int]) -> StoredTable:
    versions = [table.info.rules_version, *(match.rules_version for match in table.matches)]
    unknown = [version for version in versions if version not in known]
    if table.state is not TableState.OPEN or not unknown:
        return table
    reason = f"It is played by version {unknown[0]} of the rules, which this server does not know."
    return msgspec.structs.replace(table, state=TableState.FROZEN, reason=reason)
