"""The app and a real server of its own over loopback: a hand against the computer begins, and the server goes."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from upcard_client.app import UpcardApp
from upcard_client.errands import PlayComputer
from upcard_client.link import Identity, Link
from upcard_client.network.addresses import Address
from upcard_client.network.neighbourhood import Neighbourhood
from upcard_client.news import Joined, News, Occurred
from upcard_client.screens.connect import ConnectScreen
from upcard_client.screens.menu import MenuScreen
from upcard_client.screens.room import RoomScreen
from upcard_client.settings import Settings
from upcard_client.starting import Paths, Target, Told
from upcard_protocol.rules.gin.events import Dealt

LIMIT_S = 30


async def no_network(known: Sequence[Address], tell: Callable[[Neighbourhood], None], before: Neighbourhood) -> None:
    """Find nobody."""


async def test_a_game_against_the_computer_begins_and_is_kept_when_it_is_left(tmp_path: Path) -> None:
    dealt, shown = asyncio.Event(), asyncio.Event()
    paths = Paths(tmp_path / "settings.json", tmp_path / "tokens", tmp_path / "solo", tmp_path / "hosted")

    def open_link(address: Address, identity: Identity, told: Told) -> Link:
        def hear(items: tuple[News, ...]) -> None:
            told(items)
            if any(isinstance(item, Joined) for item in items):
                shown.set()
            if any(isinstance(item, Occurred) and isinstance(item.event, Dealt) for item in items):
                dealt.set()

        return Link(address, identity, paths.tokens, hear)

    target = Target(identity=Identity(name="Eleni"), errand=PlayComputer())
    app = UpcardApp(target, Settings(name="Eleni"), paths, open_link=open_link, look_around=no_network)
    async with app.run_test(size=(80, 24)) as pilot:
        async with asyncio.timeout(LIMIT_S):
            await dealt.wait()
        await pilot.pause()
        room = app.screen
        assert isinstance(room, RoomScreen)
        assert "Gin rummy · hand 1 · to 100 · Solo" in room.screen_text
        assert app.server.alone == "kept"
        await pilot.press("ctrl+q")
        menu = app.screen
        assert isinstance(menu, MenuScreen)
        assert "The game is kept" in menu.screen_text
        await pilot.press("escape")
        app.server.leave()
        await pilot.pause()
        assert isinstance(app.screen, ConnectScreen)
        assert app.server.alone == ""
        shown.clear()
        await pilot.press("b")
        async with asyncio.timeout(LIMIT_S):
            await shown.wait()
        await pilot.pause()
        assert isinstance(app.screen, RoomScreen)  # the same game goes on
        assert "Gin rummy · hand 1 · to 100 · Solo" in app.screen.screen_text
        assert app.server.alone == "kept"
    app.server.end_servers()
    assert (tmp_path / "solo" / "journal.db").exists()
