"""What keys do at the rummy table: drawing, melds, lay-offs, taking back, calling, going out, and every refusal."""

import pytest
from msgspec.structs import replace

from tests.support.rummy_screens import Player
from upcard_client.cardtable.effects import Note, Open
from upcard_client.cardtable.surroundings import LinkLost
from upcard_client.games.rummy.composing import compose
from upcard_client.games.rummy.pressing import follow
from upcard_client.games.rummy.scenes import SCENES, Stage, begun
from upcard_client.words.phrases import spoken
from upcard_protocol.rules.cards import cards_of, parse_card, parse_cards
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy import match as rummy
from upcard_protocol.rules.rummy.options import PRESETS


def test_d_draws_and_t_takes() -> None:
    player = Player("rummydraw").press("draw")
    assert player.status == "done: You drew 6♠"
    assert player.bar == "YOUR TURN: discard a card"
    assert Player("rummydraw").press("take").status == "done: You took 7♣"


@pytest.mark.parametrize("key", ["discard", "yes", "meld", "take_back", "all"])
def test_before_the_draw_every_other_move_is_refused(key: str) -> None:
    player = Player("rummydraw").press(key)
    assert player.status == "refused: Draw first: D for the stock, T for the 7♣."
    assert player.sent == []


def test_one_draws_once() -> None:
    assert Player("rummy").press("draw").status.startswith("refused: You have drawn already")


def test_the_card_just_taken_is_not_discarded() -> None:
    player = Player("rummydraw").press("take").choose("7c").press("discard")
    assert player.status == "refused: You can't discard the card you just took from the pile: 7♣."


def test_space_discards_and_the_next_player_is_named() -> None:
    player = Player("rummy").choose("3c").press("discard")
    assert player.status == "done: You discarded 3♣"
    assert player.bar == "Mira is playing"


def test_a_card_of_ones_own_meld_asks_once_before_it_is_discarded() -> None:
    player = Player("rummymeld").choose("6s").press("discard")
    assert player.status == "question: 6♠ is in a meld of your hand. Press Space again to discard it."
    assert player.cards == 8
    player.press("discard", after_ms=100)
    assert player.cards == 8
    assert player.press("discard").status == "done: You discarded 6♠"


@pytest.mark.parametrize(
    ("scene", "card", "keys", "key"),
    [("rummymeld", "6s", ("discard",), "discard"), ("rummyout", "Kd", ("all",), "yes")],
)
def test_a_question_is_in_sight_as_long_as_it_is_open(scene: str, card: str, keys: tuple[str, ...], key: str) -> None:
    player = Player(scene).choose(card).press(*keys)
    asked = player.status
    assert asked.startswith("question: ")
    assert player.press(key, after_ms=100).status == asked
    assert player.press("sort").desk.question is None
    assert player.press("sort", "sort", key).sent == []


# ---- laying off


def test_a_card_that_fits_is_offered_with_the_letter_of_its_meld() -> None:
    player = Player("rummy").choose("7d")
    assert player.status.startswith("question: 7♦ fits meld a.  Enter lays it off")
    assert "a►4♦ 5♦ 6♦" in player.text()
    assert player.press("yes").status == "done: 7♦ lies on meld a. Backspace takes it back."
    assert player.press("take_back").status == "done: 7♦ is in your hand again."


def test_a_card_that_fits_two_melds_asks_which() -> None:
    player = Player("rummytwofit").choose("5s")
    assert player.status.startswith("question: 5♠ fits melds a, b.")
    assert not player.letter("b")
    player.press("yes")
    assert player.bar == "LAY OFF: on which meld?"
    assert player.status == "question: Which meld takes 5♠? Press a, b."
    assert player.letter("b", after_ms=100)
    assert player.sent == []
    assert not player.letter("c")
    assert player.letter("b")
    assert player.sent == [act.LayOff(parse_card("5s"), 1)]


def test_a_letter_may_be_taken_back_by_escape() -> None:
    player = Player("rummytwofit").choose("5s").press("yes", "back")
    assert (player.desk.question, player.sent) == (None, [])


def test_a_card_that_fits_nothing_says_so() -> None:
    assert Player("rummy").choose("3c").press("yes").status == "refused: 3♣ fits no meld on the table."
    assert Player("rummymeld").choose("2d").press("yes").status == (
        "refused: No meld lies on the table yet. M begins one."
    )


def test_who_must_have_a_meld_of_his_own_is_told() -> None:
    stage = begun({0: "7d 5s", 1: "4d 5d 6d"}, seats=2, stock="2d Kh 9h", options=PRESETS["strict"])
    stage = (
        stage.turn(0, discard="2d").turn(1, act.Meld(parse_cards("4d 5d 6d")), discard="Kh").play(0, act.DRAW_STOCK)
    )
    player = Player(stage).choose("7d").press("yes")
    assert player.status == "refused: Lay down a meld of your own before you lay off."


