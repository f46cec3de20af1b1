"""What belongs to the seats of a match, and how each event changes it: their cards, their decisions, what they drew.

The match and a view are kept up by the same function; a view has None for the hands that its viewer may not see.
"""

from typing import Final, TypeVar

from upcard_protocol.rules.cards import BIT, EMPTY, Card, Hand
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.events import Dealt, Discarded, Drew, Event, HandEnded, Knocked, Passed, Took

Hands = tuple[Hand | None, ...]
"""Cards by seat; None for a hand that is not known."""
Decisions = tuple[int, ...]
"""The number of each seat's present decision: only that of a seat which is asked something new moves on."""
Drawn = tuple[Card | None, ...]
"""The card each seat drew from the stock this turn, as far as it is known."""

T = TypeVar("T")

_NOTHING_DRAWN: Final = tuple((None,) * seats for seats in range(7))


def own_hand(hands: Hands, viewer: int) -> Hand:
    """Return the cards of a viewer; none if he has no seat."""
    return (hands[viewer] or EMPTY) if 0 <= viewer < len(hands) else EMPTY


def seats_after(
    hands: Hands, decisions: Decisions, drawn: Drawn, boards: tuple[Board, ...], event: Event
) -> tuple[Hands, Decisions, Drawn]:
    """Return what belongs to the seats after an event.

    The three go together because this runs at every event, and looking at the event's type is most of the work.

    Args:
        hands: before the event, like the next two.
        decisions: by seat.
        drawn: by seat.
        boards: the hand in play, after the event.
        event: the event.
    """
    if type(event) is Discarded:
        held = hands[event.seat]
        if held is not None:
            hands = _put(hands, event.seat, Hand(held & ~BIT[event.card]))
        drawn = _NOTHING_DRAWN[len(drawn)]
    elif type(event) is Drew:
        card, held = event.card, hands[event.seat]
        if held is not None and card is not None:
            hands = _put(hands, event.seat, Hand(held | BIT[card]))
        drawn = _put(drawn, event.seat, card)
    elif type(event) is Took:
        held = hands[event.seat]
        if held is not None:
            hands = _put(hands, event.seat, Hand(held | BIT[event.card]))
    elif type(event) is Knocked:
        if hands[event.seat] is not None:
            hands = _put(hands, event.seat, _shown(event))
        drawn = _NOTHING_DRAWN[len(drawn)]
    elif type(event) is Dealt:
        hands, drawn = event.hands, _NOTHING_DRAWN[len(drawn)]
    elif type(event) is HandEnded:
        return hands, tuple(number + 1 for number in decisions), _NOTHING_DRAWN[len(drawn)]
    elif type(event) is not Passed:
        return hands, decisions, drawn
    board = boards[0]
    if board.phase != "scoring":
        decisions = _put(decisions, board.turn, decisions[board.turn] + 1)
    return hands, decisions, drawn


def _shown(event: Knocked) -> Hand:
    shown: int = event.loose
    for meld in event.melds:
        shown |= meld
    return Hand(shown)


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    # Two seats are nearly every table.
    if len(values) == 2:
        return (value, values[1]) if seat == 0 else (values[0], value)
    return (*values[:seat], value, *values[seat + 1 :])
