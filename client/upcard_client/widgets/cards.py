"""Cards as they are painted: faces, backs and empty piles at every size.

A card is a solid light block, or an outline where the palette says so. Rank and suit stand top left and
bottom right. Ten is `10` everywhere except on the smallest size, where it is `T`.
"""

from enum import Enum
from typing import Final

from rich.style import Style

from upcard_client.locale import bracket, tr
from upcard_client.looks.palette import Face, Palette
from upcard_client.widgets.canvas import Canvas, fit, width_of
from upcard_protocol.rules.cards import Card, rank, suit

RANK_LABELS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class CardSize(Enum):
    """The sizes of a card: width and height in cells, and the step to the next card of a meld."""

    LARGE = (9, 6, 10)
    MEDIUM = (7, 5, 8)
    NORMAL = (5, 4, 6)
    SHORT = (5, 3, 4)
    SMALL = (4, 3, 3)

    @property
    def width(self) -> int:
        return self.value[0]

    @property
    def height(self) -> int:
        return self.value[1]

    @property
    def step(self) -> int:
        return self.value[2]

    @property
    def overlaps(self) -> bool:
        """Do neighbours cover each other, so that a seam must be drawn between them?"""
        return self.step < self.width


class Tint(Enum):
    """Why a card is not plain paper."""

    PAPER = "paper"
    CHOSEN = "chosen"
    FRESH = "fresh"
    """Just drawn, or free to be taken."""
    AWAY = "away"
    """Shown, but nothing can be done with it now."""


def face(palette: Palette, tint: Tint) -> Face:
    """Return the ground and inks of a tint."""
    match tint:
        case Tint.PAPER:
            return palette.paper
        case Tint.CHOSEN:
            return palette.chosen
        case Tint.FRESH:
            return palette.fresh
        case Tint.AWAY:
            return palette.taken_away


def label(card: Card, palette: Palette, *, short_ten: bool = False) -> str:
    """Write a card as on its corner: `10♠`, or `T♠` where there is room for two cells only."""
    name = "T" if short_ten and rank(card) == 9 else RANK_LABELS[rank(card)]
    return name + palette.glyphs.suits[suit(card)]


def paint_card(
    canvas: Canvas,
    x: int,
    y: int,
    size: CardSize,
    card: Card,
    palette: Palette,
    tint: Tint = Tint.PAPER,
    *,
    seam: bool = False,
) -> None:
    """Paint a face-up card with its top left corner at a cell.

    Args:
        seam: draw the thin left edge, for a card that lies over its neighbour.
    """
    colours = face(palette, tint)
    ink = colours.suits[suit(card)]
    text = label(card, palette, short_ten=size is CardSize.SMALL)
    if palette.outlined:
        _outline(canvas, x, y, size.width, size.height, palette.glyphs.box, colours.ground)
        if size.height > 2:
            canvas.put(x + 1, y + 1, text, ink)
        return
    canvas.fill(x, y, size.width, size.height, colours.ground)
    bottom = y + size.height - 1
    canvas.put(x + 1, y, text, ink)
    if tint is Tint.AWAY:
        return
    if size.overlaps:
        canvas.put(x + size.width - 2, bottom, palette.glyphs.suits[suit(card)], ink)
        if seam:
            _seam(canvas, x, y, size.height, palette, colours.ground)
        return
    canvas.put_right(x + size.width - 1, bottom, text, ink)
    if size.height > 4:
        canvas.put(x + size.width // 2, y + (size.height - 1) // 2, palette.glyphs.suits[suit(card)], ink)


def _seam(canvas: Canvas, x: int, y: int, height: int, palette: Palette, ground: Style) -> None:
    style = Style(color=palette.rule.color, bgcolor=ground.bgcolor)
    for row in range(y, y + height):
        canvas.put(x, row, palette.glyphs.seam, style)


def _outline(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    box: tuple[str, str, str, str, str, str],
    style: Style,
) -> None:
    top_left, top_right, bottom_left, bottom_right, across, down = box
    canvas.fill(x, y, width, height, style)
    canvas.put(x, y, top_left + across * (width - 2) + top_right, style)
    for row in range(y + 1, y + height - 1):
        canvas.put(x, row, down, style)
        canvas.put(x + width - 1, row, down, style)
    canvas.put(x, y + height - 1, bottom_left + across * (width - 2) + bottom_right, style)


def paint_back(
    canvas: Canvas, x: int, y: int, width: int, height: int, palette: Palette, count: int | None = None
) -> None:
    """Paint a card's back, with a number of cards written on it when `count` is given."""
    outlined = palette.outlined and width > 3 and height > 2
    if outlined:
        _outline(canvas, x, y, width, height, palette.glyphs.box, palette.back)
        canvas.fill(x + 1, y + 1, width - 2, height - 2, palette.back, palette.glyphs.back)
    else:
        canvas.fill(x, y, width, height, palette.back, palette.glyphs.back)
    if count is not None:
        row = y + (height - 1) // 2 if height > 3 else y + 1
        # Inside the lines, where there are any, and with a space at both ends where there is room for it.
        left, room = (x + 1, width - 2) if outlined else (x, width)
        text = str(count).center(min(len(str(count)) + 2, room))
        canvas.put(left + (room - len(text)) // 2 if width > 5 else left, row, text, palette.back_count)


def paint_empty_pile(canvas: Canvas, x: int, y: int, size: CardSize, palette: Palette) -> None:
    """Paint a pile without cards: a broken outline and the word `empty`, so that it looks like no card."""
    _outline(canvas, x, y, size.width, size.height, palette.glyphs.empty_pile, palette.quiet)
    word = fit(tr(bracket("empty")), size.width, palette.glyphs.more)
    canvas.put(x + (size.width - width_of(word)) // 2, y + size.height // 2, word, palette.quiet)


ROW_CARD: Final = 4
"""Cells of a card in a row of one line: `␣4♠␣`."""


def paint_row_card(canvas: Canvas, x: int, y: int, card: Card, palette: Palette, tint: Tint = Tint.PAPER) -> int:
    """Paint a card one row high and four cells wide; returns the column after it."""
    colours = face(palette, tint)
    canvas.fill(x, y, ROW_CARD, 1, colours.ground)
    text = label(card, palette)
    canvas.put(x + (0 if len(text) > 2 else 1), y, text, colours.suits[suit(card)])
    return x + ROW_CARD
