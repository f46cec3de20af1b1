"""A widget that is one picture, and the frame of every screen that is not a card table.

A screen hands down a function that paints a canvas and returns what can be clicked; the surface paints it again when
it is told to, and sends only the cells that changed to the terminal.
"""

from collections.abc import Callable

from msgspec import Struct
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.frame import (
    Header,
    Hint,
    Status,
    Zone,
    paint_buttons,
    paint_header,
    paint_looks,
    paint_status,
)
from upcard_client.widgets.sizes import SizeClass, size_class
from upcard_client.widgets.toosmall import paint_too_small

Painter = Callable[[Canvas], list[Zone]]
"""Paints a canvas and returns what can be clicked on it."""


class Surface(Widget, can_focus=True):
    """A canvas on the screen.

    Args:
        painter: paints it.
        palette: returns the palette to paint with.
    """

    DEFAULT_CSS = "Surface { width: 100%; height: 100%; }"

    class Clicked(Message):
        """Something on the picture was clicked."""

        def __init__(self, key: str) -> None:
            self.key = key
            super().__init__()

    class Turned(Message):
        """The wheel was turned: `by` is -1 up and 1 down."""

        def __init__(self, by: int) -> None:
            self.by = by
            super().__init__()

    def __init__(self, painter: Painter, palette: Callable[[], Palette]) -> None:
        super().__init__()
        self._painter = painter
        self._palette = palette
        self._canvas: Canvas | None = None
        self._zones: list[Zone] = []
        self._strips: dict[int, Strip] = {}

    @property
    def screen_text(self) -> str:
        """What is on the picture, as text."""
        return self._painted().text()

    def zone(self, key: str) -> Zone | None:
        """Return where something is on the picture, if it is there."""
        self._painted()
        return next((zone for zone in self._zones if zone.key == key), None)

    def repaint(self, *, anew: bool = False) -> None:
        """Paint again; `anew` sends every cell, as after a change of the palette."""
        older = self._canvas
        self._canvas = None
        newer = self._painted()
        if anew or older is None or (older.width, older.height) != (newer.width, newer.height):
            self.refresh()
            return
        regions: list[Region] = []
        for y in range(newer.height):
            span = newer.changed(older, y)
            if span is not None:
                regions.append(Region(span[0], y, span[1] - span[0], 1))
        if regions:
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        """Return one row of the picture."""
        canvas = self._painted()
        if y >= canvas.height:
            return Strip.blank(self.size.width)
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = canvas.strip(y)
        return strip

    def _painted(self) -> Canvas:
        width, height = self.size
        canvas = self._canvas
        if canvas is None or (canvas.width, canvas.height) != (width, height):
            canvas = self._canvas = Canvas(width, height, self._palette().table)
            self._zones = self._painter(canvas)
            self._strips.clear()
        return canvas

    def on_click(self, event: events.Click) -> None:
        """Tell what was clicked; of parts that overlap the last one counts."""
        self._painted()
        zone = next((zone for zone in reversed(self._zones) if zone.holds(event.x, event.y)), None)
        if zone is not None and zone.key:
            event.stop()
            self.post_message(self.Clicked(zone.key))

    def on_mouse_scroll_up(self) -> None:
        """Tell that the wheel was turned up."""
        self.post_message(self.Turned(-1))

    def on_mouse_scroll_down(self) -> None:
        """Tell that the wheel was turned down."""
        self.post_message(self.Turned(1))


class Page(Struct, frozen=True, kw_only=True):
    """What frames a screen.

    Attributes:
        header: the top line.
        status: the line above the keys.
        keys: the row of keys that do something.
        looks: the row below it.
        steady: the keys stay above that row even where nothing stands in it.
        short: what a window that is too small still says, in 20 cells.
    """

    header: Header
    status: Status | None = None
    keys: tuple[Hint, ...] = ()
    looks: tuple[Hint, ...] = ()
    steady: bool = False
    short: str = "Upcard"


class Frame(Struct, frozen=True):
    """What was painted around a screen: what can be clicked, and the rows left between, `bottom` not included."""

    zones: list[Zone]
    top: int
    bottom: int


def status_row(height: int) -> int:
    """Return the row of the status line in a window of so many rows."""
    return height - (4 if height >= 18 else 3)


def paint_page(canvas: Canvas, page: Page, palette: Palette) -> Frame | None:
    """Paint the frame of a screen; returns None where the window is too small, which is then said."""
    width, height = canvas.width, canvas.height
    if size_class(width, height) is SizeClass.TOO_SMALL:
        paint_too_small(canvas, page.short, palette)
        return None
    paint_header(canvas, page.header, palette)
    status = status_row(height)
    paint_status(canvas, status, page.status, palette)
    rows = 2 if (page.looks or page.steady) and height >= 14 else 1
    left = 1 if width >= 60 else 0
    keys = page.keys if rows == 2 else (*page.keys, *page.looks)
    zones = paint_buttons(canvas, left, height - rows, keys, palette, width - left)
    if rows == 2:
        zones += paint_looks(canvas, height - 1, page.looks, palette)
    return Frame(zones, 1, status)
