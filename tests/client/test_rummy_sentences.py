"""What the log and the plain client say of rummy: every event, for its doer, for others, and for who watches."""

import pytest
from msgspec.structs import replace

from tests.support.rummy_screens import Player, seen_at
from upcard_client.games.rummy import choices, following, rulebook, spoken, typed
from upcard_client.games.rummy.letters import LETTERS, place_of
from upcard_client.games.rummy.prompts import refusal_line
from upcard_client.games.rummy.scenes import SCENES
from upcard_client.games.rummy.sentences import SENTENCES, Narrator
from upcard_client.plain.cards import NoCard
from upcard_client.plain.commands import parse
from upcard_client.words.phrases import spoken as said
from upcard_protocol.rules.cards import EMPTY, Hand, parse_card, parse_cards
from upcard_protocol.rules.errors import SENTENCES as REFUSALS
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.game import GameResult
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy import events as ev
from upcard_protocol.rules.rummy import match as rummy
from upcard_protocol.rules.rummy.options import PRESETS, Options
from upcard_protocol.rules.rummy.scoring import Blocked, GivenUp, Out

NAMES = ("Eleni", "Mira", "Ravi")
SEVEN = parse_card("7d")
RUN = parse_cards("4d 5d 6d")
RESULT = GameResult((1,), (20, 106, 3), (20, 106, 3), (-20, 23, -3))


def narrator(me: int | None, stage: str = "rummy") -> Narrator:
    return Narrator(NAMES, me, SCENES[stage]().match.boards[0], PRESETS["basic"])


def told(event: ev.Event, me: int | None) -> str:
    return "; ".join(said(line) for line in narrator(me).tell(event))


