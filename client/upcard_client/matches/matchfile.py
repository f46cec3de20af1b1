"""Matches as files: what every command that takes an `.upcard` file reads it with."""

from pathlib import Path
from typing import Final

from upcard_client.failures import ClientError, reason
from upcard_client.locale import tr
from upcard_client.matches.clauses import fault_said
from upcard_protocol.rules.notation import NotationError, Record, read

LARGEST: Final = 4 * 1024 * 1024
"""Bytes of the longest file that is read: many times the longest match."""


def text_of(path: Path) -> str:
    """Return the text of a file.

    Raises:
        ClientError: if it cannot be read, or is no text.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise ClientError(tr("{path} is too long to be a match.", path=str(path)))
        return data.decode()
    except OSError as error:
        raise ClientError(tr("{path} cannot be read: {why}.", path=str(path), why=reason(error))) from error
    except UnicodeDecodeError as error:
        raise ClientError(tr("{path} is not UTF-8 text, so it is no match.", path=str(path))) from error


def record_of(path: Path) -> Record:
    """Return the match of a file.

    Raises:
        ClientError: if it cannot be read, or holds no match.
    """
    try:
        return read(text_of(path))
    except NotationError as problem:
        raise ClientError(
            tr("{path} holds no match: {why}.", path=str(path), why=fault_said(problem.fault))
        ) from problem
