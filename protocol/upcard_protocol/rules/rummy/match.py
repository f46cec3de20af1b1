"""A match of rummy: the game of `rules/game.py`, over hands and the sheet (RULES 9).

A `Match` is everything, secrets included; a `View` is what one viewer may know of it, and `view` is the only road
from the one to the other. Both are kept up by the same step, so folding redacted events gives the view.
"""

from typing import TypeVar

from msgspec.structs import replace

from upcard_protocol.rules.cards import EMPTY, Hand
from upcard_protocol.rules.errors import IllegalAction, refuse
from upcard_protocol.rules.game import NATURE, OPEN, Deal, NatureAction, Recycle, Result
from upcard_protocol.rules.rummy import events as ev
from upcard_protocol.rules.rummy.actions import Action
from upcard_protocol.rules.rummy.board import Board, advance, begin
from upcard_protocol.rules.rummy.defaults import default_action, default_of
from upcard_protocol.rules.rummy.events import Dealt, Event, TurnedOver
from upcard_protocol.rules.rummy.hand import calls_closed, decide, hand_ended
from upcard_protocol.rules.rummy.legal import Legal, legal
from upcard_protocol.rules.rummy.nature import natures_events
from upcard_protocol.rules.rummy.notation import PARSERS, action_text
from upcard_protocol.rules.rummy.options import PRESETS, Options
from upcard_protocol.rules.rummy.scoring import game_over, settle
from upcard_protocol.rules.rummy.seats import Seats, seats_after
from upcard_protocol.rules.rummy.sheet import Sheet, blank, sheet_after
from upcard_protocol.rules.rummy.state import HAND_SIZE, NAME, Match, between_hands, due, position, to_act
from upcard_protocol.rules.rummy.view import View

T = TypeVar("T")

__all__ = [
    "NAME",
    "PARSERS",
    "PRESETS",
    "Match",
    "action_text",
    "apply",
    "between_hands",
    "default_action",
    "due",
    "fold",
    "legal",
    "redact",
    "result",
    "seats_of",
    "start",
    "target",
    "to_act",
    "view",
]


def start(options: Options, seats: int = 2, first_dealer: int = 0) -> Match:
    """Return a match before its first deal.

    Args:
        options: the house rules.
        seats: how many play, 2 to 6.
        first_dealer: the seat that deals first, drawn by NATURE.

    Raises:
        IllegalAction: `seats_off` if so many can not play, or the seat is none.
    """
    if seats not in HAND_SIZE or not 0 <= first_dealer < seats:
        raise IllegalAction(refuse("seats_off", seats=seats, allowed="2 to 6"))
    nothing = (None,) * seats
    return Match(blank(options, seats, first_dealer), (), Seats(nothing, (0,) * seats, nothing, nothing), ())


def apply(match: Match, seat: int, action: Action | NatureAction) -> tuple[Match, tuple[Event, ...]]:
    """Return the match after an action and what happened, or refuse it and change nothing.

    Args:
        match: the match as it stands.
        seat: who acts, or `NATURE`.
        action: what is done.

    Raises:
        IllegalAction: with the code and values of RULES 14.
    """
    if seat == NATURE:
        first = natures_events(match, action)
    else:
        # What `legal(view(match, seat))` is, without making the view: this runs at every action.
        seen = _seen(match, seat)
        refusal = seen.check(action)
        if refusal is not None:
            raise IllegalAction(refusal, action=action, position=position(match))
        assert seen.board is not None
        first = decide(seen.board, seat, match.deck, match.sheet.options, action)
    if type(action) is Deal:
        match = replace(match, deck=action.decks[0])
    elif type(action) is Recycle:
        match = replace(match, deck=action.cards)
    for event in first:
        match = _step(match, event)
    happened = list(first)
    while owed := _owed(match):
        for event in owed:
            match = _step(match, event)
        happened += owed
    return match, tuple(happened)


def _seen(match: Match, seat: int) -> Legal:
    return Legal(match.boards[0] if match.boards else None, match.sheet, seat, _own(match, seat))


def _own(match: Match, seat: int) -> Hand:
    hands = match.seats.hands
    return (hands[seat] or EMPTY) if 0 <= seat < len(hands) else EMPTY


