"""What the result of a hand says: the cards of everybody, the points as a sum, and where the game stands."""

from collections.abc import Sequence
from typing import Final

from upcard_client.cardtable.arrangement import by_rank, in_order
from upcard_client.cardtable.looking import result_hints
from upcard_client.games.gin.desk import Desk
from upcard_client.games.gin.scene import SUM_WORDS, Added, ResultHand, ResultSheet, TableMeld
from upcard_client.games.gin.sentences import why_forfeited
from upcard_client.games.gin.sides import Company
from upcard_client.games.gin.situation import Situation
from upcard_client.games.gin.standings import paid, running, settled
from upcard_client.games.gin.verdicts import net_of_partners, verdict
from upcard_client.locale import mark, tr
from upcard_client.widgets.canvas import width_of
from upcard_client.widgets.frame import Hint, clock_text
from upcard_client.words import forfeits
from upcard_client.words.phrases import CardWord, Line, fill, joined
from upcard_protocol.rules.cards import Hand, points
from upcard_protocol.rules.gin import scoring
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.events import Defended
from upcard_protocol.rules.melds import meld_kind

Sums = tuple[tuple[str, str], ...]
"""A sum, line by line: words, and the number as text."""

_DID: Final = mark({"knock": "knocked with deadwood {deadwood}", "gin": "went gin", "big_gin": "went big gin"})
"""How somebody ended the hand, behind the name."""

_LAID: Final = mark(
    {
        ("run", True): "{card} on your run",
        ("run", False): "{card} on {player}'s run",
        ("set", True): "{card} on your set",
        ("set", False): "{card} on {player}'s set",
    }
)
"""Where a card was laid off: on a meld of the viewer's, or of another player."""

_NEXT: Final[dict[tuple[bool, bool, bool], str]] = mark(
    {
        (False, False, False): "Next hand starts when all are ready.",
        (False, False, True): "Next hand starts when all are ready, or in {time}.",
        (False, True, False): "Next hand starts when both are ready.",
        (False, True, True): "Next hand starts when both are ready, or in {time}.",
        (True, False, False): "Next game starts when all are ready.",
        (True, False, True): "Next game starts when all are ready, or in {time}.",
        (True, True, False): "Next game starts when both are ready.",
        (True, True, True): "Next game starts when both are ready, or in {time}.",
    }
)
"""What comes next: is the game over, do two play, and does it begin by itself?"""


def result_sheet(situation: Situation, desk: Desk) -> ResultSheet:
    """Return the sheet that covers the table when a hand, a game or a match is over."""
    sheet, boards = situation.view.sheet, _boards(situation)
    hands: tuple[ResultHand, ...] = ()
    sums: Sums = ()
    title = tr("The match is over")
    if boards and all(board.score is not None for board in boards):
        title = tr("Hand {hand}: {what}", hand=boards[0].hand, what=verdict(situation, boards))
        hands = tuple(hand for board in boards for hand in _hands(situation, board))
        sums = _sums(situation, boards)
    loser = sheet.forfeited
    if loser is not None:
        title = forfeits.over(situation.names[loser], sheet.why, mine=loser == situation.me)
    game = sheet.games[-1] if sheet.settled and sheet.games else None
    if game is not None:
        sums = paid(situation, game) or sums
    return ResultSheet(
        title=title,
        hands=hands,
        sum=sums,
        columns=situation.company.column_names,
        totals=settled(situation, game) if game is not None else running(situation),
        remark="" if sheet.settled else tr("to {target}", target=sheet.options.target),
        news=desk.status.line if desk.status is not None else _waiting(situation),
        finding=situation.finding,
        hints=_hints(situation),
    )


def _boards(situation: Situation) -> tuple[Board, ...]:
    """Return the hands that were played at once, the viewer's own first."""
    board, other = situation.board, situation.other_board
    return tuple(each for each in (board, other) if each is not None)


# ---- the cards


def _hands(situation: Situation, board: Board) -> tuple[ResultHand, ...]:
    """Return the cards of the knocker and of those who defended, as they count."""
    found: list[ResultHand] = []
    knock = board.knock
    if knock is not None:
        laid = sorted((each for one in board.defences for each in one.layoffs), key=lambda each: each[0] % 13)
        melds = tuple(
            TableMeld(
                by_rank(meld),
                meld_kind(meld) or "",
                tuple(
                    Added(card, meld_kind(meld) == "run" and card < by_rank(meld)[0], True)
                    for card, on in laid
                    if on == place
                ),
            )
            for place, meld in in_order(knock.melds)
        )
        words = fill(_DID[knock.kind], deadwood=points(knock.loose))
        found.append(_side(situation, knock.seat, words, melds, knock.loose))
    for defence in board.defences:
        melds = tuple(TableMeld(by_rank(meld), meld_kind(meld) or "") for _, meld in in_order(defence.melds))
        words = _defence_words(situation, board, defence)
        found.append(_side(situation, defence.seat, words, melds, defence.loose))
    return tuple(found)


