"""What a viewer may do now, computed from what he may know (RULES 9.2 to 9.4, 9.7, 14).

The server judges with `Legal.check`, the client draws its buttons with it, bots choose from it: one function.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from msgspec import Struct

from upcard_protocol.rules.cards import EMPTY, Card, Hand, cards_of
from upcard_protocol.rules.errors import Refusal, refuse
from upcard_protocol.rules.game import NatureAction
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy.actions import Action
from upcard_protocol.rules.rummy.board import Board, Phase, renewable
from upcard_protocol.rules.rummy.events import Melded
from upcard_protocol.rules.rummy.laying import Table, check_go_out, check_lay_off, check_meld
from upcard_protocol.rules.rummy.melds import melds_in, takes
from upcard_protocol.rules.rummy.sheet import Sheet
from upcard_protocol.rules.rummy.view import View

Anything = Action | NatureAction
"""What may be asked about: nature's actions are refused to every seat."""


class Legal(Struct, frozen=True, gc=False):
    """The actions open to a viewer: ask `check`, or iterate for the canonical list.

    For a screen: `discards`, `melds`, `targets` (the melds on the table that a card may be laid on now),
    `may_draw_stock`, `turns_over`, `may_block`, `may_take_back` and `may_call`. The four fields are all that it
    depends on, and the viewer knows them: a match judges with them too, without a view.
    """

    board: Board | None
    """The hand in play, or the last one."""
    sheet: Sheet
    viewer: int
    hand: Hand
    """The viewer's own cards."""

    def check(self, action: Anything) -> Refusal | None:
        """Return None if the action may be done now, else why not."""
        board = self.board
        if self.sheet.winners:
            return refuse("match_over")
        if board is None or board.phase == "hand_end":
            ready = board is not None and self.viewer >= 0 and type(action) is act.Ready
            if not ready:
                return refuse("hand_over")
            return refuse("wrong_phase") if self.sheet.ready[self.viewer] else None
        if board.phase == "call":
            return _answer(self, board, action)
        if board.turn != self.viewer or board.phase in ("scoring", "recycle"):
            return refuse("not_your_turn", seat=board.turn)
        judge = _JUDGES[board.phase].get(type(action))
        return judge(self, board, action) if judge is not None else _out_of_phase(board, action)

    def __iter__(self) -> Iterator[Action]:
        """List what may be done: draws, single melds, single lay-offs, taking back, discards, call and pass."""
        board = self.board
        if self.sheet.winners or self.viewer < 0 or board is None:
            return iter(())
        if board.phase == "hand_end":
            return iter(() if self.sheet.ready[self.viewer] else (act.READY,))
        if self.viewer not in board.asked:
            return iter(())
        match board.phase:
            case "play":
                return iter(_plays(self, board))
            case "draw":
                return iter(_draws(self, board))
            case "call":
                return iter((act.CALL, act.PASS) if self.may_call else (act.PASS,))
            case "lay_called":
                return iter([_LAY_OFF(board.taken, place) for place in self.targets(board.taken)])
            case "discard_called":
                return iter(_discards(self.hand))
            case "recycle" | "scoring":
                return iter(())

    def __contains__(self, action: Anything) -> bool:
        return self.check(action) is None

    @property
    def asked(self) -> bool:
        """Is the viewer asked something in the hand?"""
        board = self.board
        return board is not None and not self.sheet.winners and self.viewer in board.asked

    @property
    def may_draw_stock(self) -> bool:
        """May the viewer draw from the stock now, or turn the pile over to do so?"""
        return self._open(act.DRAW_STOCK)

    @property
    def turns_over(self) -> bool:
        """Would drawing from the stock turn the pile over first?"""
        return self.board is not None and not self.board.stock and self.may_draw_stock

    @property
    def may_draw_discard(self) -> bool:
        """May the viewer take the top of the pile now?"""
        return self._open(act.DRAW_DISCARD)

    @property
    def may_block(self) -> bool:
        """May the viewer leave the discard, so that the hand is blocked?"""
        return self._open(act.BLOCK)

    @property
    def may_take_back(self) -> bool:
        """May the viewer take the last meld or lay-off of this turn back?"""
        return self._open(act.TAKE_BACK)

    @property
    def may_call(self) -> bool:
        """May the viewer call Rummy! now?"""
        return self._open(act.CALL)

    @property
    def discards(self) -> Hand:
        """The cards that may be discarded now."""
        board = self.board
        if board is None or not self.asked or board.phase not in ("play", "discard_called"):
            return EMPTY
        return _may_leave(self.hand, board)

    @property
    def melds(self) -> tuple[Hand, ...]:
        """The new melds that may be laid now, each alone."""
        board = self.board
        if board is None or not self.asked or board.phase != "play":
            return ()
        return tuple(_melds(self, board))

    def targets(self, card: Card | None) -> tuple[int, ...]:
        """Return the numbers of the melds on the table that a card of the viewer's may be laid on now."""
        board = self.board
        if board is None or card is None or not self.asked:
            return ()
        aces = self.sheet.options.ace_runs
        return tuple(
            place
            for place, meld in enumerate(board.melds)
            if takes(meld.cards, aces) >> card & 1 and self.check(_LAY_OFF(card, place)) is None
        )

    def _open(self, action: Action) -> bool:
        return self.asked and self.check(action) is None


