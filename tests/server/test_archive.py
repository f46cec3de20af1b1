"""What was done in a finished match, for those who played it."""

from pathlib import Path

from msgspec.structs import replace

from tests.support.matches import play_hand, play_match
from tests.support.premises import GIN, Premises, duel, level, premises
from tests.support.visitor import Visitor
from upcard_protocol import table as tables
from upcard_protocol.rules.game import Forfeit
from upcard_protocol.rules.record import Party, Play, Record, replay
from upcard_protocol.table import TableView
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.replies import PAGE, Recorded

SHORT = replace(GIN, target=50)
LONG = replace(GIN, target=200)


async def fetched(visitor: Visitor, match: int = 1) -> tuple[Play, ...]:
    """Return all plays of a match at table 1, page by page."""
    plays: list[Play] = []
    after: int | None = 0
    while after is not None:
        page = await visitor.get(ask.GetRecord, table=1, match=match, after=after)
        assert isinstance(page, Recorded)
        assert page.next is None or len(page.plays) == PAGE
        plays += page.plays
        after = page.next
    return tuple(plays)


def record(view: TableView, plays: tuple[Play, ...]) -> Record:
    """Return the record of the match that a view shows, with the seeds that are open."""
    assert view.started is not None
    assert view.revealed is not None
    players = tuple(Party(chair.name, seed=seed) for chair, seed in zip(view.chairs, view.started.seeds, strict=True))
    server = Party(seed=view.revealed.seed)
    return Record(view.game, players, view.started.first_dealer, plays, server)


async def over(house: Premises) -> tuple[Visitor, Visitor]:
    one, two = await duel(house, game=SHORT)
    await play_match(house, one, two)
    await level(house, 1, one, two)
    return one, two


async def test_a_match_that_is_over_is_replayed_from_its_record_to_the_same_end(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, game=LONG)
        await play_hand(house, one, two)
        for visitor in (one, two):
            await visitor.act(1)
        await level(house, 1, one, two)
        await one.get(ask.GiveUp, table=1)
        await play_match(house, one, two)
        await level(house, 1, one, two)
        for visitor in (one, two):
            plays = await fetched(visitor)
            assert len(plays) > PAGE
            assert Forfeit(0) in [play.action for play in plays]
            assert replay(record(visitor.seen[1].view, plays)) == house.table().table.match


async def test_a_match_is_its_players_alone_and_only_once_it_is_over(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, game=SHORT)
        guest = await house.enter()
        other = await house.enter("Wendy")
        assert await one.refusal(ask.GetRecord, table=1, match=1) == "no_record"
        await play_match(house, one, two)
        for visitor in (guest, other):
            assert await visitor.refusal(ask.GetRecord, table=1, match=1) == "no_record"
        for table, match in ((1, 2), (2, 1)):
            assert await one.refusal(ask.GetRecord, table=table, match=match) == "no_record"
        assert await fetched(two)


async def test_each_match_of_a_table_has_a_record_of_its_own(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await over(house)
        first = await fetched(one)
        for visitor in (one, two):
            await visitor.get(ask.Ready, table=1)
        await play_match(house, one, two)
        await level(house, 1, one, two)
        assert await fetched(one) == first
        assert replay(record(one.seen[1].view, await fetched(one, 2))) == house.table().table.match


async def test_a_closed_table_still_opens_its_matches_to_those_who_played(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, game=LONG)
        await play_hand(house, one, two)
        live = house.table()
        live.submit(live.close)
        await one.event(tables.Closed)
        await two.event(tables.Closed)
        match = live.table.match
        assert replay(record(one.seen[1].view, await fetched(one))) == match
    async with premises(tmp_path) as house:
        again = await house.enter(token=two.me.token)
        again.rid = two.rid
        assert replay(record(two.seen[1].view, await fetched(again))) == match
