"""`upcard tables`: the tables of a server as lines or as JSON."""

import msgspec

from upcard_client.attable import title_of
from upcard_client.plain.speech import row_line
from upcard_protocol.wire.replies import TableRow


def table_lines(rows: tuple[TableRow, ...]) -> list[str]:
    """Return a line for each table."""
    return [row_line(row) for row in rows] or ["There are no tables yet."]


def tables_json(server: str, rows: tuple[TableRow, ...]) -> str:
    """Return one line of JSON: the server's name and its tables."""
    listed = [
        {
            "table": row.table,
            "title": title_of(row.title, row.table),
            "game": row.game,
            "target": row.target,
            "state": row.state,
            "hand": row.hand,
            "seats": [
                None if chair.kind == "empty" else {"name": chair.name, "kind": chair.kind} for chair in row.chairs
            ],
            "private": row.private,
            "watchable": row.watchable,
            "spectators": row.spectators,
        }
        for row in rows
    ]
    return msgspec.json.encode({"server": server, "tables": listed}).decode()
