"""The storm: a real server that is killed again and again while clients play over lines that lose and double frames.

At the end the journal is read by itself, and every client's word is held against it: no act that was acknowledged is
missing, none is there twice, and what each client saw is what a fresh replay of the journal gives.
"""

from collections import Counter
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

import trio
from msgspec import Struct
from msgspec.structs import replace

from tests.support.premises import GIN, open_table
from tests.support.server_process import ServerProcess, server_process
from tests.support.shim import Weather
from tests.support.stormy import FaultError, Stormy
from tests.support.visitor import Visitor
from upcard_protocol import table as tables
from upcard_protocol.rules.games import GameOptions
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY
from upcard_protocol.table import TableOptions
from upcard_protocol.wire import requests as ask
from upcard_server.journal import StoredTable, TableState, open_journal
from upcard_server.standing import BODIES, Standing, steps

TABLE: Final = TableOptions(name="Storm", turn_s=0, reserve_s=0)

GAMES: Final[tuple[tuple[GameOptions, int], ...]] = (
    (GIN, 2),
    (PRESETS["partners"], 4),
    (replace(RUMMY["calling"], recycle="shuffle"), 3),
    (RUMMY["basic"], 2),
    (replace(GIN, format="all_play"), 3),
    (replace(RUMMY["pagat"], recycle="shuffle"), 6),
    (PRESETS["oklahoma"], 2),
    (RUMMY["single"], 5),
    (replace(GIN, format="sit_out"), 3),
    (RUMMY["strict"], 2),
    (replace(GIN, hollywood=True), 2),
    (replace(RUMMY["parlett"], recycle="shuffle"), 4),
    (replace(PRESETS["partners"], hollywood=True), 4),
    (RUMMY["block"], 3),
    (replace(GIN, format="cutthroat"), 3),
    (replace(RUMMY["floating"], call_rummy=True), 4),
    (PRESETS["tournament"], 2),
    (replace(RUMMY["around"], scoring="penalty"), 2),
)
"""What is played, and by how many; the tables take them in turn."""

FLAGS: Final = (
    "--max-connections=5000",
    "--max-connections-per-address=5000",
    "--newcomers-per-minute=1000000",
    "--changes-per-second=1000000",
    "--frames-per-second=100000",
    "--bytes-per-second=100000000",
    "--gone-seconds=86400",
    "--ready-seconds=86400",
)
"""Nobody is slowed down, and nobody is taken for gone."""


class Storm(Struct, frozen=True, kw_only=True):
    """How hard it blows."""

    tables: int = 50
    spectators: int = 10
    kills: int = 100
    longest_s: float = 1.5
    """A server lives for this long at most once it listens; how long is drawn at random."""
    weather: Weather = Weather()
    seed: int = 1


class Figures(Struct, frozen=True):
    """What a storm came to, when no fault was found."""

    tables: int
    clients: int
    """Each ended with a view of its table that is what a fresh replay of the journal gives."""
    kills: int
    seconds: float
    acts: int
    """Acknowledged; each is in the journal exactly once."""
    events: int
    rows: int
    restart_ms: int
    """From the kill to listening again, the median."""
    slowest_restart_ms: int
    happened: dict[str, int]


