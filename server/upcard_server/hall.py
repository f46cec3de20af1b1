"""The hall: every table, everybody who is here, and the lobby that shows both."""

import logging
import secrets
from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Final

import trio
from msgspec import Struct

from upcard_protocol.rules import shuffle
from upcard_protocol.rules.game import NATURE
from upcard_protocol.rules.games import RULES_VERSION, USUAL, GameOptions, game_of, name_of
from upcard_protocol.table import Chair, Sit, Table, TableOptions
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.handshake import SeatHeld
from upcard_protocol.wire.pushes import Notice, PersonChanged, PersonGone, Spectators, TableChanged, TableGone
from upcard_protocol.wire.replies import PersonRow, TableRow
from upcard_protocol.wire.replies import TableState as RowState
from upcard_server.archive import Archive
from upcard_server.audience import Ear
from upcard_server.clock import now_ms
from upcard_server.config import Config
from upcard_server.faults import BUGS
from upcard_server.guesses import Guesses
from upcard_server.journal import Append, Change, Journal, JournalError, NewTable, Quarantine, StoredTable, TableState
from upcard_server.listing import began_ms, catch_up
from upcard_server.live import LiveTable
from upcard_server.people import Link, People, Person
from upcard_server.standing import Body, Opened, Standing, TakeSeat, entry, opened, perform, replay, steps
from upcard_server.telling import in_hand

logger = logging.getLogger(__name__)

GUEST_MEMORY_MS: Final = 24 * 60 * 60 * 1000
"""A guest not seen for a day is forgotten at the next start, and the name is free again."""

BOT_NAMES: Final = ("Ada (bot)", "Blaise (bot)", "Carl (bot)", "Dorothy (bot)", "Emmy (bot)", "Fermat (bot)")
"""People's names have no brackets, so nobody can be taken for a bot."""


def random_seed() -> bytes:
    """Return the secret seed of a match."""
    return secrets.token_bytes(shuffle.SEED_BYTES)


