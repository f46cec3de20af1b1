"""What the people at a table agree on: pauses, and who gets a seat that somebody gave up."""

from pathlib import Path

import pytest
import trio
from msgspec.structs import replace

from tests.support.premises import GIN, QUICK, Premises, asked, duel, level, open_table, premises
from tests.support.visitor import Visitor
from upcard_protocol import table as tables
from upcard_protocol.rules.game import PUBLIC
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.pushes import Happened, Snapshot
from upcard_protocol.wire.replies import Acted, ActRefused
from upcard_server.config import Limits
from upcard_server.standing import Company

LIMITS = Limits(ready_seconds=20, gone_seconds=120, idle_seconds=100_000, vote_seconds=30)
LONG = replace(GIN, target=300)


async def watcher(house: Premises, name: str = "Wendy") -> Visitor:
    visitor = await house.enter(name)
    await visitor.get(ask.Watch, table=1)
    await visitor.until(Snapshot)
    return visitor


async def paused(house: Premises, one: Visitor, two: Visitor) -> None:
    await one.get(ask.AskPause, table=1)
    await two.get(ask.Vote, table=1, number=house.table().table.agreement.number, agree=True)
    await level(house, 1, one, two)


async def test_who_needs_more_time_is_heard_by_who_opened_the_table_and_by_everybody_else(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house)
        wendy = await watcher(house)
        await two.get(ask.AskPause, table=1)
        await level(house, 1, one, two, wendy)
        opener = house.table().standing.owner
        assert opener == house.table().standing.holders[0]
        assert [each.seen[1].view.agreement.wanted for each in (one, wendy)] == [tables.PauseWanted(1)] * 2


async def test_a_pause_begins_once_the_other_agrees_and_holds_clocks_and_moves(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house)
        await trio.sleep(30)
        await one.get(ask.AskPause, table=1)
        await level(house, 1, one, two)
        assert two.seen[1].view.agreement.wanted == tables.PauseWanted(0)
        assert house.hall.rows[0].state == "playing"
        await two.get(ask.Vote, table=1, number=1, agree=True)
        heard = await two.until(Happened, lambda heard: isinstance(heard.event, tables.Paused))
        assert not any(clock.runs for clock in heard.clocks)
        await level(house, 1, one, two)
        assert house.hall.rows[0].state == "paused"
        assert house.hall.rows[0].paused_until_ms == heard.at_ms + 300_000
        first = asked(1, one, two)
        refused = await first.act(1, act.PASS)
        assert isinstance(refused, ActRefused)
        assert refused.code == "paused"
        await trio.sleep(250)
        assert house.table().table.agreement.paused
        await two.get(ask.PlayOn, table=1)
        on = await one.until(Happened, lambda heard: isinstance(heard.event, tables.PlayedOn))
        assert on.event == tables.PlayedOn(1, 50_000)
        assert sorted((clock.turn_ms, clock.runs) for clock in on.clocks) == [(0, False), (30_000, True)]
        assert isinstance(await first.act(1, act.PASS), Acted)


async def test_a_pause_ends_by_itself_when_the_time_for_pauses_is_used_up(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house)
        await paused(house, one, two)
        began = trio.current_time()
        assert await one.event(tables.PlayedOn) == tables.PlayedOn(None, 0)
        assert trio.current_time() - began == pytest.approx(300, abs=0.01)
        assert await two.refusal(ask.AskPause, table=1) == "no_pause_left"


async def test_one_no_ends_the_asking_and_no_answer_does_too(tmp_path: Path, autojump_clock: trio.abc.Clock) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house)
        await one.get(ask.AskPause, table=1)
        assert await two.refusal(ask.AskPause, table=1) == "asked_already"
        assert await one.refusal(ask.Vote, table=1, number=1, agree=True) == "answered_already"
        await two.get(ask.Vote, table=1, number=1, agree=False)
        assert (await one.event(tables.Declined)).seat == 1
        assert await two.refusal(ask.Vote, table=1, number=1, agree=True) == "nothing_asked"
        began = trio.current_time()
        await two.get(ask.AskPause, table=1)
        await one.event(tables.Lapsed)
        assert trio.current_time() - began == pytest.approx(30)
        assert await one.refusal(ask.Vote, table=1, number=2, agree=True) == "nothing_asked"
        assert await one.refusal(ask.PlayOn, table=1) == "not_paused"


async def test_in_a_pause_nobody_who_is_away_counts_as_gone(tmp_path: Path, autojump_clock: trio.abc.Clock) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house)
        await paused(house, one, two)
        await one.leave()
        await trio.sleep(200)
        assert not house.table().table.chairs[0].stand_in
        await two.get(ask.PlayOn, table=1)
        began = trio.current_time()
        await two.event(tables.StoodIn)
        assert trio.current_time() - began == pytest.approx(120, abs=0.01)


