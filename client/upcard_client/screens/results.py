"""My results: every finished match that is kept on this computer, to be stepped through, exported and taken in."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from textual.binding import BindingType

from upcard_client.failures import ClientError, reason
from upcard_client.keys import Key
from upcard_client.locale import label, mark, spoken_language, status, tr, trn
from upcard_client.matches.clauses import fault_said
from upcard_client.matches.matchfile import record_of
from upcard_client.matches.shelf import Shelf
from upcard_client.matches.verifying import verify_file
from upcard_client.replay.exporting import export
from upcard_client.replay.history import Played, played
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
    while_typing,
)
from upcard_client.screens.reader import Block, ReaderScreen, TextPage
from upcard_client.screens.replay import ReplayScreen
from upcard_client.screens.surface import Page, Surface, paint_page
from upcard_client.widgets.canvas import Canvas, fit
from upcard_client.widgets.frame import Header, Zone
from upcard_client.words.dates import day, day_and_time
from upcard_protocol.rules.record import NotationError

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


def help_page() -> TextPage:
    """Return the help of the list."""
    moving = (
        ("Up Down", tr("choose a match")),
        ("PgUp PgDn", tr("a page up or down")),
        (BACK.cap, tr(BACK.sentence)),
    )
    return TextPage(
        tr("Help: my results"),
        (
            Block(tr("A match"), tuple((key.cap, tr(key.sentence)) for key in RESULTS_KEYS)),
            Block(tr("The list"), moving),
        ),
        tr("The files are text, and anybody can check them: {command}.", command="upcard verify FILE"),
    )


class ResultsScreen(PaintedScreen):
    """The matches on the shelf.

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
        self._paths = shelf.games()
        self._read: dict[Path, Played] = {}
        self._language = spoken_language()
        self._chosen = 0
        self._top = 0
        self._rows = 1

    @property
    def chosen(self) -> Path | None:
        """The file of the chosen match."""
        return self._paths[self._chosen] if self._paths else None

    # ---- reading

    def on_mount(self) -> None:
        """Listen to the keys, and begin to read."""
        super().on_mount()
        self.call_after_refresh(self.read_on)

    def read_on(self) -> None:
        """Read the next match that is on the screen and was not read; one at a time, so that keys are heard."""
        shown = self._paths[self._top : self._top + self._rows]
        path = next((path for path in shown if path not in self._read), None)
        if path is None:
            return
        self._read[path] = played(path)
        if self.is_mounted:
            self.refresh_model()
            self.call_after_refresh(self.read_on)

    # ---- keys

    def pressed(self, key: str) -> None:
        """Choose a match, and do something with it."""
        match key:
            case "up" | "down" | "page_up" | "page_down":
                self._step({"up": -1, "down": 1, "page_up": -self._rows, "page_down": self._rows}[key])
            case "import":
                self.open_field("import", limit=LONGEST_PATH)
            case "help":
                self.host.open(ReaderScreen(self.host, (help_page(),)))
            case "settings":
                self.host.open_settings()
            case "redraw":
                self.refresh_model(anew=True)
            case "back":
                self._leave_screen()
            case _ if key.startswith(_ROW):
                self._clicked(int(key.removeprefix(_ROW)))
            case _ if self.chosen is None:
                self.say("refused", tr("There is no match yet. I takes one from a file."))
            case _:
                self._use(key, self.chosen)

    def _use(self, key: str, path: Path) -> None:
        match key:
            case "yes":
                self._show(path)
            case "verify":
                self._verify(path)
            case "export":
                self.open_field("export", str(self._home), limit=LONGEST_PATH)
            case _:
                pass

    def _step(self, by: int) -> None:
        self._choose(max(0, min(self._chosen + by, len(self._paths) - 1)))

    def _choose(self, place: int) -> None:
        self._chosen = place
        self._top = max(min(self._top, place), place - self._rows + 1)
        if self.is_mounted:
            self.call_after_refresh(self.read_on)

    def _clicked(self, place: int) -> None:
        """Choose a match; a click on the chosen one steps through it."""
        if place == self._chosen and self.chosen is not None:
            self._show(self.chosen)
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

    def entered(self, field: str, text: str) -> None:
        """Export the chosen match, or take one in."""
        path = Path(text).expanduser() if text else None
        if path is None:
            return
        try:
            if field == "import":
                self._take_in(path)
            elif self.chosen is not None:
                self.say("done", tr("Exported as {path}", path=str(export(self.chosen, path))))
        except ClientError as error:
            self.say("refused", str(error))
        except OSError as error:
            self.say("refused", tr("{path} cannot be written: {why}.", path=str(path), why=reason(error)))

    def _take_in(self, path: Path) -> None:
        kept = self._shelf.take_in(path)
        self._paths = self._shelf.games()
        self._choose(self._paths.index(kept))
        self.say("done", tr("{path} is among your results.", path=str(path)))

    # ---- picture

    def refresh_model(self, *, anew: bool = False) -> None:
        """Paint what is known now; after a change of the language it is read again, since what is read is words."""
        if self._language != spoken_language():
            self._language = spoken_language()
            self._read.clear()
            self.call_after_refresh(self.read_on)
        super().refresh_model(anew=anew)

    def paint(self, canvas: Canvas) -> list[Zone]:
        """Paint the list, and the file of the chosen match."""
        palette, count = self.host.palette, len(self._paths)
        keys = tuple(hint(key, gold=key is SHOW and count > 0) for key in RESULTS_KEYS)
        keys = while_typing(keys) if self.field else keys
        looks = (hint(HELP), hint(SETTINGS), hint(BACK))
        matches = trn("{count} match", "{count} matches", count) if count else ""
        header = Header(title=tr("My results"), parts=(matches,))
        frame = paint_page(canvas, Page(header=header, status=self.status, keys=keys, looks=looks), palette)
        if frame is None:
            return []
        if not count:
            canvas.put(2, frame.top + 1, fit(tr(NOTHING), canvas.width - 3, palette.glyphs.more), palette.news)
            return frame.zones
        return [*frame.zones, *self._list(canvas, frame.top, frame.bottom - 2)]

    def _list(self, canvas: Canvas, top: int, bottom: int) -> list[Zone]:
        palette, more = self.host.palette, self.host.palette.glyphs.more
        columns = _columns(canvas.width)
        for x, width, word in columns:
            canvas.put(x, top, fit(word, width, more), palette.quiet)
        self._rows = max(bottom - top - 1, 1)
        self._top = max(min(self._top, self._chosen), self._chosen - self._rows + 1)
        zones: list[Zone] = []
        for row, path in enumerate(self._paths[self._top : self._top + self._rows]):
            y, place = top + 1 + row, self._top + row
            style = palette.gold if place == self._chosen else palette.news
            if place == self._chosen:
                canvas.put(0, y, palette.glyphs.turn, palette.gold)
            match = self._read.get(path)
            for (x, width, _), word in zip(columns, _words(match, path, len(columns)), strict=True):
                canvas.put(x, y, fit(word, width, more), style)
            zones.append(Zone(0, y, canvas.width, 1, key=f"{_ROW}{place}"))
        canvas.put(2, bottom, fit(str(self.chosen), canvas.width - 3, more), palette.quiet)
        return zones


