"""A first look over the bytes of a message, before anything is built from them.

Whoever unpacks makes room for as many elements as an array claims, and a few bytes can claim millions, or nest a
thousand deep with a claim at each level. One pass over the bytes settles that: every value still owed takes
at least a byte, so what is owed may never exceed the bytes that are left. The same pass refuses what the
protocol has no use for: floats, extension types, timestamps, and anything longer than any message needs.
"""

from typing import Final

from upcard_protocol.wire.errors import ProtocolError

MAX_VALUES: Final = 10_000
"""Most values in one message, keys and containers included: 64 KiB could hold megabytes of small objects."""
MAX_ARRAY: Final = 1024
"""Most elements of an array."""
MAX_MAP: Final = 128
"""Most entries of a map."""
MAX_TEXT: Final = 8 * 1024
"""Longest string, in bytes."""
MAX_BYTES: Final = 1024
"""Longest byte string."""

_REFUSED, _ARRAY, _MAP, _BLOB = -1, -2, -3, -4


def _widths() -> tuple[int, ...]:
    """For each first byte the bytes that follow it, or one of the four kinds above."""
    table = [0] * 256
    table[0x80:0x90] = [_MAP] * 16
    table[0x90:0xA0] = [_ARRAY] * 16
    table[0xA0:0xC0] = range(32)
    table[0xC1] = _REFUSED
    table[0xC4:0xC7] = [_BLOB] * 3
    table[0xC7:0xCC] = [_REFUSED] * 5  # ext of any length, floats
    table[0xCC:0xD4] = (1, 2, 4, 8) * 2
    table[0xD4:0xD9] = [_REFUSED] * 5  # ext of a fixed length, timestamps among them
    table[0xD9:0xDC] = [_BLOB] * 3
    table[0xDC:0xDE] = [_ARRAY] * 2
    table[0xDE:0xE0] = [_MAP] * 2
    return tuple(table)


_WIDTH: Final = _widths()
_LENGTH_BYTES: Final = {
    **dict.fromkeys((0xC4, 0xD9), 1),
    **dict.fromkeys((0xC5, 0xDA, 0xDC, 0xDE), 2),
    **dict.fromkeys((0xC6, 0xDB, 0xDD, 0xDF), 4),
}


def check_shape(data: bytes) -> None:
    """Refuse bytes that are not exactly one msgpack map of modest size.

    Raises:
        ProtocolError: `bad_message`, its `where` saying what is wrong.
    """
    size = len(data)
    if not size or _WIDTH[data[0]] != _MAP:
        raise _bad("not a map")
    at = 0
    owed = 1
    values = 0
    while owed:
        if owed > size - at:
            raise _bad("more is claimed than there is")
        first = data[at]
        at += 1
        owed -= 1
        values += 1
        if values > MAX_VALUES:
            raise _bad("too many values")
        width = _WIDTH[first]
        if width >= 0:
            at += width
            continue
        if width == _REFUSED:
            raise _bad("a kind of value that is not used")
        if first < 0xA0:
            length = first & 0x0F
        else:
            end = at + _LENGTH_BYTES[first]
            length = int.from_bytes(data[at:end], "big")
            at = end
        if width == _BLOB:
            _check_length(length, MAX_BYTES if first < 0xC7 else MAX_TEXT)
            at += length
        elif width == _ARRAY:
            _check_length(length, MAX_ARRAY)
            owed += length
        else:
            _check_length(length, MAX_MAP)
            owed += 2 * length
    if at != size:
        raise _bad("bytes after the message" if at < size else "cut short")


def _check_length(length: int, limit: int) -> None:
    if length > limit:
        raise _bad("longer than anything that is said")


def _bad(where: str) -> ProtocolError:
    return ProtocolError("bad_message", {"where": where})
