"""Encrypted connections."""

import ssl
import stat
from pathlib import Path

import pytest
import trio

from upcard_server.config import NAME_LENGTH, Config, ConfigError, Tls
from upcard_server.tls import encrypted, fingerprint_of, server_context, tls_of

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

    with trio.fail_after(30):
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


async def test_a_certificate_of_ones_own_is_made_once_and_fits_its_key(tmp_path: Path) -> None:
    config = Config(data=tmp_path / "data", tls_self_signed=True)
    tls = tls_of(config)
    assert tls is not None
    assert stat.S_IMODE(tls.key.stat().st_mode) == 0o600
    server_context(tls)
    first = fingerprint_of(tls)
    assert tls_of(config) == tls
    assert fingerprint_of(tls) == first
    other = tls_of(Config(data=tmp_path / "other", tls_self_signed=True))
    assert other is not None
    assert fingerprint_of(other) != first


@pytest.mark.parametrize("letter", ["n", "\u00e9", "\u65e5", "\u2660", "\U0001f0a1"])
def test_a_certificate_is_made_for_the_longest_name_in_any_script(letter: str, tmp_path: Path) -> None:
    tls = tls_of(Config(data=tmp_path, name=letter * NAME_LENGTH, tls_self_signed=True))
    assert tls is not None
    server_context(tls)


def test_a_certificate_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="cannot be written: "):
        tls_of(Config(data=tmp_path / "file", tls_self_signed=True))


def test_the_fingerprint_is_that_of_the_servers_certificate_whatever_stands_before_it(tmp_path: Path) -> None:
    chain = tmp_path / "chain.pem"
    certificate = (FILES / "cert.pem").read_text()
    chain.write_text((FILES / "key.pem").read_text() + certificate)
    expected = fingerprint_of(Tls(FILES / "cert.pem", FILES / "key.pem"))
    assert len(expected) == 39
    assert fingerprint_of(Tls(chain, chain)) == expected
    with pytest.raises(ConfigError, match="no certificate"):
        fingerprint_of(Tls(FILES / "key.pem", FILES / "key.pem"))
