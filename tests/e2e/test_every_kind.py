"""A match of every kind: played over TCP by bots to its end, watched by somebody, the server killed in the middle."""

from pathlib import Path
from typing import Final

import trio
from msgspec.structs import replace

from tests.support.premises import QUICK, open_table
from tests.support.server_process import ServerProcess, server_process
from tests.support.visitor import Seen, Visitor
from upcard_protocol import table as tables
from upcard_protocol.rules.game import PUBLIC
from upcard_protocol.rules.games import GameOptions, game_of
from upcard_protocol.rules.gin.options import PRESETS as GIN
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY
from upcard_protocol.table import Revealed
from upcard_protocol.wire import requests as ask
from upcard_server.journal import StoredTable, open_journal
from upcard_server.standing import BODIES, RecycleFrom, Standing, steps

LIMIT_S: Final = 170.0
"""It takes less than a tenth of that on a machine with nothing else to do."""

MODERN: Final = GIN["modern"]
BASIC: Final = RUMMY["basic"]

KINDS: Final[dict[str, tuple[GameOptions, int]]] = {
    "duel": (replace(MODERN, target=250), 2),
    "oklahoma": (replace(GIN["oklahoma"], target=300), 2),
    "straight": (replace(GIN["straight"], target=250), 2),
    "hollywood": (replace(MODERN, hollywood=True), 2),
    "best of three": (replace(MODERN, match_games=3), 2),
    "sit_out": (replace(MODERN, format="sit_out"), 3),
    "cutthroat": (replace(MODERN, format="cutthroat", target=150), 3),
    "all_play, three": (replace(MODERN, format="all_play", target=250), 3),
    "all_play, four": (replace(MODERN, format="all_play", target=250), 4),
    "partners": (GIN["partners"], 4),
    "partners in columns": (replace(GIN["partners"], hollywood=True), 4),
    "rummy, two": (BASIC, 2),
    "rummy, three, aces around": (replace(RUMMY["around"], target=150), 3),
    "rummy, four, calling": (replace(RUMMY["calling"], target=150), 4),
    "rummy, five, penalty": (RUMMY["penalty"], 5),
    "rummy, six, shuffled again": (replace(BASIC, recycle="shuffle", target=150), 6),
    "rummy, two, block": (replace(RUMMY["block"], target=150), 2),
    "rummy, three, floating": (replace(RUMMY["floating"], target=150), 3),
    "rummy, four, the winner is paid": (replace(RUMMY["single"], fixed_deals=6), 4),
}
"""What is played, and by how many bots. Each match is much longer than `UNDER_WAY`."""

LETTERS: Final = "bcdfghjkmnpqrstvwxyz"
"""One for each watcher: names have to differ in more than what looks alike."""

UNDER_WAY: Final = 30
"""Events of a table after which the server may be killed."""


class Watcher:
    """Opens a table for bots, and watches it; comes back when the server does."""

    def __init__(self, kind: str) -> None:
        self.rules, self.seats = KINDS[kind]
        self.number = 0
        self.visitor: Visitor | None = None

    @property
    def seen(self) -> Seen:
        """The table as it was watched."""
        assert self.visitor is not None
        return self.visitor.seen[self.number]

    async def begin(self, server: ServerProcess, name: str) -> None:
        """Open the table and watch until the match is under way."""
        self.visitor = visitor = await server.enter(name)
        self.number = await open_table(visitor, QUICK, self.rules, seats=self.seats, bots=self.seats)
        while visitor.seen[self.number].n < UNDER_WAY:
            await visitor.hear()

    async def hear_out(self) -> None:
        """Hear what had been said before the line ended."""
        assert self.visitor is not None
        while await self.visitor.next() is not None:
            pass

    async def come_back(self, server: ServerProcess) -> None:
        """Log in again, with what was seen before the server was killed."""
        assert self.visitor is not None
        again = await server.enter(token=self.visitor.me.token)
        again.rid, again.seen = self.visitor.rid, dict(self.visitor.seen)
        self.visitor = again

    async def watch_on(self) -> None:
        """Watch to the end of the match."""
        assert self.visitor is not None
        await self.visitor.get(ask.Resume, table=self.number, n=self.seen.n)
        while self.seen.view.revealed is None:
            await self.visitor.hear()


async def journaled(data: Path, number: int) -> StoredTable:
    """Return a table as the journal holds it."""
    async with open_journal(data) as journal:
        stored = await journal.read(str(number))
    assert stored is not None
    assert stored.reason is None
    return stored


def at(stored: StoredTable, n: int) -> Standing | None:
    """Return where a table stood right after its n-th event; None if that was in the middle of an action."""
    return next((standing for _, standing in steps(stored) if standing.n == n), None)


async def test_a_match_of_every_kind_is_played_watched_killed_and_ended(tmp_path: Path) -> None:
    watchers = {kind: Watcher(kind) for kind in KINDS}
    with trio.fail_after(LIMIT_S):
        async with server_process(tmp_path) as server:
            async with trio.open_nursery() as nursery:
                for letter, watcher in zip(LETTERS, watchers.values(), strict=False):
                    nursery.start_soon(watcher.begin, server, f"Watcher {letter}")
            await server.kill()
            for watcher in watchers.values():
                await watcher.hear_out()
        for kind, watcher in watchers.items():
            *_, (_, killed) = steps(await journaled(tmp_path / "data", watcher.number))
            assert killed.table.playing, f"{kind} was over before the server was killed"
            assert killed.n >= watcher.seen.n
        async with server_process(tmp_path) as server:
            # The bots play on at once, and a table of theirs that nobody watches closes with its match: all log in
            # before the first has anything to follow.
            async with trio.open_nursery() as nursery:
                for watcher in watchers.values():
                    nursery.start_soon(watcher.come_back, server)
            async with trio.open_nursery() as nursery:
                for watcher in watchers.values():
                    nursery.start_soon(watcher.watch_on)
            assert server.complaints == ""
            assert await server.stop() == 0
    for kind, watcher in watchers.items():
        seen = watcher.seen
        stored = await journaled(tmp_path / "data", watcher.number)
        then = at(stored, seen.n)
        assert then is not None, f"{kind}: the last that was seen is no end of an action"
        assert tables.view(then.table, PUBLIC) == seen.view, f"{kind}: what was watched is not what was played"
        over = game_of(watcher.rules).result(then.table.match)
        assert over is not None
        assert sum(over.margins) == 0
        assert isinstance(seen.view.revealed, Revealed)
        again = any(isinstance(BODIES.decode(row.body), RecycleFrom) for row in stored.rows)
        assert again == (kind == "rummy, six, shuffled again")
