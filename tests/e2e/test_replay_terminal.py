"""A kept match on the whole screen of a real terminal, by the keys alone."""

from pathlib import Path

import pytest

from tests.support.commands import BIN, surroundings
from tests.support.records import played
from tests.support.terminal import terminal
from upcard_protocol.rules.notation import write

pytestmark = pytest.mark.tmux


async def test_a_match_is_stepped_through_and_left(tmp_path: Path) -> None:
    file = tmp_path / "game.upcard"
    file.write_text(write(played()), encoding="utf-8")
    async with terminal(tmp_path, [str(BIN / "upcard"), "replay", str(file)], surroundings(tmp_path)) as window:
        screen = await window.until(lambda seen: ": step 1 of " in seen)
        assert "Replay · Ann - Ben · hand 1" in screen
        assert "╱╱ ╱╱" not in screen
        await window.press("Right", "Right")
        await window.until(lambda seen: ": step 3 of " in seen)
        await window.press("PageDown")
        await window.until(lambda seen: "► Hand 2 of " in seen)
        await window.press("End", "Enter")
        await window.until(lambda seen: "O Score sheet" in seen)
        await window.press("o")
        await window.until(lambda seen: seen.startswith(" Score sheet"))
        await window.press("x")
        await window.until(lambda seen: "The score sheet is in" in seen)
