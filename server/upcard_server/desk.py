"""The desk: what one person asks of the hall, message by message, each answered once."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from msgspec.structs import replace

from upcard_protocol import table as tables
from upcard_protocol.rules.errors import IllegalAction
from upcard_protocol.rules.game import NATURE, OPEN, PUBLIC, Forfeit
from upcard_protocol.wire import TO_CLIENT, Unacceptable
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.clean import MAX_CHAT_CELLS, MAX_TITLE_CELLS, check_text
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.framing import HEADER_BYTES
from upcard_protocol.wire.handshake import Ping, Pong
from upcard_protocol.wire.pushes import ChatLine
from upcard_protocol.wire.replies import (
    MATCHES,
    PAGE,
    ActRefused,
    Answer,
    Described,
    Done,
    Matches,
    People,
    Refused,
    Seated,
    Tables,
)
from upcard_server import admission, journal, pace
from upcard_server.clock import now_ms
from upcard_server.faults import BUGS
from upcard_server.hall import BOT_NAMES, Hall
from upcard_server.live import LiveTable
from upcard_server.people import Link, Person
from upcard_server.standing import AskSeat, Body, TakeSeat

MAX_BLOCKED: Final = 100
"""So many others can be blocked by one person."""

Work = Callable[[], Awaitable[None]]


class Desk:
    """Answers the requests of one connection."""

    def __init__(self, hall: Hall, person: Person, link: Link, address: str) -> None:
        """Serve a person who has logged in over a connection from an address."""
        self._hall = hall
        self._address = address
        self._person = person
        self._link = link
        self.tables: set[int] = set()
        """The tables that were asked something."""

    async def handle(self, message: Any) -> None:
        """Carry out one message, or hand it to its table.

        Raises:
            JournalError: if the journal has failed.
        """
        match message:
            case ask.Act():
                self._act(message)
            case Ping():
                self._link.send(Pong(message.id))
            case Pong():
                pass
            case Unacceptable():
                self._link.send(Refused(message.rid, message.error.code, dict(message.error.values)))
            case _:
                await self._once(message)

    async def _once(self, request: Any) -> None:
        """Carry out a request with a number, unless it was: then its answer is given again."""
        rid: int = request.rid
        async with self._person.in_turn:
            if self._again(request):
                return
            try:
                if self._person.too_old(rid):
                    raise ProtocolError("rid_old")
                await self._request(request)
            except (IllegalAction, ProtocolError) as error:
                self._refuse(rid, error)

    def _again(self, request: Any) -> bool:
        """Give the stored answer again, if there is one, and what follows it."""
        stored = self._person.answers.get(request.rid)
        if stored is None:
            return False
        self._link.send_packed(stored)
        if isinstance(request, ask.NewTable | ask.TakeSeat):
            self._take_up(_answer_in(stored))
        return True

    def _take_up(self, answer: Answer | None) -> None:
        """Let somebody hear again of the table that an earlier request led to."""
        watched = isinstance(answer, Described)
        number = (
            answer.row.table if isinstance(answer, Described) else answer.table if isinstance(answer, Seated) else 0
        )
        live = self._hall.tables.get(number)
        if live is None:
            return

        async def job() -> None:
            seat = live.standing.seat_of(self._person.user.id)
            if self._link in live.audience:
                return
            if seat is not None:
                if not live.table.chairs[seat].plays_here:
                    await live.come_back(seat)
                live.telling.listen(self._link, seat)
            elif watched:
                with suppress(ProtocolError):
                    admission.check_may_watch(self._hall, live, self._person, self._link)
                    live.telling.listen(self._link, live.telling.spectator)

        self.tables.add(number)
        live.submit(job)

    def _refuse(self, rid: int, error: IllegalAction | ProtocolError) -> None:
        self._link.send(Refused(rid, error.code, dict(error.values)))

    async def _request(self, request: Any) -> None:
        hall, link = self._hall, self._link
        if isinstance(request, pace.CHANGES) and not self._sits_there(request):
            pace.take(self._person.changes)
        match request:
            case ask.Lobby():
                if request.after == 0:
                    hall.lobby.add(link)
                self._page(request.rid, Tables, [row for row in hall.rows if row.table > request.after], "table")
            case ask.LobbyOff():
                hall.lobby.discard(link)
                link.send(Done(request.rid))
            case ask.Players():
                people = [row for row in hall.people_rows() if row.user > request.after]
                self._page(request.rid, People, people, "user")
            case ask.NewTable():
                await self._new_table(request)
            case ask.GetRecord():
                user = self._person.user.id
                page = await hall.archive.page(user, request.table, request.match, request.after)
                link.send(Done(request.rid, page))
            case ask.MyMatches():
                # One more than is sent says whether there is another page.
                user = self._person.user.id
                rows = await hall.archive.matches(user, request.before, MATCHES + 1)
                self._page(request.rid, Matches, rows, "number", MATCHES)
            case ask.Block():
                await self._block(request)
            case ask.Chat(table=None):
                await self._chat_in_lobby(request)
            case _:
                self._at_table(request)

    def _sits_there(self, request: Any) -> bool:
        """Is this a request to sit where one sits? It changes nothing, and shows the table anew."""
        live = self._hall.tables.get(request.table) if isinstance(request, ask.TakeSeat) else None
        return live is not None and live.standing.seat_of(self._person.user.id) is not None

    def _page(
        self,
        rid: int,
        kind: type[Tables] | type[People] | type[Matches],
        rows: list[Any],
        key: str,
        size: int = PAGE,
    ) -> None:
        """Answer with as many rows as a page, and a frame, can hold."""
        while True:
            following = getattr(rows[size - 1], key) if len(rows) > size else None
            try:
                self._link.send(Done(rid, kind(tuple(rows[:size]), following)))
            except ProtocolError:
                if size == 1:
                    raise
                size //= 2
            else:
                return

    # ---- what concerns one table is done by the table's own task

    def _at_table(self, request: Any) -> None:
        live = self._hall.tables.get(request.table)
        if live is None:
            raise admission.absent(self._hall, request.table)
        work = self._work(live, request)

        async def job() -> None:
            if self._again(request):
                return
            try:
                if live.ended:
                    raise admission.absent(self._hall, request.table)
                await work()
            except (IllegalAction, ProtocolError) as error:
                self._refuse(request.rid, error)
            except BUGS:
                self._refuse(request.rid, ProtocolError("internal", {"incident": live.fail()}))
                raise

        self.tables.add(live.number)
        if not live.post(job):
            raise ProtocolError("busy")

    def _work(self, live: LiveTable, request: Any) -> Work:
        works: dict[type, Callable[[LiveTable, Any], Awaitable[None]]] = {
            ask.Look: self._look,
            ask.TakeSeat: self._sit,
            ask.LeaveTable: self._leave,
            ask.Watch: self._watch,
            ask.Unwatch: self._unwatch,
            ask.Resume: self._resume,
            ask.AddBot: self._add_bot,
            ask.RemoveBot: self._remove_bot,
            ask.Ready: self._ready,
            ask.ShowSeed: self._show_seed,
            ask.GiveUp: self._give_up,
            ask.AskPause: self._ask_pause,
            ask.AskSeat: self._ask_seat,
            ask.Vote: self._vote,
            ask.PlayOn: self._play_on,
            ask.Chat: self._chat_at_table,
        }
        work = works[type(request)]
        return lambda: work(live, request)

    def _act(self, request: ask.Act) -> None:
        live = self._hall.tables.get(request.table)
        if live is None:
            self._refuse_act(request, admission.absent(self._hall, request.table))
            return

        async def job() -> None:
            seat = live.standing.seat_of(self._person.user.id)
            try:
                if live.ended:
                    raise admission.absent(self._hall, request.table)
                if seat is None:
                    raise ProtocolError("not_seated")
                await live.act(self._link, seat, request)
            except ProtocolError as error:
                self._refuse_act(request, error)
            except BUGS:
                self._refuse_act(request, ProtocolError("internal", {"incident": live.fail()}))
                raise

        self.tables.add(live.number)
        if not live.post(job):
            self._refuse_act(request, ProtocolError("busy"))

    def _refuse_act(self, request: ask.Act, error: ProtocolError) -> None:
        self._link.send(ActRefused(request.table, request.cseq, error.code, dict(error.values)))

    async def _look(self, live: LiveTable, request: ask.Look) -> None:
        self._link.send(Done(request.rid, self._described(live)))

    def _described(self, live: LiveTable) -> Described:
        return Described(self._hall.row(live), replace(live.table.options, code=None), live.table.game)

    async def _new_table(self, request: ask.NewTable) -> None:
        with admission.sitting_down(self._hall, self._person), admission.opening(self._hall):
            await self._open(request)
        self._hall.moved(self._person)

    async def _open(self, request: ask.NewTable) -> None:
        options = request.options
        if options.name:
            check_text(options.name, MAX_TITLE_CELLS)
        else:
            options = replace(options, name=admission.default_title(self._person.user.name))
        hall, watched = self._hall, request.bots >= request.seats
        if request.bots > request.seats:
            raise ProtocolError("table_full")
        # A table full of bots is opened to be watched; its number is known only once it is stored.
        number = hall.next_number
        if watched:
            row = hall.preview(number, options, request.game, request.seats)
            answer: Answer = Described(row, replace(options, code=None), request.game)
        else:
            answer = Seated(number, 0)
        kept, packed = self._kept(request.rid, answer)
        self.tables.add(number)
        _, standing = await hall.open(options, request.game, request.seats, self._person, request.bots, kept)
        self._answered(request.rid, packed)
        hall.begin(number, standing, self._link, (OPEN if options.open_hands else PUBLIC) if watched else 0)

    async def _sit(self, live: LiveTable, request: ask.TakeSeat) -> None:
        seat = live.standing.seat_of(self._person.user.id)
        if seat is not None:
            kept, packed = self._kept(request.rid, Seated(live.number, seat))
            if not live.table.chairs[seat].plays_here:
                await live.come_back(seat, kept)
            self._answered(request.rid, packed)
            live.telling.listen(self._link, seat)
            return
        with admission.sitting_down(self._hall, self._person):
            admission.check_code(self._hall, live, self._address, request.code)
            await admission.check_company(self._hall, live, self._person)
            seat = request.seat if request.seat is not None else admission.free_seat(live)
            kept, packed = self._kept(request.rid, Seated(live.number, seat))
            await live.perform(
                NATURE,
                TakeSeat(tables.Sit(seat, self._person.user.name), self._person.user.id),
                kept,
                answer=lambda _: self._answered(request.rid, packed),
            )
        live.telling.listen(self._link, seat)
        self._hall.moved(self._person)

    async def _leave(self, live: LiveTable, request: ask.LeaveTable) -> None:
        seat = admission.own_seat(live, self._person)
        kept, packed = self._kept(request.rid)
        await live.leave(seat, kept, answer=lambda _: self._answered(request.rid, packed))
        live.audience.remove(self._link)
        self._hall.moved(self._person)

    async def _watch(self, live: LiveTable, request: ask.Watch) -> None:
        admission.check_may_watch(self._hall, live, self._person, self._link)
        self._link.send(Done(request.rid))
        live.telling.listen(self._link, live.telling.spectator)
        self._hall.moved(self._person)

    async def _unwatch(self, live: LiveTable, request: ask.Unwatch) -> None:
        if (live.audience.viewer(self._link) or 0) >= 0:
            raise ProtocolError("not_watching")
        live.audience.remove(self._link)
        self._link.send(Done(request.rid))
        await live.withdraw(self._link)
        self._hall.moved(self._person)

    async def _resume(self, live: LiveTable, request: ask.Resume) -> None:
        seat = live.standing.seat_of(self._person.user.id)
        if seat is None:
            admission.check_may_watch(self._hall, live, self._person, self._link)
            live.telling.resume(self._link, live.telling.spectator, request.n, request.rid)
            return
        # The client is answered first, so that it hears of its own return as of any other event.
        live.telling.resume(self._link, seat, request.n, request.rid)
        if not live.table.chairs[seat].plays_here:
            await live.come_back(seat)

    async def _add_bot(self, live: LiveTable, request: ask.AddBot) -> None:
        admission.check_host(live, self._person)
        # Also for whoever names a seat: while one is free there is a name left for a bot.
        free = admission.free_seat(live)
        seat = free if request.seat is None else request.seat
        taken = {chair.name for chair in live.table.chairs}
        name = next(name for name in BOT_NAMES if name not in taken)
        kept, packed = self._kept(request.rid, Seated(live.number, seat))
        await live.perform(
            NATURE,
            TakeSeat(tables.Sit(seat, name, request.level), None),
            kept,
            answer=lambda _: self._answered(request.rid, packed),
        )

    async def _remove_bot(self, live: LiveTable, request: ask.RemoveBot) -> None:
        admission.check_host(live, self._person)
        chairs = live.table.chairs
        if request.seat >= len(chairs) or chairs[request.seat].kind != "bot":
            raise ProtocolError("no_bot")
        if live.table.under_way:
            raise ProtocolError("match_running")
        kept, packed = self._kept(request.rid)
        await live.perform(
            NATURE, tables.Leave(request.seat), kept, answer=lambda _: self._answered(request.rid, packed)
        )

    async def _ready(self, live: LiveTable, request: ask.Ready) -> None:
        seat = await self._playing_seat(live)
        await self._carry_out(live, request.rid, tables.GetReady(seat, request.commitment))

    async def _show_seed(self, live: LiveTable, request: ask.ShowSeed) -> None:
        await self._carry_out(
            live, request.rid, tables.GiveSeed(admission.own_seat(live, self._person), request.seed)
        )

    async def _give_up(self, live: LiveTable, request: ask.GiveUp) -> None:
        await self._carry_out(live, request.rid, Forfeit(await self._playing_seat(live)))

    # ---- what is agreed on

    async def _ask_pause(self, live: LiveTable, request: ask.AskPause) -> None:
        await self._carry_out(live, request.rid, tables.AskPause(await self._playing_seat(live)))

    async def _play_on(self, live: LiveTable, request: ask.PlayOn) -> None:
        seat = await self._playing_seat(live)
        await self._carry_out(live, request.rid, tables.PlayOn(seat, live.timing.pause_left_ms()))

    async def _vote(self, live: LiveTable, request: ask.Vote) -> None:
        seat = await self._playing_seat(live)
        vote = tables.Agree if request.agree else tables.Decline
        await self._carry_out(live, request.rid, vote(seat, request.number))

    async def _ask_seat(self, live: LiveTable, request: ask.AskSeat) -> None:
        with admission.sitting_down(self._hall, self._person):
            if live.audience.viewer(self._link) is None:
                raise ProtocolError("not_watching")
            if live.standing.seat_of(self._person.user.id) is not None:
                raise ProtocolError("seated_already")
            admission.check_code(self._hall, live, self._address, request.code)
            await admission.check_company(self._hall, live, self._person)
            kept, packed = self._kept(request.rid)
            await live.ask_seat(
                self._link,
                AskSeat(tables.AskSeat(request.seat, self._person.user.name), self._person.user.id),
                kept,
                answer=lambda _: self._answered(request.rid, packed),
                seated=lambda: self._hall.moved(self._person),
            )

    async def _carry_out(self, live: LiveTable, rid: int, body: Body) -> None:
        """Do an action of the table, and answer with nothing more than that it is done."""
        kept, packed = self._kept(rid)
        await live.perform(NATURE, body, kept, answer=lambda _: self._answered(rid, packed))

    # ---- talk

    async def _chat_at_table(self, live: LiveTable, request: ask.Chat) -> None:
        viewer = live.audience.viewer(self._link)
        if viewer is None:
            raise ProtocolError("not_watching")
        hidden = live.looks_on(viewer)
        line = self._line(request, "spectators" if hidden else "all")
        await self._keep(request.rid)
        deaf = self._hall.people.deaf_to(self._person.user.id)
        live.audience.tell(line, lambda to: not hidden or live.looks_on(to), deaf)

    async def _chat_in_lobby(self, request: ask.Chat) -> None:
        line = self._line(request, "all")
        await self._keep(request.rid)
        self._hall.to_lobby(line, self._hall.people.deaf_to(self._person.user.id))

    async def _block(self, request: ask.Block) -> None:
        """Keep what the person says of another one; what that one says is not sent from here on."""
        person, other = self._person, request.user
        if other == person.user.id or await self._hall.journal.user(other) is None:
            raise ProtocolError("nobody")
        blocked = person.blocked | {other} if request.blocked else person.blocked - {other}
        if len(blocked) > MAX_BLOCKED:
            raise ProtocolError("blocks_full", {"limit": MAX_BLOCKED})
        kept, packed = self._kept(request.rid)
        await self._hall.journal.commit(journal.Block(person.user.id, other, request.blocked), kept)
        person.blocked = blocked
        self._answered(request.rid, packed)

    def _line(self, request: ask.Chat, audience: Any) -> ChatLine:
        check_text(request.text, MAX_CHAT_CELLS)
        pace.take(self._person.chat)
        return ChatLine(
            table=request.table,
            user=self._person.user.id,
            name=self._person.user.name,
            text=request.text,
            audience=audience,
            at_ms=now_ms(),
        )

    # ---- answers

    def _kept(self, rid: int, answer: Answer | None = None) -> tuple[journal.Answer, bytes]:
        """Return a reply as the journal keeps it, and as it is sent."""
        packed = self._link.pack(Done(rid, answer))
        return journal.Answer(self._person.user.id, rid, packed), packed

    async def _keep(self, rid: int) -> None:
        """Answer a request that changes no table, so that asking again does nothing."""
        kept, packed = self._kept(rid)
        await self._hall.journal.commit(kept)
        self._answered(rid, packed)

    def _answered(self, rid: int, packed: bytes) -> None:
        self._person.remember(rid, packed)
        self._link.send_packed(packed)

    async def _playing_seat(self, live: LiveTable) -> int:
        """Return the seat, which is played by its holder again if a bot did."""
        seat = admission.own_seat(live, self._person)
        if live.table.chairs[seat].stand_in:
            await live.come_back(seat)
        return seat


def _answer_in(reply: bytes) -> Answer | None:
    """Return the answer in a reply as it was packed."""
    done = TO_CLIENT.decode(reply[HEADER_BYTES:])
    return done.answer if isinstance(done, Done) else None
