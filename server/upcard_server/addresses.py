"""Where others find the server: the address to tell them."""

import ipaddress
import socket
from collections.abc import Callable
from typing import Final

from upcard_server.config import DEFAULT_PORT

_ELSEWHERE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that belong to nobody (RFC 5737, RFC 3849): good for asking which way out is, and nothing is sent."""

SourceAddress = Callable[[socket.AddressFamily, str], str | None]
"""Asks the system from which of its own addresses it would reach another; None where it would not."""


def source_address(family: socket.AddressFamily, destination: str) -> str | None:
    """Return the address that this machine would send from, without sending anything."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((destination, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None


def reachable_address(host: str | None = None, source: SourceAddress = source_address) -> str:
    """Return the address under which others on the network reach a server.

    Args:
        host: what the server listens on; None or an unspecified address (`0.0.0.0`, `::`) is every interface.
        source: how to ask the system.

    Returns:
        the host itself if it is one, else this machine's address on its way out, else loopback.
    """
    if host and not _is_unspecified(host):
        return host
    for family, destination in _ELSEWHERE:
        address = source(family, destination)
        if address is not None and not _is_unspecified(address):
            return address
    return "127.0.0.1"


def announced_address(bound: str, source: SourceAddress = source_address) -> str | None:
    """Return the IP address to announce on the network; None where nobody else reaches the server.

    Args:
        bound: the IP address that the server listens on, unspecified for every interface.
        source: how to ask the system.
    """
    address = reachable_address(bound, source)
    return None if ipaddress.ip_address(address.partition("%")[0]).is_loopback else address


def written(address: str, port: int) -> str:
    """Return an address as people type it: no port where it is the usual one, IPv6 in brackets before one."""
    if port == DEFAULT_PORT:
        return address
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def origin(address: str) -> str:
    """Return what limits by address count: an IPv4 address, or the /64 network that one IPv6 subscriber has."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.IPv6Network((known, 64), strict=False))


def _is_unspecified(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False
