"""The computer: for each game a player that is a pure function of its view. Bots sit at tables with it, hints ask it.

A level is a name, not a promise of luck: the same view and level give the same action on every machine.
"""

from collections.abc import Callable
from typing import Any, Final

from upcard_protocol.rules.games import GameAction, GameOptions, GameView, name_of
from upcard_protocol.strategy import gin, rummy
from upcard_protocol.table import BotLevel

__all__ = ["choose", "levels"]

PLAYERS: Final[dict[str, Callable[[Any, BotLevel], GameAction]]] = {"gin": gin.choose, "rummy": rummy.choose}
"""The player of every game by name."""

LEVELS: Final[dict[str, tuple[BotLevel, ...]]] = {"gin": ("easy", "normal"), "rummy": ("normal",)}
"""The levels that play differently, of every game by name."""


def levels(options: GameOptions) -> tuple[BotLevel, ...]:
    """Return the levels to choose from at a game, the weakest first; each of the others plays like `normal`."""
    return LEVELS[name_of(options)]


def choose(view: GameView, level: BotLevel = "normal") -> GameAction:
    """Return what the computer does as the viewer of a view; always legal, and the same for the same view.

    Args:
        view: what a seat that is asked something may know.
        level: how well it plays; those that `levels` does not name play like `normal`.

    Raises:
        ValueError: if the viewer is asked nothing.
    """
    return PLAYERS[name_of(view.sheet.options)](view, level)
