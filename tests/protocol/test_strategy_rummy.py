"""The computer at rummy: sound, quick, a function of its view, and far better than chance."""

from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.rummy import Scene
from tests.support.rummy_laws import Mixed, Watched, options
from tests.support.watching import natures_action
from upcard_protocol import strategy
from upcard_protocol.rules.cards import NAME, parse_card, parse_cards
from upcard_protocol.rules.game import NATURE, PUBLIC, CallsDue
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy.arranging import arrange
from upcard_protocol.rules.rummy.going import going_out
from upcard_protocol.rules.rummy.legal import legal
from upcard_protocol.rules.rummy.match import apply, due, result, start, to_act, view
from upcard_protocol.rules.rummy.options import PRESETS, Options
from upcard_protocol.rules.rummy.view import View
from upcard_protocol.strategy.rummy import choose

SLOWEST_S = 0.05
"""No turn of the computer may take longer, seconds of the processor."""


@settings(max_examples=25)
@given(options(), st.integers(0, 2**32))
def test_it_is_always_legal_quick_and_the_same_for_the_same_view(rules: Options, seed: int) -> None:
    rng = Random(seed)
    watched = Watched(rules, rng)
    wild = Mixed(rng, 0.8)
    watched.let_nature()

    def careful(seen: View) -> act.Action:
        began = process_time()
        chosen = choose(seen)
        took = process_time() - began
        assert chosen in legal(seen)
        assert took < SLOWEST_S
        assert choose(seen, "hard") == choose(seen, "easy") == strategy.choose(seen) == chosen
        return chosen if rng.random() < 0.6 else wild(seen)

    while not watched.over:
        watched.step(careful)


def test_it_beats_a_player_who_does_anything_in_95_of_100_games() -> None:
    wins = sum(computer_wins(Random(seed), seed % 2) for seed in range(100))
    assert wins >= 95


def computer_wins(rng: Random, seat: int) -> bool:
    match = start(Options(target=50), 2, rng.randrange(2))
    while (over := result(match)) is None:
        owed = due(match)
        if owed is not None:
            match, _ = apply(match, NATURE, natures_action(owed, rng))
            continue
        (asked, *_) = to_act(match)
        seen = view(match, asked)
        match, _ = apply(match, asked, choose(seen) if asked == seat else rng.choice(list(legal(seen))))
    return over.winners == (seat,)


def test_there_is_one_level_to_choose_from() -> None:
    assert strategy.levels(Options()) == ("normal",)


def test_it_goes_rummy_all_at_once() -> None:
    scene = Scene(seats=3).hold("4h 4d 4c 5s 9s", "Ks", "Ah").lay("6s 7s 8s", owner=1).run_down("4s", left=9)
    scene.play("0 draw_discard")
    chosen = choose(scene.view(0))
    assert isinstance(chosen, act.GoOut)
    scene.do(0, chosen)
    assert scene.board.out == 0
    assert scene.board.rummy


def test_it_takes_from_the_pile_what_it_can_lay_down_and_nothing_else() -> None:
    fits = Scene().hold("4h 4d 9c Kd", "2d 3d").run_down("4c", left=9)
    assert choose(fits.view(0)) == act.DRAW_DISCARD
    laid = Scene().hold("4h 4d 9c Kd", "2d 3d").lay("6s 7s 8s", owner=1).run_down("9s", left=9)
    assert choose(laid.view(0)) == act.DRAW_DISCARD
    useless = Scene().hold("4h 4d 9c Kd", "2d 3d").lay("6s 7s 8s", owner=1).run_down("Kh", left=9)
    assert choose(useless.view(0)) == act.DRAW_STOCK


def test_it_throws_what_costs_most_and_fits_nothing() -> None:
    scene = Scene().hold("4h 4d 9c Kd Jc", "2d 3d").lay("Qc Qs Qh", owner=1).run_down("2s", left=9)
    scene.play("0 draw_stock")
    drawn = scene.view(0).drawn
    assert drawn is not None
    scene.hold("4h 4d 9c Kd Qd", "2d 3d")
    scene.play("0 lay_off Qd>0")
    assert choose(scene.view(0)) == act.Discard(parse_card("Kd"))


