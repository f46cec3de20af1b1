"""The others at a table of rummy, a line each: name, cards, points, and what else there is to say of them.

For somebody who watches, everybody stands where a hand would lie, over the whole width, with the cards that may be
seen.
"""

from collections.abc import Iterator
from typing import Final

from upcard_client.games.rummy.scene import Player
from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import Canvas, fit, width_of
from upcard_client.widgets.cards import Tint, face, label, paint_back
from upcard_client.widgets.columns import first_part, narrowed
from upcard_client.widgets.sizes import Rows
from upcard_client.words.phrases import some_cards
from upcard_protocol.rules.cards import Card, suit
from upcard_protocol.wire.clean import MAX_NAME_CELLS

NAME: Final = 10
"""Cells that the column of names has at least, where there is room."""

SHORT_NAME: Final = 6
"""Cells that a name keeps beside a long note."""

FEWEST: Final = 2
"""The level at which least is said of a player."""

WIDEST: Final = 80
"""Cells of a line at most: points too far from their names are hard to find."""


def paint_small(canvas: Canvas, x: int, y: int, card: Card, palette: Palette, tint: Tint) -> int:
    """Paint a card as its rank and suit on paper and a blank; returns the column after it."""
    colours = face(palette, tint)
    text = label(card, palette)
    canvas.fill(x, y, width_of(text) + 1, 1, colours.ground)
    return canvas.put(x, y, text, colours.suits[suit(card)]) + 1


