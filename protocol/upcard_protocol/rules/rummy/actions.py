"""What a player of rummy may do (RULES 9.2). The whole list is `Action`."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from upcard_protocol.rules.cards import DECK, CardField, Hand

MOST_PLAYS: Final = 12
"""More melds and lay-offs than any hand can make at once."""

Place = Annotated[int, Meta(ge=0, le=63)]
"""The number of a meld on the table, from 0."""


class DrawStock(Struct, frozen=True, tag="rummy.draw_stock", tag_field="t"):
    """Draw the top card of the stock; with an empty stock turn the pile over first (RULES 9.4)."""


class DrawDiscard(Struct, frozen=True, tag="rummy.draw_discard", tag_field="t"):
    """Take the top card of the discard pile."""


class Block(Struct, frozen=True, tag="rummy.block", tag_field="t"):
    """Leave the discard when the stock is used up and is not renewed: the hand is blocked (RULES 9.4)."""


class Meld(Struct, frozen=True, tag="rummy.meld", tag_field="t"):
    """Lay a new set or run on the table."""

    cards: Hand


class LayOff(Struct, frozen=True, tag="rummy.lay_off", tag_field="t"):
    """Add a card to a meld on the table, anybody's; after a call, the card that was called."""

    card: CardField
    meld: Place


class TakeBack(Struct, frozen=True, tag="rummy.take_back", tag_field="t"):
    """Take back the last meld or lay-off of this turn; again for the one before it."""


class Discard(Struct, frozen=True, tag="rummy.discard", tag_field="t"):
    """Discard a card and end the turn."""

    card: CardField


class GoOut(Struct, frozen=True, tag="rummy.go_out", tag_field="t"):
    """Do all of it at once and have no card left: melds and lay-offs in their order, then perhaps a discard.

    New melds take the next numbers of the table, so a lay-off may name one that was laid before it.
    """

    plays: Annotated[tuple[Meld | LayOff, ...], Meta(max_length=MOST_PLAYS)]
    discard: CardField | None = None


class Call(Struct, frozen=True, tag="rummy.call", tag_field="t"):
    """Call Rummy! to take the discard and lay it on a meld (RULES 9.7)."""


class Pass(Struct, frozen=True, tag="rummy.pass", tag_field="t"):
    """Let the discard lie."""


class Ready(Struct, frozen=True, tag="rummy.ready", tag_field="t"):
    """Be ready for the next hand."""


Action = DrawStock | DrawDiscard | Block | Meld | LayOff | TakeBack | Discard | GoOut | Call | Pass | Ready

DRAW_STOCK: Final = DrawStock()
DRAW_DISCARD: Final = DrawDiscard()
BLOCK: Final = Block()
TAKE_BACK: Final = TakeBack()
CALL: Final = Call()
PASS: Final = Pass()
READY: Final = Ready()
DISCARDS: Final = tuple(Discard(card) for card in DECK)
