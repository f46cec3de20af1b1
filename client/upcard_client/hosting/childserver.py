"""A server that this program starts: to play the computer, to watch two bots, or for others on the network.

`ChildServer` is a context manager: the server is up inside it and gone after it, unless it was asked to stay. Its
tables are kept in a directory of the user's own, so an unfinished match is there the next time. The lock of that
directory is held for as long as the server runs, whoever started it: so it is found again, and can be ended.
"""

import errno
import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from upcard_client.failures import ClientError, reason
from upcard_client.hosting.warden import LET_GO
from upcard_client.locale import tr
from upcard_client.locks import lock_when_free, try_lock
from upcard_client.network.addresses import LOOPBACK, Address, AddressError, parse_address
from upcard_client.settings import write_whole
from upcard_protocol.wire.handshake import DEFAULT_PORT

_LISTENING: Final = "listening on "
_INVITING: Final = "Others join with: "
_LOG: Final = "server.log"
_LOCK: Final = "child.lock"
_PASSWORD: Final = "password"
_RUNNING: Final = "running.json"
"""Where the server of a directory is, for as long as its lock is held."""


class Setup(Struct, frozen=True, kw_only=True):
    """What a server is started with.

    Attributes:
        directory: where its tables are kept; None keeps them nowhere.
        port: the port to listen on, 0 for any; None is the usual one if it is free, else any.
        name: what the server is called.
        password: what it asks for; nothing lets everybody in.
        public: it is there for the whole network, and announces itself; else for this computer alone.
        stays: it goes on when whoever started it ends.
        rehearsal: the decks are the same in every run with this number; only for this computer alone.
    """

    directory: Path | None = None
    port: int | None = None
    name: str = "This computer"
    password: str = ""
    public: bool = False
    stays: bool = False
    rehearsal: int | None = None


class Running(Struct, frozen=True, kw_only=True):
    """A server that runs.

    Attributes:
        address: where it is, from this computer.
        invitation: the command that others type; empty where it is for this computer alone.
        name: what it is called.
        stays: it goes on when whoever started it ends.
    """

    address: str
    invitation: str = ""
    name: str = ""
    stays: bool = False

    @property
    def here(self) -> Address:
        """Where it is, from this computer.

        Raises:
            AddressError: if the file says something else.
        """
        return parse_address(self.address)


