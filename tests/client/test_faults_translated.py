"""What is wrong with an `.upcard` file, said in the language that is spoken."""

from pathlib import Path

import pytest

from tests.support.languages import left_in_english, speaking
from upcard_client.failures import ClientError
from upcard_client.matches.clauses import fault_said
from upcard_client.matches.matchfile import record_of
from upcard_client.matches.shelf import Shelf
from upcard_client.matches.verifying import verify_file
from upcard_protocol.rules.errors import Refusal, refuse
from upcard_protocol.rules.faults import CLAUSES, Fault, broken

VALUES = {
    **dict.fromkeys(("typed", "known", "card", "example", "word", "action", "play", "name"), "'7'"),
    **dict.fromkeys(("ms", "format", "seat", "next", "number", "theirs", "ours"), 3),
    "why": "7",
}
OF_THE_FORMAT = (
    *("upcard", "2026-03-01T19:30:00.250Z", 'player 0 "Ann"', "discard Kd", "discard", "knock", "take_and_end"),
    *("big_gin", "with", "meld", "lay_off", "go_out", "deal/1/0", "deal", "recycle/1/1", "recycle", "forfeit"),
    *("given_up", "left", "dropped", "idle", "7s>0", "7h", "Td", "10d", "ms"),
)
"""Words of the format itself, which are typed as they are."""


@pytest.mark.parametrize("code", [code for code in CLAUSES if code != "refused"])
def test_every_fault_is_said_in_the_language_spoken(code: str) -> None:
    fault = Fault(code, VALUES, line=3)
    assert fault_said(fault) == fault.sentence
    with speaking("strange"):
        said = fault_said(fault)
    for word in OF_THE_FORMAT:
        said = said.replace(word, "")
    assert left_in_english(said) == ()


def test_what_the_rules_refuse_is_said_as_they_say_it_at_the_table() -> None:
    refused = refuse("pile_empty")
    fault = broken("action", refused, number=3, play="0 7 take_upcard", why="English").fault
    with speaking("strange"):
        said = fault_said(fault)
        alone = fault_said(Fault("refused", {"why": "English"}, cause=refused))
    assert left_in_english(said, ("0 7 take_upcard", "draw", "take")) == ()
    assert said.endswith(alone)


def test_a_fault_inside_another_is_said_too() -> None:
    fault = broken("action", Fault("no_pile"), number=3, play="- 7 recycle/1/1", why="English").fault
    with speaking("ru"):
        assert "English" not in fault_said(fault)


def test_a_sentence_inside_another_has_no_full_stop_of_its_own() -> None:
    fault = Fault("refused", {"why": "English"}, cause=Refusal("bad_deal"))
    assert fault_said(fault) == "That is not a whole pack of cards"


@pytest.mark.parametrize("text", ["soup", "upcard 1\ngame whist\n"])
def test_a_file_that_is_no_match_is_refused_in_the_language_spoken(text: str, tmp_path: Path) -> None:
    file = tmp_path / "7.upcard"
    file.write_text(text)
    with speaking("strange"):
        with pytest.raises(ClientError) as unread:
            record_of(file)
        with pytest.raises(ClientError) as unverified:
            verify_file(file, Shelf(tmp_path))
    for error in (unread, unverified):
        said = str(error.value).replace(str(file), "")
        for word in ("upcard 1", "game whist", "game gin", "game rummy"):
            said = said.replace(word, "")
        assert left_in_english(said) == ()
