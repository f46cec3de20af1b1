"""People who want nothing to do with each other."""

import sqlite3
from pathlib import Path

from tests.support.premises import Premises, level, open_table, premises
from tests.support.visitor import Visitor
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.clean import skeleton
from upcard_protocol.wire.pushes import ChatLine
from upcard_server import desk
from upcard_server.journal import datadir
from upcard_server.journal.datadir import DATABASE, SCHEMA_VERSION, STEPS


async def both(house: Premises) -> tuple[Visitor, Visitor]:
    """Return Mira, who blocks, and Eleni, who is blocked; both look at the lobby."""
    mira, eleni = await house.enter("Mira"), await house.enter("Eleni")
    await mira.get(ask.Lobby)
    await eleni.get(ask.Lobby)
    await mira.get(ask.Block, user=eleni.me.user)
    return mira, eleni


async def heard_after(speaker: Visitor, hearer: Visitor, table: int | None = None) -> bool:
    """Say something, and tell whether it is heard."""
    await speaker.get(ask.Chat, table=table, text="hello")
    return any(isinstance(message, ChatLine) for message in await hearer.up_to_now())


async def test_what_a_blocked_person_says_is_not_sent_to_whoever_blocks(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        mira, eleni = await both(house)
        wendy = await house.enter("Wendy")
        await wendy.get(ask.Lobby)
        assert not await heard_after(eleni, mira)
        assert await heard_after(eleni, wendy)
        assert await heard_after(mira, eleni), "only one of them has blocked"
        await mira.get(ask.Block, user=eleni.me.user, blocked=False)
        assert await heard_after(eleni, mira)


async def test_a_blocked_person_may_watch_but_neither_be_heard_nor_sit_down(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        mira, eleni = await both(house)
        number = await open_table(mira)
        assert await eleni.refusal(ask.TakeSeat, table=number) == "blocked"
        await eleni.get(ask.Watch, table=number)
        await level(house, number, mira, eleni)
        assert not await heard_after(eleni, mira, number)
        assert await heard_after(mira, eleni, number)


async def test_a_block_outlives_a_restart_and_the_new_connection_of_either(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        mira, eleni = await both(house)
        await open_table(mira)
    async with premises(tmp_path) as house:
        again = await house.enter(token=eleni.me.token)
        assert await again.refusal(ask.TakeSeat, rid=100, table=1) == "blocked", "though Mira is not connected"
        back = await house.enter(token=mira.me.token)
        await back.get(ask.Lobby, rid=100)
        again.rid = back.rid = 200
        assert not await heard_after(again, back)


async def test_nobody_blocks_themselves_a_stranger_or_people_without_end(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        mira, _ = await both(house)
        assert await mira.refusal(ask.Block, user=mira.me.user) == "nobody"
        assert await mira.refusal(ask.Block, user=77) == "nobody"
        (person,) = [person for person in house.hall.people if person.user.name == "Mira"]
        person.blocked = frozenset(range(100, 100 + desk.MAX_BLOCKED))
        wendy = await house.enter("Wendy")
        assert await mira.refusal(ask.Block, user=wendy.me.user) == "blocks_full"


async def test_a_name_that_passes_on_takes_no_block_with_it(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        mira, eleni = await both(house)
        await house.hall.journal.release(skeleton("Eleni"))
        assert await house.hall.journal.blocked_by(mira.me.user) == frozenset()
        assert await house.hall.journal.blockers_of(eleni.me.user) == frozenset()


def test_a_journal_of_an_earlier_format_is_brought_up_to_date(tmp_path: Path) -> None:
    with datadir.opened(tmp_path):
        pass
    connection = sqlite3.connect(tmp_path / DATABASE)
    connection.executescript(
        "DROP TABLE blocks; DROP INDEX landmarks; DROP TABLE finished; DROP TABLE played;"
        f" PRAGMA user_version = {min(STEPS)};"
    )
    connection.close()
    with datadir.opened(tmp_path) as opened:
        assert opened.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        assert opened.execute("SELECT count(*) FROM blocks").fetchone() == (0,)
