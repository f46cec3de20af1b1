"""What is played for a seat whose time is up, or that gave the hand up (RULES 3.10, 3.11)."""

from upcard_protocol.rules.cards import Hand, cards_of
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy.actions import Action
from upcard_protocol.rules.rummy.arranging import arrange
from upcard_protocol.rules.rummy.legal import Legal, legal
from upcard_protocol.rules.rummy.scoring import value
from upcard_protocol.rules.rummy.view import View


def default_action(view: View) -> Action:
    """Return what is played for a seat whose time is up; it never melds (RULES 3.11)."""
    return default_of(legal(view), view.drawn)


def default_of(seen: Legal, drawn: int | None) -> Action:
    """Return the default action from what the seat knows.

    Args:
        seen: what the seat may do.
        drawn: the card it drew from the stock this turn.
    """
    board = seen.board
    assert board is not None
    match board.phase:
        case "draw":
            return act.DRAW_STOCK if seen.may_draw_stock else act.BLOCK
        case "play" | "discard_called":
            return _discard(seen, drawn)
        case "call":
            return act.PASS
        case "lay_called":
            return _lay(seen)
        case "recycle" | "scoring" | "hand_end":
            return act.READY


def _discard(seen: Legal, drawn: int | None) -> Action:
    """Discard the card just drawn from the stock, else the dearest unmelded one; then any that may go."""
    allowed = seen.discards
    if not allowed:
        # Somebody who floats has taken a card from the pile, and lays it off (RULES 9.3).
        return _lay(seen)
    if drawn is not None and allowed >> drawn & 1:
        return act.DISCARDS[drawn]
    options = seen.sheet.options
    loose = Hand(arrange(seen.hand, options).loose & allowed) or allowed
    return act.DISCARDS[max(cards_of(loose), key=lambda card: (value(card, options), card % 13, -(card // 13)))]


def _lay(seen: Legal) -> act.LayOff:
    """Lay the card that was taken on the first meld that takes it."""
    assert seen.board is not None
    assert seen.board.taken is not None
    return act.LayOff(seen.board.taken, seen.targets(seen.board.taken)[0])
