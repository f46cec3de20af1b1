"""What the rules and a witness say is wrong with a match, in the language that is spoken.

The rules have no language. What is wrong with the text of a match they say as a code with values; what is wrong with
its shuffle as a clause in English, with numbers in it, and those clauses are here.
"""

import re
from typing import Final

from upcard_client.locale import mark, tr
from upcard_client.network import linkwords
from upcard_protocol.rules import faults
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.faults import Fault

CLAUSES: Final = mark(
    (
        # of a witness
        "this program did not see the match begin",
        "this program put no seed into it",
        "your seed came too late",
        "the server does not open the match",
        "the server refused the seed that you had committed to",
        "the server changed its commitment",
        "the server replaced your commitment",
        "your seed was left out",
        "a seed that is not yours stands for you",
        "what you were shown when you came back does not follow from the seeds",
        "hand {hand} does not follow from the seeds",
        "the match that follows from the seeds is longer",
        # of what this computer saw
        "it has seeds of a match that this computer saw, and is not what was played there",
        "the shuffle did not match when it was played",
        # of the rules
        "its text was changed",
        "cards, actions and seeds fit the commitments that were received beforehand",
        "it has no commitment of the server that was received before the seeds",
        "no player's seed is in the shuffle, with a commitment that was received before it",
        "it has no digest",
        "32 zero bytes are no player's seed",
        "the seed of the server does not fit its commitment",
        "the seed of seat {seat} does not fit its commitment",
        "the first dealer does not follow from the seeds",
        "the seed of the server is not known",
        "hand {hand} is shuffled as {used}, not as {due}",
        "the cards of hand {hand} do not follow from the seeds",
        "its digest does not fit: something in it was changed",
    )
)
"""Every clause, with places for its values."""

_PLACE: Final = re.compile(r"\\\{(\w+)\\\}")
_PATTERNS: Final = tuple((re.compile(_PLACE.sub(r"(?P<\1>.+)", re.escape(each))), each) for each in CLAUSES)


def fault_said(fault: Fault) -> str:
    """Return what is wrong with the text of a match, as a clause, and in which line."""
    values = dict(fault.values)
    if fault.cause is not None:
        said = linkwords.say(fault.cause) if isinstance(fault.cause, Refusal) else fault_said(fault.cause)
        # It stands inside a sentence.
        values["why"] = said.rstrip(".\N{DEVANAGARI DANDA}")
    clause = str(values["why"]) if fault.code == "refused" else tr(faults.CLAUSES[fault.code], **values)
    return clause if fault.line is None else tr(faults.AT_LINE, line=fault.line, why=clause)


def translated(clause: str) -> str:
    """Return a clause in the language that is spoken; one that is not known as it is."""
    for pattern, template in _PATTERNS:
        found = pattern.fullmatch(clause)
        if found:
            return tr(template, **found.groupdict())
    return clause
