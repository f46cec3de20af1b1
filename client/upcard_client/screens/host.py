"""What the screens ask of the app that shows them."""

from collections.abc import Callable
from typing import Literal, Protocol

from textual.screen import Screen

from upcard_client.errands import Errand
from upcard_client.hosting.childserver import Running
from upcard_client.hosting.publicserver import Plan
from upcard_client.looks.palette import Palette
from upcard_client.matches.shelf import Shelf
from upcard_client.network.addresses import Address
from upcard_client.network.neighbourhood import Neighbourhood
from upcard_client.settings import Settings
from upcard_client.state import Model
from upcard_client.words.phrases import Line
from upcard_protocol.rules.games import GameAction, GameOptions
from upcard_protocol.table import TableOptions
from upcard_protocol.wire.handshake import SeatHeld
from upcard_protocol.wire.requests import Request


class Host(Protocol):
    """The app, as its screens know it."""

    @property
    def model(self) -> Model:
        """Everything known of the server; an empty model without one."""
        ...

    @property
    def palette(self) -> Palette:
        """Colours and signs."""
        ...

    @property
    def settings(self) -> Settings:
        """What is remembered between runs."""
        ...

    @property
    def held(self) -> tuple[SeatHeld, ...]:
        """Seats that the server keeps for us and that are not on the screen."""
        ...

    @property
    def alone(self) -> Literal["", "kept", "lost"]:
        """Whether the server is our own, and then whether its game is there the next time."""
        ...

    @property
    def hosted(self) -> Running | None:
        """The server that this person hosts for others, whichever run has started it."""
        ...

    @property
    def hosting(self) -> Literal["", "here", "elsewhere"]:
        """Whether a server for others ends with this program, and then whether we are on it."""
        ...

    @property
    def invitation(self) -> str:
        """What others type to come to the server that we are on, where it is one that we host."""
        ...

    @property
    def around(self) -> Neighbourhood:
        """The servers that were heard of."""
        ...

    @property
    def shelf(self) -> Shelf | None:
        """Where finished games are kept; None where none are."""
        ...

    def server_ms(self) -> int:
        """Return the server's time now, milliseconds since 1970."""
        ...

    # ---- the server

    def ask(self, request: Request) -> None:
        """Send a request."""
        ...

    def act(self, table: int, action: GameAction) -> None:
        """Send a move."""
        ...

    def change(self, step: Callable[[Model], Model]) -> None:
        """Change what is known, and send what that asks for."""
        ...

    def note(self, table: int, line: Line, *, alarm: bool = False) -> None:
        """Put a line into one's own log of a table, as something said or as something wrong."""
        ...

    def retry_now(self) -> None:
        """Make the next try for the link at once."""
        ...

    # ---- places

    def connect(self, address: Address, name: str, password: str | None, errand: Errand) -> None:
        """Go to a server; the connect screen hears how that goes."""
        ...

    def trust(self, address: Address, fingerprint: str) -> None:
        """Take a certificate for a server's own from now on."""
        ...

    def play_computer(self, name: str) -> None:
        """Start a server of one's own and sit down against the computer."""
        ...

    def host_server(self, name: str, plan: Plan) -> None:
        """Start a server for others, and go in under a name; the connect screen hears how that goes."""
        ...

    def stop_hosted(self) -> None:
        """End the server for others; the connect screen hears when it is gone."""
        ...

    def look_around(self) -> None:
        """Ask for servers anew; the connect screen hears of them."""
        ...

    def stop_connecting(self) -> None:
        """Give up going to a server."""
        ...

    def leave_server(self) -> None:
        """Close the link and go back to the connect screen."""
        ...

    def open(self, screen: Screen[None]) -> None:
        """Show a screen above the present one."""
        ...

    def close(self) -> None:
        """Take the topmost screen away."""
        ...

    def redraw(self) -> None:
        """Send the whole screen to the terminal again."""
        ...

    def ring(self) -> None:
        """Ring the terminal's bell."""
        ...

    def open_help(self, first: str = "") -> None:
        """Show the keys, those of the screen one is on first: a game's name, or `connect`, `lobby`, `new_table`."""
        ...

    def open_settings(self) -> None:
        """Show the settings."""
        ...

    def open_rules(self, options: TableOptions, game: GameOptions) -> None:
        """Show the rules of a table."""
        ...

    def open_results(self) -> None:
        """Show the matches that are kept."""
        ...

    def keep(self, change: Callable[[Settings], Settings]) -> None:
        """Change what is remembered."""
        ...

    def quit(self) -> None:
        """End the program; where that has a price, it is named first."""
        ...

    def leave_program(self) -> None:
        """End the program, without asking."""
        ...
