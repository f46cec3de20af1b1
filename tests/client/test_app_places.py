"""Which screen is up follows from what the server says: connect, lobby, room, and back."""

import time
from pathlib import Path

import pytest

from tests.support.deals import deck_for
from tests.support.house import ME, MIRA, SERVER_SEED, HouseTable, watched
from tests.support.pretend import SERVER, Pretence, row
from tests.support.windows import resize
from upcard_client.cardtable.desk import ANSWER_AFTER_MS
from upcard_client.errands import PlayComputer, WatchTable
from upcard_client.network.addresses import Address
from upcard_client.screens.connect import ConnectScreen
from upcard_client.screens.lobby import LobbyScreen
from upcard_client.screens.menu import MenuScreen
from upcard_client.screens.reader import ReaderScreen
from upcard_client.screens.room import RoomScreen
from upcard_client.settings import Settings, load
from upcard_protocol import table as tables
from upcard_protocol.wire.handshake import SeatHeld
from upcard_protocol.wire.pushes import TableChanged
from upcard_protocol.wire.replies import Done, Seated
from upcard_protocol.wire.requests import AddBot, LeaveTable, NewTable, Ready, TakeSeat, Unwatch, Watch

SIZE = (80, 24)
DECK = deck_for("4s 5s 6s Jh Jd Jc Ad 2c 9h Kc")


@pytest.fixture
def pretence(tmp_path: Path) -> Pretence:
    return Pretence(tmp_path)


def dealt() -> HouseTable:
    house = HouseTable()
    house.begin(DECK)
    return house


