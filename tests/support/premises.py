"""A server in memory: the real hall, door and connections, over streams that no kernel holds up."""

import sqlite3
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final, TypeVar

import outcome
import trio
import trio.testing

from tests.support.visitor import Visitor
from upcard_protocol.rules.games import GameOptions, game_of
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.table import TableOptions
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.replies import Described, Seated
from upcard_server.app import welcome
from upcard_server.config import Config, Limits
from upcard_server.door import Door, open_door
from upcard_server.hall import Hall
from upcard_server.journal import Journal, datadir
from upcard_server.journal.ledger import Ledger
from upcard_server.journal.writer import Writer
from upcard_server.live import LiveTable

T = TypeVar("T")

GIN: Final = PRESETS["modern"]
QUICK: Final = TableOptions(name="Kitchen table", bot_pace_ms=0)
"""A table where bots do not wait."""


CROWDED: Final = Limits(max_connections_per_address=1000, newcomers_per_minute=100_000, changes_per_second=100_000)
"""Every visitor comes from the same address."""


def seeds(epoch: int) -> Callable[[], bytes]:
    """Return a maker of seeds, another for each match and start of a server, but the same in every run."""
    numbers = count()
    return lambda: sha256(f"{epoch} {next(numbers)}".encode()).digest()


class AtOnce(Writer):
    """Writes in the caller's own turn: with no thread, a clock that jumps never overtakes the disk."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Write to a database; what is lost with the machine does not matter here."""
        self.ledger = Ledger(connection)
        super().__init__(self.ledger)
        connection.execute("PRAGMA synchronous = OFF")

    async def call(self, work: Callable[[Ledger], T]) -> T:
        """Run work in a transaction of its own."""
        await trio.lowlevel.checkpoint_if_cancelled()
        self.ledger.connection.execute("BEGIN IMMEDIATE")
        result = outcome.capture(work, self.ledger)
        self.ledger.connection.execute("ROLLBACK" if isinstance(result, outcome.Error) else "COMMIT")
        if isinstance(result, outcome.Error):
            self.ledger.forget()
        await trio.lowlevel.cancel_shielded_checkpoint()
        return result.unwrap()


class Premises:
    """A server that visitors come to. Made by `premises`."""

    def __init__(self, hall: Hall, door: Door, nursery: trio.Nursery) -> None:
        """Let connections run in a nursery."""
        self.hall = hall
        self.door = door
        self.nursery = nursery

    def dial(self) -> Visitor:
        """Return somebody who is connected and has said nothing yet."""
        ours, theirs = trio.testing.memory_stream_pair()
        return self.connect(ours, theirs)

    def connect(self, ours: trio.abc.Stream, theirs: trio.abc.Stream) -> Visitor:
        """Return somebody at the one end of a pair of streams, the server being at the other."""
        self.nursery.start_soon(welcome, self.hall, self.door, self.nursery, theirs)
        return Visitor(ours)

    async def enter(self, name: str | None = None, token: bytes | None = None) -> Visitor:
        """Return somebody who has logged in."""
        visitor = self.dial()
        await visitor.log_in(name, token)
        return visitor

    def table(self, number: int = 1) -> LiveTable:
        """Return a table as the server has it."""
        return self.hall.tables[number]


@asynccontextmanager
async def premises(
    data: Path,
    *,
    limits: Limits | None = None,
    password: str | None = None,
    new_seed: Callable[[], bytes] | None = None,
    bots: int = 0,
) -> AsyncGenerator[Premises]:
    """Open a server on a data directory, and close it after the block as a crash would: nobody is told."""
    config = Config(data=data, name="Kitchen Pi", limits=limits or CROWDED, bots=bots)
    with datadir.opened(data) as connection:
        server_id, epoch = datadir.identity(connection)
        journal = Journal(AtOnce(connection), server_id, epoch)
        async with trio.open_nursery() as nursery:
            hall = Hall(config, journal, nursery, new_seed or seeds(epoch))
            await hall.restore()
            door = await open_door(config.limits, password)
            nursery.start_soon(door.heartbeat.run)
            yield Premises(hall, door, nursery)
            nursery.cancel_scope.cancel()


async def open_table(visitor: Visitor, options: TableOptions = QUICK, game: GameOptions = GIN, **fields: Any) -> int:
    """Open a table and return its number once its snapshot has come."""
    answer = await visitor.get(ask.NewTable, options=options, game=game, **fields)
    assert isinstance(answer, Seated | Described)
    number = answer.table if isinstance(answer, Seated) else answer.row.table
    await visitor.catch_up(number, 0)
    return number


async def duel(house: Premises, *, options: TableOptions = QUICK, game: GameOptions = GIN) -> tuple[Visitor, Visitor]:
    """Return two people at table 1 with the first hand dealt; the first is at seat 0."""
    one, two = await house.enter("Eleni"), await house.enter("Mira")
    number = await open_table(one, options, game)
    await two.get(ask.TakeSeat, table=number)
    for person in (one, two):
        await person.get(ask.Ready, table=number)
    await level(house, number, one, two)
    return one, two


async def level(house: Premises, number: int, *visitors: Visitor) -> None:
    """Let visitors hear all that has happened at a table so far."""
    await trio.testing.wait_all_tasks_blocked()
    for visitor in visitors:
        await visitor.catch_up(number, house.table(number).standing.n)


def asked(number: int, *visitors: Visitor) -> Visitor:
    """Return who is asked something at a table."""
    (asked,) = [visitor for visitor in visitors if any(True for _ in moves(visitor, number))]
    return asked


def moves(visitor: Visitor, number: int = 1) -> list[Any]:
    """Return what a visitor may do at a table."""
    view = visitor.seen[number].match
    return list(game_of(view.sheet.options).legal(view))
