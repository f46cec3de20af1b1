"""Size classes: what fits into the window, and where the parts of a table go.

The order is the same at every size: header, table, turn bar, status line, hand, key rows. Only card size,
side pane and spacing change.
"""

from enum import Enum
from typing import Final

from msgspec import Struct

from upcard_client.looks.palette import CardWish
from upcard_client.widgets.cards import CardSize


class SizeClass(Enum):
    """Classes of windows, from the largest; the value is the smallest window of the class in cells."""

    WIDE = (110, 34)
    MID = (100, 28)
    NORMAL = (78, 22)
    SHORT = (60, 18)
    SMALLEST = (40, 12)
    TOO_SMALL = (0, 0)


CARD_SIZES: Final = {
    SizeClass.WIDE: CardSize.LARGE,
    SizeClass.MID: CardSize.MEDIUM,
    SizeClass.NORMAL: CardSize.NORMAL,
    SizeClass.SHORT: CardSize.SHORT,
    SizeClass.SMALLEST: CardSize.SMALL,
}
PANE_WIDTHS: Final = {SizeClass.WIDE: 34, SizeClass.MID: 27, SizeClass.NORMAL: 27}
"""Cells of the side pane, its rule included."""


GROUPS: Final = 5
"""Cells of the gaps between the groups of a hand, and of the margins beside it, at least."""


def size_class(width: int, height: int) -> SizeClass:
    """Return the largest class that fits a window of so many cells."""
    return next(each for each in SizeClass if width >= each.value[0] and height >= each.value[1])


class Rows(Struct, frozen=True, kw_only=True):
    """Where the parts of a table are, in rows from the top; `pane` is the column of the side pane's rule."""

    size: SizeClass
    width: int
    height: int
    cards: CardSize
    table: int
    table_height: int
    bar: int
    status: int
    hand: int
    keys: int
    key_rows: int
    pane: int | None

    @property
    def table_width(self) -> int:
        """Cells left for the table beside the pane."""
        return self.pane if self.pane is not None else self.width


def card_size(width: int, height: int, cards: CardWish = "auto", hand: int = 0) -> CardSize:
    """Return the size of the cards of a hand in a window that is large enough for a table.

    Large cards leave the table the rows that the smallest window of its class has, and the whole hand in one row.

    Args:
        width: of the window, cells.
        height: of the window, cells.
        cards: how large they are wished for.
        hand: how many cards the hand has at most; 0 if that is not known.
    """
    found = size_class(width, height)
    usual = CARD_SIZES[found]
    match cards:
        case "auto":
            return usual
        case "small":
            return CARD_SIZES[SizeClass.NORMAL] if found in PANE_WIDTHS else usual
        case "large":
            spare = height - found.value[1] + usual.height
            larger = (size for size in CardSize if size.width > usual.width or size.height > usual.height)
            fits = (size for size in larger if size.height <= spare and hand * size.step + GROUPS <= width)
            return next(fits, usual)


def rows(width: int, height: int, *, cards: CardWish = "auto", hand: int = 0) -> Rows | None:
    """Return the rows of a window, or None where it is too small for a table.

    Args:
        width: of the window, cells.
        height: of the window, cells.
        cards: how large cards are wished for.
        hand: how many cards the hand has at most; 0 if that is not known.

    Below the cards are the brackets and the numbers; above them one row into which the chosen card is raised.
    """
    found = size_class(width, height)
    if found is SizeClass.TOO_SMALL:
        return None
    size = card_size(width, height, cards, hand)
    key_rows = 2 if found in PANE_WIDTHS else 1
    keys = height - key_rows
    raised = keys - size.height - 3
    pane = PANE_WIDTHS.get(found)
    return Rows(
        size=found,
        width=width,
        height=height,
        cards=size,
        table=1,
        table_height=raised - 3,
        bar=raised - 2,
        status=raised - 1,
        hand=raised,
        keys=keys,
        key_rows=key_rows,
        pane=width - pane if pane is not None else None,
    )
