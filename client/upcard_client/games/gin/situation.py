"""Everything the gin table is drawn from: the viewer's view of the match, and what surrounds it."""

from upcard_client.cardtable.surroundings import Surroundings
from upcard_client.games.gin.sentences import Narrator
from upcard_protocol.rules.gin import match as gin
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.legal import Legal, View, legal
from upcard_protocol.rules.gin.options import Options


class Situation(Surroundings, frozen=True, kw_only=True):
    """The state of a table of gin as its screen knows it.

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
    def legal(self) -> Legal:
        """What the viewer may do now."""
        return legal(self.view)

    @property
    def narrator(self) -> Narrator:
        """Who tells what happens at this table."""
        return Narrator(self.names, self.me, self.view.sheet.options.layoff_on_gin)

    @property
    def my_turn(self) -> bool:
        """Is the viewer asked for a move of the hand?"""
        board = self.board
        return (
            board is not None
            and self.me == board.turn
            and board.phase not in ("scoring", "hand_end")
            and self.view.sheet.winner is None
        )

    @property
    def rival(self) -> int:
        """The seat shown at the top of the screen: the opponent, or seat 0 for somebody who watches."""
        board = self.board
        if self.me is None:
            return board.seats[0] if board is not None else 0
        return board.other(self.me) if board is not None and self.me in board.seats else 1 - self.me

    @property
    def am_ready(self) -> bool:
        """Has the viewer said that he is ready for a match, or for another?"""
        return self.me is not None and self.me < len(self.ready) and self.ready[self.me]


def before_match(options: Options, viewer: int) -> View:
    """Return the view of a match that has not begun, for a table that waits for its players."""
    return gin.view(gin.start(options), viewer)
