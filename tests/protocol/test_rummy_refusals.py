"""Every reason for which a move of rummy is refused: its code, and the sentence that the player reads (RULES 14)."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.support.rummy import Scene
from upcard_protocol.rules.errors import SENTENCES, sentence
from upcard_protocol.rules.game import OPEN, PUBLIC
from upcard_protocol.rules.rummy.options import PRESETS, Options

BASIC = PRESETS["basic"]


def over(rules: Options = BASIC) -> Scene:
    """Let seat 0 go out by a meld."""
    scene = Scene(rules=rules, stock="6s").hold("4s 5s", "Ks")
    scene.play("0 draw_stock", "0 meld 4s5s6s")
    return scene


def called() -> Scene:
    """Let P2 of P1 to P4, seat 1, discard the jack that a run of clubs on the table takes; all but him are asked."""
    scene = Scene(rules=PRESETS["calling"], seats=4, dealer=0, stock="2d")
    scene.hold("3s 5s", "Jc 6h", "7h 9s", "4h Ks").lay("8c 9c Tc", owner=1)
    scene.play("1 draw_stock", "1 discard Jc")
    return scene


def floats() -> Scene:
    """Let seat 0 hold nothing in his turn, with a card on the pile that fits nowhere."""
    scene = Scene(rules=PRESETS["floating"], stock="6s 2d").hold("4s 5s", "Kd 3h 9h")
    scene.play("0 draw_stock", "0 meld 4s5s6s", "1 draw_stock", "1 discard Kd")
    return scene


def drawn(rules: Options = BASIC, hand: str = "4s 5s Kd 7h") -> Scene:
    scene = Scene(rules=rules, upcard="9h", stock="6s").hold(hand, "2h 3h").lay("Tc Jc Qc", owner=1)
    scene.play("0 draw_stock")
    return scene


def used_up() -> Scene:
    return Scene(rules=PRESETS["block"]).hold("2s 5s 8s", "3s 6s 9s").run_down("9d")


REFUSALS: list[tuple[str, Callable[[], Scene], str, str]] = [
    ("not_your_turn", lambda: Scene(), "1 draw_stock", "Not your turn yet: another player is playing."),
    ("draw_first", lambda: Scene(upcard="9h"), "0 discard Kc", "Draw first: draw for the stock, take for the 9h."),
    ("already_drawn", drawn, "0 draw_stock", "You have drawn already: discard discards the chosen card."),
    ("wrong_phase", drawn, "0 ready", "That cannot be done now."),
    ("hand_over", over, "0 draw_stock", SENTENCES["hand_over"]),
    ("match_over", lambda: over(PRESETS["single"]), "0 ready", "The match is over."),
    ("not_in_hand", drawn, "0 discard 2h", "You do not hold the 2h."),
    ("not_in_hand", drawn, "0 lay_off Kc>0", "You do not hold the Kc."),
    ("bad_meld", drawn, "0 meld 4s5s7h", "4s 5s 7h is neither a set nor a run."),
    ("bad_layoff", drawn, "0 lay_off Kd>0", "Kd fits none of those melds."),
    (
        "stock_used_up",
        used_up,
        "0 draw_stock",
        "The stock is used up: take takes the 9d, or block it.",
    ),
    ("not_blocked", lambda: Scene(), "0 block", "Cards can still be drawn: draw draws from the stock."),
    (
        "need_own_meld",
        lambda: drawn(Options(layoff_needs_own_meld=True), "4s 5s Kc 7h"),
        "0 lay_off Kc>0",
        "Lay down a meld of your own before you lay off.",
    ),
    (
        "must_discard",
        lambda: drawn(Options(must_discard_to_go_out=True), "4s 5s"),
        "0 meld 4s5s6s",
        "At this table the last card has to be a discard.",
    ),
    ("not_out", drawn, "0 go_out 4s5s6s", "That does not empty your hand: 2 more left."),
    (
        "no_take_back",
        lambda: drawn(Options(undo_within_turn=False)),
        "0 take_back",
        "Cards on the table are not taken back here.",
    ),
    ("nothing_to_take_back", drawn, "0 take_back", "There is nothing from this turn to take back."),
    (
        "call_open",
        called,
        "2 draw_stock",
        "First everybody says whether to call Rummy!: call takes the Jc, pass lets it lie.",
    ),
    ("call_window_closed", drawn, "0 call", "Too late: no discard can be called now."),
    ("would_strand", floats, "0 draw_discard", SENTENCES["would_strand"]),
]


@pytest.mark.parametrize(("code", "scene", "move", "said"), REFUSALS, ids=[f"{row[0]}: {row[2]}" for row in REFUSALS])
def test_a_move_of_rummy_is_refused_with_its_code_and_sentence(
    code: str, scene: Callable[[], Scene], move: str, said: str
) -> None:
    refused = scene().refusal(move)
    assert (refused.code, sentence(refused.refusal)) == (code, said)


def test_who_has_answered_a_call_waits_for_the_others() -> None:
    scene = called()
    scene.play("2 pass")
    refused = scene.refusal("2 call")
    assert (refused.code, sentence(refused.refusal)) == (
        "answered",
        "You have answered already: wait for the others.",
    )


def test_a_pile_that_was_turned_over_is_not_taken_from() -> None:
    scene = Scene().hold("2s 5s 8s", "3s 6s 9s").lay("4c 5c 6c", owner=0).run_down("4d 9d Kh", left=5)
    bare = replace(scene.match, boards=(replace(scene.board, pile=()),))
    scene.match = bare
    assert sentence(scene.refusal("0 draw_discard").refusal) == SENTENCES["pile_empty"].format(draw="draw")


def test_answers_to_a_call_stay_hidden_until_all_are_in() -> None:
    scene = called()
    scene.play("0 call")
    assert scene.view(3).answers == scene.view(PUBLIC).answers
    assert scene.view(0).answers != scene.view(PUBLIC).answers
    assert scene.view(OPEN).answers[0] is not None
