"""Who won a hand, in a few words: the title of its result."""

from typing import Final, Literal

from upcard_client.games.gin.sentences import why_forfeited
from upcard_client.games.gin.sides import Company
from upcard_client.games.gin.situation import Situation
from upcard_client.locale import mark, tr
from upcard_client.words.phrases import joined, some_points
from upcard_protocol.rules.gin import scoring
from upcard_protocol.rules.gin.board import Board

Told = Literal["of_you", "to_you", "other"]
"""Whether something is told of the viewer, as done to the viewer, or of others."""

_BY_TWO: Final[dict[tuple[str, Told], str]] = mark(
    {
        ("undercut", "of_you"): "you undercut {loser} and won {points}",
        ("undercut", "to_you"): "{winner} undercut you and won {points}",
        ("undercut", "other"): "{winner} undercut {loser} and won {points}",
        ("knock", "of_you"): "you knocked and won {points}",
        ("knock", "other"): "{winner} knocked and won {points}",
        ("gin", "of_you"): "you went gin and won {points}",
        ("gin", "other"): "{winner} went gin and won {points}",
        ("big_gin", "of_you"): "you went big gin and won {points}",
        ("big_gin", "other"): "{winner} went big gin and won {points}",
        ("given_up", "of_you"): "{loser} gave up, you won {points}",
        ("given_up", "to_you"): "you gave up, {winner} won {points}",
        ("given_up", "other"): "{loser} gave up, {winner} won {points}",
        ("left", "of_you"): "{loser} left, you won {points}",
        ("left", "to_you"): "you left, {winner} won {points}",
        ("left", "other"): "{loser} left, {winner} won {points}",
        ("dropped", "of_you"): "{loser} lost the link, you won {points}",
        ("dropped", "to_you"): "you lost the link, {winner} won {points}",
        ("dropped", "other"): "{loser} lost the link, {winner} won {points}",
        ("idle", "of_you"): "{loser} ran out of time, you won {points}",
        ("idle", "to_you"): "you ran out of time, {winner} won {points}",
        ("idle", "other"): "{loser} ran out of time, {winner} won {points}",
    }
)
"""Who won a hand of two, and how."""

_BY_KNOCKER: Final[dict[tuple[str, bool], str]] = mark(
    {
        ("knock", True): "you knocked",
        ("knock", False): "{winner} knocked",
        ("gin", True): "you went gin",
        ("gin", False): "{winner} went gin",
        ("big_gin", True): "you went big gin",
        ("big_gin", False): "{winner} went big gin",
    }
)
"""What a knocker did who has not won anything by it; for the viewer, and for others."""


def verdict(situation: Situation, boards: tuple[Board, ...]) -> str:
    """Say who won the hands that were played at once, and what: `you knocked and won 17 points`."""
    company = situation.company
    if company.partners:
        net, winners = net_of_partners(situation)
        if not winners:
            return tr("together nothing, no points")
        return _team_won(company, winners, some_points(net))
    (board,) = boards
    score = board.score
    assert score is not None
    return _title_of_all(company, board, score) if isinstance(score, scoring.Each) else _title_of_two(company, board)


def _team_won(company: Company, winners: tuple[int, ...], points: str) -> str:
    if company.me is None:
        return tr("{players} won {points}", players=company.listed(winners), points=points)
    return tr("your team won {points}" if company.me in winners else "the others won {points}", points=points)


def _title_of_two(company: Company, board: Board) -> str:
    score = board.score
    match score:
        case scoring.Dead(looped=looped):
            return tr("too many turns without a draw, no points" if looped else "the stock is finished, no points")
        case scoring.Undercut(winner=winner):
            key = "undercut"
        case scoring.GivenUp(winner=winner):
            key = why_forfeited(board, board.other(winner))
        case scoring.Knock(winner=winner):
            key = "knock"
        case scoring.Gin(winner=winner):
            key = "gin"
        case scoring.BigGin(winner=winner):
            key = "big_gin"
        case _:
            return tr("equal deadwood, no points")
    loser, me = board.other(winner), company.me
    told: Told = "of_you" if winner == me else "to_you" if loser == me and (key, "to_you") in _BY_TWO else "other"
    names = company.names
    return tr(_BY_TWO[key, told], winner=names[winner], loser=names[loser], points=some_points(score.points))


def _title_of_all(company: Company, board: Board, score: scoring.Each) -> str:
    kind, knocker = board.knock.kind if board.knock is not None else "knock", score.knocker
    mine, name, won = knocker == company.me, company.names[knocker], score.gained(knocker)
    if won:
        points = some_points(won)
        parts = [tr(_BY_TWO[kind, "of_you" if mine else "other"], winner=name, loser="", points=points)]
    else:
        parts = [tr(_BY_KNOCKER[kind, mine], winner=name)]
    others = [each.seat for each in score.against if score.gained(each.seat)]
    if not won and not others:
        return tr("{what}, no points", what=parts[0])
    for seat in others:
        parts.append(
            tr(
                "you undercut for {points}" if seat == company.me else "{player} undercut for {points}",
                player=company.names[seat],
                points=score.gained(seat),
            )
        )
    return joined(parts)


def net_of_partners(situation: Situation) -> tuple[int, tuple[int, ...]]:
    """Return the points of a deal of partners, and who scored them: nobody for a net of 0 (RULES 5.3)."""
    rows = situation.view.sheet.rows
    scored = rows[-1].points if rows else ()
    winners = tuple(seat for seat, won in enumerate(scored) if won)
    return (scored[winners[0]] if winners else 0), winners
