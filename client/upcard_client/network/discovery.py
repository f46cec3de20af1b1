"""Looks around for servers: asks the ones that are known, and listens for those that announce themselves."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

from msgspec.structs import replace

from upcard_client.network.addresses import Address
from upcard_client.network.greeting import Answer, greet
from upcard_client.network.neighbourhood import Neighbourhood
from upcard_protocol.wire.advert import Advert

PATIENCE_S: Final = 3.0
"""How long answers are waited for before the list says that there is none, seconds."""

NOBODY: Final = Neighbourhood()
"""What is found before any search."""

Browse = Callable[[Callable[[Address, Advert], None], Callable[[Address], None]], AbstractAsyncContextManager[None]]
Greet = Callable[[Address], Awaitable[Answer | None]]


class NoNetworkError(Exception):
    """The local network cannot be listened to; the text says why."""


@asynccontextmanager
async def browse_network(
    heard: Callable[[Address, Advert], None], gone: Callable[[Address], None]
) -> AsyncGenerator[None]:
    """Listen on the real network.

    Raises:
        NoNetworkError: if it cannot be listened to.
    """
    # In a thread, because importing it would keep the screen waiting.
    browsing, error = await asyncio.to_thread(_import_browsing)
    try:
        async with browsing(heard, gone):
            yield
    except (OSError, error) as fault:
        raise NoNetworkError(str(fault) or type(fault).__name__) from fault


def _import_browsing() -> tuple[Browse, type[Exception]]:
    from zeroconf import Error

    from upcard_client.network.browsing import browsing

    return browsing, Error


async def look_around(
    known: Sequence[Address],
    tell: Callable[[Neighbourhood], None],
    before: Neighbourhood = NOBODY,
    *,
    browse: Browse = browse_network,
    greet: Greet = greet,
) -> None:
    """Tell of the servers there are, and of each change, until cancelled.

    Args:
        known: addresses that are asked whatever the network says.
        tell: takes the list as it stands.
        before: what an earlier search has found: those servers stay in their place until they keep silent.
        browse: listens for announcements.
        greet: asks one server.
    """
    async with asyncio.TaskGroup() as tasks:
        search = _Search(tell, greet, tasks, before.asked_again())
        for address in known:
            search.ask(address)
        for neighbour in before.neighbours:
            if neighbour.state == "here" and _speaks_plainly(neighbour.advert):
                search.ask(neighbour.address)
        tasks.create_task(search.lose_patience())
        try:
            async with browse(search.heard, search.gone):
                await asyncio.Event().wait()
        except NoNetworkError as error:
            search.fail(str(error))


def _speaks_plainly(advert: Advert | None) -> bool:
    """What speaks TLS would take a plain hello for noise."""
    return advert is None or not advert.tls


class _Search:
    """One search: owns the list."""

    def __init__(
        self, tell: Callable[[Neighbourhood], None], greet: Greet, tasks: asyncio.TaskGroup, found: Neighbourhood
    ) -> None:
        self._tell = tell
        self._greet = greet
        self._tasks = tasks
        self._found = found
        self._asking: set[Address] = set()

    def ask(self, address: Address) -> None:
        """Ask a server how it is, unless it is being asked or there are too many."""
        self._now(self._found.asked(address))
        if self._found.at(address) is not None and address not in self._asking:
            self._asking.add(address)
            self._tasks.create_task(self._hear_from(address))

    async def _hear_from(self, address: Address) -> None:
        try:
            answer = await self._greet(address)
        finally:
            self._asking.discard(address)
        if answer is None:
            self._now(self._found.silent(address))
        else:
            self._now(self._found.answered(address, answer.advert, answer.ms, answer.server))

    def heard(self, address: Address, advert: Advert) -> None:
        """Take an announcement; a server that is new, or back, is asked how long it takes to answer."""
        known = self._found.at(address)
        self._now(self._found.heard(address, advert))
        if (known is None or known.ms is None) and _speaks_plainly(advert):
            self.ask(address)

    def gone(self, address: Address) -> None:
        """Take a goodbye."""
        self._now(self._found.gone(address))

    async def lose_patience(self) -> None:
        """Say that no more is expected."""
        await asyncio.sleep(PATIENCE_S)
        found = replace(self._found, searching=False)
        for neighbour in found.neighbours:
            # One that cannot be asked has not announced itself again.
            if neighbour.state == "asked" and neighbour.address not in self._asking:
                found = found.silent(neighbour.address)
        self._now(found)

    def fail(self, why: str) -> None:
        """Say that the network cannot be listened to."""
        self._now(replace(self._found, failure=why))

    def _now(self, found: Neighbourhood) -> None:
        if found != self._found:
            self._found = found
            self._tell(found)
