"""The guide through a first hand: which lesson fits, that each is said once, and where it is written."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from tests.support.house import ME, MIRA, HouseTable
from tests.support.languages import left_in_english, speaking
from tests.support.pretend import Pretence
from tests.support.screens import Player
from upcard_client.attable import AtTable
from upcard_client.cardtable.lessons import paint_lesson, taught
from upcard_client.games.front import Front
from upcard_client.games.fronts import FRONTS
from upcard_client.games.gin.painting import paint
from upcard_client.games.gin.scenes import SCENES as GIN_SCENES
from upcard_client.games.gin.stage import Stage
from upcard_client.games.rummy.scenes import SCENES as RUMMY_SCENES
from upcard_client.games.seen import Seen
from upcard_client.learning.guide import Guide
from upcard_client.plain.guiding import Pupil
from upcard_client.settings import Settings
from upcard_client.themes import FELT
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.frame import line_text, wrapped
from upcard_client.words.phrases import spoken
from upcard_protocol import table as tables
from upcard_protocol.rules.game import PUBLIC
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.shuffle import deck
from upcard_protocol.strategy import choose
from upcard_protocol.table import Chair, TableOptions, TableView

ROOM = 50
"""Cells of a row beside the pane of 80 columns."""


def test_a_lesson_stays_while_it_fits_and_is_said_once() -> None:
    guide = Guide(on=True).at(1, ("offer",))
    assert guide.lesson == "offer"
    assert guide.at(1, ("offer",)) == guide
    guide = guide.at(1, ())
    assert guide.lesson == ""
    assert guide.at(1, ("offer",)).lesson == ""


def test_the_most_pressing_lesson_that_was_not_said_comes_first() -> None:
    guide = Guide(on=True).at(1, ("knock", "brackets"))
    assert guide.lesson == "knock"
    guide = guide.at(1, ())
    assert guide.at(1, ("knock", "brackets")).lesson == "brackets"


def test_the_guide_waits_for_the_first_deal_and_ends_with_its_hand() -> None:
    guide = Guide(on=True).at(0, ())
    assert guide == Guide(on=True)
    guide = guide.at(1, ("result",))
    assert guide.lesson == "result"
    assert guide.at(2, ("offer",)) == Guide()
    assert Guide().at(1, ("offer",)) == Guide()


def seen_in(scene: str) -> Seen:
    """Return a scene as the viewer's own lessons see it."""
    stage = GIN_SCENES[scene]().situation if scene in GIN_SCENES else RUMMY_SCENES[scene]().situation
    chairs = (Chair("person", "Eleni"), Chair("bot", "Mira"))
    game = stage.view.sheet.options
    table = TableView(0, TableOptions(), False, game, chairs, (True, True), match=stage.view)
    return Seen(table, stage.names, stage.me)


@pytest.mark.parametrize(
    ("game", "scene", "lessons"),
    [
        ("gin", "draw", ("draw", "deadwood")),
        ("gin", "discard", ("brackets",)),
        ("gin", "knockable", ("knock", "brackets")),
        ("gin", "gin", ("gin", "brackets")),
        ("gin", "layoff", ("layoff",)),
        ("gin", "opponent", ()),
        ("gin", "result", ("result",)),
        ("gin", "watch", ()),
        ("rummy", "rummy", ("layoff", "discard")),
        ("rummy", "rummymeld", ("meld", "discard")),
    ],
)
def test_a_situation_has_its_lessons(game: str, scene: str, lessons: tuple[str, ...]) -> None:
    assert FRONTS[game].lessons.fitting(seen_in(scene)) == lessons


def test_the_draw_is_said_with_the_card_that_lies_there() -> None:
    said = spoken(FRONTS["gin"].lessons.say(seen_in("draw"), "draw"))
    assert said.endswith("T takes the open 9 of diamonds.")


@pytest.mark.parametrize("front", FRONTS.values(), ids=FRONTS)
def test_every_lesson_has_room_beside_the_pane_and_can_be_said_in_every_language(front: Front) -> None:
    seen = seen_in("draw" if front.name == "gin" else "rummy")
    for lesson in front.lessons.LESSONS:
        assert len(wrapped(front.lessons.say(seen, lesson), FELT, ROOM)) <= 2
        with speaking("strange"):
            said = line_text(front.lessons.say(seen, lesson), FELT)
            assert left_in_english(re.sub("[0-9]+[♠♥♦♣]|\\b[A-Z]\\b", "", said)) == ()


