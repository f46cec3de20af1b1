"""What is told of one table, and to whom: snapshots, events as they happen, and what came while somebody was away.

Spectators of open hands hear of each hand only once it is over; until then what happens is held back for them.
"""

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from msgspec import Struct

from upcard_protocol import table as tables
from upcard_protocol.rules.game import OPEN, PUBLIC
from upcard_protocol.rules.games import game_of
from upcard_protocol.table import AnyEvent, Table
from upcard_protocol.wire.pushes import Clock, Happened, Snapshot
from upcard_protocol.wire.replies import Done, Resumed
from upcard_protocol.wire.snapshot import split
from upcard_server.audience import Audience, Ear
from upcard_server.standing import Standing
from upcard_server.timing import Timing

RECENT: Final = 512
"""Events kept in memory for those who come back after a short break."""


class Recent(Struct, frozen=True):
    """An event that was published."""

    n: int
    at_ms: int
    event: AnyEvent
    clocks: tuple[Clock, ...]


def in_hand(table: Table) -> bool:
    """Say whether a hand is being played at a table."""
    return table.playing and table.match is not None and not game_of(table.game).between_hands(table.match)


class Told(Protocol):
    """A live table as its telling sees it."""

    number: int

    @property
    def standing(self) -> Standing:
        """Where the table stands."""
        ...

    @property
    def at_ms(self) -> int:
        """When the last action was done, milliseconds since 1970."""
        ...

    @property
    def timing(self) -> Timing:
        """Its clocks."""
        ...


class Telling:
    """Who hears of one table, and what they have been told."""

    def __init__(self, live: Told, refresh: Callable[[Ear], None], shown: Standing | None) -> None:
        """Begin with nobody.

        Args:
            live: the table.
            refresh: called when a spectator who had fallen behind has read everything: it needs a snapshot.
            shown: where the table stood when the last hand was over, if a hand is in play.
        """
        self.audience = Audience(refresh)
        self._live = live
        self._recent: deque[Recent] = deque(maxlen=RECENT)
        self._shown, self._shown_at_ms = shown or live.standing, live.at_ms
        """What spectators of open hands know: where the table stood when the last hand was over."""
        self._held: list[Recent] = []
        """What they hear when the hand in play is over."""

    @property
    def _table(self) -> Table:
        return self._live.standing.table

    @property
    def spectator(self) -> int:
        """As which viewer spectators hear of the table: live, or every hand once it is over."""
        return OPEN if self._table.options.open_hands else PUBLIC

    # ---- to one

    def listen(self, ear: Ear, viewer: int) -> None:
        """Let a connection hear of the table from here on, beginning with a snapshot."""
        self.audience.add(ear, viewer)
        # In one piece: however long the hand has been, it is one answer.
        ear.send_packed(b"".join(ear.pack(part) for part in split(self.snapshot(viewer))))

    def resume(self, ear: Ear, viewer: int, n: int, rid: int) -> None:
        """Answer `resume`: what came after event `n` follows if it is at hand, else a snapshot."""
        missed = self._live.standing.n - n
        if viewer == OPEN or not 0 <= missed <= len(self._recent):
            ear.send(Done(rid, Resumed(snapshot=True)))
            self.listen(ear, viewer)
            return
        ear.send(Done(rid, Resumed(snapshot=False)))
        self.audience.add(ear, viewer)
        for recent in list(self._recent)[len(self._recent) - missed :]:
            ear.send(self._event(recent, viewer))

    def snapshot(self, viewer: int) -> Snapshot:
        """Return the whole of what a viewer may know."""
        live, spectators = self._live, self.audience.spectators
        if viewer == OPEN:
            view, n = tables.view(self._shown.table, OPEN), self._shown.n
            return Snapshot(table=live.number, n=n, at_ms=self._shown_at_ms, spectators=spectators, view=view)
        return Snapshot(
            table=live.number,
            n=live.standing.n,
            at_ms=live.at_ms,
            cseq=live.standing.accepted[viewer] if viewer >= 0 else 0,
            spectators=spectators,
            clocks=live.timing.shown(live.at_ms),
            paused_until_ms=live.timing.paused_until_ms,
            view=tables.view(self._table, viewer),
        )

    # ---- to all

    def publish(self, recent: Recent) -> None:
        """Tell everybody who may hear of it now of an event that stands."""
        self._recent.append(recent)
        if self.spectator == PUBLIC:
            self.audience.publish(partial(self._event, recent))
            return
        self._held.append(recent)
        self.audience.publish(partial(self._event, recent), lambda viewer: viewer >= 0)

    def open_up(self) -> None:
        """Show spectators of open hands what happened up to here, once no hand is played (RULES 10)."""
        if self.spectator == PUBLIC or in_hand(self._table):
            return
        complete = bool(self._held) and self._held[0].n == self._shown.n + 1
        held, self._held = self._held, []
        self._shown, self._shown_at_ms = self._live.standing, self._live.at_ms
        if complete:
            for recent in held:
                self.audience.publish(partial(self._event, recent), lambda viewer: viewer == OPEN)
        elif held:
            # What came first was before a restart.
            for ear in self.audience.heard_by(OPEN):
                self.listen(ear, OPEN)

    def _event(self, recent: Recent, viewer: int) -> Happened:
        event = tables.redact(self._table, recent.event, viewer)
        return Happened(self._live.number, recent.n, recent.at_ms, event, recent.clocks)
