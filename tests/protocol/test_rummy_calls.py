"""Calling Rummy! on a discard that fits a meld on the table: who may, when, and what follows (RULES 9.7)."""

from msgspec.structs import replace

from tests.support.rummy import Scene
from upcard_protocol.rules.cards import NAME, parse_card, parse_cards
from upcard_protocol.rules.game import OPEN, PUBLIC, CallsDue
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy import events as ev
from upcard_protocol.rules.rummy.match import default_action, due, redact, to_act
from upcard_protocol.rules.rummy.options import Options
from upcard_protocol.rules.rummy.scoring import Out

A, B, C, D = range(4)
CALLING = Options(call_rummy=True)


def window(rules: Options = CALLING, *, owner: int = C) -> Scene:
    """Return a hand of four where A has just discarded the jack of clubs, which fits a run on the table."""
    scene = Scene(rules=rules, seats=4).hold("Jc 2d 4h 6s", "3h 5d 7s", "2s 4d 6c", "2h 3d 5s")
    scene.lay("8c 9c Tc", owner=owner)
    scene.play("0 draw_stock", "0 discard Jc")
    return scene


def test_a_discard_that_fits_asks_everybody_but_the_discarder() -> None:
    scene = window()
    assert scene.board.phase == "call"
    assert to_act(scene.match) == {B, C, D}
    assert due(scene.match) == CallsDue(1, 1, 3000)
    assert list(scene.legal(B)) == [act.CALL, act.PASS]
    assert default_action(scene.view(B)) == act.PASS
    assert scene.code("0 call") == "not_your_turn"


def test_a_discard_that_fits_nothing_asks_nobody() -> None:
    scene = Scene(rules=CALLING, seats=3).hold("Kh 2d 4h", "3h 5d 7s", "2s 4d 6c").lay("8c 9c Tc", owner=C)
    scene.play("0 draw_stock", "0 discard Kh")
    assert (scene.board.phase, scene.board.turn) == ("draw", B)
    assert scene.code("1 call") == "call_window_closed"


def test_nobody_draws_until_all_have_answered() -> None:
    scene = window()
    assert scene.code("1 draw_stock") == "call_open"
    scene.play("1 pass")
    assert scene.code("1 pass") == "answered"
    assert scene.code("1 draw_stock") == "call_open"
    scene.play("2 pass")
    events = scene.play("3 pass")
    assert events == (ev.Answered(D, call=False), ev.CallsClosed((), None))
    assert (scene.board.phase, scene.board.turn) == ("draw", B)
    scene.play("1 draw_discard")


def test_an_answer_is_known_to_its_giver_alone_until_the_window_closes() -> None:
    scene = window()
    (answer,) = scene.play("2 call")
    assert redact(answer, C) == redact(answer, OPEN) == ev.Answered(C, call=True)
    assert redact(answer, B) == redact(answer, PUBLIC) == ev.Answered(C, call=None)
    assert scene.board.answered == (True, False, True, False)
    assert scene.view(C).answers == (None, None, True, None)
    assert scene.view(B).answers == scene.view(PUBLIC).answers == (None,) * 4
    assert scene.view(OPEN).answers == (None, None, True, None)


def test_nature_closes_the_window_with_the_calls_that_have_come() -> None:
    scene = window()
    scene.play("3 call")
    (closed,) = scene.play("- close_calls")
    assert closed == ev.CallsClosed((D,), D)
    assert scene.code("- close_calls") == "wrong_phase"


def test_the_caller_lays_the_card_at_once_and_discards_one_more() -> None:
    scene = window()
    scene.play("1 pass", "2 call", "3 pass")
    assert scene.hand(C) >> parse_card("Jc") & 1
    assert list(scene.legal(C)) == [act.LayOff(parse_card("Jc"), 0)]
    assert default_action(scene.view(C)) == act.LayOff(parse_card("Jc"), 0)
    for move in ("2 lay_off 6c>0", "2 meld 2s4d6c", "2 discard 6c"):
        assert scene.code(move) == "lay_first"
    scene.play("2 lay_off Jc>0")
    assert scene.code("2 take_back") == "wrong_phase"
    assert scene.legal(C).discards == parse_cards("2s 4d 6c")
    scene.play("2 discard 6c")
    assert (scene.board.phase, scene.board.turn) == ("draw", B)
    assert scene.board.laid[C]


def test_a_discard_of_the_callers_can_be_called_too_and_the_turn_stays_where_it_was() -> None:
    scene = window().hold("2d 4h 6s", "3h 5d 7s", "Qc 4d 6c", "2h 3d 5s")
    scene.play("1 pass", "2 call", "3 pass", "2 lay_off Jc>0", "2 discard Qc")
    assert scene.board.phase == "call"
    assert to_act(scene.match) == {A, B, D}
    scene.play("0 call", "1 pass", "3 call")
    # D comes first, clockwise from C.
    assert scene.board.turn == D
    scene.play("3 lay_off Qc>0", "3 discard 2h")
    assert (scene.board.phase, scene.board.turn) == ("draw", B)


def test_a_callers_discard_may_empty_his_hand_and_is_no_rummy() -> None:
    scene = window().hold("2d 4h 6s", "3h 5d 7s", "Kd", "2h 3d 5s")
    scene.match = replace(scene.match, boards=(replace(scene.board, laid=(False,) * 4),))
    scene.play("1 pass", "2 call", "3 pass", "2 lay_off Jc>0", "2 discard Kd")
    assert isinstance(scene.score, Out)
    assert (scene.score.winner, scene.score.rummy) == (C, False)


def test_there_is_no_call_on_the_last_card_of_a_hand() -> None:
    scene = Scene(rules=CALLING, seats=3).hold("Jc 9s", "3h 5d 7h", "2s 4d 6c")
    scene.lay("8c 9c Tc", "6s 7s 8s", owner=A)
    scene.play("0 draw_stock")
    drawn = scene.view(A).drawn
    assert drawn is not None
    scene.hold("Jc 9s", "3h 5d 7h", "2s 4d 6c")
    scene.play("0 lay_off 9s>1", "0 discard Jc")
    assert isinstance(scene.score, Out)


def test_a_wrong_call_is_refused_and_costs_nothing() -> None:
    mine = window(Options(call_rummy=True, layoff_needs_own_meld=True))
    assert mine.code("1 call") == "need_own_meld"
    assert list(mine.legal(B)) == [act.PASS]
    mine.play("2 call", "1 pass", "3 pass")
    assert mine.board.turn == C
    floats = window(Options(call_rummy=True, must_discard_to_go_out=True, floating=True)).hold("2d 4h 6s", "")
    assert floats.code("1 call") == "would_strand"


def test_somebody_who_gave_the_hand_up_passes() -> None:
    scene = window()
    events = scene.play("- forfeit 1")
    assert events == (ev.GaveUp(B), ev.Answered(B, call=False))
    assert to_act(scene.match) == {C, D}


def test_the_decision_of_each_seat_moves_on_as_it_is_asked() -> None:
    scene = window()
    numbers = [scene.view(seat).decision for seat in range(4)]
    scene.play("1 pass", "2 pass")
    assert [scene.view(seat).decision for seat in range(4)] == numbers
    scene.play("3 call")
    assert [scene.view(seat).decision for seat in range(4)] == [*numbers[:3], numbers[3] + 1]
    scene.play("3 lay_off Jc>0")
    assert scene.view(D).decision == numbers[3] + 2
    name = NAME[scene.hand(D).bit_length() - 1]
    scene.play(f"3 discard {name}")
    assert scene.view(B).decision == numbers[1] + 1
