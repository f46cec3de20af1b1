"""What the client's tests share: what a pilot waits for after a key."""

import asyncio
from typing import Final

import pytest
import textual.app
import textual.pilot

TIMERS_S: Final = 0.02
"""Longer than Textual waits before it paints, or takes a new size of the window."""
ROUNDS: Final = 100
"""How often everything that has something to do is let do it: a key, the screen it opens, and its first picture take
some twenty."""


async def everything_done(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Return once whatever a key has set in motion is done, however long that takes.

    Textual's own waits until the process uses little time, which is also so while a busy machine gives it none.
    """
    del min_sleep, max_sleep
    await asyncio.sleep(TIMERS_S)
    for _ in range(ROUNDS):
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def pilots_wait_for_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have pilots wait until everything is done."""
    monkeypatch.setattr(textual.app, "wait_for_idle", everything_done)
    monkeypatch.setattr(textual.pilot, "wait_for_idle", everything_done)
