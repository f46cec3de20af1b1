"""What the gin table shows, as a value: computed from the situation and the desk, painted by `painting`.

Nothing here knows sizes or colours, so a test can read what a player would see without a terminal.
"""

from typing import Final, Literal

from msgspec import Struct

from upcard_client.cardtable.scene import TableScene
from upcard_client.keys import BY_ID
from upcard_client.locale import bracket
from upcard_client.matches.witness import Finding
from upcard_client.widgets.frame import Hint
from upcard_client.words.phrases import Line
from upcard_protocol.rules.cards import Card

MELD_WORDS: Final = bracket({"run": "run", "set": "set"})
"""What stands in the bracket under a meld, by its kind."""


class Added(Struct, frozen=True):
    """A card at the end of a meld on the table: laid off in the draft, or fitting there."""

    card: Card
    before: bool
    drafted: bool
    fresh: bool = False


class TableMeld(Struct, frozen=True):
    """Cards shown on the table; `kind` is nothing for loose ones."""

    cards: tuple[Card, ...]
    kind: str
    added: tuple[Added, ...] = ()
    letter: str = ""


class Player(Struct, frozen=True, kw_only=True):
    """A player's line and what lies before it: backs, or the cards shown after a knock."""

    seat: int
    name: str
    cards: int
    notes: tuple[str, ...] = ()
    playing: bool = False
    shown: tuple[TableMeld, ...] = ()
    deadwood: int | None = None


class Beside(Struct, frozen=True):
    """A line about somebody who is not shown large, or about the other table of partners; what comes last is cut."""

    name: str
    notes: tuple[Line, ...]
    playing: bool = False


class Rule(Struct, frozen=True):
    """What Oklahoma's upcard says for the whole hand: the most deadwood to knock with, and whether points double."""

    upcard: Card
    limit: int
    doubled: bool


class Pile(Struct, frozen=True):
    """Stock or discard: its caption, the id of the key that takes from it, and whether it may be taken now."""

    caption: str
    key: str
    lit: bool

    @property
    def cap(self) -> str:
        """What hints print for the key."""
        return BY_ID[self.key].cap


class Count(Struct, frozen=True):
    """The deadwood panel: the best deadwood, without which card, against which limit in points."""

    deadwood: int
    without: Card | None
    limit: int
    gin_only: bool = False


class TallyRow(Struct, frozen=True):
    """A line of words and a number beside the piles.

    Attributes:
        words: what is counted.
        number: the points.
        note: what the number becomes with the chosen card, or nothing.
        brief: fewer words, for where there is no room for all.
    """

    words: str
    number: int
    note: str = ""
    brief: str = ""


class Tally(Struct, frozen=True):
    """Lines of words and numbers beside the piles."""

    rows: tuple[TallyRow, ...]


class Facts(Struct, frozen=True):
    """Lines beside the piles for somebody who watches."""

    lines: tuple[Line, ...]


class ResultHand(Struct, frozen=True, kw_only=True):
    """One side of a hand's result."""

    name: str
    words: Line
    melds: tuple[TableMeld, ...]
    deadwood: int


SUM_WORDS: Final = 27
"""Cells of the words of a sum: as many as the deadwood of somebody with the longest name needs."""


Part = Literal["", "hand", "total", "boxes", "game", "shut-out", "sum", "margin"]
"""What a line of totals is in a settlement, whatever it is called in the language that is spoken."""


class Total(Struct, frozen=True):
    """A line of a table: words, one number a column, and what it is a part of."""

    words: str
    numbers: tuple[str, ...]
    part: Part = ""


class ResultSheet(Struct, frozen=True, kw_only=True):
    """What covers the table when a hand or a match is over.

    Attributes:
        title: who won, and what.
        hands: the cards of both sides; none after a dead hand.
        sum: the points as a sum, line by line: words, number as text.
        columns: the names over the totals.
        totals: lines of the totals.
        remark: what stands behind the last of them.
        news: who is ready, and when it goes on.
        finding: whether the shuffle was what was promised, once a match is over and that is known.
        hints: the keys.
    """

    title: str
    hands: tuple[ResultHand, ...] = ()
    sum: tuple[tuple[str, str], ...] = ()
    columns: tuple[str, ...] = ()
    totals: tuple[Total, ...] = ()
    remark: str = ""
    news: Line = ()
    finding: Finding | None = None
    hints: tuple[Hint, ...] = ()


class SheetLine(Struct, frozen=True):
    """A line of the score sheet: hand, how it ended, loser's and winner's deadwood, points by column."""

    hand: str
    how: str
    loser: str
    winner: str
    points: tuple[str, ...]


class ScoreSheet(Struct, frozen=True, kw_only=True):
    """The score sheet: the hands of this game, what it would settle to, and a remark.

    Attributes:
        groups: what stands over as many columns each: those of Hollywood; none in other games.
        columns: the names over the numbers.
        deadwood: the deadwood of loser and winner is shown.
    """

    title: str
    groups: tuple[str, ...] = ()
    columns: tuple[str, ...]
    deadwood: bool = True
    hands: tuple[SheetLine, ...]
    totals: tuple[Total, ...]
    heading: str
    settlement: tuple[Total, ...]
    remarks: tuple[str, ...]


class Scene(TableScene, frozen=True, kw_only=True):
    """Everything on the screen of a gin table."""

    rival: Player
    mine: Player | None
    """The seat in the place of the hand, for somebody who watches."""
    others: tuple[Beside, ...]
    rule: Rule | None
    stock: int
    top: Card | None
    stock_pile: Pile
    discard_pile: Pile
    panel: Count | Tally | Facts | None
    result: ResultSheet | None = None
    sheet: ScoreSheet | None = None
