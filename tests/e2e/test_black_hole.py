"""Lines that died without a word: whoever comes back has the seat at once, and the old line harms nobody."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio

from tests.support.premises import GIN, QUICK, asked, open_table
from tests.support.server_process import ServerProcess, server_process
from tests.support.visitor import Visitor
from upcard_protocol import table as tables
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.pushes import Happened
from upcard_protocol.wire.replies import Acted

LIMIT_S = 120.0
AT_ONCE_S = 60.0
"""Far less than the silence after which this server takes a line for lost, and enough for a busy machine."""
CHUNK = 64 * 1024


class Hole:
    """A relay to the server that can fall silent: both ends stay open, and nothing passes any more."""

    def __init__(self, near: trio.SocketStream, far: trio.SocketStream, nursery: trio.Nursery) -> None:
        """Relay between two streams."""
        self._far = far
        self._passing = trio.CancelScope()
        nursery.start_soon(self._relay, near, far)

    async def _relay(self, near: trio.SocketStream, far: trio.SocketStream) -> None:
        with self._passing:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_pump, near, far)
                nursery.start_soon(_pump, far, near)

    def fall_silent(self) -> None:
        """Let nothing through any more, neither bytes nor the news that there will be none."""
        self._passing.cancel()

    async def break_at_last(self) -> None:
        """Let the server hear that the line is gone."""
        await trio.aclose_forcefully(self._far)


async def _pump(source: trio.SocketStream, sink: trio.SocketStream) -> None:
    while data := await source.receive_some(CHUNK):
        await sink.send_all(data)


@asynccontextmanager
async def through_a_hole(server: ServerProcess, name: str) -> AsyncGenerator[tuple[Visitor, Hole]]:
    """Let somebody come to the server over a line that can fall silent."""
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener, trio.open_nursery() as nursery:
        ours = await trio.open_tcp_stream("127.0.0.1", listener.socket.getsockname()[1])
        near, far = await listener.accept(), await trio.open_tcp_stream("127.0.0.1", server.port)
        async with ours, near, far:
            hole, visitor = Hole(near, far, nursery), Visitor(ours)
            await visitor.log_in(name)
            yield visitor, hole
            nursery.cancel_scope.cancel()


async def seated(one: Visitor, two: Visitor) -> int:
    """Return a table where two people have their first hand."""
    number = await open_table(one, QUICK, GIN)
    await two.get(ask.TakeSeat, table=number)
    for person in (one, two):
        await person.get(ask.Ready, table=number)
    for person in (one, two):
        while person.seen[number].view.match is None or not _dealt(person, number):
            await person.hear()
    return number


def _dealt(visitor: Visitor, number: int) -> bool:
    return bool(visitor.seen[number].match.boards)


def presence(visitor: Visitor, number: int) -> list[str]:
    return [chair.presence for chair in visitor.seen[number].view.chairs]


def events(visitor: Visitor, kind: type) -> list[object]:
    return [heard.event for heard in visitor.heard if isinstance(heard, Happened) and isinstance(heard.event, kind)]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncGenerator[ServerProcess]:
    """A real server, ended after the test."""
    with trio.fail_after(LIMIT_S):
        async with server_process(tmp_path) as process:
            yield process
            assert process.complaints == ""


async def test_whoever_comes_back_while_the_old_line_hangs_has_the_seat_at_once(server: ServerProcess) -> None:
    async with through_a_hole(server, "Eleni") as (old, hole):
        two = await server.enter("Mira")
        number = await seated(old, two)
        hole.fall_silent()
        with trio.fail_after(AT_ONCE_S):
            again = await server.enter(token=old.me.token)
            assert [held.table for held in again.me.seats] == [number]
            again.seen = old.seen
            await again.get(ask.Resume, table=number, n=old.seen[number].n)
            first = asked(number, again, two)
            assert isinstance(await first.act(number, act.PASS), Acted)
            await two.event(ev.Passed, number)
        assert presence(two, number) == ["here", "here"]
        assert events(two, tables.Dropped) == []


async def test_the_end_of_the_old_line_that_is_heard_late_unseats_nobody(server: ServerProcess) -> None:
    async with through_a_hole(server, "Eleni") as (old, hole):
        two = await server.enter("Mira")
        number = await seated(old, two)
        hole.fall_silent()
        again = await server.enter(token=old.me.token)
        again.seen = old.seen
        await again.get(ask.Resume, table=number, n=old.seen[number].n)
        await hole.break_at_last()
        first = asked(number, again, two)
        assert isinstance(await first.act(number, act.PASS), Acted)
        await two.up_to_now()
        assert presence(two, number) == ["here", "here"]
        assert events(two, tables.Dropped) == []


async def test_of_two_who_act_with_one_token_the_second_plays_and_the_first_is_sent_away(
    server: ServerProcess,
) -> None:
    one, two = await server.enter("Eleni"), await server.enter("Mira")
    number = await seated(one, two)
    first = asked(number, one, two)
    other = two if first is one else one
    again = await server.enter(token=first.me.token)
    again.seen = dict(first.seen)
    await again.get(ask.Resume, table=number, n=first.seen[number].n)
    same = again.next_act(number, act.PASS)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(_say_into_the_void, first, same))
        assert isinstance(await again.send_act(same), Acted)
    assert (await first.bye()).code == "superseded"
    await other.event(ev.Passed, number)
    await other.up_to_now()
    assert len(events(other, ev.Passed)) == 1


async def _say_into_the_void(visitor: Visitor, request: ask.Act) -> None:
    """Say something on a line that the server has closed, or is about to."""
    try:
        await visitor.say(request)
    except trio.BrokenResourceError:
        return
