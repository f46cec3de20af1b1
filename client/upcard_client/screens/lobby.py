"""The tables and people of a server, their talk, and the rules of the chosen table in a sentence."""

from typing import ClassVar, Final

from msgspec.structs import replace
from textual.binding import BindingType

from upcard_client import news
from upcard_client.attable import title_of
from upcard_client.games.fronts import FRONTS
from upcard_client.keys import USUAL, Key
from upcard_client.locale import label, mark, tr, trn
from upcard_client.network.linkwords import notice, say
from upcard_client.news import News
from upcard_client.screens.filtering import MAX_TEXT, Filter
from upcard_client.screens.host import Host
from upcard_client.screens.lobbypicture import LobbyPicture, chair_name, game_of, shows_chat
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
)
from upcard_client.screens.situating import retry_s
from upcard_client.screens.surface import Page, Surface
from upcard_client.state import UNNUMBERED, Up
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.frame import (
    Header,
    Status,
    Zone,
    clock_text,
)
from upcard_client.words import times
from upcard_client.words.chatter import kept_back
from upcard_client.words.naming import usual_title
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.table import Chair, TableOptions
from upcard_protocol.wire.clean import MAX_CHAT_CELLS, check_text
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.replies import TableRow
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
CHAT: Final = USUAL["chat"]
JOIN: Final = Key("rejoin", ("j",), "J", label("Rejoin"), mark("go back to a seat that is held for you"))
FILTER: Final = Key("filter", ("f",), "F", label("Filter"), mark("list the tables with some words in them"))
KINDS_BACK, KINDS_ON = (
    Key("left", ("left",), "Left", "", mark("list all tables, those with a free seat, or those in play")),
    Key("right", ("right",), "Right", "", mark("list all tables, those with a free seat, or those in play")),
)
RESULTS: Final = Key("results", ("o",), "O", label("My results"), mark("the matches that you have played"))

