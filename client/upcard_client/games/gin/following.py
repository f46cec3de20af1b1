"""How the client follows a match of gin: whose turn it is, when a hand is over, what the log says."""

from typing import Final

from upcard_client.games.gin.sentences import Narrator
from upcard_client.games.seen import Seen
from upcard_client.phrases import Line
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.events import Event
from upcard_protocol.rules.gin.legal import View
from upcard_protocol.rules.gin.options import Options

READY: Final = act.READY


def is_sound(match: View, options: Options, seats: int) -> bool:
    """Tell whether the parts of a view fit each other, so that whoever draws it finds what it needs."""
    sheet = match.sheet
    return (
        {seats} == {len(each) for each in (sheet.totals, sheet.boxes, sheet.games_won, sheet.ready)}
        and len(match.hands) in (0, seats)
        and sheet.options == options
        and all(seat < seats for board in match.boards for seat in (*board.seats, board.turn))
        and all(seat < seats for seat in sheet.winners)
    )


def hand(match: View) -> int:
    """Return the number of the hand in play or just over; 0 before the first deal."""
    return match.board.hand if match.board is not None else 0


def hand_over(match: View) -> bool:
    """Is a hand over, and the next or the end of the match to come?"""
    return match.board is not None and match.board.phase == "hand_end"


def turn(match: View) -> int | None:
    """Return the seat whose move the viewer waits for; None where nobody is asked."""
    board = match.board
    return board.turn if board is not None and board.phase not in ("scoring", "hand_end") else None


def is_ready(match: View, seat: int) -> bool:
    """Has a seat said that it is ready for the next hand?"""
    return match.sheet.ready[seat]


def narrator(seen: Seen) -> Narrator:
    """Return who tells what happens at a table."""
    game: Options = seen.game
    return Narrator(seen.names, seen.me, game.layoff_on_gin)


def tell(event: Event, seen: Seen) -> tuple[Line, ...]:
    """Return what the log says of an event at a table that was seen like this before it."""
    return narrator(seen).tell(event)
