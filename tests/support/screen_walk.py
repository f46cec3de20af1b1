"""A walk through the screens around the table, in one run of the program; each has a name."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.support.deals import deck_for
from tests.support.house import AT_MS, ME, MIRA, HouseTable
from tests.support.pretend import SERVER, Pretence, row
from tests.support.records import played
from upcard_client.hosting.childserver import Running
from upcard_client.looks.palette import Palette
from upcard_client.matches.shelf import Shelf
from upcard_client.network.addresses import Address
from upcard_client.network.neighbourhood import Neighbourhood
from upcard_client.screens.hosting import HostedScreen
from upcard_client.screens.painted import PaintedScreen
from upcard_client.widgets.canvas import Canvas
from upcard_protocol.rules.notation import write
from upcard_protocol.wire.advert import Advert
from upcard_protocol.wire.pushes import ChatLine, Clock, PersonChanged, TableChanged
from upcard_protocol.wire.replies import PersonRow

SIZE = (80, 24)
FAR = Address("192.168.1.31")
NAMES = (
    "Kitchen Pi",
    "Kitchen table",
    "Kitchen ta…",
    "Dad's laptop",
    "Lunch break",
    "Back room",
    "anyone for gin?",
    "upcard play",
    "Eleni",
    "Mira",
    "Alexis",
    "Ann",
    "Bob",
    "Ben",
)
"""What people and things are called on the way, in every language."""


class Walk:
    """Somebody who goes from screen to screen.

    Attributes:
        pretence: the program.
    """

    def __init__(self, home: Path, pretence: Pretence, pilot: Pilot[Any]) -> None:
        self.pretence = pretence
        self._home = str(home)[:20]
        self._pilot = pilot

    @property
    def text(self) -> str:
        """What the screen shows; where a file of the test's own is does not matter."""
        lines = self.pretence.text.splitlines()
        return "\n".join("  …" if self._home in line else line for line in lines)

    def canvas(self, palette: Palette) -> Canvas:
        """Return the screen as it is painted."""
        canvas = Canvas(*SIZE, palette.table)
        screen = self.pretence.app.screen
        assert isinstance(screen, PaintedScreen)
        screen.paint(canvas)
        return canvas

    async def _press(self, *keys: str) -> None:
        await self._pilot.press(*keys)
        await self._pilot.pause()

    async def before_a_server(self) -> AsyncGenerator[str]:
        """Go through what is shown without a server."""
        around = Neighbourhood(searching=True)
        around = around.answered(SERVER, Advert(name="Kitchen Pi", players=5, tables=3), 4)
        self.pretence.find(around.answered(FAR, Advert(name="Dad's laptop", players=1, tables=1, password=True), 9))
        await self._pilot.pause()
        yield "connect"
        await self._press("h")
        yield "host"
        await self._press("escape")
        found = Running(address="127.0.0.1", invitation="upcard play 192.168.1.20", name="Kitchen Pi", stays=True)
        self.pretence.app.open(HostedScreen(self.pretence.app, "Eleni", found))
        await self._pilot.pause()
        yield "hosted"
        await self._press("escape")

    async def everywhere(self) -> AsyncGenerator[str]:
        """Go through all of it."""
        for part in (self.before_a_server, self.lobby, self.room):
            async for name in part():
                yield name

    async def lobby(self) -> AsyncGenerator[str]:
        """Go to a server, and through what is shown from its lobby."""
        await self._press("enter")
        link = self.pretence.link
        link.let_in()
        link.hear(
            TableChanged(row(7, "Kitchen table", "Mira")),
            TableChanged(row(8, "Lunch break", "Ann", "Bob", state="playing", hand=3)),
            TableChanged(row(9, "Back room", "Alexis", private=True)),
            PersonChanged(PersonRow(user=2, name="Mira", guest=False, table=7)),
            PersonChanged(PersonRow(user=3, name="Alexis", guest=False)),
            ChatLine(table=None, user=3, name="Alexis", text="anyone for gin?", at_ms=AT_MS),
        )
        link.answer_looks()
        await self._pilot.pause()
        yield "lobby"
        await self._press("n")
        yield "newtable"
        await self._press("m", "up", "up")
        yield "every_option"
        await self._press("escape", "question_mark")
        yield "keys"
        await self._press("left")
        yield "signs"
        await self._press("escape", "f3")
        yield "rules"
        await self._press("escape", "f2")
        yield "preferences"
        await self._press("t")
        yield "test_card"
        await self._press("escape", "escape", "o")
        # The file is read while nothing else is to be done.
        await self._pilot.pause()
        yield "results"
        await self._press("enter")
        yield "replay"
        await self._press("right", "right", "right", "o")
        yield "replay_sheet"
        await self._press("escape", "escape", "escape")

    async def room(self) -> AsyncGenerator[str]:
        """Sit down at a table, and go through what is shown there."""
        house = HouseTable()
        house.seat(ME, "Eleni")
        self.pretence.link.hear(house.snapshot())
        await self._pilot.pause()
        yield "waiting"
        house.seat(MIRA, "Mira")
        house.begin(deck_for("4s 5s 6s Jh Jd Jc Ad 2c 9h Kc"))
        house.clocks = (Clock(ME, 60_000, 120_000), Clock(MIRA, 60_000, 120_000))
        self.pretence.link.hear(house.snapshot())
        await self._pilot.pause()
        yield "offer"
        await self._press("escape")
        yield "menu"
        await self._press(*("down",) * 6, "enter")
        yield "giveup"
        await self._press("escape", "ctrl+q")
        yield "quit"
        await self._press("escape")


@asynccontextmanager
async def walk(home: Path, palette: Palette) -> AsyncGenerator[Walk]:
    """Start the program before its first screen while the block runs."""
    file = home / "game.upcard"
    file.write_text(write(played()), encoding="utf-8")
    Shelf(home / "games").take_in(file)
    pretence = Pretence(home, palette=palette, address=None)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        yield Walk(home, pretence, pilot)
