"""Hands of rummy move by move: the deal, the draw, the table, going out, an empty stock (RULES 9.1 to 9.4, 13)."""

import pytest
from msgspec.structs import replace

from tests.support.rummy import Scene
from upcard_protocol.rules.cards import DECK, NAME, parse_card, parse_cards
from upcard_protocol.rules.game import NATURE, Deal, DealDue, Recycle, RecycleDue
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy import events as ev
from upcard_protocol.rules.rummy.match import apply, default_action, due, result, start, to_act
from upcard_protocol.rules.rummy.melds import order
from upcard_protocol.rules.rummy.options import AceRuns, Options
from upcard_protocol.rules.rummy.scoring import Blocked, GivenUp, Out

A, B, C = 0, 1, 2


def throw(scene: Scene, seat: int) -> None:
    """Let a seat draw from the stock and discard what it drew."""
    scene.play(f"{seat} draw_stock")
    drawn = scene.view(seat).drawn
    assert drawn is not None
    scene.play(f"{seat} discard {NAME[drawn]}")


# ---- the deal


@pytest.mark.parametrize(("seats", "size", "stock"), [(2, 10, 31), (3, 7, 30), (4, 7, 23), (5, 6, 21), (6, 6, 15)])
def test_so_many_cards_are_dealt_to_two_to_six(seats: int, size: int, stock: int) -> None:
    match = start(Options(), seats, first_dealer=1)
    owed = due(match)
    assert owed == DealDue(1, 1)
    match, (dealt,) = apply(match, NATURE, Deal((DECK,)))
    assert isinstance(dealt, ev.Dealt)
    assert dealt.held == (size,) * seats
    assert dealt.stock == stock
    first = 2 % seats
    assert to_act(match) == {first}
    # Singly, from left of the dealer on.
    assert match.hands[first] == sum(1 << n for n in range(0, seats * size, seats))
    assert dealt.upcard == seats * size


def test_the_first_player_may_take_the_first_upcard() -> None:
    scene = Scene("2h 2d 3h 3s 4d 5h 6c 7h 8s Js", upcard="Kh")
    scene.play("0 draw_discard")
    assert scene.hand(A) >> parse_card("Kh") & 1
    assert scene.board.taken == parse_card("Kh")


# ---- the table


def test_a_card_that_fits_two_melds_goes_where_the_player_says() -> None:
    scene = Scene().hold("9s 2c 4d", "2d 3d").lay("6s 7s 8s", "9h 9d 9c", owner=B)
    scene.play("0 draw_stock")
    assert scene.legal(A).targets(parse_card("9s")) == (0, 1)
    scene.play("0 lay_off 9s>1")
    assert scene.table == [parse_cards("6s 7s 8s"), parse_cards("9s 9h 9d 9c")]


def test_what_was_played_in_this_turn_is_taken_back_the_last_first_and_the_draw_never() -> None:
    scene = Scene().hold("9s 4h 4d 4c Kd", "2d 3d").lay("6s 7s 8s", owner=B)
    scene.play("0 draw_stock")
    before, table = scene.hand(A), scene.table
    scene.play("0 meld 4h4d4c", "0 lay_off 9s>0")
    assert len(scene.table) == 2
    (back,) = scene.play("0 take_back")
    assert back == ev.TookBack(A, parse_cards("9s"))
    scene.play("0 take_back")
    assert (scene.hand(A), scene.table) == (before, table)
    assert scene.code("0 take_back") == "nothing_to_take_back"
    throw_last = scene.view(A).drawn
    assert throw_last is not None
    scene.play("0 meld 4h4d4c", f"0 discard {NAME[throw_last]}")
    assert scene.board.laid[A]
    assert scene.board.played == ()


