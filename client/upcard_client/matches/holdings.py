"""The matches that one can look at again: those on this computer and those that the server keeps, each once."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from msgspec import Struct

from upcard_client.failures import ClientError
from upcard_client.matches.matchfile import record_of
from upcard_client.matches.shelf import name_of
from upcard_protocol.rules.record import Record
from upcard_protocol.wire.replies import MatchRow

_BEGAN: Final = len("20260101-120000")
"""Characters of a file's name that say when its match began."""


class Holding(Struct, frozen=True):
    """A match on this computer, on the server, or on both.

    Attributes:
        name: of its file, or of the file that it would have.
        path: its file here.
        row: what the server says of it.
    """

    name: str
    path: Path | None = None
    row: MatchRow | None = None


def holdings(paths: Iterable[Path], rows: Iterable[MatchRow], server: bytes) -> tuple[Holding, ...]:
    """Return every match once, the one that began last first.

    Args:
        paths: the files here.
        rows: what a server lists.
        server: which server.
    """
    here = {path.name: path for path in paths}
    together: dict[str, list[Path]] = {}
    for path in here.values():
        together.setdefault(path.name[:_BEGAN], []).append(path)
    listed: dict[str, MatchRow] = {}
    elsewhere: list[tuple[str, MatchRow]] = []
    for row in rows:
        name = name_of(server, row.table, row.match, row.started_ms)
        if name in here:
            listed[name] = row
        else:
            elsewhere.append((name, row))
    known = _Files()
    for name, row in elsewhere:
        # It may have come here otherwise than from its server, and then has another name; no file is two matches.
        alike = (path for path in together.get(name[:_BEGAN], ()) if path.name not in listed)
        listed[next((path.name for path in alike if known.holds(path, row)), name)] = row
    names = sorted({*here, *listed}, reverse=True)
    return tuple(Holding(name, here.get(name), listed.get(name)) for name in names)


class _Files:
    """What is in files, each read once however many rows it is compared with."""

    def __init__(self) -> None:
        self._read: dict[Path, Record | None] = {}

    def holds(self, path: Path, row: MatchRow) -> bool:
        """Tell whether a file holds the match of a row."""
        record = self._record(path)
        if record is None:
            return False
        names = tuple(player.name for player in record.players)
        return (record.started_ms, names, record.options) == (row.started_ms, row.names, row.game)

    def _record(self, path: Path) -> Record | None:
        if path not in self._read:
            try:
                self._read[path] = record_of(path)
            except ClientError:
                self._read[path] = None
        return self._read[path]
