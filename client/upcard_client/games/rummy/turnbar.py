"""The text of the turn bar: whose turn it is and what to do, in a long form and one of at most 24 cells."""

from typing import Final

from upcard_client.games.rummy.desk import AllOut, Desk, Melding, Target
from upcard_client.games.rummy.situation import Situation
from upcard_client.widgets.canvas import fit
from upcard_client.widgets.frame import Bar, clock_text

SHORT: Final = 24
"""Cells of a short form."""

_YOURS: Final[dict[str, tuple[str, str]]] = {
    "draw": ("YOUR TURN: draw a card", "YOUR TURN: draw"),
    "play": ("YOUR TURN: discard a card", "YOUR TURN: discard"),
    "call": ("RUMMY? R calls, P lets it lie", "RUMMY? R calls, P not"),
    "lay_called": ("RUMMY! Lay the card on a meld", "RUMMY! Lay the card"),
    "discard_called": ("RUMMY! Now discard a card", "RUMMY! Discard a card"),
}
_THEIRS: Final[dict[str, str]] = {
    "draw": "{player} is choosing a card to draw",
    "play": "{player} is playing",
    "lay_called": "{player} has called Rummy!",
    "discard_called": "{player} has called Rummy!",
}


def turn_bar(situation: Situation, desk: Desk) -> Bar:
    """Return the bar of a situation."""
    mine, long, short = _words(situation, desk)
    waits = situation.phase == "hand_end"
    right = clock_text(situation.next_hand_s) if waits and situation.next_hand_s is not None else ""
    clock = None if waits else situation.clock
    return Bar(kind="turn" if mine else "waiting", long=long, short=fit(short, SHORT), clock=clock, right=right)


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
        return False, "The others may call Rummy!", "Others may call"
    if board.phase in ("recycle", "scoring"):
        return False, "The cards are being shuffled", "Shuffling"
    name = situation.names[board.turn]
    long = _THEIRS.get(board.phase, "{player} is playing") if situation.me is None else "{player} is playing"
    if board.phase in ("lay_called", "discard_called"):
        long = _THEIRS[board.phase]
    return False, long.format(player=name), f"{fit(name, 12)} is playing"


def _match_over(situation: Situation) -> tuple[bool, str, str]:
    winners = situation.view.sheet.winners
    if situation.me is None or len(winners) > 1:
        who = situation.narrator.together(winners)
        verb = "share" if len(winners) > 1 else "has won"
        return situation.me is not None, f"MATCH OVER: {who} {verb} it", "MATCH OVER"
    won = situation.me in winners
    return True, "MATCH OVER: you won" if won else "MATCH OVER: you lost", "MATCH OVER"


def _before(situation: Situation) -> tuple[bool, str, str]:
    asked = situation.me is not None and not situation.am_ready
    if situation.free_seat:
        if asked:
            return True, "Waiting for others to sit down: Enter when ready", "Waiting for players"
        return False, "Waiting for others to sit down", "Waiting for players"
    if asked and situation.ready:
        return True, "READY? Enter when you are ready", "READY? Press Enter"
    return False, "Waiting for everybody to be ready", "Waiting for the start"


def _between(situation: Situation) -> tuple[bool, str, str]:
    me = situation.me
    if me is None:
        return False, "The hand is over", "The hand is over"
    if situation.view.sheet.ready[me]:
        return False, "You are ready. Waiting for the others", "Waiting for the others"
    return True, "HAND OVER: Enter when you are ready", "HAND OVER: Enter"


def _mine(situation: Situation, desk: Desk) -> tuple[str, str]:
    match desk.question:
        case Melding():
            return "NEW MELD: tick its cards", "NEW MELD: tick cards"
        case Target():
            return "LAY OFF: on which meld?", "LAY OFF: which meld?"
        case AllOut():
            return "GO OUT: lay all cards?", "GO OUT: all cards?"
        case _:
            pass
    if situation.phase == "draw" and not situation.legal.may_draw_stock:
        return "YOUR TURN: take the discard, or block", "YOUR TURN: take, block"
    if situation.phase == "play" and not situation.view.hand:
        return "YOUR TURN", "YOUR TURN"
    return _YOURS.get(situation.phase, ("YOUR TURN", "YOUR TURN"))
