"""Which card to throw when the hand goes on."""

from msgspec import Struct

from upcard_protocol.rules.cards import BIT, Card, Hand, cards_of, rank
from upcard_protocol.rules.melds import best_discard, deadwood
from upcard_protocol.strategy.gin.reading import Reading
from upcard_protocol.strategy.gin.style import Style

__all__ = ["Weight", "safest_discard", "weigh"]


class Weight(Struct, frozen=True):
    """What throwing a card comes to, before a style weighs one against the other."""

    left: int
    """The deadwood that is left."""
    saved: float
    """Points that the next card from the stock is expected to save; gin counts extra."""
    danger: float
    """About how many melds the opponent could make of the card."""


def weigh(hand: Hand, keep: Hand, reading: Reading, style: Style) -> dict[Card, Weight]:
    """Return what throwing each card that is worth a thought comes to.

    Args:
        hand: the eleven cards.
        keep: cards that may not be thrown.
        reading: what is known and guessed of the other cards.
        style: how much more than the least deadwood a discard may leave, and what gin counts extra.
    """
    left = {card: deadwood(Hand(hand & ~BIT[card])) for card in cards_of(Hand(hand & ~keep))}
    most = min(left.values()) + style.slack
    return {
        card: Weight(
            points,
            _saved_by_next(Hand(hand & ~BIT[card]), points, reading.unseen, style.gin) if style.future else 0.0,
            reading.danger(card),
        )
        for card, points in left.items()
        if points <= most
    }


def safest_discard(hand: Hand, keep: Hand, reading: Reading, style: Style) -> Card:
    """Return the discard that costs least: the deadwood it leaves, less its prospects, and what it may give away.

    Of equals the highest rank goes, then the first of spades, hearts, diamonds, clubs.

    Args:
        hand: the eleven cards.
        keep: cards that may not be thrown.
        reading: what is known and guessed of the other cards.
        style: what is weighed against what.
    """
    weights = weigh(hand, keep, reading, style)

    def cost(card: Card) -> tuple[float, int, Card]:
        weight = weights[card]
        return weight.left - style.future * weight.saved + style.danger * weight.danger, -rank(card), card

    return min(weights, key=cost)


def _saved_by_next(ten: Hand, now: int, unseen: Hand, gin: float) -> float:
    """Return how many points of deadwood the next card from the stock is expected to save; gin counts extra."""
    saved = 0.0
    for card in cards_of(unseen):
        after = best_discard(Hand(ten | BIT[card]))[1]
        if after < now:
            saved += now - after if after else now + gin
    return saved / max(unseen.bit_count(), 1)
