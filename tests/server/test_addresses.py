"""The address that others are told."""

import ipaddress
import socket

import pytest

from upcard_server.addresses import SourceAddress, origin, reachable_address, source_address, written


def knows(**addresses: str) -> SourceAddress:
    """Stand in for a machine with these addresses, by family."""
    return lambda family, _destination: addresses.get(family.name)


def test_the_address_on_the_way_out_is_told() -> None:
    assert reachable_address(source=knows(AF_INET="192.168.1.20", AF_INET6="fd00::20")) == "192.168.1.20"


def test_a_machine_with_ipv6_alone_tells_that() -> None:
    assert reachable_address(source=knows(AF_INET6="fd00::20")) == "fd00::20"
    assert reachable_address(source=knows(AF_INET="0.0.0.0", AF_INET6="fd00::20")) == "fd00::20"


def test_a_machine_without_a_network_tells_loopback() -> None:
    assert reachable_address(source=knows()) == "127.0.0.1"


@pytest.mark.parametrize("host", ["0.0.0.0", "::", None, ""])
def test_every_interface_is_not_an_address_to_tell(host: str | None) -> None:
    assert reachable_address(host, knows(AF_INET="192.168.1.20")) == "192.168.1.20"


@pytest.mark.parametrize("host", ["127.0.0.1", "10.0.0.5", "kitchen.example.org"])
def test_a_chosen_host_is_told_as_it_is(host: str) -> None:
    assert reachable_address(host, knows(AF_INET="192.168.1.20")) == host


def test_this_machine_has_an_address() -> None:
    ipaddress.ip_address(reachable_address())


def test_asking_the_system_about_loopback_answers_loopback() -> None:
    assert source_address(socket.AF_INET, "127.0.0.1") == "127.0.0.1"
    assert source_address(socket.AF_INET, "::1") is None


@pytest.mark.parametrize(
    ("address", "port", "text"),
    [
        ("192.168.1.20", 7377, "192.168.1.20"),
        ("192.168.1.20", 7400, "192.168.1.20:7400"),
        ("fd00::20", 7377, "fd00::20"),
        ("fd00::20", 7400, "[fd00::20]:7400"),
    ],
)
def test_an_address_is_written_as_people_type_it(address: str, port: int, text: str) -> None:
    assert written(address, port) == text


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("memory", "memory"),
    ],
)
def test_limits_by_address_count_a_subscriber_once(address: str, counted: str) -> None:
    assert origin(address) == counted
