"""A pretend client: the real session over any stream, told by the test what to say."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import trio
import trio.testing
from msgspec import Struct

from upcard_protocol.rules.games import GameAction, GameView
from upcard_protocol.strategy import choose
from upcard_protocol.table import AnyEvent, TableView, fold
from upcard_protocol.wire import auth, client_session
from upcard_protocol.wire.handshake import Bye, Hello, LoggedIn, Login, Ping, Pong, Welcome
from upcard_protocol.wire.pushes import Happened, Snapshot, SnapshotPart
from upcard_protocol.wire.replies import Acted, ActRefused, Answer, Done, Refused
from upcard_protocol.wire.requests import Act
from upcard_protocol.wire.snapshot import join

M = TypeVar("M", bound=Struct)

CHUNK: Final = 64 * 1024
"""Read at once, in bytes."""


class Seen(Struct, frozen=True):
    """A table as a visitor knows it: folded from what was heard, never asked of the server's own state."""

    n: int
    cseq: int
    view: TableView

    @property
    def match(self) -> GameView:
        """The match at the table."""
        assert self.view.match is not None
        return self.view.match


class Following:
    """What somebody knows of the tables, as it follows from what the server says.

    Attributes:
        seen: the tables that were heard of.
    """

    def __init__(self) -> None:
        """Know nothing."""
        self.seen: dict[int, Seen] = {}
        self._parts: list[SnapshotPart] = []

    def hear(self, message: object) -> None:
        """Take in a message."""
        match message:
            case SnapshotPart():
                self._parts.append(message)
            case Snapshot():
                whole = join(self._parts, message)
                self._parts.clear()
                self.seen[whole.table] = Seen(whole.n, whole.cseq, whole.view)
            case Happened():
                before = self.seen.get(message.table)
                if before is None or message.n <= before.n:
                    return
                assert message.n == before.n + 1, f"event {message.n} after {before.n}"
                self.seen[message.table] = Seen(message.n, before.cseq, fold(before.view, message.event))
            case Acted():
                before = self.seen.get(message.table)
                if before is not None:
                    self.seen[message.table] = Seen(before.n, max(before.cseq, message.cseq), before.view)
            case _:
                pass


