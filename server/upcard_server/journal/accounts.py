"""What is in the database about people: who holds which name, and the answers kept for them.

Tokens are stored as their SHA-256, so a stolen database lets nobody in. Each function is a part of one
transaction of the writer's.
"""

import sqlite3
from collections.abc import Collection
from hashlib import sha256
from typing import Final

from upcard_server.journal.records import Answer, Block, User

NAME_HELD_MS: Final = 30 * 24 * 60 * 60 * 1000
"""How long a name is kept for its holder after the last login."""

GUEST_HELD_MS: Final = 10 * 60 * 1000
"""How long that of a guest is, who has no name to lose: so those that there are never run out."""

ANSWERS_KEPT: Final = 64
"""How many answers to numbered requests are kept for each user."""

_USER: Final = "SELECT id, name, guest, last_login_ms FROM users"


def sign_up(
    connection: sqlite3.Connection,
    *,
    token: bytes,
    name: str,
    skeleton: str,
    guest: bool,
    now_ms: int,
    in_use: Collection[int],
) -> User | None:
    """Give a name to a newcomer, or return None while somebody holds it.

    A name is held by a user in `in_use` (seated, or logged in now), else for 30 days after the last login,
    a guest's for ten minutes. Then it passes on, and the former holder's token is worth nothing.
    """
    holder = _one(connection, f"{_USER} WHERE skeleton = ?", skeleton)
    if holder is not None:
        held_ms = GUEST_HELD_MS if holder.guest else NAME_HELD_MS
        if holder.id in in_use or now_ms - holder.last_login_ms < held_ms:
            return None
        _delete(connection, holder.id)
    added = connection.execute(
        "INSERT INTO users (token, name, skeleton, guest, last_login_ms) VALUES (?, ?, ?, ?, ?)",
        (_digest(token), name, skeleton, guest, now_ms),
    )
    if added.lastrowid is None:
        raise sqlite3.InternalError("the new user has no id")
    return User(id=added.lastrowid, name=name, guest=guest, last_login_ms=now_ms)


def sign_in(connection: sqlite3.Connection, token: bytes, now_ms: int) -> User | None:
    """Return the user whose token this is and note the login, or None where it is nobody's."""
    digest = _digest(token)
    connection.execute("UPDATE users SET last_login_ms = ? WHERE token = ?", (now_ms, digest))
    return _one(connection, f"{_USER} WHERE token = ?", digest)


def find(connection: sqlite3.Connection, user_id: int) -> User | None:
    """Return a user by id, or None where the name has passed on."""
    return _one(connection, f"{_USER} WHERE id = ?", user_id)


def ids(connection: sqlite3.Connection) -> frozenset[int]:
    """Return all users who hold a name."""
    return frozenset(user_id for (user_id,) in connection.execute("SELECT id FROM users"))


def named(connection: sqlite3.Connection, skeleton: str) -> User | None:
    """Return who holds a name, or None."""
    return _one(connection, f"{_USER} WHERE skeleton = ?", skeleton)


def release(connection: sqlite3.Connection, skeleton: str) -> User | None:
    """Free a name at once, whoever holds it, and return who did."""
    holder = named(connection, skeleton)
    if holder is not None:
        _delete(connection, holder.id)
    return holder


def forget_guests(connection: sqlite3.Connection, before_ms: int, in_use: Collection[int]) -> int:
    """Forget the guests whose last login was before `before_ms` and who are not in use; return how many."""
    stale: list[tuple[int]] = connection.execute(
        "SELECT id FROM users WHERE guest AND last_login_ms < ?", (before_ms,)
    ).fetchall()
    gone = [user_id for (user_id,) in stale if user_id not in in_use]
    for user_id in gone:
        _delete(connection, user_id)
    return len(gone)


def keep_answer(connection: sqlite3.Connection, answer: Answer) -> None:
    """Keep an answer and let go of the user's oldest beyond 64."""
    (last,) = connection.execute(
        "SELECT coalesce(max(seq), 0) FROM answers WHERE user_id = ?", (answer.user_id,)
    ).fetchone()
    connection.execute(
        "INSERT INTO answers VALUES (?, ?, ?, ?)", (answer.user_id, last + 1, answer.rid, answer.reply)
    )
    connection.execute(
        "DELETE FROM answers WHERE user_id = ? AND seq <= ?", (answer.user_id, last + 1 - ANSWERS_KEPT)
    )


def answers(connection: sqlite3.Connection, user_id: int) -> dict[int, bytes]:
    """Return the answers kept for a user by request number, oldest first."""
    return dict(connection.execute("SELECT rid, reply FROM answers WHERE user_id = ? ORDER BY seq", (user_id,)))


def block(connection: sqlite3.Connection, change: Block) -> None:
    """Keep that a user has blocked another one, or no longer has."""
    pair = (change.user_id, change.blocked_id)
    if change.blocked:
        connection.execute("INSERT OR IGNORE INTO blocks VALUES (?, ?)", pair)
    else:
        connection.execute("DELETE FROM blocks WHERE user_id = ? AND blocked_id = ?", pair)


def blocked_by(connection: sqlite3.Connection, user_id: int) -> frozenset[int]:
    """Return whom a user has blocked."""
    return frozenset(
        other for (other,) in connection.execute("SELECT blocked_id FROM blocks WHERE user_id = ?", (user_id,))
    )


def blockers_of(connection: sqlite3.Connection, user_id: int) -> frozenset[int]:
    """Return who has blocked a user."""
    return frozenset(
        other for (other,) in connection.execute("SELECT user_id FROM blocks WHERE blocked_id = ?", (user_id,))
    )


def _delete(connection: sqlite3.Connection, user_id: int) -> None:
    connection.execute("DELETE FROM answers WHERE user_id = ?", (user_id,))
    connection.execute("DELETE FROM blocks WHERE user_id = ? OR blocked_id = ?", (user_id, user_id))
    connection.execute("DELETE FROM played WHERE user_id = ?", (user_id,))
    connection.execute("DELETE FROM users WHERE id = ?", (user_id,))


def _one(connection: sqlite3.Connection, query: str, value: str | bytes | int) -> User | None:
    found = connection.execute(query, (value,)).fetchone()
    if found is None:
        return None
    user_id, name, guest, last_login_ms = found
    return User(id=user_id, name=name, guest=bool(guest), last_login_ms=last_login_ms)


def _digest(token: bytes) -> bytes:
    return sha256(token).digest()
