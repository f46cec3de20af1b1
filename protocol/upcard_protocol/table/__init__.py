"""A table as a frozen value: who sits where, who is ready, and the match that is played there.

The server owns the only `Table`; each client keeps a `TableView` that folds what it hears. As with a match there is
one way in (`apply`), one way out (`view`, `redact`), and table and match events share one numbering.
"""

from upcard_protocol.table.actions import (
    Close,
    Drop,
    GetReady,
    Leave,
    Return,
    Reveal,
    Sit,
    StandIn,
    Start,
    TableAction,
)
from upcard_protocol.table.engine import apply, due, fold, new_table, redact, result, to_act, view
from upcard_protocol.table.events import (
    AnyEvent,
    Closed,
    Dropped,
    GotReady,
    Left,
    Returned,
    Revealed,
    Sat,
    Started,
    StoodIn,
    TableEvent,
)
from upcard_protocol.table.seats import (
    EMPTY_CHAIR,
    NO_SEED,
    BotLevel,
    Chair,
    Name,
    OnGone,
    Presence,
    SeatKind,
    Seed,
    TableOptions,
)
from upcard_protocol.table.values import Table, TableView

__all__ = [
    "EMPTY_CHAIR",
    "NO_SEED",
    "AnyEvent",
    "BotLevel",
    "Chair",
    "Close",
    "Closed",
    "Drop",
    "Dropped",
    "GetReady",
    "GotReady",
    "Leave",
    "Left",
    "Name",
    "OnGone",
    "Presence",
    "Return",
    "Returned",
    "Reveal",
    "Revealed",
    "Sat",
    "SeatKind",
    "Seed",
    "Sit",
    "StandIn",
    "Start",
    "Started",
    "StoodIn",
    "Table",
    "TableAction",
    "TableEvent",
    "TableOptions",
    "TableView",
    "apply",
    "due",
    "fold",
    "new_table",
    "redact",
    "result",
    "to_act",
    "view",
]
