"""The one thread that touches the database, and how tasks hand it work.

Group commit with no linger: the thread takes whatever is queued, runs it in one transaction, commits, and
answers all of it. While it waits for the disk, the next group gathers. Nothing polls: the thread sleeps in
its queue, tasks sleep in trio, and one call wakes all tasks of a group.
"""

import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import Final, TypeVar

import outcome
import trio

from upcard_server.journal.errors import JournalError
from upcard_server.journal.ledger import Ledger

T = TypeVar("T")

Work = Callable[[Ledger], object]
"""A part of a transaction. It may run more than once, with a rollback between."""

CHECKPOINT_IDLE_S: Final = 1.0
"""After this long with nothing to do the write-ahead log is copied into the database, so that a start after
a crash finds little to copy."""

_Waiting = tuple[trio.lowlevel.Task, Work]
_Answered = tuple[trio.lowlevel.Task, outcome.Outcome[object]]


class Writer:
    """The queue in front of the database. Make it, and call it, in trio; `run` belongs to a thread."""

    def __init__(self, ledger: Ledger) -> None:
        """Prepare to write to a ledger, which from now on is the thread's alone."""
        self._ledger = ledger
        self._trio = trio.lowlevel.current_trio_token()
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._failure: sqlite3.Error | None = None
        self._failed = trio.Event()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    async def stop(self) -> None:
        """Finish what is queued and end the thread. Cancelling does not hurry it: it takes one commit."""
        self._stopped = True
        self._queue.put(None)
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(self._thread.join)

    async def call(self, work: Callable[[Ledger], T]) -> T:
        """Run work in the next transaction and return its result once that is on the disk.

        Cancelled before it is handed over, nothing happens; once handed over it can not be cancelled, so
        that the caller never has to wonder whether it was written.

        Raises:
            JournalError: if the journal has failed, before or during this.
            trio.ClosedResourceError: if the journal has been closed.
            Exception: what the work itself raised; nothing of it was written then.
        """
        await trio.lowlevel.checkpoint_if_cancelled()
        if self._failure is not None:
            raise _broken(self._failure)
        if self._stopped:
            raise trio.ClosedResourceError("the journal is closed")
        self._queue.put((trio.lowlevel.current_task(), work))
        return await trio.lowlevel.wait_task_rescheduled(_not_cancellable)

    async def failed(self) -> JournalError:
        """Wait until the journal fails, which it never should."""
        await self._failed.wait()
        return _broken(self._failure)

    def _run(self) -> None:
        while (group := self._next_group()) is not None:
            answers = self._answer(group)
            self._trio.run_sync_soon(_wake, answers)

    def _next_group(self) -> list[_Waiting] | None:
        """Sleep until there is work and take all of it. None says that the end has come."""
        try:
            first = self._queue.get(timeout=CHECKPOINT_IDLE_S)
        except queue.Empty:
            self._checkpoint()
            first = self._queue.get()
        if first is None:
            return None
        group = [first]
        while not self._queue.empty():
            waiting = self._queue.get()
            if waiting is None:
                self._queue.put(None)
                break
            group.append(waiting)
        return group

    def _answer(self, group: list[_Waiting]) -> list[_Answered]:
        if self._failure is None:
            try:
                outcomes = self._transact([work for _, work in group])
                return [(task, result) for (task, _), result in zip(group, outcomes, strict=True)]
            except sqlite3.Error as error:
                self._fail(error)
        return [(task, outcome.Error(_broken(self._failure))) for task, _ in group]

    def _transact(self, works: list[Work]) -> list[outcome.Outcome[object]]:
        """Commit a group. Where one of it is at fault, each goes alone and only the guilty ones fail.

        Raises:
            sqlite3.Error: if the database itself fails: the fault is nobody's, and the end of the journal.
        """
        self._ledger.connection.execute("BEGIN IMMEDIATE")
        outcomes: list[outcome.Outcome[object]] = [outcome.capture(work, self._ledger) for work in works]
        errors = [result.error for result in outcomes if isinstance(result, outcome.Error)]
        if not errors:
            self._ledger.connection.execute("COMMIT")
            return outcomes
        for error in errors:
            if _is_fatal(error):
                raise error
        self._ledger.connection.execute("ROLLBACK")
        self._ledger.forget()
        if len(works) == 1:
            return outcomes
        return [result for work in works for result in self._transact([work])]

    def _checkpoint(self) -> None:
        if self._failure is None:
            try:
                self._ledger.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            except sqlite3.Error as error:
                self._fail(error)

    def _fail(self, error: sqlite3.Error) -> None:
        self._failure = error
        self._trio.run_sync_soon(self._failed.set)


def _is_fatal(error: BaseException) -> bool:
    """Tell a database that fails from work that asks for something impossible."""
    return isinstance(error, sqlite3.OperationalError | sqlite3.InternalError) or (
        type(error) is sqlite3.DatabaseError
    )


def _broken(cause: sqlite3.Error | None) -> JournalError:
    error = JournalError(f"The journal has failed ({cause}); the server has to stop.")
    error.__cause__ = cause
    return error


def _wake(answers: list[_Answered]) -> None:
    for task, result in answers:
        trio.lowlevel.reschedule(task, result)


def _not_cancellable(_: trio.lowlevel.RaiseCancelT) -> trio.lowlevel.Abort:
    return trio.lowlevel.Abort.FAILED
