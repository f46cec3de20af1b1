"""Players for tests: one that does anything it may, one that plays to win, and one that is both.

They choose from a view alone. Unlike the canonical list of `legal`, they also show melds of their own choosing,
and lay cards off one by one.
"""

from random import Random

from upcard_protocol.rules import deadwood, layouts, legal
from upcard_protocol.rules.cards import BIT, Card, Hand, cards_of, hand_of, points
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.legal import View
from upcard_protocol.rules.layoffs import fits, lay_off
from upcard_protocol.rules.melds import best_discard


def anything(view: View, rng: Random) -> Action:
    """Choose any legal action, melds and lay-offs of one's own making included."""
    action = rng.choice(tuple(legal(view)))
    match action:
        case act.Knock() if rng.random() < 0.5:
            return act.Knock(action.card, some_melds(Hand(view.hand & ~BIT[action.card]), view, rng))
        case act.BigGin() if rng.random() < 0.5:
            return act.BigGin(layouts(view.hand)[0].melds)
        case act.Auto() | act.Done() if rng.random() < 0.6:
            return some_lay_offs(view, rng)
        case _:
            return action


def some_melds(kept: Hand, view: View, rng: Random) -> tuple[Hand, ...]:
    """Return one of the best layouts, without a meld where the limit allows that."""
    board = view.board
    assert board is not None
    melds = list(rng.choice(layouts(kept)).melds)
    rng.shuffle(melds)
    for meld in tuple(melds):
        rest = [other for other in melds if other != meld]
        if points(Hand(kept & ~sum(rest))) <= board.limit:
            melds = rest
    return tuple(melds)


def some_lay_offs(view: View, rng: Random) -> act.LayOff:
    """Lay cards off at random, own melds named or not."""
    board = view.board
    assert board is not None
    table, kept = board.melds_shown, view.hand
    laid: list[tuple[Card, int]] = []
    while rng.random() < 0.8:
        open_to = [(card, place) for card in cards_of(kept) for place in fits(table, card)]
        if not open_to:
            break
        card, place = rng.choice(open_to)
        table, kept = lay_off(table, card, place), Hand(kept & ~BIT[card])
        laid.append((card, place))
    melds = None if rng.random() < 0.5 else rng.choice(layouts(kept)).melds
    return act.LayOff(melds, tuple(laid))


def sensible(view: View, rng: Random) -> Action:
    """Play to win: take what helps, throw what leaves least, knock as soon as it may."""
    board = view.board
    assert board is not None
    options = view.sheet.options
    match board.phase:
        case "offer_n" | "offer_d" | "draw":
            helps = board.top is not None and best_discard(Hand(view.hand | BIT[board.top]))[1] < deadwood(view.hand)
            if board.phase == "draw":
                return act.DRAW_DISCARD if helps else act.DRAW_STOCK
            return act.TAKE_UPCARD if helps else act.PASS
        case "discard":
            now = legal(view)
            if now.big_gin:
                return act.BIG_GIN
            keep = hand_of([] if board.taken is None or options.rediscard_taken else [board.taken])
            card, left = best_discard(view.hand, keep=keep)
            return act.KNOCKS[card] if left <= board.limit and rng.random() < 0.9 else act.DISCARDS[card]
        case "layoff":
            return act.AUTO
        case _:
            return next(iter(legal(view)))


class Mixed:
    """Does anything with a share of its moves, and plays to win with the others."""

    def __init__(self, rng: Random, share: float = 0.5) -> None:
        self._rng = rng
        self._share = share

    def __call__(self, view: View) -> Action:
        """Choose an action."""
        play = anything if self._rng.random() < self._share else sensible
        return play(view, self._rng)
