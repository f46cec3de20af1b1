"""What the result of a hand and the score sheet say: every sum is shown as a sum, for both players the same way."""

from typing import Final

from upcard_client.cardtable.arrangement import by_rank, in_order
from upcard_client.games.gin.desk import Desk
from upcard_client.games.gin.prompts import possessive
from upcard_client.games.gin.scene import (
    Added,
    ResultHand,
    ResultSheet,
    ScoreSheet,
    SheetLine,
    TableMeld,
)
from upcard_client.games.gin.situation import Situation
from upcard_client.keys import BY_ID
from upcard_client.phrases import CardWord, Line, counted
from upcard_client.widgets.frame import Hint, clock_text
from upcard_protocol.rules.cards import Hand, points
from upcard_protocol.rules.game import GameResult
from upcard_protocol.rules.gin import scoring
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.melds import meld_kind

HOW: Final[dict[type, str]] = {
    scoring.Knock: "knock",
    scoring.Undercut: "undercut",
    scoring.Gin: "gin",
    scoring.BigGin: "big gin",
    scoring.GivenUp: "given up",
    scoring.Push: "push",
    scoring.Dead: "dead hand",
}
"""How a hand ended, in a word or two."""

Totals = tuple[tuple[str, tuple[str, ...]], ...]


def columns(situation: Situation) -> tuple[int, int]:
    """Return the seats in the order of the columns: the viewer first."""
    return (0, 1) if situation.me is None else (situation.me, 1 - situation.me)


def column_names(situation: Situation) -> tuple[str, ...]:
    """Return what stands over the columns."""
    return tuple("You" if seat == situation.me else situation.names[seat] for seat in columns(situation))


# ---- the result of a hand


def result_sheet(situation: Situation, desk: Desk) -> ResultSheet:
    """Return the sheet that covers the table when a hand, a game or a match is over."""
    board, sheet = situation.board, situation.view.sheet
    hands: tuple[ResultHand, ...] = ()
    sums: tuple[tuple[str, str], ...] = ()
    title = "The match is over"
    if board is not None and board.score is not None:
        title = f"Hand {board.hand}: {_title(situation, board.score)}"
        hands = _hands(situation, board)
        sums = _sum(situation, board.score)
    if sheet.forfeited is not None:
        leaver = "you" if sheet.forfeited == situation.me else situation.names[sheet.forfeited]
        title = f"The match is over: {leaver} left"
    totals = _settled(situation, sheet.games[-1]) if sheet.settled and sheet.games else _running(situation, board)
    return ResultSheet(
        title=title,
        hands=hands,
        sum=sums,
        columns=column_names(situation),
        totals=totals,
        remark="" if sheet.settled else f"to {sheet.options.target}",
        news=desk.status.line if desk.status is not None else _waiting(situation),
        finding=situation.finding,
        hints=_hints(situation),
    )


def _title(situation: Situation, score: scoring.Score) -> str:
    def name(seat: int) -> str:
        return "you" if seat == situation.me else situation.names[seat]

    match score:
        case scoring.Dead(looped=looped):
            return "too many turns without a draw, no points" if looped else "the stock is finished, no points"
        case scoring.Push():
            return "equal deadwood, no points"
        case scoring.Undercut(winner=winner):
            return f"{name(winner)} undercut {name(1 - winner)} and won {counted(score.points)}"
        case scoring.GivenUp(winner=winner):
            return f"{name(1 - winner)} gave up, {name(winner)} won {counted(score.points)}"
        case scoring.Knock(winner=winner):
            return f"{name(winner)} knocked and won {counted(score.points)}"
        case scoring.Gin(winner=winner):
            return f"{name(winner)} went gin and won {counted(score.points)}"
        case scoring.BigGin(winner=winner):
            return f"{name(winner)} went big gin and won {counted(score.points)}"
        case scoring.Each():
            winner = score.winner
            return "equal deadwood, no points" if winner is None else f"{name(winner)} won {counted(score.points)}"


