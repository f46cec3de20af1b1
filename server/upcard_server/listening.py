"""Listening sockets, and what happens when the process has no file descriptor left for the next connection."""

import errno
import logging
import os
from collections.abc import Sequence
from typing import Final

import trio

from upcard_protocol.wire import server_session
from upcard_protocol.wire.errors import ProtocolError
from upcard_server.config import ConfigError

logger = logging.getLogger(__name__)

EXHAUSTED: Final = (errno.EMFILE, errno.ENFILE)
"""The process, or the system, has as many files open as it may."""

ANSWER_S: Final = 0.2
"""A peer that is turned away for want of a file descriptor has this long to say its hello."""


async def listen(host: str | None, port: int) -> list[trio.SocketListener]:
    """Open the listening sockets: one port on every interface, or on one host.

    Raises:
        ConfigError: if the port is in use, or the host is none of this machine's.
    """
    try:
        if host is not None or port != 0:
            return await trio.open_tcp_listeners(port, host=host)
        # Each family would pick a port of its own: let IPv4 pick, and IPv6 take the same where it can.
        listeners = await trio.open_tcp_listeners(0, host="0.0.0.0")
        try:
            listeners += await trio.open_tcp_listeners(port_of(listeners), host="::")
        except OSError:
            logger.debug("no IPv6 on the port that IPv4 picked")
        return listeners
    except OSError as error:
        where = f"port {port}" if host is None else f"{host} port {port}"
        if error.errno == errno.EADDRINUSE:
            raise ConfigError(
                f"Something else uses {where}, perhaps a game of your own against the computer:"
                " stop it, or choose another with --port."
            ) from error
        raise ConfigError(f"Cannot listen on {where}: {error.strerror or error}.") from error


def port_of(listeners: Sequence[trio.SocketListener]) -> int:
    """Return the port that listeners share."""
    return int(listeners[0].socket.getsockname()[1])


class Roomy(trio.abc.Listener[trio.SocketStream]):
    """A listener that keeps one file descriptor free, to say that the server is full when there is no other.

    Without it nobody could be told: connections would wait in the system's queue until their patience ends.
    """

    def __init__(self, listener: trio.abc.Listener[trio.SocketStream]) -> None:
        """Listen by way of another listener, which is closed with this one."""
        self._listener = listener
        self._spare: int | None = _nothing()

    async def accept(self) -> trio.SocketStream:
        """Return the next connection that there is a file descriptor for; turn away the others."""
        while True:
            try:
                return await self._listener.accept()
            except OSError as error:
                if error.errno not in EXHAUSTED:
                    raise
                await self._turn_away(error)

    async def _turn_away(self, error: OSError) -> None:
        if self._spare is None:
            self._spare = _nothing()
        if self._spare is None:
            # Not even the spare one: the one place where there is nothing but to wait.
            await trio.sleep(ANSWER_S)
            return
        logger.warning("a connection was turned away: %s", error.strerror)
        os.close(self._spare)
        self._spare = None
        try:
            with trio.move_on_after(ANSWER_S):
                async with await self._listener.accept() as stream:
                    await stream.send_all(server_session().farewell(ProtocolError("full")))
                    # What was not read when the line is closed would take the answer back.
                    await stream.receive_some(1024)
        except (OSError, trio.BrokenResourceError) as broken:
            logger.debug("it left by itself: %s", broken)
        self._spare = _nothing()

    async def aclose(self) -> None:
        """Listen no more."""
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None
        await self._listener.aclose()


def _nothing() -> int | None:
    """Open a file that costs nothing but its descriptor; None where there is none left."""
    try:
        return os.open(os.devnull, os.O_RDONLY)
    except OSError:
        return None
