"""The computer at rummy: what it does in each phase (RULES 9), a pure function of its view.

It goes out as soon as it can, and all at once where that doubles the hand. Till then it lays down what it has, takes
from the pile only what finds its place on the table at once, and throws what costs most and helps least: itself to a
meld, or the next player to a lay-off. Nothing is drawn by chance: of equal choices the order of the cards decides.
"""

from typing import Final

from upcard_protocol.rules.cards import BIT, Hand, cards_of
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy.actions import Action
from upcard_protocol.rules.rummy.arranging import arrange
from upcard_protocol.rules.rummy.board import Board, advance
from upcard_protocol.rules.rummy.events import Took
from upcard_protocol.rules.rummy.going import going_out
from upcard_protocol.rules.rummy.legal import Legal, legal
from upcard_protocol.rules.rummy.scoring import count
from upcard_protocol.rules.rummy.view import View
from upcard_protocol.strategy.rummy.discarding import cheapest_discard
from upcard_protocol.table import BotLevel

__all__ = ["choose"]

HIDDEN_CARD: Final = 6
"""What a card in another hand counts on average, points: twos and kings are equally likely."""


def choose(view: View, level: BotLevel = "normal") -> Action:
    """Return what the computer does as the viewer of a hand of rummy.

    Args:
        view: the view of a seat that is asked something.
        level: how well it plays. `easy` and `hard` play exactly like `normal`.

    Raises:
        ValueError: if the viewer is asked nothing.
    """
    del level
    board, seen = view.board, legal(view)
    if board is not None and board.phase == "hand_end" and view.viewer >= 0 and not view.sheet.winners:
        if not view.sheet.ready[view.viewer]:
            return act.READY
    elif board is not None and seen.asked:
        match board.phase:
            case "draw":
                return _draw(seen, board)
            case "play":
                return going_out(seen) or _lay(seen, board) or act.DISCARDS[cheapest_discard(seen, board)]
            case "call":
                return act.CALL if seen.may_call else act.PASS
            case "lay_called":
                assert board.taken is not None
                return act.LayOff(board.taken, seen.targets(board.taken)[0])
            case _:
                return act.DISCARDS[cheapest_discard(seen, board)]
    raise ValueError(f"viewer {view.viewer} is asked nothing")


def _draw(seen: Legal, board: Board) -> Action:
    """Take the discard if it can be laid down at once, else draw; without a stock leave what makes the hand worse."""
    takes_top = seen.may_draw_discard
    if seen.may_draw_stock and not (takes_top and seen.hand and _lands(seen, board)):
        return act.DRAW_STOCK
    if takes_top and (seen.may_draw_stock or _lands(seen, board) or not _leads(seen, board)):
        return act.DRAW_DISCARD
    return act.BLOCK


def _lands(seen: Legal, board: Board) -> bool:
    """Say whether the top of the pile would lie on the table in this turn, in a new meld or on an old one."""
    top = board.top
    assert top is not None
    options = seen.sheet.options
    hand = Hand(seen.hand | BIT[top])
    held = Legal(advance(board, Took(seen.viewer, top), options), seen.sheet, seen.viewer, hand)
    if held.targets(top):
        return True
    arranged = arrange(hand, options)
    return (
        any(meld >> top & 1 and meld in held.melds for meld in arranged.melds)
        and arranged.points < arrange(seen.hand, options).points
    )


def _leads(seen: Legal, board: Board) -> bool:
    """Say whether the viewer seems to hold least, so that a blocked hand is his."""
    own = count(seen.hand, seen.sheet.options)
    others = (held for seat, held in enumerate(board.held) if seat != seen.viewer)
    return all(own < HIDDEN_CARD * held for held in others)


def _lay(seen: Legal, board: Board) -> Action | None:
    """Lay down the dearest meld of the best arrangement, then whatever else fits a meld on the table."""
    options = seen.sheet.options
    arranged = arrange(seen.hand, options)
    open_to = seen.melds
    melds = [meld for meld in arranged.melds if meld in open_to]
    if melds:
        return act.Meld(max(melds, key=lambda meld: count(meld, options)))
    for card in cards_of(arranged.loose) if board.melds else ():
        for place in seen.targets(card):
            return act.LayOff(card, place)
    return None
