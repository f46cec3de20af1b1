"""A table at which one sits, or which one watches, as this client knows it."""

from typing import Final, Literal

from msgspec import Struct

from upcard_client import tidings
from upcard_client.games.gin.sentences import Narrator
from upcard_client.phrases import Line
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.table import AnyEvent, TableEvent, TableView
from upcard_protocol.wire.clean import MAX_NAME_CELLS, MAX_TITLE_CELLS, clean_text
from upcard_protocol.wire.pushes import Clock
from upcard_protocol.wire.requests import Act

MAX_LOG: Final = 500
"""Lines of the log that are kept."""

EntryKind = Literal["event", "mine", "chat", "alarm"]


class Entry(Struct, frozen=True):
    """A line of a table's log."""

    line: Line
    kind: EntryKind = "event"


class AtTable(Struct, frozen=True, kw_only=True):
    """Everything known of one table.

    Attributes:
        table: its number.
        view: what we may know, after event `n`.
        n: the number of the last event folded; events are numbered without gaps.
        cseq: the number of our last accepted act.
        pending: the act that was not answered yet.
        pending_sent: the act went out on the present link.
        resync: events are missing; nothing is folded until they are here.
        clocks: what each seat had left at `at_ms`.
        at_ms: the server's time of the last event.
        gone_ms: by seat, since when (server's time) its person is away; 0 for those who are here.
        spectators: how many watch.
        log: the latest lines, oldest first.
    """

    table: int
    view: TableView
    n: int
    cseq: int = 0
    pending: Act | None = None
    pending_sent: bool = False
    resync: bool = False
    clocks: tuple[Clock, ...] = ()
    at_ms: int = 0
    gone_ms: tuple[int, ...] = ()
    spectators: int = 0
    log: tuple[Entry, ...] = ()

    @property
    def me(self) -> int | None:
        """Our seat, or None if we watch."""
        return seat_of(self.view)

    @property
    def title(self) -> str:
        """The table's name, fit to be drawn."""
        return title_of(self.view.options.name, self.table)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat, fit to be drawn; `free` for an empty one."""
        return names_of(self.view)

    @property
    def narrator(self) -> Narrator:
        """Who tells what happens here."""
        return narrator_of(self.view)

    @property
    def board(self) -> Board | None:
        """The hand in play or just over."""
        return self.view.match.board if self.view.match is not None else None

    @property
    def my_turn(self) -> bool:
        """Does the match wait for our move in the hand?"""
        board = self.board
        return (
            self.me is not None
            and self.view.playing
            and board is not None
            and board.turn == self.me
            and board.phase not in ("scoring", "hand_end")
        )

    @property
    def hand_over(self) -> bool:
        """Is a match played, and a hand just over?"""
        board = self.board
        return self.view.playing and board is not None and board.phase == "hand_end"

    @property
    def ready_wanted(self) -> bool:
        """Does the table wait for our being ready: for a match, another one, or the next hand?"""
        me, match = self.me, self.view.match
        if me is None or self.view.closed:
            return False
        if self.view.playing and match is not None:
            return self.hand_over and not match.sheet.ready[me]
        return not self.view.ready[me]


def names_of(view: TableView) -> tuple[str, ...]:
    """Return the names by seat, fit to be drawn; `free` for an empty seat."""
    return tuple(clean_text(chair.name, MAX_NAME_CELLS) if chair.kind != "empty" else "free" for chair in view.chairs)


def title_of(name: str, table: int) -> str:
    """Return a table's name, fit to be drawn; one without a name is called by its number."""
    return clean_text(name, MAX_TITLE_CELLS) if name.strip() else f"Table {table}"


def narrator_of(view: TableView) -> Narrator:
    """Return who tells what happens at a table."""
    return Narrator(names_of(view), seat_of(view), view.game.layoff_on_gin)


def seat_of(view: TableView) -> int | None:
    """Return the viewer's seat, or None for somebody who watches."""
    return view.viewer if 0 <= view.viewer < len(view.chairs) else None


def tell(view: TableView, event: AnyEvent) -> tuple[Line, ...]:
    """Return what is said of an event at a table that was seen like this before it."""
    if isinstance(event, TableEvent):
        return tidings.tell(event, names_of(view), seat_of(view))
    return narrator_of(view).tell(event)


def entries_of(view: TableView, event: AnyEvent) -> tuple[Entry, ...]:
    """Return the lines of the log for an event at a table that was seen like this before it."""
    me = seat_of(view)
    mine = me is not None and getattr(event, "seat", None) == me
    return tuple(Entry(line, "mine" if mine else "event") for line in tell(view, event))
