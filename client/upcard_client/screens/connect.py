"""The first screen: where to play, and under which name."""

from typing import ClassVar, Final

from msgspec.structs import replace
from textual.binding import BindingType

from upcard_client.errands import Visit
from upcard_client.keys import USUAL, Key
from upcard_client.link import Identity
from upcard_client.locale import LANGUAGES, label, mark, spoken_language, status, tr, trc
from upcard_client.looks.glyphs import Glyphs
from upcard_client.network.addresses import HERE, Address, AddressError, parse_address
from upcard_client.network.linkwords import say
from upcard_client.news import LinkMoved, News
from upcard_client.screens.certificate import CertificateScreen
from upcard_client.screens.host import Host
from upcard_client.screens.hosting import hosting_screen
from upcard_client.screens.painted import (
    BACK,
    DOWN,
    FIELD,
    HELP,
    REDRAW,
    SETTINGS,
    TAKES,
    UP,
    PaintedScreen,
    hint,
    key_bindings,
)
from upcard_client.screens.servers import ADDRESS as ADDRESS_CELLS
from upcard_client.screens.servers import WAYS, Place, column_cells, columns, found_words, place_of, places
from upcard_client.screens.situating import retry_s
from upcard_client.screens.surface import Page
from upcard_client.state import Lost, Up
from upcard_client.version import version
from upcard_client.widgets.canvas import Canvas, fit, width_of
from upcard_client.widgets.frame import Header, Status, Zone
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.wire.clean import MAX_NAME_CELLS, check_name
from upcard_protocol.wire.errors import ProtocolError

CONNECT: Final = Key("yes", ("enter",), "Enter", label("Connect"), mark("go to the chosen server"))
NAME: Final = Key("name", ("n",), "N", label("Name"), mark("change the name that others see"))
ADDRESS: Final = Key("address", ("a",), "A", label("Address"), mark("type the address of a server"))
PASSWORD: Final = Key(
    "password", ("p",), "P", label("Password"), mark("type a password, for servers that ask for one")
)
COMPUTER: Final = Key("computer", ("b",), "B", label("Computer"), mark("play the computer, without a network"))
HOSTING: Final = Key("host", ("h",), "H", label("Host"), mark("run a server on this computer, for others to join"))
SEARCH: Final = Key("search", ("r",), "R", label("Search again"), mark("ask around on the network once more"))
REJOIN: Final = Key(
    "rejoin", ("j",), "J", label("Rejoin"), mark("go back to the last server, and to a seat held there")
)
LANGUAGE: Final = Key("language", ("l",), "L", label("Language"), mark("the next language, at once"))
QUIT: Final = USUAL["quit"]

CONNECT_KEYS: Final = (CONNECT, NAME, ADDRESS, PASSWORD, COMPUTER, HOSTING, SEARCH, REJOIN, LANGUAGE)
"""The keys of this screen, in the order of the help."""

NOBODY_ANSWERED: Final = status("No server answered. A: enter an address. H: host one here.")
NOT_TRUSTED: Final = status("Not connected: the server shows another certificate than before.")

TYPING: Final = mark(
    {
        "name": "You are typing your name.",
        "address": "You are typing an address.",
        "password": "You are typing the password.",
    }
)
"""Which line is typed, in words."""

IN_ASCII: Final = {"el": "Ellinika", "ru": "Russkij", "hi": "Hindi (Devanagari)"}
"""What speakers of a language call it, in Latin letters."""

_NAME_CODES: Final = frozenset({"bad_name", "name_taken", "name_in_use"})
_PASSWORD_CODES: Final = frozenset({"password_required", "bad_password"})


