"""The laws of rummy over random hands, for two to six, under every combination of house rules."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.rummy import shuffled
from tests.support.rummy_laws import Mixed, Watched, options
from tests.support.watching import natures_action
from upcard_protocol.rules.cards import DECK, EMPTY, FULL, Hand, cards_of, hand_of
from upcard_protocol.rules.errors import IllegalAction, sentence
from upcard_protocol.rules.game import NATURE, OPEN, PUBLIC, CallsDue, CloseCalls, Deal, ForfeitMatch, Recycle
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy.actions import Action
from upcard_protocol.rules.rummy.going import going_out
from upcard_protocol.rules.rummy.legal import legal
from upcard_protocol.rules.rummy.match import apply, default_action, due, result, start, to_act, view
from upcard_protocol.rules.rummy.melds import melds_in
from upcard_protocol.rules.rummy.options import PRESETS, Options
from upcard_protocol.rules.rummy.state import Match
from upcard_protocol.rules.rummy.view import View
from upcard_protocol.strategy.rummy import choose

SEEDS = st.integers(0, 2**32)

PLAIN: tuple[Action, ...] = (
    act.DRAW_STOCK,
    act.DRAW_DISCARD,
    act.BLOCK,
    *act.DISCARDS,
    act.TAKE_BACK,
    act.CALL,
    act.PASS,
    act.READY,
)
"""Every action that names no meld."""


def test_every_house_rule_is_drawn_in_more_than_one_way() -> None:
    drawn: dict[str, set[object]] = {}

    @settings(max_examples=150)
    @given(options())
    def draw(rules: Options) -> None:
        for name in Options.__struct_fields__:
            drawn.setdefault(name, set()).add(getattr(rules, name))

    draw()
    assert not [name for name, values in drawn.items() if len(values) == 1]


@pytest.mark.parametrize("seats", range(2, 7))
@settings(max_examples=50)
@given(rules=options(), seed=SEEDS)
def test_folding_what_one_hears_gives_what_one_may_see(seats: int, rules: Options, seed: int) -> None:
    rng = Random(f"{seats} {seed}")
    watched = Watched(rules, rng, seats)
    for _ in range(8):
        if due(watched.match) is None:
            watched = Watched(rules, rng, seats)
        watched.play_hand(Mixed(rng, rng.random()), forfeits=rng.choice((0, 0, 0.01)))


@settings(max_examples=30)
@given(options(), SEEDS)
def test_what_is_listed_applies_and_everything_else_is_refused(rules: Options, seed: int) -> None:
    rng = Random(seed)
    watched = Watched(rules, rng)
    player = Mixed(rng, 0.5)
    watched.let_nature()
    while not watched.over:
        if rng.random() < 0.2:
            check_judgement(watched.match, rng)
        watched.step(player)
    check_judgement(watched.match, rng)


def check_judgement(match: Match, rng: Random) -> None:
    """Check that exactly the listed actions are legal, and that refusals change nothing and can be read."""
    aces = match.sheet.options.ace_runs
    for seat in (*range(len(match.hands)), PUBLIC, OPEN):
        seen = view(match, seat)
        now = legal(seen)
        listed = list(now)
        assert len(set(listed)) == len(listed)
        assert (seat in to_act(match)) == bool(listed)
        melds = len(seen.boards[0].melds)
        laid = [act.LayOff(card, place) for card in cards_of(seen.hand) for place in range(melds)]
        every = [*PLAIN, *map(act.Meld, melds_in(seen.hand, aces)), *laid]
        assert {action for action in every if now.check(action) is None} == set(listed)
        assert {action.cards for action in listed if isinstance(action, act.Meld)} == set(now.melds)
        assert now.discards == hand_of(action.card for action in listed if isinstance(action, act.Discard))
        out = going_out(now)
        for action in [*listed, *([] if out is None else [out])]:
            after, _ = apply(match, seat, action)
            if isinstance(action, act.GoOut):
                assert after.boards[0].out == seat
        for action in [*rng.sample(every, min(10, len(every))), *(odd_action(seen, rng) for _ in range(6))]:
            refusal = now.check(action)
            if refusal is None:
                apply(match, seat, action)
                continue
            assert sentence(refusal)
            with pytest.raises(IllegalAction) as refused:
                apply(match, seat, action)
            assert refused.value.refusal == refusal


def odd_action(seen: View, rng: Random) -> Action:
    """Return an action with melds and lay-offs that are right, nearly right or nonsense."""
    held = list(cards_of(seen.hand)) or list(DECK)

    def meld() -> act.Meld:
        near, size = rng.choice(held), rng.choice((0, 1, 2, 3, 3, 4))
        row = [13 * (near // 13) + (near % 13 + n) % 13 for n in range(size)]
        column = [(near + 13 * n) % 52 for n in range(size)]
        return act.Meld(hand_of(DECK[card] for card in rng.choice((row, column, rng.sample(range(52), size)))))

    def laid() -> act.LayOff:
        return act.LayOff(rng.choice((*held, *DECK)), rng.randrange(5))

    plays = tuple(rng.choice((meld, laid))() for _ in range(rng.randrange(4)))
    return rng.choice((meld(), laid(), act.GoOut(plays, rng.choice((*held, None)))))


@settings(max_examples=60)
@given(options(), SEEDS)
def test_a_hand_played_by_default_actions_ends(rules: Options, seed: int) -> None:
    rng = Random(seed)
    watched = Watched(rules, rng)
    watched.let_nature()
    player = Mixed(rng, 0.7)
    for _ in range(rng.randrange(40)):
        if watched.over:
            return
        watched.step(player)
    for _ in range(2000):
        if watched.over:
            return
        watched.step(default_action)
    raise AssertionError("the hand goes on for ever")


@settings(max_examples=40)
@given(options(), SEEDS)
def test_a_seat_that_is_gone_at_the_next_deal_forfeits_the_match(rules: Options, seed: int) -> None:
    rng = Random(seed)
    watched = Watched(rules, rng)
    if rng.random() < 0.7:
        watched.play_hand(Mixed(rng, 0.2))
    if due(watched.match) is None:
        return
    gone = rng.randrange(len(watched.match.hands))
    watched.do(NATURE, ForfeitMatch(gone))
    over = result(watched.match)
    assert over is not None
    assert gone not in over.winners
    assert over.forfeited == gone
    assert sum(over.margins) == 0


def test_a_hand_of_two_may_be_won_by_a_caller_who_was_not_on_turn() -> None:
    kinds: set[str] = set()
    rng = Random(11)
    for _ in range(30):
        watched = Watched(PRESETS["calling"], rng, 4)
        watched.play_hand(Mixed(rng, 0.3))
        kinds |= {type(play).__name__ for play in watched.match.boards[0].plays}
    assert "CallsClosed" in kinds


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("name", PRESETS)
def test_the_computer_plays_whole_matches_of_every_preset(name: str, seats: int) -> None:
    rules = PRESETS[name]
    for seed in range(20):
        match = whole_match(short(rules), Random(f"{name} {seats} {seed}"), seats)
        over = result(match)
        assert over is not None
        assert sum(over.margins) == 0
        totals = over.games[0].totals
        best = min(totals) if rules.scoring == "penalty" else max(totals)
        assert over.winners == tuple(seat for seat, total in enumerate(totals) if total == best)


def short(rules: Options) -> Options:
    """Return house rules under which a game is over after a few hands."""
    return rules if rules.deals else replace(rules, target=50)


def whole_match(rules: Options, rng: Random, seats: int) -> Match:
    """Play a match by the computer and return its end."""
    match = start(rules, seats, rng.randrange(seats))
    while result(match) is None:
        assert match.sheet.hands < 400
        owed = due(match)
        if owed is not None and not isinstance(owed, CallsDue):
            match, _ = apply(match, NATURE, natures_action(owed, rng))
        else:
            seat = min(to_act(match))
            match, _ = apply(match, seat, choose(view(match, seat)))
    return match


def test_nature_deals_whole_packs_and_shuffles_the_pile_only() -> None:
    match = start(Options(recycle="shuffle"), 2, 0)
    for decks in ((), (DECK, DECK), (DECK[:51],), ((*DECK[:51], DECK[0]),)):
        with pytest.raises(IllegalAction, match="bad_deal"):
            apply(match, NATURE, Deal(decks))
    match, _ = apply(match, NATURE, Deal((shuffled(1),)))
    for action in (Deal((shuffled(1),)), Recycle(()), CloseCalls(), ForfeitMatch(0), act.DRAW_STOCK):
        with pytest.raises(IllegalAction, match="wrong_phase"):
            apply(match, NATURE, action)


def test_the_hands_the_pile_and_the_stock_share_no_card() -> None:
    watched = Watched(Options(), Random(3), 6)
    watched.let_nature()
    union = EMPTY
    for hand in watched.match.hands:
        assert not union & (hand or EMPTY)
        union = Hand(union | (hand or EMPTY))
    assert union != FULL
