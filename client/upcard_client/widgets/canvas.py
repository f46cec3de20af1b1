"""A grid of graphemes and styles: what every widget of the table is painted on.

Text is drawn literally, never as markup: a player called `[red]` stays text, and control or direction
characters are left out, so nothing that people write can colour, move or break the screen.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from unicodedata import category

from rich.cells import cell_len, split_graphemes
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

_UNDRAWABLE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


@lru_cache(maxsize=2048)
def graphemes(text: str) -> tuple[tuple[str, int], ...]:
    """Split text into what is drawn, each with its width in cells (1 or 2), without what cannot be drawn."""
    clean = text if text.isascii() and text.isprintable() else _drawable(text)
    spans, _ = split_graphemes(clean)
    return tuple((clean[start:end], width) for start, end, width in spans if width)


def _drawable(text: str) -> str:
    return "".join(char for char in text if category(char) not in _UNDRAWABLE)


def width_of(text: str) -> int:
    """Return how many cells the text takes once it is drawn."""
    return cell_len(text) if text.isascii() and text.isprintable() else sum(w for _, w in graphemes(text))


def fit(text: str, width: int, more: str = "…") -> str:
    """Cut text to a number of cells, ending in `more` where something was cut."""
    if width_of(text) <= width:
        return text
    room = width - width_of(more)
    if room < 0:
        return ""
    kept: list[str] = []
    for grapheme, cells in graphemes(text):
        room -= cells
        if room < 0:
            break
        kept.append(grapheme)
    return "".join(kept).rstrip() + more


@lru_cache(maxsize=1024)
def _over(under: Style, style: Style) -> Style:
    return under.background_style + style


class Canvas:
    """Cells of one widget, painted from back to front and then turned into strips.

    Coordinates are cells from the top left; whatever falls outside is cut, so a painter need not ask.
    """

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width = width
        self.height = height
        self._style = style
        self._cells = [[" "] * width for _ in range(height)]
        self._styles = [[style] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Draw text from a cell on, keeping the background where the style has none.

        Returns:
            The column after the text.
        """
        for grapheme, cells in graphemes(text):
            if 0 <= y < self.height and x >= 0 and x + cells <= self.width:
                self._set(x, y, grapheme, cells, style)
            x += cells
        return x

    def _set(self, x: int, y: int, grapheme: str, cells: int, style: Style) -> None:
        row, styles = self._cells[y], self._styles[y]
        if row[x] == "":  # the right half of a wide one: its left half cannot stay
            row[x - 1] = " "
        after = x + cells
        if after < self.width and row[after] == "":
            row[after] = " "
        over = style if style.bgcolor is not None else _over(styles[x], style)
        row[x], styles[x] = grapheme, over
        if cells == 2:
            row[x + 1], styles[x + 1] = "", over

    def cut(self, x: int, y: int, more: str, dot: str) -> None:
        """Clear a row from a column on. Where that goes through a text, the part of it that is cut is left out whole.

        Args:
            x: the first column that is cleared.
            y: the row.
            more: stands where a text has no part that could be left out.
            dot: stands between the parts of a text, with a blank on both sides.
        """
        row = self._cells[y]
        before, after = ("".join(row[max(start, 0) : start + 2]).strip() for start in (x - 2, x))
        if before and after:
            parted = (at for at in range(min(x + 1, self.width - 1), 1, -1) if row[at] == dot and row[at - 1] == " ")
            part = next(parted, None)
            if part is None:
                self.put(x - 1, y, more, self._styles[y][x - 1])
            else:
                self.put(part, y, " " * max(x - part, 0), self._styles[y][part])
        self.put(x, y, " " * (self.width - x), self._style)

    def put_right(self, x: int, y: int, text: str, style: Style) -> int:
        """Draw text that ends before column x; returns the column where it begins."""
        start = x - width_of(text)
        self.put(start, y, text, style)
        return start

    def fill(self, x: int, y: int, width: int, height: int, style: Style, char: str = " ") -> None:
        """Fill a rectangle with one character of one cell."""
        line = char * width
        for row in range(y, y + height):
            self.put(x, row, line, style)

    def blit(self, x: int, y: int, other: "Canvas", rows: range | None = None) -> None:
        """Copy another canvas, or some rows of it, to a place on this one."""
        for down, row in enumerate(rows if rows is not None else range(other.height)):
            for across in range(other.width):
                grapheme = other._cells[row][across]
                if grapheme:
                    self.put(x + across, y + down, grapheme, other._styles[row][across])

    def text(self) -> str:
        """Return what is written, one line a row, without the blanks at the ends of lines."""
        return "\n".join("".join(row).rstrip() for row in self._cells)

    def row_text(self, y: int) -> str:
        """Return one row, blanks included."""
        return "".join(self._cells[y])

    def style_at(self, x: int, y: int) -> Style:
        """Return the style of one cell."""
        return self._styles[y][x]

    def strip(self, y: int) -> Strip:
        """Return one row as a strip of segments."""
        return Strip(list(self._segments(y)), self.width)

    def strips(self) -> list[Strip]:
        """Return all rows as strips."""
        return [self.strip(y) for y in range(self.height)]

    def _segments(self, y: int) -> Iterator[Segment]:
        """Yield cells of one style together, but end after one that holds several characters.

        Rich cuts a segment where its width is reached, and marks that take no cell are then left behind the cut; so
        there must be an end of a segment wherever they stand before one.
        """
        row, styles = self._cells[y], self._styles[y]
        start = 0
        for x in range(1, self.width + 1):
            if x == self.width or styles[x] is not styles[start] or len(row[x - 1]) > 1:
                yield Segment("".join(row[start:x]), styles[start])
                start = x

    def changed(self, older: "Canvas", y: int) -> tuple[int, int] | None:
        """Return the columns, first and last + 1, where a row differs from an older canvas, or None."""
        row, styles = self._cells[y], self._styles[y]
        old_row, old_styles = older._cells[y], older._styles[y]
        if row == old_row and styles == old_styles:
            return None
        columns = [x for x in range(self.width) if row[x] != old_row[x] or styles[x] != old_styles[x]]
        end = columns[-1] + 1
        if end < self.width and row[end] == "":  # the right half of a wide one goes with its left half
            end += 1
        return columns[0], end
