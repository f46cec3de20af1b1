"""The time as the journal and the wire tell it."""

import time


def now_ms() -> int:
    """Return milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000
