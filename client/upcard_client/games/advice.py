"""What the computer would do in the viewer's place, and why in one sentence."""

from msgspec import Struct

from upcard_client.words.phrases import CardWord, Line
from upcard_protocol.rules.cards import Card, Hand, cards_of
from upcard_protocol.rules.games import GameAction


class Advice(Struct, frozen=True):
    """A hint.

    Attributes:
        action: the move, which is allowed.
        line: that move, and the reason with the numbers that matter.
        card: the card of the hand to be chosen for it, if it is about one.
    """

    action: GameAction
    line: Line
    card: Card | None = None


def words(cards: Hand) -> tuple[CardWord, ...]:
    """Return cards as words of a sentence, in the order of the deck."""
    return tuple(CardWord(card) for card in cards_of(cards))
