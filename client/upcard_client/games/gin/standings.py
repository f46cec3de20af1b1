"""Where a game of gin stands, in lines of numbers: one column for each side, the viewer's first."""

from typing import Final

from upcard_client.cardtable.scene import ScoreRow
from upcard_client.games.gin.scene import Part, Total
from upcard_client.games.gin.sides import Company
from upcard_client.games.gin.situation import Situation
from upcard_client.locale import mark, tr, trc
from upcard_protocol.rules.game import GameResult
from upcard_protocol.rules.gin import scoring
from upcard_protocol.rules.gin.settlement import Payment, payments
from upcard_protocol.rules.gin.sheet import HandRow, Sheet

HOW: Final[dict[type, str]] = mark(
    {
        scoring.Knock: "knock",
        scoring.Undercut: "undercut",
        scoring.Gin: "gin",
        scoring.BigGin: "big gin",
        scoring.GivenUp: "forfeit",
        scoring.Push: "push",
        scoring.Dead: "dead hand",
    }
)
"""How a hand of two ended, in a word or two."""

PARTS: Final[dict[Part, str]] = mark(
    {
        "total": "total",
        "boxes": "boxes",
        "game": "game",
        "shut-out": "shut-out",
        "sum": "sum",
        "margin": "margin",
    }
)
"""What the lines of a settlement are called."""

Totals = tuple[Total, ...]
"""Lines of a table."""


def part_line(part: Part, numbers: tuple[str, ...]) -> Total:
    """Return a line of a settlement by its name."""
    return Total(tr(PARTS[part]), numbers, part)


def how(score: scoring.Score) -> str:
    """Return how a hand ended, in a word or two: where everybody played, what the knocker did."""
    if not isinstance(score, scoring.Each):
        return tr(HOW[type(score)])
    first = type(score.against[0].score)
    return tr(HOW[first if first in (scoring.Gin, scoring.BigGin) else scoring.Knock])


def standing(sheet: Sheet, seat: int) -> int | str:
    """Return what a seat has in this game: its points, or those in each column of Hollywood."""
    if not sheet.columns:
        return sheet.totals[seat]
    return "/".join(str(column.totals[seat]) for column in sheet.columns)


def firsts(situation: Situation) -> tuple[int, ...]:
    """Return a seat of each side, in the order of the columns."""
    return tuple(side[0] for side in situation.company.columns)


def score_rows(situation: Situation) -> tuple[ScoreRow, ...]:
    """Return the lines of the score pane: the hands of the game, or the columns of Hollywood."""
    sheet, seats = situation.view.sheet, firsts(situation)
    if sheet.columns:
        return tuple(
            ScoreRow(tr("column {number}", number=place), tuple(column.totals[seat] for seat in seats))
            for place, column in enumerate(sheet.columns, 1)
        )
    return tuple(
        ScoreRow(f"{row.hand} {how(row.score)}", tuple(row.points[seat] or None for seat in seats))
        for row in sheet.rows
        if not is_part(sheet, row)
    )


def is_part(sheet: Sheet, row: HandRow) -> bool:
    """Is this the first of two hands that partners played at once, which count with the second?"""
    if len(sheet.tables) < 2:
        return False
    return next(each for each in reversed(sheet.rows) if each.hand == row.hand) is not row


def opponents(sheet: Sheet, row: HandRow) -> tuple[int, int]:
    """Return the two who played a hand of partners: with every deal the opponents change (RULES 5.3)."""
    over = sum(each.hand == sheet.hands for each in sheet.rows) == len(sheet.tables)
    changed = (sheet.hands + over - row.hand) % 2
    first = next(seat for seat in sheet.tables[row.table] if seat % 2 == 0)
    second = next(seat for seat in sheet.tables[row.table ^ changed] if seat % 2)
    return first, second


