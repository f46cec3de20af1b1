"""The server as a whole, over real sockets on loopback."""

import errno
import os
import signal
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from tests.support.premises import QUICK, open_table
from tests.support.visitor import Visitor
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.table import Revealed
from upcard_protocol.wire.framing import CLIENT_LIMIT
from upcard_protocol.wire.handshake import Hello
from upcard_server.app import serve
from upcard_server.config import Config, ConfigError, Limits
from upcard_server.listening import listen

LIMIT_S = 60.0


def config(data: Path, limits: Limits | None = None, *, password_file: Path | None = None, port: int = 0) -> Config:
    return Config(
        host="127.0.0.1",
        port=port,
        data=data,
        password_file=password_file,
        limits=limits or Limits(),
        name="Kitchen Pi",
    )


class Running:
    """A server on a port of its own, and whoever is connected to it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.visitors: list[Visitor] = []

    async def dial(self) -> Visitor:
        """Return somebody who is connected and has said nothing yet."""
        visitor = Visitor(await trio.open_tcp_stream("127.0.0.1", self.port))
        self.visitors.append(visitor)
        return visitor

    async def enter(self, name: str | None = None) -> Visitor:
        """Return somebody who has logged in."""
        visitor = await self.dial()
        await visitor.log_in(name)
        return visitor


@asynccontextmanager
async def running(config: Config) -> AsyncGenerator[Running]:
    """Run a server, within a time limit; all lines are closed at the end."""
    with trio.fail_after(LIMIT_S):
        async with trio.open_nursery() as nursery:
            server = Running(await nursery.start(serve, config))
            yield server
            nursery.cancel_scope.cancel()
        for visitor in server.visitors:
            await visitor.leave()


async def test_a_match_is_played_over_tcp_and_the_server_stops_when_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(config(tmp_path)) as server:
        visitor = await server.enter("Mira")
        await open_table(visitor, QUICK, PRESETS["modern"], bots=2)
        await visitor.event(Revealed)
        silent = await server.dial()
        await silent.greet()
        os.kill(os.getpid(), signal.SIGTERM)
        for peer in (visitor, silent):
            bye = await peer.bye()
            assert (bye.code, bye.values, bye.retry_after_ms) == ("shutting_down", {"seconds": 5}, 5000)
    address = f"127.0.0.1:{server.port}"
    assert capsys.readouterr().out == f"listening on {address}\nOthers join with: upcard play {address}\n"


async def test_rubbish_on_the_port_gets_its_goodbye_and_hurts_nobody(tmp_path: Path) -> None:
    async with running(config(tmp_path)) as server:
        visitor = await server.enter("Mira")
        for rubbish in (b"GET / HTTP/1.1\r\n\r\n", bytes(64), b"\xff" * 10_000, b"\x00\x00\x00\x02\x91\x91"):
            stream = await trio.open_tcp_stream("127.0.0.1", server.port)
            await stream.send_all(rubbish)
            heard = b""
            while more := await stream.receive_some():
                heard += bytes(more)
            assert any(code in heard for code in (b"too_large", b"bad_frame", b"bad_message"))
            await stream.aclose()
        assert await visitor.up_to_now() == []


async def test_half_a_frame_and_a_reset_hurt_nobody(tmp_path: Path) -> None:
    async with running(config(tmp_path)) as server:
        visitor = await server.enter("Mira")
        other = await server.enter("Eleni")
        assert isinstance(other.stream, trio.SocketStream)
        await other.stream.send_all(CLIENT_LIMIT.to_bytes(4, "big") + b"half")
        other.stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        await trio.aclose_forcefully(other.stream)
        half = await server.enter("Wendy")
        assert isinstance(half.stream, trio.SocketStream)
        await half.stream.send_all(b"\x00\x00")
        await half.stream.send_eof()
        assert (await half.bye()).code == "bad_frame"
        assert await visitor.up_to_now() == []


async def test_whoever_is_one_too_many_hears_why(tmp_path: Path) -> None:
    async with running(config(tmp_path, Limits(max_connections_per_address=1))) as server:
        first = await server.enter("Mira")
        second = await server.dial()
        await second.say(Hello())
        assert (await second.bye()).code == "too_many_connections"
        assert await first.up_to_now() == []


async def test_a_server_on_every_interface_is_one_port_for_both_families() -> None:
    listeners = await listen(None, 0)
    try:
        ports = {listener.socket.getsockname()[1] for listener in listeners}
        assert len(ports) == 1
    finally:
        for listener in listeners:
            await listener.aclose()


async def test_a_port_in_use_and_a_host_of_somebody_else_are_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError, match=f"127.0.0.1 port {port}"):
            await listen("127.0.0.1", port)
    with pytest.raises(ConfigError, match=r"Cannot listen on 192\.0\.2\.77"):
        await listen("192.0.2.77", 0)
    with pytest.raises(ConfigError, match=r"nobody\.invalid"):
        await listen("nobody.invalid", 7377)


async def test_an_error_of_the_system_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    async def denied(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(trio, "open_tcp_listeners", denied)
    with pytest.raises(ConfigError, match=r"Cannot listen on port 80: Permission denied\."):
        await listen(None, 80)


async def test_a_password_that_cannot_be_used_stops_the_start(tmp_path: Path) -> None:
    file = tmp_path / "password"
    for text in ("", "\n", "a" * 257 + "\n"):
        file.write_text(text)
        with pytest.raises(ConfigError, match="password"):
            await serve(config(tmp_path / "data", password_file=file))
