"""Which matches somebody has played: the list that the server keeps, and whole records for those who played."""

import sqlite3
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.matches import play_hand, play_match
from tests.support.premises import GIN, QUICK, Premises, duel, level, open_table, premises
from tests.support.visitor import Visitor
from upcard_protocol.rules.notation import read
from upcard_protocol.rules.record import Play, Record
from upcard_protocol.rules.record import replay as replayed
from upcard_protocol.rules.shuffle import NO_SEED
from upcard_protocol.rules.verify import fault_of
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.clean import skeleton
from upcard_protocol.wire.recording import record_of
from upcard_protocol.wire.replies import MATCHES, Head, Matches, MatchRow, Recorded
from upcard_server import live
from upcard_server.export import export
from upcard_server.inspection import inspect
from upcard_server.journal import ListMatch
from upcard_server.journal.datadir import DATABASE

SHORT = replace(GIN, target=50)
LONG = replace(GIN, target=200)
PRIVATE = replace(QUICK, code="tea")


async def listed(visitor: Visitor, before: int = 0) -> tuple[MatchRow, ...]:
    """Return the first page, which has to be the last."""
    page = await visitor.get(ask.MyMatches, before=before)
    assert isinstance(page, Matches)
    assert page.next is None
    return page.rows


async def whole(visitor: Visitor, table: int = 1, match: int = 1) -> Record:
    """Return the whole record of a match, as somebody gets it who saw nothing of it."""
    plays: list[Play] = []
    head: Head | None = None
    started_ms, after = 0, 0
    while after is not None:
        page = await visitor.get(ask.GetRecord, table=table, match=match, after=after)
        assert isinstance(page, Recorded)
        assert (page.head is not None) == (after == 0), "the head comes with the first page alone"
        head = page.head or head
        started_ms, after = page.started_ms, page.next
        plays += page.plays
    assert head is not None
    return record_of(head, started_ms, plays)


async def over(house: Premises) -> tuple[Visitor, Visitor]:
    one, two = await duel(house, game=SHORT)
    await play_match(house, one, two)
    await level(house, 1, one, two)
    return one, two


def as_format_4(data: Path) -> None:
    """Make of a journal one of the format that had no lists."""
    connection = sqlite3.connect(data / DATABASE)
    connection.executescript("DROP TABLE finished; DROP TABLE played; PRAGMA user_version = 4;")
    connection.close()


# ---- what is listed, and for whom


async def test_a_match_is_listed_for_each_of_its_players_as_soon_as_it_is_over(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, game=SHORT)
        assert await listed(one) == ()
        await play_match(house, one, two)
        await level(house, 1, one, two)
        (row,) = await listed(one)
        assert (row.table, row.match, row.title, row.names) == (1, 1, "Kitchen table", ("Eleni", "Mira"))
        assert (row.game, row.seat) == (SHORT, 0)
        assert row.result is not None
        assert row.started_ms <= row.ended_ms
        assert await listed(two) == (replace(row, seat=1),)


