"""A card table as a picture: its scene painted for a window and a palette.

The picture is a canvas, the zones that can be clicked, and the cell on which the terminal's cursor is parked. What
lies on the table, and what covers it, is painted by the game.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.cardtable import lessons
from upcard_client.cardtable.scene import TableScene
from upcard_client.locale import tr
from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import Canvas, fit, width_of
from upcard_client.widgets.columns import name_columns
from upcard_client.widgets.frame import (
    Status,
    Zone,
    buttons_width,
    looks_width,
    paint_bar,
    paint_buttons,
    paint_header,
    paint_heading,
    paint_log,
    paint_looks,
    paint_notice,
    paint_status,
    put_line,
    wrapped,
)
from upcard_client.widgets.hand import HandRow, Spacing, paint_hand, space
from upcard_client.widgets.sizes import Rows, SizeClass, rows
from upcard_client.widgets.toosmall import paint_too_small


class Picture(Struct, frozen=True):
    """A painted table.

    Attributes:
        canvas: the cells.
        zones: what can be clicked; of zones that overlap the last one counts.
        cursor: column and row of the chosen card, where braille displays and magnifiers look.
        rows: where its parts are; None where the window is too small.
    """

    canvas: Canvas
    zones: tuple[Zone, ...] = ()
    cursor: tuple[int, int] = (0, 0)
    rows: Rows | None = None

    def at(self, x: int, y: int) -> Zone | None:
        """Return what is clicked at a cell."""
        return next((zone for zone in reversed(self.zones) if zone.holds(x, y)), None)


LOG_ROWS: Final = 7
"""Rows of a table from which on the whole log has room there."""

LOWEST: Final = 6
"""Rows of a table that a lesson leaves it at least."""

WAYS: Final = frozenset({"hint", "guide", "help", "back"})
"""Keys that only look and have a place also where there is one row of keys."""


def planned(scene: TableScene, width: int, height: int, palette: Palette) -> Rows | None:
    """Return where the parts of a scene go in a window; None where it is too small for a table."""
    return rows(width, height, cards=palette.cards, hand=scene.hand.most or NO_HAND)


NO_HAND: Final = 99
"""Stands for the cards of somebody who has none: the table has all the room then, and no card is larger for it."""

Paint = Callable[[Canvas, Rows, Palette], list[Zone]]
"""Paints a part of the table; returns what can be clicked there."""


def paint(
    scene: TableScene,
    width: int,
    height: int,
    palette: Palette,
    tabletop: Paint,
    cover: Callable[[Canvas, Palette], list[Zone]] | None = None,
    *,
    sheet: Callable[[Canvas, Palette], list[Zone]] | None = None,
) -> Picture:
    """Paint a scene for a window of so many cells.

    Args:
        scene: what is shown around the table.
        width: cells of the window.
        height: rows of the window.
        palette: colours and signs.
        tabletop: paints what is between header and turn bar.
        cover: paints what covers a part of the table, such as a result; its zones are the only ones then.
        sheet: paints a sheet that takes the whole window in place of the table.
    """
    canvas = Canvas(width, height, palette.table)
    plan = planned(scene, width, height, palette)
    if plan is None:
        paint_too_small(canvas, scene.bar.in_short, palette, gold=scene.bar.kind == "turn")
        return Picture(canvas)
    if sheet is not None:
        found = sheet(canvas, palette)
        paint_notice(canvas, scene.bar, palette)
        return Picture(canvas, tuple(found), rows=plan)
    zones: list[Zone] = []
    paint_header(canvas, scene.header, palette)
    # Where the table is too low for it, the log lies over the hand.
    over_hand = scene.whole_log and plan.table_height < LOG_ROWS
    if scene.whole_log and not over_hand:
        _whole_log(canvas, scene, range(plan.table, plan.bar), palette)
    else:
        zones += _table(canvas, scene, plan, palette, tabletop)
        _pane(canvas, scene, plan, palette)
    paint_bar(canvas, plan.bar, scene.bar, palette)
    told = _teach(canvas, scene, plan, palette)
    status = scene.status
    if status is None and not told:
        room = plan.width - (1 if plan.width >= 60 else 0)
        status = Status("news", lessons.shortened(scene.lesson, palette, room, 2))
    if status is None and plan.pane is None and not scene.whole_log:
        status = scene.news
    said = paint_status(canvas, plan.status, status, palette)
    if over_hand:
        cursor = (0, plan.status)
        _whole_log(canvas, scene, range(plan.status + said, plan.keys), palette)
    else:
        cursor = _hand(canvas, replace(scene.hand, flat=said > 1), scene.hand_note, plan, palette, zones)
    zones += _keys(canvas, scene, plan, palette)
    if cover is not None and not scene.whole_log:
        zones = cover(canvas, palette)
        lessons.paint_lesson(canvas, scene.lesson, palette, range(height), width, cut=True)
    return Picture(canvas, tuple(zones), cursor, plan)


def _table(canvas: Canvas, scene: TableScene, plan: Rows, palette: Palette, tabletop: Paint) -> list[Zone]:
    """Paint what lies on the table: closer together where a guide's lesson would find no room otherwise."""
    zones = tabletop(canvas, plan, palette)
    if not scene.lesson:
        return zones
    area, width = range(plan.table, plan.bar), plan.table_width
    tall = lessons.needed(scene.lesson, palette, width)
    free = lessons.room(canvas, area, width)
    if free >= tall or plan.table_height - tall < LOWEST:
        return zones
    closer = replace(plan, table_height=plan.table_height - tall, bar=plan.bar - tall)
    canvas.fill(0, plan.table, width, plan.table_height, palette.table)
    zones = tabletop(canvas, closer, palette)
    if lessons.room(canvas, area, width) >= tall:
        return zones
    canvas.fill(0, plan.table, width, plan.table_height, palette.table)
    return tabletop(canvas, plan, palette)


