"""What a hand of rummy is worth, and why (RULES 9.4, 9.5).

Every score has three tuples by seat. `counts` are the values of the cards left, as they lie; `points` is what the
table's scoring adds to the totals; `ledger` is what each gains from the others, which adds up to 0 in every scoring.
"""

from typing import Final, Literal

from msgspec import Struct

from upcard_protocol.rules.cards import VALUE, Card, Hand, points
from upcard_protocol.rules.game import GameResult, Seat
from upcard_protocol.rules.rummy.options import Options

BlockReason = Literal["chosen", "no_progress", "no_stock_draws"]
"""Why a hand is blocked: nothing to draw, a turned-over stock that ran out without a meld, or nobody drew from it."""

_ACES: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39


class Out(Struct, frozen=True, tag="rummy.score.out", tag_field="t"):
    """Somebody has no card left: the others pay theirs, twice when he went rummy (RULES 9.3)."""

    winner: Seat
    rummy: bool
    """All in one turn, with nothing melded or laid off before: everything is doubled."""
    counts: tuple[int, ...]
    points: tuple[int, ...]
    ledger: tuple[int, ...]


class Blocked(Struct, frozen=True, tag="rummy.score.blocked", tag_field="t"):
    """Nobody could go on (RULES 9.4)."""

    winner: Seat | None
    """The lowest count, where the table's scoring names a winner and nobody shares it."""
    reason: BlockReason
    counts: tuple[int, ...]
    points: tuple[int, ...]
    ledger: tuple[int, ...]


class GivenUp(Struct, frozen=True, tag="rummy.score.given_up", tag_field="t"):
    """One of two gave the hand up and pays his count once (RULES 3.10)."""

    winner: Seat
    counts: tuple[int, ...]
    points: tuple[int, ...]
    ledger: tuple[int, ...]


Score = Out | Blocked | GivenUp


def value(card: Card, options: Options) -> int:
    """Return what a card counts in a hand that is left (RULES 9.6)."""
    return options.ace_value if card % 13 == 0 else VALUE[card]


def count(hand: Hand, options: Options) -> int:
    """Return the value of all the cards of a hand, melds or not (RULES 9.5, 9.6)."""
    extra = options.ace_value - 1
    return points(hand) + (extra * (hand & _ACES).bit_count() if extra else 0)


def score_out(options: Options, counts: tuple[int, ...], winner: int, *, rummy: bool) -> Out:
    """Score a hand that somebody won by going out (RULES 9.3, 9.5)."""
    due = tuple(value * (2 if rummy else 1) for value in counts)
    ledger = _paid(due, winner)
    return Out(winner, rummy, counts, _points(options, due, ledger, winner), ledger)


def score_given_up(options: Options, counts: tuple[int, ...], winner: int) -> GivenUp:
    """Score a hand of two that one gave up (RULES 3.10)."""
    due = tuple(0 if seat == winner else value for seat, value in enumerate(counts))
    ledger = _paid(due, winner)
    return GivenUp(winner, counts, _points(options, due, ledger, winner), ledger)


def score_blocked(options: Options, counts: tuple[int, ...], reason: BlockReason) -> Blocked:
    """Score a blocked hand (RULES 9.4)."""
    nothing = (0,) * len(counts)
    least = min(counts)
    named = options.block_scoring in ("lowest_difference", "lowest_full") and counts.count(least) == 1
    winner = counts.index(least) if named else None
    ledger = nothing
    if winner is not None:
        less = least if options.block_scoring == "lowest_difference" else 0
        ledger = _paid(tuple(0 if seat == winner else value - less for seat, value in enumerate(counts)), winner)
    if options.scoring == "penalty":
        charged = counts
    elif winner is not None:
        charged = _points(options, tuple(-share for share in ledger), ledger, winner)
    elif options.block_scoring == "all_penalty":
        charged = tuple(-value for value in counts)
    else:
        charged = nothing
    return Blocked(winner, reason, counts, charged, ledger)


def _paid(due: tuple[int, ...], winner: int) -> tuple[int, ...]:
    """Return the ledger of a hand where each pays the winner what is due."""
    total = sum(due)
    return tuple(total - own if seat == winner else -own for seat, own in enumerate(due))


def _points(options: Options, due: tuple[int, ...], ledger: tuple[int, ...], winner: int) -> tuple[int, ...]:
    match options.scoring:
        case "points_to_winner":
            return tuple(share if seat == winner else 0 for seat, share in enumerate(ledger))
        case "pay_winner":
            return ledger
        case "penalty":
            return tuple(0 if seat == winner else own for seat, own in enumerate(due))


def game_over(options: Options, totals: tuple[int, ...], hands: int) -> bool:
    """Say whether a game has ended: so many hands were played, or a total has reached the target (RULES 9.5)."""
    return hands >= options.deals if options.deals else max(totals) >= options.target


def settle(
    options: Options,
    totals: tuple[int, ...],
    ledger: tuple[int, ...],
    forfeited: int | None = None,
) -> GameResult:
    """Settle a game as it stands: the best total wins, and those who share it win together (RULES 9.5).

    Args:
        options: the house rules.
        totals: points by seat; in `penalty` the lowest is best.
        ledger: what each has gained from the others.
        forfeited: the seat whose leaving ended the game, which can not win it.
    """
    standing = {seat: total for seat, total in enumerate(totals) if seat != forfeited}
    best = min(standing.values()) if options.scoring == "penalty" else max(standing.values())
    winners = tuple(seat for seat, total in standing.items() if total == best)
    return GameResult(winners, totals, totals, ledger, forfeited=forfeited)
