"""What the result of a hand and the score sheet say: the numbers of all players, and the ledger."""

from typing import Final

from upcard_client.cardtable.arrangement import by_rank
from upcard_client.cardtable.looking import result_hints
from upcard_client.games.rummy.desk import Desk
from upcard_client.games.rummy.rulebook import headline
from upcard_client.games.rummy.scene import ResultRow, ResultSheet, ScoreSheet, SheetLine
from upcard_client.games.rummy.sentences import why_forfeited
from upcard_client.games.rummy.situation import Situation
from upcard_client.locale import mark, tr, trc, trn
from upcard_client.widgets.canvas import width_of
from upcard_client.widgets.frame import Hint, clock_text
from upcard_client.words import forfeits
from upcard_client.words.phrases import Line, capital, sentence, some_points, spoken
from upcard_protocol.rules.game import Why
from upcard_protocol.rules.rummy import scoring
from upcard_protocol.rules.rummy.board import Board
from upcard_protocol.rules.rummy.events import MatchEnded

DOT: Final = "{dot}"
"""Stands for the palette's dot between two parts of a title."""


_HOW: Final = mark({"out": "out", "rummy": "rummy", "blocked": "blocked", "forfeit": "forfeit"})
"""How a hand ended, in a word."""


def how(score: scoring.Score) -> str:
    """Return how a hand ended, as a key of `_HOW`."""
    match score:
        case scoring.Out(rummy=rummy):
            return "rummy" if rummy else "out"
        case scoring.Blocked():
            return "blocked"
        case scoring.GivenUp():
            return "forfeit"


def how_in_words(score: scoring.Score) -> str:
    """Say in a word how a hand ended."""
    return tr(_HOW[how(score)])


# ---- the result of a hand


def result_sheet(situation: Situation, desk: Desk) -> ResultSheet:
    """Return the sheet that covers the table when a hand, or the match, is over."""
    board, sheet = situation.board, situation.view.sheet
    score = board.score if board is not None else None
    title, loser = tr("The match is over"), sheet.forfeited
    if loser is not None:
        title = forfeits.over(situation.names[loser], sheet.why, mine=loser == situation.me)
    elif board is not None and score is not None:
        title = _title(situation, board, score)
    return ResultSheet(
        title=title,
        heads=(trc("cards", "left"), tr("hand"), tr("total"), tr("ledger")),
        rows=tuple(_row(situation, score, seat) for seat in situation.columns),
        remark=_remark(situation),
        news=desk.status.line if desk.status is not None else _waiting(situation),
        hints=_hints(situation),
        finding=situation.finding,
    )


_TITLES: Final[dict[str, str]] = mark(
    {
        "out.you": "Hand {hand}: you went out and win {points}",
        "out.other": "Hand {hand}: {player} went out and wins {points}",
        "rummy.you": "Hand {hand}: you went rummy and win {points}",
        "rummy.other": "Hand {hand}: {player} went rummy and wins {points}",
        "blocked.you": "Hand {hand}: blocked, you win {points}",
        "blocked.other": "Hand {hand}: blocked, {player} wins {points}",
        "blocked": "Hand {hand}: blocked, nobody wins",
    }
)
_FORFEITED: Final[dict[tuple[Why, str], str]] = mark(
    {
        ("given_up", "won"): "Hand {hand}: {loser} gave up, you win {points}",
        ("given_up", "lost"): "Hand {hand}: you gave up, {player} wins {points}",
        ("given_up", "seen"): "Hand {hand}: {loser} gave up, {player} wins {points}",
        ("left", "won"): "Hand {hand}: {loser} left, you win {points}",
        ("left", "lost"): "Hand {hand}: you left, {player} wins {points}",
        ("left", "seen"): "Hand {hand}: {loser} left, {player} wins {points}",
        ("dropped", "won"): "Hand {hand}: {loser} lost the link, you win {points}",
        ("dropped", "lost"): "Hand {hand}: you lost the link, {player} wins {points}",
        ("dropped", "seen"): "Hand {hand}: {loser} lost the link, {player} wins {points}",
        ("idle", "won"): "Hand {hand}: {loser} ran out of time, you win {points}",
        ("idle", "lost"): "Hand {hand}: you ran out of time, {player} wins {points}",
        ("idle", "seen"): "Hand {hand}: {loser} ran out of time, {player} wins {points}",
    }
)
"""The title of a hand that somebody forfeits, by why, and by whether the viewer won it, lost it or neither."""


def _title(situation: Situation, board: Board, score: scoring.Score) -> str:
    winner, me, names = score.winner, situation.me, situation.names
    if winner is None:
        return tr(_TITLES["blocked"], hand=board.hand)
    points = some_points(score.ledger[winner])
    if isinstance(score, scoring.GivenUp):
        loser = 1 - winner
        part = "won" if winner == me else "lost" if loser == me else "seen"
        words = _FORFEITED[why_forfeited(board, loser), part]
        return tr(words, hand=board.hand, loser=names[loser], player=names[winner], points=points)
    words = _TITLES[f"{how(score)}.{'you' if winner == me else 'other'}"]
    return tr(words, hand=board.hand, player=names[winner], points=points)


