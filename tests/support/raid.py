"""A raid on a server in memory: strangers, people at tables and spectators send it anything, in any order.

Meanwhile two honest people play at a table of their own, and have to get their hands played.
"""

import tracemalloc
from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any, Final, Literal

import trio
import trio.testing
from msgspec import Struct
from msgspec.structs import replace

from tests.support.hostile import Hostile
from tests.support.matches import play_turn
from tests.support.premises import GIN, Premises, duel, premises
from tests.support.stormy import FaultError
from tests.support.visitor import Following, Seen, Visitor
from upcard_protocol.rules.games import GameOptions
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY
from upcard_protocol.table import TableOptions
from upcard_protocol.wire import TO_CLIENT, TO_SERVER
from upcard_protocol.wire.errors import SENTENCES, ProtocolError
from upcard_protocol.wire.framing import SERVER_LIMIT, FrameReader, frame
from upcard_protocol.wire.handshake import Bye, Hello, LoggedIn, Login
from upcard_protocol.wire.pushes import Happened
from upcard_protocol.wire.replies import Acted, ActRefused, Refused
from upcard_protocol.wire.requests import NewTable, Ready, Watch
from upcard_server.app import welcome
from upcard_server.config import Limits

LIMITS: Final = Limits(
    max_connections=10_000,
    max_connections_per_address=10_000,
    newcomers_per_minute=10**6,
    changes_per_second=1e6,
    frames_per_second=10**6,
    bytes_per_second=10**9,
    chat_per_second=10**6,
    idle_seconds=86400.0,
    gone_seconds=86400.0,
)
"""Nobody is slowed down, and nobody is missed: what is to be met is the frame, not the limit."""

OURS: Final = frozenset({"internal", "failed", "storage"})
"""Codes that are defined and yet a fault of the server's own."""

Role = Literal["stranger", "greeted", "seated", "spectator"]

SEATED: Final[tuple[tuple[str, GameOptions, int], ...]] = (
    ("Raider", GIN, 2),
    ("Rover", replace(RUMMY["calling"], recycle="shuffle"), 3),
    ("Pirate", PRESETS["partners"], 4),
    ("Vandal", replace(RUMMY["floating"], scoring="penalty"), 2),
)
"""Those who sit at tables of their own, where bots play with them: their names, what is played, and by how many."""

BATCH: Final = 16
"""Frames of somebody inside that are sent before anybody looks what came of them."""

HONEST: Final = 3
"""So often honest people play at least."""

MEASURED: Final = 0.2
"""The share of frames whose cost is measured."""

COSTLY_MS: Final = 5.0
COSTLY_BYTES: Final = 1_000_000
GROWN_KIB: Final = 16 * 1024
"""Memory counts as flat when it grows by no more than this from the first fifth to the end."""


class Found(Struct, frozen=True):
    """What a raid came to, when no fault was found."""

    frames: int
    connections: int
    seconds: float
    codes: dict[str, int]
    """How often each error was told."""
    keys: int
    """How many different keys of a raider's own making came."""
    worst_ms: float
    """The longest that one of the measured frames took of the processor, the best of three tries."""
    worst_bytes: int
    """The most memory that one of them took."""
    memory_kib: tuple[int, int]
    """Resident after the first fifth, and at the end; zeros where the system does not say."""
    acts: int
    """Of the raiders, accepted: they got that far into the rules."""
    honest_acts: int


class Raider:
    """One hostile connection; whatever comes of it is checked as it comes.

    Attributes:
        acts: how many acts of it were accepted.
    """

    def __init__(
        self, role: Role, codes: Counter[str], name: str | None = None, game: GameOptions = GIN, seats: int = 2
    ) -> None:
        """Be of a kind, and count what one is told; whoever sits at a table has a name and opens one for a game."""
        self.role = role
        self.acts = 0
        self._name = name
        self._game = game
        self._seats = seats
        self._following = Following()
        self.token: bytes | None = None
        self.closed = True
        self._codes = codes
        self._stream: Any = None
        self._admitted = trio.Event()

    async def enter(self, house: Premises) -> None:
        """Go as far in as the role needs, over a new line."""
        self._stream, theirs = trio.testing.memory_stream_pair()
        self.closed = False
        self._admitted = trio.Event()
        self._following = Following()
        house.nursery.start_soon(welcome, house.hall, house.door, house.nursery, theirs)
        house.nursery.start_soon(self._hear, self._stream)
        if self.role == "stranger":
            return
        await self.send(frame(TO_SERVER.encode(Hello())))
        if self.role == "greeted":
            return
        name = self._name if self.token is None else None
        await self.send(frame(TO_SERVER.encode(Login(name=name, token=self.token))))
        await self._admitted.wait()
        if self.role == "seated":
            options, bots = TableOptions(bot_pace_ms=0), self._seats - 1
            await self.send(
                frame(
                    TO_SERVER.encode(NewTable(rid=1, options=options, game=self._game, seats=self._seats, bots=bots))
                )
            )
        await self.send(frame(TO_SERVER.encode(Watch(2, 1))))

    @property
    def seen(self) -> Mapping[int, Seen]:
        """The tables that it knows."""
        return self._following.seen

    async def send(self, data: bytes) -> None:
        """Send bytes; a line that is closed swallows them."""
        try:
            await self._stream.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self.closed = True

    async def leave(self) -> None:
        """Break the line."""
        await trio.aclose_forcefully(self._stream)

    async def _hear(self, stream: trio.abc.Stream) -> None:
        reader = FrameReader(SERVER_LIMIT)
        try:
            while data := await stream.receive_some():
                reader.feed(data)
                while (payload := reader.next()) is not None:
                    self._check(TO_CLIENT.decode(payload))
        except trio.ClosedResourceError:
            pass
        if stream is self._stream:
            self.closed = True

    def _check(self, message: Any) -> None:
        if isinstance(message, LoggedIn):
            self.token = message.token
            self._admitted.set()
        if isinstance(message, Happened) and message.n > self._next(message.table):
            # It asked for what came later than what it knows.
            del self._following.seen[message.table]
        self._following.hear(message)
        self.acts += isinstance(message, Acted)
        if isinstance(message, Bye | Refused | ActRefused):
            self._codes[message.code] += 1
            assert message.code in SENTENCES, f"{message.code} is not defined"
            assert message.code not in OURS, f"the server is at fault: {message}"

    def _next(self, table: int) -> int:
        """Return the number of the event that it can follow next; of a table that it does not know, any."""
        seen = self.seen.get(table)
        return 1 << 32 if seen is None else seen.n + 1


