"""The interface that every game satisfies, what nature does, and the list of games.

A game is a module with the functions of `Game`. They take values and give values: no clock, no chance, no I/O.
Chance is an action: when `due` says that something is owed, NATURE's action is applied like any other.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal, Protocol

from msgspec import Meta, Struct

from upcard_protocol.rules.cards import CardField
from upcard_protocol.rules.errors import Refusal

NATURE: Final = -1
"""Who deals, closes windows and forfeits: the server, speaking for chance, time and people who left."""
PUBLIC: Final = -2
"""A viewer who sees what everybody sees."""
OPEN: Final = -3
"""A viewer who sees every hand, but never the stock."""

Seat = Annotated[int, Meta(ge=0, le=5)]


Why = Literal["given_up", "left", "dropped", "idle"]
"""Why a seat forfeits: its holder gave up; or is gone, having left, lost the link or let too many turns time out."""


class Deal(Struct, frozen=True, tag="deal", tag_field="t"):
    """NATURE deals: one shuffled deck for each hand that starts, first card first."""

    decks: tuple[tuple[CardField, ...], ...]


class Recycle(Struct, frozen=True, tag="recycle", tag_field="t"):
    """NATURE shuffles a pile that becomes the stock: its cards in the order they will be drawn."""

    cards: Annotated[tuple[CardField, ...], Meta(max_length=52)]


class CloseCalls(Struct, frozen=True, tag="close_calls", tag_field="t"):
    """NATURE ends the time in which a discard may be called (RULES 9.7)."""


class Forfeit(Struct, frozen=True, tag="forfeit", tag_field="t"):
    """NATURE scores the hand as given up by a seat (RULES 3.10)."""

    seat: Seat
    why: Why = "given_up"


class ForfeitMatch(Struct, frozen=True, tag="forfeit_match", tag_field="t"):
    """NATURE ends the match: the seat is gone, the other wins (RULES 3.10)."""

    seat: Seat
    why: Why = "left"


NatureAction = Deal | Recycle | CloseCalls | Forfeit | ForfeitMatch


class DealDue(Struct, frozen=True, tag="deal_due", tag_field="t"):
    """A deal is owed: so many decks, for hand number `hand` of the match (from 1)."""

    decks: int
    hand: int


class RecycleDue(Struct, frozen=True, tag="recycle_due", tag_field="t"):
    """A shuffle is owed: of this pile, oldest card first, for the `number`th time (from 1) in hand `hand`."""

    hand: int
    number: int
    cards: tuple[CardField, ...]


class CallsDue(Struct, frozen=True, tag="calls_due", tag_field="t"):
    """`CloseCalls` is owed when the window has been open for so long, unless all have answered before.

    Hand and number tell one window of a match from another.
    """

    hand: int
    number: int
    after_ms: int


Due = DealDue | RecycleDue | CallsDue
"""What NATURE may owe. The first two are done at once, the last after a while."""


Winners = Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=6)]
"""Those who won, lowest seat first: one, a side of partners, or all who share the first place."""


class GameResult(Struct, frozen=True, tag="game_result", tag_field="t"):
    """One finished game, settled. Points; the tuples of numbers go by seat."""

    winners: Winners
    """Never empty: a game that is drawn is won by all who share it."""
    totals: tuple[int, ...]
    """Hand points."""
    sums: tuple[int, ...]
    """Hand points with every bonus."""
    margins: tuple[int, ...]
    """What each gains from the others by the settlement; they add up to 0. A winner's may be negative (RULES 3.8)."""
    boxes: tuple[int, ...] = ()
    """Hands won, in games that count them."""
    box_points: tuple[int, ...] = ()
    game_bonus: int = 0
    shutout: int = 0
    """What the shutout added to the winner, by the table's mode."""
    forfeited: Seat | None = None
    """The seat whose leaving ended the game."""

    @property
    def winner(self) -> int:
        """The seat that won; of several, the lowest."""
        return self.winners[0]

    @property
    def margin(self) -> int:
        """What the winner gains; of several, the lowest seat."""
        return self.margins[self.winner]


class Result(Struct, frozen=True, tag="result", tag_field="t"):
    """A finished match: who won it, the games each won, the summed margins, and the games. Tuples go by seat."""

    winners: Winners
    """Never empty: a match that is drawn is won by all who share it."""
    games_won: tuple[int, ...]
    margins: tuple[int, ...]
    games: tuple[GameResult, ...]
    forfeited: Seat | None = None

    @property
    def winner(self) -> int:
        """The seat that won; of several, the lowest."""
        return self.winners[0]


class Legal(Protocol):
    """What a viewer may do now."""

    def check(self, action: Any) -> Refusal | None: ...
    def __iter__(self) -> Any: ...


class Game(Protocol):
    """A game's module, as server, wire, journal and bots see it."""

    @property
    def PRESETS(self) -> Mapping[str, Any]:  # noqa: N802 - a constant of the module
        """The options by the names of their presets, the usual ones first."""
        ...

    @property
    def PARSERS(self) -> Mapping[str, Callable[[list[str]], Any]]:  # noqa: N802 - a constant of the module
        """For each action's name in a text, what reads the words after it; they raise ValueError with a sentence."""
        ...

    def action_text(self, action: Any) -> str: ...
    def target(self, options: Any) -> int: ...
    def seats_of(self, options: Any) -> tuple[int, ...]: ...
    def start(self, options: Any, seats: int, first_dealer: int) -> Any: ...
    def to_act(self, match: Any) -> frozenset[int]: ...
    def between_hands(self, match: Any) -> bool: ...
    def due(self, match: Any) -> Due | None: ...
    def apply(self, match: Any, seat: int, action: Any) -> tuple[Any, tuple[Any, ...]]: ...
    def result(self, match: Any) -> Result | None: ...
    def view(self, match: Any, viewer: int) -> Any: ...
    def legal(self, view: Any) -> Legal: ...
    def redact(self, event: Any, viewer: int, *, options: Any) -> Any: ...
    def fold(self, view: Any, event: Any) -> Any: ...
    def default_action(self, view: Any) -> Any: ...