class ConnectScreen(PaintedScreen):
    """Servers played on before, an address to type, the computer, and one's name."""

    KEYS = (*CONNECT_KEYS, UP, DOWN, BACK, HELP, SETTINGS, REDRAW)
    BINDINGS: ClassVar[list[BindingType]] = key_bindings(KEYS)

    def __init__(self, host: Host, name: str) -> None:
        super().__init__(host)
        self.name_typed = name
        self.password = ""
        self.problem = ""
        self.going: Address | None = None
        self.tried: Address | None = None
        self._order: tuple[str, ...] = ()
        """The servers as they stood when the cursor moved: none moves under it from then on."""
        # Until something was chosen it is the first line, whichever server that comes to be.
        self._chosen = self.lines[0].id if host.settings.recent else ""
        self._draft = ""
        self._after = ""

    def on_mount(self) -> None:
        """On a first run ask for the name, unless it was given already."""
        super().on_mount()
        first = not self.host.settings.name and not self.host.settings.recent
        if first and not self.host.server.name_given and self.going is None and not self.field:
            self.open_field("name", self.name_typed, limit=MAX_NAME_CELLS)

    @property
    def lines(self) -> tuple[Place, ...]:
        """The lines that can be chosen."""
        return places(self.host.settings, self.host.around, self.tried, self._order)

    @property
    def chosen(self) -> int:
        """The place of the chosen line; the first, where it is gone."""
        return place_of(self.lines, self._chosen, self.host.around)

    # ---- told by the app

    def show_going(self, address: Address | None, words: str) -> None:
        """Say that a link is being made; with no address, to a server of our own."""
        self.going = address or HERE
        if address is not None:
            self.tried = address
            self._chosen = str(address)
        self.say("news", words)

    def show_failure(self, address: Address | None, refusal: Refusal) -> None:
        """Say why there is no link, and ask for what would help; with an address, that is gone to again."""
        self.going = None
        if refusal.code == "certificate_changed" and address is not None:
            self._ask_about_certificate(address, refusal)
            return
        self.say("refused", say(refusal))
        after = str(address) if address is not None else ""
        if refusal.code in _PASSWORD_CODES:
            self._after, self.password = after, ""
            self.open_field("password", secret=True)
        elif refusal.code in _NAME_CODES:
            self._after = after
            self.open_field("name", self.name_typed, limit=MAX_NAME_CELLS)

    def _ask_about_certificate(self, address: Address, refusal: Refusal) -> None:
        """Say loudly that the server is not the one it was; go there only when that is right."""

        def trust() -> None:
            self.host.server.trust(address, str(refusal.values.get("now", "")))
            self._connect(str(address))

        self.say("refused", tr(NOT_TRUSTED))
        self.host.open(CertificateScreen(self.host, refusal, trust))

    def show_problem(self, words: str) -> None:
        """Say why the computer cannot be played."""
        self.going = None
        self.say("refused", words)

    def show_end(self, words: str) -> None:
        """Say why we are back here."""
        self.going = None
        self.say("news", words)

    def looked_around(self) -> None:
        """Take the servers that were heard of; where none is there, say what else can be done."""
        around = self.host.around
        if not around.searching and not around.answering and self.status is None and not self.field:
            self.say("news", tr(NOBODY_ANSWERED))
        self.refresh_model()

    def hear(self, told: tuple[News, ...]) -> None:
        """Say what is waited for when that changes: the link, another try, or what the server is to send."""
        if self.going is not None and any(isinstance(item, LinkMoved) for item in told):
            self.say("news", self._waited_for())

    def tick(self) -> None:
        """Move the time to the next try."""
        if self.going is not None and not self.field and isinstance(self.host.model.link, Lost):
            self.say("news", self._waited_for())

    def _waited_for(self) -> str:
        model = self.host.model
        match model.link:
            case Lost():
                seconds = retry_s(model, self.host.server_ms())
                return tr(
                    "The server does not answer any more. Trying again in {seconds} s. Esc stops.", seconds=seconds
                )
            case Up():
                return tr("Connected. Waiting for the server to show the table. Esc stops.")
            case _:
                return tr("Still connecting. Esc stops.")

    # ---- keys

    def pressed(self, key: str) -> None:
        """Choose a line, or go there."""
        if self.going is not None:
            if key == "back":
                self.host.server.stop_connecting()
            else:
                self.say("refused", self._waited_for())
            return
        lines = self.lines
        match key:
            case "language":
                self._speak_next()
            case "up" | "down":
                self._order = tuple(line.id for line in lines if line.address)
                self._chosen = lines[(self.chosen + (1 if key == "down" else -1)) % len(lines)].id
            case "yes":
                self._go(lines[self.chosen])
            case "rejoin":
                # Where it stands in the list, and under which of its addresses, is another matter.
                last = self.host.settings.last_server
                if last:
                    self._connect(last)
                else:
                    self._go(lines[0])
            case "help":
                self.host.open_help("connect")
            case "settings":
                self.host.open_settings()
            case "redraw":
                self.refresh_model(anew=True)
            case "back":
                self.say("news", tr("Ctrl+Q quits."))
            case "quit":
                self.host.quit()
            case _ if key.startswith("line:"):
                place = int(key.removeprefix("line:"))
                if place == self.chosen or lines[place].key:
                    self._go(lines[place])
                self._chosen = lines[place].id
            case _:
                self._way(key.removeprefix(FIELD))

    def _speak_next(self) -> None:
        """Speak the next language, from now on."""
        codes = tuple(LANGUAGES)
        code = codes[(codes.index(spoken_language()) + 1) % len(codes)]
        self.host.keep(lambda known: replace(known, language=code))

    def _way(self, key: str) -> None:
        match key:
            case "name":
                self.open_field("name", self.name_typed, limit=MAX_NAME_CELLS)
            case "address":
                self.problem = ""
                self.open_field("address", self._draft, limit=200)
            case "password":
                self.open_field("password", secret=True)
            case "computer":
                if self._name_is_good():
                    self.host.server.play_computer(self.name_typed)
            case "search":
                self.host.look_around()
                self.say("news", tr("Asking around on the network."))
            case _:
                if self._name_is_good():
                    self.host.open(hosting_screen(self.host, self.name_typed))

    def _go(self, place: Place) -> None:
        if place.key:
            self._way(place.key)
        else:
            self._connect(place.address)

    def _connect(self, text: str) -> bool:
        """Go to an address; False if it is none, which is then said under the field."""
        try:
            address = parse_address(text)
        except AddressError as error:
            self.problem = str(error)
            return False
        self.problem = ""
        if self._name_is_good():
            identity = Identity(name=self.name_typed, password=self.password or None)
            self.host.server.connect(address, identity, Visit())
        return True

    def _name_is_good(self) -> bool:
        try:
            check_name(self.name_typed)
        except ProtocolError as error:
            self.say("refused", say(error.refusal))
            self.open_field("name", self.name_typed, limit=MAX_NAME_CELLS)
            return False
        return True

    # ---- typing

    def hint_of(self, field: str) -> str:
        """Return what stands in an empty line."""
        return tr("your name") if field == "name" else "192.168.1.20" if field == "address" else ""

    def entered(self, field: str, text: str) -> None:
        """Take a name, a password or an address."""
        match field:
            case "name":
                self.name_typed = text
                if self._name_is_good():
                    self.host.keep(lambda known: replace(known, name=text))
                    self._go_on()
            case "password":
                self.password = text
                if text:
                    self._go_on()
                else:
                    self.say("refused", tr("No password was typed. P types one, Enter goes on without."))
            case _:
                self._draft = text
                if text and not self._connect(text):
                    self.open_field("address", text, limit=200)

    def left_field(self, field: str, text: str) -> None:
        """Keep an address as a draft; a name or password that was asked for is not insisted on."""
        self._after = ""
        if field == "address":
            self._draft, self.problem = text.strip(), ""

    def _go_on(self) -> None:
        """Try the server again that asked for what was typed."""
        after, self._after = self._after, ""
        if after:
            self._connect(after)

    # ---- picture

    def paint(self, canvas: Canvas) -> list[Zone]:
        """Paint the screen."""
        palette = self.host.palette
        called = language_names(palette.glyphs)
        # In its own words, so that whoever cannot read the rest finds the way to another.
        language = f"{LANGUAGE.cap} {called[spoken_language()]}"
        link = f"v{version()}  {language}" if canvas.width >= 60 else language
        header = Header(title=f"{tr('Gin rummy')} {palette.glyphs.dot} Upcard", link=link)
        keys = (
            hint(CONNECT, gold=self.going is None, off=self.going is not None),
            *(hint(key) for key in (NAME, ADDRESS, PASSWORD, COMPUTER, HOSTING)),
        )
        back = (hint(BACK, label("Stop")),) if self.going is not None else ()
        looks = (*back, hint(SETTINGS), hint(HELP), hint(QUIT))
        frame = self.framed(canvas, Page(header=header, status=self._words(), keys=keys, looks=looks))
        if frame is None:
            return []
        cells = width_of(language)
        zone = Zone(canvas.width - cells - 1, 0, cells, 1, key=LANGUAGE.id)
        return [*frame.zones, zone, *_Body(self, canvas, frame.top, frame.bottom).paint(self.chosen)]

    def _words(self) -> Status | None:
        """Return the line above the keys; while something is typed it says what."""
        if not self.field:
            return self.status
        typing = tr(TYPING[self.field])
        if self.status is None:
            return Status("question", (f"{typing} {tr(TAKES)}",))
        return Status(self.status.kind, (*self.status.line, f" {typing}"))


