"""The full-screen app over a link without a network: a test says what the server says, and reads what was asked."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from tests.support.house import AT_MS, HouseTable
from tests.support.peer import welcome
from upcard_client import folding, state
from upcard_client.app import UpcardApp
from upcard_client.errands import Errand, Visit
from upcard_client.link import Identity
from upcard_client.looks.palette import Palette
from upcard_client.looks.terminal import ANY_TERMINAL, Terminal
from upcard_client.network.addresses import Address
from upcard_client.network.dialling import LinkFailure
from upcard_client.network.neighbourhood import Neighbourhood
from upcard_client.news import LinkMoved, News
from upcard_client.settings import Recent, Settings
from upcard_client.starting import Paths, Target, Told
from upcard_client.state import Connecting, Lost, Model
from upcard_client.themes import FELT
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.games import GameAction
from upcard_protocol.table import Chair, TableOptions
from upcard_protocol.wire.handshake import LoggedIn, SeatHeld
from upcard_protocol.wire.recording import MATCHES_CAP
from upcard_protocol.wire.replies import Answer, Described, Done, People, PersonRow, Refused, TableRow, Tables
from upcard_protocol.wire.requests import Act, Lobby, Look, Players, Request

SERVER = Address("192.168.1.20")
"""Where the pretended server is."""
VISIT = Visit()
ELENI = 1
"""Our number on the pretended server."""


class PretendLink:
    """A link whose other end is the test.

    Attributes:
        address: where it was to go.
        identity: who was to come in.
        asked: every request but those that only look.
        moves: every act.
        closed: the app has closed it.
        retried: how often the app asked for a try at once.
    """

    def __init__(self, address: Address, identity: Identity, told: Told) -> None:
        self.address = address
        self.identity = identity
        self.model = Model(link=Connecting())
        self.asked: list[Request] = []
        self.moves: list[GameAction] = []
        self.closed = False
        self.retried = 0
        self._told = told
        self._end: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()

    # ---- what the app does

    async def run(self) -> None:
        refusal = await self._end
        if refusal is not None:
            raise LinkFailure(refusal)

    def ask(self, request: Request) -> None:
        self.model = state.ask(self.model, request)
        if not isinstance(request, Lobby | Players | Look):
            self.asked.append(request)

    def act(self, table: int, action: GameAction) -> None:
        self.model = state.act(self.model, table, action)
        self.moves.append(action)

    def change(self, step: Callable[[Model], Model]) -> None:
        self.model = step(self.model)

    def retry_now(self) -> None:
        self.retried += 1

    def close(self) -> None:
        self.closed = True
        if not self._end.done():
            self._end.set_result(None)

    # ---- what the server does

    def hear(self, *messages: Struct) -> None:
        """Let messages come in, all at once."""
        gathered: list[News] = []
        for message in messages:
            self.model, told = folding.fold(self.model, message)
            gathered.extend(told)
        self._told(tuple(gathered))

    def let_in(
        self, *seats: SeatHeld, name: str = "Eleni", guest: bool = False, lists: bool = False, remark: str = ""
    ) -> None:
        """Log in, as far as the lobby, which is empty and has one person; `lists`: the server lists matches."""
        self.model = folding.welcomed(self.model, welcome(caps=(MATCHES_CAP,) if lists else ()), AT_MS)
        self.model, told = folding.logged_in(
            self.model,
            LoggedIn(token=bytes(32), user=ELENI, name=name, guest=guest, seats=seats),
            first_rid=1,
            remark=remark,
        )
        self._told(told)
        self.answer_looks(people=(PersonRow(user=ELENI, name=name, guest=guest),))

    def answer_looks(self, rows: tuple[TableRow, ...] = (), people: tuple[PersonRow, ...] = ()) -> None:
        """Answer the requests that only look."""
        for asked in self.model.requests:
            match asked.request:
                case Lobby(rid=rid):
                    self.hear(Done(rid, Tables(rows)))
                case Players(rid=rid):
                    self.hear(Done(rid, People(people)))
                case Look(rid=rid, table=table):
                    row = next(row for row in self.model.rows if row.table == table)
                    options = TableOptions(name=row.title)
                    self.hear(Done(rid, Described(row, options, HouseTable().table.game)))
                case _:
                    pass

    def answer(self, answer: Answer | None = None) -> None:
        """Carry out the oldest request that does more than look."""
        self.hear(Done(self._oldest(), answer))

    def refuse(self, code: str, **values: int | str) -> None:
        """Refuse the oldest request that does more than look."""
        self.hear(Refused(self._oldest(), code, values))

    def _oldest(self) -> int:
        found = [
            each.request.rid for each in self.model.requests if not isinstance(each.request, Lobby | Players | Look)
        ]
        return found[0]

    def pending(self, table: int) -> Act:
        """Return the act that waits for its answer."""
        act = self.model.tables[table].pending
        assert act is not None
        return act

    def fail(self, code: str, **values: int | str) -> None:
        """End for good."""
        self._end.set_result(Refusal(code, values))

    def break_down(self, error: Exception) -> None:
        """Fail by a fault of our own."""
        self._end.set_exception(error)

    def lose(self, *, attempt: int = 1, retry_ms: int = AT_MS + 3000) -> None:
        """Break, with another try to come."""
        self.model = replace(self.model, link=Lost(attempt, retry_ms, AT_MS))
        self._told((LinkMoved(),))


class Pretence:
    """An app and its links.

    Attributes:
        app: the app.
        links: those that it has made.
        now_ms: the local time, which only a test moves.
        searches: the addresses that were asked, search by search.
    """

    def __init__(
        self,
        home: Path,
        *,
        address: Address | None = SERVER,
        errand: Errand = VISIT,
        name: str = "Eleni",
        settings: Settings | None = None,
        palette: Palette = FELT,
        terminal: Terminal = ANY_TERMINAL,
        insisted: bool = False,
    ) -> None:
        self.links: list[PretendLink] = []
        self.now_ms = AT_MS
        self.searches: list[tuple[Address, ...]] = []
        self._heard_of: Callable[[Neighbourhood], None] | None = None
        known = settings or Settings(name=name, recent=(Recent(str(SERVER), "Kitchen Pi"),))
        target = Target(identity=Identity(name=name, insisted=insisted), address=address, errand=errand)
        paths = Paths(home / "settings.json", home / "tokens", home / "solo", home / "hosted", home / "games")
        self.app = UpcardApp(
            target,
            known,
            paths,
            palette,
            terminal=terminal,
            open_link=self._open,
            look_around=self._look_around,
            now_ms=lambda: self.now_ms,
        )

    async def _look_around(
        self, known: Sequence[Address], tell: Callable[[Neighbourhood], None], _before: Neighbourhood
    ) -> None:
        self.searches.append(tuple(known))
        self._heard_of = tell
        await asyncio.Event().wait()

    def find(self, around: Neighbourhood) -> None:
        """Let the search under way hear of servers."""
        assert self._heard_of is not None
        self._heard_of(around)

    def _open(self, address: Address, identity: Identity, told: Told) -> PretendLink:
        link = PretendLink(address, identity, told)
        self.links.append(link)
        return link

    @property
    def link(self) -> PretendLink:
        """The latest link."""
        return self.links[-1]

    @property
    def text(self) -> str:
        """What the topmost screen shows."""
        return str(getattr(self.app.screen, "screen_text"))  # noqa: B009 - every screen of the app has it


def row(
    table: int = 7,
    title: str = "Kitchen table",
    *names: str,
    state: str = "waiting",
    hand: int = 0,
    private: bool = False,
) -> TableRow:
    """Return a row of the lobby with these people sitting at its table."""
    chairs = [Chair("person", name) for name in names] + [Chair()] * (2 - len(names))
    return TableRow(
        table=table,
        title=title,
        game="gin",
        target=100,
        chairs=tuple(chairs),
        state=state,  # pyright: ignore[reportArgumentType] - one of the four words
        hand=hand,
        private=private,
    )
