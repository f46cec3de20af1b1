"""Listens for servers that announce themselves on the local network, by multicast DNS.

The one module that imports zeroconf, which takes a sixth of a second: whoever wants it imports it when the first
screen is up.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import partial
from ipaddress import IPv4Address, ip_address
from typing import Any, Final

from zeroconf import Error, IPVersion, ServiceStateChange
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from upcard_client.network.addresses import Address
from upcard_protocol.wire.advert import SERVICE, Advert, from_record

RESOLVE_MS: Final = 3000
"""How long a server that was named may take to say where it is, milliseconds."""
TRIES: Final = 5
"""How often it is asked in all: on a busy network, or from a busy machine, an answer may be missed."""
MAX_NAMES: Final = 256
"""Names asked for at once, waiting, or remembered, at most: anybody can announce any number."""

BROADCAST: Final = IPv4Address("255.255.255.255")

Heard = Callable[[Address, Advert], None]
Gone = Callable[[Address], None]


@asynccontextmanager
async def browsing(
    heard: Heard, gone: Gone, *, open_network: Callable[[], AsyncZeroconf] = AsyncZeroconf
) -> AsyncGenerator[None]:
    """Tell of servers that come, change and go, as long as the context is open.

    Args:
        heard: called with a server that came or changed.
        gone: called with one that said goodbye.
        open_network: opens the sockets.

    Raises:
        OSError: if the network cannot be listened to.
        zeroconf.Error: likewise.
    """
    network = open_network()
    names = _Names(network, heard, gone)
    try:
        browser = AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[names.changed])
        yield
        names.stop()
        await browser.async_cancel()
    finally:
        await network.async_close()


class _Names:
    """The names that were announced, and what is behind each."""

    def __init__(self, network: AsyncZeroconf, heard: Heard, gone: Gone) -> None:
        self._network = network
        self._heard = heard
        self._gone = gone
        self._addresses: dict[str, Address] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._waiting: dict[str, int] = {}
        """Names to be asked for once others have answered, in order, and how often each was asked for already; where
        too many wait, the first one goes."""

    def changed(self, *, name: str, state_change: ServiceStateChange, **_: Any) -> None:
        """Take what the network says of a name; the names of the arguments are zeroconf's."""
        if state_change is ServiceStateChange.Removed:
            address = self._addresses.pop(name, None)
            # Anybody can announce an address that is another's, and take that back.
            if address is not None and address not in self._addresses.values():
                self._gone(address)
            self._waiting.pop(name, None)
        elif name not in self._asking:
            self._waiting[name] = 0
            while len(self._waiting) > MAX_NAMES:
                del self._waiting[next(iter(self._waiting))]
            self._ask_more()

    def _ask_more(self) -> None:
        """Ask for the names that wait, as many at once as may be asked for."""
        while self._waiting and len(self._asking) < MAX_NAMES:
            name = next(iter(self._waiting))
            tries = self._waiting.pop(name)
            # Where tasks begin at once, as Textual has them from Python 3.12 on, this one may be over already.
            self._asking[name] = asking = asyncio.create_task(self._ask(name, tries + 1))
            asking.add_done_callback(partial(self._asked, name))

    def _asked(self, name: str, _: asyncio.Task[None]) -> None:
        """Make room for the next name."""
        del self._asking[name]
        self._ask_more()

    async def _ask(self, name: str, tries: int) -> None:
        """Ask for the record behind a name, and tell what it says; one that says nothing waits for its next turn."""
        try:
            info = AsyncServiceInfo(SERVICE, name)
            known = await info.async_request(self._network.zeroconf, RESOLVE_MS)
            if not known and tries < TRIES and len(self._waiting) < MAX_NAMES:
                self._waiting[name] = tries
        except Error:
            # A name that none may have, with control characters in it for one.
            return
        advert = from_record(info.properties) if known else None
        where = _where(info)
        if advert is not None and where is not None and info.port:
            address = Address(where, info.port, advert.tls)
            self._remember(name, address)
            self._heard(address, advert)

    def _remember(self, name: str, address: Address) -> None:
        """Know whose goodbye a name's would be; the name that was heard of longest ago is forgotten first."""
        self._addresses.pop(name, None)
        self._addresses[name] = address
        while len(self._addresses) > MAX_NAMES:
            del self._addresses[next(iter(self._addresses))]

    def stop(self) -> None:
        """Ask for nothing more."""
        self._waiting.clear()
        for task in self._asking.values():
            task.cancel()


def _where(info: AsyncServiceInfo) -> str | None:
    """Return the address of another machine that a record gives, or None."""
    given = info.parsed_addresses(IPVersion.V4Only) or info.parsed_addresses(IPVersion.V6Only)
    return next((address for address in given if _may_be_elsewhere(address)), None)


def _may_be_elsewhere(address: str) -> bool:
    """Say whether there can be a server at an address, and not on this computer, which is asked anyhow."""
    ip = ip_address(address)
    return not (ip.is_loopback or ip.is_multicast or ip.is_unspecified or ip == BROADCAST)
