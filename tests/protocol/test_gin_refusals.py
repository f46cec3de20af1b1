"""Every reason for which a move of gin is refused: its code, and the sentence that the player reads (RULES 14)."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.support.deals import DEFENDER, KNOCKER, Scene, g01, wall, with_totals
from upcard_protocol.rules import NATURE, PUBLIC, Deal, IllegalAction, Options, apply, legal, refuse, sentence
from upcard_protocol.rules.cards import parse_card
from upcard_protocol.rules.errors import SENTENCES, Refusal, card_name
from upcard_protocol.rules.gin import actions as act


def offered() -> Scene:
    return g01()


def refused_twice() -> Scene:
    scene = g01()
    scene.play("0 pass", "1 pass")
    return scene


def drawn(options: Options | None = None) -> Scene:
    scene = g01(options)
    scene.play("0 pass", "1 pass", "0 draw_stock")
    return scene


def taken() -> Scene:
    scene = g01()
    scene.play("0 take_upcard")
    return scene


def next_turn() -> Scene:
    scene = drawn()
    scene.play("0 discard Qc")
    return scene


def knocked() -> Scene:
    scene = drawn()
    scene.play("0 knock Qc")
    return scene


def gin() -> Scene:
    scene = Scene(first=KNOCKER.replace("2s", "Td"), dealer=DEFENDER, stock="Kh")
    return scene.knocked("knock Kh")


def over() -> Scene:
    return g01().knocked()


def won() -> Scene:
    return with_totals(g01(), (80, 0)).knocked()


def last_discard() -> Scene:
    scene = Scene(Options(wall_rule="last_discard"), first=KNOCKER, dealer=DEFENDER)
    scene.play("0 pass", "1 pass")
    wall(scene)
    return scene


REFUSALS: list[tuple[str, Callable[[], Scene], str, str]] = [
    ("not_your_turn", offered, "1 pass", "Not your turn yet: another player is playing."),
    ("offer_first", offered, "0 draw_stock", "First choose: take takes the 8c, pass passes it."),
    ("offer_first", offered, "0 knock Qc", "First choose: take takes the 8c, pass passes it."),
    (
        "must_draw_stock",
        refused_twice,
        "0 draw_discard",
        "Both players passed the upcard: draw draws from the stock.",
    ),
    ("must_draw_stock", refused_twice, "0 discard 2s", "Both players passed the upcard: draw draws from the stock."),
    ("draw_first", next_turn, "1 discard As", "Draw first: draw for the stock, take for the Qc."),
    ("draw_first", next_turn, "1 big_gin", "Draw first: draw for the stock, take for the Qc."),
    ("no_offer", next_turn, "1 pass", "Only the first upcard can be passed: draw for the stock, take for the Qc."),
    (
        "no_offer",
        next_turn,
        "1 take_upcard",
        "Only the first upcard can be passed: draw for the stock, take for the Qc.",
    ),
    ("wrong_phase", next_turn, "1 auto", "That cannot be done now."),
    ("already_drawn", drawn, "0 pass", "You have drawn already: discard discards the chosen card."),
    ("already_drawn", drawn, "0 draw_stock", "You have drawn already: discard discards the chosen card."),
    ("already_drawn", drawn, "0 draw_discard", "You have drawn already: discard discards the chosen card."),
    ("wrong_phase", drawn, "0 ready", "That cannot be done now."),
    ("not_in_hand", drawn, "0 discard As", "You do not hold the As."),
    ("not_in_hand", drawn, "0 knock As", "You do not hold the As."),
    ("not_in_hand", drawn, "0 knock Qc 4c5c6c AsAhAd", "You do not hold the As."),
    ("not_in_hand", drawn, "0 knock Qc QcKdQd", "You do not hold the Qc."),
    ("taken_card", taken, "0 discard 8c", "You can't discard the card you just took from the pile: 8c."),
    ("taken_card", taken, "0 knock 8c", "You can't discard the card you just took from the pile: 8c."),
    ("bad_meld", drawn, "0 knock Qc 4c5c6c 9s9h", "9s 9h is neither a set nor a run."),
    ("bad_meld", drawn, "0 big_gin JdQdKd QcQd", "Qd Qc is neither a set nor a run."),
    ("overlap", drawn, "0 knock Qc 4c5c6c 9s9h9d 4c5c6c", "A card can be in one meld only: 4c."),
    ("deadwood_over_limit", drawn, "0 knock 4c", "Can't knock: best deadwood is 23, the limit is 10."),
    (
        "deadwood_over_limit",
        lambda: drawn(Options(knock_limit=0)),
        "0 knock Qc",
        "Can't knock: best deadwood is 2, the limit is 0.",
    ),
    ("not_gin", drawn, "0 big_gin", "Not gin: 12 points of deadwood left."),
    (
        "big_gin_off",
        lambda: drawn(Options(big_gin=False)),
        "0 big_gin",
        "Big gin is not played at this table: discard a card and go gin.",
    ),
    ("not_your_turn", knocked, "0 auto", "Not your turn yet: another player is playing."),
    ("wrong_phase", knocked, "1 discard As", "That cannot be done now."),
    ("not_in_hand", knocked, "1 lay_off Kc>0", "You do not hold the Kc."),
    ("bad_layoff", knocked, "1 lay_off 2h>0", "2h fits none of those melds."),
    ("not_knockers_meld", knocked, "1 lay_off 2h>3", "Cards are laid off on the knocker's melds only."),
    ("bad_meld", knocked, "1 lay_off with AsAh", "As Ah is neither a set nor a run."),
    ("overlap", knocked, "1 lay_off with 6s7s8s 6s7s8s", "A card can be in one meld only: 6s."),
    ("no_layoff_on_gin", gin, "1 auto", "Nothing can be laid off against gin."),
    ("no_layoff_on_gin", gin, "1 lay_off 2h>0", "Nothing can be laid off against gin."),
    ("hand_over", over, "0 draw_stock", "The hand is over: the next one starts when everybody is ready."),
    ("hand_over", over, "1 auto", "The hand is over: the next one starts when everybody is ready."),
    ("match_over", won, "0 ready", "The match is over."),
    ("stock_closed", last_discard, "1 draw_stock", "The last two cards of the stock are never drawn."),
    (
        "last_discard",
        last_discard,
        "1 discard As",
        "Knock or go gin with the last discard, or decline it: nothing else is left.",
    ),
    (
        "taken_card",
        last_discard,
        "1 take_and_end {top}",
        "You can't discard the card you just took from the pile: {top}.",
    ),
    ("not_in_hand", last_discard, "1 take_and_end Kd", "You do not hold the Kd."),
]


@pytest.mark.parametrize(("code", "scene", "move", "said"), REFUSALS, ids=[f"{row[0]}: {row[2]}" for row in REFUSALS])
def test_a_move_is_refused_with_its_code_and_sentence(
    code: str, scene: Callable[[], Scene], move: str, said: str
) -> None:
    played = scene()
    top = played.view(0).board
    assert top is not None
    name = "" if top.top is None else card_name(top.top)
    refused = played.refusal(move.format(top=name))
    assert (refused.code, sentence(refused.refusal)) == (code, said.format(top=name))


def test_an_empty_pile_cannot_be_drawn_from() -> None:
    # No sequence of moves leads here; a view from elsewhere may.
    seen = next_turn().view(1)
    bare = replace(seen, boards=(replace(seen.boards[0], pile=()),))
    refusal = legal(bare).check(act.DRAW_DISCARD)
    assert refusal == Refusal("pile_empty")
    assert sentence(Refusal("pile_empty")) == "There is no discard to take: draw draws from the stock."
    assert list(legal(bare)) == [act.DRAW_STOCK]


def test_a_closed_stock_is_not_drawn_from() -> None:
    seen = next_turn().view(1)
    low = replace(seen, boards=(replace(seen.boards[0], stock=2),))
    assert legal(low).check(act.DRAW_STOCK) == Refusal("stock_closed")


def test_whoever_only_watches_may_do_nothing() -> None:
    for scene in (offered(), drawn(), knocked(), over()):
        seen = scene.view(PUBLIC)
        assert list(legal(seen)) == []
        with pytest.raises(IllegalAction):
            apply(scene.match, PUBLIC, act.READY)


def test_before_the_first_deal_there_is_no_hand_to_play() -> None:
    scene = g01()
    blank = replace(scene.match, boards=())
    with pytest.raises(IllegalAction) as refused:
        apply(blank, 0, act.DRAW_STOCK)
    assert refused.value.code == "hand_over"


def test_nature_does_not_play_and_players_do_not_deal() -> None:
    scene = drawn()
    with pytest.raises(IllegalAction):
        apply(scene.match, NATURE, act.DRAW_STOCK)
    for move in ("0 forfeit 1", "0 forfeit_match 1"):
        scene.refusal(move)
    with pytest.raises(IllegalAction):
        apply(over().match, 0, Deal(scene.match.decks))


def test_not_your_turn_names_the_one_who_is_playing_when_names_are_known() -> None:
    refused = offered().refusal("1 pass")
    assert sentence(refused.refusal, player=lambda seat: ("Ann", "Ben")[seat]) == "Not your turn yet: Ann is playing."


def test_a_front_may_name_its_own_keys_and_write_cards_its_own_way() -> None:
    refused = next_turn().refusal("1 discard As")
    said = sentence(refused.refusal, commands={"draw": "D", "take": "T"}, card=lambda card: f"<{card}>")
    assert said == f"Draw first: D for the stock, T for the <{parse_card('Qc')}>."


def test_an_error_says_the_action_and_the_position_and_no_hidden_card() -> None:
    said = str(drawn().refusal("0 discard As"))
    assert said.startswith("not_in_hand: You do not hold the As.")
    assert "hand 1, discard, seat 0, stock 30" in said


def test_a_sentence_without_its_values_can_still_be_read() -> None:
    for code in SENTENCES:
        assert sentence(Refusal(code)).endswith(".")


def test_an_unknown_code_is_no_refusal() -> None:
    with pytest.raises(KeyError):
        refuse("because")
