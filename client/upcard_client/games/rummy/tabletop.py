"""The middle of the rummy table: a line for each of the others, the melds with their letters, stock and discard.

Where the melds need the room, stock and discard shrink to a line of words; where even that is too little, the melds
scroll, and one that the chosen card fits is always in sight.
"""

from typing import Final

from msgspec import Struct

from upcard_client.games.rummy.scene import Pile, Player, Scene, ShownMeld
from upcard_client.locale import tr
from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import Canvas, fit, width_of
from upcard_client.widgets.cards import CardSize, Tint, face, label, paint_back, paint_card, paint_empty_pile
from upcard_client.widgets.columns import narrowed
from upcard_client.widgets.frame import Zone, line_text, paint_heading, put_line
from upcard_client.widgets.sizes import Rows, SizeClass
from upcard_client.words.phrases import some_cards
from upcard_protocol.rules.cards import Card, suit
from upcard_protocol.wire.clean import MAX_NAME_CELLS

GAP: Final = 2
"""Cells between two melds of a row."""

NOTE: Final = 5
"""Cells that a note keeps beside a long name: `away…`."""

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
        self.rows = meld_rows(scene.melds, self.right - self.left, palette)

    def paint(self) -> list[Zone]:
        plan, scene = self.plan, self.scene
        height = plan.table_height
        if height < 5:
            return self._low(height)
        lines = self._player_lines()
        size = _PILES.get(plan.size, CardSize.SHORT)
        needed = max(len(self.rows), 1)
        whole = size.height + 1
        # The room is shared: players, a heading, melds, and the piles, as cards or as a line.
        big = plan.size is not SizeClass.SMALLEST and height - lines - 1 - whole >= min(needed, 2)
        big = big and (height - lines - 1 - whole >= needed or height - lines - 2 < needed)
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
        open_hands = any(player.shown for player in self.scene.players)
        return len(self.scene.players) > 3 and self.plan.size is not SizeClass.WIDE and not open_hands

    def _player_lines(self) -> int:
        many = len(self.scene.players)
        return (many + 1) // 2 if self._in_columns() else many

    def _players(self, y: int) -> int:
        """Paint the lines of the players; returns the row after them."""
        players = self.scene.players
        if not self._in_columns():
            for player in players:
                self._player(player, y)
                y += 1
            return y
        width = (self.right - self.left + 1) // 2
        for place, player in enumerate(players):
            x = self.left + width * (place % 2)
            self._player_in_short(player, x, y + place // 2, x + width - 2)
        return y + self._player_lines()

    def _player(self, player: Player, y: int) -> None:
        """Paint a player over the whole width: sign, name, backs, cards, points, and what else there is to say."""
        canvas, palette = self.canvas, self.palette
        ink = palette.gold if player.playing else palette.name_style
        if player.playing:
            canvas.put(self.left - 1 if self.left else 0, y, palette.glyphs.turn, palette.gold)
        x = self.left + 1
        column = min(max((width_of(each.name) for each in self.scene.players), default=0), MAX_NAME_CELLS)
        canvas.put(x, y, fit(player.name, column, palette.glyphs.more), ink)
        notes = "  ".join(player.notes)
        points = canvas.put_right(self.right, y, str(player.points), palette.news)
        words = some_cards(player.cards)
        end = min(points - 2, self.right - 5)
        at = canvas.put_right(end, y, words, palette.quiet)
        x += max(column, 10) + 2
        if notes and at - x - 2 >= width_of(notes):
            at = canvas.put_right(at - 2, y, notes, palette.quiet)
        for card in player.shown:
            if x + width_of(label(card, palette)) <= at - 2:
                x = canvas.put(x, y, label(card, palette), palette.log_suits[suit(card)]) + 1
        for place in range(0 if player.shown else player.cards):
            if x + place * 2 + 1 <= at - 2:
                paint_back(canvas, x + place * 2, y, 1, 1, palette)

    def _player_in_short(self, player: Player, x: int, y: int, end: int) -> None:
        """Paint a player in half the width: sign, name, cards and points; a note stands in place of the word."""
        canvas, palette = self.canvas, self.palette
        ink = palette.gold if player.playing else palette.name_style
        if player.playing:
            canvas.put(x, y, palette.glyphs.turn, palette.gold)
        points = canvas.put_right(end, y, str(player.points), palette.news)
        more, number = palette.glyphs.more, str(player.cards)
        room = min(points - 1, end - 4) - x - 1
        # The name and the number come first; what else there is to say takes what they leave, but for a few cells.
        note = player.notes[-1] if player.notes else ""
        needed = width_of(number) + 1 + (min(width_of(note), NOTE) + 1 if note else 0)
        name = fit(player.name, max(room - needed, 4), more)
        after = canvas.put(x + 1, y, name, ink) + 1
        room -= width_of(name) + 1
        words = f"{number} {note}" if note else some_cards(player.cards)
        if not note and width_of(words) > room:
            words = number
        canvas.put(after, y, fit(words, room, more), palette.quiet)

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
        """Return the first row of melds that is shown: where one scrolled to, or one with a meld that is lit."""
        most = max(len(self.rows) - room, 0)
        first = min(self.scene.melds_from, most)
        lit = [place for place, row in enumerate(self.rows) if any(placed.meld.lit for placed in row)]
        if lit and not any(first <= place < first + room for place in lit):
            first = min(lit[0], most)
        return first

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
                end = _paint_small(canvas, end, y, card, palette, tint)
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
            x = _paint_small(
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
            self._players_in_a_row(self.left, y + 1)
        else:
            x, zones = self._piles_in_short(y)
            x = self._players_in_a_row(x + 2, y)
            self._facts_in_a_row(x + 2, y)
        first = y + (2 if height > 2 else 1)
        room = self.plan.bar - first
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
            start, x = x + 2, _paint_small(canvas, x + 2, y, scene.top, palette, tint)
            zones.append(Zone(start, y, x - start, 1, key=self._takes()))
        return x, zones

    def _players_in_a_row(self, x: int, y: int) -> int:
        """Paint names and numbers of cards; where there is too little room the longest are cut.

        Returns:
            The column after them.
        """
        canvas, palette, players = self.canvas, self.palette, self.scene.players
        ends = [f" {player.cards}" for player in players]
        signs = [palette.glyphs.turn if player.playing else "" for player in players]
        room = self.right - x - sum(map(width_of, (*ends, *signs))) - max(len(players) - 1, 0)
        widths = narrowed([width_of(player.name) for player in players], room, 1)
        for player, sign, width, end in zip(players, signs, widths, ends, strict=True):
            ink = palette.gold if player.playing else palette.name_style
            x = canvas.put(x, y, f"{sign}{fit(player.name, width, '')}", ink)
            x = canvas.put(x, y, end, palette.news) + 1
        return x - 1


def _paint_small(canvas: Canvas, x: int, y: int, card: Card, palette: Palette, tint: Tint) -> int:
    """Paint a card as its rank and suit on paper and a blank; returns the column after it."""
    colours = face(palette, tint)
    text = label(card, palette)
    canvas.fill(x, y, width_of(text) + 1, 1, colours.ground)
    return canvas.put(x, y, text, colours.suits[suit(card)]) + 1


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
