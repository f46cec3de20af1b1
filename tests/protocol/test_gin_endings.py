"""Hands that end without a knock, that are given up or run out of time, and who deals next (RULES 3.7, 3.9-3.11)."""

import pytest

from tests.support.deals import DEFENDER, KNOCKER, Scene, g01, swap_for_ever, wall
from upcard_protocol.rules import OPEN, PUBLIC, Options, default_action, due, parse_card, parse_cards, to_act
from upcard_protocol.rules.cards import cards_of, count, points
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import scoring
from upcard_protocol.rules.gin.events import Discarded, GaveUp, HandEnded
from upcard_protocol.rules.gin.options import DealerRule

FLAT = "Ac 3d 3c 5s 5h 7d 7c 9c Jh Qs"
"""No meld, and none is near."""


def at_the_wall(options: Options | None = None, *, last: str = "Kd", first: str = KNOCKER) -> Scene:
    """Play on until the 50th card has been drawn: seat 0 holds eleven cards, two are left in the stock."""
    scene = Scene(options, first=first, dealer=FLAT, upcard="8d")
    scene.play("0 pass", "1 pass")
    wall(scene, turns=28)
    scene.play(f"{next(iter(to_act(scene.match)))} draw_stock")
    return scene


def throw_drawn(scene: Scene) -> None:
    (seat,) = to_act(scene.match)
    drawn = scene.view(seat).drawn
    assert drawn is not None
    scene.do(seat, act.DISCARDS[drawn])


def test_twenty_nine_cards_of_the_stock_can_be_drawn() -> None:
    scene = at_the_wall()
    assert scene.board.stock == 2
    assert sum(type(event).__name__ == "Drew" for event in scene.events) == 29


def test_the_fiftieth_card_and_a_discard_make_the_hand_dead() -> None:
    scene = at_the_wall()
    throw_drawn(scene)
    assert scene.score == scoring.Dead()
    assert (scene.match.sheet.totals, scene.match.sheet.boxes) == ((0, 0), (0, 0))


def test_whoever_drew_the_fiftieth_card_may_still_knock() -> None:
    scene = at_the_wall()
    drawn = scene.view(0).drawn
    assert drawn is not None
    scene.do(0, act.KNOCKS[drawn])
    assert scene.board.phase == "layoff"


def test_the_hands_of_a_dead_hand_stay_hidden() -> None:
    scene = at_the_wall()
    throw_drawn(scene)
    assert scene.view(0).hands == (scene.hand(0), None)
    assert scene.view(PUBLIC).hands == (None, None)
    assert scene.view(OPEN).hands == scene.match.hands
    assert scene.board.defence is None


def test_the_same_dealer_deals_again_after_a_dead_hand() -> None:
    scene = at_the_wall()
    throw_drawn(scene)
    scene.next_hand()
    assert scene.board.dealer == 1


def test_by_option_the_deal_passes_after_a_dead_hand() -> None:
    scene = at_the_wall(Options(dead_hand_deal="rotate"))
    throw_drawn(scene)
    scene.next_hand()
    assert scene.board.dealer == 0


def last_discard(*, first: str = FLAT, dealer: str = KNOCKER, thrown: str = "Kc", big_gin: bool = True) -> Scene:
    """Have seat 0 throw a card after drawing the 50th, where the opponent may end the hand with it."""
    scene = Scene(Options(wall_rule="last_discard", big_gin=big_gin), first=first, dealer=dealer, upcard="8d")
    scene.play("0 pass", "1 pass")
    wall(scene, turns=28)
    scene.play("0 draw_stock", f"0 discard {thrown}")
    return scene


def test_the_last_discard_may_be_declined_and_the_hand_is_dead() -> None:
    scene = last_discard(thrown="7d")
    assert scene.board.phase == "last_discard"
    assert to_act(scene.match) == {1}
    scene.play("1 decline")
    assert scene.score == scoring.Dead()


