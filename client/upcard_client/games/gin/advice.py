"""Hints at gin: what the computer would do with the viewer's cards, and why.

The move is the strategy's own. The reason is worked out again from what the strategy weighs, so it is said only where
it holds; nothing is used but the viewer's view.
"""

from upcard_client.games.advice import Advice, words
from upcard_client.words.phrases import CardWord, Line, fill, filln
from upcard_protocol.rules.cards import BIT, EMPTY, Card, Hand, hand_of
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.legal import View, legal
from upcard_protocol.rules.layoffs import defend
from upcard_protocol.rules.melds import best_discard, best_layout, deadwood, meld_kind
from upcard_protocol.strategy.gin import choose
from upcard_protocol.strategy.gin.discarding import weigh
from upcard_protocol.strategy.gin.knocking import Verdict, outs_of, verdict
from upcard_protocol.strategy.gin.reading import read
from upcard_protocol.strategy.gin.style import NORMAL


def advise(view: View, names: tuple[str, ...]) -> Advice | None:
    """Return what the computer would do as the viewer; None where no move of a hand is asked of him.

    Args:
        view: what the viewer may know.
        names: the players by seat.
    """
    board = view.board
    if board is None or board.turn != view.viewer or view.sheet.winners:
        return None
    if board.phase in ("scoring", "waiting", "hand_end"):
        return None
    action = choose(view)
    match action:
        case act.TakeUpcard() | act.DrawDiscard():
            return Advice(action, _taking(view, board))
        case act.Pass() | act.DrawStock():
            return Advice(action, _leaving(view, board, passes=isinstance(action, act.Pass)))
        case act.Discard(card=card):
            return Advice(action, _discarding(view, board, card, names[board.other(view.viewer)]), card)
        case act.Knock(card=card):
            return Advice(action, _ending(view, board, view.hand, card), card)
        case act.BigGin():
            line = fill("Declare big gin: all {count} cards are in melds.", count=view.hand.bit_count())
            return Advice(action, line)
        case act.TakeAndEnd() | act.Decline():
            return Advice(action, _at_the_wall(view, board, action, names[board.other(view.viewer)]))
        case _:
            return Advice(action, _laying_off(view, board))


# ---- the upcard, and drawing


def _taking(view: View, board: Board) -> Line:
    """Say what the top of the pile is good for: the computer takes it for a meld, or for gin."""
    top = board.top
    assert top is not None
    eleven = Hand(view.hand | BIT[top])
    card, left = best_discard(eleven, keep=BIT[top])
    if left == 0:
        return fill("Take {card}: with it you have gin.", card=CardWord(top))
    melds = best_layout(Hand(eleven & ~BIT[card])).melds
    meld = next(meld for meld in melds if meld & BIT[top])
    others, now = words(Hand(meld & ~BIT[top])), deadwood(view.hand)
    if meld_kind(meld) == "run":
        return fill(
            "Take {card}: a run with {others}. Deadwood {left}, not {now}.",
            card=CardWord(top),
            others=others,
            left=left,
            now=now,
        )
    return fill(
        "Take {card}: a set with {others}. Deadwood {left}, not {now}.",
        card=CardWord(top),
        others=others,
        left=left,
        now=now,
    )


def _leaving(view: View, board: Board, *, passes: bool) -> Line:
    """Say why the top of the pile is left alone."""
    top = board.top
    if board.phase == "forced_stock":
        return fill("Draw: after two passes the first card comes from the stock.")
    if top is None:
        return fill("Draw: there is no discard to take.")
    eleven = Hand(view.hand | BIT[top])
    left, now = best_discard(eleven, keep=BIT[top])[1], deadwood(view.hand)
    if not _melds_with(eleven, top):
        return fill(
            "Pass: {card} makes no meld with your cards."
            if passes
            else "Draw from the stock: {card} makes no meld with your cards.",
            card=CardWord(top),
        )
    if left >= now:
        return fill(
            "Pass: with {card} your deadwood would be {left}, now it is {now}."
            if passes
            else "Draw from the stock: with {card} your deadwood would be {left}, now it is {now}.",
            card=CardWord(top),
            left=left,
            now=now,
        )
    return fill(
        "Pass: the stock may help more than {card}."
        if passes
        else "Draw from the stock: it may help more than {card}.",
        card=CardWord(top),
    )


def _melds_with(hand: Hand, card: Card) -> bool:
    """Say whether a card could stand in some meld of a hand."""
    suit, rank = card - card % 13, card % 13
    same = hand & hand_of(Card(other) for other in range(rank, 52, 13))
    if same.bit_count() >= 3:
        return True
    starts = range(max(rank - 2, 0), min(rank, 10) + 1)
    return any((hand >> suit + low & 7) == 7 for low in starts)


# ---- discarding


