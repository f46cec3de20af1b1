"""Encrypted connections."""

import ssl
from pathlib import Path

import pytest
import trio

from upcard_server.config import ConfigError, Tls
from upcard_server.tls import encrypted, server_context

FILES = Path(__file__).parents[1] / "data" / "tls"
"""A certificate for `localhost` that signs itself, and its key: made for these tests, good for nothing else."""


async def test_a_client_that_trusts_the_certificate_speaks_to_the_server() -> None:
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listeners[0].socket.getsockname()[1]
    trusting = ssl.create_default_context(cafile=FILES / "cert.pem")
    heard = bytearray()
    left = trio.Event()

    async def hear(stream: trio.SSLStream[trio.SocketStream]) -> None:
        async with stream:
            async for chunk in stream:
                heard.extend(chunk)
        left.set()

    with trio.fail_after(10):
        async with trio.open_nursery() as nursery:
            context = server_context(Tls(FILES / "cert.pem", FILES / "key.pem"))
            nursery.start_soon(trio.serve_listeners, hear, encrypted(listeners, context))
            client = await trio.open_ssl_over_tcp_stream(
                "localhost", port, ssl_context=trusting, https_compatible=True
            )
            async with client:
                await client.send_all(b"good evening")
            await left.wait()
            nursery.cancel_scope.cancel()
    assert heard == b"good evening"


@pytest.mark.parametrize(
    ("certificate", "key"), [("cert.pem", "missing.pem"), ("cert.pem", "cert.pem"), ("key.pem", "key.pem")]
)
def test_files_that_are_no_certificate_and_key_are_refused_in_one_sentence(certificate: str, key: str) -> None:
    with pytest.raises(ConfigError, match=r"^The certificate .* and the key .* cannot be used: [^\n]*\.$"):
        server_context(Tls(FILES / certificate, FILES / key))
