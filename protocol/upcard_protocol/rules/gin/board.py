"""The public facts of one hand of gin, and how each event changes them.

A `Board` holds what everybody at the table may know. The match adds hands and deck to it, a view the viewer's own
hand; `advance` serves both, so a client that folds events can not drift from the server.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from upcard_protocol.rules.cards import DECK, VALUE, Card, CardField
from upcard_protocol.rules.game import Seat
from upcard_protocol.rules.gin.events import (
    HIDDEN_DRAW,
    Count,
    Dealt,
    Declined,
    Defended,
    Discarded,
    Drew,
    Event,
    GaveUp,
    HandEnded,
    Knocked,
    Passed,
    Took,
)
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.gin.scoring import Score

Phase = Literal[
    "offer_n",
    "offer_d",
    "forced_stock",
    "draw",
    "discard",
    "layoff",
    "last_discard",
    "scoring",
    "hand_end",
]
"""The states of RULES 3.3. In `scoring` nobody is asked: what is owed follows at once."""

CLOSED_STOCK: Final = 2
"""Cards of the stock that are never drawn (RULES 3.7)."""

_ALONE: Final = tuple((card,) for card in DECK)
_HIDDEN: Final = tuple((draw,) for draw in HIDDEN_DRAW)

Play = Passed | Drew | Took | Discarded | Knocked | Defended | Declined | GaveUp


class Board(Struct, frozen=True, gc=False, tag="gin.board", tag_field="t"):
    """What everybody may know of a hand."""

    hand: Annotated[int, Meta(ge=1)]
    """Which hand of the match, from 1."""
    seats: tuple[Seat, Seat]
    """The non-dealer and the dealer."""
    phase: Phase
    turn: Seat
    """Who is asked."""
    upcard: CardField | None
    """The card first turned; it fixes Oklahoma's limit for the whole hand."""
    limit: Annotated[int, Meta(ge=0, le=10)]
    """The most deadwood a knock may leave in this hand, points."""
    multiplier: Annotated[int, Meta(ge=1, le=2)]
    stock: Count
    """Cards left in the stock."""
    pile: tuple[CardField, ...]
    """Discards, oldest first; the last is the one that can be taken."""
    taken: CardField | None = None
    """The card taken from the pile this turn, which may not be discarded."""
    idle: Annotated[int, Meta(ge=0)] = 0
    """Turns in a row without a stock draw."""
    plays: tuple[Play, ...] = ()
    """Everything public that was done, in order; drawn cards are hidden."""
    knock: Knocked | None = None
    defence: Defended | None = None
    gave_up: Seat | None = None
    score: Score | None = None
    knock_card: CardField | None = None
    """The knock discard once the hand is over."""

    def other(self, seat: int) -> int:
        """Return the opponent of a seat in this hand."""
        return self.seats[0] + self.seats[1] - seat

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self.seats[1]

    @property
    def top(self) -> Card | None:
        """The card on top of the pile, or None."""
        return self.pile[-1] if self.pile else None

    def cards_held(self, seat: int) -> int:
        """Return how many cards a seat of this hand holds."""
        knock = self.knock
        thrown = len(self.pile) + (knock is not None and knock.kind != "big_gin")
        held = 52 - self.stock - thrown
        # Ten each; an eleventh is with whoever declared big gin, or else with whoever is to discard, though the
        # hand may have ended before the discard.
        if seat == (self.turn if knock is None else knock.seat):
            return held - 10
        return 10


def board_of(boards: tuple[Board, ...], viewer: int) -> Board | None:
    """Return the hand that a viewer plays in, or else watches first; None before the first deal."""
    if len(boards) > 1:
        for board in boards:
            if viewer in board.seats:
                return board
    return boards[0] if boards else None


def begin(event: Dealt, options: Options) -> Board:
    """Return the board of a hand that was just dealt (RULES 3.2, 3.3, 6)."""
    first, dealer = event.seats
    upcard = event.upcard
    limit, multiplier = options.knock_limit, 1
    if options.oklahoma and upcard is not None:
        ace = 0 if options.oklahoma_ace == "gin_only" else 1
        limit = min(limit, ace if upcard % 13 == 0 else VALUE[upcard])
        multiplier = 2 if options.spades_double and upcard // 13 == 0 else 1
    opening: dict[str, Phase] = {"offer": "offer_n", "open": "draw", "eleven": "discard"}
    return Board(
        hand=event.hand,
        seats=(first, dealer),
        phase=opening[options.upcard_rule],
        turn=first,
        upcard=upcard,
        limit=limit,
        multiplier=multiplier,
        stock=event.stock,
        pile=() if upcard is None else (upcard,),
    )


def advance(board: Board, event: Event, options: Options) -> Board:
    """Return the board after an event; events that concern the match alone leave it as it is."""
    # Joining two tuples takes half as long as unpacking one into another, and the first three run at every turn.
    if type(event) is Discarded:
        return replace(
            board,
            phase=_after_discard(board, options),
            turn=board.seats[0] + board.seats[1] - event.seat,
            pile=board.pile + _ALONE[event.card],
            taken=None,
            plays=board.plays + (event,),  # noqa: RUF005
        )
    if type(event) is Drew:
        return replace(
            board,
            phase="discard",
            stock=board.stock - 1,
            idle=0,
            plays=board.plays + _HIDDEN[event.seat],
        )
    if type(event) is Took:
        return replace(
            board,
            phase="discard",
            turn=event.seat,
            pile=board.pile[:-1],
            taken=event.card,
            idle=board.idle + 1,
            plays=board.plays + (event,),  # noqa: RUF005
        )
    match event:
        case Passed():
            second = board.phase == "offer_d"
            return replace(
                board,
                phase="forced_stock" if second else "offer_d",
                turn=board.seats[0] if second else board.seats[1],
                plays=(*board.plays, event),
            )
        case Knocked():
            lays_off = options.layoff_mode == "manual" and (event.kind == "knock" or options.layoff_on_gin)
            shown = replace(event, card=None) if options.knock_card_hidden else event
            return replace(
                board,
                phase="layoff" if lays_off else "scoring",
                turn=board.other(event.seat),
                taken=None,
                knock=shown,
                plays=(*board.plays, shown),
            )
        case Defended():
            return replace(board, phase="scoring", defence=event, plays=(*board.plays, event))
        case Declined():
            return replace(board, phase="scoring", plays=(*board.plays, event))
        case GaveUp():
            return replace(board, phase="scoring", gave_up=event.seat, plays=(*board.plays, event))
        case HandEnded():
            return replace(board, phase="hand_end", score=event.score, knock_card=event.card)
        case _:
            return board


def _after_discard(board: Board, options: Options) -> Phase:
    """Say what follows a discard: the other's draw, the end of the stock, or the loop guard (RULES 3.7)."""
    if 0 < options.max_discard_only_turns <= board.idle:
        return "scoring"
    if board.stock <= CLOSED_STOCK:
        return "last_discard" if options.wall_rule == "last_discard" else "scoring"
    return "draw"