NOTHING: Final = status("No match is kept yet: each is, as soon as it is over.")

_ROW: Final = "row:"
"""Begins the key of a row that is clicked."""


def _columns(width: int) -> tuple[tuple[int, int, str], ...]:
    """Return the columns of the list: where each begins, how wide it is, and what stands over it."""
    if width < 60:
        return ((2, 10, tr("Played")), (13, width - 14, tr("Result")))
    rest = width - 20
    who, game = rest * 2 // 5, rest * 3 // 10
    return (
        (2, 16, tr("Played")),
        (20, who - 2, tr("Players")),
        (20 + who, game - 2, tr("Game")),
        (20 + who + game, rest - who - game - 1, tr("Result")),
    )


def _words(match: Played | None, path: Path, columns: int) -> tuple[str, ...]:
    if match is None:
        return (path.stem, *("",) * (columns - 1))
    began = match.started_ms
    if columns == 2:
        return path.stem if began is None else day(began), match.outcome
    when = path.stem if began is None else day_and_time(began)
    return when, ", ".join(match.who), match.game, match.outcome


def _without(path: Path, said: str) -> str:
    """Return what is said of a file that stands on the screen already, without its name."""
    text = said.removeprefix(f"{path}").removeprefix(":").strip()
    return f"{text[:1].upper()}{text[1:]}"
