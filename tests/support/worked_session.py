"""The session that PROTOCOL.md shows in hex: a table against the computer, from hello to bye.

Real sessions make the bytes, so the phases, limits and encodings are the ones that programs meet.
"""

import json
import re
import textwrap
from collections.abc import Callable
from typing import Any, Final, cast

import msgpack
from msgspec import Struct

from tests.support.wire_samples import AT, DEAL, MODERN, SEED
from upcard_protocol import table as tb
from upcard_protocol.rules.game import NATURE
from upcard_protocol.rules.games import AnyAction
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.shuffle import commitment
from upcard_protocol.wire import client_session, server_session
from upcard_protocol.wire.auth import Scrypt, proof
from upcard_protocol.wire.framing import frame
from upcard_protocol.wire.handshake import Bye, Hello, Limits, LoggedIn, Login, Ping, Pong, Welcome
from upcard_protocol.wire.pushes import Happened, Snapshot
from upcard_protocol.wire.replies import Acted, Done, Seated
from upcard_protocol.wire.requests import Act, NewTable, Ready, ShowSeed

PASSWORD: Final = "open sesame"
_SALT: Final = bytes(range(16))
_SEED: Final = bytes(range(32, 64))
_SERVER_SEED: Final = bytes(range(64, 96))
_NONCE: Final = bytes(range(16, 32))
_msgpack: Any = msgpack  # it comes without types
unpack: Callable[[bytes], Any] = _msgpack.unpackb

Line = tuple[str, bytes]
"""Who says it, `C` or `S`, and the bytes with their length in front."""

BRIEF: Final = {
    "t": "new_table",
    "rid": 1,
    "options": {"t": "table.options", "name": "Kitchen table"},
    "game": {"t": "gin.options"},
    "bots": 1,
}
"""A message may leave out every field that has its default."""


def lines() -> list[Line]:
    """Return the session, message by message."""
    client, server = client_session(), server_session()
    said: list[Line] = []

    def say(who: str, message: Struct, data: bytes | None = None) -> None:
        sender, hearer = (client, server) if who == "C" else (server, client)
        data = sender.send(message) if data is None else data
        hearer.feed(data)
        assert hearer.next_event() == message
        said.append((who, data))

    say("C", Hello(version="0.1.0"))
    say("S", _welcome())
    say("C", Login(name="Ann", proof=proof(PASSWORD, _SALT, 1 << 14, 8, 1, _NONCE)))
    say("S", LoggedIn(token=SEED, user=12, name="Ann"))
    options = tb.TableOptions(name="Kitchen table")
    say("C", NewTable(rid=1, options=options, game=MODERN, bots=1), frame(_msgpack.packb(BRIEF)))
    say("S", Done(1, Seated(7, 0)))
    table = tb.new_table(options, MODERN)
    for action in (tb.Sit(0, "Ann"), tb.Sit(1, "Computer", "normal")):
        table, _ = tb.apply(table, NATURE, action)
    say("S", Snapshot(table=7, n=2, at_ms=AT, view=tb.view(table, 0)))
    n = 2

    def happen(seat: int, action: tb.TableAction | AnyAction) -> None:
        nonlocal table, n
        table, events = tb.apply(table, seat, action)
        for event in events:
            n += 1
            say("S", Happened(7, n, AT + 1000 * n, tb.redact(table, event, 0)))

    say("C", Ready(2, 7, commitment(_SEED)))
    say("S", Done(2))
    happen(NATURE, tb.GetReady(0, commitment(_SEED)))
    happen(NATURE, tb.Commit(commitment(_SERVER_SEED)))
    say("C", ShowSeed(3, 7, _SEED))
    say("S", Done(3))
    happen(NATURE, tb.GiveSeed(0, _SEED))
    happen(NATURE, tb.Start(1))
    happen(NATURE, DEAL)
    say("C", Act(7, 1, 1, act.PASS))
    say("S", Acted(7, 1, n + 1))
    happen(0, act.PASS)
    happen(1, act.PASS)
    say("C", Act(7, 2, 2, act.DRAW_STOCK))
    say("S", Acted(7, 2, n + 1))
    happen(0, act.DRAW_STOCK)
    say("C", Ping(1))
    say("S", Pong(1))
    say("C", Bye("leaving"))
    return said


def _welcome() -> Welcome:
    return Welcome(
        protocol=1,
        server=bytes(range(16)),
        name="Kitchen Pi",
        epoch=3,
        version="0.1.0",
        limits=Limits(4096, 65536, 30, 10, 4, 60),
        auth=Scrypt(_SALT, _NONCE),
        players=5,
        tables=3,
        at_ms=AT,
    )


def shown(value: Any) -> str:
    """Write a decoded message as JSON, byte strings as `h'00ff'`."""

    def plain(part: Any) -> Any:
        if isinstance(part, bytes):
            return f"h'{part.hex()}'"
        if isinstance(part, dict):
            return {key: plain(item) for key, item in cast("dict[str, Any]", part).items()}
        if isinstance(part, list):
            return [plain(item) for item in cast("list[Any]", part)]
        return part

    return json.dumps(plain(value), ensure_ascii=False)


def written() -> str:
    """Write the session as the page shows it."""
    parts: list[str] = []
    for who, data in lines():
        length, payload = data[:4].hex(), data[4:]
        says = textwrap.fill(shown(unpack(payload)), 110, break_on_hyphens=False, break_long_words=False)
        spelled = textwrap.fill(payload.hex(), 110)
        parts.append(f"{who} {length}\n{spelled}\n{textwrap.indent(says, '  ')}\n")
    return "```text\n" + "\n".join(parts) + "```\n"


def read(page: str) -> list[tuple[str, bytes, str]]:
    """Return what the page shows: who, the bytes, and what they are said to mean."""
    text = re.findall(r"```text\n([CS] [0-9a-f]{8}\n.*?)```", page, re.DOTALL)[0]
    found: list[tuple[str, bytes, str]] = []
    for part in text.strip().split("\n\n"):
        head, *rest = part.split("\n")
        who, length = head.split()
        spelled = "".join(line for line in rest if not line.startswith(" "))
        says = " ".join(line.strip() for line in rest if line.startswith(" "))
        found.append((who, bytes.fromhex(length + spelled), says))
    return found
