"""The pictures of the documents show the client as it is: what stands in them is what is painted now."""

import re
from html import unescape
from pathlib import Path

import pytest

from tests.support import rummy_screens
from tests.support.screens import Player

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
CELL = 12.2
"""How wide a cell is in a picture."""

SCREENS = {
    "table": Player("discard").text(),
    "layoff": Player("layoff").text(),
    "result": Player("result").text(),
    "wide": Player("draw").text(120, 40),
    "rummy": rummy_screens.Player("rummy").press("card4").text(),
    "rummy-result": rummy_screens.Player("rummyresult").text(),
}

_PIECE = re.compile(r'<text class="[\w-]+" x="([\d.]+)"[^>]*url\(#[\w-]+-line-(\d+)\)">([^<]*)</text>')


def text_of(picture: Path) -> str:
    """Return what can be read in a picture, line by line."""
    rows: dict[int, str] = {}
    for x, row, piece in _PIECE.findall(picture.read_text(encoding="utf-8")):
        before = rows.get(int(row), "").ljust(round(float(x) / CELL))
        rows[int(row)] = before + unescape(piece).replace("\xa0", " ").rstrip("\n")
    return "\n".join(rows.get(row, "").rstrip() for row in range(max(rows) + 1))


def test_every_picture_is_known_here() -> None:
    assert {picture.stem for picture in PICTURES.glob("*.svg")} == set(SCREENS)


@pytest.mark.parametrize("name", SCREENS)
def test_a_picture_shows_what_is_painted_now(name: str) -> None:
    painted = "\n".join(line.rstrip() for line in SCREENS[name].splitlines())
    assert text_of(PICTURES / f"{name}.svg").rstrip("\n") == painted.rstrip("\n"), "scripts/pictures draws it anew"