@pytest.mark.parametrize(("away_s", "left_s"), [(50, 70), (115, 20)], ids=["what was left", "at least 20 s"])
async def test_who_was_away_before_a_pause_has_after_it_what_was_left(
    tmp_path: Path, autojump_clock: trio.abc.Clock, away_s: int, left_s: int
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=replace(QUICK, turn_s=0))
        await one.leave()
        await trio.sleep(away_s)
        await two.get(ask.AskPause, table=1)
        await trio.sleep(200)
        await two.get(ask.PlayOn, table=1)
        heard = await two.until(Happened, lambda heard: isinstance(heard.event, tables.PlayedOn))
        began = trio.current_time()
        (kept,) = [clock.kept_ms for clock in heard.clocks]
        assert kept == pytest.approx(1000 * left_s, abs=10)
        await two.event(tables.StoodIn)
        assert trio.current_time() - began == pytest.approx(left_s, abs=0.01)


async def test_whoever_was_back_in_between_is_waited_for_as_long_as_anybody(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=replace(QUICK, turn_s=0))
        await one.leave()
        await trio.sleep(50)
        await two.get(ask.AskPause, table=1)
        again = await house.enter(token=one.me.token)
        await again.get(ask.TakeSeat, rid=100, table=1)
        await again.leave()
        await trio.testing.wait_all_tasks_blocked()
        await two.get(ask.PlayOn, table=1)
        began = trio.current_time()
        await two.event(tables.StoodIn)
        assert trio.current_time() - began == pytest.approx(120, abs=0.01)


async def test_a_turn_goes_on_after_a_pause_with_what_was_left_of_it_also_over_a_restart(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house)
        seat = asked(1, one, two).seen[1].view.viewer
        await trio.sleep(25)
        await paused(house, one, two)
        await trio.sleep(100)
    async with premises(tmp_path, limits=LIMITS) as house:
        again = await house.enter(token=one.me.token)
        await again.get(ask.TakeSeat, rid=100, table=1)
        await again.get(ask.PlayOn, rid=101, table=1)
        heard = await again.until(Happened, lambda heard: isinstance(heard.event, tables.PlayedOn))
        assert [clock.turn_ms for clock in heard.clocks if clock.seat == seat] == [35_000]


async def test_a_pause_lasts_over_a_restart(tmp_path: Path, autojump_clock: trio.abc.Clock) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house)
        await paused(house, one, two)
    async with premises(tmp_path, limits=LIMITS) as house:
        again = await house.enter(token=one.me.token)
        again.rid = 100
        await again.get(ask.TakeSeat, table=1)
        snapshot = await again.until(Snapshot)
        assert snapshot.view.agreement.paused
        assert snapshot.paused_until_ms is not None
        await again.get(ask.PlayOn, table=1)
        await level(house, 1, again)
        assert not again.seen[1].view.agreement.paused


async def test_alone_with_the_computer_a_pause_needs_nobodys_leave(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=replace(QUICK, bot_pace_ms=700), game=LONG)
        await house.table().perform(-1, tables.StandIn(1))
        await one.get(ask.AskPause, table=1)
        await level(house, 1, one, two)
        n = house.table().standing.n
        await trio.sleep(60)
        assert house.table().standing.n == n, "bots wait as well"


# ---- a seat that was given up


async def given_up(house: Premises) -> tuple[Visitor, Visitor]:
    """Return a player who is still here, and one who left for good: a bot plays the seat."""
    one, two = await duel(house, options=replace(QUICK, turn_s=0), game=LONG)
    await one.get(ask.LeaveTable, table=1)
    await two.event(tables.StoodIn)
    return two, one


