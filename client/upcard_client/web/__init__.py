"""The client in a browser: an optional extra, `pip install upcard[web]`.

textual-serve starts one client for each open page and carries the keys and the picture. The page and the rules by
which it is handed out are our own: it asks for nothing outside, and no other page can reach the client behind it.
"""

import asyncio
import os
import shlex
import signal
import sys
from collections.abc import Callable, Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler
from textual_serve.server import Server

from upcard_client.failures import ClientError, reason
from upcard_client.locale import spoken_language, tr
from upcard_client.network.addresses import LOOPBACK

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self' {socket}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the browser may load for the page: nothing but what comes from here (xterm.js sets styles of its own)."""

_OURS: Final = files("upcard_client.web")
_PAGE: Final = Template(_OURS.joinpath("page.html").read_text(encoding="utf-8"))
_SCRIPT: Final = _OURS.joinpath("page.js").read_text(encoding="utf-8")
_NAMES_OF_LOOPBACK: Final = frozenset({LOOPBACK, "localhost", "[::1]"})


class Site(Server):
    """Hands out the page, and a client to whoever opens it."""

    def __init__(self, host: str, port: int, arguments: Sequence[str] = ()) -> None:
        """Prepare to listen.

        Args:
            host: the address to listen on.
            port: the TCP port; 0 picks one.
            arguments: what each client is started with.
        """
        command = shlex.join((sys.executable, "-m", "upcard_client", *arguments))
        super().__init__(command, host, port, "Upcard")  # pyright: ignore[reportUnknownMemberType] - loosely typed

    def application(self) -> web.Application:
        """Return what answers requests."""
        application = web.Application(middlewares=[self._guard])
        application.add_routes(
            [
                web.get("/", self._page),
                web.get("/page.js", self._script),
                web.get("/ws", self.handle_websocket),
                web.static("/static", self.statics_path),
            ]
        )
        return application

    async def _page(self, request: web.Request) -> web.Response:
        text = _PAGE.substitute(
            lang=spoken_language().replace("_", "-"),
            socket=escape(_socket(request)),
            title=escape(self.title),
            opening=escape(tr("Opening the table.")),
            over=escape(tr("The game has ended here.")),
            again=escape(tr("Play again")),
        )
        return web.Response(text=text, content_type="text/html")

    async def _script(self, _: web.Request) -> web.Response:
        return web.Response(text=_SCRIPT, content_type="text/javascript")

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Turn away what another page sends, and let the page load nothing from elsewhere."""
        here = self.host in _NAMES_OF_LOOPBACK
        if here and request.host.rpartition(":")[0] not in _NAMES_OF_LOOPBACK:
            # A name of somebody else's that leads to this computer.
            raise web.HTTPForbidden(text=tr("This page is for this computer alone."))
        origin = request.headers.get("Origin")
        if request.path == "/ws" and origin != f"{request.scheme}://{request.host}":
            raise web.HTTPForbidden(text=tr("Another page may not play here."))
        response = await handler(request)
        if not response.prepared:
            response.headers["Content-Security-Policy"] = POLICY.format(socket=_socket(request).partition("/ws")[0])
            response.headers["X-Content-Type-Options"] = "nosniff"
            response.headers["Referrer-Policy"] = "no-referrer"
        return response


def _socket(request: web.Request) -> str:
    return f"{'wss' if request.scheme == 'https' else 'ws'}://{request.host}/ws"


async def serve(site: Site, ready: Callable[[str], None]) -> None:
    """Serve until told to stop.

    Args:
        site: what is served.
        ready: called with the page's address once it listens.

    Raises:
        ClientError: if the port cannot be listened on.
    """
    runner = web.AppRunner(site.application())
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, site.host, site.port).start()
        except OSError as error:
            # In place of the system's words asyncio has a sentence of its own, another in each version of Python.
            number = error.errno or 0
            why = reason(OSError(number, os.strerror(number)) if number > 0 else error)
            refused = tr(
                "Nothing can be served at {host} port {port}: {why}.", host=site.host, port=site.port, why=why
            )
            raise ClientError(refused) from error
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        if sys.platform != "win32":
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, ended.set)
        port = runner.addresses[0][1]
        ready(f"http://{f'[{site.host}]' if ':' in site.host else site.host}:{port}")
        await ended.wait()
    finally:
        await runner.cleanup()
