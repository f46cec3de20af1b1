"""Who is here: names, tokens, guests, and one connection each."""

from pathlib import Path

import pytest
import trio.testing

from tests.support.premises import GIN, QUICK, Premises, asked, duel, level, open_table, premises
from tests.support.visitor import Visitor
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.handshake import Login
from upcard_protocol.wire.pushes import PersonChanged, PersonGone
from upcard_protocol.wire.replies import People, Seated
from upcard_server import people as register
from upcard_server.journal.datadir import DATABASE


async def refused(house: Premises, name: str | None = None, token: bytes | None = None) -> str:
    """Try to log in, and return the code of the refusal."""
    visitor = house.dial()
    await visitor.greet()
    await visitor.say(Login(name=name, token=token))
    return (await visitor.bye()).code


async def names(visitor: Visitor) -> list[str]:
    people = await visitor.get(ask.Players)
    assert isinstance(people, People)
    return [row.name for row in people.rows]


def database(data: Path) -> bytes:
    return b"".join(path.read_bytes() for path in data.glob(f"{DATABASE}*"))


# ---- names


async def test_a_name_is_taken_while_somebody_has_it_and_after_they_left(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        first = await house.enter("Mira")
        assert await refused(house, "Mira") == "name_taken"
        await first.leave()
        assert await refused(house, "Mira") == "name_taken"


@pytest.mark.parametrize("lookalike", ["mira", "MIRA", "Mıra", "M1ra", "Mi-ra", "Míra", "Mi ra"])
async def test_names_that_look_alike_are_one_name(tmp_path: Path, lookalike: str) -> None:
    async with premises(tmp_path) as house:
        await house.enter("Mira")
        assert await refused(house, lookalike) == "name_taken"


@pytest.mark.parametrize(
    "name", ["x", "a" * 17, "  ", "Mira\n", "\x1b[31mred", "Ad\u202eim", "guest-0001", "Server", "Ada (bot)", "Mirа"]
)
async def test_a_name_that_nobody_may_have_is_refused_with_a_reason(tmp_path: Path, name: str) -> None:
    async with premises(tmp_path) as house:
        visitor = house.dial()
        await visitor.greet()
        await visitor.say(Login(name=name))
        bye = await visitor.bye()
        assert bye.code == "bad_name"
        assert set(bye.values) == {"name", "why"}


# ---- tokens


async def test_a_token_that_nobody_has_is_refused_but_a_name_beside_it_is_claimed(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        assert await refused(house, token=bytes(32)) == "bad_token"
        visitor = await house.enter("Mira", token=bytes(32))
        assert visitor.me.name == "Mira"
        assert visitor.me.token != bytes(32)


async def test_a_token_wins_over_the_name_beside_it(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        first = await house.enter("Mira")
        again = await house.enter("Somebody Else", token=first.me.token)
        assert again.me.name == "Mira"


async def test_a_token_is_not_kept_as_it_is(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        token = (await house.enter("Mira")).me.token
    assert b"Mira" in database(tmp_path)
    assert token not in database(tmp_path)


async def test_a_token_supersedes_and_the_late_end_of_the_old_connection_unseats_nobody(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        again = await house.enter(token=one.me.token)
        assert [(held.table, held.seat) for held in again.me.seats] == [(1, 0)]
        assert (await one.bye()).code == "superseded"
        await one.leave()
        await level(house, 1, two)
        assert [chair.presence for chair in two.seen[1].view.chairs] == ["here", "here"]
        assert [person.user.name for person in house.hall.people] == ["Eleni", "Mira"]


async def test_dropping_and_coming_back_twenty_times_keeps_one_seat_and_one_line(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        for rid in range(100, 120):
            n = one.seen[1].n
            before = one
            await one.leave()
            one = await house.enter(token=one.me.token)
            one.seen = before.seen
            await one.get(ask.Resume, rid=rid, table=1, n=n)
            await level(house, 1, one, two)
        assert [chair.presence for chair in two.seen[1].view.chairs] == ["here", "here"]
        assert await names(two) == ["Eleni", "Mira"]
        assert len(house.table().audience) == 2


# ---- guests


async def test_a_guest_gets_a_name_and_a_token_and_may_not_sit(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        guest = await house.enter()
        assert guest.me.guest
        assert guest.me.name.startswith("guest-")
        assert (await house.enter(token=guest.me.token)).me.name == guest.me.name
        host, other = await house.enter("Mira"), await house.enter()
        number = await open_table(host)
        view = host.seen[number].view
        assert await other.refusal(ask.TakeSeat, table=number) == "guest"
        assert await other.refusal(ask.NewTable, options=view.options, game=view.game) == "guest"


async def test_guests_watch_and_push_nobody_out(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        guests = [await house.enter() for _ in range(3)]
        for guest in guests:
            await guest.get(ask.Watch, table=1)
        await asked(1, one, two).act(1)
        assert [person.user.name for person in house.hall.people][:2] == ["Eleni", "Mira"]
        assert await names(two) == ["Eleni", "Mira", *(guest.me.name for guest in guests)]


# ---- who is here, told to the lobby


async def test_the_lobby_hears_who_comes_sits_and_goes(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        watcher = await house.enter("Wendy")
        await watcher.get(ask.Lobby)
        mira = await house.enter("Mira")
        came = await watcher.until(PersonChanged)
        assert (came.row.name, came.row.guest, came.row.table) == ("Mira", False, None)
        number = await open_table(mira)
        assert isinstance(number, int)
        assert (await watcher.until(PersonChanged)).row.table == number
        await mira.leave()
        assert (await watcher.until(PersonGone)).user == mira.me.user
        assert await names(watcher) == ["Wendy"]


async def test_people_come_in_pages(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        visitors = [await house.enter() for _ in range(103)]
        first = await visitors[0].get(ask.Players)
        assert isinstance(first, People)
        assert (len(first.rows), first.next) == (100, first.rows[-1].user)
        second = await visitors[0].get(ask.Players, after=first.next)
        assert isinstance(second, People)
        assert (len(second.rows), second.next) == (3, None)


async def test_the_list_of_people_says_where_each_of_them_is_as_the_lobby_is_told(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        three = await house.enter("Wendy")
        await open_table(three)
        await three.get(ask.Watch, table=1)
        watcher = await house.enter()
        await watcher.get(ask.Watch, table=2)
        rows = house.hall.people_rows()
        assert [row.table for row in rows] == [1, 1, 2, 2]
        assert rows == [house.hall.person_row(person) for person in house.hall.people]
        assert [row.user for row in rows] == [visitor.me.user for visitor in (one, two, three, watcher)]


async def test_a_seat_can_be_returned_to_after_a_new_login(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        await one.leave()
        again = await house.enter(token=one.me.token)
        assert [held.table for held in again.me.seats] == [1]
        assert await again.get(ask.TakeSeat, rid=50, table=1) == Seated(1, 0)
        await level(house, 1, again, two)
        assert again.seen[1].view.chairs == two.seen[1].view.chairs
        assert again.seen[1].match.hand == one.seen[1].match.hand


async def test_people_who_left_do_not_fill_the_memory_and_still_get_their_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(register, "REMEMBERED", 2)
    async with premises(tmp_path) as house:
        mira = await house.enter("Mira")
        number = await open_table(mira)
        await mira.leave()
        for name in ("Eleni", "Wendy", "Adam"):
            await (await house.enter(name)).leave()
            await trio.testing.wait_all_tasks_blocked()
        again = await house.enter(token=mira.me.token)
        assert [held.table for held in again.me.seats] == [number]
        answer = await again.get(ask.NewTable, rid=mira.rid, options=QUICK, game=GIN)
        assert answer == Seated(number, 0)
        assert list(house.hall.tables) == [number]


async def test_whoever_comes_from_another_computer_hears_which_numbers_were_used(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one = await house.enter("Eleni")
        assert one.me.rid == 0
        await open_table(one, rid=4711)
        token = one.me.token
        assert (await house.enter(token=token)).me.rid == 4711
    async with premises(tmp_path) as house:
        assert (await house.enter(token=token)).me.rid == 4711
