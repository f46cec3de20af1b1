"""What a player reads when the table or the wire refuses something (RULES 14)."""

import pytest

from upcard_protocol.rules.errors import Refusal
from upcard_protocol.wire.sentences import sentence

SAID: dict[str, tuple[dict[str, int], str]] = {
    "forbidden": ({}, "You may not do that here."),
    "not_seated": ({}, "Only those who sit at this table can do that: sit down first."),
    "table_full": ({}, "Every seat at this table is taken: watch it, or choose another."),
    "stale_decision": ({}, "The table has moved on since: look again, then choose."),
    "cseq_gap": ({"expected": 4}, "A move before this one is missing: send number 4 next."),
    "cseq_old": ({"expected": 4}, "That move was answered long ago; 4 is the next number."),
}
"""Code -> its values as the server sends them, and the sentence."""


@pytest.mark.parametrize("code", SAID)
def test_a_refusal_of_the_table_or_the_wire_is_a_sentence(code: str) -> None:
    values, said = SAID[code]
    assert sentence(Refusal(code, dict(values))) == said
