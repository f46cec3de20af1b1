"""What belongs to the seats of a match, and how each event changes it: cards, decisions, drawn cards, answers.

The match and a view are kept up by the same function; a view has None for what its viewer may not know.
"""

from typing import Final, TypeVar

from msgspec import Struct

from upcard_protocol.rules.cards import BIT, Card, Hand
from upcard_protocol.rules.rummy.board import Board
from upcard_protocol.rules.rummy.events import (
    Answered,
    CallsClosed,
    Dealt,
    Discarded,
    Drew,
    Event,
    HandEnded,
    LaidOff,
    Melded,
    Took,
    TookBack,
)

T = TypeVar("T")


class Seats(Struct, frozen=True, gc=False):
    """What belongs to each seat. Tuples go by seat."""

    hands: tuple[Hand | None, ...]
    """Cards; None for a hand that is not known."""
    decisions: tuple[int, ...]
    """The number of each seat's present decision: only that of a seat which is asked something new moves on."""
    drawn: tuple[Card | None, ...]
    """The card drawn from the stock this turn, as far as it is known."""
    answers: tuple[bool | None, ...]
    """Who calls, while others may, as far as it is known; None for those who have not said."""


_NONE: Final = tuple((None,) * seats for seats in range(7))


def seats_after(seats: Seats, board: Board, event: Event) -> Seats:
    """Return what belongs to the seats after an event.

    Args:
        seats: before the event.
        board: the hand in play, after the event.
        event: the event.
    """
    hands, decisions, drawn, answers = seats.hands, seats.decisions, seats.drawn, seats.answers
    kind = type(event)
    if kind is Discarded:
        assert isinstance(event, Discarded)
        hands = _changed(hands, event.seat, 0, BIT[event.card])
        drawn = _NONE[len(drawn)]
        return Seats(hands, _asked(decisions, board), drawn, answers)
    match event:
        case Drew():
            added = 0 if event.card is None else BIT[event.card]
            hands = _changed(hands, event.seat, added, 0)
            drawn = _put(drawn, event.seat, event.card)
        case Took():
            hands = _changed(hands, event.seat, BIT[event.card], 0)
        case Melded() | LaidOff():
            laid = event.cards if isinstance(event, Melded) else BIT[event.card]
            hands = _changed(hands, event.seat, 0, laid)
            if board.turn != event.seat:
                drawn = _NONE[len(drawn)]
            elif board.phase == "play":
                # It is the same question still: what else goes to the table, and which card goes away.
                return Seats(hands, decisions, drawn, answers)
        case TookBack():
            return Seats(_changed(hands, event.seat, event.cards, 0), decisions, drawn, answers)
        case Answered():
            return Seats(hands, decisions, drawn, _put(answers, event.seat, event.call))
        case CallsClosed():
            answers = _NONE[len(answers)]
            if event.caller is not None and board.taken is not None:
                hands = _changed(hands, event.caller, BIT[board.taken], 0)
        case Dealt():
            hands, drawn, answers = event.hands, _NONE[len(drawn)], _NONE[len(answers)]
        case HandEnded():
            decisions = tuple(number + 1 for number in decisions)
            return Seats(hands, decisions, _NONE[len(drawn)], _NONE[len(answers)])
        case _:
            return seats
    return Seats(hands, _asked(decisions, board), drawn, answers)


def _asked(decisions: tuple[int, ...], board: Board) -> tuple[int, ...]:
    """Move the numbers on of those who are asked something new."""
    if board.phase == "call":
        return tuple(number + (seat != board.discarder) for seat, number in enumerate(decisions))
    if board.phase == "scoring":
        return decisions
    return _put(decisions, board.turn, decisions[board.turn] + 1)


def _changed(hands: tuple[Hand | None, ...], seat: int, added: int, removed: int) -> tuple[Hand | None, ...]:
    held = hands[seat]
    return hands if held is None else _put(hands, seat, Hand((held | added) & ~removed))


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])
