"""Sets and runs of rummy by mask, for the three ways of playing the ace (RULES 9.6).

A meld on the table is only its cards: whether they are a set or a run, and where an ace stands, follows from them.
Runs never leave their suit, so every question is asked of 13 bits and answered from a table that is filled as it is
needed: there are 8,192 holdings of a suit.
"""

from functools import cache
from itertools import combinations
from typing import Final

from upcard_protocol.rules.cards import Card, Hand, cards_of
from upcard_protocol.rules.rummy.options import AceRuns

__all__ = ["is_meld", "is_set", "melds_in", "order", "takes"]

_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four aces: shifted by a rank, the four cards of that rank."""

_SUIT: Final = (1 << 13) - 1


@cache
def is_set(cards: Hand) -> bool:
    """Say whether these are three or four cards of one rank."""
    return cards.bit_count() in (3, 4) and any(not cards & ~(_RANK << rank) for rank in range(13))


def is_meld(cards: Hand, aces: AceRuns) -> bool:
    """Say whether these are a set or a run."""
    return is_set(cards) or _is_run(cards, aces)


@cache
def takes(meld: Hand, aces: AceRuns) -> Hand:
    """Return the cards that may be laid off on a meld, one at a time (RULES 9.2).

    Args:
        meld: a set or a run.
        aces: where an ace may stand in a run.
    """
    if is_set(meld):
        rank = (meld.bit_length() - 1) % 13
        return Hand(_RANK << rank & ~meld)
    fitting = (card for card in cards_of(Hand(_SUIT << 13 * _suit(meld) & ~meld)) if _is_run(_with(meld, card), aces))
    return Hand(sum(1 << card for card in fitting))


def melds_in(hand: Hand, aces: AceRuns) -> tuple[Hand, ...]:
    """Return every set and run that can be laid from a hand: sets by rank, then runs by suit."""
    found = _sets(hand)
    for shift in (0, 13, 26, 39):
        suit = hand >> shift & _SUIT
        if suit:
            found += _runs_in(suit, shift, aces)
    return found


def order(meld: Hand, aces: AceRuns) -> tuple[Card, ...]:
    """Return the cards of a meld as they lie on the table: a run from its low end, an ace where it stands."""
    cards = tuple(cards_of(meld))
    if is_set(meld) or aces == "low":
        return cards
    # The low end of a run is the card whose lower neighbour is missing; below the ace stands the king.
    low = next((n for n, card in enumerate(cards) if not meld >> _below(card) & 1), 0)
    return (*cards[low:], *cards[:low])


def _below(card: Card) -> int:
    return card - 1 if card % 13 else card + 12


def _with(meld: Hand, card: Card) -> Hand:
    return Hand(meld | 1 << card)


def _suit(cards: Hand) -> int:
    return (cards.bit_length() - 1) // 13


@cache
def _runs(aces: AceRuns) -> frozenset[int]:
    """Return every run of one suit as 13 bits."""
    runs: set[int] = set()
    for low in range(13):
        for length in range(3, 14):
            # One past the king is the ace above it; further on the run has gone around.
            if low + length <= {"low": 13, "high_or_low": 14, "around": 26}[aces]:
                runs.add(sum(1 << (low + n) % 13 for n in range(length)))
    return frozenset(runs)


def _is_run(cards: Hand, aces: AceRuns) -> bool:
    if not cards:
        return False
    shift = 13 * _suit(cards)
    # Cards of a lower suit are lost in the shift, so they are looked for first.
    return not cards & (1 << shift) - 1 and cards >> shift in _runs(aces)


@cache
def _runs_in(suit: int, shift: int, aces: AceRuns) -> tuple[Hand, ...]:
    return tuple(Hand(run << shift) for run in sorted(_runs(aces)) if run & suit == run)


@cache
def _sets_of(cards: Hand) -> tuple[Hand, ...]:
    """Return the sets of one rank from its cards: each three, and all four."""
    bits = [1 << card for card in cards_of(cards)]
    return tuple(Hand(sum(some)) for size in (3, 4) for some in combinations(bits, size))


def _sets(hand: Hand) -> tuple[Hand, ...]:
    s, h, d, c = hand & _SUIT, hand >> 13 & _SUIT, hand >> 26 & _SUIT, hand >> 39
    # The ranks held at least three times: two of one pair of suits and one or two of the other.
    ranks = (s & h & (d | c)) | (d & c & (s | h))
    found: tuple[Hand, ...] = ()
    while ranks:
        low = ranks & -ranks
        found += _sets_of(Hand(hand & low * _RANK))
        ranks ^= low
    return found
