"""Where a table stands, as one value: the table, who holds its seats, and the secret of its decks.

The journal holds the actions; `perform` turns a standing and one action into the next standing. The live table and
the replay at start-up both go through it, so what comes back after a crash is what was there before.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice
from typing import Annotated, Any, Final, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from upcard_protocol import table as tables
from upcard_protocol.rules import shuffle
from upcard_protocol.rules.errors import IllegalAction, refuse
from upcard_protocol.rules.game import NATURE, CloseCalls, Deal, Forfeit, ForfeitMatch, Recycle, RecycleDue
from upcard_protocol.rules.games import GameAction, GameOptions
from upcard_protocol.table import AnyEvent, Table, TableAction, TableOptions
from upcard_protocol.wire.codec import Codec
from upcard_server.journal.records import Entry, Row, StoredTable


class Opened(Struct, frozen=True, tag="log.opened", tag_field="t"):
    """The first line of a table's log: what was opened, and by which user (None: the server)."""

    options: TableOptions
    game: GameOptions
    seats: int
    owner: int | None


class TakeSeat(Struct, frozen=True, tag="log.take_seat", tag_field="t"):
    """A seat is taken; `user` is the person's id, None for a bot."""

    sit: tables.Sit
    user: int | None


class DealFrom(Struct, frozen=True, tag="log.deal", tag_field="t"):
    """A hand is dealt from the match's seeds, a deck for each table: its number stands for the cards."""

    hand: int
    decks: int = 1


class RecycleFrom(Struct, frozen=True, tag="log.recycle", tag_field="t"):
    """A pile is shuffled from the match's seeds: the hand and which shuffle of it stand for the order."""

    hand: int
    number: int


class Counted(Struct, frozen=True, tag="log.counted", tag_field="t"):
    """The log of a table began anew: what came before is counted here, and kept nowhere."""

    n: Annotated[int, Meta(ge=0)]
    """Events."""
    matches: Annotated[int, Meta(ge=0)]


class AskSeat(Struct, frozen=True, tag="log.ask_seat", tag_field="t"):
    """A spectator asks for a seat; `user` is the person's id, who holds it once the players agree."""

    ask: tables.AskSeat
    user: int


Body = (
    Opened
    | Counted
    | TakeSeat
    | AskSeat
    | DealFrom
    | RecycleFrom
    | CloseCalls
    | Forfeit
    | ForfeitMatch
    | TableAction
    | GameAction
)
"""What one line of a table's log can be."""

BODIES: Final = Codec(*get_args(Body))


class Company(Struct, frozen=True):
    """Who plays a match."""

    names: tuple[str, ...] = ()
    """By seat, as they were when it began."""
    users: tuple[tuple[int, int], ...] = ()
    """The users who sat there when it began, or sat down while it was played, each with the seat."""


class Standing(Struct, frozen=True, gc=False):
    """A table and what the server alone knows of it. Tuples go by seat."""

    table: Table
    holders: tuple[int | None, ...]
    """The user who holds each seat."""
    accepted: tuple[int, ...]
    """How many acts of each seat's present holder were accepted: the last `cseq`."""
    acted: tuple[int, ...]
    """The number of the first event of that last act: with it the answer can be given again."""
    time_outs: tuple[int, ...]
    """How many decisions of each seat's holder were timed out in a row, without an act in between."""
    n: int = 0
    """Events so far."""
    asking: int | None = None
    """The user who asks, or asked last, for a seat that was given up."""
    owner: int | None = None
    seed: bytes = b""
    """The server's secret seed of the match in play, or about to be."""
    key: bytes = b""
    """The key of its decks, from all seeds."""
    company: Company = Company()
    """Of the match in play, or the last one."""

    @property
    def key_to_be(self) -> bytes:
        """The key of a match that starts with the seeds which are here by now."""
        return shuffle.key((self.seed, *(seed or shuffle.NO_SEED for seed in self.table.seeds)))

    def concerns(self, user: int) -> bool:
        """Say whether a user holds a seat, or asks for one right now."""
        asked = isinstance(self.table.agreement.wanted, tables.SeatWanted)
        return user in self.holders or (asked and user == self.asking)

    def seat_of(self, user: int) -> int | None:
        """Return the seat that a user holds, or None."""
        return self.holders.index(user) if user in self.holders else None


