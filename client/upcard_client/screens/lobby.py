"""The tables and people of a server, their talk, and the rules of the chosen table in a sentence."""

from collections.abc import Iterable
from typing import ClassVar, Final

from textual.binding import BindingType

from upcard_client import news
from upcard_client.attable import title_of
from upcard_client.games.fronts import FRONTS, front_of
from upcard_client.keys import BY_ID, Key
from upcard_client.locale import label, mark, tr, trn
from upcard_client.network.linkwords import notice, say
from upcard_client.news import News
from upcard_client.screens.host import Host
from upcard_client.screens.menu import Item, MenuScreen
from upcard_client.screens.newtable import NewTableScreen
from upcard_client.screens.painted import (
    BACK,
    DOWN,
    HELP,
    REDRAW,
    RULES,
    SETTINGS,
    UP,
    PaintedScreen,
    hint,
    key_bindings,
    while_typing,
)
from upcard_client.screens.situating import retry_s
from upcard_client.screens.surface import Page, Surface, paint_page
from upcard_client.state import UNNUMBERED, Up
from upcard_client.widgets.canvas import Canvas, fit, width_of
from upcard_client.widgets.frame import (
    Header,
    LogLine,
    Status,
    Zone,
    clock_text,
    line_text,
    paint_heading,
    paint_log,
    wrapped,
)
from upcard_client.words import houserules, times
from upcard_client.words.chatter import kept_back
from upcard_client.words.naming import usual_title
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.table import Chair, TableOptions
from upcard_protocol.wire.clean import MAX_CHAT_CELLS, MAX_NAME_CELLS, check_text, clean_text
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.replies import PersonRow, TableRow
from upcard_protocol.wire.requests import AddBot, Chat, Look, NewTable, TakeSeat, Watch

SIT: Final = Key(
    "yes", ("enter",), "Enter", label("Sit down"), mark("sit down at the chosen table, or watch a full one")
)
WATCH: Final = Key("watch", ("w",), "W", label("Watch"), mark("watch the chosen table"))
NEW: Final = Key("new", ("n",), "N", label("New table"), mark("open a table"))
QUICK: Final = Key(
    "quick", ("q",), "Q", label("Quick game"), mark("sit down at the first free seat, or open a table")
)
BOT: Final = Key("bot", ("b",), "B", label("Add a bot"), mark("add a computer player to the chosen table"))
CHAT: Final = BY_ID["chat"]
JOIN: Final = Key("rejoin", ("j",), "J", label("Rejoin"), mark("go back to a seat that is held for you"))
RESULTS: Final = Key("results", ("o",), "O", label("My results"), mark("the matches that you have played"))

STATES: Final = mark({"waiting": "waiting", "paused": "paused", "over": "match over", "frozen": "frozen"})
"""How things stand at a table where no hand is played, by its state."""

LOBBY_KEYS: Final = (SIT, WATCH, NEW, QUICK, BOT, CHAT, JOIN, RESULTS)
"""The keys of this screen, in the order of the help."""

PANE_FROM: Final = 74
"""Columns from which on people and chat stand beside the tables."""


