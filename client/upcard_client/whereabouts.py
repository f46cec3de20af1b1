"""Where this person is: at no server, on the way to one, or at one; and the servers that this run has started.

`Whereabouts` owns the link and what is known through it. The app that shows it is a `Shell`: it runs what takes time,
and is told the news once they are dealt with here. Screens reach it as the `server` of their host.
"""

from collections.abc import Callable, Coroutine
from typing import Any, Final, Literal, Protocol

from msgspec.structs import replace

from upcard_client.arrival import Arrival
from upcard_client.attable import MAX_LOG, Entry
from upcard_client.errands import Errand, Lacking, PlayComputer, Visit
from upcard_client.failures import ClientError
from upcard_client.hosting.childserver import Running, Setup, elsewhere
from upcard_client.hosting.ownserver import OwnServer
from upcard_client.hosting.publicserver import Hosting, Plan, invited
from upcard_client.link import Identity, Link, random_seed
from upcard_client.locale import status, tr
from upcard_client.matches.shelf import Shelf
from upcard_client.network.addresses import HERE, Address
from upcard_client.network.dialling import LinkFailure
from upcard_client.network.pins import PINS, Pins
from upcard_client.news import Denied, Entered, News, Occurred
from upcard_client.settings import Settings
from upcard_client.starting import Linked, OpenLink, Paths, Target, Told
from upcard_client.state import Model, drop_table, enter_lobby, put
from upcard_client.words.phrases import Line
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.games import GameAction
from upcard_protocol.rules.rehearsal import rehearsed
from upcard_protocol.table import Closed
from upcard_protocol.wire.requests import LeaveTable, Request, Unwatch

NOT_KEPT: Final = status("This game is not kept: another game against the computer is open.")

Place = int | Literal["lobby", "between"]
"""A table's number, the lobby, or neither: on the way to one of them, or at no server."""


class Reception(Protocol):
    """Where one stands without a server, and hears how it goes with the next."""

    def show_going(self, address: Address | None, words: str) -> None:
        """Say that a link is being made; with no address, to a server of our own."""
        ...

    def show_failure(self, address: Address | None, refusal: Refusal) -> None:
        """Say why there is no link to an address, or to a server of our own."""
        ...

    def show_problem(self, words: str) -> None:
        """Say what went wrong on this computer."""
        ...

    def show_end(self, words: str) -> None:
        """Say why one is back."""
        ...


class Work(Protocol):
    """Something that takes time."""

    def cancel(self) -> None: ...


class Shell(Protocol):
    """What is needed of the app."""

    def reception(self) -> Reception:
        """Go back to the screen that has no server."""
        ...

    def work(self, work: Coroutine[Any, Any, None], group: str, *, exclusive: bool) -> Work:
        """Run something; where it is exclusive, whatever else of its group still runs is cancelled."""
        ...

    def keep(self, change: Callable[[Settings], Settings]) -> None:
        """Change what is remembered."""
        ...

    def told(self, told: tuple[News, ...]) -> None:
        """Show what has changed."""
        ...


