"""The hash chain that ties each row of a table to the one before it.

    head(0) = SHA-256("upcard journal 2" + msgpack([table_id, created_ms, game, rules_version]))
    head(n) = SHA-256(head(n - 1) + msgpack([table_id, n, at_ms, kind, seat, cseq, clocks, body]))

where `+` joins bytes, msgpack is written in its shortest forms, and an absent seat, cseq or clocks is nil. Row n
stores head(n) as `chain`; the register stores the last n and its head, so that a row cut off the end is
missed too. The chain finds damage and mistakes. It is no seal against the operator, who could compute it
anew.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

import msgspec

from upcard_server.journal.records import Entry, Row, TableInfo

TAG: Final = b"upcard journal 2"

RawRow = tuple[int, int, str, bytes, int | None, int | None, bytes | None, bytes]
"""n, at_ms, kind, body, seat, cseq, clocks, chain as they stand in the database: the types hold once verified."""

_encode: Final = msgspec.msgpack.Encoder().encode


def genesis(table_id: str, created_ms: int, game: str, rules_version: int) -> bytes:
    """Return the head of a table with no rows yet."""
    return sha256(TAG + _encode((table_id, created_ms, game, rules_version))).digest()


def link(head: bytes, table_id: str, n: int, entry: Entry | Row) -> bytes:
    """Return the head after `entry` became row `n`."""
    hashed = (table_id, n, entry.at_ms, entry.kind, entry.seat, entry.cseq, entry.clocks, entry.body)
    return sha256(head + _encode(hashed)).digest()


def verify(table: TableInfo, stored: Iterable[RawRow]) -> tuple[tuple[Row, ...], str | None]:
    """Check a table's rows, given in the order of their numbers.

    Returns:
        the rows up to the first fault, and a sentence about the fault or None.
    """
    head = genesis(table.id, table.created_ms, table.game, table.rules_version)
    rows: list[Row] = []
    for n, (stored_n, at_ms, kind, body, seat, cseq, clocks, chain) in enumerate(stored, start=1):
        if stored_n != n:
            return tuple(rows), f"Row {n} is missing."
        row = Row(n, at_ms, kind, body, seat, cseq, clocks)
        head = link(head, table.id, n, row)
        if head != chain:
            return tuple(rows), f"Row {n} is not what was written after row {n - 1}."
        rows.append(row)
    if len(rows) != table.rows or head != table.head:
        return tuple(rows), f"The log ends at row {len(rows)}; the register says {table.rows}."
    return tuple(rows), None
