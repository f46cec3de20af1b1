"""What the benchmark plays: hands that end, at every table that has a name."""

import importlib
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from upcard_protocol.rules.games import GAMES, GameOptions, game_of
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY

SCRIPTS = Path(__file__).parent.parent / "scripts"


@pytest.fixture
def bench_games(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sys, "path", [str(SCRIPTS), *sys.path])
    return importlib.import_module("bench_games")


@pytest.mark.parametrize(("rules", "seed"), [(RUMMY["single"], 1), (Options(target=50), 77)], ids=["rummy", "gin"])
def test_a_playout_ends_with_its_hand_even_when_that_wins_the_match(
    bench_games: Any, monkeypatch: pytest.MonkeyPatch, rules: GameOptions, seed: int
) -> None:
    game = game_of(rules)
    found, result = list[object](), game.result

    def noted(match: object) -> object:
        found.append(result(match))
        return found[-1]

    monkeypatch.setattr(game, "result", noted)
    assert bench_games.playout(game, rules, 2, Random(seed)) > 1
    assert found[-1] is not None, "with this seed the hand wins no match"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_looked_through_for_the_longest_turn_of_the_computer(bench_games: Any, game: str) -> None:
    assert set(GAMES[game].PRESETS.values()) <= set(bench_games.TABLES.values())
