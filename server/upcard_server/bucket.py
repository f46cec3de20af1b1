"""A token bucket: how much may come in a second on average, with room for a burst."""


class Bucket:
    """Fills at a steady rate up to a depth; each thing that comes takes something out."""

    def __init__(self, per_second: float, seconds: float, now: float) -> None:
        """Begin full.

        Args:
            per_second: what flows in each second.
            seconds: how many seconds' worth may come at once.
            now: the time in seconds.
        """
        self._rate = per_second
        self._depth = max(1.0, per_second * seconds)
        self._level = self._depth
        self._at = now

    def take(self, amount: float, now: float) -> bool:
        """Take an amount out; False, and nothing is taken, when there is not so much."""
        self._level = min(self._depth, self._level + (now - self._at) * self._rate)
        self._at = now
        if amount > self._level:
            return False
        self._level -= amount
        return True

    def wait(self, amount: float) -> float:
        """Return after how many seconds an amount can be taken."""
        return max(0.0, (min(amount, self._depth) - self._level) / self._rate)
