"""A headless Chromium, driven over its own protocol: what it asks for, what is drawn into the page, keys."""

import asyncio
import base64
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp

LIMIT_S: Final = 30
"""What one waits for comes within this time, or it is not coming."""

KEYS: Final = {"Enter": ("\r", 13), "Escape": ("", 27), "End": ("", 35)}
"""Keys that are no letters: what they type, and their code."""


class Browser:
    """One page. Made by `browser`.

    Attributes:
        asked: every address that the page has asked for.
    """

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        """Speak to a page."""
        self.asked: list[str] = []
        self._line = line
        self._number = 0
        self._drawn = ""
        self._seen = 0

    async def call(self, method: str, **parameters: Any) -> None:
        """Tell the browser something, and wait until it has done it."""
        self._number += 1
        await self._line.send_json({"id": self._number, "method": method, "params": parameters})
        while (await self._hear()).get("id") != self._number:
            pass

    async def _hear(self) -> dict[str, Any]:
        message: dict[str, Any] = await self._line.receive_json()
        told = message.get("params", {})
        match message.get("method"):
            case "Network.requestWillBeSent":
                self.asked.append(told["request"]["url"])
            case "Network.webSocketCreated":
                self.asked.append(told["url"])
            case "Network.webSocketFrameReceived":
                data = told["response"]["payloadData"]
                binary = told["response"]["opcode"] == 2
                self._drawn += base64.b64decode(data).decode(errors="replace") if binary else data
            case _:
                pass
        return message

    async def until(self, *texts: str) -> str:
        """Return which of some texts is drawn next; looking goes on behind it.

        Raises:
            AssertionError: if none is.
        """
        wanted = re.compile("|".join(map(re.escape, texts)))
        try:
            async with asyncio.timeout(LIMIT_S):
                while (found := wanted.search(self._drawn, self._seen)) is None:
                    await self._hear()
        except TimeoutError as error:
            raise AssertionError(f"none of {texts} was drawn after {self._drawn[self._seen :]!r}") from error
        self._seen = found.end()
        return found[0]

    async def press(self, key: str) -> None:
        """Press a key: a letter, or one of `KEYS`."""
        text, code = KEYS.get(key, (key, ord(key[0].upper())))
        pressed = {"key": key, "windowsVirtualKeyCode": code}
        await self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **pressed)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **pressed)


@asynccontextmanager
async def browser(home: Path, page: str) -> AsyncGenerator[Browser]:
    """Open a page while the block runs."""
    process = await asyncio.create_subprocess_exec(
        *("chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"),
        *(f"--user-data-dir={home}", "--window-size=1100,700", "about:blank"),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(LIMIT_S):
            while (where := re.search(rb"listening on ws://([^/]+)/", await process.stderr.readline())) is None:
                assert not process.stderr.at_eof()
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://{where[1].decode()}/json") as response:
                (line,) = [each["webSocketDebuggerUrl"] for each in await response.json() if each["type"] == "page"]
            async with session.ws_connect(line, max_msg_size=0) as socket:
                opened = Browser(socket)
                await opened.call("Network.enable")
                await opened.call("Emulation.setFocusEmulationEnabled", enabled=True)
                await opened.call("Page.navigate", url=page)
                yield opened
    finally:
        process.terminate()
        await process.communicate()
