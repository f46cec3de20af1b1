"""The wire: frames, messages and the session, with no I/O in it. `protocol/PROTOCOL.md` is its contract.

A server makes a `server_session`, a client a `client_session`; both feed it bytes and take messages from it. The
messages themselves are in `handshake`, `requests`, `replies` and `pushes`.
"""

from upcard_protocol.wire.codec import Codec
from upcard_protocol.wire.errors import Fault, ProtocolError
from upcard_protocol.wire.messages import (
    FROM_CLIENT,
    FROM_SERVER,
    TO_CLIENT,
    TO_SERVER,
    client_session,
    server_session,
)
from upcard_protocol.wire.sentences import sentence
from upcard_protocol.wire.session import Phase, Session, Unacceptable

__all__ = [
    "FROM_CLIENT",
    "FROM_SERVER",
    "TO_CLIENT",
    "TO_SERVER",
    "Codec",
    "Fault",
    "Phase",
    "ProtocolError",
    "Session",
    "Unacceptable",
    "client_session",
    "sentence",
    "server_session",
]
