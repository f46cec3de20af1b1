"""The list of the connect screen, without a screen: its lines in their order, and what stands in each."""

from typing import Final

from msgspec import Struct

from upcard_client.locale import mark, tr, trn
from upcard_client.network.addresses import HERE, Address
from upcard_client.network.neighbourhood import MAX_RECENT, Neighbour, Neighbourhood
from upcard_client.settings import Settings
from upcard_client.widgets.canvas import width_of

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


WAYS: Final = mark(
    {
        "address": "Enter an address",
        "computer": "Play the computer (offline)",
        "host": "Host a server here",
        "search": "Search again",
    }
)
"""The other ways to play, by their key."""


def places(
    settings: Settings, around: Neighbourhood, tried: Address | None = None, order: tuple[str, ...] = ()
) -> tuple[Place, ...]:
    """Return the lines that can be chosen: servers played on before, the last one first; others by name; other ways.

    Args:
        settings: what is remembered, the servers that were played on among it.
        around: the servers that were heard of in this run.
        tried: where this run went last, which may never have let us in.
        order: the ids of lines that are to keep their order; what is not among them comes after them.
    """
    labels = {recent.address: recent.name for recent in settings.recent[:MAX_RECENT]}
    if tried is not None and tried != HERE:
        labels.setdefault(str(tried), tr("Tried just now"))
    for neighbour in sorted(around.neighbours, key=_by_name):
        if neighbour.address != HERE and neighbour.advert is not None and len(labels) < MAX_SHOWN - 1:
            labels.setdefault(str(neighbour.address), neighbour.advert.name)
    labels.setdefault(str(HERE), tr("This computer"))
    heard = {str(neighbour.address): neighbour for neighbour in around.neighbours}
    twice = {address for address, neighbour in heard.items() if _other(neighbour, around) in labels}
    servers = (
        Place(label or address, address, "", heard.get(address))
        for address, label in sorted(labels.items(), key=lambda line: _rank(line[0], order))
        if address not in twice
    )
    return (*servers, *(Place(tr(words), key=key) for key, words in WAYS.items()))


def _by_name(neighbour: Neighbour) -> tuple[str, str]:
    """Answers come in another order each time; the list does not."""
    return (neighbour.advert.name.casefold() if neighbour.advert is not None else "", str(neighbour.address))


def _rank(address: str, order: tuple[str, ...]) -> int:
    return order.index(address) if address in order else len(order)


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


HEARD: Final = (20, 11, 10, 9, 7)
"""Cells of the columns behind a server's name where there is room: its address, and what was heard of it."""
ADDRESS: Final = 15
"""Cells of an address where there is less."""


def column_cells(lines: tuple[Place, ...], room: int) -> tuple[int, ...]:
    """Return the cells of the columns behind the names of servers, wide enough for what stands in each.

    Args:
        lines: every line.
        room: cells to the end of a row.
    """
    heard = [heard_words(line.neighbour) for line in lines]
    rows = [words for words in heard if len(words) == len(HEARD) - 1]
    needed = [max((width_of(words[column]) + 1 for words in rows), default=0) for column in range(len(HEARD) - 1)]
    wide = (HEARD[0], *map(max, HEARD[1:], needed))
    if sum(wide) <= room:
        return wide
    longest = max((width_of(line.address) + 1 for line in lines), default=0)
    return (min(max(longest, ADDRESS), HEARD[0]), *needed)


def columns(line: Place, room: int, cells: tuple[int, ...] = HEARD) -> list[tuple[str, int]]:
    """Return what stands behind a server's name, each with its width in cells: the least needed go first.

    Args:
        line: the server.
        room: cells to the end of the row.
        cells: the cells of the columns.
    """
    words = heard_words(line.neighbour)
    shown = [(line.address, cells[0])]
    if len(words) == 1:
        shown.append((words[0], max(cells[1], width_of(words[0]) + 1)))
    else:
        shown += zip(words, cells[1:], strict=False)
    while len(shown) > 1 and sum(width for _, width in shown) > room:
        # Of players, tables, door and time the tables are missed least, then the time.
        del shown[2 if len(shown) > 4 else -1]
    if len(shown) == 1:
        shown = [(line.address, room)]
    return shown


DOORS: Final = mark(
    {"password": "password", "open": "open", "newer": "newer", "older": "older"},
)
"""Who is let in by a server: everybody, whoever knows its password, or nobody with this version of the program."""


def heard_words(neighbour: Neighbour | None) -> tuple[str, ...]:
    """Return what was heard of a server, column by column: players, tables, its door, its time."""
    if neighbour is None:
        return ()
    match neighbour.state:
        case "asked":
            return (tr("asking"),)
        case "silent":
            return (tr("no answer"),)
        case "gone":
            return (tr("gone"),)
        case "here":
            advert = neighbour.advert
            assert advert is not None
            door = neighbour.age or ("password" if advert.password else "open")
            time = "" if neighbour.ms is None else tr("{ms} ms", ms=neighbour.ms)
            return (
                trn("{count} player", "{count} players", advert.players),
                trn("{count} table", "{count} tables", advert.tables),
                tr(DOORS[door]),
                time,
            )


def found_words(around: Neighbourhood) -> str:
    """Return how the search goes, for the end of the list's heading."""
    if around.failure:
        return tr("the network cannot be searched")
    if around.searching:
        return trn("searching, {count} found", "searching, {count} found", around.answering)
    return trn("{count} found", "{count} found", around.answering) if around.neighbours else ""
