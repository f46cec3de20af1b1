"""What the computer weighs against what, as one value: a level is a style."""

from typing import Final

from msgspec import Struct

__all__ = ["EASY", "NORMAL", "Style"]


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
    takes: int = 1
    """How many points of deadwood a card from the pile must save, besides standing in a meld, to be taken."""
    lays_off: bool = True
    """Does it lay cards off?"""


NORMAL: Final = Style()

EASY: Final = Style(future=0.0, gin=0.0, danger=0.0, slack=0, early=40, takes=14, lays_off=False)
"""A beginner: counts its own deadwood and nothing else, takes from the pile only what helps much, throws its dearest
card whoever wants it, knocks as soon as it may and lays nothing off."""
