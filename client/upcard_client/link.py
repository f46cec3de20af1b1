"""The link to a server: asyncio streams around the protocol's session, kept up until it is closed.

A `Link` owns the model. Fronts ask it for things and are told the news; nobody waits for a reply. What was not
answered when a link broke goes out again on the next one.
"""

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from upcard_client import folding, news, state
from upcard_client.failures import reason
from upcard_client.locale import tr
from upcard_client.matches import fairness
from upcard_client.matches.shelf import Shelf
from upcard_client.network.addresses import Address
from upcard_client.network.dialling import Dial, Dialler, LinkFailure, Writer
from upcard_client.network.pins import PINS, Pins
from upcard_client.network.tokens import InUse, Pass, claim
from upcard_client.news import News
from upcard_client.outbox import outgoing
from upcard_client.state import Connecting, Lost, Model, Offline, Up
from upcard_client.version import version
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.games import GameAction
from upcard_protocol.rules.shuffle import SEED_BYTES
from upcard_protocol.wire import auth
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.handshake import (
    PROTOCOL_HI,
    PROTOCOL_LO,
    Bye,
    Hello,
    LoggedIn,
    Login,
    Ping,
    Pong,
    Welcome,
)
from upcard_protocol.wire.messages import client_session
from upcard_protocol.wire.requests import Ready, Request, ShowSeed
from upcard_protocol.wire.session import PING_S, Phase, Session, Unacceptable

BACK_OFF_S: Final = (1.0, 2.0, 3.0, 5.0, 8.0)
"""Seconds before each new try; the last one is kept to."""
CHUNK: Final = 64 * 1024
"""Bytes read at once."""
HIGHEST_RID: Final = 1 << 31
"""No request has had a higher number, whatever a server says: there has to be room for more."""

FINAL: Final = frozenset(
    {
        "version",
        "not_upcard",
        "password_required",
        "bad_password",
        "bad_name",
        "name_taken",
        "name_in_use",
        "superseded",
        "kicked",
        "password_wait",
        "certificate_changed",
        "not_encrypted",
    }
)
"""Codes after which trying again by oneself would not help, or would push somebody out."""


class Identity(Struct, frozen=True, kw_only=True):
    """Who wants to come in.

    Attributes:
        name: None comes in as a guest, who can only watch.
        insisted: the name was asked for; where it is in use already, coming in as a guest will not do.
        password: the server's, if one is known.
    """

    name: str | None = None
    insisted: bool = False
    password: str | None = None


def random_seed() -> bytes:
    """Return what one player puts into a shuffle."""
    return secrets.token_bytes(SEED_BYTES)


