"""What every card table shows around its cards on the table, as a value.

Nothing here knows sizes or colours, so a test can read what a player would see without a terminal.
"""

from msgspec import Struct

from upcard_client.widgets.frame import Bar, Header, Hint, LogLine, Status
from upcard_client.widgets.hand import HandRow
from upcard_client.words.phrases import Line


class ScoreRow(Struct, frozen=True):
    """A hand of the score pane: its number, how it ended, points by column."""

    label: str
    points: tuple[int | None, ...]


class Pane(Struct, frozen=True):
    """The side pane: the score so far, without totals where the rows are some already, and the log."""

    names: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    totals: tuple[int, ...]
    log: tuple[LogLine, ...]


class TableScene(Struct, frozen=True, kw_only=True):
    """Everything on the screen of a table but what lies on it."""

    header: Header
    bar: Bar
    status: Status | None
    news: Status | None
    """What the other side did last, for windows without a log."""
    hand: HandRow
    hand_note: str
    keys: tuple[Hint, ...]
    looks: tuple[Hint, ...]
    pane: Pane
    whole_log: bool = False
    scroll: int = 0
    lesson: Line = ()
    """What a guide says."""