class LobbyScreen(PaintedScreen):
    """The lobby of the server."""

    KEYS = (*LOBBY_KEYS, UP, DOWN, BACK, HELP, SETTINGS, RULES, REDRAW)
    BINDINGS: ClassVar[list[BindingType]] = key_bindings(KEYS)

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._table: int | None = None
        self._private: int | None = None
        self._draft = ""
        self._looked: set[int] = set()

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """The tables, by number, so that no row moves under the cursor."""
        return self.host.model.rows

    @property
    def row(self) -> TableRow | None:
        """The chosen table; before anything is chosen, the one that holds our seat."""
        rows = self.rows
        first = self.held or (rows[0] if rows else None)
        return next((row for row in rows if row.table == self._table), first)

    @property
    def held(self) -> TableRow | None:
        """The table that keeps a seat for us while we are gone."""
        return next((row for row in self.rows if any(map(self._is_kept, row.chairs))), None)

    def greet(self, words: str) -> None:
        """Say how we came here."""
        if self.host.server.invitation:
            # What is to be typed comes last, with no full stop that could be taken for a part of it.
            self.say("done", f"{tr('N opens a table.')} {words}")
        else:
            self.say("done", f"{words} {tr('Choose a table, or press N for a new one.')}".strip())

    # ---- news

    def refresh_model(self, *, anew: bool = False) -> None:
        """Ask for the rules of the chosen table, then paint."""
        row = self.row
        if row is not None and row.table not in self._looked and self.host.model.up:
            self._looked.add(row.table)
            self.host.server.ask(Look(UNNUMBERED, row.table))
        super().refresh_model(anew=anew)

    def tick(self) -> None:
        """Move the time for which a seat is kept, or for which a game is paused."""
        if self.held is not None or any(row.state == "paused" for row in self.rows):
            self.refresh_model()

    def hear(self, told: tuple[News, ...]) -> None:
        """Say what the news are."""
        for item in told:
            match item:
                case news.Denied(request=request, refusal=refusal):
                    if not isinstance(request, Look):
                        self.say("refused", say(refusal))
                case news.TableLost(refusal=refusal):
                    self.say("refused", say(refusal))
                case news.Announced(notice=told_by_server):
                    self.say("news", notice(Refusal(told_by_server.code, dict(told_by_server.values))))
                case news.ShuffleJudged(table=table, finding=finding) if table not in self.host.model.tables:
                    # The table has closed, and its result with it.
                    self.say("refused" if finding.kind == "differs" else "done", finding.why)
                case news.Entered(again=True):
                    self._looked.clear()
                    self.say("done", tr("The link is back."))
                case _:
                    pass

    # ---- keys

    def pressed(self, key: str) -> None:
        """Choose a table, and do something there."""
        match key:
            case "up" | "down":
                self._step(1 if key == "down" else -1)
            case "help":
                self.host.open_help("lobby")
            case "settings":
                self.host.open_settings()
            case "redraw":
                self.refresh_model(anew=True)
            case "results":
                self.host.open_results()
            case "rules":
                self._rules()
            case "back":
                self._leave()
            case _ if key.startswith("row:"):
                table = int(key.removeprefix("row:"))
                chosen = self.row
                if chosen is not None and chosen.table == table:
                    self._sit(chosen)
                self._table = table
            case _ if not self.host.model.up:
                seconds = retry_s(self.host.model, self.host.server_ms())
                self.say("refused", tr("Not sent: no link. Trying again in {seconds} s.", seconds=seconds))
            case "new":
                self.host.open(NewTableScreen(self.host))
            case "quick":
                self._quick()
            case "chat":
                self.open_field("chat", self._draft, limit=MAX_CHAT_CELLS)
            case "rejoin":
                self._rejoin()
            case _:
                self._at_row(key)

    def _at_row(self, key: str) -> None:
        row = self.row
        if row is None:
            self.say("refused", tr("There is no table yet. N opens one, Q does so at once."))
        elif key == "yes":
            self._sit(row)
        elif key == "watch":
            self.host.server.ask(Watch(UNNUMBERED, row.table))
        elif all(chair.kind != "empty" for chair in row.chairs):
            self.say("refused", tr("Every seat at this table is taken."))
        else:
            self.host.server.ask(AddBot(UNNUMBERED, row.table))

    def _step(self, by: int) -> None:
        rows, row = self.rows, self.row
        if row is None:
            self.say("news", tr("There is no table yet. N opens one."))
            return
        self._table = rows[(rows.index(row) + by) % len(rows)].table

    def _sit(self, row: TableRow) -> None:
        if self._held_at(row):
            self.host.server.ask(TakeSeat(UNNUMBERED, row.table))
        elif all(chair.kind != "empty" for chair in row.chairs):
            self.host.server.ask(Watch(UNNUMBERED, row.table))
        elif row.private:
            self._private = row.table
            self.open_field("code", limit=32)
        else:
            self.host.server.ask(TakeSeat(UNNUMBERED, row.table))

    def _held_at(self, row: TableRow) -> bool:
        return any(self._is_mine(chair) for chair in row.chairs)

    def _is_mine(self, chair: Chair) -> bool:
        me = self.host.model.me
        return me is not None and chair.person and chair.name == me.name

    def _is_kept(self, chair: Chair) -> bool:
        return self._is_mine(chair) and chair.presence != "here"

    def _rejoin(self) -> None:
        row = self.held or next((row for row in self.rows if self._held_at(row)), None)
        if row is None:
            self.say("refused", tr("No seat is held for you here."))
        else:
            self.host.server.ask(TakeSeat(UNNUMBERED, row.table))

    def _quick(self) -> None:
        free = next(
            (
                row
                for row in self.rows
                if row.state == "waiting" and not row.private and any(chair.kind == "empty" for chair in row.chairs)
            ),
            None,
        )
        if free is not None:
            self.host.server.ask(TakeSeat(UNNUMBERED, free.table))
            self.say("news", tr("Sitting down at {table}.", table=title_of(free.title, free.table)))
            return
        options = TableOptions(name=usual_title(self.host.model))
        front = next(iter(FRONTS.values()))
        seats = front.choices.seats(front.usual)[0]
        self.host.server.ask(NewTable(rid=UNNUMBERED, options=options, game=front.usual, seats=seats))
        self.say("news", tr("Nobody is waiting, so a table is opened."))

    def _rules(self) -> None:
        row = self.row
        known = self.host.model.described.get(row.table) if row is not None else None
        if known is None:
            self.say("refused", tr("There is no table whose rules could be shown."))
        else:
            self.host.open_rules(known.options, known.game)

    def _leave(self) -> None:
        question = tr("Leave this server and go back to the first screen?")
        item = Item("leave", tr("Leave the server"), "", question, tr(label("Leave")))
        self.host.open(MenuScreen(self.host, (), lambda _: self.host.server.leave(), asking=item))

    # ---- typing

    def hint_of(self, field: str) -> str:
        """Return what stands in an empty line."""
        return tr(
            "chat, Enter sends, Esc goes back" if field == "chat" else "the code of this table, Enter sits down"
        )

    def entered(self, field: str, text: str) -> None:
        """Send a line of chat, or sit down with a code."""
        if not text:
            return
        if field == "chat":
            self._draft = ""
            if why := kept_back(text):
                self._draft = text
                self.say("refused", why)
                return
            try:
                check_text(text, MAX_CHAT_CELLS)
            except ProtocolError as error:
                self._draft = text
                self.say("refused", say(error.refusal))
                return
            self.host.server.ask(Chat(UNNUMBERED, None, text))
        elif self._private is not None:
            self.host.server.ask(TakeSeat(UNNUMBERED, self._private, code=text))

    def left_field(self, field: str, text: str) -> None:
        """Keep a line of chat as a draft."""
        if field == "chat":
            self._draft = text

    def on_surface_turned(self, event: Surface.Turned) -> None:
        """Choose with the wheel."""
        self.action_press("down" if event.by > 0 else "up")

    # ---- picture

    def paint(self, canvas: Canvas) -> list[Zone]:
        """Paint the lobby."""
        model, palette = self.host.model, self.host.palette
        row = self.row
        full = row is not None and all(chair.kind != "empty" for chair in row.chairs)
        up = model.up
        mine = row is not None and self._held_at(row)
        does = mark("Back to your seat") if mine else label("Watch" if full else "Sit down")
        first = hint(SIT, does, gold=up and row is not None, off=not up or row is None)
        others = (JOIN, WATCH, NEW, QUICK, BOT) if self.held is not None else (WATCH, NEW, QUICK, BOT)
        keys = (first, *(hint(key, off=not up) for key in others))
        if self.field:
            keys = while_typing(keys[1:])
        looks = (*(hint(key) for key in (CHAT, RESULTS, RULES, HELP, SETTINGS)), hint(BACK, label("Leave server")))
        people = len(model.people)
        title = model.server_name or tr("Lobby")
        count = trn("{count} person", "{count} people", people) if people else ""
        header = Header(title=title, parts=(count, self.host.server.invitation), link=self._link_words())
        page = Page(header=header, status=self._words(), keys=keys, looks=looks, short=title)
        frame = paint_page(canvas, page, palette)
        if frame is None:
            return []
        return [*frame.zones, *_Picture(self, canvas, frame.top, frame.bottom).paint(row)]

    def _words(self) -> Status | None:
        """Return the line above the keys: that a seat is kept, unless something was refused just now."""
        row, status = self.held, self.status
        if row is None or (status is not None and status.kind == "refused"):
            return status
        name = title_of(row.title, row.table)
        left = self._kept_s(row)
        if left > 0:
            kept = tr("Your seat at {table} is kept for {time}. J takes you back.", table=name, time=clock_text(left))
            return Status("question", (kept,))
        if any(chair.stand_in for chair in row.chairs if self._is_mine(chair)):
            return Status("question", (tr("The computer plays for you at {table}. J takes you back.", table=name),))
        return Status("question", (tr("Your seat at {table} is kept. J takes you back.", table=name),))

    def _kept_s(self, row: TableRow) -> int:
        """Return for how many seconds more the server keeps our seat; 0 once somebody else may play for it."""
        mine = next((seat for seat, chair in enumerate(row.chairs) if self._is_mine(chair)), None)
        until = row.kept_until_ms[mine] if mine is not None and mine < len(row.kept_until_ms) else None
        return 0 if until is None else times.seconds(until - self.host.server_ms())

    def _link_words(self) -> str:
        model = self.host.model
        name = model.me.name if model.me is not None else ""
        match model.link:
            case Up(ms=ms):
                answer = tr("{ms} ms", ms=ms) if ms is not None else ""
            case _:
                answer = tr("no link")
        return "   ".join(word for word in (name, answer) if word)


