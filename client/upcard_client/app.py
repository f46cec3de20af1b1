"""The full-screen client: a Textual app that shows where a person is among servers and tables.

`whereabouts` owns the link, and tells the app when there is news; the app hands them to the screens that are up,
which paint the new model. Which of the screens in `screens` is up follows from the place: the connect screen without
a server, the lobby with one, the room where there is a table. `run_app` is for the command line.
"""

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar, Final, cast

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.signal import Signal
from textual.worker import Worker, WorkerState

from upcard_client import settings as remembered
from upcard_client.attentive import AttentiveApp, Listener
from upcard_client.errands import PlayComputer
from upcard_client.failures import reason
from upcard_client.keys import keymap, lay_out
from upcard_client.link import wall_ms
from upcard_client.locale import chosen_language, speak, tr
from upcard_client.looks.dressing import dressed, in_unicode, looks
from upcard_client.looks.encoding import encode_screen
from upcard_client.looks.palette import Palette
from upcard_client.looks.sleeping import can_sleep
from upcard_client.looks.terminal import ANY_TERMINAL, Terminal
from upcard_client.matches.shelf import Shelf
from upcard_client.network.discovery import look_around
from upcard_client.network.neighbourhood import Neighbourhood, known_addresses
from upcard_client.news import News
from upcard_client.rebinding import sound
from upcard_client.screens.connect import ConnectScreen
from upcard_client.screens.guide import help_pages, rules_pages
from upcard_client.screens.leaving import leave_program
from upcard_client.screens.lobby import LobbyScreen
from upcard_client.screens.menu import MenuScreen
from upcard_client.screens.painted import PaintedScreen
from upcard_client.screens.preferences import PreferencesScreen
from upcard_client.screens.reader import ReaderScreen
from upcard_client.screens.replay import ReplayScreen
from upcard_client.screens.results import ResultsScreen
from upcard_client.screens.room import RoomScreen
from upcard_client.settings import Settings
from upcard_client.starting import LookAround, OpenLink, Paths, Target
from upcard_client.state import Connecting, Model
from upcard_client.themes import FELT
from upcard_client.whereabouts import Whereabouts
from upcard_client.widgets.frame import Bar
from upcard_protocol.rules.games import GameOptions
from upcard_protocol.table import TableOptions

_KEEP_TITLE: Final = "\x1b[22;2t"
"""Asks the terminal to keep what its window is called, until `_GIVE_TITLE_BACK`."""
_GIVE_TITLE_BACK: Final = "\x1b[23;2t"
_SHOW_CURSOR: Final = "\x1b[?25h"
_HIDE_CURSOR: Final = "\x1b[?25l"


