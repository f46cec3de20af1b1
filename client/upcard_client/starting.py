"""What a run of the full screen begins with: where to go, where this person's files are, and what the app needs."""

from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from upcard_client.errands import Errand, Visit
from upcard_client.link import Identity
from upcard_client.network.addresses import Address
from upcard_client.network.neighbourhood import Neighbourhood
from upcard_client.news import News
from upcard_client.replay.moments import Replay
from upcard_client.state import Model
from upcard_protocol.rules.games import GameAction
from upcard_protocol.wire.requests import Request

Told = Callable[[tuple[News, ...]], None]


class Linked(Protocol):
    """What the app needs of a `Link`."""

    model: Model

    def ask(self, request: Request) -> None: ...
    def act(self, table: int, action: GameAction) -> None: ...
    def change(self, step: Callable[[Model], Model]) -> None: ...
    def retry_now(self) -> None: ...
    def close(self) -> None: ...
    async def run(self) -> None: ...


OpenLink = Callable[[Address, Identity, Told], Linked]
LookAround = Callable[[Sequence[Address], Callable[[Neighbourhood], None], Neighbourhood], Coroutine[Any, Any, None]]


class Paths(Struct, frozen=True):
    """Where this person's files are.

    Attributes:
        settings: the file of the settings; None keeps none.
        tokens: the directory of the token files.
        solo: the directory of the tables played alone.
        hosted: the directory of the server that is hosted for others.
        games: the directory of finished games; None keeps none.
    """

    settings: Path | None
    tokens: Path
    solo: Path
    hosted: Path
    games: Path | None = None


class Target(Struct, frozen=True, kw_only=True):
    """Where a run begins.

    Attributes:
        identity: who comes in.
        address: the server to go to; None shows the connect screen, or starts a server of one's own to play the
            computer if that is the errand.
        errand: what is done there first.
        replay: a match to step through instead of all that.
        results: show the matches that are kept instead.
        rehearsal: on a server of our own the decks are the same in every run with this number, and nothing is kept.
    """

    identity: Identity
    address: Address | None = None
    errand: Errand = Visit()
    replay: Replay | None = None
    results: bool = False
    rehearsal: int | None = None