def test_the_last_discard_may_be_taken_to_knock() -> None:
    scene = last_discard(dealer="4c 5c 6c 9c 9d Jd Qd Kd 2s 2c", first="As Ah 3d 3c 5s 5h 7d Th Ts 9h", thrown="9h")
    assert act.TakeAndEnd(parse_card("2c")) in scene.may(1)
    assert act.TakeAndEnd(None) not in scene.may(1)
    scene.play("1 take_and_end 2c", "0 auto")
    # The defender lays off the three of clubs.
    assert scene.score == scoring.Knock(winner=1, knocker=2, defender=points(scene.hand(0)) - 3)


def test_the_last_discard_itself_is_no_knock_discard() -> None:
    scene = last_discard(thrown="7d")
    assert scene.refusal("1 take_and_end 7d").code == "taken_card"
    assert act.TakeAndEnd(parse_card("7d")) not in scene.may(1)


def test_nobody_draws_or_discards_with_the_last_discard() -> None:
    scene = last_discard(thrown="7d")
    assert scene.refusal("1 draw_stock").code == "stock_closed"
    assert {scene.refusal(move).code for move in ("1 draw_discard", "1 discard 2s", "1 knock 2s")} == {"last_discard"}


def test_the_last_discard_may_make_gin() -> None:
    scene = last_discard(dealer="4c 5c 6c 9c 9d 2h 3h 4h 5h 2c", first="As Ah 3d 3c 5s 7d Th Ts 9h Jc", thrown="9h")
    scene.play("1 take_and_end 2c")
    assert isinstance(scene.score, scoring.Gin)


def test_the_last_discard_may_make_big_gin() -> None:
    scene = last_discard(dealer="4c 5c 6c 9c 9d 2h 3h 4h 5h 6h", first="As Ah 3d 3c 5s 7d Th Ts 9h Jc", thrown="9h")
    assert act.TakeAndEnd(None) in scene.may(1)
    scene.play("1 take_and_end big_gin")
    assert isinstance(scene.score, scoring.BigGin)


def test_without_big_gin_the_last_discard_makes_plain_gin() -> None:
    scene = last_discard(
        dealer="4c 5c 6c 9c 9d 2h 3h 4h 5h 6h", first="As Ah 3d 3c 5s 7d Th Ts 9h Jc", thrown="9h", big_gin=False
    )
    assert scene.refusal("1 take_and_end big_gin").code == "big_gin_off"
    scene.play("1 take_and_end 6h")
    assert isinstance(scene.score, scoring.Gin)


def test_the_last_discard_is_refused_where_it_ends_nothing() -> None:
    scene = last_discard(dealer=FLAT, first=KNOCKER, thrown="Kd")
    assert scene.may(1) == {act.DECLINE}
    assert scene.refusal("1 take_and_end Ac").code == "deadwood_over_limit"
    assert scene.refusal("1 take_and_end big_gin").code == "not_gin"
    assert scene.refusal("1 take_and_end Kc").code == "not_in_hand"


def test_with_the_strict_wall_nobody_is_asked_about_the_last_discard() -> None:
    scene = at_the_wall()
    throw_drawn(scene)
    assert scene.board.phase == "hand_end"


def test_forty_turns_without_a_stock_draw_make_the_hand_dead() -> None:
    scene = Scene(Options(upcard_rule="open"), first=FLAT, dealer="2s 2h 4d 4c 6s 6h 8d 8c Ts Th")
    swap_for_ever(scene, turns=39)
    assert scene.board.phase == "draw"
    swap_for_ever(scene, turns=1)
    assert scene.score == scoring.Dead(looped=True)
    assert isinstance(scene.events[-2], Discarded)


def test_a_stock_draw_begins_the_count_of_the_loop_guard_anew() -> None:
    scene = Scene(Options(upcard_rule="open", max_discard_only_turns=20), first=FLAT)
    swap_for_ever(scene, turns=19)
    (seat,) = to_act(scene.match)
    scene.play(f"{seat} draw_stock")
    assert scene.board.idle == 0


