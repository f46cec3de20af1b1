"""The score sheet of a match of gin: what counts from hand to hand (RULES 3.8, 3.9)."""

from typing import Annotated, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from upcard_protocol.rules.game import GameResult, Seat
from upcard_protocol.rules.gin.events import (
    Dealt,
    Event,
    GameEnded,
    HandEnded,
    MatchEnded,
    Readied,
)
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.gin.scoring import Score, settle

T = TypeVar("T")


class HandRow(Struct, frozen=True, tag="gin.row", tag_field="t"):
    """One line of the sheet."""

    hand: int
    dealer: Seat
    score: Score


class Sheet(Struct, frozen=True, tag="gin.sheet", tag_field="t"):
    """The public facts of a match beyond the hand in play. Tuples go by seat."""

    options: Options
    dealer: Seat
    """Who deals the hand in play, or the next one when it is over."""
    totals: tuple[int, ...]
    boxes: tuple[int, ...]
    games_won: tuple[int, ...]
    ready: tuple[bool, ...]
    """Who is ready for the next hand."""
    hands: int = 0
    """Hands dealt so far in the match."""
    rows: tuple[HandRow, ...] = ()
    """The hands of the game in play, or of the last one until the next is dealt."""
    games: tuple[GameResult, ...] = ()
    settled: bool = False
    """The game is over and settled; the next deal begins another."""
    winners: Annotated[tuple[Seat, ...], Meta(max_length=6)] = ()
    """Who won the match; nobody while it goes on."""
    forfeited: Seat | None = None

    @property
    def winner(self) -> int | None:
        """The seat that won the match; of several, the lowest."""
        return self.winners[0] if self.winners else None


def blank(options: Options, seats: int, first_dealer: int) -> Sheet:
    """Return the sheet before the first deal."""
    zeros = (0,) * seats
    return Sheet(
        options=options,
        dealer=first_dealer,
        totals=zeros,
        boxes=zeros,
        games_won=zeros,
        ready=(False,) * seats,
    )


def sheet_after(sheet: Sheet, event: Event) -> Sheet:
    """Return the sheet after an event; most events leave it as it is."""
    match event:
        case Dealt():
            nobody = (False,) * len(sheet.ready)
            dealt = replace(sheet, hands=event.hand, ready=nobody)
            if not sheet.settled:
                return dealt
            zeros = (0,) * len(sheet.totals)
            return replace(dealt, settled=False, rows=(), totals=zeros, boxes=zeros)
        case HandEnded():
            return _with_score(sheet, event.score)
        case Readied():
            return replace(sheet, ready=_put(sheet.ready, event.seat, True))
        case GameEnded():
            result = event.result
            return replace(
                sheet,
                settled=True,
                games=(*sheet.games, result),
                games_won=tuple(won + (seat in result.winners) for seat, won in enumerate(sheet.games_won)),
                # RULES 3.9: the loser of a game deals the next one first.
                dealer=1 - result.winner,
            )
        case MatchEnded():
            return replace(sheet, winners=event.winners, forfeited=event.forfeited)
        case _:
            return sheet


def _with_score(sheet: Sheet, score: Score) -> Sheet:
    options = sheet.options
    totals, boxes = sheet.totals, sheet.boxes
    if score.winner is not None:
        extra = score.boxes * options.box_bonus if options.box_timing == "immediate" else 0
        totals = _put(totals, score.winner, totals[score.winner] + score.points + extra)
        boxes = _put(boxes, score.winner, boxes[score.winner] + score.boxes)
    return replace(
        sheet,
        totals=totals,
        boxes=boxes,
        rows=(*sheet.rows, HandRow(sheet.hands, sheet.dealer, score)),
        ready=(False,) * len(sheet.ready),
        dealer=next_dealer(options, sheet.dealer, score.winner),
    )


def next_dealer(options: Options, dealer: int, winner: int | None) -> int:
    """Return who deals after a hand of two (RULES 3.7, 3.9); no winner means a dead hand or a push."""
    if winner is None:
        return dealer if options.dead_hand_deal == "same" else 1 - dealer
    match options.dealer_rule:
        case "winner":
            return winner
        case "loser":
            return 1 - winner
        case "alternate":
            return 1 - dealer


def game_over(sheet: Sheet) -> GameResult | None:
    """Return the settlement when a total has reached the target: by score, not by turn (RULES 3.8)."""
    leader = max(range(len(sheet.totals)), key=sheet.totals.__getitem__)
    if sheet.totals[leader] < sheet.options.target:
        return None
    return settle(sheet.options, sheet.totals, sheet.boxes, leader)


def match_winner(sheet: Sheet) -> int | None:
    """Return the seat that has won more than half of the games, or None."""
    for seat, won in enumerate(sheet.games_won):
        if won > sheet.options.match_games // 2:
            return seat
    return None


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])
