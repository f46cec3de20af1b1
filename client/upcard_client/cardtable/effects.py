"""What a key leads to, as values: the next desk, actions to send, things to open, lines for the log."""

from typing import Final, Generic, Literal

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.cardtable.desk import DeskT
from upcard_client.widgets.frame import Status, StatusKind
from upcard_client.words.phrases import Line
from upcard_protocol.rules.games import GameAction

Opening = Literal[
    "agree",
    "bot",
    "chat",
    "decline",
    "guide",
    "help",
    "leave",
    "menu",
    "next_table",
    "pause",
    "quit",
    "redraw",
    "ready",
    "replay",
    "resume",
    "retry",
    "rules",
    "save",
    "seat",
    "settings",
]
"""What the app is asked for, beyond moves of the game."""


LETTER: Final = "letter:"
"""What the key of a clicked button that stands for a meld's letter begins with."""


class Press(Struct, frozen=True):
    """A key as a table hears it.

    Attributes:
        key: the id of a key of `TABLE_KEYS`.
        now_ms: when, on a clock that never goes back.
    """

    key: str
    now_ms: int


class Open(Struct, frozen=True):
    """Ask the app for something."""

    what: Opening


class Note(Struct, frozen=True):
    """Put a line into the viewer's own log."""

    line: Line


Effect = GameAction | Open | Note


class Outcome(Struct, Generic[DeskT], frozen=True):
    """The desk after a key, and what has to be done about it."""

    desk: DeskT
    effects: tuple[Effect, ...] = ()


def answer(desk: DeskT, kind: StatusKind, line: Line, *effects: Effect) -> Outcome[DeskT]:
    """Return an outcome whose status line answers the key."""
    return Outcome(replace(desk, status=Status(kind, line)), effects)


def refused(desk: DeskT, line: Line) -> Outcome[DeskT]:
    """Return a refusal in words; it stays until the next key."""
    return answer(desk, "refused", line)


def in_sight(before: DeskT, outcome: Outcome[DeskT], *, withdrawn: DeskT) -> Outcome[DeskT]:
    """Return the outcome of a key that left a question open: nobody answers a question that cannot be read.

    Args:
        before: the desk before the key.
        outcome: what the key led to.
        withdrawn: the desk after it, without the question: for where other words stand in the question's place.
    """
    if outcome.desk.status is None:
        return Outcome(replace(outcome.desk, status=before.status), outcome.effects)
    return outcome if outcome.desk.status == before.status else Outcome(withdrawn, outcome.effects)
