"""The server as a whole: journal, hall and listeners, from start to stop."""

import errno
import logging
import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from typing import cast

import trio

from upcard_protocol.wire.advert import Advert
from upcard_protocol.wire.errors import ProtocolError
from upcard_server.addresses import announced_address, reachable_address, written
from upcard_server.config import Config, ConfigError, read_password
from upcard_server.connection import Connection
from upcard_server.discovery import announce
from upcard_server.door import Door, open_door
from upcard_server.hall import Hall
from upcard_server.journal import open_journal
from upcard_server.tls import encrypted, server_context

logger = logging.getLogger(__name__)


async def serve(config: Config, task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED) -> None:
    """Run a server until it is told to stop; reports its port once it listens.

    Raises:
        ConfigError: if something on the command line cannot be used.
        DataDirError: if the data directory cannot be used.
        JournalError: if the journal failed while running, perhaps inside an exception group.
    """
    password = None if config.password_file is None else read_password(config.password_file)
    context = None if config.tls is None else server_context(config.tls)
    async with open_journal(config.data) as journal, trio.open_nursery() as nursery:
        nursery.start_soon(journal.watch)
        hall = Hall(config, journal, nursery)
        await hall.restore()
        door = await open_door(config.limits, password)
        listeners = await listen(config.host, config.port)
        port = _port(listeners)
        nursery.start_soon(door.heartbeat.run)
        serving: list[trio.abc.Listener[trio.abc.Stream]] = []
        serving += listeners if context is None else encrypted(listeners, context)
        with trio.CancelScope() as accepting:
            async with trio.open_nursery() as connections:
                connections.start_soon(_stop_on_signal, accepting, connections)
                greet = partial(welcome, hall, door, connections)
                await connections.start(partial(trio.serve_listeners, greet, serving, handler_nursery=connections))
                _announce(config, port)
                task_status.started(port)
                address = announced_address(str(listeners[0].socket.getsockname()[0]))
                if config.discovery and address is not None:
                    current = partial(advert, config, hall)
                    nursery.start_soon(
                        partial(announce, current, address, port, server_id=journal.server_id), name="discovery"
                    )
        nursery.cancel_scope.cancel()


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
            listeners += await trio.open_tcp_listeners(_port(listeners), host="::")
        except OSError:
            logger.debug("no IPv6 on the port that IPv4 picked")
        return listeners
    except OSError as error:
        where = f"port {port}" if host is None else f"{host} port {port}"
        if error.errno == errno.EADDRINUSE:
            raise ConfigError(f"Something else uses {where}: stop it, or choose another with --port.") from error
        raise ConfigError(f"Cannot listen on {where}: {error.strerror or error}.") from error


async def welcome(hall: Hall, door: Door, nursery: trio.Nursery, stream: trio.abc.Stream) -> None:
    """Serve one connection that was just accepted."""
    connection = Connection(stream, nursery)
    try:
        with door.admitted(_address(stream)):
            await connection.serve(hall, door)
    except ProtocolError as error:
        await connection.refuse(error)


async def _stop_on_signal(accepting: trio.CancelScope, connections: trio.Nursery) -> None:
    """Wait to be told to stop; then take nobody in any more and send everybody away."""
    with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for number in signals:
            logger.info("stopping on %s", signal.Signals(number).name)
            break
    accepting.cancel()
    connections.cancel_scope.cancel()


def advert(config: Config, hall: Hall) -> Advert:
    """Return what there is to say of the server on the local network."""
    return Advert(
        name=config.name,
        version=version("upcard"),
        players=hall.people.connected,
        tables=len(hall.tables),
        password=config.password_file is not None,
        tls=config.tls is not None,
    )


def _announce(config: Config, port: int) -> None:
    """Tell whoever started the server, and any program that reads it, where it listens; it runs unheard as well."""
    host = config.host or "0.0.0.0"
    try:
        print(f"listening on {f'[{host}]' if ':' in host else host}:{port}")
        print(f"Others join with: upcard play {written(reachable_address(config.host), port)}", flush=True)
    except OSError as error:
        logger.warning("port %s is not announced on standard output: %s", port, error.strerror)
        # What was not written yet would fail once more when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _port(listeners: Sequence[trio.SocketListener]) -> int:
    return int(listeners[0].socket.getsockname()[1])


def _address(stream: trio.abc.Stream) -> str:
    while isinstance(stream, trio.SSLStream):
        stream = cast("trio.SSLStream[trio.abc.Stream]", stream).transport_stream
    if not isinstance(stream, trio.SocketStream):
        return "memory"
    try:
        return str(stream.socket.getpeername()[0])
    except OSError:
        return "gone"
