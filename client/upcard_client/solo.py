"""A server of one's own on loopback, for playing the computer and for watching two bots.

`SoloServer` is a context manager: the server is up inside it and gone after it. Tables played alone are kept in the
user's own directory, so an unfinished match is there the next time; where that directory is in use already, and for
watching, the tables are temporary.
"""

import errno
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final

from upcard_client.addresses import LOOPBACK, Address, AddressError, parse_address
from upcard_client.failures import ClientError
from upcard_client.locks import try_lock
from upcard_protocol.wire.handshake import DEFAULT_PORT

_LISTENING: Final = "listening on "
_LOG: Final = "server.log"
_LOCK: Final = "solo.lock"
_ADDRESS: Final = "address"
"""Where the game of a directory is, for as long as its lock is held."""


class SoloServer:
    """A child server on loopback.

    Attributes:
        address: where it listens, once it is entered.
        kept: whether its tables are there the next time.
    """

    def __init__(self, directory: Path | None = None, *, port: int | None = None) -> None:
        """Prepare a server; entering starts it.

        Args:
            directory: where its tables are kept; None keeps them nowhere.
            port: the port to listen on, 0 for any; None is the usual one if it is free, else any.
        """
        self._directory = directory
        self._port = port
        self._lock: BinaryIO | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self.address = Address(LOOPBACK)
        self.kept = False

    @property
    def process_id(self) -> int | None:
        """The process that guards the server and ends with it; None before and after."""
        return self._process.pid if self._process is not None else None

    def __enter__(self) -> "SoloServer":
        """Start the server and wait until it listens.

        Raises:
            ClientError: if it does not start.
        """
        data = self._claim()
        self.kept = data is not None
        port = self._port
        if port is None:
            port = DEFAULT_PORT if _is_free(DEFAULT_PORT) else 0
        try:
            self._start(data or Path(tempfile.mkdtemp(prefix="upcard-")), port, remove=data is None)
        except BaseException:
            # Ctrl+C as well: whatever ends the waiting, no server and no lock are left behind.
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def _claim(self) -> Path | None:
        """Take the directory for this process; None if there is none to take."""
        if self._directory is None:
            return None
        try:
            self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = (self._directory / _LOCK).open("ab")
        except OSError:
            return None
        if not try_lock(lock):
            lock.close()
            return None
        self._lock = lock
        return self._directory

    def _start(self, data: Path, port: int, *, remove: bool) -> None:
        command = [
            *(sys.executable, "-m", "upcard_client.warden"),
            *(("--remove", str(data)) if remove else ()),
            *("--", sys.executable, "-m", "upcard_server"),
            *("--host", LOOPBACK, "--port", str(port), "--data", str(data)),
            *("--name", "This computer", "--no-discovery", "--log-level", "warning"),
        ]
        with (data / _LOG).open("w+b") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                # Ctrl+C in the terminal is for the client: it ends the server itself.
                start_new_session=True,
            )
            assert self._process.stdout is not None
            first = self._process.stdout.readline().decode(errors="replace").strip()
            if not first.startswith(_LISTENING):
                # Its directory may be gone by now, and the log with it; the open file is still there.
                raise ClientError(f"The server for the game did not start: {_last_line(log) or 'it gave no reason.'}")
        self.address = Address(LOOPBACK, int(first.rpartition(":")[2]))
        if not remove:
            (data / _ADDRESS).write_text(str(self.address), encoding="utf-8")

    def _stop(self) -> None:
        process = self._process
        if process is not None:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.close()
            process.wait()
            process.stdout.close()
            self._process = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def running(directory: Path) -> Address | None:
    """Return where the solo game of a directory is being played now, for those who watch; None if it is not."""
    try:
        with (directory / _LOCK).open("ab") as lock:
            if try_lock(lock):
                return None
        return parse_address((directory / _ADDRESS).read_text(encoding="utf-8"))
    except (OSError, AddressError):
        return None


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        if sys.platform != "win32":
            # A port whose last owner just closed counts as free, as it does for the server.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError as error:
            return error.errno != errno.EADDRINUSE
    return True


def _last_line(log: BinaryIO) -> str:
    log.seek(0)
    lines = log.read().decode(errors="replace").splitlines()
    return next((line for line in reversed(lines) if line.strip()), "")
