"""Asks a server how it is, without going in: hello, welcome, and the line is closed again."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from upcard_client.link import CHUNK
from upcard_client.network.addresses import Address
from upcard_client.network.dialling import Dial, LinkFailure, dial
from upcard_client.version import version
from upcard_protocol.wire.advert import NAME_CELLS, Advert
from upcard_protocol.wire.auth import Scrypt
from upcard_protocol.wire.clean import clean_text
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.handshake import Bye, Hello, Welcome
from upcard_protocol.wire.messages import client_session

WAIT_S: Final = 3.0
"""How long an answer is waited for, connection included, seconds."""


class Answer(NamedTuple):
    """What a server said, how long that took in milliseconds, and which server it is where it says so."""

    advert: Advert
    ms: int
    server: bytes | None = None


async def greet(address: Address, *, dial: Dial = dial, now_s: Callable[[], float] = time.monotonic) -> Answer | None:
    """Return what a server answers to hello; None if there is none in `WAIT_S`, or it is none of ours.

    Args:
        address: where to ask.
        dial: how a connection is made.
        now_s: a clock, seconds.
    """
    try:
        async with asyncio.timeout(WAIT_S):
            return await _greet(address, dial, now_s)
    except (LinkFailure, OSError, ProtocolError):
        return None


async def _greet(address: Address, dial: Dial, now_s: Callable[[], float]) -> Answer | None:
    reader, writer = await dial(address)
    try:
        session = client_session(now_s())
        began = now_s()
        writer.write(session.send(Hello(version=version())))
        while (message := session.next_event()) is None:
            data = await reader.read(CHUNK)
            if not data:
                return None
            session.feed(data)
        return _answer(message, round((now_s() - began) * 1000))
    finally:
        writer.close()


def _answer(message: object, ms: int) -> Answer | None:
    match message:
        case Welcome():
            advert = Advert(
                name=clean_text(message.name, NAME_CELLS).strip() or "?",
                version=clean_text(message.version, 16),
                lo=message.protocol,
                hi=message.protocol,
                players=message.players,
                tables=message.tables,
                password=isinstance(message.auth, Scrypt),
            )
            return Answer(advert, ms, message.server)
        case Bye(code="version", values={"server_lo": int(lo), "server_hi": int(hi)}) if 0 < lo <= hi < 65_536:
            return Answer(Advert(name="?", lo=lo, hi=hi), ms)
        case _:
            return None