def _owed(match: Match) -> tuple[Event, ...]:
    """Return what follows by itself from where the match stands, one step of it."""
    if not match.boards:
        return ()
    board, sheet, seats = match.boards[0], match.sheet, match.seats
    match board.phase:
        case "call" if all(board.answered):
            return (calls_closed(board, seats.answers),)
        case "scoring":
            return (hand_ended(board, seats.hands, sheet.options),)
        case "hand_end":
            return _settled(sheet)
        case _:
            return _played_on(match, board)


def _settled(sheet: Sheet) -> tuple[Event, ...]:
    if sheet.winners or not game_over(sheet.options, sheet.totals, sheet.hands):
        return ()
    settled = settle(sheet.options, sheet.totals, sheet.ledger)
    return ev.GameEnded(settled), ev.MatchEnded(settled.winners)


def _played_on(match: Match, board: Board) -> tuple[Event, ...]:
    """Play for the seats that gave the hand up (RULES 3.10)."""
    if True not in board.absent:
        return ()
    seat = next((seat for seat in board.asked if board.absent[seat]), None)
    if seat is None:
        return ()
    action = default_of(_seen(match, seat), match.seats.drawn[seat])
    return decide(board, seat, match.deck, match.sheet.options, action)


def _step(match: Match, event: Event) -> Match:
    """Return the match after one event."""
    sheet, boards = _public_step(match.sheet, match.boards, event)
    deck = match.deck
    if type(event) is TurnedOver and not event.shuffled:
        deck = match.boards[0].pile[: boards[0].stock]
    seats = seats_after(match.seats, boards[0], event) if boards else match.seats
    return Match(sheet, boards, seats, deck)


def _public_step(sheet: Sheet, boards: tuple[Board, ...], event: Event) -> tuple[Sheet, tuple[Board, ...]]:
    if type(event) not in _MATCH_EVENTS:
        return sheet, (advance(boards[0], event, sheet.options),)
    sheet = sheet_after(sheet, event)
    if type(event) is Dealt:
        return sheet, (begin(event),)
    return sheet, (advance(boards[0], event, sheet.options),) if boards else boards


_MATCH_EVENTS = frozenset((ev.Dealt, ev.HandEnded, ev.Readied, ev.GameEnded, ev.MatchEnded))


def view(match: Match, viewer: int) -> View:
    """Return what a viewer may know of a match (RULES 10).

    Args:
        match: the match.
        viewer: a seat, `PUBLIC`, or `OPEN` (every hand, never the stock).
    """
    seats = match.seats
    hands, answers = seats.hands, seats.answers
    if viewer != OPEN:
        hands = _only(hands, viewer)
        answers = _only(answers, viewer)
    if viewer < 0:
        return View(viewer, match.sheet, match.boards, hands, 0, None, answers)
    return View(viewer, match.sheet, match.boards, hands, seats.decisions[viewer], seats.drawn[viewer], answers)


def _only(values: tuple[T | None, ...], viewer: int) -> tuple[T | None, ...]:
    return tuple([value if seat == viewer else None for seat, value in enumerate(values)])


def redact(event: Event, viewer: int, *, options: Options | None = None) -> Event:
    """Return what a viewer hears of an event (RULES 10); no house rule changes that."""
    del options
    return ev.redact(event, viewer)


def fold(view: View, event: Event) -> View:
    """Return the view after an event that the viewer heard."""
    sheet, boards = _public_step(view.sheet, view.boards, event)
    viewer, count = view.viewer, len(view.hands)
    # Of the other seats nothing is known and nothing kept.
    seats = Seats(view.hands, (view.decision,) * count, (view.drawn,) * count, view.answers)
    if boards:
        seats = seats_after(seats, boards[0], event)
    if viewer < 0:
        return View(viewer, sheet, boards, seats.hands, 0, None, seats.answers)
    return View(viewer, sheet, boards, seats.hands, seats.decisions[viewer], seats.drawn[viewer], seats.answers)


def result(match: Match) -> Result | None:
    """Return who won the match and why, or None while it goes on."""
    return result_of(match.sheet)


def result_of(sheet: Sheet) -> Result | None:
    """Return the result that a sheet shows, or None while the match goes on."""
    if not sheet.winners:
        return None
    return Result(sheet.winners, sheet.games_won, sheet.ledger, sheet.games, sheet.forfeited)


def seats_of(options: Options) -> tuple[int, ...]:
    """Return how many can play with these options: two to six, whatever they are."""
    del options
    return tuple(HAND_SIZE)


def target(options: Options) -> int:
    """Return the points that end a game; 0 where hands are counted (RULES 9.5)."""
    return 0 if options.deals else options.target
