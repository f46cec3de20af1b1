"""Hindi in a real terminal, whose own widths are asked for before anything is drawn."""

from pathlib import Path

import pytest

from tests.support.commands import BIN, surroundings
from tests.support.terminal import terminal
from tests.support.widths import drawn

pytestmark = pytest.mark.tmux


async def test_the_side_pane_stands_straight_and_the_bar_keeps_its_clock_and_every_mark(tmp_path: Path) -> None:
    command = [str(BIN / "upcard"), "--lang", "hi", "--scene", "knockable", "--freeze"]
    async with terminal(tmp_path, command, surroundings(tmp_path)) as window:
        rows = (await window.until("मेनू")).splitlines()
        assert {drawn(row.partition("│")[0]) for row in rows[1:13]} == {53}
        await window.press("k")
        bar = (await window.until("फेंककर?")).splitlines()[13]
        assert bar.startswith(" ► नॉक: फेंकने का पत्ता चुनें  ")
        assert bar.endswith(" 0:37")
        assert drawn(bar) == 79
