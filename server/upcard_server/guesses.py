"""Wrong guesses at a secret, by who guessed: after a few of them one has to wait, twice as long each time."""

from collections import OrderedDict
from typing import Final

from msgspec import Struct

from upcard_protocol.wire.errors import ProtocolError

LONGEST_WAIT_S: Final = 300.0
"""No wait is longer, so that a whole household is not locked out for a day."""

FORGOTTEN_S: Final = 3600.0
"""After so many seconds without another wrong guess one begins anew."""

MAX_GUESSERS: Final = 4096
"""So many are remembered; then the one that was wrong longest ago is forgotten."""


class _Tried(Struct, frozen=True):
    """What is known of a guesser."""

    wrong: int
    at: float
    until: float


class Guesses:
    """Remembers who guesses. Times are seconds by a clock that never goes back."""

    def __init__(self, tries: int, wait_s: float, refusal: str) -> None:
        """Remember nobody.

        Args:
            tries: wrong guesses before one has to wait.
            wait_s: the first wait in seconds.
            refusal: the code that whoever has to wait is told, with `seconds`.
        """
        self._refusal = refusal
        self._tries = tries
        self._wait_s = wait_s
        self._tried: OrderedDict[str, _Tried] = OrderedDict()

    def check(self, guesser: str, now: float) -> None:
        """Refuse to look at a guess while its guesser has to wait, right as it may be.

        Raises:
            ProtocolError: the refusal that it was made with.
        """
        tried = self._tried.get(guesser)
        if tried is not None and now < tried.until:
            raise ProtocolError(self._refusal, {"seconds": max(1, round(tried.until - now))})

    def wrong(self, guesser: str, now: float) -> None:
        """Note a wrong guess."""
        before = self._tried.pop(guesser, None)
        wrong = 1 if before is None or now - before.at > FORGOTTEN_S else before.wrong + 1
        over = wrong - self._tries
        # Beyond so many doublings every wait is the longest.
        wait = 0.0 if over < 0 else min(LONGEST_WAIT_S, self._wait_s * 2.0 ** min(over, 60))
        self._tried[guesser] = _Tried(wrong, now, now + wait)
        if len(self._tried) > MAX_GUESSERS:
            self._tried.popitem(last=False)

    def right(self, guesser: str) -> None:
        """Note that the secret is known."""
        self._tried.pop(guesser, None)
