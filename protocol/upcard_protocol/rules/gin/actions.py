"""What a player of gin may do (RULES 3.3). The whole list is `Action`."""

from typing import Final

from msgspec import Struct

from upcard_protocol.rules.cards import DECK, Card, CardField, Hand


class TakeUpcard(Struct, frozen=True, tag="gin.take_upcard", tag_field="t"):
    """Take the first upcard when it is offered."""


class Pass(Struct, frozen=True, tag="gin.pass", tag_field="t"):
    """Refuse the first upcard."""


class DrawStock(Struct, frozen=True, tag="gin.draw_stock", tag_field="t"):
    """Draw the top card of the stock."""


class DrawDiscard(Struct, frozen=True, tag="gin.draw_discard", tag_field="t"):
    """Draw the top card of the discard pile."""


class Discard(Struct, frozen=True, tag="gin.discard", tag_field="t"):
    """Discard a card and end the turn."""

    card: CardField


class Knock(Struct, frozen=True, tag="gin.knock", tag_field="t"):
    """Discard a card face down and knock, or go gin; without melds the best arrangement is taken (RULES 3.4)."""

    card: CardField
    melds: tuple[Hand, ...] | None = None


class BigGin(Struct, frozen=True, tag="gin.big_gin", tag_field="t"):
    """Show eleven melded cards without a discard."""

    melds: tuple[Hand, ...] | None = None


class LayOff(Struct, frozen=True, tag="gin.lay_off", tag_field="t"):
    """Arrange the defender's hand: own melds, and cards with the number of the knocker's meld each goes on.

    The lay-offs are taken in their order, so a chain is 5h then 6h. Without melds the best of what is left stand.
    """

    melds: tuple[Hand, ...] | None = None
    layoffs: tuple[tuple[CardField, int], ...] = ()


class Auto(Struct, frozen=True, tag="gin.auto", tag_field="t"):
    """Lay off whatever leaves the defender least deadwood."""


class Done(Struct, frozen=True, tag="gin.done", tag_field="t"):
    """Lay off nothing."""


class TakeAndEnd(Struct, frozen=True, tag="gin.take_and_end", tag_field="t"):
    """Take the last discard and knock, go gin, or (with no card) declare big gin at once (RULES 3.7)."""

    card: CardField | None
    melds: tuple[Hand, ...] | None = None


class Decline(Struct, frozen=True, tag="gin.decline", tag_field="t"):
    """Leave the last discard; the hand is dead."""


class Ready(Struct, frozen=True, tag="gin.ready", tag_field="t"):
    """Be ready for the next hand."""


Action = (
    TakeUpcard
    | Pass
    | DrawStock
    | DrawDiscard
    | Discard
    | Knock
    | BigGin
    | LayOff
    | Auto
    | Done
    | TakeAndEnd
    | Decline
    | Ready
)

TAKE_UPCARD: Final = TakeUpcard()
PASS: Final = Pass()
DRAW_STOCK: Final = DrawStock()
DRAW_DISCARD: Final = DrawDiscard()
BIG_GIN: Final = BigGin()
AUTO: Final = Auto()
DONE: Final = Done()
DECLINE: Final = Decline()
READY: Final = Ready()
DISCARDS: Final = tuple(Discard(card) for card in DECK)
KNOCKS: Final = tuple(Knock(card) for card in DECK)


def card_of(action: Action) -> Card | None:
    """Return the card that an action discards, or None."""
    return action.card if isinstance(action, Discard | Knock | TakeAndEnd) else None
