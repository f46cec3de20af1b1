"""Whatever anybody says on the local network: the list stays short, its text harmless, and looking around goes on.

What is heard goes through the real library, as packets; no network is needed.
"""

import asyncio
import gc
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any, Final

import pytest
from zeroconf.asyncio import AsyncZeroconf

from tests.support.mdns import noise, packet, txt
from tests.support.vandal import POISONS
from upcard_client.network.addresses import Address
from upcard_client.network.browsing import MAX_NAMES, browsing
from upcard_client.network.discovery import look_around
from upcard_client.network.greeting import Answer
from upcard_client.network.neighbourhood import MAX_NEIGHBOURS, Neighbourhood
from upcard_client.screens.servers import columns, places
from upcard_client.settings import Settings
from upcard_protocol.wire.advert import Advert

LIMIT_S: Final = 20
GOOD: Final = Address("192.0.2.7", 7001)


class Ear:
    """A client that looks around, and the network that it hears."""

    def __init__(self, network: AsyncZeroconf) -> None:
        self._network: Any = network.zeroconf  # what hears packets has no types
        self._changed = asyncio.Event()
        self.heard: list[tuple[Address, Advert]] = []
        self.gone: list[Address] = []

    def say(self, *datagrams: bytes) -> None:
        """Let something be heard on the network, well formed or not."""
        for data in datagrams:
            self._network.engine.protocols[0].datagram_received(data, ("192.0.2.9", 5353))

    def hear(self, address: Address, advert: Advert) -> None:
        """Take what the client makes of it."""
        self.heard.append((address, advert))
        self._changed.set()

    async def until(self, there: Callable[[], bool]) -> None:
        """Wait until enough was heard."""
        async with asyncio.timeout(LIMIT_S):
            while not there():
                self._changed.clear()
                await self._changed.wait()

    async def until_heard_of(self, address: Address) -> None:
        """Wait until a server was heard of."""
        await self.until(lambda: address in dict(self.heard))


async def a_while() -> None:
    """Let all be done that needs no more to be heard."""
    for _ in range(20):
        await asyncio.sleep(0)


async def quiet_network() -> AsyncZeroconf:
    """Return a network where nobody speaks but the test."""
    network: Any = AsyncZeroconf(interfaces=["127.0.0.1"])
    await network.zeroconf.async_wait_for_start()
    return network


@asynccontextmanager
async def listening() -> AsyncGenerator[Ear]:
    """Listen on such a network; nothing may go wrong unheard."""
    faults: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
    network = await quiet_network()
    ear = Ear(network)
    async with browsing(ear.hear, ear.gone.append, open_network=lambda: network):
        yield ear
    gc.collect()
    assert faults == []


RECORDS: Final = {
    "no record": b"",
    "nothing": b"\x00",
    "no name": txt(players="1"),
    "an empty name": txt(name=""),
    "a name that is no text": txt(name=b"\xff\xfe\x80"),
    "a name too long": txt(name="x" * 240),
    "a negative number": txt(name="Pi", players="-1"),
    "a number of two hundred digits": txt(name="Pi", tables="9" * 200),
    "no number": txt(name="Pi", players="\x1b[2J", lo="[/", hi="1e9"),
    "no truth": txt(name="Pi", tls="\u202eyes"),
    "protocols the wrong way round": txt(name="Pi", lo="9", hi="1"),
    "a length beyond the end": b"\xffname=Pi",
    "a key without a value": b"\x04name",
    "a hundred records": txt(name="Pi") + txt(**{f"key{number}": "x" * 200 for number in range(100)}),
    "the name twice": txt(name="Pi") + txt(name="\x1b]0;owned\x07"),
}


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS.keys())
async def test_a_record_that_fits_nothing_is_passed_over_or_made_harmless(record: bytes) -> None:
    async with listening() as ear:
        ear.say(packet("Bad", record, port=7002), packet("Good"))
        await ear.until_heard_of(GOOD)
        await a_while()
    assert all((advert.name + advert.version).isprintable() for _, advert in ear.heard)


