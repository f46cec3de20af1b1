"""A pretend server: the real session over streams in memory, told by the test what to say."""

import asyncio
from typing import Any, TypeVar

from msgspec import Struct

from upcard_client.network.addresses import Address
from upcard_client.network.dialling import Streams
from upcard_protocol.wire.auth import Scrypt
from upcard_protocol.wire.handshake import Bye, Hello, Limits, LoggedIn, Login, NoAuth, Ping, Pong, SeatHeld, Welcome
from upcard_protocol.wire.messages import server_session
from upcard_protocol.wire.session import Phase, Session

M = TypeVar("M", bound=Struct)

SERVER = bytes(range(16))
TOKEN = bytes(range(32))
LIMITS = Limits(client_frame=4096, server_frame=65536, messages_per_s=30, chat_per_10s=10, tables=4, idle_s=45)


def welcome(
    *,
    server: bytes = SERVER,
    name: str = "Kitchen Pi",
    auth: NoAuth | Scrypt | None = None,
    caps: tuple[str, ...] = (),
) -> Welcome:
    """Return the welcome of a server."""
    return Welcome(
        protocol=1,
        server=server,
        name=name,
        epoch=1,
        version="0.1.0",
        caps=caps,
        limits=LIMITS,
        auth=auth or NoAuth(),
        players=1,
        tables=0,
        at_ms=1_000_000,
    )


class Peer:
    """The server's end of one connection.

    Attributes:
        closed: set when the client has closed its end.
    """

    def __init__(self, address: Address) -> None:
        """Accept a connection."""
        self.address = address
        self.closed = asyncio.Event()
        self.session: Session = server_session()
        self.reader = asyncio.StreamReader()
        self._heard: asyncio.Queue[Any] = asyncio.Queue()
        self._unheard = 0

    # ---- the writer that the client sees

    def write(self, data: bytes) -> None:
        """Hear bytes of the client."""
        self.session.feed(data)
        while (message := self.session.next_event()) is not None:
            self._heard.put_nowait(message)
            self._unheard += not isinstance(message, Ping)

    def close(self) -> None:
        """Take notice that the client closes."""
        self.closed.set()
        if not self.reader.at_eof():
            self.reader.feed_eof()

    async def wait_closed(self) -> None:
        """Wait for what is done at once here."""

    # ---- what the test does

    async def hear(self, kind: type[M]) -> M:
        """Return the client's next message, which has to be of this kind; pings are answered on the way."""
        while True:
            message = await self._heard.get()
            self._unheard -= not isinstance(message, Ping)
            if isinstance(message, kind):
                return message
            assert isinstance(message, Ping), f"heard {message!r}"
            if self.session.phase is Phase.OPEN:
                self.say(Pong(message.id))

    @property
    def silent(self) -> bool:
        """Has the client said nothing, pings aside, that was not heard yet?"""
        return self._unheard == 0

    def say(self, *messages: Struct) -> None:
        """Send messages in one piece."""
        self.reader.feed_data(b"".join(self.session.send(message) for message in messages))

    def say_bytes(self, data: bytes) -> None:
        """Send bytes that need not be messages."""
        self.reader.feed_data(data)

    def bye(self, code: str, retry_after_ms: int = 0, **values: int | str) -> None:
        """Say goodbye and close."""
        self.say(Bye(code, dict(values), retry_after_ms))
        self.drop()

    def drop(self) -> None:
        """Break the connection."""
        self.reader.feed_eof()

    async def admit(
        self,
        *,
        token: bytes = TOKEN,
        user: int = 1,
        seats: tuple[SeatHeld, ...] = (),
        greeting: Welcome | None = None,
        name: str | None = None,
        rid: int = 0,
    ) -> Login:
        """Let the client in; returns its login."""
        await self.hear(Hello)
        self.say(greeting or welcome())
        login = await self.hear(Login)
        guest = login.name is None and name is None
        known = name or login.name or "guest-0001"
        self.say(LoggedIn(token=token, user=user, name=known, guest=guest, seats=seats, rid=rid))
        return login


class Switchboard:
    """Gives the client a connection each time it dials, and the test the other end."""

    def __init__(self) -> None:
        """Be ready for the first call."""
        self._calls: asyncio.Queue[Peer] = asyncio.Queue()
        self.refusals: list[Exception] = []
        """What the next calls meet in place of a connection."""

    async def dial(self, address: Address) -> Streams:
        """Connect the client."""
        if self.refusals:
            raise self.refusals.pop(0)
        peer = Peer(address)
        self._calls.put_nowait(peer)
        return peer.reader, peer

    async def answer(self) -> Peer:
        """Return the server's end of the next connection."""
        return await self._calls.get()
