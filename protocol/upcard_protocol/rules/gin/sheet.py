"""The score sheet of a match of gin: what counts from hand to hand (RULES 3.8, 3.9, 5, 8)."""

from operator import add
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from upcard_protocol.rules.game import GameResult, Seat, Why
from upcard_protocol.rules.gin.events import (
    Dealt,
    Event,
    GameEnded,
    HandEnded,
    MatchEnded,
    Readied,
)
from upcard_protocol.rules.gin.hollywood import Column, blank_columns, columns_after, left_to, places, summed
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.gin.rotation import (
    Seating,
    Tables,
    dealer_at,
    first_seating,
    next_game,
    next_seating,
    side_of,
)
from upcard_protocol.rules.gin.scoring import Score
from upcard_protocol.rules.gin.settlement import settle
from upcard_protocol.rules.gin.tally import gain


class HandRow(Struct, frozen=True, tag="gin.row", tag_field="t"):
    """One line of the sheet: a hand, in the order in which hands ended. Tuples go by seat."""

    hand: int
    dealer: Seat
    score: Score
    table: Annotated[int, Meta(ge=0, le=1)] = 0
    """Which of the hands that were played at once; 0 where there is one."""
    points: tuple[int, ...] = ()
    """Hand points that were added to the totals; both tables of partners count with the one that ended last, and
    the other has none."""
    boxes: tuple[int, ...] = ()
    """Boxes that were added, likewise."""
    columns: tuple[Annotated[int, Meta(ge=0, le=2)], ...] = ()
    """The columns of Hollywood, from 0, that the points were written in."""


class Sheet(Struct, frozen=True, tag="gin.sheet", tag_field="t"):
    """The public facts of a match beyond the hand in play. Tuples of numbers go by seat; partners have the same."""

    options: Options
    dealer: Seat
    """Who deals the hand in play, or the next one when it is over; of two partners, the one at table 0."""
    tables: Tables
    """Who plays in it: the seats of each table, the first to act first. A seat at none of them sits out."""
    totals: tuple[int, ...]
    """Hand points of the game; in Hollywood the columns count instead, and each hand is here once."""
    boxes: tuple[int, ...]
    games_won: tuple[int, ...]
    ready: tuple[bool, ...]
    """Who is ready for the next hand."""
    hands: int = 0
    """Hands dealt so far in the match; the two that partners play at once are one."""
    rows: tuple[HandRow, ...] = ()
    """The hands of the game in play, or of the last one until the next is dealt."""
    games: tuple[GameResult, ...] = ()
    settled: bool = False
    """The game is over and settled; the next deal begins another."""
    winners: Annotated[tuple[Seat, ...], Meta(max_length=6)] = ()
    """Who won the match; nobody while it goes on."""
    forfeited: Seat | None = None
    why: Why | None = None
    """Why that seat forfeits."""
    columns: tuple[Column, ...] = ()
    """Hollywood's three columns, those of the last game until the next is dealt; none in other games."""

    @property
    def winner(self) -> int | None:
        """The seat that won the match; of several, the lowest."""
        return self.winners[0] if self.winners else None

    @property
    def seating(self) -> Seating:
        """Who deals and who plays, as `rotation.py` has it."""
        return Seating(self.dealer, self.tables)

    @property
    def idle(self) -> tuple[Seat, ...]:
        """The seats that sit this hand out."""
        return tuple(seat for seat in range(len(self.totals)) if all(seat not in table for table in self.tables))

    def partner(self, seat: int) -> int | None:
        """Return the partner of a seat, or None where everybody plays alone."""
        others = [other for other in side_of(self.options, len(self.totals), seat) if other != seat]
        return others[0] if others else None


def blank(options: Options, seats: int, first_dealer: int) -> Sheet:
    """Return the sheet before the first deal."""
    zeros = (0,) * seats
    seating = first_seating(options, seats, first_dealer)
    return Sheet(
        options=options,
        dealer=seating.dealer,
        tables=seating.tables,
        totals=zeros,
        boxes=zeros,
        games_won=zeros,
        ready=(False,) * seats,
        columns=blank_columns(seats) if options.hollywood else (),
    )


def sheet_after(sheet: Sheet, event: Event) -> Sheet:
    """Return the sheet after an event; most events leave it as it is."""
    match event:
        case Dealt():
            return _dealt(sheet, event.hand)
        case HandEnded():
            return _with_score(sheet, event)
        case Readied():
            ready = (*sheet.ready[: event.seat], True, *sheet.ready[event.seat + 1 :])
            return replace(sheet, ready=ready)
        case GameEnded():
            return _with_game(sheet, event.result)
        case MatchEnded():
            return replace(sheet, winners=event.winners, forfeited=event.forfeited, why=event.why)
        case _:
            return sheet


