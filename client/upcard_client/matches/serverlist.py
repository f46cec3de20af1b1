"""What is known of the matches that a server keeps for us: those it has listed, and the one that is being fetched."""

from msgspec import Struct

from upcard_protocol.rules.game import Result
from upcard_protocol.rules.games import game_of
from upcard_protocol.rules.record import Play
from upcard_protocol.wire.replies import Head, MatchRow


class Fetch(Struct, frozen=True):
    """A match that is being fetched, as far as it has come.

    Attributes:
        table: its table.
        match: which match of the table, from 1.
        started_ms: when it began, as the list says, milliseconds since 1970.
        head: what came with the first page.
        plays: what has come of it.
    """

    table: int
    match: int
    started_ms: int
    head: Head | None = None
    plays: tuple[Play, ...] = ()


class ServerList(Struct, frozen=True):
    """The matches that a server keeps for us.

    Attributes:
        rows: those that it has listed, the last that ended first.
        next: where the list goes on; None where it does not.
        known: the first page has come.
        fetch: the match that is being fetched.
    """

    rows: tuple[MatchRow, ...] = ()
    next: int | None = None
    known: bool = False
    fetch: Fetch | None = None


def is_sound(row: MatchRow) -> bool:
    """Tell whether the parts of a row fit each other, so that whoever says it in words finds what it needs."""
    seats = len(row.names)
    if seats not in game_of(row.game).seats_of(row.game) or row.seat >= seats:
        return False
    return row.result is None or _fits(row.result, seats)


def _fits(result: Result, seats: int) -> bool:
    forfeited = () if result.forfeited is None else (result.forfeited,)
    named = (*result.winners, *forfeited)
    return len(result.games_won) == len(result.margins) == seats and all(seat < seats for seat in named)
