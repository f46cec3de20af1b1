"""Wrong passwords, by the address that they came from: after a few it has to wait, twice as long each time."""

from collections import OrderedDict
from typing import Final

from msgspec import Struct

from upcard_protocol.wire.errors import ProtocolError

LONGEST_WAIT_S: Final = 300.0
"""No wait is longer, so that a whole household is not locked out for a day."""

FORGOTTEN_S: Final = 3600.0
"""After so many seconds without another wrong password an address begins anew."""

MAX_ADDRESSES: Final = 4096
"""So many addresses are remembered; then the one that was wrong longest ago is forgotten."""


class _Tried(Struct, frozen=True):
    """What is known of an address."""

    wrong: int
    at: float
    until: float


class Guesses:
    """Remembers who guesses. Times are seconds by a clock that never goes back."""

    def __init__(self, tries: int, wait_s: float) -> None:
        """Remember nobody.

        Args:
            tries: wrong passwords from one address before it has to wait.
            wait_s: the first wait in seconds.
        """
        self._tries = tries
        self._wait_s = wait_s
        self._tried: OrderedDict[str, _Tried] = OrderedDict()

    def check(self, address: str, now: float) -> None:
        """Refuse to look at a password while its address has to wait, right as it may be.

        Raises:
            ProtocolError: `password_wait`.
        """
        tried = self._tried.get(address)
        if tried is not None and now < tried.until:
            raise ProtocolError("password_wait", {"seconds": max(1, round(tried.until - now))})

    def wrong(self, address: str, now: float) -> None:
        """Note a wrong password."""
        before = self._tried.pop(address, None)
        wrong = 1 if before is None or now - before.at > FORGOTTEN_S else before.wrong + 1
        over = wrong - self._tries
        # Beyond so many doublings every wait is the longest.
        wait = 0.0 if over < 0 else min(LONGEST_WAIT_S, self._wait_s * 2.0 ** min(over, 60))
        self._tried[address] = _Tried(wrong, now, now + wait)
        if len(self._tried) > MAX_ADDRESSES:
            self._tried.popitem(last=False)

    def right(self, address: str) -> None:
        """Note the right password."""
        self._tried.pop(address, None)