def _row(situation: Situation, score: scoring.Score | None, seat: int) -> ResultRow:
    board, sheet = situation.board, situation.view.sheet
    left = by_rank(board.shown[seat]) if board is not None and board.shown and score is not None else ()
    won = seat in sheet.winners if sheet.winners else score is not None and score.winner == seat
    numbers = (str(score.counts[seat]), _signed(score.points[seat])) if score is not None else ("-", "-")
    return ResultRow(
        name=situation.name(seat),
        left=left,
        note="" if left or score is None else tr("no card left"),
        numbers=(*numbers, str(sheet.totals[seat]), _signed(sheet.ledger[seat])),
        won=won,
    )


def _in_order(points: tuple[int, ...], seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(_signed(points[seat]) for seat in seats)


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "-"


def _remark(situation: Situation) -> str:
    options = situation.options
    if situation.over:
        return ""
    if options.deals > 1:
        return tr("Hand {hand} of {hands}.", hand=situation.view.sheet.hands, hands=options.deals)
    return "" if options.deals else tr("The game is to {target}.", target=options.target)


def _waiting(situation: Situation) -> Line:
    """Say who is ready, and when it goes on."""
    sheet, me = situation.view.sheet, situation.me
    if sheet.winners:
        told = sentence(spoken(situation.narrator.tell(_match_ended(situation))[-1]))
        asked = [situation.names[seat] for seat, wants in enumerate(situation.ready) if wants and seat != me]
        return (f"{told} {tr('{player} asks for another.', player=asked[0])}" if asked else told,)
    ready, soon = tuple(seat for seat, is_ready in enumerate(sheet.ready) if is_ready), situation.next_hand_s
    what = (
        tr("The next hand starts when everybody is ready.")
        if soon is None
        else tr("The next hand starts when everybody is ready, or in {time}.", time=clock_text(soon))
    )
    who = tr("Ready: {players}.", players=situation.narrator.together(ready))
    return (f"{who} {what}" if ready else what,)


def _match_ended(situation: Situation) -> MatchEnded:
    sheet = situation.view.sheet
    return MatchEnded(sheet.winners, sheet.forfeited, sheet.why)


def _hints(situation: Situation) -> tuple[Hint, ...]:
    sheet, me = situation.view.sheet, situation.me
    if me is None or (situation.am_ready if sheet.winners else sheet.ready[me]):
        return result_hints()
    return (Hint("yes", "Enter", (tr("Another match" if sheet.winners else "Ready"),), "gold"), *result_hints())


# ---- the score sheet


def score_sheet(situation: Situation) -> ScoreSheet:
    """Return the sheet of the game: its hands, the totals, and what each has gained from the others."""
    sheet, order = situation.view.sheet, situation.columns
    return ScoreSheet(
        title=f"{tr('Score sheet')} {DOT} {capital(headline(situation.options))}",
        columns=tuple(situation.name(seat) for seat in order),
        hands=tuple(
            SheetLine(str(row.hand), how_in_words(row.score), _in_order(row.score.points, order))
            for row in sheet.rows
        ),
        totals=(
            (tr("total"), tuple(str(sheet.totals[seat]) for seat in order)),
            (tr("ledger"), _in_order(sheet.ledger, order)),
        ),
        remarks=tuple(_remarks(situation)),
    )


_SCORING: Final = mark(
    {
        "points_to_winner": "The winner of a hand scores what the others hold.",
        "pay_winner": "Each of the others pays the winner what he holds.",
        "penalty": "What is left in a hand counts against its player.",
    }
)
"""What a hand is worth, by the option."""


def _remarks(situation: Situation) -> list[str]:
    sheet, options, me = situation.view.sheet, situation.options, situation.me
    said = [
        tr(_SCORING[options.scoring]),
        tr("The ledger is what each has gained from the others; it adds up to 0."),
    ]
    if me is not None and not sheet.winners and not options.deals and options.scoring != "penalty":
        lacking = max(options.target - sheet.totals[me], 0)
        said.insert(0, trn("You need {count} more point.", "You need {count} more points.", lacking))
    return said


def as_text(sheet: ScoreSheet) -> str:
    """Write a score sheet as plain text, for a file."""
    hand, how_ended = tr("hand"), tr("how")
    first = max(4, width_of(hand))
    wide = max(8, *map(width_of, sheet.columns))
    words = (how_ended, *(line.how for line in sheet.hands), *(words for words, _ in sheet.totals))
    head = max(26, first + 2 + max(map(width_of, words)))

    def row(number: str, words: str, numbers: tuple[str, ...]) -> str:
        start = f"{_padded(number, first, right=True)}  {words}"
        columns = " ".join(_padded(number, wide, right=True) for number in numbers)
        return f"{_padded(start, head)} {columns}".rstrip()

    lines = [sheet.title.replace(DOT, "-"), "", row(hand, how_ended, sheet.columns)]
    lines += [row(line.hand, line.how, line.points) for line in sheet.hands]
    lines += [row("", words, numbers) for words, numbers in sheet.totals]
    return "\n".join((*lines, "", *sheet.remarks))


def _padded(text: str, width: int, *, right: bool = False) -> str:
    """Return a text filled up with blanks to so many cells."""
    blanks = " " * (width - width_of(text))
    return f"{blanks}{text}" if right else f"{text}{blanks}"
