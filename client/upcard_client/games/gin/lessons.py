"""What a guide says in somebody's first hand of gin, and when."""

from typing import Final

from upcard_client.games.seen import Seen
from upcard_client.locale import mark
from upcard_client.words.phrases import CardWord, Line, fill
from upcard_protocol.rules.gin.legal import View, legal
from upcard_protocol.rules.melds import best_discard

GOAL: Final = "goal"

LESSONS: Final = mark(
    {
        GOAL: "Collect runs and sets; the rest is deadwood. Have less of it than the other.",
        "offer": "The turned card is the upcard: T takes it for a run or a set, P passes it.",
        "draw": "Every turn begins with a card: D draws a hidden one from the stock, T takes the open {card}.",
        "stock": "Every turn begins with a card: D draws a hidden one from the stock.",
        "brackets": "Brackets show runs and sets. Choose a card outside them with Left, Right: Space discards it.",
        "discard": "Choose a card that is in no run or set with Left, Right: Space discards it.",
        "deadwood": "Deadwood: an ace 1, picture cards 10, others their number. With {limit} or less you may knock.",
        "no_knock": "Deadwood: an ace 1, picture cards 10, others their number. Only gin ends this hand.",
        "knock": "You may knock: K ends the hand, and the lower deadwood scores the difference. You need not.",
        "gin": "All your cards can be in runs and sets: that is gin, and G declares it.",
        "layoff": "A knock ends the hand. A card of yours that fits those melds can go there: Enter; E when done.",
        "result": "One deadwood less the other makes the points, and a bonus may come on top. Enter goes on.",
    }
)

TYPED: Final = mark(
    {
        "offer": "The turned card is the upcard: take takes it for a run or a set, pass passes it.",
        "draw": "Every turn begins with a card: draw takes a hidden one from the stock, take the open {card}.",
        "stock": "Every turn begins with a card: draw takes a hidden one from the stock.",
        "brackets": "Your hand is said in runs, sets and deadwood. Discard a card of the deadwood.",
        "discard": "Discard a card that is in no run or set.",
        "knock": "You may knock: that ends the hand, and the lower deadwood scores the difference. You need not.",
        "gin": "All your cards can be in runs and sets: that is gin, and gin declares it.",
        "layoff": "A knock ends the hand. Cards of yours that fit those melds can go there: layall, or done.",
        "result": "One deadwood less the other makes the points, and a bonus may come on top. Type ready to go on.",
    }
)
"""What is said in other words where commands are typed."""


def fitting(seen: Seen) -> tuple[str, ...]:
    """Return which lessons fit what the viewer sees, the most pressing first."""
    view: View = seen.match
    board = view.board
    if board is None or view.viewer < 0:
        return ()
    if board.phase == "hand_end":
        return ("result",)
    if board.turn != view.viewer:
        return ()
    match board.phase:
        case "layoff":
            return ("layoff",)
        case "offer_n" | "offer_d":
            return ("offer",)
        case "forced_stock":
            return ("stock",)
        case "draw":
            return ("draw" if board.top is not None else "stock", "deadwood" if board.limit else "no_knock")
        case "discard":
            return (*_endings(view), "brackets" if seen.view.options.deadwood_help else "discard")
        case _:
            return ()


def _endings(view: View) -> tuple[str, ...]:
    seen = legal(view)
    if not seen.knocks and not seen.big_gin:
        return ()
    return ("gin",) if best_discard(view.hand)[1] == 0 else ("knock",)


def say(seen: Seen, lesson: str, *, typed: bool = False) -> Line:
    """Return a lesson as a sentence."""
    board = seen.match.board
    top = board.top if board is not None else None
    limit = board.limit if board is not None else 0
    words = TYPED.get(lesson, LESSONS[lesson]) if typed else LESSONS[lesson]
    return fill(words, card="" if top is None else CardWord(top), limit=limit)