def wall_ms() -> int:
    """Return the local time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Link:
    """A server, and all that this client knows of it.

    Attributes:
        model: the present state; replaced, never changed.
        address: where the server is.
    """

    def __init__(
        self,
        address: Address,
        identity: Identity,
        tokens: Path,
        told: Callable[[tuple[News, ...]], None],
        *,
        shelf: Shelf | None = None,
        new_seed: Callable[[], bytes] = random_seed,
        dial: Dial | None = None,
        now_ms: Callable[[], int] = wall_ms,
    ) -> None:
        """Prepare a link; `run` makes it.

        Args:
            address: where the server is.
            identity: who comes in.
            tokens: the directory of the token files.
            told: called with the news of each change, after `model` was replaced.
            shelf: where finished games are kept, if they are.
            new_seed: makes what we put into a shuffle, 32 bytes.
            dial: how a connection is made; by default with the pins beside the tokens.
            now_ms: the local time.
        """
        self.address = address
        self.model = Model()
        self.now_ms = now_ms
        self._identity = identity
        self._tokens = tokens
        self._told = told
        self._dial = dial or Dialler(Pins(tokens.parent / PINS), self._meet).dial
        self._met = ""
        self._shelf = shelf
        self._new_seed = new_seed
        self._recalled: set[tuple[int, int]] = set()
        """The tables, each with its match, of which the shelf was asked for a receipt."""
        self._pass: Pass | None = None
        self._pass_server = b""
        self._guest_token: bytes | None = None
        self._remark = ""
        self._session: Session | None = None
        self._writer: Writer | None = None
        self._retry = asyncio.Event()
        self._closing = False
        self._pings: dict[int, float] = {}
        self._ping_at = 0.0
        self._attempt = 0

    # ---- what fronts ask for

    def ask(self, request: Request) -> None:
        """Send a request, now or when the link is back; its `rid` is given here. Being ready promises a seed."""
        if isinstance(request, Ready):
            self.change(lambda model: fairness.promise(model, request, self._new_seed))
        else:
            self.change(lambda model: state.ask(model, request))

    def act(self, table: int, action: GameAction) -> None:
        """Send an act, unless one is on its way at that table."""
        self.change(lambda model: state.act(model, table, action))

    def change(self, step: Callable[[Model], Model]) -> None:
        """Replace the model by what a function makes of it, and send what that asks for."""
        self.model = step(self.model)
        self._flush()

    def retry_now(self) -> None:
        """Make the next try at once."""
        self._retry.set()

    def close(self) -> None:
        """End the link for good; `run` returns."""
        self._closing = True
        self._retry.set()
        if self._session is not None and self._writer is not None:
            if self._session.phase is not Phase.CLOSED:
                self._writer.write(self._session.send(Bye("leaving")))
            self._writer.close()

    # ---- keeping it up

    async def run(self) -> None:
        """Keep the link up until `close`.

        Raises:
            LinkFailure: there never was a link, or another try would not help.
        """
        self._move(Connecting())
        try:
            while not self._closing:
                try:
                    await self._connect_once()
                except LinkFailure as failure:
                    if self._closing:
                        break
                    await self._wait_to_retry(failure)
        finally:
            if self._pass is not None:
                self._pass.release()

    async def _wait_to_retry(self, failure: LinkFailure) -> None:
        """Wait for the next try, or give up."""
        code = failure.refusal.code
        if code == "bad_token" and self._forget_token():
            return
        if self.model.me is None or code in FINAL:
            self._move(Offline(failure.refusal))
            raise failure
        delay = max(failure.retry_after_s, BACK_OFF_S[min(self._attempt, len(BACK_OFF_S) - 1)])
        self._attempt += 1
        now = self.now_ms()
        link = self.model.link
        since = link.since_ms if isinstance(link, Lost) else now
        self._retry.clear()
        self._move(Lost(self._attempt, now + int(delay * 1000), since))
        try:
            async with asyncio.timeout(delay):
                await self._retry.wait()
        except TimeoutError:
            return

    def _forget_token(self) -> bool:
        """Forget a token that the server does not know; False if there was none."""
        known = self._guest_token or (self._pass.token if self._pass is not None else None)
        self._guest_token = None
        if self._pass is not None:
            self._pass.forget()
        return known is not None

    async def _connect_once(self) -> None:
        """Make one connection and serve it to its end.

        Raises:
            LinkFailure: it could not be made, or it ended without our closing it.
        """
        reader, writer = await self._dial(self.address)
        session = client_session(self._clock())
        self._writer, self._session = writer, session
        try:
            writer.write(session.send(Hello(version=version())))
            await self._serve(session, reader, writer)
        except ProtocolError as error:
            if error.code not in ("leaving", "silent", "login_timeout"):
                writer.write(session.farewell(error))
            raise LinkFailure(error.refusal) from error
        except OSError as error:
            raise LinkFailure(Refusal("broken", {"address": str(self.address)})) from error
        finally:
            self._writer, self._session = None, None
            self._pings.clear()
            writer.close()

    async def _serve(self, session: Session, reader: asyncio.StreamReader, writer: Writer) -> None:
        while not self._closing:
            now = self._clock()
            session.check_time(now)
            if session.phase is Phase.OPEN and now >= self._ping_at:
                self._ping(session, writer, now)
            deadline = session.deadline
            wake = min(self._ping_at, deadline or now) if session.phase is Phase.OPEN else deadline or now
            try:
                async with asyncio.timeout(max(0.0, wake - now)):
                    data = await reader.read(CHUNK)
            except TimeoutError:
                continue
            if not data:
                if self._closing:
                    return
                session.end()
            session.feed(data, self._clock())
            await self._hear_all(session, writer)

    async def _hear_all(self, session: Session, writer: Writer) -> None:
        """Fold every message that is whole, then send what follows and tell the news, once."""
        gathered: list[News] = []
        try:
            while (message := session.next_event()) is not None:
                gathered.extend(await self._hear(message, session, writer))
        finally:
            self._flush()
            if gathered:
                self._told(tuple(gathered))

    async def _hear(self, message: Struct, session: Session, writer: Writer) -> tuple[News, ...]:
        match message:
            case Welcome():
                _check_protocol(message)
                self.model = folding.welcomed(self.model, message, self.now_ms())
                writer.write(session.send(await self._login(message)))
                return ()
            case LoggedIn():
                return self._enter(message)
            case Ping(id=number):
                writer.write(session.send(Pong(number)))
                return ()
            case Pong(id=number):
                return self._pong(number)
            case Bye():
                refusal = Refusal(message.code, dict(message.values))
                raise LinkFailure(refusal, message.retry_after_ms / 1000)
            case Unacceptable(error=error):
                raise LinkFailure(error.refusal)
            case _:
                self.model, told = folding.fold(self.model, message)
                self._recall()
                return tuple(self._shelve(item) if isinstance(item, news.ShuffleJudged) else item for item in told)

    # ---- getting in

    def _meet(self, words: str) -> None:
        """Keep what is to be said of a server whose certificate was not known."""
        self._met = words

    async def _login(self, welcome: Welcome) -> Login:
        proof = None
        if isinstance(welcome.auth, auth.Scrypt):
            asked = welcome.auth
            if not self._identity.password:
                raise LinkFailure(Refusal("password_required"))
            # Tens of milliseconds of work: the screen must not stand still meanwhile.
            proof = await asyncio.to_thread(
                auth.proof, self._identity.password, asked.salt, asked.n, asked.r, asked.p, asked.nonce
            )
        self._remark, self._met = self._met, ""
        name = self._identity.name
        if name is None:
            return Login(token=self._guest_token, proof=proof)
        if self._pass is None or self._pass_server != welcome.server:
            if self._pass is not None:
                self._pass.release()
                self._pass = None
            claimed = claim(self._tokens, welcome.server, name)
            if isinstance(claimed, InUse):
                if self._identity.insisted:
                    raise LinkFailure(Refusal("name_in_use", {"name": name}))
                self._remark = tr("{name} plays in another terminal: here you are a guest, who can watch.", name=name)
                return Login(token=self._guest_token, proof=proof)
            self._pass, self._pass_server = claimed, welcome.server
        self._remark = " ".join(note for note in (self._remark, self._pass.problem) if note)
        return Login(name=name, token=self._pass.token, proof=proof)

    def _enter(self, message: LoggedIn) -> tuple[News, ...]:
        self._attempt = 0
        self._ping_at = 0.0
        first_rid = 1
        if self._pass is not None:
            self._pass.keep(message.token)
            first_rid = self._pass.first_rid
        else:
            self._guest_token = message.token
        # Whoever has the token on two computers has used numbers on the other one that this one does not know of.
        first_rid = max(first_rid, min(message.rid, HIGHEST_RID) + 1)
        self.model, told = folding.logged_in(self.model, message, first_rid=first_rid, remark=self._remark)
        return told

    # ---- sending

    def _flush(self) -> None:
        """Send what the model asks for, if there is a link to send it on."""
        session, writer = self._session, self._writer
        if session is None or writer is None or session.phase is not Phase.OPEN:
            return
        self.model, messages = outgoing(self.model)
        if self._pass is not None:
            self._pass.used(self.model.next_rid - 1)
        for message in messages:
            if isinstance(message, ShowSeed):
                self._keep_receipt(message)
            writer.write(session.send(message))

    # ---- the shelf

    @property
    def _server(self) -> bytes:
        return self.model.server.server if self.model.server is not None else b""

    def _keep_receipt(self, request: ShowSeed) -> None:
        """Keep what was received for a match before our seed goes out; without a disk, this run remembers it."""
        receipt = fairness.receipt_of(self.model, request)
        if self._shelf is not None and receipt is not None:
            with suppress(OSError):
                self._shelf.keep(self._server, request.table, receipt)

    def _recall(self) -> None:
        """Take up what an earlier run had received for a match that goes on, or that was not judged yet."""
        for table, match in fairness.unreceived(self.model):
            if self._shelf is None or (table, match) in self._recalled:
                continue
            self._recalled.add((table, match))
            receipt = self._shelf.receipt(self._server, table, match)
            if receipt is not None:
                self.model = fairness.recall(self.model, table, receipt)

    def _shelve(self, judged: news.ShuffleJudged) -> news.ShuffleJudged:
        """Put a finished match on the shelf."""
        if self._shelf is None:
            return judged
        try:
            path = self._shelf.finish(self._server, judged.table, judged.finding)
        except OSError as error:
            return replace(judged, kept=tr("The match could not be kept: {why}.", why=reason(error)))
        return judged if path is None else replace(judged, kept=tr("The match is kept in {path}.", path=str(path)))

    def _ping(self, session: Session, writer: Writer, now: float) -> None:
        number = int(now * 1000) & 0xFFFF_FFFF
        self._pings = {number: now}
        self._ping_at = now + PING_S
        writer.write(session.send(Ping(number)))

    def _pong(self, number: int) -> tuple[News, ...]:
        sent = self._pings.pop(number, None)
        if sent is None or not self.model.up:
            return ()
        self.model = replace(self.model, link=Up(round((self._clock() - sent) * 1000)))
        return (news.LinkMoved(),)

    def _move(self, link: state.LinkState) -> None:
        self.model = replace(self.model, link=link)
        self._told((news.LinkMoved(),))

    @staticmethod
    def _clock() -> float:
        return asyncio.get_running_loop().time()


def _check_protocol(welcome: Welcome) -> None:
    """Refuse a server that goes on in a protocol which was not offered to it.

    Raises:
        ProtocolError: `version`.
    """
    chosen = welcome.protocol
    if not PROTOCOL_LO <= chosen <= PROTOCOL_HI:
        ours = {"client_lo": PROTOCOL_LO, "client_hi": PROTOCOL_HI}
        raise ProtocolError("version", {"server_lo": chosen, "server_hi": chosen, **ours})
