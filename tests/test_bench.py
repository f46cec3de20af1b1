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


@pytest.mark.parametrize("rules", [RUMMY["single"], Options(target=50, knock_limit=0)], ids=["rummy", "gin"])
def test_a_playout_ends_with_its_hand_even_when_that_wins_the_match(bench_games: Any, rules: GameOptions) -> None:
    for seed in range(3 if rules == RUMMY["single"] else 150):
        assert bench_games.playout(game_of(rules), rules, 2, Random(seed)) > 1


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_looked_through_for_the_longest_turn_of_the_computer(bench_games: Any, game: str) -> None:
    assert set(GAMES[game].PRESETS.values()) <= set(bench_games.TABLES.values())