class Hall:
    """Everything that is shared by the connections of one server."""

    def __init__(
        self,
        config: Config,
        journal: Journal,
        nursery: trio.Nursery,
        new_seed: Callable[[], bytes] = random_seed,
    ) -> None:
        """Begin empty.

        Args:
            config: what was asked for on the command line.
            journal: what keeps tables and people.
            nursery: where the tables run.
            new_seed: makes the secret seed of each match.
        """
        self.config = config
        self.journal = journal
        self.people = People(journal, config.limits.chat_per_second, config.limits.changes_per_second)
        self.archive = Archive(journal)
        self.code_guesses = Guesses(config.limits.password_tries, config.limits.password_wait_seconds, "rate")
        """Wrong codes of tables, by the address that they came from and the table."""
        self.tables: dict[int, LiveTable] = {}
        self.opening = 0
        """How many tables there are about to be, as soon as that is stored."""
        self.lobby: set[Link] = set()
        """Connections that want to hear of every change."""
        self._nursery = nursery
        self._new_seed = new_seed
        self._rows: dict[int, TableRow] = {}
        """What the lobby was told last, tables that cannot be continued among it."""
        self._next = 1
        self.closing = trio.Event()
        """Set when the server has to go down."""
        self._closes_at: float | None = None

    # ---- going down

    def drain(self, seconds: float) -> None:
        """Open no more tables, and go down after some seconds, or as soon as nobody is connected.

        Saying it again moves the time.
        """
        self._closes_at = trio.current_time() + seconds
        self.to_everybody("going_down", {"seconds": round(seconds)})
        self._nursery.start_soon(self._close_at, self._closes_at)
        self._close_if_deserted()

    @property
    def closes_in(self) -> float | None:
        """In how many seconds the server goes down, if that was said."""
        return None if self._closes_at is None else max(0.0, self._closes_at - trio.current_time())

    async def _close_at(self, at: float) -> None:
        await trio.sleep_until(at)
        if self._closes_at == at:
            self.closing.set()

    def _close_if_deserted(self) -> None:
        if self._closes_at is not None and not self.people.connected:
            self.closing.set()

    # ---- tables

    async def restore(self) -> None:
        """Bring back every unfinished table, then open the server's own."""
        await self.journal.forget_guests(now_ms() - GUEST_MEMORY_MS, ())
        for info in await self.journal.tables():
            self._next = max(self._next, int(info.id) + 1)
        back = [live async for stored in self.journal.load({RULES_VERSION}) if (live := await self._restore(stored))]
        # Only now, so that what they all begin with, nobody being here, is stored together.
        for live in back:
            self._nursery.start_soon(self._run, live, True)
        self._nursery.start_soon(catch_up, self.journal)
        own = [live for live in self.tables.values() if live.standing.owner is None]
        for live in own[self.config.bots :]:
            live.submit(live.close)
        for number in range(len(own), self.config.bots):
            await self._open_own(number + 1)

    async def _restore(self, stored: StoredTable) -> LiveTable | None:
        number = int(stored.info.id)
        if stored.state is TableState.OPEN:
            try:
                standing, at_ms = replay(stored)
            except BUGS as error:
                # Its rows are as they were written, and yet no table: what was written was at fault.
                logger.error("table %s cannot be replayed and is set aside: %s", number, error)
                await self.journal.commit(Quarantine(stored.info.id, str(error)))
            else:
                return self._add(
                    number,
                    standing,
                    at_ms,
                    clocks=stored.rows[-1].clocks,
                    shown=_last_shown(stored, standing),
                    began_ms=began_ms(stored.rows),
                )
        self._rows[number] = TableRow(
            table=number, title=f"Table {number}", game=stored.info.game, target=0, chairs=(), state="frozen"
        )
        return None

    async def open(
        self, options: TableOptions, game: GameOptions, seats: int, opener: Person | None, bots: int, *also: Change
    ) -> tuple[int, Standing]:
        """Open a table, seat its opener (unless bots fill it) and its bots, and store that.

        Raises:
            IllegalAction: for a game that is not dealt yet.
        """
        body = Opened(options, game, seats, None if opener is None else opener.user.id)
        standing = opened(body)
        number, self._next = self._next, self._next + 1
        at_ms = now_ms()
        lines = [entry(at_ms, NATURE, body)]
        sits: list[Body] = []
        if opener is not None and bots < seats:
            sits.append(TakeSeat(Sit(0, opener.user.name), opener.user.id))
        sits += [
            TakeSeat(Sit(seat, BOT_NAMES[seat], options.bot_level), None)
            for seat in range(len(sits), len(sits) + bots)
        ]
        for sit in sits:
            standing, _ = perform(standing, NATURE, sit)
            lines.append(entry(at_ms, NATURE, sit))
        new = NewTable(str(number), at_ms, name_of(game), RULES_VERSION)
        await self.journal.commit(new, Append(str(number), tuple(lines)), *also)
        return number, standing

    def begin(self, number: int, standing: Standing, listener: Link | None, viewer: int) -> LiveTable:
        """Let a new table live, its opener hearing of it from the start."""
        live = self._add(number, standing, now_ms())
        self._nursery.start_soon(self._run, live, False)
        if listener is not None:
            live.telling.listen(listener, viewer)
        return live

    def _add(
        self,
        number: int,
        standing: Standing,
        at_ms: int,
        *,
        clocks: bytes | None = None,
        shown: Standing | None = None,
        began_ms: int = 0,
    ) -> LiveTable:
        live = LiveTable(
            number,
            standing,
            journal=self.journal,
            limits=self.config.limits,
            new_seed=self._new_seed,
            changed=self._table_changed,
            at_ms=at_ms,
            clocks=clocks,
            shown=shown,
            began_ms=began_ms,
        )
        self.tables[number] = live
        self._table_changed(live)
        return live

    async def _run(self, live: LiveTable, restored: bool) -> None:
        """Run one table. A fault of ours in it stops that table alone, which comes back at the next start."""
        try:
            await live.run(restored=restored)
        except* JournalError:
            raise
        except* BUGS:
            incident = live.fail()
            logger.exception("table %s stopped, incident %s", live.number, incident)
            values: dict[str, int | str] = {"incident": incident}
            live.audience.tell(Notice(table=live.number, code="internal", values=values, at_ms=now_ms()))
            self._forget(live)
            await live.turn_away()

    async def _open_own(self, number: int) -> None:
        """Open a table where the server's bots play for whoever wants to watch."""
        options = TableOptions(name=f"Bots {number}")
        table, standing = await self.open(options, USUAL, 2, None, 2)
        self.begin(table, standing, None, 0)

    @property
    def next_number(self) -> int:
        """The number that the next table gets."""
        return self._next

    # ---- the lobby

    def preview(self, number: int, options: TableOptions, game: GameOptions, seats: int) -> TableRow:
        """Return the line of a table that is about to be opened, filled with bots."""
        chairs = tuple(Chair("bot", BOT_NAMES[seat], options.bot_level) for seat in range(seats))
        return TableRow(
            table=number,
            title=options.name,
            game=name_of(game),
            target=game_of(game).target(game),
            chairs=chairs,
            state="waiting",
            private=options.code is not None,
            watchable=options.spectators,
        )

    @property
    def rows(self) -> list[TableRow]:
        """The tables as the lobby shows them, by number."""
        return [self._rows[number] for number in sorted(self._rows)]

    def row(self, live: LiveTable) -> TableRow:
        """Return a table's line in the lobby."""
        table, options = live.table, live.table.options
        sheet = None if table.match is None else table.match.sheet
        return TableRow(
            table=live.number,
            title=options.name or f"Table {live.number}",
            game=name_of(table.game),
            target=game_of(table.game).target(table.game),
            chairs=table.chairs,
            state=_state(table),
            hand=sheet.hands if sheet is not None and table.playing else 0,
            private=options.code is not None,
            watchable=options.spectators,
            spectators=live.audience.spectators,
            kept_until_ms=live.timing.kept_until_ms,
            paused_until_ms=live.timing.paused_until_ms,
        )

    def _table_changed(self, live: LiveTable) -> None:
        if live.table.closed:
            self._forget(live)
            return
        row = self.row(live)
        before = self._rows.get(live.number)
        if row == before:
            return
        self._rows[live.number] = row
        self.to_lobby(TableChanged(row))
        if before is not None and before.spectators != row.spectators:
            live.audience.tell(Spectators(live.number, row.spectators))

    def _forget(self, live: LiveTable) -> None:
        self.tables.pop(live.number, None)
        if self._rows.pop(live.number, None) is not None:
            self.to_lobby(TableGone(live.number))

    def to_lobby(self, message: Struct, deaf: Collection[Ear] = ()) -> None:
        """Send a message to everybody who looks at the lobby and is not deaf to it."""
        packed: bytes | None = None
        for link in [link for link in self.lobby if link not in deaf]:
            packed = packed or link.pack(message)
            link.send_packed(packed)

    def to_everybody(self, code: str, values: dict[str, int | str]) -> None:
        """Let the server itself say something to everybody who is connected."""
        said = Notice(code=code, values=values, at_ms=now_ms())
        packed: bytes | None = None
        for link in [person.link for person in self.people if person.link is not None]:
            packed = packed or link.pack(said)
            link.send_packed(packed)

    # ---- people

    def seats_of(self, person: Person) -> Iterator[tuple[LiveTable, int]]:
        """Iterate over the tables where somebody sits, with the seat."""
        for live in self.tables.values():
            seat = live.standing.seat_of(person.user.id)
            if seat is not None:
                yield live, seat

    def seats_held(self, person: Person) -> tuple[SeatHeld, ...]:
        """Return the seats that somebody can return to."""
        return tuple(
            SeatHeld(live.number, seat, live.table.options.name or f"Table {live.number}")
            for live, seat in self.seats_of(person)
        )[:16]

    def seated(self) -> set[int]:
        """Return the users who sit anywhere."""
        return {user for live in self.tables.values() for user in live.standing.holders if user is not None}

    def person_row(self, person: Person) -> PersonRow:
        """Return somebody's line in the list of people."""
        at = next((live.number for live, _ in self.seats_of(person)), None)
        if at is None:
            at = next((live.number for live in self.tables.values() if person.link in live.audience), None)
        return PersonRow(person.user.id, person.user.name, person.user.guest, at)

    def people_rows(self) -> list[PersonRow]:
        """Return the list of people, by their numbers: each line as `person_row`, in one walk over the tables."""
        seated: dict[int, int] = {}
        listening: dict[Ear, int] = {}
        for live in self.tables.values():
            for user in live.standing.holders:
                if user is not None:
                    seated.setdefault(user, live.number)
            for ear in live.audience:
                listening.setdefault(ear, live.number)
        rows: list[PersonRow] = []
        for person in sorted(self.people, key=lambda person: person.user.id):
            user, link = person.user, person.link
            at = seated.get(user.id, None if link is None else listening.get(link))
            rows.append(PersonRow(user.id, user.name, user.guest, at))
        return rows

    def arrived(self, person: Person, link: Link) -> None:
        """Let somebody in; an older connection of the same person is sent away."""
        older, person.link = person.link, link
        if older is not None:
            self.lobby.discard(older)
            for live in self.tables.values():
                live.audience.remove(older)
            older.close(ProtocolError("superseded"))
        self.moved(person)

    def moved(self, person: Person) -> None:
        """Tell the lobby where somebody is now."""
        self.to_lobby(PersonChanged(self.person_row(person)))

    def departed(self, person: Person, link: Link, asked: Collection[int]) -> None:
        """Note that a connection is over. One that was superseded takes nobody's seat with it.

        Args:
            person: whose it was.
            link: the connection.
            asked: tables that it asked something; what waits there is done first.
        """
        self.lobby.discard(link)
        concerned = [live for live in self.tables.values() if live.number in asked or link in live.audience]
        if person.link is link:
            person.link = None
            self.to_lobby(PersonGone(person.user.id))
            self.people.forget(person)
            self._close_if_deserted()
            concerned += [live for live, _ in self.seats_of(person) if live not in concerned]
        for live in concerned:
            live.audience.remove(link)
            live.submit(partial(live.part, link, person.user.id, lambda: not self.people.is_here(person.user.id)))


def _state(table: Table) -> RowState:
    if table.playing:
        return "paused" if table.agreement.paused else "playing"
    return "over" if table.matches else "waiting"


def _last_shown(stored: StoredTable, standing: Standing) -> Standing | None:
    """Return where a table of open hands stood when its last hand was over: that is what spectators know of it."""
    if not standing.table.options.open_hands:
        return None
    shown = None
    for _, each in steps(stored):
        if not in_hand(each.table):
            shown = each
    return shown
