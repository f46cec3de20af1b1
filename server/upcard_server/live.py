"""A table in play: one task that handles one action at a time.

Whoever wants something of a table posts a job; the task takes them in order. An action is checked, journaled,
applied, answered and published, in that order, so nothing that was acknowledged can be lost. What follows by itself
(a deal, the next match, a bot's turn, a seat that stays empty) is done by the same task, after each job, until
nothing is owed.
"""

import math
import secrets
from collections.abc import Callable
from typing import Final, Literal

import trio

from upcard_protocol import table as tables
from upcard_protocol.rules import shuffle
from upcard_protocol.rules.errors import IllegalAction, Refusal
from upcard_protocol.rules.game import (
    NATURE,
    DealDue,
    ForfeitMatch,
    RecycleDue,
)
from upcard_protocol.rules.games import RULES_VERSION, game_of, name_of
from upcard_protocol.table import Table
from upcard_protocol.wire.replies import Acted, ActRefused
from upcard_protocol.wire.requests import Act
from upcard_server.audience import Audience, Ear
from upcard_server.clock import now_ms
from upcard_server.clocks import packed
from upcard_server.config import Limits
from upcard_server.journal import Journal
from upcard_server.journal.records import Append, BeginAnew, Change, CloseTable, EndMatch, NewMatch
from upcard_server.listing import listing
from upcard_server.standing import (
    AskSeat,
    Body,
    DealFrom,
    RecycleFrom,
    Standing,
    TakeSeat,
    afresh,
    entry,
    perform,
)
from upcard_server.telling import Recent, Telling, in_hand
from upcard_server.timers import Job, Timers
from upcard_server.timing import Timing

JOBS: Final = 256
"""Requests that may wait for one table; more are refused as `busy`."""


