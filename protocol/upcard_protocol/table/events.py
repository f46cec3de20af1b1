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


class Started(Struct, frozen=True, tag="table.started", tag_field="t"):
    """A match starts."""

    match: Annotated[int, Meta(ge=1)]
    """Which match of the table, from 1."""
    first_dealer: Seat
    commitment: Seed
    seeds: tuple[Seed, ...]


class Revealed(Struct, frozen=True, tag="table.revealed", tag_field="t"):
    """The server's seed of the finished match."""

    seed: Seed


class Closed(Struct, frozen=True, tag="table.closed", tag_field="t"):
    """The table is gone."""


TableEvent = Sat | Left | Dropped | Returned | StoodIn | GotReady | Started | Revealed | Closed

AnyEvent = TableEvent | GameEvent
