"""Opening a table: a preset first, then its options as lines; `More` has every option that applies."""

from typing import ClassVar, Final

from msgspec.structs import replace
from textual.binding import BindingType

from upcard_client import news
from upcard_client.games.fronts import FRONTS
from upcard_client.keys import Key
from upcard_client.locale import label, mark, status, tr
from upcard_client.network.linkwords import say
from upcard_client.news import News
from upcard_client.screens.form import changed, clash_words, form_of, rows
from upcard_client.screens.host import Host
from upcard_client.screens.painted import (
    BACK,
    DOWN,
    FIELD,
    HELP,
    LEFT,
    REDRAW,
    RIGHT,
    RULES,
    TAKES,
    UP,
    PaintedScreen,
    hint,
    key_bindings,
)
from upcard_client.screens.rows import Row, cut_words, paint_rows, row_cells
from upcard_client.screens.surface import Page, Surface
from upcard_client.state import UNNUMBERED
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.frame import Header, Status, Zone, cut_short, line_text, wrapped
from upcard_client.words.naming import usual_title
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.table import TableOptions
from upcard_protocol.wire.clean import MAX_TITLE_CELLS, check_text
from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.requests import NewTable

OPEN: Final = Key("yes", ("enter",), "Enter", mark("Open the table"), mark("open the table and sit down"))
MORE: Final = Key("more", ("m",), "M", label("More"), mark("every option, or only the usual ones"))
CHOOSE: Final = Key("choose", ("up", "down"), "Up/Down", label("Line"), mark("choose a line"))
CHANGE: Final = Key(
    "change", ("left", "right"), "Left/Right", label("Change"), mark("change its value, or type a name or a code")
)

CHOSEN_LINE: Final = status("Up/Down choose a line, Left/Right change it.")
TYPED_LINE: Final = status("Right types it, Up/Down choose another line.")

NEW_TABLE_KEYS: Final = (CHOOSE, CHANGE, OPEN, MORE)
"""The keys of this screen, for the help."""


