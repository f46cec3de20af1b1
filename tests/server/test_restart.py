"""The server starts again on the same data: every unfinished table is back, and nothing happens twice."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from tests.support.matches import play_hand, play_match, play_turn
from tests.support.premises import CROWDED, GIN, QUICK, Premises, asked, duel, level, open_table, premises
from tests.support.visitor import Visitor
from upcard_protocol import table as tables
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.replies import Acted, ActRefused, Resumed, Tables
from upcard_server.config import Limits
from upcard_server.inspection import inspect
from upcard_server.journal import Change, Entry, Journal, StoredTable
from upcard_server.journal.datadir import DATABASE
from upcard_server.standing import Standing, replay

LIMITS = Limits(ready_seconds=20, gone_seconds=120, idle_seconds=10_000)


async def back(house: Premises, before: Visitor, table: int = 1) -> Visitor:
    """Return somebody who has come back to a table with what they knew of it."""
    again = await house.enter(token=before.me.token)
    assert table in [held.table for held in again.me.seats]
    again.seen = dict(before.seen)
    again.rid = before.rid + 100
    await again.get(ask.Resume, table=table, n=before.seen[table].n)
    await level(house, table, again)
    return again


async def both_back(house: Premises, *before: Visitor) -> Sequence[Visitor]:
    people = [await back(house, visitor) for visitor in before]
    await level(house, 1, *people)
    return people


def alter(data: Path, statement: str) -> None:
    with closing(sqlite3.connect(data / DATABASE)) as connection, connection:
        assert connection.execute(statement).rowcount > 0


async def test_a_hand_goes_on_with_the_same_cards_where_it_was(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        for _ in range(7):
            await play_turn(house, one, two)
        await level(house, 1, one, two)
        before = house.table().standing
        hands = [visitor.seen[1].match.hand for visitor in (one, two)]
    async with premises(tmp_path) as house:
        await trio.testing.wait_all_tasks_blocked()
        after = house.table().standing
        assert (after.table.match, after.accepted, after.holders) == (before.table.match, before.accepted, (1, 2))
        assert [chair.presence for chair in after.table.chairs] == ["dropped", "dropped"]
        one, two = await both_back(house, one, two)
        assert [visitor.seen[1].match.hand for visitor in (one, two)] == hands
        assert [chair.presence for chair in one.seen[1].view.chairs] == ["here", "here"]
        await play_match(house, one, two)
        view = one.seen[1].view
        assert view.started is not None
        assert view.revealed is not None, "the commitment made before the restart is opened after it"


async def test_welcome_says_that_it_is_the_same_server_started_anew(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        first = await house.dial().greet()
    async with premises(tmp_path) as house:
        second = await house.dial().greet()
    assert first.server == second.server
    assert (first.epoch, second.epoch) == (1, 2)


async def test_the_last_act_sent_again_gets_its_answer_and_an_older_one_does_not(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        first = asked(1, one, two)
        second = two if first is one else one
        pass_ = first.next_act(1, act.PASS)
        answered = [await first.send_act(pass_)]
        await level(house, 1, one, two)
        await second.act(1, act.PASS)
        await level(house, 1, one, two)
        draw = first.next_act(1, act.DRAW_STOCK)
        answered.append(await first.send_act(draw))
    async with premises(tmp_path) as house:
        first = await back(house, first)
        n = house.table().standing.n
        assert [await first.send_act(draw) for _ in range(3)] == [answered[1]] * 3
        assert await first.send_act(pass_) == ActRefused(1, 1, "cseq_old", {"expected": 3})
        assert house.table().standing.n == n


async def test_resume_after_a_restart_is_a_snapshot_with_the_count_of_acts(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        for _ in range(6):
            await play_turn(house, one, two)
        await level(house, 1, one, two)
        cseq = one.seen[1].cseq
    async with premises(tmp_path) as house:
        again = await house.enter(token=one.me.token)
        assert await again.get(ask.Resume, rid=500, table=1, n=one.seen[1].n - 3) == Resumed(snapshot=True)
        await level(house, 1, again)
        assert again.seen[1].cseq == cseq
        assert again.seen[1].view == tables.view(house.table().table, 0)


async def test_answers_to_requests_are_the_same_bytes_after_a_restart(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await house.enter("Mira"), await house.enter("Eleni")
        of_one: list[ask.Request] = [
            ask.NewTable(rid=1, options=QUICK, game=GIN),
            ask.NewTable(rid=2, options=replace(QUICK, bot_pace_ms=10_000), game=GIN, bots=2),
            ask.Chat(3, None, "hello"),
            ask.AddBot(4, 1),
            ask.RemoveBot(5, 1, 1),
            ask.Ready(6, 1),
        ]
        of_two: list[ask.Request] = [
            ask.TakeSeat(1, 1),
            ask.Ready(2, 1),
            ask.GiveUp(3, 1),
            ask.LeaveTable(4, 1),
        ]
        requests = [(one, request) for request in of_one] + [(two, request) for request in of_two]
        replies: list[bytes] = []
        for visitor, request in requests:
            await visitor.say(request)
            await visitor.reply(request.rid)
            (person,) = [person for person in house.hall.people if person.user.id == visitor.me.user]
            replies.append(person.answers[request.rid])
        standing = house.table().standing
    async with premises(tmp_path) as house:
        await trio.testing.wait_all_tasks_blocked()
        n = house.table().standing.n
        again = {visitor: await house.enter(token=visitor.me.token) for visitor in (one, two)}
        for (visitor, request), reply in zip(requests, replies, strict=True):
            start = len(again[visitor].raw)
            await again[visitor].say(request)
            await again[visitor].reply(request.rid)
            assert reply in bytes(again[visitor].raw[start:])
        assert sorted(house.hall.tables) == [1, 2]
        assert house.table().standing.n >= n
        assert house.table().standing.accepted == standing.accepted


async def test_the_time_that_the_server_was_down_is_charged_to_nobody(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house)
        await one.leave()
        await trio.sleep(100)
    await trio.sleep(10_000)
    async with premises(tmp_path, limits=LIMITS) as house:
        began = trio.current_time()
        two = await back(house, two)
        await two.event(tables.StoodIn)
        assert trio.current_time() - began == 120
        one = await back(house, one)
        await level(house, 1, one, two)
        assert not two.seen[1].view.chairs[0].stand_in


async def test_a_bot_that_stood_in_plays_on_after_a_restart_and_gives_the_seat_back(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house)
        await one.leave()
        await two.event(tables.StoodIn)
        await level(house, 1, two)
    async with premises(tmp_path, limits=LIMITS) as house:
        two = await back(house, two)
        for _ in range(3):
            await play_turn(house, two)
        one = await back(house, one)
        await level(house, 1, one, two)
        assert not one.seen[1].view.chairs[0].stand_in
        await play_hand(house, one, two)


async def test_people_who_never_come_back_leave_no_table(tmp_path: Path, autojump_clock: trio.abc.Clock) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        await duel(house)
        await open_table(await house.enter("Wendy"))
    async with premises(tmp_path, limits=LIMITS) as house:
        assert len(house.hall.rows) == 2
        await trio.sleep(10_000)
        assert house.hall.rows == []
    async with premises(tmp_path, limits=LIMITS) as house:
        assert house.hall.rows == []


async def test_a_closed_table_stays_closed_and_its_number_is_not_used_again(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one = await house.enter("Mira")
        await open_table(one)
        await one.get(ask.LeaveTable, table=1)
    async with premises(tmp_path) as house:
        assert house.hall.rows == []
        again = await house.enter(token=one.me.token)
        again.rid = 50
        assert await open_table(again) == 2


async def test_no_table_goes_on_before_all_are_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        for _ in range(2):
            await open_table(one)
    steps: list[str] = []
    append = Journal.append

    def replaying(table: StoredTable) -> tuple[Standing, int]:
        steps.append("replayed")
        return replay(table)

    async def appending(
        journal: Journal, table_id: str, entries: Sequence[Entry], *also: Change, before: Sequence[Change] = ()
    ) -> None:
        steps.append("written")
        await append(journal, table_id, entries, *also, before=before)

    monkeypatch.setattr("upcard_server.hall.replay", replaying)
    monkeypatch.setattr(Journal, "append", appending)
    async with premises(tmp_path) as house:
        await trio.testing.wait_all_tasks_blocked()
        assert steps == ["replayed"] * 3 + ["written"] * 4, "each of the four seats notes that nobody is there"
        await play_turn(house, *await both_back(house, one, two))


async def test_a_backup_that_was_made_while_the_server_ran_comes_back_as_it_was_then(tmp_path: Path) -> None:
    data, new = tmp_path / "data", tmp_path / "new"
    new.mkdir()
    async with premises(data) as house:
        one, two = await duel(house)
        for _ in range(5):
            await play_turn(house, one, two)
        await level(house, 1, one, two)
        with closing(sqlite3.connect(data / DATABASE)) as source, closing(sqlite3.connect(new / DATABASE)) as copy:
            source.backup(copy)
        then = house.table().standing
        for _ in range(5):
            await play_turn(house, one, two)
        await level(house, 1, one, two)
    assert all(finding.sound for finding in inspect(new))
    async with premises(new) as house:
        assert house.table().standing.table.match == then.table.match
        people = [await house.enter(token=visitor.me.token) for visitor in (one, two)]
        for person in people:
            # It knows of events that never were, and is told where the table stands.
            assert await person.get(ask.Resume, rid=900, table=1, n=one.seen[1].n) == Resumed(snapshot=True)
        await level(house, 1, *people)
        await play_turn(house, *people)


async def test_tables_that_come_back_count_against_the_limits(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=CROWDED) as house:
        one = await house.enter("Mira")
        for _ in range(3):
            await open_table(one)
    limits = replace(CROWDED, max_tables=2, tables_per_player=3)
    async with premises(tmp_path, limits=limits) as house:
        assert sorted(house.hall.tables) == [1, 2, 3], "more than the limit come back"
        one, two = await house.enter(token=one.me.token), await house.enter("Eleni")
        assert await two.refusal(ask.NewTable, options=QUICK, game=GIN) == "no_tables_left"
        assert await one.refusal(ask.NewTable, rid=500, options=QUICK, game=GIN) == "too_many_tables"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE log SET body = x'00' WHERE table_id = '1' AND n = 5",
        "DELETE FROM log WHERE table_id = '1' AND n = 3",
        "DELETE FROM log WHERE table_id = '1' AND n > 4",
        "DELETE FROM matches WHERE table_id = '1'",
    ],
)
async def test_a_table_that_was_tampered_with_is_set_aside_and_the_rest_goes_on(
    tmp_path: Path, statement: str
) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        number = await open_table(one)
        await two.get(ask.TakeSeat, table=number)
    alter(tmp_path, statement)
    for _ in range(2):
        async with premises(tmp_path) as house:
            await trio.testing.wait_all_tasks_blocked()
            assert list(house.hall.tables) == [2]
            again = await house.enter(token=one.me.token)
            assert [held.table for held in again.me.seats] == [2]
            lobby = await again.get(ask.Lobby, rid=700)
            assert isinstance(lobby, Tables)
            assert [(row.table, row.state) for row in lobby.rows] == [(1, "frozen"), (2, "waiting")]
            assert await again.refusal(ask.Watch, rid=701, table=1) == "frozen"
            assert await again.send_act(ask.Act(1, 1, 1, act.PASS)) == ActRefused(1, 1, "frozen")


@pytest.mark.parametrize(
    "line",
    [
        Entry(1, "gin.hand_of_fate", b"\x81\xa1t\xb0gin.hand_of_fate"),
        Entry(1, "gin.discard", b"\x82\xa1t\xabgin.discard\xa4card\xcc\xff", seat=0, cseq=1),
        Entry(1, "gin.pass", b"\xc1", seat=0, cseq=1),
    ],
    ids=["a kind that nobody knows", "a card that is none", "no message at all"],
)
async def test_a_row_of_a_kind_that_nobody_knows_sets_its_table_aside(tmp_path: Path, line: Entry) -> None:
    async with premises(tmp_path) as house:
        await duel(house)
        wendy = await house.enter("Wendy")
        await open_table(wendy)
        await house.hall.journal.append("1", (line,))
    for _ in range(2):
        async with premises(tmp_path) as house:
            assert {row.table: row.state for row in house.hall.rows} == {1: "frozen", 2: "waiting"}
            again = await house.enter(token=wendy.me.token)
            assert [held.table for held in again.me.seats] == [2]


async def test_a_poisoned_table_does_not_stop_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with premises(tmp_path) as house:
        await duel(house)

    def poisoned(_: object) -> None:
        raise AssertionError("a row that we should never have written")

    with monkeypatch.context() as patch:
        patch.setattr("upcard_server.hall.replay", poisoned)
        async with premises(tmp_path) as house:
            assert [row.state for row in house.hall.rows] == ["frozen"]
            assert await house.enter("Wendy")


async def test_no_acknowledged_act_is_lost_whenever_the_server_stops(tmp_path: Path) -> None:
    one: Visitor | None = None
    two: Visitor | None = None
    for _ in range(8):
        async with premises(tmp_path) as house:
            if one is None or two is None:
                one, two = await duel(house)
            else:
                one, two = await both_back(house, one, two)
            acknowledged = 0
            for _ in range(3):
                if not house.table().in_hand:
                    break
                await level(house, 1, one, two)
                reply = await asked(1, one, two).act(1)
                assert isinstance(reply, Acted)
                acknowledged = reply.n
            await level(house, 1, one, two)
            accepted = house.table().standing.accepted
        async with premises(tmp_path) as house:
            assert house.table().standing.n >= acknowledged
            assert house.table().standing.accepted == accepted