def sat_out(sheet: Sheet) -> dict[int, int | None]:
    """Return who sat each hand of the game out, by the number of the hand; nobody where everybody plays (RULES 5)."""
    if sheet.options.format == "sit_out":
        return {row.hand: row.dealer for row in sheet.rows}
    found: dict[int, int | None] = {row.hand: None for row in sheet.rows}
    if sheet.options.format == "cutthroat" and sheet.rows:
        seats = range(len(sheet.totals))
        # RULES 5.2: the one on the right of the first dealer begins by sitting out, then whoever has lost a hand.
        idle = (sheet.rows[0].dealer + 2) % len(seats)
        for row in sheet.rows:
            found[row.hand] = idle
            winner = getattr(row.score, "winner", None)
            if winner is not None:
                idle = next((seat for seat in seats if seat not in (idle, winner)), idle)
    return found


def running(situation: Situation) -> Totals:
    """Return what the last hand gave, and what each side has."""
    sheet, seats = situation.view.sheet, firsts(situation)
    last = sheet.rows[-1].points if sheet.rows else ()
    idle = sat_out(sheet)[sheet.rows[-1].hand] if sheet.rows else None
    numbers = (str(last[seat]) if last and last[seat] else "-" for seat in seats)
    won = tuple(
        trc("sat out", "out") if seat == idle else number for seat, number in zip(seats, numbers, strict=True)
    )
    hand = Total(tr("hand"), won, "hand")
    if sheet.columns:
        columns = (
            Total(tr("column {number}", number=place), tuple(str(column.totals[seat]) for seat in seats))
            for place, column in enumerate(sheet.columns, 1)
        )
        return hand, *columns
    total = part_line("total", tuple(str(sheet.totals[seat]) for seat in seats))
    if not sheet.options.box_bonus:
        return hand, total
    return hand, total, part_line("boxes", tuple(str(sheet.boxes[seat]) for seat in seats))


def settled(situation: Situation, game: GameResult) -> Totals:
    """Return a settled game as a sum by column (RULES 3.8, 5.4, 8)."""
    sheet, seats = situation.view.sheet, firsts(situation)
    if sheet.columns:
        lines = [
            Total(tr("column {number}", number=place), margins(column.result, seats))
            for place, column in enumerate(sheet.columns, 1)
            if column.result is not None
        ]
        return *lines, part_line("margin", margins(game, seats))
    lines = sum_lines(game, seats, many=len(seats) > 2)
    return *lines, part_line("margin", margins(game, seats))


def sum_lines(game: GameResult, seats: tuple[int, ...], *, many: bool) -> list[Total]:
    """Return a settlement as a sum by column, without what the sides then pay each other.

    Args:
        game: the settlement.
        seats: a seat of each column.
        many: there are more than two sides, so that a shut-out is paid by those who were and is in no sum.
    """

    def bonus(amount: int) -> tuple[str, ...]:
        return tuple(str(amount) if seat in game.winners and amount else "-" for seat in seats)

    lines = [part_line("total", tuple(str(game.totals[seat]) for seat in seats))]
    if any(game.box_points):
        lines.append(part_line("boxes", tuple(str(game.box_points[seat]) for seat in seats)))
    if game.game_bonus:
        lines.append(part_line("game", bonus(game.game_bonus)))
    if game.shutout and not many:
        lines.append(part_line("shut-out", bonus(game.shutout)))
    lines.append(part_line("sum", tuple(str(game.sums[seat]) for seat in seats)))
    return lines


def margins(game: GameResult, seats: tuple[int, ...]) -> tuple[str, ...]:
    """Return what each side gains: of two only the winner's, which may be negative; of more those of all."""
    if len(seats) > 2:
        return tuple(f"{game.margins[seat]:+d}" for seat in seats)
    return tuple(str(game.margins[seat]) if seat in game.winners else "-" for seat in seats)


def paid(situation: Situation, game: GameResult) -> tuple[tuple[str, str], ...]:
    """Return what every pair of three or more sides settles: who pays whom, and the points (RULES 5.4)."""
    company = situation.company
    if len(company.columns) < 3:
        return ()
    return tuple((_pays(company, each), str(each.points)) for each in payments(company.options, game))


def _pays(company: Company, payment: Payment) -> str:
    me, payer, payee = company.me, payment.payer, payment.payee
    return tr(
        "You pay {payee}" if payer == me else "{player} pays you" if payee == me else "{player} pays {payee}",
        player=company.names[payer],
        payee=company.names[payee],
    )
