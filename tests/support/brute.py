"""The rules of melds a second time, slow and plain: what the tables and bit tricks of the engine are held to.

Cards are looked at as (rank, suit) and nothing of the engine's melds is used.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations

from upcard_protocol.rules.cards import Card, Hand, cards_of, hand_of

Cards = frozenset[Card]


def _rank(card: Card) -> int:
    return card % 13


def _suit(card: Card) -> int:
    return card // 13


def is_set(cards: Cards) -> bool:
    """Return whether these are three or four cards of one rank."""
    return len(cards) in (3, 4) and len({_rank(card) for card in cards}) == 1


def is_run(cards: Cards) -> bool:
    """Return whether these are three or more cards of one suit in a row, the ace low."""
    ranks = sorted(_rank(card) for card in cards)
    one_suit = len({_suit(card) for card in cards}) == 1
    return len(cards) >= 3 and one_suit and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


@cache
def all_melds() -> tuple[Cards, ...]:
    """Return every meld of the deck: 65 sets and 264 runs."""
    found: list[Cards] = []
    for rank in range(13):
        group = [Card(13 * suit + rank) for suit in range(4)]
        found += [frozenset(cards) for size in (3, 4) for cards in combinations(group, size)]
    for suit in range(4):
        for low in range(13):
            found += [frozenset(Card(13 * suit + rank) for rank in range(low, high)) for high in range(low + 3, 14)]
    return tuple(found)


def worth(cards: Cards) -> int:
    """Return the points of these cards."""
    return sum(min(_rank(card) + 1, 10) for card in cards)


def melds_in(cards: Cards) -> dict[Card, list[Cards]]:
    """Return the melds that these cards can form, by the first card of each."""
    found: dict[Card, list[Cards]] = {card: [] for card in cards}
    for meld in all_melds():
        if meld <= cards:
            found[min(meld)].append(meld)
    return found


def arrangements(cards: Cards) -> Iterator[tuple[Cards, ...]]:
    """Yield every way to put some of the cards into disjoint melds, no way twice."""
    yield from _arrangements(cards, melds_in(cards))


def _arrangements(cards: Cards, melds: dict[Card, list[Cards]]) -> Iterator[tuple[Cards, ...]]:
    if not cards:
        yield ()
        return
    first = min(cards)
    yield from _arrangements(cards - {first}, melds)
    for meld in melds[first]:
        if meld <= cards:
            for others in _arrangements(cards - meld, melds):
                yield meld, *others


def least_deadwood(hand: Hand) -> int:
    """Return the least points that any arrangement leaves."""
    return counter(hand)(frozenset(cards_of(hand)))


def counter(hand: Hand) -> Callable[[Cards], int]:
    """Return a function that counts the least deadwood of any part of this hand."""
    melds = melds_in(frozenset(cards_of(hand)))

    @cache
    def least(cards: Cards) -> int:
        if not cards:
            return 0
        first = min(cards)
        rest = least(cards - {first}) + worth(frozenset({first}))
        return min([rest, *(least(cards - meld) for meld in melds[first] if meld <= cards)])

    return least


def least_after_lay_offs(melds: tuple[Hand, ...], hand: Hand) -> int:
    """Return the least deadwood a defender can reach, by trying every order of laying cards off."""
    start = (tuple(frozenset(cards_of(meld)) for meld in melds), hand)
    seen = {start}
    waiting = [start]
    while waiting:
        table, held = waiting.pop()
        for index, meld in enumerate(table):
            for card in cards_of(held):
                grown = meld | {card}
                if is_set(grown) or is_run(grown):
                    after = ((*table[:index], grown, *table[index + 1 :]), Hand(held & ~hand_of([card])))
                    if after not in seen:
                        seen.add(after)
                        waiting.append(after)
    least = counter(hand)
    return min(least(frozenset(cards_of(held))) for held in {held for _, held in seen})
