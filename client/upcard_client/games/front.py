"""What a game gives to the client: every module outside `games/<game>` knows games only through this.

A front is made of modules, each with the functions of one protocol: choices for a new table, the rules in words, how
a match is followed, what the plain client says and hears, and the widget of the table. Views, options and actions
are the game's own, so here they are `Any`.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from msgspec import Struct

from upcard_client.games.advice import Advice
from upcard_client.games.choice import Choice, Value, Values
from upcard_client.games.seen import Seen
from upcard_client.plain.commands import Command, Verb
from upcard_client.words.phrases import Line
from upcard_protocol.rules.errors import Refusal

if TYPE_CHECKING:
    from upcard_client.cardtable.surroundings import Surroundings
    from upcard_client.cardtable.widget import AnyCardTable
    from upcard_client.keys import Key
    from upcard_client.looks.palette import Palette


class Choices(Protocol):
    """The options of a new table."""

    @property
    def CHOICES(self) -> tuple[Choice, ...]:  # noqa: N802 - a constant of the module
        """Every option, in the order of the list."""
        ...

    @property
    def PRESETS(self) -> Mapping[str, Any]:  # noqa: N802 - a constant of the module
        """The presets that can be played, the usual one first."""
        ...

    @property
    def PRESET_WORDS(self) -> Mapping[str, str]:  # noqa: N802 - a constant of the module
        """What the presets are called."""
        ...

    def players(self) -> tuple[int, ...]:
        """Return how many can play, whatever the options; the usual number first."""
        ...

    def build(self, values: Values) -> Any:
        """Return the options of these values, or a `Refusal` that says why they do not go together."""
        ...

    def seats(self, options: Any) -> tuple[int, ...]:
        """Return how many can play with these options, the usual number first."""
        ...

    def for_players(self, values: Values, players: int) -> dict[str, Value]:
        """Return the values, changed so that so many can play."""
        ...


class Rulebook(Protocol):
    """The rules in words, as the options of a table have them."""

    def short_name(self, target: int) -> str:
        """Return what a list of tables calls the game: `Gin 100`."""
        ...

    def headline(self, options: Any) -> str:
        """Return the game and what it is played to: `gin rummy to 100`."""
        ...

    def in_short(self, options: Any, dot: str = "·", *, players: int = 2) -> str:
        """Return the rules that matter before one sits down, in a sentence."""
        ...

    def rule_sections(self, options: Any) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return every rule as sentences under headings."""
        ...

    def price_of_giving_up(self, options: Any, players: int) -> str:
        """Say what giving up the hand costs, in a sentence."""
        ...


class Following(Protocol):
    """How a match is followed: what the client must know of a view, whatever is played."""

    @property
    def READY(self) -> Any:  # noqa: N802 - a constant of the module
        """The action of somebody who is ready for the next hand."""
        ...

    def is_sound(self, match: Any, options: Any, seats: int) -> bool:
        """Tell whether the parts of a view fit each other and a table, so that it can be drawn."""
        ...

    def hand(self, match: Any) -> int:
        """Return the number of the hand in play or just over; 0 before the first deal."""
        ...

    def hand_over(self, match: Any) -> bool:
        """Is a hand over, and the next or the end of the match to come?"""
        ...

    def in_hand(self, match: Any, seat: int) -> bool:
        """Has a seat a hand in play that it could give up?"""
        ...

    def turn(self, match: Any) -> int | None:
        """Return the seat whose move the viewer waits for, himself first of all; None where nobody is asked."""
        ...

    def is_ready(self, match: Any, seat: int) -> bool:
        """Has a seat said that it is ready for the next hand?"""
        ...

    def served(self, event: Any, seen: Seen) -> Line:
        """Say what the server did for the viewer, whose time was up; the table was seen like this before it."""
        ...

    def tell(self, event: Any, seen: Seen) -> tuple[Line, ...]:
        """Return what the log says of an event at a table that was seen like this before it."""
        ...

    def so_far(self, seen: Seen) -> tuple[tuple[int | None, Line], ...]:
        """Return what the log says of the hand in play or just over, as far as a view knows it: whose doing, and how.

        It is for somebody who comes to a table. What a view does not hold, such as cards drawn in earlier turns,
        stays unsaid.
        """
        ...


