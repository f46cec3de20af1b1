"""The server that a person runs for others: started, found again, and ended from the full screen."""

import asyncio
from pathlib import Path

from msgspec import Struct

from upcard_client.hosting.childserver import Running, Setup, end, running
from upcard_client.hosting.ownserver import OwnServer
from upcard_client.locale import tr
from upcard_client.network.addresses import LOOPBACK, Address, AddressError, parse_address


class Plan(Struct, frozen=True):
    """What is chosen for a server.

    Attributes:
        name: what it is called.
        password: what it asks for; nothing lets everybody in.
        stays: it goes on when the program ends.
    """

    name: str
    password: str = ""
    stays: bool = False


class Hosting:
    """At most one such server: of this run, of another, or of one that has ended."""

    def __init__(self, directory: Path) -> None:
        """Know the directory of its tables."""
        self._directory = directory
        self._own = OwnServer()

    @property
    def found(self) -> Running | None:
        """The server that runs now, whoever started it."""
        return running(self._directory)

    @property
    def ends_with_us(self) -> bool:
        """Whether there is one that ends with this program."""
        server = self._own.running
        return server is not None and not server.setup.stays

    def at(self, address: Address) -> Running | None:
        """Return the server that runs now, if it is the one at an address."""
        found = self.found
        return found if found is not None and found.here == address else None

    async def start(self, plan: Plan) -> Address:
        """Start a server, and return where it is.

        Raises:
            ClientError: if it does not start.
        """
        setup = Setup(
            directory=self._directory, name=plan.name, password=plan.password, public=True, stays=plan.stays
        )
        return (await self._own.start(setup)).address

    async def stop(self) -> None:
        """End the server that runs now, whoever started it; returns once it is gone.

        Raises:
            ClientError: if it cannot be told.
        """
        if self._own.running is not None:
            await self._own.stop()
        else:
            await asyncio.to_thread(end, self._directory)

    def leave(self) -> None:
        """End it and wait for it, if it is one that ends with this program."""
        self._own.leave()


def invited(found: Running) -> str:
    """Say how others come to a server."""
    try:
        address = parse_address(found.invitation.rpartition(" ")[2])
    except AddressError:
        return ""
    if address.host == LOOPBACK:
        return tr("This computer is on no network: nobody else can come in.")
    return tr("Others type: {command}", command=found.invitation)
