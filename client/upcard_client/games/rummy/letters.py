"""The letters of the melds on the table: `n` is left out, it answers no."""

from typing import Final

LETTERS: Final = "abcdefghijklmopqrstuvwxyz"
"""More than there can be melds: of 52 cards seventeen."""


def place_of(text: str, melds: int) -> int | None:
    """Return which meld a letter, or a number from 1, stands for; None if there is none."""
    small = text.casefold()
    if len(small) == 1 and small in LETTERS:
        place = LETTERS.index(small)
    elif small.isdecimal() and small.isascii() and len(small) < 3:
        place = int(small) - 1
    else:
        return None
    return place if 0 <= place < melds else None
