"""Nothing English is left on the screens around the table in another language, and nothing is wider for it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from tests.client.test_screen_room import alone, dealt
from tests.support.house import AT_MS, MIRA
from tests.support.languages import left_in_english, speaking
from tests.support.pretend import SERVER, Pretence, row
from tests.support.windows import resize
from upcard_client.games.fronts import FRONTS
from upcard_client.hosting.childserver import Running
from upcard_client.locale import LANGUAGES
from upcard_client.network.addresses import Address
from upcard_client.network.neighbourhood import Neighbourhood
from upcard_client.screens.form import changed, clash_words, form_of, rows
from upcard_client.screens.guide import help_pages, rules_pages
from upcard_client.screens.hosting import HostedScreen
from upcard_client.screens.replay import help_page
from upcard_client.screens.results import help_page as results_help
from upcard_client.themes import FELT
from upcard_client.widgets.canvas import width_of
from upcard_client.widgets.entry import Entry
from upcard_protocol import table as tables
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.table import Chair, TableOptions
from upcard_protocol.wire.advert import Advert
from upcard_protocol.wire.pushes import ChatLine, Notice, PersonChanged, TableChanged
from upcard_protocol.wire.replies import PersonRow

NAMES = (
    "Eleni's table",
    "Kitchen table",
    "Kitchen Pi",
    "Lunch break",
    "Back room",
    "anyone for gin?",
    "upcard play",
    "kitchen.local",
    "Upcard",
    "Eleni",
    "Mira",
    "Zoe",
    "Ann",
    "Bob",
    "Unicode",
    "tls://",
    "guestemira",
    "guest",
    "PgUp PgDn",
    "upcard verify FILE",
    "Kitchen ta",
    "no_such_code",
    "ENTER",
    *LANGUAGES.values(),
)
"""What people and things are called, in every language."""
CAPS = ("PgUp", "PgDn")


class Pages:
    """Looks at one screen after another, and keeps what is wrong with each."""

    def __init__(self, pretence: Pretence, pilot: Pilot[Any]) -> None:
        self.pretence, self.pilot = pretence, pilot
        self.link = pretence.link if pretence.links else None
        self.faults: dict[str, tuple[str, ...]] = {}

    async def type(self, page: str, text: str) -> None:
        """Put a text in the place of what is being typed, take it, and read what is shown then."""
        self.pretence.app.screen.query_one(Entry).value = text
        await self.see(page, "enter")

    async def see(self, page: str, *keys: str) -> None:
        """Press keys, and read what is shown then."""
        if keys:
            await self.pilot.press(*keys)
        await self.pilot.pause()
        text = self.pretence.text
        assert all(width_of(line) <= 80 for line in text.splitlines())
        left = left_in_english(text, NAMES)
        if left:
            self.faults[page] = left


@asynccontextmanager
async def pages(home: Path, **about: Any) -> AsyncGenerator[Pages]:
    """Open the program in a language that nobody speaks."""
    with speaking("strange"):
        pretence = Pretence(home, **about)
        async with pretence.app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            yield Pages(pretence, pilot)


async def test_the_first_screen_is_translated(tmp_path: Path) -> None:
    async with pages(tmp_path, address=None) as seen:
        pretence = seen.pretence
        await seen.see("servers asked")
        advert = Advert(name="Kitchen Pi", players=3, tables=1, password=True)
        pretence.find(Neighbourhood(searching=True).answered(SERVER, advert, 4).asked(Address("192.168.1.9")))
        await seen.see("servers found")
        pretence.find(Neighbourhood().asked(SERVER).silent(SERVER).asked(Address("192.168.1.9")))
        await seen.see("none found")
        pretence.find(Neighbourhood(failure="no network"))
        await seen.see("no network")
        await seen.see("searching", "r")
        await seen.see("unknown key", "w")
        await seen.see("back", "escape")
        await seen.see("typing an address", "a")
        await seen.type("wrong address", "1.2.3")
        await seen.type("wrong port", "here:70000")
        await seen.see("no address any more", "escape")
        await seen.see("typing a name", "n")
        await seen.type("no name", "")
        await seen.type("short name", "e")
        await seen.type("reserved name", "guestemira")
        await seen.type("good name", "Eleni")
        await seen.see("no password", "p", "enter")
        await seen.see("connecting", *("up",) * 6, "enter")
        assert pretence.link is not None
        await seen.see("still connecting", "w")
        await seen.see("stopped", "escape")
        for code, values in FAILURES.items():
            await seen.see(f"connecting for {code}", "enter")
            pretence.link.fail(code, **values)
            await seen.see(code)
            if pretence.app.screen.__class__.__name__ == "ConnectScreen":
                await seen.pilot.press("escape")
            else:
                await seen.see(f"{code}, trusted not", "w", "escape")
        assert seen.faults == {}


FAILURES: dict[str, dict[str, int | str]] = {
    "refused_port": {"address": "192.168.1.20"},
    "no_answer": {"address": "192.168.1.20", "seconds": 5},
    "certificate_changed": {"address": "192.168.1.20", "was": "12:34", "now": "56:78"},
    "version": {"server_lo": 1, "server_hi": 1, "client_lo": 2, "client_hi": 2},
    "full": {},
    "no_such_code": {},
    "password_required": {},
}
"""Why there may be no link."""


async def test_a_server_for_others_is_translated(tmp_path: Path) -> None:
    async with pages(tmp_path, address=None) as seen:
        await seen.see("form", "h")
        await seen.see("typing the name", "right")
        await seen.see("name taken", "enter")
        await seen.see("it stays", "down", "down", "right")
        await seen.see("password", "up", "right")
        await seen.see("settings", "escape", "escape", "f2")
        await seen.see("settings, changed", "down", "right", "down", "right")
        await seen.see("keys", "k")
        await seen.see("keys, waiting", "enter")
        for key in ("t", "7", "ctrl+b", "tab", "w"):
            await seen.see(f"keys, {key}", key, *(() if key == "w" else ("enter",)))
        await seen.see("keys, put back", "backspace")
        await seen.see("keys, all back", "d", "escape")
        await seen.see("name", *("up",) * 4, "right")
        await seen.type("name refused", "")
        await seen.pilot.press("escape")
        for stays in (True, False):
            found = Running(
                address="127.0.0.1", invitation="upcard play 192.168.1.20", name="Kitchen Pi", stays=stays
            )
            seen.pretence.app.open(HostedScreen(seen.pretence.app, "Eleni", found))
            await seen.see(f"hosted {stays}")
            await seen.see("stop?", "s")
            await seen.pilot.press("escape", "escape")
        assert seen.faults == {}


async def test_the_lobby_is_translated(tmp_path: Path) -> None:
    async with pages(tmp_path) as seen:
        link = seen.pretence.link
        link.let_in()
        await seen.see("no table")
        await seen.see("nothing to sit at", "enter")
        await seen.see("nothing to step to", "down")
        await seen.see("no rules", "f3")
        link.hear(
            TableChanged(row(7, "Kitchen table", "Mira")),
            TableChanged(row(8, "Lunch break", "Ann", "Bob", state="playing", hand=3)),
            TableChanged(row(9, "Back room", "Zoe", private=True)),
            TableChanged(row(10, "", "Zoe", state="over")),
            PersonChanged(PersonRow(user=2, name="Mira", guest=False, table=7)),
            *(PersonChanged(PersonRow(user=user, name="Zoe", guest=False)) for user in range(3, 16)),
            ChatLine(table=None, user=3, name="Mira", text="anyone for gin?", at_ms=AT_MS),
            ChatLine(table=None, user=1, name="Eleni", text="anyone for gin?", at_ms=AT_MS),
            Notice(code="going_down", values={"seconds": 60}, at_ms=AT_MS),
        )
        link.answer_looks()
        await seen.see("tables")
        for place in range(4):
            link.answer_looks()
            await seen.see(f"table {place}", "down")
        await seen.see("a filter is typed", "f")
        await seen.type("some tables", "Mira")
        await seen.see("no table fits", "right", "right", "enter")
        await seen.see("all tables", "escape")
        await seen.see("chat", "c")
        await seen.see("a command is no chat", "slash", "x", "enter")
        await seen.see("no seat is held", "escape", "j")
        await seen.see("a code is asked for", "down", "down", "enter")
        await seen.see("leave?", "escape", "escape")
        await seen.see("quick game", "escape", "q")
        link.refuse("too_many_tables", limit=2)
        await seen.see("too many tables")
        await seen.see("rules", "up", "up", "f3")
        await seen.pilot.press("escape")
        await seen.see("results", "o")
        await seen.see("no result", "enter")
        await seen.see("import", "i")
        await seen.see("help for results", "escape", "question_mark")
        await seen.pilot.press("escape", "escape")
        mine = row(7, "Kitchen table", "Eleni", state="playing", hand=1)
        gone = Chair("person", "Eleni", presence="dropped")
        link.hear(TableChanged(replace(mine, chairs=(gone, Chair()))))
        await seen.see("a seat is kept")
        link.lose()
        await seen.see("no link", "n")
        assert seen.faults == {}


async def test_a_new_table_and_its_pages_are_translated(tmp_path: Path) -> None:
    async with pages(tmp_path) as seen:
        seen.pretence.link.let_in()
        await seen.see("new table", "n")
        await seen.see("every option", "m", "up")
        await seen.see("rules", "f3")
        await seen.see("help", "escape", "question_mark")
        await seen.see("another page", "right", "down")
        assert seen.faults == {}


@pytest.mark.parametrize("game", FRONTS)
def test_every_line_of_a_new_table_is_translated(game: str) -> None:
    with speaking("strange"):
        form = replace(form_of(game, TableOptions(name="Kitchen table")), more=True)
        left = set[str]()
        for line in rows(form):
            changing = form
            for _ in range(14):
                changing = changed(changing, line.id, 1)
                said = " ".join(" ".join((row.label, row.value, row.note)) for row in rows(changing))
                left.update(left_in_english(f"{said} {changing.in_short('|')}", NAMES))
                if isinstance(changing.built, Refusal):
                    left.update(left_in_english(clash_words(changing, changing.built), NAMES))
        assert left == set()


@pytest.mark.parametrize("game", FRONTS)
def test_help_and_rules_are_translated(game: str) -> None:
    with speaking("strange"):
        front = FRONTS[game]
        shown = [*help_pages(FELT.glyphs, game), help_page(), results_help(FELT.glyphs)]
        for options in front.choices.PRESETS.values():
            shown += rules_pages(TableOptions(), options)
        shown += rules_pages(TableOptions(turn_s=0, pause_s=0, spectators=False, on_gone="forfeit"), front.usual)
        left = set[str]()
        for page in shown:
            lines = [" ".join(line) for block in page.blocks for line in (("", block.heading), *block.lines)]
            left.update(left_in_english("\n".join((page.title, page.foot, *lines)), (*NAMES, *CAPS)))
        assert left == set()


async def test_the_room_is_translated(tmp_path: Path) -> None:
    async with pages(tmp_path) as seen:
        link = seen.pretence.link
        link.let_in()
        house = alone()
        link.hear(house.snapshot())
        await seen.see("a seat is free")
        await seen.see("menu", "escape")
        await seen.see("no other table", "escape")
        link.hear(*house.seat(MIRA, "Mira"))
        await seen.see("not ready yet")
        assert seen.faults == {}


async def test_the_room_in_a_hand_is_translated(tmp_path: Path) -> None:
    async with pages(tmp_path) as seen:
        link = seen.pretence.link
        link.let_in()
        house = dealt()
        link.hear(house.snapshot(), PersonChanged(PersonRow(user=2, name="Mira", guest=False, table=7)))
        await seen.see("menu", "escape")
        await seen.see("mute or block", *("down",) * 4, "enter")
        await seen.see("block?", "down", "enter")
        await seen.see("give up?", "escape", "escape", "escape", *("down",) * 6, "enter")
        await seen.see("leave?", "escape", "down", "enter")
        await seen.see("quit?", "escape", "escape", "ctrl+q")
        await seen.pilot.press("escape")
        link.hear(*house.do(tables.AskPause(MIRA), MIRA))
        await seen.see("a pause is asked for")
        link.hear(*house.do(tables.Drop(MIRA)))
        await seen.see("somebody lost the link")
        link.hear(*house.do(tables.Return(MIRA)))
        await seen.see("and is back")
        link.lose()
        await seen.see("a lost link")
        await seen.see("no link", "z")
        await resize(seen.pilot, 30, 10)
        await seen.see("too small")
        assert seen.faults == {}
