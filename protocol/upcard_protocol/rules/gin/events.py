"""What happens in a match of gin, in order. `redact` says what each viewer hears of it (RULES 10).

A hidden card is None; nothing else in an event depends on it.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from upcard_protocol.rules.cards import CardField, Hand
from upcard_protocol.rules.game import OPEN, GameResult, Seat, Why, Winners
from upcard_protocol.rules.gin.rotation import Table
from upcard_protocol.rules.gin.scoring import Score

KnockKind = Literal["knock", "gin", "big_gin"]

Count = Annotated[int, Meta(ge=0, le=52)]


class Dealt(Struct, frozen=True, tag="gin.dealt", tag_field="t"):
    """A hand begins. Partners play two at once: there are two of these, one for each table."""

    hand: Annotated[int, Meta(ge=1)]
    """Which hand of the match, from 1; both tables of partners have the same."""
    dealer: Seat
    """Who dealt; with three players he may sit out (RULES 5.1)."""
    seats: Table
    """Who plays: the first to act first, the last to be offered the upcard last."""
    hands: tuple[Hand | None, ...]
    """By seat of the match: None where hidden, or not dealt to at this table."""
    upcard: CardField | None
    """None when no card is turned (upcard rule `eleven`)."""
    stock: Count
    table: Annotated[int, Meta(ge=0, le=1)] = 0
    """Which of the hands that are played at once; 0 where there is one."""


class Passed(Struct, frozen=True, tag="gin.passed", tag_field="t"):
    """A seat refused the first upcard."""

    seat: Seat


class Drew(Struct, frozen=True, gc=False, tag="gin.drew", tag_field="t"):
    """A seat drew from the stock; the card is known to that seat alone."""

    seat: Seat
    card: CardField | None


class Took(Struct, frozen=True, gc=False, tag="gin.took", tag_field="t"):
    """A seat took the top of the pile: the upcard, a discard, or the last discard."""

    seat: Seat
    card: CardField


class Discarded(Struct, frozen=True, gc=False, tag="gin.discarded", tag_field="t"):
    """A seat discarded face up."""

    seat: Seat
    card: CardField


class Knocked(Struct, frozen=True, tag="gin.knocked", tag_field="t"):
    """A seat ended the hand and showed its cards: melds in the order that lay-offs name, then the loose ones."""

    seat: Seat
    kind: KnockKind
    card: CardField | None
    """The knock discard; None for big gin, and for the others while it lies face down."""
    melds: tuple[Hand, ...]
    loose: Hand


class Defended(Struct, frozen=True, tag="gin.defended", tag_field="t"):
    """A defender's cards as they count: own melds, lay-offs as (card, knocker's meld), the loose ones.

    Of several defenders, each comes after those before him clockwise from the knocker, on melds that they extended.
    """

    seat: Seat
    melds: tuple[Hand, ...]
    layoffs: tuple[tuple[CardField, int], ...]
    loose: Hand


class Declined(Struct, frozen=True, tag="gin.declined", tag_field="t"):
    """A seat left the last discard."""

    seat: Seat


class GaveUp(Struct, frozen=True, tag="gin.gave_up", tag_field="t"):
    """A seat gave up the hand. Where three or four play it goes on, and what follows is played for that seat."""

    seat: Seat
    why: Why = "given_up"


class HandEnded(Struct, frozen=True, tag="gin.hand_ended", tag_field="t"):
    """A hand is scored. Partners' points are added when the second of their hands is."""

    score: Score
    card: CardField | None
    """The knock discard, open now."""
    table: Annotated[int, Meta(ge=0, le=1)] = 0
    """Which of the hands that are played at once."""


class Readied(Struct, frozen=True, tag="gin.readied", tag_field="t"):
    """A seat is ready for the next hand."""

    seat: Seat


class GameEnded(Struct, frozen=True, tag="gin.game_ended", tag_field="t"):
    """A game is settled."""

    result: GameResult


class MatchEnded(Struct, frozen=True, tag="gin.match_ended", tag_field="t"):
    """The match is over."""

    winners: Winners
    forfeited: Seat | None = None
    why: Why | None = None
    """Why that seat forfeits."""

    @property
    def winner(self) -> int:
        """The seat that won; of several, the lowest."""
        return self.winners[0]


Event = (
    Dealt
    | Passed
    | Drew
    | Took
    | Discarded
    | Knocked
    | Defended
    | Declined
    | GaveUp
    | HandEnded
    | Readied
    | GameEnded
    | MatchEnded
)

HIDDEN_DRAW: Final = tuple(Drew(seat, None) for seat in range(6))
"""What everybody else hears of a draw."""


def redact(event: Event, viewer: int, *, knock_card_hidden: bool = True) -> Event:
    """Return what a viewer hears of an event (RULES 10).

    Args:
        event: the event as it happened.
        viewer: a seat, `PUBLIC` or `OPEN`.
        knock_card_hidden: the table's option.
    """
    if viewer == OPEN:
        return event
    if type(event) is Drew:
        return event if event.seat == viewer else HIDDEN_DRAW[event.seat]
    if type(event) is Knocked:
        if knock_card_hidden and event.seat != viewer:
            return replace(event, card=None)
    elif type(event) is Dealt:
        return replace(event, hands=tuple(h if s == viewer else None for s, h in enumerate(event.hands)))
    return event
