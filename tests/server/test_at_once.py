"""Limits hold also where several ask at once, or one asks twice: nothing is looked at and then only later taken."""

from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from tests.support.premises import CROWDED, GIN, QUICK, duel, open_table, premises
from upcard_protocol.table import TableOptions
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.handshake import Hello, Login
from upcard_protocol.wire.replies import Done, Refused, Seated
from upcard_server.config import Limits
from upcard_server.journal import Change


def new_table(rid: int, options: TableOptions = QUICK, **fields: Any) -> ask.NewTable:
    return ask.NewTable(rid=rid, options=options, game=GIN, **fields)


async def test_tables_that_are_opened_at_once_are_counted_one_by_one(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=replace(CROWDED, max_tables=2)) as house:
        people = [await house.enter(name) for name in ("Olga", "Petra", "Mira", "Eleni")]
        for person in people:
            await person.say(new_table(1))
        replies = [await person.reply(1) for person in people]
        assert sorted(type(reply).__name__ for reply in replies) == ["Done", "Done", "Refused", "Refused"]
        assert {reply.code for reply in replies if isinstance(reply, Refused)} == {"no_tables_left"}
        assert len(house.hall.tables) == 2


async def test_spectators_who_come_at_once_are_counted_one_by_one(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=replace(CROWDED, spectators_per_table=2)) as house:
        await open_table(await house.enter("Mira"))
        guests = [await house.enter() for _ in range(4)]
        for place, guest in enumerate(guests):
            await guest.say(ask.Watch(1, 1) if place % 2 else ask.Resume(1, 1, 0))
        replies = [await guest.reply(1) for guest in guests]
        assert [reply.code for reply in replies if isinstance(reply, Refused)] == ["spectators_full"] * 2
        assert house.table().audience.spectators == 2


async def test_whoever_asks_again_for_the_bots_table_he_opened_takes_no_spectators_place(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=replace(CROWDED, spectators_per_table=1)) as house:
        mira = await house.enter("Mira")
        slow = new_table(1, replace(QUICK, bot_pace_ms=10_000), bots=2)
        await mira.say(slow)
        await mira.reply(1)
        again = await house.enter(token=mira.me.token)
        await (await house.enter()).get(ask.Watch, table=1)
        await again.say(slow)
        assert isinstance(await again.reply(1), Done)
        await again.quiet()
        assert house.table().audience.spectators == 1


async def test_what_is_asked_again_while_it_is_under_way_is_done_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with premises(tmp_path) as house:
        mira = await house.enter("Mira")
        commit, held, released = house.hall.journal.commit, trio.Event(), trio.Event()

        async def slowly(*changes: Change) -> None:
            held.set()
            # As in the journal's writer: what was handed over is not taken back.
            with trio.CancelScope(shield=True):
                await released.wait()
                await commit(*changes)

        with monkeypatch.context() as patched:
            patched.setattr(house.hall.journal, "commit", slowly)
            await mira.say(new_table(1))
            await held.wait()
        again = await house.enter(token=mira.me.token)
        await again.say(new_table(1))
        await trio.testing.wait_all_tasks_blocked()
        released.set()
        assert await again.reply(1) == Done(1, Seated(1, 0))
        await again.quiet()
        assert list(house.hall.tables) == [1]
        assert again.seen[1].view.viewer == 0, "the new line hears of it"


async def test_pauses_that_are_asked_for_at_once_are_one(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        await one.say(ask.AskPause(50, 1))
        await two.say(ask.AskPause(50, 1))
        replies = [await person.reply(50) for person in (one, two)]
        assert sorted(getattr(reply, "code", "done") for reply in replies) == ["asked_already", "done"]


async def test_a_seat_that_several_ask_for_at_once_is_given_once(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=CROWDED) as house:
        await open_table(await house.enter("Mira"))
        people = [await house.enter(name) for name in ("Olga", "Petra", "Eleni")]
        for person in people:
            await person.say(ask.TakeSeat(1, 1))
        replies = [await person.reply(1) for person in people]
        assert sorted(getattr(reply, "code", "done") for reply in replies) == ["done", "table_full", "table_full"]


async def test_a_name_that_several_ask_for_at_once_is_given_once(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        people = [house.dial() for _ in range(3)]
        for person in people:
            await person.greet()
        for person in people:
            await person.say(Login(name="Mira"))
        answers = [await person.hear() for person in people]
        assert sorted(getattr(answer, "code", "let in") for answer in answers) == [
            "let in",
            "name_taken",
            "name_taken",
        ]


async def test_connections_that_come_at_once_are_counted_one_by_one(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=Limits(max_connections=5, max_connections_per_address=2)) as house:
        people = [house.dial() for _ in range(4)]
        for person in people:
            await person.say(Hello())
        answers = [await person.hear() for person in people]
        codes = sorted(getattr(answer, "code", "let in") for answer in answers)
        assert codes == ["let in"] * 2 + ["too_many_connections"] * 2


async def test_seats_that_are_asked_for_at_once_are_counted_one_by_one(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=Limits(tables_per_player=2)) as house:
        one, two, mira = [await house.enter(name) for name in ("Olga", "Petra", "Mira")]
        numbers = [await open_table(host) for host in (one, one, two, two)]
        await mira.say(*(ask.TakeSeat(rid, number) for rid, number in enumerate(numbers, 1)))
        replies = [heard for heard in await mira.quiet() if isinstance(heard, Done | Refused)]
        assert sorted(type(reply).__name__ for reply in replies) == ["Done", "Done", "Refused", "Refused"]
        assert sum(mira.me.user in house.table(number).standing.holders for number in numbers) == 2
        assert await mira.refusal(ask.NewTable, rid=9, options=QUICK, game=GIN) == "too_many_tables"
