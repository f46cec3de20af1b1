"""Where a server is, as people type it: `host`, `host:port`, `[v6]:port`, or a bare IPv6 address.

`tls://` before any of them asks for an encrypted connection.
"""

import ipaddress
import re
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.locale import tr
from upcard_protocol.wire.handshake import DEFAULT_PORT

LOOPBACK: Final = "127.0.0.1"

TLS: Final = "tls://"
"""What is typed before an address for an encrypted connection."""

_LABEL: Final = re.compile(r"[^\W_](?:[\w-]{0,61}[^\W_])?")
_MAX_HOST: Final = 253


class AddressError(ValueError):
    """What was typed is no address; the text says why, in one sentence."""


class Address(Struct, frozen=True):
    """A host and a TCP port, and whether the connection is encrypted."""

    host: str
    port: int = DEFAULT_PORT
    tls: bool = False

    def __str__(self) -> str:
        """Write it as people type it: no port where it is the usual one."""
        scheme = TLS if self.tls else ""
        if self.port == DEFAULT_PORT:
            return f"{scheme}{self.host}"
        return f"{scheme}[{self.host}]:{self.port}" if ":" in self.host else f"{scheme}{self.host}:{self.port}"

    @property
    def loops(self) -> bool:
        """Does it lead back to this computer, whatever the network?"""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host.casefold() == "localhost"


HERE: Final = Address(LOOPBACK)
"""The server on this machine."""


def parse_address(text: str) -> Address:
    """Read an address.

    Raises:
        AddressError: if it is none; the message says what is wrong with it.
    """
    text = text.strip()
    if not text:
        raise AddressError(tr("Type an address, as in 192.168.1.20 or kitchen.local:7377."))
    if text.lower().startswith(TLS):
        return replace(parse_address(text[len(TLS) :]), tls=True)
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise AddressError(tr("{text} is no address: an IPv6 address goes [like:this]:7377.", text=_shown(text)))
        return Address(_v6(host), _port(rest[1:]) if rest else DEFAULT_PORT)
    if text.count(":") > 1:
        return Address(_v6(text))
    host, colon, port = text.partition(":")
    return Address(_host(host), _port(port) if colon else DEFAULT_PORT)


def _host(text: str) -> str:
    host = text.removesuffix(".")
    if not host or len(host) > _MAX_HOST or not all(_LABEL.fullmatch(label) for label in host.split(".")):
        raise AddressError(tr("{text} is not the name or address of a computer.", text=_shown(text)))
    if re.fullmatch(r"[\d.]+", host):
        try:
            ipaddress.IPv4Address(host)
        except ValueError:
            raise AddressError(
                tr("{text} is no address: four numbers from 0 to 255, as in 192.168.1.20.", text=_shown(text))
            ) from None
    return host


def _v6(text: str) -> str:
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        raise AddressError(tr("{text} is no IPv6 address.", text=_shown(text))) from None
    return text


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or not 1 <= int(text[:6]) <= 65535:
        raise AddressError(tr("{text} is no port: a number from 1 to 65535.", text=_shown(text)))
    return int(text)


def _shown(text: str) -> str:
    """Return what was typed as it may be quoted: printable, and not longer than a line."""
    short = text if len(text) <= 40 else f"{text[:39]}…"
    return "".join(char if char.isprintable() else "?" for char in short) or tr("Nothing")
