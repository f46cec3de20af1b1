"""Hints at rummy: what the computer would do with the viewer's cards, and why.

The move is the strategy's own. The reason is worked out again from what the strategy weighs, so it is said only where
it holds; nothing is used but the viewer's view.
"""

from upcard_client.games.advice import Advice, words
from upcard_client.words.phrases import CardWord, Line, fill, filln
from upcard_protocol.rules.cards import BIT, Card, Hand, cards_of
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy.actions import Action
from upcard_protocol.rules.rummy.arranging import arrange
from upcard_protocol.rules.rummy.board import Board
from upcard_protocol.rules.rummy.legal import Legal, legal
from upcard_protocol.rules.rummy.melds import is_set, melds_in, order, takes
from upcard_protocol.rules.rummy.options import Options
from upcard_protocol.rules.rummy.scoring import count, value
from upcard_protocol.rules.rummy.view import View
from upcard_protocol.strategy.rummy import choose
from upcard_protocol.strategy.rummy.discarding import spare, weigh


def advise(view: View, names: tuple[str, ...]) -> Advice | None:
    """Return what the computer would do as the viewer; None where no move of a hand is asked of him.

    Args:
        view: what the viewer may know.
        names: the players by seat.
    """
    board, seen = view.board, legal(view)
    if board is None or not seen.asked or board.phase == "hand_end":
        return None
    action = choose(view)
    match action:
        case act.LayOff(card=card) | act.Discard(card=card):
            chosen: Card | None = card
        case act.GoOut(discard=card):
            chosen = card
        case _:
            chosen = None
    return Advice(action, _line(seen, board, action, names), chosen)


def _line(seen: Legal, board: Board, action: Action, names: tuple[str, ...]) -> Line:
    options = seen.sheet.options
    match action:
        case act.DrawStock():
            return _leaving(seen, board)
        case act.DrawDiscard():
            return _taking(seen, board)
        case act.Block():
            return fill("Block: you hold {points} points, and seem to hold least.", points=count(seen.hand, options))
        case act.Meld(cards=cards):
            return fill(
                "Meld {cards}: {points} points less in your hand.",
                cards=tuple(CardWord(card) for card in order(cards, options.ace_runs)),
                points=count(cards, options),
            )
        case act.LayOff(card=card, meld=place):
            return fill(
                "Lay {card} off on {meld}: it would count {points} in your hand.",
                card=CardWord(card),
                meld=words(board.melds[place].cards),
                points=value(card, options),
            )
        case act.GoOut(discard=None):
            return fill("Lay all your cards: they all go, and you are out.")
        case act.GoOut(discard=card) if card is not None:
            return fill("Lay all your cards but {card}, which you discard: you are out.", card=CardWord(card))
        case act.Discard(card=card):
            return _discarding(seen, board, card, names[(seen.viewer + 1) % len(names)])
        case act.Call() if board.top is not None:
            return fill("Call Rummy!: {card} fits a meld on the table.", card=CardWord(board.top))
        case _:
            return fill("Let it lie: you may not call this discard.")


# ---- drawing


def _taking(seen: Legal, board: Board) -> Line:
    """Say what the top of the pile is good for."""
    top, options = board.top, seen.sheet.options
    assert top is not None
    fitting = next((meld.cards for meld in board.melds if takes(meld.cards, options.ace_runs) >> top & 1), None)
    eleven = Hand(seen.hand | BIT[top])
    arranged, now = arrange(eleven, options), arrange(seen.hand, options).points
    own = next((meld for meld in arranged.melds if meld >> top & 1), None)
    if own is not None and arranged.points < now:
        others = words(Hand(own & ~BIT[top]))
        if is_set(own):
            return fill("Take {card}: a set with {others}.", card=CardWord(top), others=others)
        return fill("Take {card}: a run with {others}.", card=CardWord(top), others=others)
    if fitting is not None:
        return fill("Take {card}: it fits {meld} on the table.", card=CardWord(top), meld=words(fitting))
    return fill("Take {card}: there is no stock, and others seem to hold less.", card=CardWord(top))


def _leaving(seen: Legal, board: Board) -> Line:
    """Say why a card from the stock is better than the top of the pile."""
    top = board.top
    if top is None:
        return fill("Draw: there is no discard to take.")
    if not seen.may_draw_discard:
        return fill("Draw: you may not take the {card}.", card=CardWord(top))
    if _goes_nowhere(seen.hand, top, board, seen.sheet.options):
        return fill("Draw: {card} makes no meld and fits none on the table.", card=CardWord(top))
    return fill("Draw: {card} would leave you no fewer points in this turn.", card=CardWord(top))


def _goes_nowhere(hand: Hand, card: Card, board: Board, options: Options) -> bool:
    """Say whether a card neither makes a meld with a hand nor fits one on the table."""
    melds = melds_in(Hand(hand | BIT[card]), options.ace_runs)
    taken = any(takes(meld.cards, options.ace_runs) >> card & 1 for meld in board.melds)
    return not taken and not any(meld >> card & 1 for meld in melds)


# ---- discarding


def _discarding(seen: Legal, board: Board, card: Card, following: str) -> Line:
    """Say why this card goes."""
    loose, options = spare(seen), seen.sheet.options
    word, worth = CardWord(card), value(card, options)
    if not loose & (loose - 1):
        return fill("Discard {card}: you can spare no other card.", card=word)
    weights = weigh(seen, board)
    mine = weights[card]
    dearest = max(cards_of(loose), key=lambda other: weights[other].value)
    other = weights[dearest]
    if other.value == worth:
        if sum(weight.value == worth for weight in weights.values()) == 1:
            return fill("Discard {card}: of your loose cards it counts most, {points}.", card=word, points=worth)
        return fill("Discard {card}: no loose card counts more than its {points}.", card=word, points=worth)
    if other.fits and not mine.fits:
        return fill(
            "Discard {card}: {other} counts more, but fits a meld on the table.", card=word, other=CardWord(dearest)
        )
    if other.outs > mine.outs:
        return filln(
            "Discard {card}: {other} counts more, but {count} card would make a meld with it.",
            "Discard {card}: {other} counts more, but {count} cards would make a meld with it.",
            other.outs,
            card=word,
            other=CardWord(dearest),
        )
    return fill(
        "Discard {card}: {other} counts more, but goes with what {player} took.",
        card=word,
        other=CardWord(dearest),
        player=following,
    )
