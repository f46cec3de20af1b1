"""What the result of a hand and the score sheet say: the numbers of all players, and the ledger."""

from typing import Final

from upcard_client.cardtable.arrangement import by_rank
from upcard_client.cardtable.looking import result_hints
from upcard_client.games.rummy.desk import Desk
from upcard_client.games.rummy.rulebook import headline
from upcard_client.games.rummy.scene import ResultRow, ResultSheet, ScoreSheet, SheetLine
from upcard_client.games.rummy.sentences import what_forfeited
from upcard_client.games.rummy.situation import Situation
from upcard_client.widgets.frame import Hint, clock_text
from upcard_client.words import forfeits
from upcard_client.words.phrases import Line, counted, spoken
from upcard_protocol.rules.rummy import scoring
from upcard_protocol.rules.rummy.events import MatchEnded

DOT: Final = "{dot}"
"""Stands for the palette's dot between two parts of a title."""


def how(score: scoring.Score) -> str:
    """Say in a word or two how a hand ended."""
    match score:
        case scoring.Out(rummy=rummy):
            return "rummy" if rummy else "out"
        case scoring.Blocked():
            return "blocked"
        case scoring.GivenUp():
            return "forfeit"


# ---- the result of a hand


def result_sheet(situation: Situation, desk: Desk) -> ResultSheet:
    """Return the sheet that covers the table when a hand, or the match, is over."""
    board, sheet = situation.board, situation.view.sheet
    score = board.score if board is not None else None
    title = "The match is over"
    if sheet.forfeited is not None:
        loser = situation.narrator.together((sheet.forfeited,))
        title = f"The match is over: {forfeits.went(loser, sheet.why)}"
    elif board is not None and score is not None:
        title = _title(situation, board.hand, score)
    return ResultSheet(
        title=title,
        heads=("left", "hand", "total", "ledger"),
        rows=tuple(_row(situation, score, seat) for seat in situation.columns),
        remark=_remark(situation),
        news=desk.status.line if desk.status is not None else _waiting(situation),
        hints=_hints(situation),
        finding=situation.finding,
    )


_TITLES: Final[dict[str, str]] = {
    "out.you": "Hand {hand}: you went out and win {points}",
    "out.other": "Hand {hand}: {player} went out and wins {points}",
    "rummy.you": "Hand {hand}: you went rummy and win {points}",
    "rummy.other": "Hand {hand}: {player} went rummy and wins {points}",
    "forfeit.you": "Hand {hand}: {loser} {what}, you win {points}",
    "forfeit.other": "Hand {hand}: {loser} {what}, {player} wins {points}",
    "blocked.you": "Hand {hand}: blocked, you win {points}",
    "blocked.other": "Hand {hand}: blocked, {player} wins {points}",
    "blocked": "Hand {hand}: blocked, nobody wins",
}


def _title(situation: Situation, hand: int, score: scoring.Score) -> str:
    winner = score.winner
    if winner is None:
        return _TITLES["blocked"].format(hand=hand)
    key = f"{how(score)}.{'you' if winner == situation.me else 'other'}"
    points, board = counted(score.ledger[winner]), situation.board
    values = {"player": situation.names[winner], "points": points}
    if board is not None and board.gave_up is not None:
        loser = situation.narrator.together((board.gave_up,))
        values |= {"loser": loser, "what": what_forfeited(board, board.gave_up)}
    return _TITLES[key].format(hand=hand, **values)


def _row(situation: Situation, score: scoring.Score | None, seat: int) -> ResultRow:
    board, sheet = situation.board, situation.view.sheet
    left = by_rank(board.shown[seat]) if board is not None and board.shown and score is not None else ()
    won = seat in sheet.winners if sheet.winners else score is not None and score.winner == seat
    numbers = (str(score.counts[seat]), _signed(score.points[seat])) if score is not None else ("-", "-")
    return ResultRow(
        name=situation.name(seat),
        left=left,
        note="" if left or score is None else "no card left",
        numbers=(*numbers, str(sheet.totals[seat]), _signed(sheet.ledger[seat])),
        won=won,
    )


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "-"


