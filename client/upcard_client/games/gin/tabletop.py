"""The middle of the gin table: the opponent, stock and discard, the count; for spectators both players."""

from typing import Final

from upcard_client.games.gin.scene import (
    MELD_WORDS,
    Beside,
    Count,
    Facts,
    Pile,
    Player,
    Rule,
    Scene,
    TableMeld,
    Tally,
    TallyRow,
)
from upcard_client.locale import mark, tr
from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import Canvas, fit, width_of
from upcard_client.widgets.cards import (
    ROW_CARD,
    CardSize,
    Tint,
    label,
    paint_back,
    paint_card,
    paint_empty_pile,
    paint_row_card,
)
from upcard_client.widgets.frame import Zone, line_text, put_line, wrapped
from upcard_client.widgets.sizes import Rows, SizeClass
from upcard_client.words.phrases import CardWord, Line, fill, some_cards
from upcard_protocol.rules.cards import Card

GAUGE = 20
"""Cells of the deadwood gauge at most."""


def paint_tabletop(canvas: Canvas, scene: Scene, plan: Rows, palette: Palette) -> list[Zone]:
    """Paint everything between the header and the turn bar, left of the side pane."""
    table = _Tabletop(canvas, scene, plan, palette)
    if plan.size is SizeClass.SMALLEST and table.content > plan.table_height:
        return _smallest(canvas, scene, plan, palette)
    return table.paint()


