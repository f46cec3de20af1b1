"""A table as the sentences of a game need it: what may be known of it, and who sits there."""

from typing import Any

from msgspec import Struct

from upcard_client.locale import tr
from upcard_protocol.table import TableView


class Seen(Struct, frozen=True):
    """A table as somebody sees it.

    Attributes:
        view: what may be known of it.
        names: by seat, fit to be drawn; `free` for an empty one.
        me: the viewer's seat, or None for somebody who watches.
    """

    view: TableView
    names: tuple[str, ...]
    me: int | None

    @property
    def match(self) -> Any:
        """What the viewer may know of the match: a view of the table's game, or None before the first one."""
        return self.view.match

    @property
    def game(self) -> Any:
        """The options of the game that is played here."""
        return self.view.game

    def name(self, seat: int) -> str:
        """Return what a seat is called at the head of a sentence."""
        return tr("You") if seat == self.me else self.names[seat]
