"""The screens around the table at the sizes of the design, in both palettes: as text, and without overflow."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot

from tests.support.house import AT_MS
from tests.support.pictures import TextScreen
from tests.support.pretend import SERVER, Pretence, row
from upcard_client.looks.palette import Palette
from upcard_client.themes import ASCII, FELT
from upcard_client.widgets.canvas import width_of
from upcard_protocol.wire.pushes import ChatLine, PersonChanged, TableChanged
from upcard_protocol.wire.replies import PersonRow

SIZES = {"120x40": (120, 40), "100x30": (100, 30), "80x24": (80, 24), "60x20": (60, 20), "40x12": (40, 12)}

Steps = Callable[[Pretence, Pilot[Any]], Awaitable[None]]


async def connect(_pretence: Pretence, _pilot: Pilot[Any]) -> None:
    return


async def lobby(pretence: Pretence, pilot: Pilot[Any]) -> None:
    link = pretence.link
    link.let_in()
    link.hear(
        TableChanged(row(7, "Kitchen table", "Mira")),
        TableChanged(row(8, "Lunch break", "Ann", "Bob", state="playing", hand=3)),
        TableChanged(row(9, "Back room", "Alexis", private=True)),
        PersonChanged(PersonRow(user=2, name="Mira", guest=False, table=7)),
        PersonChanged(PersonRow(user=3, name="दीपिका", guest=False)),
        ChatLine(table=None, user=3, name="दीपिका", text="anyone for gin?", at_ms=AT_MS),
    )
    link.answer_looks()
    await pilot.pause()


async def newtable(pretence: Pretence, pilot: Pilot[Any]) -> None:
    await lobby(pretence, pilot)
    await pilot.press("n")


async def every_option(pretence: Pretence, pilot: Pilot[Any]) -> None:
    await newtable(pretence, pilot)
    await pilot.press("m", "up", "up")


async def keys(pretence: Pretence, pilot: Pilot[Any]) -> None:
    await lobby(pretence, pilot)
    await pilot.press("question_mark")


async def signs(pretence: Pretence, pilot: Pilot[Any]) -> None:
    await keys(pretence, pilot)
    await pilot.press("left")


async def rules(pretence: Pretence, pilot: Pilot[Any]) -> None:
    await lobby(pretence, pilot)
    await pilot.press("f3")


async def preferences(pretence: Pretence, pilot: Pilot[Any]) -> None:
    await lobby(pretence, pilot)
    await pilot.press("f2")


SCREENS: dict[str, Steps] = {
    "connect": connect,
    "lobby": lobby,
    "newtable": newtable,
    "every_option": every_option,
    "keys": keys,
    "signs": signs,
    "rules": rules,
    "preferences": preferences,
}


async def shown(home: Path, name: str, size: str, palette: Palette) -> str:
    steps = SCREENS[name]
    pretence = Pretence(home, palette=palette, address=None if steps is connect else SERVER)
    async with pretence.app.run_test(size=SIZES[size]) as pilot:
        await pilot.pause()
        await steps(pretence, pilot)
        await pilot.pause()
        return pretence.text


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCREENS)
async def test_screen_as_text(name: str, size: str, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    """Every screen at every size, for reading."""
    text = await shown(tmp_path, name, size, FELT)
    width, height = SIZES[size]
    assert all(width_of(line) <= width for line in text.splitlines())
    assert len(text.splitlines()) <= height
    assert text == snapshot(extension_class=TextScreen)


@pytest.mark.parametrize("name", [name for name in SCREENS if name != "lobby"])
async def test_the_ascii_palette_draws_nothing_else(name: str, tmp_path: Path) -> None:
    """No character above U+007E in any screen; the lobby has names of people."""
    for size in SIZES:
        text = await shown(tmp_path, name, size, ASCII)
        assert {char for char in text if char > "~"} == set(), size
