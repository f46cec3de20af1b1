"""Which card the computer throws: what costs most, helps least, and does the next player the least good."""

from typing import Final

from msgspec import Struct

from upcard_protocol.rules.cards import BIT, EMPTY, Card, Hand, cards_of
from upcard_protocol.rules.rummy.arranging import arrange
from upcard_protocol.rules.rummy.board import Board
from upcard_protocol.rules.rummy.events import Discarded, LaidOff, Melded, Took, TookBack
from upcard_protocol.rules.rummy.legal import Legal
from upcard_protocol.rules.rummy.melds import melds_in, takes
from upcard_protocol.rules.rummy.options import Options
from upcard_protocol.rules.rummy.scoring import value

__all__ = ["Weight", "cheapest_discard", "spare", "weigh"]

_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four aces: shifted by a rank, the four cards of that rank."""

OUT: Final = 1.5
"""What a card that would make a meld is worth to the one that waits for it, points."""
FITS: Final = 8.0
"""What it costs to throw a card that lies on the table in the next turn, points."""
COMPANY: Final = 3.0
"""What it costs to throw a card that goes with one that the next player was seen to take, points."""


class Weight(Struct, frozen=True):
    """What throwing a card comes to."""

    value: int
    """What it counts, points."""
    outs: int
    """How many cards, not seen yet, would put it into a new meld."""
    fits: bool
    """Does a meld on the table take it?"""
    company: bool
    """Does it go with a card that the next player was seen to take?"""

    @property
    def gain(self) -> float:
        """What there is in throwing it, points."""
        return self.value - OUT * self.outs - FITS * self.fits - COMPANY * self.company


def cheapest_discard(seen: Legal, board: Board) -> Card:
    """Return the discard that costs least, in a phase in which one is due.

    Args:
        seen: what the viewer may do.
        board: the hand in play.
    """
    loose = spare(seen)
    if not loose & (loose - 1):
        return next(cards_of(loose))
    weights = weigh(seen, board)
    return max(weights, key=lambda card: (weights[card].gain, card % 13, -(card // 13)))


def spare(seen: Legal) -> Hand:
    """Return the cards to choose the discard from: those that stand in no meld, or all where there are none."""
    allowed = seen.discards
    return Hand(arrange(seen.hand, seen.sheet.options).loose & allowed) or allowed


def weigh(seen: Legal, board: Board) -> dict[Card, Weight]:
    """Return what throwing each of the cards to choose from comes to."""
    options = seen.sheet.options
    outs = _outs(seen.hand, board, options)
    following = _taken_by(board, (seen.viewer + 1) % len(board.held))
    fitting = 0
    for meld in board.melds:
        fitting |= takes(meld.cards, options.ace_runs)
    return {
        card: Weight(
            value(card, options),
            outs[card],
            bool(fitting >> card & 1),
            any(_go_together(card, other) for other in following),
        )
        for card in cards_of(spare(seen))
    }


def _outs(hand: Hand, board: Board, options: Options) -> dict[Card, int]:
    """Return for each card of the hand how many cards, not seen yet, would put it into a new meld."""
    seen: int = hand
    for meld in board.melds:
        seen |= meld.cards
    for card in board.pile:
        seen |= BIT[card]
    outs = dict.fromkeys(cards_of(hand), 0)
    before = set(melds_in(hand, options.ace_runs))
    for card in cards_of(Hand(_near(hand) & ~seen)):
        helped: int = EMPTY
        for meld in melds_in(Hand(hand | BIT[card]), options.ace_runs):
            if meld not in before:
                helped |= meld
        for other in cards_of(Hand(helped & hand)):
            outs[other] += 1
    return outs


def _near(hand: Hand) -> Hand:
    """Return the cards that could make a meld with two of a hand: of a rank held twice, or two places away."""
    near: int = EMPTY
    ranks = [0] * 13
    for card in cards_of(hand):
        first, rank = card - card % 13, card % 13
        ranks[rank] += 1
        for other in (rank - 2, rank - 1, rank + 1, rank + 2):
            near |= 1 << first + other % 13
    for rank, held in enumerate(ranks):
        if held >= 2:
            near |= _RANK << rank
    return Hand(near)


def _taken_by(board: Board, seat: int) -> tuple[Card, ...]:
    """Return the cards that a seat took from the pile and seems to hold still."""
    held: int = EMPTY
    for play in board.plays:
        match play:
            case Took(seat=who, card=card) if who == seat:
                held |= BIT[card]
            case Discarded(seat=who, card=card) | LaidOff(seat=who, card=card) if who == seat:
                held &= ~BIT[card]
            case Melded(seat=who, cards=cards) if who == seat:
                held &= ~cards
            case TookBack(seat=who, cards=cards) if who == seat:
                held |= cards
            case _:
                pass
    return tuple(cards_of(Hand(held)))


def _go_together(card: Card, other: Card) -> bool:
    """Say whether two cards could stand in one meld."""
    return card % 13 == other % 13 or (card // 13 == other // 13 and abs(card - other) <= 2)
