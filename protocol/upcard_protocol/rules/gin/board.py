"""The public facts of one hand of gin, and how each event changes them.

A `Board` holds what everybody at the table may know. The match adds hands and deck to it, a view the viewer's own
hand; `advance` serves both, so a client that folds events can not drift from the server.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from upcard_protocol.rules.cards import DECK, VALUE, Card, CardField, Hand
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
from upcard_protocol.rules.gin.rotation import Table
from upcard_protocol.rules.gin.scoring import Score
from upcard_protocol.rules.layoffs import lay_off

Phase = Literal[
    "offer_n",
    "offer_d",
    "forced_stock",
    "draw",
    "discard",
    "layoff",
    "last_discard",
    "scoring",
    "waiting",
    "hand_end",
]
"""The states of RULES 3.3. In `scoring` nobody is asked: what is owed follows at once. `offer_d` is the offer to the
last seat, `offer_n` that to every seat before. A hand of partners that is over while the other table plays is
`waiting`; both are at `hand_end` together."""

HAND_SIZES: Final = {2: 10, 3: 7, 4: 7}
"""Cards dealt to each, by how many play the hand (RULES 2)."""

CLOSED_STOCK: Final = 2
"""Cards of the stock that are never drawn (RULES 3.7)."""

_ALONE: Final = tuple((card,) for card in DECK)
_HIDDEN: Final = tuple((draw,) for draw in HIDDEN_DRAW)

Play = Passed | Drew | Took | Discarded | Knocked | Defended | Declined | GaveUp


class Board(Struct, frozen=True, gc=False, tag="gin.board", tag_field="t"):
    """What everybody may know of a hand."""

    hand: Annotated[int, Meta(ge=1)]
    """Which hand of the match, from 1."""
    dealer: Seat
    """Who dealt; with three players he may sit out (RULES 5.1)."""
    seats: Table
    """Who plays, clockwise where they are more than two: the first to act first, the last to be offered the upcard
    last."""
    phase: Phase
    turn: Seat
    """Who is asked; whoever was last when the hand is over."""
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
    defences: tuple[Defended, ...] = ()
    """What the others made of their cards, clockwise from the knocker: one, or up to three."""
    gave_up: Seat | None = None
    """Who gave up this hand of two."""
    gone: tuple[Seat, ...] = ()
    """Who gave up this hand of three or four, which goes on: their seats are played by default (RULES 3.10)."""
    score: Score | None = None
    knock_card: CardField | None = None
    """The knock discard once the hand is over."""

    def other(self, seat: int) -> int:
        """Return the opponent of a seat in a hand of two, or whoever plays after it."""
        seats = self.seats
        if len(seats) == 2:
            return seats[0] + seats[1] - seat
        return seats[(seats.index(seat) + 1) % len(seats)]

    @property
    def hand_size(self) -> int:
        """How many cards each was dealt: ten, or seven where three or four play (RULES 3.2, 5.5)."""
        return HAND_SIZES[len(self.seats)]

    @property
    def defence(self) -> Defended | None:
        """What the first to defend made of his cards, or None."""
        return self.defences[0] if self.defences else None

    @property
    def melds_shown(self) -> tuple[Hand, ...]:
        """The knocker's melds as they stand, with what was laid off on them."""
        melds = () if self.knock is None else self.knock.melds
        for defence in self.defences:
            for card, place in defence.layoffs:
                melds = lay_off(melds, card, place)
        return melds

    @property
    def top(self) -> Card | None:
        """The card on top of the pile, or None."""
        return self.pile[-1] if self.pile else None

    def cards_held(self, seat: int) -> int:
        """Return how many cards a seat of this hand holds."""
        knock = self.knock
        thrown = len(self.pile) + (knock is not None and knock.kind != "big_gin")
        held = 52 - self.stock - thrown
        # As many each; one more is with whoever declared big gin, or else with whoever is to discard, though the
        # hand may have ended before the discard.
        size = self.hand_size
        if seat == (self.turn if knock is None else knock.seat):
            return held - size * (len(self.seats) - 1)
        return size


def table_of(boards: tuple[Board, ...], viewer: int) -> int:
    """Return which of the hands in play a viewer plays in, or else watches first."""
    return 1 if len(boards) > 1 and viewer in boards[1].seats else 0


def board_of(boards: tuple[Board, ...], viewer: int) -> Board | None:
    """Return the hand that a viewer plays in, or else watches first; None before the first deal."""
    if len(boards) == 1:
        return boards[0]
    return boards[table_of(boards, viewer)] if boards else None


def begin(event: Dealt, options: Options) -> Board:
    """Return the board of a hand that was just dealt (RULES 3.2, 3.3, 6)."""
    upcard = event.upcard
    limit, multiplier = options.knock_limit, 1
    if options.oklahoma and upcard is not None:
        ace = 0 if options.oklahoma_ace == "gin_only" else 1
        limit = min(limit, ace if upcard % 13 == 0 else VALUE[upcard])
        multiplier = 2 if options.spades_double and upcard // 13 == 0 else 1
    opening: dict[str, Phase] = {"offer": "offer_n", "open": "draw", "eleven": "discard"}
    return Board(
        hand=event.hand,
        dealer=event.dealer,
        seats=event.seats,
        phase=opening[options.upcard_rule],
        turn=event.seats[0],
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
        seats = board.seats
        return replace(
            board,
            phase=_after_discard(board, options),
            turn=seats[0] + seats[1] - event.seat if len(seats) == 2 else board.other(event.seat),
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
            turn = board.other(event.seat)
            phase: Phase = "offer_d" if turn == board.seats[-1] else "offer_n"
            if turn == board.seats[0]:
                phase = "forced_stock"
            return replace(board, phase=phase, turn=turn, plays=(*board.plays, event))
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
            turn = board.other(event.seat)
            more = board.phase == "layoff" and board.knock is not None and turn != board.knock.seat
            return replace(
                board,
                phase="layoff" if more else "scoring",
                turn=turn if more else board.turn,
                defences=(*board.defences, event),
                plays=(*board.plays, event),
            )
        case Declined():
            return replace(board, phase="scoring", plays=(*board.plays, event))
        case GaveUp() if len(board.seats) > 2:
            return replace(board, gone=(*board.gone, event.seat), plays=(*board.plays, event))
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
