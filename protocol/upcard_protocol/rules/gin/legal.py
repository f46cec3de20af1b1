"""What a viewer may do now, computed from what he may know (RULES 3.3 to 3.7, 14).

The server judges with `Legal.check`, the client draws its buttons with it, bots choose from it: one function.
"""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from upcard_protocol.rules.cards import BIT, EMPTY, Card, CardField, Hand, cards_of, cards_text, points
from upcard_protocol.rules.errors import Refusal, refuse
from upcard_protocol.rules.game import NatureAction
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.board import CLOSED_STOCK, Board, Phase, board_of, table_of
from upcard_protocol.rules.gin.seats import own_hand
from upcard_protocol.rules.gin.sheet import Sheet
from upcard_protocol.rules.layoffs import fits, lay_off
from upcard_protocol.rules.melds import deadwood, is_meld, knock_discards

Anything = Action | NatureAction
"""What may be asked about: nature's actions are refused to every seat."""

_OVER: Final = frozenset(("hand_end", "waiting"))

_DRAWS: Final = (act.DRAW_STOCK, act.DRAW_DISCARD)
_DRAW_STOCK_ONLY: Final = (act.DRAW_STOCK,)


class View(Struct, frozen=True, gc=False, tag="gin.view", tag_field="t"):
    """All that one viewer may know of a match."""

    viewer: int
    """A seat, `PUBLIC` or `OPEN`."""
    sheet: Sheet
    boards: tuple[Board, ...] = ()
    """The hand in play, or the last one; of partners both, table 0 first. None before the first deal."""
    hands: tuple[Hand | None, ...] = ()
    """By seat: the viewer's own, and None for those he may not see."""
    decision: int = 0
    """The number of the viewer's present decision; it moves on when he is asked something new."""
    drawn: CardField | None = None
    """The card the viewer drew from the stock this turn."""
    knock_cards: tuple[CardField | None, ...] = ()
    """By table, the card that was laid face down to knock, as far as the viewer knows it: if he laid it."""

    @property
    def board(self) -> Board | None:
        """The hand that the viewer plays in, or else watches first."""
        return board_of(self.boards, self.viewer)

    @property
    def other_board(self) -> Board | None:
        """The hand of the other table, where partners play; None where one is played."""
        boards = self.boards
        return boards[1 - table_of(boards, self.viewer)] if len(boards) > 1 else None

    @property
    def plays(self) -> bool:
        """Does the viewer play in a hand? One of three may sit out, and spectators do (RULES 5.1)."""
        return self.board is not None and self.viewer in self.board.seats

    @property
    def knock_card(self) -> Card | None:
        """The card the viewer laid face down to knock."""
        return self.knock_cards[table_of(self.boards, self.viewer)] if self.knock_cards else None

    @property
    def hand(self) -> Hand:
        """The viewer's own cards; empty when he has none."""
        return own_hand(self.hands, self.viewer)


