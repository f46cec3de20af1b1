"""What time does at one table: it plays for those whose time is up, for bots, and for people who stay away.

Timers only say that something may be due; what is done then is a job of the table's own task, which looks first
whether it still is. A `Timing` never changes the table but by `perform`.
"""

from contextlib import suppress
from functools import partial
from typing import Final, Literal, Protocol

import trio
from msgspec import Struct

from upcard_protocol import table as tables
from upcard_protocol.rules.errors import IllegalAction
from upcard_protocol.rules.game import NATURE, CallsDue, CloseCalls, Forfeit, Why
from upcard_protocol.rules.games import game_of
from upcard_protocol.strategy import choose
from upcard_protocol.table import Table
from upcard_protocol.wire.pushes import Clock
from upcard_server import clocks as clock_values
from upcard_server.clocks import Clocks, decision_of
from upcard_server.config import Limits
from upcard_server.standing import Body, Standing
from upcard_server.timers import Timers

SUMMARY_PACE: Final = 4
"""A bot looks at a finished hand this many times as long as at a turn."""

TIME_OUTS: Final = 3
"""Whoever lets so many decisions in a row time out counts as gone."""


def monotonic_ms() -> int:
    """Return milliseconds of a clock that never goes back."""
    return round(trio.current_time() * 1000)


class Performing(Protocol):
    """A live table as its timing sees it."""

    @property
    def standing(self) -> Standing:
        """Where the table stands."""
        ...

    async def perform(self, seat: int, body: Body) -> None:
        """Do an action of the table."""
        ...


class Kept(Struct, frozen=True):
    """A seat that waits for its holder, who is away."""

    until_ms: int
    """Until when, milliseconds since 1970: that is told."""
    ends_ms: int
    """The same by the clock that never goes back: that holds."""