@pytest.mark.parametrize(
    ("event", "doer", "other"),
    [
        (ev.Took(0, SEVEN), "You took 7 of diamonds", "Eleni took 7 of diamonds"),
        (ev.Drew(0, SEVEN), "You drew 7 of diamonds", "Eleni drew 7 of diamonds"),
        (
            ev.Melded(0, RUN),
            "You laid 4 of diamonds, 5 of diamonds, 6 of diamonds",
            "Eleni laid 4 of diamonds, 5 of diamonds, 6 of diamonds",
        ),
        (
            ev.LaidOff(0, SEVEN, 0),
            "You laid 7 of diamonds on 4 of diamonds, 5 of diamonds, 6 of diamonds",
            "Eleni laid 7 of diamonds on 4 of diamonds, 5 of diamonds, 6 of diamonds",
        ),
        (
            ev.TookBack(0, Hand(1 << SEVEN)),
            "You took 7 of diamonds back",
            "Eleni took 7 of diamonds back",
        ),
        (ev.Discarded(0, SEVEN), "You discarded 7 of diamonds", "Eleni discarded 7 of diamonds"),
        (
            ev.TurnedOver(0),
            "You turned the pile over: it is the stock now",
            "Eleni turned the pile over: it is the stock now",
        ),
        (ev.TurnedOver(0, True), "The shuffled pile is the stock now", "The shuffled pile is the stock now"),
        (
            ev.AskedShuffle(0),
            "The stock is used up: the pile is shuffled for you",
            "The stock is used up: the pile is shuffled for Eleni",
        ),
        (ev.Answered(0, True), "You call Rummy!", "Eleni calls Rummy!"),
        (ev.Answered(0, False), "You let it lie", "Eleni lets it lie"),
        (
            ev.CallsClosed((0,), 0),
            "You called Rummy! and take 7 of clubs",
            "Eleni called Rummy! and takes 7 of clubs",
        ),
        (
            ev.CallsClosed((0, 2), 0),
            "You called Rummy! first and take 7 of clubs",
            "Eleni called Rummy! first and takes 7 of clubs",
        ),
        (ev.CallsClosed((), None), "Nobody called Rummy!", "Nobody called Rummy!"),
        (
            ev.ChoseBlock(0),
            "You leave the discard: nothing can be drawn",
            "Eleni leaves the discard: nothing can be drawn",
        ),
        (ev.GaveUp(0), "You gave up the hand", "Eleni gave up the hand"),
        (ev.Readied(0), "You are ready", "Eleni is ready"),
        (
            ev.HandEnded(Out(0, False, (0, 20, 2), (22, 0, 0), (22, -20, -2)), (EMPTY,) * 3),
            "You went out and win 22 points",
            "Eleni went out and wins 22 points",
        ),
        (
            ev.HandEnded(Out(0, True, (0, 20, 2), (44, 0, 0), (44, -40, -4)), (EMPTY,) * 3),
            "You went rummy and win 44 points, doubled",
            "Eleni went rummy and wins 44 points, doubled",
        ),
        (
            ev.HandEnded(GivenUp(0, (0, 20, 2), (20, 0, 0), (20, -20, 0)), (EMPTY,) * 3),
            "You win 20 points",
            "Eleni wins 20 points",
        ),
        (
            ev.HandEnded(Blocked(0, "chosen", (7, 12, 20), (18, 0, 0), (18, -5, -13)), (EMPTY,) * 3),
            "The hand is blocked: you hold least and win 18 points",
            "The hand is blocked: Eleni holds least and wins 18 points",
        ),
        (
            ev.HandEnded(Blocked(None, "no_progress", (9, 9, 15), (0, 0, 0), (0, 0, 0)), (EMPTY,) * 3),
            "The stock ran out again and nobody had laid a card; The hand is blocked: nobody wins it",
            "The stock ran out again and nobody had laid a card; The hand is blocked: nobody wins it",
        ),
        (
            ev.HandEnded(Blocked(None, "no_stock_draws", (9, 9, 15), (-9, -9, -15), (0, 0, 0)), (EMPTY,) * 3),
            "Nobody drew from the stock for too long; The hand is blocked: each is charged what is left",
            "Nobody drew from the stock for too long; The hand is blocked: each is charged what is left",
        ),
        (ev.GameEnded(RESULT), "Mira won the game with 106 points", "Mira won the game with 106 points"),
        (
            ev.GameEnded(replace(RESULT, winners=(0, 1))),
            "Mira and you share the game with 20 points",
            "Eleni and Mira share the game with 20 points",
        ),
        (ev.MatchEnded((0,)), "You won the match", "Eleni won the match"),
        (ev.MatchEnded((0, 2)), "Ravi and you share the match", "Eleni and Ravi share the match"),
        (
            ev.MatchEnded((1,), 0),
            "You left, and the match is over; Mira won the match",
            "Eleni left, and the match is over; Mira won the match",
        ),
    ],
)
def test_an_event_is_told_to_its_doer_and_to_others(event: ev.Event, doer: str, other: str) -> None:
    assert told(event, 0) == doer
    assert told(event, None) == other


def test_what_is_hidden_is_told_without_the_card_and_without_the_answer() -> None:
    assert told(ev.Drew(1, None), 0) == "Mira drew from the stock"
    assert told(ev.Answered(1, None), 0) == "Mira has answered"
    dealt = ev.Dealt(3, 0, (None,) * 3, (7, 7, 7), SEVEN, 30)
    assert told(dealt, 0) == "Hand 3. You deal.; The first discard is 7 of diamonds"
    assert told(dealt, 1).startswith("Hand 3. Eleni deals.")


def test_every_sentence_for_a_player_has_one_for_the_others() -> None:
    alone = {"answered.other", "drew.open"}
    for key in SENTENCES:
        stem, dot, form = key.partition(".")
        if dot and key not in alone:
            assert f"{stem}.{'other' if form == 'you' else 'you'}" in SENTENCES, key


@pytest.mark.parametrize("code", ["would_strand", "need_own_meld", "one_meld_per_turn", "must_discard", "answered"])
def test_a_refusal_of_rummy_is_a_sentence_on_the_screen(code: str) -> None:
    assert said(refusal_line(Refusal(code), NAMES)) == REFUSALS[code]


def test_refused_cards_are_written_as_cards() -> None:
    line = refusal_line(Refusal("bad_meld", {"cards": "4d 7h 9c"}), NAMES)
    assert said(line) == "7 of hearts, 4 of diamonds, 9 of clubs is neither a set nor a run."
    assert said(refusal_line(Refusal("not_your_turn", {"seat": 1}), NAMES)) == "Not your turn yet: Mira is playing."


