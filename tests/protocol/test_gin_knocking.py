"""Knock, gin and big gin: who may end the hand, with which melds, and what it scores (RULES 3.4, 3.6)."""

import pytest
from msgspec.structs import replace

from tests.support.deals import DEFENDER, KNOCKER, Scene, g01
from upcard_protocol.rules import PRESETS, PUBLIC, Options, parse_card, parse_cards
from upcard_protocol.rules.cards import EMPTY, points
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import scoring
from upcard_protocol.rules.gin.options import TieRule

BIG = "4s 4h 4d 4c 7d 8d 9d Ts Js Qs"
"""With the king of spades these are eleven melded cards."""
AGAINST_BIG = "As Ad Ac 5c 6c 7c 9h 8s Qh 3h"
"""Leaves 30 points."""


def big(options: Options | None = None, *, upcard: str = "2d") -> Scene:
    return Scene(options, first=BIG, dealer=AGAINST_BIG, upcard=upcard, stock="" if upcard == "Ks" else "Ks")


def drawn(scene: Scene) -> Scene:
    scene.play("0 pass", "1 pass", "0 draw_stock")
    return scene


def tied(tie_rule: TieRule = "undercut") -> Scene:
    """Play G06: five points against five."""
    options = Options(tie_rule=tie_rule)
    scene = Scene(options, first="7c 8c 9c Js Jh Jd 3h 4h 5h 5s", dealer="Qs Qh Qd 6s 7s 8s Ac 2c 3c 5d", stock="Kc")
    return scene.knocked("knock Kc")


def test_exactly_the_limit_may_be_knocked_with_and_one_more_may_not() -> None:
    dealer = "4h 4d 6s 6d 8c 8d Qs Qd Kd Kc"
    ten = drawn(Scene(first="2s 3s 4s 5h 5d 5c 7h 8h 9h Ts", dealer=dealer, stock="Qc"))
    assert act.KNOCKS[parse_card("Qc")] in ten.may(0)
    eleven = drawn(Scene(first="2s 3s 4s 6s 5h 5d 5c 5s Ts Ah", dealer=dealer.replace("6s", "7h"), stock="Qc"))
    assert eleven.refusal("0 knock Qc").values == {"deadwood": 11, "limit": 10}


@pytest.mark.parametrize(("limit", "allowed"), [(2, True), (1, False), (3, True)])
def test_the_house_limit_is_kept(limit: int, allowed: bool) -> None:
    scene = drawn(g01(Options(knock_limit=limit)))
    assert (act.KNOCKS[parse_card("Qc")] in scene.may(0)) is allowed
    if not allowed:
        refused = scene.refusal("0 knock Qc")
        assert (refused.code, dict(refused.values)) == ("deadwood_over_limit", {"deadwood": 2, "limit": 1})


def test_the_list_has_one_knock_for_each_card_that_allows_it() -> None:
    scene = drawn(g01())
    knocks = {action.card for action in scene.may(0) if isinstance(action, act.Knock)}
    # Without the queen of clubs 2 remain, without the two of spades 10; the queen of diamonds leaves J and K loose.
    assert knocks == {parse_card("Qc"), parse_card("2s")}


def test_the_knock_discard_lies_face_down_beside_the_pile() -> None:
    scene = drawn(g01())
    pile = scene.board.pile
    scene.play("0 knock Qc")
    assert scene.board.pile == pile
    assert scene.board.knock is not None
    assert scene.board.knock.card is None
    assert scene.view(0).knock_card == parse_card("Qc")
    assert scene.view(1).knock_card is None


def test_the_knock_discard_is_shown_when_the_hand_is_over() -> None:
    scene = g01().knocked()
    assert scene.view(PUBLIC).board is not None
    assert scene.board.knock_card == parse_card("Qc")


def test_by_option_the_knock_discard_is_open_at_once() -> None:
    scene = drawn(g01(Options(knock_card_hidden=False)))
    scene.play("0 knock Qc")
    assert scene.board.knock is not None
    assert scene.board.knock.card == parse_card("Qc")


def test_a_knock_with_no_deadwood_is_gin_whatever_it_was_called() -> None:
    scene = drawn(Scene(first="4c 5c 6c 9s 9h 9d Jd Qd Kd Td", dealer=DEFENDER, stock="Kh"))
    scene.play("0 knock Kh")
    assert isinstance(scene.score, scoring.Gin)
    assert scene.board.knock is not None
    assert scene.board.knock.kind == "gin"


def test_declaring_less_than_gin_is_an_ordinary_knock() -> None:
    scene = drawn(Scene(first="4c 5c 6c 9s 9h 9d Jd Qd Kd Td", dealer=DEFENDER, stock="Kh"))
    scene.play("0 knock Kh 4c5c6c 9s9h9d JdQdKd")
    assert scene.board.knock is not None
    assert (scene.board.knock.kind, scene.board.knock.loose) == ("knock", parse_cards("Td"))
    assert scene.board.phase == "layoff"


