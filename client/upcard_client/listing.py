"""Asks a server for its tables, once."""

from pathlib import Path

from upcard_client import news
from upcard_client.addresses import Address
from upcard_client.link import Identity, Link
from upcard_client.news import News
from upcard_client.state import Model, enter_lobby


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
