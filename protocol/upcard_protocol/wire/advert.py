"""What a server says of itself on the local network: one DNS-SD service (RFC 6763) and its TXT record.

Anybody on the network can announce anything, so a record is read as bytes from a stranger: what does not fit is
left out or refused, and every text is cleaned before it is shown.
"""

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from upcard_protocol.wire.clean import clean_text
from upcard_protocol.wire.handshake import PROTOCOL_HI, PROTOCOL_LO, Count, Version

SERVICE: Final = "_upcard._tcp.local."
"""The service type that is announced and looked for."""
NAME_CELLS: Final = 24
"""How much of a server's name a list shows, in cells."""
MAX_LABEL: Final = 63
"""Longest name of one announced service, in bytes of UTF-8 (RFC 6763, 4.1.1)."""


class Advert(Struct, frozen=True, kw_only=True):
    """One server as it announces itself.

    Attributes:
        name: what it calls itself.
        version: the version of its program, for people.
        lo: the oldest protocol that it speaks.
        hi: the newest.
        players: people logged in.
        tables: tables open.
        password: whether it asks for a password.
        tls: whether the connection is encrypted.
    """

    name: Annotated[str, Meta(min_length=1, max_length=64)]
    version: Annotated[str, Meta(max_length=32)] = ""
    lo: Version = PROTOCOL_LO
    hi: Version = PROTOCOL_HI
    players: Count = 0
    tables: Count = 0
    password: bool = False
    tls: bool = False


def to_record(advert: Advert) -> dict[str, str]:
    """Return the TXT record: each field by its name, a truth as `1` or `0`."""
    fields = msgspec.structs.asdict(advert)
    return {name: str(int(value) if isinstance(value, bool) else value) for name, value in fields.items()}


def from_record(record: Mapping[bytes, bytes | None]) -> Advert | None:
    """Return what a TXT record says, its texts cleaned; None if it is no server of Upcard.

    Args:
        record: the keys and values as they came; a key may come without a value.
    """
    known = {name.encode(): name for name in Advert.__struct_fields__}
    fields = {
        known[key]: value.decode("utf-8", errors="replace")
        for key, value in record.items()
        if key in known and value is not None
    }
    try:
        advert = msgspec.convert(fields, Advert, strict=False)
    except msgspec.ValidationError:
        return None
    if advert.lo > advert.hi:
        return None
    return msgspec.structs.replace(
        advert, name=clean_text(advert.name, NAME_CELLS).strip() or "?", version=clean_text(advert.version, 16)
    )


def instance_label(name: str) -> str:
    """Return a server's name as the label of its service: at most 63 bytes, cut between characters."""
    label = clean_text(name, MAX_LABEL).strip() or "Upcard"
    return label.encode()[:MAX_LABEL].decode(errors="ignore").strip()