def test_what_is_typed_has_no_keys_and_no_brackets() -> None:
    for name, scene in (("gin", "draw"), ("rummy", "rummy")):
        lessons = FRONTS[name].lessons
        for lesson in lessons.LESSONS:
            said = spoken(lessons.say(seen_in(scene), lesson, typed=True))
            assert not re.search(r"\b[A-Z]\b|Enter|Space|Left|Bracket|box", said.removeprefix("A ")), said


def test_the_plain_client_says_each_lesson_once_and_remembers_that_a_hand_was_finished() -> None:
    kept: list[tuple[str, bool]] = []
    house = HouseTable()
    house.seat(ME, "Eleni")
    house.seat(MIRA, "Blaise (bot)", bot=True)
    house.begin(deck(bytes(32), "deal", 1))
    pupil = Pupil((), lambda game, wanted: kept.append((game, wanted)))
    said = pupil.lines(at_table(house))
    assert [line.split()[0] for line in said] == ["Collect", "The"]
    assert pupil.lines(at_table(house)) == []
    while not at_table(house).hand_over:
        match = tables.view(house.table, PUBLIC).match
        assert match is not None
        view = tables.view(house.table, match.boards[0].turn).match  # pyright: ignore[reportAttributeAccessIssue] - a hand of gin
        assert view is not None
        house.do(choose(view), view.viewer)
        said += pupil.lines(at_table(house))
    assert said[-1].endswith("Type ready to go on.")
    assert len(said) == len(set(said)) >= 5
    assert kept == [("gin", False)]


def test_the_plain_client_sends_the_guide_away_and_asks_for_it_again() -> None:
    kept: list[tuple[str, bool]] = []
    house = HouseTable()
    house.seat(ME, "Eleni")
    house.seat(MIRA, "Blaise (bot)", bot=True)
    house.begin(deck(bytes(32), "deal", 1))
    pupil = Pupil((), lambda game, wanted: kept.append((game, wanted)))
    pupil.lines(at_table(house))
    assert pupil.turn(at_table(house)) == "The guide is off; type guide for it."
    assert pupil.lines(at_table(house)) == []
    assert pupil.turn(at_table(house)) == "The guide is here; type guide to send it away."
    assert pupil.lines(at_table(house)) != []
    assert kept == [("gin", False), ("gin", True)]


def at_table(house: HouseTable) -> AtTable:
    """Return a table as the client knows it."""
    return AtTable(table=house.number, view=house.snapshot().view, n=house.n)


def lesson_at(scene: str, width: int, height: int, lesson: str) -> tuple[str, str]:
    """Return a scene without and with a lesson, as text."""
    stage = GIN_SCENES[scene]()
    assert isinstance(stage, Stage)
    said = FRONTS["gin"].lessons.say(seen_in(scene), lesson)
    plain = Player(stage).text(width, height)
    player = Player(replace(stage, lesson=said))
    return plain, paint(taught(player.situation, player.scene), width, height, FELT).canvas.text()


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (60, 20)])
@pytest.mark.parametrize("scene", ["draw", "knockable", "layoff", "result"])
def test_a_lesson_is_written_where_nothing_was(scene: str, size: tuple[int, int]) -> None:
    lesson = FRONTS["gin"].lessons.fitting(seen_in(scene))[0]
    plain, shown = lesson_at(scene, *size, lesson)
    assert shown != plain
    if size != (60, 20):
        first = FRONTS["gin"].lessons.LESSONS[lesson].split("{")[0][:20]
        assert first in shown
    before, after = plain.splitlines(), shown.splitlines()
    for row, (old, new) in enumerate(zip(before, after, strict=False)):
        # The last row but nothing else makes room: for the key that sends the guide away.
        if row < size[1] - 2:
            assert all(was in (" ", now) for was, now in zip(old, new, strict=False))


def test_where_the_table_has_no_room_a_lesson_waits_for_the_status_line() -> None:
    _, shown = lesson_at("draw", 40, 12, "draw")
    assert "Every turn begins with a card" in shown
    canvas = Canvas(40, 12, FELT.table)
    canvas.fill(0, 0, 40, 12, FELT.table, "x")
    assert not paint_lesson(canvas, ("words",), FELT, range(12), 40, cut=True)


