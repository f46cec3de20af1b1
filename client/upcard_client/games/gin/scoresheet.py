"""The score sheet: the hands of the game in play, and what it would settle to; in Hollywood its three columns."""

from typing import Final

from upcard_client.games.gin.scene import Part, ScoreSheet, SheetLine, Total
from upcard_client.games.gin.situation import Situation
from upcard_client.games.gin.standings import (
    PARTS,
    Totals,
    firsts,
    how,
    is_part,
    margins,
    opponents,
    paid,
    part_line,
    sat_out,
    settled,
    sum_lines,
)
from upcard_client.locale import mark, tr, trc, trn
from upcard_client.widgets.canvas import width_of
from upcard_client.words.phrases import apart, sentence
from upcard_protocol.rules.game import GameResult
from upcard_protocol.rules.gin import scoring
from upcard_protocol.rules.gin.hollywood import COLUMNS, Column
from upcard_protocol.rules.gin.sheet import HandRow, Sheet
from upcard_protocol.wire.cells import cells, cut

BESIDE: Final = 10
"""Cells of a column that has a name and a deadwood."""

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
        heading = tr("The game is settled" if over else "At the end of the game")
        settlement = settled(situation, sheet.games[-1]) if over else _outlook(situation)
        totals = (
            Total(tr("so far"), tuple(str(sheet.totals[seat]) for seat in firsts(situation))),
            *_boxes_won(situation),
        )
    pays = paid(situation, sheet.games[-1]) if over else ()
    return ScoreSheet(
        title=tr(
            "Score sheet {dot} Hollywood to {target}" if hollywood else "Score sheet {dot} Gin to {target}",
            dot=DOT,
            target=options.target,
        ),
        groups=tuple(tr("column {number}", number=place) for place in range(1, COLUMNS + 1)) if hollywood else (),
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
    return (tr("Out: sat the hand out."),) if any(trc("sat out", "out") in line.points for line in lines) else ()


def _boxes_won(situation: Situation) -> Totals:
    """Return the boxes won, unless a box is worth nothing at this table."""
    sheet = situation.view.sheet
    if not sheet.options.box_bonus:
        return ()
    return (Total(tr("boxes won"), tuple(str(sheet.boxes[seat]) for seat in firsts(situation))),)


# ---- the hands


def _lines(situation: Situation, sheet: Sheet, row: HandRow) -> tuple[SheetLine, ...]:
    """Return the line of a hand; of two that partners played at once each, and what they come to together."""
    lost, won = _deadwoods(row.score)
    hand, seats = str(row.hand), firsts(situation)
    if situation.company.partners:
        own = tuple(_own(row.score, side) for side in situation.company.columns)
        lost, won = _named(situation, row, lost, won)
        line = SheetLine(hand, how(row.score), lost, won, own)
        whole = _is_whole(sheet, row) and not is_part(sheet, row)
        if sheet.columns:
            return (SheetLine(hand, tr("together"), "", "", _entered(row, seats)),) if whole else ()
        if not whole:
            return (line,)
        return line, SheetLine("", tr("together"), "", "", tuple(str(row.points[seat] or "-") for seat in seats))
    if sheet.columns:
        return (SheetLine(hand, how(row.score), lost, won, _entered(row, seats)),)
    idle = sat_out(sheet)[row.hand]
    points = tuple(trc("sat out", "out") if seat == idle else str(row.points[seat] or "-") for seat in seats)
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


def _named(situation: Situation, row: HandRow, lost: str, won: str) -> tuple[str, str]:
    """Return the deadwoods of a hand of partners with who played it: the loser before the winner."""
    loser, winner = opponents(situation.view.sheet, row)
    if row.score.winner == loser:
        loser, winner = winner, loser
    return _with_name(situation.company.name(loser), lost), _with_name(situation.company.name(winner), won)


def _with_name(name: str, number: str) -> str:
    """Return a name before a number, cut to its column."""
    return f"{cut(name, BESIDE - cells(number) - bool(number))} {number}".rstrip()


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
        return (Total(tr("so far"), so_far),)
    boxes = tuple(str(column.boxes[seat]) for column in columns for seat in seats)
    return Total(tr("so far"), so_far), Total(tr("boxes won"), boxes)


def _columns_so_far(situation: Situation, columns: tuple[Column, ...], *, over: bool) -> tuple[str, Totals]:
    """Return the settlements of the columns that are closed, side by side (RULES 8)."""
    seats, closed = firsts(situation), [column.result for column in columns if column.result is not None]
    if not closed:
        return tr("No column is closed yet"), _outlook(situation)
    found: dict[Part, list[str]] = {}
    for place, column in enumerate(columns):
        if column.result is None:
            continue
        margin = part_line("margin", margins(column.result, seats))
        for line in (*_settlement(column.result, seats), margin):
            row = found.setdefault(line.part, [""] * (len(seats) * COLUMNS))
            row[place * len(seats) : (place + 1) * len(seats)] = line.numbers
    heading = tr("The game is settled" if over else "The columns that are closed")
    return heading, tuple(part_line(part, tuple(found[part])) for part in PARTS if part in found)


def _settlement(result: GameResult, seats: tuple[int, ...]) -> Totals:
    return tuple(line for line in sum_lines(result, seats, many=False) if line.part != "total")


# ---- what the game is worth


_SHUT_OUT: Final = mark(
    {
        "flat": "shut-out: {points} more",
        "double_hand_points": "shut-out: hand points twice",
        "double_total": "shut-out: margin twice",
        "none": "shut-out: none",
    }
)
"""What a shut-out is worth."""


def _outlook(situation: Situation) -> Totals:
    sheet, options, seats = situation.view.sheet, situation.view.sheet.options, firsts(situation)
    none = ("",) * (len(seats) - 1)
    lines: list[Total] = []
    if options.game_bonus:
        lines.append(Total(tr("bonus at {target}", target=options.target), (str(options.game_bonus), *none)))
    else:
        lines.append(Total(tr("first to {target}", target=options.target), (tr("wins"), *none)))
    if options.box_bonus and options.box_timing == "end":
        points = tuple(str(sheet.boxes[seat] * options.box_bonus) for seat in seats) if not sheet.columns else none
        lines.append(Total(tr("boxes {points} each", points=options.box_bonus), points))
    lines.append(Total(tr(_SHUT_OUT[options.shutout_mode], points=options.shutout_bonus), ("",)))
    return tuple(lines)


def _match_note(situation: Situation) -> tuple[str, ...]:
    sheet, company = situation.view.sheet, situation.company
    if sheet.options.match_games == 1:
        return ()
    won = [sheet.games_won[side[0]] for side in company.columns]
    if len(won) == 2:
        said = tr("{won} to {lost}", won=won[0], lost=won[1])
    else:
        said = ", ".join(f"{name} {games}" for name, games in zip(company.column_names, won, strict=True))
    return (tr("Best of {games} games: {standing}.", games=sheet.options.match_games, standing=said),)


def _payments(paid: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    return (sentence(apart([f"{words} {number}" for words, number in paid])),) if paid else ()


def _needs(situation: Situation) -> tuple[str, ...]:
    sheet, company, me = situation.view.sheet, situation.company, situation.me
    if sheet.columns:
        return (_summed(situation),)
    if me is None or sheet.settled:
        return ()
    left = max(sheet.options.target - sheet.totals[me], 0)
    if company.partners:
        return (trn("Your team needs {count} more point.", "Your team needs {count} more points.", left),)
    return (trn("You need {count} more point.", "You need {count} more points.", left),)


def _summed(situation: Situation) -> str:
    """Say the margins of Hollywood's closed columns together, whose sign wins the game."""
    company = situation.company
    results = [column.result for column in situation.view.sheet.columns if column.result is not None]
    ahead = [side for side in company.columns if sum(result.margins[side[0]] for result in results) > 0]
    if not ahead:
        return tr("The margins of the columns together win the game; they come to 0.")
    margin = sum(result.margins[ahead[0][0]] for result in results)
    lead = ahead[0]
    if len(lead) > 1:
        return tr(
            "The margins of the columns together win the game: {players} are {margin} ahead.",
            players=company.listed(lead),
            margin=margin,
        )
    return tr(
        "The margins of the columns together win the game: you are {margin} ahead."
        if company.me in lead
        else "The margins of the columns together win the game: {player} is {margin} ahead.",
        player=company.listed(lead),
        margin=margin,
    )


def _worth(situation: Situation) -> str:
    options = situation.view.sheet.options
    if options.knock_limit == 0:
        return tr("Gin is worth {gin} plus the deadwood.", gin=options.gin_bonus)
    return tr(
        "Gin is worth {gin} plus the deadwood; an undercut {undercut} plus the difference.",
        gin=options.gin_bonus,
        undercut=options.undercut_bonus,
    )


def as_text(sheet: ScoreSheet) -> str:
    """Write a score sheet as plain text, for a file."""
    heads = SheetLine(tr("hand"), tr("how"), tr("loser"), tr("winner"), sheet.columns)
    rows, summary = (heads, *sheet.hands), (*sheet.totals, *sheet.settlement)
    hand = max(4, *(width_of(row.hand) for row in rows))
    how = max(10, *(width_of(row.how) for row in rows))
    loser = max(6, *(width_of(row.loser) for row in rows))
    winner = max(6, *(width_of(row.winner) for row in rows))
    numbered = (width_of(line.words) + 1 for line in summary if any(line.numbers))
    left = max(hand + how + loser + winner + 6, *numbered)
    wide = max(8, *map(width_of, sheet.columns))

    def numbers(cells: tuple[str, ...], width: int = wide) -> str:
        return " ".join(_right(cell, width) for cell in cells)

    lines = [sheet.title.replace(DOT, "-"), ""]
    if sheet.groups:
        over = len(sheet.columns) // len(sheet.groups) * (wide + 1) - 1
        lines.append(f"{' ' * left}{numbers(sheet.groups, over)}")
    for row in rows:
        words = f"{_right(row.hand, hand)}  {_left(row.how, how)}"
        deadwood = f"{_right(row.loser, loser)} {_right(row.winner, winner)}"
        lines.append(f"{_left(f'{words} {deadwood}', left)}{numbers(row.points)}".rstrip())
    lines += [f"{_left(line.words, left)}{numbers(line.numbers)}".rstrip() for line in summary]
    return "\n".join((*lines, "", *sheet.remarks))


def _left(text: str, cells: int) -> str:
    return text + " " * (cells - width_of(text))


def _right(text: str, cells: int) -> str:
    return " " * (cells - width_of(text)) + text
