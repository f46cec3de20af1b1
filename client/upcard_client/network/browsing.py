"""Listens for servers that announce themselves on the local network, by multicast DNS.

The one module that imports zeroconf, which takes a sixth of a second: whoever wants it imports it when the first
screen is up.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from zeroconf import IPVersion, ServiceStateChange
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from upcard_client.network.addresses import Address
from upcard_protocol.wire.advert import SERVICE, Advert, from_record

RESOLVE_MS: Final = 3000
"""How long a server that was named may take to say where it is, milliseconds."""
MAX_NAMES: Final = 256
"""Names listened to at most: anybody can announce any number."""

Heard = Callable[[Address, Advert], None]
Gone = Callable[[Address], None]


@asynccontextmanager
async def browsing(heard: Heard, gone: Gone) -> AsyncGenerator[None]:
    """Tell of servers that come, change and go, as long as the context is open.

    Raises:
        OSError: if the network cannot be listened to.
        zeroconf.Error: likewise.
    """
    network = AsyncZeroconf()
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

    def changed(self, *, name: str, state_change: ServiceStateChange, **_: Any) -> None:
        """Take what the network says of a name; the names of the arguments are zeroconf's."""
        if state_change is ServiceStateChange.Removed:
            address = self._addresses.pop(name, None)
            if address is not None:
                self._gone(address)
        elif name not in self._asking and len(self._asking) < MAX_NAMES:
            self._asking[name] = asyncio.create_task(self._ask(name))

    async def _ask(self, name: str) -> None:
        """Ask for the record behind a name, and tell what it says."""
        info = AsyncServiceInfo(SERVICE, name)
        try:
            known = await info.async_request(self._network.zeroconf, RESOLVE_MS)
        finally:
            del self._asking[name]
        advert = from_record(info.properties) if known else None
        addresses = info.parsed_addresses(IPVersion.V4Only) or info.parsed_addresses(IPVersion.V6Only)
        if advert is not None and addresses and info.port:
            self._addresses[name] = Address(addresses[0], info.port, advert.tls)
            self._heard(self._addresses[name], advert)

    def stop(self) -> None:
        """Ask for nothing more."""
        for task in self._asking.values():
            task.cancel()