def _dealt(sheet: Sheet, hand: int) -> Sheet:
    seats = len(sheet.ready)
    dealt = replace(sheet, hands=hand, ready=(False,) * seats)
    if not sheet.settled:
        return dealt
    zeros = (0,) * seats
    columns = blank_columns(seats) if sheet.options.hollywood else ()
    return replace(dealt, settled=False, rows=(), totals=zeros, boxes=zeros, columns=columns)


def _with_score(sheet: Sheet, event: HandEnded) -> Sheet:
    """Write a hand down; what it is worth is added when no other of the same deal is in play (RULES 5.3)."""
    options, seats, table = sheet.options, len(sheet.totals), event.table
    seating = Seating(sheet.dealer, sheet.tables)
    dealer = dealer_at(seating, table)
    scores: tuple[Score, ...] = (event.score,)
    if len(sheet.tables) > 1:
        scores = (*(row.score for row in sheet.rows if row.hand == sheet.hands), event.score)
        if len(scores) < len(sheet.tables):
            zeros = (0,) * seats
            return replace(sheet, rows=(*sheet.rows, HandRow(sheet.hands, dealer, event.score, table, zeros, zeros)))
    points, boxes, winners = gain(options, seats, scores)
    totals = tuple(map(add, sheet.totals, points))
    if options.box_timing == "immediate":
        totals = tuple(total + won * options.box_bonus for total, won in zip(totals, boxes, strict=True))
    columns, entered = sheet.columns, ()
    if columns and winners:
        entered = places(columns, winners[0])
        columns = columns_after(options, columns, winners, points[winners[0]], boxes[winners[0]])
    seating = next_seating(options, seats, seating, winners)
    return replace(
        sheet,
        totals=totals,
        boxes=tuple(map(add, sheet.boxes, boxes)),
        rows=(*sheet.rows, HandRow(sheet.hands, dealer, event.score, table, points, boxes, entered)),
        ready=(False,) * seats,
        dealer=seating.dealer,
        tables=seating.tables,
        columns=columns,
    )


def _with_game(sheet: Sheet, result: GameResult) -> Sheet:
    seats = range(len(sheet.totals))
    losers = [seat for seat in seats if seat not in result.winners]
    seating = sheet.seating
    if losers:
        seating = next_game(sheet.options, len(seats), seating, min(losers, key=result.sums.__getitem__))
    columns = sheet.columns
    if columns and result.forfeited is not None:
        columns = left_to(sheet.options, columns, result.winners, result.forfeited)
    return replace(
        sheet,
        settled=True,
        games=(*sheet.games, result),
        games_won=tuple(won + (seat in result.winners) for seat, won in enumerate(sheet.games_won)),
        dealer=seating.dealer,
        tables=seating.tables,
        columns=columns,
    )


def game_over(sheet: Sheet) -> GameResult | None:
    """Return the settlement when a total has reached the target: by score, not by turn (RULES 3.8).

    Where several seats share the highest total another hand is played (RULES 5.5). Hollywood is over when all its
    columns are closed.
    """
    if sheet.columns:
        return summed(sheet.columns) if all(column.result is not None for column in sheet.columns) else None
    most = max(sheet.totals)
    if most < sheet.options.target:
        return None
    first = side_of(sheet.options, len(sheet.totals), sheet.totals.index(most))
    if any(total == most for seat, total in enumerate(sheet.totals) if seat not in first):
        return None
    return settle(sheet.options, sheet.totals, sheet.boxes, first)


def game_left(sheet: Sheet, forfeited: int) -> GameResult:
    """Return the settlement when a seat is gone: as it stands, won by whoever leads of the others (RULES 3.10)."""
    left = _leaders(sheet, sheet.totals, forfeited)
    if sheet.columns:
        return summed(left_to(sheet.options, sheet.columns, left, forfeited), forfeited, left)
    return settle(sheet.options, sheet.totals, sheet.boxes, left, forfeited)


def match_winners(sheet: Sheet) -> tuple[Seat, ...]:
    """Return who has won the match, or nobody while it goes on (RULES 3.1).

    It is over when a side has won more than half of its games, or all are played; those who won most share it.
    """
    won, games = sheet.games_won, sheet.options.match_games
    if max(won) <= games // 2 and len(sheet.games) < games:
        return ()
    return tuple(seat for seat, n in enumerate(won) if n == max(won))


def match_left(sheet: Sheet, forfeited: int) -> tuple[Seat, ...]:
    """Return who has won the match when a seat is gone: of the others, whoever won most games (RULES 3.10)."""
    return _leaders(sheet, sheet.games_won, forfeited)


def _leaders(sheet: Sheet, counts: tuple[int, ...], gone: int) -> tuple[Seat, ...]:
    """Return who has most, without the side of a seat that is gone."""
    out = side_of(sheet.options, len(counts), gone)
    most = max(n for seat, n in enumerate(counts) if seat not in out)
    return tuple(seat for seat, n in enumerate(counts) if n == most and seat not in out)
