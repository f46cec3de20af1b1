"""What of a score sheet has room: the last hands, or those scrolled to, and of the remarks only whole ones."""

from upcard_client.locale import tr
from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.frame import wrapped
from upcard_client.words.phrases import Line

LEAST_HANDS = 1
"""So many hands are shown before a remark is."""


def whole(remarks: tuple[str, ...], width: int, room: int, palette: Palette) -> list[Line]:
    """Return the rows of the first remarks that fit whole into so many rows: no sentence ends in its middle."""
    rows = list[Line]()
    for remark in remarks:
        lines = wrapped((remark,), palette, width)
        if len(rows) + len(lines) > room:
            break
        rows += lines
    return rows


def shown(hands: int, room: int, scroll: int) -> range:
    """Return which hands are shown: as many as have room, so many back from the last."""
    room = max(room, 1)
    last = hands - min(scroll, max(hands - room, 0))
    return range(max(last - room, 0), last)


def paint_shown(canvas: Canvas, end: int, y: int, hands: range, many: int, palette: Palette) -> None:
    """Say on the rule below the hands which of them are shown and which keys lead to others, if there are any."""
    if len(hands) < many:
        words = tr("{first}-{last} of {many}", first=hands.start + 1, last=hands.stop, many=many)
        canvas.put_right(end - 1, y, f" {words} {palette.glyphs.updown} ", palette.look_key)
