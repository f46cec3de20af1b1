"""What goes over the network where servers announce themselves (multicast DNS), as a stranger may write it."""

import struct
from random import Random
from typing import Final

ONE, UNIQUE, RESPONSE = 1, 0x8001, 0x8400
A, PTR, TXT, AAAA, SRV = 1, 12, 16, 28, 33
TTL_S: Final = 120


def domain(*labels: bytes) -> bytes:
    """Return a name of the DNS; a label may hold anything, dots and control characters too."""
    return b"".join(bytes([len(label)]) + label for label in labels) + b"\x00"


SERVICE: Final = (b"_upcard", b"_tcp", b"local")


def txt(**fields: str | bytes) -> bytes:
    """Return a TXT record's bytes."""
    pairs = (
        key.encode() + b"=" + (value.encode() if isinstance(value, str) else value) for key, value in fields.items()
    )
    return b"".join(bytes([len(pair)]) + pair for pair in pairs)


FITS: Final = txt(name="Test Pi", players="2")


def packet(
    name: str, record: bytes = FITS, *, port: int = 7001, address: bytes = b"\xc0\x00\x02\x07", ttl: int = TTL_S
) -> bytes:
    """Return what a server says of itself, as it goes over the network."""
    full, host = domain(name.encode(), *SERVICE), domain(b"host%d" % port, b"local")
    answers = (
        (domain(*SERVICE), PTR, ONE, full),
        (full, SRV, UNIQUE, struct.pack(">HHH", 0, 0, port) + host),
        (full, TXT, UNIQUE, record),
        (host, A if len(address) == 4 else AAAA, UNIQUE, address),
    )
    said = (
        owner + struct.pack(">HHIH", kind, shared, ttl, len(data)) + data for owner, kind, shared, data in answers
    )
    return struct.pack(">HHHHHH", 0, RESPONSE, 0, len(answers), 0, 0) + b"".join(said)


def noise(rng: Random, count: int) -> list[bytes]:
    """Return packets that are none, and some that nearly are."""
    whole = packet("Noise", port=7003)
    said = [rng.randbytes(rng.randrange(1, 9000)) for _ in range(count // 8)]
    while len(said) < count:
        damaged = bytearray(whole[: rng.randrange(1, len(whole))] if rng.random() < 0.3 else whole)
        for _ in range(rng.randrange(1, 6)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        said.append(bytes(damaged))
    return said
