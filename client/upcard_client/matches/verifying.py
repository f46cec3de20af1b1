"""The command `upcard verify`: what one line says of an `.upcard` file."""

from pathlib import Path

from upcard_client.failures import ClientError
from upcard_client.matches.matchfile import text_of
from upcard_protocol.rules.verify import verify


def verify_file(path: Path) -> str:
    """Return what is to be said of a file in which nothing is wrong.

    Raises:
        ClientError: if something is wrong with it, or it cannot be read.
    """
    verdict = verify(text_of(path))
    match verdict.kind:
        case "broken":
            raise ClientError(f"{path} does not verify: {verdict.why}.")
        case "consistent":
            return f"{path}: self-consistent only: {verdict.why}."
        case "verified":
            return f"{path}: verified: {verdict.why}; digest {verdict.digest.hex()[:16]}."
