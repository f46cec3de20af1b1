"""One connection: bytes to messages, messages to the desk, and a bounded outbox that nobody waits for."""

import logging
import secrets
from collections import deque
from typing import Any, Final, NoReturn

import trio
from msgspec import Struct

from upcard_protocol.wire import Phase, ProtocolError, server_session
from upcard_protocol.wire.framing import CLIENT_LIMIT, SERVER_LIMIT
from upcard_protocol.wire.handshake import Bye, Hello, Limits, LoggedIn, Login, Welcome, agree
from upcard_server.bucket import Bucket
from upcard_server.clock import now_ms
from upcard_server.desk import Desk
from upcard_server.door import Door
from upcard_server.faults import leaves
from upcard_server.hall import Hall

logger = logging.getLogger(__name__)

OUTBOX_BYTES: Final = 256 * 1024
"""A connection that leaves more than this unread is cut; it may resume."""

RECEIVE_BYTES: Final = 16 * 1024
"""Read at once."""

BURST_S: Final = 10.0
"""So many seconds' worth of messages may come at once."""

FAREWELL_S: Final = 2.0
"""A peer has this long to take the last words."""


class Connection:
    """The server's end of one connection: what a table or the hall wants to say is queued here."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        """Speak over a stream that was just accepted."""
        self._stream = stream
        self._session = server_session(trio.current_time())
        self._outbox: deque[bytes] = deque()
        self._queued = 0
        self._filled = trio.Event()
        self._writing = False
        """Bytes are on their way; if that is interrupted, nothing more can be said."""
        self._error: ProtocolError | None = None
        self._scope = trio.CancelScope()

    # ---- saying

    def send(self, message: Struct) -> None:
        """Queue a message; a connection that is closing says nothing more."""
        if self._session.phase is not Phase.CLOSED:
            self._queue(self._session.send(message))

    def pack(self, message: Struct) -> bytes:
        """Return the bytes of a message; they are the same for every connection."""
        return self._session.pack(message)

    def send_packed(self, data: bytes) -> None:
        """Queue bytes that were packed once for several."""
        if self._session.phase is not Phase.CLOSED:
            self._queue(data)

    def close(self, error: ProtocolError) -> None:
        """Say bye and close."""
        if self._error is None:
            self._error = error
        self._scope.cancel()

    def _queue(self, data: bytes) -> None:
        self._outbox.append(data)
        self._queued += len(data)
        self._filled.set()
        if self._queued > OUTBOX_BYTES:
            self.close(ProtocolError("slow"))

    async def write(self) -> None:
        """Send what is queued, for as long as the connection lives."""
        while True:
            await self._filled.wait()
            self._filled = trio.Event()
            while self._outbox:
                batch = b"".join(self._outbox)
                self._outbox.clear()
                self._writing = True
                await self._stream.send_all(batch)
                self._writing = False
                self._queued -= len(batch)

    # ---- hearing

    async def receive(self) -> Any:
        """Return the next message.

        Raises:
            ProtocolError: the peer broke the protocol, or has gone.
        """
        while (message := self._session.next_event()) is None:
            data = await self._stream.receive_some(RECEIVE_BYTES)
            if not data:
                self._session.end()
                raise ProtocolError("leaving")
            self._session.feed(data, trio.current_time())
        if isinstance(message, Bye):
            raise ProtocolError("leaving")
        return message

    async def serve(self, hall: Hall, door: Door) -> None:
        """Let the peer in and serve it until one side leaves; never raises what a peer can cause."""
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self.write)
                    await self._attend(hall, door)
        except* (ProtocolError, trio.BrokenResourceError, trio.ClosedResourceError) as group:
            # A broken stream alone means that the peer has left.
            told = [error for error in leaves(group) if isinstance(error, ProtocolError)]
            self._error = self._error or (told[0] if told else ProtocolError("leaving"))
        except* (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
            incident = secrets.token_hex(4)
            logger.exception("a connection stopped, incident %s", incident)
            self._error = ProtocolError("failed", {"incident": incident})
        finally:
            await self._farewell()

    async def refuse(self, error: ProtocolError) -> None:
        """Say at the door why the peer may not come in, and close."""
        self._error = error
        await self._farewell()

    async def _attend(self, hall: Hall, door: Door) -> NoReturn:
        limits = hall.config.limits
        try:
            with trio.fail_after(limits.login_seconds):
                login = await self._greet(hall, door)
                person, token = await hall.people.log_in(login, hall.seated())
        except trio.TooSlowError as error:
            raise ProtocolError("login_timeout", {"seconds": round(limits.login_seconds)}) from error
        user = person.user
        self.send(
            LoggedIn(token=token, user=user.id, name=user.name, guest=user.guest, seats=hall.seats_held(person))
        )
        hall.arrived(person, self)
        logger.info("%s is here", user.name)
        try:
            await self._converse(Desk(hall, person, self), hall)
        finally:
            with trio.CancelScope(deadline=trio.current_time() + FAREWELL_S, shield=True):
                await hall.departed(person, self)
            logger.info("%s has left", user.name)

    async def _greet(self, hall: Hall, door: Door) -> Login:
        """Go through hello, welcome and login, and check the password."""
        hello = await self.receive()
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
                limits=Limits(
                    CLIENT_LIMIT,
                    SERVER_LIMIT,
                    limits.frames_per_second,
                    round(limits.chat_per_second * 10),
                    limits.tables_per_player,
                    round(limits.idle_seconds),
                ),
                auth=auth,
                players=hall.people.connected,
                tables=len(hall.tables),
                at_ms=now_ms(),
            )
        )
        login = await self.receive()
        assert isinstance(login, Login)
        door.check(auth, login)
        return login

    async def _converse(self, desk: Desk, hall: Hall) -> NoReturn:
        limits = hall.config.limits
        frames = Bucket(limits.frames_per_second, BURST_S, trio.current_time())
        while True:
            with trio.move_on_after(limits.idle_seconds) as waiting:
                message = await self.receive()
                if not frames.take(1, trio.current_time()):
                    raise ProtocolError("flood", {"seconds": max(1, round(frames.wait(1)))})
                waiting.deadline = float("inf")
                await desk.handle(message)
            if waiting.cancelled_caught:
                raise ProtocolError("silent", {"seconds": round(limits.idle_seconds)})

    async def _farewell(self) -> None:
        """Send what is left and say why it ends, as far as the peer takes it in time; then close."""
        with trio.CancelScope(deadline=trio.current_time() + FAREWELL_S, shield=True):
            try:
                last = b"".join(self._outbox)
                if self._error is not None and self._error.code != "leaving":
                    logger.info("closing a connection: %s", self._error.code)
                    last += self._session.farewell(self._error)
                if last and not self._writing:
                    await self._stream.send_all(last)
            except (trio.BrokenResourceError, trio.ClosedResourceError, trio.BusyResourceError):
                logger.debug("the peer did not take the last words")
        await trio.aclose_forcefully(self._stream)
