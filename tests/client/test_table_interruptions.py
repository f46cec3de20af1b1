"""Pauses, votes and lost links look and answer the same at the table of every game."""

from typing import Any

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from tests.support.pictures import TextScreen
from upcard_client.cardtable import interruptions
from upcard_client.cardtable.effects import Open, Opening, Press
from upcard_client.cardtable.surroundings import LinkLost
from upcard_client.cardtable.widget import AnyCardTable
from upcard_client.games.fronts import FRONTS
from upcard_client.stage import STAGES
from upcard_client.themes import FELT
from upcard_client.widgets.frame import Status, line_text

SCENE = {"gin": "draw", "rummy": "rummydraw"}
INTERRUPTIONS: dict[str, dict[str, Any]] = {
    "paused": {"pause_s": 263},
    "pause_asked": {"asked": "Mira asks for a pause of up to 5:00. Y agrees, N does not."},
    "seat_asked": {"asked": "Ravi asks for the seat of Mira. Y agrees, N does not.", "presence": ("", "left")},
    "stood_in": {"stood_in": True, "presence": ("idle, computer plays", "")},
}


def table(game: str, **around: Any) -> AnyCardTable:
    situation = STAGES[SCENE[game]]().situation
    return FRONTS[game].table(replace(situation, **around), FELT)


@pytest.mark.parametrize("name", INTERRUPTIONS)
@pytest.mark.parametrize("game", SCENE)
def test_interruption_as_text(game: str, name: str, snapshot: SnapshotAssertion) -> None:
    there = table(game, **INTERRUPTIONS[name])
    text = there.picture(there.situation, there.desk, 80, 24, FELT).canvas.text()
    assert text == snapshot(extension_class=TextScreen)


@pytest.mark.parametrize("game", SCENE)
def test_what_is_asked_is_answered_with_y_and_n_and_nothing_else_is_gold(game: str) -> None:
    there = table(game, **INTERRUPTIONS["pause_asked"])
    answers: dict[str, Opening] = {"agree": "agree", "no": "decline", "pause": "pause"}
    for key, what in answers.items():
        outcome = interruptions.press(there.situation, there.desk, key)
        assert outcome is not None
        assert outcome.effects == (Open(what),)
    scene = interruptions.interrupted(there.situation, there.desk, there.compose_scene(there.situation, there.desk))
    assert [hint.key for hint in scene.keys] == ["agree", "no"]


@pytest.mark.parametrize("game", SCENE)
def test_in_a_pause_no_move_is_made_and_z_goes_on(game: str) -> None:
    there = table(game, **INTERRUPTIONS["paused"])
    outcome = there.pressed(there.situation, there.desk, Press("draw", 0))
    assert outcome.effects == ()
    assert outcome.desk.status is not None
    assert line_text(outcome.desk.status.line, FELT) == "The game is paused. Z goes on with it."
    assert interruptions.press(there.situation, there.desk, "draw") is None


@pytest.mark.parametrize("game", SCENE)
def test_while_the_computer_plays_for_the_viewer_enter_takes_the_seat_back_under_any_overlay(
    game: str,
) -> None:
    there = table(game, **INTERRUPTIONS["stood_in"])
    for overlay in ("", "log", "score", "look"):
        outcome = interruptions.press(there.situation, replace(there.desk, overlay=overlay), "yes")
        assert outcome is not None
        assert outcome.effects == (Open("resume"),)
    assert interruptions.press(table(game).situation, there.desk, "yes") is None


@pytest.mark.parametrize("game", SCENE)
def test_what_was_done_as_the_time_was_up_does_not_hide_that_the_computer_plays(game: str) -> None:
    there = table(game, **INTERRUPTIONS["stood_in"])
    served = replace(there.desk, status=Status("news", ("Time is up.",), stays=True))
    scene = interruptions.interrupted(there.situation, served, there.compose_scene(there.situation, served))
    assert scene.status is not None
    assert line_text(scene.status.line, FELT) == "The computer plays for you. Enter takes your seat back."
    assert scene.bar.long == "THE COMPUTER PLAYS FOR YOU"


@pytest.mark.parametrize("game", SCENE)
def test_without_a_link_no_seat_is_taken_back(game: str) -> None:
    there = table(game, link=LinkLost(2, 1), **INTERRUPTIONS["stood_in"])
    outcome = interruptions.press(there.situation, there.desk, "yes")
    assert outcome is not None
    assert outcome.effects == ()


@pytest.mark.parametrize("game", SCENE)
def test_without_a_link_a_vote_is_not_sent(game: str) -> None:
    there = table(game, link=LinkLost(2, 1), **INTERRUPTIONS["pause_asked"])
    outcome = interruptions.press(there.situation, there.desk, "agree")
    assert outcome is not None
    assert outcome.effects == ()
    assert outcome.desk.status is not None
    assert outcome.desk.status.kind == "refused"


@pytest.mark.parametrize("size", [(80, 24), (60, 18), (46, 20), (40, 12)])
@pytest.mark.parametrize("game", SCENE)
def test_the_whole_log_has_six_lines_and_more_in_every_window_and_leaves_the_bar_in_sight(
    game: str, size: tuple[int, int]
) -> None:
    there = table(game)
    shown = there.picture(there.situation, replace(there.desk, overlay="log"), *size, FELT).canvas.text()
    last = [line_text(entry.line, FELT) for entry in there.situation.log][-4:]
    assert "YOUR TURN" in shown
    assert all(line in " ".join(shown.split()) for line in last)
    lines = shown.splitlines()
    top = next(place for place, line in enumerate(lines) if line.startswith(" Log"))
    assert len([line for line in lines[top + 1 : top + 7] if line.strip()]) == 6
