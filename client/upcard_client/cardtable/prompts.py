"""What every table says to its player, whatever is played there."""

from typing import Final

from upcard_client.keys import recapped
from upcard_client.locale import status, tr
from upcard_client.words.phrases import Line, Value, filled

UNKNOWN_KEY: Final = status("{key} does nothing here. ? shows the keys.")
NO_LINK: Final = status("Not sent: no link. Trying again in {retry} s.")

PROMPTS: Final[dict[str, str]] = status(
    {
        "unknown_key": UNKNOWN_KEY,
        "no_link": NO_LINK,
        "drew": "You drew {card}",
        "took": "You took {card}",
        "discarded": "You discarded {card}",
        "space_discards": "Space discards {card}.",
        "enter_confirms": "Enter says yes to this, Esc goes back.",
        "back_to_hand": "Nothing was done.",
        "is_back": "{player} is back.",
        "is_away": "{player} is away again.",
        "has_left": "{player} left the table.",
        "sending": "Still sending {what}.",
        "watching": "You are watching. J asks for a seat.",
        "guest": "A guest can only watch: connect with a name to play.",
        "watching_open": "You watch whole hands, with every card, once each is over (table rule).",
        "watching_rule": "You are watching. Hands are hidden until they are laid down.",
        "stood_in": "The computer plays for you. Enter takes your seat back.",
        "paused": "The game is paused. Z goes on with it.",
        "nothing_asked": "Nothing is asked of you.",
        "not_started": "No hand has been dealt yet.",
        "waiting_for_all": "You are ready. The match starts when every seat is filled and ready.",
        "is_ready": "You are ready. Waiting for {player}.",
        "hand_over": "The hand is over. Enter when you are ready for the next one.",
        "esc_closes": "Esc closes this first.",
        "esc_looks": "Esc shows the cards behind this.",
        "order": "Sorted by {order}.",
        "moved": "{card} moved. S sorts again.",
        "how_to_quit": "Ctrl+Q quits. Ctrl+C copies nothing here.",
        "words": "Your hand is in the log, in words. L shows it.",
        "retrying": "Trying again now.",
        "no_hints": "No hints at this table: they are for play against computers, or by table rule.",
        "hint_watching": "You are watching: hints are for those who play.",
        "hint_nothing": "No move is asked of you now.",
        "match_over": "The match is over. Enter asks for another.",
    }
)
"""By name; the values in braces are named, so that the order of words is free."""


def said(words: str, /, **values: Value) -> Line:
    """Return a marked sentence with its values, in the language spoken and with the keys as they are now."""
    return filled(recapped(tr(words)), values)


def say(key: str, /, **values: Value) -> Line:
    """Return what every table says, with its values."""
    return said(PROMPTS[key], **values)
