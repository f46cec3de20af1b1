"""Whether a match was played with the cards that its seeds give, and nothing of its record was changed since.

A record binds itself three ways. Each seed has to fit the commitment that was received before the seed was shown. The
first dealer and every deck have to follow from the seeds, and everything that was done has to be legal with those
cards. And the digest has to fit the text, so that a change which the rules would allow (another discard, another
name) shows as well.

What this proves, and what it does not, is in `docs/fairness.md`.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from upcard_protocol.rules.faults import Fault, NotationError
from upcard_protocol.rules.game import Deal, DealDue, Recycle, RecycleDue
from upcard_protocol.rules.games import GameMatch, game_of
from upcard_protocol.rules.notation import read, write
from upcard_protocol.rules.record import Labelled, Party, Record, begin, derived, key_of, steps
from upcard_protocol.rules.shuffle import NO_SEED, commitment, pick

_DIGEST: Final = b"upcard record 1"

Kind = Literal["verified", "consistent", "broken"]


class Verdict(Struct, frozen=True):
    """What can be said of a record."""

    kind: Kind
    """`consistent`: nothing in it contradicts the rest, but nothing from outside binds it."""
    why: str
    """A clause that says why, as in "the seed of the server does not fit its commitment"."""
    fault: Fault | None = None
    """What is wrong, where that is the text or a replay of it; `why` says it in English."""
    digest: bytes = b""
    """Of a verified record: two players who have the same one have the same match."""


def digest(record: Record) -> bytes:
    """Return the digest of everything else in a record.

    Raises:
        NotationError: if the record cannot be written.
    """
    return sha256(_DIGEST + write(replace(record, digest=None)).encode()).digest()


def sealed(record: Record) -> Record:
    """Return the record with its digest.

    Raises:
        NotationError: if the record cannot be written.
    """
    return replace(record, digest=digest(record))


def verify(text: str) -> Verdict:
    """Judge the text of an `.upcard` file."""
    try:
        record = read(text)
        fault = next(_faults(record), None)
        if fault is None and record.digest is not None and _facts(text) != _facts(write(record)):
            fault = "its text was changed"
    except NotationError as problem:
        return Verdict("broken", str(problem), problem.fault)
    if fault is not None:
        return Verdict("broken", fault)
    lacking = lack_of(record)
    if lacking is not None:
        return Verdict("consistent", lacking)
    assert record.digest is not None
    why = "cards, actions and seeds fit the commitments that were received beforehand"
    return Verdict("verified", why, digest=record.digest)


def fault_of(record: Record) -> str | None:
    """Return what is wrong with a record, as a clause, or None."""
    try:
        return next(_faults(record), None)
    except NotationError as problem:
        return str(problem)


def lack_of(record: Record) -> str | None:
    """Return why a record without a fault proves nothing about who chose the cards, as a clause, or None."""
    if record.server.commitment is None or record.server.seed is None:
        return "it has no commitment of the server that was received before the seeds"
    if not any(player.seed is not None and player.commitment is not None for player in record.players):
        return "no player's seed is in the shuffle, with a commitment that was received before it"
    return "it has no digest" if record.digest is None else None


def _faults(record: Record) -> Iterator[str]:
    """Yield what is wrong with a record.

    Raises:
        NotationError: where it cannot be replayed.
    """
    if any(player.seed == NO_SEED for player in record.players):
        yield "32 zero bytes are no player's seed"
    for name, party in _parties(record):
        if party.seed is not None and party.commitment not in (None, commitment(party.seed)):
            yield f"the seed of {name} does not fit its commitment"
    if record.server.seed is not None:
        if record.first_dealer != pick(key_of(record), "dealer", len(record.players)):
            yield "the first dealer does not follow from the seeds"
    elif record.server.commitment is not None:
        yield "the seed of the server is not known"
    yield from _misdealt(record)
    if record.digest is not None and record.digest != digest(record):
        yield "its digest does not fit: something in it was changed"


def _misdealt(record: Record) -> Iterator[str]:
    """Yield what is wrong with the shuffles; replays the whole match on the way."""
    before: GameMatch = begin(record)
    game = game_of(record.options)
    secret = key_of(record) if record.server.seed is not None else None
    for step in steps(record):
        action, owed = step.play.action, game.due(before)
        before = step.match
        if not isinstance(owed, DealDue | RecycleDue):
            continue
        named = _named(owed)
        if isinstance(action, Labelled):
            if action != named:
                yield f"hand {owed.hand} is shuffled as {' '.join(action.labels)}, not as {' '.join(named.labels)}"
        elif isinstance(action, Deal | Recycle) and secret is not None and action != derived(secret, named, owed):
            yield f"the cards of hand {owed.hand} do not follow from the seeds"


def _named(owed: DealDue | RecycleDue) -> Labelled:
    """Return the only names under which what is owed may be shuffled."""
    if isinstance(owed, RecycleDue):
        return Labelled((f"recycle/{owed.hand}/{owed.number}",), "recycle")
    return Labelled(tuple(f"deal/{owed.hand}/{table}" for table in range(owed.decks)))


def _parties(record: Record) -> list[tuple[str, Party]]:
    return [("the server", record.server), *((f"seat {seat}", player) for seat, player in enumerate(record.players))]


def _facts(text: str) -> list[str]:
    """Return the lines that say something."""
    lines = (line.strip(" \t\r") for line in text.split("\n"))
    return [line for line in lines if line and not line.startswith("#")]