def _hands(situation: Situation, board: Board) -> tuple[ResultHand, ...]:
    """Return the cards of the knocker and of the defender, as they count."""
    found: list[ResultHand] = []
    knock, defence = board.knock, board.defence
    if knock is not None:
        laid = defence.layoffs if defence is not None else ()
        melds = tuple(
            TableMeld(
                by_rank(meld),
                meld_kind(meld) or "",
                tuple(Added(card, card < by_rank(meld)[0], True) for card, on in laid if on == place),
            )
            for place, meld in in_order(knock.melds)
        )
        left = points(knock.loose)
        words = {"knock": f"knocked with deadwood {left}", "gin": "went gin", "big_gin": "went big gin"}
        found.append(_side(situation, knock.seat, (words[knock.kind],), melds, knock.loose))
    if defence is not None:
        melds = tuple(TableMeld(by_rank(meld), meld_kind(meld) or "") for _, meld in in_order(defence.melds))
        words = _defence_words(situation, board)
        found.append(_side(situation, defence.seat, words, melds, defence.loose))
    return tuple(found)


def _side(situation: Situation, seat: int, words: Line, melds: tuple[TableMeld, ...], loose: Hand) -> ResultHand:
    shown = (*melds, TableMeld(by_rank(loose), "")) if loose else melds
    name = "You" if seat == situation.me else situation.names[seat]
    return ResultHand(name=name, words=words, melds=shown, deadwood=points(loose))


def _defence_words(situation: Situation, board: Board) -> Line:
    knock, defence = board.knock, board.defence
    if knock is None or defence is None:
        return ("gave up the hand",)
    if not defence.layoffs:
        return ("laid off nothing",) if knock.kind == "knock" else ("nothing is laid off against gin",)
    owner = possessive(situation.names[knock.seat], mine=knock.seat == situation.me)
    words: list[str | CardWord] = ["laid off "]
    for number, (card, place) in enumerate(defence.layoffs):
        if number:
            words.append(", ")
        words += [CardWord(card), f" on {owner} {meld_kind(knock.melds[place]) or 'meld'}"]
    return tuple(words)


def _sum(situation: Situation, score: scoring.Score) -> tuple[tuple[str, str], ...]:
    """Return the points as a sum, line by line."""
    if isinstance(score, scoring.Dead | scoring.Push):
        return ()
    if isinstance(score, scoring.Each):
        return _sum_each(situation, score)
    winner = score.winner

    def whose(seat: int) -> str:
        return "Your deadwood" if seat == situation.me else f"{possessive(situation.names[seat])} deadwood"

    def less(seat: int) -> str:
        return "less yours" if seat == situation.me else f"less {possessive(situation.names[seat])}"

    lines: list[tuple[str, str]]
    match score:
        case scoring.Knock():
            lines = [(whose(1 - winner), f"{score.defender}"), (less(winner), f"- {score.knocker}")]
        case scoring.Undercut():
            lines = [
                (whose(1 - winner), f"{score.knocker}"),
                (less(winner), f"- {score.defender}"),
                ("undercut bonus", f"+ {score.bonus}"),
            ]
        case scoring.Gin() | scoring.GivenUp():
            lines = [(whose(1 - winner), f"{score.defender}"), ("gin bonus", f"+ {score.bonus}")]
        case scoring.BigGin():
            lines = [(whose(1 - winner), f"{score.defender}"), ("big gin bonus", f"+ {score.bonus}")]
    if score.multiplier > 1:
        lines.append(("spade upcard", f"x {score.multiplier}"))
    to = "you" if winner == situation.me else situation.names[winner]
    lines.append((f"Points to {to}", str(score.points)))
    return tuple(lines)