class Coast:
    """Starts the server and kills it; tells clients where it is."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.port = 0
        self.kills = 0
        self.restarts_s: list[float] = []
        self._killed_at = 0.0
        self._up = trio.Event()

    async def line(self) -> trio.abc.Stream:
        """Return a line to the server, as soon as there is one."""
        while True:
            await self._up.wait()
            up = self._up
            try:
                return await trio.open_tcp_stream("127.0.0.1", self.port)
            except OSError:
                # It was killed a moment ago: whoever killed it says when it is back.
                if up is self._up:
                    await trio.sleep(0.01)

    def found(self, server: ServerProcess) -> None:
        """Send everybody to a server that listens."""
        if self._killed_at:
            self.restarts_s.append(trio.current_time() - self._killed_at)
        self.port = server.port
        self._up.set()

    async def kill(self, server: ServerProcess) -> None:
        """End the server as a power cut would; nobody looks for it until there is another."""
        self._up = trio.Event()
        self._killed_at = trio.current_time()
        self.kills += 1
        await server.kill()
        if server.complaints:
            raise FaultError(f"the server complained: {server.complaints[-2000:]}")

    async def lives(self, storm: Storm, rng: Random) -> None:
        """Kill the server at random moments, and start it again, as often as was asked."""
        for _ in range(storm.kills):
            async with server_process(self.home, *FLAGS) as server:
                self.found(server)
                with trio.move_on_after(rng.uniform(0.02, storm.longest_s)):
                    code = await server.process.wait()
                    raise FaultError(f"the server ended by itself with {code}: {server.complaints[-2000:]}")
                await self.kill(server)


async def blow(home: Path, storm: Storm) -> Figures:
    """Let a storm blow, and look at what it left.

    Raises:
        FaultError: if anything that was acknowledged is missing, doubled or otherwise than it was said.
    """
    began = trio.current_time()
    coast = Coast(home)
    clients = await sail(coast, storm)
    events, rows = await inspect(home, clients)
    happened = sum((client.happened for client in clients), Counter[str]())
    return Figures(
        tables=storm.tables,
        clients=len(clients),
        kills=coast.kills,
        seconds=round(trio.current_time() - began, 1),
        acts=sum(len(client.acknowledged) for client in clients),
        events=events,
        rows=rows,
        restart_ms=round(median(coast.restarts_s) * 1000),
        slowest_restart_ms=round(max(coast.restarts_s) * 1000),
        happened=dict(sorted(happened.items())),
    )


async def sail(coast: Coast, storm: Storm) -> list[Stormy]:
    """Let clients play through a storm, and return them as they are when it is over and the server is dead."""
    rng = Random(storm.seed)
    clients = await _embark(coast, storm, rng)
    async with trio.open_nursery() as nursery:
        for client in clients:
            nursery.start_soon(client.live)
        await coast.lives(storm, rng)
        while not any(client.acknowledged for client in clients):
            # On a busy machine nobody may have come to act so far: a storm like that proves nothing.
            await coast.lives(replace(storm, kills=1), rng)
        nursery.cancel_scope.cancel()
    async with server_process(coast.home, *FLAGS) as server:
        coast.found(server)
        for client in clients:
            await client.settle()
        await coast.kill(server)
    return clients


async def _embark(coast: Coast, storm: Storm, rng: Random) -> list[Stormy]:
    """Seat everybody in fair weather; the clients that come back are others, and know no more than their tokens."""
    clients: list[Stormy] = []

    def aboard(visitor: Visitor, number: int) -> None:
        seen = visitor.seen[number]
        clients.append(Stormy(coast, visitor.me.token, number, seen, Random(rng.random()), storm.weather))

    async with server_process(coast.home, *FLAGS) as server:
        for place in range(storm.tables):
            rules, seats = GAMES[place % len(GAMES)]
            people = [await server.enter(f"Sailor {_letters(10 * place + seat)}") for seat in range(seats)]
            number = await open_table(people[0], TABLE, rules, seats=seats)
            for other in people[1:]:
                await other.get(ask.TakeSeat, table=number)
                await other.catch_up(number, 0)
            for person in people:
                aboard(person, number)
        for place in range(storm.spectators):
            guest = await server.enter()
            number = clients[place * len(clients) // storm.spectators].table
            await guest.get(ask.Watch, table=number)
            await guest.catch_up(number, 0)
            aboard(guest, number)
        await coast.kill(server)
    return clients


def _letters(number: int) -> str:
    """Write a number in letters that nobody takes for each other, as names have to be."""
    return str(number).translate(str.maketrans("0123456789", "bdfghkptxz"))


async def inspect(home: Path, clients: list[Stormy]) -> tuple[int, int]:
    """Hold what every client was told against the journal; return how many events and rows there are.

    Raises:
        FaultError: at the first thing that is not as it was told.
    """
    events = rows = 0
    async with open_journal(home / "data") as journal:
        for info in await journal.tables():
            stored = await journal.read(info.id)
            if stored is None or stored.state is not TableState.OPEN:
                raise FaultError(f"table {info.id} is not as it was: {stored and stored.reason}")
            mine = [client for client in clients if str(client.table) == info.id]
            standing = _hold(stored, mine)
            events, rows = events + standing.n, rows + len(stored.rows)
    return events, rows


def _hold(stored: StoredTable, clients: list[Stormy]) -> Standing:
    """Replay one table, and compare each of its clients with it."""
    name = f"table {stored.info.id}"
    by_seat = {client.seen.view.viewer: client for client in clients}
    counted: Counter[int] = Counter()
    unmatched = list(clients)
    before = standing = None
    for row, standing in steps(stored):
        if row.cseq is not None and row.seat is not None:
            assert before is not None
            counted[row.seat] += 1
            if row.cseq != counted[row.seat]:
                raise FaultError(f"{name}: act {row.cseq} of seat {row.seat} is not the one after the last")
            told = by_seat[row.seat].acknowledged.get(row.cseq)
            if told is not None and (BODIES.encode(told[0].action), told[1]) != (row.body, before.n + 1):
                raise FaultError(f"{name}: act {row.cseq} of seat {row.seat} is not the one that was acknowledged")
        for client in [client for client in unmatched if client.seen.n == standing.n]:
            if tables.view(standing.table, client.seen.view.viewer) == client.seen.view:
                unmatched.remove(client)
        before = standing
    for seat, client in by_seat.items():
        if any(cseq > counted[seat] for cseq in client.acknowledged):
            raise FaultError(f"{name}: an act of seat {seat} was acknowledged and is lost")
    for client in unmatched:
        raise FaultError(f"{name}: at {client.seen.n} viewer {client.seen.view.viewer} saw what no replay gives")
    assert standing is not None
    return standing