class Visitor:
    """One connection to a server, from the client's side.

    Attributes:
        me: what the server said at the login.
        seen: the tables, as they follow from snapshots and events.
        heard: every message, in order.
        raw: every byte, in order.
    """

    def __init__(self, stream: trio.abc.Stream) -> None:
        """Speak over a stream that is connected to a server."""
        self.stream = stream
        self.session = client_session()
        self.me = LoggedIn(token=bytes(32), user=1, name="nobody")
        self._following = Following()
        self.heard: list[Any] = []
        self.raw = bytearray()
        self.rid = 0

    @property
    def seen(self) -> dict[int, Seen]:
        """The tables, as they follow from what was heard."""
        return self._following.seen

    @seen.setter
    def seen(self, known: dict[int, Seen]) -> None:
        """Know what somebody knew before: who comes back has not forgotten the tables."""
        self._following.seen = known

    # ---- messages

    async def say(self, *messages: Struct) -> None:
        """Send messages in one piece."""
        await self.stream.send_all(b"".join(self.session.send(message) for message in messages))

    async def hear(self) -> Any:
        """Return the next message; at the end of the line there is none, and the test fails."""
        message = await self.next()
        assert message is not None, f"the line ended after {self.heard[-3:]}"
        return message

    async def next(self) -> Any:
        """Return the next message, or None once the server has closed the line."""
        while (message := self.session.next_event()) is None:
            data = await self._receive()
            if not data:
                return None
            self.raw += data
            self.session.feed(data)
        self.heard.append(message)
        self._following.hear(message)
        return message

    async def _receive(self) -> bytes:
        try:
            return bytes(await self.stream.receive_some(CHUNK))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return b""

    async def until(self, kind: type[M], where: Callable[[M], bool] = lambda _: True) -> M:
        """Return the next message of a kind that fits, whatever comes before it."""
        while True:
            message = await self.hear()
            if isinstance(message, kind) and where(message):
                return message
            assert not isinstance(message, Bye), f"sent away: {message}"

    async def bye(self) -> Bye:
        """Return the server's goodbye, after which the line has to be closed."""
        message = await self.hear()
        while not isinstance(message, Bye):
            message = await self.hear()
        assert await self.next() is None
        return message

    async def quiet(self) -> list[Any]:
        """Return what comes until nobody has anything to do. For streams in memory."""
        await trio.testing.wait_all_tasks_blocked()
        return await self.up_to_now()

    async def up_to_now(self) -> list[Any]:
        """Return what the server has sent by the time it answers a ping."""
        before, number = len(self.heard), len(self.heard)
        await self.say(Ping(number))
        await self.until(Pong, lambda pong: pong.id == number)
        return self.heard[before:-1]

    # ---- getting in

    async def greet(self) -> Welcome:
        """Say hello."""
        await self.say(Hello())
        return await self.until(Welcome)

    async def log_in(self, name: str | None = None, token: bytes | None = None, password: str = "") -> LoggedIn:
        """Go in by name, by token, or (with neither) as a guest."""
        welcome = await self.greet()
        proof = None
        if isinstance(welcome.auth, auth.Scrypt):
            asked = welcome.auth
            proof = auth.proof(password, asked.salt, asked.n, asked.r, asked.p, asked.nonce)
        await self.say(Login(name=name, token=token, proof=proof))
        self.me = await self.until(LoggedIn)
        return self.me

    async def leave(self) -> None:
        """Break the line without a word."""
        await trio.aclose_forcefully(self.stream)

    # ---- requests

    async def ask(self, kind: type[Struct], **fields: Any) -> Done | Refused:
        """Send a request with the next number, unless one is given, and return its reply."""
        rid = fields.pop("rid", None)
        if rid is None:
            self.rid += 1
            rid = self.rid
        await self.say(kind(rid=rid, **fields))
        return await self.reply(rid)

    async def reply(self, rid: int) -> Done | Refused:
        """Return the reply to a request."""
        while True:
            message = await self.hear()
            if isinstance(message, Done | Refused) and message.rid == rid:
                return message

    async def get(self, kind: type[Struct], **fields: Any) -> Answer | None:
        """Send a request that has to be carried out, and return its answer."""
        reply = await self.ask(kind, **fields)
        assert isinstance(reply, Done), reply
        return reply.answer

    async def refusal(self, kind: type[Struct], **fields: Any) -> str:
        """Send a request that has to be refused, and return the code."""
        reply = await self.ask(kind, **fields)
        assert isinstance(reply, Refused), reply
        return reply.code

    # ---- playing

    def next_act(self, table: int, action: GameAction) -> Act:
        """Return an act with the numbers that it has to have."""
        seen = self.seen[table]
        return Act(table, seen.cseq + 1, seen.match.decision, action)

    async def act(self, table: int, action: GameAction | None = None) -> Acted | ActRefused:
        """Act, as the computer would if nothing is given, and return the reply."""
        if action is None:
            action = choose(self.seen[table].match)
        return await self.send_act(self.next_act(table, action))

    async def send_act(self, act: Act) -> Acted | ActRefused:
        """Send an act as it is, and return its reply."""
        await self.say(act)
        while True:
            message = await self.hear()
            if isinstance(message, Acted | ActRefused) and (message.table, message.cseq) == (act.table, act.cseq):
                return message

    async def catch_up(self, table: int, n: int) -> Seen:
        """Return the table once event `n` was heard."""
        while table not in self.seen or self.seen[table].n < n:
            await self.hear()
        return self.seen[table]

    async def event(self, kind: type[M], table: int | None = None) -> M:
        """Return the next event of a kind."""
        while True:
            heard = await self.until(Happened, lambda m: table is None or m.table == table)
            event: AnyEvent = heard.event
            if isinstance(event, kind):
                return event
