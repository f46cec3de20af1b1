"""Whether to end the hand now or to play on for gin."""

from typing import Final

from upcard_protocol.rules.cards import BIT, Hand, cards_of
from upcard_protocol.rules.gin.board import CLOSED_STOCK, Board
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.gin.sheet import Sheet
from upcard_protocol.rules.melds import best_discard, deadwood
from upcard_protocol.strategy.gin.reading import Reading
from upcard_protocol.strategy.gin.style import Style

__all__ = ["should_knock"]

FIRST: Final = 46.0
"""The mean deadwood of a player after his first turn, points, over hands that this strategy played."""

SHRINKS: Final = 0.84
"""What is left of it after each further turn."""


def should_knock(sheet: Sheet, board: Board, seat: int, kept: Hand, reading: Reading, style: Style) -> bool:
    """Say whether a seat should end the hand with the ten cards it would keep, which the limit allows.

    Gin always ends it, and so does an early knock. Later a knock must seem ahead, and is still worth less than gin
    as long as enough cards make gin; it is the only hope when the stock ends, and enough when it wins the game.
    """
    left = deadwood(kept)
    if left == 0 or reading.turns < style.early:
        return True
    lead = FIRST * SHRINKS ** (reading.turns - 1) - left
    if lead <= style.lead:
        return False
    # Hollywood's columns close one by one, so no single hand wins that game.
    wins_game = not sheet.columns and board.multiplier * lead >= sheet.options.target - sheet.totals[seat]
    if wins_game or board.stock <= CLOSED_STOCK + 1:
        return True
    outs = sum(best_discard(Hand(kept | BIT[card]))[1] == 0 for card in cards_of(reading.unseen))
    return outs < outs_to_wait(sheet.options)


def outs_to_wait(options: Options) -> int:
    """Return how many cards must make gin for it to be worth waiting: few where gin and undercuts pay well.

    With bonuses of 25 and 25 one card is enough, with 20 and 10 it takes four (found by playing).
    """
    return max(1, (64 - options.gin_bonus - options.undercut_bonus) // 8)
