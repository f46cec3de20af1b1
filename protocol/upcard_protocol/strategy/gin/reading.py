"""What the public facts of a hand of gin say about the cards that are not seen.

The opponent's cards are those he took from the pile and still has, and some of the unseen ones. Everything he took,
left or threw away makes some of these likelier than others; `Reading.chances` is that guess for each card.
"""

from functools import cache
from typing import Final

from msgspec import Struct

from upcard_protocol.rules.cards import BIT, FULL, Card, Hand, cards_of, hand_of
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.events import Discarded, Drew, Passed, Took

__all__ = ["Reading", "read"]

COLD: Final = 0.5
"""How much less likely a card is for each neighbour that the opponent threw away or left lying."""

HOT: Final = 3.0
"""How much likelier a card is for each neighbour that the opponent took."""

SURE: Final = 0.9
"""The most that a guess is ever worth: only a card he was seen to take is certain."""


class Reading(Struct, frozen=True):
    """What one player knows and guesses of the other's cards."""

    unseen: Hand
    """In the stock or in hands that are not shown: the cards that may still come."""
    held: Hand
    """The cards the opponent took from the pile and still has."""
    turns: int
    """How many turns the opponent has finished."""
    chances: tuple[float, ...]
    """For each card, how likely the opponent holds it."""

    def danger(self, card: Card) -> float:
        """Return about how many melds of three the opponent could make of this card, 0 and up."""
        chances = self.chances
        return sum(chances[one] * chances[two] for one, two in partners(card))


def read(board: Board, seat: int, hand: Hand) -> Reading:
    """Read the opponent of `seat`, who holds `hand`, from what was played.

    Of several opponents it is the one on the left, who may take what `seat` throws away.
    """
    opponent = board.other(seat)
    held, elsewhere, wanted, unwanted, turns = 0, 0, 0, 0, 0
    top = board.upcard
    for play in board.plays:
        kind = type(play)
        if kind is Discarded:
            assert isinstance(play, Discarded)
            top = play.card
            elsewhere &= ~BIT[top]
            if play.seat == opponent:
                held &= ~BIT[top]
                unwanted |= BIT[top]
                turns += 1
        elif play.seat == opponent:
            if kind is Took:
                assert isinstance(play, Took)
                held |= BIT[play.card]
                wanted |= BIT[play.card]
            elif (kind is Drew or kind is Passed) and top is not None:
                unwanted |= BIT[top]
        elif kind is Took and play.seat != seat:
            assert isinstance(play, Took)
            elsewhere |= BIT[play.card]
    unseen = Hand(FULL & ~(hand | hand_of(board.pile) | held | elsewhere))
    hidden = board.hand_size - held.bit_count()
    return Reading(unseen, Hand(held), turns, _chances(unseen, Hand(held), hidden, wanted & held, unwanted))


def _chances(unseen: Hand, held: Hand, hidden: int, wanted: int, unwanted: int) -> tuple[float, ...]:
    even = hidden / max(unseen.bit_count(), 1)
    chances = [0.0] * 52
    for card in cards_of(held):
        chances[card] = 1.0
    for card in cards_of(unseen):
        near = neighbours(card)
        likely = even * HOT ** (near & wanted).bit_count() * COLD ** (near & unwanted).bit_count()
        chances[card] = min(likely, SURE)
    return tuple(chances)


@cache
def neighbours(card: Card) -> Hand:
    """Return the cards that may stand in one meld of three with a card."""
    return hand_of(other for pair in partners(card) for other in pair)


@cache
def partners(card: Card) -> tuple[tuple[Card, Card], ...]:
    """Return the pairs of cards that make a meld of three with a card: three of its rank, three runs at most."""
    rank, first = card % 13, card - card % 13
    same = [Card(other) for other in range(rank, 52, 13) if other != card]
    pairs = [(one, two) for one in same for two in same if one < two]
    for low in range(max(rank - 2, 0), min(rank, 10) + 1):
        one, two = (Card(first + r) for r in range(low, low + 3) if r != rank)
        pairs.append((one, two))
    return tuple(pairs)
