"""The shelf: finished games as `.upcard` files, and the commitments that were received for those in play.

What this computer saw of a match is remembered apart from its file: see `memory.py`.

What is received before our seed goes out has to outlive this program, or a server that lies only needs to wait until
it is started anew. Each receipt is a small file, gone once its match has been checked.
"""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from upcard_client.matches.clauses import fault_said
from upcard_client.matches.matchfile import record_of
from upcard_client.matches.memory import remember
from upcard_client.matches.witness import Finding, Receipt, unwitnessed, with_receipt
from upcard_client.settings import write_whole
from upcard_protocol.rules.notation import NotationError, Record, write

FETCHED: Final = "Told by the server: this program did not see the match."
"""What stands under a match that was not witnessed here."""

MAX_RECEIPTS: Final = 200
"""Receipts that are kept of matches whose end was not seen; the oldest go first."""

_LATEST_MS: Final = 253_402_000_000_000
"""Files and servers may say what they like: later times are those of no calendar."""

_RECEIPTS: Final = "received"
_SEEN: Final = "seen"
_SHEETS: Final = "sheets"


class Shelf:
    """One person's directory of games. What cannot be written is simply not there later."""

    def __init__(self, directory: Path) -> None:
        """Use a directory, which is made when it is needed."""
        self._directory = directory

    @property
    def directory(self) -> Path:
        """Where the games are."""
        return self._directory

    @property
    def seen(self) -> Path:
        """Where it is kept what this computer saw of matches, apart from their files."""
        return self._directory / _SEEN

    def games(self) -> tuple[Path, ...]:
        """Return the finished games that are kept, the latest first."""
        # The names begin with the time at which the match began.
        return tuple(sorted(self._directory.glob("*.upcard"), key=lambda path: path.name, reverse=True))

    def take_in(self, path: Path) -> Path:
        """Put a game from elsewhere on the shelf, as it is; one that stands there already stays one.

        Raises:
            ClientError: if it holds no match.
            OSError: if it cannot be written.
        """
        record, data = record_of(path), path.read_bytes()
        known = sha256(data).hexdigest()[:8]
        goal = self._directory / f"{began_words(record.started_ms)}-{known}.upcard"
        write_whole(goal, data)
        return goal

    def write_down(self, name: str, text: str) -> Path:
        """Write text into a file beside the games.

        Args:
            name: of the file.
            text: what it holds.

        Raises:
            OSError: if it cannot be written.
        """
        path = self._directory / _SHEETS / name
        write_whole(path, f"{text}\n".encode())
        return path

    def keep(self, server: bytes, table: int, receipt: Receipt) -> None:
        """Keep what was received for a match, before our seed goes out.

        Raises:
            OSError: if it cannot be written.
        """
        path = self._receipt(server, table, receipt.committed.match)
        write_whole(path, msgspec.json.encode(receipt))
        for old in sorted(path.parent.glob("*.json"), key=_age)[:-MAX_RECEIPTS]:
            old.unlink(missing_ok=True)

    def receipt(self, server: bytes, table: int, match: int) -> Receipt | None:
        """Return what was received for a match, if an earlier run has kept it."""
        try:
            return msgspec.json.decode(self._receipt(server, table, match).read_bytes(), type=Receipt)
        except (OSError, msgspec.DecodeError):
            return None

    def finish(self, server: bytes, table: int, finding: Finding) -> Path | None:
        """Put a finished match on the shelf, remember that it was seen here, and throw its receipt away.

        Returns:
            The file, or None if the match is not known.

        Raises:
            OSError: if it cannot be written.
        """
        path = None
        if finding.record is not None:
            path = self._directory / name_of(server, table, finding.match, finding.record.started_ms)
            try:
                text = write(finding.record)
                remember(self.seen, finding.record, differed=finding.kind == "differs")
            except NotationError as problem:
                raise OSError(0, fault_said(problem.fault)) from problem
            write_whole(path, f"{text}# {finding.in_english}\n".encode())
        self._receipt(server, table, finding.match).unlink(missing_ok=True)
        return path

    def put(self, server: bytes, table: int, match: int, record: Record) -> Path:
        """Put a match on the shelf as the server tells it, which this computer did not see, or lost the file of.

        The commitments in its file are those that this computer received beforehand. Where it received none there are
        none, and nobody can take the match for a verified one. A file that is there stays as it is: what this
        computer saw is never replaced by what a server tells.

        Returns:
            The file.

        Raises:
            OSError: if it cannot be written.
        """
        path = self._directory / name_of(server, table, match, record.started_ms)
        if path.exists():
            return path
        receipt = self.receipt(server, table, match)
        try:
            record = unwitnessed(record) if receipt is None else with_receipt(record, receipt)
            text = write(record)
        except NotationError as problem:
            raise OSError(0, fault_said(problem.fault)) from problem
        write_whole(path, f"{text}# {FETCHED}\n".encode())
        return path

    def _receipt(self, server: bytes, table: int, match: int) -> Path:
        return self._directory / _RECEIPTS / f"{server.hex()}-{table}-{match}.json"


def name_of(server: bytes, table: int, match: int, started_ms: int | None) -> str:
    """Return the name of the file of a match that was played at a server: it begins with when it began."""
    return f"{began_words(started_ms)}-{server.hex()[:8]}-{table}-{match}.upcard"


def began_words(started_ms: int | None) -> str:
    """Return what the names of the files begin with, so that they stand in the order of the matches."""
    began = datetime.fromtimestamp(min(started_ms or 0, _LATEST_MS) / 1000, UTC)
    return f"{began:%Y%m%d-%H%M%S}"


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
