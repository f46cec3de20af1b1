"""What ends a command: one sentence for people, and the exit code. Never a traceback."""

import errno
import socket
import sys
import traceback
from datetime import datetime
from pathlib import Path
from typing import Final

from upcard_client.locale import mark, tr

DONE: Final = 0
FAILED: Final = 1
WRONG_ARGUMENTS: Final = 2

WHY: Final = mark(
    {
        errno.EPERM: "operation not permitted",
        errno.ENOENT: "no such file or directory",
        errno.EACCES: "permission denied",
        errno.EEXIST: "file exists",
        errno.ENOTDIR: "not a directory",
        errno.EISDIR: "is a directory",
        errno.EFBIG: "file too large",
        errno.ENOSPC: "no space left on device",
        errno.EROFS: "read-only file system",
        errno.EPIPE: "broken pipe",
        errno.ENAMETOOLONG: "file name too long",
        errno.EADDRINUSE: "address already in use",
        errno.EADDRNOTAVAIL: "cannot assign requested address",
        errno.ENETUNREACH: "network is unreachable",
        errno.EHOSTUNREACH: "no route to host",
    }
)
"""Why a system refuses something, by its number: what people meet. The system has its words in its own language."""


class ClientError(Exception):
    """The thing asked for failed; the text is one sentence for people that says what to do."""


class OutputLost(ClientError):
    """What is said can not be written any more."""

    def __init__(self, error: OSError) -> None:
        """Tell why; whoever read our output and has left needs to be told nothing."""
        super().__init__(tr("The output cannot be written: {why}.", why=reason(error)))
        self.reader_left = isinstance(error, BrokenPipeError)


def reason(error: OSError) -> str:
    """Return why the system refuses something, as it stands at the end of a sentence."""
    # A name that was not looked up has numbers of its own, which mean other things here.
    known = None if isinstance(error, socket.gaierror) else WHY.get(error.errno or 0)
    return tr(known) if known is not None else (error.strerror or tr("no reason given")).lower()


def harmless(text: str) -> str:
    """Return a text in which nothing steers the terminal it is shown on: of what cannot be printed, its code."""
    return "".join(
        char if char.isprintable() or char == "\n" else char.encode("unicode_escape").decode() for char in text
    )


def report_crash(error: BaseException, directory: Path) -> str:
    """Write a crash report for a fault of our own, and return the sentence that says where it is.

    Args:
        error: what was raised.
        directory: where crash reports go; it is made if it is not there.
    """
    trace = "".join(traceback.format_exception(error))
    what = tr("Something went wrong in upcard itself ({fault}).", fault=type(error).__name__)
    now = datetime.now().astimezone()
    path = directory / f"crash-{now:%Y%m%d-%H%M%S}.txt"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        report = harmless(f"upcard on Python {sys.version}\n{now.isoformat()}\n\n{trace}")
        path.write_text(report, encoding="utf-8")
    except OSError as problem:
        why = reason(problem)
        lost = tr("The report could not be written to {directory}: {why}.", directory=str(directory), why=why)
        return f"{what} {lost}"
    return f"{what} {tr('A report for its makers is in {path}.', path=str(path))}"
