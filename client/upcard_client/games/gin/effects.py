"""What a key leads to, as values: the next desk, actions to send, things to open, lines for the log."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.games.gin.desk import Desk
from upcard_client.phrases import Line
from upcard_client.widgets.frame import Status, StatusKind
from upcard_protocol.rules.gin.actions import Action

Opening = Literal[
    "bot",
    "chat",
    "help",
    "leave",
    "menu",
    "next_table",
    "quit",
    "redraw",
    "ready",
    "retry",
    "rules",
    "seat",
    "settings",
]
"""What the app is asked for, beyond moves of the game."""


class Open(Struct, frozen=True):
    """Ask the app for something."""

    what: Opening


class Note(Struct, frozen=True):
    """Put a line into the viewer's own log."""

    line: Line


Effect = Action | Open | Note


class Outcome(Struct, frozen=True):
    """The desk after a key, and what has to be done about it."""

    desk: Desk
    effects: tuple[Effect, ...] = ()


def answer(desk: Desk, kind: StatusKind, line: Line, *effects: Effect) -> Outcome:
    """Return an outcome whose status line answers the key."""
    return Outcome(replace(desk, status=Status(kind, line)), effects)


def refused(desk: Desk, line: Line) -> Outcome:
    """Return a refusal in words; it stays until the next key."""
    return answer(desk, "refused", line)
