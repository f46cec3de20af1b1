"""How the client follows a match of gin: whose turn it is, when a hand is over, what the log says."""

from collections.abc import Iterator
from typing import Final

from upcard_client.games.gin.sentences import Narrator
from upcard_client.games.gin.sides import Company
from upcard_client.games.seen import Seen
from upcard_client.words.phrases import Line
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.events import Dealt, Drew, Event
from upcard_protocol.rules.gin.hollywood import COLUMNS
from upcard_protocol.rules.gin.legal import View
from upcard_protocol.rules.gin.options import Options, seats_of
from upcard_protocol.rules.gin.scoring import Each, Score

READY: Final = act.READY

OVER: Final = frozenset(("scoring", "waiting", "hand_end"))
"""Phases in which nobody is asked for a move of the hand."""


def is_sound(match: View, options: Options, seats: int) -> bool:
    """Tell whether the parts of a view fit each other, so that whoever draws it finds what it needs."""
    sheet = match.sheet
    by_seat = [sheet.totals, sheet.boxes, sheet.games_won, sheet.ready]
    by_seat += [numbers for row in sheet.rows for numbers in (row.points, row.boxes)]
    by_seat += [numbers for column in sheet.columns for numbers in (column.totals, column.boxes, column.opened)]
    settled = [*sheet.games, *(column.result for column in sheet.columns if column.result is not None)]
    by_seat += [
        each for game in settled for each in (game.totals, game.sums, game.margins, game.boxes, game.box_points)
    ]
    named = [*sheet.winners, *(seat for game in settled for seat in game.winners)]
    named += [seat for table in sheet.tables for seat in table]
    named += [seat for row in sheet.rows for seat in _named(row.score)]
    return (
        sheet.options == options
        and seats in seats_of(options)
        and all(len(each) == seats for each in by_seat)
        and all(0 <= seat < seats for seat in named)
        and len(match.hands) in (0, seats)
        and len(sheet.columns) == (COLUMNS if options.hollywood else 0)
        and len(match.boards) <= len(sheet.tables)
        and all(_board_is_sound(board, seats) for board in match.boards)
    )


def _named(score: Score) -> tuple[int, ...]:
    """Return the seats that a score names."""
    if isinstance(score, Each):
        return score.knocker, *(each.seat for each in score.against)
    return () if score.winner is None else (score.winner,)


def _board_is_sound(board: Board, seats: int) -> bool:
    shown = [board.knock] if board.knock is not None else []
    acting = [play.seat for play in (*shown, *board.defences)]
    acting += _named(board.score) if board.score is not None else ()
    melds = len(board.knock.melds) if board.knock is not None else 0
    return (
        all(0 <= seat < seats for seat in (*board.seats, board.dealer))
        and len(set(board.seats)) == len(board.seats)
        and all(seat in board.seats for seat in (*acting, board.turn))
        and all(0 <= place < melds for each in board.defences for _, place in each.layoffs)
    )


def hand(match: View) -> int:
    """Return the number of the hand in play or just over; 0 before the first deal."""
    return match.board.hand if match.board is not None else 0


def hand_over(match: View) -> bool:
    """Is a hand over, and the next or the end of the match to come?"""
    return match.board is not None and match.board.phase == "hand_end"


def in_hand(match: View, seat: int) -> bool:
    """Has a seat a hand in play that it could give up: it sits none out, and its own is not over (RULES 3.10, 5)?"""
    return any(seat in board.seats and seat not in board.gone and board.phase not in OVER for board in match.boards)


def turn(match: View) -> int | None:
    """Return the seat whose move the viewer waits for; None where nobody is asked.

    Of partners' two hands it is the viewer's own, and the other once that is over.
    """
    boards = (match.board, match.other_board)
    return next((board.turn for board in boards if board is not None and board.phase not in OVER), None)


def is_ready(match: View, seat: int) -> bool:
    """Has a seat said that it is ready for the next hand?"""
    return match.sheet.ready[seat]


def narrator(seen: Seen) -> Narrator:
    """Return who tells what happens at a table."""
    return Narrator(Company(seen.names, seen.me, seen.game), seen.match)


def served(event: Event, seen: Seen) -> Line:
    """Say what the server did for the viewer, whose time was up; the table was seen like this before it."""
    return narrator(seen).served(event)


def tell(event: Event, seen: Seen) -> tuple[Line, ...]:
    """Return what the log says of an event at a table that was seen like this before it."""
    return narrator(seen).tell(event)


def so_far(seen: Seen) -> tuple[tuple[int | None, Line], ...]:
    """Return what the log says of the hand in play or just over; of partners the other table's comes first."""
    match: View | None = seen.match
    boards = () if match is None else (match.other_board, match.board)
    return tuple(told for board in boards if board is not None for told in _of_board(seen, board))


def _of_board(seen: Seen, board: Board) -> Iterator[tuple[int | None, Line]]:
    match: View = seen.match
    teller, me = narrator(seen), seen.me
    dealt = Dealt(hand=board.hand, dealer=board.dealer, seats=board.seats, hands=(), upcard=board.upcard, stock=0)
    yield from ((None, line) for line in teller.tell(dealt))
    # A view knows the viewer's last draw as long as his turn lasts.
    drawn = [place for place, play in enumerate(board.plays) if isinstance(play, Drew) and play.seat == me][-1:]
    for place, play in enumerate(board.plays):
        known = [place] == drawn and match.drawn is not None
        yield from ((play.seat, line) for line in teller.tell(Drew(play.seat, match.drawn) if known else play))
    if board.score is not None:
        yield from ((None, line) for line in teller.outcome(board.score, match.boards.index(board)))
