"""The table as a value, and what one viewer may know of it."""

from msgspec import Struct

from upcard_protocol.rules.games import GameMatch, GameOptions, GameView, game_of
from upcard_protocol.table.events import Revealed, Started
from upcard_protocol.table.seats import Chair, TableOptions


class Table(Struct, frozen=True):
    """Everything about a table, the match with its secrets included. Tuples go by seat."""

    options: TableOptions
    game: GameOptions
    chairs: tuple[Chair, ...]
    ready: tuple[bool, ...]
    """Who is ready for the (next) match."""
    matches: int = 0
    """Matches started so far."""
    match: GameMatch | None = None
    """The match in play, or the last one."""
    started: Started | None = None
    revealed: Revealed | None = None
    closed: bool = False

    @property
    def playing(self) -> bool:
        """Is a match in play?"""
        return self.match is not None and game_of(self.game).result(self.match) is None

    @property
    def may_start(self) -> bool:
        """Is every seat filled and everybody ready?"""
        return (
            not self.closed
            and not self.playing
            and all(chair.kind != "empty" for chair in self.chairs)
            and all(ready or not chair.person for chair, ready in zip(self.chairs, self.ready, strict=True))
        )


class TableView(Struct, frozen=True, tag="table.view", tag_field="t"):
    """What one viewer may know of a table. Tuples go by seat."""

    viewer: int
    options: TableOptions
    private: bool
    """Does one need a code to sit down?"""
    game: GameOptions
    chairs: tuple[Chair, ...]
    ready: tuple[bool, ...]
    matches: int = 0
    match: GameView | None = None
    started: Started | None = None
    revealed: Revealed | None = None
    closed: bool = False

    @property
    def playing(self) -> bool:
        """Is a match in play?"""
        return self.match is not None and not self.match.sheet.winners
