"""Everything the gin table is drawn from: the viewer's view of the match, and what surrounds it."""

from upcard_client.cardtable.surroundings import Surroundings
from upcard_client.games.gin.following import OVER
from upcard_client.games.gin.sentences import Narrator
from upcard_client.games.gin.sides import Company
from upcard_protocol.rules.gin import match as gin
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.legal import Legal, View, legal
from upcard_protocol.rules.gin.options import Options


class Situation(Surroundings, frozen=True, kw_only=True):
    """The state of a table of gin as its screen knows it.

    Attributes:
        view: what the engine lets the viewer know.
        looked_at: of two hands that partners play at once, the one a viewer who plays in none looks at.
    """

    view: View
    looked_at: int = 0

    @property
    def me(self) -> int | None:
        """The viewer's seat, or None for somebody who watches."""
        return self.view.viewer if self.view.viewer >= 0 else None

    @property
    def board(self) -> Board | None:
        """The hand in play or just over: of partners' two the viewer's own, or the one that is looked at."""
        boards = self.view.boards
        return boards[self.looked_at] if self.me is None and self.looked_at < len(boards) else self.view.board

    @property
    def other_board(self) -> Board | None:
        """The other hand that partners play at the same time; None where one is played."""
        board = self.board
        return next((each for each in self.view.boards if each is not board), None)

    @property
    def idle(self) -> bool:
        """Does the viewer sit this hand out (RULES 5.1)?"""
        return self.me is not None and self.view.board is not None and not self.view.plays

    @property
    def looks_on(self) -> bool:
        """Has the viewer no cards in this hand: somebody who watches, or who sits it out?"""
        return self.me is None or self.idle

    @property
    def hand_over(self) -> bool:
        """Is the hand over, with the next one or the end of the match to come?"""
        return bool(self.view.sheet.winners) or (self.board is not None and self.board.phase == "hand_end")

    @property
    def legal(self) -> Legal:
        """What the viewer may do now."""
        return legal(self.view)

    @property
    def company(self) -> Company:
        """Who plays here, with whom and by what name."""
        return Company(self.names, self.me, self.view.sheet.options)

    @property
    def narrator(self) -> Narrator:
        """Who tells what happens at this table."""
        return Narrator(self.company, self.view)

    @property
    def my_turn(self) -> bool:
        """Is the viewer asked for a move of the hand?"""
        board = self.board
        return (
            board is not None
            and self.me == board.turn
            and not self.idle
            and board.phase not in OVER
            and not self.view.sheet.winners
        )

    @property
    def rival(self) -> int:
        """The seat shown at the top of the screen.

        It is the opponent, of several the one on the left, or the knocker once there is one; for somebody who looks
        on it is the first to act.
        """
        board, me = self.board, self.me
        if board is None:
            return 0 if me is None else (me + 1) % len(self.names)
        if me is None or me not in board.seats:
            return board.seats[0]
        if board.knock is not None and board.knock.seat != me:
            return board.knock.seat
        return board.other(me)

    @property
    def unready(self) -> tuple[int, ...]:
        """Who of the others has not said that he is ready for the next hand, or for a match."""
        ready = self.view.sheet.ready if self.view.boards and not self.view.sheet.winners else self.ready
        return tuple(seat for seat in range(len(self.names)) if seat != self.me and not (ready and ready[seat]))

    @property
    def am_ready(self) -> bool:
        """Has the viewer said that he is ready for a match, or for another?"""
        return self.me is not None and self.me < len(self.ready) and self.ready[self.me]


def before_match(options: Options, viewer: int, seats: int) -> View:
    """Return the view of a match that has not begun, for a table that waits for its players."""
    return gin.view(gin.start(options, seats), viewer)
