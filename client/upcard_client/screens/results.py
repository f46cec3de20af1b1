"""My results: every finished match that this computer or the server keeps, to be looked at again or sent on.

The server's matches are listed as far as one scrolls, among those that are here. One that only the server has is
fetched before anything is done with it, and stays.
"""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from textual.binding import BindingType

from upcard_client import news
from upcard_client.directories import as_typed
from upcard_client.failures import ClientError, reason
from upcard_client.keys import Key
from upcard_client.locale import label, mark, spoken_language, status, tr, trn
from upcard_client.looks.glyphs import Glyphs
from upcard_client.matches import fetching
from upcard_client.matches.clauses import fault_said
from upcard_client.matches.holdings import Holding, holdings
from upcard_client.matches.matchfile import record_of
from upcard_client.matches.shelf import Shelf
from upcard_client.matches.verifying import verify_file
from upcard_client.network.linkwords import say
from upcard_client.news import News
from upcard_client.replay.exporting import export
from upcard_client.replay.history import Played, listed, played
from upcard_client.replay.moments import replay_of
from upcard_client.screens.host import Host
from upcard_client.screens.painted import (
    BACK,
    DOWN,
    HELP,
    REDRAW,
    SETTINGS,
    UP,
    PaintedScreen,
    hint,
    key_bindings,
)
from upcard_client.screens.reader import Block, ReaderScreen, TextPage
from upcard_client.screens.replay import ReplayScreen
from upcard_client.screens.resultlist import ROW, paint_rows, place_of
from upcard_client.screens.surface import Page, Surface
from upcard_client.state import Lost
from upcard_client.widgets.canvas import Canvas, fit
from upcard_client.widgets.frame import Header, Zone, put_wrapped
from upcard_protocol.rules.record import NotationError
from upcard_protocol.wire.replies import Matches, MatchRow
from upcard_protocol.wire.requests import MyMatches

SHOW: Final = Key("yes", ("enter",), "Enter", label("Replay"), mark("step through the match"))
VERIFY: Final = Key("verify", ("v",), "V", label("Verify"), mark("check the shuffle, and that nothing was changed"))
EXPORT: Final = Key("export", ("e",), "E", label("Export"), mark("write the match as a file somewhere else"))
IMPORT: Final = Key("import", ("i",), "I", label("Import"), mark("take a match from a file"))
PAGE_UP: Final = Key("page_up", ("pageup",), "PgUp", "", mark("a page up"))
PAGE_DOWN: Final = Key("page_down", ("pagedown",), "PgDn", "", mark("a page down"))

RESULTS_KEYS: Final = (SHOW, VERIFY, EXPORT, IMPORT)
"""The keys of this screen, in the order of the help."""

LONGEST_PATH: Final = 1000
"""Characters of a path that is typed."""


def help_page(glyphs: Glyphs) -> TextPage:
    """Return the help of the list."""
    moving = (
        ("Up Down", tr("choose a match")),
        ("PgUp PgDn", tr("a page up or down")),
        (BACK.cap, tr(BACK.sentence)),
    )
    signs = (
        (glyphs.more_below, tr("kept on the server: Enter fetches it, and it stays here")),
        (glyphs.dot, tr("kept here and on the server")),
    )
    return TextPage(
        tr("Help: my results"),
        (
            Block(tr("A match"), tuple((key.cap, tr(key.sentence)) for key in RESULTS_KEYS)),
            Block(tr("The list"), moving),
            Block(tr("Signs"), signs),
        ),
        tr("The files are text, and anybody can check them: {command}.", command="upcard verify FILE"),
    )


