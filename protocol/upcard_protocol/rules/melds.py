"""Sets and runs: the least deadwood of a hand, exactly, and every layout that leaves it (RULES 2, 3.4).

How it counts. A hand is four suits of 13 bits. Runs never leave their suit, so what a suit leaves out of its
runs is one look into a table of 8,192 entries. Sets tie the suits together, and there are few of them: only a
rank held three or four times can be one. A hand with no such rank is four look-ups; for the others, each
choice of sets (none, each triple, all four) takes its cards out of their suits, and the rest is four look-ups
again. A rank none of whose cards stands in a run needs no choice: its set costs nothing and is always taken.

Three of a rank double the choices and four make six of them, so this is made for hands that are held in play,
some twenty cards at most, and not for a whole deck.

The tables are computed at import, in a few milliseconds.
"""

from typing import Final, Literal

from msgspec import Struct

from upcard_protocol.rules.cards import BIT, DECK, EMPTY, Card, Hand, cards_of, points

__all__ = [
    "Layout",
    "best_discard",
    "best_layout",
    "deadwood",
    "is_meld",
    "knock_discards",
    "layouts",
    "meld_kind",
]

_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four aces: shifted by a rank, the four cards of that rank."""

_Suits = tuple[int, int, int, int]


def _sums() -> tuple[int, ...]:
    """Return the points of every suit mask, each from the mask without its lowest card."""
    sums = [0] * 8192
    for mask in range(1, 8192):
        rest = mask & (mask - 1)
        sums[mask] = sums[rest] + min((mask ^ rest).bit_length(), 10)
    return tuple(sums)


def _in_runs(mask: int) -> int:
    """Return the cards of a suit that stand in some run: every three in a row."""
    first = mask & mask >> 1 & mask >> 2
    return first | first << 1 | first << 2


_NOTHING_TO_DROP: Final = 1 << 20
"""The loss that stands for a suit without cards: greater than any other."""

_SUM: Final = _sums()
_RUNS: Final = tuple(map(_in_runs, range(8192)))
"""The cards of a suit that stand in runs. Together they are melded: a stretch of three or more is one run."""

_LOOSE: Final = tuple(_SUM[mask ^ run] for mask, run in enumerate(_RUNS))
"""The least points that a suit leaves out of its runs."""


def _drop(mask: int) -> int:
    """Return what the best single card to remove from a suit is worth, as `64 * gain + 4 * rank`.

    The gain is how much less the suit leaves loose without the card; it is below 0 where a run breaks. A
    loose card gains its value and a run's card nothing at most, so the highest loose card is best if there is
    one.
    """
    loose = mask ^ _RUNS[mask]
    ranks = (loose.bit_length() - 1,) if loose else [r for r in range(13) if mask >> r & 1]
    drops = [64 * (_LOOSE[mask] - _LOOSE[mask ^ 1 << r]) + 4 * r for r in ranks]
    return max(drops, default=-_NOTHING_TO_DROP)


_DROP: Final = tuple(map(_drop, range(8192)))

_DROPPED: Final = tuple(DECK[13 * (3 - n % 4) + n // 4] for n in range(52))
"""The card of `4 * rank + 3 - suit`: of equals in a comparison the dearest and highest wins, then s h d c."""


def deadwood(hand: Hand) -> int:
    """Return the least deadwood of a hand of any size, in points: exact, over all ways to meld (RULES 2).

    Examples:
        >>> from upcard_protocol.rules.cards import parse_cards
        >>> deadwood(parse_cards("7s 7h 7d 8d 9d"))
        14
    """
    s = hand & 8191
    h = hand >> 13 & 8191
    d = hand >> 26 & 8191
    c = hand >> 39
    # The ranks held at least three times: two of one pair of suits and one or two of the other.
    ranks = (s & h & (d | c)) | (d & c & (s | h))
    if not ranks:
        return _LOOSE[s] + _LOOSE[h] + _LOOSE[d] + _LOOSE[c]
    contested = ranks & (_RUNS[s] | _RUNS[h] | _RUNS[d] | _RUNS[c])
    taken = ~(ranks ^ contested)
    s &= taken
    h &= taken
    d &= taken
    c &= taken
    if not contested:
        return _LOOSE[s] + _LOOSE[h] + _LOOSE[d] + _LOOSE[c]
    choices = _choices(s, h, d, c, contested)
    return min([_LOOSE[s] + _LOOSE[h] + _LOOSE[d] + _LOOSE[c] for s, h, d, c in choices])


def best_discard(hand: Hand, *, keep: Hand = EMPTY) -> tuple[Card, int]:
    """Return the discard that leaves the least deadwood, and that deadwood in points.

    Of equally good discards the dearest, then the highest, then the first of spades, hearts, diamonds, clubs.
    Made for 11 cards and exact for any number, also where sets and runs compete for cards.

    Args:
        hand: the cards to choose from.
        keep: cards that may not be discarded, such as the one just taken from the pile (RULES 3.3).

    Raises:
        ValueError: if there is no card that may be discarded.
    """
    s = hand & 8191
    h = hand >> 13 & 8191
    d = hand >> 26 & 8191
    c = hand >> 39
    ranks = (s & h & (d | c)) | (d & c & (s | h))
    if keep:
        return _best_discard_but(hand, keep)
    if ranks:
        if ranks & (_RUNS[s] | _RUNS[h] | _RUNS[d] | _RUNS[c]):
            return _best_discard_of_choices(s, h, d, c, ranks)
        others = ~ranks
        s &= others
        h &= others
        d &= others
        c &= others
    best = _DROP[s] + 3
    if (drop := _DROP[h] + 2) > best:
        best = drop
    if (drop := _DROP[d] + 1) > best:
        best = drop
    if (drop := _DROP[c]) > best:
        best = drop
    if best < 64:
        # Everything outside the sets is melded too, so a card of a set may be as good to throw, or better.
        return _best_discard_of_choices(*_suits(hand), ranks)
    return _DROPPED[best & 63], _LOOSE[s] + _LOOSE[h] + _LOOSE[d] + _LOOSE[c] - (best >> 6)


def _best_discard_of_choices(s: int, h: int, d: int, c: int, ranks: int) -> tuple[Card, int]:
    """Return the best discard over every choice of sets; a card thrown from a set is one of a smaller choice.

    One number compares two answers, the least wins: 64 * deadwood - (4 * rank + 3 - suit).
    """
    key = min(
        [
            64 * (_LOOSE[s] + _LOOSE[h] + _LOOSE[d] + _LOOSE[c])
            - max(_DROP[s] + 3, _DROP[h] + 2, _DROP[d] + 1, _DROP[c])
            for s, h, d, c in _choices(s, h, d, c, ranks)
        ]
    )
    if key > _NOTHING_TO_DROP // 2:
        raise ValueError("there is no card to discard")
    return _DROPPED[-key & 63], key + 63 >> 6


def _best_discard_but(hand: Hand, keep: Hand) -> tuple[Card, int]:
    """Return the best discard that is not among the cards to keep."""
    if hand & ~keep:
        card, left = best_discard(hand)
        if not keep >> card & 1:
            return card, left
    keys = [
        64 * deadwood(Hand(hand ^ BIT[card])) - (4 * (card % 13) + 3 - card // 13)
        for card in cards_of(Hand(hand & ~keep))
    ]
    if not keys:
        raise ValueError("there is no card that may be discarded")
    key = min(keys)
    return _DROPPED[-key & 63], key + 63 >> 6


def knock_discards(hand: Hand, limit: int) -> Hand:
    """Return the cards that may be thrown so that at most `limit` points of deadwood remain (RULES 3.4)."""
    # No card is worth more than 10, so one count settles most hands.
    if not hand or deadwood(hand) > limit + 10 or best_discard(hand)[1] > limit:
        return EMPTY
    found = 0
    for card in cards_of(hand):
        if deadwood(Hand(hand ^ BIT[card])) <= limit:
            found |= BIT[card]
    return Hand(found)


def meld_kind(cards: Hand) -> Literal["set", "run"] | None:
    """Return what meld these cards are, all together (RULES 2; the ace is low only)."""
    size = cards.bit_count()
    if size < 3:
        return None
    lowest = (cards & -cards).bit_length() - 1
    if size <= 4 and cards & ~(_RANK << lowest % 13) == 0:
        return "set"
    in_suit = cards >> 13 * (lowest // 13)
    if in_suit < 8192 and _RUNS[in_suit] == in_suit and in_suit & in_suit + (in_suit & -in_suit) == 0:
        return "run"
    return None


def is_meld(cards: Hand) -> bool:
    """Return whether these cards are one meld, all together (RULES 2)."""
    return meld_kind(cards) is not None


class Layout(Struct, frozen=True, tag="layout", tag_field="t"):
    """One way to lay a hand out in melds."""

    melds: tuple[Hand, ...]
    """Disjoint melds: sets from ace to king, then runs by suit (s h d c) and from ace to king."""

    loose: Hand
    """The cards in no meld."""

    deadwood: int
    """The points of the loose cards."""


def layouts(hand: Hand) -> tuple[Layout, ...]:
    """Return every layout that leaves the least deadwood, without duplicates and always in the same order.

    The order is fewest loose cards first, then by the melds' masks. A stretch of six or more cards of a suit
    is given as one run, never as two that touch: both cover the same cards and offer the opponent the same
    lay-offs, because the cards at the seam are on the table already.
    """
    s, h, d, c = _suits(hand)
    ranks = (s & h & (d | c)) | (d & c & (s | h))
    found: list[Layout] = []
    least = deadwood(hand)
    for left in _choices(s, h, d, c, ranks):
        s, h, d, c = left
        if _LOOSE[s] + _LOOSE[h] + _LOOSE[d] + _LOOSE[c] == least:
            unset = Hand(s | h << 13 | d << 26 | c << 39)
            melds = [*_sets(Hand(hand ^ unset)), *_runs(left)]
            loose = Hand(unset & ~sum(melds))
            found.append(Layout(tuple(melds), loose, points(loose)))
    found.sort(key=lambda layout: (layout.loose.bit_count(), layout.melds))
    return tuple(found)


def best_layout(hand: Hand) -> Layout:
    """Return the first of `layouts`: one that leaves the least deadwood."""
    return layouts(hand)[0]


def _suits(hand: Hand) -> _Suits:
    """Return a hand as four masks of 13 bits."""
    return hand & 8191, hand >> 13 & 8191, hand >> 26 & 8191, hand >> 39


def _choices(s: int, h: int, d: int, c: int, ranks: int) -> list[_Suits]:
    """Return what the suits keep for runs under each choice of sets of these ranks.

    Each rank is held three or four times: it gives no set, one of its triples, or all four.
    """
    found = [(s, h, d, c)]
    while ranks:
        r = ranks & -ranks
        ranks ^= r
        n = ~r
        if not s & r:
            found += [(s, h & n, d & n, c & n) for s, h, d, c in found]
        elif not h & r:
            found += [(s & n, h, d & n, c & n) for s, h, d, c in found]
        elif not d & r:
            found += [(s & n, h & n, d, c & n) for s, h, d, c in found]
        elif not c & r:
            found += [(s & n, h & n, d & n, c) for s, h, d, c in found]
        else:
            found += [
                choice
                for s, h, d, c in found
                for choice in (
                    (s & n, h & n, d & n, c & n),
                    (s, h & n, d & n, c & n),
                    (s & n, h, d & n, c & n),
                    (s & n, h & n, d, c & n),
                    (s & n, h & n, d & n, c),
                )
            ]
    return found


def _sets(cards: Hand) -> list[Hand]:
    """Return the cards, all of them in sets, as one set a rank."""
    return [Hand(group) for rank in range(13) if (group := cards & _RANK << rank)]


def _runs(suits: _Suits) -> list[Hand]:
    """Return the longest runs of each suit."""
    found: list[Hand] = []
    for shift, suit in zip((0, 13, 26, 39), suits, strict=True):
        rest = _RUNS[suit]
        while rest:
            # Adding the lowest bit carries through the first stretch and leaves what lies above it.
            above = rest & rest + (rest & -rest)
            found.append(Hand((rest ^ above) << shift))
            rest = above
    return found
