"""What all screens but the card table have in common: a surface, keys, one line to type into, a status line."""

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from upcard_client.attentive import Typed, do
from upcard_client.keys import USUAL, Key, latin
from upcard_client.locale import label, mark, status, tr
from upcard_client.news import News
from upcard_client.screens.host import Host
from upcard_client.screens.surface import Frame, Page, Surface, paint_page, status_row
from upcard_client.widgets.canvas import Canvas, width_of
from upcard_client.widgets.entry import Entry
from upcard_client.widgets.frame import Hint, Status, StatusKind, Zone, paint_notice
from upcard_client.widgets.sizes import SizeClass, size_class
from upcard_client.widgets.toosmall import paint_too_small
from upcard_client.words.phrases import Line


def key_bindings(keys: Iterable[Key]) -> list[BindingType]:
    """Return the bindings of a screen's keys, in every layout."""
    return [
        Binding(
            ",".join(key.bound),
            f"press('{key.id}')",
            key.label,
            show=False,
            key_display=key.cap,
            tooltip=key.sentence,
            id=f"screen.{key.id}",
        )
        for key in keys
    ]


def hint(key: Key, words: str = "", *, gold: bool = False, off: bool = False) -> Hint:
    """Return a key for the key rows, with other words than its own where they are marked for that."""
    return Hint(key.id, key.cap, (tr(words or key.label),), "off" if off else "gold" if gold else "open")


UP, DOWN, LEFT, RIGHT = (
    Key("up", ("up",), "Up", "", mark("the line above")),
    Key("down", ("down",), "Down", "", mark("the line below")),
    Key("left", ("left",), "Left", "", mark("change the line")),
    Key("right", ("right",), "Right", "", mark("change the line")),
)
BACK = Key("back", ("escape",), "Esc", label("Back"), mark("back"))
HELP, SETTINGS, RULES, REDRAW = USUAL["help"], USUAL["settings"], USUAL["rules"], USUAL["redraw"]

TYPED = Key("typed", (), "Enter", label("Done"), mark("take what is typed"))
NEXT = Binding("tab,shift+tab", "leave_entry", "Next", show=False, id="screen.next")

UNKNOWN_KEY = status("{key} does nothing here. ? shows the keys.")
"""What is said of a key that does nothing."""

TAKES: Final = status("Enter takes it, Esc goes back.")
"""Stands above the keys while a line that has its name beside it is typed."""

FIELD = "field:"
"""Begins the key of a zone over which a line is typed."""


class _TypedLine(Struct, frozen=True):
    """How a line to type into begins."""

    value: str
    limit: int
    secret: bool