def legal(view: View) -> Legal:
    """Return what the viewer may do now."""
    return Legal(view.board, view.sheet, view.viewer, view.hand)


# ---- the list


def _draws(seen: Legal, board: Board) -> Iterator[Action]:
    if _draw_stock(seen, board, act.DRAW_STOCK) is None:
        yield act.DRAW_STOCK
    else:
        yield act.BLOCK
    if _draw_discard(seen, board, act.DRAW_DISCARD) is None:
        yield act.DRAW_DISCARD


def _plays(seen: Legal, board: Board) -> list[Action]:
    hand = seen.hand
    listed: list[Action] = [_MELD(cards) for cards in _melds(seen, board)]
    if board.melds:
        table = table_of(seen, board)
        if table.may_lay_off:
            aces = seen.sheet.options.ace_runs
            for place, meld in enumerate(board.melds):
                fitting = hand & takes(meld.cards, aces)
                if fitting:
                    listed += [
                        _LAY_OFF(card, place)
                        for card in cards_of(Hand(fitting))
                        if table.after_lay_off(card, place) is None
                    ]
    if board.played and seen.sheet.options.undo_within_turn:
        listed.append(act.TAKE_BACK)
    return listed + _discards(_may_leave(hand, board))


def _melds(seen: Legal, board: Board) -> Iterator[Hand]:
    candidates = melds_in(seen.hand, seen.sheet.options.ace_runs)
    if not candidates or _melded_enough(seen, board):
        return
    table = table_of(seen, board)
    for cards in candidates:
        if table.after_meld(cards) is None:
            yield cards


def _discards(hand: Hand) -> list[Action]:
    return [
        *_discards_of(hand & 0x1FFF),
        *_discards_of(hand & 0x3FFE000),
        *_discards_of(hand & 0x7FFC000000),
        *_discards_of(hand & 0xFFF8000000000),
    ]


@cache
def _discards_of(suit: int) -> tuple[Action, ...]:
    """Return the discards of the cards held in one suit: there are 8,192 such holdings a suit."""
    return tuple(act.DISCARDS[card] for card in cards_of(Hand(suit)))


_MELD: Final = cache(act.Meld)
"""Each meld as an action, made once."""

_LAY_OFF: Final = cache(act.LayOff)
"""Each lay-off as an action, made once."""


# ---- the judges, one for each action in its phase


def _draw_stock(seen: Legal, board: Board, _action: Anything) -> Refusal | None:
    if board.stock or renewable(board, seen.sheet.options):
        return None
    return refuse("stock_used_up", **_upcard(board))


def _draw_discard(seen: Legal, board: Board, _action: Anything) -> Refusal | None:
    if not board.pile:
        return refuse("pile_empty")
    if seen.hand:
        return None
    # Somebody who floats may take only what he can lay off at once (RULES 9.3).
    return None if table_of(seen, board).lands(board.pile[-1]) else refuse("would_strand")


def _block(seen: Legal, board: Board, action: Anything) -> Refusal | None:
    return refuse("not_blocked") if _draw_stock(seen, board, action) is None else None


def _meld(seen: Legal, board: Board, action: Anything) -> Refusal | None:
    assert isinstance(action, act.Meld)
    table = table_of(seen, board)
    refusal = check_meld(table, action.cards)
    if refusal is not None:
        return refusal
    if _melded_enough(seen, board):
        return refuse("one_meld_per_turn")
    return table.after_meld(action.cards)


