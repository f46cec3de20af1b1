"""Lines with a value that can be changed, as the form of a new table and the settings have them."""

from msgspec import Struct

from upcard_client.looks.palette import Palette
from upcard_client.screens.painted import FIELD
from upcard_client.widgets.canvas import Canvas, fit, width_of
from upcard_client.widgets.frame import Zone


class Row(Struct, frozen=True):
    """A line of the form.

    Attributes:
        id: which.
        label: what it is.
        value: the value in words.
        note: what else there is to say.
        typed: the value is typed, not chosen.
        fixed: the value is told, and cannot be changed.
    """

    id: str
    label: str
    value: str
    note: str = ""
    typed: bool = False
    fixed: bool = False


def paint_rows(
    canvas: Canvas, span: tuple[int, int], rows: tuple[Row, ...], palette: Palette, *, chosen: int
) -> tuple[list[Zone], int]:
    """Paint as many lines as there is room for, the chosen one among them.

    Args:
        canvas: what to paint on.
        span: the first row of the canvas to use, and the row after the last.
        rows: every line.
        palette: colours and signs.
        chosen: the place of the chosen line.

    Returns:
        What can be clicked, and the row after the last line.
    """
    top, bottom = span
    shown = min(len(rows), bottom - top)
    first = min(max(chosen - shown // 2, 0), len(rows) - shown)
    cells = row_cells(rows, canvas.width)
    zones: list[Zone] = []
    for place in range(first, first + shown):
        zones += _paint_row(canvas, top + place - first, rows[place], palette, cells, chosen=place == chosen)
    if first + shown < len(rows):
        canvas.put(canvas.width - 2, top + shown - 1, palette.glyphs.more_below, palette.look_key)
    if first > 0:
        canvas.put(canvas.width - 2, top, palette.glyphs.more_above, palette.look_key)
    return zones, top + shown


def row_cells(rows: tuple[Row, ...], width: int) -> tuple[int, int]:
    """Return the cells of the labels of some lines, and of their values, in a window of so many."""
    label = max((20 if width >= 60 else 16), *(width_of(row.label) + 2 for row in rows))
    label = min(label, width * 2 // 5)
    value = max((30, *(width_of(row.value) + 4 for row in rows if not row.typed)))
    return label, min(value, 40, width - label - 4)


def note_has_room(row: Row, cells: tuple[int, int], width: int) -> bool:
    """Does the note of a line stand beside it in a window of so many cells? Half a note never does.

    Args:
        row: the line.
        cells: what `row_cells` says.
        width: cells of the window.
    """
    label, value = cells
    return label + value + 5 + width_of(row.note) < width


def cut_words(row: Row, cells: tuple[int, int], width: int) -> str:
    """Return what of a line is not whole in a window of so many cells, for the line below while it is chosen.

    Args:
        row: the line.
        cells: what `row_cells` says.
        width: cells of the window.
    """
    label, value = cells
    whole = width_of(row.label) <= label - 2 and (row.typed or width_of(row.value) <= value - 4)
    note = row.note if row.note and not note_has_room(row, cells, width) else ""
    if whole:
        return f"{row.label}: {note}" if note else ""
    return f"{row.label}: {row.value}{f'; {note}' if note else ''}"


def _paint_row(
    canvas: Canvas, y: int, row: Row, palette: Palette, cells: tuple[int, int], *, chosen: bool
) -> list[Zone]:
    """Paint a line, its label and value as wide as `row_cells` says; returns what can be clicked."""
    label, width = cells
    less, greater = palette.glyphs.change
    more = palette.glyphs.more
    if chosen:
        canvas.put(1, y, palette.glyphs.turn, palette.gold)
    canvas.put(3, y, fit(row.label, label - 2, more), palette.gold if chosen else palette.news)
    x = label + 2
    if note_has_room(row, cells, canvas.width):
        canvas.put(x + width + 3, y, row.note, palette.quiet)
    if row.fixed:
        canvas.put(x + 2, y, fit(row.value, width - 4, more), palette.quiet)
        return []
    ink = palette.bar_turn if chosen else palette.button_open
    canvas.fill(x, y, width, 1, ink)
    canvas.put(x + 2, y, fit(row.value, width - 4, more), ink)
    if row.typed:
        return [Zone(x + 2, y, width - 4, 1, key=FIELD + row.id)]
    canvas.put(x, y, less, ink)
    canvas.put(x + width - 1, y, greater, ink)
    return [
        Zone(0, y, canvas.width, 1, key=f"row:{row.id}"),
        Zone(x, y, 2, 1, key=f"less:{row.id}"),
        Zone(x + width - 2, y, 2, 1, key=f"greater:{row.id}"),
    ]
