"""Why there is no link, in sentences: codes of the network beside those of the wire."""

from collections.abc import Callable, Mapping
from typing import Final

from upcard_protocol.rules.cards import Card
from upcard_protocol.rules.errors import COMMANDS, Refusal, card_name
from upcard_protocol.wire.errors import SENTENCES as WIRE_SENTENCES
from upcard_protocol.wire.sentences import NOTICES, sentence

NETWORK: Final[Mapping[str, str]] = {
    "unknown_host": "No computer called {host} was found: check the name, or type its address.",
    "refused_port": "Nothing answers at {address}: check that the server runs there, and its port.",
    "no_answer": "{address} did not answer in {seconds} s: check that it is on, then try again.",
    "unreachable": "{address} cannot be reached: {why}.",
    "not_encrypted": "What answers at {address} is not encrypted: leave tls:// out, or ask whoever runs the server.",
    "certificate_changed": (
        "THE CERTIFICATE OF {address} HAS CHANGED. It was {was} and is {now} now: somebody may be listening. "
        "Ask whoever runs the server; if it is right, run upcard with --trust {now}."
    ),
    "broken": "The connection to {address} broke.",
    "name_in_use": "Somebody plays as {name} on this computer already: choose another name.",
}
"""Code -> sentence for what the network does; no code is in the wire's table."""

NO_NAME: Final = "A name cannot be empty: it has 2 to 16 letters."
"""The wire's sentence quotes the name, and here there is none to quote."""

SENTENCES: Final[Mapping[str, str]] = {**WIRE_SENTENCES, **NETWORK}


def say(refusal: Refusal, *, commands: Mapping[str, str] = COMMANDS, card: Callable[[Card], str] = card_name) -> str:
    """Say any refusal in words that may be drawn as they are.

    Args:
        refusal: the code and its values.
        commands: what the front calls each command.
        card: how the front writes a card.
    """
    if refusal.code == "bad_name" and not str(refusal.values.get("name", "")).strip():
        return NO_NAME
    table = SENTENCES if refusal.code in NETWORK else WIRE_SENTENCES
    return sentence(refusal, commands=commands, card=card, sentences=table)


def notice(said: Refusal) -> str:
    """Say what a server said by itself."""
    return sentence(said, sentences=NOTICES)
