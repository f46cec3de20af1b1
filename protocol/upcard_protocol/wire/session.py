"""One connection's protocol with no I/O in it: bytes in, messages out, for either side.

`trio`, `asyncio` and tests drive the same `Session`. It frames, encodes and decodes, keeps the order in which
messages may come (`RECEIVES`, `SENDS`), raises the limits after login, and says when the peer has been silent for
too long. It knows no table and no person.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, Literal

from msgspec import Struct

from upcard_protocol.wire.codec import Codec
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.framing import (
    CLIENT_LIMIT,
    GREETING_LIMIT,
    LOGIN_LIMIT,
    SERVER_LIMIT,
    FrameReader,
    frame,
)
from upcard_protocol.wire.handshake import Bye, Hello, LoggedIn, Login, Welcome

LOGIN_S: Final = 5.0
"""From accept to logged in, in seconds; typing a password is done before connecting."""
PING_S: Final = 15.0
"""A client that has nothing to send pings after so many seconds."""
IDLE_S: Final = 45.0
"""A peer that was silent for so many seconds is gone."""

Role = Literal["client", "server"]


class Phase(Enum):
    """How far a connection is."""

    HELLO = "hello"
    """The client has to say hello."""
    WELCOME = "welcome"
    """The server has to answer it."""
    LOGIN = "login"
    """The client has to log in."""
    ADMIT = "admit"
    """The server has to let the client in, or say bye."""
    OPEN = "open"
    """Logged in: everything else is said here."""
    CLOSED = "closed"
    """A bye went one way or the other, or an error was met."""


_HANDSHAKE: Final = frozenset({Hello, Welcome, Login, LoggedIn})

_NEXT: Final[Mapping[Phase, tuple[Role, type[Struct], Phase]]] = {
    Phase.HELLO: ("client", Hello, Phase.WELCOME),
    Phase.WELCOME: ("server", Welcome, Phase.LOGIN),
    Phase.LOGIN: ("client", Login, Phase.ADMIT),
    Phase.ADMIT: ("server", LoggedIn, Phase.OPEN),
}
"""The way in: in each phase whose word it is, the one message that it is, and the phase that follows.

Bye may come from either side in any phase and closes. In OPEN come all messages but these four.
"""


class Unacceptable(Struct, frozen=True):
    """A request that could be read but holds what the rules refuse: it is answered with the error, no more."""

    rid: int
    error: ProtocolError


class Session:
    """One side of one connection.

    Attributes:
        phase: how far the connection is.
        error: the error that ended it, if one did.
    """

    def __init__(self, role: Role, *, receives: Codec, sends: Codec, now: float = 0.0) -> None:
        """Begin at hello.

        Args:
            role: which side this is.
            receives: the codec of what the peer sends.
            sends: the codec of what this side sends.
            now: the time in seconds, by a clock that never goes back.
        """
        self.role: Role = role
        self.phase = Phase.HELLO
        self.error: ProtocolError | None = None
        self._receives = receives
        self._sends = sends
        self._reader = FrameReader(GREETING_LIMIT if role == "client" else LOGIN_LIMIT)
        self._send_limit = LOGIN_LIMIT if role == "client" else GREETING_LIMIT
        self._began = now
        self._heard = now
        self._now = now

    @property
    def deadline(self) -> float | None:
        """When `check_time` will fail if nothing more comes; None once closed."""
        if self.phase is Phase.CLOSED:
            return None
        return self._heard + IDLE_S if self.phase is Phase.OPEN else self._began + LOGIN_S

    def check_time(self, now: float) -> None:
        """Judge the peer's silence.

        Raises:
            ProtocolError: `login_timeout` or `silent` if the deadline has passed; the session is then closed.
        """
        deadline = self.deadline
        if deadline is None or now < deadline:
            return
        if self.phase is Phase.OPEN:
            raise self._fail(ProtocolError("silent", {"seconds": int(IDLE_S)}))
        raise self._fail(ProtocolError("login_timeout", {"seconds": int(LOGIN_S)}))

    def feed(self, data: bytes | bytearray | memoryview, now: float | None = None) -> None:
        """Take bytes from the peer, at a time in seconds.

        Silence is over only when a whole message comes: half a frame proves nothing.
        """
        if self.phase is not Phase.CLOSED:
            self._reader.feed(data)
            if now is not None:
                self._now = now

    def end(self) -> None:
        """Take notice that the peer sends no more.

        Raises:
            ProtocolError: `bad_frame` if it stopped inside a frame, `leaving` if it said no bye.
        """
        if self.phase is not Phase.CLOSED:
            raise self._fail(ProtocolError("bad_frame" if self._reader.inside else "leaving"))

    def next_event(self) -> Any:
        """Return the next message, an `Unacceptable` request, or None until more bytes come.

        Raises:
            ProtocolError: the peer broke the protocol. From then on always the same; `farewell` says it to the peer.
        """
        if self.error is not None:
            raise self.error
        if self.phase is Phase.CLOSED:
            return None
        try:
            payload = self._reader.next()
            if payload is None:
                return None
            message = self._receives.decode(payload)
            self._advance(message, self._peer)
        except ProtocolError as error:
            if error.rid is None or self.phase is not Phase.OPEN:
                raise self._fail(error) from error.__cause__
            message = Unacceptable(error.rid, error)
        self._heard = self._now
        return message

    def send(self, message: Struct) -> bytes:
        """Return the bytes of a message of this side; they must be sent in the order of these calls.

        Raises:
            ProtocolError: it is not the time for it, or it is too large. That is our own fault: the session stays.
        """
        data = self.pack(message)
        self._advance(message, self.role)
        return data

    def pack(self, message: Struct) -> bytes:
        """Return the framed bytes of a message without looking at the phase.

        One event for many spectators is packed once: its bytes do not depend on the connection.

        Raises:
            ProtocolError: `too_large` if it does not fit a frame of this side.
        """
        return frame(self._sends.encode(message), self._send_limit)

    def farewell(self, error: ProtocolError, retry_after_ms: int = 0) -> bytes:
        """Return the bytes of the bye that tells the peer of an error; nothing may be sent after it."""
        self.phase = Phase.CLOSED
        return frame(self._sends.encode(Bye(error.code, dict(error.values), retry_after_ms)), self._send_limit)

    @property
    def _peer(self) -> Role:
        return "server" if self.role == "client" else "client"

    def _advance(self, message: Struct, speaker: Role) -> None:
        """Check that a message comes at its time, and go on to the next phase."""
        kind = type(message)
        if kind is Bye and self.phase is not Phase.CLOSED:
            self.phase = Phase.CLOSED
            return
        if self.phase is Phase.OPEN and kind not in _HANDSHAKE:
            return
        step = _NEXT.get(self.phase)
        if step is None or step[:2] != (speaker, kind):
            raise ProtocolError("wrong_time", {"what": str(message.__struct_config__.tag)})
        self.phase = step[2]
        if self.phase is Phase.OPEN:
            self._reader.limit = SERVER_LIMIT if self.role == "client" else CLIENT_LIMIT
            self._send_limit = CLIENT_LIMIT if self.role == "client" else SERVER_LIMIT

    def _fail(self, error: ProtocolError) -> ProtocolError:
        """Close for good, with this error; before welcome a client takes the peer for no Upcard server at all."""
        if self.role == "client" and self.phase in (Phase.HELLO, Phase.WELCOME):
            error = ProtocolError("not_upcard")
        self.phase = Phase.CLOSED
        self.error = error
        return error
