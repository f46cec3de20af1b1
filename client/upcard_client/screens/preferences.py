"""The settings, kept as they are changed, and seen at once."""

from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace
from textual.binding import BindingType

from upcard_client.games.fronts import FRONTS
from upcard_client.keys import Key
from upcard_client.locale import LANGUAGES, label, mark, spoken_language, status, tr, trn
from upcard_client.network.linkwords import say
from upcard_client.screens.host import Host
from upcard_client.screens.keychange import KeyChangeScreen
from upcard_client.screens.painted import (
    BACK,
    DOWN,
    HELP,
    LEFT,
    REDRAW,
    RIGHT,
    TAKES,
    UP,
    PaintedScreen,
    hint,
    key_bindings,
)
from upcard_client.screens.rows import Row, cut_words, paint_rows, row_cells
from upcard_client.screens.signs import SignsScreen
from upcard_client.screens.surface import Page
from upcard_client.settings import Settings
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.frame import Header, Status, Zone
from upcard_protocol.wire.clean import MAX_NAME_CELLS, check_name
from upcard_protocol.wire.errors import ProtocolError

DEFAULTS: Final = Key("defaults", ("d",), "D", label("Defaults"), mark("everything as it was at first, but the name"))
SIGNS: Final = Key("signs", ("t",), "T", label("Test card"), mark("see every sign and colour in this terminal"))

CHANGE_KEYS: Final = Key("keys", ("k",), "K", label("Change keys"), mark("other keys for what is done at a table"))

PREFERENCES_KEYS: Final = (DEFAULTS, SIGNS, CHANGE_KEYS)
"""The keys of this screen alone."""


Value = str | bool | tuple[str, ...]


class Choice(Struct, frozen=True):
    """One setting: its field, what it is called, its values in words, and what else there is to say."""

    field: str
    called: str
    words: dict[Value, str]
    note: str = ""

    def value(self, settings: Settings) -> Value:
        """Return the value in the settings; where it is none of those in words, the first of them stands for it."""
        value: Value = getattr(settings, self.field)
        return value if value in self.words else next(iter(self.words))


_YES_NO: Final[dict[Value, str]] = mark({True: "yes", False: "no"})
NEXT_START: Final = mark("from the next start on")
HOW: Final = status("Up/Down choose a line, Left/Right change it.")
JOINED: Final = status("Needs a terminal that joins Devanagari: T shows whether. Else {language}.")
"""Said while Hindi is chosen; where the terminal does not, there is Hindi in Latin letters."""

CHOICES: Final = (
    Choice("language", mark("Language"), {"": mark("as this computer has it"), **LANGUAGES}),
    Choice(
        "palette",
        mark("Colours"),
        mark(
            {
                "": "as the terminal can",
                "felt": "Felt (dark)",
                "paper": "Paper (light)",
                "dark": "Terminal, dark",
                "light": "Terminal, light",
                "mono": "Black and white",
            }
        ),
    ),
    Choice(
        "characters", mark("Characters"), {"": mark("as the terminal can"), "unicode": "Unicode", "ascii": "ASCII"}
    ),
    Choice("suit_letters", mark("Suit letters"), mark({True: "yes, S H D C", False: "no"})),
    Choice(
        "cards",
        mark("Card size"),
        mark({"auto": "grows with the window", "large": "as large as it fits", "small": "small"}),
    ),
    Choice(
        "motion",
        mark("Motion"),
        mark({"none": "none", "brief": "brief"}),
        mark("a card on its way to the discard pile"),
    ),
    Choice("sort", mark("Sort hand by"), mark({"melds": "melds", "rank": "rank", "suit": "suit"})),
    Choice(
        "ask",
        mark("Before discard"),
        mark({"meld": "ask when it breaks a meld", "always": "always ask", "never": "never ask"}),
    ),
    Choice(
        "learned",
        mark("Guide"),
        mark({(): "yes", tuple(FRONTS): "no"}),
        mark("through a first hand against computers"),
    ),
    Choice("deadwood", mark("Count deadwood"), _YES_NO, mark("where the table allows it")),
    Choice("bell_turn", mark("Bell on my turn"), _YES_NO),
    Choice("bell_chat", mark("Bell on chat"), _YES_NO),
    Choice("reminders", mark("Turn reminder"), mark({"both": "at 15 s and 5 s", "last": "at 5 s", "none": "none"})),
    Choice("mouse", mark("Mouse"), mark({True: "plays", False: "selects and copies text"}), NEXT_START),
    Choice("show_cursor", mark("Show the cursor"), _YES_NO, mark("on the chosen card")),
)
"""Every setting that has a few values, in the order of the screen."""