@pytest.mark.parametrize("poison", [*POISONS, "[/]", "\x00", "..", "a" * 63], ids=ascii)
async def test_names_that_steer_a_terminal_stop_nothing_and_show_as_text(poison: str) -> None:
    async with listening() as ear:
        # More than are listened to at once: none of them may take a place for good.
        for number in range(MAX_NAMES + 10):
            ear.say(packet(f"{poison[:50]}{number}", txt(name=poison, version=poison), port=7002))
        await asyncio.sleep(0)
        ear.say(packet("Good"))
        await ear.until_heard_of(GOOD)
    for address, advert in ear.heard:
        line = places(Settings(), Neighbourhood().answered(address, advert, 4))[0]
        assert all(text.isprintable() for text, _ in columns(line, 57))


@pytest.mark.parametrize(
    ("port", "address"),
    [
        (0, b"\xc0\x00\x02\x07"),
        (7002, b"\x00\x00\x00\x00"),
        (7002, b"\x7f\x00\x00\x01"),
        (7002, b"\xe0\x00\x00\xfb"),
        (7002, b"\xff\xff\xff\xff"),
        (7002, bytes(16)),
        (7002, bytes(15) + b"\x01"),
        (7002, b"\xff\x02" + bytes(13) + b"\xfb"),
    ],
    ids=["no port", "nowhere", "here", "many", "all", "nowhere (6)", "here (6)", "many (6)"],
)
async def test_an_address_that_is_no_other_machines_is_passed_over(port: int, address: bytes) -> None:
    async with listening() as ear:
        ear.say(packet("Bad", port=port, address=address))
        await a_while()
    assert not [address for address, _ in ear.heard if address.port in (0, 7002)]


async def test_noise_on_the_network_is_not_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    # So long each name is asked for that nobody answers to.
    monkeypatch.setattr("upcard_client.network.browsing.RESOLVE_MS", 200)
    async with listening() as ear:
        ear.say(*noise(Random(7), 2400))
        await asyncio.sleep(0)
        ear.say(packet("Good too", port=7009))
        await ear.until_heard_of(Address("192.0.2.7", 7009))
    assert all(advert.name.isprintable() for _, advert in ear.heard)


async def test_of_thousands_of_servers_no_more_are_remembered_and_asked_than_fit_the_list() -> None:
    found, full = Neighbourhood(), asyncio.Event()
    greeted: list[Address] = []

    def tell(list_of_them: Neighbourhood) -> None:
        nonlocal found
        found = list_of_them
        if len(found.neighbours) == MAX_NEIGHBOURS:
            full.set()

    async def greet(address: Address) -> Answer | None:
        greeted.append(address)
        await asyncio.Event().wait()
        return None

    network = await quiet_network()
    ear = Ear(network)
    search = asyncio.create_task(
        look_around(
            (),
            tell,
            browse=lambda heard, gone: browsing(heard, gone, open_network=lambda: network),
            greet=greet,
        )
    )
    await a_while()
    for number in range(1, 3000):
        ear.say(packet(f"Server {number}", port=number))
        if number % 100 == 0:
            await a_while()
    async with asyncio.timeout(LIMIT_S):
        await full.wait()
    for number in range(300):
        ear.say(packet("Server 7", txt(name="Pi", players=str(number)), port=7))
        await a_while()
    assert len(found.neighbours) == MAX_NEIGHBOURS
    assert len(greeted) == len(set(greeted)) == MAX_NEIGHBOURS, "each is asked once, as it has not answered yet"
    search.cancel()
    await asyncio.gather(search, return_exceptions=True)


async def test_who_says_goodbye_for_another_name_at_the_same_address_takes_nobody_off_the_list() -> None:
    async with listening() as ear:
        ear.say(packet("Good"))
        await ear.until_heard_of(GOOD)
        ear.say(packet("Mallory", txt(name="Mallory")))
        await ear.until(lambda: len(ear.heard) == 2)
        ear.say(packet("Mallory", txt(name="Mallory"), ttl=0))
        await a_while()
        assert ear.gone == []
