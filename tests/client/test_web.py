"""The client in a browser: the page asks for nothing outside, no other page gets in, a real client is behind it."""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from tests.support.commands import BIN, surroundings
from upcard_client.failures import ClientError
from upcard_client.web import Site, serve

LIMIT_S = 30


@asynccontextmanager
async def site(*arguments: str) -> AsyncGenerator[str]:
    """Serve the page on loopback, and give its address."""
    runner = web.AppRunner(Site("127.0.0.1", 0, arguments).application())
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


async def read(session: aiohttp.ClientSession, url: str) -> str:
    async with session.get(url) as response:
        assert response.status == 200
        return await response.text()


async def test_the_page_asks_for_nothing_outside() -> None:
    async with site() as address, aiohttp.ClientSession() as session:
        page = await read(session, f"{address}/")
        asked = re.findall(r"(?:href|src)=\"([^\"]*)\"|url\(\"([^\"]*)\"\)", page)
        named = [unescape(link or other) for link, other in asked]
        assert [link for link in named if link and not link.startswith(("static/", "page.js", "data:"))] == []
        for link in named:
            if link.endswith((".css", ".js")):
                text = re.sub(r"/\*.*?\*/", "", await read(session, f"{address}/{link}"), flags=re.DOTALL)
                assert "@import" not in text
                assert not re.search(r"https?://(?!www\.w3\.org/)", text)
            elif link.startswith("static/"):
                async with session.get(f"{address}/{link}") as response:
                    assert response.status == 200


async def test_the_browser_is_told_to_load_nothing_from_elsewhere() -> None:
    async with site() as address, aiohttp.ClientSession() as session, session.get(f"{address}/") as response:
        policy = response.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self';")
    sources = {word for word in policy.replace(";", " ").split() if "://" in word}
    assert sources == {address.replace("http", "ws")}


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", None])
async def test_another_page_does_not_reach_the_client(origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    async with site() as address, aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await session.ws_connect(f"{address}/ws", headers=headers)


async def test_a_strangers_name_for_this_computer_gets_no_page() -> None:
    async with (
        site() as address,
        aiohttp.ClientSession() as session,
        session.get(f"{address}/", headers={"Host": "elsewhere.example:80"}) as response,
    ):
        assert response.status == 403


@asynccontextmanager
async def command(home: Path) -> AsyncGenerator[str]:
    """Run the real command, and give the address that it names."""
    process = await asyncio.create_subprocess_exec(
        *(BIN / "upcard", "web", "--port", "0", "--name", "Eleni"),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        env=surroundings(home),
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(LIMIT_S):
            said = (await process.stdout.readline()).decode()
        found = re.fullmatch(r"Open (\S+) in a browser\. Ctrl\+C ends it\.\n", said)
        assert found is not None, said
        yield found[1]
    finally:
        process.terminate()
        assert await process.wait() == 0


async def test_a_client_draws_into_the_page_and_hears_its_keys(tmp_path: Path) -> None:
    async with command(tmp_path) as address, aiohttp.ClientSession() as session:
        socket = await session.ws_connect(f"{address}/ws?width=90&height=30", headers={"Origin": address})
        await until(socket, b"Host a server")
        await socket.send_json(["stdin", "\x1b"])
        await until(socket, b"Settings")
        await socket.send_json(["stdin", "?"])
        await until(socket, b"Help: ")
        await socket.close()


async def until(socket: aiohttp.ClientWebSocketResponse, text: bytes) -> None:
    """Read the picture until a text is in it."""
    seen = b""
    async with asyncio.timeout(LIMIT_S):
        while text not in seen:
            message = await socket.receive()
            assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), message
            seen += message.data if isinstance(message.data, bytes) else message.data.encode()


async def test_a_port_in_use_is_said_in_a_sentence() -> None:
    async with site() as address:
        taken = Site("127.0.0.1", int(address.rpartition(":")[2]))
        with pytest.raises(ClientError, match=r"^Nothing can be served at .*: address already in use\.$"):
            await serve(taken, print)
