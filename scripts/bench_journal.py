"""A data directory full of unfinished matches, as a busy server that was killed would leave it."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import cycle, zip_longest
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from upcard_protocol import table as tables
from upcard_protocol.rules import shuffle
from upcard_protocol.rules.game import NATURE, DealDue
from upcard_protocol.rules.games import RULES_VERSION, game_of
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.strategy import choose
from upcard_protocol.table import TableOptions
from upcard_server.clocks import fresh, packed
from upcard_server.journal import Append, NewTable, open_journal
from upcard_server.journal.records import Entry, NewMatch
from upcard_server.standing import Body, DealFrom, Opened, TakeSeat, entry, opened, perform

MATCHES: Final = 20
"""So many are played; the tables have copies of them."""
RULES: Final = replace(PRESETS["modern"], target=300, match_games=5)
AT_MS: Final = 1_700_000_000_000


def lines(seed: bytes, actions: int) -> Iterator[Entry]:
    """Play a match for so many actions, both seats as the computer would, and give its lines of the log."""
    begin = Opened(TableOptions(name="Bench"), RULES, 2, 1)
    standing = opened(begin)
    clocks = packed(fresh(standing.table, 0))
    yield entry(AT_MS, NATURE, begin, clocks=clocks)
    opening: list[Body] = [TakeSeat(tables.Sit(seat, name), seat + 1) for seat, name in enumerate(("One", "Two"))]
    opening += [tables.GetReady(0), tables.GetReady(1), tables.Commit(shuffle.commitment(seed)), tables.Start(0)]
    for body in opening:
        standing, _ = perform(standing, NATURE, body, seed=seed if isinstance(body, tables.Commit) else None)
        yield entry(AT_MS, NATURE, body, clocks=clocks)
    done = 0
    while done < actions:
        owed = tables.due(standing.table)
        if isinstance(owed, DealDue):
            deal = DealFrom(owed.hand)
            standing, _ = perform(standing, NATURE, deal)
            yield entry(AT_MS, NATURE, deal, clocks=clocks)
            continue
        seat = min(tables.to_act(standing.table))
        match = standing.table.match
        assert match is not None
        action = choose(game_of(RULES).view(match, seat))
        standing, _ = perform(standing, seat, action, counted=True)
        done += 1
        yield entry(AT_MS, seat, action, standing.accepted[seat], clocks)


async def fill(data: Path, number: int, actions: int) -> int:
    """Store so many tables with so many actions each; return how many lines that is.

    They are stored as they would be played: all tables at once, so that the lines of each lie far apart.
    """
    seeds = [sha256(f"bench {match}".encode()).digest() for match in range(MATCHES)]
    logs = [tuple(lines(seed, actions)) for seed in seeds]
    names = [str(table + 1) for table in range(number)]
    rows = 0
    async with open_journal(data) as journal:
        for table, name in enumerate(names):
            seed = seeds[table % MATCHES]
            await journal.commit(
                NewTable(name, AT_MS + table, "gin", RULES_VERSION),
                NewMatch(name, 1, AT_MS, RULES_VERSION, seed, shuffle.commitment(seed)),
            )
        for together in zip_longest(*logs):
            said = [Append(name, (line,)) for name, line in zip(names, cycle(together), strict=False) if line]
            await journal.commit(*said)
            rows += len(said)
    return rows
