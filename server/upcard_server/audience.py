"""The audience of a table: which connections hear of it, each as which viewer, and what is packed once for many."""

from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Final, Protocol

from msgspec import Struct

SPECTATOR_BYTES: Final = 64 * 1024
"""A spectator who leaves more than this unread is told nothing more until it has read, and then gets a snapshot."""


class Ear(Protocol):
    """A connection as a table sees it: it can be told something, and never makes the table wait."""

    @property
    def unread(self) -> int:
        """How many bytes wait for the peer to read."""
        ...

    def send(self, message: Struct) -> None:
        """Queue a message."""
        ...

    def pack(self, message: Struct) -> bytes:
        """Return the bytes of a message."""
        ...

    def send_packed(self, data: bytes) -> None:
        """Queue bytes that were packed for several."""
        ...

    def when_read(self, call: Callable[[], None]) -> None:
        """Call something, once, as soon as nothing waits for the peer any more."""
        ...


class Audience:
    """Who hears of one table."""

    def __init__(self, refresh: Callable[[Ear], None]) -> None:
        """Begin with nobody.

        Args:
            refresh: called when a spectator who had fallen behind has read everything: it needs a snapshot.
        """
        self._refresh = refresh
        self._viewers: dict[Ear, int] = {}
        self._behind: set[Ear] = set()

    def __len__(self) -> int:
        """Count who hears."""
        return len(self._viewers)

    def __iter__(self) -> Iterator[Ear]:
        """Iterate over the connections that hear of the table."""
        return iter(self._viewers)

    def __contains__(self, ear: object) -> bool:
        """Say whether a connection hears of the table."""
        return ear in self._viewers

    @property
    def spectators(self) -> int:
        """How many watch."""
        return sum(viewer < 0 for viewer in self._viewers.values())

    def viewer(self, ear: Ear) -> int | None:
        """Return as which viewer a connection hears of the table, or None."""
        return self._viewers.get(ear)

    def add(self, ear: Ear, viewer: int) -> None:
        """Let a connection hear what happens from here on; it knows what happened before."""
        self._viewers[ear] = viewer
        self._behind.discard(ear)

    def remove(self, ear: Ear) -> None:
        """Tell a connection nothing more."""
        self._viewers.pop(ear, None)
        self._behind.discard(ear)

    def heard_by(self, viewer: int) -> list[Ear]:
        """Return the connections that hear of the table as this viewer."""
        return [ear for ear, each in self._viewers.items() if each == viewer]

    def is_behind(self, ear: Ear) -> bool:
        """Say whether a spectator waits for a snapshot."""
        return ear in self._behind

    def publish(self, message: Callable[[int], Struct], to: Callable[[int], bool] = lambda _: True) -> None:
        """Tell everybody of an event, packed once for each kind of viewer.

        Args:
            message: what a viewer hears.
            to: picks the viewers who hear it now.
        """
        packed: dict[int, bytes] = {}
        for ear, viewer in list(self._viewers.items()):
            if not to(viewer) or (viewer < 0 and self._falls_behind(ear)):
                continue
            if viewer not in packed:
                packed[viewer] = ear.pack(message(viewer))
            ear.send_packed(packed[viewer])

    def tell(self, message: Struct, to: Callable[[int], bool] = lambda _: True, deaf: Collection[Ear] = ()) -> None:
        """Send a message that is the same for everybody, to the viewers that `to` picks and who are not deaf."""
        packed: bytes | None = None
        for ear, viewer in list(self._viewers.items()):
            if to(viewer) and ear not in deaf:
                packed = packed or ear.pack(message)
                ear.send_packed(packed)

    def _falls_behind(self, ear: Ear) -> bool:
        if ear not in self._behind and ear.unread > SPECTATOR_BYTES:
            self._behind.add(ear)
            ear.when_read(partial(self._refresh, ear))
        return ear in self._behind
