"""What the person before the screen has in hand besides the game: cursor, order, the answer to the last key.

A `Desk` is frozen; keys and events give the next one. Nothing here is known to the server. A game adds the questions
it asks and the drafts it keeps.
"""

from typing import Final, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.cardtable.arrangement import Order
from upcard_client.cardtable.surroundings import Surroundings
from upcard_client.widgets.frame import Status
from upcard_protocol.rules.cards import Card

ANSWER_AFTER_MS: Final = 300
"""A question does not hear its answer for so long after it opened, so a double tap answers nothing."""

Overlay = Literal["", "log", "score", "look"]
"""What covers the table; `look` means that a result is put aside to look at the cards."""


class Desk(Struct, frozen=True, kw_only=True):
    """The state of the person's side of any table.

    Attributes:
        order: how the hand is sorted.
        by_hand: the cards from left to right as they were moved.
        chosen: the card under the cursor.
        status: the answer to the last key, or nothing.
        overlay: what covers the table.
        scroll: lines by which the whole log is scrolled back.
        swapped: a spectator has changed which seat is at the top.
        since_ms: when the phase of the hand last changed; a result does not hear Enter at once.
    """

    order: Order = Order.MELDS
    by_hand: tuple[Card, ...] = ()
    chosen: Card | None = None
    status: Status | None = None
    overlay: Overlay = ""
    scroll: int = 0
    swapped: bool = False
    since_ms: int = 0

    @property
    def asking(self) -> bool:
        """Is a question of the game's own open?"""
        return False


DeskT = TypeVar("DeskT", bound=Desk)


def scrolled(surroundings: Surroundings, desk: DeskT, by: int) -> DeskT:
    """Return the desk with the log scrolled back by some lines, never past its first one."""
    return replace(desk, scroll=min(max(desk.scroll + by, 0), len(surroundings.log)))