# ---- rules


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_a_name_a_sentence_and_its_rules(name: str) -> None:
    options = PRESETS[name]
    assert name in choices.PRESET_WORDS
    for players in (2, 3, 4, 5, 6):
        assert rulebook.in_short(options, players=players).startswith("Rummy")
    sections = rulebook.rule_sections(options)
    assert all(lines and all(line.endswith((".", "!")) for line in lines) for _, lines in sections)
    assert ("Calling Rummy!" in [heading for heading, _ in sections]) == options.call_rummy


def test_the_sentence_of_rules_says_what_differs() -> None:
    assert rulebook.in_short(PRESETS["basic"], players=4) == (
        "Rummy to 100 · 7 cards each · the winner scores what the others hold · aces low · going rummy doubles"
    )
    strict = rulebook.in_short(PRESETS["strict"])
    assert "own meld before laying off" in strict
    assert "the last card is discarded" in strict
    assert rulebook.in_short(PRESETS["single"]).startswith("Rummy, one hand")
    assert rulebook.headline(Options(fixed_deals=5)) == "rummy, 5 hands"


# ---- the plain client


def obeyed(scene: str, line: str) -> act.Action | str:
    command = parse(line)
    assert command is not None
    reply = typed.obey(command, seen_at(SCENES[scene]()), None)
    if reply.refusal is not None:
        return reply.refusal.code
    return reply.action if reply.action is not None else reply.said


@pytest.mark.parametrize(
    ("scene", "line", "meant"),
    [
        ("rummydraw", "draw", act.DRAW_STOCK),
        ("rummydraw", "take", act.DRAW_DISCARD),
        ("rummydraw", "block", "not_blocked"),
        ("rummydraw", "discard", "draw_first"),
        ("rummydraw", "meld 4d 5d 6d", "draw_first"),
        ("rummydraw", "lay", "draw_first"),
        ("rummydraw", "out", "draw_first"),
        ("rummy", "lay 7d", act.LayOff(SEVEN, 0)),
        ("rummy", "lay 7d on a", act.LayOff(SEVEN, 0)),
        ("rummy", "lay 7d on 1", act.LayOff(SEVEN, 0)),
        ("rummy", "lay 7d on b", "bad_layoff"),
        ("rummy", "lay 3c", "bad_layoff"),
        ("rummy", "discard 3c", act.DISCARDS[parse_card("3c")]),
        ("rummy", "discard ah", "not_in_hand"),
        ("rummy", "out", "Not all of your cards can be laid."),
        ("rummy", "back", "nothing_to_take_back"),
        ("rummymeld", "meld 5s 6s 7s", act.Meld(parse_cards("5s 6s 7s"))),
        ("rummymeld", "meld 5s 6s 8h", "bad_meld"),
        ("rummycall", "call", act.CALL),
        ("rummycall", "pass", act.PASS),
        ("rummycall", "draw", "call_open"),
    ],
)
def test_a_typed_command_means_a_move_or_is_refused(scene: str, line: str, meant: act.Action | str) -> None:
    assert obeyed(scene, line) == meant


def test_all_cards_are_laid_by_out() -> None:
    assert isinstance(obeyed("rummyout", "out"), act.GoOut)


@pytest.mark.parametrize(
    ("scene", "line", "said_instead"),
    [
        ("rummytwofit", "lay 5s", "That card fits melds a and b: say which, as in lay 5s on a."),
        ("rummy", "lay 7d on z", "The melds on the table are a to c."),
        ("rummymeld", "lay 2d on a", "There is no meld on the table yet."),
        ("rummymeld", "meld", "Say the cards of one meld, as in meld 4d 5d 6d."),
        ("rummy", "discard", "Say which card, as in discard kc."),
    ],
)
def test_what_is_missing_in_a_command_is_said(scene: str, line: str, said_instead: str) -> None:
    with pytest.raises(NoCard) as wrong:
        obeyed(scene, line)
    assert str(wrong.value) == said_instead


