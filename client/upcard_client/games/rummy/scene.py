"""What the rummy table shows, as a value: computed from the situation and the desk, painted by `painting`.

Nothing here knows sizes or colours, so a test can read what a player would see without a terminal.
"""

from msgspec import Struct

from upcard_client.cardtable.scene import TableScene
from upcard_client.keys import BY_ID
from upcard_client.matches.witness import Finding
from upcard_client.widgets.frame import Hint
from upcard_client.words.phrases import Line
from upcard_protocol.rules.cards import Card


class Player(Struct, frozen=True, kw_only=True):
    """The line of a player: name, cards held, points, and words such as `dealer` or `away 1:46`.

    Attributes:
        shown: the cards, where somebody who watches may see them.
    """

    name: str
    cards: int
    points: int
    notes: tuple[str, ...] = ()
    playing: bool = False
    shown: tuple[Card, ...] = ()


class ShownMeld(Struct, frozen=True):
    """A meld on the table; `lit` where the chosen card fits, `fresh` for the cards laid in this turn."""

    letter: str
    cards: tuple[Card, ...]
    lit: bool = False
    fresh: bool = False


class Pile(Struct, frozen=True):
    """Stock or discard: its caption, the id of the key that takes from it, and whether it may be taken now."""

    caption: str
    key: str
    lit: bool

    @property
    def cap(self) -> str:
        """What hints print for the key."""
        return BY_ID[self.key].cap


class ResultRow(Struct, frozen=True):
    """A player in a result: name, cards left, whether they are shown, and the numbers of the columns."""

    name: str
    left: tuple[Card, ...]
    note: str
    numbers: tuple[str, ...]
    won: bool = False


class ResultSheet(Struct, frozen=True, kw_only=True):
    """What covers the table when a hand or a match is over.

    Attributes:
        title: who won, and what.
        heads: what stands over the columns of numbers.
        rows: a line for each player.
        remark: how the ledger is to be read.
        news: who is ready, and when it goes on.
        hints: the keys.
        finding: whether the shuffle was what was promised, once a match is over and that is known.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[ResultRow, ...]
    remark: str
    news: Line
    hints: tuple[Hint, ...]
    finding: Finding | None = None


class SheetLine(Struct, frozen=True):
    """A line of the score sheet: hand, how it ended, and points by column."""

    hand: str
    how: str
    points: tuple[str, ...]


class ScoreSheet(Struct, frozen=True, kw_only=True):
    """The score sheet: the hands of the game, the totals, the ledger, and remarks."""

    title: str
    columns: tuple[str, ...]
    hands: tuple[SheetLine, ...]
    totals: tuple[tuple[str, tuple[str, ...]], ...]
    remarks: tuple[str, ...]


class Scene(TableScene, frozen=True, kw_only=True):
    """Everything on the screen of a rummy table."""

    players: tuple[Player, ...]
    """The others, clockwise; all of them for somebody who watches."""
    watched: bool
    """The viewer watches: there is no hand, and the players stand in its place."""
    melds: tuple[ShownMeld, ...]
    melds_from: int
    stock: int
    top: Card | None
    pile: int
    """Cards in the discard pile."""
    stock_pile: Pile
    discard_pile: Pile
    facts: tuple[Line, ...]
    """Lines beside the piles."""
    result: ResultSheet | None = None
    sheet: ScoreSheet | None = None