# ---- at a table of the server


async def first_hand(pretence: Pretence, pilot: Pilot[None], house: HouseTable) -> set[str]:
    """Play a hand with everybody choosing as the computer does; returns what was on the screen besides the table."""
    said = set[str]()
    lessons = FRONTS["gin"].lessons.LESSONS
    while house.table.match is not None and not FRONTS["gin"].following.hand_over(tables.view(house.table, ME).match):
        match = tables.view(house.table, PUBLIC).match
        assert match is not None
        (board,) = match.boards
        view = tables.view(house.table, board.turn).match
        assert view is not None
        pretence.link.hear(*house.do(choose(view), board.turn))
        await pilot.pause()
        said |= {lesson for lesson, words in lessons.items() if words[:25] in pretence.text}
    return said


async def test_the_guide_goes_through_the_first_hand_and_is_gone_with_the_next(tmp_path: Path) -> None:
    house = HouseTable()
    house.seat(ME, "Eleni")
    house.seat(MIRA, "Blaise (bot)", bot=True)
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(house.snapshot())
        await pilot.pause()
        pretence.link.hear(*house.begin(deck(bytes(32), "deal", 1)))
        await pilot.pause()
        assert "Collect runs and sets; the rest is deadwood." in pretence.text
        assert "The turned card is the upcard" in pretence.text
        assert "F Guide off" in pretence.text
        said = await first_hand(pretence, pilot, house)
        assert said >= {"draw", "deadwood", "brackets", "result"}
        assert pretence.app.settings.learned == ("gin",)
        for seat in (ME, MIRA):
            pretence.link.hear(*house.do(act.READY, seat))
        pretence.link.hear(*house.deal(deck(bytes(32), "deal", 2)))
        await pilot.pause()
        assert "Guide off" not in pretence.text


async def test_the_guide_comes_with_the_computer_that_sits_down_later(tmp_path: Path) -> None:
    house = HouseTable()
    house.seat(ME, "Eleni")
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(house.snapshot())
        await pilot.pause()
        assert "Waiting for somebody to sit down" in pretence.text
        pretence.link.hear(*house.seat(MIRA, "Blaise (bot)", bot=True))
        pretence.link.hear(*house.begin(deck(bytes(32), "deal", 1)))
        await pilot.pause()
        assert "The turned card is the upcard" in pretence.text


async def test_the_guide_is_silent_while_the_link_is_lost(tmp_path: Path) -> None:
    house = HouseTable()
    house.seat(ME, "Eleni")
    house.seat(MIRA, "Blaise (bot)", bot=True)
    house.begin(deck(bytes(32), "deal", 1))
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(house.snapshot())
        await pilot.pause()
        assert "The turned card is the upcard" in pretence.text
        pretence.link.lose()
        await pilot.pause()
        assert "CONNECTION LOST" in pretence.text
        assert "The turned card is the upcard" not in pretence.text


async def test_f_sends_the_guide_away_and_asks_for_it_again(tmp_path: Path) -> None:
    house = HouseTable()
    house.seat(ME, "Eleni")
    house.seat(MIRA, "Blaise (bot)", bot=True)
    house.begin(deck(bytes(32), "deal", 1))
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(house.snapshot())
        await pilot.pause()
        assert "F Guide off" in pretence.text
        await pilot.press("f")
        assert "The guide is off. F asks for it." in pretence.text
        assert "Guide off" not in pretence.text
        assert pretence.app.settings.learned == ("gin",)
        await pilot.press("f")
        assert "The guide is here. F sends it away." in pretence.text
        assert pretence.app.settings.learned == ()


async def test_with_people_and_for_those_who_know_the_game_there_is_no_guide(tmp_path: Path) -> None:
    people, known = HouseTable(), HouseTable()
    known.seat(ME, "Eleni")
    known.seat(MIRA, "Blaise (bot)", bot=True)
    for house, settings in ((people, Settings(name="Eleni")), (known, Settings(name="Eleni", learned=("gin",)))):
        house.begin(deck(bytes(32), "deal", 1))
        pretence = Pretence(tmp_path / settings.name / str(len(settings.learned)), settings=settings)
        async with pretence.app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            pretence.link.let_in()
            pretence.link.hear(house.snapshot())
            await pilot.pause()
            assert "Guide" not in pretence.text
