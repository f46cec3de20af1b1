"""Which card to throw when the hand goes on."""

from upcard_protocol.rules.cards import BIT, Card, Hand, cards_of, rank
from upcard_protocol.rules.melds import best_discard, deadwood
from upcard_protocol.strategy.gin.reading import Reading
from upcard_protocol.strategy.gin.style import Style

__all__ = ["safest_discard"]


def safest_discard(hand: Hand, keep: Hand, reading: Reading, style: Style) -> Card:
    """Return the discard that costs least: the deadwood it leaves, less its prospects, and what it may give away.

    Of equals the highest rank goes, then the first of spades, hearts, diamonds, clubs.

    Args:
        hand: the eleven cards.
        keep: cards that may not be thrown.
        reading: what is known and guessed of the other cards.
        style: what is weighed against what.
    """
    left = {card: deadwood(Hand(hand & ~BIT[card])) for card in cards_of(Hand(hand & ~keep))}
    most = min(left.values()) + style.slack

    def cost(card: Card) -> tuple[float, int, Card]:
        kept = Hand(hand & ~BIT[card])
        prospects = style.future * _saved_by_next(kept, left[card], reading.unseen, style.gin)
        return left[card] - prospects + style.danger * reading.danger(card), -rank(card), card

    return min((card for card, points in left.items() if points <= most), key=cost)


def _saved_by_next(ten: Hand, now: int, unseen: Hand, gin: float) -> float:
    """Return how many points of deadwood the next card from the stock is expected to save; gin counts extra."""
    saved = 0.0
    for card in cards_of(unseen):
        after = best_discard(Hand(ten | BIT[card]))[1]
        if after < now:
            saved += now - after if after else now + gin
    return saved / max(unseen.bit_count(), 1)
