"""The text of the turn bar: whose turn it is and what to do, in a long form and one of at most 24 cells."""

from upcard_client.games.gin.desk import AllMelded, Desk, Ending, held
from upcard_client.games.gin.situation import Situation
from upcard_client.widgets.canvas import fit
from upcard_client.widgets.frame import Bar, clock_text
from upcard_protocol.rules.cards import BIT, Hand, cards_of, points
from upcard_protocol.rules.melds import deadwood

SHORT = 24
"""Cells of a short form."""

_YOURS: dict[str, tuple[str, str]] = {
    "offer_n": ("YOUR TURN: take the upcard or pass", "YOUR TURN: take or pass"),
    "offer_d": ("YOUR TURN: take the upcard or pass", "YOUR TURN: take or pass"),
    "forced_stock": ("YOUR TURN: draw from the stock", "YOUR TURN: draw"),
    "draw": ("YOUR TURN: draw a card", "YOUR TURN: draw"),
    "discard": ("YOUR TURN: discard a card", "YOUR TURN: discard"),
    "last_discard": ("LAST DISCARD: end the hand with it, or pass", "LAST DISCARD: take it?"),
}
_THEIRS: dict[str, str] = {
    "offer_n": "{player} is choosing about the upcard",
    "offer_d": "{player} is choosing about the upcard",
    "forced_stock": "{player} is choosing a card to draw",
    "draw": "{player} is choosing a card to draw",
    "discard": "{player} is choosing a discard",
    "layoff": "{player} is laying off",
    "last_discard": "{player} is thinking about the last discard",
}


def turn_bar(situation: Situation, desk: Desk) -> Bar:
    """Return the bar of a situation."""
    kind, long, short = _words(situation, desk)
    waits = situation.board is not None and situation.board.phase == "hand_end"
    clock = None if waits else situation.clock
    right = ""
    if waits and situation.next_hand_s is not None:
        right = clock_text(situation.next_hand_s)
    return Bar(kind="turn" if kind else "waiting", long=long, short=fit(short, SHORT), clock=clock, right=right)


def _words(situation: Situation, desk: Desk) -> tuple[bool, str, str]:
    """Return whether the viewer is asked, and the long and short words."""
    board, sheet = situation.board, situation.view.sheet
    if sheet.winners:
        return _at_the_end(situation)
    if board is None:
        return _before(situation)
    if board.phase == "hand_end":
        return _between(situation)
    if situation.my_turn:
        return (True, *_mine(situation, desk))
    if board.phase == "waiting":
        whose = "The" if situation.me is None else "Your"
        return False, f"{whose} hand is over: the other table plays on", "The other table plays on"
    name = situation.names[board.turn]
    if situation.idle:
        return False, f"You sit this hand out: {name} is playing", f"Idle: {fit(name, 8)} is playing"
    if board.phase == "layoff" or situation.me is None:
        long = _THEIRS.get(board.phase, "{player} is playing").format(player=name)
        return False, long, f"{fit(name, 12)} is playing"
    return False, f"{name} is playing", f"{fit(name, 12)} is playing"


def _at_the_end(situation: Situation) -> tuple[bool, str, str]:
    winners, company, me = situation.view.sheet.winners, situation.company, situation.me
    alone = all(seat in company.side_of(winners[0]) for seat in winners)
    if me is None:
        verb = "has" if len(winners) == 1 else "have"
        how = f"{verb} won the match" if alone else "share the match"
        return False, f"{company.listed(winners, head=True)} {how}", "The match is over"
    if not alone and me in winners:
        return True, "MATCH OVER: a draw", "MATCH OVER"
    mine = "your team" if company.partners else "you"
    return True, f"MATCH OVER: {mine} {'won' if me in winners else 'lost'}", "MATCH OVER"


def _waited_for(situation: Situation) -> str:
    """Return who is waited for, by name."""
    return situation.company.listed(situation.unready) if situation.unready else "the others"


def _before(situation: Situation) -> tuple[bool, str, str]:
    if situation.free_seat:
        waiting = "Waiting for somebody to sit down"
        asked = situation.me is not None and not situation.am_ready
        return asked, f"{waiting}: Enter when ready" if asked else waiting, "Waiting for a player"
    if situation.me is None:
        return False, "Waiting for the match to start", "Waiting for the start"
    if situation.am_ready or not situation.ready:
        return False, f"Waiting for {_waited_for(situation)}", "Waiting for the others"
    return True, "READY? Enter when you are ready", "READY? Press Enter"


def _between(situation: Situation) -> tuple[bool, str, str]:
    me, ready = situation.me, situation.view.sheet.ready
    if me is None:
        return False, "The hand is over", "The hand is over"
    if ready[me]:
        return False, f"You are ready. Waiting for {_waited_for(situation)}", "Waiting for the others"
    return True, "HAND OVER: Enter when you are ready", "HAND OVER: Enter"


def _mine(situation: Situation, desk: Desk) -> tuple[str, str]:
    board = situation.board
    assert board is not None
    match desk.question:
        case Ending(goal="knock"):
            return "KNOCK: choose the discard", "KNOCK: the discard?"
        case Ending():
            return "GIN: choose the discard", "GIN: the discard?"
        case AllMelded():
            return "BIG GIN: show all your cards?", "BIG GIN?"
        case _:
            pass
    if board.phase == "layoff" and board.knock is not None:
        name, left = situation.names[board.knock.seat], points(board.knock.loose)
        if board.knock.kind != "knock":
            return f"LAY OFF: {name} went gin", "LAY OFF: against gin"
        return f"LAY OFF: {name} knocked with {left}", f"LAY OFF: knocked with {left}"
    if board.phase == "discard" and situation.deadwood_help and _may_go_gin(situation, desk):
        return "YOUR TURN: discard a card, or go gin", "YOUR TURN: may go gin"
    return _YOURS.get(board.phase, ("YOUR TURN", "YOUR TURN"))


def _may_go_gin(situation: Situation, desk: Desk) -> bool:
    hand = held(situation, desk)
    return any(deadwood(Hand(hand ^ BIT[card])) == 0 for card in cards_of(situation.legal.knocks))
