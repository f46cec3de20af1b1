"""The worked hands of RULES 12.6, and the edge cases of rummy in RULES 13, played through the engine."""

import pytest
from msgspec.structs import replace

from tests.support.rummy import Scene
from upcard_protocol.rules.cards import cards_of, parse_card, parse_cards
from upcard_protocol.rules.errors import sentence
from upcard_protocol.rules.rummy import match as rummy
from upcard_protocol.rules.rummy.actions import DISCARDS, Meld
from upcard_protocol.rules.rummy.events import CallsClosed, Discarded, TurnedOver
from upcard_protocol.rules.rummy.melds import is_meld
from upcard_protocol.rules.rummy.options import PRESETS, AceRuns, BlockScoring, Options
from upcard_protocol.rules.rummy.scoring import Blocked, Out, count
from upcard_protocol.rules.rummy.state import HAND_SIZE

BASIC = PRESETS["basic"]


def out(*others: str, rules: Options = BASIC, fresh: bool = False) -> Scene:
    """Let seat 0 go out by a meld while the others hold these cards; `fresh` is his first play of the hand."""
    scene = Scene(rules=rules, seats=1 + len(others), upcard="9h", stock="6s").hold("4s 5s", *others)
    if not fresh:
        scene.lay("Th Jh Qh", owner=0)
    scene.play("0 draw_stock", "0 meld 4s5s6s")
    return scene


def blocked(*hands: str, rules: Options) -> Scene:
    """Let seat 0 leave the last discard of a hand whose stock is used up."""
    scene = Scene(rules=replace(rules, recycle_limit=0), seats=len(hands)).hold(*hands).run_down("9d")
    scene.play("0 block")
    return scene


