"""The text of the turn bar: whose turn it is and what to do, in a long form and one of at most 24 cells."""

from typing import Final

from upcard_client.games.rummy.desk import AllOut, Desk, Melding, Target
from upcard_client.games.rummy.situation import Situation
from upcard_client.keys import recapped
from upcard_client.locale import bar, short, tr
from upcard_client.widgets.canvas import fit
from upcard_client.widgets.frame import Bar, clock_text

SHORT: Final = 24
"""Cells of a short form."""

_YOURS: Final[dict[str, tuple[str, str]]] = {
    "draw": (bar("YOUR TURN: draw a card"), short("YOUR TURN: draw")),
    "play": (bar("YOUR TURN: discard a card"), short("YOUR TURN: discard")),
    "call": (bar("RUMMY? R calls, P lets it lie"), short("RUMMY? R calls, P not")),
    "lay_called": (bar("RUMMY! Lay the card on a meld"), short("RUMMY! Lay the card")),
    "discard_called": (bar("RUMMY! Now discard a card"), short("RUMMY! Discard a card")),
}
_THEIRS: Final[dict[str, str]] = bar(
    {
        "draw": "{player} is choosing a card to draw",
        "play": "{player} is playing",
        "lay_called": "{player} has called Rummy!",
        "discard_called": "{player} has called Rummy!",
    }
)
_ASKED: Final[dict[type, tuple[str, str]]] = {
    Melding: (bar("NEW MELD: tick its cards"), short("NEW MELD: tick cards")),
    Target: (bar("LAY OFF: on which meld?"), short("LAY OFF: which meld?")),
    AllOut: (bar("GO OUT: lay all cards?"), short("GO OUT: all cards?")),
}
_BLOCKED: Final = (bar("YOUR TURN: take the discard, or block"), short("YOUR TURN: take, block"))
_MY_TURN: Final = (bar("YOUR TURN"), short("YOUR TURN"))


def turn_bar(situation: Situation, desk: Desk) -> Bar:
    """Return the bar of a situation."""
    mine, long, brief = _words(situation, desk)
    waits = situation.phase == "hand_end"
    right = clock_text(situation.next_hand_s) if waits and situation.next_hand_s is not None else ""
    clock = None if waits else situation.clock
    return Bar(kind="turn" if mine else "waiting", long=long, short=fit(brief, SHORT), clock=clock, right=right)


def _words(situation: Situation, desk: Desk) -> tuple[bool, str, str]:
    """Return whether the viewer is asked, and the long and short words."""
    board = situation.board
    if situation.over:
        return _match_over(situation)
    if board is None:
        return _before(situation)
    if board.phase == "hand_end":
        return _between(situation)
    if situation.my_turn:
        return (True, *_mine(situation, desk))
    if board.phase == "call":
        return False, tr(bar("The others may call Rummy!")), tr(short("Others may call"))
    if board.phase in ("recycle", "scoring"):
        return False, tr(bar("The cards are being shuffled")), tr(short("Shuffling"))
    name = situation.names[board.turn]
    told = situation.me is None or board.phase in ("lay_called", "discard_called")
    long = _THEIRS.get(board.phase if told else "play", _THEIRS["play"])
    return False, tr(long, player=name), tr(short("{player} is playing"), player=fit(name, 12))


def _match_over(situation: Situation) -> tuple[bool, str, str]:
    winners = situation.view.sheet.winners
    if situation.me is None or len(winners) > 1:
        who = situation.narrator.together(winners)
        shared = len(winners) > 1
        words = bar("MATCH OVER: {players} share it") if shared else bar("MATCH OVER: {players} has won it")
        return situation.me is not None, tr(words, players=who), tr(short("MATCH OVER"))
    won = situation.me in winners
    return True, tr(bar("MATCH OVER: you won" if won else "MATCH OVER: you lost")), tr(short("MATCH OVER"))


def _before(situation: Situation) -> tuple[bool, str, str]:
    asked = situation.me is not None and not situation.am_ready
    if situation.free_seat:
        if asked:
            return True, tr("Waiting for others to sit down: Enter when ready"), tr(short("Waiting for players"))
        return False, tr(bar("Waiting for others to sit down")), tr(short("Waiting for players"))
    if asked and situation.ready:
        return True, tr(bar("READY? Enter when you are ready")), tr(short("READY? Press Enter"))
    return False, tr(bar("Waiting for everybody to be ready")), tr(short("Waiting for the start"))


def _between(situation: Situation) -> tuple[bool, str, str]:
    me = situation.me
    if me is None:
        return False, tr(bar("The hand is over")), tr(short("The hand is over"))
    if situation.view.sheet.ready[me]:
        return False, tr(bar("You are ready. Waiting for the others")), tr(short("Waiting for the others"))
    return True, tr(bar("HAND OVER: Enter when you are ready")), tr(short("HAND OVER: Enter"))


def _mine(situation: Situation, desk: Desk) -> tuple[str, str]:
    if type(desk.question) in _ASKED:
        long, brief = _ASKED[type(desk.question)]
    elif situation.phase == "draw" and not situation.legal.may_draw_stock:
        long, brief = _BLOCKED
    elif situation.phase == "play" and not situation.view.hand:
        long, brief = _MY_TURN
    else:
        long, brief = _YOURS.get(situation.phase, _MY_TURN)
    return recapped(tr(long)), recapped(tr(brief))