def _side(situation: Situation, seat: int, words: Line, melds: tuple[TableMeld, ...], loose: Hand) -> ResultHand:
    shown = (*melds, TableMeld(by_rank(loose), "")) if loose else melds
    return ResultHand(name=situation.company.name(seat), words=words, melds=shown, deadwood=points(loose))


def _defence_words(situation: Situation, board: Board, defence: Defended) -> Line:
    knock = board.knock
    if knock is None:
        why = why_forfeited(board, defence.seat)
        return (tr("gave up the hand") if why == "given_up" else tr(forfeits.DID[why]),)
    if not defence.layoffs:
        return (tr("laid off nothing" if knock.kind == "knock" else "nothing is laid off against gin"),)
    before, _, after = tr("laid off {what}").partition("{what}")
    name, mine = situation.names[knock.seat], knock.seat == situation.me
    laid: list[str | CardWord] = []
    for card, place in defence.layoffs:
        words = _LAID[meld_kind(knock.melds[place]) or "set", mine]
        laid += [*((", ",) if laid else ()), *fill(words, card=CardWord(card), player=name)]
    return (before, *laid, after)


# ---- the points as a sum


def _sums(situation: Situation, boards: tuple[Board, ...]) -> Sums:
    """Return the points as a sum, line by line."""
    company = situation.company
    if company.partners:
        return _sum_of_tables(situation, boards)
    score = boards[0].score
    if isinstance(score, scoring.Each):
        return _sum_of_all(company, score)
    return _sum_of_two(company, boards[0], score)


def _sum_of_two(company: Company, board: Board, score: scoring.Score | None) -> Sums:
    lines: list[tuple[str, str]]
    match score:
        case scoring.Knock(winner=winner):
            lines = [
                (_deadwood(company, board.other(winner)), str(score.defender)),
                (_less(company, winner), f"- {score.knocker}"),
            ]
        case scoring.Undercut(winner=winner):
            lines = [
                (_deadwood(company, board.other(winner)), str(score.knocker)),
                (_less(company, winner), f"- {score.defender}"),
                (tr("undercut bonus"), f"+ {score.bonus}"),
            ]
        case scoring.Gin(winner=winner) | scoring.GivenUp(winner=winner):
            lines = [
                (_deadwood(company, board.other(winner)), str(score.defender)),
                (tr("gin bonus"), f"+ {score.bonus}"),
            ]
        case scoring.BigGin(winner=winner):
            lines = [
                (_deadwood(company, board.other(winner)), str(score.defender)),
                (tr("big gin bonus"), f"+ {score.bonus}"),
            ]
        case _:
            return ()
    if score.multiplier > 1:
        lines.append((tr("spade upcard"), f"x {score.multiplier}"))
    return *lines, (_points_to(company, winner), str(score.points))


def _deadwood(company: Company, seat: int) -> str:
    return tr("Your deadwood" if seat == company.me else "{player}'s deadwood", player=company.names[seat])


def _less(company: Company, seat: int) -> str:
    return tr("less yours" if seat == company.me else "less {player}'s", player=company.names[seat])


def _points_to(company: Company, seat: int) -> str:
    return tr("Points to you" if seat == company.me else "Points to {player}", player=company.names[seat])


def _sum_of_all(company: Company, score: scoring.Each) -> Sums:
    """Return what the knocker wins of each of the others, then what those who undercut win (RULES 5.5)."""
    lines: list[tuple[str, str]] = []
    undercuts: list[tuple[str, str]] = []
    for each in score.against:
        part, mine, name = each.score, each.seat == company.me, company.names[each.seat]
        match part:
            case scoring.Knock():
                words = tr(
                    "Your {defender} less {knocker}" if mine else "{player}'s {defender} less {knocker}",
                    player=name,
                    defender=part.defender,
                    knocker=part.knocker,
                )
                lines.append((words, f"+ {part.points}"))
            case scoring.Undercut():
                how = f"{part.knocker}-{part.defender}+{part.bonus}"
                words = tr("Your undercut {sum}" if mine else "{player}'s undercut {sum}", player=name, sum=how)
                undercuts.append((words, str(part.points)))
            case scoring.Gin() | scoring.BigGin():
                lines.append((_deadwood(company, each.seat), f"+ {part.points}"))
            case scoring.Push():
                lines.append((tr("Yours is equal" if mine else "{player}'s is equal", player=name), "0"))
    if score.bonus:
        lines.append((tr("bonus, once"), f"+ {score.bonus}"))
    won = score.gained(score.knocker)
    total = ((_points_to(company, score.knocker), str(won)),) if won else ()
    return *lines, *undercuts, *total


