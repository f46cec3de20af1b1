"""Days and times as people read them."""

import time
from collections.abc import Generator

import pytest

from tests.support.languages import speaking
from upcard_client.words.dates import day, day_and_time, time_of_day

AT_MS = 1_772_393_405_000
"""2026-03-01 19:30:05 UTC."""


@pytest.fixture
def in_athens(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Be two hours east of Greenwich."""
    monkeypatch.setenv("TZ", "EET-2")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the place cannot be set here")
@pytest.mark.usefixtures("in_athens")
def test_times_are_those_of_the_place_where_somebody_is() -> None:
    assert day_and_time(AT_MS) == "2026-03-01 21:30"
    assert time_of_day(AT_MS) == "21:30:05"
    assert day(AT_MS + 3 * 3_600_000) == "2026-03-02"


def test_a_time_that_no_calendar_has_is_shown_all_the_same() -> None:
    assert day(2**62).startswith("9999-12-2")


def test_the_order_of_a_day_is_the_languages() -> None:
    with speaking("strange"):
        assert day(AT_MS) == "2026-03-01"
