"""The score sheet, painted over the whole window."""

from typing import Final

from msgspec import Struct
from rich.style import Style

from upcard_client.cardtable import sheetrows
from upcard_client.cardtable.looking import sheet_hints
from upcard_client.games.gin.scene import ScoreSheet, SheetLine, Total
from upcard_client.games.gin.scoresheet import DOT
from upcard_client.locale import mark, tr, trc
from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import Canvas, fit, width_of
from upcard_client.widgets.columns import name_columns
from upcard_client.widgets.frame import Zone, paint_buttons, put_line

LEAST_HANDS = 8
"""Of so many hands the sheet shows all, before it shows how a closed column was settled."""


_DEADWOOD: Final = mark(("Loser's\ndeadwood", "Winner's\ndeadwood"))
"""What stands over the columns of deadwood, in two rows of at most 10 cells."""


class _Plan(Struct, frozen=True, kw_only=True):
    """Where the columns of the sheet are: cells from the left; numbers end before theirs."""

    left: int
    right: int
    words: int
    how: int
    columns: tuple[int, ...]
    names: tuple[str, ...]
    """What stands over the columns; nothing where these are too narrow."""
    bars: tuple[int, ...] = ()
    deadwood: tuple[int, ...] = ()

    def room(self, start: int, numbers: tuple[str, ...]) -> int:
        """Return the cells for words from a column on that numbers of the same row leave."""
        ends = ((right, number) for right, number in zip(self.columns, numbers, strict=False) if number)
        return min((right - width_of(number) for right, number in ends), default=self.right + 1) - start - 1


def paint_score_sheet(canvas: Canvas, sheet: ScoreSheet, palette: Palette, scroll: int = 0) -> list[Zone]:
    """Paint the score sheet; of many hands the last ones are shown, or those scrolled back to."""
    width, height = canvas.width, canvas.height
    canvas.fill(0, 0, width, 1, palette.header)
    title = sheet.title.replace(DOT, palette.glyphs.dot)
    canvas.put(1 if width >= 60 else 0, 0, fit(title, width - 6, palette.glyphs.more), palette.header)
    canvas.put_right(width - 1, 0, "Esc", palette.header)
    plan = _plan(sheet, width, palette)
    painter = _Sheet(canvas, plan, palette)
    y, many = painter.heads(1 if height < 18 else 2, sheet), len(sheet.hands)
    # Besides there are a rule, a heading and the keys, and blank rows where there is room for them.
    room = height - y - 3 - (height >= 18) - (height >= 22) - len(sheet.totals)
    settlement = sheet.settlement
    least = room - len(settlement) - min(many, sheetrows.LEAST_HANDS)
    remarks = sheetrows.whole(sheet.remarks, width - plan.left - 1, least, palette)
    room -= len(remarks)
    while sheet.groups and len(settlement) > 1 and room - len(settlement) < min(many, LEAST_HANDS):
        settlement = settlement[1:]
    shown = sheetrows.shown(many, room - len(settlement), scroll)
    y = painter.hands(y, sheet.hands[shown.start : shown.stop])
    canvas.put(plan.left, y, palette.glyphs.line * (plan.right - plan.left), palette.rule)
    sheetrows.paint_shown(canvas, plan.right, y, shown, many, palette)
    y = painter.rows(y + 1, sheet.totals, gold=True)
    if height >= 18:
        y += 1
    canvas.put(plan.left, y, fit(sheet.heading, width - plan.left - 1, palette.glyphs.more), palette.heading)
    # The sum and the margin are the last; the last row is that of the keys.
    y = painter.rows(y + 1, settlement[-max(height - 2 - y, 1) :])
    if height >= 22:
        y += 1
    for remark in remarks:
        if y < height - 1:
            put_line(canvas, plan.left, y, remark, palette.news, palette, width - plan.left)
            y += 1
    return paint_buttons(canvas, 1 if width >= 60 else 0, height - 1, sheet_hints(), palette, width - 1)


