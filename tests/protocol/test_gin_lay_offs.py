"""The defender's turn after a knock: own melds and lay-offs, by hand, by `auto`, or none (RULES 3.5)."""

import pytest

from tests.support.deals import KNOCKER, Scene, g01
from upcard_protocol.rules import OPEN, PUBLIC, Options, parse_card, parse_cards
from upcard_protocol.rules.cards import EMPTY, points
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import scoring
from upcard_protocol.rules.gin.events import Defended, HandEnded


def knocked(
    first: str, dealer: str, options: Options | None = None, *, words: str = "knock", stock: str = "Qc"
) -> Scene:
    """Have seat 0 throw the card it drew and end the hand; it is the defender's turn."""
    scene = Scene(options, first=first, dealer=dealer, stock=stock)
    verb, _, melds = words.partition(" ")
    scene.play("0 pass", "1 pass", "0 draw_stock", f"0 {verb} {stock} {melds}")
    return scene


def g04() -> Scene:
    return knocked("5h 6h 7h Qs Qh Qd 2s 3s 4s 5d", "8h 8s 8d 6s 7s Ah Ac Ad 6c Kc", stock="Td")


def g04b() -> Scene:
    return knocked("5h 6h 7h Qs Qh Qd 2s 3s 4s 5d", "8h 8s 8d 8c 9h Ah Ac Ad 6c Kc", stock="Td")


def g20(options: Options | None = None) -> Scene:
    """Knock with 6-8 of hearts; the defender holds 4, 5, 9 and T of hearts."""
    return knocked("6h 7h 8h Kd Kh Kc 2s 2c 3d Ad", "4h 5h 9h Th Qs Qd Qc As 2d 8c", options, stock="Jc")


def place(scene: Scene, cards: str) -> int:
    """Return the place of a meld that the knocker showed."""
    assert scene.board.knock is not None
    return scene.board.knock.melds.index(parse_cards(cards))


def test_after_a_knock_the_defender_chooses_between_auto_done_and_his_own_way() -> None:
    scene = g20()
    assert scene.board.phase == "layoff"
    assert scene.may(1) == {act.AUTO, act.DONE}
    assert scene.may(0) == set()


def test_auto_breaks_a_set_of_the_defenders_own_to_lay_off() -> None:
    scene = g04()
    scene.play("1 auto")
    defence = scene.board.defence
    assert defence is not None
    assert [card for card, _ in defence.layoffs] == [parse_card("8h")]
    assert parse_cards("6s 7s 8s") in defence.melds
    assert points(defence.loose) == 24


def test_auto_peels_a_card_off_four_of_a_kind_to_begin_a_chain() -> None:
    scene = g04b()
    scene.play("1 auto")
    defence = scene.board.defence
    assert defence is not None
    assert [card for card, _ in defence.layoffs] == [parse_card("8h"), parse_card("9h")]
    assert points(defence.loose) == 16


def test_a_chain_may_be_laid_off_at_both_ends() -> None:
    scene = g20()
    run = place(scene, "6h 7h 8h")
    scene.play(f"1 lay_off 5h>{run} 4h>{run} 9h>{run} Th>{run}")
    assert scene.score == scoring.Knock(winner=0, knocker=8, defender=11)


def test_a_chain_goes_in_order() -> None:
    scene = g20()
    run = place(scene, "6h 7h 8h")
    refused = scene.refusal(f"1 lay_off 4h>{run} 5h>{run}")
    assert (refused.code, refused.values) == ("bad_layoff", {"card": parse_card("4h")})


def test_a_king_ends_a_run_and_an_ace_begins_one() -> None:
    scene = knocked("Jd Qd Kd 6s 6h 6c 2c 3c 4c 3h", "Td 9d Ad 7s 8s 9s Ks Kh Kc 4h", stock="5s")
    run = place(scene, "Jd Qd Kd")
    assert scene.refusal(f"1 lay_off Ad>{run}").code == "bad_layoff"
    low = knocked("As 2s 3s 6d 6h 6c 9c Tc Jc 3h", "Ks Qs 4s 5h 5d 7h 7d 9h 9d Ah", stock="Td")
    start = place(low, "As 2s 3s")
    assert low.refusal(f"1 lay_off Ks>{start}").code == "bad_layoff"
    low.play(f"1 lay_off 4s>{start}")


