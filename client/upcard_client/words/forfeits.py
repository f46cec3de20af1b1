"""Why a seat forfeits, in words: giving up, leaving, losing the link and letting the time run out look different."""

from typing import Final

from upcard_client.locale import mark, tr
from upcard_protocol.rules.game import Why

DID: Final[dict[Why, str]] = mark(
    {
        "given_up": "gave up",
        "left": "left",
        "dropped": "lost the link",
        "idle": "ran out of time",
    }
)
"""What the holder of the seat did: a note after a name, and no part of a sentence."""

_LOST_HAND: Final = mark(
    {
        "given_up.you": "You gave up the hand",
        "given_up.other": "{player} gave up the hand",
        "left.you": "You left: the hand is forfeited",
        "left.other": "{player} left: the hand is forfeited",
        "dropped.you": "You lost the link: the hand is forfeited",
        "dropped.other": "{player} lost the link: the hand is forfeited",
        "idle.you": "You ran out of time: the hand is forfeited",
        "idle.other": "{player} ran out of time: the hand is forfeited",
    }
)
_LOST_MATCH: Final = mark(
    {
        "given_up.you": "You gave up, and the match is over",
        "given_up.other": "{player} gave up, and the match is over",
        "left.you": "You left, and the match is over",
        "left.other": "{player} left, and the match is over",
        "dropped.you": "You lost the link, and the match is over",
        "dropped.other": "{player} lost the link, and the match is over",
        "idle.you": "You ran out of time, and the match is over",
        "idle.other": "{player} ran out of time, and the match is over",
    }
)
_OVER: Final = mark(
    {
        "given_up.you": "The match is over: you gave up",
        "given_up.other": "The match is over: {player} gave up",
        "left.you": "The match is over: you left",
        "left.other": "The match is over: {player} left",
        "dropped.you": "The match is over: you lost the link",
        "dropped.other": "The match is over: {player} lost the link",
        "idle.you": "The match is over: you ran out of time",
        "idle.other": "The match is over: {player} ran out of time",
    }
)


def lost_hand(player: str, why: Why, *, mine: bool = False) -> str:
    """Say that somebody forfeits the hand, and why.

    Args:
        player: the name of who forfeits it.
        why: what happened.
        mine: it is the viewer.
    """
    return tr(_LOST_HAND[_key(why, mine=mine)], player=player)


def lost_match(player: str, why: Why | None, *, mine: bool = False) -> str:
    """Say that the match is over because somebody forfeits it; servers did not always tell why.

    Args:
        player: the name of who forfeits it.
        why: what happened.
        mine: it is the viewer.
    """
    return tr(_LOST_MATCH[_key(why, mine=mine)], player=player)


def over(player: str, why: Why | None, *, mine: bool = False) -> str:
    """Say the same as `lost_match` as the title of a result."""
    return tr(_OVER[_key(why, mine=mine)], player=player)


def _key(why: Why | None, *, mine: bool) -> str:
    return f"{why or 'left'}.{'you' if mine else 'other'}"
