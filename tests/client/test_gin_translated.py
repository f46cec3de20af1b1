"""Gin in a language that nobody speaks: nothing on its table, in its rules or its sentences is left in English."""

import re
from string import Formatter
from typing import get_args

import pytest
from msgspec.structs import replace

from tests.support.languages import left_in_english, speaking
from tests.support.screens import Player
from upcard_client.cardtable.surroundings import LinkLost
from upcard_client.games.gin import choices, rulebook, spoken, typed
from upcard_client.games.gin.front import GIN
from upcard_client.games.gin.prompts import PROMPTS, refusal_line
from upcard_client.games.gin.scenes import SCENES
from upcard_client.games.gin.scoresheet import as_text, score_sheet
from upcard_client.games.gin.sentences import SENTENCES, SERVED
from upcard_client.games.gin.stage import ME, Stage
from upcard_client.games.gin.table import GinTable
from upcard_client.games.seen import Seen
from upcard_client.keys import GIN_KEYS, by_topic
from upcard_client.locale import tr
from upcard_client.matches.witness import CHECKED, Finding
from upcard_client.plain.cards import NoCard
from upcard_client.plain.commands import parse
from upcard_client.themes import FELT
from upcard_client.widgets.canvas import width_of
from upcard_client.words.phrases import CardWord, Line, fill
from upcard_client.words.phrases import spoken as in_plain_words
from upcard_protocol import table as tables
from upcard_protocol.rules.cards import parse_card, parse_cards
from upcard_protocol.rules.errors import CARD_VALUES, COMMANDS, Refusal
from upcard_protocol.rules.errors import SENTENCES as REFUSALS
from upcard_protocol.rules.game import NATURE, OPEN, PUBLIC, Forfeit, ForfeitMatch, Why
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import events
from upcard_protocol.rules.gin import match as gin
from upcard_protocol.rules.gin.options import PRESETS, Options

NAMES = ("Eleni", "Mira", "Ravi", "Sofia")
CUT = tuple(f"{name[:cells]}{end}" for name in NAMES for cells in range(len(name), 1, -1) for end in ("…", " ", "+"))
"""Names for which there is too little room."""
KNOWN = ("Kitchen table", "nice knock", "Alexis", "ooh", *NAMES, *CUT)
SIZES = ((120, 40), (80, 24), (60, 20), (46, 20), (40, 12), (30, 8))
KEYS = (
    (),
    ("score",),
    ("log",),
    ("sort",),
    ("back",),
    ("draw",),
    ("first", "discard"),
    ("discard",),
    ("knock",),
    ("gin", "down"),
    ("take",),
    ("yes",),
    ("all",),
    ("done",),
    ("take_back",),
    ("words", "log"),
    ("pile", "log"),
    ("how_to_quit",),
)


def untranslated(said: str, *more: str) -> tuple[str, ...]:
    return left_in_english(said, (*KNOWN, *more))


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_of_a_scene_is_left_in_english_and_no_line_is_wider_than_the_window(scene: str) -> None:
    with speaking("strange"):
        stage = SCENES[scene]()
        for keys in KEYS:
            shown = Player(stage).press(*keys).scene
            for width, height in SIZES if keys in KEYS[:2] else SIZES[1:2]:
                player = Player(stage).press(*keys)
                text = player.text(width, height)
                assert untranslated(text) == (), (keys, width)
                assert all(width_of(line) <= width for line in text.splitlines())
            assert untranslated(f"{shown.bar.long} {shown.bar.short}") == ()


@pytest.mark.parametrize("watching", [True, False])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("why", get_args(Why))
def test_a_hand_or_a_match_that_is_forfeited_is_told_in_the_language_spoken(
    why: Why, seat: int, *, watching: bool
) -> None:
    with speaking("strange"):
        for scene, nature in (("draw", Forfeit(seat, why)), ("waiting", ForfeitMatch(seat, why))):
            stage = SCENES[scene]()
            match, happened = gin.apply(stage.match, NATURE, nature)
            lines = [line for event in happened for line in stage.situation.narrator.tell(event)]
            stage = replace(stage, match=match, viewer=PUBLIC if watching else ME, log=())
            player = Player(stage)
            text = "\n".join((player.text(), player.press("score").text(), *map(in_plain_words, lines)))
            assert untranslated(text, "free") == ()


def test_what_stands_around_a_table_is_translated() -> None:
    with speaking("strange"):
        for stage in (
            replace(SCENES["result"](), finding=Finding(1, "checked", tr(CHECKED)), next_hand_s=20),
            replace(SCENES["over"](), ready=(True, True)),
            replace(SCENES["over"](), ready=(False, True)),
            replace(SCENES["watch"](), viewer=OPEN),
            replace(SCENES["waiting"](), seated=(), ready=(False, False)),
            replace(SCENES["waiting"](), seated=(), ready=(True, False)),
        ):
            assert untranslated(Player(stage).text(100, 30), "free") == ()


