"""What happened at a table. All of it is public."""

from typing import Annotated

from msgspec import Meta, Struct

from upcard_protocol.rules.game import Seat
from upcard_protocol.rules.games import GameEvent
from upcard_protocol.table.seats import Chair, Seed


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


class Revealed(Struct, frozen=True, tag="table.revealed", tag_field="t"):
    """The server's seed of the match that is over."""

    seed: Seed


class Closed(Struct, frozen=True, tag="table.closed", tag_field="t"):
    """The table is gone."""


TableEvent = Sat | Left | Dropped | Returned | StoodIn | GotReady | Committed | GaveSeed | Started | Revealed | Closed

AnyEvent = TableEvent | GameEvent
