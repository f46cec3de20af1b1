"""Pages of text: help and rules. In two columns where there is room, and scrolled where there is not."""

from typing import ClassVar, Final, NamedTuple

from msgspec import Struct
from textual.binding import BindingType

from upcard_client.keys import Key
from upcard_client.locale import label, mark, tr
from upcard_client.screens.host import Host
from upcard_client.screens.painted import BACK, DOWN, LEFT, REDRAW, RIGHT, UP, PaintedScreen, hint, key_bindings
from upcard_client.screens.surface import Page, Surface, paint_page
from upcard_client.widgets.canvas import Canvas, fit, width_of
from upcard_client.widgets.frame import Header, Hint, Status, Zone, line_text, paint_status, wrapped

TWO_COLUMNS: Final = 76
"""Cells from which on text stands in two columns."""
KEY_WIDTH: Final = 11
"""Cells of the column of keys, at least."""

CLOSE: Final = Key("close", ("question_mark", "f1", "f3"), "?", label("Close"), mark("close"))


class Block(Struct, frozen=True):
    """A heading and its lines; a line is a key and what it does, or nothing and a sentence."""

    heading: str
    lines: tuple[tuple[str, str], ...]


class TextPage(Struct, frozen=True):
    """A page: its title, its blocks, and a sentence at the bottom."""

    title: str
    blocks: tuple[Block, ...]
    foot: str = ""


class Row(NamedTuple):
    """A row as it is drawn: a key, words, and how many cells the key takes; or a heading."""

    key: str = ""
    words: str = ""
    wide: int = 0
    heading: bool = False


class ReaderScreen(PaintedScreen):
    """Shows pages.

    Args:
        host: the app.
        pages: what there is to read.
    """

    KEYS = (BACK, CLOSE, UP, DOWN, LEFT, RIGHT, REDRAW)
    BINDINGS: ClassVar[list[BindingType]] = key_bindings(KEYS)

    def __init__(self, host: Host, pages: tuple[TextPage, ...]) -> None:
        super().__init__(host)
        self._pages = pages
        self._page = 0
        self._scroll = 0
        self._more = False

    def pressed(self, key: str) -> None:
        """Turn the page, scroll, or close."""
        match key:
            case "back" | "close":
                self.host.close()
            case "left" | "right":
                self._page = (self._page + (1 if key == "right" else -1)) % len(self._pages)
                self._scroll = 0
            case "up":
                self._scroll = max(self._scroll - 1, 0)
            case "down" if self._more:
                self._scroll += 1
            case "redraw":
                self.refresh_model(anew=True)
            case _:
                pass

    def on_surface_turned(self, event: Surface.Turned) -> None:
        """Scroll with the wheel."""
        self.action_press("down" if event.by > 0 else "up")

    def paint(self, canvas: Canvas) -> list[Zone]:
        """Paint the page."""
        palette, page = self.host.palette, self._pages[self._page]
        count = len(self._pages)
        where = tr("{page} of {pages}", page=self._page + 1, pages=count) if count > 1 else ""
        two = canvas.width >= TWO_COLUMNS and len(page.blocks) > 1
        width = (canvas.width - 6) // 2 if two else canvas.width - 4
        columns = self._columns(page, width, two=two)
        turn = (Hint("right", "Left/Right", (tr(label("Other page")),)),) if count > 1 else ()
        # How many rows there are is only known once the frame is painted, so the keys for scrolling always stand.
        hints = (hint(BACK, label("Close"), gold=True), *turn, Hint("down", "Up/Down", (tr(label("Scroll")),)))
        header = Header(title=page.title, link=where)
        frame = paint_page(canvas, Page(header=header, keys=hints), palette)
        if frame is None:
            return []
        top, bottom = frame.top, canvas.height - 1
        if self.status is not None:
            bottom -= 1
            paint_status(canvas, bottom, self.status, palette)
        elif page.foot and canvas.height >= 20 and width_of(page.foot) < canvas.width - 2:
            bottom -= 1
            paint_status(canvas, bottom, Status("news", (page.foot,)), palette)
        height = bottom - top
        longest = max(len(rows) for rows in columns)
        if longest > height:
            # The last row says that there is more, so that nothing is written over the text.
            height -= 1
        self._scroll = min(self._scroll, max(longest - height, 0))
        self._more = longest - self._scroll > height
        for place, rows in enumerate(columns):
            x = 2 + place * (width + 2)
            for down, row in enumerate(rows[self._scroll : self._scroll + height]):
                y = top + down
                if row.heading:
                    canvas.put(x, y, row.words, palette.heading)
                    continue
                canvas.put(x, y, fit(row.key, row.wide, palette.glyphs.more), palette.look_key)
                canvas.put(x + row.wide, y, row.words, palette.news)
        if self._more:
            canvas.put_right(canvas.width - 1, bottom - 1, f"{palette.glyphs.more} {tr('more')}", palette.quiet)
        return frame.zones

    def _columns(self, page: TextPage, width: int, *, two: bool) -> list[list[Row]]:
        columns: list[list[Row]] = [[], []] if two else [[]]
        for block in page.blocks:
            rows = self._rows(block, width)
            column = min(columns, key=len)
            if column:
                column.append(Row())
            column.extend(rows)
        return columns

    def _rows(self, block: Block, width: int) -> list[Row]:
        widest = max((width_of(key) for key, _ in block.lines), default=0)
        wide = max(KEY_WIDTH, min(widest + 1, width // 2))
        rows = [Row(words=text, heading=True) for text in self._wrapped(block.heading, width)]
        for key, words in block.lines:
            cells = wide if key else 0
            for place, text in enumerate(self._wrapped(words, width - cells)):
                rows.append(Row("" if place else key, text, cells))
        return rows

    def _wrapped(self, words: str, width: int) -> list[str]:
        palette = self.host.palette
        return [line_text(line, palette) for line in wrapped((words,), palette, width)]
