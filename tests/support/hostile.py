"""What a client may send that means harm, or nothing at all: bytes, damaged messages, messages out of place."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, cast

import msgpack
from msgspec import Struct
from msgspec.structs import replace

from tests.support.visitor import Seen
from tests.support.wire_samples import messages
from upcard_protocol.rules.games import GameAction, game_of, name_of
from upcard_protocol.wire import FROM_CLIENT, TO_SERVER
from upcard_protocol.wire.framing import CLIENT_LIMIT, frame
from upcard_protocol.wire.requests import Act, Ready

_msgpack: Any = msgpack  # it comes without types

SAMPLES: Final = tuple(message for message in messages() if type(message) in FROM_CLIENT)
ACTIONS: Final[tuple[GameAction, ...]] = tuple(message.action for message in SAMPLES if isinstance(message, Act))

LENGTHS: Final = (0, 1, CLIENT_LIMIT + 1, 1 << 31, (1 << 32) - 1)
"""Lengths that no frame has, or that promise more than comes."""

BOMBS: Final = (
    b"\x91" * 4000,
    b"\x81\xa0\xdd\xff\xff\xff\xff",
    b"\xdf\xff\xff\xff\xff",
    b"\x81\xa0" + b"\xdc\x03\xe8" * 1300,
    b"\x81\xa0" + b"\x91" * 4000 + b"\x00",
    b"\x81\xa0" * 2000 + b"\x00",
    b"\x81\xa0\xc9\x00\x00\xff\xff\x01" + b"x" * 4000,
    b"\x81\xa0\xdb\xff\xff\xff\xff",
)
"""Payloads that claim more than they are."""

NUMBERS: Final = (-1, 0, 1, 51, 52, 1 << 32, (1 << 64) - 1)
ODD: Final[tuple[Any, ...]] = (*NUMBERS, None, True, "", "x" * 500, "\x1b]52;c;aGk=\x07", b"", [], {})
"""What is put in the place of a field."""

OWN_KEYS: Final = 96
"""How many keys of their own making a message has that is made of nothing else: a frame holds no more."""


class Hostile:
    """Makes up what a hostile client sends.

    Attributes:
        keys: how many keys of its own making it has sent in messages of nothing else, each only once.
    """

    def __init__(self, rng: Random, tables: Sequence[int]) -> None:
        """Draw from a source of chance, and know of some tables."""
        self._rng = rng
        self._tables = (*tables, 0, 99, (1 << 32) - 1)
        self._rid = 0
        self.keys = 0

    def frame(self, *, harmless: float = 0.8, seen: Mapping[int, Seen] | None = None) -> bytes:
        """Return what goes into the line in one piece.

        Args:
            harmless: how often it is a message as it should be, though perhaps at the wrong time.
            seen: the tables that whoever sends it knows.
        """
        rng = self._rng
        if rng.random() < harmless:
            if seen and rng.random() < 0.3:
                return frame(TO_SERVER.encode(self._fitting(*rng.choice(list(seen.items())))))
            return frame(TO_SERVER.encode(self.message()))
        match rng.randrange(6):
            case 0:
                return frame(rng.randbytes(rng.randrange(1, 200)))
            case 1:
                return rng.choice(LENGTHS).to_bytes(4, "big") + rng.randbytes(rng.randrange(8))
            case 2:
                return frame(rng.choice(BOMBS))
            case 3:
                return frame(self._damaged(TO_SERVER.encode(self.message())))
            case 4:
                return frame(self._of_own_keys())
            case _:
                return frame(self._altered(TO_SERVER.encode(self.message())))

    def message(self) -> Struct:
        """Return any message of a client, about a table that may be there."""
        rng = self._rng
        message: Any = rng.choice(SAMPLES)
        fields = set(message.__struct_fields__)
        changes: dict[str, Any] = {}
        if "table" in fields and message.table is not None:
            changes["table"] = rng.choice(self._tables)
        if "rid" in fields:
            self._rid += 1
            changes["rid"] = self._rid if rng.random() < 0.9 else rng.randrange(1, self._rid + 1)
        if isinstance(message, Act):
            changes |= {"cseq": rng.randrange(1, 40), "dp": rng.randrange(60), "action": rng.choice(ACTIONS)}
        for name in fields & {"seat", "n", "after"}:
            changes[name] = rng.randrange(6)
        return replace(message, **changes)

    def _fitting(self, table: int, seen: Seen) -> Struct:
        """Return what is due at a table: an act with the right numbers, whatever the rules say of it, or ready."""
        view = seen.view
        if view.match is None or not view.playing:
            self._rid += 1
            return Ready(self._rid, table)
        actions: list[GameAction] = list(game_of(view.game).legal(view.match))
        if not actions or self._rng.random() < 0.5:
            actions = [action for action in ACTIONS if name_of(action) == name_of(view.game)]
        return Act(table, seen.cseq + 1, view.match.decision, self._rng.choice(actions))

    def _damaged(self, payload: bytes) -> bytes:
        """Change, add or leave out some bytes."""
        rng, damaged = self._rng, bytearray(payload)
        for _ in range(rng.randrange(1, 5)):
            at = rng.randrange(len(damaged))
            match rng.randrange(3):
                case 0:
                    damaged[at] = rng.randrange(256)
                case 1:
                    damaged[at:at] = rng.randbytes(rng.randrange(1, 4))
                case _:
                    del damaged[at : at + rng.randrange(1, 4)]
                    damaged = damaged or bytearray(b"\x80")
        return bytes(damaged[:CLIENT_LIMIT])

    def _of_own_keys(self) -> bytes:
        """Return a ping full of keys that were never sent before; whoever kept them would soon be full of them."""
        first, self.keys = self.keys, self.keys + OWN_KEYS
        own = {f"a key of my own, number {number:010}": 0 for number in range(first, self.keys)}
        return _msgpack.packb({"t": "ping", "id": 1, **own})

    def _altered(self, payload: bytes) -> bytes:
        """Put something else in the place of a field, or a key of one's own beside the others."""
        rng = self._rng
        plain: dict[str, Any] = _msgpack.unpackb(payload)
        where = plain
        while inner := [
            cast("dict[str, Any]", value) for value in where.values() if isinstance(value, dict) and value
        ]:
            if rng.random() < 0.5:
                break
            where = rng.choice(inner)
        key = rng.choice(list(where)) if rng.random() < 0.7 else f"made up {rng.randrange(1 << 40)}"
        where[key] = rng.choice(ODD)
        return _msgpack.packb(plain)[:CLIENT_LIMIT]