def opened(body: Opened) -> Standing:
    """Return where a new table stands.

    Raises:
        IllegalAction: for a game that is not dealt yet.
    """
    nobody, zeros = (None,) * body.seats, (0,) * body.seats
    table = tables.new_table(body.options, body.game, body.seats)
    return Standing(table, nobody, zeros, zeros, zeros, owner=body.owner)


def perform(
    standing: Standing, seat: int, body: Body, *, counted: bool = False, seed: bytes | None = None
) -> tuple[Standing, tuple[AnyEvent, ...]]:
    """Return the standing after an action and what happened.

    Args:
        standing: where the table stands.
        seat: who acts in the match, or `NATURE`.
        body: what is done.
        counted: whether it is an act of the seat's holder, which moves `cseq` on.
        seed: the server's seed, with `Commit`.

    Raises:
        IllegalAction: if the rules refuse it; nothing was changed.
    """
    if counted:
        standing, happened = _acted(standing, ((seat, body),))
        return standing, happened[0]
    if isinstance(body, Counted):
        return replace(standing, n=body.n, table=replace(standing.table, matches=body.matches)), ()
    action: Any = body
    if isinstance(body, TakeSeat):
        action = body.sit
    elif isinstance(body, AskSeat):
        action = body.ask
    elif isinstance(body, DealFrom):
        action = Deal(tuple(shuffle.deck(standing.key, *label) for label in labels(body)))
    elif isinstance(body, RecycleFrom):
        owed = tables.due(standing.table)
        if not isinstance(owed, RecycleDue):
            raise IllegalAction(refuse("wrong_phase"), action=body)
        action = Recycle(shuffle.shuffled(standing.key, owed.cards, *labels(body)[0]))
    table, events = tables.apply(standing.table, seat, action)
    holders, accepted = standing.holders, standing.accepted
    time_outs, asking = standing.time_outs, standing.asking
    match body:
        case tables.Leave() if table.chairs[body.seat].kind == "empty":
            holders = _put(holders, body.seat, None)
        case TakeSeat():
            # Whoever sits here now counts acts from 1; somebody who had given up the seat holds it no more.
            holders = _put(holders, body.sit.seat, body.user)
            accepted, time_outs = _put(accepted, body.sit.seat, 0), _put(time_outs, body.sit.seat, 0)
            if standing.table.playing and body.user is not None:
                company = standing.company
                joined = replace(company, users=(*company.users, (body.user, body.sit.seat)))
                standing = replace(standing, company=joined)
        case AskSeat():
            asking = body.user
        case tables.TimeOut():
            time_outs = _put(time_outs, body.seat, time_outs[body.seat] + 1)
        case tables.Return():
            time_outs = _put(time_outs, body.seat, 0)
        case tables.Commit():
            assert seed is not None
            standing = replace(standing, seed=seed, key=b"")
        case tables.Start():
            people = tuple((user, at) for at, user in enumerate(holders) if user is not None)
            company = Company(tuple(chair.name for chair in table.chairs), people)
            standing = replace(standing, key=standing.key_to_be, company=company)
        case _:
            pass
    n = standing.n + len(events)
    after = replace(
        standing,
        table=table,
        holders=holders,
        accepted=accepted,
        time_outs=time_outs,
        asking=asking,
        n=n,
    )
    return after, events


def _acted(standing: Standing, acts: Sequence[tuple[int, Any]]) -> tuple[Standing, list[tuple[AnyEvent, ...]]]:
    """Return the standing after acts of the seats' holders, which are nearly all that happens at a table."""
    table, happened = tables.play(standing.table, acts)
    accepted, acted, time_outs = list(standing.accepted), list(standing.acted), list(standing.time_outs)
    n = standing.n
    for (seat, _), events in zip(acts, happened, strict=True):
        accepted[seat] += 1
        acted[seat] = n + 1
        time_outs[seat] = 0
        n += len(events)
    after = replace(
        standing,
        table=table,
        accepted=tuple(accepted),
        acted=tuple(acted),
        time_outs=tuple(time_outs),
        n=n,
    )
    return after, happened


