"""Encryption of the server's connections, with a certificate from outside or one that the server makes for itself."""

import os
import ssl
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeVar

import trio
from trio.abc import Stream

from upcard_protocol.wire.fingerprint import fingerprint
from upcard_server.config import Config, ConfigError, Tls

S = TypeVar("S", bound=Stream)


SELF_SIGNED: Final = "tls.pem"
"""The certificate that the server made, with its key, in the data directory."""

COMMON_NAME_BYTES: Final = 64
"""What a certificate can hold of a name; nobody is known by it, as clients pin the whole certificate."""
VALID_FROM: Final = datetime(2000, 1, 1, tzinfo=UTC)
VALID_UNTIL: Final = datetime(2100, 1, 1, tzinfo=UTC)
"""Clients pin the certificate, so nothing is won by another one each year, and clocks that are wrong do no harm."""


def tls_of(config: Config) -> Tls | None:
    """Return the files to encrypt with, or None; a certificate of one's own is made where there is none yet.

    Raises:
        ConfigError: if it cannot be made.
    """
    if not config.tls_self_signed:
        return config.tls
    path = config.data / SELF_SIGNED
    try:
        if not path.exists():
            _write_secret(path, _self_signed(config.name))
    except OSError as error:
        raise ConfigError(f"The certificate {path} cannot be written: {error.strerror}.") from error
    return Tls(path, path)


def fingerprint_of(tls: Tls) -> str:
    """Return the fingerprint of the server's own certificate, the first in its file.

    Raises:
        ConfigError: if there is none.
    """
    try:
        text = tls.certificate.read_text(encoding="ascii")
        start = text.index(_BEGIN)
        end = text.index(_END, start) + len(_END)
        return fingerprint(ssl.PEM_cert_to_DER_cert(text[start:end]))
    except (OSError, ValueError) as error:
        raise ConfigError(f"There is no certificate in {tls.certificate}.") from error


_BEGIN: Final = "-----BEGIN CERTIFICATE-----"
_END: Final = "-----END CERTIFICATE-----"


def _self_signed(name: str) -> bytes:
    """Make a key and a certificate for it, both as PEM."""
    # Dear to import, and needed once in the life of a data directory.
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    common = name.encode()[:COMMON_NAME_BYTES].decode(errors="ignore")
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, common)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(VALID_FROM)
        .not_valid_after(VALID_UNTIL)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return secret + certificate.public_bytes(serialization.Encoding.PEM)


def _write_secret(path: Path, data: bytes) -> None:
    """Write a file for its owner's eyes, whole or not at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_suffix(".new")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def server_context(tls: Tls) -> ssl.SSLContext:
    """Load the server's certificate and key.

    Raises:
        ConfigError: if one of the files cannot be read or they do not fit together.
    """
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        # An empty password: a locked key is refused instead of asked about, as nobody may be there to answer.
        context.load_cert_chain(tls.certificate, tls.key, password="")
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or getattr(error, "strerror", None) or error
        raise ConfigError(
            f"The certificate {tls.certificate} and the key {tls.key} cannot be used: {reason}."
        ) from error
    return context


def encrypted(listeners: Sequence[trio.abc.Listener[S]], context: ssl.SSLContext) -> list[trio.SSLListener[S]]:
    """Put TLS in front of listeners.

    The handshake happens at a connection's first read or write, so the time for the login limits it too. A peer
    that leaves without TLS's goodbye is as welcome as one on plain TCP: frames say their own length.
    """
    return [trio.SSLListener(listener, context, https_compatible=True) for listener in listeners]
