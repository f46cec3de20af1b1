"""The data directory: one lock, one SQLite file, one server at a time."""

import fcntl
import os
import secrets
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from upcard_server.journal.errors import DataDirError

DATABASE: Final = "journal.db"
LOCK: Final = "lock"

APPLICATION_ID: Final = 0x55504344
"""`UPCD` in the file's header: whose file this is."""

SCHEMA_VERSION: Final = 5
"""`PRAGMA user_version` of the files that this server reads and writes."""

BLOCKS: Final = """
CREATE TABLE blocks (
    user_id    INTEGER NOT NULL,
    blocked_id INTEGER NOT NULL,
    PRIMARY KEY (user_id, blocked_id)
) WITHOUT ROWID;
CREATE INDEX blockers ON blocks (blocked_id);
"""

LANDMARKS: Final = """
CREATE INDEX landmarks ON log (table_id, n) WHERE kind IN ('table.start', 'table.reveal', 'log.take_seat');
"""
"""Finds a match in a log of any length, and who sat there: `Ledger.landmarks` asks in the same words."""

FINISHED: Final = """
-- The matches that are over and that people played, numbered in the order in which they ended. One without a row was
-- over before this table was there, and its row is still to be made.
CREATE TABLE finished (
    number   INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL,
    match_no INTEGER NOT NULL,
    row      BLOB,
    UNIQUE (table_id, match_no)
);
CREATE INDEX unlisted ON finished (table_id) WHERE row IS NULL;

CREATE TABLE played (
    user_id INTEGER NOT NULL,
    number  INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    PRIMARY KEY (user_id, number)
) WITHOUT ROWID;
"""

TO_BE_LISTED: Final = """
INSERT INTO finished (table_id, match_no)
    SELECT table_id, match_no FROM matches WHERE ended_ms IS NOT NULL ORDER BY ended_ms, table_id, match_no;
"""

STEPS: Final = {2: BLOCKS, 3: LANDMARKS, 4: FINISHED + TO_BE_LISTED}
"""What makes of an older version the next one."""

SCHEMA: Final = f"""{BLOCKS}{FINISHED}
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value NOT NULL
) WITHOUT ROWID;

CREATE TABLE tables (
    id            TEXT PRIMARY KEY,
    created_ms    INTEGER NOT NULL,
    closed_ms     INTEGER,
    state         TEXT NOT NULL CHECK (state IN ('open', 'closed', 'quarantined')),
    reason        TEXT,
    game          TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    rows          INTEGER NOT NULL,
    head          BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX unfinished ON tables (created_ms) WHERE state <> 'closed';

-- Lines are added, and dropped only all together, when a table's log begins anew.
-- It has a rowid on purpose: rows of many tables then land on one page, not one page each.
CREATE TABLE log (
    table_id TEXT NOT NULL,
    n        INTEGER NOT NULL,
    at_ms    INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    seat     INTEGER,
    cseq     INTEGER,
    clocks   BLOB,
    body     BLOB NOT NULL,
    chain    BLOB NOT NULL,
    PRIMARY KEY (table_id, n)
);
{LANDMARKS}
CREATE TABLE matches (
    table_id      TEXT NOT NULL,
    match_no      INTEGER NOT NULL,
    rules_version INTEGER NOT NULL,
    server_seed   BLOB NOT NULL,
    commitments   BLOB NOT NULL,
    started_ms    INTEGER NOT NULL,
    ended_ms      INTEGER,
    PRIMARY KEY (table_id, match_no)
) WITHOUT ROWID;

CREATE TABLE users (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    token         BLOB NOT NULL UNIQUE,
    name          TEXT NOT NULL,
    skeleton      TEXT NOT NULL UNIQUE,
    guest         INTEGER NOT NULL,
    last_login_ms INTEGER NOT NULL
);

CREATE TABLE answers (
    user_id INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    rid     INTEGER NOT NULL,
    reply   BLOB NOT NULL,
    PRIMARY KEY (user_id, seq)
) WITHOUT ROWID;
"""


