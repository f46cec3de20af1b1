"""A server announces itself on the local network, and goes on without that where it cannot."""

import logging
from collections.abc import Callable
from functools import partial
from random import Random
from threading import Event
from typing import Any, Final

import pytest
import trio
from msgspec.structs import replace
from zeroconf import NonUniqueNameException, ServiceInfo, Zeroconf

from tests.support.mdns import noise, packet, txt
from tests.support.vandal import POISONS
from upcard_protocol.wire.advert import SERVICE, Advert, from_record
from upcard_server.addresses import announced_address
from upcard_server.discovery import announce

KITCHEN = Advert(name="Kitchen Pi", players=2)
LIMIT_S: Final = 30


class Network:
    """Takes the place of zeroconf: what is said on it can be heard."""

    def __init__(self, failure: Exception | None = None, taken: bool = False) -> None:
        self._failure = failure
        self._taken = taken
        self._send, self.heard = trio.open_memory_channel[ServiceInfo](9)
        self.closed = False

    def register_service(self, info: ServiceInfo, *, allow_name_change: bool) -> None:
        if self._taken and allow_name_change:
            info.name = info.name.replace(f".{SERVICE}", f"-2.{SERVICE}")
        self.update_service(info)

    def update_service(self, info: ServiceInfo) -> None:
        if self._failure is not None:
            raise self._failure
        trio.from_thread.run_sync(self._send.send_nowait, info)

    def close(self) -> None:
        self.closed = True


async def announced(network: Network, current: Callable[[], Advert] = lambda: KITCHEN) -> None:
    await announce(current, "192.168.1.20", 7377, server_id="ab" * 16, open_announcer=lambda: network)


class Heard(Zeroconf):
    """The real library on this machine alone, which says when it has announced something."""

    def __init__(self) -> None:
        super().__init__(interfaces=["127.0.0.1"])
        self._send, self.announced = trio.open_memory_channel[ServiceInfo](9)

    def register_service(self, info: ServiceInfo, *_: Any, **options: Any) -> None:
        super().register_service(info, **options)
        trio.from_thread.run_sync(self._send.send_nowait, info)

    def update_service(self, info: ServiceInfo) -> None:
        super().update_service(info)
        trio.from_thread.run_sync(self._send.send_nowait, info)

    def hear(self, datagrams: list[bytes]) -> None:
        """Hear what a stranger says; returns once all of it was taken."""
        listener: Any = self.engine.protocols[0]
        loop = self.loop
        assert loop is not None
        done = Event()
        for data in datagrams:
            loop.call_soon_threadsafe(listener.datagram_received, data, ("192.0.2.9", 5353))
        loop.call_soon_threadsafe(done.set)
        done.wait()


async def test_nothing_that_strangers_say_on_the_network_stops_a_server_that_announces_itself(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr("upcard_server.discovery.REFRESH_S", 0.01)
    network = await trio.to_thread.run_sync(Heard)
    now = replace(KITCHEN, name="\x1b]0;x\x07[/] Pi\u202e")
    with trio.fail_after(LIMIT_S):
        async with trio.open_nursery() as nursery:
            opened = partial(announce, server_id="ab" * 16, open_announcer=lambda: network)
            nursery.start_soon(opened, lambda: now, "127.0.0.1", 7377)
            label = (await network.announced.receive()).name.removesuffix(f".{SERVICE}")
            assert label.isprintable()
            hostile = [
                *noise(Random(8), 800),
                # Somebody says that the name is his, and takes it back again.
                packet(label, txt(name="\x1b[2J"), port=1),
                packet(label, ttl=0),
                *(packet(f"{poison}{number}", txt(name=poison)) for number in range(100) for poison in POISONS),
            ]
            await trio.to_thread.run_sync(network.hear, hostile)
            now = replace(now, players=9)
            told = from_record((await network.announced.receive()).properties)
            nursery.cancel_scope.cancel()
    assert told is not None
    assert (told.players, told.name.isprintable()) == (9, True)
    assert [record.levelno for record in caplog.records if record.levelno >= logging.WARNING] == []
    assert all(record.getMessage().isprintable() for record in caplog.records)


async def test_players_who_come_are_told_to_the_network(autojump_clock: trio.abc.Clock) -> None:
    network, now = Network(), KITCHEN
    async with trio.open_nursery() as nursery:
        nursery.start_soon(announced, network, lambda: now)
        first = await network.heard.receive()
        now = replace(now, players=3)
        second = await network.heard.receive()
        nursery.cancel_scope.cancel()
    assert (first.name, first.port, first.parsed_addresses()) == (f"Kitchen Pi.{SERVICE}", 7377, ["192.168.1.20"])
    assert (from_record(first.properties), from_record(second.properties)) == (KITCHEN, now)


async def test_the_network_is_told_that_the_server_is_gone() -> None:
    network = Network()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(announced, network)
        await network.heard.receive()
        nursery.cancel_scope.cancel()
    assert network.closed


async def test_a_name_that_another_server_has_is_changed_for_good(autojump_clock: trio.abc.Clock) -> None:
    network, now = Network(taken=True), KITCHEN
    async with trio.open_nursery() as nursery:
        nursery.start_soon(announced, network, lambda: now)
        await network.heard.receive()
        now = replace(now, tables=1)
        assert (await network.heard.receive()).name == f"Kitchen Pi-2.{SERVICE}"
        nursery.cancel_scope.cancel()


async def test_a_name_too_long_for_the_network_is_cut() -> None:
    network = Network()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(announced, network, lambda: replace(KITCHEN, name="ж" * 40))
        label = (await network.heard.receive()).name.removesuffix(f".{SERVICE}")
        nursery.cancel_scope.cancel()
    assert set(label) == {"ж"}


@pytest.mark.parametrize("failure", [OSError("no network"), NonUniqueNameException()])
async def test_a_network_that_takes_no_announcement_is_one_warning(
    failure: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    network = Network(failure)
    await announced(network)
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert network.closed


async def test_no_socket_for_announcing_is_one_warning(caplog: pytest.LogCaptureFixture) -> None:
    def fails() -> Network:
        raise OSError(19, "No such device")

    await announce(lambda: KITCHEN, "192.168.1.20", 7377, server_id="ab" * 16, open_announcer=fails)
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


@pytest.mark.parametrize("bound", ["127.0.0.1", "::1"])
def test_a_server_that_only_this_computer_reaches_is_not_announced(bound: str) -> None:
    assert announced_address(bound) is None


@pytest.mark.parametrize(
    ("bound", "way_out", "said"),
    [("192.168.1.20", None, "192.168.1.20"), ("0.0.0.0", "10.0.0.4", "10.0.0.4"), ("0.0.0.0", None, None)],
)
def test_what_is_announced_is_where_others_reach_the_server(
    bound: str, way_out: str | None, said: str | None
) -> None:
    assert announced_address(bound, lambda _family, _destination: way_out) == said
