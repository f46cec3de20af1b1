"""What the result of a hand says: the cards of everybody, the points as a sum, and where the game stands."""

from collections.abc import Sequence
from typing import Final

from upcard_client.cardtable.arrangement import by_rank, in_order
from upcard_client.cardtable.looking import result_hints
from upcard_client.games.gin.desk import Desk
from upcard_client.games.gin.prompts import possessive
from upcard_client.games.gin.scene import SUM_WORDS, Added, ResultHand, ResultSheet, TableMeld
from upcard_client.games.gin.sentences import what_forfeited
from upcard_client.games.gin.sides import Company
from upcard_client.games.gin.situation import Situation
from upcard_client.games.gin.standings import paid, running, settled
from upcard_client.widgets.canvas import width_of
from upcard_client.widgets.frame import Hint, clock_text
from upcard_client.words import forfeits
from upcard_client.words.phrases import CardWord, Line, counted, joined
from upcard_protocol.rules.cards import Hand, points
from upcard_protocol.rules.gin import scoring
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.events import Defended
from upcard_protocol.rules.melds import meld_kind

Sums = tuple[tuple[str, str], ...]
"""A sum, line by line: words, and the number as text."""

_DID: Final = {"knock": "knocked", "gin": "went gin", "big_gin": "went big gin"}


def result_sheet(situation: Situation, desk: Desk) -> ResultSheet:
    """Return the sheet that covers the table when a hand, a game or a match is over."""
    sheet, boards = situation.view.sheet, _boards(situation)
    hands: tuple[ResultHand, ...] = ()
    sums: Sums = ()
    title = "The match is over"
    if boards and all(board.score is not None for board in boards):
        title = f"Hand {boards[0].hand}: {_title(situation, boards)}"
        hands = tuple(hand for board in boards for hand in _hands(situation, board))
        sums = _sums(situation, boards)
    if sheet.forfeited is not None:
        title = f"The match is over: {forfeits.went(situation.company.object(sheet.forfeited), sheet.why)}"
    game = sheet.games[-1] if sheet.settled and sheet.games else None
    if game is not None:
        sums = paid(situation, game) or sums
    return ResultSheet(
        title=title,
        hands=hands,
        sum=sums,
        columns=situation.company.column_names,
        totals=settled(situation, game) if game is not None else running(situation),
        remark="" if sheet.settled else f"to {sheet.options.target}",
        news=desk.status.line if desk.status is not None else _waiting(situation),
        finding=situation.finding,
        hints=_hints(situation),
    )


def _boards(situation: Situation) -> tuple[Board, ...]:
    """Return the hands that were played at once, the viewer's own first."""
    board, other = situation.board, situation.other_board
    return tuple(each for each in (board, other) if each is not None)


# ---- who won


def _title(situation: Situation, boards: tuple[Board, ...]) -> str:
    company = situation.company
    if company.partners:
        net, winners = _net(situation)
        if not winners:
            return "together nothing, no points"
        return f"{company.team(winners)} won {counted(net)}"
    (board,) = boards
    score = board.score
    assert score is not None
    return _title_of_all(company, board, score) if isinstance(score, scoring.Each) else _title_of_two(company, board)


def _title_of_two(company: Company, board: Board) -> str:
    name, score = company.object, board.score
    match score:
        case scoring.Dead(looped=looped):
            return "too many turns without a draw, no points" if looped else "the stock is finished, no points"
        case scoring.Undercut(winner=winner):
            return f"{name(winner)} undercut {name(board.other(winner))} and won {counted(score.points)}"
        case scoring.GivenUp(winner=winner):
            loser = board.other(winner)
            return f"{name(loser)} {what_forfeited(board, loser)}, {name(winner)} won {counted(score.points)}"
        case scoring.Knock(winner=winner):
            return f"{name(winner)} knocked and won {counted(score.points)}"
        case scoring.Gin(winner=winner):
            return f"{name(winner)} went gin and won {counted(score.points)}"
        case scoring.BigGin(winner=winner):
            return f"{name(winner)} went big gin and won {counted(score.points)}"
        case _:
            return "equal deadwood, no points"


