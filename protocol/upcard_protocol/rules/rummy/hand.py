"""What an accepted action brings about in one hand of rummy, and what follows from it by itself."""

from collections.abc import Iterator

from upcard_protocol.rules.cards import BIT, EMPTY, Card, Hand
from upcard_protocol.rules.game import NatureAction
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy.actions import Action
from upcard_protocol.rules.rummy.board import Board
from upcard_protocol.rules.rummy.events import (
    Answered,
    AskedShuffle,
    CallsClosed,
    ChoseBlock,
    Discarded,
    Drew,
    Event,
    HandEnded,
    LaidOff,
    Melded,
    Readied,
    Took,
    TookBack,
    TurnedOver,
)
from upcard_protocol.rules.rummy.options import Options
from upcard_protocol.rules.rummy.scoring import Score, count, score_blocked, score_given_up, score_out


def decide(
    board: Board, seat: int, deck: tuple[Card, ...], options: Options, action: Action | NatureAction
) -> tuple[Event, ...]:
    """Return the events of an action that was found legal; what follows from them is not among them.

    Args:
        board: the public facts.
        seat: who acts.
        deck: where the stock is drawn from; its last `board.stock` cards are the stock.
        options: the house rules.
        action: the action.
    """
    kind = type(action)
    if kind is act.DrawStock:
        return _draw(board, seat, deck, options)
    if kind is act.Discard:
        assert isinstance(action, act.Discard)
        return (Discarded(seat, action.card),)
    match action:
        case act.DrawDiscard():
            return (Took(seat, board.pile[-1]),)
        case act.Meld() | act.LayOff():
            return (_laid(seat, action),)
        case act.TakeBack():
            last = board.played[-1]
            return (TookBack(seat, last.cards if isinstance(last, Melded) else BIT[last.card]),)
        case act.GoOut():
            return tuple(_going_out(seat, action))
        case act.Block():
            return (ChoseBlock(seat),)
        case act.Call() | act.Pass():
            return (Answered(seat, isinstance(action, act.Call)),)
        case act.Ready():
            return (Readied(seat),)
        case _:
            raise AssertionError(f"{action} was never found legal")


def _draw(board: Board, seat: int, deck: tuple[Card, ...], options: Options) -> tuple[Event, ...]:
    """Draw from the stock; when it is used up the pile takes its place (RULES 9.4)."""
    if board.stock:
        return (Drew(seat, deck[len(deck) - board.stock]),)
    if options.recycle == "shuffle":
        return (AskedShuffle(seat),)
    return (TurnedOver(seat), Drew(seat, board.pile[0]))


def _laid(seat: int, play: act.Meld | act.LayOff) -> Event:
    return Melded(seat, play.cards) if isinstance(play, act.Meld) else LaidOff(seat, play.card, play.meld)


def _going_out(seat: int, action: act.GoOut) -> Iterator[Event]:
    for play in action.plays:
        yield _laid(seat, play)
    if action.discard is not None:
        yield Discarded(seat, action.discard)


def calls_closed(board: Board, answers: tuple[bool | None, ...]) -> CallsClosed:
    """Return how a window closes: of those who call, the first clockwise from the discarder (RULES 9.7)."""
    assert board.discarder is not None
    seats = len(answers)
    clockwise = [(board.discarder + n) % seats for n in range(1, seats)]
    caller = next((seat for seat in clockwise if answers[seat]), None)
    return CallsClosed(tuple(seat for seat, call in enumerate(answers) if call), caller)


def hand_ended(board: Board, hands: tuple[Hand | None, ...], options: Options) -> HandEnded:
    """Return the end of a hand: its score and the cards that are left (RULES 9.4, 9.5, 3.10)."""
    left = tuple(hand or EMPTY for hand in hands)
    return HandEnded(_score(board, tuple(count(hand, options) for hand in left), options), left)


def _score(board: Board, counts: tuple[int, ...], options: Options) -> Score:
    if board.out is not None:
        return score_out(options, counts, board.out, rummy=board.rummy)
    if board.gave_up is not None:
        return score_given_up(options, counts, 1 - board.gave_up)
    assert board.blocked is not None
    return score_blocked(options, counts, board.blocked)
