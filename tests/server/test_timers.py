"""Timers: one for each key, and none that is done twice or too late."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import trio
import trio.testing

from upcard_server.timers import Job, Timers


class Bell:
    """Writes down when it rings."""

    def __init__(self) -> None:
        self.rung: list[tuple[str, float]] = []
        self.began = trio.current_time()

    def ring(self, name: str) -> Job:
        async def job() -> None:
            self.rung.append((name, trio.current_time() - self.began))

        return job


@asynccontextmanager
async def clockwork() -> AsyncGenerator[tuple[Timers, Bell, list[Job]]]:
    due: list[Job] = []
    async with trio.open_nursery() as nursery:
        yield Timers(nursery, due.append), Bell(), due
        nursery.cancel_scope.cancel()


async def do_all(due: list[Job]) -> None:
    for job in due:
        await job()
    due.clear()


async def test_a_job_is_due_when_its_time_has_come(autojump_clock: trio.abc.Clock) -> None:
    async with clockwork() as (timers, bell, due):
        timers.set("tea", 5, bell.ring("tea"))
        await trio.sleep(4)
        assert due == []
        await trio.sleep(2)
        await do_all(due)
        assert bell.rung == [("tea", 6)]
        assert len(timers) == 0


async def test_a_timer_set_again_replaces_the_first(autojump_clock: trio.abc.Clock) -> None:
    async with clockwork() as (timers, bell, due):
        before = trio.lowlevel.current_statistics().tasks_living
        for n in range(100):
            timers.set("tea", 5, bell.ring(f"tea {n}"))
            timers.set("egg", 5, bell.ring(f"egg {n}"))
        await trio.testing.wait_all_tasks_blocked()
        assert trio.lowlevel.current_statistics().tasks_living == before + 2
        await trio.sleep(6)
        await do_all(due)
        assert sorted(name for name, _ in bell.rung) == ["egg 99", "tea 99"]


async def test_what_is_cancelled_between_being_due_and_being_done_is_not_done(autojump_clock: trio.abc.Clock) -> None:
    async with clockwork() as (timers, bell, due):
        timers.set("tea", 5, bell.ring("tea"))
        timers.set("egg", 5, bell.ring("egg"))
        await trio.sleep(6)
        assert len(due) == 2
        timers.cancel("tea")
        timers.cancel("nothing")
        await do_all(due)
        assert [name for name, _ in bell.rung] == ["egg"]


async def test_a_job_may_set_its_own_timer_again(autojump_clock: trio.abc.Clock) -> None:
    async with clockwork() as (timers, bell, due):

        async def again() -> None:
            await bell.ring("tea")()
            timers.set("tea", 5, again)

        timers.set("tea", 5, again)
        for _ in range(3):
            await trio.sleep(5)
            await trio.testing.wait_all_tasks_blocked()
            await do_all(due)
        assert len(bell.rung) == 3
        assert len(timers) == 1