@pytest.mark.parametrize(
    "around",
    [
        {"deadwood_help": False},
        {"sending": "-", "slow": True},
        {"asked": "-"},
        {"waiting": "-"},
        {"pause_s": 60},
        {"stood_in": True},
        {"link": LinkLost(5, 2, 90)},
        {"hands_shown": True},
    ],
)
@pytest.mark.parametrize("scene", ["discard", "layoff", "knockable", "watch"])
def test_what_interrupts_a_table_is_translated(scene: str, around: dict[str, object]) -> None:
    with speaking("strange"):
        stage = SCENES[scene]()
        table = GinTable(replace(stage.situation, **around), FELT)
        for width, height in ((100, 30), (40, 12)):
            text = table.picture(table.situation, table.desk, width, height, FELT).canvas.text()
            assert untranslated(text) == ()


@pytest.mark.parametrize("phase", ["offer_n", "forced_stock", "draw", "discard", "layoff", "last_discard", "waiting"])
def test_the_bar_is_translated_in_every_phase(phase: str) -> None:
    stage = SCENES["layoff"]()
    with speaking("strange"):
        for turn, viewer in ((0, 0), (1, 0), (1, PUBLIC)):
            board = replace(stage.match.boards[0], phase=phase, turn=turn)
            shown = Player(replace(stage, match=replace(stage.match, boards=(board,)), viewer=viewer))
            assert untranslated(f"{shown.bar} {shown.scene.bar.short}") == ()


def filled(words: str) -> str:
    """Return a sentence with a card, a name or a number in every place for a value."""
    card = CardWord(parse_card("7d"))
    names = {name for _, name, _, _ in Formatter().parse(words) if name}
    values: dict[str, CardWord | str | int] = dict.fromkeys(names, 3)
    values |= dict.fromkeys(names & {"card", "cards", "last"}, card)
    values |= dict.fromkeys(names & {"player", "players", "loser", "opponent", "payee"}, "Mira")
    line: Line = fill(words, **values)
    return in_plain_words(line)


def test_everything_that_the_table_may_say_is_translated() -> None:
    with speaking("strange"):
        for words in (*PROMPTS.values(), *SENTENCES.values(), *SERVED.values()):
            assert untranslated(filled(words)) == ()


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_is_translated_with_its_cards_and_names(code: str) -> None:
    places = {name for _, name, _, _ in Formatter().parse(REFUSALS[code]) if name}
    values = {name: 3 for name in places if name not in COMMANDS and name not in ("player", "upcard")}
    with speaking("strange"):
        for more in ({}, {"seat": 1, "upcard": 3}):
            line = refusal_line(Refusal(code, {**values, **more}), NAMES)
            assert untranslated(in_plain_words(line)) == ()
    assert {"card", "upcard"} == CARD_VALUES


def test_the_help_of_the_keys_is_translated() -> None:
    with speaking("strange"):
        for topic, keys in by_topic(GIN_KEYS).items():
            said = [tr(topic.value), *(words for key in keys for words in (tr(key.label), tr(key.sentence)))]
            assert untranslated(" ".join(said)) == ()


# ---- rules and options


VARIANTS = (
    *PRESETS.values(),
    *(
        replace(PRESETS["oklahoma"], oklahoma_ace=ace, knock_limit=limit)
        for ace in ("gin_only", "one")
        for limit in (5, 10)
    ),
    *(replace(PRESETS["modern"], format=name) for name in ("sit_out", "cutthroat", "all_play")),
    *(replace(PRESETS["modern"], tie_rule=rule) for rule in ("undercut", "no_bonus", "push")),
    *(replace(PRESETS["modern"], shutout_mode=mode) for mode in ("double_hand_points", "double_total", "none")),
    *(replace(PRESETS["modern"], upcard_rule=rule) for rule in ("open", "eleven")),
    *(replace(PRESETS["modern"], dealer_rule=rule) for rule in ("loser", "alternate")),
    replace(PRESETS["modern"], hollywood=True, match_games=3, discard_browse="all", extra_boxes=True),
    replace(PRESETS["modern"], layoff_mode="auto", wall_rule="last_discard", rediscard_taken=True, game_bonus=0),
)


@pytest.mark.parametrize("options", VARIANTS)
def test_the_rules_in_words_are_translated(options: Options) -> None:
    with speaking("strange"):
        said = [
            rulebook.in_short(options, players=4),
            rulebook.short_name(100),
            rulebook.in_a_word(options),
            rulebook.headline(options),
            rulebook.price_of_giving_up(options, 3),
            spoken.options_line(options, 4),
            spoken.heading(options, 4),
        ]
        said += [" ".join((heading, *lines)) for heading, lines in rulebook.rule_sections(options)]
        assert untranslated(" ".join(said)) == ()


