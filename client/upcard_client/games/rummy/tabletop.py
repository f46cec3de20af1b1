"""The middle of the rummy table: a line for each of the others, the melds with their letters, stock and discard.

Where the melds need the room, stock and discard shrink to a line of words; where even that is too little, the melds
scroll, and one that the chosen card fits is always in sight.
"""

from typing import Final

from msgspec import Struct

from upcard_client.games.rummy.players import (
    paint_player_in_short,
    paint_players,
    paint_players_in_a_row,
    paint_small,
    paint_watched,
)
from upcard_client.games.rummy.scene import Pile, Scene, ShownMeld
from upcard_client.locale import tr
from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import Canvas, width_of
from upcard_client.widgets.cards import CardSize, Tint, label, paint_back, paint_card, paint_empty_pile
from upcard_client.widgets.frame import Zone, line_text, paint_heading, put_line
from upcard_client.widgets.sizes import Rows, SizeClass

GAP: Final = 2
"""Cells between two melds of a row."""

LINED: Final = 5
"""Rows of a table from which on each player has a line."""

_PILES: Final = {
    SizeClass.WIDE: CardSize.MEDIUM,
    SizeClass.MID: CardSize.NORMAL,
    SizeClass.NORMAL: CardSize.NORMAL,
    SizeClass.SHORT: CardSize.SHORT,
}


def paint_tabletop(canvas: Canvas, scene: Scene, plan: Rows, palette: Palette) -> list[Zone]:
    """Paint everything between the header and the turn bar, left of the side pane."""
    return _Tabletop(canvas, scene, plan, palette).paint()


class Placed(Struct, frozen=True):
    """A meld in a row of melds: where it begins, and its cards in words if they are too many."""

    meld: ShownMeld
    x: int
    text: str = ""


