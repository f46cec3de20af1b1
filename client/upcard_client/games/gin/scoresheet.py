"""The score sheet: the hands of the game in play, and what it would settle to; in Hollywood its three columns."""

from typing import Final

from upcard_client.games.gin.scene import ScoreSheet, SheetLine
from upcard_client.games.gin.situation import Situation
from upcard_client.games.gin.standings import (
    Totals,
    boxes,
    firsts,
    how,
    is_part,
    margins,
    paid,
    sat_out,
    settled,
    sum_lines,
)
from upcard_client.words.phrases import counted
from upcard_protocol.rules.game import GameResult
from upcard_protocol.rules.gin import scoring
from upcard_protocol.rules.gin.hollywood import COLUMNS, Column
from upcard_protocol.rules.gin.sheet import HandRow, Sheet

DOT: Final = "{dot}"
"""Stands for the palette's dot between two parts of a title."""


def score_sheet(situation: Situation) -> ScoreSheet:
    """Return the sheet of the game in play: its hands, and what it would settle to."""
    sheet, options = situation.view.sheet, situation.view.sheet.options
    hollywood = bool(sheet.columns)
    names = situation.company.column_names
    lines = tuple(line for row in sheet.rows for line in _lines(situation, sheet, row))
    over = sheet.settled and bool(sheet.games)
    if hollywood:
        heading, settlement = _columns_so_far(situation, sheet.columns, over=over)
        totals = _column_totals(situation, sheet.columns)
    else:
        heading = "The game is settled" if over else "At the end of the game"
        settlement = settled(situation, sheet.games[-1]) if over else _outlook(situation)
        totals = (
            ("so far", tuple(str(sheet.totals[seat]) for seat in firsts(situation))),
            *boxes(situation, "boxes won"),
        )
    pays = paid(situation, sheet.games[-1]) if over else ()
    return ScoreSheet(
        title=f"Score sheet {DOT} {'Hollywood' if hollywood else 'Gin'} to {options.target}",
        groups=tuple(f"column {place}" for place in range(1, COLUMNS + 1)) if hollywood else (),
        columns=names * COLUMNS if hollywood else names,
        deadwood=not hollywood and len(names) == 2,
        hands=lines,
        totals=totals,
        heading=heading,
        settlement=settlement,
        remarks=(*_key(lines), *_match_note(situation), *_payments(pays), *_needs(situation), _worth(situation)),
    )


def _key(lines: tuple[SheetLine, ...]) -> tuple[str, ...]:
    """Explain the word in the place of points, where it is there."""
    return ("Out: sat the hand out.",) if any("out" in line.points for line in lines) else ()


# ---- the hands


def _lines(situation: Situation, sheet: Sheet, row: HandRow) -> tuple[SheetLine, ...]:
    """Return the line of a hand; of two that partners played at once each, and what they come to together."""
    lost, won = _deadwoods(row.score)
    hand, seats = str(row.hand), firsts(situation)
    if situation.company.partners:
        own = tuple(_own(row.score, side) for side in situation.company.columns)
        line = SheetLine(hand, how(row.score), lost, won, own)
        whole = _is_whole(sheet, row) and not is_part(sheet, row)
        if sheet.columns:
            return (SheetLine(hand, "together", "", "", _entered(row, seats)),) if whole else ()
        if not whole:
            return (line,)
        return line, SheetLine("", "together", "", "", tuple(str(row.points[seat] or "-") for seat in seats))
    if sheet.columns:
        return (SheetLine(hand, how(row.score), lost, won, _entered(row, seats)),)
    idle = sat_out(sheet)[row.hand]
    points = tuple("out" if seat == idle else str(row.points[seat] or "-") for seat in seats)
    return (SheetLine(hand, how(row.score), lost, won, points),)


def _is_whole(sheet: Sheet, row: HandRow) -> bool:
    """Are both hands of a deal of partners over?"""
    return sum(each.hand == row.hand for each in sheet.rows) == len(sheet.tables)


def _own(score: scoring.Score, side: tuple[int, ...]) -> str:
    return str(score.points) if score.winner in side else "-"


def _entered(row: HandRow, seats: tuple[int, ...]) -> tuple[str, ...]:
    """Return what a hand wrote into the columns of Hollywood: all their numbers in a row."""
    return tuple(
        (str(row.points[seat]) if row.points[seat] else "-") if place in row.columns else ""
        for place in range(COLUMNS)
        for seat in seats
    )


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
        case _:
            return "", ""


# ---- Hollywood


def _column_totals(situation: Situation, columns: tuple[Column, ...]) -> Totals:
    seats = firsts(situation)
    so_far = tuple(str(column.totals[seat]) for column in columns for seat in seats)
    if not situation.view.sheet.options.box_bonus:
        return (("so far", so_far),)
    return ("so far", so_far), ("boxes won", tuple(str(column.boxes[seat]) for column in columns for seat in seats))


