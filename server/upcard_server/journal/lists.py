"""What is in the database about the matches that each person has played.

The lists follow from the tables' logs: they are there so that nobody's log has to be read to know of a match. Each
function is a part of one transaction of the writer's.
"""

import sqlite3

from upcard_server.journal.records import Listed, ListMatch


def put(connection: sqlite3.Connection, match: ListMatch) -> None:
    """List a match for its players, as far as they still hold their names; with no player it is listed no more."""
    which = (match.table_id, match.match_no)
    if not match.players:
        connection.execute("DELETE FROM finished WHERE table_id = ? AND match_no = ?", which)
        return
    connection.execute(
        "INSERT INTO finished (table_id, match_no, row) VALUES (?, ?, ?)"
        " ON CONFLICT (table_id, match_no) DO UPDATE SET row = excluded.row",
        (*which, match.row),
    )
    connection.executemany(
        "INSERT OR IGNORE INTO played SELECT users.id, finished.number, ? FROM users, finished"
        " WHERE users.id = ? AND finished.table_id = ? AND finished.match_no = ?",
        [(seat, user, *which) for user, seat in match.players],
    )


def drop(connection: sqlite3.Connection, table_id: str, match_no: int) -> None:
    """List the matches of a table up to one no more."""
    connection.execute("DELETE FROM finished WHERE table_id = ? AND match_no <= ?", (table_id, match_no))


def page(connection: sqlite3.Connection, user_id: int, before: int, limit: int) -> tuple[Listed, ...]:
    """Return matches of a user, the last that ended first.

    Args:
        connection: the database.
        user_id: whose.
        before: those with lower numbers; 0 begins with the last.
        limit: so many at most.
    """
    found = connection.execute(
        "SELECT finished.number, table_id, match_no, seat, row FROM played JOIN finished USING (number)"
        " WHERE user_id = ? AND (? = 0 OR played.number < ?) AND row IS NOT NULL"
        " ORDER BY played.number DESC LIMIT ?",
        (user_id, before, before, limit),
    )
    return tuple(Listed(*each) for each in found)


def there(connection: sqlite3.Connection) -> bool:
    """Say whether a database has lists; one of an older format has none."""
    found = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'finished'").fetchone()
    return found[0] > 0


def of_table(connection: sqlite3.Connection, table_id: str) -> dict[int, tuple[bytes | None, frozenset[int]]]:
    """Return what is listed of a table, by the number of the match: the row, and the users in whose lists it is."""
    found: dict[int, tuple[bytes | None, frozenset[int]]] = {}
    for match_no, row, user in connection.execute(
        "SELECT match_no, row, user_id FROM finished LEFT JOIN played USING (number)"
        " WHERE table_id = ? ORDER BY match_no",
        (table_id,),
    ):
        _, users = found.get(match_no, (row, frozenset[int]()))
        found[match_no] = (row, users if user is None else users | {user})
    return found


def unlisted(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Return the tables with matches that are still to be listed, those where one ended last first."""
    found = connection.execute(
        "SELECT table_id FROM finished WHERE row IS NULL GROUP BY table_id ORDER BY max(number) DESC"
    )
    return tuple(table_id for (table_id,) in found)


def unlisted_of(connection: sqlite3.Connection, table_id: str) -> tuple[int, ...]:
    """Return the matches of a table that are still to be listed."""
    found = connection.execute(
        "SELECT match_no FROM finished WHERE table_id = ? AND row IS NULL ORDER BY match_no", (table_id,)
    )
    return tuple(match_no for (match_no,) in found)
