"""The outbox over a real socket: at once while the peer reads, kept in order while it does not."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import trio
import trio.testing

from upcard_server.outbox import OUTBOX_BYTES, Outbox

LIMIT_S = 20.0
CHUNK = 4096


@asynccontextmanager
async def line() -> AsyncGenerator[tuple[trio.SocketStream, trio.SocketStream, trio.Nursery]]:
    """Yield both ends of a TCP connection, and a nursery for what drains."""
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    with trio.fail_after(LIMIT_S):
        theirs = await trio.open_tcp_stream("127.0.0.1", listener.socket.getsockname()[1])
        async with listener, theirs, await listener.accept() as ours, trio.open_nursery() as nursery:
            yield ours, theirs, nursery


async def received(stream: trio.SocketStream, length: int) -> bytes:
    heard = bytearray()
    while len(heard) < length:
        heard += await stream.receive_some()
    return bytes(heard)


def numbered(number: int) -> bytes:
    return number.to_bytes(4, "big") * (CHUNK // 4)


async def test_while_the_peer_reads_no_task_is_needed() -> None:
    async with line() as (ours, theirs, nursery):
        outbox = Outbox(ours, nursery, lambda _: None)
        for number in range(10):
            outbox.put(numbered(number))
            assert (outbox.unread, len(nursery.child_tasks)) == (0, 0)
        assert await received(theirs, 10 * CHUNK) == b"".join(map(numbered, range(10)))


async def test_what_the_socket_does_not_take_is_kept_in_order_and_its_end_is_told() -> None:
    async with line() as (ours, theirs, nursery):
        outbox, read = Outbox(ours, nursery, lambda _: None), trio.Event()
        sent = 0
        while outbox.unread < 2 * CHUNK:
            outbox.put(numbered(sent))
            sent += 1
        assert len(nursery.child_tasks) == 1
        outbox.when_read(read.set)
        assert not read.is_set()
        heard = await received(theirs, sent * CHUNK)
        await read.wait()
        assert heard == b"".join(map(numbered, range(sent)))
        outbox.put(b"and on")
        assert outbox.unread == 0
        assert await received(theirs, 6) == b"and on"


async def test_a_peer_that_leaves_too_much_unread_is_cut_and_one_that_is_gone_is_known_to_be() -> None:
    async with line() as (ours, theirs, nursery):
        codes: list[str] = []
        cut = trio.Event()

        def note(code: str) -> None:
            codes.append(code)
            cut.set()

        outbox = Outbox(ours, nursery, note)
        while not codes:
            outbox.put(bytes(CHUNK))
        assert (codes, outbox.unread > OUTBOX_BYTES) == (["slow"], True)
        cut = trio.Event()
        await trio.aclose_forcefully(theirs)
        await cut.wait()
        assert codes[-1] == "leaving"
        await outbox.sent()


async def test_the_last_words_wait_for_no_longer_than_they_may(autojump_clock: trio.testing.MockClock) -> None:
    ours, theirs = trio.testing.lockstep_stream_pair()
    async with trio.open_nursery() as nursery:
        outbox = Outbox(ours, nursery, lambda _: None)
        began = trio.current_time()
        outbox.put(b"never read")
        outbox.finish(b"bye", 2.0)
        await outbox.sent()
        assert trio.current_time() - began == 2.0
    await theirs.aclose()
