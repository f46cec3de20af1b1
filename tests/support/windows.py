"""Windows of another size, for tests of the full screen."""

import asyncio
from typing import Any, Final

from textual.pilot import Pilot

LIMIT_S: Final = 30.0
"""A size that is not there by then does not come."""


async def resize(pilot: Pilot[Any], columns: int, rows: int) -> None:
    """Give the window another size, and return once the screen has it: Textual gathers sizes for a moment first."""
    await pilot.resize_terminal(columns, rows)
    async with asyncio.timeout(LIMIT_S):
        while pilot.app.screen.size != (columns, rows):
            await pilot.pause()
    await pilot.pause()