class Legal(Struct, frozen=True, gc=False):
    """The actions open to a viewer: ask `check`, or iterate for the canonical list.

    These four are all that it may depend on, and the viewer knows them: a match can judge with them too, without
    a view, and come to what the viewer was told.
    """

    board: Board | None
    """The hand that the viewer plays in."""
    sheet: Sheet
    viewer: int
    hand: Hand
    """The viewer's own cards."""

    def check(self, action: Anything) -> Refusal | None:
        """Return None if the action may be done now, else why not."""
        board = self.board
        if board is not None and board.turn == self.viewer and not self.sheet.winners:
            judge = _JUDGES[board.phase].get(type(action))
            if judge is not None:
                return judge(self, board, action)
        return self._not_now(action)

    def __iter__(self) -> Iterator[Action]:
        """List what may be done: draws, discards, one knock for each card that allows it, big gin, auto and done."""
        board = self.board
        if board is None or self.sheet.winners:
            return iter(())
        if board.phase in _OVER:
            asked = board.phase == "hand_end" and self.viewer >= 0 and not self.sheet.ready[self.viewer]
            return iter((act.READY,) if asked else ())
        if board.turn != self.viewer:
            return iter(())
        match board.phase:
            case "discard":
                return iter(self._discards(board))
            case "draw":
                return iter(_DRAWS if board.pile else _DRAW_STOCK_ONLY)
            case "offer_n" | "offer_d":
                return iter((act.TAKE_UPCARD, act.PASS))
            case "forced_stock":
                return iter(_DRAW_STOCK_ONLY)
            case "layoff":
                return iter((act.AUTO, act.DONE))
            case "last_discard":
                return self._last_discards()
            case _:
                return iter(())

    def __contains__(self, action: Anything) -> bool:
        return self.check(action) is None

    @property
    def discards(self) -> Hand:
        """The cards that may be discarded now."""
        board = self.board
        if board is None or board.phase != "discard" or board.turn != self.viewer:
            return EMPTY
        return _not_taken(self, board, self.hand)

    @property
    def knocks(self) -> Hand:
        """The cards whose discard allows a knock now, from the eleven or with the last discard."""
        board = self.board
        if board is None or board.turn != self.viewer:
            return EMPTY
        hand = self.hand
        if board.phase == "discard":
            return _not_taken(self, board, knock_discards(hand, board.limit))
        if board.phase == "last_discard":
            top = BIT[board.pile[-1]]
            return Hand(knock_discards(Hand(hand | top), board.limit) & ~top)
        return EMPTY

    @property
    def big_gin(self) -> bool:
        """May big gin be declared now, from the eleven or with the last discard?"""
        board = self.board
        if board is None or board.turn != self.viewer or not self.sheet.options.big_gin:
            return False
        if board.phase == "discard":
            return deadwood(self.hand) == 0
        return board.phase == "last_discard" and deadwood(_with_top(self.hand, board)) == 0

    # ---- the list

    def _discards(self, board: Board) -> list[Action]:
        hand = self.hand
        free = _not_taken(self, board, hand)
        a, b, c, d, e = _DISCARDS_OF
        listed: list[Action] = [
            *a[free & 2047],
            *b[free >> 11 & 2047],
            *c[free >> 22 & 2047],
            *d[free >> 33 & 2047],
            *e[free >> 44],
        ]
        knocks = knock_discards(hand, board.limit) & free
        if knocks:
            listed += [act.KNOCKS[card] for card in cards_of(Hand(knocks))]
            if self.sheet.options.big_gin and deadwood(hand) == 0:
                listed.append(act.BIG_GIN)
        return listed

    def _last_discards(self) -> Iterator[Action]:
        listed: list[Action] = [act.TakeAndEnd(card) for card in cards_of(self.knocks)]
        if self.big_gin:
            listed.append(act.TakeAndEnd(None))
        return iter((*listed, act.DECLINE))

    # ---- why not

    def _not_now(self, action: Anything) -> Refusal | None:
        """Return why an action that no judge was there for may not be done; between hands Ready may be."""
        board = self.board
        if self.sheet.winners:
            return refuse("match_over")
        if board is None or board.phase in _OVER:
            return self._between(action)
        if board.turn != self.viewer or board.phase == "scoring":
            return refuse("not_your_turn", seat=board.turn)
        return self._out_of_phase(board, action)

    def _between(self, action: Anything) -> Refusal | None:
        board = self.board
        if board is not None and board.phase == "waiting":
            return refuse("other_table")
        if board is not None and self.viewer >= 0 and type(action) is act.Ready:
            return refuse("wrong_phase") if self.sheet.ready[self.viewer] else None
        if (
            board is not None
            and isinstance(action, act.LayOff | act.Auto)
            and board.knock is not None
            and board.knock.kind != "knock"
        ):
            return refuse("no_layoff_on_gin")
        return refuse("hand_over")

    def _out_of_phase(self, board: Board, action: Anything) -> Refusal:
        upcard: dict[str, int | str] = {} if board.top is None else {"upcard": board.top}
        kind = type(action)
        match board.phase:
            case "offer_n" | "offer_d":
                return refuse("offer_first", **upcard)
            case "forced_stock":
                return refuse("must_draw_stock")
            case "draw" if kind in (act.TakeUpcard, act.Pass):
                return refuse("no_offer", **upcard)
            case "draw" if kind in (act.Discard, act.Knock, act.BigGin):
                return refuse("draw_first", **upcard)
            case "discard" if kind in (act.DrawStock, act.DrawDiscard, act.TakeUpcard, act.Pass):
                return refuse("already_drawn")
            case "last_discard" if kind is act.DrawStock:
                return refuse("stock_closed")
            case "last_discard":
                return refuse("last_discard")
            case _:
                return refuse("wrong_phase")


def legal(view: View) -> Legal:
    """Return what the viewer may do now."""
    viewer = view.viewer
    return Legal(board_of(view.boards, viewer), view.sheet, viewer, own_hand(view.hands, viewer))


# ---- the judges, one for each action in its phase


def _allowed(_seen: Legal, _board: Board, _action: Anything) -> None:
    return None


def _draw_stock(_seen: Legal, board: Board, _action: Anything) -> Refusal | None:
    return refuse("stock_closed") if board.stock <= CLOSED_STOCK else None


def _draw_discard(_seen: Legal, board: Board, _action: Anything) -> Refusal | None:
    return None if board.pile else refuse("pile_empty")


def _discard(seen: Legal, board: Board, action: Anything) -> Refusal | None:
    assert isinstance(action, act.Discard)
    return _may_leave(seen, board, action.card)


def _may_leave(seen: Legal, board: Board, card: Card) -> Refusal | None:
    if not seen.hand >> card & 1:
        return refuse("not_in_hand", card=card)
    if card == board.taken and not seen.sheet.options.rediscard_taken:
        return refuse("taken_card", card=card)
    return None


