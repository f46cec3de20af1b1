"""The journal: what the server never forgets.

An action is here, on the disk, before anybody hears of it. `store` is the door; `writer` is the one thread
behind it; `ledger`, `lists` and `accounts` are what that thread writes, `datadir` where; `chain` is the proof that
rows are as they were written.
"""

from upcard_server.journal.datadir import reading
from upcard_server.journal.errors import DataDirError, JournalError
from upcard_server.journal.ledger import Ledger
from upcard_server.journal.records import (
    Answer,
    Append,
    BeginAnew,
    Block,
    Change,
    CloseTable,
    EndMatch,
    Entry,
    Listed,
    ListMatch,
    NewMatch,
    NewTable,
    Quarantine,
    Row,
    StoredMatch,
    StoredTable,
    TableInfo,
    TableState,
    User,
)
from upcard_server.journal.store import Journal, open_journal

__all__ = [
    "Answer",
    "Append",
    "BeginAnew",
    "Block",
    "Change",
    "CloseTable",
    "DataDirError",
    "EndMatch",
    "Entry",
    "Journal",
    "JournalError",
    "Ledger",
    "ListMatch",
    "Listed",
    "NewMatch",
    "NewTable",
    "Quarantine",
    "Row",
    "StoredMatch",
    "StoredTable",
    "TableInfo",
    "TableState",
    "User",
    "open_journal",
    "reading",
]
