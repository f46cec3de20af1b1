"""What the screens ask of the app that shows them."""

from collections.abc import Callable
from typing import Protocol

from textual.screen import Screen

from upcard_client.looks.palette import Palette
from upcard_client.matches.shelf import Shelf
from upcard_client.network.neighbourhood import Neighbourhood
from upcard_client.settings import Settings
from upcard_client.state import Model
from upcard_client.whereabouts import Whereabouts
from upcard_client.widgets.frame import Bar
from upcard_protocol.rules.games import GameOptions
from upcard_protocol.table import TableOptions


class Host(Protocol):
    """The app, as its screens know it."""

    @property
    def model(self) -> Model:
        """Everything known of the server; an empty model without one."""
        ...

    @property
    def server(self) -> Whereabouts:
        """The server that one is at or on the way to: what is asked of it, and the way to another."""
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
    def around(self) -> Neighbourhood:
        """The servers that were heard of."""
        ...

    @property
    def shelf(self) -> Shelf | None:
        """Where finished games are kept; None where none are."""
        ...

    @property
    def sign_cells(self) -> int | None:
        """How many cells this terminal gives a letter with a spacing vowel sign of Devanagari; None if unknown."""
        ...

    @property
    def below(self) -> Bar | None:
        """The turn bar of the table over which a screen lies; None where there is no table."""
        ...

    def server_ms(self) -> int:
        """Return the server's time now, milliseconds since 1970."""
        ...

    # ---- places

    def look_around(self) -> None:
        """Ask for servers anew; the connect screen hears of them."""
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

    def entitle(self, title: str) -> None:
        """Call the terminal's window something: sentences of our own, nothing that people write."""
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