def test_a_layout_that_is_not_the_best_is_legal_within_the_limit() -> None:
    scene = drawn(Scene(first="8s 9s Ts Kd Kh Kc As Ah Ad 2c", dealer="Js Qs 7h 7d 7c 4h 4d 4c 9h 3c", stock="Qc"))
    scene.play("0 knock Qc 8s9sTs KdKhKc")
    assert scene.board.knock is not None
    assert points(scene.board.knock.loose) == 5


def test_a_layout_that_is_not_the_best_is_refused_above_the_limit() -> None:
    scene = drawn(g01())
    refused = scene.refusal("0 knock Qc 4c5c6c 9s9h9d")
    assert (refused.code, refused.values["deadwood"]) == ("deadwood_over_limit", 32)


def test_no_meld_at_all_may_be_shown_where_the_limit_holds() -> None:
    scene = drawn(Scene(first="As Ah Ad Ac 2s 3s 4s 5s 6s 7s", dealer="9h 9d Kh Kd Qh Qd Jh Jd Th Td", stock="Kc"))
    assert scene.refusal("0 knock Kc -").values["deadwood"] == 31


def test_of_two_best_layouts_the_one_with_fewer_lay_offs_is_shown() -> None:
    # The fourth five with the set, or at the head of the clubs: then 4c could be laid off (G16).
    scene = drawn(Scene(first="5s 5h 5d 5c 6c 7c 8c Ah 2s 3d", dealer="4c Ts Th Td Jc Qc Kc 8s 7h 2h", stock="Kh"))
    scene.play("0 knock Kh")
    assert scene.board.knock is not None
    assert set(scene.board.knock.melds) == {parse_cards("5s 5h 5d 5c"), parse_cards("6c 7c 8c")}


def test_lay_offs_that_the_knocker_knows_to_be_dead_do_not_count() -> None:
    # Three sets take three more cards, three runs six. With 2h 2d 6h 6d seen, the runs take two.
    nine, dealer = "3h 4h 5h 3d 4d 5d 3c 4c 5c", "As Ah 7s 7h 9s 9h Js Jh Qs Qh"
    scene = Scene(Options(upcard_rule="open"), first=f"{nine} Ks", dealer=dealer, upcard="6h", stock="2d 6d 2h")
    scene.play("0 draw_stock", "0 discard 2d", "1 draw_stock", "1 discard 6d", "0 draw_stock", "0 knock 2h")
    assert scene.board.knock is not None
    assert set(scene.board.knock.melds) == {parse_cards(f"3{suit} 4{suit} 5{suit}") for suit in "hdc"}
    early = Scene(Options(upcard_rule="open"), first=f"{nine} Ks", dealer=dealer, upcard="8c", stock="8d")
    early.play("0 draw_stock", "0 knock 8d")
    assert early.board.knock is not None
    assert set(early.board.knock.melds) == {parse_cards(f"{rank}h {rank}d {rank}c") for rank in "345"}


def test_the_knocker_may_choose_the_arrangement_that_costs_him_points() -> None:
    def score(melds: str) -> int:
        scene = Scene(first="5s 5h 5d 5c 6c 7c 8c Ah 2s 3d", dealer="4c Ts Th Td Jc Qc Kc 8s 7h 2h", stock="Kh")
        return scene.knocked(f"knock Kh {melds}").score.points

    assert (score("5s5h5d5c 6c7c8c"), score("5s5h5d 5c6c7c8c")) == (15, 11)


def test_knocking_is_never_compulsory() -> None:
    scene = drawn(g01())
    scene.play("0 discard Qc")
    assert scene.board.phase == "draw"


def test_the_difference_goes_to_the_knocker() -> None:
    score = g01().knocked().score
    assert score == scoring.Knock(winner=0, knocker=2, defender=22)


def test_an_undercut_pays_the_difference_and_the_bonus() -> None:
    scene = Scene(first="4s 5s 6s Th Jh Qh 9c 9d 9h 6d", dealer="Ks Kh Kd 2c 3c 4c 9s As Ah 2d", stock="Kc")
    assert scene.knocked("knock Kc").score == scoring.Undercut(winner=1, knocker=6, defender=4, bonus=25)


def test_a_tie_is_an_undercut_with_the_bonus() -> None:
    scene = tied()
    assert scene.score == scoring.Undercut(winner=1, knocker=5, defender=5, bonus=25)
    assert scene.match.sheet.boxes == (0, 1)


def test_ten_against_ten_is_an_undercut_too() -> None:
    scene = Scene(first="2s 3s 4s 5h 5d 5c 7h 8h 9h Kd", dealer="6s 6d 6c Js Jh Jd Qs Qh Qd Tc", stock="Ac")
    scene.knocked("knock Ac")
    assert scene.score == scoring.Undercut(winner=1, knocker=10, defender=10, bonus=25)


