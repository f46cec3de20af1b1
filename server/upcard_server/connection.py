"""One connection: bytes to messages, messages to the desk, and what is said back, which nobody waits for."""

import logging
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, NoReturn

import trio
from msgspec import Struct

from upcard_protocol.wire import Phase, ProtocolError, server_session
from upcard_protocol.wire.framing import CLIENT_LIMIT, SERVER_LIMIT
from upcard_protocol.wire.handshake import Bye, Hello, Limits, LoggedIn, Login, Welcome, agree
from upcard_protocol.wire.recording import MATCHES_CAP
from upcard_server.bucket import Bucket
from upcard_server.clock import now_ms
from upcard_server.desk import Desk
from upcard_server.door import Door
from upcard_server.faults import BUGS
from upcard_server.hall import Hall
from upcard_server.outbox import BROKEN, Outbox

logger = logging.getLogger(__name__)

RECEIVE_BYTES: Final = 16 * 1024
"""Read at once."""

BURST_S: Final = 10.0
"""So many seconds' worth of messages and bytes may come at once."""

FAREWELL_S: Final = 2.0
"""A peer has this long to take what is on its way to it and the last words."""

RETURN_S: Final = 5
"""When a server that goes down says to come back, in seconds."""

RETURNING: Final = ("shutting_down", "flood", "password_wait")
"""Codes whose `seconds` say when to come back."""


