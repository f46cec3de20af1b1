"""A server for others: the form, what quitting costs those on it, and a real one that is entered and stopped."""

import asyncio
from pathlib import Path
from typing import cast

import pytest
from msgspec import Struct

from tests.client.test_app_alone import no_network
from tests.support.pretend import Pretence
from upcard_client.app import UpcardApp
from upcard_client.attable import AtTable
from upcard_client.hosting.childserver import Running
from upcard_client.hosting.publicserver import Plan, invited
from upcard_client.link import Identity, Link
from upcard_client.network.addresses import Address
from upcard_client.news import Entered, News
from upcard_client.screens.connect import ConnectScreen
from upcard_client.screens.host import Host
from upcard_client.screens.hosting import HostedScreen, HostScreen, server_name
from upcard_client.screens.leaving import leave_program
from upcard_client.screens.lobby import LobbyScreen
from upcard_client.screens.menu import MenuScreen
from upcard_client.settings import Settings
from upcard_client.starting import Paths, Target, Told
from upcard_client.state import Model
from upcard_protocol.wire.replies import PersonRow

SIZE = (80, 24)
LIMIT_S = 30


# ---- the form


async def test_a_server_has_a_name_a_password_and_an_end(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None)
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.press("h")
        form = pretence.app.screen
        assert isinstance(form, HostScreen)
        assert form.plan == Plan("Eleni's server")
        assert "After I quit       ◂ stop it" in pretence.text
        await pilot.press("right", "ctrl+u", *"Attic", "down", "right", *"tiger", "down", "right")
        assert form.plan == Plan("Attic", "tiger", stays=True)
        assert "After I quit       ◂ keep it running" in pretence.text
        await pilot.press("up", "up", "right", "ctrl+u", "enter")
        assert "✗" in pretence.text
        assert form.plan.name == "Attic"
        await pilot.press("escape")
        assert isinstance(pretence.app.screen, ConnectScreen)


async def test_somebody_without_a_name_is_asked_for_it_first(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=None, name="", settings=Settings())
    async with pretence.app.run_test(size=SIZE) as pilot:
        await pilot.press("ctrl+u", "escape", "h")
        screen = pretence.app.screen
        assert isinstance(screen, ConnectScreen)
        assert screen.field == "name"


def test_a_server_is_called_after_the_player_as_far_as_that_fits() -> None:
    assert server_name("Eleni") == "Eleni's server"
    assert server_name("M" * 16) == "M" * 16


def test_others_are_told_what_to_type_unless_nobody_else_can_come() -> None:
    assert invited(Running(address="127.0.0.1", invitation="upcard play 192.168.1.20")) == (
        "Others type: upcard play 192.168.1.20"
    )
    assert invited(Running(address="127.0.0.1", invitation="upcard play 127.0.0.1:9000")) == (
        "This computer is on no network: nobody else can come in."
    )


# ---- what quitting costs


class Hosted(Struct, frozen=True):
    """What `leaving` asks of a person's whereabouts."""

    hosting: str
    alone: str = ""


class Quitting(Struct, frozen=True):
    """What `leaving` asks of the app."""

    server: Hosted
    model: Model


def asked(hosting: str, people: int = 0, at: AtTable | None = None) -> str:
    """Return the question before quitting."""
    model = Model(people=tuple(PersonRow(user=user, name=f"P{user}", guest=False) for user in range(people)))
    return leave_program(cast("Host", Quitting(Hosted(hosting), model)), at).question


@pytest.mark.parametrize(
    ("hosting", "people", "question"),
    [
        ("", 5, ""),
        ("here", 1, ""),
        ("here", 2, "Quit? Your server stops with you: 1 other person is sent away."),
        ("here", 3, "Quit? Your server stops with you: 2 other people are sent away."),
        ("elsewhere", 9, "Quit? Your server stops with you, and whoever is on it is sent away."),
    ],
)
def test_the_question_before_quitting_names_who_is_sent_away(hosting: str, people: int, question: str) -> None:
    said = asked(hosting, people)
    assert said.startswith(question)
    assert bool(said) == bool(question)


# ---- a real one


async def test_a_server_is_started_entered_left_found_again_and_stopped(tmp_path: Path) -> None:
    entered = asyncio.Event()
    paths = Paths(tmp_path / "settings.json", tmp_path / "tokens", tmp_path / "solo", tmp_path / "hosted")

    def open_link(address: Address, identity: Identity, told: Told) -> Link:
        def hear(items: tuple[News, ...]) -> None:
            told(items)
            if any(isinstance(item, Entered) for item in items):
                entered.set()

        return Link(address, identity, paths.tokens, hear)

    target = Target(identity=Identity(name="Eleni"))
    app = UpcardApp(target, Settings(name="Eleni"), paths, open_link=open_link, look_around=no_network)
    try:
        async with app.run_test(size=SIZE) as pilot:
            await pilot.press("h", "enter")
            async with asyncio.timeout(LIMIT_S):
                await entered.wait()
            await pilot.pause()
            lobby = app.screen
            assert isinstance(lobby, LobbyScreen)
            found = app.server.hosted
            assert found is not None
            assert found.invitation in lobby.screen_text.splitlines()[0]
            assert (app.server.hosting, app.settings.recent) == ("here", ())
            app.server.leave()
            await pilot.pause()
            assert app.server.hosting == "elsewhere"
            await pilot.press("ctrl+q")
            assert isinstance(app.screen, MenuScreen)
            assert "Your server stops" in app.screen.screen_text
            await pilot.press("escape", "h")
            assert isinstance(app.screen, HostedScreen)
            assert "It stops when you quit." in app.screen.screen_text
            await pilot.press("escape")
            app.server.stop_hosted()
            async with asyncio.timeout(LIMIT_S):
                await next(worker for worker in app.workers if worker.group == "hosting").wait()
            await pilot.pause()
            connect = app.screen
            assert isinstance(connect, ConnectScreen)
            assert "Your server has stopped." in connect.screen_text
            assert app.server.hosted is None
    finally:
        app.server.end_servers()
