"""Rummy on the server: a window for calls that closes by itself, shuffled piles, and seats that are left."""

from pathlib import Path

import pytest
import trio
from msgspec.structs import replace

from tests.support.matches import play_turn
from tests.support.premises import QUICK, Premises, level, moves, open_table, premises
from tests.support.visitor import Visitor
from upcard_protocol.rules.cards import cards_of, count
from upcard_protocol.rules.game import CallsDue
from upcard_protocol.rules.notation import Labelled
from upcard_protocol.rules.rummy import events as ev
from upcard_protocol.rules.rummy.actions import DISCARDS, Action
from upcard_protocol.rules.rummy.legal import legal
from upcard_protocol.rules.rummy.match import default_action
from upcard_protocol.rules.rummy.melds import takes
from upcard_protocol.rules.rummy.options import PRESETS, Options
from upcard_protocol.rules.rummy.view import View
from upcard_protocol.strategy.rummy import choose
from upcard_protocol.table import OnGone, due
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.pushes import Happened
from upcard_protocol.wire.replies import Acted, Recorded
from upcard_server.config import Limits
from upcard_server.standing import replay

LIMITS = Limits(max_connections_per_address=1000, ready_seconds=20, gone_seconds=120, idle_seconds=10_000)


async def party(house: Premises, rules: Options, seats: int = 3, *, on_gone: OnGone = "bot") -> tuple[Visitor, ...]:
    """Return people at table 1, by seat, with the first hand dealt."""
    people = [await house.enter(f"Player {seat}") for seat in range(seats)]
    await open_table(people[0], replace(QUICK, on_gone=on_gone), rules, seats=seats)
    for person in people[1:]:
        await person.get(ask.TakeSeat, table=1)
    for person in people:
        await person.get(ask.Ready, table=1)
    await level(house, 1, *people)
    return tuple(people)


def seen(visitor: Visitor) -> View:
    """Return what a visitor knows of the match."""
    view = visitor.seen[1].match
    assert isinstance(view, View)
    return view


def heard(visitor: Visitor, kind: type[object]) -> list[object]:
    """Return the events of a kind that a visitor has heard."""
    told = [message.event for message in visitor.heard if isinstance(message, Happened)]
    return [event for event in told if isinstance(event, kind)]


async def until_a_call(house: Premises, people: tuple[Visitor, ...]) -> None:
    """Play as the computer does, but throw what fits a meld on the table as soon as there is any."""
    while not isinstance(due(house.table().table), CallsDue):
        await level(house, 1, *people)
        asked = next(person for person in people if moves(person))
        assert isinstance(await asked.act(1, careless(seen(asked))), Acted)
    await level(house, 1, *people)


def careless(view: View) -> Action:
    """Choose a discard that others may call if there is one, else what the computer would do."""
    board, now = view.board, legal(view)
    assert board is not None
    fitting = [card for card in cards_of(now.discards) if any(takes(m.cards, "low") >> card & 1 for m in board.melds)]
    return DISCARDS[fitting[0]] if fitting and count(view.hand) > 1 else choose(view)