class ResultsScreen(PaintedScreen):
    """The matches on the shelf, and those that the server keeps while there is one.

    Args:
        host: the app.
        shelf: where they are.
        leave: takes the screen away.
        home: where exports go unless somebody says otherwise.
    """

    KEYS = (*RESULTS_KEYS, UP, DOWN, PAGE_UP, PAGE_DOWN, HELP, SETTINGS, REDRAW, BACK)
    BINDINGS: ClassVar[list[BindingType]] = key_bindings(KEYS)

    def __init__(self, host: Host, shelf: Shelf, leave: Callable[[], None], home: Path | None = None) -> None:
        super().__init__(host)
        self._shelf = shelf
        self._leave_screen = leave
        self._home = home or Path.home()
        self._holdings = self._found()
        self._read: dict[Path, Played] = {}
        self._language = spoken_language()
        self._chosen = 0
        self._moved = False
        self._top = 0
        self._rows = 1
        self._wanted: tuple[str, str] | None = None
        """What is to be done with a match once it is fetched: a key, and the name of the match."""

    @property
    def chosen(self) -> Holding | None:
        """The chosen match."""
        return self._holdings[self._chosen] if self._holdings else None

    # ---- what there is

    @property
    def _server(self) -> bytes:
        server = self.host.model.server
        return b"" if server is None else server.server

    def _found(self) -> tuple[Holding, ...]:
        """Return the matches that are here or on the server; those that are being judged come when they are."""
        model = self.host.model
        rows = (row for row in model.kept.rows if (row.table, row.match) not in model.witnesses)
        return holdings(self._shelf.games(), rows, self._server)

    def look_again(self, choose: str = "") -> None:
        """Take up what there is by now; the match that was chosen stays it, unless another one is named."""
        chosen = choose or (self.chosen.name if self.chosen is not None and self._moved else "")
        self._holdings = self._found()
        names = [holding.name for holding in self._holdings]
        self._choose(names.index(chosen) if chosen in names else min(self._chosen, max(len(names) - 1, 0)))

    def on_mount(self) -> None:
        """Listen to the keys, and begin to read."""
        super().on_mount()
        self.host.server.change(fetching.begin)
        self.call_after_refresh(self.read_on)

    def read_on(self) -> None:
        """Read the next match that is on the screen and was not read; one at a time, so that keys are heard."""
        shown = [each.path for each in self._holdings[self._top : self._top + self._rows] if each.path is not None]
        path = next((path for path in shown if path not in self._read), None)
        if path is None:
            self._list_on()
            return
        self._read[path] = played(path)
        if self.is_mounted:
            self.refresh_model()
            self.call_after_refresh(self.read_on)

    def _list_on(self) -> None:
        """Ask the server for more once the last that it has listed is nearly on the screen."""
        last = max((n for n, each in enumerate(self._holdings) if each.row is not None), default=0)
        if self.host.model.kept.next is not None and self._top + 2 * self._rows > last:
            self.host.server.change(fetching.go_on)

    def _known(self, holding: Holding) -> Played | None:
        """Return what is known of a match: what its file says, until that is read what the server does."""
        here = None if holding.path is None else self._read.get(holding.path)
        return here if here is not None or holding.row is None else listed(holding.row)

    # ---- the server

    def hear(self, told: tuple[News, ...]) -> None:
        """Take up what the server lists and tells."""
        for item in told:
            match item:
                case news.Answered(answer=Matches()) | news.ShuffleJudged():
                    self.look_again()
                case news.MatchFetched():
                    self._fetched(item)
                case news.MatchNotFetched(refusal=refusal):
                    self._wanted = None
                    self.say("refused", say(refusal))
                case news.Denied(request=MyMatches(), refusal=refusal):
                    self.say("refused", say(refusal))
                case news.Entered(again=True):
                    self.host.server.change(fetching.begin)
                    self.say("done", tr("The link is back."))
                case news.LinkMoved() if isinstance(self.host.model.link, Lost):
                    self.say("refused", tr(LOST))
                case _:
                    pass

    def _fetch(self, key: str, holding: Holding, row: MatchRow) -> None:
        """Ask for a match that only the server has."""
        if not self.host.model.up:
            self.say("refused", tr(LOST))
            return
        self._wanted = key, holding.name
        self.say("news", tr("Fetching the match from {server}.", server=self.host.model.server_name))
        self.host.server.change(lambda model: fetching.fetch(model, row))

    def _fetched(self, fetched: news.MatchFetched) -> None:
        """Put a match on the shelf, and do what it was fetched for if it is still what one looks at."""
        wanted, self._wanted = self._wanted, None
        if fetched.record is None:
            self.say("refused", tr("What the server told is no whole match."))
            return
        try:
            path = self._shelf.put(self._server, fetched.table, fetched.match, fetched.record)
        except OSError as error:
            self.say("refused", tr("The match could not be kept: {why}.", why=reason(error)))
            return
        before = self.chosen.name if self.chosen is not None else ""
        self._moved = True
        self.look_again()
        self.say("done", tr("The match is kept in {path}.", path=as_typed(path)))
        looked_at = wanted is not None and wanted[1] == before == path.name and not self.field and self.is_current
        if wanted is not None and looked_at:
            self._use(wanted[0], path)

    # ---- keys

    def pressed(self, key: str) -> None:
        """Choose a match, and do something with it."""
        match key:
            case "up" | "down" | "page_up" | "page_down":
                self._step({"up": -1, "down": 1, "page_up": -self._rows, "page_down": self._rows}[key])
            case "import":
                self.open_field("import", limit=LONGEST_PATH)
            case "help":
                self.host.open(ReaderScreen(self.host, (help_page(self.host.palette.glyphs),)))
            case "settings":
                self.host.open_settings()
            case "redraw":
                self.refresh_model(anew=True)
            case "back":
                self._leave_screen()
            case _ if key.startswith(ROW):
                self._clicked(int(key.removeprefix(ROW)))
            case _ if self.chosen is None:
                self.say("refused", tr("There is no match yet. I takes one from a file."))
            case _:
                self._have(key, self.chosen)

    def _have(self, key: str, holding: Holding) -> None:
        """Do something with a match, once it is here."""
        if holding.path is not None:
            self._use(key, holding.path)
        elif holding.row is not None:
            self._fetch(key, holding, holding.row)

    def _use(self, key: str, path: Path) -> None:
        match key:
            case "yes":
                self._show(path)
            case "verify":
                self._verify(path)
            case "export":
                self.open_field("export", as_typed(self._home), limit=LONGEST_PATH)
            case _:
                pass

    def _step(self, by: int) -> None:
        self._moved = True
        self._choose(max(0, min(self._chosen + by, len(self._holdings) - 1)))

    def _choose(self, place: int) -> None:
        self._chosen = place
        self._top = max(min(self._top, place), place - self._rows + 1)
        if self.is_mounted:
            self.call_after_refresh(self.read_on)

    def _clicked(self, place: int) -> None:
        """Choose a match; a click on the chosen one steps through it."""
        self._moved = True
        if place == self._chosen and self.chosen is not None:
            self._have(SHOW.id, self.chosen)
        else:
            self._choose(place)

    def on_surface_turned(self, event: Surface.Turned) -> None:
        """Step with the wheel."""
        self.action_press("down" if event.by > 0 else "up")

    def _show(self, path: Path) -> None:
        try:
            replay = replay_of(record_of(path))
        except ClientError as problem:
            self.say("refused", tr("It cannot be played again: {why}", why=str(problem)))
        except NotationError as problem:
            self.say("refused", tr("It cannot be played again: {why}", why=fault_said(problem.fault)))
        else:
            self.host.open(ReplayScreen(self.host, replay, self.host.close))

    def _verify(self, path: Path) -> None:
        try:
            said = verify_file(path, self._shelf)
        except ClientError as error:
            self.say("refused", _without(path, str(error)))
        else:
            self.say("done", _without(path, said))

    # ---- files

    def hint_of(self, field: str) -> str:
        """Return what stands in an empty line."""
        return tr("the file to take in, Enter takes it" if field == "import" else "where to write it")

    def question_of(self, field: str) -> str:
        """Return what is asked for before the line."""
        return tr("Which file?" if field == "import" else "Where to?")

    def entered(self, field: str, text: str) -> None:
        """Export the chosen match, or take one in."""
        path = Path(text).expanduser() if text else None
        if path is None:
            return
        try:
            if field == "import":
                self._take_in(path)
            elif self.chosen is not None and self.chosen.path is not None:
                self.say("done", tr("Exported as {path}", path=as_typed(export(self.chosen.path, path))))
        except ClientError as error:
            self.say("refused", str(error))
        except OSError as error:
            self.say("refused", tr("{path} cannot be written: {why}.", path=str(path), why=reason(error)))

    def _take_in(self, path: Path) -> None:
        kept = self._shelf.take_in(path)
        self._moved = True
        self.look_again(kept.name)
        self.say("done", tr("{path} is among your results.", path=as_typed(path)))

    # ---- picture

    def refresh_model(self, *, anew: bool = False) -> None:
        """Paint what is known now; after a change of the language it is read again, since what is read is words."""
        if self._language != spoken_language():
            self._language = spoken_language()
            self._read.clear()
            self.call_after_refresh(self.read_on)
        super().refresh_model(anew=anew)

    def paint(self, canvas: Canvas) -> list[Zone]:
        """Paint the list, and where the chosen match is."""
        palette, count, model = self.host.palette, len(self._holdings), self.host.model
        keys = tuple(hint(key, gold=key is SHOW and count > 0) for key in RESULTS_KEYS)
        looks = (hint(HELP), hint(SETTINGS), hint(BACK))
        matches = trn("{count} match", "{count} matches", count) if count else ""
        more = tr("more on the server") if model.kept.next is not None else ""
        header = Header(title=tr("My results"), parts=tuple(filter(None, (matches, more))))
        frame = self.framed(canvas, Page(header=header, status=self.status, keys=keys, looks=looks))
        if frame is None:
            return []
        chosen = self.chosen
        if chosen is None:
            asking = ASKING if model.up else LOST
            said = tr(asking if model.asking(MyMatches) else NOTHING)
            put_wrapped(canvas, 2, frame.top + 1, said, palette.news, palette, frame.bottom - frame.top - 1)
            return frame.zones
        bottom = frame.bottom - 2
        self._rows = max(bottom - frame.top - 1, 1)
        self._top = max(min(self._top, self._chosen), self._chosen - self._rows + 1)
        shown = [(each, self._known(each)) for each in self._holdings[self._top : self._top + self._rows]]
        zones = paint_rows(canvas, palette, frame.top, shown, self._top, self._chosen)
        place = place_of(chosen, model.server_name, palette, canvas.width, up=model.up)
        canvas.put(2, bottom, fit(place, canvas.width - 3, palette.glyphs.more), palette.quiet)
        return [*frame.zones, *zones]


NOTHING: Final = status("No match is kept yet: each is, as soon as it is over.")
ASKING: Final = status("Asking the server for your matches.")
LOST: Final = status("The link is lost: what the server keeps comes when it is back.")


def _without(path: Path, said: str) -> str:
    """Return what is said of a file that stands on the screen already, without its name."""
    text = said.removeprefix(f"{path}").removeprefix(":").strip()
    return f"{text[:1].upper()}{text[1:]}"
