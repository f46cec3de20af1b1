"""A house in memory: real tables of the engine, told to one viewer the way a server tells them."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from upcard_protocol import table as tables
from upcard_protocol.rules.cards import Card
from upcard_protocol.rules.game import NATURE, PUBLIC, Deal
from upcard_protocol.rules.games import AnyAction, GameOptions
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.rules.shuffle import commitment
from upcard_protocol.table import Chair, Table, TableAction, TableOptions
from upcard_protocol.wire.pushes import Clock, Happened, Snapshot

ME: Final = 0
MIRA: Final = 1
SERVER_SEED: Final = bytes([9] * 32)
SEEDS: Final = (bytes([1] * 32), bytes([2] * 32))
"""The seeds of Eleni and Mira."""
AT_MS: Final = 1_000_000
"""The server's time of a house's first event."""


class HouseTable:
    """One table: `do` applies an action and returns what a viewer hears of it.

    Attributes:
        number: the table's number.
        table: the table as it stands.
        n: events so far.
        clocks: what each seat has left after whatever happens next.
        accepted: the viewer's last accepted act.
    """

    def __init__(
        self,
        number: int = 7,
        *,
        viewer: int = ME,
        name: str = "Kitchen table",
        options: TableOptions | None = None,
        game: GameOptions = PRESETS["modern"],
    ) -> None:
        """Open a table that nobody sits at."""
        self.number = number
        self.viewer = viewer
        self.table: Table = tables.new_table(options or TableOptions(name=name), game)
        self.n = 0
        self.clocks: tuple[Clock, ...] = ()
        self.accepted = 0

    def do(self, action: TableAction | AnyAction, seat: int = NATURE) -> list[Happened]:
        """Apply an action; return its events as the viewer hears them."""
        self.table, events = tables.apply(self.table, seat, action)
        heard: list[Happened] = []
        for event in events:
            self.n += 1
            redacted = tables.redact(self.table, event, self.viewer)
            heard.append(Happened(self.number, self.n, AT_MS + 1000 * self.n, redacted, self.clocks))
        return heard

    def snapshot(self) -> Snapshot:
        """Return the whole of what the viewer may know."""
        return Snapshot(
            table=self.number,
            n=self.n,
            at_ms=AT_MS + 1000 * self.n,
            cseq=self.accepted,
            clocks=self.clocks,
            view=tables.view(self.table, self.viewer),
        )

    def seat(self, seat: int, name: str, *, bot: bool = False) -> list[Happened]:
        """Let somebody sit down."""
        return self.do(tables.Sit(seat, name, "normal" if bot else None))

    def begin(self, deck: Sequence[Card], dealer: int = MIRA) -> list[Happened]:
        """Seat Eleni and Mira where nobody sits, start a match and deal; returns what is heard of it."""
        heard: list[Happened] = []
        for seat, name in enumerate(("Eleni", "Mira")):
            if self.table.chairs[seat] == Chair():
                heard += self.seat(seat, name)
        for seat, chair in enumerate(self.table.chairs):
            if chair.person and not self.table.ready[seat]:
                heard += self.do(tables.GetReady(seat, commitment(SEEDS[seat])))
        return heard + self.start(dealer) + self.deal(deck)

    def start(self, dealer: int = MIRA) -> list[Happened]:
        """Start a match once everybody is ready, with the seeds that were promised."""
        heard = self.do(tables.Commit(commitment(SERVER_SEED)))
        for seat in self.table.awaited:
            heard += self.do(tables.GiveSeed(seat, SEEDS[seat]))
        return heard + self.do(tables.Start(dealer))

    def deal(self, deck: Sequence[Card]) -> list[Happened]:
        """Deal the next hand from a known deck."""
        return self.do(Deal((tuple(deck),)))


def watched(house: HouseTable) -> HouseTable:
    """Return the same table as a spectator hears of it."""
    other = HouseTable(house.number, viewer=PUBLIC)
    other.table, other.n = house.table, house.n
    return other


def to_draw(house: HouseTable) -> list[Happened]:
    """Pass the upcard twice, so that seat 0 has to draw."""
    return house.do(act.PASS, ME) + house.do(act.PASS, MIRA)


def renamed(house: HouseTable, seat: int, name: str) -> None:
    """Give a seat's person another name, as a hostile server could."""
    chairs = list(house.table.chairs)
    chairs[seat] = replace(chairs[seat], name=name)
    house.table = replace(house.table, chairs=tuple(chairs))