def _title_of_all(company: Company, board: Board, score: scoring.Each) -> str:
    did = _DID[board.knock.kind] if board.knock is not None else "knocked"
    knocker, won = company.object(score.knocker), score.gained(score.knocker)
    others = [each.seat for each in score.against if score.gained(each.seat)]
    parts = [f"{knocker} {did} and won {counted(won)}" if won else f"{knocker} {did}"]
    parts += [f"{company.object(seat)} undercut for {score.gained(seat)}" for seat in others]
    return joined(parts) if won or others else f"{parts[0]}, no points"


def _net(situation: Situation) -> tuple[int, tuple[int, ...]]:
    """Return the points of a deal of partners, and who scored them: nobody for a net of 0 (RULES 5.3)."""
    rows = situation.view.sheet.rows
    scored = rows[-1].points if rows else ()
    winners = tuple(seat for seat, won in enumerate(scored) if won)
    return (scored[winners[0]] if winners else 0), winners


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
        left = f" with deadwood {points(knock.loose)}" if knock.kind == "knock" else ""
        found.append(_side(situation, knock.seat, (f"{_DID[knock.kind]}{left}",), melds, knock.loose))
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
        what = what_forfeited(board, defence.seat)
        return ("gave up the hand" if what == forfeits.DID["given_up"] else what,)
    if not defence.layoffs:
        return ("laid off nothing",) if knock.kind == "knock" else ("nothing is laid off against gin",)
    owner = possessive(situation.names[knock.seat], mine=knock.seat == situation.me)
    words: list[str | CardWord] = ["laid off "]
    for number, (card, place) in enumerate(defence.layoffs):
        if number:
            words.append(", ")
        words += [CardWord(card), f" on {owner} {meld_kind(knock.melds[place]) or 'meld'}"]
    return tuple(words)


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


def _whose(company: Company, seat: int) -> str:
    return "Your" if seat == company.me else possessive(company.names[seat])


def _sum_of_two(company: Company, board: Board, score: scoring.Score | None) -> Sums:
    lines: list[tuple[str, str]]
    match score:
        case scoring.Knock(winner=winner):
            lines = [_deadwood(company, board.other(winner), score.defender), _less(company, winner, score.knocker)]
        case scoring.Undercut(winner=winner):
            lines = [
                _deadwood(company, board.other(winner), score.knocker),
                _less(company, winner, score.defender),
                ("undercut bonus", f"+ {score.bonus}"),
            ]
        case scoring.Gin(winner=winner) | scoring.GivenUp(winner=winner):
            lines = [_deadwood(company, board.other(winner), score.defender), ("gin bonus", f"+ {score.bonus}")]
        case scoring.BigGin(winner=winner):
            lines = [_deadwood(company, board.other(winner), score.defender), ("big gin bonus", f"+ {score.bonus}")]
        case _:
            return ()
    if score.multiplier > 1:
        lines.append(("spade upcard", f"x {score.multiplier}"))
    return *lines, (f"Points to {company.object(winner)}", str(score.points))


def _deadwood(company: Company, seat: int, number: int) -> tuple[str, str]:
    return f"{_whose(company, seat)} deadwood", str(number)


def _less(company: Company, seat: int, number: int) -> tuple[str, str]:
    return f"less {'yours' if seat == company.me else possessive(company.names[seat])}", f"- {number}"


