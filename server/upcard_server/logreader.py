"""A table's log read as matches: each as a record, with what its head needs and everything that was done.

Nothing is replayed, so the log of a table that is set aside can be read as well. The seed of a match is known once
the log shows it, and that is when it is over.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from upcard_protocol import table as tables
from upcard_protocol.rules.game import NATURE
from upcard_protocol.rules.games import RULES_VERSION
from upcard_protocol.rules.record import Labelled, Party, Play, Record
from upcard_server.journal import Row
from upcard_server.standing import (
    BODIES,
    AskSeat,
    Body,
    Counted,
    DealFrom,
    Opened,
    RecycleFrom,
    TakeSeat,
    labels,
)


class LogReader:
    """Gathers what the head of a match needs from the rows before it, and its plays from those after it.

    Attributes:
        before: how many were played before the log began anew.
    """

    def __init__(self, versions: Mapping[int, int] | None = None, table_version: int = RULES_VERSION) -> None:
        """Begin before the first row.

        Args:
            versions: of the rules that each match was played by, by its number.
            table_version: that of the matches which are not there.
        """
        self.before = 0
        self._heads: list[Record] = []
        self._plays: list[list[Play]] = []
        self._versions = versions or {}
        self._table_version = table_version
        self._opened: Opened | None = None
        self._names: dict[int, str] = {}
        self._pledges: dict[int, bytes | None] = {}
        self._commitment: bytes | None = None
        self._committed: dict[int, bytes | None] = {}
        self._seeds: dict[int, bytes] = {}

    @property
    def records(self) -> tuple[Record, ...]:
        """The matches so far, in order."""
        return tuple(replace(head, plays=tuple(plays)) for head, plays in zip(self._heads, self._plays, strict=True))

    def take(self, row: Row, body: Body) -> None:
        """Take the next row."""
        match body:
            case Opened():
                self._opened = body
            case Counted():
                self.before = body.matches
            case TakeSeat():
                self._names[body.sit.seat] = body.sit.name
                self._pledges.pop(body.sit.seat, None)
            case tables.GetReady():
                self._pledges[body.seat] = body.commitment
            case tables.Commit():
                self._commitment, self._committed, self._seeds = body.commitment, dict(self._pledges), {}
            case tables.GiveSeed():
                self._seeds[body.seat] = body.seed
            case tables.Start() if self._opened is not None:
                self._heads.append(self._begun(self._opened, body, row.at_ms))
                self._plays.append([])
            case tables.Reveal() if self._heads:
                head = self._heads[-1]
                self._heads[-1] = replace(head, server=replace(head.server, seed=body.seed))
            case _ if self._heads:
                play = play_of(row, self._heads[-1].started_ms or 0)
                if play is not None:
                    self._plays[-1].append(play)
            case _:
                pass

    def _begun(self, opened: Opened, start: tables.Start, at_ms: int) -> Record:
        """Return a match of which nothing was played yet; before it is over its seed is nobody's to know."""
        players = (
            Party(self._names.get(seat, ""), self._committed.get(seat), self._seeds.get(seat))
            for seat in range(opened.seats)
        )
        return Record(
            opened.game,
            tuple(players),
            start.first_dealer,
            server=Party(commitment=self._commitment),
            started_ms=at_ms,
            rules_version=self._versions.get(self.before + len(self._heads) + 1, self._table_version),
        )


def _labelled(body: DealFrom | RecycleFrom) -> Labelled:
    words = tuple("/".join(map(str, label)) for label in labels(body))
    return Labelled(words, "deal" if isinstance(body, DealFrom) else "recycle")


def play_of(row: Row, began_ms: int) -> Play | None:
    """Return a row as a play of the match; None for what the match does not hear of."""
    body: Body = BODIES.decode(row.body)
    if isinstance(body, tables.TimeOut):
        return Play(body.seat, row.at_ms - began_ms, body.action)
    if isinstance(body, tables.TableAction | TakeSeat | AskSeat | Opened | Counted):
        return None
    action = _labelled(body) if isinstance(body, DealFrom | RecycleFrom) else body
    return Play(NATURE if row.seat is None else row.seat, row.at_ms - began_ms, action)
