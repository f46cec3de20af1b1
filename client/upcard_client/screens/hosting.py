"""A server for others on this computer: how to start one, and what there is to do with one that runs."""

from typing import ClassVar, Final

from msgspec.structs import replace
from textual.binding import BindingType

from upcard_client.errands import Visit
from upcard_client.hosting.childserver import Running
from upcard_client.hosting.publicserver import Plan, invited
from upcard_client.keys import Key
from upcard_client.link import Identity
from upcard_client.locale import label, mark, status, tr
from upcard_client.network.linkwords import say
from upcard_client.screens.host import Host
from upcard_client.screens.menu import Item, MenuScreen
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
from upcard_client.screens.rows import Row, paint_rows
from upcard_client.screens.surface import Page, paint_page
from upcard_client.widgets.canvas import Canvas, width_of
from upcard_client.widgets.frame import Header, Status, Zone, line_text, put_wrapped, wrapped
from upcard_protocol.wire.auth import MAX_PASSWORD_BYTES
from upcard_protocol.wire.clean import MAX_TITLE_CELLS, check_text
from upcard_protocol.wire.errors import ProtocolError

START: Final = Key("yes", ("enter",), "Enter", mark("Start and go in"), mark("start the server and go in"))
ENTER: Final = Key("yes", ("enter",), "Enter", label("Go in"), mark("go to your server"))
STOP: Final = Key("stop", ("s",), "S", label("Stop it"), mark("stop the server"))

CHOOSING: Final = status("Up/Down choose a line, Left/Right change it.")
EXPLAINED: Final = mark(
    "The server runs on this computer and is there for your whole network: others see it in their list, or type its "
    "address. Its tables are kept for the next time."
)
STOP_QUESTION: Final = mark("Stop your server? Whoever is on it is sent away. Its tables are kept for the next time.")

MAX_PASSWORD: Final = 64
"""Letters of a password at most; so many are never more bytes than may be sent."""
assert MAX_PASSWORD * 4 <= MAX_PASSWORD_BYTES


def hosting_screen(host: Host, name: str) -> PaintedScreen:
    """Return the screen for the server that runs, or for starting one.

    Args:
        host: the app.
        name: who goes in.
    """
    found = host.server.hosted
    return HostScreen(host, name) if found is None else HostedScreen(host, name, found)


def server_name(player: str) -> str:
    """Return what a player's server is called, where nobody says otherwise."""
    name = tr("{player}'s server", player=player)
    return name if width_of(name) <= MAX_TITLE_CELLS else player


