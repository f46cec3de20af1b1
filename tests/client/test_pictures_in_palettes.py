"""The screens in all five palettes and the table at all its sizes, as pictures: for the eye, where colour matters."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.support import rummy_screens
from tests.support.pictures import SvgScreen, svg
from tests.support.screen_walk import walk
from tests.support.screens import Player
from upcard_client.themes import ASCII, FELT, PALETTES

SIZES = {
    "120x40": (120, 40),
    "100x30": (100, 30),
    "80x24": (80, 24),
    "60x20": (60, 20),
    "46x20": (46, 20),
    "40x12": (40, 12),
}
KEYS: dict[str, tuple[str, ...]] = {
    "draw": (),
    "discard": ("first", "discard"),
    "knockable": ("knock",),
    "layoff": (),
    "result": (),
    "lost": ("draw",),
}
"""Scenes of the table, and what is pressed there."""
SCREENS = ("connect", "lobby", "newtable", "keys", "preferences")


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("scene", KEYS)
def test_table_in_a_palette(palette: str, scene: str, snapshot: SnapshotAssertion) -> None:
    player = Player(scene, PALETTES[palette]).press(*KEYS[scene])
    assert svg(player.picture().canvas, player.palette) == snapshot(extension_class=SvgScreen)


@pytest.mark.parametrize("palette", PALETTES)
def test_rummy_in_a_palette(palette: str, snapshot: SnapshotAssertion) -> None:
    player = rummy_screens.Player("rummy", PALETTES[palette]).choose("7d")
    assert svg(player.picture().canvas, player.palette) == snapshot(extension_class=SvgScreen)


@pytest.mark.parametrize("palette", PALETTES)
async def test_screens_in_a_palette(palette: str, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    async with walk(tmp_path, PALETTES[palette]) as seen:
        async for name in seen.everywhere():
            if name in SCREENS:
                picture = svg(seen.canvas(PALETTES[palette]), PALETTES[palette])
                assert picture == snapshot(name=name, extension_class=SvgScreen)


@pytest.mark.parametrize("size", SIZES)
def test_table_at_a_size(size: str, snapshot: SnapshotAssertion) -> None:
    canvas = Player("discard", FELT).picture(*SIZES[size]).canvas
    assert svg(canvas) == snapshot(extension_class=SvgScreen)


def test_table_in_ascii(snapshot: SnapshotAssertion) -> None:
    assert svg(Player("discard", ASCII).picture().canvas, ASCII) == snapshot(extension_class=SvgScreen)
