"""The sheet that covers the gin table when a hand, a game or a match is over."""

from collections.abc import Callable
from typing import Final

from rich.style import Style

from upcard_client.games.gin.scene import SUM_WORDS, Part, ResultHand, ResultSheet, Total
from upcard_client.games.gin.tabletop import paint_melds
from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import Canvas, fit, width_of
from upcard_client.widgets.columns import name_columns
from upcard_client.widgets.frame import Zone, line_text, paint_buttons, put_line, wrapped
from upcard_client.words.phrases import Line

BOX_WIDTH: Final = 72
"""Cells of the result's box at most, its border included."""

PARTS: Final[tuple[Part, ...]] = ("boxes", "game", "shut-out")
"""Lines of the totals that give way where the window is lowest: the sum holds them."""

TOTAL_WORDS: Final = 14
"""Cells of the words before the totals at most: the numbers of the sides stand beside them."""

Row = Callable[[int], None]
"""Paints one row of a sheet, given its y."""


def paint_result(canvas: Canvas, sheet: ResultSheet, palette: Palette) -> list[Zone]:
    """Paint the result of a hand over the table; returns what can be clicked on it.

    Where the window is low, blank rows go first, then the cards, then the parts of a sum.
    """
    return _Result(canvas, sheet, palette).paint()


