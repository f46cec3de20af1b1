"""Scenes at the rummy table: a deck from wished cards, and a match that is played in words.

The last seat deals and seat 0 acts first, unless a scene says otherwise.
"""

from random import Random

import pytest
from msgspec.structs import replace

from upcard_protocol.rules.cards import DECK, Card, Hand, cards_of, count, hand_of, parse_card, parse_cards
from upcard_protocol.rules.errors import IllegalAction
from upcard_protocol.rules.game import NATURE, Deal, NatureAction
from upcard_protocol.rules.record import parse_action
from upcard_protocol.rules.rummy import match as rummy
from upcard_protocol.rules.rummy.actions import Action
from upcard_protocol.rules.rummy.board import Board, TableMeld
from upcard_protocol.rules.rummy.events import Event
from upcard_protocol.rules.rummy.legal import Legal, legal
from upcard_protocol.rules.rummy.options import Options
from upcard_protocol.rules.rummy.scoring import Score
from upcard_protocol.rules.rummy.state import HAND_SIZE, Match
from upcard_protocol.rules.rummy.view import View


class Scene:
    """A match in play that remembers what happened in it."""

    def __init__(
        self,
        *hands: str,
        rules: Options | None = None,
        seats: int | None = None,
        upcard: str = "",
        stock: str = "",
        dealer: int | None = None,
    ) -> None:
        """Deal the first hand.

        Hands of fewer cards than are dealt, and the rest of the stock, are filled up with cards not named, from the
        king of clubs down.

        Args:
            hands: the cards of seat 0, seat 1 and so on.
            rules: the house rules.
            seats: how many play; as many as there are hands, if that is left out.
            upcard: the card turned.
            stock: the cards that come first in the stock, in order.
            dealer: the seat that deals; the last one, if that is left out.
        """
        self.seats = seats or max(2, len(hands))
        self.match: Match = rummy.start(rules or Options(), self.seats, self.seats - 1 if dealer is None else dealer)
        self.events: list[Event] = []
        self.deal(*hands, upcard=upcard, stock=stock)

    def deal(self, *hands: str, upcard: str = "", stock: str = "") -> None:
        """Deal a hand, as the first one is dealt."""
        size = HAND_SIZE[self.seats]
        held = [list(cards_of(parse_cards(text))) for text in (*hands, *[""] * (self.seats - len(hands)))]
        turned = [parse_card(upcard)] if upcard else []
        next_cards = [parse_card(word) for word in stock.split()]
        named = [*(card for hand in held for card in hand), *turned, *next_cards]
        assert count(hand_of(named)) == len(named), "a card is wished for twice"
        spare = [card for card in DECK if card not in named]
        for hand in held:
            hand += [spare.pop() for _ in range(size - len(hand))]
        turned = turned or [spare.pop()]
        first = (self.match.sheet.dealer + 1) % self.seats
        order = [held[(first + n) % self.seats] for n in range(self.seats)]
        dealt = [card for row in zip(*order, strict=True) for card in row]
        self.do(NATURE, Deal(((*dealt, *turned, *next_cards, *reversed(spare)),)))

    def next_hand(self, *hands: str, upcard: str = "", stock: str = "") -> None:
        """Have everybody ready and deal the next hand."""
        for seat in range(self.seats):
            self.play(f"{seat} ready")
        self.deal(*hands, upcard=upcard, stock=stock)

    def lay(self, *melds: str, owner: int = 0) -> "Scene":
        """Put melds on the table that lie there from earlier turns; their cards come from the stock or the pile."""
        board, cards = self.board, parse_cards(" ".join(melds))
        laid = tuple(TableMeld(parse_cards(meld), owner) for meld in melds)
        stock = [card for card in self.match.deck[len(self.match.deck) - board.stock :] if not cards >> card & 1]
        pile = tuple(card for card in board.pile if not cards >> card & 1)
        assert len(stock) + len(pile) + count(cards) == board.stock + len(board.pile), "a card is in a hand"
        flags = tuple(flag or seat == owner for seat, flag in enumerate(board.laid))
        self.match = replace(
            self.match,
            deck=tuple(stock),
            boards=(replace(board, melds=board.melds + laid, stock=len(stock), pile=pile, laid=flags),),
        )
        return self

    def hold(self, *hands: str) -> "Scene":
        """Have the seats hold these cards only; what they held besides goes to the bottom of the stock."""
        board, seats = self.board, self.match.seats
        wanted = [parse_cards(text) for text in hands] + [hand or Hand(0) for hand in seats.hands[len(hands) :]]
        taken = hand_of(card for hand in wanted for card in cards_of(hand))
        gone = [card for hand in seats.hands for card in cards_of(hand or Hand(0)) if not taken >> card & 1]
        stock = [card for card in self.match.deck[len(self.match.deck) - board.stock :] if not taken >> card & 1]
        pile = tuple(card for card in board.pile if not taken >> card & 1)
        self.match = replace(
            self.match,
            deck=(*stock, *gone),
            seats=replace(seats, hands=tuple(wanted)),
            boards=(replace(board, held=tuple(map(count, wanted)), stock=len(stock) + len(gone), pile=pile),),
        )
        return self

    def run_down(self, *pile: str, left: int = 0) -> "Scene":
        """Leave so many cards in the stock; the others are out of play, and the pile is as named, oldest first."""
        board = self.board
        cards = tuple(map(parse_card, " ".join(pile).split()))
        stock = [card for card in self.match.deck[len(self.match.deck) - board.stock :] if card not in cards]
        self.match = replace(self.match, deck=tuple(stock[:left]), boards=(replace(board, stock=left, pile=cards),))
        return self

    def do(self, seat: int, action: Action | NatureAction) -> tuple[Event, ...]:
        """Apply one action and return what happened."""
        self.match, events = rummy.apply(self.match, seat, action)
        self.events += events
        return events

    def play(self, *moves: str) -> tuple[Event, ...]:
        """Play moves such as `0 discard Kd`, `- close_calls`, and return what happened in the last of them."""
        events: tuple[Event, ...] = ()
        for move in moves:
            events = self.do(*parse_move(move))
        return events

    def refusal(self, move: str) -> IllegalAction:
        """Return how a move is refused; it must be, and change nothing."""
        before = self.match
        with pytest.raises(IllegalAction) as refused:
            self.play(move)
        assert self.match == before
        return refused.value

    def code(self, move: str) -> str:
        """Return the code that a move is refused with."""
        return self.refusal(move).code

    @property
    def board(self) -> Board:
        """The hand in play, or the last one."""
        return self.match.boards[0]

    @property
    def score(self) -> Score:
        """How the hand ended."""
        assert self.board.score is not None
        return self.board.score

    @property
    def table(self) -> list[Hand]:
        """The melds on the table."""
        return [meld.cards for meld in self.board.melds]

    def hand(self, seat: int) -> Hand:
        """Return the cards of a seat."""
        hand = self.match.seats.hands[seat]
        assert hand is not None
        return hand

    def view(self, viewer: int) -> View:
        """Return what a viewer may know."""
        return rummy.view(self.match, viewer)

    def legal(self, seat: int) -> Legal:
        """Return what a seat may do."""
        return legal(self.view(seat))


def parse_move(move: str) -> tuple[int, Action | NatureAction]:
    """Read a move: the seat, or `-` for nature, and the action in the words of the notation."""
    who, _, words = move.partition(" ")
    action = parse_action(words, "rummy")
    assert isinstance(action, Action | NatureAction)
    return (NATURE if who == "-" else int(who)), action


def shuffled(seed: int | Random) -> tuple[Card, ...]:
    """Return a deck in an order that the seed fixes."""
    rng = Random(seed) if isinstance(seed, int) else seed
    return tuple(rng.sample(DECK, 52))
