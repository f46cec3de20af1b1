"""A table at which one sits, or which one watches, as this client knows it."""

from itertools import zip_longest
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.games.front import Front
from upcard_client.games.fronts import front_of
from upcard_client.games.seen import Seen
from upcard_client.locale import mark, tr
from upcard_client.matches.witness import Finding
from upcard_client.words import tidings
from upcard_client.words.names import shown_name
from upcard_client.words.phrases import Line
from upcard_protocol.table import AnyEvent, TableEvent, TableView
from upcard_protocol.wire.clean import MAX_TITLE_CELLS, clean_text
from upcard_protocol.wire.pushes import Clock
from upcard_protocol.wire.requests import Act

MAX_LOG: Final = 500
"""Lines of the log that are kept."""

COMPUTER: Final = mark("The computer")
"""What the log calls who plays for the viewer."""

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
        done_at: the number of the first event of our last accepted act, which may be still to come.
        pending: the act that was not answered yet.
        pending_sent: the act went out on the present link.
        resync: events are missing; nothing is folded until they are here.
        clocks: what each seat had left at `at_ms`.
        at_ms: the server's time of the last event.
        paused_until_ms: when the pause ends by itself (server's time), if there is one.
        timed_out: our time was up with the last event; what the server does for us is the next one.
        spectators: how many watch.
        log: the latest lines, oldest first.
        seed: what we have promised to put into the next shuffle; None once it is shown.
        finding: whether the shuffle of the last finished match was what was promised.
    """

    table: int
    view: TableView
    n: int
    cseq: int = 0
    done_at: int = 0
    pending: Act | None = None
    pending_sent: bool = False
    resync: bool = False
    clocks: tuple[Clock, ...] = ()
    at_ms: int = 0
    paused_until_ms: int | None = None
    timed_out: bool = False
    spectators: int = 0
    log: tuple[Entry, ...] = ()
    seed: bytes | None = None
    finding: Finding | None = None

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
    def seen(self) -> Seen:
        """The table as the sentences of its game need it."""
        return seen_of(self.view)

    @property
    def front(self) -> Front:
        """The game that is played here, as the client shows it."""
        return front_of(self.view.game)

    @property
    def hand(self) -> int:
        """The number of the hand in play or just over; 0 before the first deal."""
        return self.front.following.hand(self.view.match) if self.view.match is not None else 0

    @property
    def turn(self) -> int | None:
        """The seat whose move is waited for, ours first of all; None where nobody is asked."""
        return self.front.following.turn(self.view.match) if self.view.playing else None

    @property
    def my_turn(self) -> bool:
        """Does the match wait for our move in the hand? For whoever has given it up the server plays."""
        return self.me is not None and self.turn == self.me and self.in_hand

    @property
    def hand_over(self) -> bool:
        """Is a match played, and a hand just over?"""
        return self.view.playing and self.front.following.hand_over(self.view.match)

    @property
    def in_hand(self) -> bool:
        """Have we a hand in play that we could give up?"""
        match = self.view.match
        if self.me is None or match is None or not self.view.playing:
            return False
        return self.front.following.in_hand(match, self.me)

    @property
    def stood_in(self) -> bool:
        """Does the computer play for us, who may take the seat back at any time?"""
        return self.me is not None and self.view.playing and self.view.chairs[self.me].stand_in

    @property
    def ready_wanted(self) -> bool:
        """Does the table wait for our being ready: for a match, another one, or the next hand?"""
        me, match = self.me, self.view.match
        if me is None or self.view.closed:
            return False
        if self.view.playing and match is not None:
            return self.hand_over and not self.front.following.is_ready(match, me)
        return not self.view.ready[me]


def names_of(view: TableView) -> tuple[str, ...]:
    """Return the names by seat, fit to be drawn; `free` for an empty seat, unless somebody has played there.

    Whoever leaves when a match is over has still won or lost it.
    """
    over = view.started if view.match is not None and not view.playing else None
    played = over.names if over is not None else ()
    names = (chair.name if chair.kind != "empty" else name for chair, name in zip_longest(view.chairs, played))
    return tuple(shown_name(name) if name else tr("free") for name in names)


def title_of(name: str, table: int) -> str:
    """Return a table's name, fit to be drawn; one without a name is called by its number."""
    return clean_text(name, MAX_TITLE_CELLS) if name.strip() else tr("Table {number}", number=table)


def seat_of(view: TableView) -> int | None:
    """Return the viewer's seat, or None for somebody who watches."""
    return view.viewer if 0 <= view.viewer < len(view.chairs) else None


def seen_of(view: TableView) -> Seen:
    """Return a table as the sentences of its game need it."""
    return Seen(view, names_of(view), seat_of(view))


def seen_with(view: TableView, event: AnyEvent) -> Seen:
    """Return a table as the sentences about an event need it: what the computer does for us is not our doing."""
    seen = seen_of(view)
    if isinstance(event, TableEvent) or seen.me is None or not view.chairs[seen.me].stand_in:
        return seen
    if getattr(event, "seat", None) != seen.me:
        return seen
    names = tuple(tr(COMPUTER) if seat == seen.me else name for seat, name in enumerate(seen.names))
    return replace(seen, names=names, me=None)


def tell(view: TableView, event: AnyEvent) -> tuple[Line, ...]:
    """Return what is said of an event at a table that was seen like this before it."""
    seen = seen_with(view, event)
    if isinstance(event, TableEvent):
        return tidings.tell(event, seen.names, seen.me, view.chairs)
    return front_of(view.game).following.tell(event, seen)


def so_far(view: TableView) -> tuple[Entry, ...]:
    """Return the lines of the log for the hand in play, as somebody who comes to the table can know them."""
    seen = seen_of(view)
    told = front_of(view.game).following.so_far(seen) if view.match is not None else ()
    return tuple(Entry(line, "mine" if seat is not None and seat == seen.me else "event") for seat, line in told)


def served(at: AtTable, event: AnyEvent) -> Line:
    """Return what the server did for us as our time was up, if this event is that."""
    if not at.timed_out or isinstance(event, TableEvent):
        return ()
    return at.front.following.served(event, at.seen)


def entries_of(at: AtTable, event: AnyEvent) -> tuple[Entry, ...]:
    """Return the lines of the log for an event; what the server did for us is not said as if we had done it."""
    view, by_server = at.view, served(at, event)
    if by_server:
        return (Entry(by_server), *(Entry(line) for line in tell(view, event)[1:]))
    me = seen_with(view, event).me
    mine = me is not None and getattr(event, "seat", None) == me
    return tuple(Entry(line, "mine" if mine else "event") for line in tell(view, event))
