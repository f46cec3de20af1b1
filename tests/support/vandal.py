"""A server that fills every text it may send with what steers a terminal. What clients say drives it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

import trio
from msgspec import Struct

from tests.support.capture import tagged
from tests.support.deals import deck_for
from tests.support.house import AT_MS, MIRA, HouseTable, renamed
from tests.support.peer import TOKEN, welcome
from upcard_protocol.rules.game import Forfeit
from upcard_protocol.table import Chair, TableOptions
from upcard_protocol.wire.handshake import Bye, Hello, LoggedIn, Login, Ping, Pong
from upcard_protocol.wire.messages import server_session
from upcard_protocol.wire.pushes import ChatLine, Notice
from upcard_protocol.wire.replies import (
    ActRefused,
    Described,
    Done,
    People,
    PersonRow,
    Refused,
    Seated,
    TableRow,
    Tables,
)
from upcard_protocol.wire.requests import Act, Chat, Lobby, Look, Players, TakeSeat, Watch

POISONS: Final = (
    "\x1b]52;c;UE9J\x07",  # what is copied
    "\x1b[6;66r",  # the part that scrolls
    "\x9b6;66r",  # the same, in one control character
    "\x1b]0;owned\x1b\\",  # the window's title
    "\u202egnp.\u2066",  # the direction of writing
    "[/][@click=app.bell]",  # markup
    "\r\n\x08\x7f\x0e",  # the line, the character set
    "\x1bc\u2028\u200d\ufeff",  # everything
)
SHORT: Final = "\x1b[6;66r\x9b6;66r\u202e[/]\r\n"
ALL: Final = f"\x1b]52;c;UE9J\x07{SHORT}\u2066"

TABLE: Final = 1


class Vandal:
    """One connection's worth of harm."""

    def __init__(self, stream: trio.SocketStream) -> None:
        """Serve a client."""
        self._stream = stream
        self._session = server_session()
        self._house = HouseTable(TABLE, options=TableOptions(name=f"Qhouse{SHORT}"))
        self._house.begin(deck_for("4s 5s 6s Jh Jd Jc Ad 2c 9h Kc"))
        renamed(self._house, MIRA, f"Qmira{ALL}")

    async def serve(self) -> None:
        """Answer whatever comes until the client leaves."""
        async with self._stream:
            try:
                async for data in self._stream:
                    self._session.feed(data)
                    while (message := self._session.next_event()) is not None:
                        for said in self._answers(message):
                            await self._stream.send_all(self._session.send(said))
                        if isinstance(message, Bye):
                            return
            except trio.BrokenResourceError:
                return

    def _answers(self, message: Any) -> list[Struct]:
        match message:
            case Hello():
                return [welcome(name=f"Qserver{ALL}")]
            case Login(name="Mallory"):
                return [Bye("bad_name", {"name": f"Qname{ALL}", "why": f"Qbye{ALL}"})]
            case Login(name=name):
                return [LoggedIn(token=TOKEN, user=1, name=name or "guest-0001"), *_greetings()]
            case Ping(id=number):
                return [Pong(number)]
            case Lobby(rid=rid):
                return [Done(rid, Tables(tuple(_rows())))]
            case Players(rid=rid):
                people = enumerate(tagged("Qperson", POISONS), 2)
                return [Done(rid, People(tuple(PersonRow(user, name, guest=False) for user, name in people)))]
            case Look(rid=rid, table=table):
                row = next(row for row in _rows() if row.table == table)
                return [Done(rid, Described(row, self._house.table.options, self._house.table.game))]
            case Watch(rid=rid):
                return [Refused(rid, "bad_text", {"why": f"Qrefusal{ALL}"})]
            case TakeSeat(rid=rid):
                talk = (_chat(TABLE, f"Qtalk{place}", poison) for place, poison in enumerate(POISONS))
                return [Done(rid, Seated(TABLE, 0)), self._house.snapshot(), *talk]
            case Act(cseq=cseq):
                return [ActRefused(TABLE, cseq, "bad_text", {"why": f"Qact{ALL}"})]
            case Chat(rid=rid, text="result"):
                return [Done(rid), *self._house.do(Forfeit(MIRA))]
            case Chat(rid=rid, text="red"):
                return [Done(rid), _chat(TABLE, "Qred", "[red]x[/red] \x1b[31m")]
            case Chat(rid=rid, text="notice"):
                return [Done(rid), Notice(code="operator", values={"text": f"Qnotice{ALL}"}, at_ms=AT_MS)]
            case _:
                return []


def _rows() -> list[TableRow]:
    names = tagged("Qseat", POISONS)
    return [
        TableRow(
            table=TABLE + place,
            title=title,
            game="gin",
            target=100,
            chairs=(Chair("person", names[place]), Chair()),
            state="waiting",
        )
        for place, title in enumerate(tagged("Qtable", POISONS))
    ]


def _greetings() -> list[Struct]:
    return [_chat(None, f"Qchat{place}", poison) for place, poison in enumerate(POISONS)]


def _chat(table: int | None, tag: str, poison: str) -> ChatLine:
    return ChatLine(table=table, user=9, name=f"{tag}{poison}", text=f"{tag}{poison}", at_ms=AT_MS)


@asynccontextmanager
async def vandal() -> AsyncGenerator[str]:
    """Run such a server on loopback, and give its address."""
    async with trio.open_nursery() as nursery:

        async def serve(stream: trio.SocketStream) -> None:
            await Vandal(stream).serve()

        listen = partial(trio.serve_tcp, serve, 0, host="127.0.0.1")
        (listener,) = await nursery.start(listen)
        yield f"127.0.0.1:{listener.socket.getsockname()[1]}"
        nursery.cancel_scope.cancel()
