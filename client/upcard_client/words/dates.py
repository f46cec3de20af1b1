"""Days and times as people read them: in their own time, in the order of their language."""

from datetime import datetime
from typing import Final

from upcard_client.locale import tr

_LATEST_MS: Final = 253_402_000_000_000
"""Files may say what they like: later times are those of no calendar."""


def day(ms: int) -> str:
    """Return the day of a time, given in milliseconds since 1970."""
    when = _local(ms)
    return tr("{year}-{month}-{day}", year=f"{when:%Y}", month=f"{when:%m}", day=f"{when:%d}")


def day_and_time(ms: int) -> str:
    """Return the day and the minute of a time, given in milliseconds since 1970."""
    when = _local(ms)
    return tr("{day} {hour}:{minute}", day=day(ms), hour=f"{when:%H}", minute=f"{when:%M}")


def time_of_day(ms: int) -> str:
    """Return the second of the day, of a time given in milliseconds since 1970."""
    when = _local(ms)
    return tr("{hour}:{minute}:{second}", hour=f"{when:%H}", minute=f"{when:%M}", second=f"{when:%S}")


def _local(ms: int) -> datetime:
    return datetime.fromtimestamp(min(ms, _LATEST_MS) / 1000).astimezone()
