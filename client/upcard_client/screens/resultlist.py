"""The list of matches as it is painted: its columns, what stands in them, and where each match is."""

from collections.abc import Sequence
from typing import Final

from upcard_client.directories import as_typed
from upcard_client.locale import tr
from upcard_client.looks.palette import Palette
from upcard_client.matches.holdings import Holding
from upcard_client.replay.history import Played
from upcard_client.widgets.canvas import Canvas, fit
from upcard_client.widgets.frame import Zone
from upcard_client.words.dates import day, day_and_time

ROW: Final = "row:"
"""Begins the key of a row that is clicked."""

_NARROW: Final = 60
"""Cells under which only the day and the result have room."""
_MIDDLE: Final = 72
"""Cells under which the game has no room."""
_WIDE: Final = 100
"""Cells from which on the time of the day has room."""


def paint_rows(
    canvas: Canvas,
    palette: Palette,
    top: int,
    rows: Sequence[tuple[Holding, Played | None]],
    first: int,
    chosen: int,
) -> list[Zone]:
    """Paint the heads of the columns and the rows below them, and return what can be clicked.

    Args:
        canvas: where.
        palette: colours and signs.
        top: the line of the heads.
        rows: the matches on the screen, each with what is known of it.
        first: the place of the first of them in the list.
        chosen: the place of the chosen one.
    """
    more, columns, zones = palette.glyphs.more, _columns(canvas.width), list[Zone]()
    for x, width, word in columns:
        canvas.put(x, top, fit(word, width, more), palette.quiet)
    for row, (holding, match) in enumerate(rows):
        y, place = top + 1 + row, first + row
        style = palette.gold if place == chosen else palette.news
        if place == chosen:
            canvas.put(0, y, palette.glyphs.turn, palette.gold)
        canvas.put(1, y, sign_of(holding, palette), palette.quiet)
        for (x, width, _), word in zip(columns, _words(match, holding, canvas.width), strict=True):
            canvas.put(x, y, fit(word, width, more), style)
        zones.append(Zone(0, y, canvas.width, 1, key=f"{ROW}{place}"))
    return zones


def sign_of(holding: Holding, palette: Palette) -> str:
    """Return the sign of a match that the server keeps; a blank where only this computer does."""
    if holding.row is None:
        return " "
    return palette.glyphs.more_below if holding.path is None else palette.glyphs.dot


def place_of(holding: Holding, server: str, palette: Palette, width: int, *, up: bool) -> str:
    """Say where a match is.

    Args:
        holding: the match.
        server: what the server calls itself.
        palette: signs.
        width: of the window, cells: where the list has no room for the time of the day, it is said here.
        up: the server hears us.
    """
    facts: list[str] = []
    if holding.path is not None:
        facts += [tr("also on {server}", server=server)] if holding.row is not None else []
        # The name of the file has the time.
        facts += [as_typed(holding.path)]
    elif holding.row is not None:
        facts += [day_and_time(holding.row.started_ms)] if _NARROW <= width < _WIDE else []
        facts += [
            tr("On {server}: Enter fetches it.", server=server)
            if up
            else tr("On {server}: it can be fetched when the link is back.", server=server)
        ]
    return f" {palette.glyphs.dot} ".join(facts)


def _columns(width: int) -> tuple[tuple[int, int, str], ...]:
    """Return the columns of the list: where each begins, how wide it is, and what stands over it."""
    if width < _NARROW:
        return ((2, 10, tr("Played")), (13, width - 14, tr("Result")))
    wide = width >= _WIDE
    when = 16 if wide else 10
    x, rest = when + 4, width - when - 4
    # Where it is narrow, the result needs more than its share: a computer has a long name, and may have won.
    who, game = (rest * 2 // 5, rest * 3 // 10) if wide else (rest // 3, rest * 11 // 40)
    if width < _MIDDLE:
        who, game = rest * 9 // 20, 0
    played = (2, when, tr("Played")), (x, who - 2, tr("Players"))
    result = (x + who + game, rest - who - game - 1, tr("Result"))
    return (*played, (x + who, game - 2, tr("Game")), result) if game else (*played, result)


def _words(match: Played | None, holding: Holding, width: int) -> tuple[str, ...]:
    stem = holding.name.removesuffix(".upcard")
    if match is None:
        when, words = stem, ("", "", "")
    else:
        began = match.started_ms
        when = stem if began is None else (day_and_time if width >= _WIDE else day)(began)
        words = (", ".join(match.who), match.game, match.outcome)
    who, game, result = words
    if width < _NARROW:
        return when, result
    return (when, who, result) if width < _MIDDLE else (when, who, game, result)
