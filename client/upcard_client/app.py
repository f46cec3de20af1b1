"""The full-screen client: a Textual app over a `Link`.

The app owns the link and runs it in one worker. When the link has news, the app hands them to the screens that are
up, which paint the new model; the screens are in `screens`. Which of them is up follows from the model: the connect
screen without a server, the lobby with one, the room where there is a table. `run_app` is for the command line.
"""

from collections.abc import Callable, Coroutine
from typing import Any, Literal, cast

from msgspec.structs import replace
from textual.app import App
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from upcard_client import settings as remembered
from upcard_client.arrival import Arrival
from upcard_client.attable import MAX_LOG, Entry
from upcard_client.errands import Errand, Lacking, PlayComputer, Visit
from upcard_client.failures import ClientError
from upcard_client.hosting.childserver import Running, Setup
from upcard_client.hosting.ownserver import OwnServer
from upcard_client.hosting.publicserver import Hosting, Plan, invited
from upcard_client.link import Identity, Link, wall_ms
from upcard_client.locale import chosen_language, speak
from upcard_client.looks.dressing import dressed, looks
from upcard_client.looks.palette import Palette
from upcard_client.looks.terminal import ANY_TERMINAL, Terminal
from upcard_client.matches.shelf import Shelf
from upcard_client.network.addresses import HERE, Address
from upcard_client.network.dialling import LinkFailure
from upcard_client.network.discovery import look_around
from upcard_client.network.neighbourhood import Neighbourhood, known_addresses
from upcard_client.network.pins import PINS, Pins
from upcard_client.news import Denied, Entered, News, Occurred, ShuffleJudged
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
from upcard_client.starting import Linked, LookAround, OpenLink, Paths, Target, Told
from upcard_client.state import Connecting, Model, drop_table, enter_lobby, put
from upcard_client.themes import FELT
from upcard_client.words.phrases import Line
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.games import GameAction, GameOptions
from upcard_protocol.table import Closed, TableOptions
from upcard_protocol.wire.handshake import SeatHeld
from upcard_protocol.wire.requests import LeaveTable, Request, Unwatch