# ---- melding


def test_m_collects_a_meld_and_enter_lays_it() -> None:
    player = Player("rummymeld").choose("2d").press("meld")
    assert player.bar == "NEW MELD: tick its cards"
    player.choose("8h").press("discard").choose("8d").press("discard")
    assert player.status == "question: New meld: 8♥ 8♦.  Space ticks more cards."
    player.choose("8c").press("discard")
    assert player.status == "question: New meld: 8♥ 8♦ 8♣.  Enter lays it, Space ticks more."
    player.press("yes")
    assert player.sent == [act.Meld(parse_cards("8h 8d 8c"))]
    assert player.status == "done: You laid 8♥ 8♦ 8♣. Backspace takes it back."


def test_m_on_a_meld_of_the_hand_ticks_it_at_once() -> None:
    player = Player("rummymeld").choose("6s").press("meld", "yes")
    assert player.sent == [act.Meld(parse_cards("5s 6s 7s"))]


def test_what_is_ticked_can_be_unticked() -> None:
    player = Player("rummymeld").choose("2d").press("meld", "discard", "discard", "yes")
    assert player.status == "refused: Tick the cards of the meld first: Space ticks 2♦."
    assert player.press("back").status == "news: Nothing was done."


def test_a_run_with_a_gap_names_the_missing_card() -> None:
    player = Player(begun({0: "5s 6s 8s 9s Kd 2h 3c"}, stock="2d").play(0, act.DRAW_STOCK)).choose("2h").press("meld")
    for name in ("5s", "6s"):
        player.choose(name).press("discard")
    assert player.press("yes").status == "refused: A meld has three cards at least: tick more with Space."
    player.choose("8s").press("discard", "yes")
    assert player.status == "refused: 5♠ 6♠ 8♠ is not a run: 7♠ is missing."
    player.choose("Kd").press("discard", "yes")
    assert player.status == "refused: 5♠ 6♠ 8♠ K♦ is neither a set nor a run."


def test_other_keys_while_melding_say_what_to_do() -> None:
    player = Player("rummymeld").press("meld", "draw")
    assert player.status.startswith("news: Choose the cards of the new meld")


# ---- going out


def test_all_cards_can_go_at_once_after_a_question() -> None:
    player = Player("rummyout").press("all")
    assert player.status == "question: All your cards can go at once. Enter lays them and ends the hand."
    player.press("yes", after_ms=100)
    assert player.sent == []
    player.press("yes")
    assert isinstance(player.sent[0], act.GoOut)
    assert "you went rummy and win" in player.text()


def test_not_all_cards_go() -> None:
    assert Player("rummy").press("all").status == "refused: Not all of your cards can be laid at once."


# ---- the end of the stock


def test_a_used_up_stock_is_turned_over() -> None:
    stage = _used_up("basic")
    player = Player(stage)
    assert player.status == "question: The stock is used up: D turns the pile over and draws its oldest card."
    assert "D Turn over" in player.text()
    assert player.press("draw").status.startswith("done: You turned the pile over and drew")


def test_in_block_rummy_the_hand_can_be_blocked() -> None:
    player = Player(_used_up("block"))
    assert player.bar == "YOUR TURN: take the discard, or block"
    assert "B leaves it and the hand is blocked" in player.status
    assert player.press("draw").status.startswith("refused: The stock is used up")
    player.press("bot")
    assert player.sent == [act.BLOCK]
    assert "The hand is blocked" in spoken(player.stage.log[-1].line)


def _used_up(preset: str) -> Stage:
    stage = begun({}, seats=2, options=PRESETS[preset])
    board = stage.match.boards[0]
    while board.stock:
        seat = board.turn
        stage = stage.play(seat, act.DRAW_STOCK)
        drawn = rummy.view(stage.match, seat).drawn
        assert drawn is not None
        stage = stage.play(seat, act.DISCARDS[drawn])
        board = stage.match.boards[0]
    return replace(stage, viewer=board.turn)


# ---- calling


def test_r_calls_rummy_and_p_lets_it_lie() -> None:
    player = Player("rummycall")
    assert player.bar == "RUMMY? R calls, P lets it lie"
    assert player.press("draw").status.startswith("refused: First everybody says whether to call Rummy!")
    player.press("retry")
    assert player.sent == [act.CALL]
    assert player.status == "done: You called Rummy!. Waiting for the others."
    assert Player("rummycall").press("pass").status == "done: You let it lie. Waiting for the others."


