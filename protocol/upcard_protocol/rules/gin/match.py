"""A match of gin: the game of `rules/game.py`, over hands, games and the sheet (RULES 3.1).

A `Match` is everything, secrets included; a `View` is what one viewer may know of it, and `view` is the only road
from the one to the other. Both are kept up by the same step, so folding redacted events gives the view.
"""

from msgspec.structs import replace

from upcard_protocol.rules.errors import IllegalAction, refuse
from upcard_protocol.rules.game import (
    NATURE,
    OPEN,
    Deal,
    NatureAction,
    Result,
)
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.board import Board, advance, begin, board_of
from upcard_protocol.rules.gin.defaults import default_action
from upcard_protocol.rules.gin.events import Dealt, Event, Knocked
from upcard_protocol.rules.gin.hand import decide, follow
from upcard_protocol.rules.gin.legal import Legal, View, legal
from upcard_protocol.rules.gin.nature import natures_events
from upcard_protocol.rules.gin.notation import PARSERS, action_text
from upcard_protocol.rules.gin.options import PRESETS, Options, not_offered
from upcard_protocol.rules.gin.seats import own_hand, seats_after
from upcard_protocol.rules.gin.sheet import Sheet, blank, game_over, match_winner, sheet_after
from upcard_protocol.rules.gin.state import NAME, SEATS, Match, between_hands, due, position, to_act

__all__ = [
    "NAME",
    "PARSERS",
    "PRESETS",
    "SEATS",
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
    "start",
    "target",
    "to_act",
    "view",
]


def start(options: Options, seats: int = 2, first_dealer: int = 0) -> Match:
    """Return a match before its first deal.

    Args:
        options: the house rules.
        seats: how many play.
        first_dealer: the seat that deals first, drawn by NATURE.

    Raises:
        IllegalAction: `not_offered` for games that are described but not dealt yet, or a seat that is none.
    """
    refusal = not_offered(options)
    if refusal is None and (seats not in SEATS or not 0 <= first_dealer < seats):
        refusal = refuse("not_offered", what=f"gin for {seats}")
    if refusal is not None:
        raise IllegalAction(refusal)
    nothing = (None,) * seats
    return Match(blank(options, seats, first_dealer), (), nothing, (), (0,) * seats, nothing)


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
        seen = Legal(board_of(match.boards, seat), match.sheet, seat, own_hand(match.hands, seat))
        refusal = seen.check(action)
        if refusal is not None:
            raise IllegalAction(refusal, action=action, position=position(match))
        assert seen.board is not None
        first = decide(seen.board, seat, seen.hand, match.deck, action)
    if type(action) is Deal:
        match = replace(match, deck=action.decks[0])
    for event in first:
        match = _step(match, event)
    boards = match.boards
    if boards and boards[0].phase not in _AT_REST:
        return _settled(match, first)
    return match, first


_AT_REST = frozenset(("offer_n", "offer_d", "forced_stock", "draw", "discard", "layoff", "last_discard"))
"""The phases in which somebody is asked, so that nothing follows by itself."""


def _settled(match: Match, events: tuple[Event, ...]) -> tuple[Match, tuple[Event, ...]]:
    """Add all that follows by itself: defence, score, settlement, end of the match."""
    happened = list(events)
    while (event := _owed(match)) is not None:
        happened.append(event)
        match = _step(match, event)
    return match, tuple(happened)


def _owed(match: Match) -> Event | None:
    """Return the event that follows by itself from where the match stands, or None."""
    if not match.boards:
        return None
    board, sheet = match.boards[0], match.sheet
    if board.phase == "scoring":
        return follow(board, match.hands, sheet.options, match.knock_card)
    if board.phase != "hand_end" or sheet.winners:
        return None
    if not sheet.settled:
        settled = game_over(sheet)
        return None if settled is None else ev.GameEnded(settled)
    winner = match_winner(sheet)
    return None if winner is None else ev.MatchEnded((winner,))