def test_the_fourth_card_goes_to_a_set() -> None:
    scene = knocked("9s Ts Js Qs Ks 3h 3d 3c Ah 2d", "3s 4h 5h 6d 7d 8c 9c Tc Jd Qd", stock="Kd")
    three = place(scene, "3h 3d 3c")
    scene.play(f"1 lay_off 3s>{three}")
    assert scene.board.defence is not None
    assert scene.board.defence.layoffs == ((parse_card("3s"), three),)


def test_nothing_is_laid_on_loose_cards() -> None:
    scene = knocked("9s Ts Js 4h 5h 6h 2s 2h Ad 3c", "2d Qh Qd Qc 7c 8c 9c 5d 6s Kh", stock="Kc")
    assert scene.board.knock is not None
    melds = range(len(scene.board.knock.melds))
    assert {scene.refusal(f"1 lay_off 2d>{n}").code for n in melds} == {"bad_layoff"}
    assert scene.refusal(f"1 lay_off 2d>{len(melds)}").code == "not_knockers_meld"


def test_a_card_that_melds_with_the_own_hand_goes_to_the_knockers_meld_instead_if_so_chosen() -> None:
    scene = g04()
    run = place(scene, "5h 6h 7h")
    scene.play(f"1 lay_off 8h>{run} with 6s7s8s AhAdAc")
    assert scene.board.defence is not None
    assert scene.board.defence.loose == parse_cards("8d 6c Kc")


def test_own_melds_are_the_best_of_what_is_left_when_none_are_named() -> None:
    scene = g04()
    scene.play(f"1 lay_off 8h>{place(scene, '5h 6h 7h')}")
    assert scene.board.defence is not None
    assert points(scene.board.defence.loose) == 24


def test_the_defender_may_meld_less_than_he_could() -> None:
    scene = g04()
    scene.play("1 lay_off with -")
    assert scene.board.defence is not None
    assert (scene.board.defence.melds, points(scene.board.defence.loose)) == ((), 56)


def test_the_defender_may_lay_off_nothing() -> None:
    scene = g20()
    scene.play("1 done")
    assert scene.board.defence is not None
    assert (scene.board.defence.layoffs, points(scene.board.defence.loose)) == ((), 39)


def test_a_laid_off_card_cannot_be_melded_too() -> None:
    scene = g04()
    run = place(scene, "5h 6h 7h")
    assert scene.refusal(f"1 lay_off 8h>{run} with 8h8s8d").code == "not_in_hand"


def test_a_card_is_laid_off_once() -> None:
    scene = g20()
    run = place(scene, "6h 7h 8h")
    assert scene.refusal(f"1 lay_off 9h>{run} 9h>{run}").code == "not_in_hand"


def test_what_the_defender_does_not_hold_cannot_be_laid_off() -> None:
    scene = g04b()
    assert scene.refusal("1 lay_off 4h>0").code == "not_in_hand"


@pytest.mark.parametrize(
    ("melds", "code"), [("6s7s", "bad_meld"), ("8h8s8d 6s7s8s", "overlap"), ("AsAhAd", "not_in_hand")]
)
def test_own_melds_are_checked(melds: str, code: str) -> None:
    assert g04().refusal(f"1 lay_off with {melds}").code == code


def test_the_knocker_never_lays_off() -> None:
    scene = g20()
    assert scene.refusal("0 auto").code == "not_your_turn"


def test_an_undercut_may_come_by_a_lay_off() -> None:
    scene = knocked("Ts Th Td 3d 4d 5d Ac 2c 4c 2h", "Tc 6d 7d 8d Js Jh Jd 5s 6s 7s", stock="Kd")
    scene.play("1 auto")
    assert scene.score == scoring.Undercut(winner=1, knocker=9, defender=0, bonus=25)