def _discarding(view: View, board: Board, card: Card, other: str) -> Line:
    """Say why this card goes, and why the hand is not ended where it could be."""
    kept = Hand(view.hand & ~BIT[card])
    left, seen = deadwood(kept), read(board, view.viewer, view.hand)
    keep = EMPTY if board.taken is None else BIT[board.taken]
    word = CardWord(card)
    best, least = best_discard(view.hand, keep=keep)
    if legal(view).knocks and least <= board.limit:
        judged = verdict(view.sheet, board, view.viewer, Hand(view.hand & ~BIT[best]), seen, NORMAL)
        outs = outs_of(kept, seen.unseen)
        if judged is Verdict.OUTS and not outs:
            return fill("Play on for gin. Discard {card}: deadwood {left}.", card=word, left=left)
        if judged is Verdict.OUTS:
            return filln(
                "Play on: {count} card to come makes gin. Discard {card}.",
                "Play on: {count} cards to come make gin. Discard {card}.",
                outs,
                card=word,
            )
        return fill(
            "Play on: {player} may be as low as your {least}. Discard {card}.", player=other, least=least, card=word
        )
    weights = weigh(view.hand, keep, seen, NORMAL)
    mine = weights[card]
    if left == least:
        equals = [weight for weight in weights.values() if weight.left == least]
        if len(equals) == 1:
            return fill("Discard {card}: it leaves the least deadwood, {left}.", card=word, left=left)
        if mine.danger == min(weight.danger for weight in equals) < max(weight.danger for weight in equals):
            return fill(
                "Discard {card}: deadwood {left}, and of such cards it helps {player} least.",
                card=word,
                left=left,
                player=other,
            )
        if mine.saved == max(weight.saved for weight in equals) > min(weight.saved for weight in equals):
            return fill("Discard {card}: deadwood {left}, and the next card should help most.", card=word, left=left)
        return fill("Discard {card}: no other leaves less deadwood than {left}.", card=word, left=left)
    if mine.danger < weights[best].danger:
        return fill(
            "Discard {card}: deadwood {left}, not {least}, but {other} would help {player} more.",
            card=word,
            left=left,
            least=least,
            other=CardWord(best),
            player=other,
        )
    return fill(
        "Discard {card}: deadwood {left}, not {least}, but the next card should help more.",
        card=word,
        left=left,
        least=least,
    )


# ---- ending the hand


def _ending(view: View, board: Board, eleven: Hand, card: Card) -> Line:
    """Say why the hand is ended now."""
    kept = Hand(eleven & ~BIT[card])
    left, seen = deadwood(kept), read(board, view.viewer, eleven)
    word = CardWord(card)
    if left == 0:
        return fill("Go gin: without {card} every card is in a meld.", card=word)
    match verdict(view.sheet, board, view.viewer, kept, seen, NORMAL):
        case Verdict.EARLY:
            return fill(
                "Knock without {card}: deadwood {left}, and {limit} is the limit. It is early.",
                card=word,
                left=left,
                limit=board.limit,
            )
        case Verdict.STOCK_ENDS:
            return fill(
                "Knock without {card}: deadwood {left}, and the stock is nearly used up.", card=word, left=left
            )
        case Verdict.FEW_OUTS:
            outs = outs_of(kept, seen.unseen)
            if not outs:
                return fill("Knock without {card}: deadwood {left}, and no gin is in sight.", card=word, left=left)
            return filln(
                "Knock without {card}: deadwood {left}, and only {count} card to come makes gin.",
                "Knock without {card}: deadwood {left}, and only {count} cards to come make gin.",
                outs,
                card=word,
                left=left,
            )
        case _:
            return fill("Knock without {card}: deadwood {left} may win the game.", card=word, left=left)


def _at_the_wall(view: View, board: Board, action: act.TakeAndEnd | act.Decline, other: str) -> Line:
    """Say what becomes of the last discard (RULES 3.7)."""
    top = board.pile[-1]
    eleven = Hand(view.hand | BIT[top])
    if isinstance(action, act.TakeAndEnd):
        if action.card is None:
            return fill("Take {card}: with it all your cards are in melds.", card=CardWord(top))
        return fill(
            "Take {card} and end the hand without {other}: deadwood {left}.",
            card=CardWord(top),
            other=CardWord(action.card),
            left=deadwood(Hand(eleven & ~BIT[action.card])),
        )
    if not legal(view).knocks:
        return fill("Leave {card}: you could not end the hand with it.", card=CardWord(top))
    left = best_discard(eleven, keep=BIT[top])[1]
    return fill(
        "Leave {card}: you would knock with {left}, and {player} may be as low.",
        card=CardWord(top),
        left=left,
        player=other,
    )


def _laying_off(view: View, board: Board) -> Line:
    """Say what is laid off."""
    defence, now = defend(board.melds_shown, view.hand), deadwood(view.hand)
    if not defence.layoffs:
        return fill("Lay nothing off: no card of yours makes your deadwood less than {now}.", now=now)
    cards = tuple(CardWord(card) for card, _ in defence.layoffs)
    return fill(
        "Lay off {cards}: your deadwood is {left} then, not {now}.",
        cards=cards,
        left=defence.deadwood,
        now=now,
    )
