"""What a guide says is whole on the table, or a sign says which key shows the rest; its keys are in every window."""

import re

import pytest
from msgspec.structs import replace

from tests.support.languages import speaking
from upcard_client.cardtable.widget import AnyCardTable
from upcard_client.games.fronts import FRONTS
from upcard_client.stage import STAGES
from upcard_client.themes import FELT
from upcard_client.widgets.frame import line_text
from upcard_client.widgets.sizes import rows
from upcard_client.words.phrases import Line, fill

PLACES = {
    "gin": ("offer", "draw", "discard", "knockable", "layoff", "opponent"),
    "rummy": ("rummydraw", "rummy", "rummymeld", "rummytwofit", "rummysix"),
}
LANGUAGES = ("en", "el", "ru", "hi", "hi_Latn")
ROOMY = ((120, 40), (100, 30), (80, 24), (60, 20))


def table(game: str, scene: str, lesson: str) -> AnyCardTable:
    """Return a table at which hints are given, with a lesson; which of them fits now does not matter for its room."""
    situation = STAGES[scene]().situation
    line: Line = fill(FRONTS[game].lessons.LESSONS[lesson], card="10♠", limit=10)
    return FRONTS[game].table(replace(situation, hints=True, lesson=line), FELT)


def text(there: AnyCardTable, size: tuple[int, int]) -> str:
    return there.picture(there.situation, there.desk, *size, FELT).canvas.text()


def squeezed(words: str) -> str:
    """Return words without blanks and lines between panes, as they follow one another on the left."""
    return re.sub(r"\s", "", words)


def left_of_the_pane(shown: str) -> str:
    return "\n".join(line.split("│")[0] for line in shown.splitlines())


@pytest.mark.parametrize("size", ROOMY)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_lesson_is_whole_on_the_table_of_its_game(code: str, size: tuple[int, int]) -> None:
    with speaking(code):
        for game, scenes in PLACES.items():
            for lesson in FRONTS[game].lessons.LESSONS:
                if lesson == "result":
                    continue
                for scene in scenes:
                    there = table(game, scene, lesson)
                    shown = left_of_the_pane(text(there, size))
                    assert squeezed(line_text(there.situation.lesson, FELT)) in squeezed(shown), (scene, lesson)


@pytest.mark.parametrize("code", LANGUAGES)
def test_in_the_smallest_window_a_sign_says_that_the_log_has_the_rest(code: str) -> None:
    with speaking(code):
        for game, scenes in PLACES.items():
            for lesson in FRONTS[game].lessons.LESSONS:
                there = table(game, scenes[0], lesson)
                words, shown = squeezed(line_text(there.situation.lesson, FELT)), text(there, (40, 12))
                assert words in squeezed(shown) or "… [L]" in shown
                log = there.picture(there.situation, replace(there.desk, overlay="log"), 60, 20, FELT)
                assert words in squeezed(log.canvas.text())


@pytest.mark.parametrize("size", [*ROOMY, (60, 18), (46, 20), (40, 12)])
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_hint_the_guide_help_and_the_menu_have_their_keys_in_every_window(code: str, size: tuple[int, int]) -> None:
    plan = rows(*size)
    assert plan is not None
    with speaking(code):
        for game, scenes in PLACES.items():
            for scene in scenes:
                keys = text(table(game, scene, "goal"), size).splitlines()[-1].split()
                caps = [word for word in keys if word in ("H", "F", "?", "Esc")]
                assert caps == ["H", "F", "?", "Esc"], scene
