"""Everything this client knows, as one frozen value.

`folding.fold` takes a message of the server and gives the next value and its news; `ask` and `act` give the next
value when the person wants something; `outbox.outgoing` says what has to be sent next.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.attable import AtTable
from upcard_client.locale import tr, trc
from upcard_client.matches.serverlist import ServerList
from upcard_client.matches.witness import Witness
from upcard_client.news import News
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.games import GameAction
from upcard_protocol.wire.clean import MAX_TITLE_CELLS, clean_text
from upcard_protocol.wire.handshake import Welcome
from upcard_protocol.wire.pushes import (
    ChatLine,
    SnapshotPart,
)
from upcard_protocol.wire.replies import (
    Described,
    PersonRow,
    TableRow,
)
from upcard_protocol.wire.requests import Act, AddBot, Block, Chat, Lobby, Players, Request

UNNUMBERED: Final = 0
"""The `rid` of a request that `ask` has not numbered yet."""
MAX_CHAT: Final = 200
"""Lines of the lobby's chat that are kept."""
MAX_PARTS: Final = 100
"""Parts of one snapshot that are kept."""


class Offline(Struct, frozen=True):
    """There is no link, and none is being made. `why` is what ended it, if something did."""

    why: Refusal | None = None


class Connecting(Struct, frozen=True):
    """The first link is being made."""


class Up(Struct, frozen=True):
    """The server answers; `ms` is the time of its last answer."""

    ms: int | None = None


class Lost(Struct, frozen=True):
    """The link broke; another try comes.

    Attributes:
        attempt: the number of that try.
        retry_ms: when it is made, local milliseconds.
        since_ms: when the link broke, local milliseconds.
    """

    attempt: int
    retry_ms: int
    since_ms: int


LinkState = Offline | Connecting | Up | Lost


class Asked(Struct, frozen=True):
    """A request without its reply yet; `sent` says that it went out on the present link."""

    request: Request
    sent: bool = False


class Me(Struct, frozen=True):
    """Who we are on this server."""

    user: int
    name: str
    guest: bool


class Model(Struct, frozen=True, kw_only=True):
    """Everything this client knows.

    Attributes:
        link: whether the server hears us.
        server: what it said of itself.
        skew_ms: the server's clock less the local one.
        me: who we are there.
        next_rid: the number of the next request.
        requests: those without a reply, in the order they were made.
        tables: where we sit or watch, by number.
        parts: what came ahead of a snapshot that is not here yet, by table.
        rows: the lobby's tables, by number.
        people: who is on the server, by name.
        described: tables whose options we asked for.
        chat: the lobby's latest lines.
        muted: people whose chat is not shown, as long as the program runs.
        blocked: people whom the server was told to keep away, as far as this run knows.
        in_lobby: we want to hear of the lobby.
        witnesses: what was seen of each match that we play, by table and number of the match, until it is judged.
        kept: the matches that the server keeps for us, as far as we have asked.
    """

    link: LinkState = Offline()
    server: Welcome | None = None
    skew_ms: int = 0
    me: Me | None = None
    next_rid: int = 1
    requests: tuple[Asked, ...] = ()
    tables: dict[int, AtTable] = {}
    parts: dict[int, tuple[SnapshotPart, ...]] = {}
    rows: tuple[TableRow, ...] = ()
    people: tuple[PersonRow, ...] = ()
    described: dict[int, Described] = {}
    chat: tuple[ChatLine, ...] = ()
    muted: frozenset[int] = frozenset()
    blocked: frozenset[int] = frozenset()
    in_lobby: bool = False
    witnesses: dict[tuple[int, int], Witness] = {}
    kept: ServerList = ServerList()

    @property
    def up(self) -> bool:
        """Does the server hear us?"""
        return isinstance(self.link, Up)

    @property
    def server_name(self) -> str:
        """What the server calls itself, fit to be drawn."""
        return clean_text(self.server.name, MAX_TITLE_CELLS) if self.server is not None else ""

    def server_ms(self, now_ms: int) -> int:
        """Return the server's time for a local time."""
        return now_ms + self.skew_ms

    def speaker(self, line: ChatLine) -> str:
        """Return who says a line of chat, and to whom if not to all: during a hand spectators hear spectators."""
        who = trc("speaker", "You") if self.me is not None and line.user == self.me.user else line.name
        return tr("{player} (to spectators)", player=who) if line.audience == "spectators" else who

    def asking(self, kind: type[Struct]) -> bool:
        """Is a request of this kind on its way?"""
        return any(isinstance(asked.request, kind) for asked in self.requests)

    def asked_already(self, request: Request) -> bool:
        """Is the same on its way? A key that is pressed again before the answer wants nothing more."""
        if isinstance(request, AddBot | Chat):
            return False
        same = (type(request), getattr(request, "table", None))
        return any(same == (type(asked.request), getattr(asked.request, "table", None)) for asked in self.requests)


Step = tuple[Model, tuple[News, ...]]
"""The next state and what there is to tell."""


# ---- asking


def ask(model: Model, request: Request) -> Model:
    """Return the model with one more request to send; it is numbered here."""
    numbered = replace(request, rid=model.next_rid)
    return replace(model, next_rid=model.next_rid + 1, requests=(*model.requests, Asked(numbered)))


def act(model: Model, table: int, action: GameAction) -> Model:
    """Return the model with an act to send; while one is on its way at that table, another changes nothing."""
    at = model.tables.get(table)
    if at is None or at.view.match is None or at.pending is not None:
        return model
    pending = Act(table, at.cseq + 1, at.view.match.decision, action)
    return put(model, replace(at, pending=pending, pending_sent=False))


def mute(model: Model, user: int, *, on: bool = True) -> Model:
    """Return the model that shows nothing more of what somebody says, or shows it again."""
    return replace(model, muted=model.muted | {user} if on else model.muted - {user})


def block(model: Model, user: int, *, on: bool = True) -> Model:
    """Return the model that asks the server to keep somebody away, or no longer."""
    blocked = model.blocked | {user} if on else model.blocked - {user}
    return ask(replace(model, blocked=blocked), Block(UNNUMBERED, user, on))


def person_called(model: Model, name: str) -> PersonRow | None:
    """Return who else is on the server under a name, whatever its case."""
    wanted, me = name.strip().casefold(), model.me.user if model.me is not None else 0
    return next((row for row in model.people if row.user != me and row.name.casefold() == wanted), None)


def enter_lobby(model: Model) -> Model:
    """Return the model that hears of the lobby from now on."""
    if model.in_lobby:
        return model
    return ask(ask(replace(model, in_lobby=True), Lobby(UNNUMBERED)), Players(UNNUMBERED))


def put(model: Model, at: AtTable) -> Model:
    """Return the model with this state of a table."""
    return replace(model, tables={**model.tables, at.table: at})


def drop_table(model: Model, table: int) -> Model:
    """Return the model without a table."""
    return replace(model, tables={number: at for number, at in model.tables.items() if number != table})