def test_the_caller_lays_the_card_and_discards_one() -> None:
    player = Player("rummycall").press("retry")
    player.stage = player.stage.play(1, act.PASS).play(2, act.PASS)
    player.desk = replace(player.desk, status=None, chosen=parse_card("9c"))
    assert player.bar == "RUMMY! Lay the card on a meld"
    assert player.status == "question: You called Rummy!: Enter lays 9♣ on meld b."
    assert player.press("yes").status == "done: 9♣ lies on meld b."
    assert player.bar == "RUMMY! Now discard a card"


def test_where_nothing_is_called_r_does_nothing_in_a_hand_and_replays_it_once_it_is_over() -> None:
    assert Player("rummy").press("retry").status == "refused: R does nothing here. ? shows the keys."
    assert Player("rummyresult").press("retry").sent == [Open("replay")]
    assert Player("rummyresult").press("back", "retry").sent == [Open("replay")]


def test_at_a_table_with_calls_r_says_why_nothing_is_called_now() -> None:
    player = Player(begun({}, seats=3, options=PRESETS["calling"])).press("retry")
    assert player.status == "refused: Too late: no discard can be called now."


def test_r_tries_a_lost_link_whatever_else_it_means() -> None:
    stage = replace(SCENES["rummycall"](), link=LinkLost(2, 1))
    assert Player(stage).press("retry").sent == [Open("retry")]


# ---- not one's turn, no link, watching


def test_in_the_turn_of_another_every_game_key_is_refused_and_looking_works() -> None:
    for key in ("draw", "take", "discard", "meld", "take_back", "all", "pass", "yes"):
        assert Player("rummyopponent").press(key).status == "refused: Not your turn yet: Mira is playing."
    player = Player("rummyopponent")
    chosen = player.desk.chosen
    assert player.press("left").desk.chosen != chosen
    assert player.press("sort").status == "news: Sorted by rank."


def test_a_refusal_out_of_turn_stands_while_others_move_and_names_who_does() -> None:
    player = Player("rummyopponent").press("draw")
    for who in ("Mira", "Alexandros"):
        before = player.situation
        mine = rummy.view(player.stage.match, 1)
        card = act.DISCARDS[next(cards_of(mine.hand))]
        player.stage = player.stage.play(1, card if mine.drawn is not None else act.DRAW_STOCK)
        player.desk = follow(before, player.situation, player.desk, player.now_ms)
        assert player.status == f"refused: Not your turn yet: {who} is playing."


def test_without_a_link_nothing_is_sent() -> None:
    player = Player("rummylost").press("discard")
    assert player.status == "refused: Not sent: no link. Trying again in 2 s."
    assert player.bar.startswith("CONNECTION LOST")


def test_while_a_move_is_on_its_way_the_next_one_waits() -> None:
    stage = SCENES["rummy"]()
    situation = replace(stage.situation, sending="your discard")
    scene = compose(situation, Player(stage).desk)
    assert all(hint.state == "off" for hint in scene.keys)


def test_somebody_who_watches_is_refused_in_words() -> None:
    player = Player("rummywatch")
    assert player.press("draw").status == "refused: You are watching. J asks for a seat."
    assert player.press("seat").sent == [Open("seat")]
    assert player.press("no").sent[-1] == Open("next_table")
    assert player.press("back").sent[-1] == Open("leave")


def test_the_hand_is_said_in_words() -> None:
    player = Player("rummymeld").press("words")
    note = player.sent[0]
    assert isinstance(note, Note)
    assert spoken(note.line) == (
        "Your hand: 5 of spades, 6 of spades, 7 of spades; 8 of hearts, 8 of diamonds, 8 of clubs; "
        "2 of diamonds, king of diamonds."
    )


def test_a_result_is_answered_by_enter_after_a_moment() -> None:
    player = Player("rummyresult")
    player.now_ms = 0
    assert player.press("yes", after_ms=100).sent == []
    assert player.press("yes").sent == [act.READY]


def test_help_off_shows_no_melds_and_no_count() -> None:
    player = Player(replace(SCENES["rummymeld"](), deadwood_help=False))
    text = player.text()
    assert "run" not in text
    assert "in hand" not in text
    player = Player(replace(SCENES["rummy"](), deadwood_help=False)).choose("7d")
    assert player.status == ""
    assert player.press("yes").sent == [act.LayOff(parse_card("7d"), 0)]


def test_a_lost_link_keeps_the_way_out() -> None:
    keys = Player("rummylost").scene.keys
    assert [hint.key for hint in keys] == ["retry", "back"]
    assert isinstance(SCENES["rummylost"]().link, LinkLost)