def test_a_tie_without_bonus_is_a_box_and_no_points() -> None:
    scene = tied("no_bonus")
    assert (scene.score.winner, scene.score.points) == (1, 0)
    assert (scene.match.sheet.totals, scene.match.sheet.boxes) == ((0, 0), (0, 1))


def test_a_tie_that_is_pushed_is_nobodys() -> None:
    scene = tied("push")
    assert scene.score == scoring.Push(5)
    assert (scene.match.sheet.totals, scene.match.sheet.boxes) == ((0, 0), (0, 0))


def test_gin_is_not_undercut_by_a_defender_with_nothing() -> None:
    scene = Scene(first="As 2s 3s 5h 5d 5c 9h Th Jh Qh", dealer="6s 7s 8s 9s Ks Kh Kd 2d 3d 4d", stock="Kc")
    assert scene.knocked("knock Kc").score == scoring.Gin(winner=0, defender=0, bonus=25)


def test_the_defenders_own_melds_count_against_gin() -> None:
    scene = Scene(first="As 2s 3s 5h 5d 5c 9h Th Jh Qh", dealer="6s 7s 8s Ks Kh Kd Jc Qd Tc 9d", stock="Kc")
    scene.knocked("knock Kc")
    assert scene.board.defence is not None
    assert set(scene.board.defence.melds) == {parse_cards("6s 7s 8s"), parse_cards("Ks Kh Kd")}
    assert scene.score.points == 10 + 10 + 10 + 9 + 25


def test_big_gin_replaces_the_gin_bonus() -> None:
    scene = drawn(big())
    assert act.BIG_GIN in scene.may(0)
    scene.play("0 big_gin")
    assert scene.score == scoring.BigGin(winner=0, defender=30, bonus=31)
    assert scene.board.knock_card is None


def test_big_gin_may_come_from_the_pile() -> None:
    scene = big(upcard="Ks")
    scene.play("0 take_upcard", "0 big_gin")
    assert scene.score.points == 61


def test_big_gin_with_named_melds_shows_them_in_that_order() -> None:
    scene = drawn(big())
    scene.play("0 big_gin TsJsQsKs 4s4h4d4c 7d8d9d")
    assert scene.board.knock is not None
    melds = (parse_cards("Ts Js Qs Ks"), parse_cards("4s 4h 4d 4c"), parse_cards("7d 8d 9d"))
    assert (scene.board.knock.melds, scene.board.knock.loose) == (melds, EMPTY)


def test_big_gin_is_refused_where_it_is_not_played() -> None:
    scene = drawn(big(Options(big_gin=False)))
    assert act.BIG_GIN not in scene.may(0)
    assert scene.refusal("0 big_gin").code == "big_gin_off"
    scene.play("0 knock 4c")
    assert scene.score.points == 55


@pytest.mark.parametrize("move", ["0 big_gin", "0 big_gin 4c5c6c 9s9h9d"])
def test_eleven_cards_with_deadwood_are_not_big_gin(move: str) -> None:
    scene = drawn(g01())
    assert scene.refusal(move).code == "not_gin"


def test_with_straight_gin_big_gin_and_gin_alone_end_the_hand() -> None:
    scene = drawn(big(PRESETS["straight"]))
    scene.play("0 big_gin")
    assert scene.score.points == 61


def test_extra_boxes_go_to_undercut_gin_and_big_gin() -> None:
    options = Options(extra_boxes=True)
    plain = g01(options).knocked().score.boxes
    under = Scene(options, first="4s 5s 6s Th Jh Qh 9c 9d 9h 6d", dealer="Ks Kh Kd 2c 3c 4c 9s As Ah 2d", stock="Kc")
    gin = drawn(big(options))
    gin.play("0 knock 4c")
    eleven = drawn(big(options))
    eleven.play("0 big_gin")
    boxes = (plain, under.knocked("knock Kc").score.boxes, gin.score.boxes, eleven.score.boxes)
    assert boxes == (1, 2, 3, 4)


def test_a_spade_upcard_doubles_every_point_and_no_box() -> None:
    options = replace(PRESETS["oklahoma"], oklahoma_ace="one")
    scene = Scene(options, first=KNOCKER.replace("2s", "Ac"), dealer=DEFENDER, upcard="2s", stock="Qc")
    scene.knocked()
    assert (scene.score.points, scene.score.boxes) == (2 * 21, 1)


def test_a_spade_upcard_doubles_big_gin_too() -> None:
    scene = drawn(big(PRESETS["oklahoma"], upcard="2s"))
    scene.play("0 big_gin")
    assert scene.score.points == 122


def test_without_the_option_a_spade_doubles_nothing() -> None:
    scene = drawn(big(Options(oklahoma=True), upcard="2s"))
    scene.play("0 big_gin")
    assert scene.score.points == 61