def test_by_option_nothing_guards_against_a_loop() -> None:
    scene = Scene(Options(upcard_rule="open", max_discard_only_turns=0), first=FLAT)
    swap_for_ever(scene, turns=200)
    assert scene.board.phase == "draw"


@pytest.mark.parametrize(("rule", "dealers"), [("winner", (1, 0)), ("loser", (0, 1)), ("alternate", (0, 0))])
def test_who_deals_next_follows_from_the_rule(rule: DealerRule, dealers: tuple[int, int]) -> None:
    # Seat 1 deals; once it loses the hand, once it wins it.
    options = Options(dealer_rule=rule)
    lost = g01(options).knocked()
    won = Scene(options, first=DEFENDER, dealer=KNOCKER, upcard="8c", stock="Td Qc")
    won.play("0 pass", "1 pass", "0 draw_stock", "0 discard Td", "1 draw_stock", "1 knock Qc", "0 auto")
    assert (won.score.winner, lost.score.winner) == (1, 0)
    assert (won.match.sheet.dealer, lost.match.sheet.dealer) == dealers


def test_the_dealer_deals_again_after_a_push() -> None:
    scene = Scene(
        Options(tie_rule="push"),
        first="7c 8c 9c Js Jh Jd 3h 4h 5h 5s",
        dealer="Qs Qh Qd 6s 7s 8s Ac 2c 3c 5d",
        stock="Kc",
    )
    assert scene.knocked("knock Kc").match.sheet.dealer == 1


def test_the_next_hand_waits_until_both_are_ready() -> None:
    scene = g01().knocked()
    assert to_act(scene.match) == {0, 1}
    assert due(scene.match) is None
    scene.play("1 ready")
    assert to_act(scene.match) == {0}
    assert due(scene.match) is None
    assert scene.refusal("1 ready").code == "wrong_phase"
    scene.play("0 ready")
    owed = due(scene.match)
    assert owed is not None
    assert owed.hand == 2


# ---- giving up


def test_a_hand_given_up_pays_the_gin_bonus_and_the_least_deadwood() -> None:
    scene = g01()
    scene.play("- forfeit 1")
    assert scene.score == scoring.GivenUp(winner=0, defender=22, bonus=25)
    assert (scene.score.points, scene.match.sheet.boxes) == (47, (1, 0))


def test_whoever_is_not_to_act_may_give_up_too() -> None:
    scene = g01()
    scene.play("0 pass", "- forfeit 0")
    assert (scene.score.winner, scene.score.points) == (1, 2 + 25)


def test_a_spade_doubles_a_hand_given_up() -> None:
    options = Options(oklahoma=True, spades_double=True)
    scene = Scene(options, first=KNOCKER, dealer=DEFENDER, upcard="9c")
    plain = scene.play("- forfeit 1")
    assert isinstance(plain[-1], HandEnded)
    spade = Scene(options, first=KNOCKER, dealer=DEFENDER, upcard="Ks")
    spade.play("- forfeit 1")
    assert (scene.score.points, spade.score.points) == (47, 94)


def test_eleven_cards_that_are_given_up_count_all() -> None:
    scene = Scene(first=FLAT, dealer=DEFENDER, stock="Kh")
    scene.play("0 pass", "1 pass", "0 draw_stock", "- forfeit 0")
    assert scene.score == scoring.GivenUp(winner=1, defender=70, bonus=25)


def test_the_cards_of_whoever_gave_up_are_shown_and_the_others_are_not() -> None:
    scene = g01()
    gave_up, shown, ended = scene.play("- forfeit 1")
    assert gave_up == GaveUp(1)
    assert scene.board.defence == shown
    assert isinstance(ended, HandEnded)
    assert scene.view(1).hands[0] is None


def test_a_defender_who_gives_up_after_the_knock_is_played_auto() -> None:
    scene = g01()
    scene.play("0 pass", "1 pass", "0 draw_stock", "0 knock Qc", "- forfeit 1")
    assert scene.score == scoring.Knock(winner=0, knocker=2, defender=22)


