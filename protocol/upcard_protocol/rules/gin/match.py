"""A match of gin: the game of `rules/game.py`, over hands, games and the sheet (RULES 3.1).

A `Match` is everything, secrets included; a `View` is what one viewer may know of it, and `view` is the only road
from the one to the other. Both are kept up by the same step, so folding redacted events gives the view.
"""

from msgspec.structs import replace

from upcard_protocol.rules.cards import Card
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
from upcard_protocol.rules.gin.board import table_of
from upcard_protocol.rules.gin.defaults import default_action
from upcard_protocol.rules.gin.events import Event
from upcard_protocol.rules.gin.hand import decide, follow
from upcard_protocol.rules.gin.legal import Legal, View, legal
from upcard_protocol.rules.gin.nature import natures_events
from upcard_protocol.rules.gin.notation import PARSERS, action_text
from upcard_protocol.rules.gin.options import PRESETS, Options, seats_of
from upcard_protocol.rules.gin.seats import own_hand, seats_after
from upcard_protocol.rules.gin.sheet import Sheet, blank, game_over, match_winners
from upcard_protocol.rules.gin.state import NAME, Match, between_hands, due, position, to_act
from upcard_protocol.rules.gin.step import knock_cards_after, public_step

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
        seats: how many play.
        first_dealer: the seat that deals first, drawn by NATURE.

    Raises:
        IllegalAction: `seats_off` if so many can not play by these options, or the seat is none.
    """
    if seats not in seats_of(options) or not 0 <= first_dealer < seats:
        raise IllegalAction(refuse("seats_off", seats=seats, allowed=" or ".join(map(str, seats_of(options)))))
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
        boards = match.boards
        table = 0 if len(boards) == 1 else table_of(boards, seat)
        seen = Legal(boards[table] if boards else None, match.sheet, seat, own_hand(match.hands, seat))
        refusal = seen.check(action)
        if refusal is not None:
            raise IllegalAction(refusal, action=action, position=position(match))
        assert seen.board is not None
        first = decide(seen.board, seat, seen.hand, match.decks[table] if match.decks else (), action)
    if type(action) is Deal:
        match = replace(match, decks=action.decks)
    for event in first:
        match = _step(match, event)
    boards = match.boards
    if len(boards) == 1 and boards[0].phase in _AT_REST and not boards[0].gone:
        return match, first
    return _settled(match, first)


_AT_REST = frozenset(("offer_n", "offer_d", "forced_stock", "draw", "discard", "layoff", "last_discard"))
"""The phases in which somebody is asked, so that nothing follows by itself."""


def _settled(match: Match, events: tuple[Event, ...]) -> tuple[Match, tuple[Event, ...]]:
    """Add all that follows by itself: what is played for those who gave up, defence, score, settlement, the end."""
    happened = list(events)
    while (event := _owed(match)) is not None:
        happened.append(event)
        match = _step(match, event)
    return match, tuple(happened)


def _owed(match: Match) -> Event | None:
    """Return the event that follows by itself from where the match stands, or None."""
    sheet = match.sheet
    for table, board in enumerate(match.boards):
        if board.phase == "scoring":
            return follow(board, table, match.hands, sheet.options, match.knock_cards[table])
        if board.turn in board.gone and board.phase in _AT_REST:
            seen = view(match, board.turn)
            return decide(board, board.turn, seen.hand, match.decks[table], default_action(seen))[0]
    if not between_hands(match):
        return None
    if not sheet.settled:
        settled = game_over(sheet)
        return None if settled is None else ev.GameEnded(settled)
    winners = match_winners(sheet)
    return ev.MatchEnded(winners) if winners else None


def _step(match: Match, event: Event) -> Match:
    """Return the match after one event."""
    sheet, boards = public_step(match.sheet, match.boards, event)
    hands, decisions, drawn = seats_after(match.hands, match.decisions, match.drawn, boards, event)
    # Every field in order: a copy with changes costs half again as much, and this runs at every event.
    knock_cards = match.knock_cards
    if type(event) is ev.Knocked or type(event) is ev.Dealt:
        knock_cards = knock_cards_after(knock_cards, boards, event)
    return Match(sheet, boards, hands, match.decks, decisions, drawn, knock_cards)


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
    knock_cards = match.knock_cards
    if knock_cards != _NO_KNOCK_CARD and viewer != OPEN:
        knock_cards = _own_knock_cards(match, viewer)
    return View(
        viewer,
        match.sheet,
        match.boards,
        hands,
        match.decisions[viewer] if seated else 0,
        match.drawn[viewer] if seated else None,
        knock_cards,
    )


_NO_KNOCK_CARD = (None,)


def _own_knock_cards(match: Match, viewer: int) -> tuple[Card | None, ...]:
    """Return the knock discard that a viewer laid himself, None for any other."""
    own = (board.knock is not None and board.knock.seat == viewer for board in match.boards)
    return tuple(card if knocked else None for card, knocked in zip(match.knock_cards, own, strict=True))


def redact(event: Event, viewer: int, *, options: Options | None = None) -> Event:
    """Return what a viewer hears of an event (RULES 10); the options say whether the knock card is hidden."""
    return ev.redact(event, viewer, knock_card_hidden=options is None or options.knock_card_hidden)


def fold(view: View, event: Event) -> View:
    """Return the view after an event that the viewer heard."""
    sheet, boards = public_step(view.sheet, view.boards, event)
    viewer, knock_cards, seats = view.viewer, view.knock_cards, len(view.hands)
    # Of the other seats nothing is known and nothing kept.
    hands, decisions, drawn = seats_after(view.hands, (view.decision,) * seats, (view.drawn,) * seats, boards, event)
    if type(event) is ev.Dealt or (type(event) is ev.Knocked and viewer in (OPEN, event.seat)):
        knock_cards = knock_cards_after(knock_cards, boards, event)
    if viewer < 0:
        return View(viewer, sheet, boards, hands, 0, None, knock_cards)
    return View(viewer, sheet, boards, hands, decisions[viewer], drawn[viewer], knock_cards)


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
