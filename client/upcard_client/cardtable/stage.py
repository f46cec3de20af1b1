"""A fixed state of some table, as a stage shows it and plays it on."""

from typing import Any, Protocol

from upcard_client.cardtable.surroundings import Surroundings
from upcard_client.words.phrases import Line


class Stage(Protocol):
    """A match as a scene shows it, with what surrounds it."""

    @property
    def game(self) -> str:
        """The game's name."""
        ...

    @property
    def match(self) -> Any:
        """The match, as a game of the rules keeps it."""
        ...

    @property
    def viewer(self) -> int:
        """The seat of whoever looks, or one of the viewers without a seat."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        ...

    @property
    def situation(self) -> Surroundings:
        """What the viewer's table is drawn from."""
        ...

    def acted(self, action: Any) -> "Stage":
        """Return the stage after the viewer's action."""
        ...

    def said(self, name: str, words: str) -> "Stage":
        """Return the stage with a line of chat."""
        ...

    def noted(self, line: Line) -> "Stage":
        """Return the stage with a line in the viewer's own log."""
        ...

    def ticked(self) -> "Stage":
        """Return the stage a second later."""
        ...
