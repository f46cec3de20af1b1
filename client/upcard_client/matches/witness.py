"""What this client has witnessed of a match's shuffle, and whether it fits the seeds once they are open.

A `Witness` is gathered while a match is played: the commitments that were received before our own seed went out, and
everything that was heard. Once the server's seed is open and the record of the match is here, `judge` plays the match
again from the seeds and compares. Nothing here touches a file or a socket.
"""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.locale import mark, tr
from upcard_client.matches import clauses
from upcard_protocol import table as tables
from upcard_protocol.rules.game import Game
from upcard_protocol.rules.games import GameEvent, GameMatch, GameOptions, GameView, game_of
from upcard_protocol.rules.record import Party, Play, Record, begin, steps
from upcard_protocol.rules.shuffle import commitment
from upcard_protocol.rules.verify import fault_of, sealed
from upcard_protocol.table import TableView

FindingKind = Literal["checked", "differs", "unknown"]


class Receipt(Struct, frozen=True):
    """What was received before our seed went out; kept on the disk, so that it outlives this program."""

    committed: tables.Committed
    seat: int
    """Ours."""
    seed: bytes
    """Our own."""


class Stretch(Struct, frozen=True):
    """Events heard one after the other, from the beginning of the match or from a snapshot."""

    begins: GameView | None
    """The match as the snapshot showed it; None is the beginning."""
    events: tuple[GameEvent, ...] = ()


class Witness(Struct, frozen=True, kw_only=True):
    """What was seen of one match.

    Attributes:
        match: which match of the table.
        seat: ours.
        committed: the commitments as they were received before our seed went out; None if this program was not there.
        shown: our seed, once it was sent.
        taken: the server said that our seed is in.
        fault: what the server did that it may not do, as a clause.
        started: the seeds that the match was dealt from.
        started_ms: when, by the server's clock.
        names: by seat.
        options: the rules of the match.
        heard: what happened.
        revealed: the server's seed.
        plays: what was done, as far as it was fetched.
    """

    match: int
    seat: int
    committed: tables.Committed | None = None
    shown: bytes | None = None
    taken: bool = False
    fault: str = ""
    started: tables.Started | None = None
    started_ms: int | None = None
    names: tuple[str, ...] = ()
    options: GameOptions | None = None
    heard: tuple[Stretch, ...] = ()
    revealed: tables.Revealed | None = None
    plays: tuple[Play, ...] = ()

    @property
    def receipt(self) -> Receipt | None:
        """What the disk should keep, or None."""
        if self.committed is None or self.shown is None:
            return None
        return Receipt(self.committed, self.seat, self.shown)


class Finding(Struct, frozen=True):
    """Whether the shuffle of a match was what was promised.

    Attributes:
        match: which match of the table.
        kind: `unknown` where it cannot be checked.
        template: a sentence for the result, in English, with a place for `{what}`.
        what: the clause that stands there, in English, or nothing.
        record: the match, to be kept; None if it was not had.
    """

    match: int
    kind: FindingKind
    template: str
    what: str = ""
    record: Record | None = None

    @property
    def why(self) -> str:
        """The sentence in the language that is spoken."""
        return tr(self.template, what=clauses.translated(self.what))

    @property
    def in_english(self) -> str:
        """The sentence as files have it."""
        return self.template.format(what=self.what)


CHECKED: Final = mark("Shuffle checked: every card you saw follows from the seeds.")
CHECKED_FROM: Final = mark("Shuffle checked from where you came back: every card you saw follows from the seeds.")
DIFFERS: Final = mark("THE SHUFFLE DOES NOT MATCH: {what}.")
UNKNOWN: Final = mark("The shuffle cannot be checked: {what}.")

NOT_THERE: Final = "this program did not see the match begin"
NO_SEED_OF_OURS: Final = "this program put no seed into it"
TOO_LATE: Final = "your seed came too late"
NOT_GIVEN: Final = "the server does not open the match"


# ---- gathering


def committed(witness: Witness | None, event: tables.Committed, seat: int, seed: bytes | None) -> Witness:
    """Return the witness of a match whose commitments stand.

    Args:
        witness: what is known so far.
        event: the commitments, as they were received.
        seat: ours.
        seed: the seed that we have promised; it goes out next unless it is None or was not committed to.
    """
    if witness is not None:
        # Our seed is out, or about to be: whatever the server commits to now may have been chosen for it.
        fault = "" if event == witness.committed else "the server changed its commitment"
        return replace(witness, fault=witness.fault or fault)
    fresh = Witness(match=event.match, seat=seat, committed=event)
    if seed is None:
        return fresh
    if event.commitments[seat] != commitment(seed):
        return replace(fresh, fault="the server replaced your commitment")
    return replace(fresh, shown=seed)


def started(
    witness: Witness | None, event: tables.Started, view: TableView, at_ms: int, names: tuple[str, ...]
) -> Witness:
    """Return the witness of a match that begins.

    Args:
        witness: what is known so far.
        event: the seeds.
        view: the table after it, as our seat sees it.
        at_ms: the server's time.
        names: by seat.
    """
    witness = witness or Witness(match=event.match, seat=view.viewer)
    heard = (Stretch(None),)
    return replace(witness, started=event, started_ms=at_ms, names=names, options=view.game, heard=heard)


def heard(witness: Witness, event: GameEvent) -> Witness:
    """Return the witness after an event of the match."""
    *before, last = witness.heard or (Stretch(None),)
    return replace(witness, heard=(*before, replace(last, events=(*last.events, event))))


