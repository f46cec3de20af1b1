"""Seeds that are no secret, so that a developer, or a test, sees the same deals in every run.

Whoever knows the number knows every card before it is dealt. So a server takes such seeds only where nobody else can
reach it, and a client only for a server of its own.
"""

from collections.abc import Callable
from hashlib import sha256
from itertools import count


def rehearsed(number: int) -> Callable[[], bytes]:
    """Return what makes one seed of 32 bytes after the other; the same ones for the same number."""
    places = count()
    return lambda: sha256(f"upcard rehearsal 1/{number}/{next(places)}".encode()).digest()