class _Result:
    def __init__(self, canvas: Canvas, sheet: ResultSheet, palette: Palette) -> None:
        self.canvas, self.sheet, self.palette = canvas, sheet, palette
        self.width = min(BOX_WIDTH, canvas.width)
        self.left = (canvas.width - self.width) // 2
        self.pad = 3 if canvas.width >= 60 else 1
        self.x = self.left + self.pad
        self.end = self.left + self.width - self.pad
        self._title = wrapped((sheet.title,), palette, self.end - self.x)
        self.zones: list[Zone] = []

    def paint(self) -> list[Zone]:
        canvas = self.canvas
        rows: list[Row | None] = []
        every = len(self.sheet.hands)
        steps: tuple[tuple[bool, int, tuple[Part, ...]], ...] = (
            (True, every, ()),
            (False, every, ()),
            (False, 2, ()),
            (True, 0, ()),
            (False, 0, ()),
            (False, 0, PARTS),
            # What the hand gave is the last number of the sum.
            *(((False, 0, (*PARTS, "hand")),) if self.sheet.sum else ()),
        )
        for blanks, hands, without in steps:
            rows = self._rows(blanks=blanks, hands=hands, without=without)
            if len(rows) + 2 <= canvas.height - (1 if blanks else 0):
                break
        if len(rows) + 2 > canvas.height:
            rows = rows[-(canvas.height - 2) :]
            # What the title goes on with is the first that has no room.
            self._title = ((fit(self.sheet.title, self.end - self.x, self.palette.glyphs.more),),)
        top = max((canvas.height - len(rows) - 2) // 2, 0)
        self._box(top, len(rows))
        for place, row in enumerate(rows):
            if row is not None:
                row(top + 1 + place)
        return self.zones

    def _rows(self, *, blanks: bool, hands: int, without: tuple[Part, ...]) -> list[Row | None]:
        """Return the rows.

        Args:
            blanks: with blank ones between them.
            hands: with the cards of the first so many hands; those of the viewer's own table come first.
            without: lines of the totals that are left out.
        """
        gap: list[Row | None] = [None] if blanks else []
        rows: list[Row | None] = [*map(self._more_of_the_title, self._title[1:]), *gap]
        for hand in self.sheet.hands[:hands]:
            rows += [self._named(hand), self._cards(hand), None, *gap]
        rows += self._numbers(without)
        rows += [*gap, *self._news(), *self._finding(), *gap, self._hints, *gap]
        return rows

    def _box(self, top: int, height: int) -> None:
        canvas, palette, box = self.canvas, self.palette, self.palette.glyphs.box
        canvas.fill(0, 0, canvas.width, canvas.height, palette.table)
        across = box[4] * (self.width - 2)
        canvas.put(self.left, top, f"{box[0]}{across}{box[1]}", palette.gold)
        for y in range(top + 1, top + 1 + height):
            canvas.put(self.left, y, box[5], palette.gold)
            canvas.put(self.left + self.width - 1, y, box[5], palette.gold)
        canvas.put(self.left, top + 1 + height, f"{box[2]}{across}{box[3]}", palette.gold)
        title = line_text(self._title[0], palette).rstrip()
        # Where it just fits, it stands without a space on either side.
        canvas.put(self.x, top, f" {title} " if width_of(title) + 2 <= self.end - self.x else title, palette.bar_turn)

    def _more_of_the_title(self, line: Line) -> Row:
        def row(y: int) -> None:
            put_line(self.canvas, self.x, y, line, self.palette.gold, self.palette, self.end - self.x)

        return row

    def _named(self, hand: ResultHand) -> Row:
        def row(y: int) -> None:
            x = self.canvas.put(self.x, y, hand.name, self.palette.name_style)
            put_line(self.canvas, x + 2, y, hand.words, self.palette.quiet, self.palette, self.end - x - 2)

        return row

    def _cards(self, hand: ResultHand) -> Row:
        def row(y: int) -> None:
            paint_melds(self.canvas, self.x, y, hand.melds, hand.deadwood, self.palette, self.end)

        return row

    def _numbers(self, without: tuple[Part, ...]) -> list[Row | None]:
        """Return the sum on the left and the totals on the right; below each other where it is narrow."""
        sheet = self.sheet
        wide = self.end - self.x >= 62
        shown = [line for line in sheet.totals if line.part not in without]
        words = min(max((width_of(line.words) + 1 for line in shown), default=9), TOTAL_WORDS)
        heads = Total("", sheet.columns)
        totals: list[Row] = [self._total(line, max(words, 9), wide) for line in (heads, *shown)]
        sums: list[Row] = [self._sum(words, number) for words, number in sheet.sum]
        if not wide:
            return [*sums, *totals]
        return [
            _both(sums[place] if place < len(sums) else None, totals[place] if place < len(totals) else None)
            for place in range(max(len(sums), len(totals)))
        ]

    def _sum(self, words: str, number: str) -> Row:
        last = (words, number) == self.sheet.sum[-1]

        def row(y: int) -> None:
            self.canvas.put(self.x, y, fit(words, SUM_WORDS, self.palette.glyphs.more), self.palette.news)
            style = self.palette.gold if last else self.palette.news
            self.canvas.put_right(self.x + SUM_WORDS + 6, y, number, style)

        return row

    def _total(self, line: Total, room: int, wide: bool) -> Row:
        """Return the row of a line of the totals, whose words have so much room."""
        heads = line.numbers == self.sheet.columns

        def row(y: int) -> None:
            canvas, palette = self.canvas, self.palette
            x = self.x + SUM_WORDS + 8 if wide else self.x
            strong = line.part in ("total", "sum")
            words = fit(line.words, room - 1, palette.glyphs.more)
            canvas.put(x, y, words, palette.gold if strong else palette.news)
            left = x if heads else x + room
            columns, names = name_columns(self.sheet.columns, left, min(x + 31, self.end), palette)
            for right, number in zip(columns, names if heads else line.numbers, strict=True):
                style = palette.quiet if heads else palette.gold if strong else palette.news
                canvas.put_right(right, y, number, style)
            remark = self.sheet.remark if heads else ""
            if x + width_of(remark) < columns[0] - width_of(names[0]):
                canvas.put(x, y, remark, palette.quiet)

        return row

    def _news(self) -> list[Row]:
        """Return the rows of the news."""
        return self._lines(self.sheet.news, self.palette.news)

    def _finding(self) -> list[Row]:
        """Return the rows that say whether the shuffle was what was promised: quiet if it was."""
        finding = self.sheet.finding
        if finding is None:
            return []
        style = self.palette.refused if finding.kind == "differs" else self.palette.quiet
        return self._lines((finding.why,), style)

    def _lines(self, text: Line, style: Style) -> list[Row]:
        """Return the rows of a line, broken where it is long."""
        room = self.end - self.x

        def of(line: Line) -> Row:
            return lambda y: _ignore(put_line(self.canvas, self.x, y, line, style, self.palette, room))

        return [of(line) for line in wrapped(text, self.palette, room)]

    def _hints(self, y: int) -> None:
        room = self.end - self.x
        self.zones = paint_buttons(self.canvas, self.x, y, self.sheet.hints, self.palette, room)


def _ignore(_column: int) -> None:
    """Drop the column that a painter returns."""


def _both(left: Row | None, right: Row | None) -> Row:
    def row(y: int) -> None:
        if left is not None:
            left(y)
        if right is not None:
            right(y)

    return row
