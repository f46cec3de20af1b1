"""What belongs to the seats of a match, and how each event changes it: their cards, their decisions, what they drew.

The match and a view are kept up by the same function; a view has None for the hands that its viewer may not see.
"""

from typing import Final, TypeVar

from upcard_protocol.rules.cards import BIT, EMPTY, Card, Hand
from upcard_protocol.rules.gin.board import Board, table_of
from upcard_protocol.rules.gin.events import Dealt, Defended, Discarded, Drew, Event, HandEnded, Knocked, Passed, Took

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
        boards: the hands in play, after the event.
        event: the event.
    """
    if type(event) is Discarded:
        held = hands[event.seat]
        if held is not None:
            hands = _put(hands, event.seat, Hand(held & ~BIT[event.card]))
        drawn = _NOTHING_DRAWN[len(drawn)] if len(boards) == 1 else _put(drawn, event.seat, None)
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
        drawn = _put(drawn, event.seat, None)
    elif type(event) is Dealt:
        hands = _dealt(hands, event)
        board = boards[event.table]
        return hands, _put(decisions, board.turn, decisions[board.turn] + 1), drawn
    elif type(event) is HandEnded:
        return hands, _all_asked(decisions, boards), _none_drawn(drawn, boards[event.table])
    elif type(event) is not Passed and type(event) is not Defended:
        return hands, decisions, drawn
    board = boards[0] if len(boards) == 1 else boards[table_of(boards, event.seat)]
    if board.phase != "scoring":
        decisions = _put(decisions, board.turn, decisions[board.turn] + 1)
    return hands, decisions, drawn


def _dealt(hands: Hands, event: Dealt) -> Hands:
    """Return the hands after a deal; at the second table of partners the first keeps its own."""
    if event.table == 0:
        return event.hands
    return tuple(dealt if seat in event.seats else hands[seat] for seat, dealt in enumerate(event.hands))


def _all_asked(decisions: Decisions, boards: tuple[Board, ...]) -> Decisions:
    """Ask everybody to be ready once no hand is in play."""
    return tuple(number + 1 for number in decisions) if boards[0].phase == "hand_end" else decisions


def _none_drawn(drawn: Drawn, board: Board) -> Drawn:
    """Forget what was drawn in a hand that is over, which may have been given up before the discard."""
    return tuple(None if seat in board.seats else card for seat, card in enumerate(drawn))


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
