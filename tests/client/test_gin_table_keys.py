"""What keys do at the gin table: every key answers, and no slip costs a hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.screens import FAST_MS, SLOW_MS, Player
from upcard_client.cardtable.effects import Note, Open, Press
from upcard_client.games.gin.composing import compose
from upcard_client.games.gin.desk import Desk, Ending, Target
from upcard_client.games.gin.laying import pick
from upcard_client.games.gin.painting import paint
from upcard_client.games.gin.pressing import follow, press
from upcard_client.games.gin.scenes import SCENES
from upcard_client.games.gin.stage import ME, MIRA
from upcard_client.keys import TABLE_KEYS
from upcard_client.themes import FELT
from upcard_client.words.phrases import spoken
from upcard_protocol.rules.cards import parse_card, parse_cards
from upcard_protocol.rules.game import NATURE, Forfeit
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import match as gin
from upcard_protocol.rules.gin.legal import legal
from upcard_protocol.rules.melds import best_layout

K_CLUBS = parse_card("Kc")


# ---- drawing


def test_a_draw_is_confirmed_and_the_card_is_new() -> None:
    player = Player("draw").press("draw")
    assert player.status == "done: You drew 8♥"
    assert player.cards == 11
    assert player.bar == "YOUR TURN: discard a card"
    assert "new" in player.text()


def test_the_chosen_card_stays_chosen_after_a_draw() -> None:
    player = Player("draw").choose("9h").press("draw")
    assert player.chosen == parse_card("9h")


def test_the_taken_card_cannot_be_discarded() -> None:
    player = Player("draw").press("take")
    assert player.status == "done: You took 9♦"
    player.choose("9d").press("discard")
    assert player.status == "refused: You can't discard the card you just took from the pile: 9♦."
    assert player.cards == 11


@pytest.mark.parametrize("key", ["discard", "yes", "knock", "gin"])
def test_before_drawing_every_other_key_says_how_to_draw(key: str) -> None:
    player = Player("draw").press(key)
    assert player.status == "refused: Draw first: D for the stock, T for the 9♦."
    assert player.sent == []


def test_the_first_upcard_is_taken_or_passed_before_anything_is_drawn() -> None:
    player = Player("offer").press("draw")
    assert player.status == "refused: First choose: T takes the 7♣, P passes it."
    assert Player("offer").press("pass").sent == [act.PASS]
    assert Player("offer").press("take").sent == [act.TAKE_UPCARD]


def test_only_the_first_upcard_can_be_passed() -> None:
    assert Player("draw").press("pass").status.startswith("refused: Only the first upcard can be passed")


# ---- discarding


@pytest.mark.parametrize("key", ["draw", "take"])
def test_nobody_draws_twice(key: str) -> None:
    player = Player("discard").press(key)
    assert player.status == "refused: You have drawn already: Space discards the chosen card."


def test_a_loose_card_is_discarded_at_once() -> None:
    player = Player("discard").press("discard")
    assert player.sent == [act.DISCARDS[K_CLUBS]]
    assert player.bar == "Mira is playing"
    assert player.cards == 10


def test_a_card_of_a_meld_is_asked_about_once() -> None:
    player = Player("discard").press("first", "discard")
    assert player.status == "question: 4♠ is in your run. Press Space again to discard it."
    assert player.cards == 11
    player.press("discard")
    assert player.sent == [act.DISCARDS[parse_card("4s")]]


def test_a_double_tap_on_a_card_of_a_meld_discards_nothing() -> None:
    player = Player("discard").press("first").press("discard", "discard", after_ms=FAST_MS)
    assert player.sent == []
    assert player.cards == 11


OPEN_QUESTIONS = [
    ("discard", ("first", "discard"), "discard"),
    ("biggin", ("gin",), "yes"),
    ("biggin", ("gin",), "gin"),
    ("layoff", ("done",), "done"),
    ("layoff", ("done",), "yes"),
]
"""Scenes, the keys that open a question there, and one that answers it."""


@pytest.mark.parametrize(("scene", "keys", "key"), OPEN_QUESTIONS)
def test_an_answer_that_comes_too_soon_leaves_the_question_in_sight(
    scene: str, keys: tuple[str, ...], key: str
) -> None:
    player = Player(scene).press(*keys)
    asked = player.status
    assert asked.startswith("question: ")
    player.press(key, after_ms=FAST_MS)
    assert (player.status, player.sent) == (asked, [])
    assert player.desk.question is not None


@pytest.mark.parametrize(("scene", "keys", "key"), OPEN_QUESTIONS)
@pytest.mark.parametrize("other", ["sort", "up", "words"])
def test_a_question_whose_place_is_taken_by_other_words_is_withdrawn(
    scene: str, keys: tuple[str, ...], key: str, other: str
) -> None:
    player = Player(scene).press(*keys, other)
    assert player.desk.question is None
    player.press(key)
    assert [effect for effect in player.sent if isinstance(effect, act.Action)] == []


def test_an_arrow_withdraws_the_question() -> None:
    player = Player("discard").press("first", "discard", "right", "yes")
    assert player.sent == []
    assert player.status == "news: Space discards 5♠."


@pytest.mark.parametrize("key", ["no", "back"])
def test_no_leaves_the_card_in_the_hand(key: str) -> None:
    player = Player("discard").press("first", "discard", key)
    assert player.desk.question is None
    assert player.sent == []


def test_enter_with_nothing_asked_says_what_space_would_do() -> None:
    assert Player("discard").press("yes").status == "news: Space discards K♣."


# ---- knocking


def test_a_knock_over_the_limit_is_refused_with_both_numbers() -> None:
    player = Player("discard").press("knock")
    assert "deadwood is 14, the limit is 10." in player.status
    assert player.desk.question is None


def test_a_knock_asks_and_only_enter_confirms() -> None:
    player = Player("knockable").press("knock")
    assert player.bar == "KNOCK: choose the discard"
    assert player.status == "question: Knock with deadwood 6, discarding K♣?"
    player.press("discard")
    assert player.sent == []
    assert isinstance(player.desk.question, Ending)
    player.press("back")
    assert player.bar == "YOUR TURN: discard a card"
    player.press("knock", "yes")
    assert player.sent == [act.Knock(K_CLUBS, (parse_cards("Jh Jd Jc"), parse_cards("4s 5s 6s 7s")))]


def test_enter_typed_ahead_of_the_question_confirms_nothing() -> None:
    player = Player("knockable").press("knock").press("yes", after_ms=FAST_MS)
    assert player.sent == []
    assert player.bar == "KNOCK: choose the discard"


def test_the_arrows_choose_the_discard_of_a_knock_and_reach_every_card() -> None:
    player = Player("knockable").press("knock")
    seen = {player.press("left").chosen for _ in range(11)}
    assert len(seen) == 11


def test_a_discard_that_leaves_too_much_says_so_and_cannot_be_confirmed() -> None:
    player = Player("knockable").press("knock", "left")
    assert player.status == "news: Without 3♥ deadwood 13 is left, the limit is 10."
    player.press("yes")
    assert player.sent == []
    assert player.status.startswith("refused: Can't knock")


def test_another_game_key_withdraws_a_knock() -> None:
    player = Player("knockable").press("knock", "draw")
    assert player.desk.question is None
    assert player.status.startswith("refused: You have drawn already")


def test_gin_is_refused_with_what_is_left() -> None:
    assert Player("discard").press("gin").status == "refused: Not gin: 14 points of deadwood left."


def test_gin_never_happens_by_itself_and_asks() -> None:
    player = Player("gin")
    assert player.bar == "YOUR TURN: discard a card, or go gin"
    player.press("gin")
    assert player.bar == "GIN: choose the discard"
    assert player.status == "question: Go gin, discarding K♣?"
    assert player.sent == []
    player.press("yes")
    assert player.stage.match.boards[0].phase == "hand_end"
    assert "went gin" in player.text()


def test_big_gin_is_offered_in_words_and_asks() -> None:
    player = Player("biggin").press("gin")
    assert player.status.startswith("question: All 11 cards are melded.")
    player.press("yes")
    assert player.sent == [act.BIG_GIN]


def test_the_arrows_turn_big_gin_into_the_choice_of_a_discard() -> None:
    player = Player("biggin").press("gin", "left")
    assert player.bar == "GIN: choose the discard"
    player.choose("Jc").press("yes")
    assert player.sent == [
        act.Knock(parse_card("Jc"), best_layout(parse_cards("As 2s 3s 4s 5s 6s 7s Js Jh Jd")).melds)
    ]


def test_equally_good_layouts_are_stepped_through_and_the_shown_one_is_sent() -> None:
    player = Player("layouts").press("knock")
    assert player.status.endswith("Layout 1 of 2: Up, Down.")
    shown = player.text()
    player.press("down")
    assert player.status.endswith("Layout 2 of 2: Up, Down.")
    assert player.text() != shown
    first, second = Player("layouts").press("knock", "yes"), player.press("yes")
    assert len({str(first.sent), str(second.sent)}) == 2


# ---- somebody else's turn, watching, no link


@pytest.mark.parametrize("key", ["draw", "take", "discard", "knock", "gin"])
def test_out_of_turn_every_game_key_says_who_is_playing(key: str) -> None:
    player = Player("opponent").press(key)
    assert player.status == "refused: Not your turn yet: Mira is playing."


def test_a_refusal_out_of_turn_stands_until_ones_turn() -> None:
    player = Player("opponent").press("draw")
    for still_hers in (True, False):
        before = player.situation
        mira = gin.view(player.stage.match, MIRA)
        discards = [each for each in legal(mira) if isinstance(each, act.Discard)]
        player.stage = player.stage.play(MIRA, discards[0] if discards else act.DRAW_STOCK)
        player.desk = follow(before, player.situation, player.desk, player.now_ms)
        assert (player.status == "refused: Not your turn yet: Mira is playing.") is still_hers
    assert player.bar.startswith("YOUR TURN")


def test_the_arrows_work_out_of_turn() -> None:
    player = Player("opponent")
    before = player.chosen
    assert player.press("left").chosen != before


@pytest.mark.parametrize("key", ["draw", "discard", "knock", "yes"])
def test_without_a_link_nothing_is_sent(key: str) -> None:
    player = Player("lost").press(key)
    assert player.status == "refused: Not sent: no link. Trying again in 2 s."
    assert player.sent == []


def test_without_a_link_looking_still_works() -> None:
    player = Player("lost").press("sort", "score")
    assert player.desk.overlay == "score"
    assert player.press("back", "retry").sent == [Open("retry")]


def test_a_spectator_asks_for_a_seat_and_plays_nothing() -> None:
    player = Player("watch").press("draw")
    assert player.status == "refused: You are watching. J asks for a seat."
    assert player.press("seat").sent == [Open("seat")]


def test_a_guest_is_offered_no_seat() -> None:
    situation = replace(SCENES["watch"]().situation, guest=True)
    assert next(hint for hint in compose(situation, Desk()).keys if hint.key == "seat").state == "off"
    for key in ("seat", "draw"):
        outcome = press(situation, Desk(), Press(key, SLOW_MS))
        assert outcome.effects == ()
        assert outcome.desk.status is not None
        assert spoken(outcome.desk.status.line) == "A guest can only watch: connect with a name to play."


def test_a_spectator_swaps_the_sides() -> None:
    player = Player("watch")
    assert player.text().splitlines()[2].strip().startswith("Ravi")
    assert "Mira" in player.press("right").text().splitlines()[2]


# ---- the lay-off


def test_a_card_that_fits_is_shown_where_it_goes_and_named() -> None:
    player = Player("layoff")
    assert "+7♠" in player.text()
    assert player.status == "question: 7♠ fits Mira's run 4-5-6♠.  Enter to lay it off."


def test_the_lay_off_is_a_draft_that_e_sends_in_one_piece() -> None:
    player = Player("layoff").press("yes")
    assert player.sent == []
    assert "after lay-off    23" in player.text()
    player.press("done")
    run = player.stage.match.boards[0].knock
    assert run is not None
    place = run.melds.index(parse_cards("4s 5s 6s"))
    melds = (parse_cards("Qs Qh Qc"), parse_cards("8d 9d Td"))
    assert player.sent == [act.LayOff(melds, ((parse_card("7s"), place),))]


def test_done_asks_once_while_something_still_fits() -> None:
    player = Player("layoff").press("done")
    assert player.status == "question: 7♠ still fits. Press E again to keep it."
    player.press("done", after_ms=FAST_MS)
    assert player.sent == []
    player.press("done", after_ms=SLOW_MS)
    assert len(player.sent) == 1


def test_a_card_that_fits_nothing_is_refused_in_words() -> None:
    player = Player("layoff").choose("3c").press("yes")
    assert player.status == "refused: 3♣ fits none of Mira's melds."


def test_all_that_fit_drafts_the_best_lay_off() -> None:
    player = Player("layoff").press("all")
    assert player.status == "done: All that fits is laid off: 23 left. E when you are done."
    assert player.sent == []


def test_backspace_takes_the_last_lay_off_back() -> None:
    player = Player("layoff").press("yes", "take_back")
    assert player.cards == 10
    assert player.chosen == parse_card("7s")


def test_space_takes_a_card_out_of_an_own_meld_and_puts_it_back() -> None:
    player = Player("layoff").choose("8d").press("discard")
    assert player.status == "done: 8♦ is out of its meld. Space puts it back."
    assert "deadwood 57" in player.text()
    assert "deadwood 30" in player.press("discard").text()


def test_a_letter_picks_the_meld_when_two_fit() -> None:
    player = Player("twofit").choose("7s").press("yes")
    question = player.desk.question
    assert isinstance(question, Target)
    assert player.status.startswith("question: 7♠ fits two melds")
    letters = [letter for letter in "abc" if pick(player.situation, player.desk, letter, player.now_ms + SLOW_MS)]
    assert len(letters) == 2
    chosen = pick(player.situation, player.desk, letters[1], player.now_ms + SLOW_MS)
    assert chosen is not None
    assert chosen.desk.draft.layoffs == ((parse_card("7s"), question.places[1]),)


def test_keys_of_other_phases_say_what_the_lay_off_wants() -> None:
    assert Player("layoff").press("draw").status.startswith("refused: You are laying off")


def test_after_gin_the_log_says_why_nothing_is_laid_off() -> None:
    player = Player("gin").press("gin", "yes")
    assert "Against gin nothing is laid off" in player.press("log").text()


def test_without_deadwood_help_nothing_is_counted_or_sorted_into_melds() -> None:
    player = Player("knockable")
    bare = replace(player.situation, deadwood_help=False)
    text = paint(compose(bare, player.desk), 80, 24, FELT).canvas.text()
    assert "deadwood" not in text
    assert "run" not in text
    assert "go gin" not in text
    opened = press(bare, replace(player.desk, chosen=parse_card("3h")), Press("knock", 20_000)).desk
    assert opened.chosen == parse_card("3h")
    assert press(bare, opened, Press("yes", 21_000)).effects == ()


# ---- the last discard


def test_the_last_discard_is_taken_to_knock_with_another_card() -> None:
    player = Player("last").press("take")
    assert player.bar == "KNOCK: choose the discard"
    assert player.cards == 11
    player.press("yes")
    assert isinstance(player.sent[0], act.TakeAndEnd)


def test_the_last_discard_lies_in_the_hand_while_it_is_thought_of() -> None:
    player = Player("last")
    assert "7♠" in player.text().splitlines()[6]
    player.press("take")
    assert "7♠" not in player.text().splitlines()[6]
    assert "7♠" in player.text().splitlines()[16]


def test_the_last_discard_is_left_with_p() -> None:
    assert Player("last").press("pass").sent == [act.DECLINE]


# ---- results


def test_enter_says_ready_after_a_hand() -> None:
    player = Player("result")
    player.now_ms = 20_000
    assert player.press("yes").sent == [act.READY]


def test_enter_held_from_the_knock_does_not_dismiss_the_result() -> None:
    player = Player("knockable").press("knock", "yes")
    count = len(player.sent)
    player.press("yes", after_ms=FAST_MS)
    assert len(player.sent) == count


def test_esc_puts_the_result_aside() -> None:
    player = Player("result").press("back")
    assert "Hand 3: you knocked" not in player.text()
    assert player.bar == "HAND OVER: Enter when you are ready"


def test_after_the_match_enter_asks_for_another() -> None:
    assert Player("over").press("yes").sent == [Open("ready")]


# ---- before the first deal


def test_before_a_match_enter_says_ready_and_nothing_can_be_played() -> None:
    player = Player("waiting")
    assert player.bar == "Waiting for somebody to sit down: Enter when ready"
    assert player.press("draw").status == "refused: No hand has been dealt yet."
    assert player.press("yes").sent == [Open("ready")]


def test_who_is_ready_waits_for_the_others() -> None:
    stage = replace(SCENES["waiting"](), ready=(True, False))
    player = Player(stage).press("yes")
    assert player.sent == []
    assert player.status == "news: You are ready. The match starts when every seat is filled and ready."
    full = Player(replace(stage, seated=(True, True), names=("Eleni", "Mira")))
    assert full.bar == "Waiting for Mira"


# ---- looking


def test_sort_keeps_the_chosen_card() -> None:
    player = Player("draw").choose("Jh")
    for order in ("rank", "suit", "melds"):
        assert player.press("sort").status == f"news: Sorted by {order}."
        assert player.chosen == parse_card("Jh")


def test_digits_choose_by_place_and_the_last_number_reaches_the_last_card() -> None:
    player = Player("discard").press("card4")
    assert player.chosen == parse_card("Jh")
    assert player.press("card10").chosen == parse_card("8h")
    assert player.press("card11").chosen == K_CLUBS
    assert Player("draw").press("card11").chosen == K_CLUBS


def test_a_moved_card_makes_the_order_ones_own() -> None:
    player = Player("draw").press("move_left")
    assert player.text().splitlines()[16].split()[-2:] == ["2♣", "9♥"]
    assert player.desk.by_hand[-2] == K_CLUBS


def test_the_hand_in_words_goes_into_the_log() -> None:
    sent = Player("draw").press("words").sent
    assert len(sent) == 1
    note = sent[0]
    assert isinstance(note, Note)
    words = "Run 4 5 6 of spades. Set jack of hearts, diamonds, clubs. Deadwood ace of diamonds, 2 of clubs,"
    assert spoken(note.line) == f"Your hand. {words} 9 of hearts, king of clubs: 22."


def test_the_score_sheet_and_the_log_open_and_close() -> None:
    player = Player("draw").press("score")
    assert "Score sheet" in player.text()
    assert "Score sheet" not in player.press("score").text()
    assert player.press("log").desk.overlay == "log"
    assert player.press("draw").sent == []
    assert player.press("back").desk.overlay == ""


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("key", [key.id for key in TABLE_KEYS])
def test_every_key_does_something_that_can_be_seen_or_is_answered(scene: str, key: str) -> None:
    player = Player(scene)
    player.now_ms = 20_000
    before, text, cursor = player.desk, player.text(), player.picture().cursor
    player.press(key)
    visible = player.text() != text or player.picture().cursor != cursor
    assert visible or player.sent or player.desk.status is not None or (player.desk == before and key in SAME)
    player.press(key, key)
    player.text()


SAME = frozenset({"last", "card10", "card11", "left", "right", "first", *(f"card{n}" for n in range(1, 12))})
"""Keys that choose a card may find it chosen already."""


@given(
    st.sampled_from(sorted(SCENES)),
    st.lists(st.sampled_from([key.id for key in TABLE_KEYS]), min_size=1, max_size=25),
    st.sampled_from([FAST_MS, SLOW_MS]),
    st.sampled_from([(80, 24), (120, 40), (60, 20), (40, 12)]),
)
def test_no_mashing_of_keys_sends_what_the_rules_refuse(
    scene: str, keys: list[str], pace: int, size: tuple[int, int]
) -> None:
    player = Player(scene)
    for key in keys:
        before, sent = player.situation, len(player.sent)
        player.press(key, after_ms=pace)
        for effect in player.sent[sent:]:
            if isinstance(effect, act.Action):
                assert before.legal.check(effect) is None
        player.text(*size)


def test_a_result_hears_enter_although_the_other_side_has_just_got_ready() -> None:
    before = SCENES["draw"]()
    stage = replace(before, match=gin.apply(before.match, NATURE, Forfeit(ME))[0])
    desk = follow(before.situation, stage.situation, Desk(), 10_000)
    ready = stage.play(MIRA, act.READY)
    desk = follow(stage.situation, ready.situation, desk, 10_700)
    assert press(ready.situation, desk, Press("yes", 10_750)).effects == (act.READY,)


def test_r_does_nothing_in_a_hand_and_replays_a_match_that_is_over_whether_its_result_is_shown_or_not() -> None:
    assert Player("draw").press("retry").status == "refused: R does nothing here. ? shows the keys."
    assert Player("over").press("retry").sent == [Open("replay")]
    assert Player("over").press("back", "retry").sent == [Open("replay")]