class Timing:
    """The clocks and timers of one table."""

    def __init__(self, live: Performing, limits: Limits, kept: bytes | None) -> None:
        """Stand still until `begin`.

        Args:
            live: the table.
            limits: the server's limits.
            kept: what the journal's last row keeps of the clocks.
        """
        self._window: CallsDue | None = None
        """The window for calls that a timer was set for."""
        self._overdue: set[int] = set()
        """Seats of people who have stayed away for too long."""
        self._live = live
        self._limits = limits
        self._clocks = clock_values.restored(kept, live.standing.table, monotonic_ms())
        self._timers: Timers | None = None
        self._running: dict[int, tuple[int, int]] = {}
        """By seat: the decision that its clock's timer was set for, and when that runs out."""
        self._armed: dict[int, tuple[int, bool]] = {}
        """By seat: the decision that a timer of the server's own acting was set for, and whether for a bot."""
        self._kept: dict[int, Kept] = {}
        """By seat: until when it is kept for somebody who is away."""
        self._left_ms: dict[int, int] = {}
        """By seat: what was left of that when a pause began, milliseconds."""
        self.paused_until_ms: int | None = None
        """When the time for pauses is used up, milliseconds since 1970; none while the match is not paused."""
        self._paused_at_ms: int | None = None
        self._asked = 0
        """The number of what a timer was set for that is asked of the players."""
        self._rest: Literal["none", "resting", "rested"] = "none"
        """Between the matches of the server's own bots."""

    def begin(self, timers: Timers, at_ms: int) -> None:
        """Let time pass, with timers of the table's task; `at_ms` is the time since 1970."""
        self._timers = timers
        self.become(self.after(self._table), at_ms)

    @property
    def _table(self) -> Table:
        return self._live.standing.table

    @property
    def timers(self) -> Timers:
        """The table's timers."""
        assert self._timers is not None, "the table's task has not begun"
        return self._timers

    # ---- clocks

    def after(self, table: Table) -> Clocks:
        """Return the clocks as they will be once the table stands like this, which happens now."""
        return clock_values.after(self._clocks, table, monotonic_ms())

    def become(self, clocks: Clocks, at_ms: int) -> None:
        """Take over the clocks of the table as it stands since `at_ms`, and see who is away."""
        self._clocks = clocks
        self._look_at_pause(at_ms)
        self._look_who_is_away(at_ms)

    def shown(self, at_ms: int) -> tuple[Clock, ...]:
        """Return what is told of the clocks as they stood at the last action, which was done at `at_ms`."""
        timed = bool(self._table.options.turn_s)
        shown: list[Clock] = []
        for seat, (chair, clock) in enumerate(zip(self._table.chairs, self._clocks.seats, strict=True)):
            kept = self._kept.get(seat)
            kept_ms = None if kept is None else max(0, kept.until_ms - at_ms)
            if chair.person and (timed or kept_ms is not None):
                runs = self._clocks.runs and clock.decision is not None
                shown.append(Clock(seat, clock.turn_ms, clock.reserve_ms, runs, kept_ms))
        return tuple(shown)

    @property
    def kept_until_ms(self) -> tuple[int | None, ...]:
        """By seat: until when it is kept for somebody who is away; empty while nobody is waited for."""
        if not self._kept:
            return ()
        kept = map(self._kept.get, range(len(self._table.chairs)))
        return tuple(None if seat is None else seat.until_ms for seat in kept)

    # ---- pauses

    def pause_left_ms(self) -> int:
        """Return what is left for pauses now, milliseconds."""
        left_ms = self._table.agreement.pause_left_ms
        return left_ms if self._paused_at_ms is None else max(0, left_ms - (monotonic_ms() - self._paused_at_ms))

    def _look_at_pause(self, at_ms: int) -> None:
        """Have the pause end when the time for pauses is used up."""
        paused = self._table.agreement.paused
        if paused and self._paused_at_ms is None:
            self._paused_at_ms = monotonic_ms()
            self.paused_until_ms = at_ms + self._table.agreement.pause_left_ms
            self.timers.set("pause", self.pause_left_ms() / 1000, self._end_pause)
        elif not paused and self._paused_at_ms is not None:
            self._paused_at_ms = self.paused_until_ms = None
            self.timers.cancel("pause")

    async def _end_pause(self) -> None:
        if self._table.agreement.paused:
            await self._live.perform(NATURE, tables.PlayOn(None, 0))

    def _arm_vote(self) -> None:
        """Have what is asked lapse when it is not agreed to in time."""
        agreement = self._table.agreement
        asked = agreement.number if agreement.wanted is not None else 0
        if asked == self._asked:
            return
        self._asked = asked
        if asked:
            self.timers.set("vote", self._limits.vote_seconds, partial(self.lapse, asked))
        else:
            self.timers.cancel("vote")

    async def lapse(self, number: int) -> None:
        """Take back what is asked, if it still is."""
        agreement = self._table.agreement
        if agreement.wanted is not None and agreement.number == number:
            await self._live.perform(NATURE, tables.Lapse(number))

    # ---- people who are away

    @property
    def gone(self) -> set[int]:
        """The seats of people who stayed away for too long, or let too many decisions time out."""
        time_outs = self._live.standing.time_outs
        people = (seat for seat, chair in enumerate(self._table.chairs) if chair.person)
        return self._overdue | {seat for seat in people if time_outs[seat] >= TIME_OUTS}

    def why_gone(self, seat: int) -> Why:
        """Return why somebody is gone: he left, lost the link, or is here and lets his turns time out."""
        whys: dict[tables.Presence, Why] = {"here": "idle", "dropped": "dropped", "left": "left"}
        return whys[self._table.chairs[seat].presence]

    def _look_who_is_away(self, at_ms: int) -> None:
        """Wait for everybody who is away, but not for ever; in a pause nobody is waited for."""
        for seat, chair in enumerate(self._table.chairs):
            if not chair.person or chair.presence == "here":
                self._overdue.discard(seat)
                self._left_ms.pop(seat, None)
                self._wait_no_more(seat)
            elif chair.stand_in:
                self._overdue.add(seat)
                self._wait_no_more(seat)
            elif self._table.agreement.paused:
                kept = self._wait_no_more(seat)
                if kept is not None:
                    self._left_ms[seat] = max(clock_values.LEAST_MS, kept.ends_ms - monotonic_ms())
            elif seat not in self._overdue and seat not in self._kept:
                whole_ms = round(1000 * self._limits.gone_seconds)
                left_ms = min(whole_ms, self._left_ms.pop(seat, whole_ms))
                self._kept[seat] = Kept(at_ms + left_ms, monotonic_ms() + left_ms)
                self.timers.set(("away", seat), left_ms / 1000, partial(self._give_up_waiting, seat))

    def _wait_no_more(self, seat: int) -> Kept | None:
        """Stop waiting for somebody; return until when it would have been."""
        kept = self._kept.pop(seat, None)
        if kept is not None:
            self.timers.cancel(("away", seat))
        return kept

    async def _give_up_waiting(self, seat: int) -> None:
        self._kept.pop(seat, None)
        self._overdue.add(seat)
        await self._take_for_gone(seat)

    async def _take_for_gone(self, seat: int) -> None:
        """Do what the table says about somebody who is gone (RULES 3.10). What nature owes then follows."""
        table = self._table
        if not table.playing:
            return
        if table.options.on_gone == "bot":
            if not table.chairs[seat].stand_in:
                await self._live.perform(NATURE, tables.StandIn(seat))
        elif not self.between_hands:
            # Whoever gave this hand up before is played on by rule in it, and is not asked again.
            with suppress(IllegalAction):
                await self._live.perform(NATURE, Forfeit(seat, self.why_gone(seat)))

    # ---- acting for a seat

    @property
    def between_hands(self) -> bool:
        """Is a hand over, and the next one not dealt?"""
        match = self._table.match
        return match is not None and game_of(self._table.game).between_hands(match)

    def arm(self) -> None:
        """Set the timers that the table as it stands now calls for."""
        self._arm_vote()
        self._arm_clocks()
        self._arm_calls()
        between = self.between_hands
        pace = self._table.options.bot_pace_ms / 1000
        for seat in tables.to_act(self._table):
            by_bot = self._table.chairs[seat].played_by_bot
            decision = decision_of(self._table, seat)
            if decision is None or self._armed.get(seat) == (decision, by_bot) or not (by_bot or between):
                continue
            self._armed[seat] = decision, by_bot
            wait = self._limits.ready_seconds if not by_bot else pace * (SUMMARY_PACE if between else 1)
            self.timers.set(("turn", seat), wait, partial(self._act_for, seat, decision))

    def _arm_calls(self) -> None:
        """Have the window in which a discard may be called close when its time is up (RULES 9.7)."""
        owed = tables.due(self._table)
        window = owed if isinstance(owed, CallsDue) else None
        if window == self._window:
            return
        self._window = window
        if window is None:
            self.timers.cancel("calls")
        else:
            close = partial(self._live.perform, NATURE, CloseCalls())
            self.timers.set("calls", window.after_ms / 1000, close)

    def _arm_clocks(self) -> None:
        """Have each clock that runs end the turn it is for."""
        clocks = self._clocks
        for seat, clock in enumerate(clocks.seats):
            if not clocks.runs or clock.decision is None:
                if self._running.pop(seat, None) is not None:
                    self.timers.cancel(("clock", seat))
                continue
            running = clock.decision, clocks.at_ms + clock.left_ms
            if self._running.get(seat) != running:
                self._running[seat] = running
                left_s = max(0, running[1] - monotonic_ms()) / 1000
                self.timers.set(("clock", seat), left_s, partial(self._time_out, seat, clock.decision))

    async def _time_out(self, seat: int, decision: int) -> None:
        """Play for a seat whose time is up for this decision; an act that came first has changed that number."""
        self._running.pop(seat, None)
        clock = clock_values.passed(self._clocks, monotonic_ms()).seats[seat]
        if clock.decision != decision or clock.left_ms or not self._clocks.runs:
            return
        table = self._table
        assert table.match is not None
        game = game_of(table.game)
        default = game.default_action(game.view(table.match, seat))
        await self._live.perform(NATURE, tables.TimeOut(seat, decision, default))
        if self._live.standing.time_outs[seat] >= TIME_OUTS and self._table.playing:
            await self._take_for_gone(seat)

    async def _act_for(self, seat: int, decision: int) -> None:
        """Act for a seat, unless somebody else did."""
        table = self._table
        if seat not in tables.to_act(table) or decision_of(table, seat) != decision:
            if self._table.agreement.paused:
                # It is set anew when play goes on.
                self._armed.pop(seat, None)
            return
        assert table.match is not None
        # What is asked may be the same after the act: then it is set anew.
        self._armed.pop(seat, None)
        game, chair = game_of(table.game), table.chairs[seat]
        view = game.view(table.match, seat)
        if chair.played_by_bot:
            await self._live.perform(seat, choose(view, chair.level or table.options.bot_level))
        elif self.between_hands:
            await self._live.perform(seat, game.default_action(view))

    # ---- the server's own bots

    def rested(self) -> bool:
        """Say whether bots may play another match: at the server's own tables, after a rest; else never."""
        if self._live.standing.owner is None and self._rest == "none":
            self._rest = "resting"
            self.timers.set("rest", self._limits.ready_seconds, self._wake)
        return self._rest == "rested"

    def tire(self) -> None:
        """Have bots rest again after the match that begins."""
        self._rest = "none"

    async def _wake(self) -> None:
        self._rest = "rested"
