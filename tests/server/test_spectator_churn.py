"""Spectators come and go by the thousand, some of them without a word, and nothing of them stays behind."""

import gc
import os
from itertools import pairwise
from pathlib import Path
from typing import Final

import trio.lowlevel
import trio.testing
from msgspec.structs import replace

from tests.support.premises import QUICK, Premises, open_table, premises
from tests.support.visitor import Visitor
from upcard_protocol.wire import requests as ask
from upcard_server.config import Limits

LIMITS: Final = Limits(
    frames_per_second=100_000,
    bytes_per_second=10**8,
    max_connections_per_address=1000,
    newcomers_per_minute=10**6,
    changes_per_second=1e6,
)

AT_ONCE: Final = 100
"""So many cycles are asked for in one piece."""

STATM: Final = Path("/proc/self/statm")

GROWTH: Final = 1 << 20
"""Bytes by which memory may differ: a hundred for each cycle would be seen."""


def memory() -> int:
    """Return the memory of this process in bytes; 0 where the system does not tell."""
    gc.collect()
    if not STATM.exists():
        return 0
    return int(STATM.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def leave_politely(house: Premises, cycles: int) -> None:
    """Watch and stop watching, over one connection."""
    guest = await house.enter()
    for _ in range(cycles // AT_ONCE):
        await guest.say(*(kind(1, 1) for _ in range(AT_ONCE) for kind in (ask.Watch, ask.Unwatch)))
        await trio.testing.wait_all_tasks_blocked()
        assert await guest.stream.receive_some()
    await guest.leave()


async def vanish(house: Premises, cycles: int) -> None:
    """Watch, and break the line without a word; every other time a new line is there before the old one ends."""
    guest = await house.enter()
    for cycle in range(cycles):
        await guest.say(ask.Watch(1, 1))
        if cycle % 2:
            await guest.leave()
            guest = await house.enter()
        else:
            guest = await house.enter(token=guest.me.token)
    await guest.leave()


async def come_and_go(house: Premises, cycles: int, player: Visitor) -> tuple[int, int, int]:
    """Let spectators come and go; return what there is then: bytes, objects and tasks."""
    await leave_politely(house, cycles * 9 // 10)
    await vanish(house, cycles // 10)
    await player.quiet()
    player.heard.clear()
    player.raw.clear()
    return memory(), len(gc.get_objects()), trio.lowlevel.current_statistics().tasks_living


async def test_ten_thousand_spectators_that_come_and_go_leave_nothing_behind(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        player = await house.enter("Mira")
        await open_table(player, replace(QUICK, bot_pace_ms=10_000), bots=1)
        await player.get(ask.Ready, table=1)
        rounds = [await come_and_go(house, 1000, player) for _ in range(10)]
        # What stays behind stays in every round; a cache of some other test that fills up meanwhile does not.
        memory_grew, objects_grew, _ = (
            min(after - before for before, after in pairwise(each)) for each in zip(*rounds, strict=True)
        )
        assert memory_grew < GROWTH // 9
        assert objects_grew < 100, "less than one object for ten cycles"
        assert rounds[0][2] == rounds[-1][2]
        hall = house.hall
        assert (len(house.table().audience), house.table().audience.spectators, len(hall.lobby)) == (1, 0, 0)
        assert (hall.people.connected, hall.rows[0].spectators) == (1, 0)
