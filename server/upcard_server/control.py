"""The operator's door: a Unix socket in the data directory that only its owner can open.

An order is one line of JSON, and so is the reply. Whoever may write the data directory could do worse than this, so
nothing more is asked.
"""

import logging
import os
import socket
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
import trio

from upcard_protocol.wire.clean import MAX_CHAT_CELLS, check_text, skeleton
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.pushes import Notice
from upcard_protocol.wire.sentences import sentence
from upcard_server.clock import now_ms
from upcard_server.hall import Hall
from upcard_server.orders import REPLIES, Close, Drain, Kick, Order, Release, Reply, Say, Status, encode, order_in

logger = logging.getLogger(__name__)

SOCKET: Final = "control"
"""The socket's name in the data directory."""

MAX_ORDER_BYTES: Final = 4096
ORDER_S: Final = 5.0
"""An order has to come within so many seconds of the connection."""
REPLY_S: Final = 30.0
"""`ctl` waits this long for the reply."""
MAX_DRAIN_S: Final = 24 * 60 * 60
"""Nobody is told a day ahead."""
MAX_ADDRESS_BYTES: Final = 100
"""A path that is longer may not fit the address of a Unix socket."""
HANDLES: Final = Path("/proc/self/fd")
"""Where Linux shows what a process has open."""


class ControlError(Exception):
    """No server can be told anything. The text is a sentence for people."""


# ---- the operator's side


def ask(data_dir: Path, order: Order) -> Reply:
    """Tell the server of a data directory something, and return what came of it.

    Raises:
        ControlError: if no server answers there.
    """
    try:
        with _reachable(data_dir) as path, socket.socket(socket.AF_UNIX) as line:
            line.settimeout(REPLY_S)
            line.connect(path)
            line.sendall(encode(order) + b"\n")
            heard = b""
            while more := line.recv(65536):
                heard += more
        return REPLIES.decode(heard)
    except (OSError, msgspec.DecodeError) as error:
        raise ControlError(f"No server answers in the data directory {data_dir}: is it running?") from error


# ---- the server's side


class Control:
    """Carries out orders. `serve` is its task."""

    def __init__(self, hall: Hall) -> None:
        """Stand before a hall."""
        self._hall = hall

    async def serve(self, data_dir: Path, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Take orders until cancelled; reports when it does.

        Without a socket the server runs all the same, and says so in the log.
        """
        try:
            listening = await _listen(data_dir)
        except OSError as error:
            logger.warning("upcard-server ctl cannot reach this server: %s", error.strerror or error)
            task_status.started()
            return
        try:
            task_status.started()
            await trio.serve_listeners(self._attend, [listening])
        finally:
            (data_dir / SOCKET).unlink(missing_ok=True)

    async def _attend(self, line: trio.SocketStream) -> None:
        """Answer one operator, who cannot hurt the server whatever is sent."""
        async with line:
            try:
                with trio.fail_after(ORDER_S):
                    order = order_in(await _line(line))
                reply = await self.carry_out(order)
                await line.send_all(encode(reply))
            except (msgspec.DecodeError, trio.TooSlowError, trio.BrokenResourceError) as error:
                logger.info("an order was not understood: %s", error)

    async def carry_out(self, order: Order) -> Reply:
        """Do what an operator says."""
        logger.info("the operator says %s", order)
        match order:
            case Status():
                return Reply(True, tuple(self._status()))
            case Kick():
                return self._kick(order.name)
            case Close():
                return await self._close(order.table)
            case Say():
                return self._say(order.text)
            case Drain():
                return self._drain(order.seconds)
            case Release():
                return await self._release(order.name)

    def _status(self) -> list[str]:
        hall = self._hall
        people = sorted(person.user.name for person in hall.people)
        lines = [f"{len(people)} connected: {', '.join(people)}" if people else "nobody is connected"]
        for row in hall.rows:
            seats = ", ".join(chair.name or "-" for chair in row.chairs)
            lines.append(f"table {row.table}: {row.title}, {row.game}, {row.state}: {seats}".rstrip(": "))
        return lines

    def _kick(self, name: str) -> Reply:
        person = self._hall.people.called(name)
        if person is None or person.link is None:
            return Reply(False, (f"Nobody called {name} is connected.",))
        person.link.close(ProtocolError("kicked"))
        return Reply(True, (f"{person.user.name} was sent away.",))

    async def _close(self, number: int) -> Reply:
        live = self._hall.tables.get(number)
        if live is None:
            return Reply(False, (f"There is no table {number} that could be closed.",))
        done = trio.Event()

        async def job() -> None:
            try:
                if not live.ended:
                    live.audience.tell(Notice(table=number, code="closed", at_ms=now_ms()))
                    await live.close()
            finally:
                done.set()

        if not live.post(job):
            return Reply(False, (f"Table {number} has too much to do: try again.",))
        await done.wait()
        return Reply(True, (f"Table {number} is closed.",))

    def _say(self, text: str) -> Reply:
        try:
            check_text(text, MAX_CHAT_CELLS)
        except ProtocolError as error:
            return Reply(False, (sentence(error.refusal),))
        self._hall.to_everybody("operator", {"text": text})
        return Reply(True, ("Everybody was told.",))

    def _drain(self, seconds: int) -> Reply:
        if not 0 <= seconds <= MAX_DRAIN_S:
            return Reply(False, (f"A server goes down in 0 to {MAX_DRAIN_S} seconds.",))
        self._hall.drain(seconds)
        return Reply(True, (f"The server goes down in {seconds} seconds, or when nobody is connected.",))

    async def _release(self, name: str) -> Reply:
        hall = self._hall
        user = await hall.journal.named(skeleton(name))
        if user is None:
            return Reply(False, (f"Nobody holds the name {name}.",))
        if user.id in hall.seated():
            return Reply(False, (f"{user.name} sits at a table: close it first, or wait.",))
        person = hall.people.called(user.name)
        if person is not None and person.link is not None:
            person.link.close(ProtocolError("kicked"))
        await hall.journal.release(skeleton(name))
        return Reply(True, (f"The name {user.name} is free.",))


async def _line(stream: trio.SocketStream) -> bytes:
    """Return what comes up to the end of a line, or of what may come."""
    heard = b""
    while b"\n" not in heard and len(heard) < MAX_ORDER_BYTES:
        more = await stream.receive_some(MAX_ORDER_BYTES)
        if not more:
            break
        heard += more
    return heard


async def _listen(data_dir: Path) -> trio.SocketListener:
    """Open the socket, for its owner alone even where the directory is not.

    Raises:
        OSError: if it cannot be opened there.
    """
    path = data_dir / SOCKET
    path.unlink(missing_ok=True)
    listening = trio.socket.socket(trio.socket.AF_UNIX)
    try:
        with _reachable(data_dir) as address:
            await listening.bind(address)
        path.chmod(0o600)
        listening.listen()
    except OSError:
        listening.close()
        raise
    return trio.SocketListener(listening)


@contextmanager
def _reachable(data_dir: Path) -> Generator[str]:
    """Yield the socket's address: by way of the open directory where its path is too long for one."""
    path = str((data_dir / SOCKET).absolute())
    if len(os.fsencode(path)) < MAX_ADDRESS_BYTES or not HANDLES.is_dir():
        yield path
        return
    handle = os.open(data_dir, os.O_RDONLY)
    try:
        yield str(HANDLES / str(handle) / SOCKET)
    finally:
        os.close(handle)
