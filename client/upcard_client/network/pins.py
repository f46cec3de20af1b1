"""The certificates of servers that were met: one small JSON file, address -> fingerprint."""

from pathlib import Path
from typing import Final

import msgspec

from upcard_client.failures import reason
from upcard_client.locale import tr
from upcard_client.network.addresses import Address
from upcard_client.settings import write_whole

PINS: Final = "certificates.json"
"""The file's name, beside the tokens."""

AUTHORITY: Final = "authority"
"""In place of a fingerprint: an authority that the system trusts has vouched for the server."""


class Pins:
    """What is known of certificates. The file is read each time, as another terminal may have changed it."""

    def __init__(self, path: Path) -> None:
        """Keep them in a file, which need not be there."""
        self._path = path

    def of(self, address: Address) -> str | None:
        """Return the fingerprint that a server has to show, `AUTHORITY`, or None for a server not met before."""
        return self._read().get(str(address))

    def pin(self, address: Address, fingerprint: str) -> str:
        """Keep the fingerprint of a server; return a sentence on why that cannot be done, or nothing."""
        known = self._read()
        if known.get(str(address)) == fingerprint:
            return ""
        known[str(address)] = fingerprint
        try:
            write_whole(self._path, msgspec.json.format(msgspec.json.encode(known)) + b"\n")
        except OSError as error:
            return tr("It cannot be kept: {why}.", why=reason(error))
        return ""

    def _read(self) -> dict[str, str]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, str])
        except (OSError, msgspec.DecodeError):
            return {}
