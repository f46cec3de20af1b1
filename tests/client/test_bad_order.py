"""What comes in an order that nobody wants: keys ahead of an answer, answers behind a screen, ends below a dialog."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual import events
from textual.pilot import Pilot

from tests.support.deals import deck_for
from tests.support.house import AT_MS, ME, MIRA, HouseTable, to_draw, watched
from tests.support.pretend import SERVER, Pretence, row
from upcard_client.cardtable.desk import ANSWER_AFTER_MS
from upcard_client.screens.certificate import CertificateScreen
from upcard_client.screens.connect import ConnectScreen
from upcard_client.screens.leaving import give_up
from upcard_client.screens.lobby import LobbyScreen
from upcard_client.screens.menu import MenuScreen
from upcard_client.screens.newtable import NewTableScreen
from upcard_client.screens.preferences import PreferencesScreen
from upcard_client.screens.replay import ReplayScreen
from upcard_client.screens.room import RoomScreen
from upcard_protocol import table as tables
from upcard_protocol.rules.game import Forfeit
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.wire.pushes import Notice
from upcard_protocol.wire.requests import Chat, NewTable, Unwatch, Watch

SIZE = (80, 24)
DECK = deck_for("4s 5s 6s Jh Jd Jc Ad 2c 9h Kc", "Qd 9d 8c 8d Th 6h 6c 4c 3d Ts", "7c", "8h 2h")
TWO_TABLES = (
    row(7, "Kitchen table", "Eleni", "Mira", state="playing"),
    row(8, "Window table", "Zoe", "Ann", state="playing"),
)


def dealt() -> HouseTable:
    house = HouseTable()
    house.begin(DECK)
    return house


async def at_once(pretence: Pretence, pilot: Pilot[None], *keys: str) -> None:
    """Press keys that the program reads in one go, as after a moment in which it was busy."""
    for key in keys:
        pretence.app.post_message(events.Key(key, key if len(key) == 1 else None))
    for _ in keys:
        await pilot.pause()


def screens(pretence: Pretence) -> list[type]:
    """Return the screens that are up, the topmost last."""
    return [type(screen) for screen in pretence.app.screen_stack[1:]]


# ---- a link that ends for good


@pytest.mark.parametrize(
    ("place", "above", "code", "field"),
    [
        (LobbyScreen, "", "bad_password", "password"),
        (LobbyScreen, "n", "name_taken", "name"),
        (LobbyScreen, "c", "kicked", ""),
        (RoomScreen, "escape", "password_required", "password"),
        (RoomScreen, "f2", "name_in_use", "name"),
        (RoomScreen, "c", "kicked", ""),
    ],
)
async def test_a_server_that_lets_nobody_in_again_leads_to_the_first_screen_whatever_was_open(
    tmp_path: Path, place: type, above: str, code: str, field: str
) -> None:
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        if place is RoomScreen:
            pretence.link.hear(dealt().snapshot())
        await pilot.pause()
        if above:
            await pilot.press(above)
        pretence.link.lose()
        pretence.link.fail(code)
        await pilot.pause()
        await pilot.pause()
        assert screens(pretence) == [ConnectScreen]
        screen = pretence.app.screen
        assert isinstance(screen, ConnectScreen)
        assert screen.field == field
        if field:
            await pilot.press("ctrl+u", *"sesame", "enter")
            assert [link.address for link in pretence.links] == [SERVER, SERVER]
            typed = pretence.link.identity
            assert (typed.password if field == "password" else typed.name) == "sesame"
        assert pretence.app.fault is None


async def test_a_server_that_comes_back_with_another_certificate_is_asked_about_at_once(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(dealt().snapshot())
        await pilot.pause()
        pretence.link.lose()
        pretence.link.fail("certificate_changed", address=str(SERVER), known="AA", now="BB")
        await pilot.pause()
        assert screens(pretence) == [ConnectScreen, CertificateScreen]


# ---- a table that ends below something


@pytest.mark.parametrize("above", ["escape", "f2", "c"])
async def test_a_table_that_is_closed_takes_with_it_whatever_stands_above_it(tmp_path: Path, above: str) -> None:
    pretence, house = Pretence(tmp_path), dealt()
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(house.snapshot())
        await pilot.pause()
        await pilot.press(above)
        pretence.link.hear(*house.do(tables.Close()))
        await pilot.pause()
        assert screens(pretence) == [LobbyScreen]
        assert "The table is closed." in pretence.text
        await pilot.press("n")
        assert screens(pretence) == [LobbyScreen, NewTableScreen]


async def test_a_table_that_is_closed_ends_the_replay_of_its_hand(tmp_path: Path) -> None:
    pretence, house = Pretence(tmp_path), HouseTable()
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(house.snapshot())
        await pilot.pause()
        pretence.link.hear(*house.begin(DECK), *to_draw(house))
        screen = pretence.app.screen
        assert isinstance(screen, RoomScreen)
        screen.table_asked("replay")
        await pilot.pause()
        assert screens(pretence) == [RoomScreen, ReplayScreen]
        await pilot.press("right")
        pretence.link.hear(*house.do(tables.Close()))
        await pilot.pause()
        assert screens(pretence) == [LobbyScreen]


# ---- news ahead of the screen that is to show them


async def test_what_the_server_did_as_ones_time_was_up_is_said_also_where_it_is_read_with_the_snapshot(
    tmp_path: Path,
) -> None:
    pretence, house = Pretence(tmp_path), dealt()
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        snapshot, match = house.snapshot(), tables.view(house.table, ME).match
        assert match is not None
        pretence.link.hear(snapshot, *house.do(tables.TimeOut(ME, match.decision, act.PASS)))
        await pilot.pause()
        assert pretence.text.splitlines()[14] == " Time is up: the server passed for you."


async def test_that_the_server_goes_down_is_said_also_where_it_is_read_with_the_snapshot(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        going = Notice(code="going_down", values={"seconds": 60}, at_ms=AT_MS)
        pretence.link.hear(HouseTable().snapshot(), going)
        await pilot.pause()
        assert "The server goes down in 60 s" in pretence.text


async def test_whoever_is_asked_about_giving_up_a_hand_does_not_give_up_the_next_one(tmp_path: Path) -> None:
    pretence, house = Pretence(tmp_path), dealt()
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(house.snapshot())
        await pilot.pause()
        screen = pretence.app.screen
        assert isinstance(screen, RoomScreen)
        await pilot.press("escape")
        next_hand = house.do(Forfeit(MIRA)) + house.do(act.READY, ME) + house.do(act.READY, MIRA) + house.deal(DECK)
        pretence.link.hear(*next_hand)
        menu = pretence.app.screen
        assert isinstance(menu, MenuScreen)
        menu.ask(give_up(screen.at))
        await pilot.pause(ANSWER_AFTER_MS / 1000)
        await pilot.press("enter")
        assert pretence.link.asked == []
        assert "✗ The table changed just before your key. Nothing was done." in pretence.text


# ---- the end of the program


async def test_a_second_that_passes_while_the_screens_are_taken_down_is_no_fault(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(dealt().snapshot())
        await pilot.pause()
        await pilot.press("escape")
        for screen in pretence.app.screen_stack:
            await screen.remove_children()
        pretence.link.hear(Notice(code="going_down", values={"seconds": 60}, at_ms=AT_MS))
        screen = pretence.app.screen
        assert isinstance(screen, MenuScreen)
        screen.refresh_model(anew=True)
        assert pretence.app.fault is None


# ---- keys that are read in one go


@pytest.mark.parametrize(
    ("keys", "up"),
    [
        (("escape",), [RoomScreen, MenuScreen]),
        (("escape", "escape"), [RoomScreen]),
        (("escape", "enter"), [RoomScreen]),
        (("f2", "escape"), [RoomScreen]),
        (("f2", "f2"), [RoomScreen, PreferencesScreen]),
        (("f3", "escape", "f2"), [RoomScreen, PreferencesScreen]),
        (("ctrl+q", "escape", "escape"), [RoomScreen, MenuScreen]),
    ],
)
async def test_each_key_at_a_table_goes_where_the_one_before_has_led(
    tmp_path: Path, keys: tuple[str, ...], up: list[type]
) -> None:
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(dealt().snapshot())
        await pilot.pause()
        await at_once(pretence, pilot, *keys)
        assert screens(pretence) == up
        assert pretence.link.moves == []


async def test_what_is_typed_at_once_after_the_key_that_opens_a_line_stands_in_it(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        await pilot.pause()
        await at_once(pretence, pilot, "c", *"hi", "enter")
        pretence.link.answer()
        pretence.link.hear(dealt().snapshot())
        await pilot.pause()
        await at_once(pretence, pilot, "c", *"pdd", "enter")
        assert pretence.link.asked == [Chat(0, None, "hi"), Chat(0, 7, "pdd")]
        assert pretence.link.moves == []


# ---- keys that are pressed again before the answer


@pytest.mark.parametrize("keys", [("q", "q"), ("n", "enter", "enter")])
async def test_a_table_is_opened_once_however_often_it_is_asked_for(tmp_path: Path, keys: tuple[str, ...]) -> None:
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        await pilot.pause()
        await pilot.press(*keys)
        assert [type(request) for request in pretence.link.asked] == [NewTable]


async def test_whoever_goes_on_to_the_next_table_twice_goes_on_once(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.change(lambda model: replace(model, rows=TWO_TABLES))
        pretence.link.hear(watched(dealt()).snapshot())
        await pilot.pause()
        await pilot.press("n", "n")
        assert pretence.link.asked == [Unwatch(0, 7), Watch(0, 8)]
