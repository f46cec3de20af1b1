"""The table as a value, and what one viewer may know of it."""

from msgspec import Struct

from upcard_protocol.rules.games import GameMatch, GameOptions, GameView, game_of
from upcard_protocol.table.agreement import Agreement
from upcard_protocol.table.events import Committed, Revealed, Started
from upcard_protocol.table.seats import Chair, Seed, TableOptions


class Table(Struct, frozen=True, gc=False):
    """Everything about a table, the match with its secrets included. Tuples go by seat."""

    options: TableOptions
    game: GameOptions
    chairs: tuple[Chair, ...]
    ready: tuple[bool, ...]
    """Who is ready for the (next) match."""
    matches: int = 0
    """Matches started so far."""
    match: GameMatch | None = None
    """The match in play, or the last one until somebody sits down after it."""
    pledges: tuple[Seed | None, ...] = ()
    """Commitments to the seeds of the next match."""
    committed: Committed | None = None
    """Of the next match while seeds are gathered, then of the match in play."""
    seeds: tuple[Seed | None, ...] = ()
    """The seeds that were given for the match that `committed` names."""
    started: Started | None = None
    revealed: Revealed | None = None
    closed: bool = False
    agreement: Agreement = Agreement()

    @property
    def shuffling(self) -> bool:
        """Are the seeds of the next match being gathered?"""
        return shuffling(self)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that have promised a seed which is not here yet."""
        if self.committed is None or not self.shuffling:
            return ()
        promised = enumerate(self.committed.commitments)
        return tuple(seat for seat, pledge in promised if pledge is not None and self.seeds[seat] is None)

    @property
    def under_way(self) -> bool:
        """Is a match in play, or about to be?"""
        return self.playing or self.shuffling

    @property
    def abandoned(self) -> bool:
        """Is the seed of a match open that was not played to its end? Then the table closes."""
        return self.revealed is not None and self.playing

    @property
    def over(self) -> bool:
        """Is the table closed, or about to be?"""
        # `abandoned` is asked only where it may be: this is looked at before every action.
        return self.closed or (self.revealed is not None and self.abandoned)

    @property
    def playing(self) -> bool:
        """Is a match in play?"""
        return self.match is not None and game_of(self.game).result(self.match) is None

    @property
    def players_here(self) -> tuple[int, ...]:
        """The seats of people who are here and play themselves: those who are asked to agree."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.plays_here)

    @property
    def may_start(self) -> bool:
        """Is every seat filled and everybody ready?"""
        return (
            not self.closed
            and not self.under_way
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
    pledges: tuple[Seed | None, ...] = ()
    """Commitments to the seeds of the next match."""
    committed: Committed | None = None
    """Of the next match while seeds are gathered, then of the match in play."""
    seeds: tuple[Seed | None, ...] = ()
    """The seeds that were given for the match that `committed` names."""
    started: Started | None = None
    revealed: Revealed | None = None
    closed: bool = False
    agreement: Agreement = Agreement()

    @property
    def shuffling(self) -> bool:
        """Are the seeds of the next match being gathered?"""
        return shuffling(self)

    @property
    def playing(self) -> bool:
        """Is a match in play?"""
        return self.match is not None and not self.match.sheet.winners


def shuffling(table: Table | TableView) -> bool:
    """Tell whether the seeds of the next match are being gathered."""
    return table.committed is not None and table.committed.match > table.matches
