"""How a hand lies before its player: in melds, by rank, by suit, or as moved by hand."""

from collections.abc import Sequence
from enum import Enum
from typing import Literal

from msgspec import Struct

from upcard_client.locale import mark
from upcard_protocol.rules.cards import EMPTY, Card, Hand, cards_of, hand_of, points, rank, suit
from upcard_protocol.rules.melds import Layout, layouts, meld_kind

GroupKind = Literal["run", "set", "deadwood", "plain"]


class Order(Enum):
    """Ways to sort a hand, each as it is called; `S` steps through the first three."""

    MELDS = mark("melds")
    RANK = mark("rank")
    SUIT = mark("suit")
    BY_HAND = mark("by hand")

    def after(self) -> "Order":
        """Return the next order in the round of melds, rank, suit."""
        return {Order.MELDS: Order.RANK, Order.RANK: Order.SUIT}.get(self, Order.MELDS)


class Group(Struct, frozen=True):
    """Cards that lie together, left to right, and what they are."""

    kind: GroupKind
    cards: tuple[Card, ...]

    @property
    def deadwood(self) -> int:
        """The points of the cards, whatever they form."""
        return points(hand_of(self.cards))


def by_rank(hand: Hand) -> tuple[Card, ...]:
    """Return the cards from ace to king; of one rank spades, hearts, diamonds, clubs."""
    return tuple(sorted(cards_of(hand), key=lambda card: (rank(card), suit(card))))


def in_order(melds: Sequence[Hand]) -> list[tuple[int, Hand]]:
    """Return melds with their numbers in the order in which they are shown: from the lowest rank on."""
    return sorted(enumerate(melds), key=lambda each: (by_rank(each[1])[0] % 13, each[0]))


def laid_out(layout: Layout) -> tuple[Group, ...]:
    """Return the melds of a layout from the lowest rank on, then its loose cards as deadwood."""
    groups = [Group(meld_kind(meld) or "plain", by_rank(meld)) for _, meld in in_order(layout.melds)]
    if layout.loose:
        groups.append(Group("deadwood", by_rank(layout.loose)))
    return tuple(groups)


def with_loose(layout: Layout, card: Card) -> Layout:
    """Return a layout with one more loose card, such as the discard that is being thought of."""
    loose = Hand(layout.loose | 1 << card)
    return Layout(layout.melds, loose, points(loose))


def arrange(
    hand: Hand, order: Order, *, by_hand: tuple[Card, ...] = (), layout: Layout | None = None
) -> tuple[Group, ...]:
    """Return a hand in the groups in which it is shown.

    Args:
        hand: the cards.
        order: how they are sorted.
        by_hand: for `Order.BY_HAND` the cards from left to right; new ones go to the end.
        layout: for `Order.MELDS` the melds to show instead of the first of the best.
    """
    if hand == EMPTY:
        return ()
    match order:
        case Order.MELDS:
            return laid_out(layout if layout is not None else layouts(hand)[0])
        case Order.RANK:
            return (Group("plain", by_rank(hand)),)
        case Order.SUIT:
            suits = (Hand(hand & (8191 << 13 * each)) for each in range(4))
            return tuple(Group("plain", by_rank(cards)) for cards in suits if cards)
        case Order.BY_HAND:
            kept = tuple(card for card in by_hand if hand >> card & 1)
            fresh = by_rank(Hand(hand & ~hand_of(kept)))
            return (Group("plain", (*kept, *fresh)),)


def left_to_right(groups: tuple[Group, ...]) -> tuple[Card, ...]:
    """Return the cards of all groups in the order in which they lie."""
    return tuple(card for group in groups for card in group.cards)


def moved(cards: tuple[Card, ...], card: Card, step: int) -> tuple[Card, ...]:
    """Return the cards with one moved by some places; it stays where the row ends."""
    place = cards.index(card)
    goal = min(max(place + step, 0), len(cards) - 1)
    rest = cards[:place] + cards[place + 1 :]
    return (*rest[:goal], card, *rest[goal:])
