"""Everything the rummy table is drawn from: the viewer's view of the match, and what surrounds it."""

from upcard_client.cardtable.surroundings import Surroundings
from upcard_client.games.rummy.sentences import Narrator
from upcard_client.locale import tr
from upcard_protocol.rules.rummy.board import Board
from upcard_protocol.rules.rummy.legal import Legal, legal
from upcard_protocol.rules.rummy.options import Options
from upcard_protocol.rules.rummy.sheet import blank
from upcard_protocol.rules.rummy.view import View


class Situation(Surroundings, frozen=True, kw_only=True):
    """The state of a table of rummy as its screen knows it.

    Attributes:
        view: what the engine lets the viewer know.
    """

    view: View

    @property
    def me(self) -> int | None:
        """The viewer's seat, or None for somebody who watches."""
        return self.view.viewer if self.view.viewer >= 0 else None

    @property
    def board(self) -> Board | None:
        """The hand in play or just over."""
        return self.view.board

    @property
    def options(self) -> Options:
        """The house rules."""
        return self.view.sheet.options

    @property
    def legal(self) -> Legal:
        """What the viewer may do now."""
        return legal(self.view)

    @property
    def narrator(self) -> Narrator:
        """Who tells what happens next at this table."""
        return Narrator(self.names, self.me, self.board, self.options)

    @property
    def phase(self) -> str:
        """Where the hand stands; nothing before the first deal."""
        return self.board.phase if self.board is not None else ""

    @property
    def my_turn(self) -> bool:
        """Is the viewer asked for a move of the hand?"""
        return self.legal.asked

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return bool(self.view.sheet.winners)

    @property
    def others(self) -> tuple[int, ...]:
        """The seats of the others, clockwise from the viewer's left; all seats for somebody who watches."""
        seats = len(self.names)
        first = 0 if self.me is None else self.me + 1
        return tuple((first + step) % seats for step in range(seats - (self.me is not None)))

    @property
    def columns(self) -> tuple[int, ...]:
        """The seats in the order of columns of numbers: the viewer first."""
        return self.others if self.me is None else (self.me, *self.others)

    @property
    def am_ready(self) -> bool:
        """Has the viewer said that he is ready for a match, or for another?"""
        return self.me is not None and self.me < len(self.ready) and self.ready[self.me]

    def name(self, seat: int) -> str:
        """Return what a seat is called at the head of a line."""
        return tr("You") if seat == self.me else self.names[seat]


def before_match(options: Options, seats: int, viewer: int) -> View:
    """Return the view of a match that has not begun, for a table that waits for its players."""
    return View(viewer, blank(options, seats, 0), (), (None,) * seats)