class LiveTable:
    """One table: where it stands, who hears of it, and what is timed. Made by the hall; `run` is its task."""

    def __init__(
        self,
        number: int,
        standing: Standing,
        *,
        journal: Journal,
        limits: Limits,
        new_seed: Callable[[], bytes],
        changed: Callable[["LiveTable"], None],
        at_ms: int,
        clocks: bytes | None = None,
        shown: Standing | None = None,
        began_ms: int = 0,
    ) -> None:
        """Stand ready.

        Args:
            number: the table's number on this server.
            standing: where it stands.
            journal: what keeps its actions.
            limits: the server's limits.
            new_seed: makes the secret seed of a match, 32 bytes.
            changed: called after every job, as the table's line in the lobby may be another.
            at_ms: when the last action was done, milliseconds since 1970.
            clocks: what the journal keeps of the clocks with that action.
            shown: where it stood when the last hand was over, if a hand is in play.
            began_ms: when its last match began, milliseconds since 1970.
        """
        self.number = number
        self.standing = standing
        self.ended = False
        """The table is closed, or a fault of ours has stopped it: nothing is done at it any more."""
        self._journal = journal
        self._limits = limits
        self._new_seed = new_seed
        self._changed = changed
        self.at_ms = at_ms
        """When the last action was done, milliseconds since 1970."""
        self._began_ms = began_ms
        self._seeds: Literal["none", "awaited", "late"] = "none"
        """What is waited for once everybody is ready."""
        self._patience_s = limits.seed_seconds
        self.timing = Timing(self, limits, clocks)
        self.telling = Telling(self, self._refresh, shown)
        self._asker: tuple[Ear, Callable[[], None]] | None = None
        """The spectator who asks for a seat, and what is called once it is given."""
        self._incident = ""
        self._send, self._jobs = trio.open_memory_channel[Job](math.inf)

    @property
    def id(self) -> str:
        """The table's name in the journal."""
        return str(self.number)

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.standing.table

    @property
    def only_bots(self) -> bool:
        """Do only bots sit here?"""
        return all(chair.kind == "bot" for chair in self.table.chairs)

    @property
    def in_hand(self) -> bool:
        """Is a hand being played?"""
        return in_hand(self.table)

    def looks_on(self, viewer: int) -> bool:
        """Say whether a viewer sees a hand that others play, and so may not advise them (RULES 5.1)."""
        match = self.table.match
        return self.in_hand and match is not None and (viewer < 0 or viewer in match.sheet.idle)

    # ---- the task

    async def run(self, *, restored: bool = False) -> None:
        """Handle jobs until the table is closed.

        Args:
            restored: the table comes from the journal: nobody is connected yet, and the seats wait for their people.
        """
        async with trio.open_nursery() as nursery:
            self.timing.begin(Timers(nursery, self.submit), max(now_ms(), self.at_ms))
            if restored:
                # Whoever promised a seed before the restart has to find the way back first.
                self._patience_s = self._limits.ready_seconds
                await self._find_nobody()
            await self._settle()
            while not self.table.closed:
                job = await self._jobs.receive()
                await job()
                await self._settle()
            nursery.cancel_scope.cancel()
        self.ended = True
        await self.turn_away()

    async def _find_nobody(self) -> None:
        """Note that nobody is connected after a restart."""
        await self.timing.lapse(self.table.agreement.number)
        for seat, chair in enumerate(self.table.chairs):
            if chair.person:
                await self.drop(seat)

    def post(self, job: Job) -> bool:
        """Hand a request to the table; False when it has too much to do already.

        The job is run once in any case; it has to look at `ended` first.
        """
        if self._send.statistics().current_buffer_used >= JOBS:
            return False
        self._send.send_nowait(job)
        return True

    def submit(self, job: Job) -> None:
        """Hand a job to the table that must not be refused; once the table has ended it is not done."""

        async def unless_ended() -> None:
            if not self.ended:
                await job()

        self._send.send_nowait(unless_ended)

    def fail(self) -> str:
        """Stop for a fault of ours, and return its number."""
        self.ended = True
        self._incident = self._incident or secrets.token_hex(4)
        return self._incident

    async def turn_away(self) -> None:
        """Let whatever still waits be told that the table has ended."""
        while self._jobs.statistics().current_buffer_used:
            await self._jobs.receive_nowait()()

    async def perform(
        self,
        seat: int,
        body: Body,
        *also: Change,
        before: tuple[Change, ...] = (),
        cseq: int | None = None,
        seed: bytes | None = None,
        answer: Callable[[int], None] | None = None,
    ) -> None:
        """Check, journal, apply, answer and publish one action. For jobs of this table only.

        Args:
            seat: who acts in the match, or `NATURE`.
            body: what is done.
            also: what the journal must keep together with it.
            before: what the journal must do just before it, together with it.
            cseq: the number of the act, from a seat's holder.
            seed: the server's seed, with `Commit`.
            answer: called with the number of the first event once the action stands.

        Raises:
            IllegalAction: if it is refused; nothing was changed.
            JournalError: if it could not be kept; nothing was changed.
        """
        after, events = perform(self.standing, seat, body, counted=cseq is not None, seed=seed)
        at_ms = max(now_ms(), self.at_ms)
        clocks = self.timing.after(after.table)
        line = entry(at_ms, seat, body, cseq, packed(clocks))
        if isinstance(body, tables.Close):
            also = (*also, CloseTable(self.id, at_ms))
        elif isinstance(body, tables.Reveal):
            also = (*also, *self._ended(at_ms))
        await self._journal.append(self.id, (line,), *also, before=before)
        first = self.standing.n + 1
        self.standing, self.at_ms = after, at_ms
        if isinstance(body, tables.Start):
            self._began_ms = at_ms
        self.timing.become(clocks, at_ms)
        shown = self.timing.shown(at_ms)
        if answer is not None:
            answer(first)
        for n, event in enumerate(events, first):
            self.telling.publish(Recent(n, at_ms, event, shown))
        self.telling.open_up()

    # ---- who hears of it

    @property
    def audience(self) -> Audience:
        """Who hears of it."""
        return self.telling.audience

    def _refresh(self, ear: Ear) -> None:
        """Let a spectator who had fallen behind go on, once the table has time for it."""

        async def show() -> None:
            if self.audience.is_behind(ear):
                self.telling.listen(ear, self.telling.spectator)

        self.submit(show)

    # ---- acts

    async def act(self, ear: Ear, seat: int, request: Act) -> None:
        """Judge an act of a seat's holder: exactly once, and only against the decision that was seen."""
        last = self.standing.accepted[seat]
        if request.cseq == last:
            ear.send(Acted(self.number, last, self.standing.acted[seat]))
            return
        if self.table.chairs[seat].stand_in:
            await self.come_back(seat)
        refusal = self._out_of_order(seat, request)
        if refusal is None:
            try:
                await self.perform(
                    seat,
                    request.action,
                    cseq=request.cseq,
                    answer=lambda n: ear.send(Acted(self.number, request.cseq, n)),
                )
            except IllegalAction as illegal:
                refusal = illegal.refusal
        if refusal is not None:
            ear.send(ActRefused(self.number, request.cseq, refusal.code, refusal.values))

    def _out_of_order(self, seat: int, request: Act) -> Refusal | None:
        following = self.standing.accepted[seat] + 1
        if request.cseq != following:
            return Refusal("cseq_old" if request.cseq < following else "cseq_gap", {"expected": following})
        if self.table.match is None:
            return Refusal("no_match")
        if name_of(request.action) != name_of(self.table.game):
            return Refusal("forbidden")
        return None if request.dp == self._decision(seat) else Refusal("stale_decision")

    def _decision(self, seat: int) -> int:
        assert self.table.match is not None
        return game_of(self.table.game).view(self.table.match, seat).decision

    # ---- a seat that was given up

    async def ask_seat(
        self, ear: Ear, body: AskSeat, *also: Change, answer: Callable[[int], None], seated: Callable[[], None]
    ) -> None:
        """Ask the players for a seat; once they agree, whoever asks hears of the table as its holder.

        Args:
            ear: the spectator who asks.
            body: which seat, and who asks.
            also: what the journal must keep together with it.
            answer: called once it is asked.
            seated: called once the seat is given.
        """
        await self.perform(NATURE, body, *also, answer=answer)
        self._asker = ear, seated

    async def _give_seat(self, given: tables.SeatWanted) -> None:
        """Let a spectator sit down on the seat, hear of the table as its holder, and see its cards."""
        await self.perform(NATURE, TakeSeat(tables.Sit(given.seat, given.name), self.standing.asking))
        if self._asker is not None:
            (ear, seated), self._asker = self._asker, None
            self.telling.listen(ear, given.seat)
            seated()

    async def withdraw(self, ear: Ear) -> None:
        """Take back what a spectator asks who watches no longer."""
        if self._asker is not None and self._asker[0] is ear:
            self._asker = None
            if isinstance(self.table.agreement.wanted, tables.SeatWanted):
                await self.timing.lapse(self.table.agreement.number)

    # ---- presence

    async def part(self, ear: Ear, user: int, gone: Callable[[], bool]) -> None:
        """Note that a connection is over, after everything that it had asked of the table.

        Args:
            ear: the connection.
            user: whose it was.
            gone: says whether that person has no other connection by now.
        """
        self.audience.remove(ear)
        await self.withdraw(ear)
        seat = self.standing.seat_of(user)
        if seat is not None and gone():
            await self.drop(seat)

    async def drop(self, seat: int) -> None:
        """Note that the holder of a seat lost the link."""
        if self.table.chairs[seat].presence == "here":
            await self.perform(NATURE, tables.Drop(seat))

    async def leave(self, seat: int, *also: Change, answer: Callable[[int], None] | None = None) -> None:
        """Note that the holder of a seat gets up; in a match the seat is kept for a while."""
        await self.perform(NATURE, tables.Leave(seat), *also, answer=answer)

    async def come_back(self, seat: int, *also: Change) -> None:
        """Give the seat back to its holder, who is here again, or plays again after a bot did."""
        await self.perform(NATURE, tables.Return(seat), *also)

    # ---- what follows by itself

    async def _settle(self) -> None:
        """Do what nature owes until only people and timers can go on."""
        while not self.table.closed and await self._nature():
            pass
        if not self.table.closed:
            self.timing.arm()
        self._changed(self)

    async def _nature(self) -> bool:
        """Do one thing that is owed; False when nothing is."""
        table = self.table
        owed = tables.due(table)
        if isinstance(owed, DealDue):
            gone = min(self.timing.gone, default=None) if table.options.on_gone == "forfeit" else None
            deal = DealFrom(owed.hand, owed.decks)
            await self.perform(NATURE, deal if gone is None else ForfeitMatch(gone, self.timing.why_gone(gone)))
            return True
        if isinstance(owed, RecycleDue):
            await self.perform(NATURE, RecycleFrom(owed.hand, owed.number))
            return True
        if tables.result(table) is not None and table.revealed is None:
            await self._reveal()
            return True
        if table.abandoned:
            await self.close()
            return True
        given = tables.granted(table)
        if given is not None:
            await self._give_seat(given)
            return True
        if table.playing:
            return False
        if table.shuffling:
            return await self._start()
        if self.only_bots and table.matches and not self.timing.rested():
            return await self._clear()
        if table.may_start:
            await self._commit()
            return True
        return await self._clear()

    async def _commit(self) -> None:
        """Commit to a seed of the server's, which is stored before anything about it is published."""
        seed = self._new_seed()
        body = tables.Commit(shuffle.commitment(seed))
        at_ms = max(now_ms(), self.at_ms)
        match = NewMatch(self.id, self.table.matches + 1, at_ms, RULES_VERSION, seed, body.commitment)
        self.timing.tire()
        await self.perform(NATURE, body, match, seed=seed)

    async def _start(self) -> bool:
        """Start the match once the seeds that were promised are here, or too late."""
        if not self._seeds_settled():
            return False
        dealer = shuffle.pick(self.standing.key_to_be, "dealer", len(self.table.chairs))
        self._seeds, self._patience_s = "none", self._limits.seed_seconds
        self.timing.timers.cancel("seeds")
        await self.perform(NATURE, tables.Start(dealer), before=self._anew())
        return True

    def _anew(self) -> tuple[Change, ...]:
        """Return what drops the matches before this one of the server's own bots: nobody may ask for them.

        Their table never closes, so its log would grow for ever, and with it the time of a start.
        """
        matches = self.table.matches
        if self.standing.owner is not None or not self.only_bots or not matches:
            return ()
        lines = tuple(entry(self.at_ms, NATURE, body) for body in afresh(self.standing))
        return BeginAnew(self.id, matches), Append(self.id, lines)

    def _seeds_settled(self) -> bool:
        if not self.table.awaited:
            return True
        back = all(self.table.chairs[seat].presence == "here" for seat in self.table.awaited)
        if back and self._patience_s > self._limits.seed_seconds:
            # They have found the way back: a seed that does not come now was lost with the program that made it.
            self._seeds, self._patience_s = "none", self._limits.seed_seconds
        if self._seeds == "none":
            self._seeds = "awaited"
            self.timing.timers.set("seeds", self._patience_s, self._close_seeds)
        return self._seeds == "late"

    async def _close_seeds(self) -> None:
        self._seeds = "late"

    async def _clear(self) -> bool:
        """Free the seats of people who left, or stay away, and close a table where nobody is left."""
        for seat, chair in enumerate(self.table.chairs):
            if chair.person and (chair.presence == "left" or (chair.presence != "here" and seat in self.timing.gone)):
                await self.leave(seat)
                return True
        deserted = not self.audience and self.standing.n > 0 and self.standing.owner is not None
        if deserted and not any(chair.person for chair in self.table.chairs):
            await self.close()
            return True
        return False

    async def close(self) -> None:
        """Close the table for good. For jobs of this table only.

        The seed of a match in play is shown first, so that its players can check the cards that they saw.
        """
        if self.table.playing and not self.table.abandoned:
            await self._reveal()
        await self.perform(NATURE, tables.Close())

    async def _reveal(self) -> None:
        """Show the server's seed of the match, which is not played on after that."""
        await self.perform(NATURE, tables.Reveal(self.standing.seed))

    def _ended(self, at_ms: int) -> tuple[Change, ...]:
        """Return what the journal keeps of a match that ends with a line of that time, so that both say the same."""
        ended = EndMatch(self.id, self.table.matches, at_ms)
        listed = (listing(self.id, self.standing, self._began_ms, at_ms),) if self.standing.company.users else ()
        return ended, *listed
