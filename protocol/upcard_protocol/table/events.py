"""What happened at a table. All of it is public."""

from typing import Annotated, Final, TypeGuard, get_args

from msgspec import Meta, Struct

from upcard_protocol.rules.game import Seat
from upcard_protocol.rules.games import GameEvent
from upcard_protocol.table.agreement import Asking, Span
from upcard_protocol.table.seats import Chair, Name, Seed


class Sat(Struct, frozen=True, tag="table.sat", tag_field="t"):
    """Somebody sat down."""

    seat: Seat
    chair: Chair


class Left(Struct, frozen=True, tag="table.left", tag_field="t"):
    """Somebody left; `kept` says that the seat stays theirs for a while."""

    seat: Seat
    kept: bool


class Dropped(Struct, frozen=True, tag="table.dropped", tag_field="t"):
    """Somebody lost the link."""

    seat: Seat


class Returned(Struct, frozen=True, tag="table.returned", tag_field="t"):
    """Somebody came back."""

    seat: Seat


class StoodIn(Struct, frozen=True, tag="table.stood_in", tag_field="t"):
    """A bot plays on for somebody."""

    seat: Seat


class GotReady(Struct, frozen=True, tag="table.got_ready", tag_field="t"):
    """Somebody is ready for a match."""

    seat: Seat
    commitment: Seed | None = None
    """To the seed that the client of that seat will show; nil promises none."""


class Committed(Struct, frozen=True, tag="table.committed", tag_field="t"):
    """Everybody is ready and all commitments stand: whoever made one shows the seed now."""

    match: Annotated[int, Meta(ge=1)]
    """Which match of the table, from 1."""
    commitment: Seed
    """The server's."""
    commitments: tuple[Seed | None, ...]
    """By seat; nil where there is none."""


class GaveSeed(Struct, frozen=True, tag="table.gave_seed", tag_field="t"):
    """The seed of a seat, which fits its commitment."""

    seat: Seat
    seed: Seed


class Started(Struct, frozen=True, tag="table.started", tag_field="t"):
    """A match starts."""

    match: Annotated[int, Meta(ge=1)]
    """Which match of the table, from 1."""
    first_dealer: Seat
    commitment: Seed
    """The server's, as before."""
    seeds: tuple[Seed, ...]
    """By seat; 32 zero bytes where there is no seed."""
    names: Annotated[tuple[Name, ...], Meta(max_length=6)] = ()
    """By seat: who plays it. Whoever leaves once it is over has still played it."""


class Revealed(Struct, frozen=True, tag="table.revealed", tag_field="t"):
    """The server's seed of the match that is over."""

    seed: Seed


class Closed(Struct, frozen=True, tag="table.closed", tag_field="t"):
    """The table is gone."""


class TimedOut(Struct, frozen=True, tag="table.timed_out", tag_field="t"):
    """Somebody's time is up; what is played for them follows (RULES 3.11)."""

    seat: Seat


class PauseAsked(Struct, frozen=True, tag="table.pause_asked", tag_field="t"):
    """A player asks for a pause; it begins once the others agree."""

    seat: Seat
    number: Asking


class SeatAsked(Struct, frozen=True, tag="table.seat_asked", tag_field="t"):
    """A spectator asks for a seat that its holder has given up; once the players agree he has `sat` there."""

    seat: Seat
    number: Asking
    name: Name


class Agreed(Struct, frozen=True, tag="table.agreed", tag_field="t"):
    """A player agrees to what is asked."""

    seat: Seat


class Declined(Struct, frozen=True, tag="table.declined", tag_field="t"):
    """A player does not agree, so it is asked no longer."""

    seat: Seat


class Lapsed(Struct, frozen=True, tag="table.lapsed", tag_field="t"):
    """Not everybody answered in time, or the asker is gone: it is asked no longer."""


class Paused(Struct, frozen=True, tag="table.paused", tag_field="t"):
    """Everybody agreed to the pause: the match and its clocks stand still."""


class PlayedOn(Struct, frozen=True, tag="table.played_on", tag_field="t"):
    """The pause is over, by a player or (no seat) because the time for pauses is used up."""

    seat: Seat | None
    left_ms: Span
    """What is left for further pauses of the match."""


TableEvent = (
    Sat
    | Left
    | Dropped
    | Returned
    | StoodIn
    | GotReady
    | Committed
    | GaveSeed
    | Started
    | Revealed
    | Closed
    | TimedOut
    | PauseAsked
    | SeatAsked
    | Agreed
    | Declined
    | Lapsed
    | Paused
    | PlayedOn
)

AnyEvent = TableEvent | GameEvent

_TABLE_EVENTS: Final = frozenset(get_args(TableEvent))


def is_table_event(event: AnyEvent) -> TypeGuard[TableEvent]:
    """Tell what happens at the table from what happens in the match.

    It is asked at each event for each viewer: a look-up takes a fiftieth of what `isinstance` takes for the union.
    """
    return type(event) in _TABLE_EVENTS
