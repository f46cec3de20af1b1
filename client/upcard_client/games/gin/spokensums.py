"""What the plain client says of points: a hand's as a sum, and how a game is settled."""

from typing import Final

from upcard_client.games.gin.following import narrator
from upcard_client.games.gin.sides import Company
from upcard_client.games.seen import Seen
from upcard_client.words.phrases import counted
from upcard_protocol.rules.game import GameResult
from upcard_protocol.rules.gin import scoring

_BONUS: Final[dict[type, str]] = {
    scoring.Undercut: "undercut bonus",
    scoring.Gin: "gin bonus",
    scoring.BigGin: "big gin bonus",
    scoring.GivenUp: "gin bonus",
}


def sum_lines(score: scoring.Score, seen: Seen) -> list[str]:
    """Say the points of a hand as a sum."""
    if isinstance(score, scoring.Push | scoring.Dead):
        return []
    if isinstance(score, scoring.Each):
        return _sums_of_all(score, narrator(seen).company)
    times = ", times 2" if score.multiplier > 1 else ""
    return [f"{_sum(score)}{times}: {counted(score.points)}."]


def _sum(score: scoring.Knock | scoring.Undercut | scoring.Gin | scoring.BigGin | scoring.GivenUp) -> str:
    match score:
        case scoring.Knock():
            return f"{score.defender} less {score.knocker}"
        case scoring.Undercut():
            return f"{score.knocker} less {score.defender}, plus {score.bonus} {_BONUS[type(score)]}"
        case scoring.Gin() | scoring.BigGin() | scoring.GivenUp():
            return f"{score.defender} plus {score.bonus} {_BONUS[type(score)]}"


def _sums_of_all(score: scoring.Each, company: Company) -> list[str]:
    """Say what the knocker settles with each of the others (RULES 5.5)."""
    said: list[str] = []
    for each in score.against:
        part = each.score
        against = f"Against {company.object(each.seat)}"
        match part:
            case scoring.Knock():
                said.append(f"{against}: {_sum(part)}: {counted(part.points)}.")
            case scoring.Undercut():
                said.append(f"{company.name(each.seat)} undercut: {_sum(part)}: {counted(part.points)}.")
            case scoring.Gin() | scoring.BigGin():
                said.append(f"{against}: {counted(part.points)}.")
            case scoring.Push():
                said.append(f"{against}: equal deadwood, no points.")
    if score.bonus:
        said.append(f"The bonus is paid once: {counted(score.bonus)}.")
    return said


def settlement_lines(result: GameResult, seen: Seen) -> list[str]:
    """Say how a game is settled, for each side as a sum (RULES 3.8, 5.4, 8)."""
    company = narrator(seen).company
    sides = sorted(company.columns)
    said = ["Settlement."]
    if company.options.hollywood:
        said += _columns(seen, company)
    else:
        said += [_side(result, company, side) for side in sides]
    if len(sides) > 2:
        # Who pays whom was told with the end of the game.
        return [*said, f"Margins: {', '.join(_gain(result, company, side) for side in sides)}."]
    winners = result.winners
    if len(winners) == len(company.names):
        return [*said, "The margins come to 0."]
    verb = "wins" if len(winners) == 1 and winners[0] != company.me else "win"
    return [*said, f"{company.listed(winners, head=True)} {verb} by {result.margin}."]


def _side(result: GameResult, company: Company, side: tuple[int, ...]) -> str:
    seat = side[0]
    parts = [counted(result.totals[seat])]
    if result.box_points[seat]:
        parts.append(f"{result.box_points[seat]} for {counted(result.boxes[seat], 'box', 'boxes')}")
    if seat in result.winners and result.game_bonus:
        parts.append(f"{result.game_bonus} for the game")
    if seat in result.winners and result.shutout and len(company.columns) == 2:
        parts.append(f"{result.shutout} for the shut-out")
    return f"{company.listed(side, head=True)}: {', '.join(parts)}; {result.sums[seat]} in all."


def _gain(result: GameResult, company: Company, side: tuple[int, ...]) -> str:
    return f"{company.listed(side, head=True)} {result.margins[side[0]]:+d}"


def _columns(seen: Seen, company: Company) -> list[str]:
    said: list[str] = []
    for place, column in enumerate(seen.match.sheet.columns, 1):
        if column.result is not None:
            sides = (_side(column.result, company, side) for side in sorted(company.columns))
            said.append(f"Column {place}. {' '.join(sides)} Margin {column.result.margin}.")
    return said
