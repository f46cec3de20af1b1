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
    """The person is ready for the match, or for another one once it is over; said again, the last word counts."""

    seat: Seat
    commitment: Seed | None = None
    """To the seed that the person's client will put into the shuffle; None promises none."""


class Commit(Struct, frozen=True, tag="table.commit", tag_field="t"):
    """NATURE commits to the server's seed of the next match; from now on nobody's commitment changes."""

    commitment: Seed


class GiveSeed(Struct, frozen=True, tag="table.give_seed", tag_field="t"):
    """The person's client shows the seed that it has committed to."""

    seat: Seat
    seed: Seed


class Start(Struct, frozen=True, tag="table.start", tag_field="t"):
    """NATURE starts the match that it has committed to, with the seeds that were given."""

    first_dealer: Seat


class Reveal(Struct, frozen=True, tag="table.reveal", tag_field="t"):
    """NATURE shows the server's seed: the match is over, or it is given up because the table closes."""

    seed: Seed


class Close(Struct, frozen=True, tag="table.close", tag_field="t"):
    """NATURE closes the table."""


TableAction = Sit | Leave | Drop | Return | StandIn | GetReady | Commit | GiveSeed | Start | Reveal | Close
