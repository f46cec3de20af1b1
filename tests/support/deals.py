"""Scenes at the gin table: a deck from wished cards, and a match that is played in words.

Seat 0 is the non-dealer and acts first, unless a scene says otherwise.
"""

from random import Random

import pytest
from msgspec.structs import replace

from upcard_protocol.rules import NATURE, Deal, IllegalAction, Options, apply, legal, start, to_act, view
from upcard_protocol.rules.cards import DECK, Card, Hand, cards_of, count, hand_of, parse_card, parse_cards
from upcard_protocol.rules.game import NatureAction
from upcard_protocol.rules.gin.actions import DISCARDS, Action
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.events import Event
from upcard_protocol.rules.gin.legal import View
from upcard_protocol.rules.gin.match import Match
from upcard_protocol.rules.gin.scoring import Score
from upcard_protocol.rules.notation import parse_action


def shuffled(seed: int | Random) -> tuple[Card, ...]:
    """Return a deck in an order that the seed fixes."""
    rng = Random(seed) if isinstance(seed, int) else seed
    return tuple(rng.sample(DECK, 52))


def deck_for(first: str = "", dealer: str = "", upcard: str = "", stock: str = "") -> tuple[Card, ...]:
    """Return a deck that deals these cards.

    Hands of fewer than ten cards, and the rest of the stock, are filled up with cards not named, from the king
    of clubs down. For the upcard rule `eleven` the first hand may have eleven cards and no upcard is named.

    Args:
        first: the non-dealer's cards.
        dealer: the dealer's cards.
        upcard: the card turned.
        stock: the cards that come first in the stock, in order.
    """
    hands = [list(cards_of(parse_cards(text))) for text in (first, dealer)]
    turned = [parse_card(upcard)] if upcard else []
    if len(hands[0]) == 11:
        turned = [hands[0].pop()]
    next_cards = [parse_card(word) for word in stock.split()]
    named = [*hands[0], *hands[1], *turned, *next_cards]
    assert count(hand_of(named)) == len(named), "a card is wished for twice"
    spare = [card for card in DECK if card not in named]
    for hand in hands:
        hand += [spare.pop() for _ in range(10 - len(hand))]
    turned = turned or [spare.pop()]
    dealt = [card for pair in zip(*hands, strict=True) for card in pair]
    return (*dealt, *turned, *next_cards, *reversed(spare))


KNOCKER = "4c 5c 6c 9s 9h 9d Jd Qd Kd 2s"
"""Ten cards that leave 2 points: the knocker of G01."""
DEFENDER = "As Ah Ad 6s 7s 8s Th 6h 4s 2h"
"""Ten cards that leave 22 points against it, with nothing to lay off: the defender of G01."""


class Scene:
    """A match in play that remembers what happened in it."""

    def __init__(
        self,
        options: Options | None = None,
        *,
        first: str = "",
        dealer: str = "",
        upcard: str = "",
        stock: str = "",
        first_dealer: int = 1,
    ) -> None:
        """Deal the first hand; see `deck_for`."""
        self.match: Match = start(options or Options(), first_dealer=first_dealer)
        self.events: list[Event] = []
        self.deal(first=first, dealer=dealer, upcard=upcard, stock=stock)

    def deal(self, *, first: str = "", dealer: str = "", upcard: str = "", stock: str = "") -> None:
        """Deal a hand; see `deck_for`."""
        self.do(NATURE, Deal((deck_for(first, dealer, upcard, stock),)))

    def next_hand(self, *, first: str = "", dealer: str = "", upcard: str = "", stock: str = "") -> None:
        """Have both seats ready and deal the next hand."""
        self.play("0 ready", "1 ready")
        self.deal(first=first, dealer=dealer, upcard=upcard, stock=stock)

    def do(self, seat: int, action: Action | NatureAction) -> tuple[Event, ...]:
        """Apply one action and return what happened."""
        self.match, events = apply(self.match, seat, action)
        self.events += events
        return events

    def play(self, *moves: str) -> tuple[Event, ...]:
        """Apply moves such as `0 draw_stock` or `- forfeit 1`, and return what the last one brought about."""
        events: tuple[Event, ...] = ()
        for move in moves:
            events = self.do(*parse_move(move))
        return events

    def refusal(self, move: str) -> IllegalAction:
        """Return the refusal of a move, which must change nothing."""
        before = self.match
        with pytest.raises(IllegalAction) as refused:
            apply(self.match, *parse_move(move))
        assert self.match == before
        return refused.value

    def knocked(self, words: str = "knock Qc") -> "Scene":
        """Refuse the upcard twice, then have the non-dealer draw and end the hand; the defender plays `auto`."""
        first, dealer = self.board.seats
        self.play(f"{first} pass", f"{dealer} pass", f"{first} draw_stock", f"{first} {words}")
        if self.board.phase == "layoff":
            self.play(f"{dealer} auto")
        return self

    @property
    def board(self) -> Board:
        """The hand in play."""
        return self.match.boards[0]

    @property
    def score(self) -> Score:
        """The score of the hand that is over."""
        assert self.board.score is not None
        return self.board.score

    def view(self, viewer: int) -> View:
        """Return what a viewer sees."""
        return view(self.match, viewer)

    def hand(self, seat: int) -> Hand:
        """Return the cards of a seat."""
        return self.match.hands[seat] or Hand(0)

    def may(self, seat: int) -> set[Action]:
        """Return the canonical list of what a seat may do."""
        return set(legal(self.view(seat)))


def g01(options: Options | None = None, *, first_dealer: int = 1) -> Scene:
    """Deal G01: the non-dealer will draw the queen of clubs and can knock with 2 against 22, worth 20 points."""
    return Scene(options, first=KNOCKER, dealer=DEFENDER, upcard="8c", stock="Qc", first_dealer=first_dealer)


def with_totals(scene: Scene, totals: tuple[int, int], boxes: tuple[int, int] = (0, 0)) -> Scene:
    """Have the game stand at these points and boxes, by seat, whatever led to them."""
    sheet = replace(scene.match.sheet, totals=totals, boxes=boxes)
    scene.match = replace(scene.match, sheet=sheet)
    return scene


def parse_move(move: str) -> tuple[int, Action | NatureAction]:
    """Read a move: the seat, or `-` for nature, and the action in the words of the notation."""
    who, _, words = move.partition(" ")
    action = parse_action(words)
    assert isinstance(action, Action | NatureAction)
    return (NATURE if who == "-" else int(who)), action


def wall(scene: Scene, *, turns: int = 29) -> None:
    """Let the seats draw from the stock and throw what they drew, so many turns in a row."""
    for _ in range(turns):
        (seat,) = to_act(scene.match)
        scene.play(f"{seat} draw_stock")
        drawn = scene.view(seat).drawn
        assert drawn is not None
        scene.do(seat, DISCARDS[drawn])


def swap_for_ever(scene: Scene, *, turns: int) -> None:
    """Let the seats take each other's discard and throw another card, so many turns in a row."""
    for _ in range(turns):
        (seat,) = to_act(scene.match)
        scene.play(f"{seat} draw_discard")
        thrown = max(cards_of(legal(scene.view(seat)).discards))
        scene.do(seat, DISCARDS[thrown])
