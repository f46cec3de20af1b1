"""A card on its way to the discard pile, for who wants to see things move: one picture between two states.

Nothing else ever moves, and without the setting nothing does.
"""

from collections.abc import Callable
from typing import Final

from upcard_client.cardtable.painting import Picture
from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.cards import CardSize, paint_card
from upcard_client.widgets.frame import Zone
from upcard_protocol.rules.cards import Card

LASTS_S: Final = 0.1
"""How long the picture between stays."""

TAKE: Final = frozenset({"take", "retry"})
"""The keys of the discard pile on a picture."""


def landed(before: tuple[Card, ...], now: tuple[Card, ...]) -> Card | None:
    """Return the card that has come to the discard pile since; None where that is not all that has changed there."""
    return now[-1] if len(now) == len(before) + 1 and now[:-1] == before else None


def halfway(older: Picture, newer: Picture, card: Card, palette: Palette) -> Picture | None:
    """Return the picture between: the older one, with a card halfway to the discard pile.

    Args:
        older: the table before.
        newer: the table now.
        card: what has come to the pile.
        palette: colours and signs.

    Returns:
        None where no cards lie on the table that a card could be seen to go to.
    """
    canvas = older.canvas
    # The keys below the hand have the same key, on one row.
    pile = _zone(newer, lambda zone: zone.key in TAKE and zone.height > 1)
    size = next((size for size in CardSize if pile is not None and size.width == pile.width), None)
    same = (canvas.width, canvas.height) == (newer.canvas.width, newer.canvas.height)
    if pile is None or size is None or not same or pile.height < size.height:
        return None
    between = Canvas(canvas.width, canvas.height, palette.table)
    between.blit(0, 0, canvas)
    held = _zone(older, lambda zone: zone.card == card)
    if held is not None:
        between.fill(held.x, held.y, held.width, held.height, palette.table)
    # Others throw from above.
    x, y = (held.x, held.y) if held is not None else (pile.x, 1)
    paint_card(between, (x + pile.x) // 2, (y + pile.y) // 2, size, card, palette)
    return Picture(between, newer.zones, newer.cursor, newer.rows)


def _zone(picture: Picture, wanted: Callable[[Zone], bool]) -> Zone | None:
    return next((zone for zone in reversed(picture.zones) if wanted(zone)), None)
