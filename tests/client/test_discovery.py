"""Looking around for servers: those that are known, those that announce themselves, and whatever else answers."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest

from tests.support.peer import SERVER, Peer, Switchboard, welcome
from upcard_client.network.addresses import HERE, Address
from upcard_client.network.discovery import PATIENCE_S, NoNetworkError, look_around
from upcard_client.network.greeting import Answer, greet
from upcard_client.network.neighbourhood import MAX_NEIGHBOURS, Neighbour, Neighbourhood, known_addresses
from upcard_client.screens.servers import WAYS, column_cells, columns, place_of, places
from upcard_client.settings import Recent, Settings
from upcard_protocol.wire.advert import Advert
from upcard_protocol.wire.auth import Scrypt
from upcard_protocol.wire.handshake import Hello

PI = Address("192.168.1.20")
LAPTOP = Address("192.168.1.31")
KITCHEN = Advert(name="Kitchen Pi", players=5, tables=3)


class Street:
    """A network in memory, and the servers that answer there."""

    def __init__(self, *answering: Address, broken: bool = False) -> None:
        self._answering = answering
        self._broken = broken
        self.open = asyncio.Event()
        self.greeted: list[Address] = []

    @asynccontextmanager
    async def browse(
        self, heard: Callable[[Address, Advert], None], gone: Callable[[Address], None]
    ) -> AsyncGenerator[None]:
        if self._broken:
            raise NoNetworkError("no such device")
        self.heard, self.gone = heard, gone
        self.open.set()
        yield

    async def greet(self, address: Address) -> Answer | None:
        self.greeted.append(address)
        return Answer(KITCHEN, 4) if address in self._answering else None


class Walk:
    """A search under way, and the last list that it told."""

    def __init__(self, street: Street, *known: Address) -> None:
        self.told = asyncio.Event()
        self.found = Neighbourhood()
        self._task = asyncio.create_task(look_around(known, self._tell, browse=street.browse, greet=street.greet))

    def _tell(self, found: Neighbourhood) -> None:
        self.found = found
        self.told.set()

    async def until(self, there: Callable[[Neighbourhood], bool]) -> Neighbourhood:
        async with asyncio.timeout(5 * PATIENCE_S):
            while not there(self.found):
                self.told.clear()
                await self.told.wait()
        return self.found

    async def end(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def test_known_servers_are_asked_and_new_ones_are_heard() -> None:
    street = Street(PI, LAPTOP)
    walk = Walk(street, HERE, PI)
    await street.open.wait()
    street.heard(LAPTOP, Advert(name="Dad's laptop"))
    found = await walk.until(lambda found: found.at(LAPTOP) == Neighbour(LAPTOP, KITCHEN, 4, state="here"))
    assert [known.address for known in found.neighbours] == [HERE, PI, LAPTOP]
    assert found.at(HERE) == Neighbour(HERE, state="silent")
    street.gone(PI)
    assert walk.found.answering == 1
    street.heard(PI, KITCHEN)
    await walk.until(lambda found: found.answering == 2)
    await walk.end()


async def test_a_server_that_announces_itself_often_is_greeted_once() -> None:
    street = Street(PI)
    walk = Walk(street)
    await street.open.wait()
    street.heard(PI, KITCHEN)
    await walk.until(lambda found: found.at(PI) == Neighbour(PI, KITCHEN, 4, state="here"))
    street.heard(PI, Advert(name="Kitchen Pi", players=6))
    await walk.end()
    assert street.greeted == [PI]
    assert walk.found.at(PI) == Neighbour(PI, Advert(name="Kitchen Pi", players=6), 4, state="here")


async def test_an_encrypted_server_is_listed_without_a_plain_hello() -> None:
    street = Street(PI)
    walk = Walk(street)
    await street.open.wait()
    street.heard(PI, Advert(name="Kitchen Pi", tls=True))
    await walk.end()
    assert street.greeted == []
    assert walk.found.answering == 1


async def test_without_a_network_known_servers_are_asked_all_the_same() -> None:
    walk = Walk(Street(PI, broken=True), PI)
    found = await walk.until(lambda found: bool(found.failure) and found.answering == 1)
    assert found.failure == "no such device"
    await walk.end()


KITCHENS = b"k" * 16
LOOP = Address("127.0.0.1", 4001)


def test_a_server_on_this_computer_is_listed_once_by_its_address_on_the_network() -> None:
    found = Neighbourhood().answered(LOOP, KITCHEN, 1, KITCHENS)
    assert [one.address for one in found.listed] == [LOOP]
    found = found.heard(PI, KITCHEN)
    assert found.answering == 2, "nobody knows yet that it is the same"
    found = found.answered(PI, KITCHEN, 2, KITCHENS).answered(LAPTOP, KITCHEN, 2, b"l" * 16)
    assert [one.address for one in found.listed] == [PI, LAPTOP]
    assert (found.answering, found.listed_as(LOOP)) == (2, PI)
    assert [one.address for one in found.gone(PI).listed if one.state == "here"] == [LOOP, LAPTOP]


def test_who_copies_another_server_does_not_take_it_off_the_list() -> None:
    found = Neighbourhood().answered(PI, KITCHEN, 2, KITCHENS).answered(LAPTOP, KITCHEN, 2, KITCHENS)
    assert [one.address for one in found.listed] == [PI, LAPTOP]


def test_the_lines_of_the_connect_screen_have_a_server_once() -> None:
    known = Settings(recent=(Recent("127.0.0.1:4001", "Kitchen Pi"),))
    found = Neighbourhood().answered(LOOP, KITCHEN, 1, KITCHENS).answered(HERE, KITCHEN, 1, KITCHENS)
    assert [place.id for place in places(known, found)[: -len(WAYS)]] == ["127.0.0.1:4001", "127.0.0.1"]
    found = found.heard(LAPTOP, KITCHEN).answered(PI, KITCHEN, 2, KITCHENS)
    lines = places(known, found)
    assert [place.id for place in lines[: -len(WAYS)]] == ["192.168.1.20", "192.168.1.31"]
    assert [place_of(lines, each, found) for each in ("127.0.0.1:4001", "192.168.1.31", "10.0.0.1", "host")] == [
        0,
        1,
        0,
        4,
    ]


def test_the_list_is_the_same_whoever_answers_first_and_nothing_moves_that_is_to_keep_its_place() -> None:
    known = Settings(recent=(Recent("192.168.1.99", "Attic"),))
    kitchen, laptop = (Advert(name=name, players=1, tables=1) for name in ("Kitchen Pi", "dad's laptop"))
    one = Neighbourhood().answered(PI, kitchen, 2).answered(LAPTOP, laptop, 3)
    other = Neighbourhood().answered(LAPTOP, laptop, 5).answered(PI, kitchen, 1)
    listed = [place.id for place in places(known, one)]
    assert listed[:4] == ["192.168.1.99", "192.168.1.31", "192.168.1.20", "127.0.0.1"]
    assert listed == [place.id for place in places(known, other)]
    order = ("192.168.1.20", "192.168.1.99", "127.0.0.1")
    assert [place.id for place in places(known, one, None, order)][:4] == [*order, "192.168.1.31"]


async def test_another_search_keeps_whoever_was_there_until_they_are_silent() -> None:
    before = Neighbourhood().answered(PI, KITCHEN, 2).answered(LAPTOP, KITCHEN, 3).silent(HERE)
    told: list[Neighbourhood] = []
    asked = asyncio.Event()

    async def greet_pi(address: Address) -> Answer | None:
        asked.set()
        return Answer(KITCHEN, 4) if address == PI else None

    @asynccontextmanager
    async def nobody_announces(*_: object) -> AsyncGenerator[None]:
        yield

    search = asyncio.create_task(look_around((), told.append, before, browse=nobody_announces, greet=greet_pi))
    await asked.wait()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    search.cancel()
    assert [one.address for one in told[0].neighbours] == [PI, LAPTOP]
    assert {one.address: one.state for one in told[-1].neighbours} == {PI: "here", LAPTOP: "silent"}


def test_columns_are_as_narrow_as_their_words_before_one_is_left_out() -> None:
    found = Neighbourhood().answered(PI, KITCHEN, 4)
    lines = places(Settings(), found)
    here = lines[0]
    for room, shown in ((57, 5), (44, 5), (38, 4), (30, 3)):
        assert len(columns(here, room, column_cells(lines, room))) == shown, room


def test_a_network_full_of_announcements_fills_no_more_than_the_list() -> None:
    found = Neighbourhood()
    for number in range(1000):
        found = found.heard(Address("10.0.0.1", 1000 + number), KITCHEN)
    assert len(found.neighbours) == MAX_NEIGHBOURS


# ---- hello


async def answered(reply: Callable[[Peer], None]) -> Answer | None:
    board = Switchboard()
    task = asyncio.create_task(greet(PI, dial=board.dial, now_s=iter((0.0, 1.0, 1.004)).__next__))
    peer = await board.answer()
    await peer.hear(Hello)
    reply(peer)
    answer = await task
    assert peer.closed.is_set()
    return answer


async def test_a_server_says_how_it_is_without_anybody_going_in() -> None:
    asked = Scrypt(salt=bytes(16), nonce=bytes(16))
    assert await answered(lambda peer: peer.say(welcome(name="Kitchen Pi", auth=asked))) == Answer(
        Advert(name="Kitchen Pi", version="0.1.0", players=1, tables=0, password=True), 4, SERVER
    )


async def test_a_server_of_another_version_is_told_as_newer_or_older() -> None:
    answer = await answered(lambda peer: peer.bye("version", server_lo=4, server_hi=5, client_lo=1, client_hi=1))
    assert answer is not None
    assert Neighbour(PI, answer.advert, answer.ms, state="here").age == "newer"
    assert Neighbour(PI, Advert(name="x", lo=1, hi=1)).age == ""


async def test_what_is_no_server_of_ours_is_no_answer() -> None:
    assert await answered(lambda peer: peer.say_bytes(b"HTTP/1.1 400 Bad Request\r\n\r\n")) is None
    assert await answered(lambda peer: peer.drop()) is None


# ---- the lines of the connect screen


def test_the_list_keeps_its_order_and_new_servers_go_to_the_end() -> None:
    known = Settings(recent=(Recent("192.168.1.20", "Kitchen Pi"),))
    before = places(known, Neighbourhood())
    after = places(known, Neighbourhood().heard(LAPTOP, Advert(name="Dad's laptop")).heard(PI, KITCHEN))
    assert [place.id for place in before] == ["192.168.1.20", "127.0.0.1", *WAYS]
    assert [place.id for place in after[: -len(WAYS)]] == ["192.168.1.20", "192.168.1.31", "127.0.0.1"]


def test_a_remembered_address_that_is_none_is_not_asked() -> None:
    assert known_addresses(Settings(recent=(Recent("not an address"), Recent("192.168.1.20")))) == (HERE, PI)


@pytest.mark.parametrize(("room", "shown"), [(57, 5), (50, 4), (33, 2), (20, 1)])
def test_a_narrow_row_keeps_the_address(room: int, shown: int) -> None:
    line = places(Settings(), Neighbourhood().answered(PI, KITCHEN, 4))[0]
    kept = columns(line, room)
    assert kept[0][0] == "192.168.1.20"
    assert len(kept) == shown
    assert sum(width for _, width in kept) <= room
