"""The score sheet of a match of rummy: what counts from hand to hand (RULES 9.1, 9.5)."""

from typing import Annotated, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from upcard_protocol.rules.game import GameResult, Seat, Why
from upcard_protocol.rules.rummy.events import Dealt, Event, GameEnded, HandEnded, MatchEnded, Readied
from upcard_protocol.rules.rummy.options import Options
from upcard_protocol.rules.rummy.scoring import Score

T = TypeVar("T")


class HandRow(Struct, frozen=True, tag="rummy.row", tag_field="t"):
    """One line of the sheet."""

    hand: int
    dealer: Seat
    score: Score


class Sheet(Struct, frozen=True, tag="rummy.sheet", tag_field="t"):
    """The public facts of a match beyond the hand in play. Tuples go by seat."""

    options: Options
    dealer: Seat
    """Who deals the hand in play, or the next one when it is over."""
    totals: tuple[int, ...]
    """Points as the table's scoring counts them; where the winner is paid they may be below 0."""
    ledger: tuple[int, ...]
    """What each has gained from the others; it adds up to 0."""
    games_won: tuple[int, ...]
    ready: tuple[bool, ...]
    """Who is ready for the next hand."""
    hands: int = 0
    """Hands dealt so far."""
    rows: tuple[HandRow, ...] = ()
    games: tuple[GameResult, ...] = ()
    """The game, once it is settled: a match of rummy is one game."""
    winners: Annotated[tuple[Seat, ...], Meta(max_length=6)] = ()
    """Who won the match; nobody while it goes on."""
    forfeited: Seat | None = None
    why: Why | None = None
    """Why that seat forfeits."""

    @property
    def idle(self) -> tuple[Seat, ...]:
        """The seats that sit this hand out: none, everybody plays every hand."""
        return ()


def blank(options: Options, seats: int, first_dealer: int) -> Sheet:
    """Return the sheet before the first deal."""
    zeros = (0,) * seats
    return Sheet(
        options=options,
        dealer=first_dealer,
        totals=zeros,
        ledger=zeros,
        games_won=zeros,
        ready=(False,) * seats,
    )


def sheet_after(sheet: Sheet, event: Event) -> Sheet:
    """Return the sheet after an event; most events leave it as it is."""
    match event:
        case Dealt():
            return replace(sheet, hands=event.hand, ready=(False,) * len(sheet.ready))
        case HandEnded():
            score = event.score
            return replace(
                sheet,
                totals=_sums(sheet.totals, score.points),
                ledger=_sums(sheet.ledger, score.ledger),
                rows=(*sheet.rows, HandRow(sheet.hands, sheet.dealer, score)),
                ready=(False,) * len(sheet.ready),
                dealer=next_dealer(sheet.options, len(sheet.totals), sheet.dealer, score.winner),
            )
        case Readied():
            return replace(sheet, ready=_put(sheet.ready, event.seat, True))
        case GameEnded():
            won = tuple(won + (seat in event.result.winners) for seat, won in enumerate(sheet.games_won))
            return replace(sheet, games=(*sheet.games, event.result), games_won=won)
        case MatchEnded():
            return replace(sheet, winners=event.winners, forfeited=event.forfeited, why=event.why)
        case _:
            return sheet


def next_dealer(options: Options, seats: int, dealer: int, winner: int | None) -> int:
    """Return who deals after a hand (RULES 9.1, 9.4); no winner means that nobody won it."""
    if seats == 2 and winner is None:
        return dealer
    if seats == 2 and winner is not None and options.dealer_rule == "per_seed":
        return winner
    return (dealer + 1) % seats


def _sums(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(one + other for one, other in zip(first, second, strict=True))


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])