def test_the_options_of_a_table_are_translated() -> None:
    with speaking("strange"):
        for choice in choices.CHOICES:
            said = [tr(choice.label), tr(choice.note), *(choice.words(value) for value, _ in choice.values)]
            assert untranslated(" ".join(said)) == ()
        assert untranslated(" ".join(map(tr, choices.PRESET_WORDS.values()))) == ()
        assert untranslated(tr(GIN.title)) == ()


# ---- the plain client, and what is kept as text


def seen_at(stage: Stage, *, deadwood_help: bool = True) -> Seen:
    situation = stage.situation
    table = tables.new_table(
        tables.TableOptions(deadwood_help=deadwood_help), situation.view.sheet.options, len(stage.names)
    )
    view = replace(tables.view(table, situation.view.viewer), match=situation.view)
    return Seen(view, stage.names, situation.me)


TYPED = ("biggin", "layall", "CARD", "on N", *COMMANDS.values())


@pytest.mark.parametrize("deadwood_help", [True, False])
@pytest.mark.parametrize("scene", SCENES)
def test_what_the_plain_client_says_is_translated(scene: str, *, deadwood_help: bool) -> None:
    seen = seen_at(SCENES[scene](), deadwood_help=deadwood_help)
    with speaking("strange"):
        said = [spoken.deal_line(seen), spoken.score_line(seen), spoken.turn_line(seen), spoken.hand_line(seen)]
        said += [
            *spoken.cards_lines(seen),
            *spoken.standing_lines(seen),
            as_text(score_sheet(SCENES[scene]().situation)),
        ]
        assert untranslated(" ".join(said), *TYPED, "free") == ()


def test_what_is_done_in_a_hand_is_told_by_the_plain_client_in_the_language_spoken() -> None:
    stage = SCENES["result"]()
    seen, melds = seen_at(stage), (parse_cards("4s 5s 6s"), parse_cards("jh jd jc"))
    board = stage.match.boards[0]
    assert board.score is not None
    with speaking("strange"):
        for seat in (0, 1):
            for loose in (parse_cards("2d"), parse_cards("")):
                said = [
                    *spoken.event_lines(events.Knocked(seat, "knock", None, melds, loose), seen, seen),
                    *spoken.event_lines(events.Defended(seat, melds, (), loose), seen, seen),
                    *spoken.event_lines(events.Discarded(seat, parse_card("kd")), seen, seen),
                    *spoken.event_lines(events.HandEnded(board.score, None), seen, seen),
                ]
                assert untranslated(" ".join(said)) == ()


@pytest.mark.parametrize(
    ("scene", "line"),
    [
        ("discard", "discard"),
        ("twofit", "lay 7s"),
        ("twofit", "lay 7s on 9"),
        ("layoff", "lay 7s"),
        ("twofit", "done"),
    ],
)
def test_what_is_missing_in_a_command_is_said_in_the_language_spoken(scene: str, line: str) -> None:
    command = parse(line)
    assert command is not None
    with speaking("strange"):
        try:
            reply = typed.obey(command, seen_at(SCENES[scene]()), None)
            said = f"{reply.said}{reply.price}"
        except NoCard as wrong:
            said = str(wrong)
        assert said or line == "done"
        assert untranslated(re.sub(r"(?:lay|discard) \w\w( on \d)?", "", said), *TYPED) == ()


def test_a_move_on_its_way_is_named_in_the_language_spoken() -> None:
    with speaking("strange"):
        table = GinTable(SCENES["discard"]().situation, FELT)
        moves = (act.DRAW_STOCK, act.DRAW_DISCARD, act.TAKE_UPCARD, act.PASS, act.DISCARDS[0], act.KNOCKS[0])
        for move in (*moves, act.BIG_GIN, act.AUTO, act.DONE, act.DECLINE, act.READY):
            assert untranslated(table.sending(move)) == ()


# ---- longer words


@pytest.mark.parametrize(("width", "height"), SIZES[:-1])
def test_where_words_are_longer_names_numbers_and_cards_are_still_there(width: int, height: int) -> None:
    with speaking("longer"):
        for scene in SCENES:
            for keys in ((), ("score",), ("log",)):
                lines = Player(scene).press(*keys).text(width, height).splitlines()
                assert all(width_of(line) <= width for line in lines)
        result = Player("result").text(width, height)
        sheet = Player("result").press("score").text(width, height)
        settled = Player("threesettled").text(width, height)
    assert re.search(r" 51 +31\b", result)
    assert re.search(r" 3 +\S+ (?:.* )?17 +-", sheet)
    assert re.search(r"\+597 +-82 +-515", settled)
    assert all(f" {points}" in settled for points in (193, 404, 111))
