"""The settings: colours and name, kept as they are changed."""

from typing import ClassVar, Final, TypeVar

from msgspec.structs import replace
from textual.binding import BindingType

from upcard_client.games.fronts import FRONTS
from upcard_client.locale import mark, tr
from upcard_client.network.linkwords import say
from upcard_client.screens.form import Row
from upcard_client.screens.host import Host
from upcard_client.screens.newtable import paint_row, row_cells
from upcard_client.screens.painted import (
    BACK,
    DOWN,
    HELP,
    LEFT,
    REDRAW,
    RIGHT,
    UP,
    PaintedScreen,
    hint,
    key_bindings,
)
from upcard_client.screens.surface import Page, paint_page
from upcard_client.themes import PALETTES
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.frame import Header, Status, Zone
from upcard_protocol.wire.clean import MAX_NAME_CELLS, check_name
from upcard_protocol.wire.errors import ProtocolError

PALETTE_WORDS: Final = mark(
    {
        "felt": "Felt (dark)",
        "paper": "Paper (light)",
        "dark": "Terminal, dark",
        "light": "Terminal, light",
        "mono": "Black and white",
    }
)
"""What the palettes are called."""
CHARACTER_WORDS: Final = {"": mark("as the terminal can"), "unicode": "Unicode", "ascii": "ASCII"}
"""What the sets of signs are called; the names of standards stay as they are."""


T = TypeVar("T")


def _stepped(values: tuple[T, ...], value: T, by: int) -> T:
    return values[(values.index(value) + by) % len(values)]


class PreferencesScreen(PaintedScreen):
    """The settings."""

    KEYS = (UP, DOWN, LEFT, RIGHT, BACK, HELP, REDRAW)
    BINDINGS: ClassVar[list[BindingType]] = key_bindings(KEYS)

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._chosen = 0

    def _rows(self) -> tuple[Row, ...]:
        known = self.host.settings
        return (
            Row("palette", tr("Colours"), tr(PALETTE_WORDS[self.host.palette.name])),
            Row("characters", tr("Characters"), tr(CHARACTER_WORDS[known.characters])),
            Row("suit_letters", tr("Suit letters"), tr("yes, S H D C" if known.suit_letters else "no")),
            Row(
                "guide",
                tr("Guide"),
                tr("yes" if self._guided else "no"),
                tr("through a first hand against computers"),
            ),
            Row("name", tr("Name"), self.host.settings.name, tr("from the next connection on"), typed=True),
        )

    @property
    def _guided(self) -> bool:
        """Is there a game to which a guide would still come?"""
        return not set(FRONTS) <= set(self.host.settings.learned)

    def pressed(self, key: str) -> None:
        """Choose a line, or change it."""
        lines = self._rows()
        match key:
            case "up" | "down":
                self._chosen = (self._chosen + (1 if key == "down" else -1)) % len(lines)
            case "left" | "right":
                self._change(lines[self._chosen], 1 if key == "right" else -1)
            case "back":
                self.host.close()
            case "help":
                self.host.open_help()
            case "redraw":
                self.refresh_model(anew=True)
            case _:
                kind, _, row = key.partition(":")
                self._chosen = next((place for place, line in enumerate(lines) if line.id == row), self._chosen)
                self._change(lines[self._chosen], -1 if kind == "less" else 1)

    def _change(self, row: Row, by: int) -> None:
        match row.id:
            case "palette":
                name = _stepped(tuple(PALETTES), self.host.palette.name, by)
                self.host.keep(lambda known: replace(known, palette=name))
            case "characters":
                signs = _stepped(("", "unicode", "ascii"), self.host.settings.characters, by)
                self.host.keep(lambda known: replace(known, characters=signs))
            case "suit_letters":
                self.host.keep(lambda known: replace(known, suit_letters=not known.suit_letters))
            case "guide":
                learned = tuple(FRONTS) if self._guided else ()
                self.host.keep(lambda known: replace(known, learned=learned))
            case _:
                self.open_field(row.id, self.host.settings.name, limit=MAX_NAME_CELLS)

    def entered(self, field: str, text: str) -> None:
        """Take a name."""
        del field
        try:
            check_name(text)
        except ProtocolError as error:
            self.say("refused", say(error.refusal))
            return
        self.host.keep(lambda known: replace(known, name=text))

    def paint(self, canvas: Canvas) -> list[Zone]:
        """Paint the settings."""
        palette = self.host.palette
        status = self.status or Status("news", (tr("Up/Down choose a line, Left/Right change it."),))
        header = Header(title=tr("Settings"), link=tr("saved as you go"))
        page = Page(header=header, status=status, keys=(hint(BACK, gold=True),), looks=(hint(HELP),))
        frame = paint_page(canvas, page, palette)
        if frame is None:
            return []
        zones = frame.zones
        lines = self._rows()
        cells = row_cells(lines, canvas.width)
        for place, row in enumerate(lines):
            zones += paint_row(canvas, frame.top + 1 + place, row, palette, cells, chosen=place == self._chosen)
        return zones
