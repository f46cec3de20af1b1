"""`upcard --scene connect` and `--scene lobby`: the screens around the tables in a fixed state, over no network.

The screens are those of every run. What stands still is where they are: a `Standstill` knows one lobby, is at once
where it is asked to go, and sends nothing; nothing is searched for, kept or started.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from upcard_client.app import UpcardApp
from upcard_client.cardtable.widget import milliseconds
from upcard_client.errands import Errand
from upcard_client.games.fronts import FRONTS
from upcard_client.hosting.childserver import Running
from upcard_client.hosting.publicserver import Plan
from upcard_client.link import Identity
from upcard_client.locale import tr
from upcard_client.looks.palette import Palette
from upcard_client.looks.terminal import ANY_TERMINAL, Terminal
from upcard_client.network.addresses import Address
from upcard_client.network.linkwords import say
from upcard_client.network.listing import Visited
from upcard_client.network.neighbourhood import Neighbourhood
from upcard_client.news import Denied
from upcard_client.settings import Recent, Settings
from upcard_client.starting import Paths, Target
from upcard_client.state import Me, Model, Up
from upcard_client.whereabouts import Place, Whereabouts
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.games import GameOptions
from upcard_protocol.table import Chair, TableOptions
from upcard_protocol.wire.advert import Advert
from upcard_protocol.wire.handshake import PROTOCOL_HI, Limits, NoAuth, Welcome
from upcard_protocol.wire.pushes import ChatLine
from upcard_protocol.wire.replies import Described, PersonRow, TableRow, TableState
from upcard_protocol.wire.requests import Chat, Lobby, Look, Players, Request

SCENES: Final = ("connect", "lobby")
"""The scenes of this module; those of the tables are in `stage.STAGES`."""

KITCHEN: Final = Address("192.168.1.20")
"""Where the one lobby is."""

_AT_MS: Final = 1_800_000_000_000
"""When a scene begins, milliseconds since 1970."""
_ELENI, _MIRA, _ALEXIS, _RAVI, _SOFIA = range(1, 6)
_NO_SERVER: Final = Refusal("scene")


def _preset(game: str, name: str) -> GameOptions:
    return FRONTS[game].choices.PRESETS[name]


def _chairs(*names: str, free: int = 0) -> tuple[Chair, ...]:
    return (*(Chair("bot" if "(bot)" in name else "person", name) for name in names), *(Chair(),) * free)


def _table(
    table: int,
    title: str,
    options: GameOptions,
    chairs: tuple[Chair, ...],
    state: TableState = "waiting",
    hand: int = 0,
    *,
    spectators: int = 0,
    paused_s: int = 0,
) -> Described:
    row = TableRow(
        table=table,
        title=title,
        game=next(front.name for front in FRONTS.values() if isinstance(options, type(front.usual))),
        target=options.target,
        chairs=chairs,
        state=state,
        hand=hand,
        spectators=spectators,
        paused_until_ms=_AT_MS + paused_s * 1000 if paused_s else None,
    )
    return Described(row, TableOptions(name=title), options)


def lobby() -> Model:
    """Return what is known of the one server."""
    gin, oklahoma, rummy = _preset("gin", "modern"), _preset("gin", "oklahoma"), FRONTS["rummy"].usual
    tables = (
        _table(1, "Kitchen table", gin, _chairs("Mira", free=1)),
        _table(2, "Lunch break", gin, _chairs("Nadia", "Leo"), "playing", 3),
        _table(3, "Rummy night", rummy, _chairs("Alexis", "Ben", "Ann", free=1)),
        _table(4, "Bot arena", gin, _chairs("Blaise (bot)", "Emmy (bot)"), "playing", 9, spectators=2),
        _table(5, "Alex + Sam", oklahoma, _chairs("Alex", "Sam"), "paused", 2, paused_s=80),
    )
    welcome = Welcome(
        protocol=PROTOCOL_HI,
        server=bytes(16),
        name="Kitchen Pi",
        epoch=1,
        version="",
        limits=Limits(client_frame=4096, server_frame=65536, messages_per_s=30, chat_per_10s=10, tables=4, idle_s=45),
        auth=NoAuth(),
        players=5,
        tables=len(tables),
        at_ms=_AT_MS,
    )
    return Model(
        link=Up(4),
        server=welcome,
        me=Me(_ELENI, "Eleni", guest=False),
        rows=tuple(each.row for each in tables),
        described={each.row.table: each for each in tables},
        people=(
            PersonRow(_ALEXIS, "Alexis", guest=False, table=3),
            PersonRow(_ELENI, "Eleni", guest=False),
            PersonRow(_MIRA, "Mira", guest=False, table=1),
            PersonRow(_RAVI, "Ravi", guest=False),
            PersonRow(_SOFIA, "Sofia", guest=False),
        ),
        chat=(
            ChatLine(table=None, user=_RAVI, name="Ravi", text="anyone for gin?", at_ms=_AT_MS),
            ChatLine(table=None, user=_MIRA, name="Mira", text="sitting down now", at_ms=_AT_MS),
        ),
        in_lobby=True,
    )


def neighbours() -> Neighbourhood:
    """Return the servers that a scene has heard of."""
    found = Neighbourhood().answered(KITCHEN, Advert(name="Kitchen Pi", players=5, tables=5), 4)
    laptop = Advert(name="Dad's laptop", players=1, tables=1, password=True)
    office = Advert(name="Office box", lo=PROTOCOL_HI + 1, hi=PROTOCOL_HI + 1)
    return found.answered(Address("192.168.1.31"), laptop, 9).answered(Address("192.168.1.77"), office, 2)


def visited() -> tuple[Visited, ...]:
    """Return those servers with what is known of their lobbies."""
    return tuple(Visited(one, lobby() if one.address == KITCHEN else None) for one in neighbours().neighbours)


async def _look_around(
    _known: Sequence[Address], tell: Callable[[Neighbourhood], None], _before: Neighbourhood
) -> None:
    tell(neighbours())


class Standstill(Whereabouts):
    """Whereabouts without a network: the connect screen, or the one lobby."""

    _lobby: Model | None = None

    @property
    def model(self) -> Model:
        """The one lobby, where one is there."""
        return self._lobby or Model()

    @property
    def place(self) -> Place:
        """The lobby, or nowhere."""
        return "between" if self._lobby is None else "lobby"

    @property
    def hosted(self) -> Running | None:
        """No server is hosted."""
        return None

    def ask(self, request: Request) -> None:
        """Say one's own line of chat; say of everything else that it is not sent."""
        match request:
            case Lobby() | Look() | Players():
                pass
            case Chat(text=text) if self._lobby is not None:
                line = ChatLine(table=None, user=_ELENI, name="Eleni", text=text, at_ms=_AT_MS)
                self._lobby = replace(self._lobby, chat=(*self._lobby.chat, line))
                self._shell.told(())
            case _:
                # After the screen has said that it asks, as where an answer takes its time.
                asyncio.get_running_loop().call_soon(self._shell.told, (Denied(request, _NO_SERVER),))

    def connect(self, address: Address, identity: Identity, errand: Errand) -> None:
        """Be in the lobby at once; there is no other."""
        del identity, errand
        if address != KITCHEN:
            self._nothing_there()
            return
        self._lobby = lobby()
        self._greeting = tr("Connected to {server}.", server=self.model.server_name)
        self._shell.told(())

    def leave(self) -> None:
        """Go back to the connect screen."""
        left = tr("You have left {server}.", server=self.model.server_name)
        self._lobby = None
        self._shell.reception().show_end(left)

    def play_computer(self, name: str) -> None:
        """Start nothing."""
        del name
        self._nothing_there()

    def host(self, name: str, plan: Plan) -> None:
        """Start nothing."""
        del name, plan
        self._nothing_there()

    def _nothing_there(self) -> None:
        self._shell.reception().show_problem(say(_NO_SERVER))


