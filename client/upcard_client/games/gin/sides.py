"""Who plays with whom at a table of gin, and what they are called: each alone, or in teams of partners (RULES 5)."""

from collections.abc import Sequence

from msgspec import Struct

from upcard_client.locale import tr
from upcard_client.words.phrases import joined
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.gin.rotation import side_of, sides

Side = tuple[int, ...]
"""The seats that win and lose together."""


class Company(Struct, frozen=True):
    """The players of a table, as one of them or somebody who watches speaks of them.

    Attributes:
        names: by seat.
        me: the viewer's seat, or None for somebody who watches.
        options: the house rules, which say who plays with whom.
    """

    names: tuple[str, ...]
    me: int | None = None
    options: Options = Options()

    @property
    def partners(self) -> bool:
        """Do two play against two?"""
        return self.options.format == "partners"

    @property
    def columns(self) -> tuple[Side, ...]:
        """The sides in the order of columns of numbers: the viewer's first, then clockwise."""
        all_sides = sides(self.options, len(self.names))
        first = next((place for place, side in enumerate(all_sides) if self.me in side), 0)
        return (*all_sides[first:], *all_sides[:first])

    @property
    def column_names(self) -> tuple[str, ...]:
        """What stands over columns of numbers."""
        return tuple(self.column_name(side) for side in self.columns)

    def column_name(self, side: Side) -> str:
        """Return what stands over a side's numbers: in a word or two for the viewer of partners."""
        if len(side) == 1:
            return self.name(side[0])
        if self.me is None:
            return "+".join(self.names[seat] for seat in side)
        return tr("Your team" if self.me in side else "Others")

    def team(self, side: Side) -> str:
        """Return what a side of partners is called inside a sentence; whoever watches hears the names."""
        if self.me is None:
            return self.listed(side)
        return tr("your team" if self.me in side else "the others")

    def name(self, seat: int) -> str:
        """Return what a seat is called at the head of a sentence."""
        return tr("You") if seat == self.me else self.names[seat]

    def object(self, seat: int) -> str:
        """Return what a seat is called inside a sentence."""
        return tr("you") if seat == self.me else self.names[seat]

    def listed(self, seats: Sequence[int], *, head: bool = False) -> str:
        """Return several seats in a sentence, or at its head, the viewer first: `you, Ann and Bob`."""
        called = self.name if head else self.object
        return joined([called(seat) for seat in sorted(seats, key=lambda seat: seat != self.me)])

    def side_of(self, seat: int) -> Side:
        """Return the side that a seat belongs to."""
        return side_of(self.options, len(self.names), seat)

    def partner(self, seat: int) -> int | None:
        """Return the partner of a seat, or None where everybody plays alone."""
        return next((other for other in self.side_of(seat) if other != seat), None)
