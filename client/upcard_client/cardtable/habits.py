"""How the person before the screen likes to play at any table, as the settings have it."""

from typing import Literal

from msgspec import Struct

from upcard_client.cardtable.arrangement import Order

Ask = Literal["never", "meld", "always"]
"""When a discard is asked about first: never, where it breaks a meld, always."""


class Habits(Struct, frozen=True):
    """What somebody is used to.

    Attributes:
        order: how a hand is sorted when one sits down.
        ask: when a discard is asked about.
        motion: a card that goes to the discard pile is seen once on its way.
    """

    order: Order = Order.MELDS
    ask: Ask = "meld"
    motion: bool = False

    def asks(self, *, breaks: bool) -> bool:
        """Return whether a discard is asked about, given whether it breaks a meld."""
        return self.ask == "always" or (self.ask == "meld" and breaks)