class PaintedScreen(Screen[None]):
    """A screen painted by `paint`, whose keys are judged by `pressed`.

    Attributes:
        status: the line above the keys.
        field: which line is being typed, or nothing.
    """

    DEFAULT_CSS = """
    PaintedScreen { layers: below above; overflow: hidden; }
    PaintedScreen > Surface { layer: below; }
    PaintedScreen > Entry { layer: above; position: absolute; display: none; height: 1; border: none; padding: 0; }
    PaintedScreen > Entry:focus { border: none; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [NEXT]

    KEYS: ClassVar[tuple[Key, ...]] = ()
    """The screen's own keys; each subclass binds them with `key_bindings`."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self.status: Status | None = None
        self.field = ""
        self._line: _TypedLine | None = None
        self._surface: Surface | None = None
        self._entry: Entry | None = None

    # ---- for subclasses (Textual's own metaclass leaves no room for abstract methods)

    def paint(self, canvas: Canvas) -> list[Zone]:
        """Paint the screen, and return what can be clicked."""
        raise NotImplementedError

    def pressed(self, key: str) -> None:
        """Do what a key does; `key` is the id of one of `KEYS`, or the key of a zone."""
        raise NotImplementedError

    def entered(self, field: str, text: str) -> None:
        """Take what was typed into a line."""

    def left_field(self, field: str, text: str) -> None:
        """Take notice that a line was left with Esc."""

    def hear(self, told: tuple[News, ...]) -> None:
        """Take the news; the picture is painted again afterwards."""

    def hint_of(self, field: str) -> str:
        """Return what stands in an empty line that has room for it."""
        del field
        return ""

    def question_of(self, field: str) -> str:
        """Return what is asked for before a line above the keys; nothing for one that has a place of its own."""
        del field
        return ""

    # ---- picture

    def painted(self, canvas: Canvas) -> list[Zone]:
        """Paint the screen, and above it what the table that it covers asks of us.

        A window that is too small for the screen says what the table's own would say there.
        """
        bar, palette = self.host.below, self.host.palette
        if bar is not None and size_class(canvas.width, canvas.height) is SizeClass.TOO_SMALL:
            paint_too_small(canvas, bar.in_short, palette, gold=bar.kind == "turn")
            return []
        zones = self.paint(canvas)
        if bar is not None and (bar.kind == "lost" or self._awaited):
            paint_notice(canvas, bar, palette)
        return zones

    def framed(self, canvas: Canvas, page: Page) -> Frame | None:
        """Paint the frame; while a line is typed it offers only what works then: all other keys go into the line."""
        palette = self.host.palette
        if not self.field:
            return paint_page(canvas, page, palette)
        question = self.question_of(self.field)
        said = Status("question", (question,)) if question else page.status
        offered = (hint(TYPED, gold=True), hint(BACK))
        page = replace(page, keys=offered, looks=(), steady=bool(page.looks), status=said)
        frame = paint_page(canvas, page, palette)
        if frame is not None and question:
            row = status_row(canvas.height)
            x = width_of(canvas.row_text(row).rstrip()) + 1
            frame.zones.append(Zone(x, row, canvas.width - x - 1, 1, key=FIELD + self.field))
        return frame

    @property
    def _awaited(self) -> bool:
        """Does a table wait for our move, or for our being ready for the next hand?"""
        return any(at.my_turn or (at.hand_over and at.ready_wanted) for at in self.host.model.tables.values())

    def compose(self) -> ComposeResult:
        """Hold the picture and the line to type into."""
        self._surface = Surface(self.painted, lambda: self.host.palette)
        self._entry = Entry()
        yield self._surface
        yield self._entry

    @property
    def surface(self) -> Surface:
        """The picture. It is held on to: at the end of the program a screen may outlive what is on it."""
        assert self._surface is not None, "nothing is composed yet"
        return self._surface

    @property
    def there(self) -> bool:
        """Is the picture there? Not before the screen is composed, and not once it is on its way out."""
        return any(isinstance(child, Surface) for child in self.children)

    @property
    def entry(self) -> Entry:
        """The line to type into."""
        assert self._entry is not None, "nothing is composed yet"
        return self._entry

    @property
    def screen_text(self) -> str:
        """What is on the screen as text, without what is being typed."""
        return self.surface.screen_text

    def refresh_model(self, *, anew: bool = False) -> None:
        """Paint what is known now."""
        if self.is_mounted and self.there:
            self.surface.repaint(anew=anew)
            self._place_entry()

    def say(self, kind: StatusKind, line: Line | str) -> None:
        """Put a line above the keys."""
        self.status = Status(kind, (line,) if isinstance(line, str) else line)
        self.refresh_model()

    def on_mount(self) -> None:
        """Listen to the keys, or show the line that was opened before the screen was there."""
        if self._line is not None:
            self._show_line(self._line)
        else:
            self.set_focus(self.surface, scroll_visible=False)

    def on_resize(self) -> None:
        """Paint for the new window."""
        self.refresh_model()

    # ---- keys and mouse

    def action_press(self, key: str) -> None:
        """Do what a key does, unless a line is being typed."""
        if self.field:
            if key == "back":
                self.close_field()
            elif key in ("up", "down"):
                self.submit_field()
                self.pressed(key)
            return
        self.status = None
        self.pressed(key)
        self.refresh_model()

    def action_leave_entry(self) -> None:
        """Take what was typed, as Enter does; where nothing is typed there is no next line to go to."""
        if self.field:
            self.submit_field()
        else:
            self.say("refused", tr(UNKNOWN_KEY, key="TAB"))

    async def take(self, typed: Typed) -> None:
        """Do all that a key or a paste does: to the line that is typed, or to the screen."""
        if isinstance(typed, events.Paste):
            if self.field:
                self.entry.put(typed.text)
        elif not self.field:
            await self.take_key(typed)
        elif typed.key == "enter":
            self.submit_field()
        elif typed.key in ("up", "down"):
            self.action_press(typed.key)
        elif not await self.entry.edited(typed):
            await do(self, typed.key)

    async def take_key(self, event: events.Key) -> None:
        """Do what a key does, or say that it does nothing here."""
        if await do(self, event.key):
            return
        letter = latin(event.character) if event.character else ""
        shown = (letter if letter.isascii() else event.character or "") if event.is_printable else event.key
        self.say("refused", tr(UNKNOWN_KEY, key=(shown or event.key).upper()))

    def on_surface_clicked(self, event: Surface.Clicked) -> None:
        """Do what a click does; it ends what is being typed."""
        event.stop()
        if self.field and event.key == BACK.id:
            self.close_field()
            return
        if self.field:
            self.submit_field()
        if event.key == TYPED.id:
            return
        if event.key.startswith(FIELD):
            self.pressed(event.key)
        else:
            self.action_press(event.key)

    # ---- typing

    def open_field(self, field: str, value: str = "", *, limit: int = 64, secret: bool = False) -> None:
        """Open a line to type into: over its zone on the picture, or over the status line."""
        self.field = field
        self._line = _TypedLine(value, limit, secret)
        if self._entry is not None:
            self._show_line(self._line)

    def _show_line(self, line: _TypedLine) -> None:
        entry = self.entry
        entry.max_length = line.limit
        entry.password = line.secret
        entry.placeholder = self.hint_of(self.field)
        entry.value = line.value
        entry.cursor_position = len(line.value)
        entry.display = True
        self.refresh_model()
        # At once: what comes next in the same burst, be it an arrow, is the line's already.
        self.set_focus(entry, scroll_visible=False)

    def close_field(self) -> None:
        """Leave the line without taking what was typed."""
        field, text = self.field, self.entry.value
        self._hide_entry()
        self.left_field(field, text)
        self.refresh_model()

    def submit_field(self) -> None:
        """Take what was typed."""
        field, text = self.field, self.entry.value
        self._hide_entry()
        self.status = None
        self.entered(field, text.strip())
        self.refresh_model()

    def _hide_entry(self) -> None:
        self.field, self._line = "", None
        self.entry.display = False
        self.entry.value = ""
        self.set_focus(self.surface, scroll_visible=False)

    def _place_entry(self) -> None:
        if not self.field:
            return
        zone = self.surface.zone(FIELD + self.field)
        width, height = self.surface.size
        spot = zone or Zone(1, status_row(height), width - 2, 1)
        palette = self.host.palette
        styles: Any = self.entry.styles
        styles.offset = (spot.x, spot.y)
        styles.width = max(spot.width, 8)
        said = self.hint_of(self.field)
        self.entry.placeholder = said if width_of(said) < spot.width else ""
        ground, ink = palette.button_open.bgcolor, palette.button_open.color
        if ground is not None and ink is not None and not palette.outlined:
            styles.background, styles.color = ground.name, ink.name