class UpcardApp(AttentiveApp):
    """The client on the whole screen.

    Args:
        target: where it begins.
        settings: what is remembered.
        paths: where it is remembered.
        palette: colours and signs.
        terminal: what is known of the terminal.
        open_link: makes the link to a server.
        look_around: looks for servers until cancelled.
        now_ms: the local time, milliseconds since 1970.
        whereabouts: where one is among servers.
        ticks: the clocks on the screen run.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+z", "suspend_process", show=False, priority=True)]
    CSS = """
    Screen { overflow: hidden; }
    UpcardApp:ansi Input > .input--cursor { background: ansi_default; color: ansi_default; text-style: reverse; }
    """

    def __init__(
        self,
        target: Target,
        settings: Settings,
        paths: Paths,
        palette: Palette = FELT,
        *,
        terminal: Terminal = ANY_TERMINAL,
        open_link: OpenLink | None = None,
        look_around: LookAround = look_around,
        now_ms: Callable[[], int] = wall_ms,
        whereabouts: type[Whereabouts] = Whereabouts,
        ticks: bool = True,
    ) -> None:
        super().__init__(ansi_color=palette.outlined)
        self.animation_level = "none"
        self._target = target
        self._settings = settings
        self._paths = paths
        self._palette = palette
        self._terminal = terminal
        self._look_around = look_around
        self._around = Neighbourhood()
        self._search: Worker[None] | None = None
        self._now_ms = now_ms
        self._main: PaintedScreen | RoomScreen | None = None
        self._entitled = ""
        self._ticks = ticks
        self.server = whereabouts(self, target, paths, open_link)
        """Where we are, and the way to anywhere else."""
        self.fault: BaseException | None = None
        """What went wrong in the program itself, if anything did; it ends the run."""

    @property
    def listener(self) -> Listener | None:
        """Who hears what is typed: the topmost screen, or the table on it."""
        screen: Screen[Any] = self.screen
        if isinstance(screen, RoomScreen):
            return screen.card_table
        return screen if isinstance(screen, PaintedScreen) else None

    # ---- what the screens ask for (see `screens.host.Host`)

    @property
    def model(self) -> Model:
        """Everything known of the server."""
        return self.server.model

    @property
    def palette(self) -> Palette:
        """Colours and signs."""
        return self._palette

    @property
    def settings(self) -> Settings:
        """What is remembered."""
        return self._settings

    @property
    def around(self) -> Neighbourhood:
        """The servers that were heard of."""
        return self._around

    @property
    def shelf(self) -> Shelf | None:
        """Where finished games are kept; None where none are."""
        return self.server.shelf

    @property
    def sign_cells(self) -> int | None:
        """How many cells this terminal gives a letter with a spacing vowel sign of Devanagari."""
        return self._terminal.sign_cells

    @property
    def below(self) -> Bar | None:
        """The turn bar of the table over which a screen lies."""
        room = self._room
        return room.card_table.bar if room is not None and room.is_mounted else None

    @property
    def _room(self) -> RoomScreen | None:
        return next((screen for screen in self.screen_stack if isinstance(screen, RoomScreen)), None)

    def server_ms(self) -> int:
        """Return the server's time now."""
        return self.model.server_ms(self._now_ms())

    def keep(self, change: Callable[[Settings], Settings]) -> None:
        """Change what is remembered; what cannot be written is only not known next time."""
        changed = change(self._settings)
        if changed == self._settings:
            return
        before, self._settings = self._settings, changed
        if changed.show_cursor != before.show_cursor:
            self._tell_of_cursor()
        if changed.language != before.language:
            speak(chosen_language(changed.language))
        if changed.keys != before.keys:
            self._use_keys(changed)
        if looks(changed) != looks(before):
            encode_screen(unicode=in_unicode(changed, self._terminal))
            self._dress(dressed(changed, self._terminal))
        self._repaint(anew=looks(changed) != looks(before))
        if changed.name != before.name and isinstance(self._main, ConnectScreen):
            self._main.name_typed = changed.name
        if self._paths.settings is None:
            return
        try:
            remembered.keep(self._paths.settings, before, changed)
        except OSError as error:
            self._say(tr("The settings cannot be kept: {why}.", why=reason(error)))

    def _use_keys(self, settings: Settings) -> None:
        """Have the keys of the table as the player wants them."""
        lay_out(sound(settings.keys))
        self.set_keymap(keymap())

    def open(self, screen: Screen[None]) -> None:
        """Show a screen above the present one."""
        self.show_above(screen)

    def close(self) -> None:
        """Take the topmost screen away."""
        self.pop_screen()

    def redraw(self) -> None:
        """Send the whole screen to the terminal again."""
        self.refresh(layout=True)

    def ring(self) -> None:
        """Ring the terminal's bell."""
        self.bell()

    def entitle(self, title: str) -> None:
        """Call the terminal's window something, where it is not called so yet."""
        if title != self._entitled:
            self._entitled = title
            self._tell_terminal(f"\x1b]2;{title}\x07")

    def _tell_terminal(self, order: str) -> None:
        """Send the terminal an order for which Textual has no words; a browser gets none."""
        if self._driver is not None and not self.is_headless and not self.is_web:
            self._driver.write(order)

    def open_help(self, first: str = "") -> None:
        """Show the keys, those of the screen one is on first: a game's name, or `connect`, `lobby`, `new_table`."""
        self.open(ReaderScreen(self, help_pages(self.palette.glyphs, first)))

    def open_settings(self) -> None:
        """Show the settings."""
        self.open(PreferencesScreen(self))

    def open_rules(self, options: TableOptions, game: GameOptions) -> None:
        """Show the rules of a table."""
        self.open(ReaderScreen(self, rules_pages(options, game)))

    def open_results(self) -> None:
        """Show the matches that are kept."""
        self._show_results(self.close)

    def _show_results(self, leave: Callable[[], None]) -> None:
        if self.shelf is None:
            self._say(tr("No matches are kept."))
        else:
            self.open(ResultsScreen(self, self.shelf, leave))

    def quit(self) -> None:
        """End the program; where that has a price, it is named first."""
        room = self._room
        if room is not None:
            if not room.ask_to_quit():
                self.leave_program()
            return
        item = leave_program(self, None)
        if not item.question:
            self.leave_program()
        elif not isinstance(self.screen, MenuScreen):
            self.open(MenuScreen(self, (), lambda _: self.leave_program(), asking=item))

    def leave_program(self) -> None:
        """End the program."""
        self.server.hang_up()
        self.exit()

    # ---- what its whereabouts ask for (see `whereabouts.Shell`)

    def reception(self) -> ConnectScreen:
        """Go back to the connect screen; while nothing is on its way, it shows what servers there are."""
        # After the next paint: the search has much to import.
        self.call_after_refresh(self._search_if_idle)
        if not isinstance(self._main, ConnectScreen):
            self._show_main(ConnectScreen(self, self.server.name or self._settings.name))
        assert isinstance(self._main, ConnectScreen)
        return self._main

    def work(self, work: Coroutine[Any, Any, None], group: str, *, exclusive: bool) -> Worker[None]:
        """Run something; a fault in it ends the program."""
        return self.run_worker(work, group=group, exclusive=exclusive, exit_on_error=False)

    def told(self, told: tuple[News, ...]) -> None:
        """Show the place that follows from the news, and hand them to the screens."""
        self._show_place()
        for screen in self.screen_stack:
            if isinstance(screen, PaintedScreen | RoomScreen):
                screen.hear(told)
                screen.refresh_model()

    # ---- the network

    def look_around(self) -> None:
        """Ask for servers anew; the connect screen hears of them."""
        search = self._look_around(known_addresses(self._settings), self._heard_of, self._around)
        self._search = self.work(search, "search", exclusive=True)

    def _search_if_idle(self) -> None:
        """Look for servers where somebody is choosing one."""
        if isinstance(self._main, ConnectScreen) and self._main.going is None and self._search is None:
            self.look_around()

    def _heard_of(self, around: Neighbourhood) -> None:
        self._around = around
        if isinstance(self._main, ConnectScreen):
            self._main.looked_around()

    def _stop_looking(self) -> None:
        """Leave the network alone while somebody plays."""
        if self._search is not None:
            self._search.cancel()
            self._search = None

    # ---- which screen is up

    def _show_place(self) -> None:
        """Show the room where there is a table, else the lobby, unless a table is still to come."""
        place = self.server.place
        if place == "lobby":
            if not isinstance(self._main, LobbyScreen):
                lobby = LobbyScreen(self)
                self._show_main(lobby)
                lobby.greet(self.server.take_greeting())
        elif place != "between" and not (isinstance(self._main, RoomScreen) and self._main.table == place):
            self._show_main(RoomScreen(self, place, greeting=self.server.take_greeting()))

    def _show_main(self, screen: PaintedScreen | RoomScreen) -> None:
        """Put a screen in the place of the present one and of all that is above it."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        first = self._main is None
        self._main = screen
        if not isinstance(screen, ConnectScreen):
            self._stop_looking()
        if not isinstance(screen, RoomScreen):
            self.entitle("Upcard")
        if first:
            self.push_screen(screen)
        else:
            self.switch_screen(screen)  # pyright: ignore[reportUnknownMemberType] - any screen's result will do

    # ---- the app

    def on_mount(self) -> None:
        """Begin where the target says."""
        self.theme = self._palette.theme
        self._tell_terminal(_KEEP_TITLE)
        self._tell_of_cursor()
        # Whatever else ran while the program slept, or this program itself as it woke, has changed both.
        woken = cast("Signal[App[None]]", self.app_resume_signal)  # pyright: ignore[reportUnknownMemberType]
        woken.subscribe(self, self._wake)
        self._use_keys(self._settings)
        target = self._target
        if target.replay is not None:
            self.open(ReplayScreen(self, target.replay, self.leave_program))
            return
        if target.results:
            self._show_results(self.leave_program)
            return
        screen = self.reception()
        if target.address is not None:
            self.server.connect(target.address, target.identity, target.errand)
        elif isinstance(target.errand, PlayComputer):
            self.server.play_computer(screen.name_typed)
        if self._ticks:
            self.set_interval(1, self._tick)

    def _tick(self) -> None:
        """Move the clocks that are on the screen."""
        if isinstance(self.model.link, Connecting):
            return
        for screen in self.screen_stack:
            if isinstance(screen, RoomScreen | LobbyScreen | ConnectScreen):
                screen.tick()
            elif isinstance(screen, PaintedScreen) and self._room is not None:
                screen.refresh_model()

    def on_unmount(self) -> None:
        """Give the window its title back, however the program ends."""
        self._tell_terminal(_GIVE_TITLE_BACK)

    def _wake(self, _: App[None]) -> None:
        """Go on after the program was put to sleep, as by Ctrl+Z."""
        self._tell_of_cursor()
        title, self._entitled = self._entitled, ""
        self.entitle(title)

    def _tell_of_cursor(self) -> None:
        """Have the terminal show its cursor, which is parked on the chosen card, where one wants to see it.

        Textual hides the cursor as it starts and never after that.
        """
        self._tell_terminal(_SHOW_CURSOR if self._settings.show_cursor else _HIDE_CURSOR)

    def _dress(self, palette: Palette) -> None:
        self._palette = palette
        self.ansi_color = palette.outlined
        self.theme = palette.theme

    def _repaint(self, *, anew: bool) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, PaintedScreen | RoomScreen):
                screen.refresh_model(anew=anew)

    def _say(self, words: str) -> None:
        screen: Screen[Any] = self.screen
        if isinstance(screen, PaintedScreen | RoomScreen):
            screen.say("news", words)

    def on_terminal_gone(self) -> None:
        """End the program where there is no terminal any more: nobody sees what it asks."""
        self.leave_program()

    async def action_quit(self) -> None:
        """Quit."""
        self.quit()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Go to sleep only where a shell can wake the program."""
        return can_sleep() if action == "suspend_process" else super().check_action(action, parameters)

    def action_help_quit(self) -> None:
        """Say how to quit."""
        self._say(tr("Ctrl+Q quits."))

    # ---- faults of our own

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """End the program when a worker has failed: that is a fault of our own."""
        if event.state is WorkerState.ERROR:
            worker = cast("Worker[object]", event.worker)  # pyright: ignore[reportUnknownMemberType] - any result
            self.fault = worker.error
            self.leave_program()

    def _fatal_error(self) -> None:
        """End the program without printing a traceback: the command line writes it into a file."""
        self.fault = self._exception
        self._close_messages_no_wait()


async def run_app(target: Target, settings: Settings, paths: Paths, palette: Palette, terminal: Terminal) -> None:
    """Run the full-screen client until it is left.

    Raises:
        Exception: whatever went wrong in the program itself.
    """
    app = UpcardApp(target, settings, paths, palette, terminal=terminal)
    if sys.platform != "win32":
        # Whoever ends it from outside has the terminal back as it was all the same.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, app.leave_program)
    try:
        await app.run_async(mouse=settings.mouse)
    finally:
        app.server.end_servers()
    if app.fault is not None:
        raise app.fault
