"""The command `upcard verify`: what one line says of an `.upcard` file."""

from pathlib import Path
from typing import Final

from upcard_client.failures import ClientError
from upcard_client.locale import mark, tr
from upcard_client.matches.clauses import fault_said, translated
from upcard_client.matches.matchfile import text_of
from upcard_client.matches.memory import fingerprint, recall
from upcard_client.matches.shelf import Shelf
from upcard_protocol.rules.notation import read
from upcard_protocol.rules.verify import verify

SAID: Final = mark(
    {
        ("verified", True): "{path}: verified: {why}, and it is what this computer saw; digest {digest}.",
        ("verified", False): (
            "{path}: verified: {why}; digest {digest}. This computer did not see the match: ask somebody who did for"
            " the digest."
        ),
        ("consistent", True): "{path}: self-consistent only: {why}; it is what this computer saw.",
        ("consistent", False): "{path}: self-consistent only: {why}. This computer did not see the match.",
    }
)
"""What is said of a file in which nothing is wrong, by the verdict and by whether the match was seen here."""


def verify_file(path: Path, shelf: Shelf) -> str:
    """Return what is to be said of a file in which nothing is wrong.

    Args:
        path: the file.
        shelf: remembers what this computer saw.

    Raises:
        ClientError: if something is wrong with it, or it cannot be read.
    """
    text = text_of(path)
    verdict = verify(text)
    if verdict.kind == "broken":
        raise _broken(path, translated(verdict.why) if verdict.fault is None else fault_said(verdict.fault))
    record = read(text)
    seen = recall(shelf.seen, record)
    if seen is not None and seen.seen != fingerprint(record):
        raise _broken(path, tr("it has seeds of a match that this computer saw, and is not what was played there"))
    if seen is not None and seen.differed:
        raise _broken(path, tr("the shuffle did not match when it was played"))
    template = SAID[verdict.kind, seen is not None]
    return tr(template, path=str(path), why=translated(verdict.why), digest=verdict.digest.hex()[:16])


def _broken(path: Path, why: str) -> ClientError:
    return ClientError(tr("{path} does not verify: {why}.", path=str(path), why=why))
