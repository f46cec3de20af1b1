"""What the plain client says of points: a hand's as a sum, and how a game is settled."""

from upcard_client.games.gin.following import narrator
from upcard_client.games.gin.sides import Company
from upcard_client.games.seen import Seen
from upcard_client.locale import tr, trn
from upcard_client.words.phrases import some_points
from upcard_protocol.rules.game import GameResult
from upcard_protocol.rules.gin import scoring


def sum_lines(score: scoring.Score, seen: Seen) -> list[str]:
    """Say the points of a hand as a sum."""
    if isinstance(score, scoring.Push | scoring.Dead):
        return []
    if isinstance(score, scoring.Each):
        return _sums_of_all(score, narrator(seen).company)
    how, won = _sum(score), some_points(score.points)
    if score.multiplier > 1:
        return [tr("{sum}, times {factor}: {points}.", sum=how, factor=score.multiplier, points=won)]
    return [tr("{sum}: {points}.", sum=how, points=won)]


def _sum(score: scoring.Knock | scoring.Undercut | scoring.Gin | scoring.BigGin | scoring.GivenUp) -> str:
    match score:
        case scoring.Knock():
            return tr("{deadwood} less {less}", deadwood=score.defender, less=score.knocker)
        case scoring.Undercut():
            return tr(
                "{deadwood} less {less}, plus {bonus} undercut bonus",
                deadwood=score.knocker,
                less=score.defender,
                bonus=score.bonus,
            )
        case scoring.BigGin():
            return tr("{deadwood} plus {bonus} big gin bonus", deadwood=score.defender, bonus=score.bonus)
        case scoring.Gin() | scoring.GivenUp():
            return tr("{deadwood} plus {bonus} gin bonus", deadwood=score.defender, bonus=score.bonus)


def _sums_of_all(score: scoring.Each, company: Company) -> list[str]:
    """Say what the knocker settles with each of the others (RULES 5.5)."""
    said: list[str] = []
    for each in score.against:
        part, mine, name = each.score, each.seat == company.me, company.names[each.seat]
        match part:
            case scoring.Knock() | scoring.Gin() | scoring.BigGin():
                points = some_points(part.points)
                won = (
                    tr("{sum}: {points}", sum=_sum(part), points=points)
                    if isinstance(part, scoring.Knock)
                    else points
                )
                said.append(tr("Against you: {sum}." if mine else "Against {player}: {sum}.", player=name, sum=won))
            case scoring.Undercut():
                won = tr("{sum}: {points}", sum=_sum(part), points=some_points(part.points))
                said.append(tr("You undercut: {sum}." if mine else "{player} undercut: {sum}.", player=name, sum=won))
            case scoring.Push():
                said.append(
                    tr(
                        "Against you: equal deadwood, no points."
                        if mine
                        else "Against {player}: equal deadwood, no points.",
                        player=name,
                    )
                )
    if score.bonus:
        said.append(tr("The bonus is paid once: {points}.", points=some_points(score.bonus)))
    return said


def settlement_lines(result: GameResult, seen: Seen) -> list[str]:
    """Say how a game is settled, for each side as a sum (RULES 3.8, 5.4, 8)."""
    company = narrator(seen).company
    sides = sorted(company.columns)
    said = [tr("Settlement.")]
    if company.options.hollywood:
        said += _columns(seen, company)
    else:
        said += [_side(result, company, side) for side in sides]
    if len(sides) > 2:
        # Who pays whom was told with the end of the game.
        return [*said, tr("Margins: {margins}.", margins=", ".join(_gain(result, company, side) for side in sides))]
    winners = result.winners
    if len(winners) == len(company.names):
        return [*said, tr("The margins come to 0.")]
    who = company.listed(winners, head=True)
    if len(winners) > 1:
        return [*said, tr("{players} win by {margin}.", players=who, margin=result.margin)]
    won = tr(
        "You win by {margin}." if company.me in winners else "{player} wins by {margin}.",
        player=who,
        margin=result.margin,
    )
    return [*said, won]


def _side(result: GameResult, company: Company, side: tuple[int, ...]) -> str:
    seat = side[0]
    parts = [some_points(result.totals[seat])]
    if result.box_points[seat]:
        points = result.box_points[seat]
        parts.append(trn("{points} for {count} box", "{points} for {count} boxes", result.boxes[seat], points=points))
    if seat in result.winners and result.game_bonus:
        parts.append(tr("{points} for the game", points=result.game_bonus))
    if seat in result.winners and result.shutout and len(company.columns) == 2:
        parts.append(tr("{points} for the shut-out", points=result.shutout))
    who, points = company.listed(side, head=True), ", ".join(parts)
    return tr("{players}: {points}; {sum} in all.", players=who, points=points, sum=result.sums[seat])


def _gain(result: GameResult, company: Company, side: tuple[int, ...]) -> str:
    return f"{company.listed(side, head=True)} {result.margins[side[0]]:+d}"


def _columns(seen: Seen, company: Company) -> list[str]:
    said: list[str] = []
    for place, column in enumerate(seen.match.sheet.columns, 1):
        if column.result is not None:
            sides = (_side(column.result, company, side) for side in sorted(company.columns))
            margin = column.result.margin
            said.append(
                tr("Column {number}. {sides} Margin {margin}.", number=place, sides=" ".join(sides), margin=margin)
            )
    return said
