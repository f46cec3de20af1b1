"""What NATURE does in a match of rummy: it deals, shuffles, closes windows, and speaks for people who are gone."""

from upcard_protocol.rules.cards import FULL, Hand, hand_of
from upcard_protocol.rules.errors import IllegalAction, refuse
from upcard_protocol.rules.game import CloseCalls, Deal, Forfeit, ForfeitMatch, NatureAction, Recycle
from upcard_protocol.rules.rummy import events as ev
from upcard_protocol.rules.rummy.actions import Action
from upcard_protocol.rules.rummy.events import Event
from upcard_protocol.rules.rummy.hand import calls_closed
from upcard_protocol.rules.rummy.scoring import settle
from upcard_protocol.rules.rummy.state import HAND_SIZE, Match, due, position


def natures_events(match: Match, action: Action | NatureAction) -> tuple[Event, ...]:
    """Return the events of nature's action; what follows from them is not among them.

    Raises:
        IllegalAction: if it is not the time for it, or it is no action of nature's.
    """
    board = match.boards[0] if match.boards else None
    match action:
        case Deal():
            return (_deal(match, action),)
        case Recycle() if board is not None and board.phase == "recycle":
            if len(action.cards) != len(board.pile) or hand_of(action.cards) != hand_of(board.pile):
                raise IllegalAction(refuse("bad_deal"), position=position(match))
            return ev.TurnedOver(board.turn, shuffled=True), ev.Drew(board.turn, action.cards[0])
        case CloseCalls() if board is not None and board.phase == "call":
            return (calls_closed(board, match.seats.answers),)
        case Forfeit():
            if board is None or board.phase == "hand_end":
                raise IllegalAction(refuse("hand_over"), action=action, position=position(match))
            if action.seat < len(board.absent) and not board.absent[action.seat]:
                return (ev.GaveUp(action.seat, action.why),)
        case ForfeitMatch():
            return _forfeit_match(match, action)
        case _:
            pass
    raise IllegalAction(refuse("wrong_phase"), action=action, position=position(match))


def _deal(match: Match, action: Deal) -> ev.Dealt:
    """Deal one at a time, beginning left of the dealer; the next card starts the pile (RULES 9.1)."""
    if due(match) is None or (match.boards and match.boards[0].phase != "hand_end"):
        raise IllegalAction(refuse("wrong_phase"), action=action, position=position(match))
    if len(action.decks) != 1 or len(action.decks[0]) != 52 or hand_of(action.decks[0]) != FULL:
        raise IllegalAction(refuse("bad_deal"), position=position(match))
    deck, sheet = action.decks[0], match.sheet
    seats = len(sheet.totals)
    size = HAND_SIZE[seats]
    hands: list[Hand | None] = [None] * seats
    for place in range(seats):
        hands[(sheet.dealer + 1 + place) % seats] = hand_of(deck[place : seats * size : seats])
    return ev.Dealt(
        hand=sheet.hands + 1,
        dealer=sheet.dealer,
        hands=tuple(hands),
        held=(size,) * seats,
        upcard=deck[seats * size],
        stock=52 - seats * size - 1,
    )


def _forfeit_match(match: Match, action: ForfeitMatch) -> tuple[Event, ...]:
    """End the match for a seat that is gone, between hands; the game is settled as it stands (RULES 3.10)."""
    sheet = match.sheet
    playing = match.boards and match.boards[0].phase != "hand_end"
    if sheet.winners or playing or action.seat >= len(sheet.totals):
        raise IllegalAction(refuse("wrong_phase"), action=action, position=position(match))
    settled = settle(sheet.options, sheet.totals, sheet.ledger, action.seat)
    return ev.GameEnded(settled), ev.MatchEnded(settled.winners, action.seat, action.why)
