"""Every message of protocol 1 in one list, the two codecs, and a session for either side."""

from typing import Final

from msgspec import Struct

from upcard_protocol.wire.codec import Codec
from upcard_protocol.wire.handshake import Bye, Hello, LoggedIn, Login, Ping, Pong, Welcome
from upcard_protocol.wire.pushes import (
    ChatLine,
    Happened,
    Notice,
    PersonChanged,
    PersonGone,
    Snapshot,
    SnapshotPart,
    Spectators,
    TableChanged,
    TableGone,
)
from upcard_protocol.wire.replies import Acted, ActRefused, Done, Refused
from upcard_protocol.wire.requests import (
    Act,
    AddBot,
    AskPause,
    AskSeat,
    Block,
    Chat,
    GetRecord,
    GiveUp,
    LeaveTable,
    Lobby,
    LobbyOff,
    Look,
    MyMatches,
    NewTable,
    Players,
    PlayOn,
    Ready,
    RemoveBot,
    Resume,
    ShowSeed,
    TakeSeat,
    Unwatch,
    Vote,
    Watch,
)
from upcard_protocol.wire.session import Session

FROM_EITHER: Final[tuple[type[Struct], ...]] = (Bye, Ping, Pong)

FROM_CLIENT: Final[tuple[type[Struct], ...]] = (
    Hello,
    Login,
    *FROM_EITHER,
    Lobby,
    LobbyOff,
    Players,
    Look,
    NewTable,
    TakeSeat,
    LeaveTable,
    Watch,
    Unwatch,
    Resume,
    AddBot,
    RemoveBot,
    Ready,
    ShowSeed,
    GetRecord,
    MyMatches,
    GiveUp,
    AskPause,
    AskSeat,
    Vote,
    PlayOn,
    Chat,
    Block,
    Act,
)

FROM_SERVER: Final[tuple[type[Struct], ...]] = (
    Welcome,
    LoggedIn,
    *FROM_EITHER,
    Done,
    Refused,
    Acted,
    ActRefused,
    SnapshotPart,
    Snapshot,
    Happened,
    Spectators,
    TableChanged,
    TableGone,
    PersonChanged,
    PersonGone,
    ChatLine,
    Notice,
)

TO_SERVER: Final = Codec(*FROM_CLIENT)
"""What clients send."""

TO_CLIENT: Final = Codec(*FROM_SERVER)
"""What servers send."""


def client_session(now: float = 0.0) -> Session:
    """Return the client's side of a new connection; `now` in seconds."""
    return Session("client", receives=TO_CLIENT, sends=TO_SERVER, now=now)


def server_session(now: float = 0.0) -> Session:
    """Return the server's side of a new connection; `now` in seconds."""
    return Session("server", receives=TO_SERVER, sends=TO_CLIENT, now=now)
