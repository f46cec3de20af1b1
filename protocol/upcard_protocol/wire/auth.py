"""The password of a server: kept as scrypt's output, proved without being sent.

The server says the parameters, the salt and a fresh nonce; the client answers HMAC-SHA256(key, nonce) with
key = scrypt(password, salt). Whoever listens can try passwords against a proof at scrypt's price, so a short
password is only as good as it is long; TLS hides the proof as well.
"""

import hashlib
import hmac
from typing import Annotated, Final

from msgspec import Meta, Struct

from upcard_protocol.wire.errors import ProtocolError

KEY_BYTES: Final = 32
"""Length of a key, a proof and a token."""
SALT_BYTES: Final = 16
"""Length of a server's salt."""
NONCE_BYTES: Final = 16
"""Length of a connection's nonce."""
MIN_N: Final = 1 << 14
"""Least cost that a client works with: 16 MiB."""
MAX_N: Final = 1 << 16
"""Greatest cost that a client works with: 64 MiB, so that a server can not take a client's memory."""
MAX_PASSWORD_BYTES: Final = 256
"""Longest password, in bytes of UTF-8."""


class Scrypt(Struct, frozen=True, tag="auth.scrypt", tag_field="t"):
    """How a server's password is proved: scrypt with these parameters, then HMAC with the nonce."""

    salt: Annotated[bytes, Meta(min_length=SALT_BYTES, max_length=64)]
    nonce: Annotated[bytes, Meta(min_length=NONCE_BYTES, max_length=64)]
    n: Annotated[int, Meta(ge=MIN_N, le=MAX_N)] = MIN_N
    """Cost; a power of two."""
    r: Annotated[int, Meta(ge=1, le=8)] = 8
    p: Annotated[int, Meta(ge=1, le=4)] = 1

    def __post_init__(self) -> None:
        if self.n & (self.n - 1):
            raise ValueError("the cost is a power of two")


def key_of(password: str, salt: bytes, n: int = MIN_N, r: int = 8, p: int = 1) -> bytes:
    """Return the 32 bytes that a server keeps in place of its password. Takes tens of milliseconds.

    Raises:
        ProtocolError: `bad_password` if the password is empty or longer than 256 bytes.
    """
    secret = password.encode("utf-8", "surrogatepass")
    if not 0 < len(secret) <= MAX_PASSWORD_BYTES:
        raise ProtocolError("bad_password")
    memory = 128 * r * (n + p + 2)
    return hashlib.scrypt(secret, salt=salt, n=n, r=r, p=p, maxmem=memory + (1 << 20), dklen=KEY_BYTES)


def prove(key: bytes, nonce: bytes) -> bytes:
    """Return the proof that one has this key, for one connection."""
    return hmac.digest(key, nonce, "sha256")


def proof(password: str, salt: bytes, n: int, r: int, p: int, nonce: bytes) -> bytes:
    """Return what `login` carries: HMAC-SHA256(scrypt(password, salt), nonce).

    Raises:
        ProtocolError: `bad_password` if the password is empty or longer than 256 bytes.
    """
    return prove(key_of(password, salt, n, r, p), nonce)


def verify(key: bytes, nonce: bytes, given: bytes) -> bool:
    """Tell whether a proof is right, in a time that says nothing about it."""
    return hmac.compare_digest(prove(key, nonce), given)
