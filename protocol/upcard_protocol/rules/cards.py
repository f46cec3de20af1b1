"""Cards and sets of cards: the values everything else is made of.

A `Card` is 13 * suit + rank, with suits s h d c = 0..3 and ranks A = 0 .. K = 12 (RULES 2).
A `Hand` is a set of cards as a 52-bit mask: bit n is card n. Both are plain integers at run time, so that
the engine may count in bits; their text form is for people, tests and files.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Final, NewType

from msgspec import Meta

from upcard_protocol.rules.faults import broken

Card = NewType("Card", int)
"""One card, 0..51."""

Hand = NewType("Hand", int)
"""A set of cards, one bit each."""

CardField = Annotated[Card, Meta(ge=0, le=51)]
"""A card as a field of a message: out of range is refused when it is read."""

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"

EMPTY: Final = Hand(0)
FULL: Final = Hand((1 << 52) - 1)
DECK: Final = tuple(Card(n) for n in range(52))

VALUE: Final = tuple(min(n % 13 + 1, 10) for n in range(52))
"""Points of each card: ace 1, pips as they are, ten to king 10 (RULES 2)."""

BIT: Final = tuple(Hand(1 << n) for n in range(52))
"""The one-card hand of each card."""

NAME: Final = tuple(RANKS[n % 13] + SUITS[n // 13] for n in range(52))
"""Two letters each: `As`, `Td`."""

_BY_NAME: Final = {name.upper(): Card(n) for n, name in enumerate(NAME)}


def rank(card: Card) -> int:
    """Return the rank, 0 for the ace to 12 for the king."""
    return card % 13


def suit(card: Card) -> int:
    """Return the suit, 0..3 for spades, hearts, diamonds, clubs."""
    return card // 13


def parse_card(text: str) -> Card:
    """Read one card: rank then suit, in either case, the ten as `T` or `10`.

    Raises:
        NotationError: if the text is no card.
    """
    card = _BY_NAME.get(text.strip().upper().replace("10", "T"))
    if card is None:
        raise broken("no_card", typed=repr(text))
    return card


def parse_cards(text: str) -> Hand:
    """Read a hand such as `AS 2S TD`: cards apart by blanks or commas.

    Raises:
        NotationError: if a word is no card, or a card is named twice.
    """
    hand = EMPTY
    for word in text.replace(",", " ").split():
        card = parse_card(word)
        if hand >> card & 1:
            raise broken("named_twice", card=NAME[card], typed=repr(text))
        hand = Hand(hand | 1 << card)
    return hand


def cards_of(hand: Hand) -> Iterator[Card]:
    """Iterate over the cards of a hand, lowest first: spades, hearts, diamonds, clubs, ace to king."""
    rest: int = hand
    while rest:
        low = rest & -rest
        yield Card(low.bit_length() - 1)
        rest ^= low


def hand_of(cards: Iterable[Card]) -> Hand:
    """Return the hand of these cards; a card named twice counts once."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return Hand(mask)


def count(hand: Hand) -> int:
    """Return how many cards the hand has."""
    return hand.bit_count()


def points(hand: Hand) -> int:
    """Return the sum of the cards' values, melded or not."""
    return sum(VALUE[card] for card in cards_of(hand))


def cards_text(hand: Hand) -> str:
    """Write a hand as `As 2s Td`; `parse_cards` reads it back."""
    return " ".join(NAME[card] for card in cards_of(hand))
