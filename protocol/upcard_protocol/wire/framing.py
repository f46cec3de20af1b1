"""Frames: a length of four bytes, big-endian, then that many bytes of payload.

A length is judged as soon as its four bytes are here, before anything is stored for it, so a peer costs at
most one frame of memory whatever it claims.
"""

from typing import Final

from upcard_protocol.wire.errors import ProtocolError

HEADER_BYTES: Final = 4
"""The length in front of every payload: u32, big-endian."""

LOGIN_LIMIT: Final = 1024
"""Longest payload from a client that is not logged in, in bytes."""

GREETING_LIMIT: Final = 4 * 1024
"""Longest payload from a server before the client is logged in, in bytes; `logged_in` lists the seats held."""

CLIENT_LIMIT: Final = 4 * 1024
"""Longest payload from a client that is logged in, in bytes."""

SERVER_LIMIT: Final = 64 * 1024
"""Longest payload from a server to a client that is logged in, in bytes."""


def frame(payload: bytes, limit: int = SERVER_LIMIT) -> bytes:
    """Return the payload with its length in front.

    Raises:
        ProtocolError: `bad_frame` if the payload is empty, `too_large` if it is longer than `limit` bytes.
    """
    length = len(payload)
    check_length(length, limit)
    return length.to_bytes(HEADER_BYTES, "big") + payload


def check_length(length: int, limit: int) -> None:
    """Refuse a payload length that no frame may have.

    Raises:
        ProtocolError: `bad_frame` for zero, `too_large` above `limit` bytes.
    """
    if length == 0:
        raise ProtocolError("bad_frame")
    if length > limit:
        raise ProtocolError("too_large", {"limit": limit})


class FrameReader:
    """Bytes in, payloads out, however the bytes were cut on their way.

    Attributes:
        limit: the longest payload taken, in bytes; it applies to every frame not yet given out.
    """

    def __init__(self, limit: int = LOGIN_LIMIT) -> None:
        self.limit = limit
        self._buffer = bytearray()
        self._error: ProtocolError | None = None

    @property
    def inside(self) -> bool:
        """True if bytes wait that have not been given out: the peer may not close now."""
        return bool(self._buffer)

    @property
    def buffered(self) -> int:
        """How many bytes wait."""
        return len(self._buffer)

    def feed(self, data: bytes | bytearray | memoryview) -> None:
        """Take bytes as they came. After an error they are thrown away."""
        if self._error is None:
            self._buffer += data

    def next(self) -> bytes | None:
        """Return the next payload, or None until more bytes come.

        Raises:
            ProtocolError: `bad_frame` or `too_large`; from then on always the same.
        """
        if self._error is not None:
            raise self._error
        buffer = self._buffer
        if len(buffer) < HEADER_BYTES:
            return None
        length = int.from_bytes(buffer[:HEADER_BYTES], "big")
        try:
            check_length(length, self.limit)
        except ProtocolError as error:
            self._error = error
            buffer.clear()
            raise
        end = HEADER_BYTES + length
        if len(buffer) < end:
            return None
        payload = bytes(buffer[HEADER_BYTES:end])
        del buffer[:end]
        return payload
