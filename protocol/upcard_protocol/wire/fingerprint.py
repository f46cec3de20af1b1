"""The fingerprint of a server's certificate, as people compare it."""

from hashlib import sha256
from typing import Final

_DIGITS: Final = 32
"""128 bits: nobody makes another certificate with the same ones."""
_GROUP: Final = 4


def fingerprint(certificate: bytes) -> str:
    """Return the first 32 hex digits of the SHA-256 of a certificate (DER), in groups of four: `4f2a-91bc-...`."""
    digits = sha256(certificate).hexdigest()[:_DIGITS]
    return "-".join(digits[place : place + _GROUP] for place in range(0, _DIGITS, _GROUP))