async def test_a_spectator_gets_the_seat_of_somebody_who_left_once_the_players_agree(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        stays, left = await given_up(house)
        wendy = await watcher(house)
        assert wendy.seen[1].view.viewer == PUBLIC
        assert wendy.seen[1].match.hands == (None, None)
        await wendy.get(ask.AskSeat, table=1, seat=0)
        asked_for = await stays.event(tables.SeatAsked)
        assert (asked_for.seat, asked_for.name) == (0, "Wendy")
        wendy.heard.clear()
        await stays.get(ask.Vote, table=1, number=asked_for.number, agree=True)
        await wendy.until(Snapshot)
        await level(house, 1, stays, wendy)
        assert wendy.seen[1].view.viewer == 0
        assert wendy.seen[1].match.hand
        assert (wendy.seen[1].cseq, house.table().standing.seat_of(left.me.user)) == (0, None)
        assert [chair.name for chair in stays.seen[1].view.chairs] == ["Wendy", "Mira"]
        if asked(1, stays, wendy) is stays:
            await stays.act(1)
            await level(house, 1, stays, wendy)
        answer = await wendy.act(1)
        assert isinstance(answer, Acted)
        assert answer.cseq == 1
        assert await left.refusal(ask.TakeSeat, table=1) == "table_full"
    async with premises(tmp_path, limits=LIMITS) as house:
        assert house.table().standing.holders == (wendy.me.user, stays.me.user)
        assert house.table().standing.accepted[0] == 1
        assert house.table().standing.company == Company(
            ("Eleni", "Mira"), ((left.me.user, 0), (stays.me.user, 1), (wendy.me.user, 0))
        ), "the match is of all three"


async def test_where_the_computer_plays_for_everybody_else_nobody_is_left_to_ask_and_the_seat_is_given_at_once(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        stays, _ = await given_up(house)
        wendy, ben = await watcher(house), await watcher(house, "Ben")
        await stays.leave()
        await wendy.event(tables.StoodIn)
        assert house.table().table.players_here == ()
        wendy.heard.clear()
        await wendy.get(ask.AskSeat, table=1, seat=0)
        await wendy.until(Snapshot)
        assert wendy.seen[1].view.viewer == 0
        assert await ben.refusal(ask.AskSeat, table=1, seat=1) == "seat_kept", "its holder only lost the link"
        await wendy.get(ask.LeaveTable, table=1)
        await ben.event(tables.StoodIn)
        await ben.get(ask.AskSeat, table=1, seat=0)
        await level(house, 1, ben)
        assert [chair.name for chair in ben.seen[1].view.chairs] == ["Ben", "Mira"]


async def test_a_seat_is_not_given_against_a_players_will_nor_while_it_is_kept(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=replace(QUICK, turn_s=0), game=LONG)
        await one.get(ask.LeaveTable, table=1)
        wendy, guest = await watcher(house), await house.enter()
        assert await wendy.refusal(ask.AskSeat, table=1, seat=0) == "seat_kept"
        assert await wendy.refusal(ask.AskSeat, table=1, seat=1) == "seat_kept"
        assert await guest.refusal(ask.AskSeat, table=1, seat=0) == "guest"
        await two.event(tables.StoodIn)
        assert await (await house.enter("Yuri")).refusal(ask.AskSeat, table=1, seat=0) == "not_watching"
        await wendy.get(ask.AskSeat, table=1, seat=0)
        await two.get(ask.Vote, table=1, number=1, agree=False)
        await level(house, 1, two, wendy)
        assert wendy.seen[1].view.viewer == PUBLIC
        assert house.table().table.chairs[0].name == "Eleni"


@pytest.mark.parametrize("how", ["unwatch", "break the line"])
async def test_a_spectator_who_watches_no_longer_asks_no_longer(
    how: str, tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        stays, _ = await given_up(house)
        wendy = await watcher(house)
        await wendy.get(ask.AskSeat, table=1, seat=0)
        await (wendy.get(ask.Unwatch, table=1) if how == "unwatch" else wendy.leave())
        await stays.event(tables.Lapsed)
        assert await stays.refusal(ask.Vote, table=1, number=1, agree=True) == "nothing_asked"


async def test_whoever_left_takes_the_seat_back_as_long_as_it_is_not_given(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        stays, left = await given_up(house)
        wendy = await watcher(house)
        await wendy.get(ask.AskSeat, table=1, seat=0)
        await left.get(ask.TakeSeat, table=1)
        await level(house, 1, stays, left)
        assert left.seen[1].view.agreement.wanted is None
        assert await stays.refusal(ask.Vote, table=1, number=1, agree=True) == "nothing_asked"


async def test_who_sits_at_a_table_cannot_watch_it_as_well(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, _ = await duel(house)
        second = await house.enter(token=one.me.token)
        second.rid = 100
        assert await second.refusal(ask.Watch, table=1) == "seated_already"


async def test_whoever_asks_for_a_seat_has_no_more_tables_than_others(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=replace(LIMITS, tables_per_player=1)) as house:
        stays, _ = await given_up(house)
        other = await house.enter("Olga")
        await open_table(other)
        wendy = await watcher(house)
        await wendy.get(ask.AskSeat, table=1, seat=0)
        assert await wendy.refusal(ask.TakeSeat, table=2) == "too_many_tables"
        await stays.get(ask.Vote, table=1, number=1, agree=False)
        await wendy.get(ask.TakeSeat, table=2)
        assert await wendy.refusal(ask.AskSeat, table=1, seat=0) == "too_many_tables"
