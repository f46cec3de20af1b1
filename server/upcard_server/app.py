"""The server as a whole: journal, hall and listeners, from start to stop."""

import logging
import os
import signal
import sys
from functools import partial
from importlib.metadata import version
from typing import cast

import trio

from upcard_protocol.rules.rehearsal import rehearsed
from upcard_protocol.wire.advert import Advert
from upcard_protocol.wire.errors import ProtocolError
from upcard_server.addresses import announced_address, origin, reachable_address, written
from upcard_server.config import Config, Tls, read_password
from upcard_server.connection import Connection
from upcard_server.control import Control
from upcard_server.discovery import announce
from upcard_server.door import Door, open_door
from upcard_server.hall import Hall, random_seed
from upcard_server.journal import open_journal
from upcard_server.listening import Roomy, listen, port_of
from upcard_server.patience import Patience
from upcard_server.tls import encrypted, fingerprint_of, server_context, tls_of

logger = logging.getLogger(__name__)


async def serve(config: Config, task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED) -> None:
    """Run a server until it is told to stop; reports its port once it listens.

    Raises:
        ConfigError: if something on the command line cannot be used.
        DataDirError: if the data directory cannot be used.
        JournalError: if the journal failed while running, perhaps inside an exception group.
    """
    password = None if config.password_file is None else read_password(config.password_file)
    with Patience() as patience:
        await _serve(config, password, patience, task_status)


async def _serve(
    config: Config,
    password: str | None,
    patience: Patience,
    task_status: trio.TaskStatus[int],
) -> None:
    async with open_journal(config.data) as journal, trio.open_nursery() as nursery:
        tls = tls_of(config)
        context = None if tls is None else server_context(tls)
        nursery.start_soon(journal.watch)
        hall = Hall(
            config, journal, nursery, random_seed if config.rehearsal is None else rehearsed(config.rehearsal)
        )
        await hall.restore()
        door = await open_door(config.limits, password)
        listeners = await listen(config.host, config.port)
        port = port_of(listeners)
        nursery.start_soon(door.heartbeat.run)
        roomy = [Roomy(listener) for listener in listeners]
        serving: list[trio.abc.Listener[trio.abc.Stream]] = []
        serving += roomy if context is None else encrypted(roomy, context)
        with trio.CancelScope() as accepting:
            async with trio.open_nursery() as connections:
                connections.start_soon(_note_signals, hall)
                connections.start_soon(_stop_when_told, hall, patience, accepting, connections)
                greet = partial(welcome, hall, door, connections)
                await connections.start(partial(trio.serve_listeners, greet, serving, handler_nursery=connections))
                await nursery.start(Control(hall).serve, config.data)
                _announce(config, port, tls)
                task_status.started(port)
                address = announced_address(str(listeners[0].socket.getsockname()[0]))
                if config.discovery and address is not None:
                    current = partial(advert, config, hall)
                    nursery.start_soon(
                        partial(announce, current, address, port, server_id=journal.server_id), name="discovery"
                    )
        nursery.cancel_scope.cancel()


async def welcome(hall: Hall, door: Door, nursery: trio.Nursery, stream: trio.abc.Stream) -> None:
    """Serve one connection that was just accepted."""
    connection = Connection(stream, nursery)
    try:
        address = _address(stream)
        with door.admitted(address):
            await connection.serve(hall, door, address)
    except ProtocolError as error:
        await connection.refuse(error)


async def _note_signals(hall: Hall) -> None:
    """Have the server go down when the process is told to end."""
    with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for number in signals:
            logger.info("stopping on %s", signal.Signals(number).name)
            hall.closing.set()


async def _stop_when_told(
    hall: Hall, patience: Patience, accepting: trio.CancelScope, connections: trio.Nursery
) -> None:
    """Wait for the end; then take nobody in any more and send everybody away."""
    await hall.closing.wait()
    patience.begin()
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
        tls=config.tls is not None or config.tls_self_signed,
    )


def _announce(config: Config, port: int, tls: Tls | None) -> None:
    """Tell whoever started the server, and any program that reads it, where it listens; it runs unheard as well."""
    host = config.host or "0.0.0.0"
    try:
        print(f"listening on {f'[{host}]' if ':' in host else host}:{port}")
        address = written(reachable_address(config.host), port)
        print(f"Others join with: upcard play {'' if tls is None else 'tls://'}{address}", flush=True)
        if tls is not None:
            print(f"The certificate's fingerprint: {fingerprint_of(tls)}", flush=True)
    except OSError as error:
        logger.warning("port %s is not announced on standard output: %s", port, error.strerror)
        # What was not written yet would fail once more when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _address(stream: trio.abc.Stream) -> str:
    while isinstance(stream, trio.SSLStream):
        stream = cast("trio.SSLStream[trio.abc.Stream]", stream).transport_stream
    if not isinstance(stream, trio.SocketStream):
        return "memory"
    try:
        return origin(str(stream.socket.getpeername()[0]))
    except OSError:
        return "gone"
