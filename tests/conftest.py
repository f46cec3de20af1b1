"""What every test shares: its event loop, how hard Hypothesis tries, and what to do without a terminal."""

from __future__ import annotations

import inspect
import os
import shutil
import time
from pathlib import Path

import hypothesis
import pytest

TESTS = Path(__file__).parent
EVENT_LOOPS = {"protocol": "trio", "server": "trio", "e2e": "trio", "client": "asyncio"}
"""The loop that coroutine tests of a folder run on: Textual needs asyncio, everything else is trio."""

# Times are shown as those of the place where somebody is: for the tests that is the same place everywhere.
os.environ["TZ"] = "UTC"
if hasattr(time, "tzset"):
    time.tzset()

hypothesis.settings.register_profile("default", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Module | pytest.Class, name: str, obj: object) -> None:
    """Mark a coroutine test with its folder's event loop.

    pytest-trio and pytest-asyncio look for their marks when a test becomes an item, so it is marked just
    before. Their own automatic modes would each claim every coroutine.
    """
    function = getattr(obj, "__func__", obj)
    if not collector.istestfunction(obj, name) or not is_coroutine_test(function):
        return
    folder = collector.path.relative_to(TESTS).parts[0]
    if folder in EVENT_LOOPS:
        getattr(pytest.mark, EVENT_LOOPS[folder])(function)


def is_coroutine_test(function: object) -> bool:
    """Return whether a test is a coroutine function, also underneath Hypothesis' `given`."""
    inner = getattr(getattr(function, "hypothesis", None), "inner_test", function)
    return inspect.iscoroutinefunction(inner)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what drives a real terminal or browser where there is none to drive."""
    for driven in ("tmux", "chromium"):
        if item.get_closest_marker(driven) and shutil.which(driven) is None:
            pytest.skip(f"{driven} is not installed")