@contextmanager
def opened(data_dir: Path) -> Generator[sqlite3.Connection]:
    """Hold the data directory for this process alone, with its database open; make both where missing.

    The connection commits only when told (`BEGIN`, `COMMIT`), may be used by any one thread at a time, and
    writes to the disk before a commit returns.

    Raises:
        DataDirError: if it cannot be made, read or written, is in use, or was written by another version.
    """
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(data_dir / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise _unusable(data_dir, error.strerror or str(error)) from error
    try:
        _lock(lock, data_dir)
        with closing(_connect(data_dir)) as connection:
            yield connection
    finally:
        os.close(lock)


@contextmanager
def reading(data_dir: Path) -> Generator[sqlite3.Connection]:
    """Open the database of a data directory to be read only, as it is at this moment; a server may be using it.

    Raises:
        DataDirError: if there is none, it cannot be read, or it was written by another version.
    """
    path = data_dir / DATABASE
    try:
        with closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
        ) as connection:
            connection.text_factory = _text
            connection.execute("BEGIN")
            if not _check_whose(connection, path):
                raise DataDirError(f"{path} is empty.")
            yield connection
    except sqlite3.Error as error:
        reason = f"{path.name} is not there" if not path.exists() else str(error)
        raise _unusable(data_dir, reason) from error


def identity(connection: sqlite3.Connection) -> tuple[str, int]:
    """Return the server's id, made once and kept, and the number of this start, one more than the last.

    Raises:
        DataDirError: if that number cannot be written.
    """
    try:
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT OR IGNORE INTO meta VALUES ('server_id', ?)", (secrets.token_hex(16),))
            connection.execute("INSERT OR IGNORE INTO meta VALUES ('epoch', 0)")
            connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'epoch'")
            stored: dict[str, str | int] = dict(connection.execute("SELECT key, value FROM meta"))
    except sqlite3.Error as error:
        raise DataDirError(f"The data directory cannot be written: {error}.") from error
    return str(stored["server_id"]), int(stored["epoch"])


def _lock(lock: int, data_dir: Path) -> None:
    """Take the lock, which the system lets go of when this process ends, however it ends."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise DataDirError(
            f"Another server is using the data directory {data_dir}; stop it, or choose another with --data."
        ) from error
    except OSError as error:
        raise _unusable(data_dir, error.strerror or str(error)) from error


def _connect(data_dir: Path) -> sqlite3.Connection:
    path = data_dir / DATABASE
    try:
        # Seeds of matches in play are in there: the file is its owner's alone, even if the directory is not.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    except OSError as error:
        raise _unusable(data_dir, error.strerror or str(error)) from error
    except sqlite3.Error as error:
        raise _unusable(data_dir, str(error)) from error
    try:
        _prepare(connection, path)
    except sqlite3.Error as error:
        connection.close()
        raise _unusable(data_dir, str(error)) from error
    except DataDirError:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Check whose file it is before anything in it is touched, then set it up."""
    connection.text_factory = _text
    written = _check_whose(connection, path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    # macOS: a plain fsync leaves the data in the drive's own cache.
    connection.execute("PRAGMA fullfsync = ON")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for older in range(version, SCHEMA_VERSION) if written else ():
        connection.executescript(f"BEGIN; {STEPS[older]} PRAGMA user_version = {older + 1}; COMMIT;")
    if not written:
        connection.executescript(
            f"BEGIN; {SCHEMA} PRAGMA application_id = {APPLICATION_ID};"
            f" PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
        )


def _check_whose(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether anything is in the file.

    Raises:
        DataDirError: if it is another program's, or another version's.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (objects,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if objects and application != APPLICATION_ID:
        raise DataDirError(f"{path} is not a journal of Upcard; it has been left as it is.")
    if objects and version != SCHEMA_VERSION and version not in STEPS:
        raise DataDirError(
            f"{path} was written by another version of Upcard (its format is {version}, this server's is"
            f" {SCHEMA_VERSION}); it has been left as it is."
        )
    return bool(objects)


def _text(raw: bytes) -> str:
    """Read damaged text as other text: the chain finds that, and the tables beside it still load."""
    return raw.decode("utf-8", "replace")


def _unusable(data_dir: Path, reason: str) -> DataDirError:
    return DataDirError(f"The data directory {data_dir} cannot be used: {reason}.")
