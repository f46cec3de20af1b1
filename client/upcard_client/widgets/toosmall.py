"""What a window too small for any screen still says: the most important line, whole, then how large it should be."""

from upcard_client.locale import tr
from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import Canvas, fit
from upcard_client.widgets.frame import line_text, wrapped
from upcard_client.widgets.sizes import SizeClass


def paint_too_small(canvas: Canvas, first: str, palette: Palette, *, gold: bool = True) -> None:
    """Write into a window that has no room for a screen.

    A line without room is broken, not cut: half a time of day is another time.

    Args:
        canvas: the window.
        first: what matters most, such as whose turn it is and how long.
        palette: colours and signs.
        gold: is that asked of the viewer?
    """
    columns, rows = SizeClass.SMALLEST.value
    larger = tr("Make the window\n{size} or larger.", size=f"{columns}x{rows}").split("\n")
    y = 0
    for number, text in enumerate((first, *larger)):
        style = palette.gold if gold and number == 0 else palette.news
        for line in wrapped((text,), palette, canvas.width):
            canvas.put(0, y, fit(line_text(line, palette), canvas.width, ""), style)
            y += 1
