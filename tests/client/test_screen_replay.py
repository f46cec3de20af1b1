"""The replay screen: what its keys do, and what it shows at every size. No terminal is needed for either."""

import re
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from tests.support.fair import FairMatch
from tests.support.pictures import SvgScreen, TextScreen, svg
from tests.support.records import SHORT, played
from upcard_client.looks.palette import Palette
from upcard_client.matches.shelf import Shelf
from upcard_client.replay.moments import Replay, replay_of, replay_of_heard
from upcard_client.screens.host import Host
from upcard_client.screens.reader import ReaderScreen
from upcard_client.screens.replay import ReplayScreen
from upcard_client.state import Model
from upcard_client.themes import ASCII, FELT
from upcard_client.widgets.canvas import Canvas, width_of
from upcard_client.widgets.cards import label
from upcard_protocol.rules.cards import cards_of
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY

SIZES = {"120x40": (120, 40), "100x30": (100, 30), "80x24": (80, 24), "60x20": (60, 20), "40x12": (40, 12)}
PARTNERS = replace(PRESETS["partners"], target=50)


class PretendHost:
    """As much of the app as this screen needs."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self.asked: list[str] = []
        self.model = Model()
        self.shelf: Shelf | None = None

    def server_ms(self) -> int:
        return 1_770_000_000_250

    def open(self, screen: object) -> None:
        assert isinstance(screen, ReaderScreen)
        self.asked.append("help")

    def open_rules(self, *_: object) -> None:
        self.asked.append("rules")


class Watcher:
    """Somebody before the screen."""

    def __init__(self, replay: Replay | None = None, palette: Palette = FELT) -> None:
        self.host = PretendHost(palette)
        self.left = 0
        self.screen = ReplayScreen(cast("Host", self.host), replay or replay_of(played()), self._leave)

    def _leave(self) -> None:
        self.left += 1

    def press(self, *keys: str) -> "Watcher":
        """Press keys by their ids."""
        for key in keys:
            self.screen.action_press(key)
        return self

    def canvas(self, width: int = 80, height: int = 24) -> Canvas:
        canvas = Canvas(width, height, self.host.palette.table)
        self.screen.paint(canvas)
        return canvas

    def text(self, width: int = 80, height: int = 24) -> str:
        return self.canvas(width, height).text()

    @property
    def row(self) -> str:
        """The line that says where one is."""
        return next(line for line in self.text().splitlines() if "step " in line)


def test_arrows_step_through_the_match() -> None:
    watcher = Watcher()
    assert watcher.row.startswith(" ► Hand 1 of ")
    assert watcher.press("right", "right").screen.place == 2
    assert watcher.press("left").screen.place == 1
    assert ": step 2 of " in watcher.row


def test_beyond_the_ends_there_is_a_sentence() -> None:
    watcher = Watcher().press("left")
    assert watcher.screen.place == 0
    assert "This is the beginning of the match." in watcher.text()
    watcher.press("last", "right")
    assert watcher.screen.place == len(watcher.screen.replay.moments) - 1
    assert "This is the last step." in watcher.text()
    assert "This is the end" not in watcher.press("left").text()


def test_one_jumps_by_hands_and_to_both_ends() -> None:
    watcher = Watcher()
    hands = watcher.screen.replay.hands
    assert watcher.press("hand_on").screen.place == hands[1]
    assert watcher.press("right", "hand_back").screen.place == hands[1]
    assert watcher.press("hand_back").screen.place == hands[0]
    assert watcher.press("last").screen.place == len(watcher.screen.replay.moments) - 1
    assert watcher.press("first").screen.place == 0


def test_both_hands_lie_open_and_what_happened_is_said() -> None:
    watcher = Watcher().press("right", "right", "right")
    text = watcher.text()
    assert "╱╱ ╱╱" not in text
    assert text.count("deadwood") == 2
    said = watcher.text().splitlines()[14]
    assert said.strip()


@pytest.mark.parametrize("size", SIZES)
def test_no_card_of_an_open_hand_is_cut_at_any_size(size: str) -> None:
    watcher = Watcher()
    for _ in range(12):
        watcher.press("right")
        match, text = watcher.screen.replay.moments[watcher.screen.place].match, watcher.text(*SIZES[size])
        for hand in match.hands:
            assert hand is not None
            assert all(label(card, FELT) in text for card in cards_of(hand))
        assert all(name in text for name in watcher.screen.replay.names)


def test_the_result_is_there_at_the_end_of_a_hand_and_only_there() -> None:
    watcher = Watcher().press("yes")
    assert "The hand is not over here" in watcher.text()
    watcher.press("last", "yes")
    assert "╭── Hand " in watcher.text()
    assert watcher.press("yes").row
    assert "╭── Hand " not in watcher.press("yes", "left").text()


def test_the_score_sheet_and_the_log_cover_the_table_until_they_are_closed() -> None:
    watcher = Watcher().press("last", "score")
    assert watcher.text().startswith(" Score sheet")
    assert watcher.press("back").row
    assert " Log ───" in watcher.press("log").text().splitlines()[1]
    before = watcher.text()
    assert watcher.press("up", "up").text() != before
    assert watcher.press("down", "down").text() == before
    assert watcher.left == 0
    watcher.press("back", "back")
    assert watcher.left == 1


def test_the_score_sheet_is_saved_as_text(tmp_path: Path) -> None:
    watcher = Watcher().press("last", "save")
    assert "X saves the score sheet: O shows it." in watcher.text()
    watcher.press("score", "save")
    assert "Nothing is kept in this run." in watcher.text()
    watcher.host.shelf = Shelf(tmp_path)
    watcher.press("score", "save")
    (file,) = (tmp_path / "sheets").iterdir()
    assert f"✓ The score sheet is in {file}" in " ".join(watcher.text(200, 40).split())
    assert file.name.endswith("-Ann-Ben.txt")
    text = file.read_text(encoding="utf-8")
    assert text.startswith("Score sheet - Gin to 50\n")
    assert " won " in text or "total" in text


def test_r_goes_from_a_sheet_back_to_the_table() -> None:
    watcher = Watcher().press("last", "score", "retry")
    assert watcher.row
    assert watcher.press("yes", "retry").row


def test_a_window_that_is_too_small_says_where_one_is_in_the_replay() -> None:
    words = " ".join(Watcher().press("right").text(24, 6).split())
    assert re.match(r"Hand 1: 2 of \d+ Make the window 40x12 or larger\.", words)


def test_the_sides_are_swapped() -> None:
    watcher = Watcher()
    top = watcher.text().splitlines()[1]
    assert watcher.press("swap").text().splitlines()[1] != top
    assert watcher.press("swap").text().splitlines()[1] == top


def test_rummy_has_no_sides() -> None:
    watcher = Watcher(REPLAYS["rummy"]())
    assert "Swap sides" not in watcher.text()
    assert "There are no sides to swap here." in watcher.press("swap").text()


def test_help_and_rules_are_asked_for() -> None:
    assert Watcher().press("help", "rules").host.asked == ["help", "rules"]


def test_what_a_seat_saw_has_its_own_hand_and_the_others_backs() -> None:
    (witness,) = FairMatch().begin().play_on(1).model.witnesses.values()
    replay = replay_of_heard(witness)
    assert replay is not None
    watcher = Watcher(replay).press("right", "right")
    assert "╱╱ ╱╱" in watcher.text()
    assert "YOUR TURN" not in watcher.text()
    assert "0:00" not in watcher.row


REPLAYS = {
    "two": lambda: replay_of(played()),
    "partners": lambda: replay_of(played(PARTNERS, 4)),
    "all_play": lambda: replay_of(played(replace(SHORT, format="all_play"), 3)),
    "rummy": lambda: replay_of(played(RUMMY["single"], 2)),
    "rummy_of_six": lambda: replay_of(played(RUMMY["parlett"], 6)),
}


@pytest.mark.parametrize("size", SIZES)
def test_a_replay_as_text(size: str, snapshot: SnapshotAssertion) -> None:
    """A step in the middle of a hand at every size, for reading."""
    watcher = Watcher().press("hand_on", "right", "right", "right", "right")
    assert watcher.text(*SIZES[size]) == snapshot(extension_class=TextScreen)


@pytest.mark.parametrize("name", REPLAYS)
def test_the_end_of_a_replay_as_text(name: str, snapshot: SnapshotAssertion) -> None:
    """The last step of every format, for reading."""
    assert Watcher(REPLAYS[name]()).press("last").text() == snapshot(extension_class=TextScreen)


def test_a_replay_as_a_picture(snapshot: SnapshotAssertion) -> None:
    """The same with its colours."""
    canvas = Watcher().press("hand_on", "right", "right", "right", "right").canvas()
    assert svg(canvas) == snapshot(extension_class=SvgScreen)


@pytest.mark.parametrize("size", [*SIZES.values(), (20, 6), (10, 3)])
@pytest.mark.parametrize("name", REPLAYS)
def test_every_step_fits_every_window(name: str, size: tuple[int, int]) -> None:
    """And plain ASCII is all that the ASCII palette draws."""
    watcher = Watcher(REPLAYS[name](), ASCII)
    steps = len(watcher.screen.replay.moments)
    for place in range(0, steps, max(steps // 20, 1)):
        watcher.screen.place = place
        text = watcher.text(*size)
        assert all(width_of(line) <= size[0] for line in text.splitlines())
        assert all(char <= "~" for char in text)
