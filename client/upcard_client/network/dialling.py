"""How a connection is made: plain, or encrypted with a certificate that is known.

A certificate that the system's authorities vouch for is taken. Any other is taken the first time and pinned: from
then on that server has to show the same one, and another is a failure that says so, never a question in passing.
"""

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from upcard_client.failures import reason
from upcard_client.locale import tr
from upcard_client.network.addresses import Address
from upcard_client.network.linkwords import say
from upcard_client.network.pins import AUTHORITY, Pins
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.wire.fingerprint import fingerprint

DIAL_S: Final = 5.0
"""How long a connection may take to be made, seconds."""


class LinkFailure(Exception):
    """There is no link; the text is a sentence for people.

    Attributes:
        refusal: the code, of the wire or of `linkwords.NETWORK`, and its values.
        retry_after_s: when the server said to come back, in seconds; 0 if it did not.
    """

    def __init__(self, refusal: Refusal, retry_after_s: float = 0.0) -> None:
        self.refusal = refusal
        self.retry_after_s = retry_after_s
        super().__init__(say(refusal))


class Writer(Protocol):
    """What the link needs of `asyncio.StreamWriter`."""

    def write(self, data: bytes) -> None: ...
    def close(self) -> None: ...
    async def wait_closed(self) -> None: ...


Streams = tuple[asyncio.StreamReader, Writer]
Dial = Callable[[Address], Awaitable[Streams]]


async def dial(address: Address, context: ssl.SSLContext | None = None) -> Streams:
    """Open a TCP connection, and inside it an encrypted one if there is a context for that.

    Raises:
        LinkFailure: `unknown_host`, `refused_port`, `no_answer`, `not_encrypted` or `unreachable`.
        ssl.SSLCertVerificationError: if the context does not take the server's certificate.
    """
    try:
        async with asyncio.timeout(DIAL_S):
            if context is None:
                return await asyncio.open_connection(address.host, address.port)
            return await asyncio.open_connection(
                address.host, address.port, ssl=context, server_hostname=address.host
            )
    except socket.gaierror as error:
        raise LinkFailure(Refusal("unknown_host", {"host": address.host})) from error
    except ConnectionRefusedError as error:
        raise LinkFailure(Refusal("refused_port", {"address": str(address)})) from error
    except ssl.SSLCertVerificationError:
        raise
    except (ssl.SSLError, ConnectionResetError) as error:
        raise LinkFailure(Refusal("not_encrypted", {"address": str(address)})) from error
    except TimeoutError as error:
        raise LinkFailure(Refusal("no_answer", {"address": str(address), "seconds": int(DIAL_S)})) from error
    except (OSError, UnicodeError) as error:
        why = reason(error) if isinstance(error, OSError) and error.strerror else tr("the network refuses it")
        raise LinkFailure(Refusal("unreachable", {"address": str(address), "why": why})) from error


class Dialler:
    """Makes connections for one link."""

    def __init__(self, pins: Pins, meet: Callable[[str], None]) -> None:
        """Prepare.

        Args:
            pins: the certificates that are known.
            meet: told what to say of a certificate that was not known and is pinned now.
        """
        self._pins = pins
        self._meet = meet

    async def dial(self, address: Address) -> Streams:
        """Open a connection as the address asks for.

        Raises:
            LinkFailure: as `dial`, or `certificate_changed`.
        """
        if not address.tls:
            return await dial(address)
        pinned = self._pins.of(address)
        if pinned in (None, AUTHORITY):
            try:
                streams = await dial(address, ssl.create_default_context())
            except ssl.SSLCertVerificationError:
                return await self._dial_pinned(address, pinned)
            self._pins.pin(address, AUTHORITY)
            return streams
        return await self._dial_pinned(address, pinned)

    async def _dial_pinned(self, address: Address, pinned: str | None) -> Streams:
        """Take the certificate that is pinned, and pin the first one."""
        streams = await dial(address, _whoever())
        shown = _fingerprint(streams[1])
        if pinned is None:
            problem = self._pins.pin(address, shown)
            met = tr("This server's certificate is new here and known from now on: {fingerprint}.", fingerprint=shown)
            self._meet(f"{met} {problem}".strip())
        elif shown != pinned:
            streams[1].close()
            raise LinkFailure(Refusal("certificate_changed", {"address": str(address), "was": pinned, "now": shown}))
        return streams


def _whoever() -> ssl.SSLContext:
    """Return a context that takes any certificate: the pin is what is looked at."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _fingerprint(writer: Writer) -> str:
    assert isinstance(writer, asyncio.StreamWriter), "an encrypted line is asyncio's own"
    certificate = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    return fingerprint(certificate or b"")