class _Tabletop:
    """One painting of the table."""

    def __init__(self, canvas: Canvas, scene: Scene, plan: Rows, palette: Palette) -> None:
        self.canvas, self.scene, self.plan, self.palette = canvas, scene, plan, palette
        self.left = 2 if plan.size is not SizeClass.SMALLEST else 0
        self.right = plan.table_width - (1 if plan.size is not SizeClass.SMALLEST else 0)
        self.players = () if scene.watched else scene.players
        self.rows = meld_rows(scene.melds, self.right - self.left, palette)

    def paint(self) -> list[Zone]:
        plan, scene = self.plan, self.scene
        height = plan.table_height
        if scene.watched:
            paint_watched(self.canvas, scene.players, plan, self.palette)
        if height < LINED:
            return self._low(height)
        lines = self._player_lines()
        size = _PILES.get(plan.size, CardSize.SHORT)
        needed = max(len(self.rows), 1)
        whole = size.height + 1
        # The room is shared: players, a heading, melds, and the piles, as cards or as a line.
        big = height - lines - 1 - whole >= min(needed, 2) and (
            height - lines - 1 - whole >= needed or height - lines - 2 < needed
        )
        piles = whole if big else 1
        spare = max(height - lines - 1 - needed - piles, 0)
        y = plan.table + (1 if spare > 3 else 0)
        y = self._players(y)
        y += 1 if spare > 0 else 0
        bottom = plan.bar - (1 if spare > 2 else 0)
        top = bottom - piles
        room = top - y - 1 - (1 if spare > 1 else 0)
        zones = self._melds(y, room)
        zones += self._piles(top, size) if big else self._piles_in_words(top)
        return zones if scene.top is not None or scene.stock else []

    # ---- players

    def _in_columns(self) -> bool:
        return len(self.players) > 3 and self.plan.size is not SizeClass.WIDE

    def _player_lines(self) -> int:
        many = len(self.players)
        return (many + 1) // 2 if self._in_columns() else many

    def _players(self, y: int) -> int:
        """Paint the lines of the players; returns the row after them."""
        canvas, palette = self.canvas, self.palette
        if not self._in_columns():
            after = y + len(self.players)
            paint_players(canvas, self.players, range(y, after), self.left, self.right, palette)
            return after
        width = (self.right - self.left + 1) // 2
        for place, player in enumerate(self.players):
            x = self.left + width * (place % 2)
            paint_player_in_short(canvas, player, x, y + place // 2, x + width - 2, palette)
        return y + self._player_lines()

    # ---- melds

    def _melds(self, y: int, room: int) -> list[Zone]:
        canvas, palette = self.canvas, self.palette
        paint_heading(canvas, self.left, y, tr("Melds"), self.right - self.left, palette)
        if not self.rows:
            canvas.put(self.left, y + 1, tr("none on the table yet"), palette.quiet)
            return []
        first = self._first_row(room)
        zones: list[Zone] = []
        for place, row in enumerate(self.rows[first : first + room]):
            for placed in row:
                zones += self._meld(placed, y + 1 + place)
        if len(self.rows) > room:
            last, many = min(first + room, len(self.rows)), len(self.rows)
            shown = tr("{first}-{last} of {many}", first=first + 1, last=last, many=many)
            canvas.put_right(self.right - 2, y, f" {shown} {palette.glyphs.updown} ", palette.quiet)
        return zones

    def _first_row(self, room: int) -> int:
        """Return the first row of melds that is shown: one with a meld that is lit, or where one scrolled from there.

        After the last row comes the first again: whatever has room, each key shows another row, and all are reached.
        """
        most = max(len(self.rows) - room, 0)
        lit = [place for place, row in enumerate(self.rows) if any(placed.meld.lit for placed in row)]
        by_itself = min(lit[0], most) if lit and lit[0] >= room else 0
        return (by_itself + self.scene.melds_from) % (most + 1)

    def _meld(self, placed: Placed, y: int) -> list[Zone]:
        canvas, palette, meld = self.canvas, self.palette, placed.meld
        sign = palette.glyphs.turn if meld.lit else " "
        x = self.left + placed.x
        end = canvas.put(x, y, f"{meld.letter}{sign}", palette.gold if meld.lit else palette.quiet)
        if placed.text:
            end = canvas.put(end, y, placed.text, palette.news)
        else:
            tint = Tint.FRESH if meld.fresh else Tint.PAPER
            for card in meld.cards:
                end = paint_small(canvas, end, y, card, palette, tint)
        return [Zone(x, y, end - x, 1, key=f"letter:{meld.letter}")] if meld.lit else []

    # ---- stock and discard

    def _piles(self, y: int, size: CardSize) -> list[Zone]:
        canvas, scene, palette = self.canvas, self.scene, self.palette
        caption = width_of(f"[{scene.stock_pile.cap}] {scene.stock_pile.caption}")
        second = self.left + max(size.width + 7, caption + 2)
        if scene.stock:
            paint_back(canvas, self.left, y, size.width, size.height, palette, scene.stock)
        else:
            paint_empty_pile(canvas, self.left, y, size, palette)
        if scene.top is not None:
            tint = Tint.FRESH if scene.discard_pile.lit else Tint.PAPER
            paint_card(canvas, second, y, size, scene.top, palette, tint)
        else:
            paint_empty_pile(canvas, second, y, size, palette)
        self._caption(self.left, y + size.height, scene.stock_pile)
        self._caption(second, y + size.height, scene.discard_pile)
        x = second + size.width + 6
        for row, line in enumerate(scene.facts[: size.height]):
            put_line(canvas, x, y + row, line, palette.quiet, palette, max(self.right - x, 0))
        return [
            Zone(self.left, y, size.width, size.height + 1, key="draw"),
            Zone(second, y, size.width, size.height + 1, key=self._takes()),
        ]

    def _takes(self) -> str:
        return self.scene.discard_pile.key

    def _caption(self, x: int, y: int, pile: Pile) -> None:
        if pile.lit:
            x = self.canvas.put(x, y, f"[{pile.cap}] ", self.palette.gold)
        self.canvas.put(x, y, pile.caption, self.palette.news if pile.lit else self.palette.quiet)

    def _piles_in_words(self, y: int) -> list[Zone]:
        canvas, scene, palette = self.canvas, self.scene, self.palette
        x = self._word(self.left, y, scene.stock_pile)
        stock_end = canvas.put(x, y, f" {scene.stock or tr('empty')}", palette.news)
        start = stock_end + 3
        x = self._word(start, y, scene.discard_pile)
        if scene.top is None:
            x = canvas.put(x + 1, y, tr("empty"), palette.quiet)
        else:
            x = paint_small(
                canvas, x + 1, y, scene.top, palette, Tint.FRESH if scene.discard_pile.lit else Tint.PAPER
            )
        zones = [
            Zone(self.left, y, stock_end - self.left, 1, key="draw"),
            Zone(start, y, x - start, 1, key=self._takes()),
        ]
        self._facts_in_a_row(x + 3, y)
        return zones

    def _facts_in_a_row(self, x: int, y: int) -> None:
        """Paint what there is to say of the hand, as far as there is room."""
        for line in self.scene.facts:
            width = width_of(line_text(line, self.palette))
            if x + width <= self.right:
                x = put_line(self.canvas, x, y, line, self.palette.quiet, self.palette, width) + 3

    def _word(self, x: int, y: int, pile: Pile) -> int:
        if pile.lit:
            x = self.canvas.put(x, y, f"[{pile.cap}] ", self.palette.gold)
        return self.canvas.put(x, y, pile.caption, self.palette.news if pile.lit else self.palette.quiet)

    # ---- windows with hardly any room

    def _low(self, height: int) -> list[Zone]:
        """Paint the others and the piles in a line each, or in one for both, and the melds in what is left."""
        y = self.plan.table
        if height > 2:
            zones = self._piles_in_words(y)
            paint_players_in_a_row(self.canvas, self.players, self.left, y + 1, self.right, self.palette)
        else:
            x, zones = self._piles_in_short(y)
            x = paint_players_in_a_row(self.canvas, self.players, x + 2, y, self.right, self.palette)
            self._facts_in_a_row(x + 2, y)
        first = y + (2 if height > 2 else 1)
        room = self.plan.bar - first
        if len(self.rows) > room:
            # Not all are in sight: a sign says so, and which keys show the rest.
            sign, width = self.palette.glyphs.updown, self.right - self.left
            self.rows = meld_rows(self.scene.melds, width - width_of(sign) - 1, self.palette)
            self.canvas.put_right(self.right, self.plan.bar - 1, sign, self.palette.look_key)
        start = self._first_row(room)
        for place, row in enumerate(self.rows[start : start + room]):
            for placed in row:
                zones += self._meld(placed, first + place)
        return zones

    def _piles_in_short(self, y: int) -> tuple[int, list[Zone]]:
        """Paint a card's back, the number of the stock, and the discard; returns the column after them as well."""
        canvas, scene, palette = self.canvas, self.scene, self.palette
        paint_back(canvas, self.left, y, 1, 1, palette)
        ink = palette.gold if scene.stock_pile.lit else palette.news
        x = canvas.put(self.left + 2, y, str(scene.stock), ink)
        zones = [Zone(self.left, y, x - self.left, 1, key="draw")]
        if scene.top is not None:
            tint = Tint.FRESH if scene.discard_pile.lit else Tint.PAPER
            start, x = x + 2, paint_small(canvas, x + 2, y, scene.top, palette, tint)
            zones.append(Zone(start, y, x - start, 1, key=self._takes()))
        return x, zones


def meld_rows(melds: tuple[ShownMeld, ...], width: int, palette: Palette) -> tuple[tuple[Placed, ...], ...]:
    """Lay melds into rows of so many cells, in the order of their letters."""
    rows: list[tuple[Placed, ...]] = []
    row: list[Placed] = []
    x = 0
    for meld in melds:
        cells = 2 + sum(width_of(label(card, palette)) + 1 for card in meld.cards)
        text = ""
        if cells > width:
            # A run longer than the table: its ends say all.
            text = f"{label(meld.cards[0], palette)} - {label(meld.cards[-1], palette)}"
            cells = 2 + width_of(text)
        if row and x + cells > width:
            rows.append(tuple(row))
            row, x = [], 0
        row.append(Placed(meld, x, text))
        x += cells + GAP
    return (*rows, tuple(row)) if row else tuple(rows)