def test_it_calls_whenever_it_may_and_lays_the_card() -> None:
    scene = Scene(rules=PRESETS["calling"], seats=3).hold("9s Kd Qh", "2d 3d", "2h 3h").lay("6s 7s 8s", owner=1)
    scene.play("0 draw_stock", "0 discard 9s")
    assert choose(scene.view(1)) == act.CALL
    scene.play("1 call", "2 pass")
    assert choose(scene.view(1)) == act.LayOff(parse_card("9s"), 0)
    scene.play("1 lay_off 9s>0")
    assert choose(scene.view(1)) == act.Discard(parse_card("3d"))


def test_it_blocks_when_it_holds_least_and_else_makes_its_hand_cheaper() -> None:
    least = Scene(rules=PRESETS["block"]).hold("2h", "Kd Qh Jc").run_down("9s")
    assert choose(least.view(0)) == act.BLOCK
    most = Scene(rules=PRESETS["block"]).hold("Kh Qd Jc", "2h").run_down("9s")
    assert choose(most.view(0)) == act.DRAW_DISCARD


def test_it_says_that_it_is_asked_nothing() -> None:
    scene = Scene()
    for viewer in (1, PUBLIC):
        with pytest.raises(ValueError, match="asked nothing"):
            choose(scene.view(viewer))


@pytest.mark.parametrize(
    ("held", "melds", "out"),
    [
        ("4h 4d 4c Kd", "", True),
        ("4h 4d 4c Kd 2s", "", False),
        ("9s Ts Kd", "6s 7s 8s", True),
        ("9s 5s Kd", "6s 7s 8s", True),
        ("Ts Js Kd", "6s 7s 8s", False),
        ("9s 9h 9d", "6s 7s 8s", True),
        ("4h 4d 4c 4s 5s 9s", "6s 7s 8s", True),
        ("4h 5h 6h 6d 6c Kd", "", False),
        ("4h 5h 6h 6d 6c 6s Kd", "", True),
    ],
)
def test_going_out_is_found_whenever_there_is_a_way(held: str, melds: str, out: bool) -> None:
    scene = Scene().hold(held, "2d 3d")
    if melds:
        scene.lay(melds, owner=1)
    scene.run_down("Jc", left=9).play("0 draw_stock")
    scene.hold(held, "2d 3d")
    action = going_out(scene.legal(0))
    assert (action is not None) is out
    if action is not None:
        scene.do(0, action)
        assert scene.board.out == 0


def test_nobody_goes_out_who_is_not_asked_to_play() -> None:
    scene = Scene().hold("4h 4d 4c Kd", "2d 3d")
    assert going_out(scene.legal(0)) is None
    assert going_out(scene.legal(1)) is None


@pytest.mark.parametrize(
    ("hand", "rules", "loose"),
    [
        ("Qs Ks As 2h", Options(), "Qs Ks As 2h"),
        ("Qs Ks As 2h", PRESETS["parlett"], "2h"),
        ("Ks As 2s 2h", PRESETS["parlett"], "Ks As 2s 2h"),
        ("Ks As 2s 2h", PRESETS["around"], "2h"),
        ("As Ah Ad Ks Qs 2s", PRESETS["around"], "2s Qs Ks"),
    ],
)
def test_a_hand_is_laid_out_by_the_aces_of_the_table(hand: str, rules: Options, loose: str) -> None:
    arranged = arrange(parse_cards(hand), rules)
    assert arranged.loose == parse_cards(loose), [NAME[card] for card in range(52) if arranged.loose >> card & 1]


def test_a_match_of_six_with_calls_is_played_to_its_end() -> None:
    rng = Random(2)
    match = start(Options(call_rummy=True, recycle="shuffle", target=50), 6, 0)
    while result(match) is None:
        owed, asked = due(match), sorted(to_act(match))
        if owed is not None and not (isinstance(owed, CallsDue) and asked):
            match, _ = apply(match, NATURE, natures_action(owed, rng))
        else:
            match, _ = apply(match, asked[-1], choose(view(match, asked[-1])))
