"""Running out of file descriptors: said to whoever comes, and survived."""

import errno
import os

import pytest
import trio
import trio.testing

from upcard_protocol.wire import client_session
from upcard_protocol.wire.handshake import Bye, Hello
from upcard_server.listening import Roomy, listen, port_of

LIMIT_S = 30.0


class Exhausted(trio.abc.Listener[trio.SocketStream]):
    """A listener that finds no file descriptor at times, as the system would say it."""

    def __init__(self, listener: trio.SocketListener) -> None:
        """Listen by way of a real one."""
        self.listener = listener
        self.failures = 0
        self.number = errno.EMFILE

    async def accept(self) -> trio.SocketStream:
        """Fail, or accept."""
        if self.failures:
            self.failures -= 1
            raise OSError(self.number, os.strerror(self.number))
        return await self.listener.accept()

    async def aclose(self) -> None:
        """Listen no more."""
        await self.listener.aclose()


async def opened() -> tuple[Exhausted, int]:
    (listener,) = await listen("127.0.0.1", 0)
    return Exhausted(listener), port_of([listener])


async def test_whoever_finds_no_file_descriptor_is_told_that_the_server_is_full() -> None:
    inner, port = await opened()
    inner.failures = 1
    roomy = Roomy(inner)
    with trio.fail_after(LIMIT_S):
        async with trio.open_nursery() as nursery:
            accepted: list[trio.SocketStream] = []

            async def accept() -> None:
                accepted.append(await roomy.accept())

            nursery.start_soon(accept)
            session = client_session()
            async with await trio.open_tcp_stream("127.0.0.1", port) as one_too_many:
                await one_too_many.send_all(session.send(Hello()))
                heard = b""
                while more := await one_too_many.receive_some():
                    heard += bytes(more)
            session.feed(heard)
            bye = session.next_event()
            assert isinstance(bye, Bye)
            assert bye.code == "full"
            async with await trio.open_tcp_stream("127.0.0.1", port):
                pass
        assert len(accepted) == 1, "the next one is let in"
    await accepted[0].aclose()
    await roomy.aclose()


async def test_a_listener_that_cannot_even_turn_away_waits_and_goes_on(
    autojump_clock: trio.testing.MockClock,
) -> None:
    inner, _ = await opened()
    roomy = Roomy(inner)
    # Accepting fails in spite of the spare descriptor, again and again.
    inner.failures = 7
    inner.number = errno.ENFILE
    with trio.move_on_after(LIMIT_S):
        await roomy.accept()
    assert inner.failures == 0
    await roomy.aclose()


async def test_another_error_of_a_listener_is_nobody_elses_business() -> None:
    inner, _ = await opened()
    roomy = Roomy(inner)
    inner.failures, inner.number = 1, errno.EBADF
    with pytest.raises(OSError, match=os.strerror(errno.EBADF)):
        await roomy.accept()
    await roomy.aclose()