NAME: Final = "name"
SIGN_WIDTH: Final = "sign_width"
"""Lines that are no choice: the name, and what the terminal was found to do."""


class PreferencesScreen(PaintedScreen):
    """The settings."""

    KEYS = (UP, DOWN, LEFT, RIGHT, BACK, HELP, REDRAW, *PREFERENCES_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = key_bindings(KEYS)

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._chosen = 0

    def _rows(self) -> tuple[Row, ...]:
        known = self.host.settings
        return (
            *(
                Row(choice.field, tr(choice.called), tr(choice.words[choice.value(known)]), tr(choice.note))
                for choice in CHOICES
            ),
            Row(CHANGE_KEYS.id, tr("Keys"), self._key_words(), tr("at a table"), typed=True),
            Row(NAME, tr("Name"), known.name, tr("from the next connection on"), typed=True),
            *(self._measured() if spoken_language() == "hi" else ()),
        )

    def _measured(self) -> tuple[Row, ...]:
        """Say what the terminal does with the signs of Hindi, to whom it matters."""
        return (Row(SIGN_WIDTH, tr("Hindi signs"), self._sign_width(), tr("as measured"), fixed=True),)

    def _key_words(self) -> str:
        changed = len(self.host.settings.keys)
        return trn("{count} changed", "{count} changed", changed) if changed else tr("as usual")

    def _sign_width(self) -> str:
        match self.host.sign_cells:
            case 1:
                return tr("take no cell")
            case 2:
                return tr("take a cell")
            case _:
                return tr("not known")

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
            case "defaults":
                self.host.keep(at_first)
                # Another language may have one line less.
                self._chosen = min(self._chosen, len(self._rows()) - 1)
                self.say("done", tr("Everything is as it was at first."))
            case "signs":
                self.host.open(SignsScreen(self.host))
            case "keys":
                self.host.open(KeyChangeScreen(self.host))
            case _:
                kind, _, row = key.partition(":")
                self._chosen = next((place for place, line in enumerate(lines) if line.id == row), self._chosen)
                self._change(lines[self._chosen], -1 if kind == "less" else 1)

    def _change(self, row: Row, by: int) -> None:
        if row.id == NAME:
            self.open_field(row.id, self.host.settings.name, limit=MAX_NAME_CELLS)
        elif row.id == CHANGE_KEYS.id:
            self.host.open(KeyChangeScreen(self.host))
        elif row.id != SIGN_WIDTH:
            choice = next(choice for choice in CHOICES if choice.field == row.id)
            self.host.keep(lambda known: stepped(known, choice, by))

    def _advice(self) -> str:
        """Return what the line under the bar says where there is nothing else to say."""
        rows, width = self._rows(), self.size.width
        row = rows[self._chosen]
        if row.id == "language" and spoken_language() == "hi":
            return tr(JOINED, language=LANGUAGES["hi_Latn"])
        return cut_words(row, row_cells(rows, width), width) or tr(HOW)

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
        header = Header(title=tr("Settings"), link=tr("saved as you go"))
        keys = (hint(BACK, gold=True), *map(hint, PREFERENCES_KEYS))
        usual = Status("question", (tr(TAKES),)) if self.field else Status("news", (self._advice(),))
        page = Page(header=header, status=self.status or usual, keys=keys, looks=(hint(HELP),))
        frame = self.framed(canvas, page)
        if frame is None:
            return []
        rows = self._rows()
        top = frame.top + (1 if frame.bottom - frame.top > len(rows) else 0)
        zones, _ = paint_rows(canvas, (top, frame.bottom), rows, palette, chosen=self._chosen)
        return frame.zones + zones


def stepped(settings: Settings, choice: Choice, by: int) -> Settings:
    """Return settings in which one has its next value, or the one before."""
    values = tuple(choice.words)
    value = values[(values.index(choice.value(settings)) + by) % len(values)]
    return replace(settings, **{choice.field: value})


def at_first(settings: Settings) -> Settings:
    """Return settings as they are at first, but for who one is and where one was."""
    usual = Settings()
    return replace(settings, keys=usual.keys, **{choice.field: getattr(usual, choice.field) for choice in CHOICES})