def _lay_off(seen: Legal, board: Board, action: Anything) -> Refusal | None:
    assert isinstance(action, act.LayOff)
    table = table_of(seen, board)
    return check_lay_off(table, action.card, action.meld) or table.after_lay_off(action.card, action.meld)


def _lay_called(seen: Legal, board: Board, action: Anything) -> Refusal | None:
    assert isinstance(action, act.LayOff)
    assert board.taken is not None
    if action.card != board.taken:
        return refuse("lay_first", card=board.taken)
    return check_lay_off(table_of(seen, board), action.card, action.meld)


def _discard(seen: Legal, board: Board, action: Anything) -> Refusal | None:
    assert isinstance(action, act.Discard)
    if not seen.hand >> action.card & 1:
        return refuse("not_in_hand", card=action.card)
    return refuse("taken_card", card=action.card) if action.card == board.taken else None


def _take_back(seen: Legal, board: Board, _action: Anything) -> Refusal | None:
    if not seen.sheet.options.undo_within_turn:
        return refuse("no_take_back")
    return None if board.played else refuse("nothing_to_take_back")


def _go_out(seen: Legal, board: Board, action: Anything) -> Refusal | None:
    assert isinstance(action, act.GoOut)
    fresh = not board.laid[seen.viewer] and not board.played
    one_meld = any(type(play) is Melded for play in board.played)
    return check_go_out(table_of(seen, board), action, fresh=fresh, one_meld=one_meld)


def _answer(seen: Legal, board: Board, action: Anything) -> Refusal | None:
    """Judge what is done while a discard may be called (RULES 9.7)."""
    if seen.viewer < 0 or seen.viewer == board.discarder:
        return refuse("not_your_turn", seat=board.turn)
    kind = type(action)
    if kind is not act.Call and kind is not act.Pass:
        return refuse("call_open", **_upcard(board))
    if board.answered[seen.viewer]:
        return refuse("answered")
    if kind is act.Pass:
        return None
    if not seen.hand:
        # He would have nothing to discard after laying the card.
        return refuse("would_strand")
    table = table_of(seen, board)
    return None if table.may_lay_off else refuse("need_own_meld")


def _out_of_phase(board: Board, action: Anything) -> Refusal:
    kind = type(action)
    if kind is act.Call or kind is act.Pass:
        return refuse("call_window_closed")
    match board.phase:
        case "draw" if kind in _AFTER_DRAW:
            return refuse("draw_first", **_upcard(board))
        case "play" if kind in (act.DrawStock, act.DrawDiscard):
            return refuse("already_drawn")
        case "play" if kind is act.Block:
            return refuse("not_blocked")
        case "lay_called":
            assert board.taken is not None
            return refuse("lay_first", card=board.taken)
        case _:
            return refuse("wrong_phase")


_AFTER_DRAW: Final = frozenset((act.Meld, act.LayOff, act.TakeBack, act.Discard, act.GoOut))


def table_of(seen: Legal, board: Board) -> Table:
    """Return the viewer's cards beside the melds on the table."""
    return Table(
        seen.hand,
        tuple([meld.cards for meld in board.melds]),
        seen.sheet.options,
        any(meld.seat == seen.viewer for meld in board.melds),
        board.taken,
    )


def _melded_enough(seen: Legal, board: Board) -> bool:
    return seen.sheet.options.melds_per_turn == "one" and any(type(play) is Melded for play in board.played)


def _may_leave(hand: Hand, board: Board) -> Hand:
    return hand if board.taken is None else Hand(hand & ~(1 << board.taken))


def _upcard(board: Board) -> dict[str, int | str]:
    return {} if board.top is None else {"upcard": board.top}


_Judge = Callable[[Legal, Board, Anything], Refusal | None]

_JUDGES: Final[dict[Phase, dict[type, _Judge]]] = {
    "draw": {act.DrawStock: _draw_stock, act.DrawDiscard: _draw_discard, act.Block: _block},
    "play": {
        act.Meld: _meld,
        act.LayOff: _lay_off,
        act.TakeBack: _take_back,
        act.Discard: _discard,
        act.GoOut: _go_out,
    },
    "lay_called": {act.LayOff: _lay_called},
    "discard_called": {act.Discard: _discard},
}
"""What is open in each phase in which one seat is asked, and who judges it."""