def _remark(situation: Situation) -> str:
    options = situation.options
    if situation.over:
        return ""
    if options.deals > 1:
        return f"Hand {situation.view.sheet.hands} of {options.deals}."
    return "" if options.deals else f"The game is to {options.target}."


def _waiting(situation: Situation) -> Line:
    """Say who is ready, and when it goes on."""
    sheet, me = situation.view.sheet, situation.me
    if sheet.winners:
        told = spoken(situation.narrator.tell(_match_ended(situation))[-1])
        asked = [situation.names[seat] for seat, wants in enumerate(situation.ready) if wants and seat != me]
        return (f"{told}. {asked[0]} asks for another." if asked else f"{told}.",)
    ready = tuple(seat for seat, is_ready in enumerate(sheet.ready) if is_ready)
    soon = f", or in {clock_text(situation.next_hand_s)}" if situation.next_hand_s is not None else ""
    what = f"The next hand starts when everybody is ready{soon}."
    return (f"Ready: {situation.narrator.together(ready)}. {what}" if ready else what,)


def _match_ended(situation: Situation) -> MatchEnded:
    sheet = situation.view.sheet
    return MatchEnded(sheet.winners, sheet.forfeited, sheet.why)


def _hints(situation: Situation) -> tuple[Hint, ...]:
    sheet, me = situation.view.sheet, situation.me
    if me is None or (situation.am_ready if sheet.winners else sheet.ready[me]):
        return result_hints()
    return (Hint("yes", "Enter", ("Another match" if sheet.winners else "Ready",), "gold"), *result_hints())


# ---- the score sheet


def score_sheet(situation: Situation) -> ScoreSheet:
    """Return the sheet of the game: its hands, the totals, and what each has gained from the others."""
    sheet, order = situation.view.sheet, situation.columns
    title = headline(situation.options)
    return ScoreSheet(
        title=f"Score sheet {DOT} {title[0].upper()}{title[1:]}",
        columns=tuple(situation.name(seat) for seat in order),
        hands=tuple(
            SheetLine(str(row.hand), how(row.score), tuple(_signed(row.score.points[seat]) for seat in order))
            for row in sheet.rows
        ),
        totals=(
            ("total", tuple(str(sheet.totals[seat]) for seat in order)),
            ("ledger", tuple(_signed(sheet.ledger[seat]) for seat in order)),
        ),
        remarks=tuple(_remarks(situation)),
    )


def _remarks(situation: Situation) -> list[str]:
    sheet, options, me = situation.view.sheet, situation.options, situation.me
    said = [
        {
            "points_to_winner": "The winner of a hand scores what the others hold.",
            "pay_winner": "Each of the others pays the winner what he holds.",
            "penalty": "What is left in a hand counts against its player.",
        }[options.scoring],
        "The ledger is what each has gained from the others; it adds up to 0.",
    ]
    if me is not None and not sheet.winners and not options.deals and options.scoring != "penalty":
        said.insert(0, f"You need {counted(max(options.target - sheet.totals[me], 0), 'more point')}.")
    return said


def as_text(sheet: ScoreSheet) -> str:
    """Write a score sheet as plain text, for a file."""
    wide = max(8, *(len(name) for name in sheet.columns))
    head = max(26, *(len(line.how) + 6 for line in sheet.hands))

    def row(words: str, numbers: tuple[str, ...]) -> str:
        return f"{words:<{head}} {' '.join(f'{number:>{wide}}' for number in numbers)}".rstrip()

    lines = [sheet.title.replace(DOT, "-"), "", row("hand  how", sheet.columns)]
    lines += [row(f"{line.hand:>4}  {line.how}", line.points) for line in sheet.hands]
    lines += [row(f"      {words}", numbers) for words, numbers in sheet.totals]
    return "\n".join((*lines, "", *sheet.remarks))
