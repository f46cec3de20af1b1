"""What happens in a match of rummy, in order. `redact` says what each viewer hears of it (RULES 10).

A hidden card or answer is None; nothing else in an event depends on it.
"""

from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from upcard_protocol.rules.cards import CardField, Hand
from upcard_protocol.rules.game import OPEN, GameResult, Seat, Why, Winners
from upcard_protocol.rules.rummy.actions import Place
from upcard_protocol.rules.rummy.scoring import Score

Count = Annotated[int, Meta(ge=0, le=52)]


class Dealt(Struct, frozen=True, tag="rummy.dealt", tag_field="t"):
    """A hand begins. `hands` go by seat, None where hidden."""

    hand: Annotated[int, Meta(ge=1)]
    """Which hand of the match, from 1."""
    dealer: Seat
    hands: tuple[Hand | None, ...]
    held: tuple[Count, ...]
    """How many cards each has."""
    upcard: CardField
    """The card that starts the pile."""
    stock: Count


class Drew(Struct, frozen=True, gc=False, tag="rummy.drew", tag_field="t"):
    """A seat drew from the stock; the card is known to that seat alone."""

    seat: Seat
    card: CardField | None


class Took(Struct, frozen=True, gc=False, tag="rummy.took", tag_field="t"):
    """A seat took the top of the pile."""

    seat: Seat
    card: CardField


class AskedShuffle(Struct, frozen=True, tag="rummy.asked_shuffle", tag_field="t"):
    """A seat would draw from the stock, which is used up: the pile is shuffled next (RULES 9.4)."""

    seat: Seat


class TurnedOver(Struct, frozen=True, tag="rummy.turned_over", tag_field="t"):
    """The pile is the stock now; the oldest discard is drawn first, unless it was shuffled (RULES 9.4)."""

    seat: Seat
    shuffled: bool = False


class Melded(Struct, frozen=True, tag="rummy.melded", tag_field="t"):
    """A seat laid a new meld on the table."""

    seat: Seat
    cards: Hand


class LaidOff(Struct, frozen=True, tag="rummy.laid_off", tag_field="t"):
    """A seat added a card to a meld on the table."""

    seat: Seat
    card: CardField
    meld: Place


class TookBack(Struct, frozen=True, tag="rummy.took_back", tag_field="t"):
    """A seat took its last meld or lay-off of this turn back into the hand."""

    seat: Seat
    cards: Hand


class Discarded(Struct, frozen=True, gc=False, tag="rummy.discarded", tag_field="t"):
    """A seat discarded face up."""

    seat: Seat
    card: CardField


class Answered(Struct, frozen=True, tag="rummy.answered", tag_field="t"):
    """A seat has said whether it calls Rummy!; until the window closes it alone knows what (RULES 9.7)."""

    seat: Seat
    call: bool | None


class CallsClosed(Struct, frozen=True, tag="rummy.calls_closed", tag_field="t"):
    """The window is closed: who called, and who of them takes the discard, if anybody did."""

    calls: Annotated[tuple[Seat, ...], Meta(max_length=6)]
    caller: Seat | None


class ChoseBlock(Struct, frozen=True, tag="rummy.chose_block", tag_field="t"):
    """A seat could not draw and left the discard: the hand is blocked."""

    seat: Seat


class GaveUp(Struct, frozen=True, tag="rummy.gave_up", tag_field="t"):
    """A seat gave up the hand. With three or more its cards are played on by rule (RULES 3.10)."""

    seat: Seat
    why: Why = "given_up"


class HandEnded(Struct, frozen=True, tag="rummy.hand_ended", tag_field="t"):
    """The hand is scored, and the cards that are left are shown. `hands` go by seat."""

    score: Score
    hands: tuple[Hand, ...]


class Readied(Struct, frozen=True, tag="rummy.readied", tag_field="t"):
    """A seat is ready for the next hand."""

    seat: Seat


class GameEnded(Struct, frozen=True, tag="rummy.game_ended", tag_field="t"):
    """The game is settled."""

    result: GameResult


class MatchEnded(Struct, frozen=True, tag="rummy.match_ended", tag_field="t"):
    """The match is over."""

    winners: Winners
    forfeited: Seat | None = None
    why: Why | None = None
    """Why that seat forfeits."""


Play = (
    Drew
    | Took
    | AskedShuffle
    | TurnedOver
    | Melded
    | LaidOff
    | TookBack
    | Discarded
    | CallsClosed
    | ChoseBlock
    | GaveUp
)
"""What a board remembers of a hand."""

Event = Play | Dealt | Answered | HandEnded | Readied | GameEnded | MatchEnded

HIDDEN_DRAW: Final = tuple(Drew(seat, None) for seat in range(6))
"""What everybody else hears of a draw."""

HIDDEN_ANSWER: Final = tuple(Answered(seat, None) for seat in range(6))
"""What everybody else hears of an answer while the window is open."""


def redact(event: Event, viewer: int) -> Event:
    """Return what a viewer hears of an event (RULES 10).

    Args:
        event: the event as it happened.
        viewer: a seat, `PUBLIC` or `OPEN`.
    """
    if viewer == OPEN:
        return event
    if type(event) is Drew:
        return event if event.seat == viewer else HIDDEN_DRAW[event.seat]
    if type(event) is Answered:
        return event if event.seat == viewer else HIDDEN_ANSWER[event.seat]
    if type(event) is Dealt:
        return replace(event, hands=tuple(h if s == viewer else None for s, h in enumerate(event.hands)))
    return event
