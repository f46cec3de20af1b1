"""A client for bad weather: it plays as fast as it can, and never takes for granted that anything arrived."""

from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from random import Random
from typing import Any, Final, Protocol

import trio
from msgspec import Struct
from msgspec.structs import replace

from tests.support.shim import Shim, Weather
from tests.support.visitor import Seen
from upcard_protocol.rules.games import game_of
from upcard_protocol.strategy import choose
from upcard_protocol.table import fold
from upcard_protocol.wire import client_session
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.handshake import Bye, Hello, LoggedIn, Login, Ping, Pong, Welcome
from upcard_protocol.wire.pushes import Happened, Snapshot, SnapshotPart
from upcard_protocol.wire.replies import Acted, ActRefused, Done, Refused
from upcard_protocol.wire.requests import Act, Ready, Resume
from upcard_protocol.wire.snapshot import join

PATIENCE_S: Final = 0.4
"""Whoever hears no answer for so long asks again."""

LAST: Final = 7
"""The number of the ping whose answer ends a quiet visit."""

REFUSALS: Final = frozenset(
    {
        "busy",
        "cseq_gap",
        "cseq_old",
        "hand_over",
        "match_over",
        "no_match",
        "not_your_turn",
        "stale_decision",
        "wrong_phase",
    }
)
"""What a player may be told who does not see how the table stands."""


class Harbour(Protocol):
    """Where the server is to be found."""

    async def line(self) -> trio.abc.Stream:
        """Return a line to the server, as soon as there is one."""
        ...


class FaultError(Exception):
    """The server did what it must never do."""


