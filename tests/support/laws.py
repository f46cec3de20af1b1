"""The laws of a game of gin, checked after every action, for every viewer; and options to check them under."""

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

from tests.support.deals import shuffled
from upcard_protocol.rules import (
    NATURE,
    OPEN,
    PUBLIC,
    Deal,
    Forfeit,
    Options,
    apply,
    due,
    fold,
    legal,
    redact,
    start,
    to_act,
    view,
)
from upcard_protocol.rules.cards import DECK, EMPTY, Card, cards_of, count
from upcard_protocol.rules.game import NatureAction
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.events import Event
from upcard_protocol.rules.gin.legal import View
from upcard_protocol.rules.gin.match import Match
from upcard_protocol.rules.gin.options import (
    AceRule,
    BoxTiming,
    DeadHandDeal,
    DealerRule,
    LayoffMode,
    ShutoutMode,
    TieRule,
    UpcardRule,
    WallRule,
)

VIEWERS = (0, 1, PUBLIC, OPEN)

Player = Callable[[View], Action]


@st.composite
def options(draw: st.DrawFn) -> Options:
    """Draw house rules of gin for two, in any combination that does not clash."""
    upcard_rule: UpcardRule = draw(st.sampled_from(("offer", "open", "eleven")))
    tie_rule: TieRule = draw(st.sampled_from(("undercut", "no_bonus", "push")))
    layoff_mode: LayoffMode = draw(st.sampled_from(("manual", "auto")))
    wall_rule: WallRule = draw(st.sampled_from(("strict", "last_discard")))
    dead_hand_deal: DeadHandDeal = draw(st.sampled_from(("same", "rotate")))
    dealer_rule: DealerRule = draw(st.sampled_from(("winner", "loser", "alternate")))
    box_timing: BoxTiming = draw(st.sampled_from(("end", "immediate")))
    shutout_mode: ShutoutMode = draw(st.sampled_from(("flat", "double_hand_points", "double_total", "none")))
    oklahoma_ace: AceRule = draw(st.sampled_from(("gin_only", "one")))
    oklahoma = upcard_rule != "eleven" and draw(st.booleans())
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
        wall_rule=wall_rule,
        dead_hand_deal=dead_hand_deal,
        dealer_rule=dealer_rule,
        target=draw(st.sampled_from((50, 100, 250))),
        box_bonus=box_bonus,
        box_timing=box_timing,
        game_bonus=draw(st.sampled_from((0, 100))),
        shutout_mode=shutout_mode,
        knock_card_hidden=draw(st.booleans()),
        match_games=draw(st.sampled_from((1, 3, 5))),
        max_discard_only_turns=draw(st.sampled_from((0, 20, 40))),
    )


class Watched:
    """A match in play that is watched by every kind of viewer; each move is held to the laws."""

    def __init__(self, rules: Options, rng: Random) -> None:
        self.match: Match = start(rules, first_dealer=rng.randrange(2))
        self.rng = rng
        self.views: dict[int, View] = {viewer: view(self.match, viewer) for viewer in VIEWERS}

    def do(self, seat: int, action: Action | NatureAction) -> tuple[Event, ...]:
        """Apply an action, let every viewer fold what he hears of it, and check the laws."""
        before = {seat: view.decision for seat, view in self.views.items()}
        self.match, events = apply(self.match, seat, action)
        for viewer in VIEWERS:
            seen = self.views[viewer]
            for event in events:
                seen = fold(seen, redact(event, viewer, options=self.match.sheet.options))
            assert seen == view(self.match, viewer), f"what {viewer} folds is not what {viewer} may see"
            self.views[viewer] = seen
        assert all(self.views[viewer].decision >= before[viewer] for viewer in VIEWERS)
        check_cards(self.match)
        return events

    def deal(self) -> None:
        """Deal a hand from a deck in random order."""
        assert due(self.match) is not None
        self.do(NATURE, Deal((shuffled(self.rng),)))

    def play_hand(self, players: tuple[Player, Player], *, forfeits: float = 0.0) -> None:
        """Deal and play a hand to its end, and be ready for the next one."""
        self.deal()
        while self.match.boards[0].phase != "hand_end":
            (seat,) = to_act(self.match)
            if self.rng.random() < forfeits:
                self.do(NATURE, Forfeit(self.rng.randrange(2)))
            else:
                self.do(seat, players[seat](self.views[seat]))
        for seat in sorted(to_act(self.match), key=lambda _: self.rng.random()):
            (ready,) = legal(self.views[seat])
            self.do(seat, ready)


def check_cards(match: Match) -> None:
    """Check that all 52 cards of the hand are each in one place, and that the public counts are right."""
    if not match.boards:
        return
    board = match.boards[0]
    places: list[Card] = [*match.decks[0][52 - board.stock :], *board.pile]
    for seat, hand in enumerate(match.hands):
        places += cards_of(hand or EMPTY)
        assert count(hand or EMPTY) == board.cards_held(seat)
    places += [card for card in match.knock_cards if card is not None]
    assert sorted(places) == list(DECK), "a card is lost or doubled"
