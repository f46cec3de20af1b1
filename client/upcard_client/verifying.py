"""The command `upcard verify`: what one line says of an `.upcard` file."""

from pathlib import Path
from typing import Final

from upcard_client.failures import ClientError
from upcard_protocol.rules.verify import verify

LARGEST: Final = 4 * 1024 * 1024
"""Bytes of the longest file that is read: many times the longest match."""


def verify_file(path: Path) -> str:
    """Return what is to be said of a file in which nothing is wrong.

    Raises:
        ClientError: if something is wrong with it, or it cannot be read.
    """
    verdict = verify(_text(path))
    match verdict.kind:
        case "broken":
            raise ClientError(f"{path} does not verify: {verdict.why}.")
        case "consistent":
            return f"{path}: self-consistent only: {verdict.why}."
        case "verified":
            return f"{path}: verified: {verdict.why}; digest {verdict.digest.hex()[:16]}."


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise ClientError(f"{path} is too long to be a match.")
        return data.decode()
    except OSError as error:
        raise ClientError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ClientError(f"{path} is not UTF-8 text, so it is no match.") from error
