"""The whole of a match of rummy as a value, and who is asked (RULES 9)."""

from typing import Final

from msgspec import Struct

from upcard_protocol.rules.cards import Card, CardField, Hand
from upcard_protocol.rules.game import CallsDue, DealDue, Due, RecycleDue
from upcard_protocol.rules.rummy.board import Board
from upcard_protocol.rules.rummy.events import Discarded
from upcard_protocol.rules.rummy.seats import Seats
from upcard_protocol.rules.rummy.sheet import Sheet

NAME: Final = "rummy"
"""The game's name in the list of games, in tags and in files."""

HAND_SIZE: Final = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
"""Cards dealt to each, by the number of players (RULES 9.1)."""


class Match(Struct, frozen=True, gc=False, tag="rummy.match", tag_field="t"):
    """Everything about a match. Tuples go by seat."""

    sheet: Sheet
    boards: tuple[Board, ...]
    seats: Seats
    deck: tuple[CardField, ...]
    """Where the stock is drawn from, first card first; its last `stock` cards are the stock."""

    @property
    def hands(self) -> tuple[Hand | None, ...]:
        """The cards of each seat."""
        return self.seats.hands

    @property
    def decks(self) -> tuple[tuple[Card, ...], ...]:
        """The one deck."""
        return (self.deck,)


_NOBODY: frozenset[int] = frozenset()


def to_act(match: Match) -> frozenset[int]:
    """Return the seats that are asked something now."""
    if match.sheet.winners or not match.boards:
        return _NOBODY
    board = match.boards[0]
    if board.phase == "hand_end":
        return frozenset(seat for seat, ready in enumerate(match.sheet.ready) if not ready)
    return frozenset(board.asked)


def between_hands(match: Match) -> bool:
    """Say whether a hand is over and the next waits for everybody to be ready."""
    return bool(match.boards) and match.boards[0].phase == "hand_end" and not match.sheet.winners


def due(match: Match) -> Due | None:
    """Return what NATURE owes: a deal, a shuffled pile, or the end of a window for calls (RULES 9.4, 9.7)."""
    sheet = match.sheet
    if sheet.winners:
        return None
    if not match.boards:
        return DealDue(1, sheet.hands + 1)
    board = match.boards[0]
    match board.phase:
        case "hand_end" if all(sheet.ready):
            return DealDue(1, sheet.hands + 1)
        case "recycle":
            return RecycleDue(board.hand, board.turned + 1, board.pile)
        case "call":
            number = sum(type(play) is Discarded for play in board.plays)
            return CallsDue(board.hand, number, sheet.options.call_window * 1000)
        case _:
            return None


def position(match: Match) -> str:
    """Say in a few words where a match stands, for errors and logs; no hidden card is named."""
    if not match.boards:
        return "before the first deal"
    board = match.boards[0]
    return f"hand {board.hand}, {board.phase}, seat {board.turn}, stock {board.stock}"
