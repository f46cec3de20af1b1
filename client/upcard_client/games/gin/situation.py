"""Everything the gin table is drawn from, as one frozen value that the app hands down.

The table never asks the network. Whoever folds the server's messages builds a `Situation` from them; the
keyboard's side (cursor, questions, drafts) is a `Desk`.
"""

from msgspec import Struct

from upcard_client.games.gin.sentences import Narrator
from upcard_client.widgets.frame import Clock, LogLine
from upcard_protocol.rules.gin import match as gin
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.legal import Legal, View, legal
from upcard_protocol.rules.gin.options import Options


class LinkUp(Struct, frozen=True):
    """The server answers; `ms` is the time of the last answer."""

    ms: int | None = None


class LinkLost(Struct, frozen=True):
    """The server does not answer.

    Attributes:
        retry_s: seconds to the next try.
        attempt: the number of that try.
        kept_s: seconds for which the seat is kept, or None for somebody who has none.
    """

    retry_s: int
    attempt: int
    kept_s: int | None = None


class Situation(Struct, frozen=True, kw_only=True):
    """The state of a table of gin as its screen knows it.

    Attributes:
        view: what the engine lets the viewer know.
        names: by seat.
        table: the table's name.
        log: oldest first.
        link: how the server answers.
        clock: the running time, or None where turns are not timed.
        presence: by seat, a word such as `away 1:46` or nothing.
        deadwood_help: the table's rule: may the client count and sort for its player?
        sending: what was sent and not answered yet, in words such as `your discard`, or nothing.
        slow: the answer takes longer than 300 ms, so the screen says that it is waiting.
        spectators: how many watch.
        next_hand_s: seconds until the next hand is dealt by itself.
        hands_shown: the table lets spectators see the hands when a hand is over.
        seated: by seat, is there somebody? All are when this is empty.
        ready: by seat, who is ready for the match before it starts, and for another when it is over.
    """

    view: View
    names: tuple[str, ...]
    table: str = ""
    log: tuple[LogLine, ...] = ()
    link: LinkUp | LinkLost = LinkUp()
    clock: Clock | None = None
    presence: tuple[str, ...] = ()
    deadwood_help: bool = True
    sending: str = ""
    slow: bool = False
    spectators: int = 0
    next_hand_s: int | None = None
    seated: tuple[bool, ...] = ()
    ready: tuple[bool, ...] = ()

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
    def free_seat(self) -> bool:
        """Is a seat still free?"""
        return not all(self.seated)

    @property
    def am_ready(self) -> bool:
        """Has the viewer said that he is ready for a match, or for another?"""
        return self.me is not None and self.me < len(self.ready) and self.ready[self.me]

    def note(self, seat: int) -> str:
        """Return the word about a seat's presence, or nothing."""
        return self.presence[seat] if seat < len(self.presence) else ""


def before_match(options: Options, viewer: int) -> View:
    """Return the view of a match that has not begun, for a table that waits for its players."""
    return gin.view(gin.start(options), viewer)