def test_auto_at_the_table_skips_the_defenders_turn() -> None:
    scene = g20(Options(layoff_mode="auto"))
    assert scene.board.phase == "hand_end"
    assert scene.score == scoring.Knock(winner=0, knocker=8, defender=11)


GIN = "Ks Kh Kd 3c 4c 5c 6c 8h 9h Th"
AGAINST_GIN = "Kc 7c Js Jd Jc 2s 3s 4s Qd Ah"


def test_against_gin_nothing_is_laid_off() -> None:
    scene = knocked(GIN, AGAINST_GIN, stock="5d")
    assert scene.board.phase == "hand_end"
    assert scene.board.defence is not None
    assert (scene.board.defence.layoffs, scene.board.defence.loose) == ((), parse_cards("Kc 7c Qd Ah"))
    assert scene.score.points == 28 + 25
    assert scene.refusal("1 auto").code == "no_layoff_on_gin"


def test_by_option_cards_are_laid_off_against_gin_too() -> None:
    scene = knocked(GIN, AGAINST_GIN, Options(layoff_on_gin=True), stock="5d")
    assert scene.board.phase == "layoff"
    scene.play("1 auto")
    assert scene.score == scoring.Gin(winner=0, defender=11, bonus=25)


def test_by_option_cards_are_laid_off_against_big_gin_too() -> None:
    options = Options(layoff_on_gin=True)
    scene = Scene(options, first="4s 4h 4d 4c 7d 8d 9d Ts Js Qs", dealer="As Ad Ac 5c 6c 7c 9h 8s Qh Td", stock="Ks")
    scene.play("0 pass", "1 pass", "0 draw_stock", "0 big_gin", "1 auto")
    assert scene.score == scoring.BigGin(winner=0, defender=27, bonus=31)


def test_by_options_together_a_lay_off_on_gin_is_automatic() -> None:
    scene = knocked(GIN, AGAINST_GIN, Options(layoff_on_gin=True, layoff_mode="auto"), stock="5d")
    assert scene.score == scoring.Gin(winner=0, defender=11, bonus=25)


def test_the_knockers_melds_are_in_the_defenders_view_and_his_own_hand_in_nobody_elses() -> None:
    scene = g20()
    for viewer in (1, PUBLIC):
        board = scene.view(viewer).board
        assert board is not None
        assert board.knock is not None
        assert parse_cards("6h 7h 8h") in board.knock.melds
        assert board.knock.loose == parse_cards("2s 2c 3d Ad")
    assert scene.view(0).hands[1] is None
    assert scene.view(PUBLIC).hands == (None, None)
    assert scene.view(OPEN).hands[1] == scene.hand(1)


def test_the_defenders_cards_are_shown_when_the_hand_is_over() -> None:
    scene = g01()
    scene.play("0 pass", "1 pass", "0 draw_stock", "0 knock Qc")
    shown, ended = scene.play("1 auto")
    assert isinstance(shown, Defended)
    assert isinstance(ended, HandEnded)
    assert sum(map(int.bit_count, shown.melds)) + shown.loose.bit_count() == 10


def test_the_knockers_melds_keep_the_places_he_gave_them() -> None:
    scene = knocked(KNOCKER, "As Ah Ad 6s 7s 8s Th 7c 4s 2h", words="knock JdQdKd 9s9h9d 4c5c6c")
    assert scene.board.knock is not None
    assert scene.board.knock.melds[2] == parse_cards("4c 5c 6c")
    scene.play("1 lay_off 7c>2")
    assert scene.board.defence is not None
    assert scene.board.defence.layoffs == ((parse_card("7c"), 2),)


def test_an_exact_defence_is_played_where_a_first_fit_would_lose_ten_points() -> None:
    scene = knocked("Qc Qd Qh 9s Ts Js Ac Ad 2h 2d", "Tc 5c 4s 5h Td 4h Qs Ks 3s 8c", stock="6d")
    scene.play("1 auto")
    assert scene.board.defence is not None
    assert points(scene.board.defence.loose) == 49
    assert scene.board.defence.loose & parse_cards("Qs Ks") == EMPTY