class ChildServer:
    """A child server.

    Attributes:
        setup: what it is started with.
        address: where it listens, once it is started, from this computer.
        invitation: the command that others type, once it is started; empty where it is for this computer alone.
        kept: whether its tables are there the next time.
    """

    def __init__(self, setup: Setup) -> None:
        """Prepare a server; entering starts it."""
        self.setup = setup
        self._lock: BinaryIO | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._let_go = False
        self.address = Address(LOOPBACK)
        self.invitation = ""
        self.kept = False

    @property
    def process_id(self) -> int | None:
        """The process that guards the server and ends with it; None before and after, and where it is let go."""
        return self._process.pid if self._process is not None else None

    def __enter__(self) -> "ChildServer":
        """Start the server and wait until it listens.

        Raises:
            ClientError: if it does not start.
        """
        setup = self.setup
        data = self._claim()
        if data is None and setup.public:
            # People come back to its tables: it is never a temporary one.
            raise ClientError(
                tr("The directory of your server cannot be used: perhaps it is starting or stopping now.")
            )
        self.kept = data is not None
        try:
            self._start_where_it_may(data)
            if setup.stays:
                self._leave()
        except OSError as error:
            self.stop()
            raise ClientError(tr("The server did not start: {why}.", why=reason(error))) from error
        except BaseException:
            # Ctrl+C as well: whatever ends the waiting, no server and no lock are left behind.
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._let_go:
            self.stop()

    def stop(self) -> None:
        """End the server, also one that was to stay, and wait until it is gone.

        Raises:
            ClientError: if one that was to stay cannot be told.
        """
        if self._let_go and self.setup.directory is not None:
            self._let_go = False
            end(self.setup.directory)
        self._dismiss()

    def _claim(self) -> Path | None:
        """Take the directory for this server; None if there is none to take."""
        directory = self.setup.directory
        if directory is None:
            return None
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = (directory / _LOCK).open("ab")
        except OSError:
            return None
        if not try_lock(lock):
            lock.close()
            return None
        self._lock = lock
        return directory

    def _start_where_it_may(self, data: Path | None) -> None:
        """Start the server on its port; where that is nobody's wish, on the usual one, or else on any."""
        port = self.setup.port
        if port is None and _is_free("" if self.setup.public else LOOPBACK, DEFAULT_PORT):
            try:
                self._start(data, DEFAULT_PORT)
            except ClientError:
                # Somebody else may have taken the port after we looked; whatever else is wrong is wrong again.
                self._end_process()
            else:
                return
        self._start(data, port or 0)

    def _start(self, kept: Path | None, port: int) -> None:
        remove = kept is None
        data = kept or Path(tempfile.mkdtemp(prefix="upcard-"))
        asked = _write_password(data, self.setup.password) if self.setup.password else None
        try:
            with (data / _LOG).open("w+b") as log:
                self._process = process = subprocess.Popen(
                    self._command(data, port, asked, remove=remove),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    # Ctrl+C in the terminal is for the client: it ends the server itself.
                    start_new_session=True,
                    # The server holds the lock for as long as it runs, whatever becomes of us.
                    pass_fds=() if self._lock is None or sys.platform == "win32" else (self._lock.fileno(),),
                )
                assert process.stdout is not None
                first, second = (process.stdout.readline().decode(errors="replace").strip() for _ in range(2))
                if not first.startswith(_LISTENING):
                    # Its directory may be gone by now, and the log with it; the open file is still there.
                    why = _last_line(log).rstrip(".") or tr("it gave no reason")
                    raise ClientError(tr("The server did not start: {why}.", why=why))
        finally:
            if asked is not None:
                # It was read before the server listened: it need not lie about any longer.
                asked.unlink(missing_ok=True)
        self.address = Address(LOOPBACK, int(first.rpartition(":")[2]))
        if self.setup.public:
            self.invitation = second.removeprefix(_INVITING)
        if not remove:
            self._note(data)
        if sys.platform != "win32":
            self._release()

    def _command(self, data: Path, port: int, password_file: Path | None, *, remove: bool) -> list[str]:
        setup = self.setup
        return [
            *(sys.executable, "-m", "upcard_client.hosting.warden"),
            *(("--remove", str(data)) if remove else ()),
            *("--", sys.executable, "-m", "upcard_server"),
            *(() if setup.public else ("--host", LOOPBACK, "--no-discovery")),
            *("--port", str(port), "--data", str(data), f"--name={setup.name}", "--log-level", "warning"),
            *(("--password-file", str(password_file)) if password_file is not None else ()),
            *(("--seed", str(setup.rehearsal)) if setup.rehearsal is not None else ()),
        ]

    def _note(self, data: Path) -> None:
        """Write down where the server is, for those who look for it."""
        running = Running(
            address=str(self.address), invitation=self.invitation, name=self.setup.name, stays=self.setup.stays
        )
        write_whole(data / _RUNNING, msgspec.json.encode(running))

    def _leave(self) -> None:
        """Let the server go on by itself."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        process.stdin.write(LET_GO)
        process.stdin.flush()
        self._let_go = True
        self._dismiss()

    def _dismiss(self) -> None:
        """End the warden, and with it the server that it still holds; then let the directory go."""
        self._end_process()
        self._release()

    def _end_process(self) -> None:
        process = self._process
        if process is not None:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.close()
            process.wait()
            process.stdout.close()
            self._process = None

    def _release(self) -> None:
        """Let go of the lock, as far as we hold it."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def running(directory: Path) -> Running | None:
    """Return the server of a directory that runs now, whoever started it; None if there is none."""
    try:
        with (directory / _LOCK).open("r+b") as lock:
            if try_lock(lock):
                return None
        found = msgspec.json.decode((directory / _RUNNING).read_bytes(), type=Running)
        parse_address(found.address)
    except (OSError, msgspec.DecodeError, AddressError):
        return None
    return found


def elsewhere(address: Address) -> str:
    """Say that a server of our own is not at the usual port."""
    return tr("Port {port} is in use, so this game is at {address}.", port=DEFAULT_PORT, address=str(address))


def end(directory: Path) -> None:
    """Tell the server of a directory to stop, whoever started it, and wait until it is gone.

    Raises:
        ClientError: if it cannot be told.
    """
    command = [sys.executable, "-m", "upcard_server", "ctl", "--data", str(directory), "drain", "0"]
    told = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, text=True, check=False)
    with (directory / _LOCK).open("r+b") as lock:
        if told.returncode == 0:
            # Bounded by the server itself: one that was told to stop ends in ten seconds at most.
            lock_when_free(lock)
        elif not try_lock(lock):
            raise ClientError(tr("Your server cannot be told to stop: end its process, or restart this computer."))


def _write_password(data: Path, password: str) -> Path:
    path = data / _PASSWORD
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(password)
    return path


def _is_free(host: str, port: int) -> bool:
    with socket.socket() as probe:
        if sys.platform != "win32":
            # A port whose last owner just closed counts as free, as it does for the server.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.errno != errno.EADDRINUSE
    return True


def _last_line(log: BinaryIO) -> str:
    log.seek(0)
    lines = log.read().decode(errors="replace").splitlines()
    return next((line for line in reversed(lines) if line.strip()), "")
