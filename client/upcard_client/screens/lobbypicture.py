"""What a lobby shows: its tables, the rules of the chosen one in a sentence, people and talk."""

from collections.abc import Iterable
from typing import Final

from upcard_client.attable import title_of
from upcard_client.games.fronts import FRONTS, front_of
from upcard_client.locale import mark, tr, trn
from upcard_client.screens.filtering import Filter
from upcard_client.screens.host import Host
from upcard_client.screens.surface import status_row
from upcard_client.widgets.canvas import Canvas, fit, width_of
from upcard_client.widgets.frame import (
    LogLine,
    Zone,
    clock_text,
    cut_short,
    line_text,
    paint_heading,
    paint_log,
    wrapped,
)
from upcard_client.words import houserules, times
from upcard_client.words.names import shown_name
from upcard_protocol.table import Chair
from upcard_protocol.wire.clean import MAX_NAME_CELLS
from upcard_protocol.wire.replies import PersonRow, TableRow

STATES: Final = mark({"waiting": "waiting", "paused": "paused", "over": "match over", "frozen": "frozen"})
"""How things stand at a table where no hand is played, by its state."""

PANE_FROM: Final = 74
"""Columns from which on people and chat stand beside the tables."""


CHAT_FROM: Final = 11
"""Rows from which on there is room for chat below the tables."""


def shows_chat(width: int, height: int) -> bool:
    """Is there room for what people say in a window of so many cells?"""
    return width >= PANE_FROM or status_row(height) - 1 >= CHAT_FROM