class UpcardApp(App[None]):
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
    """

    ENABLE_COMMAND_PALETTE = False
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
    ) -> None:
        super().__init__(ansi_color=palette.outlined)
        self.animation_level = "none"
        self._target = target
        self._settings = settings
        self._paths = paths
        self._palette = palette
        self._terminal = terminal
        self._open_link = open_link or self._real_link
        self._look_around = look_around
        self._around = Neighbourhood()
        self._search: Worker[None] | None = None
        self._now_ms = now_ms
        self._link: Linked | None = None
        self._address = HERE
        self._identity = target.identity
        self._arrival = Arrival(target.errand)
        self._greeting = ""
        self._main: PaintedScreen | RoomScreen | None = None
        self._keeping: Worker[None] | None = None
        self._own = OwnServer()
        self._hosting = Hosting(paths.hosted)
        self._ours: Running | None = None
        """The server for others that we are on, where it is one that we host."""
        self.fault: BaseException | None = None
        """What went wrong in the program itself, if anything did; it ends the run."""

    def _real_link(self, address: Address, identity: Identity, told: Told) -> Linked:
        return Link(address, identity, self._paths.tokens, told, shelf=self.shelf)

    # ---- what the screens ask for (see `screens.host.Host`)

    @property
    def model(self) -> Model:
        """Everything known of the server."""
        return self._link.model if self._link is not None else Model()

    @property
    def palette(self) -> Palette:
        """Colours and signs."""
        return self._palette

    @property
    def settings(self) -> Settings:
        """What is remembered."""
        return self._settings

    @property
    def held(self) -> tuple[SeatHeld, ...]:
        """Seats that the server keeps for us and that are not on the screen."""
        return tuple(held for held in self._arrival.held if held.table not in self.model.tables)

    @property
    def alone(self) -> Literal["", "kept", "lost"]:
        """Whether the server is our own, and then whether its game is there the next time."""
        return self._own.kept

    @property
    def hosted(self) -> Running | None:
        """The server that this person hosts for others, whichever run has started it."""
        return self._hosting.found

    @property
    def hosting(self) -> Literal["", "here", "elsewhere"]:
        """Whether a server for others ends with this program, and then whether we are on it."""
        if not self._hosting.ends_with_us:
            return ""
        return "elsewhere" if self._ours is None else "here"

    @property
    def invitation(self) -> str:
        """What others type to come to the server that we are on, where it is one that we host."""
        return self._ours.invitation if self._ours is not None else ""

    @property
    def around(self) -> Neighbourhood:
        """The servers that were heard of."""
        return self._around

    @property
    def shelf(self) -> Shelf | None:
        """Where finished games are kept; None where none are."""
        return None if self._paths.games is None else Shelf(self._paths.games)

    def server_ms(self) -> int:
        """Return the server's time now."""
        return self.model.server_ms(self._now_ms())

    def ask(self, request: Request) -> None:
        """Send a request."""
        if self._link is not None:
            self._link.ask(request)

    def act(self, table: int, action: GameAction) -> None:
        """Send a move."""
        if self._link is not None:
            self._link.act(table, action)

    def change(self, step: Callable[[Model], Model]) -> None:
        """Change what is known, and send what that asks for."""
        if self._link is not None:
            self._link.change(step)

    def note(self, table: int, line: Line, *, alarm: bool = False) -> None:
        """Put a line into one's own log of a table, as something said or as something wrong."""
        at = self.model.tables.get(table)
        if self._link is not None and at is not None:
            log = (*at.log, Entry(line, "alarm" if alarm else "mine"))[-MAX_LOG:]
            self._link.change(lambda model: put(model, replace(at, log=log)))

    def retry_now(self) -> None:
        """Make the next try for the link at once."""
        if self._link is not None:
            self._link.retry_now()

    def keep(self, change: Callable[[Settings], Settings]) -> None:
        """Change what is remembered; what cannot be written is only not known next time."""
        changed = change(self._settings)
        if changed == self._settings:
            return
        before, self._settings = self._settings, changed
        if changed.language != before.language:
            speak(chosen_language(changed.language))
        if looks(changed) != looks(before):
            self._repaint_with(dressed(changed, self._terminal))
        if changed.name != before.name and isinstance(self._main, ConnectScreen):
            self._main.name_typed = changed.name
        try:
            remembered.save(self._paths.settings, changed)
        except OSError as error:
            self._say(f"The settings cannot be kept: {(error.strerror or 'no reason given').lower()}.")

    def open(self, screen: Screen[None]) -> None:
        """Show a screen above the present one."""
        self.push_screen(screen)

    def close(self) -> None:
        """Take the topmost screen away."""
        self.pop_screen()

    def redraw(self) -> None:
        """Send the whole screen to the terminal again."""
        self.refresh(layout=True)

    def ring(self) -> None:
        """Ring the terminal's bell."""
        self.bell()

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
            self._say("No matches are kept.")
        else:
            self.open(ResultsScreen(self, self.shelf, leave))

    def quit(self) -> None:
        """End the program; where that has a price, it is named first."""
        room = next((screen for screen in self.screen_stack if isinstance(screen, RoomScreen)), None)
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
        if self._link is not None:
            self._link.close()
        self.exit()

    # ---- the server

    def connect(self, address: Address, name: str, password: str | None, errand: Errand) -> None:
        """Go to a server."""
        self._go(address, Identity(name=name, password=password), errand)

    def trust(self, address: Address, fingerprint: str) -> None:
        """Take a certificate for a server's own from now on."""
        problem = Pins(self._paths.tokens.parent / PINS).pin(address, fingerprint)
        if problem:
            self._say(problem)

    def _go(self, address: Address, identity: Identity, errand: Errand) -> None:
        self._address, self._identity, self._arrival = address, identity, Arrival(errand)
        self._ours = self._hosting.at(address)
        public = address if self._own.running is None else None
        self._connect_screen().show_going(public, f"Connecting to {address}. Esc stops.")
        self._link = self._open_link(address, identity, self._told)
        self._keeping = self._work(self._keep_link(self._link))

    async def _keep_link(self, link: Linked) -> None:
        """Run the link; whoever has closed it meanwhile is not told why it ended."""
        try:
            await link.run()
        except LinkFailure as failure:
            if self._link is link:
                self._ended(failure.refusal)

    def _ended(self, refusal: Refusal) -> None:
        """Go back to the connect screen and say why there is no link."""
        self._link = self._ours = None
        self._own.stop_soon()
        self._connect_screen().show_failure(refusal)
        self._search_if_idle()

    def _work(self, work: Coroutine[Any, Any, None]) -> Worker[None]:
        """Run the link, or what leads to it; there is one at a time."""
        return self.run_worker(work, group="link", exclusive=True, exit_on_error=False)

    def stop_connecting(self) -> None:
        """Give up going to a server."""
        self._close_link()
        self._search_if_idle()

    def leave_server(self) -> None:
        """Close the link and go back to the connect screen."""
        name, ours = self.model.server_name, self.invitation
        self._close_link()
        goes_on = " It goes on: H goes back to it, or stops it." if ours else ""
        self._connect_screen().show_end(f"You have left {name}.{goes_on}" if name else "")

    def _close_link(self) -> None:
        link, self._link, self._ours = self._link, None, None
        if link is not None:
            link.close()
        if self._keeping is not None:
            self._keeping.cancel()
        self._own.stop_soon()

    # ---- the network

    def look_around(self) -> None:
        """Ask for servers anew; the connect screen hears of them."""
        search = self._look_around(known_addresses(self._settings), self._heard_of)
        self._search = self.run_worker(search, group="search", exclusive=True, exit_on_error=False)

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

    # ---- the computer

    def play_computer(self, name: str) -> None:
        """Start a server of one's own and sit down against the computer."""
        self._connect_screen().show_going(None, "Starting a server on this computer. Esc stops.")
        identity = Identity(name=name)
        self._keeping = self._work(self._start_own(identity))

    async def _start_own(self, identity: Identity) -> None:
        try:
            server = await self._own.start(Setup(directory=self._paths.solo))
        except ClientError as error:
            self._connect_screen().show_problem(str(error))
        else:
            wanted = self._target.errand
            self._go(server.address, identity, wanted if isinstance(wanted, PlayComputer) else PlayComputer())

    # ---- a server for others

    def host_server(self, name: str, plan: Plan) -> None:
        """Start a server for others, and go in."""
        self._connect_screen().show_going(None, f"Starting {plan.name}. Esc stops.")
        self._keeping = self._work(self._start_hosted(Identity(name=name, password=plan.password or None), plan))

    async def _start_hosted(self, identity: Identity, plan: Plan) -> None:
        try:
            address = await self._hosting.start(plan)
        except ClientError as error:
            self._connect_screen().show_problem(str(error))
        else:
            self._go(address, identity, Visit())

    def stop_hosted(self) -> None:
        """End the server for others, whichever run has started it."""
        self._connect_screen().show_end("Stopping your server.")
        self.run_worker(self._stop_hosted(), group="hosting", exit_on_error=False)

    async def _stop_hosted(self) -> None:
        try:
            await self._hosting.stop()
        except ClientError as error:
            self._connect_screen().show_problem(str(error))
        else:
            self._connect_screen().show_end("Your server has stopped. Its tables are there the next time you host.")

    def end_servers(self) -> None:
        """End the servers that end with this program and wait for them."""
        self._own.leave()
        self._hosting.leave()

    # ---- news

    def _told(self, told: tuple[News, ...]) -> None:
        """Take the news of the link, show the place that follows from them, and hand them to the screens."""
        for item in told:
            self._hear(item)
        self._run_errand()
        if self._link is not None and self._arrival.entered:
            self._show_place()
        for screen in self.screen_stack:
            if isinstance(screen, PaintedScreen | RoomScreen):
                screen.hear(told)
                screen.refresh_model()

    def _hear(self, item: News) -> None:
        self._arrival.hear(item, self.model)
        match item:
            case Entered(again=False):
                self._enter()
                self._remark(item)
            case (
                Occurred(table=table, event=Closed())
                | Denied(
                    request=LeaveTable(table=table) | Unwatch(table=table), refusal=Refusal(code="no_such_table")
                )
            ):
                self._forget(table)
            case ShuffleJudged(table=table, finding=finding) if table not in self.model.tables:
                # The table has closed, and its result with it.
                if isinstance(self._main, LobbyScreen):
                    self._main.say("refused" if finding.kind == "differs" else "done", finding.why)
            case _:
                pass

    def _forget(self, table: int) -> None:
        """Take a table that is gone from the screen."""
        if self._link is not None:
            self._link.change(lambda model: drop_table(model, table))
            self._greeting = "The table is closed."

    def _enter(self) -> None:
        """Hear of the lobby, and remember the server and the name."""
        link = self._link
        assert link is not None
        link.change(enter_lobby)
        me, server = link.model.me, link.model.server_name
        # A server of one's own is found again without its address, which may be another the next time.
        ours = self._own.running is not None or self._ours is not None
        assert me is not None
        # A name that was asked for on the command line is for this run alone.
        passing = me.guest or self._target.identity.insisted
        self.keep(
            lambda known: replace(
                known if ours else known.visited(str(self._address), server),
                name=known.name if passing else me.name,
            )
        )

    def _remark(self, entered: Entered) -> None:
        guest = " as a guest, who can watch" if entered.guest else ""
        hello = f"Connected to {entered.server}{guest}."
        alone = self._own.running
        if alone is not None:
            hello = "" if alone.kept else "This game is not kept: another game against the computer is open."
            if alone.address != HERE:
                hello = f"Port {HERE.port} is in use, so this game is at {alone.address}. {hello}"
        notes = (hello, entered.remark) if self._ours is None else (entered.remark, invited(self._ours))
        self._greeting = " ".join(note for note in notes if note)

    def _run_errand(self) -> None:
        """Ask for the next thing of the errand, if nothing is on its way."""
        step = self._arrival.next(self.model)
        if isinstance(step, Lacking):
            self._greeting = step.text
        elif step is not None:
            self.ask(step)

    # ---- which screen is up

    def _show_place(self) -> None:
        """Show the room where there is a table, else the lobby, unless a table is still to come."""
        table = self._arrival.place(self.model)
        if table is not None:
            if not isinstance(self._main, RoomScreen) or self._main.table != table:
                self._show_main(RoomScreen(self, table, greeting=self._take_greeting()))
        elif not self._arrival.under_way and not isinstance(self._main, LobbyScreen):
            lobby = LobbyScreen(self)
            self._show_main(lobby)
            lobby.greet(self._take_greeting())

    def _take_greeting(self) -> str:
        greeting, self._greeting = self._greeting, ""
        return greeting

    def _connect_screen(self) -> ConnectScreen:
        if not isinstance(self._main, ConnectScreen):
            name = self._identity.name or self._settings.name
            self._show_main(ConnectScreen(self, name))
        assert isinstance(self._main, ConnectScreen)
        return self._main

    def _show_main(self, screen: PaintedScreen | RoomScreen) -> None:
        """Put a screen in the place of the present one and of all that is above it."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        first = self._main is None
        self._main = screen
        if isinstance(screen, ConnectScreen):
            # After the first paint: the search has much to import.
            self.call_after_refresh(self._search_if_idle)
        else:
            self._stop_looking()
        if first:
            self.push_screen(screen)
        else:
            self.switch_screen(screen)  # pyright: ignore[reportUnknownMemberType] - any screen's result will do

    # ---- the app

    def on_mount(self) -> None:
        """Begin where the target says."""
        self.theme = self._palette.theme
        target = self._target
        if target.replay is not None:
            self.open(ReplayScreen(self, target.replay, self.leave_program))
            return
        if target.results:
            self._show_results(self.leave_program)
            return
        screen = self._connect_screen()
        if target.address is not None:
            self._go(target.address, target.identity, target.errand)
        elif isinstance(target.errand, PlayComputer):
            self.play_computer(screen.name_typed)
        self.set_interval(1, self._tick)

    def _tick(self) -> None:
        """Move the clocks that are on the screen."""
        if isinstance(self.model.link, Connecting):
            return
        for screen in self.screen_stack:
            if isinstance(screen, RoomScreen | LobbyScreen | ConnectScreen):
                screen.tick()

    def _repaint_with(self, palette: Palette) -> None:
        self._palette = palette
        self.ansi_color = palette.outlined
        self.theme = palette.theme
        for screen in self.screen_stack:
            if isinstance(screen, PaintedScreen | RoomScreen):
                screen.refresh_model(anew=True)

    def _say(self, words: str) -> None:
        screen: Screen[Any] = self.screen
        if isinstance(screen, PaintedScreen | RoomScreen):
            screen.say("news", words)

    async def action_quit(self) -> None:
        """Quit."""
        self.quit()

    def action_help_quit(self) -> None:
        """Say how to quit."""
        self._say("Ctrl+Q quits.")

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
    try:
        await app.run_async()
    finally:
        app.end_servers()
    if app.fault is not None:
        raise app.fault
