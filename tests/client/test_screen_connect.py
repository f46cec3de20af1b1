"""The connect screen: names, addresses, passwords, and what went wrong."""

from pathlib import Path

from textual import events
from textual.pilot import Pilot

from tests.support.languages import speaking
from tests.support.pretend import SERVER, Pretence
from tests.support.windows import resize
from upcard_client.network.addresses import HERE, Address
from upcard_client.network.neighbourhood import Neighbourhood
from upcard_client.screens.connect import ConnectScreen
from upcard_client.screens.surface import Surface
from upcard_client.settings import Recent, Settings, load
from upcard_protocol.wire.advert import Advert
from upcard_protocol.wire.handshake import SeatHeld

SIZE = (80, 24)


def at_start(home: Path, settings: Settings | None = None) -> Pretence:
    return Pretence(home, address=None, settings=settings)


async def typed(pilot: Pilot[None], text: str) -> None:
    await pilot.press(*text)


async def test_the_header_names_the_language_and_l_or_a_click_there_speaks_the_next(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    with speaking("en"):
        async with pretence.app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert pretence.text.splitlines()[0].endswith("L English")
            assert "L English  Ελληνικά  Русский  हिन्दी  Hindi (Roman)" in pretence.text
            await pilot.press("l")
            assert pretence.text.splitlines()[0].endswith("L Ελληνικά")
            assert "Άλλοι τρόποι να παίξετε" in pretence.text
            await pilot.click(Surface, offset=(76, 0))
            assert pretence.text.splitlines()[0].endswith("L Русский")
            await resize(pilot, 40, 12)
            assert pretence.text.splitlines()[0].endswith("L Русский")
    assert load(tmp_path / "settings.json").language == "ru"


async def test_the_last_server_is_chosen_and_enter_goes_there(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        assert pretence.link.address == SERVER


async def test_a_first_run_asks_for_the_name(tmp_path: Path) -> None:
    pretence = at_start(tmp_path, Settings())
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        screen = pretence.app.screen
        assert isinstance(screen, ConnectScreen)
        assert screen.field == "name"
        await pilot.press("ctrl+u")
        await typed(pilot, "Zoe")
        await pilot.press("enter")
        assert screen.field == ""
    assert load(tmp_path / "settings.json").name == "Zoe"


async def test_a_first_run_with_a_name_from_the_command_line_asks_for_none(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None, settings=Settings(), insisted=True)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        screen = pretence.app.screen
        assert isinstance(screen, ConnectScreen)
        assert screen.field == ""
        assert "Eleni" in pretence.text


async def test_keys_that_are_read_at_once_edit_a_line_in_the_order_in_which_they_were_pressed(tmp_path: Path) -> None:
    pretence = at_start(tmp_path, Settings())
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        for key in (
            "ctrl+u",
            *"Zoi",
            "backspace",
            "e",
            "home",
            "X",
            "delete",
            "Z",
            "left",
            "left",
            "delete",
            "enter",
        ):
            pretence.app.post_message(events.Key(key, key if len(key) == 1 else None))
        pretence.app.post_message(events.Key("h", "h"))
        await pilot.pause()
        await pilot.pause()
    assert load(tmp_path / "settings.json").name == "Zoe"


async def test_a_name_that_cannot_be_used_is_explained_and_asked_again(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("n", "ctrl+u", "x", "enter")
        assert "✗ The name x cannot be used: it is shorter than 2 characters." in pretence.text
        screen = pretence.app.screen
        assert isinstance(screen, ConnectScreen)
        assert screen.field == "name"
        await typed(pilot, "enia")
        await pilot.press("enter", "enter")
        assert pretence.link.identity.name == "xenia"


async def test_a_wrong_address_is_explained_under_the_field(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("a")
        await typed(pilot, "kitchen:99999")
        await pilot.press("enter")
        lines = pretence.text.splitlines()
        place = next(place for place, line in enumerate(lines) if "A Enter an address" in line)
        assert lines[place + 1].strip() == "99999 is no port: a number from 1 to 65535."
        await pilot.press("ctrl+u")
        await typed(pilot, "[fe80::1]:8000")
        await pilot.press("enter")
        assert pretence.link.address == Address("fe80::1", 8000)


async def test_letters_that_are_typed_into_a_field_are_no_keys(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("a")
        await typed(pilot, "hjbnq?")
        screen = pretence.app.screen
        assert isinstance(screen, ConnectScreen)
        assert screen.entry.value == "hjbnq?"
        await pilot.press("escape")
        assert screen.field == ""
        await pilot.press("a")
        assert screen.entry.value == "hjbnq?"  # a draft is kept


async def test_escape_stops_connecting(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.press("n")
        assert "✗ Still connecting. Esc stops." in pretence.text
        await pilot.press("escape")
        assert pretence.link.closed
        assert "Stopped." in pretence.text
        await pilot.press("enter")
        assert len(pretence.links) == 2


async def test_a_failure_is_said_and_another_try_is_free(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        pretence.link.fail("refused_port", address="192.168.1.20")
        await pilot.pause()
        assert "✗ Nothing answers at 192.168.1.20" in pretence.text
        await pilot.press("enter")
        assert len(pretence.links) == 2


async def test_a_password_that_is_asked_for_is_typed_unseen_and_the_link_is_made_again(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        pretence.link.fail("password_required")
        await pilot.pause()
        screen = pretence.app.screen
        assert isinstance(screen, ConnectScreen)
        assert screen.field == "password"
        assert screen.entry.password
        await typed(pilot, "secret")
        await pilot.press("enter")
        assert pretence.link.identity.password == "secret"
        assert pretence.link.address == SERVER
        assert "secret" not in pretence.text
        pretence.link.fail("bad_password")
        await pilot.pause()
        assert screen.field == "password"


async def test_a_name_that_is_taken_is_asked_for_and_the_link_is_made_again(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        pretence.link.fail("name_taken", name="Eleni")
        await pilot.pause()
        await typed(pilot, "2")
        await pilot.press("enter")
        assert pretence.link.identity.name == "Eleni2"
        assert len(pretence.links) == 2


async def test_clicks_choose_and_go(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        lines = pretence.text.splitlines()
        own = next(place for place, line in enumerate(lines) if "This computer" in line)
        await pilot.click(Surface, offset=(5, own))
        assert pretence.links == []
        await pilot.click(Surface, offset=(5, own))
        assert pretence.link.address == Address("127.0.0.1")


async def test_an_unknown_key_is_answered(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("x")
        assert "✗ X does nothing here. ? shows the keys." in pretence.text
        await pilot.press("т")  # the key of N in a Russian layout
        screen = pretence.app.screen
        assert isinstance(screen, ConnectScreen)
        assert screen.field == "name"


async def test_while_a_name_is_typed_the_footer_and_a_line_say_so_and_letters_have_no_keys(tmp_path: Path) -> None:
    pretence = at_start(tmp_path, Settings())
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "You are typing your name. Enter takes it, Esc goes back." in pretence.text
        assert pretence.text.splitlines()[-1].split() == ["Enter", "Done", "Esc", "Back"]
        await pilot.press("ctrl+u", "enter")
        assert "✗ A name cannot be empty: it has 2 to 16 letters. You are typing your name." in pretence.text
        await typed(pilot, "Zoe")
        await pilot.press("tab")
        assert "You are typing" not in pretence.text
        assert pretence.text.splitlines()[-2].split()[:2] == ["Enter", "Connect"]


async def test_the_footer_of_a_line_can_be_clicked(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        screen = pretence.app.screen
        assert isinstance(screen, ConnectScreen)
        await pilot.press("n")
        await typed(pilot, "2")
        await pilot.click(Surface, offset=(4, SIZE[1] - 2))
        assert (screen.field, screen.name_typed) == ("", "Eleni2")
        assert pretence.links == []
        await pilot.press("n")
        await typed(pilot, "3")
        await pilot.click(Surface, offset=(18, SIZE[1] - 2))
        assert (screen.field, screen.name_typed) == ("", "Eleni2")


async def test_no_password_at_all_is_answered_and_the_footer_has_its_key(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        pretence.link.fail("bad_password")
        await pilot.pause()
        assert "You are typing the password." in " ".join(pretence.text.split())
        await pilot.press("enter")
        assert "✗ No password was typed. P types one, Enter goes on without." in pretence.text
        assert "P Password" in pretence.text.splitlines()[-2]
        await pilot.press("enter")
        assert "Connecting to 192.168.1.20. Esc stops." in pretence.text


async def test_a_server_that_was_tried_stands_in_the_list_with_its_port(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=Address("127.0.0.1", 7378), settings=Settings())
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.fail("refused_port", address="127.0.0.1:7378")
        await pilot.pause()
        assert "► Tried just now 127.0.0.1:7378" in " ".join(pretence.text.split())
        await pilot.press("enter")
        assert pretence.link.address == Address("127.0.0.1", 7378)
        assert len(pretence.links) == 2


async def test_a_server_that_lets_in_and_then_is_silent_or_gone_is_left_with_escape(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.link.let_in(SeatHeld(7, 0, "Kitchen table"))
        await pilot.press("n")
        assert "Connected. Waiting for the server to show the table. Esc stops." in pretence.text
        pretence.link.lose()
        await pilot.pause()
        assert "The server does not answer any more. Trying again in 3 s. Esc stops." in pretence.text
        await pilot.press("escape")
        assert pretence.link.closed
        assert "Stopped." in pretence.text


# ---- servers on this network

PI = Address("192.168.1.20")
LAPTOP = Address("192.168.1.31", 8000)


def line_of(text: str, name: str) -> str:
    return " ".join(next(line for line in text.splitlines() if name in line).split())


async def test_servers_that_answer_are_listed_with_what_matters_before_joining(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert pretence.searches == [(HERE, PI)]
        around = Neighbourhood(searching=True).answered(PI, Advert(name="Kitchen Pi", players=5, tables=1), 4)
        around = around.heard(LAPTOP, Advert(name="Dad's laptop", players=1, tables=3, password=True))
        pretence.find(around.asked(HERE).silent(HERE))
        await pilot.pause()
        assert line_of(pretence.text, "Kitchen Pi") == "► Kitchen Pi 192.168.1.20 5 players 1 table open 4 ms"
        assert line_of(pretence.text, "laptop") == "Dad's laptop 192.168.1.31:8000 1 player 3 tables password"
        assert line_of(pretence.text, "This computer") == "This computer 127.0.0.1 no answer"
        assert "searching, 2 found" in pretence.text
        await pilot.press("down", "enter")
        assert pretence.link.address == LAPTOP


async def test_rejoining_goes_to_the_last_server_wherever_it_stands_in_the_list(tmp_path: Path) -> None:
    attic = Address("127.0.0.1", 17377)
    pretence = at_start(tmp_path, Settings(name="Eleni", recent=(Recent(str(attic), "Attic"), Recent(str(PI)))))
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        here, there = b"h" * 16, b"t" * 16
        around = Neighbourhood().answered(LAPTOP, Advert(name="Dad's laptop"), 4, there)
        around = around.answered(Address("192.168.1.9", 17377), Advert(name="Attic"), 1, here)
        pretence.find(around.answered(attic, Advert(name="Attic"), 1, here))
        await pilot.pause()
        assert "Rejoin Attic" in pretence.text
        await pilot.press("j")
        assert pretence.link.address == attic


async def test_the_chosen_line_stays_chosen_when_servers_come(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("up", "up")
        assert "► H Host a server here" in pretence.text
        pretence.find(Neighbourhood().heard(LAPTOP, Advert(name="Dad's laptop")))
        await pilot.pause()
        assert "► H Host a server here" in pretence.text


async def test_where_nobody_answers_other_ways_are_named_and_r_asks_again(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        pretence.find(Neighbourhood(failure="no network").asked(PI).silent(PI))
        await pilot.pause()
        assert "No server answered. A: enter an address. H: host one here." in pretence.text
        assert "the network cannot be searched" in pretence.text
        await pilot.press("r")
        await pilot.pause()
        assert len(pretence.searches) == 2


async def test_nobody_searches_the_network_while_somebody_plays(tmp_path: Path) -> None:
    pretence = at_start(tmp_path)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        pretence.link.let_in()
        await pilot.pause()
        assert not [worker for worker in pretence.app.workers if worker.group == "search" and worker.is_running]
