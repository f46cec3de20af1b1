"""The sheets that cover the rummy table: the result of a hand, and the score sheet."""

from typing import Final

from upcard_client.cardtable import sheetrows
from upcard_client.cardtable.looking import sheet_hints
from upcard_client.games.rummy.results import DOT
from upcard_client.games.rummy.scene import ResultRow, ResultSheet, ScoreSheet
from upcard_client.locale import tr, trc
from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import Canvas, fit, width_of
from upcard_client.widgets.cards import label
from upcard_client.widgets.columns import name_columns, narrowed
from upcard_client.widgets.frame import Zone, line_text, paint_buttons, put_line, wrapped
from upcard_protocol.rules.cards import suit

BOX_WIDTH: Final = 72
"""Cells of the result's box at most, its border included."""

NUMBER: Final = 8
"""Cells of a column of numbers at least; six where it is narrow."""

NAMES: Final = 20
"""Cells that names keep beside long words over the columns."""


def paint_result(canvas: Canvas, sheet: ResultSheet, palette: Palette) -> list[Zone]:
    """Paint the result of a hand over the table; returns what can be clicked on it.

    Where the window is low, blank rows go first, then the cards that are left.
    """
    width = min(BOX_WIDTH, canvas.width)
    left = (canvas.width - width) // 2
    pad = 3 if canvas.width >= 60 else 1
    x, end = left + pad, left + width - pad
    title, *rest = wrapped((sheet.title,), palette, end - x - 2)
    finding = wrapped((sheet.finding.why,), palette, end - x) if sheet.finding is not None else ()
    news = wrapped(sheet.news, palette, end - x)
    # Whoever has a low window reads who won, the numbers and the keys, then the shuffle's line, then the news.
    room = canvas.height - 4 - len(sheet.rows)
    rest = rest[: max(room, 0)]
    room -= len(rest)
    finding = finding[: max(room, 0)]
    news = news[: max(room - len(finding), 0)]
    remark = sheet.remark if room > len(finding) + len(news) else ""
    fixed = 1 + len(rest) + len(sheet.rows) + bool(remark) + len(news) + len(finding) + 1
    cards = sum(bool(row.left or row.note) for row in sheet.rows)
    spare = canvas.height - 2 - fixed
    shows = spare >= cards
    gaps = min(max(spare - cards if shows else spare, 0), 4)
    height = fixed + (cards if shows else 0) + gaps
    top = max((canvas.height - height - 2) // 2, 0)
    _box(canvas, left, top, width, height, palette)
    canvas.put(
        x, top, f" {fit(line_text(title, palette).rstrip(), end - x - 2, palette.glyphs.more)} ", palette.bar_turn
    )
    y = top + 1
    for line in rest:
        put_line(canvas, x, y, line, palette.gold, palette, end - x)
        y += 1
    y += gaps > 0
    ends = _columns(sheet, x, end, NUMBER if width >= 60 else 6)
    for place, (word, right) in enumerate(zip(sheet.heads, ends, strict=True)):
        room = right - (ends[place - 1] if place else x) - 1
        canvas.put_right(right, y, fit(word, room, palette.glyphs.more), palette.quiet)
    y += 1
    for row in sheet.rows:
        _row(canvas, x, y, ends, row, palette)
        y += 1
        if shows and (row.left or row.note):
            _cards(canvas, x + 2, y, end, row, palette)
            y += 1
    y += gaps > 1
    if remark:
        canvas.put(x, y, remark, palette.quiet)
        y += 1
    for line in news:
        put_line(canvas, x, y, line, palette.news, palette, end - x)
        y += 1
    differs = sheet.finding is not None and sheet.finding.kind == "differs"
    for line in finding:
        put_line(canvas, x, y, line, palette.refused if differs else palette.quiet, palette, end - x)
        y += 1
    y += gaps > 2
    return paint_buttons(canvas, x, y, sheet.hints, palette, end - x)


def _box(canvas: Canvas, left: int, top: int, width: int, height: int, palette: Palette) -> None:
    box = palette.glyphs.box
    canvas.fill(0, 0, canvas.width, canvas.height, palette.table)
    across = box[4] * (width - 2)
    canvas.put(left, top, f"{box[0]}{across}{box[1]}", palette.gold)
    for y in range(top + 1, top + 1 + height):
        canvas.put(left, y, box[5], palette.gold)
        canvas.put(left + width - 1, y, box[5], palette.gold)
    canvas.put(left, top + 1 + height, f"{box[2]}{across}{box[3]}", palette.gold)


def _columns(sheet: ResultSheet, x: int, end: int, least: int) -> tuple[int, ...]:
    """Return where the columns of numbers end: each has room for its head, as far as that leaves room for names."""
    wanted = [max(least, width_of(head) + 1) for head in sheet.heads]
    names = min(max((width_of(row.name) for row in sheet.rows), default=0) + 3, NAMES)
    wanted = narrowed(wanted, end - x - names, least)
    return tuple(end - sum(wanted[place + 1 :]) for place in range(len(wanted)))


def _row(canvas: Canvas, x: int, y: int, ends: tuple[int, ...], row: ResultRow, palette: Palette) -> None:
    sign = f"{palette.glyphs.done} " if row.won else "  "
    room = ends[0] - x - max(width_of(row.numbers[0]) + 1, 6)
    canvas.put(
        x, y, fit(f"{sign}{row.name}", room, palette.glyphs.more), palette.gold if row.won else palette.name_style
    )
    for place, number in enumerate(row.numbers):
        style = palette.gold if place == 2 else palette.news
        canvas.put_right(ends[place], y, number, style)


def _cards(canvas: Canvas, x: int, y: int, end: int, row: ResultRow, palette: Palette) -> None:
    if row.note:
        canvas.put(x, y, row.note, palette.quiet)
        return
    for card in row.left:
        text = label(card, palette)
        if x + width_of(text) > end:
            break
        x = canvas.put(x, y, text, palette.log_suits[suit(card)]) + 1


def paint_score_sheet(canvas: Canvas, sheet: ScoreSheet, palette: Palette, scroll: int = 0) -> list[Zone]:
    """Paint the score sheet over the whole window; of many hands the last, or those scrolled back to, are shown."""
    width, height = canvas.width, canvas.height
    canvas.fill(0, 0, width, 1, palette.header)
    title = sheet.title.replace(DOT, palette.glyphs.dot)
    canvas.put(1 if width >= 60 else 0, 0, fit(title, width - 6, palette.glyphs.more), palette.header)
    canvas.put_right(width - 1, 0, "Esc", palette.header)
    left = 1 if width < 70 else min(max((width - 74) // 2, 2), 12)
    right = min(left + 72, width - 1)
    hand, how = trc("column", "Hand"), tr("How")
    second = left + 2 + max(width_of(hand), 4)
    words = (how, *(line.how for line in sheet.hands), *(words for words, _ in sheet.totals))
    room = min(max(map(width_of, words)) + 1, 16)
    ends, names = name_columns(sheet.columns, second + max(room, 8), right, palette)
    room = ends[0] - width_of(names[0]) - second - 1
    y = 2 if height >= 18 else 1
    canvas.put_right(second - 2, y, hand, palette.quiet)
    canvas.put(second, y, fit(how, room, palette.glyphs.more), palette.quiet)
    _numbers(canvas, y, ends, names, palette)
    y += 1
    # Besides there are a rule and the keys, and a blank row where there is room for it.
    rows, many = height - y - 2 - (height >= 18) - len(sheet.totals), len(sheet.hands)
    least = rows - min(many, sheetrows.LEAST_HANDS)
    remarks = sheetrows.whole(sheet.remarks, width - left - 1, least, palette)
    shown = sheetrows.shown(many, rows - len(remarks), scroll)
    for line in sheet.hands[shown.start : shown.stop]:
        canvas.put_right(second - 3, y, line.hand, palette.news)
        canvas.put(second, y, fit(line.how, room, palette.glyphs.more), palette.news)
        _numbers(canvas, y, ends, line.points, palette)
        y += 1
    canvas.put(left, y, palette.glyphs.line * (right - left), palette.rule)
    sheetrows.paint_shown(canvas, right, y, shown, many, palette)
    for place, (words, numbers) in enumerate(sheet.totals):
        y += 1
        canvas.put(second, y, fit(words, room, palette.glyphs.more), palette.news)
        _numbers(canvas, y, ends, numbers, palette, gold=place == 0)
    y += 2 if height >= 18 else 1
    for remark in remarks:
        if y < height - 1:
            put_line(canvas, left, y, remark, palette.news, palette, width - left)
            y += 1
    return paint_buttons(canvas, 1 if width >= 60 else 0, height - 1, sheet_hints(), palette, width - 1)


def _numbers(
    canvas: Canvas, y: int, ends: tuple[int, ...], numbers: tuple[str, ...], palette: Palette, *, gold: bool = False
) -> None:
    for right, number in zip(ends, numbers, strict=True):
        canvas.put_right(right, y, number, palette.gold if gold else palette.news)
