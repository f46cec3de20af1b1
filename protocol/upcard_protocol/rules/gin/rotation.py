"""Who plays whom, who deals, and who wins together, in every format (RULES 3.9, 5)."""

from typing import Annotated, NamedTuple

from msgspec import Meta

from upcard_protocol.rules.game import Seat
from upcard_protocol.rules.gin.options import Options

Table = Annotated[tuple[Seat, ...], Meta(min_length=2, max_length=4)]
"""The seats that play one hand: the first to act first, the last to be offered the upcard last."""

Tables = Annotated[tuple[Table, ...], Meta(min_length=1, max_length=2)]
"""The hands that are played at once: one, or two where partners play."""


class Seating(NamedTuple):
    """Who deals a hand, and who plays it."""

    dealer: Seat
    """Who deals; of two partners that deal, the one at table 0."""
    tables: tuple[tuple[Seat, ...], ...]


def sides(options: Options, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Return who wins and loses together: each seat alone, or the two teams of partners (RULES 5.3)."""
    if options.format == "partners":
        return (0, 2), (1, 3)
    return tuple((seat,) for seat in range(seats))


def side_of(options: Options, seats: int, seat: int) -> tuple[Seat, ...]:
    """Return the side that a seat belongs to."""
    return next(side for side in sides(options, seats) if seat in side)


def dealer_at(seating: Seating, table: int) -> int:
    """Return who deals at a table; a dealer who sits out deals to the others (RULES 5.1)."""
    seats = seating.tables[table]
    return seats[-1] if len(seating.tables) > 1 else seating.dealer


def first_seating(options: Options, seats: int, dealer: int) -> Seating:
    """Return who plays the first hand of a match.

    Args:
        options: the house rules.
        seats: how many play in all.
        dealer: who was drawn to deal first; of partners, his whole team deals.
    """
    left = (dealer + 1) % seats
    match options.format:
        case "duel" | "cutthroat":
            return Seating(dealer, ((left, dealer),))
        case "sit_out":
            return Seating(dealer, ((left, (dealer + 2) % seats),))
        case "all_play":
            return _everybody(seats, dealer)
        case "partners":
            return _partners(dealer % 2, ((0, 1), (2, 3)))


def next_seating(options: Options, seats: int, seating: Seating, winners: tuple[Seat, ...]) -> Seating:
    """Return who plays after a hand, or after the two of partners (RULES 3.7, 3.9, 5).

    Args:
        options: the house rules.
        seats: how many play in all.
        seating: who dealt and played it.
        winners: who won a box; nobody for a dead hand, a push or a net of 0.
    """
    match options.format:
        case "duel":
            dealer = _next_of_two(options, seating.dealer, winners[0] if winners else None)
            return Seating(dealer, ((1 - dealer, dealer),))
        case "sit_out":
            # RULES 5.1: the loser sits out and deals; after a dead hand the same two play again.
            return first_seating(options, seats, _loser(seating, winners)) if winners else seating
        case "cutthroat":
            # RULES 5.2: the loser sits out, and whoever sat out deals to the winner.
            incoming = next(seat for seat in range(seats) if seat not in seating.tables[0])
            return Seating(incoming, ((winners[0], incoming),)) if winners else seating
        case "all_play":
            passes = bool(winners) or options.dead_hand_deal == "rotate"
            return _everybody(seats, (seating.dealer + passes) % seats)
        case "partners":
            team = _next_of_two(options, seating.dealer % 2, winners[0] % 2 if winners else None)
            return _partners(team, _other_opponents(seating))


def next_game(options: Options, seats: int, seating: Seating, loser: int) -> Seating:
    """Return who plays the first hand of the next game: its loser deals (RULES 3.9).

    Args:
        options: the house rules.
        seats: how many play in all.
        seating: who would have played the next hand.
        loser: who lost the game, or one of those who did.
    """
    if options.format == "partners":
        return _partners(loser % 2, tuple((one, two) for one, two in seating.tables))
    return first_seating(options, seats, loser)


def _next_of_two(options: Options, dealer: int, winner: int | None) -> int:
    """Return which of two sides deals next."""
    if winner is None:
        return dealer if options.dead_hand_deal == "same" else 1 - dealer
    match options.dealer_rule:
        case "winner":
            return winner
        case "loser":
            return 1 - winner
        case "alternate":
            return 1 - dealer


def _loser(seating: Seating, winners: tuple[Seat, ...]) -> int:
    return next(seat for seat in seating.tables[0] if seat not in winners)


def _everybody(seats: int, dealer: int) -> Seating:
    return Seating(dealer, (tuple((dealer + 1 + n) % seats for n in range(seats)),))


def _partners(team: int, pairs: tuple[tuple[int, int], ...]) -> Seating:
    """Let a team deal at both tables; pairs are opponents in any order."""
    tables = tuple((one, two) if two % 2 == team else (two, one) for one, two in pairs)
    return Seating(tables[0][1], tables)


def _other_opponents(seating: Seating) -> tuple[tuple[int, int], ...]:
    """Return the pairs of the next deal: opponents alternate, 0-1 and 2-3, then 0-3 and 2-1 (RULES 5.3)."""
    return ((0, 3), (2, 1)) if set(seating.tables[0]) == {0, 1} else ((0, 1), (2, 3))