def test_what_was_taken_back_does_not_spoil_going_rummy() -> None:
    scene = Scene(seats=3).hold("9s 5s", "Ks", "Ah").lay("6s 7s 8s", owner=B)
    scene.play("0 draw_stock")
    drawn = scene.view(A).drawn
    assert drawn is not None
    scene.play("0 lay_off 9s>0", "0 take_back", f"0 discard {NAME[drawn]}")
    throw(scene, B)
    throw(scene, C)
    scene.play("0 draw_stock")
    drawn = scene.view(A).drawn
    assert drawn is not None
    scene.play("0 lay_off 9s>0", "0 lay_off 5s>0", f"0 discard {NAME[drawn]}")
    assert isinstance(scene.score, Out)
    assert scene.score.rummy


@pytest.mark.parametrize(
    ("aces", "meld", "laid"),
    [
        ("low", "As 2s 3s", "As 2s 3s"),
        ("high_or_low", "Qs Ks As", "Qs Ks As"),
        ("around", "Ks As 2s", "Ks As 2s"),
        ("around", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"),
        ("around", "4h 4d 4c", "4h 4d 4c"),
    ],
)
def test_a_run_lies_in_its_order_with_the_ace_where_it_stands(aces: AceRuns, meld: str, laid: str) -> None:
    assert [NAME[card] for card in order(parse_cards(meld), aces)] == laid.split()


# ---- going out


def test_everything_at_once_is_as_good_as_one_by_one() -> None:
    scene = Scene(seats=3).hold("4h 4d 4c 5s 9s", "Ks", "Ah").lay("6s 7s 8s", owner=B).run_down("4s 2c", left=9)
    scene.play("0 draw_discard")
    assert scene.code("0 go_out 4h4d4c 5s>0 9s>0") == "not_out"
    assert scene.code("0 go_out 4h4d4c 5s>0 9s>0 discard 2c") == "taken_card"
    held = Scene(seats=3).hold("4h 4d 4c 5s 9s", "Ks", "Ah").lay("6s 7s 8s", owner=B).run_down("4s", left=9)
    held.play("0 draw_discard")
    events = held.play("0 go_out 4h4d4c4s 5s>0 9s>0")
    assert [type(event) for event in events] == [ev.Melded, ev.LaidOff, ev.LaidOff, ev.HandEnded]
    assert isinstance(held.score, Out)
    assert held.score.rummy


def test_who_floats_waits_without_cards_and_goes_out_with_the_next_discard() -> None:
    rules = Options(must_discard_to_go_out=True, floating=True)
    scene = Scene(rules=rules).hold("9s", "Ks 7d Qh").lay("6s 7s 8s", "2h 3h 4h", owner=A).run_down("Ts 5h", left=9)
    scene.play("0 draw_discard", "0 lay_off 9s>0", "0 lay_off 5h>1")
    assert (scene.board.held[A], scene.board.phase, scene.board.turn) == (0, "draw", B)
    assert scene.view(A).drawn is None
    throw(scene, B)
    thrown = scene.board.top
    assert thrown is not None
    assert scene.code("0 draw_discard") == "would_strand"
    scene.play("0 draw_stock")
    (discard, end) = scene.play(f"0 discard {NAME[scene.hand(A).bit_length() - 1]}")
    assert isinstance(discard, ev.Discarded)
    assert isinstance(end, ev.HandEnded)
    assert isinstance(scene.score, Out)
    assert not scene.score.rummy


def test_who_floats_may_take_from_the_pile_only_what_can_be_laid_off_and_floats_on() -> None:
    rules = Options(must_discard_to_go_out=True, floating=True)
    scene = Scene(rules=rules).hold("", "Ks 7d Qh").lay("6s 7s 8s", owner=A).run_down("9s", left=9)
    scene.play("0 draw_discard")
    assert list(scene.legal(A)) == [act.LayOff(parse_card("9s"), 0)]
    assert default_action(scene.view(A)) == act.LayOff(parse_card("9s"), 0)
    scene.play("0 lay_off 9s>0")
    assert (scene.board.held[A], scene.board.phase, scene.board.turn) == (0, "draw", B)


# ---- an empty stock


def test_a_pile_of_one_card_is_turned_over_and_may_be_discarded_again() -> None:
    scene = Scene().hold("2h 2d 4c", "3h 3d 5c").run_down("Kh")
    scene.play("0 draw_stock")
    assert scene.view(A).drawn == parse_card("Kh")
    assert scene.board.pile == ()
    scene.play("0 discard Kh")
    # Nobody has melded since, and the stock is used up again.
    assert isinstance(scene.score, Blocked)
    assert scene.score.reason == "no_progress"


def test_a_stock_that_runs_out_again_goes_on_when_somebody_has_melded_since() -> None:
    scene = Scene().hold("2h 2d 2c 9h", "3h 3d 5c").run_down("Kh")
    scene.play("0 draw_stock", "0 meld 2h2d2c", "0 discard Kh")
    assert (scene.board.phase, scene.board.turn) == ("draw", B)
    assert scene.legal(B).turns_over


def test_with_keep_top_the_last_discard_starts_the_new_pile() -> None:
    scene = Scene(rules=Options(recycle="keep_top")).hold("2h 2d 4c", "3h 3d 5c").run_down("4s 9d Kh")
    scene.play("0 draw_stock")
    assert scene.view(A).drawn == parse_card("4s")
    assert (scene.board.stock, scene.board.pile) == (1, (parse_card("Kh"),))
    scene.play("0 discard 4s")
    scene.play("1 draw_stock")
    assert scene.view(B).drawn == parse_card("9d")


def test_with_keep_top_and_one_card_nothing_can_be_drawn() -> None:
    scene = Scene(rules=Options(recycle="keep_top")).hold("2h 2d 4c", "3h 3d 5c").run_down("Kh")
    assert list(scene.legal(A)) == [act.BLOCK, act.DRAW_DISCARD]
    assert scene.code("0 draw_stock") == "stock_used_up"


def test_a_shuffled_pile_is_natures_and_its_order_is_hidden() -> None:
    scene = Scene(rules=Options(recycle="shuffle")).hold("2h 2d 4c", "3h 3d 5c").run_down("4s 9d Kh")
    scene.play("0 draw_stock")
    assert to_act(scene.match) == frozenset()
    pile = tuple(map(parse_card, ("4s", "9d", "Kh")))
    assert due(scene.match) == RecycleDue(1, 1, pile)
    assert scene.code("0 draw_stock") == "not_your_turn"
    turned, drew = scene.do(NATURE, Recycle((pile[1], pile[2], pile[0])))
    assert turned == ev.TurnedOver(A, shuffled=True)
    assert drew == ev.Drew(A, pile[1])
    assert (scene.board.stock, scene.board.pile, scene.board.turned) == (2, (), 1)


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_the_pile_is_turned_over_no_more_often_than_the_limit(limit: int) -> None:
    rules = replace(Options(), recycle_limit=limit)
    scene = Scene(rules=rules).hold("2h 2d 2c 3h 3d 3c 9h", "4h 4d 4c 5h 5d 5c 9d").run_down("Kh")
    for n in range(limit):
        seat, meld = n % 2, ("2h2d2c", "4h4d4c")[n % 2]
        scene.play(f"{seat} draw_stock", f"{seat} meld {meld}", f"{seat} discard Kh")
    seat = limit % 2
    assert not scene.legal(seat).may_draw_stock
    assert scene.legal(seat).may_block
    assert default_action(scene.view(seat)) == act.BLOCK
    chose, ended = scene.play(f"{seat} block")
    assert chose == ev.ChoseBlock(seat)
    assert isinstance(ended, ev.HandEnded)
    assert isinstance(scene.score, Blocked)
    assert scene.score.reason == "chosen"


def test_in_block_rummy_the_discard_may_still_be_taken() -> None:
    scene = Scene(rules=Options(recycle_limit=0)).hold("2h 2d 4c", "3h 3d 5c").run_down("2c")
    scene.play("0 draw_discard", "0 meld 2h2d2c", "0 discard 4c")
    assert isinstance(scene.score, Out)


# ---- giving up, the next hand, the end


def test_one_of_two_who_gives_up_pays_his_count_once() -> None:
    scene = Scene().hold("2h 2d 4c", "3h 3d Kc").lay("6s 7s 8s", owner=B)
    gave_up, ended = scene.play("- forfeit 1")
    assert gave_up == ev.GaveUp(B)
    assert isinstance(ended, ev.HandEnded)
    assert scene.score == GivenUp(A, (8, 16), (16, 0), (16, -16))


def test_of_three_the_hand_of_one_who_gave_up_is_played_on_by_rule() -> None:
    scene = Scene(seats=3)
    events = scene.play("- forfeit 0")
    # He was to draw: it is done at once, and what he drew is thrown.
    assert [type(event) for event in events] == [ev.GaveUp, ev.Drew, ev.Discarded]
    assert scene.board.absent == (True, False, False)
    assert scene.code("- forfeit 0") == "wrong_phase"
    throw(scene, B)
    throw(scene, C)
    assert scene.board.turn == B


def test_when_all_have_given_up_the_hand_plays_itself_out() -> None:
    scene = Scene(seats=3)
    scene.play("- forfeit 1", "- forfeit 2", "- forfeit 0")
    assert isinstance(scene.score, Blocked)
    assert to_act(scene.match) == {A, B, C}


def test_the_next_hand_is_dealt_when_everybody_is_ready() -> None:
    scene = Scene(seats=3)
    scene.play("- forfeit 0", "- forfeit 1", "- forfeit 2", "0 ready", "2 ready")
    assert to_act(scene.match) == {B}
    assert due(scene.match) is None
    assert scene.code("0 ready") == "wrong_phase"
    scene.play("1 ready")
    assert due(scene.match) == DealDue(1, 2)
    assert scene.match.sheet.dealer == A


def test_a_match_ends_with_the_hand_that_crosses_the_target() -> None:
    scene = Scene(rules=Options(target=50)).hold("4h 4d", "Ks Kd Kh Qs Qh 7d").run_down("4c", left=9)
    scene.play("0 draw_discard")
    events = scene.play("0 meld 4h4d4c")
    # Twice 57, as it is rummy.
    assert [type(event) for event in events][1:] == [ev.HandEnded, ev.GameEnded, ev.MatchEnded]
    over = result(scene.match)
    assert over is not None
    assert (over.winners, over.games_won, over.margins) == ((A,), (1, 0), (114, -114))
    assert scene.code("0 ready") == "match_over"
    assert due(scene.match) is None


def test_a_match_of_counted_deals_ends_after_so_many_whatever_the_totals() -> None:
    scene = Scene(rules=Options(fixed_deals=2, target=50))
    scene.hold("4h 4d", "Ks Kd Kh Qs Qh 7d").run_down("4c", left=9)
    scene.play("0 draw_discard", "0 meld 4h4d4c")
    assert result(scene.match) is None
    scene.next_hand()
    scene.play("- forfeit 0")
    over = result(scene.match)
    assert over is not None
    assert len(scene.match.sheet.rows) == 2


def test_what_each_seat_is_asked_has_a_number_of_its_own() -> None:
    scene = Scene().hold("9s 4h 4d 4c Kd", "2d 3d").lay("6s 7s 8s", owner=B)
    number = scene.view(A).decision
    scene.play("0 draw_stock")
    assert scene.view(A).decision == number + 1
    scene.play("0 meld 4h4d4c", "0 take_back", "0 lay_off 9s>0")
    # It is the same question still.
    assert scene.view(A).decision == number + 1
    assert scene.view(B).decision == 0
