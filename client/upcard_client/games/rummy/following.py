"""How the client follows a match of rummy: whose turn it is, when a hand is over, what the log says."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from upcard_client.games.rummy.sentences import Narrator
from upcard_client.games.seen import Seen
from upcard_client.words.phrases import Line
from upcard_protocol.rules.cards import Hand
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy.board import Board, TableMeld
from upcard_protocol.rules.rummy.events import Dealt, Discarded, Drew, Event, LaidOff, Melded, Play, TookBack
from upcard_protocol.rules.rummy.options import Options
from upcard_protocol.rules.rummy.view import View

READY: Final = act.READY


def is_sound(match: View, options: Options, seats: int) -> bool:
    """Tell whether the parts of a view fit each other, so that whoever draws it finds what it needs."""
    sheet = match.sheet
    scores = tuple(row.score for row in sheet.rows)
    by_seat = (sheet.totals, sheet.ledger, sheet.games_won, sheet.ready)
    return (
        all(len(each) == seats for each in by_seat)
        and all(len(each) == seats for score in scores for each in (score.counts, score.points, score.ledger))
        and all(len(game.totals) == len(game.margins) == seats for game in sheet.games)
        and len(match.hands) in (0, seats)
        and len(match.boards) <= 1
        and sheet.options == options
        and all(seat < seats for seat in (*sheet.winners, sheet.dealer))
        and all(_board_is_sound(board, seats) for board in match.boards)
    )


def _board_is_sound(board: Board, seats: int) -> bool:
    named = (board.dealer, board.turn, board.discarder, board.resume, board.out, board.gave_up)
    done = (*board.melds, *board.plays, *board.played)
    return (
        all(len(each) == seats for each in (board.held, board.laid, board.absent))
        and all(len(each) in (0, seats) for each in (board.answered, board.shown))
        and all(seat is None or seat < seats for seat in named)
        and all(getattr(each, "seat", 0) < seats for each in done)
        and all(meld.cards for meld in board.melds)
        and all(play.meld < len(board.melds) for play in board.played if isinstance(play, LaidOff))
    )


def hand(match: View) -> int:
    """Return the number of the hand in play or just over; 0 before the first deal."""
    return match.board.hand if match.board is not None else 0


def hand_over(match: View) -> bool:
    """Is a hand over, and the next or the end of the match to come?"""
    return match.board is not None and match.board.phase == "hand_end"


def in_hand(match: View, seat: int) -> bool:
    """Has a seat a hand in play that it could give up (RULES 3.10)?"""
    board = match.board
    return board is not None and board.phase != "hand_end" and not board.absent[seat]


def turn(match: View) -> int | None:
    """Return the seat whose move the viewer waits for, himself first of all; None where nobody is asked."""
    asked = match.board.asked if match.board is not None else ()
    if match.viewer in asked:
        return match.viewer
    return asked[0] if len(asked) == 1 else None


def is_ready(match: View, seat: int) -> bool:
    """Has a seat said that it is ready for the next hand?"""
    return match.sheet.ready[seat]


def narrator(seen: Seen) -> Narrator:
    """Return who tells what happens next at a table."""
    match: View | None = seen.match
    return Narrator(seen.names, seen.me, match.board if match is not None else None, seen.game)


def served(event: Event, seen: Seen) -> Line:
    """Say what the server did for the viewer, whose time was up; the table was seen like this before it."""
    match: View | None = seen.match
    return narrator(seen).served(event, match.drawn if match is not None else None)


def tell(event: Event, seen: Seen) -> tuple[Line, ...]:
    """Return what the log says of an event at a table that was seen like this before it."""
    return narrator(seen).tell(event)


def so_far(seen: Seen) -> tuple[tuple[int | None, Line], ...]:
    """Return what the log says of the hand in play or just over, the melds as they lay at each play."""
    match: View | None = seen.match
    return () if match is None or match.board is None else tuple(_of_board(seen, match, match.board))


def _of_board(seen: Seen, match: View, board: Board) -> Iterator[tuple[int | None, Line]]:
    teller, me = narrator(seen), seen.me
    dealt = Dealt(hand=board.hand, dealer=board.dealer, hands=(), held=(), upcard=board.upcard, stock=0)
    yield from ((None, line) for line in teller.tell(dealt))
    # A view knows the viewer's last draw as long as his turn lasts.
    drawn = [place for place, play in enumerate(board.plays) if isinstance(play, Drew) and play.seat == me][-1:]
    melds, pile = list[Hand](), (board.upcard,)
    for place, play in enumerate(board.plays):
        known = [place] == drawn and match.drawn is not None
        lain = replace(board, melds=tuple(TableMeld(cards, 0) for cards in melds), pile=pile)
        told = replace(teller, board=lain).tell(Drew(me, match.drawn) if known and me is not None else play)
        yield from ((getattr(play, "seat", None), line) for line in told)
        _lay(melds, play)
        pile = (play.card,) if isinstance(play, Discarded) else pile
    if board.score is not None:
        yield from ((None, line) for line in teller.outcome(board.score))


def _lay(melds: list[Hand], play: Play) -> None:
    """Change the melds as a play does."""
    match play:
        case Melded(cards=cards):
            melds.append(cards)
        case LaidOff(card=card, meld=place) if place < len(melds):
            melds[place] = Hand(melds[place] | 1 << card)
        case TookBack(cards=cards) if melds and melds[-1] == cards:
            melds.pop()
        case TookBack(cards=cards):
            melds[:] = [Hand(meld & ~cards) for meld in melds]
        case _:
            pass
