"""Rummy in a language that nobody speaks: nothing on its table, in its rules or its sentences is left in English."""

import re
from typing import get_args

import pytest
from msgspec.structs import replace

from tests.support.languages import left_in_english, speaking
from tests.support.rummy_screens import Player, seen_at
from upcard_client.games.rummy import choices, rulebook, spoken, typed
from upcard_client.games.rummy.front import RUMMY
from upcard_client.games.rummy.prompts import PROMPTS, refusal_line
from upcard_client.games.rummy.scenes import ME, NAMES, SCENES, begun
from upcard_client.games.rummy.sentences import SENTENCES, SERVED
from upcard_client.locale import tr
from upcard_client.matches.witness import CHECKED, Finding
from upcard_client.plain.cards import NoCard
from upcard_client.plain.commands import parse
from upcard_client.widgets.canvas import width_of
from upcard_client.words.phrases import CardWord, fill
from upcard_client.words.phrases import spoken as in_plain_words
from upcard_protocol.rules.cards import parse_card, parse_cards
from upcard_protocol.rules.errors import COMMANDS, Refusal
from upcard_protocol.rules.errors import SENTENCES as REFUSALS
from upcard_protocol.rules.game import NATURE, OPEN, PUBLIC, Forfeit, ForfeitMatch, Why
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy import events
from upcard_protocol.rules.rummy import match as rummy
from upcard_protocol.rules.rummy.options import PRESETS

KNOWN = (*NAMES, "Kitchen table")
SIZES = ((120, 40), (100, 30), (80, 24), (60, 20), (46, 20), (40, 12))
KEYS = (
    (),
    ("score",),
    ("log",),
    ("meld",),
    ("meld", "discard"),
    ("back",),
    ("draw",),
    ("words",),
    ("all",),
    ("yes",),
)


CUT = tuple(f"{name[:cells]}{end}" for name in NAMES for cells in range(len(name), 1, -1) for end in ("…", " "))
"""Names for which there is too little room."""


def untranslated(said: str) -> tuple[str, ...]:
    return left_in_english(said, (*KNOWN, *CUT))


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_of_a_scene_is_left_in_english_and_no_line_is_wider_than_the_window(scene: str) -> None:
    with speaking("strange"):
        for keys in KEYS:
            player = Player(scene).press(*keys)
            for width, height in SIZES:
                text = player.text(width, height)
                assert untranslated(text) == (), (keys, width)
                assert all(width_of(line) <= width for line in text.splitlines())


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_where_words_are_longer_numbers_names_and_cards_are_still_there(width: int, height: int) -> None:
    with speaking("longer"):
        for scene in SCENES:
            for keys in ((), ("score",), ("log",)):
                lines = Player(scene).press(*keys).text(width, height).splitlines()
                assert all(width_of(line) <= width for line in lines)
        playing = Player("rummysix").text(width, height)
        result = Player("rummyresult").text(width, height)
        sheet = Player("rummyresult").press("score").text(width, height)
    assert all(re.search(rf"{name[:2]}\S* ", playing) for name in NAMES[1:])
    assert re.search(r" 37 +- +0 +-74", result)
    assert re.search(r" 1:.*\b274\b.*\b37 ", result.replace("\n", " "))
    assert re.search(r"\+274 +-74 +-112 +-88", sheet)


@pytest.mark.parametrize("watching", [True, False])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("why", get_args(Why))
def test_a_hand_or_a_match_that_is_forfeited_is_told_in_the_language_spoken(
    why: Why, seat: int, *, watching: bool
) -> None:
    stage = begun({}, seats=2)
    with speaking("strange"):
        for nature in (Forfeit(seat, why), ForfeitMatch(seat, why)):
            match, happened = rummy.apply(stage.match, NATURE, nature)
            lines = [line for event in happened for line in stage.situation.narrator.tell(event)]
            stage = replace(stage, match=match, viewer=PUBLIC if watching else ME)
            player = Player(stage)
            text = "\n".join((player.text(), player.press("score").text(), *map(in_plain_words, lines)))
            assert untranslated(text) == ()


def test_what_stands_around_a_table_is_translated() -> None:
    with speaking("strange"):
        for stage in (
            begun({}, seats=2, options=replace(PRESETS["basic"], fixed_deals=5)),
            begun({}, options=PRESETS["block"]),
            replace(SCENES["rummy"](), deadwood_help=False),
            replace(SCENES["rummyresult"](), finding=Finding(1, "checked", CHECKED)),
            replace(SCENES["rummywatch"](), viewer=OPEN),
        ):
            for keys in ((), ("score",), ("sort",), ("sort", "sort"), ("move_left",)):
                assert untranslated(Player(stage).press(*keys).text(100, 30)) == ()


@pytest.mark.parametrize("before", ["draw", "play", "call", "recycle", "lay_called", "discard_called", "hand_end"])
def test_the_bar_is_translated_in_every_phase(before: str) -> None:
    stage = SCENES["rummycall"]()
    board = replace(stage.match.boards[0], phase=before, turn=1, taken=stage.match.boards[0].top)
    with speaking("strange"):
        for viewer in (0, PUBLIC):
            shown = Player(replace(stage, match=replace(stage.match, boards=(board,)), viewer=viewer))
            assert untranslated(f"{shown.bar} {shown.scene.bar.short}") == ()


