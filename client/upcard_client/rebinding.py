"""Which keys of the table a player may change, to which, and why not to others."""

from collections.abc import Mapping
from typing import Final

from textual.keys import format_key

from upcard_client.keys import CARD_CAPS, TABLE_KEYS, USUAL, Key, latin, named_cap, sign_of, with_key
from upcard_client.locale import status, tr

CHANGEABLE: Final = tuple(
    key for key in TABLE_KEYS if key.keys[0] == "space" or (key.cap.isalpha() and len(key.cap) == 1)
)
"""The keys that may be changed: letters and Space. What every program has on the same keys stays there."""

FUNCTION_KEYS: Final = frozenset(f"f{number}" for number in range(1, 13))

TAKEN: Final = status("{key} is taken already: {action}.")
CHOOSES: Final = status("{key} is taken already: it chooses a card by its place.")
RESERVED: Final = status("{key} belongs to the terminal: choose a key without Ctrl and Alt.")
NO_KEY: Final = status("{key} cannot be taken: choose a letter, a sign, or one of F4 to F12.")


def pressed_key(key: str, character: str | None) -> str:
    """Return a key that was pressed as it is kept: a letter or digit as on the keycap, whatever the layout.

    Args:
        key: Textual's name of it.
        character: what it typed, if anything.
    """
    letter = latin(character) if character else ""
    return letter if letter.isascii() and letter.isalnum() else key


def why_not(changes: Mapping[str, str], name: str, key: str) -> str:
    """Say why a key cannot be had for something; nothing if it can.

    Args:
        changes: what is changed already, by the ids of keys.
        name: the id of what it is wanted for.
        key: the key, in Textual's name.
    """
    shown = named_cap(sign_of(key))
    if shown in CARD_CAPS:
        return tr(CHOOSES, key=shown)
    other = _owner(changes, name, key)
    if other is not None:
        return tr(TAKEN, key=shown, action=tr(other.sentence))
    if "+" in key:
        return tr(RESERVED, key=shown)
    return "" if _is_one(key) else tr(NO_KEY, key=shown)


def with_change(changes: Mapping[str, str], name: str, key: str) -> dict[str, str]:
    """Return the changes with one more; a key that is put back to what it usually is counts as no change."""
    others = {other: kept for other, kept in changes.items() if other != name}
    return others if key == USUAL[name].keys[0] else {**others, name: key}


def sound(changes: Mapping[str, str]) -> dict[str, str]:
    """Return those of some changes that can be had together; what a file says may be anything."""
    changeable = {key.id for key in CHANGEABLE}
    kept = {name: key for name, key in changes.items() if name in changeable}
    while clash := next((name for name, key in kept.items() if why_not(kept, name, key)), None):
        del kept[clash]
    return kept


def _owner(changes: Mapping[str, str], name: str, key: str) -> Key | None:
    """Return what else has a key."""
    for other in TABLE_KEYS:
        now = with_key(other, changes[other.id]) if other.id in changes else other
        if other.id != name and key in now.bound:
            return other
    return None


def _is_one(key: str) -> bool:
    """Is it a key that may be taken at all?"""
    sign = format_key(key)
    return key in FUNCTION_KEYS or key == "space" or (len(sign) == 1 and sign.isascii())
