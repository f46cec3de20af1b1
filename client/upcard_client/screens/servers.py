"""The list of the connect screen, without a screen: its lines in their order, and what stands in each."""

from typing import Final

from msgspec import Struct

from upcard_client.network.addresses import HERE, Address
from upcard_client.network.neighbourhood import MAX_RECENT, Neighbour, Neighbourhood
from upcard_client.settings import Settings

MAX_SHOWN: Final = 9
"""Servers in the list at most."""


class Place(Struct, frozen=True):
    """A line that can be chosen: a server by its address, or another way to play by its key."""

    label: str
    address: str = ""
    key: str = ""
    neighbour: Neighbour | None = None
    """What was heard of the server in this run."""

    @property
    def id(self) -> str:
        """What tells this line from the others, however they move."""
        return self.address or self.key


WAYS: Final = (
    Place("Enter an address", key="address"),
    Place("Play the computer (no network needed)", key="computer"),
    Place("Host a server here", key="host"),
    Place("Search again", key="search"),
)


def places(settings: Settings, around: Neighbourhood, tried: Address | None = None) -> tuple[Place, ...]:
    """Return the lines that can be chosen, servers first.

    Args:
        settings: what is remembered, the servers that were played on among it.
        around: the servers that were heard of in this run.
        tried: where this run went last, which may never have let us in.
    """
    labels = {recent.address: recent.name for recent in settings.recent[:MAX_RECENT]}
    if tried is not None and tried != HERE:
        labels.setdefault(str(tried), "Tried just now")
    for neighbour in around.neighbours:
        if neighbour.address != HERE and neighbour.advert is not None and len(labels) < MAX_SHOWN - 1:
            labels.setdefault(str(neighbour.address), neighbour.advert.name)
    labels.setdefault(str(HERE), "This computer")
    heard = {str(neighbour.address): neighbour for neighbour in around.neighbours}
    twice = {address for address, neighbour in heard.items() if _other(neighbour, around) in labels}
    servers = (
        Place(label or address, address, "", heard.get(address))
        for address, label in labels.items()
        if address not in twice
    )
    return (*servers, *WAYS)


def place_of(lines: tuple[Place, ...], chosen: str, around: Neighbourhood) -> int:
    """Return the place of a line by its id: that of the same server where it goes by another address, else the first.

    Args:
        lines: all of them.
        chosen: the id.
        around: the servers that were heard of in this run.
    """
    others = (_other(neighbour, around) for neighbour in around.neighbours if str(neighbour.address) == chosen)
    ids = [line.id for line in lines]
    return next((ids.index(each) for each in (chosen, *others) if each in ids), 0)


def _other(neighbour: Neighbour, around: Neighbourhood) -> str:
    """Return the other address that a server goes by, or nothing."""
    listed_as = around.listed_as(neighbour.address)
    return str(listed_as) if listed_as != neighbour.address else ""


def columns(line: Place, room: int) -> list[tuple[str, int]]:
    """Return what stands behind a server's name, each with its width in cells: the least needed go first.

    Args:
        line: the server.
        room: cells to the end of the row.
    """
    shown = [(line.address, 20)]
    shown += [(words, width) for words, width in zip(heard_words(line.neighbour), (11, 10, 9, 7), strict=False)]
    while len(shown) > 1 and sum(width for _, width in shown) > room:
        # Of players, tables, door and time the tables are missed least, then the time.
        del shown[2 if len(shown) > 4 else -1]
    if len(shown) == 1:
        shown = [(line.address, room)]
    return shown


def heard_words(neighbour: Neighbour | None) -> tuple[str, ...]:
    """Return what was heard of a server, column by column: players, tables, its door, its time."""
    if neighbour is None:
        return ()
    match neighbour.state:
        case "asked":
            return ("asking",)
        case "silent":
            return ("no answer",)
        case "gone":
            return ("gone",)
        case "here":
            advert = neighbour.advert
            assert advert is not None
            door = neighbour.age or ("password" if advert.password else "open")
            time = "" if neighbour.ms is None else f"{neighbour.ms} ms"
            return (
                "1 player" if advert.players == 1 else f"{advert.players} players",
                "1 table" if advert.tables == 1 else f"{advert.tables} tables",
                door,
                time,
            )


def found_words(around: Neighbourhood) -> str:
    """Return how the search goes, for the end of the list's heading."""
    if around.failure:
        return "the network cannot be searched"
    if around.searching:
        return f"searching, {around.answering} found"
    return f"{around.answering} found" if around.neighbours else ""
