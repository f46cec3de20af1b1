"""The computer at gin: what it does in each phase (RULES 3.3), a pure function of its view.

It counts its own hand exactly, guesses the opponent's from what he took, left and threw away, and looks one card
ahead. It takes a card from the pile only for a meld, and plays for gin unless a knock is cheap or gin is far.
Nothing is drawn by chance: equal choices are settled by the order of the cards.
"""

from typing import Final

from upcard_protocol.rules.cards import BIT, EMPTY, VALUE, Hand
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.legal import View
from upcard_protocol.rules.melds import best_discard, deadwood
from upcard_protocol.strategy.gin.discarding import safest_discard
from upcard_protocol.strategy.gin.knocking import should_knock
from upcard_protocol.strategy.gin.reading import read
from upcard_protocol.strategy.gin.style import EASY, NORMAL, Style
from upcard_protocol.table import BotLevel

__all__ = ["choose"]

LEVELS: Final[dict[BotLevel, Style]] = {"easy": EASY, "normal": NORMAL, "hard": NORMAL}
"""How each level plays."""

LONGEST_EXCHANGE: Final = 12
"""Turns in a row without a stock draw after which the computer takes from the pile for gin alone.

So no hand goes on for ever, whoever sits opposite and whatever the table's own guard is (RULES 3.7).
"""


def choose(view: View, level: BotLevel = "normal") -> Action:
    """Return what the computer does as the viewer of a hand of gin.

    Args:
        view: the view of a seat that is asked something.
        level: how well it plays; `hard` plays exactly like `normal`.

    Raises:
        ValueError: if the viewer is asked nothing.
    """
    board = view.board
    if board is None or view.viewer < 0 or view.sheet.winners:
        raise ValueError(f"viewer {view.viewer} is asked nothing")
    if board.phase == "hand_end" and not view.sheet.ready[view.viewer]:
        return act.READY
    if board.turn != view.viewer:
        raise ValueError(f"seat {view.viewer} is not asked: it is the turn of seat {board.turn}")
    style = LEVELS[level]
    match board.phase:
        case "offer_n" | "offer_d":
            return act.TAKE_UPCARD if _wants_top(view, board, style) else act.PASS
        case "forced_stock":
            return act.DRAW_STOCK
        case "draw":
            return act.DRAW_DISCARD if _wants_top(view, board, style) else act.DRAW_STOCK
        case "discard":
            keep = EMPTY if board.taken is None else BIT[board.taken]
            return _end(view, board, view.hand, keep, style) or _discard(view, board, keep, style)
        case "layoff":
            return act.AUTO if style.lays_off else act.DONE
        case "last_discard":
            top = BIT[board.pile[-1]]
            return _at_the_wall(_end(view, board, Hand(view.hand | top), top, style))
        case "scoring" | "waiting" | "hand_end":
            raise ValueError(f"nobody is asked anything in {board.phase}")


def _wants_top(view: View, board: Board, style: Style) -> bool:
    """Say whether the top of the pile lowers the deadwood by standing in a meld."""
    top = board.top
    if top is None:
        return False
    eleven = Hand(view.hand | BIT[top])
    card, left = best_discard(eleven, keep=BIT[top])
    if left == 0:
        return True
    if left + style.takes > deadwood(view.hand) or board.idle >= LONGEST_EXCHANGE:
        return False
    # A loose card only adds its own value; one that is melded holds others that would be loose without it.
    without = deadwood(Hand(eleven & ~(BIT[card] | BIT[top])))
    return without + VALUE[top] > left


def _end(view: View, board: Board, eleven: Hand, keep: Hand, style: Style) -> act.BigGin | act.Knock | None:
    """Return big gin, gin or the knock that the computer wants with these eleven cards, or None."""
    options = view.sheet.options
    if options.big_gin and options.big_gin_bonus >= options.gin_bonus and deadwood(eleven) == 0:
        return act.BIG_GIN
    card, left = best_discard(eleven, keep=keep)
    if left > board.limit:
        return None
    kept = Hand(eleven & ~BIT[card])
    reading = read(board, view.viewer, eleven)
    return act.KNOCKS[card] if should_knock(view.sheet, board, view.viewer, kept, reading, style) else None


def _at_the_wall(end: act.BigGin | act.Knock | None) -> Action:
    """Return the action on the last discard that ends the hand so; nothing is left but to decline (RULES 3.7)."""
    match end:
        case None:
            return act.DECLINE
        case act.BigGin():
            return act.TakeAndEnd(None)
        case act.Knock():
            return act.TakeAndEnd(end.card)


def _discard(view: View, board: Board, keep: Hand, style: Style) -> act.Discard:
    return act.DISCARDS[safest_discard(view.hand, keep, read(board, view.viewer, view.hand), style)]