async def test_without_a_server_the_connect_screen_is_up(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert isinstance(pretence.app.screen, ConnectScreen)
        assert pretence.links == []
        assert "Kitchen Pi          192.168.1.20" in pretence.text


async def test_a_given_address_is_gone_to_at_once(pretence: Pretence) -> None:
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert pretence.link.address == SERVER
        assert pretence.link.identity.name == "Eleni"
        assert "Connecting to 192.168.1.20. Esc stops." in pretence.text


async def test_being_let_in_opens_the_lobby_and_the_server_is_remembered(pretence: Pretence, tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, settings=Settings(), address=Address("10.0.0.7", 8000))
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        await pilot.pause()
        assert isinstance(pretence.app.screen, LobbyScreen)
        assert "✓ Connected to Kitchen Pi. Choose a table, or press N for a new one." in pretence.text
    known = load(tmp_path / "settings.json")
    assert known.name == "Eleni"
    assert [recent.address for recent in known.recent] == ["10.0.0.7:8000"]


async def test_a_seat_that_is_held_is_gone_back_to(pretence: Pretence) -> None:
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in(SeatHeld(7, 0, "Kitchen table"))
        assert isinstance(pretence.link.asked[-1], TakeSeat)
        pretence.link.answer(Seated(7, 0))
        pretence.link.hear(dealt().snapshot())
        await pilot.pause()
        assert isinstance(pretence.app.screen, RoomScreen)
        assert "YOUR TURN: take the upcard or pass" in pretence.text
        assert pretence.text.splitlines()[14].strip() == "Connected to Kitchen Pi."


async def test_the_errand_against_the_computer_opens_a_table_and_is_ready(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, errand=PlayComputer())
    house = HouseTable()
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        link = pretence.link
        link.let_in()
        assert isinstance(link.asked[-1], NewTable)
        link.answer(Seated(7, 0))
        house.seat(ME, "Eleni")
        link.hear(house.snapshot())
        assert isinstance(link.asked[-1], AddBot)
        link.refuse("table_full")
        link.hear(*house.seat(1, "Blaise (bot)", bot=True))
        link.refuse("table_full")
        assert isinstance(link.asked[-1], Ready)
        link.answer()
        await pilot.pause()
        assert isinstance(pretence.app.screen, RoomScreen)


async def test_a_guest_on_an_errand_to_watch_comes_to_the_table(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, errand=WatchTable())
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        link = pretence.link
        link.let_in(name="guest-7k3m", guest=True)
        await pilot.pause()
        assert isinstance(pretence.app.screen, LobbyScreen)
        assert "There is no table to watch yet." in pretence.text
        link.hear(TableChanged(row(7, "Kitchen table", "Eleni", "Mira", state="playing", hand=1)))
        await pilot.press("w")
        assert isinstance(link.asked[-1], Watch)
        link.answer()
        link.hear(watched(dealt()).snapshot())
        await pilot.pause()
        assert "Watching · Kitchen table" in pretence.text


async def test_leaving_a_table_leads_back_to_the_lobby(pretence: Pretence) -> None:
    house = HouseTable()
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        house.seat(ME, "Eleni")
        pretence.link.hear(house.snapshot())
        await pilot.press("escape")
        assert isinstance(pretence.app.screen, MenuScreen)
        await pilot.press("up", "up", "enter")
        assert isinstance(pretence.link.asked[-1], LeaveTable)
        pretence.link.answer()
        await pilot.pause()
        assert isinstance(pretence.app.screen, LobbyScreen)


async def test_a_spectator_goes_back_to_the_lobby_with_escape(pretence: Pretence) -> None:
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(watched(dealt()).snapshot())
        await pilot.press("escape")
        assert isinstance(pretence.link.asked[-1], Unwatch)
        pretence.link.answer()
        await pilot.pause()
        assert isinstance(pretence.app.screen, LobbyScreen)


async def test_a_table_that_is_gone_is_said_in_the_lobby(pretence: Pretence) -> None:
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        link = pretence.link
        link.let_in()
        link.hear(dealt().snapshot())
        link.lose()
        link.let_in()
        link.refuse("no_such_table", table=7)
        await pilot.pause()
        assert isinstance(pretence.app.screen, LobbyScreen)
        assert "✗ There is no table 7: it may have closed." in pretence.text


async def test_a_link_that_fails_leads_back_and_says_why(pretence: Pretence) -> None:
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        await pilot.pause()
        pretence.link.fail("superseded")
        await pilot.pause()
        assert isinstance(pretence.app.screen, ConnectScreen)
        assert "✗ You are connected from somewhere else now" in pretence.text


async def test_leaving_the_server_is_asked_once(pretence: Pretence) -> None:
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        await pilot.pause()
        await pilot.press("escape")
        await pilot.press("escape")
        assert isinstance(pretence.app.screen, LobbyScreen)
        await pilot.press("escape")
        assert isinstance(pretence.app.screen, MenuScreen)
        await pilot.pause(0.35)
        await pilot.press("enter")
        assert pretence.link.closed
        assert isinstance(pretence.app.screen, ConnectScreen)
        assert "You have left Kitchen Pi." in pretence.text


async def test_quitting_costs_nothing_in_the_lobby(pretence: Pretence) -> None:
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        await pilot.pause()
        await pilot.press("ctrl+q")
        await pilot.pause()
    assert pretence.link.closed
    assert not pretence.app.is_running


async def test_quitting_in_a_match_names_the_price(pretence: Pretence, monkeypatch: pytest.MonkeyPatch) -> None:
    now_ms = [0]
    monkeypatch.setattr(time, "monotonic_ns", lambda: now_ms[0] * 1_000_000)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(dealt().snapshot())
        await pilot.pause()
        await pilot.press("ctrl+q")
        assert "Your seat is kept for 2:00; then the" in pretence.text
        await pilot.press("enter")
        assert pretence.app.is_running  # a double tap is not an answer
        await pilot.press("escape")
        assert isinstance(pretence.app.screen, RoomScreen)
        await pilot.press("ctrl+q")
        now_ms[0] += ANSWER_AFTER_MS
        await pilot.press("enter")
        await pilot.pause()
    assert not pretence.app.is_running


async def test_ctrl_c_says_how_to_quit(pretence: Pretence) -> None:
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        await pilot.pause()
        await pilot.press("ctrl+c")
        assert "Ctrl+Q quits." in pretence.text
        pretence.link.hear(dealt().snapshot())
        await pilot.pause()
        await pilot.press("ctrl+c")
        assert "Ctrl+Q quits." in pretence.text


async def test_help_opens_everywhere_and_goes_away_by_its_own_key(pretence: Pretence) -> None:
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        await pilot.pause()
        lobby, gin, rummy = "In the lobby", "K          knock (asks once)", "Help: keys at a table of rummy"
        signs = "Help: signs on the table"
        for prepare, pages in (
            (lambda: None, (lobby, gin, rummy, signs)),
            (lambda: pretence.link.hear(dealt().snapshot()), (gin, rummy, signs, lobby)),
        ):
            prepare()
            await pilot.pause()
            await pilot.press("question_mark")
            assert isinstance(pretence.app.screen, ReaderScreen)
            for page in pages:
                assert page in pretence.text
                await pilot.press("right")
            await pilot.press("f1")
            assert not isinstance(pretence.app.screen, ReaderScreen)


async def test_a_fault_of_a_worker_ends_the_program_and_is_kept(pretence: Pretence) -> None:
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.break_down(ZeroDivisionError("ours"))
        await pilot.pause()
        await pilot.pause()
    assert isinstance(pretence.app.fault, ZeroDivisionError)
    assert not pretence.app.is_running


async def test_a_window_that_is_too_small_says_so_and_comes_back(pretence: Pretence) -> None:
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(dealt().snapshot())
        await pilot.pause()
        before = pretence.text
        for width, height in ((20, 6), (10, 3), (1, 1), (40, 12), (120, 40)):
            await resize(pilot, width, height)
            if (width, height) == (20, 6):
                assert pretence.text.splitlines()[:4] == [
                    "YOUR TURN: take or",
                    "  pass",
                    "Make the window",
                    "40x12 or larger.",
                ]
        await resize(pilot, *SIZE)
        assert pretence.text == before


async def test_an_answer_to_nothing_changes_nothing(pretence: Pretence) -> None:
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(Done(999))
        await pilot.pause()
        assert isinstance(pretence.app.screen, LobbyScreen)


async def test_a_table_that_closes_leads_back_to_the_lobby(pretence: Pretence) -> None:
    house = HouseTable()
    house.seat(ME, "Eleni")
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(house.snapshot())
        await pilot.pause()
        pretence.link.hear(*house.do(tables.Close()))
        await pilot.pause()
        assert isinstance(pretence.app.screen, LobbyScreen)
        assert "The table is closed." in pretence.text


async def test_the_shuffle_of_a_match_that_its_table_ended_is_told_in_the_lobby(pretence: Pretence) -> None:
    house = HouseTable()
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        house.seat(ME, "Eleni")
        house.seat(MIRA, "Mira")
        pretence.link.hear(house.snapshot())
        pretence.link.hear(*house.begin(DECK))
        pretence.link.hear(*house.do(tables.Reveal(SERVER_SEED)), *house.do(tables.Close()))
        pretence.link.refuse("no_record")
        await pilot.pause()
        assert isinstance(pretence.app.screen, LobbyScreen)
        assert "The shuffle cannot be checked" in pretence.text
