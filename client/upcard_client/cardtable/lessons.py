"""Where a guide speaks at a card table: in rows that are free, else on the status line while that says nothing."""

from typing import Final

from msgspec.structs import replace

from upcard_client.cardtable.interruptions import SceneT
from upcard_client.cardtable.surroundings import Surroundings
from upcard_client.keys import BY_ID, recapped
from upcard_client.locale import label, tr
from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.frame import Hint, line_text, wrapped
from upcard_client.words.phrases import Line

MARGIN: Final = 3
"""Cells of a row that stay free beside a lesson."""

NARROWEST: Final = 38
"""Free cells of a row from which on it is of use."""


def taught(around: Surroundings, scene: SceneT) -> SceneT:
    """Return a scene with what the guide says, and the key that sends it away."""
    if not around.lesson:
        return scene
    off = Hint("guide", BY_ID["guide"].cap, (tr(label("Guide off")),))
    last = next((place for place, hint in enumerate(scene.looks) if hint.key == "help"), len(scene.looks))
    lesson = in_present_keys(around.lesson)
    return replace(scene, lesson=lesson, looks=(*scene.looks[:last], off, *scene.looks[last:]))


def in_present_keys(lesson: Line) -> Line:
    """Return a lesson with the keys as they are now; the plain client, which shares lessons, has no keys."""
    return tuple(recapped(part) if isinstance(part, str) else part for part in lesson)


def paint_lesson(
    canvas: Canvas, line: Line, palette: Palette, within: range, width: int, *, cut: bool = False
) -> bool:
    """Write a lesson into free rows, as low as it fits; False if there is no room. Nothing is covered.

    Args:
        canvas: the table, painted.
        line: what is said.
        palette: colours and signs.
        within: the rows to look at.
        width: the cells of a row to look at, from the left.
        cut: write what there is room for, if there is not enough.
    """
    if not line:
        return True
    free = [row for row in within if _is_free(canvas, row, width)]
    most = needed(line, palette, width)
    for many in range(most, 0, -1) if cut else (most,):
        for last in reversed(free):
            rows = range(last - many + 1, last + 1)
            if all(row in free for row in rows):
                words = shortened(line, palette, width - MARGIN, many)
                for row, text in zip(rows, wrapped(words, palette, width - MARGIN), strict=True):
                    canvas.put(2, row, line_text(text, palette).rstrip(), palette.meld)
                return True
    return False


def room(canvas: Canvas, within: range, width: int) -> int:
    """Return how many rows below one another are free."""
    most = found = 0
    for row in within:
        found = found + 1 if _is_free(canvas, row, width) else 0
        most = max(most, found)
    return most


def needed(line: Line, palette: Palette, width: int) -> int:
    """Return how many rows of so many cells a lesson needs."""
    return len(wrapped(line, palette, width - MARGIN))


def shortened(line: Line, palette: Palette, width: int, rows: int) -> Line:
    """Return as much of a lesson as has room in so many rows; a sign says that the log has the rest, and its key."""
    if len(wrapped(line, palette, width)) <= rows:
        return line
    sign, words = f" {palette.glyphs.more} [{BY_ID['log'].cap}]", line_text(line, palette).split(" ")
    while len(words) > 1 and len(wrapped((" ".join(words) + sign,), palette, width)) > rows:
        words.pop()
    return (" ".join(words) + sign,)


def _is_free(canvas: Canvas, row: int, width: int) -> bool:
    if width < NARROWEST or canvas.row_text(row)[:width].strip():
        return False
    style = canvas.style_at(0, row)
    return all(canvas.style_at(x, row).bgcolor == style.bgcolor for x in range(width))
