"""The whole of a match of gin as a value, and who is asked (RULES 3.1)."""

from typing import Final

from msgspec import Struct

from upcard_protocol.rules.cards import Card, CardField, Hand
from upcard_protocol.rules.game import DealDue
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.sheet import Sheet

NAME: Final = "gin"
"""The game's name in the list of games, in tags and in files."""


class Match(Struct, frozen=True, gc=False, tag="gin.match", tag_field="t"):
    """Everything about a match. Tuples go by seat."""

    sheet: Sheet
    boards: tuple[Board, ...]
    hands: tuple[Hand | None, ...]
    decks: tuple[tuple[CardField, ...], ...]
    """The deck of each hand in play; its last `stock` cards are the stock."""
    decisions: tuple[int, ...]
    """The number of each seat's present decision."""
    drawn: tuple[Card | None, ...]
    """The card each seat drew from the stock this turn."""
    knock_cards: tuple[Card | None, ...] = ()
    """The knock discard of each hand in play, or None."""


_ONE = tuple(frozenset((seat,)) for seat in range(6))
_NOBODY: frozenset[int] = frozenset()


def to_act(match: Match) -> frozenset[int]:
    """Return the seats that are asked something now."""
    if match.sheet.winners or not match.boards:
        return _NOBODY
    boards = match.boards
    if boards[0].phase == "hand_end":
        return frozenset(seat for seat, ready in enumerate(match.sheet.ready) if not ready)
    if len(boards) == 1:
        return _ONE[boards[0].turn]
    return frozenset(board.turn for board in boards if board.phase != "waiting")


def between_hands(match: Match) -> bool:
    """Say whether a hand is over and the next waits for everybody to be ready."""
    return bool(match.boards) and match.boards[0].phase == "hand_end" and not match.sheet.winners


def due(match: Match) -> DealDue | None:
    """Return what NATURE owes: a deal at the start and whenever everybody is ready (RULES 3.1).

    Partners play two hands at once, with a deck each (RULES 5.3).
    """
    sheet = match.sheet
    if sheet.winners:
        return None
    if not match.boards or (match.boards[0].phase == "hand_end" and all(sheet.ready)):
        return DealDue(len(sheet.tables), sheet.hands + 1)
    return None


def position(match: Match) -> str:
    """Say in a few words where a match stands, for errors and logs; no hidden card is named."""
    if not match.boards:
        return "before the first deal"
    return "; ".join(
        f"hand {board.hand}, {board.phase}, seat {board.turn}, stock {board.stock}" for board in match.boards
    )