def _sum_of_all(company: Company, score: scoring.Each) -> Sums:
    """Return what the knocker wins of each of the others, then what those who undercut win (RULES 5.5)."""
    lines: list[tuple[str, str]] = []
    undercuts: list[tuple[str, str]] = []
    for each in score.against:
        part = each.score
        match part:
            case scoring.Knock():
                words = f"{_whose(company, each.seat)} {part.defender} less {part.knocker}"
                lines.append((words, f"+ {part.points}"))
            case scoring.Undercut():
                words = f"{_whose(company, each.seat)} undercut {part.knocker}-{part.defender}+{part.bonus}"
                undercuts.append((words, str(part.points)))
            case scoring.Gin() | scoring.BigGin():
                lines.append((f"{_whose(company, each.seat)} deadwood", f"+ {part.points}"))
            case scoring.Push():
                lines.append((f"{_whose(company, each.seat)} is equal", "0"))
    if score.bonus:
        lines.append(("bonus, once", f"+ {score.bonus}"))
    won = score.gained(score.knocker)
    total = ((f"Points to {company.object(score.knocker)}", str(won)),) if won else ()
    return *lines, *undercuts, *total


def _sum_of_tables(situation: Situation, boards: tuple[Board, ...]) -> Sums:
    """Set the tables of partners against each other, for the side that is ahead (RULES 5.3)."""
    company = situation.company
    net, winners = _net(situation)
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
    to = company.team(ahead) if company.me is not None else "the winners"
    return *lines, (f"Points to {to}" if winners else "Together", str(net))


def _nobody_won(company: Company, one: int, other: int) -> str:
    """Name a table of partners where nobody won anything."""
    words = f"{company.name(one)} and {company.object(other)}"
    if width_of(words) <= SUM_WORDS:
        return words
    if company.me is None:
        return f"{possessive(company.names[one])} table"
    return "Your table" if company.me in (one, other) else "The other table"


def _beat(company: Company, winner: int, board: Board) -> str:
    """Say who won at one of the tables of partners: by team and table where the names are too long."""
    words = f"{company.name(winner)} beat {company.object(board.other(winner))}"
    if width_of(words) <= SUM_WORDS:
        return words
    if company.me is None:
        return f"{company.name(winner)} won"
    where = "your" if company.me in board.seats else "other"
    return f"{company.column_name(company.side_of(winner))}, {where} table"


# ---- what comes next


def _waiting(situation: Situation) -> Line:
    """Say who is ready, and when it goes on."""
    sheet, me = situation.view.sheet, situation.me
    if sheet.winners:
        return (f"{_match_won(situation)}{_again(situation)}",)
    ready = [seat for seat, is_ready in enumerate(sheet.ready) if is_ready]
    soon = f", or in {clock_text(situation.next_hand_s)}" if situation.next_hand_s is not None else ""
    said = ""
    if ready:
        verb = "are" if len(ready) > 1 or ready[0] == me else "is"
        said = f"{situation.company.listed(ready, head=True)} {verb} ready. "
    what = "Next game" if sheet.settled else "Next hand"
    everybody = "both" if len(sheet.ready) == 2 else "all"
    return (f"{said}{what} starts when {everybody} are ready{soon}.",)


def _match_won(situation: Situation) -> str:
    sheet, company = situation.view.sheet, situation.company
    winners = sheet.winners
    who = company.listed(winners, head=True)
    if any(seat not in company.side_of(winners[0]) for seat in winners):
        return f"The match is drawn between {company.listed(winners)}."
    verb = "has" if len(winners) == 1 and winners[0] != company.me else "have"
    games = ""
    if sheet.options.match_games > 1:
        won_first = sorted(company.columns, key=lambda side: side[0] not in winners)
        games = f", games {':'.join(str(sheet.games_won[side[0]]) for side in won_first)}"
    return f"{who} {verb} won the match{games}."


def _again(situation: Situation) -> str:
    asked = [seat for seat, wants in enumerate(situation.ready) if wants and seat != situation.me]
    if not asked:
        return ""
    return f" {situation.company.listed(asked)} {'asks' if len(asked) == 1 else 'ask'} for another."


def _hints(situation: Situation) -> tuple[Hint, ...]:
    sheet, me = situation.view.sheet, situation.me
    if me is None:
        return result_hints()
    if situation.am_ready if sheet.winners else sheet.ready[me]:
        return result_hints()
    return (Hint("yes", "Enter", ("Another match" if sheet.winners else "Ready",), "gold"), *result_hints())
