"""A score sheet in a small window: no remark ends in its middle, and a sign says which hands are shown."""

import re

import pytest
from msgspec.structs import replace

from tests.support import rummy_screens, screens
from upcard_client.cardtable import sheetrows
from upcard_client.themes import FELT
from upcard_client.widgets.frame import line_text
from upcard_client.widgets.sizes import rows

SIZES = ((120, 40), (80, 24), (60, 20), (60, 18), (46, 20), (40, 12))


def test_a_remark_is_shown_whole_or_not_at_all() -> None:
    remarks = ("You need 49 more points.", "Gin is worth 25 plus the deadwood; an undercut 25 plus the difference.")
    for room in range(6):
        said = " ".join(line_text(row, FELT).strip() for row in sheetrows.whole(remarks, 38, room, FELT))
        assert said in ("", remarks[0], " ".join(remarks))
    assert len(sheetrows.whole(remarks, 38, 5, FELT)) == 3


def test_the_last_hands_are_shown_until_one_scrolls_back() -> None:
    assert sheetrows.shown(9, 4, 0) == range(5, 9)
    assert sheetrows.shown(9, 4, 3) == range(2, 6)
    assert sheetrows.shown(9, 4, 50) == range(4)
    assert sheetrows.shown(2, 4, 1) == range(2)
    assert sheetrows.shown(2, 0, 0) == range(1, 2)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scene", ["result", "over", "hollywood", "partners", "threesettled", "oklahoma"])
def test_no_score_sheet_of_gin_ends_in_the_middle_of_a_sentence(scene: str, size: tuple[int, int]) -> None:
    player = screens.Player(scene).press("score")
    sheet, said = player.scene.sheet, " ".join(player.text(*size).split())
    assert sheet is not None
    for remark in sheet.remarks:
        begins = " ".join(remark.split()[:2])
        assert remark in said or begins not in said


def test_up_and_down_lead_to_the_hands_that_have_no_room() -> None:
    player = screens.Player("result").press("score")
    assert rows(40, 12) is not None
    assert "3-3 of 3 ↑/↓" in player.text(40, 12)
    assert "2-2 of 3 ↑/↓" in player.press("up").text(40, 12)
    assert "1-1 of 3 ↑/↓" in player.press("up", "up", "up").text(40, 12)
    assert "3-3 of 3 ↑/↓" in player.press("down", "down").text(40, 12)
    assert not re.search(r"\d-\d of", player.text(80, 24))


def test_a_sheet_of_rummy_scrolls_too() -> None:
    player = rummy_screens.Player("rummyresult")
    sheet = player.stage.match.sheet
    many = replace(
        player.stage.match, sheet=replace(sheet, rows=tuple(replace(sheet.rows[0], hand=n) for n in range(1, 31)))
    )
    player.stage = replace(player.stage, match=many)
    text = player.press("score").text()
    assert re.search(r" \d+-30 of 30 ↑/↓ ", text)
    assert re.search(r" \d+-29 of 30 ↑/↓ ", player.press("up").text())
