"""Encrypted servers: whom the client takes for whom, and what it says when that changes."""

import asyncio
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from upcard_client.network.addresses import Address
from upcard_client.network.dialling import Dialler, LinkFailure
from upcard_client.network.linkwords import say
from upcard_client.network.pins import AUTHORITY, Pins
from upcard_protocol.wire.fingerprint import fingerprint

FILES = Path(__file__).parents[1] / "data" / "tls"
"""A certificate for `localhost` that signs itself, and its key."""

CERTIFICATE = fingerprint(ssl.PEM_cert_to_DER_cert((FILES / "cert.pem").read_text()))


@asynccontextmanager
async def listening(context: ssl.SSLContext | None) -> AsyncGenerator[Address]:
    """Listen on loopback and say one word to whoever connects."""

    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"hello")
        writer.close()

    async with await asyncio.start_server(greet, "localhost", 0, ssl=context, family=2) as server:
        yield Address("localhost", server.sockets[0].getsockname()[1], tls=True)


def encrypted() -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(FILES / "cert.pem", FILES / "key.pem")
    return context


async def heard(dialler: Dialler, address: Address) -> bytes:
    reader, writer = await dialler.dial(address)
    try:
        return await reader.read()
    finally:
        writer.close()
        await writer.wait_closed()


async def test_the_first_certificate_is_pinned_said_once_and_taken_again(tmp_path: Path) -> None:
    said: list[str] = []
    pins = Pins(tmp_path / "certificates.json")
    dialler = Dialler(pins, said.append)
    async with listening(encrypted()) as address:
        assert await heard(dialler, address) == b"hello"
        assert await heard(dialler, address) == b"hello"
        assert pins.of(address) == CERTIFICATE
    assert said == [f"This server's certificate is new here and known from now on: {CERTIFICATE}."]


@pytest.mark.parametrize("known", ["0000-1111-2222-3333-4444-5555-6666-7777", AUTHORITY])
async def test_another_certificate_than_before_is_refused_with_both_fingerprints(tmp_path: Path, known: str) -> None:
    pins = Pins(tmp_path / "certificates.json")
    async with listening(encrypted()) as address:
        pins.pin(address, known)
        with pytest.raises(LinkFailure) as failure:
            await heard(Dialler(pins, lambda _: None), address)
        refusal = failure.value.refusal
        assert refusal.code == "certificate_changed"
        assert refusal.values == {"address": str(address), "was": known, "now": CERTIFICATE}
        assert "HAS CHANGED" in say(refusal)
        assert pins.of(address) == known, "nothing is taken by itself"
        pins.pin(address, CERTIFICATE)
        assert await heard(Dialler(pins, lambda _: None), address) == b"hello"


async def test_an_authority_that_the_system_trusts_needs_no_pin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(FILES / "cert.pem"))
    pins = Pins(tmp_path / "certificates.json")
    async with listening(encrypted()) as address:
        assert await heard(Dialler(pins, lambda _: None), address) == b"hello"
        assert pins.of(address) == AUTHORITY


async def test_a_server_that_is_not_encrypted_is_one_sentence(tmp_path: Path) -> None:
    async with listening(None) as address:
        with pytest.raises(LinkFailure, match="is not encrypted: leave tls:// out"):
            await heard(Dialler(Pins(tmp_path / "pins"), lambda _: None), address)


async def test_a_pin_that_cannot_be_kept_is_said(tmp_path: Path) -> None:
    said: list[str] = []
    (tmp_path / "file").write_text("")
    async with listening(encrypted()) as address:
        assert await heard(Dialler(Pins(tmp_path / "file" / "pins"), said.append), address) == b"hello"
    assert "It cannot be kept: " in said[0]


def test_pins_are_by_address_and_a_damaged_file_knows_nothing(tmp_path: Path) -> None:
    pins = Pins(tmp_path / "pins")
    pins.pin(Address("kitchen.local", tls=True), "aa")
    pins.pin(Address("kitchen.local", 8000, tls=True), "bb")
    assert Pins(tmp_path / "pins").of(Address("kitchen.local", tls=True)) == "aa"
    (tmp_path / "pins").write_text("{")
    assert pins.of(Address("kitchen.local", tls=True)) is None