class HostScreen(PaintedScreen):
    """The form of a new server."""

    KEYS = (START, UP, DOWN, LEFT, RIGHT, BACK, HELP, REDRAW)
    BINDINGS: ClassVar[list[BindingType]] = key_bindings(KEYS)

    def __init__(self, host: Host, name: str) -> None:
        super().__init__(host)
        self.plan = Plan(server_name(name))
        self._name = name
        self._chosen = 0

    def _rows(self) -> tuple[Row, ...]:
        plan = self.plan
        return (
            Row("name", tr("Name"), plan.name, tr("in the list of servers"), typed=True),
            Row("password", tr("Password"), plan.password or tr("none"), tr("whoever comes types it"), typed=True),
            Row("stays", tr("After I quit"), tr("keep it running" if plan.stays else "stop it")),
        )

    def pressed(self, key: str) -> None:
        """Choose a line, change it, or start the server."""
        rows = self._rows()
        match key:
            case "up" | "down":
                self._chosen = (self._chosen + (1 if key == "down" else -1)) % len(rows)
            case "left" | "right":
                self._change(rows[self._chosen])
            case "yes":
                self.host.close()
                self.host.server.host(self._name, self.plan)
            case "back":
                self.host.close()
            case "help":
                self.host.open_help()
            case "redraw":
                self.refresh_model(anew=True)
            case _:
                kind, _, row = key.partition(":")
                place = next((place for place, each in enumerate(rows) if each.id == row), self._chosen)
                again, self._chosen = place == self._chosen, place
                if again or kind != "row":
                    self._change(rows[place])

    def _change(self, row: Row) -> None:
        match row.id:
            case "name":
                self.open_field("name", self.plan.name, limit=MAX_TITLE_CELLS)
            case "password":
                self.open_field("password", self.plan.password, limit=MAX_PASSWORD)
            case _:
                self.plan = replace(self.plan, stays=not self.plan.stays)

    def hint_of(self, field: str) -> str:
        """Return what stands in an empty line."""
        return tr("a name" if field == "name" else "none")

    def entered(self, field: str, text: str) -> None:
        """Take a name or a password."""
        try:
            if text or field == "name":
                check_text(text, MAX_TITLE_CELLS if field == "name" else MAX_PASSWORD)
        except ProtocolError as error:
            self.say("refused", say(error.refusal))
            return
        self.plan = replace(self.plan, name=text) if field == "name" else replace(self.plan, password=text)

    def paint(self, canvas: Canvas) -> list[Zone]:
        """Paint the form."""
        palette = self.host.palette
        usual = TAKES if self.field else CHOOSING
        said = self.status or Status("question" if self.field else "news", (tr(usual),))
        keys = (hint(START, gold=True), hint(BACK))
        page = Page(header=Header(title=tr("Host a server here")), status=said, keys=keys, looks=(hint(HELP),))
        frame = self.framed(canvas, page)
        if frame is None:
            return []
        zones = frame.zones
        y = frame.top + 1
        lines = self._rows()
        painted, y = paint_rows(canvas, (y, frame.bottom), lines, palette, chosen=self._chosen)
        zones += painted
        put_wrapped(canvas, 3, y + 1, tr(EXPLAINED), palette.quiet, palette, frame.bottom - y - 1, margin=3)
        return zones


class HostedScreen(PaintedScreen):
    """A server for others that runs."""

    KEYS = (ENTER, STOP, BACK, HELP, REDRAW)
    BINDINGS: ClassVar[list[BindingType]] = key_bindings(KEYS)

    def __init__(self, host: Host, name: str, found: Running) -> None:
        super().__init__(host)
        self._name = name
        self._found = found

    def pressed(self, key: str) -> None:
        """Go to the server, or stop it."""
        match key:
            case "yes":
                self.host.close()
                self.host.server.connect(self._found.here, Identity(name=self._name), Visit())
            case "stop":
                item = Item("stop", tr("Stop the server"), question=tr(STOP_QUESTION), yes=tr(STOP.label))
                self.host.open(MenuScreen(self.host, (), self._stop, asking=item))
            case "back":
                self.host.close()
            case "help":
                self.host.open_help()
            case _:
                self.refresh_model(anew=True)

    def _stop(self, _: str) -> None:
        self.host.close()
        self.host.server.stop_hosted()

    def paint(self, canvas: Canvas) -> list[Zone]:
        """Paint what is known of it."""
        palette, found = self.host.palette, self._found
        keys = (hint(ENTER, gold=True), hint(STOP), hint(BACK))
        page = Page(header=Header(title=tr("Your server")), status=self.status, keys=keys, looks=(hint(HELP),))
        frame = paint_page(canvas, page, palette)
        if frame is None:
            return []
        y = frame.top + 1
        for words, style in (
            (found.name, palette.heading),
            (invited(found), palette.news),
            (self._end(), palette.news),
        ):
            for line in wrapped((words,), palette, canvas.width - 4):
                if y < frame.bottom:
                    canvas.put(2, y, line_text(line, palette), style)
                y += 1
        return frame.zones

    def _end(self) -> str:
        if self._found.stays:
            return tr("It goes on when you quit, until it is stopped.")
        if self.host.server.hosting:
            return tr("It stops when you quit.")
        return tr("Another window of upcard on this computer has started it: it stops with that one.")