def _columns_so_far(situation: Situation, columns: tuple[Column, ...], *, over: bool) -> tuple[str, Totals]:
    """Return the settlements of the columns that are closed, side by side (RULES 8)."""
    seats, closed = firsts(situation), [column.result for column in columns if column.result is not None]
    if not closed:
        return "No column is closed yet", _outlook(situation)
    found: dict[str, list[str]] = {}
    for place, column in enumerate(columns):
        if column.result is None:
            continue
        for words, numbers in (*_settlement(column.result, seats), ("margin", margins(column.result, seats))):
            row = found.setdefault(words, [""] * (len(seats) * COLUMNS))
            row[place * len(seats) : (place + 1) * len(seats)] = numbers
    order = [word for word in ("boxes", "game", "shut-out", "sum", "margin") if word in found]
    heading = "The game is settled" if over else "The columns that are closed"
    return heading, tuple((word, tuple(found[word])) for word in order)


def _settlement(result: GameResult, seats: tuple[int, ...]) -> Totals:
    return tuple(line for line in sum_lines(result, seats, many=False) if line[0] != "total")


# ---- what the game is worth


def _outlook(situation: Situation) -> Totals:
    sheet, options, seats = situation.view.sheet, situation.view.sheet.options, firsts(situation)
    none = ("",) * (len(seats) - 1)
    lines: list[tuple[str, tuple[str, ...]]] = []
    if options.game_bonus:
        lines.append((f"bonus at {options.target}", (str(options.game_bonus), *none)))
    else:
        lines.append((f"first to {options.target}", ("wins", *none)))
    if options.box_bonus and options.box_timing == "end":
        points = tuple(str(sheet.boxes[seat] * options.box_bonus) for seat in seats) if not sheet.columns else none
        lines.append((f"boxes {options.box_bonus} each", points))
    shutout = {
        "flat": f"{options.shutout_bonus} more",
        "double_hand_points": "hand points twice",
        "double_total": "margin twice",
        "none": "none",
    }[options.shutout_mode]
    lines.append((f"shut-out: {shutout}", ("",)))
    return tuple(lines)


def _match_note(situation: Situation) -> tuple[str, ...]:
    sheet, company = situation.view.sheet, situation.company
    if sheet.options.match_games == 1:
        return ()
    won = [sheet.games_won[side[0]] for side in company.columns]
    if len(won) == 2:
        said = f"{won[0]} to {won[1]}"
    else:
        said = ", ".join(f"{name} {games}" for name, games in zip(company.column_names, won, strict=True))
    return (f"Best of {sheet.options.match_games} games: {said}.",)


def _payments(paid: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    return (f"{'; '.join(f'{words} {number}' for words, number in paid)}.",) if paid else ()


def _needs(situation: Situation) -> tuple[str, ...]:
    sheet, company, me = situation.view.sheet, situation.company, situation.me
    if sheet.columns:
        return (_summed(situation),)
    if me is None or sheet.settled:
        return ()
    left = max(sheet.options.target - sheet.totals[me], 0)
    who = "Your team needs" if company.partners else "You need"
    return (f"{who} {counted(left, 'more point')}.",)


def _summed(situation: Situation) -> str:
    """Say the margins of Hollywood's closed columns together, whose sign wins the game."""
    company = situation.company
    results = [column.result for column in situation.view.sheet.columns if column.result is not None]
    ahead = [side for side in company.columns if sum(result.margins[side[0]] for result in results) > 0]
    if not ahead:
        return "The margins of the columns together win the game; they come to 0."
    margin = sum(result.margins[ahead[0][0]] for result in results)
    lead = company.listed(ahead[0])
    verb = "is" if len(ahead[0]) == 1 and ahead[0][0] != company.me else "are"
    return f"The margins of the columns together win the game: {lead} {verb} {margin} ahead."


def _worth(situation: Situation) -> str:
    options = situation.view.sheet.options
    if options.knock_limit == 0:
        return f"Gin is worth {options.gin_bonus} plus the deadwood."
    return (
        f"Gin is worth {options.gin_bonus} plus the deadwood; "
        f"an undercut {options.undercut_bonus} plus the difference."
    )


def as_text(sheet: ScoreSheet) -> str:
    """Write a score sheet as plain text, for a file."""
    wide = max(8, *(len(name) for name in sheet.columns))
    lines = [sheet.title.replace(DOT, "-"), ""]
    if sheet.groups:
        over = len(sheet.columns) // len(sheet.groups) * (wide + 1) - 1
        lines.append(f"{'':<32}{' '.join(f'{group:>{over}}' for group in sheet.groups)}")
    names = " ".join(f"{name:>{wide}}" for name in sheet.columns)
    lines.append(f"{'hand':>4}  {'how':<10} {'loser':>6} {'winner':>6}  {names}")
    for line in sheet.hands:
        numbers = " ".join(f"{number:>{wide}}" for number in line.points)
        lines.append(f"{line.hand:>4}  {line.how:<10} {line.loser:>6} {line.winner:>6}  {numbers}".rstrip())
    for words, numbers in (*sheet.totals, *sheet.settlement):
        columns_text = " ".join(f"{number:>{wide}}" for number in numbers)
        lines.append(f"{words:<32}{columns_text}".rstrip())
    return "\n".join((*lines, "", *sheet.remarks))
