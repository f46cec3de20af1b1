"""Servers are found on a real network, whatever they say of themselves."""

import asyncio
import socket
from functools import partial
from typing import Any

import pytest
from zeroconf import ServiceInfo, ServiceStateChange
from zeroconf.asyncio import AsyncZeroconf

from upcard_client.network import browsing as module
from upcard_client.network.addresses import Address
from upcard_client.network.browsing import TRIES, browsing
from upcard_protocol.wire.advert import SERVICE, Advert, to_record

LIMIT_S = 20
EAGER: Any = getattr(asyncio, "eager_task_factory", None)
"""Has tasks begin at once, as Textual does where there is such a thing: from Python 3.12 on."""
GROUP = "224.0.0.251"
"""The multicast address of DNS-SD."""


def multicast_comes_back() -> bool:
    """Return whether this machine hears what it says to a multicast group: a machine without a network does not."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear:
            ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP) + bytes(4))
            ear.bind(("", 0))
            ear.settimeout(1)
            ear.sendto(b"here", (GROUP, ear.getsockname()[1]))
            return ear.recv(16) == b"here"
    except OSError:
        return False


async def test_servers_are_found_and_lost_and_what_is_none_is_passed_over() -> None:
    if not multicast_comes_back():
        pytest.skip("this machine has no network to multicast on")
    heard: asyncio.Queue[tuple[Address, Advert]] = asyncio.Queue()
    gone: asyncio.Queue[Address] = asyncio.Queue()

    def hear(address: Address, advert: Advert) -> None:
        heard.put_nowait((address, advert))

    hostile = {"name": "\x1b]0;owned\x07[/red]", "players": "1"}
    network: Any = AsyncZeroconf()  # its coroutines give futures of an unnamed type
    announce = partial(ServiceInfo, SERVICE, server="upcard-test.local.", parsed_addresses=["192.0.2.7"])
    good = announce(name=f"Test Pi.{SERVICE}", port=7001, properties=to_record(Advert(name="Test Pi", players=2)))
    bad = announce(name=f"Bad.{SERVICE}", port=7002, properties=hostile)
    none = announce(name=f"None.{SERVICE}", port=7003, properties={"name": ""})
    try:
        async with asyncio.timeout(LIMIT_S), browsing(hear, gone.put_nowait):
            await asyncio.gather(*[network.async_register_service(info) for info in (none, bad, good)])
            found: dict[Address, Advert] = {}
            while Address("192.0.2.7", 7001) not in found or Address("192.0.2.7", 7002) not in found:
                address, advert = await heard.get()
                found[address] = advert
            assert Address("192.0.2.7", 7003) not in found
            assert found[Address("192.0.2.7", 7001)] == Advert(name="Test Pi", players=2)
            assert found[Address("192.0.2.7", 7002)].name.isprintable()
            await (await network.async_unregister_service(good))
            assert await gone.get() == Address("192.0.2.7", 7001)
    finally:
        await network.async_close()


@pytest.mark.parametrize("at_once", [False, True] if EAGER else [False])
@pytest.mark.parametrize(("missed", "found"), [(0, True), (TRIES - 1, True), (TRIES, False)])
async def test_a_server_whose_first_answers_are_missed_is_found_all_the_same(
    missed: int, found: bool, at_once: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    if at_once:
        asyncio.get_running_loop().set_task_factory(EAGER)

    class Network:
        zeroconf = None

        async def async_close(self) -> None:
            pass

    class Browser:
        def __init__(self, _network: None, _service: str, handlers: list[Any]) -> None:
            handlers[0](name=f"Pi.{SERVICE}", state_change=ServiceStateChange.Added)

        async def async_cancel(self) -> None:
            pass

    class Late(ServiceInfo):
        """One whose `async_request` can be another."""

    def late(service: str, name: str) -> ServiceInfo:
        record = to_record(Advert(name="Pi"))
        return Late(service, name, port=7001, properties=record, parsed_addresses=["192.0.2.7"])

    async def request(info: ServiceInfo, _network: None, _ms: int) -> bool:
        asked.append(info.name)
        if not at_once:
            await asyncio.sleep(0)
        return len(asked) > missed

    monkeypatch.setattr(Late, "async_request", request)
    monkeypatch.setattr(module, "AsyncServiceBrowser", Browser)
    monkeypatch.setattr(module, "AsyncServiceInfo", late)
    heard: list[Address] = []
    network: Any = Network
    async with browsing(lambda address, _: heard.append(address), heard.remove, open_network=network):
        for _ in range(10 * TRIES):
            await asyncio.sleep(0)
    assert heard == ([Address("192.0.2.7", 7001)] if found else [])
    assert len(asked) == min(missed + 1, TRIES)