def _teach(canvas: Canvas, scene: TableScene, plan: Rows, palette: Palette) -> bool:
    """Say on the table what a guide says; False if there is no room for it, so that the status line should."""
    if not scene.lesson or scene.whole_log:
        return True
    table, width = range(plan.table, plan.bar), plan.pane or plan.width
    cut = scene.status is not None
    return lessons.paint_lesson(canvas, scene.lesson, palette, table, width, cut=cut)


def _hand(
    canvas: Canvas, hand: HandRow, note: str, plan: Rows, palette: Palette, zones: list[Zone]
) -> tuple[int, int]:
    """Paint the viewer's cards and their zones; returns where the cursor is parked."""
    spacing: Spacing = space(hand.batches, plan.cards, plan.width, centred=_centred(plan))
    top = plan.hand + plan.cards.height - spacing.size.height
    paint_hand(canvas, top, hand, spacing, palette)
    lines = wrapped((note,), palette, plan.width - 4) if note else ()
    for y, line in enumerate(lines, plan.keys - max(len(lines), 2)):
        put_line(canvas, 2, y, line, palette.quiet, palette, plan.width - 2)
    cursor = (0, plan.status)
    for spots in spacing.spots:
        for spot in spots:
            chosen = spot.card == hand.chosen
            row = top if chosen and not hand.flat else top + 1
            zones.append(Zone(spot.x, row, spot.width, spacing.size.height, card=spot.card))
            if chosen:
                cursor = (min(spot.x + 1, plan.width - 1), row)
    return cursor


def _centred(plan: Rows) -> bool:
    return plan.size in (SizeClass.WIDE, SizeClass.MID)


def _keys(canvas: Canvas, scene: TableScene, plan: Rows, palette: Palette) -> list[Zone]:
    left = 1 if plan.width >= 60 else 0
    if plan.key_rows > 1:
        zones = paint_buttons(canvas, left, plan.keys, scene.keys, palette, plan.width - left)
        return [*zones, *paint_looks(canvas, plan.keys + 1, scene.looks, palette)]
    # One row has to do: aids, and the way to help and out of here, stay, if only as keys.
    shown = {hint.key for hint in scene.keys}
    ways = tuple(hint for hint in scene.looks if hint.key in WAYS and hint.key not in shown)
    room = plan.width - left - buttons_width(scene.keys, palette) - 3
    for place, hint in enumerate(ways):
        if looks_width(ways, palette) > room:
            ways = (*ways[:place], replace(hint, label=("",)), *ways[place + 1 :])
    x = plan.width - looks_width(ways, palette) - left
    zones = paint_buttons(canvas, left, plan.keys, scene.keys, palette, x - left - 1)
    return [*zones, *paint_looks(canvas, plan.keys, ways, palette, x)]