def _sum_each(situation: Situation, score: scoring.Each) -> tuple[tuple[str, str], ...]:
    """Return what the knocker and each of the others have of a hand that three or four played."""
    seats = (score.knocker, *(versus.seat for versus in score.against))
    return tuple(
        (f"Points to {'you' if seat == situation.me else situation.names[seat]}", str(score.gained(seat)))
        for seat in seats
    )


def _running(situation: Situation, board: Board | None) -> Totals:
    sheet, order = situation.view.sheet, columns(situation)
    score = board.score if board is not None else None
    hand = tuple(str(score.points) if score is not None and score.winner == seat else "-" for seat in order)
    return (
        ("hand", hand),
        ("total", tuple(str(sheet.totals[seat]) for seat in order)),
        *_boxes(situation, "boxes"),
    )


def _boxes(situation: Situation, word: str) -> Totals:
    """Return the boxes won, unless a box is worth nothing at this table."""
    sheet = situation.view.sheet
    if not sheet.options.box_bonus:
        return ()
    return ((word, tuple(str(sheet.boxes[seat]) for seat in columns(situation))),)


def _settled(situation: Situation, game: GameResult) -> Totals:
    """Return a settled game as a sum by column (RULES 3.8)."""
    order = columns(situation)

    def bonus(amount: int) -> tuple[str, ...]:
        return tuple(str(amount) if seat == game.winner and amount else "-" for seat in order)

    lines = [("total", tuple(str(game.totals[seat]) for seat in order))]
    if any(game.box_points):
        lines.append(("boxes", tuple(str(game.box_points[seat]) for seat in order)))
    if game.game_bonus:
        lines.append(("game", bonus(game.game_bonus)))
    if game.shutout:
        lines.append(("shut-out", bonus(game.shutout)))
    lines.append(("sum", tuple(str(game.sums[seat]) for seat in order)))
    lines.append(("margin", tuple(str(game.margin) if seat == game.winner else "-" for seat in order)))
    return tuple(lines)


def _waiting(situation: Situation) -> Line:
    """Say who is ready, and when it goes on."""
    sheet, me = situation.view.sheet, situation.me
    if sheet.winner is not None:
        who = "You have" if sheet.winner == me else f"{situation.names[sheet.winner]} has"
        asked = [situation.names[seat] for seat, wants in enumerate(situation.ready) if wants and seat != me]
        again = f" {asked[0]} asks for another." if asked else ""
        return (f"{who} won the match.{again}",)
    ready = [seat for seat, is_ready in enumerate(sheet.ready) if is_ready]
    soon = f", or in {clock_text(situation.next_hand_s)}" if situation.next_hand_s is not None else ""
    said = "".join("You are ready. " if seat == me else f"{situation.names[seat]} is ready. " for seat in ready)
    what = "Next game" if sheet.settled else "Next hand"
    return (f"{said}{what} starts when both are ready{soon}.",)


def _hints(situation: Situation) -> tuple[Hint, ...]:
    sheet, me = situation.view.sheet, situation.me
    look = (
        Hint("score", BY_ID["score"].cap, ("Score sheet",)),
        Hint("back", BY_ID["back"].cap, ("Look at table",)),
    )
    if me is None:
        return look
    if situation.am_ready if sheet.winner is not None else sheet.ready[me]:
        return look
    return (Hint("yes", "Enter", ("Another match" if sheet.winner is not None else "Ready",), "gold"), *look)


# ---- the score sheet


