"""Opponents to measure the computer against: well-known simple players of gin, made again from how they play.

Each is a function of a view. Those that leave something to chance are made from a `Random` handed in.
"""

from collections.abc import Callable
from random import Random

from upcard_protocol.rules.cards import BIT, Card, Hand, cards_of, rank, suit
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import match as gin
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.events import Discarded, Took
from upcard_protocol.rules.gin.legal import View
from upcard_protocol.rules.melds import best_layout, deadwood, layouts

Player = Callable[[View], Action]


def open_spiel_simple(view: View) -> Action:
    """Play like OpenSpiel's simple bot: knocks whenever it may, throws its highest loose card, lays off nothing."""
    board = view.board
    assert board is not None
    match board.phase:
        case "offer_n" | "offer_d":
            return act.PASS
        case "draw":
            return act.DRAW_DISCARD if _first_found_wants(view, board) else act.DRAW_STOCK
        case "discard":
            return next(iter(_knocks(view)), None) or act.DISCARDS[_highest_loose(view)]
        case "layoff":
            return act.DONE
        case _:
            return gin.default_action(view)


def _first_found_wants(view: View, board: Board) -> bool:
    """Say whether the top of the pile ends the hand, or stands in a meld of the first best layout with it."""
    top = board.top
    if top is None:
        return False
    layout = best_layout(Hand(view.hand | BIT[top]))
    return layout.deadwood <= board.limit or not layout.loose >> top & 1


def _highest_loose(view: View) -> Card:
    allowed = gin.legal(view).discards
    loose = Hand(best_layout(view.hand).loose & allowed) or allowed
    # Of equal ranks: hearts, diamonds, clubs, spades.
    return max(cards_of(loose), key=lambda card: (rank(card), -((suit(card) - 1) % 4)))


def novice(random: Random) -> Player:
    """Return a player like RLCard's novice: draws at random, then one of the least-deadwood discards."""

    def play(view: View) -> Action:
        board = view.board
        assert board is not None
        match board.phase:
            case "offer_n" | "offer_d" | "draw":
                return random.choice(list(gin.legal(view)))
            case "discard":
                knocks = _knocks(view)
                gins = [knock for knock in knocks if _left(view, knock.card) == 0]
                if knocks:
                    return random.choice(gins or knocks)
                return act.DISCARDS[random.choice(_least(view, list(cards_of(gin.legal(view).discards))))]
            case _:
                return gin.default_action(view)

    return play


def simple(random: Random) -> Player:
    """Return a player like the simple one of the EAAI challenge: takes what melds, knocks as soon as it may."""

    def play(view: View) -> Action:
        board = view.board
        assert board is not None
        match board.phase:
            case "offer_n" | "offer_d":
                return act.TAKE_UPCARD if _melds_top(view, board) else act.PASS
            case "draw":
                return act.DRAW_DISCARD if _melds_top(view, board) else act.DRAW_STOCK
            case "discard":
                free = list(cards_of(gin.legal(view).discards))
                least = _least(view, free)
                used = _pairs(board, view.viewer)
                fresh = [card for card in least if (_drawn(view, board), card) not in used]
                card = random.choice(fresh or least)
                left = Hand(view.hand ^ BIT[card])
                if deadwood(left) <= board.limit:
                    return act.Knock(card, random.choice(layouts(left)).melds)
                return act.DISCARDS[card]
            case _:
                return gin.default_action(view)

    return play


def _melds_top(view: View, board: Board) -> bool:
    """Say whether the top of the pile makes a meld with any two or three cards of the hand."""
    top = board.top
    if top is None:
        return False
    held = [view.hand >> 13 * (n // 13) + n % 13 & 1 for n in range(52)]
    same = sum(held[n] for n in range(rank(top), 52, 13))
    line = [0, 0, *held[13 * suit(top) : 13 * suit(top) + 13], 0, 0]
    place = rank(top) + 2
    line[place] = 1
    return same >= 2 or any(all(line[low : low + 3]) for low in range(place - 2, place + 1))


def _drawn(view: View, board: Board) -> Card | None:
    return board.taken if view.drawn is None else view.drawn


def _pairs(board: Board, seat: int) -> set[tuple[Card | None, Card]]:
    """Return the (card taken, card discarded) pairs of a seat that everybody saw."""
    pairs: set[tuple[Card | None, Card]] = set()
    taken: Card | None = None
    for play in board.plays:
        if play.seat != seat:
            continue
        if isinstance(play, Discarded):
            pairs.add((taken, play.card))
            taken = None
        else:
            taken = play.card if isinstance(play, Took) else None
    return pairs


def _knocks(view: View) -> list[act.Knock]:
    return [act.KNOCKS[card] for card in cards_of(gin.legal(view).knocks)]


def _left(view: View, card: Card) -> int:
    return deadwood(Hand(view.hand ^ BIT[card]))


def _least(view: View, cards: list[Card]) -> list[Card]:
    best = min(_left(view, card) for card in cards)
    return [card for card in cards if _left(view, card) == best]