def test_a_meld_is_named_by_a_letter_or_a_number() -> None:
    assert [place_of(text, 3) for text in ("a", "C", "2", "d", "0", "x1", "n")] == [0, 2, 1, None, None, None, None]
    assert "n" not in LETTERS


def test_the_table_is_said_as_it_lies() -> None:
    seen = seen_at(SCENES["rummytwofit"]())
    assert spoken.cards_lines(seen) == [
        "Your hand. 5 of spades, 6 of spades, queen of spades, 8 of hearts, 7 of diamonds, queen of diamonds, "
        "king of diamonds, 3 of clubs: 59 points in hand.",
        "Meld a: run 2 3 4 of spades.",
        "Meld b: set 5 of hearts, diamonds, clubs.",
        "Mira 4 cards, Alexandros 4 cards, Ravi 7 cards.",
        "Discard pile: 7 of clubs. Stock 18.",
    ]
    assert spoken.deal_line(seen) == "Hand 1. Ravi deals."
    assert spoken.hand_line(seen_at(SCENES["rummymeld"]())).startswith("Run 5 6 7 of spades. Set 8 of hearts")


@pytest.mark.parametrize(
    ("scene", "line"),
    [
        ("rummydraw", "Your turn: draw, or take the 7 of clubs?"),
        ("rummytwofit", "Meld, lay, or discard which card? 5 of spades fits meld a or b."),
        ("rummymeld", "Meld, lay, or discard which card? You may meld set 8 of hearts, diamonds, clubs. "
         "You may meld run 5 6 7 of spades."),
        ("rummycall", "9 of clubs fits a meld. call, or pass?"),
    ],
)  # fmt: skip
def test_what_is_asked_is_said(scene: str, line: str) -> None:
    assert spoken.turn_line(seen_at(SCENES[scene]())) == line


def test_the_end_of_a_hand_is_said_with_all_cards_and_a_ledger_that_adds_up_to_0() -> None:
    stage = SCENES["rummyout"]()
    before = seen_at(stage)
    player = Player(stage).press("all", "yes")
    after = seen_at(player.stage)
    board = player.stage.match.boards[0]
    assert board.score is not None
    lines = spoken.event_lines(ev.HandEnded(board.score, board.shown), before, after)
    assert lines[0] == "You went rummy and win 274 points, doubled."
    assert lines[-2:] == [
        "Ledger: You +274, Mira -74, Alexandros -112, Ravi -88.",
        "Score: You 274, Mira 0, Alexandros 0, Ravi 0.",
    ]
    assert spoken.score_line(after).endswith("You need 226 more.")


def test_melds_are_said_with_their_letters() -> None:
    stage = SCENES["rummymeld"]()
    event = ev.Melded(0, parse_cards("5s 6s 7s"))
    after = seen_at(stage.play(0, act.Meld(event.cards)))
    assert spoken.event_lines(event, seen_at(stage), after) == ["You laid meld a: run 5 6 7 of spades."]
    assert spoken.event_lines(ev.LaidOff(1, SEVEN, 0), after, after) == ["Mira laid 7 of diamonds on meld a."]


# ---- following


def test_the_viewer_is_asked_first_and_nobody_where_several_are() -> None:
    assert following.turn(rummy.view(SCENES["rummycall"]().match, 0)) == 0
    assert following.turn(rummy.view(SCENES["rummycall"]().match, 3)) is None
    assert following.turn(rummy.view(SCENES["rummydraw"]().match, 3)) == 0


def test_a_view_that_fits_no_table_is_not_drawn() -> None:
    stage = SCENES["rummy"]()
    view = rummy.view(stage.match, 0)
    assert following.is_sound(view, view.sheet.options, 4)
    board = view.boards[0]
    for broken in (
        replace(board, turn=5),
        replace(board, held=(1, 2)),
        replace(board, melds=(replace(board.melds[0], cards=EMPTY),)),
        replace(board, melds=(replace(board.melds[0], seat=5),)),
        replace(board, played=(ev.LaidOff(0, SEVEN, 9),)),
    ):
        assert not following.is_sound(replace(view, boards=(broken,)), view.sheet.options, 4)
    assert not following.is_sound(view, view.sheet.options, 3)
    assert not following.is_sound(view, Options(target=50), 4)