class Stormy:
    """Somebody at a table, or watching it, over one broken line after the other.

    Attributes:
        seen: the table, folded from what was heard.
        acknowledged: every act that was acknowledged, by its number, with the number of its first event.
        pending: the act that no answer came to.
        happened: what it went through, counted.
    """

    def __init__(self, harbour: Harbour, token: bytes, table: int, seen: Seen, rng: Random, weather: Weather) -> None:
        """Come back, by token, to a table that was seen before."""
        self.seen = seen
        self.table = table
        self.acknowledged: dict[int, tuple[Act, int]] = {}
        self.pending: Act | None = None
        self.happened: Counter[str] = Counter()
        self._harbour = harbour
        self._token = token
        self._rng = rng
        self._weather = weather
        self._session = client_session()
        self._shim: Shim | None = None
        self._parts: list[SnapshotPart] = []
        self._sent: dict[int, Act] = {}
        self._rid = 1000
        self._asked = 0
        """The number of the resume that was not answered yet."""
        self._ready = 0
        """The number of the request to begin a match that was not answered yet."""

    # ---- the line

    async def live(self) -> None:
        """Play until cancelled; whenever the line breaks, come back."""
        while True:
            try:
                async with self._line() as shim:
                    shim.weather = self._weather
                    await self._resume()
                    if self.pending is not None:
                        await self._say(self.pending)
                    await self._play()
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                self.happened["lines"] += 1

    async def settle(self) -> None:
        """Come back in fair weather, learn what became of the last act and of the table, and act no more."""
        async with self._line():
            if self.pending is not None:
                await self._say(self.pending)
            await self._resume()
            while self._asked or self.pending is not None:
                await self._follow(await self._hear())
            # What follows the answer to a resume was sent with it, so that it is here before the pong.
            await self._say(Ping(LAST))
            while not (isinstance(message := await self._hear(), Pong) and message.id == LAST):
                await self._follow(message)

    @asynccontextmanager
    async def _line(self) -> AsyncGenerator[Shim]:
        """Log in over a new line."""
        self._session = client_session()
        stream = await self._harbour.line()
        try:
            self._shim = Shim(stream, self._rng, self.happened)
            await self._log_in()
            yield self._shim
        finally:
            await trio.aclose_forcefully(stream)

    async def _log_in(self) -> None:
        await self._say(Hello())
        await self._hear_first(Welcome)
        await self._say(Login(token=self._token))
        await self._hear_first(LoggedIn)
        self._parts.clear()
        self._asked = 0

    async def _hear_first(self, kind: type[Struct]) -> None:
        message = await self._hear()
        if not isinstance(message, kind):
            raise FaultError(f"{message} in place of {kind.__name__}")

    async def _play(self) -> None:
        while True:
            await self._act()
            message: Any = None
            with trio.move_on_after(PATIENCE_S):
                message = await self._hear()
            if message is None:
                await self._ask_again()
            elif isinstance(message, Bye):
                raise trio.BrokenResourceError(message.code)
            else:
                await self._follow(message)

    async def _say(self, *messages: Struct) -> None:
        assert self._shim is not None
        await self._shim.send_all(b"".join(self._session.send(message) for message in messages))

    async def _hear(self) -> Any:
        assert self._shim is not None
        try:
            while (message := self._session.next_event()) is None:
                data = await self._shim.receive_some()
                if not data:
                    raise trio.BrokenResourceError("the end")
                self._session.feed(data)
        except ProtocolError as error:
            raise FaultError(f"the server broke the protocol: {error}") from error
        return message

    # ---- asking

    async def _resume(self) -> None:
        self._rid += 1
        self._asked = self._rid
        self.happened["resumes"] += 1
        await self._say(Resume(self._rid, self.table, self.seen.n))

    async def _ask_again(self) -> None:
        """Nothing came for a while: say once more what had no answer."""
        self.happened["asked again"] += 1
        await self._say(Ping(0))
        if self.pending is not None:
            await self._say(self.pending)
        if self._ready:
            await self._say(Ready(self._ready, self.table))
        await self._resume()

    async def _act(self) -> None:
        view = self.seen.view
        if self.pending is not None or self._asked or view.viewer < 0:
            return
        if not view.playing:
            if not self._ready and not view.ready[view.viewer]:
                self._rid += 1
                self._ready = self._rid
                await self._say(Ready(self._ready, self.table))
            return
        last = self.acknowledged.get(self.seen.cseq)
        if last is not None and self.seen.n < last[1]:
            return
        match = view.match
        assert match is not None
        if not any(True for _ in game_of(view.game).legal(match)):
            return
        self.pending = Act(self.table, self.seen.cseq + 1, match.decision, choose(match))
        self._sent[self.pending.cseq] = self.pending
        await self._say(self.pending)
        if last is not None and self._rng.random() < 0.02:
            await self._say(last[0])

    # ---- what is heard

    async def _follow(self, message: Any) -> None:
        match message:
            case Acted():
                self._acted(message)
            case ActRefused():
                await self._refused(message)
            case Happened():
                await self._event(message)
            case SnapshotPart():
                self._parts.append(message)
            case Snapshot():
                self._snapshot(message)
            case Done() | Refused():
                self._answered(message)
            case _:
                pass

    def _acted(self, answer: Acted) -> None:
        before = self.acknowledged.get(answer.cseq)
        if before is not None and before[1] != answer.n:
            raise FaultError(f"act {answer.cseq} was acknowledged as event {before[1]} and {answer.n}")
        if before is None:
            self.acknowledged[answer.cseq] = self._sent[answer.cseq], answer.n
        if self.pending is not None and self.pending.cseq <= answer.cseq:
            self.pending = None
        self.seen = replace(self.seen, cseq=max(self.seen.cseq, answer.cseq))

    async def _refused(self, answer: ActRefused) -> None:
        if answer.code not in REFUSALS:
            raise FaultError(f"act {answer.cseq} was refused: {answer.code} {answer.values}")
        if self.pending is not None and self.pending.cseq == answer.cseq:
            self.happened[answer.code] += 1
            self.pending = None
            await self._resume()

    async def _event(self, message: Happened) -> None:
        seen = self.seen
        if message.n == seen.n + 1:
            self.seen = replace(seen, n=message.n, view=fold(seen.view, message.event))
        elif message.n > seen.n and not self._asked:
            self.happened["gaps"] += 1
            await self._resume()

    def _snapshot(self, message: Snapshot) -> None:
        whole = join(self._parts, message)
        self._parts.clear()
        self.happened["snapshots"] += 1
        if whole.n >= self.seen.n:
            self.seen = Seen(whole.n, max(whole.cseq, self.seen.cseq), whole.view)

    def _answered(self, answer: Done | Refused) -> None:
        if answer.rid == self._ready:
            self._ready = 0
        if answer.rid == self._asked:
            if isinstance(answer, Refused):
                raise FaultError(f"resume was refused: {answer.code}")
            self._asked = 0