def _sum_of_tables(situation: Situation, boards: tuple[Board, ...]) -> Sums:
    """Set the tables of partners against each other, for the side that is ahead (RULES 5.3)."""
    company = situation.company
    net, winners = net_of_partners(situation)
    ahead: Sequence[int] = winners or company.columns[0]
    lines: list[tuple[str, str]] = []
    for board in boards:
        score, (one, other) = board.score, board.seats
        if score is None or score.winner is None or not score.points:
            lines.append((_nobody_won(company, one, other), "0"))
            continue
        winner = score.winner
        sign = "+" if winner in ahead else "-"
        lines.append((_beat(company, winner, board), f"{sign} {score.points}"))
    if not winners:
        words = tr("Together")
    elif company.me is None:
        words = tr("Points to the winners")
    else:
        words = tr("Points to your team" if company.me in winners else "Points to the others")
    return *lines, (words, str(net))


def _nobody_won(company: Company, one: int, other: int) -> str:
    """Name a table of partners where nobody won anything."""
    words = joined((company.name(one), company.object(other)))
    if width_of(words) <= SUM_WORDS:
        return words
    if company.me is None:
        return tr("{player}'s table", player=company.names[one])
    return tr("Your table" if company.me in (one, other) else "The other table")


def _beat(company: Company, winner: int, board: Board) -> str:
    """Say who won at one of the tables of partners: by team and table where the names are too long."""
    me, loser = company.me, board.other(winner)
    words = tr(
        "You beat {loser}" if winner == me else "{player} beat you" if loser == me else "{player} beat {loser}",
        player=company.names[winner],
        loser=company.names[loser],
    )
    if width_of(words) <= SUM_WORDS:
        return words
    if me is None:
        return tr("{player} won", player=company.names[winner])
    team = company.column_name(company.side_of(winner))
    return tr("{team}, your table" if me in board.seats else "{team}, other table", team=team)


# ---- what comes next


def _waiting(situation: Situation) -> Line:
    """Say who is ready, and when it goes on."""
    sheet, me = situation.view.sheet, situation.me
    if sheet.winners:
        return (" ".join(said for said in (_match_won(situation), _again(situation)) if said),)
    ready = [seat for seat, is_ready in enumerate(sheet.ready) if is_ready]
    soon = situation.next_hand_s
    what = _NEXT[sheet.settled, len(sheet.ready) == 2, soon is not None]
    begins = tr(what, time=clock_text(soon or 0))
    if not ready:
        return (begins,)
    if len(ready) > 1:
        return (f"{tr('{players} are ready.', players=situation.company.listed(ready, head=True))} {begins}",)
    mine = ready[0] == me
    return (f"{tr('You are ready.' if mine else '{player} is ready.', player=situation.names[ready[0]])} {begins}",)


def _match_won(situation: Situation) -> str:
    sheet, company = situation.view.sheet, situation.company
    winners = sheet.winners
    if any(seat not in company.side_of(winners[0]) for seat in winners):
        return tr("The match is drawn between {players}.", players=company.listed(winners))
    who = company.listed(winners, head=True)
    mine, several = company.me in winners, len(winners) > 1
    if sheet.options.match_games > 1:
        won_first = sorted(company.columns, key=lambda side: side[0] not in winners)
        games = ":".join(str(sheet.games_won[side[0]]) for side in won_first)
        if several:
            return tr("{players} have won the match, games {games}.", players=who, games=games)
        return tr(
            "You have won the match, games {games}." if mine else "{player} has won the match, games {games}.",
            player=who,
            games=games,
        )
    if several:
        return tr("{players} have won the match.", players=who)
    return tr("You have won the match." if mine else "{player} has won the match.", player=who)


def _again(situation: Situation) -> str:
    asked = [seat for seat, wants in enumerate(situation.ready) if wants and seat != situation.me]
    if not asked:
        return ""
    who = situation.company.listed(asked)
    return tr(
        "{player} asks for another." if len(asked) == 1 else "{players} ask for another.", player=who, players=who
    )


def _hints(situation: Situation) -> tuple[Hint, ...]:
    sheet, me = situation.view.sheet, situation.me
    if me is None:
        return result_hints()
    if situation.am_ready if sheet.winners else sheet.ready[me]:
        return result_hints()
    return (Hint("yes", "Enter", (tr("Another match" if sheet.winners else "Ready"),), "gold"), *result_hints())
