"""The public facts of one hand of rummy, and how each event changes them.

A `Board` holds what everybody at the table may know. The match adds hands and deck to it, a view the viewer's own
hand; `advance` and `hands_after` serve both, so a client that folds events can not drift from the server.
"""

from typing import Annotated, Final, Literal, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from upcard_protocol.rules.cards import BIT, DECK, Card, CardField, Hand
from upcard_protocol.rules.game import Seat
from upcard_protocol.rules.rummy.events import (
    HIDDEN_DRAW,
    Answered,
    AskedShuffle,
    CallsClosed,
    ChoseBlock,
    Count,
    Dealt,
    Discarded,
    Drew,
    Event,
    GaveUp,
    HandEnded,
    LaidOff,
    Melded,
    Play,
    Took,
    TookBack,
    TurnedOver,
)
from upcard_protocol.rules.rummy.melds import takes
from upcard_protocol.rules.rummy.options import Options
from upcard_protocol.rules.rummy.scoring import BlockReason, Score

T = TypeVar("T")

Phase = Literal[
    "draw",
    "recycle",
    "play",
    "call",
    "lay_called",
    "discard_called",
    "scoring",
    "hand_end",
]
"""Where a hand stands (RULES 9.2, 9.7).

draw            `turn` draws: stock, discard, or block.
recycle         `turn` would draw; nature shuffles the pile first.
play            `turn` melds, lays off, takes back, and ends the turn with a discard.
call            every seat but `discarder` says whether it calls Rummy!; then `turn` draws.
lay_called      `turn` has called and lays `taken` on a meld.
discard_called  `turn` has called and laid, and discards a card.
scoring         nobody is asked: what is owed follows at once.
hand_end        everybody is asked to be ready.
"""

TURNS_WITHOUT_STOCK: Final = 10
"""So many turns a player, one after another without a stock draw, block the hand (RULES 9.4)."""

_ALONE: Final = tuple((card,) for card in DECK)
_HIDDEN: Final = tuple((draw,) for draw in HIDDEN_DRAW)


class TableMeld(Struct, frozen=True, gc=False, tag="rummy.table_meld", tag_field="t"):
    """A meld on the table; its number is its place in `Board.melds`."""

    cards: Hand
    """All of it, what was laid off included. `rules.rummy.melds.order` says how it lies."""
    seat: Seat
    """Who laid it down."""