class NewTableScreen(PaintedScreen):
    """The form of a new table."""

    KEYS = (OPEN, MORE, UP, DOWN, LEFT, RIGHT, BACK, HELP, RULES, REDRAW)
    BINDINGS: ClassVar[list[BindingType]] = key_bindings(KEYS)

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        # Where others are, a table is for them; who is alone has the computer to play.
        others = len(host.model.people) > 1
        self.form = form_of(next(iter(FRONTS)), TableOptions(name=usual_title(host.model)), for_people=others)
        self._chosen = rows(self.form)[0].id

    def hear(self, told: tuple[News, ...]) -> None:
        """Say why the table could not be opened."""
        for item in told:
            if isinstance(item, news.Denied) and isinstance(item.request, NewTable):
                self.say("refused", say(item.refusal))

    # ---- keys

    def pressed(self, key: str) -> None:
        """Choose a line, change it, or open the table."""
        lines = rows(self.form)
        place = self._place(lines)
        chosen = lines[place]
        match key:
            case "up" | "down":
                self._chosen = lines[(place + (1 if key == "down" else -1)) % len(lines)].id
            case "left" | "right":
                self._change(chosen, 1 if key == "right" else -1)
            case "more":
                self.form = replace(self.form, more=not self.form.more)
            case "yes":
                self._open()
            case "back":
                self.host.close()
            case "help":
                self.host.open_help("new_table")
            case "rules":
                self._rules()
            case "redraw":
                self.refresh_model(anew=True)
            case _ if key.startswith(FIELD):
                self._chosen = key.removeprefix(FIELD)
                self._type(lines[self._place(lines)])
            case _:
                self._clicked(key, lines)

    def _place(self, lines: tuple[Row, ...]) -> int:
        """Return where the chosen line is; the first one where it is not listed any more."""
        return next((place for place, line in enumerate(lines) if line.id == self._chosen), 0)

    def _clicked(self, key: str, lines: tuple[Row, ...]) -> None:
        """Choose a line by a click; a click on a sign changes it."""
        kind, _, row = key.partition(":")
        line = next((line for line in lines if line.id == row), None)
        if line is None:
            return
        again = row == self._chosen
        self._chosen = row
        if kind == "less":
            self._change(line, -1)
        elif kind == "greater" or again:
            self._change(line, 1)

    def _change(self, row: Row, by: int) -> None:
        if row.typed:
            self._type(row)
            return
        self.form = changed(self.form, row.id, by)
        self._warn()

    def _warn(self) -> bool:
        """Say that options do not go together; False if they do."""
        built = self.form.built
        if not isinstance(built, Refusal):
            return False
        self.say("refused", clash_words(self.form, built))
        return True

    def _type(self, row: Row) -> None:
        value = self.form.table.name if row.id == "name" else self.form.code
        self.open_field(row.id, value, limit=MAX_TITLE_CELLS if row.id == "name" else 32)

    def hint_of(self, field: str) -> str:
        """Return what stands in an empty line."""
        return tr("a name" if field == "name" else "no code")

    def entered(self, field: str, text: str) -> None:
        """Take a name or a code."""
        try:
            if text:
                check_text(text, MAX_TITLE_CELLS)
        except ProtocolError as error:
            self.say("refused", say(error.refusal))
            return
        if field == "name":
            self.form = replace(self.form, table=replace(self.form.table, name=text))
        else:
            self.form = replace(self.form, code=text)

    def on_surface_turned(self, event: Surface.Turned) -> None:
        """Choose with the wheel."""
        self.action_press("down" if event.by > 0 else "up")

    def _rules(self) -> None:
        built = self.form.built
        if isinstance(built, Refusal):
            self.say("refused", clash_words(self.form, built))
        else:
            self.host.open_rules(self.form.table, built)

    def _open(self) -> None:
        built = self.form.built
        if isinstance(built, Refusal):
            self.say("refused", clash_words(self.form, built))
            return
        if not self.host.model.up:
            self.say("refused", tr("Not sent: no link."))
            return
        table = replace(self.form.table, code=self.form.code or None)
        order = NewTable(rid=UNNUMBERED, options=table, game=built, seats=self.form.players, bots=self.form.bots)
        if not self.host.model.asked_already(order):
            self.host.server.ask(order)
        self.say("news", tr("Opening the table."))

    # ---- picture

    def paint(self, canvas: Canvas) -> list[Zone]:
        """Paint the form."""
        palette, form = self.host.palette, self.form
        lines = rows(form)
        chosen = self._place(lines)
        hidden = cut_words(lines[chosen], row_cells(lines, canvas.width), canvas.width)
        how = tr(TAKES) if self.field else tr(TYPED_LINE) if lines[chosen].typed else hidden or tr(CHOSEN_LINE)
        said = self.status or Status("question" if self.field else "news", (how,))
        bad = isinstance(form.built, Refusal)
        typing = (hint(RIGHT, label("Type")),) if lines[chosen].typed else ()
        more = hint(MORE, label("Fewer" if form.more else "More"))
        keys = (hint(OPEN, gold=not bad, off=bad), *typing, more, hint(BACK))
        header = Header(title=tr("New table"), parts=(tr("every option"),) if form.more else ())
        page = Page(header=header, status=said, keys=keys, looks=(hint(RULES), hint(HELP)), short=tr("New table"))
        frame = self.framed(canvas, page)
        if frame is None:
            return []
        room = frame.bottom - frame.top
        # The lines give way to what they come to, but keep half of the window: they can be scrolled.
        width = canvas.width - 6
        whole = [line_text(line, palette) for line in wrapped((form.in_short(palette.glyphs.dot),), palette, width)]
        short = cut_short(whole, room // 2, palette, width)
        spare = room - len(lines) - len(short)
        heading, gap = spare >= 1, spare >= 2
        y = frame.top + (1 if spare >= 3 else 0)
        last = frame.bottom - len(short) - heading - gap
        zones, y = paint_rows(canvas, (y, last), lines, palette, chosen=chosen)
        y += gap
        if heading:
            canvas.put(3, y, tr("In short"), palette.heading)
            y += 1
        for place, line in enumerate(short):
            canvas.put(3, y + place, line, palette.news)
        return frame.zones + zones