class _Picture:
    """Paints what is between header and status line."""

    def __init__(self, screen: LobbyScreen, canvas: Canvas, top: int, bottom: int) -> None:
        self.screen, self.canvas, self.palette = screen, canvas, screen.host.palette
        self.model = screen.host.model
        self.top, self.bottom = top, bottom
        self.beside = canvas.width >= PANE_FROM
        self.pane = canvas.width - (34 if canvas.width >= 110 else 25) if self.beside else canvas.width
        self.zones: list[Zone] = []

    def paint(self, chosen: TableRow | None) -> list[Zone]:
        rules = self._rules(chosen)
        chat = 0 if self.beside else min(4, max(0, self.bottom - self.top - 10))
        room = self.bottom - self.top - chat - len(rules) - 3
        y = self._tables(chosen, max(room, 2))
        y += 1 if y + len(rules) + chat < self.bottom else 0
        for text, quiet in rules:
            if y >= self.bottom:
                break
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
        paint_heading(canvas, 1, y, tr("Tables"), width, palette)
        heads = (tr("Table"), tr("Game"), tr("Seats"), tr("State"))
        columns = self._columns(width, heads)
        for (x, cells), word in zip(columns, heads, strict=True):
            canvas.put(x, y + 1, fit(word, cells, palette.glyphs.more), palette.quiet)
        y += 2
        rows = self.model.rows
        if not rows:
            words = tr("No tables yet. N opens one, Q opens one at once.")
            canvas.put(3, y, fit(words, width - 3, palette.glyphs.more), palette.quiet)
            return y + 1
        place = rows.index(chosen) if chosen in rows else 0
        first = min(max(place - room // 2, 0), max(len(rows) - room, 0))
        for row in rows[first : first + room]:
            self._row(y, row, columns, chosen=chosen is row)
            y += 1
        return y

    def _columns(self, width: int, heads: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
        """Return where the columns begin and how wide they are; the table's name takes what is left."""
        rows, server_ms = self.model.rows, self.screen.host.server_ms()
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
            state_of(row, self.screen.host.server_ms()),
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
    return tr("free") if chair.kind == "empty" else clean_text(chair.name, MAX_NAME_CELLS)