def language_names(glyphs: Glyphs) -> dict[str, str]:
    """Return the languages by code as their speakers call them; in ASCII where nothing else is drawn."""
    plain = glyphs.more.isascii() and glyphs.dot.isascii()
    return {code: IN_ASCII.get(code, name) if plain else name for code, name in LANGUAGES.items()}


WITH_DOORS: Final = 57
"""Cells that a server's address and all that was heard of it need beside its name."""


class _Body:
    """Paints what is between header and status line."""

    def __init__(self, screen: ConnectScreen, canvas: Canvas, top: int, bottom: int) -> None:
        self.screen, self.canvas, self.palette = screen, canvas, screen.host.palette
        self.y, self.bottom = top, bottom
        self.zones: list[Zone] = []
        self.left = 2 if canvas.width >= 60 else 1
        longest = max(width_of(line.label) + 1 for line in screen.lines if line.address)
        least, beside = (20, WITH_DOORS) if canvas.width >= 60 else (18, ADDRESS_CELLS)
        self.name_cells = max(least, min(longest, canvas.width - self.left - 1 - beside))
        self.cells = column_cells(screen.lines, canvas.width - self.left - self.name_cells - 1)

    def paint(self, chosen: int) -> list[Zone]:
        lines = self.screen.lines
        servers = len(lines) - len(WAYS)
        room = self.bottom - self.y - servers - len(WAYS) - 2
        gaps, heads = room >= 8, room >= 4
        if gaps:
            self.y += 1
        if heads:
            self._head(tr("Servers"), found_words(self.screen.host.around))
        for place, line in enumerate(lines):
            if place == servers:
                self.y += gaps
                if heads:
                    self._head(tr("Other ways to play"))
            self._line(place, line, chosen=place == chosen)
            if line.key == "address" and self.screen.problem:
                self._problem()
        self.y += gaps
        if heads:
            self._head(trc("heading", "You"))
        self._field("name", tr("Name"), self.screen.name_typed, tr("shown to other players, 2 to 16 letters"))
        stars = "*" * len(self.screen.password)
        self._field("password", tr("Password"), stars, tr("only for servers that ask for one"))
        last = self.screen.host.settings.recent
        if last and self.y + gaps < self.bottom:
            self.y += gaps
            self._rejoin(last[0].name or last[0].address)
        if self.y + gaps < self.bottom:
            self.y += gaps
            self._languages()
        return self.zones

    def _languages(self) -> None:
        """Name every language as those who speak it do, the one that is spoken in gold."""
        canvas, palette = self.canvas, self.palette
        x = canvas.put(self.left, self.y, LANGUAGE.cap, palette.look_key) + 1
        for code, name in language_names(palette.glyphs).items():
            if x + width_of(name) >= canvas.width:
                break
            x = canvas.put(x, self.y, name, palette.gold if code == spoken_language() else palette.news) + 2
        self.zones.append(Zone(self.left, self.y, x - self.left - 2, 1, key=LANGUAGE.id))
        self.y += 1

    def _problem(self) -> None:
        """Say under the address what is wrong with it."""
        if self.y < self.bottom:
            room = self.canvas.width - self.left - 3
            words = fit(self.screen.problem, room, self.palette.glyphs.more)
            self.canvas.put(self.left + 2, self.y, words, self.palette.refused)
        self.y += 1

    def _head(self, words: str, aside: str = "") -> None:
        if self.y < self.bottom:
            after = self.canvas.put(self.left, self.y, words, self.palette.heading)
            x = self.canvas.width - width_of(aside) - 1
            if x > after:
                self.canvas.put(x, self.y, aside, self.palette.quiet)
        self.y += 1

    def _line(self, place: int, line: Place, *, chosen: bool) -> None:
        if self.y >= self.bottom:
            return
        canvas, palette = self.canvas, self.palette
        if chosen:
            canvas.fill(0, self.y, canvas.width, 1, palette.bar_turn)
            canvas.put(0, self.y, palette.glyphs.turn, palette.bar_turn)
        ink = palette.bar_turn if chosen else palette.news
        x = self.left
        if line.key:
            cap = next(key.cap for key in CONNECT_KEYS if key.id == line.key)
            canvas.put(x, self.y, cap, palette.bar_turn if chosen else palette.look_key)
            after = canvas.put(x + 2, self.y, fit(line.label, canvas.width - x - 4, palette.glyphs.more), ink)
            if line.key == "address":
                width = max(canvas.width - after - 3, 12)
                self.zones.append(Zone(canvas.width - width - 1, self.y, min(width, 40), 1, key=f"{FIELD}address"))
        else:
            canvas.put(x, self.y, fit(line.label, self.name_cells - 1, palette.glyphs.more), ink)
            quiet = ink if chosen else palette.quiet
            x += self.name_cells
            for words, width in columns(line, canvas.width - x - 1, self.cells):
                canvas.put(x, self.y, fit(words, width - 1, palette.glyphs.more), quiet)
                x += width
        self.zones.append(Zone(0, self.y, canvas.width, 1, key=f"line:{place}"))
        self.y += 1

    def _field(self, field: str, label: str, value: str, note: str) -> None:
        if self.y >= self.bottom:
            return
        canvas, palette = self.canvas, self.palette
        canvas.put(self.left, self.y, label, palette.news)
        x = self.left + max(10, *(width_of(word) + 2 for word in (tr("Name"), tr("Password"))))
        width = MAX_NAME_CELLS + 2
        canvas.fill(x, self.y, width, 1, palette.button_open)
        canvas.put(x, self.y, fit(value, width, palette.glyphs.more), palette.button_open)
        room = canvas.width - x - width - 2
        if room >= width_of(note):
            canvas.put(x + width + 2, self.y, note, palette.quiet)
        self.zones.append(Zone(x, self.y, width, 1, key=FIELD + field))
        self.y += 1

    def _rejoin(self, server: str) -> None:
        canvas, palette = self.canvas, self.palette
        x = canvas.put(self.left, self.y, REJOIN.cap, palette.look_key)
        back = tr("Rejoin {server}, and a seat held there", server=server)
        words = fit(f" {back}", canvas.width - x - 1, palette.glyphs.more)
        end = canvas.put(x, self.y, words, palette.news)
        self.zones.append(Zone(self.left, self.y, end - self.left, 1, key="rejoin"))
        self.y += 1