async def raid(home: Path, frames: int, seed: int, met: Collection[str] = ()) -> Found:
    """Send so many frames, and see that all is well.

    Args:
        home: where the server's data is.
        frames: how many are sent.
        seed: of what they are; when each is heard is not in anybody's hand.
        met: errors that have to be told at least once. Until they are, and honest people have played, up to three
            times as many frames are sent.

    Raises:
        AssertionError: for an error that is not defined, or is the server's own fault, or when an honest player is
            kept from playing.
    """
    rng = Random(seed)
    codes: Counter[str] = Counter()
    hostile = Hostile(rng, (1, 2, 3))
    cost = Cost()
    connections = honest = 0
    resident = [0, 0]
    began = perf_counter()
    async with premises(home, limits=LIMITS) as house:
        players = await duel(house)
        raiders = [
            *(Raider(role, codes) for role in ("stranger", "greeted", "spectator")),
            *(Raider("seated", codes, *who) for who in SEATED),
        ]
        sent = 0
        while sent < frames or (sent < 3 * frames and (honest < HONEST or not codes.keys() >= set(met))):
            raider = rng.choice(raiders)
            if raider.closed:
                await raider.enter(house)
                connections += 1
            inside = raider.role in ("seated", "spectator")
            for _ in range(BATCH if inside else 1):
                data = hostile.frame(harmless=0.98 if inside else 0.3, seen=raider.seen)
                if rng.random() < MEASURED:
                    cost.measure(data)
                await raider.send(data)
                sent += 1
            if rng.random() < 0.05:
                await raider.leave()
            await trio.testing.wait_all_tasks_blocked()
            if rng.random() < 0.03:
                await go_on(house, *players)
                honest += 1
            if sent * 5 >= frames and not resident[0]:
                resident[0] = resident_kib()
        resident[1] = resident_kib()
    return Found(
        frames=sent,
        connections=connections,
        seconds=round(perf_counter() - began, 1),
        codes=dict(sorted(codes.items())),
        keys=hostile.keys,
        worst_ms=round(cost.worst_ms, 3),
        worst_bytes=cost.worst_bytes,
        memory_kib=(resident[0], resident[1]),
        acts=sum(raider.acts for raider in raiders),
        honest_acts=honest,
    )


async def go_on(house: Premises, *players: Visitor) -> None:
    """Let honest people play one turn, or begin the next match."""
    if house.table().table.playing:
        await play_turn(house, *players)
    else:
        for player in players:
            await player.get(Ready, table=1)
    for player in players:
        player.heard.clear()
        player.raw.clear()


def check(found: Found) -> None:
    """Hold the figures of a raid against what is promised.

    Raises:
        FaultError: if a frame cost too much, or the memory grew.
    """
    first, last = found.memory_kib
    if found.worst_ms >= COSTLY_MS or found.worst_bytes >= COSTLY_BYTES:
        raise FaultError(f"a frame cost {found.worst_ms} ms and {found.worst_bytes} bytes")
    if last - first > GROWN_KIB:
        raise FaultError(f"the memory grew from {first} KiB to {last} KiB")


class Cost:
    """The most that any frame cost to be taken apart."""

    def __init__(self) -> None:
        self.worst_ms = 0.0
        self.worst_bytes = 0
        self._measured = 0

    def measure(self, data: bytes) -> None:
        """Take a frame apart as a server does, and note what that cost; memory of every twentieth."""
        payload = data[4:]
        milliseconds = _milliseconds(payload)
        if milliseconds > self.worst_ms:
            self.worst_ms = max(self.worst_ms, min(milliseconds, _milliseconds(payload), _milliseconds(payload)))
        self._measured += 1
        if self._measured % 20 == 0:
            tracemalloc.start()
            _milliseconds(payload)
            _, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            self.worst_bytes = max(self.worst_bytes, peak)


def _milliseconds(payload: bytes) -> float:
    began = process_time()
    with suppress(ProtocolError):
        TO_SERVER.decode(payload)
    return (process_time() - began) * 1000


def resident_kib() -> int:
    """Return the memory that this process holds, in KiB; 0 where the system does not say."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * 4 if statm.exists() else 0
