"""The hall: the lobby that shows every table, and tables that come, change and go."""

from pathlib import Path

import pytest
import trio.testing
from msgspec.structs import replace

from tests.support.premises import QUICK, duel, level, open_table, premises
from tests.support.visitor import Visitor
from upcard_protocol.table import Chair
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.pushes import TableChanged, TableGone
from upcard_protocol.wire.replies import Described, TableRow, Tables
from upcard_server.config import Limits


async def lobby(visitor: Visitor, after: int = 0) -> Tables:
    answer = await visitor.get(ask.Lobby, after=after)
    assert isinstance(answer, Tables)
    return answer


async def changed(visitor: Visitor) -> TableRow:
    return (await visitor.until(TableChanged)).row


async def test_a_row_tells_what_one_chooses_a_table_by(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        await open_table(await house.enter("Mira"), replace(QUICK, code="tea", spectators=False), bots=0)
        (row,) = (await lobby(await house.enter())).rows
        assert row == TableRow(
            table=1,
            title="Kitchen table",
            game="gin",
            target=100,
            chairs=(Chair("person", "Mira"), Chair()),
            state="waiting",
            private=True,
            watchable=False,
        )


async def test_the_lobby_hears_of_a_table_from_its_opening_to_its_end(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        watcher = await house.enter()
        assert (await lobby(watcher)).rows == ()
        one, two = await house.enter("Eleni"), await house.enter("Mira")
        await open_table(one)
        assert (await changed(watcher)).chairs[0].name == "Eleni"
        await two.get(ask.TakeSeat, table=1)
        assert (await changed(watcher)).chairs[1].name == "Mira"
        for person in (one, two):
            await person.get(ask.Ready, table=1)
        playing = await watcher.until(TableChanged, lambda heard: heard.row.state == "playing")
        assert playing.row.hand == 1
        for person in (one, two):
            await person.get(ask.LeaveTable, table=1)
        assert [chair.presence for chair in (await changed(watcher)).chairs] == ["left", "here"]


async def test_a_table_that_closes_is_gone_from_the_lobby_for_good(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        watcher, one = await house.enter(), await house.enter("Mira")
        await lobby(watcher)
        await open_table(one)
        await one.get(ask.LeaveTable, table=1)
        assert (await watcher.until(TableGone)).table == 1
        assert (await lobby(watcher)).rows == ()
        assert await open_table(one) == 2, "a number is never used again"


async def test_whoever_has_left_the_lobby_hears_no_more_of_it(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        watcher, one = await house.enter(), await house.enter("Mira")
        await lobby(watcher)
        await watcher.get(ask.LobbyOff)
        await open_table(one)
        assert await watcher.quiet() == []
        await lobby(watcher)
        await watcher.leave()
        await trio.testing.wait_all_tasks_blocked()
        assert house.hall.lobby == set()


async def test_tables_come_in_pages(tmp_path: Path) -> None:
    limits = Limits(tables_per_player=1000, frames_per_second=1000, bytes_per_second=10**7, changes_per_second=1000)
    async with premises(tmp_path, limits=limits) as house:
        one = await house.enter("Mira")
        for _ in range(103):
            await open_table(one)
        first = await lobby(one)
        assert ([row.table for row in first.rows], first.next) == (list(range(1, 101)), 100)
        assert first.next is not None
        second = await lobby(one, first.next)
        assert ([row.table for row in second.rows], second.next) == ([101, 102, 103], None)


async def test_a_page_that_is_too_long_for_a_frame_is_cut_shorter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upcard_protocol.wire.session.SERVER_LIMIT", 4000)
    limits = Limits(tables_per_player=1000, frames_per_second=1000, bytes_per_second=10**7, changes_per_second=1000)
    async with premises(tmp_path, limits=limits) as house:
        one = await house.enter("Mira")
        for _ in range(40):
            await open_table(one)
        seen: list[int] = []
        after: int | None = 0
        while after is not None:
            page = await lobby(one, after)
            seen += [row.table for row in page.rows]
            after = page.next
        assert seen == list(range(1, 41))


async def test_look_describes_a_table_without_its_code(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        options = replace(QUICK, code="tea", pause_s=77)
        await open_table(await house.enter("Mira"), options)
        described = await (await house.enter()).get(ask.Look, table=1)
        assert isinstance(described, Described)
        assert described.options == replace(options, code=None)
        assert described.row.private


async def test_seats_held_are_named_at_the_login(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, _ = await duel(house)
        await open_table(one, replace(QUICK, name=""))
        again = await house.enter(token=one.me.token)
        assert [(held.table, held.seat, held.title) for held in again.me.seats] == [
            (1, 0, "Kitchen table"),
            (2, 0, "Table of Eleni"),
        ]


async def test_two_tables_are_played_at_once_over_one_connection(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        number = await open_table(one)
        await two.get(ask.TakeSeat, table=number)
        for person in (one, two):
            await person.get(ask.Ready, table=number)
        for table in (1, number):
            await level(house, table, one, two)
            assert one.seen[table].match.hand != two.seen[table].match.hand
        assert all(live.in_hand for live in house.hall.tables.values())
