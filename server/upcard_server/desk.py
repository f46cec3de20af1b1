"""The desk: what one person asks of the hall, message by message, each answered once."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import trio
from msgspec.structs import replace

from upcard_protocol import table as tables
from upcard_protocol.rules.errors import IllegalAction
from upcard_protocol.rules.game import NATURE, PUBLIC, Forfeit
from upcard_protocol.wire import Unacceptable
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.clean import MAX_CHAT_CELLS, MAX_TITLE_CELLS, check_text
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.handshake import Ping, Pong
from upcard_protocol.wire.pushes import ChatLine
from upcard_protocol.wire.replies import (
    PAGE,
    ActRefused,
    Answer,
    Described,
    Done,
    People,
    Refused,
    Seated,
    Tables,
)
from upcard_server import journal
from upcard_server.bucket import Bucket
from upcard_server.clock import now_ms
from upcard_server.hall import BOT_NAMES, Hall
from upcard_server.live import LiveTable
from upcard_server.people import Link, Person
from upcard_server.standing import TakeSeat

CHAT_BURST_S: Final = 5.0
"""So many seconds' worth of chat may come at once."""

Work = Callable[[], Awaitable[None]]


class Desk:
    """Answers the requests of one connection."""

    def __init__(self, hall: Hall, person: Person, link: Link) -> None:
        """Serve a person who has logged in over a connection."""
        self._hall = hall
        self._person = person
        self._link = link
        self._chat = Bucket(hall.config.limits.chat_per_second, CHAT_BURST_S, trio.current_time())

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
        if self._again(rid):
            return
        if self._person.too_old(rid):
            self._link.send(Refused(rid, "rid_old"))
            return
        try:
            await self._request(request)
        except (IllegalAction, ProtocolError) as error:
            self._refuse(rid, error)

    def _again(self, rid: int) -> bool:
        stored = self._person.answers.get(rid)
        if stored is not None:
            self._link.send_packed(stored)
        return stored is not None

    def _refuse(self, rid: int, error: IllegalAction | ProtocolError) -> None:
        self._link.send(Refused(rid, error.code, dict(error.values)))

    async def _request(self, request: Any) -> None:
        hall, link = self._hall, self._link
        match request:
            case ask.Lobby():
                if request.after == 0:
                    hall.lobby.add(link)
                rows = [row for row in hall.rows if row.table > request.after]
                link.send(Done(request.rid, Tables(tuple(rows[:PAGE]), _next(rows, "table"))))
            case ask.LobbyOff():
                hall.lobby.discard(link)
                link.send(Done(request.rid))
            case ask.Players():
                people = sorted((hall.person_row(person) for person in hall.people), key=lambda row: row.user)
                rest = [row for row in people if row.user > request.after]
                link.send(Done(request.rid, People(tuple(rest[:PAGE]), _next(rest, "user"))))
            case ask.NewTable():
                await self._new_table(request)
            case ask.Chat(table=None):
                self._chat_in_lobby(request)
            case _:
                self._at_table(request)

    # ---- what concerns one table is done by the table's own task

    def _at_table(self, request: Any) -> None:
        live = self._hall.tables.get(request.table)
        if live is None:
            raise ProtocolError("no_such_table", {"table": request.table})
        work = self._work(live, request)

        async def job() -> None:
            if self._again(request.rid):
                return
            try:
                await work()
            except (IllegalAction, ProtocolError) as error:
                self._refuse(request.rid, error)

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
            ask.GiveUp: self._give_up,
            ask.Chat: self._chat_at_table,
        }
        work = works[type(request)]
        return lambda: work(live, request)

    def _act(self, request: ask.Act) -> None:
        live = self._hall.tables.get(request.table)
        seat = None if live is None else live.standing.seat_of(self._person.user.id)
        if live is None:
            self._refuse_act(request, "no_such_table", {"table": request.table})
        elif seat is None:
            self._refuse_act(request, "not_seated")
        else:
            played = live, seat

            async def job() -> None:
                table, holder = played
                if table.standing.seat_of(self._person.user.id) == holder:
                    await table.act(self._link, holder, request)
                else:
                    self._refuse_act(request, "not_seated")

            if not live.post(job):
                self._refuse_act(request, "busy")

    def _refuse_act(self, request: ask.Act, code: str, values: dict[str, int | str] | None = None) -> None:
        self._link.send(ActRefused(request.table, request.cseq, code, values or {}))

    async def _look(self, live: LiveTable, request: ask.Look) -> None:
        self._link.send(Done(request.rid, self._described(live)))

    def _described(self, live: LiveTable) -> Described:
        return Described(self._hall.row(live), replace(live.table.options, code=None), live.table.game)

    async def _new_table(self, request: ask.NewTable) -> None:
        self._check_may_sit()
        options = request.options
        if options.name:
            check_text(options.name, MAX_TITLE_CELLS)
        else:
            options = replace(options, name=f"Table of {self._person.user.name}")
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
        _, standing = await hall.open(options, request.game, request.seats, self._person, request.bots, kept)
        self._answered(request.rid, packed)
        hall.begin(number, standing, self._link, PUBLIC if watched else 0)
        hall.moved(self._person)

    async def _sit(self, live: LiveTable, request: ask.TakeSeat) -> None:
        seat = live.standing.seat_of(self._person.user.id)
        if seat is not None:
            kept, packed = self._kept(request.rid, Seated(live.number, seat))
            if live.table.chairs[seat].presence != "here":
                await live.come_back(seat, kept)
            self._answered(request.rid, packed)
            live.listen(self._link, seat)
            return
        self._check_may_sit()
        code = live.table.options.code
        if code is not None and request.code != code:
            raise ProtocolError("bad_code")
        seat = request.seat if request.seat is not None else self._free_seat(live)
        kept, packed = self._kept(request.rid, Seated(live.number, seat))
        await live.perform(
            NATURE,
            TakeSeat(tables.Sit(seat, self._person.user.name), self._person.user.id),
            kept,
            answer=lambda _: self._answered(request.rid, packed),
        )
        live.listen(self._link, seat)
        self._hall.moved(self._person)

    async def _leave(self, live: LiveTable, request: ask.LeaveTable) -> None:
        seat = self._seat(live)
        kept, packed = self._kept(request.rid)
        await live.leave(seat, kept)
        self._answered(request.rid, packed)
        live.unlisten(self._link)
        self._hall.moved(self._person)

    async def _watch(self, live: LiveTable, request: ask.Watch) -> None:
        self._check_may_watch(live)
        self._link.send(Done(request.rid))
        live.listen(self._link, PUBLIC)
        self._hall.moved(self._person)

    async def _unwatch(self, live: LiveTable, request: ask.Unwatch) -> None:
        if live.ears.get(self._link) != PUBLIC:
            raise ProtocolError("not_watching")
        live.unlisten(self._link)
        self._link.send(Done(request.rid))
        self._hall.moved(self._person)

    async def _resume(self, live: LiveTable, request: ask.Resume) -> None:
        seat = live.standing.seat_of(self._person.user.id)
        if seat is None:
            self._check_may_watch(live)
            live.resume(self._link, PUBLIC, request.n, request.rid)
            return
        # The client is answered first, so that it hears of its own return as of any other event.
        live.resume(self._link, seat, request.n, request.rid)
        if live.table.chairs[seat].presence != "here":
            await live.come_back(seat)

    async def _add_bot(self, live: LiveTable, request: ask.AddBot) -> None:
        self._check_host(live)
        seat = request.seat if request.seat is not None else self._free_seat(live)
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
        self._check_host(live)
        chairs = live.table.chairs
        if request.seat >= len(chairs) or chairs[request.seat].kind != "bot":
            raise ProtocolError("no_bot")
        if live.table.playing:
            raise ProtocolError("match_running")
        kept, packed = self._kept(request.rid)
        await live.perform(
            NATURE, tables.Leave(request.seat), kept, answer=lambda _: self._answered(request.rid, packed)
        )

    async def _ready(self, live: LiveTable, request: ask.Ready) -> None:
        kept, packed = self._kept(request.rid)
        await live.perform(
            NATURE,
            tables.GetReady(self._seat(live)),
            kept,
            answer=lambda _: self._answered(request.rid, packed),
        )

    async def _give_up(self, live: LiveTable, request: ask.GiveUp) -> None:
        kept, packed = self._kept(request.rid)
        await live.perform(
            NATURE, Forfeit(self._seat(live)), kept, answer=lambda _: self._answered(request.rid, packed)
        )

    # ---- talk

    async def _chat_at_table(self, live: LiveTable, request: ask.Chat) -> None:
        viewer = live.ears.get(self._link)
        if viewer is None:
            raise ProtocolError("not_watching")
        hidden = viewer == PUBLIC and live.table.playing
        line = self._line(request, "spectators" if hidden else "all")
        self._link.send(Done(request.rid))
        live.tell(line, lambda to: to == PUBLIC or not hidden)

    def _chat_in_lobby(self, request: ask.Chat) -> None:
        line = self._line(request, "all")
        self._link.send(Done(request.rid))
        self._hall.to_lobby(line)

    def _line(self, request: ask.Chat, audience: Any) -> ChatLine:
        check_text(request.text, MAX_CHAT_CELLS)
        now = trio.current_time()
        if not self._chat.take(1, now):
            raise ProtocolError("rate", {"seconds": max(1, round(self._chat.wait(1)))})
        return ChatLine(
            table=request.table,
            user=self._person.user.id,
            name=self._person.user.name,
            text=request.text,
            audience=audience,
            at_ms=now_ms(),
        )

    # ---- who may, and answers

    def _kept(self, rid: int, answer: Answer | None = None) -> tuple[journal.Answer, bytes]:
        """Return a reply as the journal keeps it, and as it is sent."""
        packed = self._link.pack(Done(rid, answer))
        return journal.Answer(self._person.user.id, rid, packed), packed

    def _answered(self, rid: int, packed: bytes) -> None:
        self._person.remember(rid, packed)
        self._link.send_packed(packed)

    def _seat(self, live: LiveTable) -> int:
        seat = live.standing.seat_of(self._person.user.id)
        if seat is None:
            raise ProtocolError("not_seated")
        return seat

    def _free_seat(self, live: LiveTable) -> int:
        for seat, chair in enumerate(live.table.chairs):
            if chair.kind == "empty":
                return seat
        raise ProtocolError("table_full")

    def _check_may_sit(self) -> None:
        if self._person.user.guest:
            raise ProtocolError("guest")
        limit = self._hall.config.limits.tables_per_player
        if sum(1 for _ in self._hall.seats_of(self._person)) >= limit:
            raise ProtocolError("too_many_tables", {"limit": limit})

    def _check_may_watch(self, live: LiveTable) -> None:
        if live.standing.seat_of(self._person.user.id) is not None:
            raise ProtocolError("seated_already")
        if not live.table.options.spectators:
            raise ProtocolError("no_spectators")
        if self._link not in live.ears and live.spectators >= self._hall.config.limits.spectators_per_table:
            raise ProtocolError("spectators_full")

    def _check_host(self, live: LiveTable) -> None:
        user = self._person.user.id
        if live.standing.seat_of(user) is None and live.standing.owner != user:
            raise ProtocolError("not_seated")


def _next(rows: list[Any], key: str) -> int | None:
    """Return where the next page begins, or None when this one is the last."""
    return getattr(rows[PAGE - 1], key) if len(rows) > PAGE else None
