"""`upcard tables`: the tables of one server, or of all on this network, as lines or as JSON."""

from typing import Any

import msgspec

from upcard_client.attable import title_of
from upcard_client.locale import tr
from upcard_client.network.listing import Visited
from upcard_client.network.neighbourhood import Neighbour
from upcard_client.plain.speech import row_line
from upcard_client.words.phrases import sentence
from upcard_protocol.wire.replies import TableRow


def table_lines(rows: tuple[TableRow, ...]) -> list[str]:
    """Return a line for each table."""
    return [row_line(row) for row in rows] or [tr("There are no tables yet.")]


def tables_json(server: str, rows: tuple[TableRow, ...]) -> str:
    """Return one line of JSON: the server's name and its tables."""
    return msgspec.json.encode({"server": server, "tables": _listed(rows)}).decode()


def network_lines(visited: tuple[Visited, ...]) -> list[str]:
    """Return for each server a line and the lines of its tables."""
    lines: list[str] = []
    for one in visited:
        lines.append(sentence(f"{name_of(one.neighbour)}, {one.neighbour.address}"))
        lines += table_lines(one.lobby.rows) if one.lobby is not None else [_closed_door(one)]
    return lines or [tr("No server answered on this network. upcard tables ADDRESS asks one.")]


def network_json(visited: tuple[Visited, ...]) -> str:
    """Return one line of JSON: the servers, each with its tables, or null where nobody was let in."""
    servers = [
        {
            "address": str(one.neighbour.address),
            "server": name_of(one.neighbour),
            "password": one.neighbour.advert is not None and one.neighbour.advert.password,
            "ms": one.neighbour.ms,
            "tables": None if one.lobby is None else _listed(one.lobby.rows),
        }
        for one in visited
    ]
    return msgspec.json.encode({"servers": servers}).decode()


def name_of(server: Neighbour) -> str:
    """Return what a server calls itself."""
    return "" if server.advert is None else server.advert.name


def note_of(server: Neighbour) -> str:
    """Say what may keep somebody out of a server; nothing if nothing does."""
    if server.advert is not None and server.advert.password:
        return tr("It asks for a password.")
    match server.age:
        case "newer":
            return tr("It is newer than this program.")
        case "older":
            return tr("It is older than this program.")
        case _:
            return ""


def _closed_door(one: Visited) -> str:
    return note_of(one.neighbour) or tr("It lets nobody in now.")


def _listed(rows: tuple[TableRow, ...]) -> list[dict[str, Any]]:
    """Return the tables as JSON takes them."""
    return [
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