def test_a_knocker_who_gives_up_loses_the_hand() -> None:
    scene = g01()
    scene.play("0 pass", "1 pass", "0 draw_stock", "0 knock Qc", "- forfeit 0")
    assert scene.score == scoring.GivenUp(winner=1, defender=2, bonus=25)
    assert scene.board.knock_card == parse_card("Qc")


def test_between_hands_no_hand_can_be_given_up() -> None:
    assert g01().knocked().refusal("- forfeit 0").code == "hand_over"


def test_only_those_who_play_can_give_up() -> None:
    assert g01().refusal("- forfeit 4").code == "wrong_phase"


def test_the_board_counts_the_cards_that_each_seat_really_holds() -> None:
    early = g01()
    early.play("0 pass", "1 pass", "0 draw_stock", "- forfeit 1")
    late = g01()
    late.play("0 pass", "1 pass", "0 draw_stock", "- forfeit 0")
    for scene in (early, late):
        assert [scene.board.cards_held(seat) for seat in (0, 1)] == [11, 10]
        assert [count(scene.hand(seat)) for seat in (0, 1)] == [11, 10]


# ---- time is up


def test_time_passes_the_upcard_and_draws_from_the_stock() -> None:
    scene = g01()
    assert default_action(scene.view(0)) == act.PASS
    scene.play("0 pass")
    assert default_action(scene.view(1)) == act.PASS
    scene.play("1 pass")
    assert default_action(scene.view(0)) == act.DRAW_STOCK
    scene.play("0 draw_stock", "0 discard Qc")
    assert default_action(scene.view(1)) == act.DRAW_STOCK


def test_time_throws_the_card_just_drawn_and_never_knocks() -> None:
    scene = g01()
    scene.play("0 pass", "1 pass", "0 draw_stock")
    assert default_action(scene.view(0)) == act.Discard(parse_card("Qc"))


def test_time_throws_the_dearest_loose_card_after_a_take() -> None:
    scene = Scene(first="4c 5c 6c 9s 9h 2d 2s Kd Kh Qs", upcard="9d")
    scene.play("0 take_upcard")
    # King before queen; of the kings hearts before diamonds.
    assert default_action(scene.view(0)) == act.Discard(parse_card("Kh"))


def test_time_throws_no_card_that_was_taken() -> None:
    scene = Scene(first="4c 5c 6c 9s 9h 9d 2d 3d 4d 5s", upcard="Kh")
    scene.play("0 take_upcard")
    assert default_action(scene.view(0)) == act.Discard(parse_card("5s"))


def test_time_breaks_a_meld_where_everything_else_was_taken() -> None:
    scene = Scene(first="4c 5c 6c 9s 9h 9d 2d 3d 4d 5d", upcard="Kh")
    scene.play("0 take_upcard")
    assert default_action(scene.view(0)) == act.Discard(parse_card("9s"))


def test_time_lays_off_declines_and_is_ready() -> None:
    scene = g01()
    scene.play("0 pass", "1 pass", "0 draw_stock", "0 knock Qc")
    assert default_action(scene.view(1)) == act.AUTO
    scene.play("1 auto")
    assert default_action(scene.view(0)) == act.READY
    assert default_action(last_discard(thrown="7d").view(1)) == act.DECLINE


def test_with_eleven_cards_dealt_time_throws_the_dearest_loose_one() -> None:
    scene = Scene(Options(upcard_rule="eleven"), first=f"{KNOCKER} Qc")
    assert default_action(scene.view(0)) == act.Discard(parse_card("Qc"))


def test_a_hand_played_by_the_clock_alone_is_dead_at_the_wall() -> None:
    scene = Scene(first=FLAT, dealer=KNOCKER)
    while scene.board.phase != "hand_end":
        (seat,) = to_act(scene.match)
        scene.do(seat, default_action(scene.view(seat)))
    assert scene.score == scoring.Dead()
    assert scene.hand(1) == parse_cards(KNOCKER)
    assert len(list(cards_of(scene.hand(0)))) == 10