def _knock(seen: Legal, board: Board, action: Anything) -> Refusal | None:
    assert isinstance(action, act.Knock)
    refusal = _may_leave(seen, board, action.card)
    if refusal is not None:
        return refusal
    return _within_limit(board, Hand(seen.hand & ~(1 << action.card)), action.melds)


def _within_limit(board: Board, hand: Hand, melds: tuple[Hand, ...] | None) -> Refusal | None:
    if melds is None:
        left = deadwood(hand)
    else:
        refusal = check_melds(melds, hand)
        if refusal is not None:
            return refusal
        left = points(Hand(hand & ~_union(melds)))
    limit = board.limit
    return None if left <= limit else refuse("deadwood_over_limit", deadwood=left, limit=limit)


def _big_gin(seen: Legal, _board: Board, action: Anything) -> Refusal | None:
    assert isinstance(action, act.BigGin)
    return _all_melded(seen, seen.hand, action.melds)


def _all_melded(seen: Legal, hand: Hand, melds: tuple[Hand, ...] | None) -> Refusal | None:
    if not seen.sheet.options.big_gin:
        return refuse("big_gin_off")
    if melds is None:
        left = deadwood(hand)
    else:
        refusal = check_melds(melds, hand)
        if refusal is not None:
            return refusal
        left = points(Hand(hand & ~_union(melds)))
    return refuse("not_gin", deadwood=left) if left else None


def _lay_off(seen: Legal, board: Board, action: Anything) -> Refusal | None:
    assert isinstance(action, act.LayOff)
    assert board.knock is not None
    hand, melds = seen.hand, board.melds_shown
    for card, place in action.layoffs:
        if not hand >> card & 1:
            return refuse("not_in_hand", card=card)
        if not 0 <= place < len(melds):
            return refuse("not_knockers_meld", card=card)
        if place not in fits(melds, card):
            return refuse("bad_layoff", card=card)
        melds = lay_off(melds, card, place)
        hand = Hand(hand & ~(1 << card))
    return None if action.melds is None else check_melds(action.melds, hand)


def _take_and_end(seen: Legal, board: Board, action: Anything) -> Refusal | None:
    assert isinstance(action, act.TakeAndEnd)
    hand = _with_top(seen.hand, board)
    if action.card is None:
        return _all_melded(seen, hand, action.melds)
    if not hand >> action.card & 1:
        return refuse("not_in_hand", card=action.card)
    if action.card == board.pile[-1]:
        return refuse("taken_card", card=action.card)
    return _within_limit(board, Hand(hand & ~(1 << action.card)), action.melds)


def _discards_of(eleven: tuple[act.Discard, ...]) -> tuple[tuple[act.Discard, ...], ...]:
    """Return what can be listed of eleven neighbouring cards, by the mask of those that are held."""
    listed: list[tuple[act.Discard, ...]] = [()]
    for discard in eleven:
        listed += [(*lower, discard) for lower in listed]
    return tuple(listed)


_DISCARDS_OF: Final = tuple(_discards_of(act.DISCARDS[low : low + 11]) for low in range(0, 52, 11))
"""The discards of any hand in five look-ups: four, one a suit, would take a table four times as large."""


def _not_taken(seen: Legal, board: Board, cards: Hand) -> Hand:
    if board.taken is None or seen.sheet.options.rediscard_taken:
        return cards
    return Hand(cards & ~(1 << board.taken))


def _with_top(hand: Hand, board: Board) -> Hand:
    return Hand(hand | 1 << board.pile[-1])


_Judge = Callable[[Legal, Board, Anything], Refusal | None]

_JUDGES: Final[dict[Phase, dict[type, _Judge]]] = {
    "offer_n": {act.TakeUpcard: _allowed, act.Pass: _allowed},
    "offer_d": {act.TakeUpcard: _allowed, act.Pass: _allowed},
    "forced_stock": {act.DrawStock: _draw_stock},
    "draw": {act.DrawStock: _draw_stock, act.DrawDiscard: _draw_discard},
    "discard": {act.Discard: _discard, act.Knock: _knock, act.BigGin: _big_gin},
    "layoff": {act.LayOff: _lay_off, act.Auto: _allowed, act.Done: _allowed},
    "last_discard": {act.TakeAndEnd: _take_and_end, act.Decline: _allowed},
    "scoring": {},
    "waiting": {},
    "hand_end": {},
}
"""What is open in each phase to the seat whose turn it is (RULES 3.3), and who judges it."""


def check_melds(melds: tuple[Hand, ...], hand: Hand) -> Refusal | None:
    """Return why these are not disjoint melds out of the hand, or None."""
    used = 0
    for meld in melds:
        missing = meld & ~hand
        if missing:
            return refuse("not_in_hand", card=next(cards_of(Hand(missing))))
        if not is_meld(meld):
            return refuse("bad_meld", cards=cards_text(meld))
        twice = meld & used
        if twice:
            return refuse("overlap", card=next(cards_of(Hand(twice))))
        used |= meld
    return None


def _union(melds: tuple[Hand, ...]) -> int:
    cards = 0
    for meld in melds:
        cards |= meld
    return cards