def _pane(canvas: Canvas, scene: TableScene, plan: Rows, palette: Palette) -> None:
    """Paint the side pane: the score where there is room for it, and the log."""
    if plan.pane is None:
        return
    for y in range(plan.table, plan.bar):
        canvas.put(plan.pane, y, palette.glyphs.pane, palette.rule)
    x, y = plan.pane + 2, plan.table
    width = plan.width - x - 1
    if plan.size in (SizeClass.WIDE, SizeClass.MID):
        y = _score(canvas, scene, x, y, width, plan.bar - 6, palette) + 1
    paint_heading(canvas, x, y, tr("Log"), width, palette)
    paint_log(canvas, x, y + 1, width, plan.bar - y - 1, scene.pane.log, palette, scene.scroll)


def _score(canvas: Canvas, scene: TableScene, x: int, y: int, width: int, last: int, palette: Palette) -> int:
    """Paint the score of the game so far; returns the row after it. The oldest hands give way."""
    pane = scene.pane
    paint_heading(canvas, x, y, tr("Score"), width, palette)
    # Of two the names may take all the room; of more they leave some for how a hand ended.
    left = x if len(pane.names) < 3 else x + 10
    rights, names = name_columns(pane.names, left, x + width - 1, palette)
    if len(names) > 2 and names != pane.names and pane.totals:
        return _standings(canvas, scene, x, y + 1, width, palette)
    for right, name in zip(rights, names, strict=True):
        canvas.put_right(right, y + 1, name, palette.quiet)
    labels = rights[0] - x - 4
    y += 2
    room = max(last - y - 1, 0)
    for row in pane.rows[-room:] if room else ():
        canvas.put(x, y, fit(row.label, labels, palette.glyphs.more), palette.news)
        for right, points in zip(rights, row.points, strict=True):
            canvas.put_right(right, y, "-" if points is None else str(points), palette.news)
        y += 1
    for right, total in zip(rights, pane.totals, strict=False):
        canvas.put_right(right, y, str(total), palette.gold)
    return y + 1


def _standings(canvas: Canvas, scene: TableScene, x: int, y: int, width: int, palette: Palette) -> int:
    """Paint a line for each of many players, whose names have no room side by side; returns the row after them.

    What the last hand brought stands before the total; the hands before it are on the score sheet.
    """
    pane = scene.pane
    last = pane.rows[-1].points if pane.rows else ()
    end, gained = x + width - 1, x + width - 6
    for place, (name, total) in enumerate(zip(pane.names, pane.totals, strict=True)):
        canvas.put_right(end, y, str(total), palette.gold)
        points = last[place] if place < len(last) else None
        words = "" if points is None else f"{points:+d}"
        canvas.put_right(gained, y, words, palette.quiet)
        canvas.put(x, y, fit(name, gained - width_of(words) - x - 1, palette.glyphs.more), palette.news)
        y += 1
    return y


def _whole_log(canvas: Canvas, scene: TableScene, area: range, palette: Palette) -> None:
    """Paint the log over some rows, and below it what a guide says: what had no room on the table is here whole."""
    width = canvas.width - 2
    canvas.fill(0, area.start, canvas.width, len(area), palette.table)
    paint_heading(canvas, 1, area.start, tr("Log"), width, palette)
    told = wrapped(scene.lesson, palette, width) if scene.lesson else ()
    below = max(area.stop - len(told), area.start + 1)
    for y, line in enumerate(told[: area.stop - below], below):
        put_line(canvas, 1, y, line, palette.meld, palette, width)
    height = below - area.start - 1
    paint_log(canvas, 1, area.start + 1, width, height, scene.pane.log, palette, scene.scroll)
