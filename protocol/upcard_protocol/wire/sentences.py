"""Codes in words: refusals, farewells and notices, for both fronts."""

from collections.abc import Callable, Mapping
from typing import Final

from upcard_protocol.rules.cards import Card
from upcard_protocol.rules.errors import COMMANDS, Refusal, Value, card_name
from upcard_protocol.rules.errors import sentence as rules_sentence
from upcard_protocol.wire.clean import clean_text
from upcard_protocol.wire.errors import SENTENCES
from upcard_protocol.wire.handshake import older_side

NOTICES: Final[Mapping[str, str]] = {
    "motd": "{text}",
    "going_down": "The server goes down in {seconds} seconds; every table is kept and goes on afterwards.",
    "operator": "Whoever runs the server says: {text}",
    "closed": "This table was closed by whoever runs the server.",
    "table_closes": "This table closes in {seconds} seconds: nobody is left at it.",
}
"""Code -> sentence for what a server says by itself."""

VERSIONS: Final[Mapping[str, str]] = {
    "server": "That server is older than this program (protocol {server_hi} there, {client_lo} here): "
    "ask whoever runs it to update.",
    "client": "That server is newer than this program (protocol {server_lo} there, {client_hi} here): "
    "update this program.",
}
"""What to say of the code `version`, by the older side."""

_VALUE_CELLS: Final = 80


def sentence(
    refusal: Refusal,
    *,
    commands: Mapping[str, str] = COMMANDS,
    card: Callable[[Card], str] = card_name,
    sentences: Mapping[str, str] = SENTENCES,
) -> str:
    """Say a code in words that may be drawn as they are; a code of a newer peer is named.

    Args:
        refusal: the code and its values, as they came.
        commands: what the front calls each command.
        card: how the front writes a card.
        sentences: the table to read: another language's, or `NOTICES`.
    """
    values: dict[str, Value] = {
        name: clean_text(value, _VALUE_CELLS) if isinstance(value, str) else value
        for name, value in refusal.values.items()
    }
    known = Refusal(refusal.code, values)
    side = older_side(known)
    if side is not None and sentences is SENTENCES:
        sentences = {refusal.code: VERSIONS[side]}
    if refusal.code not in sentences:
        return f"The other side says {clean_text(refusal.code, 40)}, which this program does not know."
    return rules_sentence(known, commands=commands, card=card, sentences=sentences)
