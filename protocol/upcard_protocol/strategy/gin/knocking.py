"""Whether to end the hand now or to play on for gin."""

from enum import Enum
from typing import Final

from upcard_protocol.rules.cards import BIT, Hand, cards_of
from upcard_protocol.rules.gin.board import CLOSED_STOCK, Board
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.gin.sheet import Sheet
from upcard_protocol.rules.melds import best_discard, deadwood
from upcard_protocol.strategy.gin.reading import Reading
from upcard_protocol.strategy.gin.style import Style

__all__ = ["Verdict", "outs_of", "should_knock", "verdict"]

FIRST: Final = 46.0
"""The mean deadwood of a player after his first turn, points, over hands that this strategy played."""

SHRINKS: Final = 0.84
"""What is left of it after each further turn."""


class Verdict(Enum):
    """Why to end a hand that may be ended, or to play on; the value tells whether to end it."""

    GIN = True, "gin"
    EARLY = True, "the opponent has hardly begun"
    WINS = True, "it seems to win the game"
    STOCK_ENDS = True, "the stock is nearly used up"
    FEW_OUTS = True, "it seems ahead, and too few cards make gin"
    BEHIND = False, "the opponent seems as low"
    OUTS = False, "enough cards make gin"

    @property
    def ends(self) -> bool:
        """Is the hand to be ended?"""
        return self.value[0]


def should_knock(sheet: Sheet, board: Board, seat: int, kept: Hand, reading: Reading, style: Style) -> bool:
    """Say whether a seat should end the hand with the ten cards it would keep, which the limit allows."""
    return verdict(sheet, board, seat, kept, reading, style).ends


def verdict(sheet: Sheet, board: Board, seat: int, kept: Hand, reading: Reading, style: Style) -> Verdict:
    """Judge whether a seat should end the hand with the ten cards it would keep, which the limit allows.

    Gin always ends it, and so does an early knock. Later a knock must seem ahead, and is still worth less than gin
    as long as enough cards make gin; it is the only hope when the stock ends, and enough when it wins the game.
    """
    left = deadwood(kept)
    if left == 0:
        return Verdict.GIN
    if reading.turns < style.early:
        return Verdict.EARLY
    lead = FIRST * SHRINKS ** (reading.turns - 1) - left
    if lead <= style.lead:
        return Verdict.BEHIND
    # Hollywood's columns close one by one, so no single hand wins that game.
    if not sheet.columns and board.multiplier * lead >= sheet.options.target - sheet.totals[seat]:
        return Verdict.WINS
    if board.stock <= CLOSED_STOCK + 1:
        return Verdict.STOCK_ENDS
    return Verdict.FEW_OUTS if outs_of(kept, reading.unseen) < outs_to_wait(sheet.options) else Verdict.OUTS


def outs_of(kept: Hand, unseen: Hand) -> int:
    """Return how many cards that may still come would make gin of ten cards."""
    return sum(best_discard(Hand(kept | BIT[card]))[1] == 0 for card in cards_of(unseen))


def outs_to_wait(options: Options) -> int:
    """Return how many cards must make gin for it to be worth waiting: few where gin and undercuts pay well.

    With bonuses of 25 and 25 one card is enough, with 20 and 10 it takes four (found by playing).
    """
    return max(1, (64 - options.gin_bonus - options.undercut_bonus) // 8)
