"""What this computer remembers of the matches that it saw, by which a file that was changed is known.

Whoever changes a file can make its digest anew. What is remembered here is kept apart from the files, and is found by
the commitments that belong to the seeds of a match: a changed file either still has one of them, or none of its seeds
is one that this computer ever saw, and then nothing is said for it.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from upcard_client.settings import write_whole
from upcard_protocol.rules.notation import Record, write
from upcard_protocol.rules.shuffle import commitment

_TAG: Final = b"upcard seen 1"


class Memory(Struct, frozen=True):
    """What is kept of one match."""

    seen: bytes
    """The fingerprint of what was played."""
    commitments: tuple[bytes, ...]
    """To its seeds, of everybody."""
    differed: bool = False
    """The shuffle was not what was promised, when it was played."""


def fingerprint(record: Record) -> bytes:
    """Return the hash of all that was played: rules, names, seeds, times and actions.

    Commitments are not in it, as they follow from the seeds: a file that lacks them may be of the same match.

    Raises:
        NotationError: if the record cannot be written.
    """
    players = tuple(replace(player, commitment=None) for player in record.players)
    server = replace(record.server, commitment=None)
    return sha256(_TAG + write(replace(record, players=players, server=server, digest=None)).encode()).digest()


def remember(directory: Path, record: Record, *, differed: bool) -> None:
    """Keep what is needed to know a match again.

    Args:
        directory: where it is kept, a small file for each match.
        record: the match as it was judged.
        differed: whether its shuffle was not what was promised.

    Raises:
        NotationError: if the record cannot be written.
        OSError: if it cannot be kept.
    """
    seen = fingerprint(record)
    memory = Memory(seen, tuple(sorted(_commitments(record))), differed)
    write_whole(directory / f"{seen.hex()}.json", msgspec.json.encode(memory))


def recall(directory: Path, record: Record) -> Memory | None:
    """Return what is kept of a match, or else of another one with a seed of it; None if this computer saw neither.

    Raises:
        NotationError: if the record cannot be written.
    """
    ours, seen = _commitments(record), fingerprint(record)
    found = [memory for memory in _memories(directory) if not ours.isdisjoint(memory.commitments)]
    same = (memory for memory in found if memory.seen == seen)
    return next(same, found[0] if found else None)


def _commitments(record: Record) -> set[bytes]:
    """Return the commitments that a record has, and those that its seeds would have."""
    parties = (record.server, *record.players)
    written = {party.commitment for party in parties if party.commitment is not None}
    return written | {commitment(party.seed) for party in parties if party.seed is not None}


def _memories(directory: Path) -> Iterator[Memory]:
    for path in sorted(directory.glob("*.json")):
        try:
            yield msgspec.json.decode(path.read_bytes(), type=Memory)
        except (OSError, msgspec.DecodeError):
            continue
