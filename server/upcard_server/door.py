"""The door: how many may come in, from where, and the password."""

import secrets
from collections import Counter, OrderedDict
from collections.abc import Generator
from contextlib import contextmanager
from importlib.metadata import version
from typing import Final

import trio

from upcard_protocol.wire import auth
from upcard_protocol.wire.auth import Scrypt
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.handshake import Login, NoAuth
from upcard_server.bucket import Bucket
from upcard_server.config import Limits
from upcard_server.guesses import Guesses
from upcard_server.heartbeat import Heartbeat

MAX_ADDRESSES: Final = 4096
"""So many addresses are remembered whose newcomers are counted; then the one that was quiet longest is forgotten."""


class Door:
    """Counts connections and knows what the password is proved by. Made by `open_door`."""

    def __init__(self, limits: Limits, salt: bytes = b"", key: bytes | None = None) -> None:
        """Stand open, asking for a password if there is a key to prove it against."""
        self.version = version("upcard")
        self.heartbeat = Heartbeat(limits.idle_seconds)
        self._limits = limits
        self._salt = salt
        self._key = key
        self._inside: Counter[str] = Counter()
        self._newcomers: OrderedDict[str, Bucket] = OrderedDict()
        self._guesses = Guesses(limits.password_tries, limits.password_wait_seconds, "password_wait")

    @contextmanager
    def admitted(self, address: str) -> Generator[None]:
        """Count a connection from an address for as long as it lasts.

        Raises:
            ProtocolError: `full` or `too_many_connections`.
        """
        if self._inside.total() >= self._limits.max_connections:
            raise ProtocolError("full")
        if self._inside[address] >= self._limits.max_connections_per_address:
            raise ProtocolError("too_many_connections")
        self._inside[address] += 1
        try:
            yield
        finally:
            self._inside[address] -= 1
            if not self._inside[address]:
                del self._inside[address]

    def welcome_newcomer(self, address: str) -> None:
        """Count somebody from an address whom nobody knows yet, and whom the journal will keep.

        Raises:
            ProtocolError: `newcomers` if too many came from there.
        """
        now = trio.current_time()
        came = self._newcomers.pop(address, None) or Bucket(self._limits.newcomers_per_minute / 60, 60, now)
        self._newcomers[address] = came
        if len(self._newcomers) > MAX_ADDRESSES:
            self._newcomers.popitem(last=False)
        if not came.take(1, now):
            raise ProtocolError("newcomers", {"seconds": max(1, round(came.wait(1)))})

    def challenge(self) -> NoAuth | Scrypt:
        """Return what welcome says about the password; the nonce is good for one login."""
        if self._key is None:
            return NoAuth()
        return Scrypt(salt=self._salt, nonce=secrets.token_bytes(auth.NONCE_BYTES))

    def check(self, challenge: NoAuth | Scrypt, login: Login, address: str) -> None:
        """Check the proof of the password that came from an address.

        Raises:
            ProtocolError: `password_required`, `bad_password`, or `password_wait` after too many of those.
        """
        if self._key is None or isinstance(challenge, NoAuth):
            return
        if login.proof is None:
            raise ProtocolError("password_required")
        now = trio.current_time()
        self._guesses.check(address, now)
        if auth.verify(self._key, challenge.nonce, login.proof):
            self._guesses.right(address)
        else:
            self._guesses.wrong(address, now)
            raise ProtocolError("bad_password")


async def open_door(limits: Limits, password: str | None) -> Door:
    """Return the door; a password is stretched once, in a thread, as that takes a while."""
    if password is None:
        return Door(limits)
    salt = secrets.token_bytes(auth.SALT_BYTES)
    return Door(limits, salt, await trio.to_thread.run_sync(auth.key_of, password, salt))
