"""What is done at a table beside the match: by people, and by nature for time and links."""

from typing import Annotated, Final, TypeGuard, get_args

from msgspec import Meta, Struct

from upcard_protocol.rules.game import Seat
from upcard_protocol.rules.games import GameAction
from upcard_protocol.table.agreement import Asking, Span
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


class TimeOut(Struct, frozen=True, tag="table.time_out", tag_field="t"):
    """NATURE plays for a seat whose time is up, what `default_action` says (RULES 3.11)."""

    seat: Seat
    decision: Annotated[int, Meta(ge=0)]
    """The decision that the clock ran for: any other is past, and not played."""
    action: GameAction
    """What is played."""


class AskPause(Struct, frozen=True, tag="table.ask_pause", tag_field="t"):
    """A player asks the others for a pause."""

    seat: Seat


class AskSeat(Struct, frozen=True, tag="table.ask_seat", tag_field="t"):
    """A spectator asks the players for a seat that its holder has given up."""

    seat: Seat
    name: Name


class Agree(Struct, frozen=True, tag="table.agree", tag_field="t"):
    """A player says yes to what is asked."""

    seat: Seat
    number: Asking


class Decline(Struct, frozen=True, tag="table.decline", tag_field="t"):
    """A player says no to what is asked."""

    seat: Seat
    number: Asking


class Lapse(Struct, frozen=True, tag="table.lapse", tag_field="t"):
    """NATURE takes back what is asked: not everybody answered in time, or the asker is gone."""

    number: Asking


class PlayOn(Struct, frozen=True, tag="table.play_on", tag_field="t"):
    """A player, or NATURE (no seat) once the time for pauses is used up, ends the pause."""

    seat: Seat | None
    left_ms: Span
    """What is left for further pauses of the match."""


SeatAction = Sit | Leave | Drop | Return | StandIn | GetReady | Commit | GiveSeed | Start | Reveal | Close
"""What concerns seats, and matches as a whole."""

AgreementAction = AskPause | AskSeat | Agree | Decline | Lapse | PlayOn
"""What the people at the table agree on."""

TableAction = SeatAction | AgreementAction | TimeOut

_TABLE_ACTIONS: Final = frozenset(get_args(TableAction))


def is_table_action(action: object) -> TypeGuard[TableAction]:
    """Tell what is done at the table from what is done in the match, by a look-up as `is_table_event` does."""
    return type(action) in _TABLE_ACTIONS
