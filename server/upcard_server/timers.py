"""Timers: what is to be done after a while, unless something comes in between."""

from collections.abc import Awaitable, Callable, Hashable

import trio

Job = Callable[[], Awaitable[None]]


class Timers:
    """At most one timer for each key; what is due is handed over, never done here."""

    def __init__(self, nursery: trio.Nursery, due: Callable[[Job], None]) -> None:
        """Let timers sleep in a nursery.

        Args:
            nursery: where they sleep; when it ends, so do they.
            due: takes the job of a timer that has run out.
        """
        self._nursery = nursery
        self._due = due
        self._set: dict[Hashable, trio.CancelScope] = {}

    def set(self, key: Hashable, seconds: float, job: Job) -> None:
        """Have a job done after some seconds, in place of what was set for the key."""
        self.cancel(key)
        scope = self._set[key] = trio.CancelScope()
        self._nursery.start_soon(self._sleep, key, scope, seconds, job)

    def cancel(self, key: Hashable) -> None:
        """Forget what was set for a key, also when it has run out but was not done yet."""
        scope = self._set.pop(key, None)
        if scope is not None:
            scope.cancel()

    def __len__(self) -> int:
        """Count what is set."""
        return len(self._set)

    async def _sleep(self, key: Hashable, scope: trio.CancelScope, seconds: float, job: Job) -> None:
        async def unless_cancelled() -> None:
            if self._set.get(key) is scope:
                del self._set[key]
                await job()

        with scope:
            await trio.sleep(seconds)
            self._due(unless_cancelled)
