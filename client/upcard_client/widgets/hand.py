"""A row of cards in groups: where each card stands, and how the row is painted.

Seven rows at 80x24: one into which the chosen card is raised, the cards, the brackets, the numbers.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from upcard_client.locale import tr
from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import Canvas, width_of
from upcard_client.widgets.cards import CardSize, Tint, label, paint_card
from upcard_protocol.rules.cards import EMPTY, Card, Hand

NUMBERS: Final = "1234567890-"
"""The keys of the first eleven cards."""


class Batch(Struct, frozen=True):
    """Cards that stand together.

    Attributes:
        cards: from left to right.
        label: what the bracket below says, or nothing.
        short: the label where there is little room.
        melded: the bracket of a meld; otherwise a dotted line.
    """

    cards: tuple[Card, ...]
    label: str = ""
    short: str = ""
    melded: bool = False


class HandRow(Struct, frozen=True, kw_only=True):
    """What a row of cards shows.

    Attributes:
        batches: the cards in their groups.
        chosen: the raised card.
        fresh: the card that was just drawn.
        marked: cards with the sign of a legal knock discard, or of a card ticked for a meld.
        away: nothing can be done with the cards now.
        most: how many cards the hand has at most, however few there are now; 0 where there is no hand.
        flat: the chosen card is not raised and `new` is not written, because the row above has text in it.
    """

    batches: tuple[Batch, ...]
    chosen: Card | None = None
    fresh: Card | None = None
    marked: Hand = EMPTY
    away: bool = False
    most: int = 0
    flat: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards from left to right."""
        return tuple(card for batch in self.batches for card in batch.cards)


class Spot(Struct, frozen=True):
    """Where a card stands: the column of its left edge, and how much of it can be seen."""

    card: Card
    x: int
    width: int


class Spacing(Struct, frozen=True):
    """How a row of cards is laid into a width."""

    size: CardSize
    spots: tuple[tuple[Spot, ...], ...]
    """By batch."""

    def spot(self, card: Card) -> Spot | None:
        """Return where a card stands."""
        return next((spot for spots in self.spots for spot in spots if spot.card == card), None)


_SMALLER: Final = {
    CardSize.LARGE: CardSize.MEDIUM,
    CardSize.MEDIUM: CardSize.NORMAL,
    CardSize.NORMAL: CardSize.SHORT,
    CardSize.SHORT: CardSize.SMALL,
}


def space(batches: Sequence[Batch], size: CardSize, width: int, *, centred: bool) -> Spacing:
    """Lay cards out in a width: with room between the groups if there is, else smaller.

    Args:
        batches: the cards in groups.
        size: the size wished for.
        width: cells of the row.
        centred: put the row in the middle, as wide windows do; otherwise two cells from the left.
    """
    while True:
        for gap in (2, 1, 0) if size.overlaps else (3, 2, 1):
            spots, end = _spots(batches, size, gap)
            if end <= width:
                left = (width - end) // 2 if centred else min(2, width - end)
                return Spacing(size, tuple(_shifted(group, left) for group in spots))
        smaller = _SMALLER.get(size)
        if smaller is None:
            spots, _ = _spots(batches, size, 0)
            return Spacing(size, spots)
        size = smaller


def _spots(batches: Sequence[Batch], size: CardSize, gap: int) -> tuple[tuple[tuple[Spot, ...], ...], int]:
    """Return the spots from column 0 on, and the column after the last card."""
    found: list[tuple[Spot, ...]] = []
    x = 0
    for number, batch in enumerate(batches):
        if number:
            x += gap
        last = len(batch.cards) - 1
        group: list[Spot] = []
        for place, card in enumerate(batch.cards):
            shown = size.width if place == last else min(size.step, size.width)
            group.append(Spot(card, x, shown))
            x += size.width if place == last else size.step
        found.append(tuple(group))
    return tuple(found), x


def _shifted(group: tuple[Spot, ...], by: int) -> tuple[Spot, ...]:
    return tuple(Spot(spot.card, spot.x + by, spot.width) for spot in group)