async def test_who_did_not_play_a_match_does_not_hear_of_it_and_cannot_have_it(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await house.enter("Eleni"), await house.enter("Mira")
        number = await open_table(one, PRIVATE, SHORT)
        await two.get(ask.TakeSeat, table=number, code="tea")
        for player in (one, two):
            await player.get(ask.Ready, table=number)
        await play_match(house, one, two)
        for stranger in (await house.enter(), await house.enter("Wendy")):
            assert await listed(stranger) == ()
            assert await stranger.refusal(ask.GetRecord, table=1, match=1) == "no_record"
        await one.quiet()
        heard = len(one.raw)
        (row,) = await listed(one)
        assert b"tea" not in one.raw[heard:], "the code of a private table is in nobody's list"
        assert row.title == PRIVATE.name


async def test_a_match_in_play_is_in_no_list_and_has_no_record(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, game=LONG)
        await play_hand(house, one, two)
        for visitor in (one, two):
            assert await listed(visitor) == ()
            assert await visitor.refusal(ask.GetRecord, table=1, match=1) == "no_record"


async def test_a_match_whose_table_was_closed_is_listed_without_a_result(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, game=LONG)
        await play_hand(house, one, two)
        house.table().submit(house.table().close)
        await two.quiet()
        (row,) = await listed(one)
        assert row.result is None
        assert replayed(await whole(two)).sheet.hands == 1


async def test_a_match_ended_in_the_list_when_it_did_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticking = count(1_800_000_000_000)
    monkeypatch.setattr(live, "now_ms", lambda: next(ticking))
    async with premises(tmp_path) as house:
        one, _ = await over(house)
        (row,) = await listed(one)
        stored = await house.hall.journal.read("1")
        assert stored is not None
        (ended,) = [line.at_ms for line in stored.rows if line.kind == "table.reveal"]
        assert row.ended_ms == ended == stored.matches[0].ended_ms


async def test_the_match_that_ended_last_comes_first(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await over(house)
        for visitor in (one, two):
            await visitor.get(ask.Ready, table=1)
        await play_match(house, one, two)
        assert [row.match for row in await listed(one)] == [2, 1]
        assert [(row.number, row.match) for row in await listed(one, before=2)] == [(1, 1)]


async def test_a_match_against_the_computer_is_listed_and_one_of_bots_alone_is_not(tmp_path: Path) -> None:
    async with premises(tmp_path, bots=1) as house:
        one = await house.enter("Eleni")
        number = await open_table(one, game=SHORT, bots=1)
        await one.get(ask.Ready, table=number)
        await play_match(house, one, table=number)
        (row,) = await listed(one)
        assert row.names == ("Eleni", "Blaise (bot)")
        house.table(1).submit(house.table(1).close)
        await one.quiet()
    connection = sqlite3.connect(tmp_path / DATABASE)
    assert connection.execute("SELECT table_id FROM finished").fetchall() == [(str(number),)]
    connection.close()


async def test_pages_are_bounded_and_follow_on_each_other(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, _ = await over(house)
        (only,) = await listed(one)
        journal = house.hall.journal
        ((row,),) = [(each.row,) for each in await journal.matches_of(one.me.user, 0, 1)]
        for table in range(2, 2 * MATCHES + 2):
            await journal.commit(ListMatch(str(table), 1, ((one.me.user, 0),), row))
        first = await one.get(ask.MyMatches)
        assert isinstance(first, Matches)
        assert (len(first.rows), first.next) == (MATCHES, first.rows[-1].number)
        second = await one.get(ask.MyMatches, before=first.next)
        assert isinstance(second, Matches)
        assert second.next is not None
        assert await listed(one, before=second.next) == (only,)
        numbers = [each.number for each in (*first.rows, *second.rows)]
        assert numbers == sorted(numbers, reverse=True)


async def test_a_line_that_cannot_be_read_is_left_out_and_hides_none_behind_it(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, _ = await over(house)
        for table in range(2, MATCHES + 3):
            await house.hall.journal.commit(ListMatch(str(table), 1, ((one.me.user, 0),), b"\x80"))
        assert [each.table for each in await listed(one)] == [1]


async def test_a_name_that_passes_on_takes_its_list_with_it(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await over(house)
        await house.hall.journal.release(skeleton("Eleni"))
        assert await listed(one) == ()
        assert len(await listed(two)) == 1


# ---- across starts and formats


async def test_the_list_is_there_after_a_crash_with_the_times_of_the_record(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, game=LONG)
        await play_hand(house, one, two)
        tokens = one.me.token, two.me.token
        rid = one.rid
    async with premises(tmp_path) as house:
        again = [await house.enter(token=token) for token in tokens]
        for visitor in again:
            visitor.rid = rid + 10
            await visitor.get(ask.TakeSeat, table=1)
        await play_match(house, *again)
        (row,) = await listed(again[0])
        rid = again[0].rid
        assert row.started_ms == (await whole(again[1])).started_ms
    async with premises(tmp_path) as house:
        back = await house.enter(token=tokens[0])
        back.rid = rid
        assert await listed(back) == (row,)


async def test_a_journal_that_had_no_lists_gets_them_at_its_next_start(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await over(house)
        for visitor in (one, two):
            await visitor.get(ask.Ready, table=1)
        await play_match(house, one, two)
        await open_table(one)
        before = await listed(one)
        token, rid = one.me.token, one.rid
    as_format_4(tmp_path)
    async with premises(tmp_path) as house:
        again = await house.enter(token=token)
        again.rid = rid
        await again.quiet()
        assert await listed(again) == before
        assert await house.hall.journal.unlisted() == ()


async def test_a_match_that_ends_while_the_older_ones_are_listed_comes_before_them(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, _ = await over(house)
        token, rid, user = one.me.token, one.rid, one.me.user
        (stored,) = await house.hall.journal.matches_of(user, 0, 1)
    as_format_4(tmp_path)
    async with premises(tmp_path) as house:
        await house.hall.journal.commit(ListMatch("9", 1, ((user, 0),), stored.row))
        again = await house.enter(token=token)
        again.rid = rid
        await again.quiet()
        assert [row.number for row in await listed(again)] == [2, 1]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE log SET body = x'00' WHERE table_id = '1' AND n = 3",
        "DELETE FROM log WHERE table_id = '1' AND n = 1",
        "UPDATE matches SET server_seed = zeroblob(32)",
        "UPDATE matches SET rules_version = 99",
    ],
)
async def test_what_an_older_journal_cannot_say_any_more_is_listed_for_nobody(tmp_path: Path, damage: str) -> None:
    async with premises(tmp_path) as house:
        one, _ = await over(house)
        token, rid = one.me.token, one.rid
    as_format_4(tmp_path)
    connection = sqlite3.connect(tmp_path / DATABASE)
    with connection:
        connection.execute(damage)
    connection.close()
    async with premises(tmp_path) as house:
        again = await house.enter(token=token)
        again.rid = rid
        await again.quiet()
        assert await listed(again) == ()
        assert await house.hall.journal.unlisted() == ()


# ---- the whole record


async def test_a_record_has_all_that_the_export_of_the_server_has(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await over(house)
        for visitor in (one, two):
            await visitor.get(ask.Ready, table=1)
        await play_match(house, one, two)
        stored = await house.hall.journal.read("1")
        assert stored is not None
        for match in (1, 2):
            record = await whole(two, match=match)
            assert record == read(export(stored, match))
            assert fault_of(record) is None
            assert replayed(record).sheet.hands > 0


async def test_a_record_has_the_seeds_and_commitments_of_those_who_gave_some(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, _ = await over(house)
        view = one.seen[1].view
        assert view.started is not None
        assert view.revealed is not None
        record = await whole(one)
        assert record.server.seed == view.revealed.seed
        assert record.server.commitment == view.started.commitment
        assert tuple(player.seed or NO_SEED for player in record.players) == view.started.seeds


# ---- looking it over


async def test_lists_that_are_as_they_were_made_are_sound(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        await over(house)
        assert all(finding.sound for finding in inspect(tmp_path))


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        ("DELETE FROM finished", "Match 1 of table 1 is in no list of its players."),
        ("DELETE FROM played WHERE seat = 0", "Match 1 of table 1 is in no list of its players."),
        ("UPDATE finished SET row = x'80'", "Match 1 of table 1 is listed in a way that cannot be read."),
        ("UPDATE finished SET match_no = 7", "Match 7 of table 1 is listed and is not over."),
    ],
)
async def test_lists_that_do_not_fit_the_matches_are_named(tmp_path: Path, statement: str, finding: str) -> None:
    async with premises(tmp_path) as house:
        await over(house)
    connection = sqlite3.connect(tmp_path / DATABASE)
    with connection:
        connection.execute(statement)
    connection.close()
    assert finding in [found.text for found in inspect(tmp_path) if not found.sound]


async def test_a_journal_that_had_no_lists_is_looked_over_all_the_same(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        await over(house)
    as_format_4(tmp_path)
    assert all(finding.sound for finding in inspect(tmp_path))
