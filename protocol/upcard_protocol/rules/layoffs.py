"""Lay-offs: what a defender may add to the knocker's melds, and the best he can do with it (RULES 3.5).

The defender's own melds and his lay-offs compete for the same cards, so both are chosen together: every way
to lay off is tried, and what then remains in hand is melded with the least deadwood. To meld first and lay
off afterwards loses points now and then.
"""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Final

from msgspec import Struct

from upcard_protocol.rules.cards import BIT, DECK, EMPTY, NAME, Card, Hand, cards_of, cards_text, hand_of
from upcard_protocol.rules.melds import Layout, best_layout, deadwood, meld_kind

__all__ = ["Defence", "defend", "exposure", "fits", "lay_off", "safest"]

_ACES: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""Shifted by a rank, the four cards of that rank."""

_KINGS: Final = _ACES << 12


class Defence(Struct, frozen=True, tag="defence", tag_field="t"):
    """What a defender makes of his hand after a knock."""

    deadwood: int
    """The points that remain with him."""

    melds: tuple[Hand, ...]
    """His own melds, in the order of `Layout`."""

    layoffs: tuple[tuple[Card, int], ...]
    """Each card laid off and the index of the knocker's meld it goes to; each fits when its turn comes."""


def defend(knocker_melds: Sequence[Hand], hand: Hand, *, layoffs: bool = True) -> Defence:
    """Return the defender's optimum over his own melds and his lay-offs together.

    It may break a meld of his own to lay off its cards. Of equal results the one with the fewest lay-offs is
    taken, then the one that lays off the lowest cards, s h d c and ace to king.

    Args:
        knocker_melds: the melds that the knocker has shown.
        hand: the defender's cards, any number.
        layoffs: whether lay-offs are allowed. Against gin they are not, and own melds alone count.
    """
    ways = _ways(knocker_melds, hand) if layoffs else {EMPTY: ()}
    left, _, laid = min((deadwood(Hand(hand ^ laid)), laid.bit_count(), laid) for laid in ways)
    return Defence(left, best_layout(Hand(hand ^ laid)).melds, ways[laid])


def fits(melds: Sequence[Hand], card: Card) -> tuple[int, ...]:
    """Return the indices of the melds, as they stand now, that this card may be laid off on (RULES 3.5)."""
    return tuple(index for index, meld in enumerate(melds) if _open(meld) >> card & 1)


def lay_off(melds: tuple[Hand, ...], card: Card, place: int) -> tuple[Hand, ...]:
    """Return the melds with a card laid off on the one at index `place`.

    Raises:
        ValueError: if the card does not fit there.
    """
    if place not in fits(melds, card):
        where = cards_text(melds[place]) if 0 <= place < len(melds) else f"meld {place}: there is none"
        raise ValueError(f"{NAME[card]} does not fit {where}")
    return *melds[:place], Hand(melds[place] | BIT[card]), *melds[place + 1 :]


def exposure(layout_melds: Sequence[Hand], unavailable: Hand) -> int:
    """Return how many different cards could be laid off on these melds at once and are not dead (RULES 3.4).

    Args:
        layout_melds: the melds to show.
        unavailable: cards that the opponent cannot hold, such as one's own and the discards; the cards of
            the melds themselves are always counted as such.
    """
    spots = 0
    shown = unavailable
    for meld in layout_melds:
        spots |= _open(meld)
        shown = Hand(shown | meld)
    return (spots & ~shown).bit_count()


def safest(layouts: Sequence[Layout], unavailable: Hand) -> Layout:
    """Return the layout that offers the fewest lay-offs that are not dead, the first of equals (RULES 3.4).

    Args:
        layouts: at least one layout.
        unavailable: cards that the opponent cannot hold; see `exposure`.
    """
    return min(layouts, key=lambda layout: exposure(layout.melds, unavailable))


def _below(card: int) -> int:
    """Return the next lower card of the suit, both as masks; 0 below the ace."""
    return card >> 1 & ~_KINGS


def _above(card: int) -> int:
    """Return the next higher card of the suit, both as masks; 0 above the king."""
    return card << 1 & ~(_ACES | 1 << 52)


def _ends(meld: Hand) -> tuple[int, int]:
    """Return the card below and the card above a run as masks, 0 where its suit ends."""
    return _below(meld & -meld), _above(1 << meld.bit_length() - 1)


def _open(meld: Hand) -> Hand:
    """Return the cards that one meld takes as it stands."""
    if meld_kind(meld) == "run":
        below, above = _ends(meld)
        return Hand(below | above)
    lowest = (meld & -meld).bit_length() - 1
    return Hand(_ACES << lowest % 13 & ~meld)


def _chain(card: int, step: Callable[[int], int], hand: Hand) -> list[Card]:
    """Return the cards of the hand that follow one another by `step`, the first of them `card`."""
    chain: list[Card] = []
    while card & hand:
        chain.append(DECK[card.bit_length() - 1])
        card = step(card)
    return chain


def _chains(meld: Hand, hand: Hand) -> list[list[Card]]:
    """Return what of the hand can go to each open end of a meld, nearest card first."""
    if meld_kind(meld) == "run":
        below, above = _ends(meld)
        return [_chain(above, _above, hand), _chain(below, _below, hand)]
    return [list(cards_of(Hand(_open(meld) & hand)))]


def _ways(melds: Sequence[Hand], hand: Hand) -> dict[Hand, tuple[tuple[Card, int], ...]]:
    """Return every set of cards that can be laid off, with one order and place for each."""
    ends = [
        [tuple((card, index) for card in chain[:length]) for length in range(len(chain) + 1)]
        for index, meld in enumerate(melds)
        for chain in _chains(meld, hand)
    ]
    found: dict[Hand, tuple[tuple[Card, int], ...]] = {}
    for choice in product(*ends):
        way = tuple(step for end in choice for step in end)
        laid = hand_of(card for card, _ in way)
        # A card that fits two melds, a set and a run or two ends that meet, is laid off once.
        if laid.bit_count() == len(way):
            found.setdefault(laid, way)
    return found