class Connection:
    """The server's end of one connection: what a table or the hall wants to say goes out here.

    One task serves it: it reads and asks; when that ends, for whatever reason, it says the last words. What the
    peer does not take at once is the outbox's to send. It is never interrupted inside a frame, but has `FAREWELL_S`
    once the reading has ended.
    """

    __slots__ = ("_ended", "_error", "_outbox", "_reading", "_session", "_stream", "heard_at")

    def __init__(self, stream: trio.abc.Stream, nursery: trio.Nursery) -> None:
        """Speak over a stream that was just accepted.

        Args:
            stream: the line.
            nursery: where a task may run for as long as the peer is behind with its reading.
        """
        self.heard_at = trio.current_time()
        """When the last whole message came."""
        self._stream = stream
        self._session = server_session(self.heard_at)
        self._outbox = Outbox(stream, nursery, self._cut)
        self._error: ProtocolError | None = None
        self._ended = False
        self._reading = trio.CancelScope()

    # ---- saying

    def send(self, message: Struct) -> None:
        """Say something; a connection that is closing says nothing more."""
        if self._session.phase is not Phase.CLOSED:
            self._outbox.put(self._session.send(message))

    def pack(self, message: Struct) -> bytes:
        """Return the bytes of a message; they are the same for every connection."""
        return self._session.pack(message)

    def send_packed(self, data: bytes) -> None:
        """Say bytes that were packed once for several."""
        if self._session.phase is not Phase.CLOSED:
            self._outbox.put(data)

    @property
    def unread(self) -> int:
        """How many bytes wait for the peer to read."""
        return self._outbox.unread

    def when_read(self, call: Callable[[], None]) -> None:
        """Call something, once, as soon as nothing waits for the peer any more."""
        self._outbox.when_read(call)

    def close(self, error: ProtocolError) -> None:
        """Say bye and close."""
        if self._error is None:
            self._error = error
        self._reading.cancel()

    def _cut(self, code: str) -> None:
        """Close, because the peer reads too slowly or is not there any more."""
        self.close(ProtocolError(code))

    def _end(self, error: ProtocolError) -> None:
        """Say the last words, unless the peer left by itself; the peer has a while to take them."""
        if self._ended:
            return
        self._ended = True
        error = self._error or error
        if error.code == "leaving":
            self._outbox.finish(b"", FAREWELL_S)
            return
        logger.info("closing a connection: %s", error.code)
        wait = error.values.get("seconds", 0) if error.code in RETURNING else 0
        self._outbox.finish(self._session.farewell(error, int(wait) * 1000), FAREWELL_S)

    # ---- hearing

    async def receive(self, allowed: Bucket) -> Any:
        """Return the next message.

        Args:
            allowed: how many bytes may still come.

        Raises:
            ProtocolError: the peer broke the protocol, sent too much, or has gone.
        """
        while (message := self._session.next_event()) is None:
            data = await self._stream.receive_some(RECEIVE_BYTES)
            if not data:
                self._session.end()
                raise ProtocolError("leaving")
            if not allowed.take(len(data), trio.current_time()):
                raise _flood(allowed, len(data))
            self._session.feed(data, trio.current_time())
        if isinstance(message, Bye):
            raise ProtocolError("leaving")
        return message

    async def serve(self, hall: Hall, door: Door, address: str) -> None:
        """Let the peer in and serve it until one side leaves; never raises what a peer can cause."""
        await self._serve(partial(self._attend, hall, door, address))

    async def refuse(self, error: ProtocolError) -> None:
        """Say why the peer may not come in, and close."""

        async def decline() -> NoReturn:
            # A peer that is still sending when the line is closed may never see the last words: hear its hello first.
            with trio.move_on_after(FAREWELL_S):
                await self.receive(Bucket(RECEIVE_BYTES, BURST_S, trio.current_time()))
            raise error

        await self._serve(decline)

    async def _serve(self, attend: Callable[[], Awaitable[NoReturn]]) -> None:
        try:
            await self._read_with(attend)
        finally:
            await self._outbox.sent()
            await trio.aclose_forcefully(self._stream)

    async def _read_with(self, attend: Callable[[], Awaitable[NoReturn]]) -> None:
        """Attend to the peer until it leaves or has to go, and say why."""
        # Whoever stops this from outside, with no word for this peer, stops the server.
        error = ProtocolError("shutting_down", {"seconds": RETURN_S})
        try:
            with self._reading:
                await attend()
        except ProtocolError as fault:
            error = fault
        except BROKEN:
            error = ProtocolError("leaving")
        except BUGS:
            incident = secrets.token_hex(4)
            logger.exception("a connection stopped, incident %s", incident)
            error = ProtocolError("failed", {"incident": incident})
        finally:
            self._end(error)

    async def _attend(self, hall: Hall, door: Door, address: str) -> NoReturn:
        limits = hall.config.limits
        allowed = Bucket(limits.bytes_per_second, BURST_S, trio.current_time())
        try:
            with trio.fail_after(limits.login_seconds):
                login = await self._greet(hall, door, address, allowed)
                person, token = await hall.people.log_in(
                    login, hall.seated(), partial(door.welcome_newcomer, address)
                )
        except trio.TooSlowError as error:
            raise ProtocolError("login_timeout", {"seconds": round(limits.login_seconds)}) from error
        user = person.user
        self.send(
            LoggedIn(
                token=token,
                user=user.id,
                name=user.name,
                guest=user.guest,
                seats=hall.seats_held(person),
                rid=max(person.answers, default=0),
            )
        )
        hall.arrived(person, self)
        logger.info("%s is here", user.name)
        desk = Desk(hall, person, self, address)
        self.heard_at = trio.current_time()
        try:
            with door.heartbeat.watching(self):
                await self._converse(desk, hall, allowed)
        finally:
            hall.departed(person, self, desk.tables)
            logger.info("%s has left", user.name)

    async def _greet(self, hall: Hall, door: Door, address: str, allowed: Bucket) -> Login:
        """Go through hello, welcome and login, and check the password."""
        hello = await self.receive(allowed)
        assert isinstance(hello, Hello)
        protocol = agree(hello)
        limits = hall.config.limits
        auth = door.challenge()
        self.send(
            Welcome(
                protocol=protocol,
                server=bytes.fromhex(hall.journal.server_id),
                name=hall.config.name,
                epoch=hall.journal.epoch,
                version=door.version,
                caps=(MATCHES_CAP,),
                limits=Limits(
                    CLIENT_LIMIT,
                    SERVER_LIMIT,
                    limits.frames_per_second,
                    round(limits.chat_per_second * 10),
                    limits.tables_per_player,
                    round(limits.idle_seconds),
                    round(limits.gone_seconds),
                    round(limits.ready_seconds),
                    round(limits.vote_seconds),
                ),
                auth=auth,
                players=hall.people.connected,
                tables=len(hall.tables),
                at_ms=now_ms(),
            )
        )
        login = await self.receive(allowed)
        assert isinstance(login, Login)
        door.check(auth, login, address)
        return login

    async def _converse(self, desk: Desk, hall: Hall, allowed: Bucket) -> NoReturn:
        frames = Bucket(hall.config.limits.frames_per_second, BURST_S, trio.current_time())
        while True:
            message = await self.receive(allowed)
            self.heard_at = trio.current_time()
            if not frames.take(1, self.heard_at):
                raise _flood(frames, 1)
            await desk.handle(message)


def _flood(bucket: Bucket, amount: float) -> ProtocolError:
    return ProtocolError("flood", {"seconds": max(1, round(bucket.wait(amount)))})
