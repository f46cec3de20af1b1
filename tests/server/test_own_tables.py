"""The server's own tables: bots play there for ever, for whoever wants to watch."""

from pathlib import Path
from typing import NoReturn

import pytest
import trio
import trio.testing

from tests.support.premises import Premises, premises
from tests.support.visitor import Visitor
from upcard_protocol import table as tables
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.rules.notation import read
from upcard_protocol.rules.record import replay as replayed
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.pushes import Notice, Snapshot
from upcard_server.config import Limits
from upcard_server.export import ExportError, export
from upcard_server.journal import StoredTable
from upcard_server.standing import Standing, replay

LIMITS = Limits(ready_seconds=20, idle_seconds=100_000)


async def watcher(house: Premises) -> Visitor:
    guest = await house.enter()
    await guest.get(ask.Watch, table=1)
    await guest.until(Snapshot)
    return guest


async def stored(house: Premises) -> StoredTable:
    table = await house.hall.journal.read("1")
    assert table is not None
    return table


async def watch_match(spectator: Visitor, match: int) -> None:
    """Watch a match from its start to its end."""
    assert (await spectator.event(tables.Started)).match == match
    await spectator.event(tables.Revealed)
    await trio.testing.wait_all_tasks_blocked()


async def test_bots_rest_and_play_on(tmp_path: Path, autojump_clock: trio.abc.Clock) -> None:
    async with premises(tmp_path, limits=LIMITS, bots=2) as house:
        assert [row.title for row in house.hall.rows] == ["Bots 1", "Bots 2"]
        spectator = await watcher(house)
        await spectator.event(tables.Revealed)
        began = trio.current_time()
        started = await spectator.event(tables.Started)
        assert (started.match, trio.current_time() - began) == (2, 20)


async def test_the_log_holds_the_match_in_play_and_none_before(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS, bots=1) as house:
        spectator = await watcher(house)
        await spectator.event(tables.Revealed)
        lengths: list[int] = []
        for match in (2, 3, 4):
            await watch_match(spectator, match)
            table = await stored(house)
            assert [each.match_no for each in table.matches] == [match]
            assert replay(table)[0] == house.table().standing
            lengths.append(len(table.rows))
        assert sum(row.kind == "table.start" for row in table.rows) == 1
        assert spectator.seen[1].n == house.table().standing.n > sum(lengths), "events are counted on all the same"


async def test_after_a_restart_bots_go_on_where_they_were_with_events_and_matches_counted_on(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS, bots=1) as house:
        spectator = await watcher(house)
        await spectator.event(tables.Revealed)
        await spectator.event(ev.Dealt)
        await trio.testing.wait_all_tasks_blocked()
        before = house.table().standing
    async with premises(tmp_path, limits=LIMITS, bots=1) as house:
        assert house.table().standing == before
        again = await watcher(house)
        await watch_match(again, 3)


def fault(_: Standing) -> NoReturn:
    raise LookupError("a fault of ours")


async def test_bots_that_were_stopped_between_the_commitment_and_the_start_of_a_match_play_it_after_a_restart(
    tmp_path: Path, autojump_clock: trio.abc.Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with premises(tmp_path, limits=LIMITS, bots=1) as house:
        spectator = await watcher(house)
        await spectator.event(tables.Revealed)
        with monkeypatch.context() as patched:
            patched.setattr("upcard_server.live.afresh", fault)
            await spectator.event(tables.Committed)
            await spectator.until(Notice)
    async with premises(tmp_path, limits=LIMITS, bots=1) as house:
        assert house.table().standing.n > 0
        await trio.testing.wait_all_tasks_blocked()
        assert house.table().table.matches == 2
        assert (await stored(house)).rows[0].kind == "log.opened"
        assert replay(await stored(house))[0] == house.table().standing


async def test_a_match_of_theirs_keeps_its_number_in_an_export_and_is_nobodys_to_ask_for(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS, bots=1) as house:
        spectator = await watcher(house)
        await spectator.event(tables.Revealed)
        await watch_match(spectator, 2)
        table = await stored(house)
        assert replayed(read(export(table))) == house.table().table.match
        assert export(table, 2) == export(table)
        with pytest.raises(ExportError, match="Table 1 has no match 1: it has matches 2 to 2"):
            export(table, 1)
        person = await house.enter("Wendy")
        for match in (1, 2, 3):
            assert await person.refusal(ask.GetRecord, table=1, match=match) == "no_record"


async def test_tables_are_not_doubled_by_a_restart(tmp_path: Path) -> None:
    for _ in range(3):
        async with premises(tmp_path, bots=2) as house:
            await trio.testing.wait_all_tasks_blocked()
            assert [row.title for row in house.hall.rows] == ["Bots 1", "Bots 2"]


async def test_tables_that_are_not_asked_for_any_more_close(tmp_path: Path) -> None:
    async with premises(tmp_path, bots=3) as house:
        await trio.testing.wait_all_tasks_blocked()
        assert len(house.hall.tables) == 3
    async with premises(tmp_path, bots=1) as house:
        await trio.testing.wait_all_tasks_blocked()
        assert [row.title for row in house.hall.rows] == ["Bots 1"]
    async with premises(tmp_path, bots=2) as house:
        await trio.testing.wait_all_tasks_blocked()
        assert [row.title for row in house.hall.rows] == ["Bots 1", "Bots 2"]
