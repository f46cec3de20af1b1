"""The client in a real browser: a hand is played there by keys alone, and nothing is asked of anybody else."""

import asyncio
from pathlib import Path
from typing import Final

import pytest

from tests.client.test_web import LIMIT_S, command
from tests.support.browser import Browser, browser
from tests.support.commands import BIN, surroundings

pytestmark = [pytest.mark.chromium, pytest.mark.slow]

REFLEX_S: Final = 0.4
"""A question hears no answer for 300 ms, so that nobody answers by reflex; the screen does not tell."""

OVER: Final = "Look at table"
"""What one may do only where the result of a hand is shown."""

ASKED: Final = (
    *("YOUR TURN: take", "YOUR TURN: draw", "YOUR TURN: discard", "LAY OFF: ", "LAST DISCARD: "),
    *("Can't knock: ", "KNOCK: ", "GIN: ", "Press Space again"),
)
"""What a player is asked in a hand, and is answered."""


async def play_a_hand(page: Browser) -> None:
    """Pass, draw, discard, and knock as soon as one may, until the result of the hand is shown."""
    while (asked := await page.until(*ASKED, OVER)) != OVER:
        match asked:
            case "YOUR TURN: take" | "LAST DISCARD: ":
                await page.press("p")
            case "YOUR TURN: draw":
                await page.press("d")
            case "YOUR TURN: discard":
                await page.press("k")
            case "LAY OFF: ":
                await page.press("a")
                await page.press("e")
            case "Can't knock: ":
                await page.press("End")
                await page.press(" ")
            case "Press Space again":
                await asyncio.sleep(REFLEX_S)
                await page.press(" ")
            case _:
                await asyncio.sleep(REFLEX_S)
                await page.press("Enter")


async def begin_a_quick_game(home: Path) -> None:
    """Sit down in the plain client where the computer does not pause before it moves, and leave: the game is kept."""
    process = await asyncio.create_subprocess_exec(
        *(BIN / "upcard", "solo", "--plain", "--pace", "0", "--name", "Eleni"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=surroundings(home),
    )
    assert process.stdout is not None
    async with asyncio.timeout(LIMIT_S):
        await process.stdout.readuntil(b"Your turn")
        await process.communicate(b"quit\n")
    assert process.returncode == 0


async def test_a_hand_is_played_to_its_result_in_a_browser_that_asks_for_nothing_outside(tmp_path: Path) -> None:
    await begin_a_quick_game(tmp_path)
    async with command(tmp_path) as address, browser(tmp_path / "chromium", f"{address}/") as page:
        await page.until("Play the computer")
        await page.press("b")
        await play_a_hand(page)
        host = address.removeprefix("http://")
        assert page.asked
        assert [url for url in page.asked if not url.startswith((f"http://{host}/", f"ws://{host}/", "data:"))] == []
