"""What one viewer may know of a match of rummy."""

from msgspec import Struct

from upcard_protocol.rules.cards import EMPTY, CardField, Hand
from upcard_protocol.rules.rummy.board import Board
from upcard_protocol.rules.rummy.sheet import Sheet


class View(Struct, frozen=True, gc=False, tag="rummy.view", tag_field="t"):
    """All that one viewer may know of a match."""

    viewer: int
    """A seat, `PUBLIC` or `OPEN`."""
    sheet: Sheet
    boards: tuple[Board, ...] = ()
    """The hand in play, or the last one; none before the first deal."""
    hands: tuple[Hand | None, ...] = ()
    """By seat: the viewer's own, and None for those he may not see. At the end of a hand the board shows all."""
    decision: int = 0
    """The number of the viewer's present decision; it moves on when he is asked something new."""
    drawn: CardField | None = None
    """The card the viewer drew from the stock this turn."""
    answers: tuple[bool | None, ...] = ()
    """By seat, while others may call: what the viewer himself has said, and None for those he may not know."""

    @property
    def board(self) -> Board | None:
        """The hand in play, or the last one."""
        return self.boards[0] if self.boards else None

    @property
    def hand(self) -> Hand:
        """The viewer's own cards; empty when he has none."""
        return (self.hands[self.viewer] or EMPTY) if 0 <= self.viewer < len(self.hands) else EMPTY
