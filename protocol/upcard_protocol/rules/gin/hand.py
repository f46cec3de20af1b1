"""What an accepted action brings about in one hand of gin: the events, and what follows from them."""

from upcard_protocol.rules.cards import BIT, Card, Hand, hand_of, points
from upcard_protocol.rules.game import NatureAction
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.events import (
    Declined,
    Defended,
    Discarded,
    Drew,
    Event,
    HandEnded,
    Knocked,
    Passed,
    Readied,
    Took,
)
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.gin.scoring import (
    Dead,
    Score,
    score_big_gin,
    score_each,
    score_given_up,
    score_knock,
)
from upcard_protocol.rules.layoffs import defend, safest
from upcard_protocol.rules.melds import best_layout, layouts


def decide(
    board: Board, seat: int, hand: Hand, deck: tuple[Card, ...], action: Action | NatureAction
) -> tuple[Event, ...]:
    """Return the events of an action that was found legal; what follows from them is not among them.

    Args:
        board: the public facts.
        seat: who acts.
        hand: that seat's cards.
        deck: the deck of this hand; its last `board.stock` cards are the stock.
        action: the action.
    """
    if type(action) is act.Discard:
        return (Discarded(seat, action.card),)
    if type(action) is act.DrawStock:
        return (Drew(seat, deck[52 - board.stock]),)
    match action:
        case act.DrawDiscard() | act.TakeUpcard():
            return (Took(seat, board.pile[-1]),)
        case act.Pass():
            return (Passed(seat),)
        case act.Knock():
            return (_knock(board, seat, hand, action.card, action.melds),)
        case act.BigGin():
            return (_big_gin(seat, hand, action.melds),)
        case act.TakeAndEnd():
            top = board.pile[-1]
            eleven = Hand(hand | BIT[top])
            end = (
                _big_gin(seat, eleven, action.melds)
                if action.card is None
                else _knock(board, seat, eleven, action.card, action.melds)
            )
            return (Took(seat, top), end)
        case act.LayOff() | act.Auto() | act.Done():
            return (_defended(board, seat, hand, action),)
        case act.Decline():
            return (Declined(seat),)
        case act.Ready():
            return (Readied(seat),)
        case _:
            raise AssertionError(f"{action} was never found legal")


def _knock(board: Board, seat: int, hand: Hand, card: Card, melds: tuple[Hand, ...] | None) -> Knocked:
    kept = Hand(hand & ~BIT[card])
    if melds is None:
        seen = Hand(hand | hand_of(board.pile))
        melds = safest(layouts(kept), seen).melds
    loose = _left(kept, melds)
    return Knocked(seat, "knock" if loose else "gin", card, melds, loose)


def _big_gin(seat: int, hand: Hand, melds: tuple[Hand, ...] | None) -> Knocked:
    return Knocked(seat, "big_gin", None, melds or best_layout(hand).melds, Hand(0))


def _defended(board: Board, seat: int, hand: Hand, action: act.LayOff | act.Auto | act.Done) -> Defended:
    """Arrange a defender's cards as asked (RULES 3.5)."""
    if isinstance(action, act.LayOff):
        kept = hand
        for card, _ in action.layoffs:
            kept = Hand(kept & ~BIT[card])
        melds = best_layout(kept).melds if action.melds is None else action.melds
        return Defended(seat, melds, action.layoffs, _left(kept, melds))
    best = defend(board.melds_shown, hand, layoffs=isinstance(action, act.Auto))
    kept = hand
    for card, _ in best.layoffs:
        kept = Hand(kept & ~BIT[card])
    return Defended(seat, best.melds, best.layoffs, _left(kept, best.melds))


def follow(
    board: Board, table: int, hands: tuple[Hand | None, ...], options: Options, knock_card: Card | None
) -> Event | None:
    """Return the event that is owed while nobody is asked (phase `scoring`): a defence, then the score.

    Args:
        board: the public facts.
        table: which of the hands that are played at once it is.
        hands: every hand by seat.
        options: the house rules.
        knock_card: the knock discard of this hand, or None.
    """
    if board.phase != "scoring":
        return None
    if board.knock is not None and len(board.defences) < len(board.seats) - 1 and board.gave_up is None:
        defender = board.other(board.defences[-1].seat if board.defences else board.knock.seat)
        lays_off = board.knock.kind == "knock" or options.layoff_on_gin
        return _defended(board, defender, hands[defender] or Hand(0), act.AUTO if lays_off else act.DONE)
    if board.gave_up is not None and not board.defences:
        given = best_layout(hands[board.gave_up] or Hand(0))
        return Defended(board.gave_up, given.melds, (), given.loose)
    return HandEnded(_score(board, options), knock_card, table)


def _score(board: Board, options: Options) -> Score:
    knock, defence, multiplier = board.knock, board.defence, board.multiplier
    if board.gave_up is not None:
        assert defence is not None
        winner = board.other(board.gave_up)
        return score_given_up(options, winner=winner, deadwood=points(defence.loose), multiplier=multiplier)
    if knock is None:
        looped = board.stock > 2
        return Dead(looped)
    if len(board.seats) > 2:
        others = {defended.seat: points(defended.loose) for defended in board.defences}
        return score_each(options, knocker=knock.seat, kind=knock.kind, kd=points(knock.loose), others=others)
    assert defence is not None
    dd = points(defence.loose)
    if knock.kind == "big_gin":
        return score_big_gin(options, knocker=knock.seat, dd=dd, multiplier=multiplier)
    return score_knock(
        options,
        knocker=knock.seat,
        defender=defence.seat,
        kd=points(knock.loose),
        dd=dd,
        multiplier=multiplier,
        gin=knock.kind == "gin",
    )


def _left(hand: Hand, melds: tuple[Hand, ...]) -> Hand:
    rest: int = hand
    for meld in melds:
        rest &= ~meld
    return Hand(rest)
