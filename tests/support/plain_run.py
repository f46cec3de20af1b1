"""One run of the plain client against a server in memory: what is typed, and what is said."""

import asyncio
from pathlib import Path
from typing import Final

from msgspec import Struct

from tests.support.deals import deck_for
from tests.support.house import ME, HouseTable
from tests.support.peer import Peer, Switchboard
from upcard_client.errands import Errand
from upcard_client.link import Identity, Link
from upcard_client.network.addresses import HERE
from upcard_client.news import News
from upcard_client.plain.console import Console
from upcard_protocol import table as tables
from upcard_protocol.wire.handshake import SeatHeld
from upcard_protocol.wire.replies import Acted, Done, People, TableRow, Tables
from upcard_protocol.wire.requests import Act, Lobby, Players

ROW: Final = TableRow(
    table=7,
    title="Kitchen table",
    game="gin",
    target=100,
    chairs=(tables.Chair("person", "Mira"), tables.EMPTY_CHAIR),
    state="waiting",
)


class Run:
    """One run of the plain client.

    Attributes:
        said: every line so far.
        kept_languages: the languages that were kept for the next run.
        taken: how many typed lines do not wait any more.
        peer: the server's end of the present connection.
    """

    peer: Peer

    def __init__(self, tokens: Path, errand: Errand, *, piped: bool = False) -> None:
        self.board = Switchboard()
        self.said: list[str] = []
        self._heard = asyncio.Event()
        self.link = Link(HERE, Identity(name="Eleni"), tokens, self._told, dial=self.board.dial)
        self.kept_languages: list[str] = []
        self.taken = 0
        self.console = Console(
            self.link,
            errand,
            self._say,
            self.link.close,
            piped=piped,
            keep_language=self.kept_languages.append,
            taken=self._took,
        )
        self.task = asyncio.create_task(self.link.run())

    def _told(self, items: tuple[News, ...]) -> None:
        self.console.told(items)
        self._heard.set()

    def _say(self, line: str) -> None:
        self.said.append(line)

    def _took(self) -> None:
        self.taken += 1

    async def settled(self) -> None:
        """Wait until the client has taken what the server said last."""
        self._heard.clear()
        await self._heard.wait()

    async def enter(self, *rows: TableRow, seats: tuple[SeatHeld, ...] = ()) -> None:
        """Get in, and answer what the client asks about the lobby."""
        self.peer = await self.board.answer()
        await self.peer.admit(seats=seats)
        lobby, players = await self.peer.hear(Lobby), await self.peer.hear(Players)
        self.peer.say(Done(lobby.rid, Tables(rows)), Done(players.rid, People(())))
        await self.settled()

    async def sit(self, house: HouseTable) -> None:
        """Come to a table that is there."""
        await self.enter()
        await self.tell(house.snapshot())

    async def tell(self, *messages: Struct) -> None:
        """Let the server say something, and the client take it."""
        self.peer.say(*messages)
        await self.settled()

    def type(self, *lines: str) -> list[str]:
        """Type lines; return what is answered at once."""
        before = len(self.said)
        for line in lines:
            self.console.typed(line)
        return self.said[before:]

    async def after(self, *messages: Struct) -> list[str]:
        """Return what is said about messages of the server."""
        before = len(self.said)
        await self.tell(*messages)
        return self.said[before:]

    async def play(self, house: HouseTable, line: str, cseq: int) -> list[str]:
        """Type a move, let the table carry it out, and return what is said."""
        before = len(self.said)
        self.console.typed(line)
        asked = await self.peer.hear(Act)
        heard = house.do(asked.action, ME)
        house.accepted = cseq
        await self.tell(Acted(house.number, cseq, heard[0].n), *heard)
        return self.said[before:]


def dealt(mine: str, stock: str = "", miras: str = "") -> HouseTable:
    house = HouseTable()
    house.begin(deck_for(mine, miras, "9c", stock))
    return house


HAND: Final = "4s 5s 6s Jh Jd Jc Ad 2c 9h Kc"