class _Tabletop:
    """One painting of the table: columns and rows are worked out once."""

    def __init__(self, canvas: Canvas, scene: Scene, plan: Rows, palette: Palette) -> None:
        self.canvas, self.scene, self.plan, self.palette = canvas, scene, plan, palette
        self.pile = plan.cards if plan.size in (SizeClass.WIDE, SizeClass.MID) else _PILES[plan.size]
        self.back_width, self.back_height = _BACKS[plan.size]
        two = scene.mine is not None
        if two:
            self.back_width, self.back_height = 2, 1
        self.left = 2 if plan.size is not SizeClass.SMALLEST else 1
        if plan.size is SizeClass.WIDE:
            self.left = max((plan.table_width - 62) // 2, 2)
        self.shown = 2 if scene.rival.shown else self.back_height
        self.lower = 2 if scene.mine is not None and scene.mine.shown else 1
        self.ruled = 1 if scene.rule is not None else 0
        self.content = len(scene.others) + 1 + self.shown + self.pile.height + 1 + self.ruled
        self.content += 1 + self.lower if scene.mine is not None else 0
        """Rows that are needed at least."""
        grown = plan.cards.height - self.pile.height
        if plan.size is SizeClass.NORMAL and 0 < grown <= plan.table_height - self.content:
            # Who wants large cards has them on the table too, where there is room.
            self.pile = plan.cards
            self.content += grown

    def paint(self) -> list[Zone]:
        canvas, scene, plan = self.canvas, self.scene, self.plan
        shown, lower, ruled = self.shown, self.lower, self.ruled
        spare = max(plan.table_height - self.content, 0)
        before, between = _share(spare, plan.size)
        if scene.mine is not None and plan.size is not SizeClass.WIDE:
            before, between = min(before, 1), min(between, 1)
        elif scene.mine is not None:
            between = min(2, spare // 4)
            before = (spare - 2 * between) // 2
        y = plan.table + before
        for beside in scene.others:
            paint_beside(canvas, self.left, y, beside, self.plan.table_width - 1, self.palette)
            y += 1
        self._player(scene.rival, y)
        piles = y + 1 + shown + between
        zones = self._piles(piles)
        if scene.rule is not None:
            below = piles + self.pile.height + 1
            words, room = rule_words(scene.rule), self.plan.table_width - self.left
            put_line(canvas, self.left, below, words, self.palette.gold, self.palette, room)
        if scene.mine is not None:
            below = min(piles + self.pile.height + 1 + max(ruled, between), plan.bar - 1 - lower)
            self._player(scene.mine, below)
        return zones

    # ---- players

    def _player(self, player: Player, y: int) -> None:
        canvas, palette = self.canvas, self.palette
        name_style = palette.gold if player.playing else palette.name_style
        if player.playing:
            canvas.put(self.left - 1, y, palette.glyphs.turn, palette.gold)
        x = canvas.put(self.left + (1 if player.playing else 0), y, player.name, name_style)
        words = (some_cards(player.cards), *player.notes) if player.cards else player.notes
        room = self.plan.table_width - 1
        for word in words:
            if word and x + 2 + width_of(word) <= room:
                x = canvas.put(x + 2, y, word, palette.quiet)
        if player.shown:
            paint_melds(canvas, self.left, y + 1, player.shown, player.deadwood, palette, room)
            return
        step = self.back_width + 1
        for place in range(player.cards):
            if self.left + place * step + self.back_width <= room:
                paint_back(canvas, self.left + place * step, y + 1, self.back_width, self.back_height, palette)

    # ---- stock, discard, and what stands beside them

    def _piles(self, y: int) -> list[Zone]:
        canvas, scene, palette, size = self.canvas, self.scene, self.palette, self.pile
        close = self.plan.size is SizeClass.SMALLEST
        second = self.left + size.width + (8 if size.width > 5 else 6 if close else 7)
        if scene.stock:
            paint_back(canvas, self.left, y, size.width, size.height, palette, scene.stock)
        else:
            paint_empty_pile(canvas, self.left, y, size, palette)
        lit = scene.discard_pile.lit
        if scene.top is not None:
            tint = Tint.FRESH if lit else Tint.PAPER
            paint_card(canvas, second, y, size, scene.top, palette, tint)
        else:
            paint_empty_pile(canvas, second, y, size, palette)
        below = y + size.height
        self._caption(self.left, below, scene.stock_pile, second - self.left - 1)
        panel = second + size.width + (8 if size.width > 5 else 3 if close else 6)
        self._caption(second, below, scene.discard_pile, self.plan.table_width - second - 1)
        self._panel(panel, y + (1 if size.height > 4 else 0))
        return [
            Zone(self.left, y, size.width, size.height + 1, key="draw"),
            Zone(second, y, size.width, size.height + 1, key="take"),
        ]

    def _caption(self, x: int, y: int, pile: Pile, room: int) -> None:
        end = x + room
        if pile.lit:
            x = self.canvas.put(x, y, f"[{pile.cap}] ", self.palette.gold)
        words = fit(pile.caption, end - x, self.palette.glyphs.more)
        self.canvas.put(x, y, words, self.palette.news if pile.lit else self.palette.quiet)

    def _panel(self, x: int, y: int) -> None:
        room = self.plan.table_width - x - 1
        if room < 12:
            return
        match self.scene.panel:
            case Count() as count:
                self._count(x, y, count, room)
            case Tally(rows=rows):
                widest = max(width_of(row.words) for row in rows)
                noted = max((4 + width_of(row.note) for row in rows if row.note), default=0)
                column = min(max(19, widest + 4), room - noted)
                for down, row in enumerate(rows):
                    self._tally(x, y + down, row, room, column)
            case Facts(lines=lines):
                told = [part for line in lines for part in wrapped(line, self.palette, room)]
                for row, line in enumerate(told[: self.pile.height + 1]):
                    put_line(self.canvas, x, y + row, line, self.palette.news, self.palette, room)
            case None:
                pass

    def _tally(self, x: int, y: int, row: TallyRow, room: int, column: int) -> None:
        canvas, palette = self.canvas, self.palette
        left = column - width_of(str(row.number)) - 1
        # The name is worth more than the words around it.
        words = row.brief if row.brief and width_of(row.words) > left else row.words
        canvas.put(x, y, fit(words, left, palette.glyphs.more), palette.news)
        canvas.put_right(x + column, y, str(row.number), palette.gold)
        text = f"{palette.glyphs.turn} {row.note}"
        if row.note and column + 2 + width_of(text) <= room:
            canvas.put(x + column + 2, y, text, palette.quiet)

    def _count(self, x: int, y: int, count: Count, room: int) -> None:
        """Paint the best deadwood, its gauge with the knock limit, and the same in words."""
        canvas, palette, glyphs = self.canvas, self.palette, self.palette.glyphs
        after = canvas.put(x, y, f"{fit(tr('deadwood'), room - 3, glyphs.more)} ", palette.news)
        after = canvas.put(after, y, str(count.deadwood), palette.gold)
        if count.without is not None:
            text = line_text(fill("without {card}", card=CardWord(count.without)), palette)
            if after + 2 + width_of(text) <= x + room:
                canvas.put(after + 2, y, text, palette.quiet)
        most = 30
        cells = min(GAUGE, room)
        full = min(round(cells * count.deadwood / most), cells)
        if count.deadwood and not full:
            full = 1
        may = count.deadwood <= count.limit
        gauge = glyphs.bar_full * full + glyphs.bar_empty * (cells - full)
        canvas.put(x, y + 1, gauge, palette.bar_under if may else palette.bar_over)
        mark = min(max(round(cells * count.limit / most) - 1, 0), cells - 1)
        canvas.put(x + mark, y + 2, glyphs.limit, palette.gold)
        words = tr("gin only") if count.gin_only else tr("knock at {limit}", limit=count.limit)
        if mark + 2 + width_of(words) <= room:
            canvas.put(x + mark + 2, y + 2, words, palette.quiet)
        if self.pile.height < 4:
            return
        if may:
            done = f"{glyphs.done} {tr('gin' if count.deadwood == 0 else 'you may knock')}"
            canvas.put(x, y + 3, fit(done, room, glyphs.more), palette.done)
        else:
            over = tr("{points} over the limit", points=count.deadwood - count.limit)
            canvas.put(x, y + 3, fit(over, room, glyphs.more), palette.quiet)


def paint_beside(canvas: Canvas, left: int, y: int, beside: Beside, end: int, palette: Palette) -> None:
    """Paint a line about somebody who is not shown large: as many of its notes as there is room for."""
    x = left
    if beside.playing:
        canvas.put(left - 1, y, palette.glyphs.turn, palette.gold)
        x = left + 1
    x = canvas.put(x, y, beside.name, palette.gold if beside.playing else palette.name_style)
    for note in beside.notes:
        if x + 2 + width_of(line_text(note, palette)) <= end:
            x = put_line(canvas, x + 2, y, note, palette.quiet, palette, end - x - 2)


def rule_words(rule: Rule) -> Line:
    """Say what Oklahoma's upcard means for this hand."""
    words = _RULES["gin" if rule.limit == 0 else "knock"]["doubled" if rule.doubled else "single"]
    return fill(words, card=CardWord(rule.upcard), limit=rule.limit)


_RULES: Final = mark(
    {
        "gin": {
            "single": "Upcard {card}: only gin ends this hand",
            "doubled": "Upcard {card}: only gin ends this hand, points count double",
        },
        "knock": {
            "single": "Upcard {card}: knock at {limit}",
            "doubled": "Upcard {card}: knock at {limit}, points count double",
        },
    }
)
"""What an upcard of Oklahoma means, with and without a spade's doubling."""


def _rule_in_short(rule: Rule, palette: Palette) -> str:
    limit = tr("gin only") if rule.limit == 0 else tr("knock {limit}", limit=rule.limit)
    return f"{label(rule.upcard, palette)}: {limit}{f' {palette.glyphs.times}2' if rule.doubled else ''}"


_PILES = {SizeClass.NORMAL: CardSize.NORMAL, SizeClass.SHORT: CardSize.SHORT, SizeClass.SMALLEST: CardSize.SHORT}
_BACKS = {
    SizeClass.WIDE: (5, 4),
    SizeClass.MID: (2, 2),
    SizeClass.NORMAL: (2, 2),
    SizeClass.SHORT: (2, 1),
    SizeClass.SMALLEST: (2, 1),
}


def _share(spare: int, size: SizeClass) -> tuple[int, int]:
    """Share spare rows between what is above the opponent and what is above the piles."""
    if size is SizeClass.WIDE:
        between = min(3, spare // 3)
        return max((spare - between + 1) // 2 - 1, 0), between
    if size is SizeClass.SHORT:
        return 0, min(spare, 1)
    if size is SizeClass.SMALLEST:
        return (1 if spare > 2 else 0), min(spare, 1)
    return (1 if spare > 1 else 0), min(spare, 1)


def paint_melds(
    canvas: Canvas,
    x: int,
    y: int,
    melds: tuple[TableMeld, ...],
    deadwood: int | None,
    palette: Palette,
    end: int,
) -> None:
    """Paint cards that lie open in one row with brackets below; where that is too wide, as words."""
    gap = _gap(melds, palette, end - x)
    if gap is None and melds and not melds[-1].kind:
        loose, melds = melds[-1], melds[:-1]
        gap = _gap(melds, palette, end - x)
        if gap is None:
            melds = (*melds, loose)
        else:
            _loose_above(canvas, y - 1, loose, deadwood, palette, end)
    if gap is None:
        _melds_as_words(canvas, x, y, melds, deadwood, palette, end)
        return
    for meld in melds:
        start = x
        for added in (each for each in meld.added if each.before):
            x = _added(canvas, x, y, added.card, added.drafted, palette)
        block = x
        for card in meld.cards:
            x = paint_row_card(canvas, x, y, card, palette)
        block_end = x
        for added in (each for each in meld.added if not each.before):
            if added.drafted:
                x = paint_row_card(canvas, x, y, added.card, palette, Tint.FRESH)
                block_end = x
            else:
                x = _added(canvas, x, y, added.card, drafted=False, palette=palette)
        if meld.kind:
            words = f"{meld.letter} {tr(MELD_WORDS[meld.kind])}".strip()
            paint_bracket(
                canvas,
                block if not any(a.before and a.drafted for a in meld.added) else start,
                y + 1,
                block_end,
                words,
                palette,
                lit=bool(meld.letter),
            )
        elif deadwood is not None:
            text = tr("deadwood {points}", points=deadwood)
            if start + 1 + width_of(text) > end:
                text = str(deadwood)
            canvas.put(start + 1, y + 1, text, palette.deadwood)
        x += gap


def _gap(melds: tuple[TableMeld, ...], palette: Palette, room: int) -> int | None:
    """Return how many cells fit between melds in a row, 2 or 1, or None if the row is too long."""
    return next((gap for gap in (2, 1) if _melds_width(melds, palette, gap) <= room), None)


def _loose_above(canvas: Canvas, y: int, loose: TableMeld, deadwood: int | None, palette: Palette, end: int) -> None:
    """Write loose cards at the right end of the row above, where the melds need all of theirs."""
    if deadwood is not None:
        end = canvas.put_right(end, y, f" {deadwood}", palette.deadwood)
    for card in reversed(loose.cards):
        end = canvas.put_right(end, y, label(card, palette), palette.log_suits[card // 13])


def paint_bracket(
    canvas: Canvas, x: int, y: int, end: int, words: str, palette: Palette, *, lit: bool = False
) -> None:
    """Paint the bracket below a meld, with a word in it."""
    left, line, right = palette.glyphs.bracket
    text = f" {words} "
    room = end - x - 2
    if width_of(text) > room:
        text = ""
    before = (room - width_of(text)) // 2
    after = room - width_of(text) - before
    style = palette.gold if lit else palette.meld
    canvas.put(x, y, f"{left}{line * before}{text}{line * after}{right}", style)


def _added(canvas: Canvas, x: int, y: int, card: Card, drafted: bool, palette: Palette) -> int:
    """Paint a card that was laid off, or the sign of one that fits: `+7♠`."""
    if drafted:
        return paint_row_card(canvas, x, y, card, palette, Tint.FRESH)
    return canvas.put(x, y, f"+{label(card, palette)}", palette.gold) + 1


def _melds_width(melds: tuple[TableMeld, ...], palette: Palette, gap: int) -> int:
    width = 0
    for meld in melds:
        width += ROW_CARD * len(meld.cards) + gap
        for added in meld.added:
            width += ROW_CARD if added.drafted else width_of(label(added.card, palette)) + 2
    return width - gap


def _melds_as_words(
    canvas: Canvas,
    x: int,
    y: int,
    melds: tuple[TableMeld, ...],
    deadwood: int | None,
    palette: Palette,
    end: int,
) -> None:
    """Write open cards without ground, cards of a meld close together, over two rows at most."""
    start, row = x, y
    for meld in melds:
        words = [(f"{meld.letter}:", palette.gold)] if meld.letter else []
        words += [(label(card, palette), palette.log_suits[card // 13]) for card in meld.cards]
        words += [(("" if added.drafted else "+") + label(added.card, palette), palette.gold) for added in meld.added]
        if not meld.kind and deadwood is not None:
            words.append((f" {deadwood}", palette.deadwood))
        width = sum(width_of(text) for text, _ in words)
        if x > start and x + width > end:
            if row > y:
                break
            x, row = start, row + 1
        for text, style in words:
            x = canvas.put(x, row, text, style)
        x += 2


def _smallest(canvas: Canvas, scene: Scene, plan: Rows, palette: Palette) -> list[Zone]:
    """Paint two or more lines: the opponent, and the piles in words."""
    y, rival = plan.table, scene.rival
    if scene.mine is not None:
        return _smallest_watched(canvas, scene, (rival, scene.mine), plan, palette)
    spare = plan.table_height - (4 if rival.shown else 2)
    for beside in scene.others[: max(spare, 0)]:
        paint_beside(canvas, 1, y, beside, plan.width, palette)
        y += 1
    end = plan.width
    if scene.rule is not None:
        words = _rule_in_short(scene.rule, palette)
        end = plan.width - width_of(words) - 2
        canvas.put_right(plan.width, y, words, palette.gold)
    _name_in_words(canvas, y, rival, end, palette)
    below = y + 1
    if rival.shown:
        lines = plan.bar - below
        if lines >= 3:
            _melds_as_words(canvas, 0, below, rival.shown, rival.deadwood, palette, plan.width)
            below += 2
        else:
            canvas.fill(0, y, plan.width, 1, palette.table)
            _melds_as_words(canvas, 0, y, rival.shown, rival.deadwood, palette, plan.width)
            if _two_rows(rival.shown, palette, plan.width):
                return []
    if below >= plan.bar:
        return []
    return _piles_in_words(canvas, scene, below, plan.width, palette)


def _smallest_watched(
    canvas: Canvas, scene: Scene, players: tuple[Player, Player], plan: Rows, palette: Palette
) -> list[Zone]:
    """Paint both players in the rows of the hand that somebody who watches does not have, and the piles above."""
    y = plan.hand + 1
    for player in players:
        _name_in_words(canvas, y, player, plan.width, palette)
        y += 1
        if player.shown:
            _melds_as_words(canvas, 1, y, player.shown, player.deadwood, palette, plan.width)
            y += 2 if _two_rows(player.shown, palette, plan.width) else 1
    for beside in scene.others:
        if y < plan.keys:
            paint_beside(canvas, 1, y, beside, plan.width, palette)
            y += 1
    if scene.rule is not None and plan.table_height > 1:
        canvas.put(1, plan.table + 1, _rule_in_short(scene.rule, palette), palette.gold)
    return _piles_in_words(canvas, scene, plan.table, plan.width, palette)


def _name_in_words(canvas: Canvas, y: int, player: Player, end: int, palette: Palette) -> None:
    sign = palette.glyphs.turn if player.playing else " "
    style = palette.gold if player.playing else palette.name_style
    x = canvas.put(0, y, f"{sign}{fit(player.name, end - 1, palette.glyphs.more)}", style)
    for word in (some_cards(player.cards) if player.cards else "", *player.notes):
        if word and x + 2 + width_of(word) <= end:
            x = canvas.put(x + 2, y, word, palette.quiet)


def _two_rows(melds: tuple[TableMeld, ...], palette: Palette, width: int) -> bool:
    return sum(2 + sum(width_of(label(card, palette)) for card in meld.cards) for meld in melds) > width


def _piles_in_words(canvas: Canvas, scene: Scene, y: int, width: int, palette: Palette) -> list[Zone]:
    lit = palette.gold if scene.stock_pile.lit else palette.quiet
    x = canvas.put(1, y, f"{scene.stock_pile.caption} {scene.stock}", lit)
    zones = [Zone(1, y, x - 1, 1, key="draw")]
    start = x + 2
    top = label(scene.top, palette) if scene.top is not None else tr("empty")
    words = f"{scene.discard_pile.caption} {top}"
    x = canvas.put(start, y, words, palette.gold if scene.discard_pile.lit else palette.quiet)
    zones.append(Zone(start, y, x - start, 1, key="take"))
    match scene.panel:
        case Count(deadwood=deadwood, limit=limit):
            text = tr("deadwood {points}", points=f"{deadwood}/{limit}")
        case Tally(rows=rows) if len(rows) > 1:
            text = f"{rows[1].words} {rows[1].number}"
        case _:
            text = ""
    if x + 2 + width_of(text) <= width:
        canvas.put(x + 2, y, text, palette.deadwood)
    return zones
