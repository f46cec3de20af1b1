"""Time at a table in play: who runs out of it is played for, and who lets that happen too often is gone."""

from pathlib import Path

import pytest
import trio
import trio.lowlevel
import trio.testing
from msgspec.structs import replace

from tests.support.matches import play_turn
from tests.support.premises import GIN, QUICK, asked, duel, level, moves, premises
from tests.support.visitor import Visitor
from upcard_protocol import table as tables
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.rules.gin.legal import View
from upcard_protocol.rules.gin.match import default_action
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.pushes import Clock, Happened, Snapshot
from upcard_protocol.wire.replies import Acted, ActRefused, Resumed
from upcard_server.config import Limits

LIMITS = Limits(ready_seconds=20, gone_seconds=120, idle_seconds=100_000)
PRESSED = replace(QUICK, turn_s=15, reserve_s=0)
LONG = replace(GIN, target=300)


def clocks(heard: Happened | Snapshot) -> dict[int, Clock]:
    return {clock.seat: clock for clock in heard.clocks}


def events(visitor: Visitor) -> list[object]:
    return [message.event for message in visitor.heard if isinstance(message, Happened)]


def default(visitor: Visitor) -> act.Action:
    """Return what is played for somebody whose time is up: it never ends a hand."""
    view = visitor.seen[1].match
    assert isinstance(view, View)
    return default_action(view)


async def test_events_and_snapshots_say_what_each_seat_has_left(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house)
        first = asked(1, one, two)
        seat = first.seen[1].view.viewer
        await trio.sleep(61)
        await first.act(1, act.PASS)
        heard = await first.until(Happened, lambda heard: isinstance(heard.event, ev.Passed))
        assert clocks(heard)[seat] == Clock(seat, 0, 119_000)
        assert clocks(heard)[1 - seat] == Clock(1 - seat, 60_000, 120_000, runs=True)
        await trio.sleep(10)
        guest = await house.enter()
        await guest.get(ask.Watch, table=1)
        snapshot = await guest.until(Snapshot)
        assert clocks(snapshot)[1 - seat] == Clock(1 - seat, 60_000, 120_000, runs=True), "as they stood at `at_ms`"


async def test_when_turn_and_reserve_are_used_up_the_default_is_played_and_journaled(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house)
        first = asked(1, one, two)
        seat = first.seen[1].view.viewer
        began = trio.current_time()
        timed_out = await first.event(tables.TimedOut)
        assert (timed_out.seat, trio.current_time() - began) == (seat, pytest.approx(180))
        assert (await first.event(ev.Passed)).seat == seat
        stored = await house.hall.journal.read("1")
        assert stored is not None
        assert stored.rows[-1].kind == "table.time_out"
        assert (stored.rows[-1].seat, stored.rows[-1].cseq) == (None, None)
        assert house.table().standing.accepted == (0, 0), "a time-out is no act of the holder's"


async def test_an_act_in_the_last_moment_stands_and_nothing_is_played_for_that_seat(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=PRESSED)
        first = asked(1, one, two)
        await trio.sleep(14.999)
        assert isinstance(await first.act(1, act.PASS), Acted)
        await trio.sleep(14.9)
        assert not any(isinstance(event, tables.TimedOut) for event in events(two))


async def test_three_time_outs_in_a_row_are_as_good_as_being_gone_until_the_next_act(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=PRESSED, game=LONG)
        while not house.table().table.chairs[0].stand_in:
            await level(house, 1, one, two)
            if moves(two):
                await two.act(1, default(two))
            else:
                await trio.sleep(1)
        await level(house, 1, one, two)
        assert [event.seat for event in events(two) if isinstance(event, tables.TimedOut)] == [0, 0, 0]
        assert house.table().table.chairs[0].presence == "here"
        await one.get(ask.TakeSeat, table=1)
        await level(house, 1, one, two)
        assert not house.table().table.chairs[0].stand_in, "the bot gives the seat back"
        assert house.table().standing.time_outs == (0, 0)


async def test_whoever_acts_for_himself_has_the_seat_back_from_the_bot(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=replace(PRESSED, bot_pace_ms=5000), game=LONG)
        await house.table().perform(-1, tables.StandIn(0))
        await level(house, 1, one, two)
        if asked(1, one, two) is two:
            await two.act(1, act.PASS)
            await level(house, 1, one, two)
        answer = await one.act(1, act.PASS)
        assert isinstance(answer, Acted)
        assert answer.cseq == 1
        assert not house.table().table.chairs[0].stand_in


