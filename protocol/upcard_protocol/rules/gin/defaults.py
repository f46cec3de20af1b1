"""What is played for a seat whose time is up (RULES 3.11)."""

from upcard_protocol.rules.cards import VALUE, Card, Hand, cards_of
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.legal import View, legal
from upcard_protocol.rules.melds import best_layout


def default_action(view: View) -> Action:
    """Return what is played for a seat whose time is up; it never knocks (RULES 3.11)."""
    board = view.board
    assert board is not None
    match board.phase:
        case "offer_n" | "offer_d":
            return act.PASS
        case "forced_stock" | "draw":
            return act.DRAW_STOCK
        case "discard":
            return act.DISCARDS[_default_discard(view)]
        case "layoff":
            return act.AUTO
        case "last_discard":
            return act.DECLINE
        case "scoring" | "waiting" | "hand_end":
            return act.READY


def _default_discard(view: View) -> Card:
    """Choose the card just drawn from the stock, else the dearest unmelded one; then any that may go."""
    if view.drawn is not None:
        return view.drawn
    allowed = legal(view).discards
    loose = Hand(best_layout(view.hand).loose & allowed)
    return max(cards_of(loose or allowed), key=lambda card: (VALUE[card], card % 13, -(card // 13)))