class Board(Struct, frozen=True, gc=False, tag="rummy.board", tag_field="t"):
    """What everybody may know of a hand. Tuples of numbers and flags go by seat."""

    hand: Annotated[int, Meta(ge=1)]
    """Which hand of the match, from 1."""
    dealer: Seat
    phase: Phase
    turn: Seat
    """Who is asked; while others may call, who draws if nobody does."""
    upcard: CardField
    """The card first turned."""
    stock: Count
    """Cards left in the stock."""
    pile: tuple[CardField, ...]
    """Discards, oldest first; the last is the one that can be taken."""
    held: tuple[Count, ...]
    """How many cards each has."""
    laid: tuple[bool, ...]
    """Who has melded or laid off in an earlier turn of this hand: they can not go rummy."""
    absent: tuple[bool, ...]
    """Who gave the hand up and is played on by rule."""
    melds: tuple[TableMeld, ...] = ()
    played: tuple[Melded | LaidOff, ...] = ()
    """What was melded and laid off in this turn, oldest first: the last is what `take_back` takes."""
    taken: CardField | None = None
    """The card taken from the pile this turn, which may not be discarded."""
    idle: Annotated[int, Meta(ge=0)] = 0
    """Turns in a row without a stock draw."""
    turned: Annotated[int, Meta(ge=0)] = 0
    """How often the pile was turned over."""
    progress: bool = False
    """Was anything melded or laid off since the pile was last turned over, in a turn that has ended?"""
    discarder: Seat | None = None
    """Whose discard may be called."""
    answered: tuple[bool, ...] = ()
    """Who has said whether he calls; the discarder counts as having."""
    resume: Seat | None = None
    """Who draws when the caller has discarded."""
    plays: tuple[Play, ...] = ()
    """Everything public that was done, in order; drawn cards are hidden."""
    out: Seat | None = None
    """Who has no card left and ended the hand."""
    rummy: bool = False
    """Did he go rummy?"""
    blocked: BlockReason | None = None
    gave_up: Seat | None = None
    """Who of two gave the hand up."""
    score: Score | None = None
    shown: tuple[Hand, ...] = ()
    """The cards left, by seat, once the hand is over."""

    @property
    def top(self) -> Card | None:
        """The card on top of the pile, or None."""
        return self.pile[-1] if self.pile else None

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are asked something in the hand, lowest first."""
        if self.phase == "call":
            return tuple(seat for seat, answered in enumerate(self.answered) if not answered)
        return () if self.phase in ("recycle", "scoring", "hand_end") else (self.turn,)


def begin(event: Dealt) -> Board:
    """Return the board of a hand that was just dealt (RULES 9.1)."""
    seats = len(event.held)
    nobody = (False,) * seats
    return Board(
        hand=event.hand,
        dealer=event.dealer,
        phase="draw",
        turn=(event.dealer + 1) % seats,
        upcard=event.upcard,
        stock=event.stock,
        pile=_ALONE[event.upcard],
        held=event.held,
        laid=nobody,
        absent=nobody,
    )


def renewable(board: Board, options: Options) -> int:
    """Return how many cards a turn-over would put into the stock; 0 where there is none (RULES 9.4)."""
    if options.recycle_limit != "unlimited" and board.turned >= options.recycle_limit:
        return 0
    kept = 1 if options.recycle == "keep_top" else 0
    return max(0, len(board.pile) - kept)


def advance(board: Board, event: Event, options: Options) -> Board:
    """Return the board after an event; events that concern the match alone leave it as it is."""
    kind = type(event)
    if kind is Drew:
        assert isinstance(event, Drew)
        return replace(
            board,
            phase="play",
            stock=board.stock - 1,
            held=_put(board.held, event.seat, board.held[event.seat] + 1),
            idle=0,
            plays=board.plays + _HIDDEN[event.seat],
        )
    if kind is Discarded:
        assert isinstance(event, Discarded)
        return _after_discard(board, event, options)
    match event:
        case Took():
            return replace(
                board,
                phase="play",
                pile=board.pile[:-1],
                held=_put(board.held, event.seat, board.held[event.seat] + 1),
                taken=event.card,
                idle=board.idle + 1,
                plays=(*board.plays, event),
            )
        case Melded() | LaidOff():
            return _after_play(board, event, options)
        case TookBack():
            return _after_take_back(board, event)
        case AskedShuffle():
            return replace(board, phase="recycle", plays=(*board.plays, event))
        case TurnedOver():
            stock = renewable(board, options)
            return replace(
                board,
                phase="draw",
                stock=stock,
                pile=board.pile[stock:],
                turned=board.turned + 1,
                progress=False,
                plays=(*board.plays, event),
            )
        case Answered():
            return replace(board, answered=_put(board.answered, event.seat, True))
        case CallsClosed():
            return _after_calls(board, event)
        case ChoseBlock():
            return replace(board, phase="scoring", blocked="chosen", plays=(*board.plays, event))
        case GaveUp():
            plays = (*board.plays, event)
            if len(board.held) == 2:
                return replace(board, phase="scoring", gave_up=event.seat, plays=plays)
            return replace(board, absent=_put(board.absent, event.seat, True), plays=plays)
        case HandEnded():
            return replace(board, phase="hand_end", score=event.score, shown=event.hands)
        case _:
            return board


def _after_play(board: Board, event: Melded | LaidOff, options: Options) -> Board:
    """Put cards on the table; a hand that is empty now ends it, or floats (RULES 9.3)."""
    seat = event.seat
    if isinstance(event, Melded):
        melds = (*board.melds, TableMeld(event.cards, seat))
        left = board.held[seat] - event.cards.bit_count()
    else:
        melds = _put(board.melds, event.meld, _grown(board.melds[event.meld], event.card))
        left = board.held[seat] - 1
    after = replace(
        board,
        phase="discard_called" if board.phase == "lay_called" else board.phase,
        melds=melds,
        held=_put(board.held, seat, left),
        played=(*board.played, event),
        plays=(*board.plays, event),
    )
    if left:
        return after
    if options.must_discard_to_go_out:
        return _drawing(_turn_ended(after, seat), (seat + 1) % len(board.held))
    return replace(after, phase="scoring", out=seat, rummy=not board.laid[seat])


def _after_take_back(board: Board, event: TookBack) -> Board:
    last = board.played[-1]
    if isinstance(last, Melded):
        melds = board.melds[:-1]
    else:
        meld = board.melds[last.meld]
        melds = _put(board.melds, last.meld, TableMeld(Hand(meld.cards & ~BIT[last.card]), meld.seat))
    return replace(
        board,
        melds=melds,
        held=_put(board.held, event.seat, board.held[event.seat] + event.cards.bit_count()),
        played=board.played[:-1],
        plays=(*board.plays, event),
    )


def _after_discard(board: Board, event: Discarded, options: Options) -> Board:
    """Say what follows a discard: the end of the hand, a window for calls, or the next draw (RULES 9.3, 9.7)."""
    seat, card = event.seat, event.card
    seats = len(board.held)
    called = board.phase == "discard_called"
    following = board.resume if called and board.resume is not None else (seat + 1) % seats
    left = board.held[seat] - 1
    after = _turn_ended(board, seat)
    after = replace(
        after,
        pile=board.pile + _ALONE[card],
        held=_put(board.held, seat, left),
        # Joining two tuples copies half as slowly as unpacking one into another, and this runs at every turn.
        plays=board.plays + (event,),  # noqa: RUF005
    )
    if not left:
        return replace(after, phase="scoring", out=seat, rummy=not board.laid[seat] and not called)
    if options.call_rummy and any(takes(meld.cards, options.ace_runs) >> card & 1 for meld in board.melds):
        answered = tuple(other == seat for other in range(seats))
        return replace(after, phase="call", turn=following, discarder=seat, answered=answered)
    return _drawing(after, following)


def _turn_ended(board: Board, seat: int) -> Board:
    """Return the board as it is when a seat's turn ends: what lies on the table stays there."""
    if not board.played:
        return board if board.taken is None and board.resume is None else replace(board, taken=None, resume=None)
    return replace(board, laid=_put(board.laid, seat, True), progress=True, played=(), taken=None, resume=None)


def _drawing(board: Board, seat: int) -> Board:
    """Ask a seat to draw, unless cards go round without end (RULES 9.4)."""
    blocked: BlockReason | None = None
    if not board.stock and board.turned and not board.progress:
        blocked = "no_progress"
    elif board.idle >= TURNS_WITHOUT_STOCK * len(board.held):
        blocked = "no_stock_draws"
    return replace(board, phase="draw" if blocked is None else "scoring", turn=seat, blocked=blocked)


def _after_calls(board: Board, event: CallsClosed) -> Board:
    closed = replace(board, discarder=None, answered=(), plays=(*board.plays, event))
    caller = event.caller
    if caller is None:
        return _drawing(closed, board.turn)
    return replace(
        closed,
        phase="lay_called",
        turn=caller,
        resume=board.turn,
        pile=board.pile[:-1],
        held=_put(board.held, caller, board.held[caller] + 1),
        taken=board.pile[-1],
    )


def _grown(meld: TableMeld, card: Card) -> TableMeld:
    return TableMeld(Hand(meld.cards | BIT[card]), meld.seat)


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])
