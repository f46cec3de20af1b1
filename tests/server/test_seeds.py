"""The seeds of a match: promised with ready, shown once the server has committed, and kept through any crash."""

from pathlib import Path

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from tests.support.matches import play_hand, play_match
from tests.support.premises import GIN, Premises, level, open_table, premises
from tests.support.visitor import Visitor
from upcard_protocol import table as tables
from upcard_protocol.rules import shuffle
from upcard_protocol.rules.game import NATURE
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.pushes import Happened
from upcard_server.clock import now_ms
from upcard_server.config import Limits
from upcard_server.standing import entry

SHORT = replace(GIN, target=50)
SERVER, ONE, TWO = (bytes([n]) * 32 for n in (9, 1, 2))
SEEDS = (ONE, TWO)
PLEDGES = tuple(map(shuffle.commitment, SEEDS))
LIMITS = Limits(seed_seconds=2, ready_seconds=20, gone_seconds=120, idle_seconds=10_000)


def told(visitor: Visitor) -> list[tables.AnyEvent]:
    return [message.event for message in visitor.heard if isinstance(message, Happened)]


def started(house: Premises) -> tables.Started | None:
    return house.table().table.started


async def ready(house: Premises) -> tuple[Visitor, Visitor]:
    """Return two people who sit at table 1, have promised their seeds and not shown them."""
    one, two = await house.enter("Eleni"), await house.enter("Mira")
    await open_table(one, game=SHORT)
    await two.get(ask.TakeSeat, table=1)
    for visitor, pledge in zip((one, two), PLEDGES, strict=True):
        await visitor.get(ask.Ready, table=1, commitment=pledge)
    await level(house, 1, one, two)
    return one, two


async def show(house: Premises, *visitors: Visitor) -> None:
    for visitor in visitors:
        seat = visitor.seen[1].view.viewer
        await visitor.get(ask.ShowSeed, table=1, seed=SEEDS[seat])
    await level(house, 1, *visitors)


async def back(house: Premises, before: Visitor) -> Visitor:
    again = await house.enter(token=before.me.token)
    again.seen, again.rid = dict(before.seen), before.rid + 100
    await again.get(ask.Resume, table=1, n=before.seen[1].n)
    await level(house, 1, again)
    return again