def scene_app(
    name: str, settings: Settings, palette: Palette, terminal: Terminal = ANY_TERMINAL, *, freeze: bool = False
) -> UpcardApp:
    """Return the program as it stands in a scene.

    Args:
        name: one of `SCENES`.
        settings: how the screen is to look; nothing of it is kept.
        palette: colours and signs.
        terminal: what is known of the terminal.
        freeze: the clock stands still.
    """
    began = milliseconds()

    def now_ms() -> int:
        return _AT_MS if freeze else _AT_MS + milliseconds() - began

    known = replace(settings, name="Eleni", recent=(Recent(str(KITCHEN), "Kitchen Pi"),))
    nowhere = Path()
    return UpcardApp(
        Target(identity=Identity(name="Eleni"), address=KITCHEN if name == "lobby" else None),
        known,
        Paths(None, nowhere, nowhere, nowhere),
        palette,
        terminal=terminal,
        look_around=_look_around,
        now_ms=now_ms,
        whereabouts=Standstill,
        ticks=not freeze,
    )


def run_scene(
    name: str, settings: Settings, palette: Palette, terminal: Terminal, *, freeze: bool
) -> Coroutine[Any, Any, None]:
    """Show a scene until it is left; see `scene_app`."""
    return scene_app(name, settings, palette, terminal, freeze=freeze).run_async(mouse=settings.mouse)
