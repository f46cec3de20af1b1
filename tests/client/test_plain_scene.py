"""Scenes in lines: played on by typed commands, without a server."""

import pytest

from tests.support.languages import left_in_english, speaking
from upcard_client.plain.scene import SceneConsole
from upcard_client.stage import STAGES


class Run:
    """A scene and what it has said."""

    def __init__(self, scene: str) -> None:
        self.said: list[str] = []
        self.console = SceneConsole(STAGES[scene](), self.said.append)

    def type(self, *lines: str) -> list[str]:
        """Type lines; return what is answered."""
        before = len(self.said)
        for line in lines:
            self.console.typed(line)
        return self.said[before:]


def test_a_turn_is_refused_drawn_and_discarded_in_words() -> None:
    run = Run("draw")
    assert run.said[-1] == "Your turn: draw, or take the 9 of diamonds?"
    assert run.type("knock") == ["Refused: Draw first: draw for the stock, take for the 9 of diamonds."]
    assert run.type("draw") == ["You drew 8 of hearts.", "Discard which card?"]
    assert run.type("discard kc") == ["You discarded king of clubs."]
    assert run.type("draw") == ["Refused: Not your turn yet: Mira is playing."]


def test_a_refusal_is_said_in_the_language_spoken() -> None:
    with speaking("strange"):
        (refused,) = Run("draw").type("knock")
    assert left_in_english(refused, ("draw", "take")) == ()


def test_what_costs_something_is_asked_once() -> None:
    run = Run("layoff")
    (asked,) = run.type("done")
    assert asked.endswith("Type done again to do it.")
    assert len(run.type("hand", "done")) == 2
    assert "Mira won 20 points." in run.type("done")


def test_what_is_no_move_is_answered_too() -> None:
    run = Run("discard")
    assert run.type("hand")[0].startswith("Run 4 5 6 of spades.")
    assert run.type("score") == ["You 34, Mira 31. You need 66 more."]
    assert run.type("say well played", "") == ["You: well played."]
    assert run.type("discard zz")[0].startswith("zz is no card")
    assert run.type("meld 4s 5s 6s") == ["meld is no command of this game. Type help for the list."]
    assert any(line.startswith("knock CARD") for line in run.type("help"))
    assert not run.console.finished
    assert run.type("quit") == []
    assert run.console.finished


@pytest.mark.parametrize("scene", STAGES)
def test_every_scene_is_told_and_takes_commands(scene: str) -> None:
    run = Run(scene)
    assert run.said[0].startswith("Table Kitchen table. ")
    assert len(run.type("hand", "score")) == 2


def test_whoever_watches_moves_nothing() -> None:
    run = Run("watch")
    assert run.type("hand") == ["You are watching, and hold no cards."]
    assert run.type("draw") == ["You are watching. Type leave, then sit TABLE, to play."]


def test_a_scene_says_on_request_how_it_stands_and_what_is_asked() -> None:
    run = Run("draw")
    begun = list(run.said)
    assert run.type("table", "what") == begun
