"""What the computer weighs against what, as one value: a level is a style."""

from typing import Final

from msgspec import Struct

__all__ = ["NORMAL", "Style"]


class Style(Struct, frozen=True):
    """How a player of gin weighs its choices. All in points of deadwood unless said otherwise.

    The defaults were found by playing thousands of games against other styles and against simple players.
    """

    future: float = 1.2
    """What a point that the next card is expected to save is worth now."""
    gin: float = 20.0
    """What the next card saves besides if it makes gin."""
    danger: float = 4.0
    """What a meld that the opponent could make of a discard costs."""
    slack: int = 10
    """How much more than the least deadwood a discard may leave to be thought about."""
    early: int = 2
    """Turns of the opponent before which every knock is right."""
    lead: float = 4.0
    """How far the opponent must seem behind for a later knock."""


NORMAL: Final = Style()
