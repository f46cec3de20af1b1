"""What the gin table says in full: names, the keys out of a small window, sums that count, and who is gone."""

import pytest
from msgspec.structs import replace

from tests.support.languages import speaking
from tests.support.screens import Player
from upcard_client.games.gin.desk import Desk
from upcard_client.games.gin.pressing import follow
from upcard_client.games.gin.prompts import prompt
from upcard_client.games.gin.scenes import SCENES
from upcard_client.keys import cap_of
from upcard_client.matches.witness import Finding
from upcard_client.widgets.frame import Status
from upcard_protocol.rules.game import NATURE, Forfeit, ForfeitMatch
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import match as gin

LONG = "Blaise Verylong1"


def named(scene: str, name: str) -> Player:
    return Player(replace(SCENES[scene](), names=("Eleni", name)))


@pytest.mark.parametrize(("width", "height"), [(100, 30), (120, 40)])
def test_the_score_pane_has_room_for_a_bots_name(width: int, height: int) -> None:
    assert "You Blaise (bot)" in named("discard", "Blaise (bot)").text(width, height)


def test_the_longest_name_is_whole_in_the_result_and_on_the_score_sheet() -> None:
    text = named("result", LONG).text()
    assert f"{LONG}'s deadwood" in text
    assert f"You {LONG}" in text
    assert f"You {LONG}" in named("result", LONG).press("score").text()


def test_a_long_name_is_whole_beside_the_lay_off() -> None:
    assert f"{LONG}'s" in named("layoff", LONG).text().splitlines()[8]
    assert "Blaise (bot)'s" in named("layoff", "Blaise (bot)").text().splitlines()[8]


@pytest.mark.parametrize("scene", ["draw", "discard", "layoff", "opponent"])
@pytest.mark.parametrize(("width", "height"), [(60, 20), (46, 20), (40, 12)])
def test_the_smallest_windows_still_show_the_keys_for_help_and_the_menu(scene: str, width: int, height: int) -> None:
    row = Player(scene).text(width, height).splitlines()[-1]
    assert "?" in row
    assert "Esc" in row


def test_the_score_sheet_is_whole_at_60_columns() -> None:
    text = Player("result").press("score").text(60, 20)
    assert " ".join(text.split()).find("an undercut 25 plus the difference.") > 0


def test_the_score_sheet_of_a_settled_game_leaves_the_last_row_to_the_keys() -> None:
    *_, last, keys = Player("over").press("score").text(40, 12).splitlines()
    assert last.split() == ["margin", "227", "-"]
    assert keys.split() == ["Esc", "Close", "R", "Replay", "a", "hand", "X"]


def test_who_is_ready_is_not_asked_again_by_the_result() -> None:
    player = Player("result")
    assert "Enter Ready" in player.text()
    player.stage = player.stage.play(0, act.READY)
    assert "Enter Ready" not in player.text()


def test_a_title_that_just_fits_is_whole_and_a_longer_one_goes_on_below() -> None:
    assert Player("result").text(40, 12).splitlines()[0] == "╭Hand 3: you knocked and won 17 points─╮"
    stage = replace(SCENES["waiting"](), names=("Eleni", LONG))
    match, _ = gin.apply(stage.match, NATURE, ForfeitMatch(1, "dropped"))
    player = Player(replace(stage, match=match))
    first, second, *_ = player.text(40, 12).splitlines()
    assert first.startswith(f"╭ The match is over: {LONG} ")
    assert second.startswith("│  ")
    assert "…" not in first
    with speaking("el"):
        first, second, *_ = Player("result").text(40, 12).splitlines()
    assert "…" not in first
    assert second.startswith("│  πόντοι ")
    with speaking("longer"):
        player = Player("result")
        player.stage = replace(player.stage, finding=Finding(1, "differs", "The shuffle is not what was promised."))
        lines = player.text(40, 12).splitlines()
    assert len(lines) == 12
    assert "…" in lines[0]  # no row is left for the rest of it


def test_nothing_stands_beside_the_margin_of_a_settled_game() -> None:
    assert "to 50" not in Player("over").text()


def test_boxes_that_count_for_nothing_are_not_shown() -> None:
    player = Player("result")
    match = player.stage.match
    options = replace(match.sheet.options, box_bonus=0)
    player.stage = replace(player.stage, match=replace(match, sheet=replace(match.sheet, options=options)))
    assert "boxes" not in player.text()
    assert "boxes" not in player.press("score").text()


def test_the_winner_of_a_hand_given_up_has_no_deadwood_on_the_sheet() -> None:
    stage = SCENES["draw"]()
    match, _ = gin.apply(stage.match, NATURE, Forfeit(0))
    line = next(
        line for line in Player(replace(stage, match=match)).press("score").text().splitlines() if "forfeit" in line
    )
    assert line.split()[-3] == "-"


def test_an_empty_seat_has_no_score() -> None:
    assert "free 0" not in Player("waiting").text()


@pytest.mark.parametrize(
    ("key", "cap"),
    [("f4", "F4"), ("ctrl+x", "Ctrl+X"), ("pageup", "PageUp"), ("enter", "Enter"), ("shift+tab", "Shift+Tab")],
)
def test_keys_are_written_as_in_help(key: str, cap: str) -> None:
    assert cap_of(key) == cap


def test_that_somebody_is_back_is_taken_back_when_they_are_gone_again() -> None:
    here = SCENES["draw"]().situation
    desk = replace(Desk(), status=Status("news", ("Mira is back.",)))
    assert follow(here, replace(here, clock=None), desk, 0).status == desk.status
    away = follow(here, replace(here, presence=("", "away 1:59"), whereabouts=("here", "dropped")), desk, 0)
    assert away.status == Status("news", prompt("is_away", player="Mira"))
    left = follow(here, replace(here, seated=(True, False)), desk, 0)
    assert left.status == Status("news", prompt("has_left", player="Mira"))
