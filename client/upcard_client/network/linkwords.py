"""Why there is no link, in sentences: codes of the network beside those of the wire."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from upcard_client.locale import mark, tr, trn
from upcard_protocol.rules.cards import Card
from upcard_protocol.rules.errors import COMMANDS, Refusal, card_name
from upcard_protocol.wire.clean import clean_text
from upcard_protocol.wire.errors import SENTENCES as WIRE_SENTENCES
from upcard_protocol.wire.handshake import older_side
from upcard_protocol.wire.sentences import NOTICES, VERSIONS, sentence

NETWORK: Final[Mapping[str, str]] = mark(
    {
        "unknown_host": "No computer called {host} was found: check the name, or type its address.",
        "refused_port": "Nothing answers at {address}: check that the server runs there, and its port.",
        "no_answer": "{address} did not answer in {seconds} s: check that it is on, then try again.",
        "unreachable": "{address} cannot be reached: {why}.",
        "not_encrypted": (
            "What answers at {address} is not encrypted: leave tls:// out, or ask whoever runs the server."
        ),
        "certificate_changed": (
            "THE CERTIFICATE OF {address} HAS CHANGED. It was {was} and is {now} now: somebody may be listening. "
            "Ask whoever runs the server; if it is right, run upcard with --trust {now}."
        ),
        "broken": "The connection to {address} broke.",
        "scene": "A scene has no server: nothing is sent.",
        "name_in_use": "Somebody plays as {name} on this computer already: choose another name.",
    }
)
"""Code -> sentence for what the network does; no code is in the wire's table."""

NO_NAME: Final = mark("A name cannot be empty: it has 2 to 16 letters.")
"""The wire's sentence quotes the name, and here there is none to quote."""

UNKNOWN: Final = mark("The other side says {code}, which this program does not know.")
"""What is said of a code of a newer server."""

REASONS: Final = mark(
    (
        "it is empty",
        "it has a character that cannot be shown",
        "it is not in normal form",
        "it has too many marks over one letter",
        "it has blanks at an end or in a row",
        "it may only have letters, digits, blanks and - _ . '",
        "it has no letter",
        "it mixes letters of different alphabets",
        "it is reserved",
    )
)
"""Why a text or a name is refused, as the protocol's rules for them say it; those with a number are in `_reason`."""

SENTENCES: Final[Mapping[str, str]] = {**WIRE_SENTENCES, **NETWORK}

_LENGTH: Final = re.compile(r"it is (longer|shorter) than (\d{1,6}) characters")


def say(
    refusal: Refusal,
    *,
    commands: Mapping[str, str] = COMMANDS,
    card: Callable[[Card], str] = card_name,
    player: Callable[[int], str] | None = None,
) -> str:
    """Say any refusal in words that may be drawn as they are.

    Args:
        refusal: the code and its values.
        commands: what the front calls each command.
        card: how the front writes a card.
        player: the name of a seat, for refusals that name one.
    """
    code, values = refusal.code, dict(refusal.values)
    if code == "bad_name" and not str(values.get("name", "")).strip():
        return tr(NO_NAME)
    side = older_side(refusal)
    template = SENTENCES.get(code) if side is None else VERSIONS[side]
    if template is None:
        return tr(UNKNOWN, code=clean_text(code, 40))
    if isinstance(why := values.get("why"), str):
        values["why"] = _reason(why)
    names = {"player": tr("another player"), "upcard": tr("upcard"), "card": tr("that card")}
    if player is not None and isinstance(seat := values.get("seat"), int):
        names["player"] = player(seat)
    return sentence(Refusal(code, values), commands={**names, **commands}, card=card, sentences={code: tr(template)})


def _reason(why: str) -> str:
    """Return why a text is refused in the language that is spoken; what is not known stays as it came."""
    found = _LENGTH.fullmatch(why)
    if found is None:
        return tr(why) if why in REASONS else why
    if found[1] == "longer":
        return trn("it is longer than {count} character", "it is longer than {count} characters", int(found[2]))
    return trn("it is shorter than {count} character", "it is shorter than {count} characters", int(found[2]))


def notice(said: Refusal) -> str:
    """Say what a server said by itself; what its operator wrote stays as it is."""
    template = NOTICES.get(said.code)
    if template is None:
        return tr(UNKNOWN, code=clean_text(said.code, 40))
    return sentence(said, sentences={said.code: tr(template)})
