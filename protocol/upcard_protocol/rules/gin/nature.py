"""What NATURE does in a match of gin: it deals, and speaks for people who gave up or are gone (RULES 3.2, 3.10)."""

from upcard_protocol.rules.cards import EMPTY, FULL, Hand, hand_of
from upcard_protocol.rules.errors import IllegalAction, refuse
from upcard_protocol.rules.game import Deal, Forfeit, ForfeitMatch, NatureAction
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.events import Event
from upcard_protocol.rules.gin.hand import decide
from upcard_protocol.rules.gin.scoring import settle
from upcard_protocol.rules.gin.state import HAND_SIZE, Match, due, position


def natures_events(match: Match, action: Action | NatureAction) -> tuple[Event, ...]:
    """Return the events of nature's action; what follows from them is not among them.

    Raises:
        IllegalAction: if it is not the time for it, or it is no action of nature's.
    """
    match action:
        case Deal():
            return (_deal(match, action),)
        case Forfeit():
            board = match.boards[0] if match.boards else None
            if board is None or board.phase == "hand_end":
                raise IllegalAction(refuse("hand_over"), action=action, position=position(match))
            if action.seat not in board.seats:
                raise IllegalAction(refuse("wrong_phase"), action=action, position=position(match))
            if board.phase == "layoff" and board.turn == action.seat:
                # RULES 3.10: a defender who gives up is played `auto` instead.
                return decide(board, action.seat, match.hands[action.seat] or EMPTY, match.deck, act.AUTO)
            return (ev.GaveUp(action.seat),)
        case ForfeitMatch():
            return _forfeit_match(match, action)
        case _:
            raise IllegalAction(refuse("wrong_phase"), action=action, position=position(match))


def _deal(match: Match, action: Deal) -> ev.Dealt:
    """Deal one at a time, beginning with the non-dealer; the 21st card is the upcard (RULES 3.2)."""
    if due(match) is None:
        raise IllegalAction(refuse("wrong_phase"), action=action, position=position(match))
    if len(action.decks) != 1 or len(action.decks[0]) != 52 or hand_of(action.decks[0]) != FULL:
        raise IllegalAction(refuse("bad_deal"), position=position(match))
    deck, sheet = action.decks[0], match.sheet
    dealer = sheet.dealer
    first = 1 - dealer
    hands: list[Hand | None] = [None] * len(match.hands)
    hands[first] = hand_of(deck[0 : 2 * HAND_SIZE : 2])
    hands[dealer] = hand_of(deck[1 : 2 * HAND_SIZE : 2])
    turned = deck[2 * HAND_SIZE]
    if sheet.options.upcard_rule == "eleven":
        hands[first] = Hand((hands[first] or EMPTY) | 1 << turned)
    return ev.Dealt(
        hand=sheet.hands + 1,
        seats=(first, dealer),
        hands=tuple(hands),
        upcard=None if sheet.options.upcard_rule == "eleven" else turned,
        stock=52 - 2 * HAND_SIZE - 1,
    )


def _forfeit_match(match: Match, action: ForfeitMatch) -> tuple[Event, ...]:
    """End the match for a seat that is gone, between hands; the game in play is settled as it stands."""
    sheet = match.sheet
    playing = match.boards and match.boards[0].phase != "hand_end"
    if sheet.winners or playing or action.seat >= len(sheet.totals):
        raise IllegalAction(refuse("wrong_phase"), action=action, position=position(match))
    winner = 1 - action.seat
    end = ev.MatchEnded((winner,), action.seat)
    if sheet.settled:
        return (end,)
    return (ev.GameEnded(settle(sheet.options, sheet.totals, sheet.boxes, winner, action.seat)), end)
