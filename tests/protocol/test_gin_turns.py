"""The first upcard, drawing, discarding: what a turn of gin allows (RULES 3.2, 3.3)."""

import pytest

from tests.support.deals import DEFENDER, KNOCKER, Scene, deck_for, g01, shuffled
from upcard_protocol.rules import NATURE, Deal, IllegalAction, Options, apply, due, start, to_act
from upcard_protocol.rules.cards import DECK, Card, cards_of, count, hand_of, parse_card, parse_cards
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.events import Drew

KINGS = "Ks Kh Kd Kc Qs Qh Qd Qc Js Jh"
LOW = "As Ah 3s 3h 5s 5h 7s 7h 9s 9h"


def test_the_deal_goes_card_by_card_and_begins_with_the_non_dealer() -> None:
    match, _ = apply(start(Options(), first_dealer=0), NATURE, Deal((DECK,)))
    assert match.hands[1] == hand_of(DECK[0:20:2])
    assert match.hands[0] == hand_of(DECK[1:20:2])
    assert (match.boards[0].upcard, match.boards[0].stock) == (DECK[20], 31)


def test_a_match_waits_for_its_first_deal() -> None:
    match = start(Options())
    owed = due(match)
    assert owed is not None
    assert (owed.decks, owed.hand) == (1, 1)
    assert to_act(match) == frozenset()


@pytest.mark.parametrize("deck", [DECK[:51], (*DECK[:51], DECK[0]), (*DECK, DECK[0])])
def test_only_a_whole_pack_is_dealt(deck: tuple[Card, ...]) -> None:
    with pytest.raises(IllegalAction) as refused:
        apply(start(Options()), NATURE, Deal((deck,)))
    assert refused.value.code == "bad_deal"


def test_one_hand_takes_one_deck() -> None:
    with pytest.raises(IllegalAction) as refused:
        apply(start(Options()), NATURE, Deal((DECK, DECK)))
    assert refused.value.code == "bad_deal"


def test_nothing_is_dealt_while_a_hand_is_played() -> None:
    scene = Scene()
    with pytest.raises(IllegalAction) as refused:
        scene.deal()
    assert refused.value.code == "wrong_phase"


def test_the_non_dealer_is_offered_the_upcard_first_then_the_dealer() -> None:
    scene = Scene()
    assert to_act(scene.match) == {0}
    assert scene.may(0) == {act.TAKE_UPCARD, act.PASS}
    scene.play("0 pass")
    assert to_act(scene.match) == {1}
    assert scene.may(1) == {act.TAKE_UPCARD, act.PASS}


def test_an_upcard_refused_twice_leaves_the_non_dealer_the_stock_only() -> None:
    scene = Scene(upcard="7d")
    scene.play("0 pass", "1 pass")
    assert scene.board.phase == "forced_stock"
    assert scene.may(0) == {act.DRAW_STOCK}
    assert scene.refusal("0 draw_discard").code == "must_draw_stock"
    assert scene.refusal("0 take_upcard").code == "must_draw_stock"


def test_the_refused_upcard_stays_under_the_next_discard() -> None:
    scene = Scene(first=KINGS, dealer=LOW, upcard="7d", stock="2c")
    scene.play("0 pass", "1 pass", "0 draw_stock", "0 discard Kd")
    assert scene.board.pile == (parse_card("7d"), parse_card("Kd"))
    scene.play("1 draw_discard", "1 discard 9s")
    assert scene.board.pile[0] == parse_card("7d")


def test_after_the_dealer_took_the_upcard_it_is_the_non_dealers_ordinary_turn() -> None:
    scene = Scene(first=KINGS, dealer=LOW, upcard="7d")
    scene.play("0 pass", "1 take_upcard", "1 discard 9s")
    assert scene.board.phase == "draw"
    assert scene.may(0) == {act.DRAW_STOCK, act.DRAW_DISCARD}
    assert scene.board.top == parse_card("9s")


def test_after_the_non_dealer_took_the_upcard_it_is_the_dealers_ordinary_turn() -> None:
    scene = Scene(first=KINGS, dealer=LOW, upcard="7d")
    scene.play("0 take_upcard", "0 discard Ks")
    assert scene.may(1) == {act.DRAW_STOCK, act.DRAW_DISCARD}


def test_a_taken_upcard_may_not_be_discarded_in_the_same_turn() -> None:
    scene = Scene(first=KINGS, upcard="7d")
    scene.play("0 take_upcard")
    refused = scene.refusal("0 discard 7d")
    assert (refused.code, refused.values) == ("taken_card", {"card": parse_card("7d")})
    assert act.Discard(parse_card("7d")) not in scene.may(0)


def test_a_taken_card_may_be_discarded_in_a_later_turn() -> None:
    scene = Scene(first=KINGS, dealer=LOW, upcard="7d", stock="2c 2d")
    scene.play("0 take_upcard", "0 discard Ks", "1 draw_stock", "1 discard 2c", "0 draw_stock", "0 discard 7d")
    assert scene.board.top == parse_card("7d")


def test_a_taken_card_is_no_knock_discard_either() -> None:
    scene = Scene(first=KNOCKER, upcard="Kh")
    scene.play("0 take_upcard")
    assert scene.refusal("0 knock Kh").code == "taken_card"
    assert act.Knock(parse_card("Kh")) not in scene.may(0)


def test_by_option_a_taken_card_may_go_back_at_once() -> None:
    scene = Scene(Options(rediscard_taken=True), first=KNOCKER, upcard="Kh")
    scene.play("0 take_upcard")
    assert {act.Discard(parse_card("Kh")), act.Knock(parse_card("Kh"))} <= scene.may(0)
    scene.play("0 discard Kh")
    assert scene.board.top == parse_card("Kh")


