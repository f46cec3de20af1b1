"""The tokens that prove who one is: a file for each server and name, locked while a terminal uses it.

A second terminal finds the file locked and comes in as a guest, so it can never push the first one out of its seat.
"""

import hashlib
import os
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import Struct

from upcard_client.failures import reason
from upcard_client.locale import tr
from upcard_client.locks import try_lock
from upcard_protocol.wire.auth import KEY_BYTES

RESERVED: Final = 4096
"""Request numbers that are taken from the file at once."""

_RID_BYTES: Final = 4


class Pass:
    """One name on one server, held by this process until `release`.

    Attributes:
        token: what the server gave at the last login, or None.
        first_rid: the least request number that was surely not used with this token by an earlier run.
        problem: why the token will not be there next time, as a sentence, or nothing.
    """

    def __init__(self, file: BinaryIO | None, token: bytes | None, first_rid: int = 1, problem: str = "") -> None:
        self._file = file
        self._reserved = first_rid
        self.token = token
        self.first_rid = first_rid
        self.problem = problem

    def keep(self, token: bytes) -> None:
        """Keep the token of a login; the numbers of a new one begin at 1."""
        if token != self.token:
            self.token = token
            self.first_rid = 1
            self._reserved = 1
        self.used(self._reserved)

    def used(self, rid: int) -> None:
        """Take note that requests up to this number were made, so that no later run uses them again."""
        if rid >= self._reserved and self.token is not None:
            self._reserved = rid + RESERVED
            self._write(self.token + self._reserved.to_bytes(_RID_BYTES, "big"))

    def forget(self) -> None:
        """Forget the token: the server does not know it any more."""
        self.token = None
        self._write(b"")

    def release(self) -> None:
        """Let another process have the name."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, data: bytes) -> None:
        if self._file is None:
            return
        try:
            self._file.seek(0)
            self._file.write(data)
            self._file.truncate()
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            self.problem = _problem(error)


class InUse(Struct, frozen=True):
    """Another process on this machine plays under this name."""

    name: str


def claim(directory: Path, server: bytes, name: str) -> Pass | InUse:
    """Take a name on a server for this process.

    Where the directory cannot be written the name is taken all the same, and `problem` says that the seat will not
    be known next time.

    Args:
        directory: where the token files are.
        server: the server's id, as `welcome` gave it.
        name: the player's name.
    """
    key = hashlib.sha256(server + name.casefold().encode("utf-8", "surrogatepass")).hexdigest()[:32]
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(directory / f"{key}.token", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        return Pass(None, None, problem=_problem(error))
    file = os.fdopen(handle, "r+b")
    if not try_lock(file):
        file.close()
        return InUse(name)
    data = file.read(KEY_BYTES + _RID_BYTES + 1)
    if len(data) != KEY_BYTES + _RID_BYTES:
        return Pass(file, None)
    return Pass(file, data[:KEY_BYTES], int.from_bytes(data[KEY_BYTES:], "big") or 1)


def _problem(error: OSError) -> str:
    why = reason(error)
    return tr("Your seat will not be known after you quit: the token cannot be saved ({why}).", why=why)