def _plan(sheet: ScoreSheet, width: int, palette: Palette) -> _Plan:
    narrow = width < 60
    left = 1 if narrow else min(max((width - 66) // 2 + 2, 1), 12)
    right = min(left + 62, width - 1)
    words = left if narrow else left + 6
    if sheet.groups:
        how = left + (3 if narrow else 6)
        start, right = how + 10, min(left + 90, width - 2)
        across = (right - start) // len(sheet.groups)
        each = len(sheet.columns) // len(sheet.groups)
        cells = (across - 1) // each
        ends = [start + place * across for place in range(1, len(sheet.groups) + 1)]
        columns = tuple(end - cells * (each - 1 - n) for end in ends for n in range(each))
        names = tuple(fit(name, cells - 1, palette.glyphs.more) for name in sheet.columns) if cells > 4 else ()
        bars = tuple(end + (1 if cells > 4 else 0) for end in ends[:-1])
        return _Plan(left=left, right=right, words=words, how=how, columns=columns, names=names, bars=bars)
    shows = sheet.deadwood and not narrow
    columns, names = name_columns(sheet.columns, left + (39 if shows else 17), right, palette)
    deadwood = (left + 27, left + 38) if shows else ()
    return _Plan(left=left, right=right, words=words, how=left + 6, columns=columns, names=names, deadwood=deadwood)


class _Sheet:
    """One painting of the sheet's rows."""

    def __init__(self, canvas: Canvas, plan: _Plan, palette: Palette) -> None:
        self.canvas, self.plan, self.palette = canvas, plan, palette

    def heads(self, y: int, sheet: ScoreSheet) -> int:
        """Paint what stands over the columns; returns the row below."""
        canvas, plan, quiet = self.canvas, self.plan, self.palette.quiet
        for place, group in enumerate(sheet.groups):
            end = plan.columns[(place + 1) * len(plan.columns) // len(sheet.groups) - 1]
            # Where there is no room for `column 1`, its number will do.
            short = plan.names == ()
            canvas.put_right(end, y, str(place + 1) if short else group, quiet)
        if sheet.groups:
            self._bars(y)
            y += 1
        if plan.how - plan.left > 3:
            canvas.put_right(
                plan.how - 2, y, fit(trc("column", "Hand"), plan.how - 3, self.palette.glyphs.more), quiet
            )
        if plan.names:
            canvas.put(plan.how, y, self._how(tr("How"), plan.names), quiet)
            self._numbers(y, plan.names, self.palette.news)
        else:
            # Names over columns of four cells would say nothing.
            first, second = sheet.columns[:2]
            words = tr("{first} left, {second} right", first=first, second=second)
            canvas.put(plan.left, y, fit(words, plan.right - plan.left, self.palette.glyphs.more), quiet)
        for right, words in zip(plan.deadwood, _DEADWOOD, strict=False):
            for down, word in enumerate(tr(words).split("\n")[:2]):
                canvas.put_right(right, y + down, fit(word, 10, self.palette.glyphs.more), quiet)
        return y + (2 if plan.deadwood else 1)

    def hands(self, y: int, lines: tuple[SheetLine, ...]) -> int:
        """Paint the hands; returns the row below."""
        canvas, plan, news = self.canvas, self.plan, self.palette.news
        for line in lines:
            canvas.put_right(plan.how - (3 if plan.how - plan.left > 3 else 1), y, line.hand, news)
            canvas.put(plan.how, y, self._how(line.how, line.points, line.loser), news)
            for right, number in zip(plan.deadwood, (line.loser, line.winner), strict=False):
                canvas.put_right(right, y, number, news)
            self._numbers(y, line.points, news)
            y += 1
        return y

    def _how(self, words: str, numbers: tuple[str, ...], loser: str = "") -> str:
        """Return how a hand ended, cut to the room before the first number of its row."""
        room = self.plan.room(self.plan.how, numbers)
        if self.plan.deadwood:
            # The head of the first column is wider than its numbers, and stands there without any.
            room = min(room, self.plan.deadwood[0] - (width_of(loser) or 8) - self.plan.how - 1)
        return fit(words, room, self.palette.glyphs.more)

    def rows(self, y: int, lines: tuple[Total, ...], *, gold: bool = False) -> int:
        """Paint lines of words and numbers; returns the row below."""
        for place, line in enumerate(lines):
            self._numbers(y, line.numbers, self.palette.gold if gold and place == 0 else self.palette.news)
            words = fit(line.words, self.plan.room(self.plan.words, line.numbers), self.palette.glyphs.more)
            self.canvas.put(self.plan.words, y, words, self.palette.news)
            y += 1
        return y

    def _numbers(self, y: int, numbers: tuple[str, ...], style: Style) -> None:
        self._bars(y)
        for right, number in zip(self.plan.columns, numbers, strict=False):
            self.canvas.put_right(right, y, number, style)

    def _bars(self, y: int) -> None:
        for x in self.plan.bars:
            self.canvas.put(x, y, self.palette.glyphs.pane, self.palette.rule)