def paint_watched(canvas: Canvas, players: tuple[Player, ...], plan: Rows, palette: Palette) -> None:
    """Paint all players in the rows of the hand that somebody who watches does not have."""
    left = 2 if plan.width >= 60 else 0
    right = min(plan.width - left // 2, left + WIDEST)
    first, many = plan.hand + 1, len(players)
    room = plan.keys - first
    if many > room:
        first, room = plan.hand, room + 1
    if 2 * many > room or _way(players, right - left, palette) is not None:
        paint_players(canvas, players, range(first, plan.keys, 2 if 2 * many <= room else 1), left, right, palette)
        return
    # One row has no room for all cards of somebody, but there are rows enough for two each.
    column = name_column(players)
    for y, player in zip(range(first, plan.keys, 2), players, strict=False):
        _sign_and_name(canvas, player, left, y, column, palette)
        _numbers(canvas, player, y, right, left + column + 3, palette, *_words(player, 0))
        _cards(canvas, player, left + 1, y + 1, right, palette)


def name_column(players: tuple[Player, ...]) -> int:
    """Return how many cells the names take."""
    return min(max((width_of(each.name) for each in players), default=0), MAX_NAME_CELLS)


def paint_players(
    canvas: Canvas, players: tuple[Player, ...], rows: range, left: int, right: int, palette: Palette
) -> None:
    """Paint players over the whole width: sign, name, cards, what else there is to say, how many cards, points.

    Args:
        canvas: the table.
        players: who.
        rows: a row for each of them.
        left: the column of the sign.
        right: the column after the points.
        palette: colours and signs.
    """
    column, way = max(name_column(players), NAME), _way(players, right - left, palette)
    if way is None and any(player.shown for player in players):
        # The cards are what one came for: the names make way for them.
        column = min(column, NAME)
    level, loose = way if way is not None else (FEWEST, False)
    for y, player in zip(rows, players, strict=False):
        x = left + 1 + column + 2
        _sign_and_name(canvas, player, left, y, column, palette)
        at = _numbers(canvas, player, y, right, x, palette, *_words(player, level))
        _cards(canvas, player, x, y, at - 2, palette, loose=loose)


def _way(players: tuple[Player, ...], width: int, palette: Palette) -> tuple[int, bool] | None:
    """Return how few words leave the cards of all room, and whether these lie apart; None if there is no way."""
    room, levels = width - max(name_column(players), NAME) - 3, range(FEWEST + 1)
    if any(player.shown for player in players):
        ways = [(level, loose) for loose in (True, False) for level in levels]
    else:
        # Backs are decoration: they close up before a word gives way.
        ways = [(level, loose) for level in levels for loose in (True, False)]
    fits = (
        (level, loose)
        for level, loose in ways
        if all(_needed(player, level, palette, loose=loose) <= room for player in players)
    )
    return next(fits, None)


def _needed(player: Player, level: int, palette: Palette, *, loose: bool) -> int:
    """Return the cells of a player's line behind the name."""
    cards = [width for width, _ in _forms(player, palette)][0 if loose else 1]
    words = sum(width_of(word) + 2 for word in _words(player, level))
    return cards + 2 + words + max(width_of(str(player.points)), 3)


def _words(player: Player, level: int) -> tuple[str, ...]:
    """Return what is said of a player: everything at level 0, then less; open cards need not be counted."""
    count = "" if player.shown and level else str(player.cards) if level else some_cards(player.cards)
    notes = player.notes if level < FEWEST else ()
    return tuple(word for word in (*notes, count) if word)


def _forms(player: Player, palette: Palette) -> Iterator[tuple[int, int]]:
    """Yield how wide the cards are, and the space between them: apart, and close together."""
    if player.shown:
        cells = sum(width_of(label(card, palette)) for card in player.shown)
        yield cells + len(player.shown), 1
        yield cells, 0
    else:
        yield max(2 * player.cards - 1, 0), 1
        yield player.cards, 0


def _sign_and_name(canvas: Canvas, player: Player, left: int, y: int, column: int, palette: Palette) -> None:
    if player.playing:
        canvas.put(left - 1 if left else 0, y, palette.glyphs.turn, palette.gold)
    ink = palette.gold if player.playing else palette.name_style
    canvas.put(left + 1, y, fit(player.name, column, palette.glyphs.more), ink)


def _numbers(canvas: Canvas, player: Player, y: int, right: int, left: int, palette: Palette, *words: str) -> int:
    """Paint points, and words before them, from the right end on; returns the column where they begin."""
    at = min(canvas.put_right(right, y, str(player.points), palette.news), right - 3)
    for word in reversed(words):
        if word and at - 2 - width_of(word) >= left:
            at = canvas.put_right(at - 2, y, word, palette.quiet)
    return at


def _cards(canvas: Canvas, player: Player, x: int, y: int, end: int, palette: Palette, *, loose: bool = True) -> None:
    """Paint the cards of a player: open ones on paper or close together, with a sign where some are cut.

    Backs are painted all or not at all: their number stands beside them.
    """
    gaps = (gap for width, gap in _forms(player, palette) if x + width <= end and (player.shown or gap <= loose))
    gap = next(gaps, None)
    if not player.shown:
        for place in range(0 if gap is None else player.cards):
            paint_back(canvas, x + place * (1 + (gap or 0)), y, 1, 1, palette)
        return
    for card in player.shown:
        if gap:
            x = paint_small(canvas, x, y, card, palette, Tint.PAPER)
            continue
        text = label(card, palette)
        if gap is None and x + width_of(text) + 1 > end:
            canvas.put(x, y, palette.glyphs.more, palette.quiet)
            return
        x = canvas.put(x, y, text, palette.log_suits[suit(card)])


def paint_player_in_short(canvas: Canvas, player: Player, x: int, y: int, end: int, palette: Palette) -> None:
    """Paint a player in half the width: sign, name, cards and points; a note stands in place of the word."""
    ink = palette.gold if player.playing else palette.name_style
    if player.playing:
        canvas.put(x, y, palette.glyphs.turn, palette.gold)
    points = canvas.put_right(end, y, str(player.points), palette.news)
    more, number = palette.glyphs.more, str(player.cards)
    room = min(points - 1, end - 4) - x - 1
    # How long somebody is away matters more than the end of a name.
    note = player.notes[-1] if player.notes else ""
    needed = width_of(number) + 1 + (width_of(note) + 1 if note else 0)
    name = fit(player.name, max(room - needed, SHORT_NAME), more)
    after = canvas.put(x + 1, y, name, ink) + 1
    room -= width_of(name) + 1
    words = f"{number} {note}" if note else some_cards(player.cards)
    if not note and width_of(words) > room:
        words = number
    canvas.put(after, y, fit(words, room, more), palette.quiet)


def paint_players_in_a_row(
    canvas: Canvas, players: tuple[Player, ...], x: int, y: int, right: int, palette: Palette
) -> int:
    """Paint names and numbers of cards; where there is too little room the longest are cut.

    Returns:
        The column after them.
    """
    ends = [f" {player.cards}" for player in players]
    signs = [palette.glyphs.turn if player.playing else "" for player in players]
    room = right - x - sum(map(width_of, (*ends, *signs))) - max(len(players) - 1, 0)
    names = [player.name for player in players]
    if sum(map(width_of, names)) > room:
        names = [first_part(name) for name in names]
    widths = narrowed([width_of(name) for name in names], room, 1)
    for player, name, sign, width, end in zip(players, names, signs, widths, ends, strict=True):
        ink = palette.gold if player.playing else palette.name_style
        x = canvas.put(x, y, f"{sign}{fit(name, width, '')}", ink)
        x = canvas.put(x, y, end, palette.news) + 1
    return x - 1
