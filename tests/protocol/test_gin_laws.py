"""The laws of the engine over thousands of random hands, under every combination of house rules."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support import brute
from tests.support.deals import shuffled
from tests.support.laws import Watched, check_cards, options
from tests.support.policies import Mixed, anything, sensible
from upcard_protocol.rules import (
    NATURE,
    OPEN,
    PRESETS,
    PUBLIC,
    Deal,
    Hand,
    IllegalAction,
    Options,
    apply,
    default_action,
    due,
    legal,
    result,
    sentence,
    start,
    to_act,
    view,
)
from upcard_protocol.rules.cards import BIT, DECK, EMPTY, cards_of, hand_of
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.legal import View
from upcard_protocol.rules.gin.match import Match
from upcard_protocol.rules.gin.options import Format, seats_of
from upcard_protocol.rules.gin.scoring import Dead
from upcard_protocol.strategy.gin import choose

SEEDS = st.integers(0, 2**32)

PLAIN: tuple[Action, ...] = (
    act.TAKE_UPCARD,
    act.PASS,
    act.DRAW_STOCK,
    act.DRAW_DISCARD,
    *act.DISCARDS,
    *act.KNOCKS,
    act.BIG_GIN,
    act.AUTO,
    act.DONE,
    *(act.TakeAndEnd(card) for card in DECK),
    act.TakeAndEnd(None),
    act.DECLINE,
    act.READY,
)
"""Every action that the canonical list may hold."""


SHARES: dict[tuple[Format, ...], int] = {
    ("duel",): 4,
    ("sit_out",): 2,
    ("cutthroat",): 2,
    ("all_play",): 2,
    ("partners",): 2,
}
"""Which share of the random hands is for which format; each is a test of its own, so that they run side by side."""


def test_every_house_rule_is_drawn_in_more_than_one_way() -> None:
    drawn: dict[str, set[object]] = {}

    @settings(max_examples=150)
    @given(options())
    def draw(rules: Options) -> None:
        for name in Options.__struct_fields__:
            drawn.setdefault(name, set()).add(getattr(rules, name))

    draw()
    assert not [name for name, values in drawn.items() if len(values) == 1]
    assert drawn["format"] == {seating for (seating,) in SHARES}


@pytest.mark.parametrize("formats", SHARES, ids=str)
@settings(max_examples=30)
@given(data=st.data(), seed=SEEDS)
def test_folding_what_one_hears_gives_what_one_may_see(
    formats: tuple[Format, ...], data: st.DataObject, seed: int
) -> None:
    for rules in data.draw(st.lists(options(formats), min_size=SHARES[formats], max_size=SHARES[formats])):
        hands_of(rules, Random(seed))


def hands_of(rules: Options, rng: Random) -> None:
    """Play eight hands, or to the end of the match, under the eyes of everybody."""
    watched = Watched(rules, rng)
    for _ in range(8):
        if due(watched.match) is None:
            break
        watched.play_hand(Mixed(rng, rng.random()), Mixed(rng, rng.random()), forfeits=0.005)


@pytest.mark.parametrize("formats", SHARES, ids=str)
@settings(max_examples=30)
@given(data=st.data(), seed=SEEDS)
def test_what_is_listed_applies_and_everything_else_is_refused(
    formats: tuple[Format, ...], data: st.DataObject, seed: int
) -> None:
    rules, rng = data.draw(options(formats)), Random(seed)
    watched = Watched(rules, rng)
    players = Mixed(rng, 0.4), Mixed(rng, 0.4)
    watched.deal()
    while not watched.over:
        if rng.random() < 0.15:
            check_judgement(watched.match, rng)
        seat = watched.asked()
        watched.do(seat, players[seat % 2](watched.views[seat]))
    check_judgement(watched.match, rng)


def check_judgement(match: Match, rng: Random) -> None:
    """Check that exactly the listed actions are legal, and that refusals change nothing and can be read."""
    for seat in (*range(len(match.hands)), PUBLIC, OPEN):
        seen = view(match, seat)
        now = legal(seen)
        listed = list(now)
        assert len(set(listed)) == len(listed)
        assert (seat in to_act(match)) == bool(listed)
        assert {action for action in PLAIN if now.check(action) is None} == set(listed)
        for action in listed:
            apply(match, seat, action)
        for action in [*rng.sample(PLAIN, 12), *(odd_action(seen, rng) for _ in range(6))]:
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

    def meld() -> Hand:
        size = rng.choice((0, 1, 2, 3, 3, 3, 4))
        near = rng.choice(held)
        row = [13 * (near // 13) + (near % 13 + n) % 13 for n in range(size)]
        column = [(near + 13 * n) % 52 for n in range(size)]
        return hand_of(DECK[card] for card in rng.choice((row, column, rng.sample(range(52), size))))

    melds = tuple(meld() for _ in range(rng.choice((0, 1, 2, 3))))
    laid = tuple((rng.choice((*held, *DECK)), rng.randrange(-1, 5)) for _ in range(rng.choice((0, 1, 1, 2))))
    return rng.choice(
        (
            act.Knock(rng.choice((*held, *DECK)), melds),
            act.BigGin(melds),
            act.TakeAndEnd(rng.choice((*held, None)), melds),
            act.LayOff(rng.choice((melds, None, ())), laid),
        )
    )


@settings(max_examples=40)
@given(options(), SEEDS)
def test_what_may_be_discarded_and_knocked_with_is_what_the_rules_say_in_plain_words(
    rules: Options, seed: int
) -> None:
    rng = Random(seed)
    watched = Watched(rules, rng)
    player = Mixed(rng, 0.3)
    watched.deal()
    while not watched.over:
        seat = watched.asked()
        seen = watched.views[seat]
        board = seen.board
        assert board is not None
        if board.phase == "discard" and rng.random() < 0.3:
            free = [card for card in cards_of(seen.hand) if rules.rediscard_taken or card != board.taken]
            least = {card: brute.least_deadwood(Hand(seen.hand & ~BIT[card])) for card in free}
            expected: set[Action] = {act.DISCARDS[card] for card in free}
            expected |= {act.KNOCKS[card] for card in free if least[card] <= board.limit}
            if rules.big_gin and brute.least_deadwood(seen.hand) == 0:
                expected.add(act.BIG_GIN)
            assert set(legal(seen)) == expected
        watched.do(seat, player(seen))


@settings(max_examples=40)
@given(options(), SEEDS)
def test_the_default_action_is_always_legal_and_never_ends_a_hand_by_a_knock(rules: Options, seed: int) -> None:
    rng = Random(seed)
    watched = Watched(rules, rng)
    player = Mixed(rng, 0.5)
    watched.deal()
    while True:
        for seat in sorted(to_act(watched.match)):
            action = default_action(watched.views[seat])
            assert legal(watched.views[seat]).check(action) is None
            assert not isinstance(action, act.Knock | act.BigGin | act.TakeAndEnd)
        if watched.over:
            break
        seat = watched.asked()
        watched.do(seat, player(watched.views[seat]))


@settings(max_examples=60)
@given(options(), SEEDS)
def test_points_boxes_and_totals_add_up_over_a_match(rules: Options, seed: int) -> None:
    rng = Random(seed)
    watched = Watched(rules, rng)
    seats = range(len(watched.match.hands))
    games = hands = 0
    while due(watched.match) is not None and hands < 15:
        watched.play_hand(Mixed(rng, 0.1), Mixed(rng, 0.1), forfeits=0.002)
        hands += 1
        sheet = watched.match.sheet
        extra = rules.box_bonus if rules.box_timing == "immediate" else 0
        for seat in seats:
            assert sheet.boxes[seat] == sum(row.boxes[seat] for row in sheet.rows)
            assert sheet.totals[seat] == sum(row.points[seat] + row.boxes[seat] * extra for row in sheet.rows)
            assert all(row.points[seat] >= 0 for row in sheet.rows)
            if rules.format in ("duel", "sit_out", "cutthroat"):
                won = [row.score for row in sheet.rows if row.score.winner == seat]
                assert sum(row.points[seat] for row in sheet.rows) == sum(score.points for score in won)
        if not rules.hollywood:
            reached = [seat for seat in seats if sheet.totals[seat] >= rules.target]
            assert sheet.settled == bool(reached) or rules.format == "all_play"
        games += sheet.settled
        assert len(sheet.games) == games
        if sheet.settled:
            game = sheet.games[-1]
            assert sum(game.margins) == 0
            assert rules.hollywood or game.totals[game.winner] == max(sheet.totals)
    over = result(watched.match)
    if over is not None:
        assert sum(over.margins) == 0
        assert len(over.games) == rules.match_games or max(over.games_won) > rules.match_games // 2


@settings(max_examples=60)
@given(options(), SEEDS)
def test_any_point_of_a_hand_may_be_given_up(rules: Options, seed: int) -> None:
    rng = Random(seed)
    watched = Watched(rules, rng)
    watched.deal()
    for _ in range(rng.randrange(60)):
        if watched.over:
            break
        seat = watched.asked()
        watched.do(seat, anything(watched.views[seat], rng))
    for _ in watched.match.hands:
        if not watched.over:
            watched.give_up()
    assert watched.over


def test_hands_played_to_win_mostly_end_in_a_knock() -> None:
    rng = Random(7)
    watched = Watched(Options(target=300, match_games=5), rng)
    scores: list[object] = []
    while due(watched.match) is not None and len(scores) < 60:
        watched.play_hand(lambda seen: sensible(seen, rng))
        scores.append(watched.match.boards[0].score)
    assert sum(isinstance(score, Dead) for score in scores) < len(scores) // 4


@settings(max_examples=40)
@given(options(), SEEDS)
def test_no_view_has_a_hand_that_its_viewer_may_not_see(rules: Options, seed: int) -> None:
    rng = Random(seed)
    watched = Watched(rules, rng)
    for _ in range(3):
        if due(watched.match) is None:
            break
        watched.play_hand(Mixed(rng))
        hands = watched.match.hands
        for viewer, seen in watched.views.items():
            if viewer == OPEN:
                assert seen.hands == hands
                continue
            assert seen.hands == tuple(hand if seat == viewer else None for seat, hand in enumerate(hands))
            own = seen.board is not None and seen.board.knock is not None and seen.board.knock.seat == viewer
            assert own or not any(seen.knock_cards)


TABLES: dict[str, Options] = {
    **PRESETS,
    "sit_out": replace(PRESETS["modern"], format="sit_out"),
    "cutthroat": replace(PRESETS["modern"], format="cutthroat"),
    "all_play": replace(PRESETS["modern"], format="all_play"),
    "hollywood": replace(PRESETS["modern"], hollywood=True),
    "hollywood partners": replace(PRESETS["partners"], hollywood=True),
}


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name in TABLES for seats in seats_of(TABLES[name])])
def test_twenty_whole_matches_of_a_preset_are_played_to_their_end(name: str, seats: int, part: int) -> None:
    rules = TABLES[name]
    for seed in range(5 * part, 5 * part + 5):
        match = whole_match(rules, seats, Random(f"{name} {seed}"))
        over = result(match)
        assert over is not None
        assert over.winners == tuple(n for n in range(seats) if over.games_won[n] == max(over.games_won))
        assert all(max(game.totals) >= rules.target for game in over.games)
        assert all(sum(game.margins) == 0 for game in over.games)
        assert sum(over.margins) == 0


def whole_match(rules: Options, seats: int, rng: Random) -> Match:
    """Play a match by the computer and return its end."""
    match = start(rules, seats, first_dealer=rng.randrange(seats))
    while result(match) is None:
        assert match.sheet.hands < 2000
        owed = due(match)
        if owed is not None:
            match, _ = apply(match, NATURE, Deal(tuple(shuffled(rng) for _ in range(owed.decks))))
        else:
            seat = rng.choice(sorted(to_act(match)))
            match, _ = apply(match, seat, choose(view(match, seat)))
        check_cards(match)
    return match


def test_the_hands_of_two_players_never_share_a_card() -> None:
    rng = Random(3)
    watched = Watched(Options(), rng)
    watched.deal()
    first, second = watched.match.hands
    assert (first or EMPTY) & (second or EMPTY) == EMPTY
