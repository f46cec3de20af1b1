"""Encryption of the server's connections."""

import ssl
from collections.abc import Sequence
from typing import TypeVar

import trio
from trio.abc import Stream

from upcard_server.config import ConfigError, Tls

S = TypeVar("S", bound=Stream)


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
