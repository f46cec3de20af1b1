"""The best way to lay out a hand of rummy: the melds that leave the least, exactly, for every way to play the ace.

Nothing in the rules asks for it but the default discard (RULES 3.11); the computer and a screen that sorts a hand do.
"""

from functools import lru_cache

from msgspec import Struct

from upcard_protocol.rules.cards import Card, Hand, cards_of
from upcard_protocol.rules.melds import best_layout
from upcard_protocol.rules.rummy.melds import melds_in
from upcard_protocol.rules.rummy.options import AceRuns, Options
from upcard_protocol.rules.rummy.scoring import count, value

__all__ = ["Arrangement", "arrange"]


class Arrangement(Struct, frozen=True):
    """Melds and what is left of a hand."""

    melds: tuple[Hand, ...]
    loose: Hand
    points: int
    """What the loose cards count."""


def arrange(hand: Hand, options: Options) -> Arrangement:
    """Return a layout of a hand that leaves the fewest points."""
    if options.ace_runs == "low":
        layout = best_layout(hand)
        return Arrangement(layout.melds, layout.loose, layout.deadwood)
    return _arrange(hand, options.ace_runs, options)


@lru_cache(maxsize=4096)
def _arrange(hand: Hand, aces: AceRuns, options: Options) -> Arrangement:
    candidates = melds_in(hand, aces)
    if not candidates:
        return Arrangement((), hand, count(hand, options))
    card = _first(candidates)
    best = _without(hand, card, aces, options)
    for meld in candidates:
        if meld >> card & 1:
            rest = _arrange(Hand(hand & ~meld), aces, options)
            if rest.points < best.points:
                best = Arrangement((meld, *rest.melds), rest.loose, rest.points)
    return best


def _first(candidates: tuple[Hand, ...]) -> Card:
    union = 0
    for meld in candidates:
        union |= meld
    return next(cards_of(Hand(union)))


def _without(hand: Hand, card: Card, aces: AceRuns, options: Options) -> Arrangement:
    rest = _arrange(Hand(hand & ~(1 << card)), aces, options)
    return Arrangement(rest.melds, Hand(rest.loose | 1 << card), rest.points + value(card, options))