def test_a_stock_card_may_be_discarded_at_once() -> None:
    scene = Scene(first=KINGS, stock="2c")
    scene.play("0 pass", "1 pass", "0 draw_stock", "0 discard 2c")
    assert scene.board.top == parse_card("2c")


def test_the_top_of_the_pile_is_what_is_taken() -> None:
    scene = Scene(first=KINGS, dealer=LOW, upcard="7d", stock="2c")
    scene.play("0 pass", "1 pass", "0 draw_stock", "0 discard Kd", "1 draw_discard")
    assert scene.hand(1) >> parse_card("Kd") & 1
    assert scene.board.pile == (parse_card("7d"),)


def test_an_open_first_turn_lets_the_non_dealer_choose_either_pile() -> None:
    scene = Scene(Options(upcard_rule="open"), first=KINGS, upcard="7d")
    assert scene.may(0) == {act.DRAW_STOCK, act.DRAW_DISCARD}
    assert scene.refusal("0 pass").code == "no_offer"
    scene.play("0 draw_discard")
    assert scene.board.taken == parse_card("7d")
    assert scene.refusal("0 discard 7d").code == "taken_card"


def test_eleven_cards_and_no_upcard_let_the_non_dealer_discard_first() -> None:
    scene = Scene(Options(upcard_rule="eleven"), first=f"{LOW} 2c")
    assert (count(scene.hand(0)), count(scene.hand(1))) == (11, 10)
    assert (scene.board.upcard, scene.board.pile, scene.board.stock) == (None, (), 31)
    assert scene.refusal("0 draw_stock").code == "already_drawn"
    assert scene.may(0) == {act.Discard(card) for card in cards_of(parse_cards(f"{LOW} 2c"))}
    scene.play("0 discard 2c")
    assert scene.may(1) == {act.DRAW_STOCK, act.DRAW_DISCARD}


def test_with_eleven_cards_the_non_dealer_may_knock_at_once() -> None:
    scene = Scene(Options(upcard_rule="eleven"), first=f"{KNOCKER} Qc", dealer=DEFENDER)
    scene.play("0 knock Qc", "1 auto")
    assert scene.score.points == 20


def test_with_eleven_cards_the_non_dealer_may_declare_big_gin_at_once() -> None:
    scene = Scene(Options(upcard_rule="eleven"), first="4s 4h 4d 4c 7d 8d 9d Ts Js Qs Ks", dealer=LOW)
    scene.play("0 big_gin")
    assert (scene.score.winner, scene.score.points) == (0, 50 + 31)


def test_the_non_dealer_may_knock_in_his_first_turn() -> None:
    assert g01().knocked().score.points == 20


def test_the_dealer_may_knock_right_after_taking_the_upcard() -> None:
    scene = Scene(first=DEFENDER, dealer=KNOCKER.replace("2s", "Qc"), upcard="2s")
    scene.play("0 pass", "1 take_upcard", "1 knock Qc", "0 auto")
    assert (scene.score.winner, scene.score.points) == (1, 20)


def test_nobody_knocks_with_ten_cards() -> None:
    scene = Scene(Options(upcard_rule="open"), first=KNOCKER)
    assert scene.refusal("0 knock 2s").code == "draw_first"


def test_a_hand_of_gin_that_was_dealt_counts_after_the_first_draw() -> None:
    scene = Scene(first="4c 5c 6c 9s 9h 9d Jd Qd Kd Td", dealer=DEFENDER, stock="Kh")
    assert scene.refusal("0 knock Td").code == "offer_first"
    scene.knocked("knock Kh")
    assert scene.score == scene.match.sheet.rows[0].score
    assert scene.score.points == 22 + 25


def test_gin_is_never_declared_by_itself() -> None:
    scene = Scene(first="4c 5c 6c 9s 9h 9d Jd Qd Kd Td", dealer=DEFENDER, stock="Kh")
    scene.play("0 pass", "1 pass", "0 draw_stock", "0 discard Kh")
    assert scene.board.phase == "draw"
    assert scene.board.knock is None


def test_a_decision_number_moves_on_only_when_its_seat_is_asked_something_new() -> None:
    scene = Scene(first=KINGS, dealer=LOW, stock="2c")
    seen = [(scene.view(0).decision, scene.view(1).decision)]
    for move in ("0 pass", "1 pass", "0 draw_stock", "0 discard Ks", "1 draw_stock", "1 discard 9s"):
        scene.play(move)
        seen.append((scene.view(0).decision, scene.view(1).decision))
    assert seen == [(1, 0), (1, 1), (2, 1), (3, 1), (3, 2), (3, 3), (4, 3)]


def test_being_ready_does_not_move_the_others_decision() -> None:
    scene = g01().knocked()
    before = scene.view(1).decision
    scene.play("0 ready")
    assert scene.view(1).decision == before
    assert to_act(scene.match) == {1}


def test_the_deck_is_used_from_the_front() -> None:
    deck = shuffled(5)
    match, _ = apply(start(Options(upcard_rule="open"), first_dealer=1), NATURE, Deal((deck,)))
    match, events = apply(match, 0, act.DRAW_STOCK)
    assert events == (Drew(0, deck[21]),)


def test_wished_cards_come_where_they_were_wished() -> None:
    deck = deck_for(KNOCKER, DEFENDER, "8c", "Qc Kc")
    assert hand_of(deck[0:20:2]) == parse_cards(KNOCKER)
    assert hand_of(deck[1:20:2]) == parse_cards(DEFENDER)
    assert deck[20:23] == (parse_card("8c"), parse_card("Qc"), parse_card("Kc"))
    assert len(set(deck)) == 52
