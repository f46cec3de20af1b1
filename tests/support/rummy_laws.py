"""What only rummy promises, checked after every move; house rules to check it under; and players of all kinds."""

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

from tests.support.watching import Watching
from upcard_protocol.rules.cards import DECK, EMPTY, Card, cards_of, count
from upcard_protocol.rules.game import NATURE, CallsDue, Forfeit
from upcard_protocol.rules.rummy import match as rummy
from upcard_protocol.rules.rummy.actions import Action
from upcard_protocol.rules.rummy.going import going_out
from upcard_protocol.rules.rummy.legal import legal
from upcard_protocol.rules.rummy.melds import is_meld
from upcard_protocol.rules.rummy.options import (
    AceRuns,
    AceValue,
    BlockScoring,
    DealerRule,
    MeldsPerTurn,
    Options,
    RecycleLimit,
    RecycleRule,
    Scoring,
)
from upcard_protocol.rules.rummy.state import Match
from upcard_protocol.rules.rummy.view import View
from upcard_protocol.strategy.rummy import choose

Player = Callable[[View], Action]


@st.composite
def options(draw: st.DrawFn) -> Options:
    """Draw house rules of rummy, in any combination that does not clash."""
    dealer_rule: DealerRule = draw(st.sampled_from(("per_seed", "alternate")))
    melds_per_turn: MeldsPerTurn = draw(st.sampled_from(("unlimited", "one")))
    recycle: RecycleRule = draw(st.sampled_from(("turn_all", "keep_top", "shuffle")))
    recycle_limit: RecycleLimit = draw(st.sampled_from(("unlimited", 0, 1, 2)))
    block_scoring: BlockScoring = draw(st.sampled_from(("lowest_difference", "lowest_full", "all_penalty", "void")))
    scoring: Scoring = draw(st.sampled_from(("points_to_winner", "pay_winner", "penalty")))
    ace_runs: AceRuns = draw(st.sampled_from(("low", "high_or_low", "around")))
    ace_values: tuple[AceValue, ...] = (1,) if ace_runs == "low" else (1, 11, 15)
    ace_value: AceValue = draw(st.sampled_from(ace_values))
    must_discard = draw(st.booleans())
    return Options(
        dealer_rule=dealer_rule,
        melds_per_turn=melds_per_turn,
        layoff_needs_own_meld=draw(st.booleans()),
        undo_within_turn=draw(st.booleans()),
        must_discard_to_go_out=must_discard,
        floating=must_discard and draw(st.booleans()),
        recycle=recycle,
        recycle_limit=recycle_limit,
        block_scoring=block_scoring,
        scoring=scoring,
        target=draw(st.sampled_from((0, 50, 100))),
        fixed_deals=draw(st.sampled_from((0, 0, 1, 3))),
        ace_runs=ace_runs,
        ace_value=ace_value,
        call_rummy=draw(st.booleans()),
        call_window=draw(st.sampled_from((1, 3, 30))),
    )


class Watched(Watching[Match, View]):
    """A match of rummy in play that is watched by every kind of viewer; each move is held to the laws."""

    def __init__(self, rules: Options, rng: Random, seats: int | None = None) -> None:
        """Start a match; without `seats` any number may play it."""
        super().__init__(rummy, rules, rng, rng.randrange(2, 7) if seats is None else seats, check_cards)

    @property
    def over(self) -> bool:
        """Is no hand in play?"""
        return not self.match.boards or self.match.boards[0].phase == "hand_end"

    def step(self, player: Player) -> None:
        """Do the next thing of a hand: nature's, or one of those that are asked acts."""
        owed = rummy.due(self.match)
        if owed is not None and not (isinstance(owed, CallsDue) and self.rng.random() < 0.9):
            self.let_nature()
        else:
            seat = self.asked()
            self.do(seat, player(self.views[seat]))

    def play_hand(self, player: Player, *, forfeits: float = 0.0) -> None:
        """Deal and play a hand to its end, and be ready for the next one."""
        self.let_nature()
        while not self.over:
            absent = self.match.boards[0].absent
            if self.rng.random() < forfeits and not all(absent):
                self.do(NATURE, Forfeit(self.rng.choice([seat for seat, gone in enumerate(absent) if not gone])))
            else:
                self.step(player)
        for seat in sorted(rummy.to_act(self.match)):
            (ready,) = legal(self.views[seat])
            self.do(seat, ready)


class Mixed:
    """Does anything with a share of its moves, goes out when it can, and plays like the computer with the others."""

    def __init__(self, rng: Random, share: float = 0.5) -> None:
        self._rng = rng
        self._share = share

    def __call__(self, view: View) -> Action:
        """Choose an action."""
        if self._rng.random() >= self._share:
            return choose(view)
        if self._rng.random() < 0.2 and (out := going_out(legal(view))) is not None:
            return out
        return self._rng.choice(list(legal(view)))


def check_cards(match: Match) -> None:
    """Check that the 52 cards of a hand are each in one place, and that what is public is right."""
    if not match.boards:
        return
    board, aces = match.boards[0], match.sheet.options.ace_runs
    places: list[Card] = [*match.deck[len(match.deck) - board.stock :], *board.pile]
    for hand, held in zip(match.seats.hands, board.held, strict=True):
        places += cards_of(hand or EMPTY)
        assert count(hand or EMPTY) == held
    for meld in board.melds:
        assert is_meld(meld.cards, aces)
        places += cards_of(meld.cards)
    assert sorted(places) == list(DECK), "a card is lost or doubled"
    assert sum(match.sheet.ledger) == 0
    if board.score is not None:
        assert sum(board.score.ledger) == 0
