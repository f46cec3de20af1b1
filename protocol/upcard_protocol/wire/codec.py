"""Messages to bytes and back: msgpack outside, types and bounds inside.

A message is one map with its tag in `t`. Whatever bytes come, `Codec.decode` gives a message or raises
`ProtocolError`; it never builds more than the bytes warrant, and keeps nothing of them. So msgpack packs and msgspec
unpacks: msgpack's unpacker interns the keys of maps, and what CPython 3.12 interns it never frees, so that a peer
could fill the memory with keys of its own making.
"""

from typing import Any, Final, cast

import msgpack
import msgspec
from msgspec import Struct

from upcard_protocol.rules.errors import Refusal
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.hands import TAG, Plan, inward, outward, structs_in
from upcard_protocol.wire.shape import check_shape

_msgpack: Any = msgpack  # it comes without types
_KEPT: Final = (bytes,)
"""Types that msgpack writes by itself."""
_WHERE_LENGTH: Final = 120
"""How much of msgspec's complaint is passed on, in characters."""

_unpack: Final[msgspec.msgpack.Decoder[dict[str, Any]]] = msgspec.msgpack.Decoder(dict[str, Any])


class Codec:
    """Encodes and decodes the messages of one direction.

    Attributes:
        messages: the types that may be a whole message, by tag.
        structs: these and every struct that can be inside them, by tag.
    """

    def __init__(self, *types: type[Struct]) -> None:
        """Prepare for these messages.

        Raises:
            TypeError: if two structs share a tag, or a field's type does not go over the wire.
        """
        self.structs = structs_in(types)
        self.messages = {tag: struct for tag, struct in self.structs.items() if struct in types}
        self._outward = Plan(self.structs, outward)
        self._inward = Plan(self.structs, inward)
        self._types = frozenset(types)

    def encode(self, message: Struct) -> bytes:
        """Return the bytes of a message.

        Raises:
            TypeError: if the message is not of this direction.
        """
        if type(message) not in self._types:
            raise TypeError(f"{type(message).__name__} is no message of this direction")
        plain = msgspec.to_builtins(message, builtin_types=_KEPT)
        return cast("bytes", _msgpack.packb(self._outward.apply(plain)))

    def decode(self, data: bytes) -> Any:
        """Return the message that the bytes are.

        Raises:
            ProtocolError: `bad_message` if they are none; the code of the rules, with the request's `rid`, if
                they are a message whose options the rules refuse.
        """
        check_shape(data)
        try:
            plain = _unpack.decode(data)
        except (msgspec.DecodeError, RecursionError) as error:
            raise ProtocolError("bad_message", {"where": "not what msgpack can read"}) from error
        tag = plain.get(TAG)
        struct = self.messages.get(tag) if type(tag) is str else None
        if struct is None:
            raise ProtocolError("bad_message", {"where": "no message of that kind comes this way"})
        try:
            return msgspec.convert(self._inward.apply(plain), struct, builtin_types=_KEPT)
        except msgspec.ValidationError as error:
            raise _complaint(error, plain) from error


def _complaint(error: msgspec.ValidationError, plain: dict[str, Any]) -> ProtocolError:
    """Say what msgspec found; a value that checks itself may have given a refusal of its own."""
    refusal = getattr(error.__cause__, "refusal", None)
    rid = plain.get("rid")
    if isinstance(refusal, Refusal) and type(rid) is int and 0 < rid < 1 << 32:
        return ProtocolError(refusal.code, refusal.values, rid=rid)
    return ProtocolError("bad_message", {"where": _where(str(error))})


def _where(complaint: str) -> str:
    """Keep what names our fields and types, drop what quotes a value of the peer."""
    said, _, path = complaint.rpartition(" - at ")
    where = complaint if said.startswith(("Expected", "Object missing")) else f"unknown value at {path}"
    return where.replace("`", "")[:_WHERE_LENGTH]