def test_everything_that_the_table_may_say_is_translated() -> None:
    card = parse_card("7d")
    values = {"card": CardWord(card), "cards": (CardWord(card),), "missing": CardWord(card), "key": "?"}
    with speaking("strange"):
        for words in (*PROMPTS.values(), *SENTENCES.values(), *SERVED.values()):
            numbers = dict.fromkeys(("letter", "letters", "hand", "points", "total", "order", "what", "retry"), 3)
            line = fill(words, **values, **numbers, player="Mira", players="Mira", loser="Mira")
            assert untranslated(in_plain_words(line)) == ()


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_is_translated_with_its_cards_and_names(code: str) -> None:
    with speaking("strange"):
        names = ("card", "first", "second", "allowed", "seats", "deadwood", "limit", "left")
        for more in ("seat", "upcard"):
            line = refusal_line(Refusal(code, {**dict.fromkeys(names, 3), "cards": "4d 7h 9c", more: 1}), NAMES)
            assert untranslated(in_plain_words(line)) == ()


# ---- rules


@pytest.mark.parametrize("name", PRESETS)
def test_the_rules_in_words_are_translated(name: str) -> None:
    options = PRESETS[name]
    with speaking("strange"):
        sections = rulebook.rule_sections(options)
        said = [
            rulebook.in_short(options),
            rulebook.in_a_sentence(options),
            rulebook.short_name(100),
            rulebook.goal(options),
        ]
        said += [
            rulebook.price_of_giving_up(options, 2),
            rulebook.price_of_giving_up(options, 4),
            rulebook.short_name(0),
        ]
        text = " ".join((*said, *(" ".join((heading, *lines)) for heading, lines in sections)))
    # How ranks follow each other is written with the signs on the cards.
    assert untranslated(re.sub(r"\b[AKQ23](?:-[AKQ23])+", "", text)) == ()


def test_the_options_of_a_table_are_translated() -> None:
    with speaking("strange"):
        for choice in choices.CHOICES:
            said = [tr(choice.label), tr(choice.note), *(choice.words(value) for value, _ in choice.values)]
            assert untranslated(re.sub(r"\b[AKQ23](?:-[AKQ23])+", "", " ".join(said))) == ()
        assert untranslated(" ".join(map(tr, choices.PRESET_WORDS.values()))) == ()
        assert untranslated(tr(RUMMY.title)) == ()


# ---- the plain client


@pytest.mark.parametrize("deadwood_help", [True, False])
@pytest.mark.parametrize("scene", SCENES)
def test_what_the_plain_client_says_is_translated(scene: str, *, deadwood_help: bool) -> None:
    seen = seen_at(SCENES[scene](), deadwood_help=deadwood_help)
    with speaking("strange"):
        said = [spoken.options_line(seen.game, 4), spoken.heading(seen.game, 4), spoken.deal_line(seen)]
        said += [*spoken.cards_lines(seen), spoken.score_line(seen), spoken.turn_line(seen), spoken.hand_line(seen)]
    assert (
        left_in_english(" ".join(said), (*KNOWN, *COMMANDS.values(), *map(str.capitalize, COMMANDS.values()))) == ()
    )


def test_what_happens_is_told_by_the_plain_client_in_the_language_spoken() -> None:
    stage = SCENES["rummymeld"]()
    seen = seen_at(stage)
    meld, card = parse_cards("5s 6s 7s"), parse_card("8s")
    after = seen_at(stage.play(0, act.Meld(meld)))
    ended = SCENES["rummyresult"]()
    board, before = ended.match.boards[0], seen_at(SCENES["rummyout"]())
    assert board.score is not None
    with speaking("strange"):
        said = [
            *spoken.event_lines(events.Melded(0, meld), seen, after),
            *spoken.event_lines(events.Melded(1, meld), seen, after),
            *spoken.event_lines(events.LaidOff(1, card, 0), after, after),
            *spoken.event_lines(events.TookBack(1, meld), after, after),
            *spoken.event_lines(events.HandEnded(board.score, board.shown), before, seen_at(ended)),
            *spoken.event_lines(events.Discarded(1, card), after, after),
        ]
    assert untranslated(" ".join(said)) == ()


@pytest.mark.parametrize(
    ("scene", "line"),
    [
        ("rummytwofit", "lay 5s"),
        ("rummy", "lay 7d on z"),
        ("rummymeld", "lay 2d on a"),
        ("rummymeld", "meld"),
        ("rummy", "discard"),
        ("rummy", "out"),
    ],
)
def test_what_is_missing_in_a_command_is_said_in_the_language_spoken(scene: str, line: str) -> None:
    command = parse(line)
    assert command is not None
    with speaking("strange"):
        try:
            said = typed.obey(command, seen_at(SCENES[scene]()), None).said
        except NoCard as wrong:
            said = str(wrong)
    assert said
    assert left_in_english(re.sub(r"(?:lay|meld|discard) [0-9a-z]+( on a|( \d\w)+)?", "", said)) == ()
