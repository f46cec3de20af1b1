"""The laws of a game of gin, checked after every action, for every viewer; and options to check them under."""

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

from tests.support.watching import Watching
from upcard_protocol.rules import (
    NATURE,
    OPEN,
    PUBLIC,
    Forfeit,
    Options,
    legal,
    to_act,
)
from upcard_protocol.rules.cards import DECK, EMPTY, Card, cards_of, count
from upcard_protocol.rules.gin import match as gin
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.legal import View
from upcard_protocol.rules.gin.match import Match
from upcard_protocol.rules.gin.options import (
    AceRule,
    BoxTiming,
    DeadHandDeal,
    DealerRule,
    Format,
    LayoffMode,
    ShutoutMode,
    TieRule,
    UpcardRule,
    WallRule,
    seats_of,
)

Player = Callable[[View], Action]


VIEWERS = (0, 1, PUBLIC, OPEN)
"""Who can look on where two play."""

FORMATS: tuple[Format, ...] = ("duel", "duel", "sit_out", "cutthroat", "all_play", "partners")


@st.composite
def options(draw: st.DrawFn, formats: tuple[Format, ...] = FORMATS) -> Options:
    """Draw house rules of gin, for any number of players, in any combination that does not clash."""
    seating: Format = draw(st.sampled_from(formats))
    everybody = seating == "all_play"
    upcard_rule: UpcardRule = draw(st.sampled_from(("offer", "open") if everybody else ("offer", "open", "eleven")))
    tie_rule: TieRule = draw(st.sampled_from(("undercut", "no_bonus", "push")))
    layoff_mode: LayoffMode = draw(st.sampled_from(("manual", "auto")))
    wall_rule: WallRule = draw(st.sampled_from(("strict", "last_discard")))
    dead_hand_deal: DeadHandDeal = draw(st.sampled_from(("same", "rotate")))
    dealer_rule: DealerRule = draw(st.sampled_from(("winner", "loser", "alternate")))
    box_timing: BoxTiming = draw(st.sampled_from(("end", "immediate")))
    shutout_mode: ShutoutMode = draw(st.sampled_from(("flat", "double_hand_points", "double_total", "none")))
    oklahoma_ace: AceRule = draw(st.sampled_from(("gin_only", "one")))
    oklahoma = upcard_rule != "eleven" and not everybody and draw(st.booleans())
    hollywood = seating in ("duel", "partners") and box_timing == "end" and draw(st.booleans())
    spades_double = oklahoma and draw(st.booleans())
    box_bonus = draw(st.sampled_from((0, 10, 20, 25)))
    return Options(
        upcard_rule=upcard_rule,
        rediscard_taken=draw(st.booleans()),
        knock_limit=draw(st.sampled_from((10, 10, 10, 5, 0))),
        oklahoma=oklahoma,
        oklahoma_ace=oklahoma_ace,
        spades_double=spades_double,
        spade_doubles_boxes=spades_double and draw(st.booleans()),
        extra_boxes=box_bonus > 0 and draw(st.booleans()),
        gin_bonus=draw(st.sampled_from((0, 20, 25))),
        big_gin=draw(st.booleans()),
        big_gin_bonus=draw(st.sampled_from((25, 31, 50))),
        undercut_bonus=draw(st.sampled_from((10, 25))),
        tie_rule=tie_rule,
        layoff_on_gin=draw(st.booleans()),
        layoff_mode=layoff_mode,
        format=seating,
        hollywood=hollywood,
        wall_rule=wall_rule,
        dead_hand_deal=dead_hand_deal,
        dealer_rule=dealer_rule,
        target=draw(st.sampled_from((50, 100, 250))),
        box_bonus=box_bonus,
        box_timing=box_timing,
        game_bonus=draw(st.sampled_from((0, 100))),
        shutout_mode=shutout_mode,
        shutout_bonus=draw(st.sampled_from((0, 100))),
        knock_card_hidden=draw(st.booleans()),
        discard_browse=draw(st.sampled_from(("top_only", "all"))),
        match_games=draw(st.sampled_from((1, 3, 5))),
        max_discard_only_turns=draw(st.sampled_from((0, 20, 40))),
    )


class Watched(Watching[Match, View]):
    """A match of gin in play that is watched by every kind of viewer; each move is held to the laws."""

    def __init__(self, rules: Options, rng: Random, seats: int | None = None) -> None:
        """Start a match; without `seats` any number that the rules allow play it."""
        many = rng.choice(seats_of(rules)) if seats is None else seats
        super().__init__(gin, rules, rng, many, check_cards)

    @property
    def over(self) -> bool:
        """Is no hand in play?"""
        return not self.match.boards or self.match.boards[0].phase == "hand_end"

    def deal(self) -> None:
        """Deal from decks in random order: one, or one for each table."""
        self.let_nature()

    def give_up(self) -> None:
        """Let a seat of a hand in play give it up, whoever is asked."""
        playing = [board for board in self.match.boards if board.phase != "waiting"]
        seats = [seat for board in playing for seat in board.seats if seat not in board.gone]
        if seats:
            self.do(NATURE, Forfeit(self.rng.choice(seats)))

    def play_hand(self, *players: Player, forfeits: float = 0.0) -> None:
        """Deal and play a hand to its end, seat by seat with the players in turn, and be ready for the next one."""
        self.deal()
        while not self.over:
            if self.rng.random() < forfeits:
                self.give_up()
                continue
            seat = self.asked()
            self.do(seat, players[seat % len(players)](self.views[seat]))
        for seat in sorted(to_act(self.match), key=lambda _: self.rng.random()):
            (ready,) = legal(self.views[seat])
            self.do(seat, ready)


def check_cards(match: Match) -> None:
    """Check that the 52 cards of every hand are each in one place, and that the public counts are right."""
    for table, board in enumerate(match.boards):
        deck, down = match.decks[table], match.knock_cards[table]
        places: list[Card] = [*deck[52 - board.stock :], *board.pile, *(() if down is None else (down,))]
        for seat in board.seats:
            hand = match.hands[seat] or EMPTY
            places += cards_of(hand)
            assert count(hand) == board.cards_held(seat)
        assert sorted(places) == list(DECK), "a card is lost or doubled"
    seated = {seat for board in match.boards for seat in board.seats}
    assert all(hand is None for seat, hand in enumerate(match.hands) if seat not in seated)
