"""Getting in: hello, welcome, login, logged_in; getting out: bye; and the heartbeat.

`Hello` and `Bye` are frozen for ever: a peer of any version can read them, and so can say which side is older.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from upcard_protocol.rules.errors import Refusal
from upcard_protocol.wire.auth import KEY_BYTES, Scrypt
from upcard_protocol.wire.errors import ProtocolError

PROTOCOL_LO: Final = 1
"""The oldest protocol that this code speaks."""
PROTOCOL_HI: Final = 1
"""The newest protocol that this code speaks."""
DEFAULT_PORT: Final = 7377
"""The TCP port of a server that was told no other."""

Code = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z][a-z_]*$")]
"""A code of PROTOCOL.md's table of errors, or of a newer version's."""
ValueField = Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)] | Annotated[str, Meta(max_length=160)]
Values = Annotated[dict[Annotated[str, Meta(max_length=32)], ValueField], Meta(max_length=12)]
"""What the sentence of a code names."""
Word = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9._+-]+$")]
"""A word for programs: a capability, a version."""
Version = Annotated[int, Meta(ge=1, le=65_535)]
Key = Annotated[bytes, Meta(min_length=KEY_BYTES, max_length=KEY_BYTES)]
"""A token, a proof, a commitment or a seed: 32 bytes."""
ServerId = Annotated[bytes, Meta(min_length=16, max_length=16)]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
"""A name of a person or a table, in characters; `clean.py` says what it may be."""
UserId = Annotated[int, Meta(ge=1, le=1 << 53)]
"""A person (or guest, or bot) on one server, for ever."""
TableId = Annotated[int, Meta(ge=1, le=(1 << 32) - 1)]
Count = Annotated[int, Meta(ge=0, le=(1 << 32) - 1)]
Millis = Annotated[int, Meta(ge=0, le=1 << 53)]
"""A time since 1970-01-01 UTC, or a span, in milliseconds."""


class Hello(Struct, frozen=True, tag="hello", tag_field="t"):
    """The client's first message: the protocols it speaks, what else it can do, and what it is."""

    lo: Version = PROTOCOL_LO
    hi: Version = PROTOCOL_HI
    caps: Annotated[tuple[Word, ...], Meta(max_length=16)] = ()
    """Capabilities; a peer ignores those it does not know. Clients of protocol 1 have none."""
    client: Word = "upcard"
    version: Word = "0"


class NoAuth(Struct, frozen=True, tag="auth.none", tag_field="t"):
    """No password is asked for."""


class Limits(Struct, frozen=True, tag="limits", tag_field="t"):
    """What this server takes from one client."""

    client_frame: Count
    """Longest payload from the client after login, in bytes."""
    server_frame: Count
    """Longest payload to the client after login, in bytes."""
    messages_per_s: Count
    """Messages a second, on average over ten seconds."""
    chat_per_10s: Count
    """Lines of chat in ten seconds."""
    tables: Count
    """Tables that one person may sit at."""
    idle_s: Count
    """A client that sends nothing for so long is dropped; it sends `ping` well before."""
    gone_s: Count = 120
    """For so long the seat of somebody who is away is kept in a match."""
    ready_s: Count = 20
    """After so long between hands a player counts as ready."""
    vote_s: Count = 30
    """What is not agreed to within so long is asked no longer."""


class Welcome(Struct, frozen=True, kw_only=True, tag="welcome", tag_field="t"):
    """The server's answer to hello: which protocol is spoken from here, and what the client should know first."""

    protocol: Version
    server: ServerId
    """This server's data, as long as it lives; tokens are kept under it."""
    name: Name
    epoch: Count
    """Goes up each time the server starts."""
    version: Word
    caps: Annotated[tuple[Word, ...], Meta(max_length=16)] = ()
    """Capabilities: `matches`, the server lists the matches that somebody has played (`my_matches`)."""
    limits: Limits
    auth: NoAuth | Scrypt
    players: Count
    """People logged in, for a list of servers."""
    tables: Count
    at_ms: Millis
    """The server's clock."""


class Login(Struct, frozen=True, kw_only=True, tag="login", tag_field="t"):
    """The client says who it is: by name, by token, or as a guest who can only watch (neither).

    A token alone is enough. A name with a token returns to that name; a name without one is claimed, if it is free.
    """

    name: Name | None = None
    token: Key | None = None
    proof: Key | None = None
    """Of the password, where welcome asked for one."""


class SeatHeld(Struct, frozen=True, tag="seat_held", tag_field="t"):
    """A table where the person sits, to return to."""

    table: TableId
    seat: Annotated[int, Meta(ge=0, le=5)]
    title: Name


class LoggedIn(Struct, frozen=True, kw_only=True, tag="logged_in", tag_field="t"):
    """The client is in. The limits of a connection that is logged in hold from here, both ways."""

    token: Key
    """Proves the same person at the next login; kept secret by the client."""
    user: UserId
    name: Name
    guest: bool = False
    seats: Annotated[tuple[SeatHeld, ...], Meta(max_length=16)] = ()
    rid: Count = 0
    """The highest `rid` of which the reply is kept, from whichever computer it came: the next one is higher."""


class Bye(Struct, frozen=True, tag="bye", tag_field="t"):
    """The last message of either side: why it closes, and when to come back (0: at any time)."""

    code: Code
    values: Values = {}
    retry_after_ms: Count = 0


class Ping(Struct, frozen=True, tag="ping", tag_field="t"):
    """Asks for a pong with the same number."""

    id: Count


class Pong(Struct, frozen=True, tag="pong", tag_field="t"):
    """Answers a ping."""

    id: Count


def agree(hello: Hello, lo: int = PROTOCOL_LO, hi: int = PROTOCOL_HI) -> int:
    """Return the newest protocol that both sides speak.

    Raises:
        ProtocolError: `version`, with both ranges, if there is none.
    """
    newest = min(hi, hello.hi)
    if newest < max(lo, hello.lo):
        ranges = {"server_lo": lo, "server_hi": hi, "client_lo": hello.lo, "client_hi": hello.hi}
        raise ProtocolError("version", ranges)
    return newest


def older_side(refusal: Refusal) -> Literal["server", "client"] | None:
    """Tell which side a refusal `version` asks to be updated; None if it does not say."""
    server, client = refusal.values.get("server_hi"), refusal.values.get("client_hi")
    if refusal.code != "version" or not isinstance(server, int) or not isinstance(client, int):
        return None
    return "server" if server < client else "client"
