"""My results: the list, what its keys do with the files, and how one comes there."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion
from textual.screen import Screen

from tests.support.pictures import TextScreen
from tests.support.pretend import SERVER, Pretence
from tests.support.records import SHORT, played
from upcard_client.__main__ import main
from upcard_client.failures import DONE
from upcard_client.matches.shelf import Shelf
from upcard_client.replay import history
from upcard_client.replay.exporting import export
from upcard_client.screens.host import Host
from upcard_client.screens.replay import ReplayScreen
from upcard_client.screens.results import ResultsScreen
from upcard_client.state import Model
from upcard_client.themes import FELT
from upcard_client.widgets.canvas import Canvas, width_of
from upcard_protocol.rules.game import NATURE, Forfeit, ForfeitMatch
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.rules.notation import read, write
from upcard_protocol.rules.record import Play, Record

SIZES = {"120x40": (120, 40), "80x24": (80, 24), "60x20": (60, 20), "40x12": (40, 12)}
DAY_MS = 86_400_000


def on_disk(path: Path, record: Record) -> Path:
    """Write a match."""
    path.write_text(write(record), encoding="utf-8")
    return path


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """Four matches and something else, one more day between each."""
    shelf = Shelf(tmp_path / "games")
    records = (
        played(),
        replace(played(), plays=played().plays[:9]),
        played(replace(SHORT, match_games=3)),
        played(replace(PRESETS["partners"], target=50), 4),
    )
    for day, record in enumerate(records):
        began = (record.started_ms or 0) + day * DAY_MS
        shelf.take_in(on_disk(tmp_path / "game.upcard", replace(record, started_ms=began, digest=None)))
    (shelf.directory / "20000101-000000-x.upcard").write_text("hello", encoding="utf-8")
    return shelf


class PretendHost:
    """As much of the app as this screen needs; it is at no server unless the model says otherwise."""

    palette = FELT

    def __init__(self) -> None:
        self.opened: list[Screen[None]] = []
        self.model = Model()
        self.server = self

    def change(self, step: Callable[[Model], Model]) -> None:
        self.model = step(self.model)

    def open(self, screen: Screen[None]) -> None:
        self.opened.append(screen)

    def close(self) -> None:
        self.opened.pop()


class Reader:
    """Somebody before the screen."""

    def __init__(self, shelf: Shelf) -> None:
        self.host = PretendHost()
        self.left = 0
        self.screen = ResultsScreen(cast("Host", self.host), shelf, self._leave, Path("/home"))
        for _ in shelf.games():
            self.text()
            self.screen.read_on()

    def _leave(self) -> None:
        self.left += 1

    def press(self, *keys: str) -> "Reader":
        for key in keys:
            self.screen.action_press(key)
        return self

    def text(self, width: int = 80, height: int = 24) -> str:
        canvas = Canvas(width, height, FELT.table)
        self.screen.paint(canvas)
        return canvas.text()


def test_the_latest_match_comes_first_with_its_players_and_who_won(shelf: Shelf) -> None:
    rows = [line for line in Reader(shelf).text(120, 40).splitlines()[2:7] if line]
    assert [row[2:12] for row in rows] == ["2026-02-05", "2026-02-04", "2026-02-03", "2026-02-02", "20000101-0"]
    assert "Ann, Ben, Deuce 2, Deuce 3" in rows[0]
    assert [row.split("  ")[-1].strip() for row in rows[2:]] == [
        "not finished",
        rows[3].split("  ")[-1].strip(),
        "not a match",
    ]
    assert rows[3].rstrip().split(" won by ")[1].isdigit()


def test_the_usual_game_is_named_whole_in_the_list(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "games")
    shelf.take_in(
        on_disk(tmp_path / "game.upcard", replace(played(), options=PRESETS["modern"], plays=(), digest=None))
    )
    assert "gin rummy to 100 " in Reader(shelf).text(80, 24)


@pytest.mark.parametrize("size", SIZES)
def test_the_list_as_text(shelf: Shelf, size: str, snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    text = Reader(shelf).text(*SIZES[size])
    assert all(width_of(line) <= SIZES[size][0] for line in text.splitlines())
    where = next(line for line in text.splitlines() if str(tmp_path)[:20] in line)
    assert text.replace(where, "  (the file of the chosen match)") == snapshot(extension_class=TextScreen)


def test_enter_steps_through_the_chosen_match_and_not_through_what_is_none(shelf: Shelf) -> None:
    reader = Reader(shelf).press("down", "yes")
    (opened,) = reader.host.opened
    assert isinstance(opened, ReplayScreen)
    assert opened.replay.names == ("Ann", "Ben")
    reader.press("page_down", "page_down", "page_down", "yes")
    assert len(reader.host.opened) == 1
    assert "It cannot be played again" in reader.text()


def test_a_match_that_broke_off_is_played_again_as_far_as_it_went(shelf: Shelf) -> None:
    reader = Reader(shelf).press("down", "down", "yes")
    (opened,) = reader.host.opened
    assert isinstance(opened, ReplayScreen)
    assert len(opened.replay.moments) == 9


def test_a_click_chooses_and_a_second_one_steps_through(shelf: Shelf) -> None:
    reader = Reader(shelf).press("row:2")
    assert reader.screen.chosen is not None
    assert reader.screen.chosen.path == shelf.games()[2]
    assert not reader.host.opened
    assert reader.press("row:2").host.opened


def test_verify_says_what_the_command_says(shelf: Shelf) -> None:
    reader = Reader(shelf).press("down", "verify")
    assert "✓ Self-consistent only: it has no digest." in reader.text()
    assert "✗ Does not verify" in reader.press("page_down", "verify").text()


def test_a_match_is_exported_under_a_name_that_says_what_it_is(shelf: Shelf, tmp_path: Path) -> None:
    reader = Reader(shelf)
    reader.screen.entered("export", str(tmp_path))
    copy = tmp_path / "2026-02-05-Ann-Ben-Deuce2-Deuce3.upcard"
    assert "✓ Exported as " in reader.text(200, 24)
    assert copy.read_bytes() == shelf.games()[0].read_bytes()
    reader.screen.entered("export", str(tmp_path))
    assert "is there already" in reader.text(300, 24)
    reader.screen.entered("export", str(tmp_path / "nowhere" / "x"))
    assert "cannot be written: no such file" in reader.text(300, 24)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("key", "question"), [("export", "Where to?"), ("import", "Which file?")])
def test_while_a_path_is_typed_the_screen_says_what_for_and_offers_nothing_else(
    shelf: Shelf, size: str, key: str, question: str
) -> None:
    rows = [row.strip() for row in Reader(shelf).press(key).text(*SIZES[size]).splitlines() if row.strip()]
    assert rows[-2] == f"? {question}"
    assert rows[-1].split() == ["Enter", "Done", "Esc", "Back"]


def test_a_match_from_elsewhere_is_taken_in_once_and_chosen(shelf: Shelf, tmp_path: Path) -> None:
    reader = Reader(shelf)
    other = on_disk(tmp_path / "other.upcard", replace(played(), started_ms=DAY_MS))
    for _ in range(2):
        reader.screen.entered("import", str(other))
        assert len(shelf.games()) == 6
    assert reader.screen.chosen is not None
    assert reader.screen.chosen.path is not None
    assert read(reader.screen.chosen.path.read_text(encoding="utf-8")).started_ms == DAY_MS
    reader.screen.entered("import", str(tmp_path / "missing"))
    assert "cannot be read" in reader.text(300, 24)
    reader.screen.entered("import", "")
    assert len(shelf.games()) == 6


def test_where_nothing_is_kept_there_is_a_sentence(tmp_path: Path) -> None:
    reader = Reader(Shelf(tmp_path / "none"))
    assert "No match is kept yet" in reader.text()
    assert "There is no match yet" in reader.press("yes").text()
    assert "There is no match yet" in reader.press("down", "verify").text()
    reader.press("back")
    assert reader.left == 1


async def test_the_lobby_has_the_results_and_a_file_can_be_typed(tmp_path: Path) -> None:
    other = on_disk(tmp_path / "other.upcard", played())
    pretence = Pretence(tmp_path, address=SERVER)
    async with pretence.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.answer_looks()
        await pilot.press("o")
        assert pretence.text.startswith(" My results")
        await pilot.press("i", *("slash" if char == "/" else char for char in str(other)), "enter")
        await pilot.pause()
        assert "is among your results." in " ".join(pretence.text.split())
        await pilot.press("enter")
        assert pretence.text.startswith(" Replay · Ann - Ben")
        await pilot.press("escape", "escape")
        assert "N New table" in pretence.text


# ---- in sentences


def test_without_a_terminal_the_command_lists(
    shelf: Shelf, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    directory: Callable[[], Path] = lambda: shelf.directory  # noqa: E731 - a value to put in a place
    monkeypatch.setattr("upcard_client.directories.games_directory", directory)
    assert main(["replay"]) == DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[3].startswith("2026-02-02 02:40, gin rummy to 50, Ann and Ben: ")
    assert lines[4] == f"Not a match. {shelf.directory / '20000101-000000-x.upcard'}"


def test_who_left_is_named(tmp_path: Path) -> None:
    record = replace(played(), options=replace(SHORT, target=250))
    plays = (*record.plays[:9], Play(NATURE, 9000, Forfeit(0)), Play(NATURE, 9000, ForfeitMatch(0)))
    match = history.played(on_disk(tmp_path / "game.upcard", replace(record, plays=plays, digest=None)))
    assert match.outcome == "Ben won, Ann left"


def test_a_name_of_a_file_has_nothing_that_a_disk_refuses(tmp_path: Path) -> None:
    record = played()
    players = (replace(record.players[0], name="../Δ B:"), replace(record.players[1], name="///"))
    kept = on_disk(tmp_path / "x.upcard", replace(record, players=players, started_ms=None, digest=None))
    assert export(kept, tmp_path).name == "match-ΔB.upcard"
