"""What a message from the server, or the link itself, brought: what the fronts tell people about.

`state.fold` gives the next state and the news of it. The full screen draws the state and uses news for its status
line; the plain client prints news and nothing else.
"""

from msgspec import Struct

from upcard_client.attable import AtTable
from upcard_client.matches.witness import Finding
from upcard_client.words.phrases import Line
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.record import Record
from upcard_protocol.table import AnyEvent, TableView
from upcard_protocol.wire.handshake import SeatHeld
from upcard_protocol.wire.pushes import ChatLine, Notice
from upcard_protocol.wire.replies import Answer
from upcard_protocol.wire.requests import Act, Request


class Entered(Struct, frozen=True):
    """The server let us in; `again` after a link that was lost."""

    name: str
    guest: bool
    server: str
    again: bool
    seats: tuple[SeatHeld, ...]
    remark: str = ""
    """Why this name, or what will not be remembered; nothing if all is as asked."""


class Joined(Struct, frozen=True):
    """A table is here, from now on or again, as a snapshot shows it; `fresh` if it was not on the screen before.

    What came after the snapshot, at once with it perhaps, is news of its own: whoever told of the table as it stands
    by now would tell that twice.
    """

    at: AtTable
    fresh: bool

    @property
    def table(self) -> int:
        """The table's number."""
        return self.at.table


class Occurred(Struct, frozen=True):
    """Something happened at a table, as seen from the views before and after it."""

    table: int
    event: AnyEvent
    before: TableView
    after: TableView
    served: Line = ()
    """What the server did for us as our time was up, in words."""


class Answered(Struct, frozen=True):
    """A request was carried out."""

    request: Request
    answer: Answer | None
    after: int = 0
    """The last event of its table that had come before the answer; 0 where it is about no table that is here."""


class Denied(Struct, frozen=True):
    """A request was not carried out."""

    request: Request
    refusal: Refusal


class ActDenied(Struct, frozen=True):
    """An act was not carried out."""

    act: Act
    refusal: Refusal


class ShuffleJudged(Struct, frozen=True):
    """A match is over, and its shuffle was checked, or could not be; `kept` says where the match is, or why not."""

    table: int
    finding: Finding
    kept: str = ""


class MatchFetched(Struct, frozen=True):
    """A match that the server keeps is here; None if what the server told is no match."""

    table: int
    match: int
    record: Record | None


class MatchNotFetched(Struct, frozen=True):
    """The server does not give a match that it has listed."""

    table: int
    match: int
    refusal: Refusal


class Said(Struct, frozen=True):
    """Somebody said something; the text is fit to be drawn."""

    line: ChatLine


class Announced(Struct, frozen=True):
    """The server itself says something."""

    notice: Notice


class TableLost(Struct, frozen=True):
    """A table is no longer here for us."""

    table: int
    refusal: Refusal


class LobbyMoved(Struct, frozen=True):
    """Something in the lobby changed."""


class LinkMoved(Struct, frozen=True):
    """The link is connecting, up, lost or closed now: `Model.link` says which."""


News = (
    Entered
    | Joined
    | Occurred
    | Answered
    | Denied
    | ActDenied
    | ShuffleJudged
    | MatchFetched
    | MatchNotFetched
    | Said
    | Announced
    | TableLost
    | LobbyMoved
    | LinkMoved
)