def score_sheet(situation: Situation) -> ScoreSheet:
    """Return the sheet of the game in play: its hands, and what it would settle to."""
    sheet, options, order = situation.view.sheet, situation.view.sheet.options, columns(situation)
    lines: list[SheetLine] = []
    for row in sheet.rows:
        lost, won = _deadwoods(row.score)
        points_by = tuple(str(row.score.points) if row.score.winner == seat else "-" for seat in order)
        lines.append(SheetLine(str(row.hand), HOW[type(row.score)], lost, won, points_by))
    running: Totals = (
        ("so far", tuple(str(sheet.totals[seat]) for seat in order)),
        *_boxes(situation, "boxes won"),
    )
    if sheet.settled and sheet.games:
        heading, settlement = "The game is settled", _settled(situation, sheet.games[-1])
    else:
        heading, settlement = "At the end of the game", _outlook(situation)
    match_note = (
        (f"Best of {options.match_games} games: {sheet.games_won[order[0]]} to {sheet.games_won[order[1]]}.",)
        if options.match_games > 1
        else ()
    )
    return ScoreSheet(
        title=f"Score sheet {DOT} Gin to {options.target}",
        columns=column_names(situation),
        hands=tuple(lines),
        totals=running,
        heading=heading,
        settlement=settlement,
        remarks=(*match_note, *_needs(situation), _worth(situation)),
    )


DOT: Final = "{dot}"
"""Stands for the palette's dot between two parts of a title."""


def _deadwoods(score: scoring.Score) -> tuple[str, str]:
    """Return the loser's and the winner's deadwood of a hand."""
    match score:
        case scoring.Knock():
            return str(score.defender), str(score.knocker)
        case scoring.Undercut():
            return str(score.knocker), str(score.defender)
        case scoring.Gin() | scoring.BigGin():
            return str(score.defender), "0"
        case scoring.GivenUp():
            return str(score.defender), "-"
        case scoring.Push():
            return str(score.deadwood), str(score.deadwood)
        case scoring.Dead() | scoring.Each():
            return "", ""


def _outlook(situation: Situation) -> Totals:
    sheet, options, order = situation.view.sheet, situation.view.sheet.options, columns(situation)
    lines: list[tuple[str, tuple[str, ...]]] = []
    if options.game_bonus:
        lines.append((f"first to {options.target}", (str(options.game_bonus), "")))
    else:
        lines.append((f"first to {options.target}", ("wins", "")))
    if options.box_bonus and options.box_timing == "end":
        boxes = tuple(str(sheet.boxes[seat] * options.box_bonus) for seat in order)
        lines.append((f"boxes {options.box_bonus} each", boxes))
    shutout = {
        "flat": f"{options.shutout_bonus} more",
        "double_hand_points": "hand points twice",
        "double_total": "margin twice",
        "none": "none",
    }[options.shutout_mode]
    lines.append((f"shut-out: {shutout}", ("", "")))
    return tuple(lines)


def _needs(situation: Situation) -> tuple[str, ...]:
    sheet, me = situation.view.sheet, situation.me
    if me is None or sheet.settled:
        return ()
    left = max(sheet.options.target - sheet.totals[me], 0)
    return (f"You need {counted(left, 'more point')}.",)


def _worth(situation: Situation) -> str:
    options = situation.view.sheet.options
    if options.knock_limit == 0:
        return f"Gin is worth {options.gin_bonus} plus the deadwood."
    return (
        f"Gin is worth {options.gin_bonus} plus the deadwood; "
        f"an undercut {options.undercut_bonus} plus the difference."
    )


def as_text(sheet: ScoreSheet) -> str:
    """Write a score sheet as plain text, for the plain client and for files."""
    wide = max(8, *(len(name) for name in sheet.columns))
    lines = [sheet.title.replace(DOT, "-"), ""]
    names = " ".join(f"{name:>{wide}}" for name in sheet.columns)
    lines.append(f"{'hand':>4}  {'how':<10} {'loser':>6} {'winner':>6}  {names}")
    for line in sheet.hands:
        numbers = " ".join(f"{number:>{wide}}" for number in line.points)
        lines.append(f"{line.hand:>4}  {line.how:<10} {line.loser:>6} {line.winner:>6}  {numbers}")
    for words, numbers in (*sheet.totals, *sheet.settlement):
        columns_text = " ".join(f"{number:>{wide}}" for number in numbers)
        lines.append(f"{words:<31}{columns_text}".rstrip())
    return "\n".join((*lines, "", *sheet.remarks))
