"""What is done at a table beside the match: by people, and by nature for time and links."""

from msgspec import Struct

from upcard_protocol.rules.game import Seat
from upcard_protocol.table.seats import BotLevel, Name, Seed


class Sit(Struct, frozen=True, tag="table.sit", tag_field="t"):
    """A person, or a bot of a level, takes an empty seat."""

    seat: Seat
    name: Name
    level: BotLevel | None = None


class Leave(Struct, frozen=True, tag="table.leave", tag_field="t"):
    """Whoever holds the seat leaves; while a match is played the seat is kept for a person."""

    seat: Seat


class Drop(Struct, frozen=True, tag="table.drop", tag_field="t"):
    """The person's link is lost."""

    seat: Seat


class Return(Struct, frozen=True, tag="table.return", tag_field="t"):
    """The person is back; a bot that stood in gives the seat back."""

    seat: Seat


class StandIn(Struct, frozen=True, tag="table.stand_in", tag_field="t"):
    """A bot plays on for a person who is gone."""

    seat: Seat


class GetReady(Struct, frozen=True, tag="table.ready", tag_field="t"):
    """The person is ready for the match, or for another one once it is over."""

    seat: Seat


class Start(Struct, frozen=True, tag="table.start", tag_field="t"):
    """NATURE starts a match: the first dealer and the commitments to the seeds of its shuffles."""

    first_dealer: Seat
    commitment: Seed
    """SHA-256 commitment to the server's seed."""
    seeds: tuple[Seed, ...]
    """The clients' seeds by seat; 32 zero bytes are no seed."""


class Reveal(Struct, frozen=True, tag="table.reveal", tag_field="t"):
    """NATURE shows the server's seed of a finished match."""

    seed: Seed


class Close(Struct, frozen=True, tag="table.close", tag_field="t"):
    """NATURE closes the table."""


TableAction = Sit | Leave | Drop | Return | StandIn | GetReady | Start | Reveal | Close