async def test_resume_gives_back_the_seat_of_somebody_who_is_here(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=replace(PRESSED, bot_pace_ms=5000), game=LONG)
        await house.table().perform(-1, tables.StandIn(0))
        await level(house, 1, one, two)
        assert await one.get(ask.Resume, table=1, n=one.seen[1].n) == Resumed(snapshot=False)
        assert isinstance(await one.event(tables.Returned), tables.Returned)
        assert not house.table().table.chairs[0].stand_in


async def test_where_bots_may_not_stand_in_three_time_outs_forfeit_the_hand_and_then_the_match(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=replace(PRESSED, on_gone="forfeit"), game=LONG)
        await trio.lowlevel.checkpoint()
        while house.table().table.playing:
            await level(house, 1, one, two)
            if moves(two):
                await two.act(1, default(two))
            else:
                await trio.sleep(1)
        ended = next(event for event in events(two) if isinstance(event, ev.MatchEnded))
        assert (ended.forfeited, ended.why) == (0, "idle")
        assert ev.GaveUp(0, "idle") in events(two), "it is not told as if he had given up"
        await level(house, 1, one, two)
        assert house.table().table.chairs[0].name == "Eleni", "who is still connected keeps the chair"


async def test_a_player_who_vanishes_with_the_turn_is_timed_out_and_the_match_comes_to_an_end(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=PRESSED)
        gone = asked(1, one, two)
        await gone.leave()
        other = two if gone is one else one
        assert (await other.event(tables.TimedOut)).seat == gone.seen[1].view.viewer
        while house.table().table.playing:
            await level(house, 1, other)
            if moves(other):
                await play_turn(house, other)
            else:
                await trio.sleep(1)


async def test_a_move_that_waited_for_the_line_does_not_answer_the_question_that_came_since(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=PRESSED, game=LONG)
        first, second = (one, two) if asked(1, one, two) is one else (two, one)
        waiting = first.next_act(1, act.PASS)
        await first.leave()
        await second.event(tables.TimedOut)
        await level(house, 1, second)
        await second.act(1, act.PASS)
        again = await house.enter(token=first.me.token)
        again.seen = dict(first.seen)
        await again.get(ask.Resume, rid=100, table=1, n=first.seen[1].n)
        await level(house, 1, again)
        assert moves(again), "it has the turn, and is asked something else"
        standing = house.table().standing
        assert await again.send_act(waiting) == ActRefused(1, waiting.cseq, "stale_decision")
        assert house.table().standing is standing


async def test_clocks_go_on_after_a_restart_with_at_least_twenty_seconds(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house)
        first = asked(1, one, two)
        seat = first.seen[1].view.viewer
        await trio.sleep(170)
        await (two if first is one else one).leave()
        await trio.testing.wait_all_tasks_blocked()
    async with premises(tmp_path, limits=LIMITS) as house:
        again = await house.enter(token=first.me.token)
        await again.get(ask.TakeSeat, table=1)
        snapshot = await again.until(Snapshot)
        assert clocks(snapshot)[seat] == Clock(seat, 20_000, 10_000, runs=True)
        began = trio.current_time()
        assert (await again.event(tables.TimedOut)).seat == seat
        assert trio.current_time() - began == pytest.approx(30)


async def test_time_outs_in_a_row_are_counted_on_after_a_restart(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, _ = await duel(house, options=PRESSED, game=LONG)
        await one.event(tables.TimedOut)
        await trio.testing.wait_all_tasks_blocked()
        before = house.table().standing.time_outs
        assert sum(before) == 1
    async with premises(tmp_path, limits=LIMITS) as house:
        assert house.table().standing.time_outs == before


async def test_the_lobby_and_the_table_say_until_when_a_seat_is_kept(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=replace(QUICK, turn_s=0))
        await one.leave()
        heard = await two.until(Happened, lambda heard: isinstance(heard.event, tables.Dropped))
        assert heard.clocks == (Clock(0, 0, 120_000, kept_ms=120_000),)
        (row,) = house.hall.rows
        assert row.kept_until_ms == (heard.at_ms + 120_000, None)
        await two.event(tables.StoodIn)
        await trio.testing.wait_all_tasks_blocked()
        assert house.hall.rows[0].kept_until_ms == ()
