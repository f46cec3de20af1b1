"""Asks servers for their tables, once."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from upcard_client import news
from upcard_client.link import Identity, Link
from upcard_client.network.addresses import Address
from upcard_client.network.dialling import LinkFailure
from upcard_client.network.discovery import PATIENCE_S, look_around
from upcard_client.network.neighbourhood import Neighbour, Neighbourhood
from upcard_client.news import News
from upcard_client.state import Model, enter_lobby


class Visited(Struct, frozen=True):
    """A server on this network, and its lobby; None if nobody was let in."""

    neighbour: Neighbour
    lobby: Model | None


async def look_at_lobby(address: Address, identity: Identity, *, tokens: Path) -> Model:
    """Return what a server's lobby shows.

    Raises:
        LinkFailure: if there is no link.
    """

    def told(items: tuple[News, ...]) -> None:
        if any(isinstance(item, news.Entered) for item in items):
            link.change(enter_lobby)
        elif link.model.up and not link.model.requests:
            link.close()

    link = Link(address, identity, tokens, told)
    await link.run()
    return link.model


async def who_answers(known: Sequence[Address]) -> tuple[Neighbour, ...]:
    """Return the servers that answer on this network.

    Args:
        known: addresses to ask as well.
    """
    found = Neighbourhood()

    def tell(now: Neighbourhood) -> None:
        nonlocal found
        found = now

    with suppress(TimeoutError):
        await asyncio.wait_for(look_around(known, tell), PATIENCE_S)
    return tuple(neighbour for neighbour in found.listed if neighbour.state == "here")


async def look_at_network(known: Sequence[Address], identity: Identity, *, tokens: Path) -> tuple[Visited, ...]:
    """Return the servers that answer on this network, each with its lobby.

    Args:
        known: addresses to ask as well.
        identity: who looks.
        tokens: the directory of the token files.
    """

    async def visit(neighbour: Neighbour) -> Visited:
        try:
            return Visited(neighbour, await look_at_lobby(neighbour.address, identity, tokens=tokens))
        except LinkFailure:
            return Visited(neighbour, None)

    return tuple(await asyncio.gather(*map(visit, await who_answers(known))))
