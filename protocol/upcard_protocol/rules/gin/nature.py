"""What NATURE does in a match of gin: it deals, and speaks for people who gave up or are gone (RULES 3.2, 3.10)."""

from upcard_protocol.rules.cards import EMPTY, FULL, Card, Hand, hand_of
from upcard_protocol.rules.errors import IllegalAction, refuse
from upcard_protocol.rules.game import Deal, Forfeit, ForfeitMatch, NatureAction
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.board import HAND_SIZES, table_of
from upcard_protocol.rules.gin.events import Event
from upcard_protocol.rules.gin.hand import decide
from upcard_protocol.rules.gin.rotation import dealer_at
from upcard_protocol.rules.gin.sheet import Sheet, game_left, match_left, sheet_after
from upcard_protocol.rules.gin.state import Match, due, position


def natures_events(match: Match, action: Action | NatureAction) -> tuple[Event, ...]:
    """Return the events of nature's action; what follows from them is not among them.

    Raises:
        IllegalAction: if it is not the time for it, or it is no action of nature's.
    """
    match action:
        case Deal():
            return _deal(match, action)
        case Forfeit():
            return _forfeit(match, action)
        case ForfeitMatch():
            return _forfeit_match(match, action)
        case _:
            raise IllegalAction(refuse("wrong_phase"), action=action, position=position(match))


def _deal(match: Match, action: Deal) -> tuple[Event, ...]:
    """Deal at every table, one card at a time, the first to act first; the next card is the upcard (RULES 3.2, 5)."""
    sheet = match.sheet
    if due(match) is None:
        raise IllegalAction(refuse("wrong_phase"), action=action, position=position(match))
    whole = all(len(deck) == 52 and hand_of(deck) == FULL for deck in action.decks)
    if len(action.decks) != len(sheet.tables) or not whole:
        raise IllegalAction(refuse("bad_deal"), position=position(match))
    return tuple(_at_table(sheet, table, deck) for table, deck in enumerate(action.decks))


def _at_table(sheet: Sheet, table: int, deck: tuple[Card, ...]) -> ev.Dealt:
    seats = sheet.tables[table]
    many = len(seats)
    dealt = many * HAND_SIZES[many]
    hands: list[Hand | None] = [None] * len(sheet.totals)
    for place, seat in enumerate(seats):
        hands[seat] = hand_of(deck[place:dealt:many])
    turned = deck[dealt]
    eleven = sheet.options.upcard_rule == "eleven"
    if eleven:
        hands[seats[0]] = Hand((hands[seats[0]] or EMPTY) | 1 << turned)
    return ev.Dealt(
        hand=sheet.hands + 1,
        dealer=dealer_at(sheet.seating, table),
        seats=seats,
        hands=tuple(hands),
        upcard=None if eleven else turned,
        stock=52 - dealt - 1,
        table=table,
    )


def _forfeit(match: Match, action: Forfeit) -> tuple[Event, ...]:
    """Let a seat give up the hand that it plays in; with partners the other table goes on (RULES 3.10)."""
    boards, seat = match.boards, action.seat
    if not boards or boards[0].phase == "hand_end":
        raise IllegalAction(refuse("hand_over"), action=action, position=position(match))
    table = table_of(boards, seat)
    board = boards[table]
    if board.phase == "waiting":
        raise IllegalAction(refuse("other_table"), action=action, position=position(match))
    if seat not in board.seats or seat in board.gone:
        raise IllegalAction(refuse("wrong_phase"), action=action, position=position(match))
    if board.phase == "layoff" and board.turn == seat and len(board.seats) == 2:
        # RULES 3.10: a defender who gives up is played `auto` instead.
        return decide(board, seat, match.hands[seat] or EMPTY, match.decks[table], act.AUTO)
    return (ev.GaveUp(seat, action.why),)


def _forfeit_match(match: Match, action: ForfeitMatch) -> tuple[Event, ...]:
    """End the match for a seat that is gone, between hands; the game in play is settled as it stands."""
    sheet, seat = match.sheet, action.seat
    playing = match.boards and match.boards[0].phase != "hand_end"
    if sheet.winners or playing or seat >= len(sheet.totals):
        raise IllegalAction(refuse("wrong_phase"), action=action, position=position(match))
    if sheet.settled:
        return (ev.MatchEnded(match_left(sheet, seat), seat, action.why),)
    settled = ev.GameEnded(game_left(sheet, seat))
    return settled, ev.MatchEnded(match_left(sheet_after(sheet, settled), seat), seat, action.why)