def paint_hand(canvas: Canvas, y: int, row: HandRow, spacing: Spacing, palette: Palette) -> None:
    """Paint a row of cards whose raise row is row y of the canvas."""
    size = spacing.size
    top = y + 1
    word = tr("new")
    chosen = spacing.spot(row.chosen) if row.chosen is not None else None
    for group in spacing.spots:
        for place, spot in enumerate(group):
            if spot == chosen:
                continue
            tint = Tint.AWAY if row.away else Tint.FRESH if spot.card == row.fresh else Tint.PAPER
            seam = size.overlaps and (place > 0 or row.away)
            paint_card(canvas, spot.x, top, size, spot.card, palette, tint, seam=seam)
            if spot.card == row.fresh and not row.away and not row.flat:
                canvas.put(_beside(chosen, spot, size, width_of(word)), y, word, palette.gold)
    if chosen is not None:
        raised = top if row.flat else y
        tint = Tint.AWAY if row.away else Tint.CHOSEN
        paint_card(canvas, chosen.x, raised, size, chosen.card, palette, tint)
        if row.away:
            # It stands out by itself: a sign below it would stand alone, because the numbers are gone.
            words = label(chosen.card, palette, short_ten=size is CardSize.SMALL)
            canvas.put(chosen.x + 1, raised + (1 if palette.outlined else 0), words, palette.name_style)
        elif chosen.card == row.fresh and (size.height > 3 or not palette.outlined):
            # An outlined card of three rows has none to spare.
            middle = raised + (1 if size.height < 4 else 2)
            canvas.put(chosen.x + (size.width - width_of(word)) // 2, middle, word, palette.chosen.suits[0])
    if row.away:
        return
    below = top + size.height
    for batch, group in zip(row.batches, spacing.spots, strict=True):
        _bracket(canvas, below, batch, group, palette)
    _numbers(canvas, below + 1, row, spacing, palette)


def _beside(chosen: Spot | None, fresh: Spot, size: CardSize, cells: int) -> int:
    """Return where a word of so many cells stands above the fresh card, clear of the raised one."""
    x = fresh.x + (size.width - cells) // 2
    if chosen is None:
        return x
    return max(x, chosen.x + size.width) if chosen.x < fresh.x else min(x, chosen.x - cells)


def _bracket(canvas: Canvas, y: int, batch: Batch, group: tuple[Spot, ...], palette: Palette) -> None:
    if not batch.label or not group:
        return
    start, end = group[0].x, group[-1].x + group[-1].width
    if batch.melded:
        left, line, right = palette.glyphs.bracket
        room = end - start - 2
        text = f" {batch.label} " if width_of(batch.label) + 2 <= room else ""
        before = (room - width_of(text)) // 2
        after = room - width_of(text) - before
        canvas.put(start, y, f"{left}{line * before}{text}{line * after}{right}", palette.meld)
        return
    start, end = start + 1, end - 1
    room = end - start
    text = f" {batch.label} "
    if width_of(text) > room and start - 1 + width_of(batch.label) <= canvas.width:
        canvas.put(start - 1, y, batch.label, palette.deadwood)
        return
    if width_of(text) > room:
        text = f" {batch.short} " if width_of(batch.short) + 2 <= room else batch.short
    dots = max(room - width_of(text), 0)
    before = dots // 2
    dot = palette.glyphs.dotted if dots > 3 else " "
    canvas.put(start, y, f"{dot * before}{text}{dot * (dots - before)}", palette.deadwood)


def _numbers(canvas: Canvas, y: int, row: HandRow, spacing: Spacing, palette: Palette) -> None:
    glyphs = palette.glyphs
    middle = 1 if spacing.size.overlaps else spacing.size.width // 2
    cards = [spot for group in spacing.spots for spot in group]
    for place, spot in enumerate(cards):
        x = spot.x + middle
        if spot.card == row.chosen:
            x = canvas.put(x, y, glyphs.chosen, palette.gold)
            if row.marked >> spot.card & 1:
                canvas.put(x, y, glyphs.may_knock, palette.gold)
            continue
        if place < len(NUMBERS):
            x = canvas.put(x, y, NUMBERS[place], palette.quiet)
        if row.marked >> spot.card & 1:
            canvas.put(x, y, glyphs.may_knock, palette.gold)
