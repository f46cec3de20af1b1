"""The command `upcard verify`: what one line says of an `.upcard` file."""

from pathlib import Path

from upcard_client.failures import ClientError
from upcard_client.locale import tr
from upcard_client.matches.clauses import translated
from upcard_client.matches.matchfile import text_of
from upcard_protocol.rules.verify import verify


def verify_file(path: Path) -> str:
    """Return what is to be said of a file in which nothing is wrong.

    Raises:
        ClientError: if something is wrong with it, or it cannot be read.
    """
    verdict = verify(text_of(path))
    name, why = str(path), translated(verdict.why)
    match verdict.kind:
        case "broken":
            raise ClientError(tr("{path} does not verify: {why}.", path=name, why=why))
        case "consistent":
            return tr("{path}: self-consistent only: {why}.", path=name, why=why)
        case "verified":
            digest = verdict.digest.hex()[:16]
            return tr("{path}: verified: {why}; digest {digest}.", path=name, why=why, digest=digest)