LOBBY_KEYS: Final = (SIT, WATCH, NEW, QUICK, BOT, CHAT, FILTER, KINDS_BACK, KINDS_ON, JOIN, RESULTS)
"""The keys of this screen, in the order of the help."""


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
        self._filter = Filter()

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """The tables that are listed, by number, so that no row moves under the cursor."""
        rows = self.host.model.rows
        return tuple(filter(self._is_listed, rows)) if self._filter.on else rows

    @property
    def row(self) -> TableRow | None:
        """The chosen table; before anything is chosen, the one that holds our seat."""
        rows = self.rows
        held = self.held
        first = held if held in rows else rows[0] if rows else None
        return next((row for row in rows if row.table == self._table), first)

    @property
    def held(self) -> TableRow | None:
        """The table that keeps a seat for us while we are gone."""
        return next((row for row in self.host.model.rows if any(map(self._is_kept, row.chairs))), None)

    def _is_listed(self, row: TableRow) -> bool:
        return self._filter.fits(row, title_of(row.title, row.table), game_of(row), *map(chair_name, row.chairs))

    def greet(self, words: str) -> None:
        """Say how we came here."""
        if self.host.server.invitation:
            # What is to be typed comes last, with no full stop that could be taken for a part of it.
            self.say("done", f"{tr('N opens a table.')} {words}")
        else:
            how = tr("W watches the chosen table." if self._guest else "Choose a table, or press N for a new one.")
            self.say("done", f"{words} {how}".strip())

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
        if self.held is not None or any(row.state == "paused" for row in self.host.model.rows):
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
                case news.Said(line=line) if line.table is None and not shows_chat(*self.size):
                    self.say("news", f"{self.host.model.speaker(line)}: {line.text}")
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
            case "filter":
                self.open_field("filter", self._filter.text, limit=MAX_TEXT)
            case "left" | "right":
                self._list(self._filter.stepped(1 if key == "right" else -1))
            case "back" if self._filter.on:
                self._list(Filter())
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
            case "new" | "quick" | "bot" if self._guest:
                self.say("refused", say(Refusal("guest")))
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
            none = tr("There is no table yet. N opens one, Q does so at once.")
            self.say("refused", tr("No table fits. Esc lists all.") if self._filter.on else none)
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
            none = tr("There is no table yet. N opens one.")
            self.say("news", tr("No table fits. Esc lists all.") if self._filter.on else none)
            return
        self._table = rows[(rows.index(row) + by) % len(rows)].table

    def _list(self, listed: Filter) -> None:
        """List other tables; the cursor stays on its table where that is among them, or comes back to it later."""
        row = self.row
        self._table = row.table if row is not None else self._table
        self._filter = listed

    def _sit(self, row: TableRow) -> None:
        if self._held_at(row):
            self.host.server.ask(TakeSeat(UNNUMBERED, row.table))
        elif self._guest or all(chair.kind != "empty" for chair in row.chairs):
            self.host.server.ask(Watch(UNNUMBERED, row.table))
        elif row.private:
            self._private = row.table
            self.open_field("code", limit=32)
        else:
            self.host.server.ask(TakeSeat(UNNUMBERED, row.table))

    @property
    def _guest(self) -> bool:
        """Are we a guest here, who can watch and nothing else?"""
        me = self.host.model.me
        return me is not None and me.guest

    def _held_at(self, row: TableRow) -> bool:
        return any(self._is_mine(chair) for chair in row.chairs)

    def _is_mine(self, chair: Chair) -> bool:
        me = self.host.model.me
        return me is not None and chair.person and chair.name == me.name

    def _is_kept(self, chair: Chair) -> bool:
        return self._is_mine(chair) and chair.presence != "here"

    def _rejoin(self) -> None:
        row = self.held or next((row for row in self.host.model.rows if self._held_at(row)), None)
        if row is None:
            self.say("refused", tr("No seat is held for you here."))
        else:
            self.host.server.ask(TakeSeat(UNNUMBERED, row.table))

    def _quick(self) -> None:
        free = next(
            (
                row
                for row in self.host.model.rows
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
        order = NewTable(rid=UNNUMBERED, options=options, game=front.usual, seats=seats)
        if not self.host.model.asked_already(order):
            self.host.server.ask(order)
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
        match field:
            case "chat":
                return tr("chat, Enter sends, Esc goes back")
            case "filter":
                return tr("words in title, game or names, Enter lists them")
            case _:
                return tr("the code of this table, Enter sits down")

    def question_of(self, field: str) -> str:
        """Return what is asked for before the line."""
        match field:
            case "chat":
                return tr("Chat:")
            case "filter":
                return tr("Filter:")
            case _:
                return tr("Code:")

    def entered(self, field: str, text: str) -> None:
        """List some tables, send a line of chat, or sit down with a code."""
        if field == "filter":
            self._list(replace(self._filter, text=text))
            return
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
        model, row = self.host.model, self.row
        full = row is not None and all(chair.kind != "empty" for chair in row.chairs)
        up = model.up
        mine = row is not None and self._held_at(row)
        guest = self._guest
        does = mark("Back to your seat") if mine else label("Watch" if full or guest else "Sit down")
        first = hint(SIT, does, gold=up and row is not None, off=not up or row is None)
        others = (JOIN, WATCH, NEW, QUICK, BOT) if self.held is not None else (WATCH, NEW, QUICK, BOT)
        keys = (first, *(hint(key, off=not up or (guest and key in (NEW, QUICK, BOT))) for key in others))
        leaves = label("List all" if self._filter.on else "Leave server")
        looks = (*(hint(key) for key in (CHAT, FILTER, RESULTS, RULES, HELP, SETTINGS)), hint(BACK, leaves))
        people = len(model.people)
        title = model.server_name or tr("Lobby")
        count = trn("{count} person", "{count} people", people) if people else ""
        header = Header(title=title, parts=(count, self.host.server.invitation), link=self._link_words())
        page = Page(header=header, status=self._words(), keys=keys, looks=looks, short=title)
        frame = self.framed(canvas, page)
        if frame is None:
            return []
        picture = LobbyPicture(self.host, canvas, (frame.top, frame.bottom), self.rows, self._filter)
        return [*frame.zones, *picture.paint(row)]

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
