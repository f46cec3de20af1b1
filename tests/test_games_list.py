"""What `docs/adding-a-game.md` promises: a game is its own folders, the unions and one line in each list of games."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from upcard_client.games.fronts import FRONTS
from upcard_protocol.rules import games
from upcard_protocol.rules.game import PUBLIC, DealDue, Game
from upcard_protocol.rules.games import GAMES, USUAL, game_of, name_of
from upcard_protocol.rules.notation import Party, Record, read, write
from upcard_protocol.strategy import PLAYERS
from upcard_protocol.table import TableOptions, TableView, new_table, view
from upcard_protocol.wire import TO_CLIENT, TO_SERVER

CHECKOUT = Path(__file__).parent.parent
PACKAGES = {
    "upcard_protocol": CHECKOUT / "protocol" / "upcard_protocol",
    "upcard_server": CHECKOUT / "server" / "upcard_server",
    "upcard_client": CHECKOUT / "client" / "upcard_client",
}

KNOW_A_GAME = {
    "upcard_protocol.rules": "the names that other packages import from the rules themselves",
    "upcard_protocol.rules.games": "the list",
    "upcard_protocol.strategy": "the list of computer players",
    "upcard_client.games.fronts": "the list, as the client shows it",
    "upcard_client.stage": "the list of pictures of a table without a server",
}
"""Modules outside a game's own folders that may import them, and what they do it for."""


def modules() -> Iterator[tuple[str, Path]]:
    """Yield every module of ours with its file."""
    for package, folder in PACKAGES.items():
        for path in folder.rglob("*.py"):
            words = path.relative_to(folder).with_suffix("").parts
            yield ".".join((package, *words)).removesuffix(".__init__"), path


def imported(path: Path) -> Iterator[str]:
    """Yield what a module imports, in functions too: packages, and the names that may be modules."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(module=str(module)):
                yield module
                yield from (f"{module}.{alias.name}" for alias in node.names)
            case _:
                pass


def own(name: str, game: str) -> bool:
    """Say whether a module is in one of a game's own folders."""
    return any(
        name == folder or name.startswith(f"{folder}.")
        for folder in (
            f"upcard_protocol.rules.{game}",
            f"upcard_protocol.strategy.{game}",
            f"upcard_client.games.{game}",
        )
    )


@pytest.mark.parametrize("game", GAMES)
def test_only_the_lists_of_games_know_a_game_from_outside(game: str) -> None:
    knowing = {
        name
        for name, path in modules()
        if not own(name, game) and any(own(module, game) for module in imported(path))
    }
    assert knowing <= set(KNOW_A_GAME)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("other", GAMES)
def test_no_game_knows_another(game: str, other: str) -> None:
    if game == other:
        return
    rules = [path for name, path in modules() if own(name, game) and name.startswith("upcard_protocol.")]
    assert not any(own(module, other) for path in rules for module in imported(path))


def test_every_game_is_in_every_list_in_the_same_order() -> None:
    assert list(GAMES) == list(PLAYERS) == list(FRONTS)
    assert name_of(USUAL) == next(iter(GAMES))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_own_folders_and_its_chapters(game: str) -> None:
    for folder in (f"protocol/upcard_protocol/rules/{game}", f"client/upcard_client/games/{game}"):
        assert (CHECKOUT / folder / "__init__.py").is_file()
    page = (CHECKOUT / "protocol" / "PROTOCOL.md").read_text(encoding="utf-8")
    assert f"<!-- structs: {game}.options -->" in page


@pytest.mark.parametrize("union", ["GameOptions", "GameAction", "GameEvent", "GameView", "GamePlay", "GameRow"])
def test_every_union_has_something_of_every_game_and_tags_that_say_so(union: str) -> None:
    kinds: tuple[Any, ...] = get_args(getattr(games, union))
    assert {str(kind.__struct_config__.tag).partition(".")[0] for kind in kinds} == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_what_goes_over_the_wire_can_be_told_by_its_tag(game: str) -> None:
    both = {**TO_SERVER.structs, **TO_CLIENT.structs}
    assert f"{game}.options" in both
    assert f"{game}.view" in both
    for tag, struct in both.items():
        if f".{game}." in struct.__module__ and not tag.startswith("game_result"):
            assert tag.startswith(f"{game}.")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_everything_that_the_interface_asks_for(game: str) -> None:
    module = GAMES[game]
    asked = [name for name in vars(Game) if not name.startswith("_")]
    assert asked
    for name in asked:
        assert hasattr(module, name), name
        wanted = inspect.getattr_static(Game, name)
        if inspect.isfunction(wanted):
            names = [parameter for parameter in inspect.signature(wanted).parameters if parameter != "self"]
            assert list(inspect.signature(getattr(module, name)).parameters) == names


@pytest.mark.parametrize(("game", "preset"), [(game, preset) for game in GAMES for preset in GAMES[game].PRESETS])
def test_every_preset_can_be_opened_written_and_shown(game: str, preset: str) -> None:
    module, options = GAMES[game], GAMES[game].PRESETS[preset]
    assert (name_of(options), game_of(options)) == (game, module)
    assert module.target(options) >= 0
    for seats in module.seats_of(options):
        table = new_table(TableOptions(), options, seats)
        seen = view(table, PUBLIC)
        assert msgspec.convert(msgspec.to_builtins(seen), TableView) == seen
        match = module.start(options, seats, seats - 1)
        assert isinstance(module.due(match), DealDue)
        assert module.to_act(match) == frozenset()
        assert module.result(match) is None
        record = Record(options, tuple(Party(f"Player {seat}") for seat in range(seats)), 0)
        assert read(write(record)) == record
        assert seats in FRONTS[game].choices.players()


def test_the_page_names_every_place_that_a_game_touches() -> None:
    page = (CHECKOUT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    for place in (
        "rules/<game>/",
        "strategy/<game>/",
        "games/<game>/",
        "rules/games.py",
        "strategy/__init__.py",
        "games/fronts.py",
        "PROTOCOL.md",
        "RULES.md",
        "errors.py",
        "tests/test_games_list.py",
    ):
        assert place in page, place