async def test_a_match_starts_as_soon_as_every_promised_seed_is_here(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with premises(tmp_path, new_seed=lambda: SERVER, limits=LIMITS) as house:
        one, two = await ready(house)
        began = trio.current_time()
        assert SERVER not in one.raw
        assert house.table().table.awaited == (0, 1)
        await show(house, one)
        assert started(house) is None
        await show(house, two)
        assert trio.current_time() == began
        await level(house, 1, one, two)
        kinds = [type(event) for event in told(one)]
        assert kinds[-6:] == [
            tables.GotReady,
            tables.Committed,
            tables.GaveSeed,
            tables.GaveSeed,
            tables.Started,
            ev.Dealt,
        ]
        begun = started(house)
        assert begun is not None
        assert begun.seeds == SEEDS
        key = shuffle.key((SERVER, *SEEDS))
        assert begun.first_dealer == shuffle.pick(key, "dealer", 2)
        match = house.table().table.match
        assert match is not None
        assert match.decks == (shuffle.deck(key, "deal", 1, 0),)


async def test_the_seed_of_the_server_is_on_the_disk_before_its_commitment_is_heard(tmp_path: Path) -> None:
    async with premises(tmp_path, new_seed=lambda: SERVER, limits=LIMITS) as house:
        one, _ = await ready(house)
        committed = one.seen[1].view.committed
        assert committed == tables.Committed(1, shuffle.commitment(SERVER), PLEDGES)
        stored = await house.hall.journal.read("1")
        assert stored is not None
        assert [match.server_seed for match in stored.matches] == [SERVER]
        assert ONE not in b"".join(row.body for row in stored.rows)


async def test_a_seed_that_does_not_fit_is_refused_and_the_right_one_still_counts(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await ready(house)
        assert await one.refusal(ask.ShowSeed, table=1, seed=TWO) == "bad_seed"
        assert await one.refusal(ask.ShowSeed, table=1, seed=bytes(32)) == "bad_seed"
        await show(house, one, two)
        assert await one.refusal(ask.ShowSeed, table=1, seed=ONE) == "seed_not_due"
        begun = started(house)
        assert begun is not None
        assert begun.seeds == SEEDS


async def test_after_two_seconds_the_match_starts_without_a_seed_that_did_not_come(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await ready(house)
        began = trio.current_time()
        await show(house, one)
        await two.event(tables.Started)
        assert trio.current_time() - began == 2
        begun = started(house)
        assert begun is not None
        assert begun.seeds == (ONE, tables.NO_SEED)
        assert await two.refusal(ask.ShowSeed, table=1, seed=TWO) == "seed_not_due"


async def test_who_vanishes_between_commitment_and_seed_holds_nobody_up(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await ready(house)
        await two.leave()
        await show(house, one)
        await one.event(ev.Dealt)
        again = await back(house, two)
        assert again.seen[1].view.started is not None
        assert again.seen[1].view.started.seeds == (ONE, tables.NO_SEED)
        await play_hand(house, one, again)


async def test_who_gets_up_between_commitment_and_seed_leaves_a_match_and_not_a_hole(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await ready(house)
        await two.get(ask.LeaveTable, table=1)
        await one.event(ev.Dealt)
        chair = house.table().table.chairs[1]
        assert (chair.name, chair.presence) == ("Mira", "left")


async def test_a_bot_cannot_be_sent_away_while_seeds_are_gathered(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one = await house.enter("Eleni")
        await open_table(one, game=SHORT, bots=1)
        await one.get(ask.Ready, table=1, commitment=PLEDGES[0])
        assert await one.refusal(ask.RemoveBot, table=1, seat=1) == "match_running"
        assert await one.refusal(ask.Ready, table=1, commitment=PLEDGES[1]) == "match_running"
        await show(house, one)
        begun = started(house)
        assert begun is not None
        assert begun.seeds == (ONE, tables.NO_SEED)


@pytest.mark.parametrize("shown", [(), (0,), (1,), (0, 1)])
async def test_a_server_killed_while_seeds_are_gathered_goes_on_with_the_same_seeds(
    tmp_path: Path, shown: tuple[int, ...]
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        people = await ready(house)
        await show(house, *(people[seat] for seat in shown))
        await level(house, 1, *people)
        committed = house.table().table.committed
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = [await back(house, visitor) for visitor in people]
        assert house.table().table.committed == committed, "no second seed is drawn"
        await show(house, *(visitor for seat, visitor in enumerate((one, two)) if seat not in shown))
        begun = started(house)
        assert begun is not None
        assert begun.seeds == SEEDS
        await play_match(house, one, two)
        revealed = one.seen[1].view.revealed
        assert committed is not None
        assert revealed is not None
        assert shuffle.commitment(revealed.seed) == committed.commitment


async def test_after_a_restart_there_are_twenty_seconds_to_come_back_with_a_seed(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await ready(house)
    async with premises(tmp_path, limits=LIMITS) as house:
        began = trio.current_time()
        one = await back(house, one)
        await show(house, one)
        await one.event(tables.Started)
        assert trio.current_time() - began == 20
        begun = started(house)
        assert begun is not None
        assert begun.seeds == (ONE, tables.NO_SEED)
        await back(house, two)


async def test_a_seed_that_was_lost_is_not_waited_for_long_once_its_player_is_back(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await ready(house)
    async with premises(tmp_path, limits=LIMITS) as house:
        one = await back(house, one)
        await show(house, one)
        await trio.sleep(7)
        assert started(house) is None, "somebody is still on the way"
        began = trio.current_time()
        two = await back(house, two)
        await two.event(tables.Started)
        assert trio.current_time() - began == 2
        begun = started(house)
        assert begun is not None
        assert begun.seeds == (ONE, tables.NO_SEED)


async def test_a_killed_server_draws_no_seed_before_everybody_is_ready(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await house.enter("Eleni"), await house.enter("Mira")
        await open_table(one, game=SHORT)
        await two.get(ask.TakeSeat, table=1)
        await one.get(ask.Ready, table=1, commitment=PLEDGES[0])
        await level(house, 1, one, two)
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await back(house, one), await back(house, two)
        assert one.seen[1].view.pledges == (PLEDGES[0], None)
        await two.get(ask.Ready, table=1, commitment=PLEDGES[1])
        await level(house, 1, one, two)
        await show(house, one, two)
        begun = started(house)
        assert begun is not None
        assert begun.seeds == SEEDS


async def test_a_table_that_closes_in_a_match_shows_its_seed_first(tmp_path: Path) -> None:
    async with premises(tmp_path, new_seed=lambda: SERVER, limits=LIMITS) as house:
        one, two = await ready(house)
        await show(house, one, two)
        await level(house, 1, one, two)
        live = house.table()
        live.submit(live.close)
        await one.event(tables.Closed)
        assert told(one)[-2:] == [tables.Revealed(SERVER), tables.Closed()]


async def test_a_match_whose_seed_was_shown_before_the_crash_is_closed_after_it(tmp_path: Path) -> None:
    async with premises(tmp_path, new_seed=lambda: SERVER, limits=LIMITS) as house:
        one, two = await ready(house)
        await show(house, one, two)
        await house.hall.journal.append("1", (entry(now_ms(), NATURE, tables.Reveal(SERVER)),))
    async with premises(tmp_path, limits=LIMITS) as house:
        await trio.testing.wait_all_tasks_blocked()
        assert house.hall.tables == {}
