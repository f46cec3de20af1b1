"""The client in a real browser: the keys reach the game, cards are drawn, and nothing is asked of anybody else."""

from pathlib import Path

import pytest

from tests.client.test_web import command
from tests.support.browser import browser

pytestmark = [pytest.mark.chromium, pytest.mark.slow]


async def test_a_card_is_drawn_in_a_browser_that_asks_for_nothing_outside(tmp_path: Path) -> None:
    async with command(tmp_path) as address, browser(tmp_path / "chromium", f"{address}/") as page:
        await page.until("Enter takes it")
        await page.press("Enter")
        await page.until("Settings")
        await page.press("b")
        asked = ""
        while not asked.endswith("discard"):
            asked = await page.until("YOUR TURN: take", "YOUR TURN: draw", "YOUR TURN: discard")
            if asked.endswith("take"):
                await page.press("p")
            elif asked.endswith("draw"):
                await page.press("d")
        await page.press("Escape")
        await page.until("Give up this hand")
        host = address.removeprefix("http://")
        assert page.asked
        assert [url for url in page.asked if not url.startswith((f"http://{host}/", f"ws://{host}/", "data:"))] == []