async def test_a_window_that_nobody_answers_closes_by_itself_and_no_clock_runs_meanwhile(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        people = await party(house, Options(call_rummy=True, call_window=7))
        await until_a_call(house, people)
        began = trio.current_time()
        assert not any(clock.runs for clock in house.table().timing.shown(0))
        closed = await people[0].event(ev.CallsClosed)
        assert (closed, trio.current_time() - began) == (ev.CallsClosed((), None), pytest.approx(7))
        await level(house, 1, *people)
        stored = await house.hall.journal.read("1")
        assert stored is not None
        assert stored.rows[-1].kind == "close_calls"
        assert replay(stored)[0].table == house.table().table


async def test_an_answer_is_told_to_its_giver_alone_until_all_have_answered(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        people = await party(house, Options(call_rummy=True))
        await until_a_call(house, people)
        first, second = [person for person in people if moves(person)]
        assert isinstance(await first.act(1, choose(seen(first))), Acted)
        await level(house, 1, *people)
        mine, theirs = (heard(person, ev.Answered)[-1] for person in (first, second))
        assert isinstance(mine, ev.Answered)
        assert mine.call is not None
        assert theirs == ev.Answered(mine.seat, None)
        assert isinstance(await second.act(1, choose(seen(second))), Acted)
        await level(house, 1, *people)
        assert heard(second, ev.CallsClosed)
        assert due(house.table().table) is None


async def test_a_restart_in_an_open_window_gives_it_its_whole_time_again(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        people = await party(house, Options(call_rummy=True))
        await until_a_call(house, people)
        before = house.table().table.match
    async with premises(tmp_path, limits=LIMITS) as house:
        assert house.table().table.match == before
        await trio.sleep(2.9)
        assert isinstance(due(house.table().table), CallsDue)
        await trio.sleep(0.2)
        assert due(house.table().table) is None


async def test_a_pile_is_shuffled_from_the_seeds_and_the_journal_has_its_label_alone(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    rules = Options(recycle="shuffle", fixed_deals=1)
    async with premises(tmp_path, limits=LIMITS) as house:
        people = await party(house, rules)
        while house.table().table.playing:
            await level(house, 1, *people)
            (asked,) = [person for person in people if moves(person)]
            # Nobody melds, so the stock runs out.
            assert isinstance(await asked.act(1, default_action(seen(asked))), Acted)
        await level(house, 1, *people)
        turned = heard(people[0], ev.TurnedOver)
        assert turned
        assert all(isinstance(event, ev.TurnedOver) and event.shuffled for event in turned)
        stored = await house.hall.journal.read("1")
        assert stored is not None
        shuffles = [row for row in stored.rows if row.kind == "log.recycle"]
        assert len(shuffles) == len(turned)
        assert all(len(row.body) < 40 for row in shuffles)
        assert replay(stored)[0].table == house.table().table
        record = await people[0].get(ask.GetRecord, table=1, match=1)
        assert isinstance(record, Recorded)
        labels = [play.action for play in record.plays if isinstance(play.action, Labelled)]
        assert labels == [Labelled(("deal/1/0",)), Labelled(("recycle/1/1",), "recycle")]


async def test_who_stays_away_is_played_on_by_rule_and_gone_at_the_next_deal(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        people = await party(house, PRESETS["basic"], on_gone="forfeit")
        await people[2].leave()
        await trio.sleep(121)
        here = people[:2]
        await level(house, 1, *here)
        assert heard(here[0], ev.GaveUp) == [ev.GaveUp(2, "dropped")]
        while house.table().in_hand:
            await play_turn(house, *here)
            await level(house, 1, *here)
        for person in here:
            assert isinstance(await person.act(1), Acted)
        # Of the seat that is empty it is assumed that it is ready, after a while.
        await here[0].event(ev.MatchEnded)
        (ended,) = heard(here[0], ev.MatchEnded)
        assert isinstance(ended, ev.MatchEnded)
        assert ended.forfeited == 2
        assert 2 not in ended.winners


async def test_who_gives_up_and_then_stays_away_does_not_stop_the_table(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        people = await party(house, PRESETS["basic"], on_gone="forfeit")
        await people[2].get(ask.GiveUp, table=1)
        assert await people[2].refusal(ask.GiveUp, table=1) == "wrong_phase"
        await people[2].leave()
        await trio.sleep(121)
        assert not house.table().ended
        await level(house, 1, *people[:2])
        await play_turn(house, *people[:2])


@pytest.mark.parametrize("seats", [2, 6])
async def test_bots_of_every_number_play_a_match_that_somebody_watches(
    tmp_path: Path, autojump_clock: trio.abc.Clock, seats: int
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        watcher = await house.enter("Watcher")
        rules = Options(call_rummy=True, recycle="shuffle", target=50)
        await open_table(watcher, replace(QUICK, bot_pace_ms=100), rules, seats=seats, bots=seats)
        ended = await watcher.event(ev.MatchEnded)
        assert ended.winners
        assert all(
            event == ev.HIDDEN_DRAW[event.seat] for event in heard(watcher, ev.Drew) if isinstance(event, ev.Drew)
        )