class Whereabouts:
    """At most one link, and the servers of our own."""

    def __init__(self, shell: Shell, target: Target, paths: Paths, open_link: OpenLink | None = None) -> None:
        """Begin at no server.

        Args:
            shell: the app.
            target: where the run begins.
            paths: where this person's files are.
            open_link: makes the link to a server.
        """
        self._shell = shell
        self._target = target
        self._paths = paths
        self._open_link = open_link or self._real_link
        self._link: Linked | None = None
        self._keeping: Work | None = None
        self._address = HERE
        self._identity = target.identity
        self._arrival = Arrival(target.errand)
        self._greeting = ""
        self._own = OwnServer()
        self._hosting = Hosting(paths.hosted)
        self._ours: Running | None = None
        """The server for others that we are on, where it is one that we host."""

    def _real_link(self, address: Address, identity: Identity, told: Told) -> Linked:
        number = self._target.rehearsal if self._own.running is not None else None
        new_seed = random_seed if number is None else rehearsed(number)
        return Link(address, identity, self._paths.tokens, told, shelf=self.shelf, new_seed=new_seed)

    # ---- what is known

    @property
    def model(self) -> Model:
        """Everything known of the server; an empty model without one."""
        return self._link.model if self._link is not None else Model()

    @property
    def name_given(self) -> bool:
        """Was a name asked for on the command line?"""
        return self._target.identity.insisted

    @property
    def name(self) -> str | None:
        """Under which name one came in last or wants to; None where that is not said yet."""
        return self._identity.name

    @property
    def shelf(self) -> Shelf | None:
        """Where finished games are kept; None where none are.

        A rehearsal is not: another match from the same seeds would look like one that was changed afterwards.
        """
        return None if self._paths.games is None or self._target.rehearsal is not None else Shelf(self._paths.games)

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
    def place(self) -> Place:
        """Where at the server one is."""
        if self._link is None or not self._arrival.entered:
            return "between"
        table = self._arrival.place(self.model)
        if table is not None:
            return table
        return "between" if self._arrival.under_way else "lobby"

    def take_greeting(self) -> str:
        """Return what is to be said at the next place; it is said once."""
        greeting, self._greeting = self._greeting, ""
        return greeting

    # ---- at a server

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
        if at is not None:
            log = (*at.log, Entry(line, "alarm" if alarm else "mine"))[-MAX_LOG:]
            self.change(lambda model: put(model, replace(at, log=log)))

    def retry_now(self) -> None:
        """Make the next try for the link at once."""
        if self._link is not None:
            self._link.retry_now()

    # ---- to a server and away from it

    def connect(self, address: Address, identity: Identity, errand: Errand) -> None:
        """Go to a server; the reception hears how that goes."""
        self._address, self._identity, self._arrival = address, identity, Arrival(errand)
        self._ours = self._hosting.at(address)
        public = address if self._own.running is None else None
        self._shell.reception().show_going(public, tr("Connecting to {address}. Esc stops.", address=str(address)))
        self._link = self._open_link(address, identity, self._told)
        self._set_out(self._keep_link(self._link))

    def _set_out(self, work: Coroutine[Any, Any, None]) -> None:
        """Run the link, or what leads to it; there is one at a time."""
        self._keeping = self._shell.work(work, "link", exclusive=True)

    async def _keep_link(self, link: Linked) -> None:
        """Run the link; whoever has closed it meanwhile is not told why it ended."""
        try:
            await link.run()
        except LinkFailure as failure:
            if self._link is link:
                self._link = self._ours = None
                public = self._address if self._own.running is None else None
                self._own.stop_soon()
                self._shell.reception().show_failure(public, failure.refusal)

    def trust(self, address: Address, fingerprint: str) -> None:
        """Take a certificate for a server's own from now on."""
        problem = Pins(self._paths.tokens.parent / PINS).pin(address, fingerprint)
        if problem:
            self._shell.reception().show_problem(problem)

    def stop_connecting(self) -> None:
        """Give up going to a server."""
        self._close_link()
        self._shell.reception().show_end(tr("Stopped."))

    def leave(self) -> None:
        """Close the link; the reception hears what was left."""
        name, ours = self.model.server_name, self.invitation
        self._close_link()
        left = tr("You have left {server}.", server=name) if name else ""
        if left and ours:
            left = f"{left} {tr('It goes on: H goes back to it, or stops it.')}"
        self._shell.reception().show_end(left)

    def _close_link(self) -> None:
        link, self._link, self._ours = self._link, None, None
        if link is not None:
            link.close()
        if self._keeping is not None:
            self._keeping.cancel()
        self._own.stop_soon()

    def hang_up(self) -> None:
        """Close the link and stay where one is: the program ends. `end_servers` comes after it."""
        if self._link is not None:
            self._link.close()

    # ---- servers of our own

    def play_computer(self, name: str) -> None:
        """Start a server of one's own and sit down against the computer."""
        self._shell.reception().show_going(None, tr("Starting a server on this computer. Esc stops."))
        self._set_out(self._start_own(Identity(name=name)))

    async def _start_own(self, identity: Identity) -> None:
        try:
            server = await self._own.start(
                Setup(
                    directory=self._paths.solo if self._target.rehearsal is None else None,
                    name=tr("This computer"),
                    rehearsal=self._target.rehearsal,
                )
            )
        except ClientError as error:
            self._shell.reception().show_problem(str(error))
        else:
            wanted = self._target.errand
            self.connect(server.address, identity, wanted if isinstance(wanted, PlayComputer) else PlayComputer())

    def host(self, name: str, plan: Plan) -> None:
        """Start a server for others, and go in under a name."""
        self._shell.reception().show_going(None, tr("Starting {server}. Esc stops.", server=plan.name))
        self._set_out(self._start_hosted(Identity(name=name, password=plan.password or None), plan))

    async def _start_hosted(self, identity: Identity, plan: Plan) -> None:
        try:
            address = await self._hosting.start(plan)
        except ClientError as error:
            self._shell.reception().show_problem(str(error))
        else:
            self.connect(address, identity, Visit())

    def stop_hosted(self) -> None:
        """End the server for others, whichever run has started it; the reception hears when it is gone."""
        self._shell.reception().show_end(tr("Stopping your server."))
        self._shell.work(self._stop_hosted(), "hosting", exclusive=False)

    async def _stop_hosted(self) -> None:
        try:
            await self._hosting.stop()
        except ClientError as error:
            self._shell.reception().show_problem(str(error))
        else:
            ended = tr("Your server has stopped. Its tables are there the next time you host.")
            self._shell.reception().show_end(ended)

    def end_servers(self) -> None:
        """End the servers that end with this program and wait for them."""
        self._own.leave()
        self._hosting.leave()

    # ---- news

    def _told(self, told: tuple[News, ...]) -> None:
        """Take the news of the link, ask for what the errand wants next, and hand the news on."""
        for item in told:
            self._hear(item)
        step = self._arrival.next(self.model)
        if isinstance(step, Lacking):
            self._greeting = step.text
        elif step is not None:
            self.ask(step)
        self._shell.told(told)

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
                self.change(lambda model: drop_table(model, table))
                self._greeting = tr("The table is closed.")
            case _:
                pass

    def _enter(self) -> None:
        """Hear of the lobby, and remember the server and the name."""
        self.change(enter_lobby)
        me, server = self.model.me, self.model.server_name
        # A server of one's own is found again without its address, which may be another the next time.
        ours = self._own.running is not None or self._ours is not None
        # A name that was asked for on the command line is for this run alone.
        named = "" if me is None or me.guest or self._target.identity.insisted else me.name
        self._shell.keep(
            lambda known: replace(
                known if ours else known.visited(str(self._address), server), name=named or known.name
            )
        )

    def _remark(self, entered: Entered) -> None:
        hello = tr("Connected to {server}.", server=entered.server)
        if entered.guest:
            # Where there is a reason for it, that says it too.
            guest = tr("Connected to {server} as a guest, who can watch.", server=entered.server)
            hello = "" if entered.remark else guest
        alone = self._own.running
        if alone is not None:
            hello = "" if alone.kept or self._target.rehearsal is not None else tr(NOT_KEPT)
            if alone.address != HERE:
                hello = f"{elsewhere(alone.address)} {hello}"
        notes = (hello, entered.remark) if self._ours is None else (entered.remark, invited(self._ours))
        self._greeting = " ".join(note for note in notes if note)