class LobbyPicture:
    """Paints what is between header and status line.

    Args:
        host: the app.
        canvas: what to paint on.
        span: the first row to use, and the row after the last.
        rows: the tables that are listed.
        listed: which those are.
    """

    def __init__(
        self, host: Host, canvas: Canvas, span: tuple[int, int], rows: tuple[TableRow, ...], listed: Filter
    ) -> None:
        self.host, self.canvas, self.palette = host, canvas, host.palette
        self.model, self.rows, self.filter = host.model, rows, listed
        self.top, self.bottom = span
        self.beside = canvas.width >= PANE_FROM
        self.pane = canvas.width - (34 if canvas.width >= 110 else 25) if self.beside else canvas.width
        self.zones: list[Zone] = []

    def paint(self, chosen: TableRow | None) -> list[Zone]:
        """Paint the tables, the rules of the chosen one, people and talk; returns what can be clicked."""
        rules = self._rules(chosen)
        chat = 0 if self.beside else min(4, len(self._talk()), max(0, self.bottom - self.top - CHAT_FROM + 1))
        room = self.bottom - self.top - chat - len(rules) - 3
        y = self._tables(chosen, max(room, 2))
        y += 1 if y + len(rules) + chat < self.bottom else 0
        width = (self.pane if self.beside else self.canvas.width) - 5
        texts = cut_short([text for text, _ in rules], self.bottom - y - chat, self.palette, width)
        for text, (_, quiet) in zip(texts, rules, strict=False):
            style = self.palette.quiet if quiet else self.palette.news
            self.canvas.put(1 if quiet else 3, y, text, style)
            y += 1
        if self.beside:
            self._pane()
        elif chat:
            paint_log(self.canvas, 1, self.bottom - chat, self.canvas.width - 2, chat, self._talk(), self.palette)
        return self.zones

    # ---- tables

    def _tables(self, chosen: TableRow | None, room: int) -> int:
        canvas, palette, y = self.canvas, self.palette, self.top
        width = self.pane - 3 if self.beside else canvas.width - 2
        paint_heading(canvas, 1, y, fit(self._heading(), width, palette.glyphs.more), width, palette)
        heads = (tr("Table"), tr("Game"), tr("Seats"), tr("State"))
        columns = self._columns(width, heads)
        for (x, cells), word in zip(columns, heads, strict=True):
            canvas.put(x, y + 1, fit(word, cells, palette.glyphs.more), palette.quiet)
        y += 2
        rows = self.rows
        if not rows:
            none, no_fit = tr("No tables yet. N opens one, Q opens one at once."), tr("No table fits. Esc lists all.")
            words = no_fit if self.filter.on else none
            canvas.put(3, y, fit(words, width - 3, palette.glyphs.more), palette.quiet)
            return y + 1
        place = rows.index(chosen) if chosen in rows else 0
        first = min(max(place - room // 2, 0), max(len(rows) - room, 0))
        for row in rows[first : first + room]:
            self._row(y, row, columns, chosen=chosen is row)
            y += 1
        above, below = first > 0, first + room < len(rows)
        glyphs = palette.glyphs
        for more, sign, at in ((above, glyphs.more_above, self.top + 2), (below, glyphs.more_below, y - 1)):
            if more:
                canvas.put(width, at, sign, palette.look_key)
        return y

    def _heading(self) -> str:
        if not self.filter.on:
            return tr("Tables")
        shown, count = len(self.rows), len(self.model.rows)
        which = self.filter.said(self.palette.glyphs)
        return tr("Tables, {shown} of {count}: {which}", shown=shown, count=count, which=which)

    def _columns(self, width: int, heads: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
        """Return where the columns begin and how wide they are; the table's name takes what is left."""
        rows, server_ms = self.model.rows, self.host.server_ms()
        game, state = _widest(10, map(game_of, rows)), _widest(11, (state_of(row, server_ms) for row in rows))
        seats = max(6, width_of(heads[2]))
        name = max(width - game - seats - state - 5, 8)
        return ((3, name), (4 + name, game), (5 + name + game, seats), (6 + name + game + seats, state))

    def _row(self, y: int, row: TableRow, columns: tuple[tuple[int, int], ...], *, chosen: bool) -> None:
        canvas, palette = self.canvas, self.palette
        width = self.pane - 2 if self.beside else canvas.width
        ink = palette.bar_turn if chosen else palette.quiet if row.state in ("over", "frozen") else palette.news
        if chosen:
            canvas.fill(0, y, width, 1, palette.bar_turn)
            canvas.put(0, y, palette.glyphs.turn, palette.bar_turn)
        seated = sum(chair.kind != "empty" for chair in row.chairs)
        words = (
            title_of(row.title, row.table),
            game_of(row),
            f"{seated}/{len(row.chairs)}",
            state_of(row, self.host.server_ms()),
        )
        for (x, cells), word in zip(columns, words, strict=True):
            canvas.put(x, y, fit(word, cells, palette.glyphs.more), ink)
        self.zones.append(Zone(0, y, width, 1, key=f"row:{row.table}"))

    def _rules(self, row: TableRow | None) -> list[tuple[str, bool]]:
        """Return the sentence of rules of the chosen table, and whether each line of it is quiet."""
        if row is None:
            return []
        width = (self.pane if self.beside else self.canvas.width) - 5
        lines: list[tuple[str, bool]] = [(title_of(row.title, row.table), True)]
        known = self.model.described.get(row.table)
        dot = self.palette.glyphs.dot
        said: list[str] = []
        if known is not None:
            players = len(row.chairs)
            short = front_of(known.game).rulebook.in_short(known.game, dot, players=players)
            said.append(f"{short} {dot} {houserules.clocks(known.options)}")
        seated = ", ".join(chair_name(chair) for chair in row.chairs)
        said.append(tr("Seats: {players}", players=seated))
        watch = [tr("Spectators allowed" if row.watchable else "No spectators")]
        if row.spectators:
            watch.append(trn("{count} watching", "{count} watching", row.spectators))
        if row.private:
            watch.append(tr("Asks for a code"))
        said.append(f" {dot} ".join(watch))
        if known is not None and row.watchable and known.options.open_hands:
            said.append(tr("Spectators see the hands when a hand is over"))
        if known is not None and known.options.hints:
            said.append(tr("Everybody may ask for a hint"))
        for text in said:
            lines += [(line_text(line, self.palette), False) for line in wrapped((text,), self.palette, width)]
        return lines

    # ---- people and chat

    def _pane(self) -> None:
        canvas, palette = self.canvas, self.palette
        x, width = self.pane, canvas.width - self.pane - 1
        paint_heading(canvas, x, self.top, tr("Players"), width, palette)
        people = self.model.people
        half = max((self.bottom - self.top) // 2 - 1, 2)
        shown = people if len(people) <= half else people[: half - 1]
        y = self.top + 1
        # Where we are ourselves is never cut: the names make way for it.
        mine = width_of(tr("{place} (you)", place=tr("lobby")))
        beside = min(width // 2 + 1, width - mine)
        for person in shown:
            mine = self.model.me is not None and person.user == self.model.me.user
            name = fit(person.name, min(MAX_NAME_CELLS, beside - 1), palette.glyphs.more)
            canvas.put(x, y, name, palette.gold if mine else palette.news)
            where = self._where(person)
            if mine:
                where = tr("{place} (you)", place=where)
            canvas.put(x + beside, y, fit(where, width - beside, palette.glyphs.more), palette.quiet)
            y += 1
        if len(shown) < len(people):
            canvas.put(x, y, trn("and {count} more", "and {count} more", len(people) - len(shown)), palette.quiet)
            y += 1
        y += 1
        paint_heading(canvas, x, y, tr("Chat"), width, palette)
        paint_log(canvas, x, y + 1, width, self.bottom - y - 1, self._talk(), palette)

    def _where(self, person: PersonRow) -> str:
        row = next((row for row in self.model.rows if row.table == person.table), None)
        return title_of(row.title, row.table) if row is not None else tr("lobby")

    def _talk(self) -> tuple[LogLine, ...]:
        return tuple(LogLine((f"{self.model.speaker(line)}: {line.text}",), "chat") for line in self.model.chat)


def _widest(least: int, words: Iterable[str]) -> int:
    """Return the cells that the widest of some words needs, and never more than half as much again as the least."""
    return min(max((least, *map(width_of, words))), least * 3 // 2)


def game_of(row: TableRow) -> str:
    """Return what a table plays, and to how many points; a game that is not known here is called by its name."""
    front = FRONTS.get(row.game)
    return front.rulebook.short_name(row.target) if front is not None else row.game.capitalize()


def state_of(row: TableRow, server_ms: int) -> str:
    """Say in a word or two how things stand at a table."""
    if row.state == "playing":
        return tr("hand {number}", number=row.hand) if row.hand else tr("starting")
    if row.state == "paused" and row.paused_until_ms is not None:
        return tr("paused {time}", time=clock_text(times.seconds(row.paused_until_ms - server_ms)))
    return tr(STATES[row.state])


def chair_name(chair: Chair) -> str:
    """Say who holds a seat."""
    return tr("free") if chair.kind == "empty" else shown_name(chair.name)
