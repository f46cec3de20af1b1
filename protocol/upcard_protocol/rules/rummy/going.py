"""Whether a hand can be emptied in one go, and how (RULES 9.3). It is searched only when somebody asks."""

from collections.abc import Iterator

from upcard_protocol.rules.cards import EMPTY, Hand, cards_of
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy.laying import Table
from upcard_protocol.rules.rummy.legal import Legal, table_of
from upcard_protocol.rules.rummy.melds import melds_in, takes

__all__ = ["going_out"]

Plays = tuple[act.Meld | act.LayOff, ...]


def going_out(seen: Legal) -> act.GoOut | None:
    """Return melds and lay-offs, and perhaps a discard, that empty the viewer's hand now, or None."""
    board = seen.board
    if board is None or not seen.asked or board.phase != "play":
        return None
    table = table_of(seen, board)
    candidates = melds_in(table.hand, table.options.ace_runs)
    if _stuck(table, candidates).bit_count() > 1:
        return None
    for melded, plays in _melded(table, candidates, ()):
        for action in _finished(melded, plays, set()):
            if seen.check(action) is None:
                return action
    return None


def _stuck(table: Table, candidates: tuple[Hand, ...]) -> Hand:
    """Return the cards that can neither be melded nor laid off, so that at most one of them may be there."""
    aces = table.options.ace_runs
    free: int = table.hand
    for meld in candidates:
        free &= ~meld
    for meld in (*table.melds, *candidates):
        grown = meld
        while more := takes(grown, aces) & table.hand:
            grown = Hand(grown | more)
        free &= ~grown
    return Hand(free)


def _melded(table: Table, candidates: tuple[Hand, ...], plays: Plays) -> Iterator[tuple[Table, Plays]]:
    """Yield every choice of melds that share no card, those with most melds first."""
    for place, meld in enumerate(candidates):
        if not meld & ~table.hand:
            yield from _melded(table.melded(meld), candidates[place + 1 :], (*plays, act.Meld(meld)))
    yield table, plays


def _finished(table: Table, plays: Plays, tried: set[tuple[Hand, tuple[Hand, ...]]]) -> Iterator[act.GoOut]:
    """Yield every way to be rid of the rest by lay-offs and a discard."""
    hand = table.hand
    if hand == EMPTY:
        yield act.GoOut(plays)
        return
    if not hand & (hand - 1):
        yield act.GoOut(plays, next(cards_of(hand)))
    if (hand, table.melds) in tried or not table.may_lay_off:
        return
    tried.add((hand, table.melds))
    for place, meld in enumerate(table.melds):
        for card in cards_of(Hand(hand & takes(meld, table.options.ace_runs))):
            yield from _finished(table.laid_off(card, place), (*plays, act.LayOff(card, place)), tried)
