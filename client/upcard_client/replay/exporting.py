"""A match as a file of its own, under a name that says what it is."""

import shutil
from datetime import datetime
from pathlib import Path

from upcard_client.failures import ClientError
from upcard_client.locale import tr
from upcard_client.matches.matchfile import record_of
from upcard_protocol.rules.record import Record


def export(kept: Path, to: Path) -> Path:
    """Copy a kept match.

    Args:
        kept: its file.
        to: a directory, in which the file gets a name from the match, or the file to write.

    Returns:
        The file that was written.

    Raises:
        ClientError: if there is a file of that name, or what is kept is no match.
        OSError: if it cannot be written.
    """
    path = to / name_of(record_of(kept)) if to.is_dir() else to
    try:
        with kept.open("rb") as source, path.open("xb") as goal:
            shutil.copyfileobj(source, goal)
    except FileExistsError as error:
        raise ClientError(tr("{path} is there already: choose another name.", path=str(path))) from error
    return path


def name_of(record: Record) -> str:
    """Return a name for a match's file: `2026-03-01-Ann-Ben.upcard`, with nothing in it that a disk refuses."""
    names = (in_a_name(player.name) for player in record.players)
    started = record.started_ms
    day = "match" if started is None else f"{datetime.fromtimestamp(started / 1000).astimezone():%Y-%m-%d}"
    return f"{'-'.join((day, *filter(None, names)))}.upcard"


def in_a_name(words: str) -> str:
    """Return what is left of words in the name of a file: their letters and digits."""
    return "".join(filter(str.isalnum, words))
