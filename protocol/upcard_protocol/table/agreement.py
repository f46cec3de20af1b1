"""What the people at a table agree on beside the game: a pause, or who gets a seat that was given up.

One thing is asked at a time. It has a number, so that an answer can never be taken for another question's. Nothing
here knows the time: how much of it is left for pauses is told by whoever ends one.
"""

from typing import Annotated

from msgspec import Meta, Struct

from upcard_protocol.rules.game import Seat
from upcard_protocol.table.seats import Name

Asking = Annotated[int, Meta(ge=1, le=(1 << 32) - 1)]
"""The number of what is asked at a table, from 1."""
Span = Annotated[int, Meta(ge=0, le=3_600_000)]
"""A span of time, milliseconds."""


class PauseWanted(Struct, frozen=True, tag="table.pause_wanted", tag_field="t"):
    """A player asks the others for a pause."""

    seat: Seat


class SeatWanted(Struct, frozen=True, tag="table.seat_wanted", tag_field="t"):
    """A spectator asks the players for a seat that was given up."""

    seat: Seat
    name: Name


class Agreement(Struct, frozen=True, tag="table.agreement", tag_field="t"):
    """What is asked, who agrees, and whether the match stands still."""

    wanted: PauseWanted | SeatWanted | None = None
    number: Annotated[int, Meta(ge=0, le=(1 << 32) - 1)] = 0
    """The number of what is asked now, or was asked last; 0 before anything was."""
    agreed: Annotated[tuple[Seat, ...], Meta(max_length=6)] = ()
    """The seats that have said yes."""
    paused: bool = False
    pause_left_ms: Span = 0
    """What was left for pauses of this match when the last one ended; the present one uses it up."""