def shown_again(witness: Witness | None, view: TableView, started: tables.Started, names: tuple[str, ...]) -> Witness:
    """Return the witness after a snapshot of the table: what was missed is missing, what follows is heard.

    Args:
        witness: what is known so far.
        view: the table.
        started: the seeds, as the snapshot has them.
        names: by seat.
    """
    witness = witness or Witness(match=started.match, seat=view.viewer)
    stretch = Stretch(view.match)
    return replace(
        witness,
        started=witness.started or started,
        names=witness.names or names,
        options=view.game,
        heard=(*witness.heard, stretch),
        revealed=view.revealed,
    )


def restored(witness: Witness, receipt: Receipt) -> Witness:
    """Return the witness with what an earlier run of this program had received."""
    if (receipt.committed.match, receipt.seat) != (witness.match, witness.seat):
        return witness
    changed = witness.committed not in (None, receipt.committed)
    fault = "the server changed its commitment" if changed else ""
    return replace(witness, committed=receipt.committed, shown=receipt.seed, fault=witness.fault or fault)


# ---- judging


def judge(witness: Witness) -> Finding:
    """Return whether the shuffle was what was promised, once the seed and all plays are here."""
    given, revealed, options = witness.started, witness.revealed, witness.options
    if given is None or revealed is None or options is None:
        return unknown(witness, NOT_GIVEN)
    record = record_of(witness, given, revealed, options)
    fault = witness.fault or _broken_promise(witness, given) or fault_of(record) or _unlike(witness, record)
    if fault:
        return Finding(witness.match, "differs", DIFFERS, fault, unwitnessed(record))
    if witness.committed is None:
        return unknown(witness, NOT_THERE, record)
    if witness.shown is None or given.seeds[witness.seat] != witness.shown:
        return unknown(witness, TOO_LATE if witness.shown is not None else NO_SEED_OF_OURS, record)
    whole = all(stretch.begins is None for stretch in witness.heard)
    return Finding(witness.match, "checked", CHECKED if whole else CHECKED_FROM, record=sealed(record))


def unknown(witness: Witness, why: str, record: Record | None = None) -> Finding:
    """Return the finding that nothing can be found.

    Args:
        witness: of the match.
        why: a clause.
        record: the match, if it is known.
    """
    kept = None if record is None else unwitnessed(record)
    return Finding(witness.match, "unknown", UNKNOWN, why, kept)


def record_of(witness: Witness, given: tables.Started, revealed: tables.Revealed, options: GameOptions) -> Record:
    """Return the match with the commitments that were received."""
    received = witness.committed
    pledges = received.commitments if received is not None else (None,) * len(given.seeds)
    players = tuple(
        Party(name, pledge, None if seed == tables.NO_SEED else seed)
        for name, pledge, seed in zip(witness.names, pledges, given.seeds, strict=True)
    )
    server = Party("", None if received is None else received.commitment, revealed.seed)
    return Record(options, players, given.first_dealer, witness.plays, server, witness.started_ms)


def unwitnessed(record: Record) -> Record:
    """Return a record that nobody can take for a verified one."""
    return _committed_to(record, None, (None,) * len(record.players))


def with_receipt(record: Record, receipt: Receipt) -> Record:
    """Return a record as somebody else tells it, with the commitments that were received here before the match.

    Raises:
        NotationError: if it cannot be written.
    """
    received = receipt.committed
    if len(received.commitments) != len(record.players):
        return unwitnessed(record)
    return sealed(_committed_to(record, received.commitment, received.commitments))


def _committed_to(record: Record, server: bytes | None, players: tuple[bytes | None, ...]) -> Record:
    parties = zip(record.players, players, strict=True)
    return replace(
        record,
        players=tuple(replace(player, commitment=pledge) for player, pledge in parties),
        server=replace(record.server, commitment=server),
        digest=None,
    )


def _broken_promise(witness: Witness, given: tables.Started) -> str:
    """Return what became of our seed, or of the commitments, that may not; nothing if all is as it should be."""
    if witness.committed is not None and given.commitment != witness.committed.commitment:
        return "the server changed its commitment"
    ours = given.seeds[witness.seat]
    if witness.taken and ours != witness.shown:
        return "your seed was left out"
    if witness.shown is not None and ours not in (witness.shown, tables.NO_SEED):
        return "a seed that is not yours stands for you"
    return ""


class _Moment(Struct, frozen=True):
    """The match that follows from the seeds, after one event."""

    event: GameEvent | None
    """As our seat hears it; None before the first."""
    hand: int
    match: GameMatch | None
    """None between two events of one play: nobody is shown that."""


def _unlike(witness: Witness, record: Record) -> str:
    """Return where the match that follows from the seeds is not what was heard; nothing if it is."""
    moments = list(_moments(record, witness.seat))
    game, place = game_of(record.options), 0
    for stretch in witness.heard:
        if stretch.begins is not None:
            later = range(place, len(moments))
            found = (n for n in later if _shows(game, moments[n].match, witness.seat, stretch.begins))
            place = next(found, -1)
            if place < 0:
                return "what you were shown when you came back does not follow from the seeds"
        for event in stretch.events:
            place += 1
            if place >= len(moments) or moments[place].event != event:
                return f"hand {moments[min(place, len(moments) - 1)].hand} does not follow from the seeds"
    return "" if place == len(moments) - 1 else "the match that follows from the seeds is longer"


def _moments(record: Record, seat: int) -> Iterator[_Moment]:
    game = game_of(record.options)
    yield _Moment(None, 1, begin(record))
    for step in steps(record):
        hand = step.match.sheet.hands
        for event in step.events[:-1]:
            yield _Moment(game.redact(event, seat, options=record.options), hand, None)
        for event in step.events[-1:]:
            yield _Moment(game.redact(event, seat, options=record.options), hand, step.match)


def _shows(game: Game, match: GameMatch | None, seat: int, view: GameView) -> bool:
    return match is not None and game.view(match, seat) == view
