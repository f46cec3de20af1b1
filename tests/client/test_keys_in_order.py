"""Keys that come in one burst, as from a fast typist or over a slow line: each counts, and in its order."""

from pathlib import Path

from textual import events

from tests.support.pretend import Pretence, row
from upcard_client.screens.lobby import LobbyScreen
from upcard_client.screens.newtable import NewTableScreen
from upcard_client.screens.painted import PaintedScreen
from upcard_client.stage import StageApp
from upcard_client.themes import FELT
from upcard_client.widgets.entry import Entry
from upcard_protocol.wire.pushes import TableChanged
from upcard_protocol.wire.requests import Chat

SIZE = (80, 24)


def burst(app: StageApp | Pretence, *keys: str) -> None:
    """Have all of the keys there before any of them is looked at; one letter each, or the name of a key."""
    target = app.app if isinstance(app, Pretence) else app
    for key in keys:
        target.post_message(events.Key(key, key if len(key) == 1 else None))


async def test_what_is_typed_in_one_go_after_c_is_in_the_chat_line_and_no_letter_reaches_the_game() -> None:
    app = StageApp("draw", FELT, freeze=True)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        burst(app, "c", *"dtkg", "left", "x")
        await pilot.pause()
        assert app.query_one(Entry).value == "dtkxg"
        assert "YOUR TURN: draw a card" in app.table.screen_text
        burst(app, "enter", "d")
        await pilot.pause()
        assert "You: dtkxg" in app.table.screen_text
        assert "YOUR TURN: discard a card" in app.table.screen_text


async def test_what_is_pasted_after_c_is_in_the_chat_line_before_the_letters_after_it() -> None:
    app = StageApp("draw", FELT, freeze=True)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        burst(app, "c", "o")
        app.post_message(events.Paste("ne two"))
        burst(app, "s")
        await pilot.pause()
        assert app.query_one(Entry).value == "one twos"


async def test_what_is_pasted_where_nothing_is_typed_does_nothing() -> None:
    app = StageApp("draw", FELT, freeze=True)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        before = app.table.screen_text
        app.post_message(events.Paste("dk"))
        await pilot.pause()
        assert app.table.screen_text == before


async def test_chat_and_filter_of_the_lobby_take_all_that_is_typed_at_once(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(TableChanged(row(7, "Kitchen table", "Mira")), TableChanged(row(8, "Queen's box", "Ann")))
        await pilot.pause()
        burst(pretence, "c", *"quick", "enter", "f", *"queen", "enter")
        await pilot.pause()
        assert [asked.text for asked in pretence.link.asked if isinstance(asked, Chat)] == ["quick"]
        screen = pretence.app.screen
        assert isinstance(screen, LobbyScreen)
        assert [table.title for table in screen.rows] == ["Queen's box"]


async def test_an_address_that_is_typed_at_once_is_whole(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        burst(pretence, "a", *"barn", "enter")
        await pilot.pause()
        assert [str(link.address) for link in pretence.links] == ["barn"]


async def test_keys_after_one_that_opens_a_screen_go_to_that_screen(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        await pilot.pause()
        burst(pretence, "n", "up", "right", *"s3cret", "enter")
        await pilot.pause()
        screen = pretence.app.screen
        assert isinstance(screen, NewTableScreen)
        assert screen.form.code == "s3cret"
        burst(pretence, "escape", "f2", "t", "escape", "escape", "c", *"hi")
        await pilot.pause()
        screen = pretence.app.screen
        assert isinstance(screen, PaintedScreen)
        assert (screen.field, screen.entry.value) == ("chat", "hi")
