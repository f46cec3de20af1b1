"""How many cells of a terminal a text takes."""

from unicodedata import category, east_asian_width

_NO_CELL = frozenset({"Mn", "Me", "Cf", "Cc"})


def char_cells(char: str) -> int:
    """Return the cells of one character: 0 for marks drawn over the one before, 2 for wide ones, else 1.

    Spacing marks (Mc) stand beside their letter and take a cell.
    """
    if char.isascii():
        return 1 if char.isprintable() else 0
    if category(char) in _NO_CELL:
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def cells(text: str) -> int:
    """Return the cells of a text on one line."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(char_cells, text))


def cut(text: str, max_cells: int) -> str:
    """Return the longest beginning of a text that takes at most so many cells, marks kept with their letter."""
    room = max_cells
    for place, char in enumerate(text):
        room -= char_cells(char)
        if room < 0:
            return text[:place]
    return text