def paid(scene: Scene) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return what a hand added to the totals, and to the ledger."""
    return scene.score.points, scene.score.ledger


def test_r01_the_others_pay_what_they_hold() -> None:
    scene = out("Ks 7d 3c", "Ah As")
    assert scene.score.counts == (0, 20, 2)
    assert paid(scene) == ((22, 0, 0), (22, -20, -2))


def test_r02_a_set_that_was_not_melded_counts_in_full() -> None:
    assert out("8s 8h 8d 2c").score.counts == (0, 26)


def test_r03_going_rummy_is_paid_twice() -> None:
    scene = out("Ks 7d 3c", "Ah As", fresh=True)
    assert isinstance(scene.score, Out)
    assert scene.score.rummy
    assert paid(scene) == ((44, 0, 0), (44, -40, -4))


def test_r04_a_card_laid_off_two_turns_ago_makes_it_no_rummy() -> None:
    scene = Scene(seats=3, upcard="9s", stock="2c 2d 2h 3d 5d 5h 6s")
    scene.hold("4s 5s Jh Kd", "Ks 7d 3c", "Ah As").lay("8h 9h Th", owner=1)
    scene.play("0 draw_stock", "0 lay_off Jh>0", "0 discard Kd")
    for seat, card in ((1, "2d"), (2, "2h"), (0, "3d"), (1, "5d"), (2, "5h")):
        scene.play(f"{seat} draw_stock", f"{seat} discard {card}")
    scene.play("0 draw_stock", "0 meld 4s5s6s", "0 discard 2c")
    assert isinstance(scene.score, Out)
    assert not scene.score.rummy
    assert paid(scene) == ((22, 0, 0), (22, -20, -2))


def test_r05_a_run_grows_at_both_ends_card_by_card() -> None:
    scene = Scene(stock="2d").hold("6c 7c Jc Qc 4d Kd", "2h 3h").lay("8c 9c Tc", owner=1)
    scene.play("0 draw_stock")
    assert scene.code("0 lay_off Qc>0") == scene.code("0 lay_off 6c>0") == "bad_layoff"
    scene.play("0 lay_off Jc>0", "0 lay_off Qc>0", "0 lay_off 7c>0", "0 lay_off 6c>0")
    assert scene.table == [parse_cards("6c 7c 8c 9c Tc Jc Qc")]


@pytest.mark.parametrize(("aces", "high", "around"), [("low", 0, 0), ("high_or_low", 1, 0), ("around", 1, 1)])
def test_r06_an_ace_stands_where_the_option_says(aces: AceRuns, high: int, around: int) -> None:
    scene = Scene(rules=Options(ace_runs=aces), stock="5d").hold("Qs Ks As 2s 9d 7h", "2h 3h")
    scene.play("0 draw_stock")
    allowed = {run: scene.legal(0).check(Meld(parse_cards(run))) is None for run in ("Qs Ks As", "Ks As 2s")}
    assert allowed == {"Qs Ks As": bool(high), "Ks As 2s": bool(around)}
    for run, legal in allowed.items():
        assert legal or scene.code(f"0 meld {run.replace(' ', '')}") == "bad_meld"


def test_r07_the_pile_is_turned_over_and_drawn_from_the_oldest_card_on() -> None:
    scene = Scene().hold("2s 5s 8s", "3s 6s 9s").run_down("4c 9d Kh")
    scene.play("0 draw_stock")
    assert scene.hand(0) == parse_cards("2s 5s 8s 4c")
    scene.play("0 discard 2s")
    assert scene.board.pile == (parse_card("2s"),)
    scene.play("1 draw_stock", "1 discard 9d", "0 draw_stock")
    assert scene.hand(0) == parse_cards("5s 8s 4c Kh")
    assert not scene.board.stock


def test_r08_the_hand_goes_on_after_the_last_card_and_the_next_player_chooses() -> None:
    scene = Scene().hold("2s 5s 8s", "3s 6s 9s").run_down("4c 9d", left=1)
    scene.play("0 draw_stock", "0 discard 2s")
    assert (scene.board.score, scene.board.phase, scene.board.turn, scene.board.stock) == (None, "draw", 1, 0)
    now = scene.legal(1)
    assert (now.may_draw_discard, now.may_draw_stock, now.turns_over) == (True, True, True)


def test_r09_the_card_just_taken_is_not_discarded() -> None:
    scene = Scene(upcard="Kh")
    scene.play("0 draw_discard")
    assert sentence(scene.refusal("0 discard Kh").refusal).endswith("just took from the pile: Kh.")


def test_r10_a_lay_off_that_leaves_only_the_card_just_taken_is_refused() -> None:
    scene = Scene(upcard="9d").hold("5s", "2h 3h").lay("2s 3s 4s", owner=1)
    scene.play("0 draw_discard")
    assert scene.code("0 lay_off 5s>0") == "would_strand"
    scene.play("0 discard 5s")
    assert (scene.board.turn, scene.hand(0)) == (1, parse_cards("9d"))


def test_r11_two_cards_that_fit_go_out_without_a_discard() -> None:
    scene = Scene(upcard="9d").hold("5s", "2h 3h").lay("2s 3s 4s", "6d 7d 8d", owner=1)
    scene.play("0 draw_discard", "0 lay_off 5s>0", "0 lay_off 9d>1")
    assert isinstance(scene.score, Out)
    assert scene.score.winner == 0
    assert not any(isinstance(event, Discarded) for event in scene.events)


BLOCKED: list[tuple[BlockScoring, tuple[int, ...], tuple[int, ...]]] = [
    ("lowest_difference", (0, 18, 0), (-5, 18, -13)),
    ("lowest_full", (0, 32, 0), (-12, 32, -20)),
    ("all_penalty", (-12, -7, -20), (0, 0, 0)),
    ("void", (0, 0, 0), (0, 0, 0)),
]


@pytest.mark.parametrize(("how", "points", "ledger"), BLOCKED, ids=[row[0] for row in BLOCKED])
def test_r12_a_blocked_hand_is_scored_by_its_option(
    how: BlockScoring, points: tuple[int, ...], ledger: tuple[int, ...]
) -> None:
    scene = blocked("Ks 2s", "7h", "Kh Qh", rules=Options(block_scoring=how))
    assert isinstance(scene.score, Blocked)
    assert scene.score.counts == (12, 7, 20)
    assert paid(scene) == (points, ledger)


@pytest.mark.parametrize("how", ["lowest_difference", "lowest_full"])
def test_r13_a_tie_for_the_lowest_is_void(how: BlockScoring) -> None:
    scene = blocked("9s", "9h", "Kh 5h", rules=Options(block_scoring=how))
    assert isinstance(scene.score, Blocked)
    assert scene.score.winner is None
    assert paid(scene) == ((0, 0, 0), (0, 0, 0))


def test_r14_with_two_the_winner_deals_and_with_more_the_deal_passes_left() -> None:
    for seats, expected in ((2, 0), (3, 0)):
        scene = out("Ks", *["Ah"] * (seats - 2))
        assert scene.match.sheet.rows[0].dealer == seats - 1
        assert scene.match.sheet.dealer == expected
    scene = Scene(seats=3, dealer=0, stock="6s").hold("Ks", "4s 5s", "Ah").lay("Th Jh Qh", owner=1)
    scene.play("1 draw_stock", "1 meld 4s5s6s")
    assert scene.match.sheet.dealer == 1
    loser = Scene(dealer=0, stock="6s").hold("Ks", "4s 5s").lay("Th Jh Qh", owner=1)
    loser.play("1 draw_stock", "1 meld 4s5s6s")
    assert (loser.score.winner, loser.match.sheet.dealer) == (1, 1)


def with_totals(scene: Scene, *totals: int) -> Scene:
    """Have the players come to this hand with these totals."""
    scene.match = replace(scene.match, sheet=replace(scene.match.sheet, totals=totals))
    return scene


def test_r15_who_passes_the_target_wins_though_another_was_ahead() -> None:
    scene = Scene(seats=3, dealer=0, stock="6s").hold("Ks Kh Kd", "4s 5s", "Qs Qc Qd 6c").lay("Th Jh Qh", owner=1)
    with_totals(scene, 92, 40, 71).play("1 draw_stock", "1 meld 4s5s6s")
    assert scene.score.points == (0, 66, 0)
    assert scene.match.sheet.totals == (92, 106, 71)
    assert scene.match.sheet.winners == (1,)


def test_r16_two_with_the_fewest_penalty_points_share_the_game() -> None:
    scene = Scene(rules=PRESETS["penalty"], seats=3, stock="6s").hold("4s 5s", "Ks Kh 3d", "Ah").lay("Th Jh Qh")
    with_totals(scene, 55, 80, 54).play("0 draw_stock", "0 meld 4s5s6s")
    assert scene.match.sheet.totals == (55, 103, 55)
    assert scene.match.sheet.winners == (0, 2)


def test_r17_where_the_last_card_has_to_be_a_discard_one_card_must_stay() -> None:
    scene = Scene(rules=Options(must_discard_to_go_out=True), stock="9h").hold("7h 8h", "2s 3s")
    scene.play("0 draw_stock")
    assert scene.code("0 meld 7h8h9h") == "must_discard"
    more = Scene(rules=Options(must_discard_to_go_out=True), stock="9h").hold("7h 8h Ks", "2s 3s")
    more.play("0 draw_stock", "0 meld 7h8h9h", "0 discard Ks")
    assert more.score.winner == 0


def two_sets() -> Scene:
    """Let seat 0 hold two sets and a card that fits a meld of the table, before he draws one to discard."""
    scene = Scene(rules=PRESETS["pagat"], seats=3, stock="Kd").hold("4s 4h 4d 9s 9h 9d 6c", "2s", "3s")
    return scene.lay("7c 8c 9c", owner=1)


def test_r18_with_one_meld_a_turn_two_sets_are_laid_only_to_go_rummy_at_once() -> None:
    scene = two_sets()
    scene.play("0 draw_stock")
    melded = Scene(rules=PRESETS["pagat"], seats=3, stock="Kd").hold("4s 4h 4d 9s 9h 9d 6c", "2s", "3s")
    melded.play("0 draw_stock", "0 meld 4s4h4d")
    assert melded.code("0 meld 9s9h9d") == "one_meld_per_turn"
    assert scene.code("0 go_out 4s4h4d 9s9h9d discard Kd") == "not_out"
    scene.play("0 go_out 4s4h4d 9s9h9d 6c>0 discard Kd")
    assert isinstance(scene.score, Out)
    assert scene.score.rummy


def called() -> Scene:
    """Let P2 of P1 to P4, seat 1, discard the jack that a run of clubs on the table takes; all but him are asked."""
    scene = Scene(rules=PRESETS["calling"], seats=4, dealer=0, stock="2d")
    scene.hold("3s 5s", "Jc 6h", "7h 9s", "4h Ks").lay("8c 9c Tc", owner=1)
    scene.play("1 draw_stock", "1 discard Jc")
    return scene


def test_r19_the_first_caller_after_the_discarder_takes_the_card() -> None:
    scene = called()
    assert rummy.to_act(scene.match) == {0, 2, 3}
    scene.play("0 call", "3 call", "2 pass")
    assert any(isinstance(event, CallsClosed) for event in scene.events)
    assert (scene.board.phase, scene.board.turn) == ("lay_called", 3)
    assert scene.code("3 discard Ks") == "lay_first"
    scene.play("3 lay_off Jc>0", "3 discard Ks")
    assert scene.table == [parse_cards("8c 9c Tc Jc")]
    assert (scene.board.phase, scene.board.turn) == ("draw", 2)


def test_r20_an_ace_may_count_eleven() -> None:
    assert out("As Kd", rules=Options(ace_runs="high_or_low", ace_value=11)).score.counts == (0, 21)


# ---- what RULES 13 asks for besides


@pytest.mark.parametrize(("seats", "cards", "stock"), [(2, 10, 31), (3, 7, 30), (4, 7, 23), (5, 6, 21), (6, 6, 15)])
def test_so_many_cards_are_dealt_to_two_to_six(seats: int, cards: int, stock: int) -> None:
    board = Scene(seats=seats).board
    assert (board.held, board.stock, len(board.pile)) == ((cards,) * seats, stock, 1)
    assert HAND_SIZE[seats] == cards


def test_a_card_may_be_laid_on_a_meld_of_another_and_the_next_on_that() -> None:
    scene = Scene(stock="Qc").hold("Jc 5s 6d", "2h 3h").lay("8c 9c Tc", owner=1)
    scene.play("0 draw_stock", "0 lay_off Jc>0", "0 lay_off Qc>0")
    assert scene.table == [parse_cards("8c 9c Tc Jc Qc")]


ENDS: dict[str, tuple[str, str, str]] = {
    "by a meld": ("4s 5s", "6s", "meld 4s5s6s"),
    "by a lay-off": ("Kh", "9h", "lay_off Kh>0, lay_off 9h>0"),
    "by a discard": ("4s 5s 9d", "6s", "meld 4s5s6s, discard 9d"),
}


@pytest.mark.parametrize("how", ENDS)
def test_a_hand_is_gone_out_of_by_a_meld_a_lay_off_or_a_discard(how: str) -> None:
    held, drawn, moves = ENDS[how]
    scene = Scene(stock=drawn).hold(held, "2h 3h").lay("Th Jh Qh", owner=0)
    scene.play("0 draw_stock", *(f"0 {move}" for move in moves.split(", ")))
    assert isinstance(scene.score, Out)
    assert (scene.score.winner, scene.score.rummy) == (0, False)


def test_a_pile_of_one_card_may_be_turned_over_and_discarded_again() -> None:
    scene = Scene().hold("2s 5s 8s", "3s 6s 9s").run_down("4c")
    turned, _ = scene.play("0 draw_stock")
    assert isinstance(turned, TurnedOver)
    scene.play("0 discard 4c")
    assert scene.board.pile == (parse_card("4c"),)


def test_a_pile_turned_over_again_without_a_meld_blocks_the_hand() -> None:
    scene = Scene().hold("2s 5s 8s", "3s 6s 9s").run_down("4c 9d Kh")
    while scene.board.phase == "draw":
        seat = scene.board.turn
        scene.play(f"{seat} draw_stock")
        if (drawn := scene.view(seat).drawn) is not None:
            scene.do(seat, DISCARDS[drawn])
    assert isinstance(scene.score, Blocked)
    assert scene.score.reason == "no_progress"


def test_nobody_drawing_from_the_stock_blocks_the_hand() -> None:
    scene, turns = Scene(upcard="9h"), 0
    while scene.board.phase == "draw":
        seat = scene.board.turn
        held = scene.hand(seat)
        scene.play(f"{seat} draw_discard")
        scene.do(seat, DISCARDS[next(cards_of(held))])
        turns += 1
    assert isinstance(scene.score, Blocked)
    assert (scene.score.reason, turns) == ("no_stock_draws", 20)


@pytest.mark.parametrize(
    ("aces", "meld", "takes_low", "takes_high"),
    [
        ("low", "2s 3s 4s", True, False),
        ("low", "Js Qs Ks", False, False),
        ("high_or_low", "2s 3s 4s", True, False),
        ("high_or_low", "Js Qs Ks", False, True),
        ("around", "2s 3s 4s", True, False),
        ("around", "Js Qs Ks", False, True),
    ],
)
def test_an_ace_is_laid_off_at_the_ends_that_the_option_allows(
    aces: AceRuns, meld: str, takes_low: bool, takes_high: bool
) -> None:
    scene = Scene(rules=Options(ace_runs=aces), stock="9d").hold("As 6h 7d", "2h 3h").lay(meld, owner=1)
    scene.play("0 draw_stock")
    assert scene.legal(0).targets(parse_card("As")) == ((0,) if takes_low or takes_high else ())


def test_a_run_may_have_thirteen_cards_and_no_more() -> None:
    suit = parse_cards("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks")
    for aces in ("low", "high_or_low", "around"):
        assert is_meld(suit, aces)
    scene = Scene(rules=Options(ace_runs="around"), stock="9d").hold("As 6h 7d", "2h 3h")
    scene.lay("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", owner=1)
    scene.play("0 draw_stock", "0 lay_off As>0")
    assert scene.table == [suit]


def test_points_are_the_tables_scoring_and_the_ledger_always_adds_up_to_nothing() -> None:
    expected = {
        "points_to_winner": (22, 0, 0),
        "pay_winner": (22, -20, -2),
        "penalty": (0, 20, 2),
    }
    for scoring, points in expected.items():
        scene = out("Ks 7d 3c", "Ah As", rules=replace(BASIC, scoring=scoring))  # pyright: ignore[reportArgumentType]
        assert paid(scene) == (points, (22, -20, -2))


def test_aces_count_by_their_value() -> None:
    for value in (1, 11, 15):
        assert count(parse_cards("As Ad 2c"), Options(ace_runs="around", ace_value=value)) == 2 * value + 2