class Reply(Struct, frozen=True, kw_only=True):
    """What a typed command of a game leads to.

    Attributes:
        action: the move to send.
        refusal: why it may not be made.
        said: what is said instead, when there is nothing to send.
        price: what it costs: asked about once, and sent when it is typed again.
        draft: what is being put together and not sent yet, as the game keeps it.
    """

    action: Any = None
    refusal: Refusal | None = None
    said: str = ""
    price: str = ""
    draft: Any = None


class Typed(Protocol):
    """The commands of a game in the plain client."""

    @property
    def VERBS(self) -> tuple[Verb, ...]:  # noqa: N802 - a constant of the module
        """Every command, in the order of `help`."""
        ...

    def obey(self, command: Command, seen: Seen, draft: Any) -> Reply:
        """Return what a command leads to.

        Raises:
            NoCard: if the command names no card where one is needed.
        """
        ...


class Spoken(Protocol):
    """What the plain client says of a game, cards in words."""

    def options_line(self, options: Any, players: int) -> str:
        """Describe the rules of a table with so many seats in a sentence."""
        ...

    def heading(self, options: Any, players: int) -> str:
        """Name the game and its main rule in a sentence, as one comes to a table."""
        ...

    def deal_line(self, seen: Seen) -> str:
        """Say which hand is played and who dealt it."""
        ...

    def cards_lines(self, seen: Seen) -> list[str]:
        """Say what we hold and what lies on the table."""
        ...

    def hand_line(self, seen: Seen) -> str:
        """Say our cards."""
        ...

    def score_line(self, seen: Seen) -> str:
        """Say the running score."""
        ...

    def turn_line(self, seen: Seen) -> str:
        """Say what is asked of us in our turn."""
        ...

    def event_lines(self, event: Any, before: Seen, after: Seen) -> list[str]:
        """Say what happened."""
        ...


class Lessons(Protocol):
    """What a guide says in somebody's first hand, and when."""

    @property
    def LESSONS(self) -> Mapping[str, str]:  # noqa: N802 - a constant of the module
        """Every lesson by its id, to be translated."""
        ...

    @property
    def GOAL(self) -> str:  # noqa: N802 - a constant of the module
        """The lesson that is said before all others: what one plays for."""
        ...

    def fitting(self, seen: Seen) -> tuple[str, ...]:
        """Return which lessons fit what the viewer sees, the most pressing first."""
        ...

    def say(self, seen: Seen, lesson: str, *, typed: bool = False) -> Line:
        """Return a lesson as a sentence, about keys or about typed commands."""
        ...


class MakesTable(Protocol):
    """Makes the widget of a table."""

    def __call__(self, situation: Any, palette: "Palette", now_ms: Callable[[], int] | None = None) -> "AnyCardTable":
        """Return the widget of a situation; `now_ms` is the clock by which questions wait for their answer."""
        ...


class Front(NamedTuple):
    """A game, as the client shows it.

    Attributes:
        name: the game's name in the rules' list of games.
        title: what it is called: `Gin rummy`.
        choices: the options of a new table.
        rulebook: the rules in words.
        following: how a match is followed.
        typed: the commands of the plain client.
        spoken: what the plain client says.
        advise: returns what the computer would do as the viewer of a match, of players by these names, and why; None
            where no move of a hand is asked of him.
        lessons: what a guide says in somebody's first hand.
        situation: makes what the table is drawn from, of a table and its surroundings.
        table: makes the widget; only then are its modules imported, because the plain client does without.
        keys: returns the keys of its table, for the help; imported likewise.
    """

    name: str
    title: str
    choices: Choices
    rulebook: Rulebook
    following: Following
    typed: Typed
    spoken: Spoken
    advise: Callable[[Any, tuple[str, ...]], Advice | None]
    lessons: Lessons
    situation: "Callable[[Seen, Surroundings], Surroundings]"
    table: "MakesTable"
    keys: "Callable[[], tuple[Key, ...]]"

    @property
    def usual(self) -> Any:
        """The options that are played where nobody chose."""
        return next(iter(self.choices.PRESETS.values()))
