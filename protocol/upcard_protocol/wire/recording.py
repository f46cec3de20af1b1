"""The record of a match over the wire: its head, which goes with the first page, and what it makes with all plays."""

from collections.abc import Sequence
from typing import Final

from upcard_protocol.rules.record import Party, Play, Record
from upcard_protocol.wire.replies import Head

MATCHES_CAP: Final = "matches"
"""What a server has among the `caps` of its welcome that lists the matches which somebody played."""


def head_of(record: Record) -> Head:
    """Return all of a record but what was done and when."""
    return Head(
        game=record.options,
        rules_version=record.rules_version,
        names=tuple(player.name for player in record.players),
        first_dealer=record.first_dealer,
        commitment=record.server.commitment,
        seed=record.server.seed,
        commitments=tuple(player.commitment for player in record.players),
        seeds=tuple(player.seed for player in record.players),
    )


def record_of(head: Head, started_ms: int, plays: Sequence[Play]) -> Record:
    """Return the record of a match as a server tells it.

    Args:
        head: what came with the first page.
        started_ms: when the match began, milliseconds since 1970.
        plays: all that was done.

    Raises:
        ValueError: if the parts of the head are not of one match.
    """
    players = zip(head.names, head.commitments, head.seeds, strict=True)
    return Record(
        head.game,
        tuple(Party(name, commitment, seed) for name, commitment, seed in players),
        head.first_dealer,
        tuple(plays),
        Party("", head.commitment, head.seed),
        started_ms,
        head.rules_version,
    )
