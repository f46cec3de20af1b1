"""The list of games: the client shows every game that the rules have, and nothing outside asks which it is."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from upcard_client.games.front import Front
from upcard_client.games.fronts import FRONTS, front_of
from upcard_protocol.rules.games import GAMES, name_of
from upcard_protocol.rules.gin.options import Options

CLIENT = Path(__file__).parents[2] / "client" / "upcard_client"
PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"


def test_every_game_of_the_rules_has_a_front_and_no_other() -> None:
    assert list(FRONTS) == list(GAMES)
    for name, front in FRONTS.items():
        assert front.name == name == name_of(front.usual)
        assert front_of(front.usual) is front


@pytest.mark.parametrize("front", FRONTS.values(), ids=lambda front: front.name)
def test_the_usual_options_are_played_by_the_usual_number(front: Front) -> None:
    choices = front.choices
    assert set(choices.PRESETS) <= set(choices.PRESET_WORDS)
    assert front.usual in choices.PRESETS.values()
    assert choices.seats(front.usual)[0] in choices.players()
    for options in choices.PRESETS.values():
        assert set(choices.seats(options)) <= set(choices.players())
        assert front.rulebook.in_short(options, players=choices.seats(options)[0])
        assert front.spoken.options_line(options, choices.seats(options)[0]).endswith(".")
        assert front.rulebook.price_of_giving_up(options, 2).endswith(".")


def test_a_table_of_four_is_spoken_of_as_one_of_four() -> None:
    spoken, options = FRONTS["gin"].spoken, Options(format="all_play")
    for said in (spoken.options_line(options, 4), spoken.heading(options, 4)):
        assert "4 players: all play one hand" in said


def test_two_games_have_no_command_with_two_names() -> None:
    for front in FRONTS.values():
        names = [verb.name for verb in front.typed.VERBS]
        assert len(names) == len(set(names))


def test_no_module_outside_a_game_imports_it() -> None:
    allowed = {"games/fronts.py", "scenes.py", "stage.py"}
    for path in CLIENT.rglob("*.py"):
        where = path.relative_to(CLIENT).as_posix()
        inside = re.match(r"games/(\w+)/", where)
        for name in FRONTS:
            if where in allowed or (inside and inside[1] == name):
                continue
            assert f"upcard_client.games.{name}" not in path.read_text(encoding="utf-8"), where


def test_the_plain_client_does_without_textual() -> None:
    program = "import sys, upcard_client.plain.running; sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_page_on_adding_a_game_names_files_that_are_there() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in re.findall(r"^\| `(\w+\.py)` \|", page, re.MULTILINE):
        for game in FRONTS:
            assert (CLIENT / "games" / game / name).is_file(), (game, name)