def afresh(standing: Standing) -> tuple[Body, ...]:
    """Return the first lines of a log that leads to a table of bots which has committed to its next match.

    Once that has started, the table stands where it would with all that was played before.
    """
    table = standing.table
    assert table.committed is not None, "there is a match to come"
    sits = (
        TakeSeat(tables.Sit(seat, chair.name, chair.level), None)
        for seat, chair in enumerate(table.chairs)
        if not chair.person
    )
    return (
        Opened(table.options, table.game, len(table.chairs), standing.owner),
        *sits,
        # The line that follows is an event too.
        Counted(standing.n - 1, table.matches),
        tables.Commit(table.committed.commitment),
    )


def labels(body: DealFrom | RecycleFrom) -> tuple[tuple[str, int, int], ...]:
    """Return the label of each deck of a deal, or that of a pile, for `shuffle.shuffled`."""
    if isinstance(body, RecycleFrom):
        return (("recycle", body.hand, body.number),)
    return tuple(("deal", body.hand, table) for table in range(body.decks))


def entry(at_ms: int, seat: int, body: Body, cseq: int | None = None, clocks: bytes | None = None) -> Entry:
    """Return the line of the log for an action."""
    kind = str(body.__struct_config__.tag)
    return Entry(at_ms, kind, BODIES.encode(body), None if seat == NATURE else seat, cseq, clocks)


def replay(stored: StoredTable) -> tuple[Standing, int]:
    """Return where a stored table stands, and when its last action was done (ms since 1970).

    Raises:
        IllegalAction, ProtocolError: if a line is none, or the rules refuse it.
        LookupError: if the log does not begin with `Opened`, or the seed of a match is missing.
    """
    standing = _begun(stored)
    for acts, rows in groupby(islice(stored.rows, 1, None), _is_act):
        if acts:
            # All that come in a row at once: where the table stood between two of them is nobody's business.
            standing, _ = _acted(standing, [(_seat(row), _decoded(row.body)) for row in rows])
            continue
        for row in rows:
            standing = _after(standing, row, stored)
    return standing, stored.rows[-1].at_ms


def steps(stored: StoredTable) -> Iterator[tuple[Row, Standing]]:
    """Iterate over a stored table's lines, each with where the table stood after it; raises what `replay` does."""
    standing = _begun(stored)
    yield stored.rows[0], standing
    for row in islice(stored.rows, 1, None):
        standing = _after(standing, row, stored)
        yield row, standing


def _begun(stored: StoredTable) -> Standing:
    """Return where a stored table stood after its first line."""
    if not stored.rows:
        raise LookupError("the log is empty")
    begin = BODIES.decode(stored.rows[0].body)
    if not isinstance(begin, Opened):
        raise LookupError("the log does not begin with the opening of the table")
    return opened(begin)


def _after(standing: Standing, row: Row, stored: StoredTable) -> Standing:
    """Return where a stored table stood after a line."""
    body = _decoded(row.body)
    seed = None
    if isinstance(body, tables.Commit):
        seeds = {match.match_no: match.server_seed for match in stored.matches}
        seed = seeds[standing.table.matches + 1]
    standing, _ = perform(standing, _seat(row), body, counted=_is_act(row), seed=seed)
    return standing


def _is_act(row: Row) -> bool:
    """Say whether a line is an act of a seat's holder."""
    return row.cseq is not None


def _seat(row: Row) -> int:
    return NATURE if row.seat is None else row.seat


@lru_cache(maxsize=1024)
def _decoded(body: bytes) -> Body:
    """Return what a line says; most lines say what many others do, such as a draw or the discard of some card."""
    return BODIES.decode(body)


def _put(values: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    # Two seats are nearly every table.
    if len(values) == 2:
        return (value, values[1]) if place == 0 else (values[0], value)
    return (*values[:place], value, *values[place + 1 :])
