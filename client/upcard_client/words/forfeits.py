"""Why a seat forfeits, in words: giving up, leaving, losing the link and letting the time run out look different."""

from typing import Final

from upcard_protocol.rules.game import Why

DID: Final[dict[Why, str]] = {
    "given_up": "gave up",
    "left": "left",
    "dropped": "lost the link",
    "idle": "ran out of time",
}
"""What the holder of the seat did, after a name or `you`."""


def lost_hand(name: str, why: Why) -> str:
    """Say that somebody forfeits the hand, and why."""
    if why == "given_up":
        return f"{name} gave up the hand"
    return f"{name} {DID[why]}: the hand is forfeited"


def went(name: str, why: Why | None) -> str:
    """Say what somebody did who forfeits the match; servers did not always tell."""
    return f"{name} {DID['left' if why is None else why]}"
