"""The text of the turn bar: whose turn it is and what to do, in a long form and one of at most 24 cells."""

from typing import Final

from upcard_client.games.gin.desk import AllMelded, Desk, Ending, held
from upcard_client.games.gin.situation import Situation
from upcard_client.locale import bar, mark, short, tr
from upcard_client.widgets.canvas import fit, width_of
from upcard_client.widgets.frame import Bar, clock_text
from upcard_protocol.rules.cards import BIT, Hand, cards_of, points
from upcard_protocol.rules.melds import deadwood

SHORT: Final = 24
"""Cells of a short form."""

_YOURS: Final = bar(
    {
        "offer_n": "YOUR TURN: take the upcard or pass",
        "offer_d": "YOUR TURN: take the upcard or pass",
        "forced_stock": "YOUR TURN: draw from the stock",
        "draw": "YOUR TURN: draw a card",
        "discard": "YOUR TURN: discard a card",
        "last_discard": "LAST DISCARD: end the hand with it, or pass",
        "": "YOUR TURN",
    }
)
_YOURS_IN_SHORT: Final = short(
    {
        "offer_n": "YOUR TURN: take or pass",
        "offer_d": "YOUR TURN: take or pass",
        "forced_stock": "YOUR TURN: draw",
        "draw": "YOUR TURN: draw",
        "discard": "YOUR TURN: discard",
        "last_discard": "LAST DISCARD: take it?",
        "": "YOUR TURN",
    }
)
_THEIRS: Final = mark(
    {
        "offer_n": "{player} is choosing about the upcard",
        "offer_d": "{player} is choosing about the upcard",
        "forced_stock": "{player} is choosing a card to draw",
        "draw": "{player} is choosing a card to draw",
        "discard": "{player} is choosing a discard",
        "layoff": "{player} is laying off",
        "last_discard": "{player} is thinking about the last discard",
        "": "{player} is playing",
    }
)


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
        mine, other = (
            bar("Your hand is over: the other table plays on"),
            bar("The hand is over: the other table plays on"),
        )
        return False, tr(other if situation.me is None else mine), tr(short("The other table plays on"))
    name = situation.names[board.turn]
    if situation.idle:
        long = tr("You sit this hand out: {player} is playing", player=name)
        return False, long, _with_name(short("Idle: {player} is playing"), name)
    theirs = board.phase if board.phase == "layoff" or situation.me is None else ""
    long = tr(_THEIRS.get(theirs, _THEIRS[""]), player=name)
    return False, long, _with_name(_THEIRS[""], name)


def _with_name(words: str, name: str) -> str:
    """Return a short form with a name in it, which is cut to the room that the words leave."""
    return tr(words, player=fit(name, max(SHORT - width_of(tr(words, player="")), 5)))


def _at_the_end(situation: Situation) -> tuple[bool, str, str]:
    winners, company, me = situation.view.sheet.winners, situation.company, situation.me
    alone = all(seat in company.side_of(winners[0]) for seat in winners)
    if me is None:
        names = company.listed(winners, head=True)
        if not alone:
            long = tr("{players} share the match", players=names)
        elif len(winners) == 1:
            long = tr("{player} has won the match", player=names)
        else:
            long = tr("{players} have won the match", players=names)
        return False, long, tr(short("The match is over"))
    brief = tr(short("MATCH OVER"))
    if not alone and me in winners:
        return True, tr(bar("MATCH OVER: a draw")), brief
    if company.partners:
        won = bar("MATCH OVER: your team won") if me in winners else bar("MATCH OVER: your team lost")
    else:
        won = bar("MATCH OVER: you won") if me in winners else bar("MATCH OVER: you lost")
    return True, tr(won), brief


def _waited_for(situation: Situation) -> str:
    """Return who is waited for, by name."""
    return situation.company.listed(situation.unready) if situation.unready else tr("the others")


def _before(situation: Situation) -> tuple[bool, str, str]:
    if situation.free_seat:
        asked = situation.me is not None and not situation.am_ready
        long = tr(
            "Waiting for somebody to sit down: Enter when ready" if asked else "Waiting for somebody to sit down"
        )
        return asked, long, tr(short("Waiting for a player"))
    if situation.me is None:
        return False, tr(bar("Waiting for the match to start")), tr(short("Waiting for the start"))
    if situation.am_ready or not situation.ready:
        long = tr("Waiting for {players}", players=_waited_for(situation))
        return False, long, tr(short("Waiting for the others"))
    return True, tr(bar("READY? Enter when you are ready")), tr(short("READY? Press Enter"))


def _between(situation: Situation) -> tuple[bool, str, str]:
    me, ready = situation.me, situation.view.sheet.ready
    if me is None:
        return False, tr(short("The hand is over")), tr("The hand is over")
    if ready[me]:
        long = tr("You are ready. Waiting for {players}", players=_waited_for(situation))
        return False, long, tr(short("Waiting for the others"))
    return True, tr(bar("HAND OVER: Enter when you are ready")), tr(short("HAND OVER: Enter"))


def _mine(situation: Situation, desk: Desk) -> tuple[str, str]:
    board = situation.board
    assert board is not None
    match desk.question:
        case Ending(goal="knock"):
            return tr(bar("KNOCK: choose the discard")), tr(short("KNOCK: the discard?"))
        case Ending():
            return tr(bar("GIN: choose the discard")), tr(short("GIN: the discard?"))
        case AllMelded():
            return tr(bar("BIG GIN: show all your cards?")), tr(short("BIG GIN?"))
        case _:
            pass
    if board.phase == "layoff" and board.knock is not None:
        name, left = situation.names[board.knock.seat], points(board.knock.loose)
        if board.knock.kind != "knock":
            return tr("LAY OFF: {player} went gin", player=name), tr(short("LAY OFF: against gin"))
        long = tr("LAY OFF: {player} knocked with {deadwood}", player=name, deadwood=left)
        return long, tr(short("LAY OFF: knocked with {deadwood}"), deadwood=left)
    if board.phase == "discard" and situation.deadwood_help and _may_go_gin(situation, desk):
        return tr(bar("YOUR TURN: discard a card, or go gin")), tr(short("YOUR TURN: may go gin"))
    phase = board.phase if board.phase in _YOURS else ""
    return tr(_YOURS[phase]), tr(_YOURS_IN_SHORT[phase])


def _may_go_gin(situation: Situation, desk: Desk) -> bool:
    hand = held(situation, desk)
    return any(deadwood(Hand(hand ^ BIT[card])) == 0 for card in cards_of(situation.legal.knocks))