def _step(match: Match, event: Event) -> Match:
    """Return the match after one event."""
    sheet, boards = _public_step(match.sheet, match.boards, event)
    hands, decisions, drawn = seats_after(match.hands, match.decisions, match.drawn, boards, event)
    knock_card = match.knock_card
    if type(event) is Knocked:
        knock_card = event.card
    elif type(event) is Dealt:
        knock_card = None
    # Every field in order: a copy with changes costs half again as much, and this runs at every event.
    return Match(sheet, boards, hands, match.deck, decisions, drawn, knock_card)


def _public_step(sheet: Sheet, boards: tuple[Board, ...], event: Event) -> tuple[Sheet, tuple[Board, ...]]:
    if type(event) not in _MATCH_EVENTS:
        return sheet, (advance(boards[0], event, sheet.options),)
    sheet = sheet_after(sheet, event)
    if type(event) is Dealt:
        return sheet, (begin(event, sheet.options),)
    return sheet, (advance(boards[0], event, sheet.options),) if boards else boards


_MATCH_EVENTS = frozenset((ev.Dealt, ev.HandEnded, ev.Readied, ev.GameEnded, ev.MatchEnded))


def view(match: Match, viewer: int) -> View:
    """Return what a viewer may know of a match (RULES 10).

    Args:
        match: the match.
        viewer: a seat, `PUBLIC`, or `OPEN` (every hand, never the stock).
    """
    hands = match.hands
    seated = viewer >= 0
    if viewer != OPEN:
        if len(hands) == 2 and seated:
            hands = (hands[0], None) if viewer == 0 else (None, hands[1])
        else:
            hands = tuple(hand if seat == viewer else None for seat, hand in enumerate(hands))
    knock_card = match.knock_card
    if knock_card is not None and viewer != OPEN and not _knocked(match, viewer):
        knock_card = None
    return View(
        viewer,
        match.sheet,
        match.boards,
        hands,
        match.decisions[viewer] if seated else 0,
        match.drawn[viewer] if seated else None,
        knock_card,
    )


def _knocked(match: Match, viewer: int) -> bool:
    knock = match.boards[0].knock
    return knock is not None and knock.seat == viewer


def redact(event: Event, viewer: int, *, options: Options | None = None) -> Event:
    """Return what a viewer hears of an event (RULES 10); the options say whether the knock card is hidden."""
    return ev.redact(event, viewer, knock_card_hidden=options is None or options.knock_card_hidden)


def fold(view: View, event: Event) -> View:
    """Return the view after an event that the viewer heard."""
    sheet, boards = _public_step(view.sheet, view.boards, event)
    viewer, knock_card, seats = view.viewer, view.knock_card, len(view.hands)
    # Of the other seats nothing is known and nothing kept.
    hands, decisions, drawn = seats_after(view.hands, (view.decision,) * seats, (view.drawn,) * seats, boards, event)
    if type(event) is ev.Dealt:
        knock_card = None
    elif isinstance(event, ev.Knocked) and viewer in (OPEN, event.seat):
        knock_card = event.card
    if viewer < 0:
        return View(viewer, sheet, boards, hands, 0, None, knock_card)
    return View(viewer, sheet, boards, hands, decisions[viewer], drawn[viewer], knock_card)


def result(match: Match) -> Result | None:
    """Return who won the match and why, or None while it goes on."""
    return result_of(match.sheet)


def result_of(sheet: Sheet) -> Result | None:
    """Return the result that a sheet shows, or None while the match goes on."""
    if not sheet.winners:
        return None
    margins = tuple(sum(game.margins[seat] for game in sheet.games) for seat in range(len(sheet.totals)))
    return Result(sheet.winners, sheet.games_won, margins, sheet.games, sheet.forfeited)


def target(options: Options) -> int:
    """Return the points that end a game."""
    return options.target
