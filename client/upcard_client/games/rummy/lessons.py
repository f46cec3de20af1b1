"""What a guide says in somebody's first hand of rummy, and when."""

from typing import Final

from upcard_client.games.seen import Seen
from upcard_client.locale import mark
from upcard_client.words.phrases import CardWord, Line, fill
from upcard_protocol.rules.cards import cards_of
from upcard_protocol.rules.rummy.legal import Legal, legal
from upcard_protocol.rules.rummy.view import View

GOAL: Final = "goal"

LESSONS: Final = mark(
    {
        GOAL: "Lay runs and sets on the table. Who has no card left first has won the hand.",
        "draw": "Every turn begins with a card: D draws a hidden one from the stock, T takes the open {card}.",
        "stock": "Every turn begins with a card: D draws a hidden one from the stock.",
        "meld": "You hold a run or a set: M begins a meld, Space ticks its cards, Enter lays them down.",
        "layoff": "A card of yours fits a meld on the table, anybody's: choose it, and Enter lays it there.",
        "discard": "One card ends your turn: Left, Right choose it, Space discards it.",
        "points": "What you hold at the end counts: an ace least, picture cards 10, others their number.",
        "call": "The discard fits a meld: R calls Rummy! and lays it there, P lets it lie.",
        "result": "The box says what everybody held and who scores it. Enter goes on.",
    }
)

TYPED: Final = mark(
    {
        "draw": "Every turn begins with a card: draw takes a hidden one from the stock, take the open {card}.",
        "stock": "Every turn begins with a card: draw takes a hidden one from the stock.",
        "meld": "You hold a run or a set: meld and its cards lays it down.",
        "layoff": "A card of yours fits a meld on the table, anybody's: lay, the card, on, and the meld's letter.",
        "discard": "One card ends your turn: discard and the card.",
        "call": "The discard fits a meld: call takes it and lays it there, pass lets it lie.",
        "result": "The result says what everybody held and who scores it. Type ready to go on.",
    }
)
"""What is said in other words where commands are typed."""


def fitting(seen: Seen) -> tuple[str, ...]:
    """Return which lessons fit what the viewer sees, the most pressing first."""
    view: View = seen.match
    board, may = view.board, legal(view)
    if board is None or view.viewer < 0:
        return ()
    if board.phase == "hand_end":
        return ("result",)
    if not may.asked:
        return ()
    match board.phase:
        case "draw":
            return ("draw" if may.may_draw_discard else "stock", "points")
        case "play":
            return (*(("meld",) if may.melds else ()), *(("layoff",) if _fits(may) else ()), "discard")
        case "call":
            return ("call",) if may.may_call else ()
        case _:
            return ()


def _fits(may: Legal) -> bool:
    return any(may.targets(card) for card in cards_of(may.hand))


def say(seen: Seen, lesson: str, *, typed: bool = False) -> Line:
    """Return a lesson as a sentence."""
    board = seen.match.board
    top = board.top if board is not None else None
    words = TYPED.get(lesson, LESSONS[lesson]) if typed else LESSONS[lesson]
    return fill(words, card="" if top is None else CardWord(top))
