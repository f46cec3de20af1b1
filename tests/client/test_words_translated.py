"""What is said about every table, in a language that nobody speaks: nothing of it is left in English."""

import ast
import errno
import inspect
import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from tests.support.languages import left_in_english, speaking
from upcard_client.failures import WHY, ClientError, reason
from upcard_client.matches import witness
from upcard_client.matches.clauses import CLAUSES, translated
from upcard_client.matches.shelf import Shelf
from upcard_client.matches.verifying import verify_file
from upcard_client.matches.witness import Finding
from upcard_client.words import forfeits, houserules, tidings
from upcard_client.words.chatter import kept_back
from upcard_client.words.phrases import apart, either, fill, joined, sentence, some_cards, some_points, spoken
from upcard_protocol import table as tables
from upcard_protocol.rules import verify
from upcard_protocol.rules.game import Why
from upcard_protocol.table import TableOptions

NAMES = ("Eleni", "Mira")


def untranslated(said: str) -> tuple[str, ...]:
    return left_in_english(said, NAMES)


def test_the_rules_of_a_house_are_translated() -> None:
    with speaking("strange"):
        for turn_s, reserve_s, on_gone, yes in product((0, 60, 150), (0, 120), ("bot", "forfeit"), (True, False)):
            options = TableOptions(
                turn_s=turn_s,
                reserve_s=reserve_s,
                pause_s=300 if yes else 0,
                on_gone=on_gone,
                spectators=yes,
                open_hands=yes,
                deadwood_help=yes,
            )
            assert untranslated(" ".join((*houserules.lines(options), houserules.clocks(options)))) == ()


@pytest.mark.parametrize("mine", [True, False])
@pytest.mark.parametrize("why", get_args(Why))
def test_why_a_seat_is_lost_is_translated(why: Why, *, mine: bool) -> None:
    with speaking("strange"):
        for say in (forfeits.lost_hand, forfeits.lost_match, forfeits.over):
            said = say("Mira", why, mine=mine)
            assert untranslated(said) == ()
            assert ("Mira" in said) is not mine


def test_a_seat_whose_loss_was_not_explained_was_left() -> None:
    assert forfeits.lost_match("Mira", None) == "Mira left, and the match is over"
    assert forfeits.over("Mira", None, mine=True) == "The match is over: you left"


def test_what_happens_beside_the_cards_is_translated() -> None:
    with speaking("strange"):
        for key in tidings.SENTENCES:
            said = fill(tidings.SENTENCES[key], player="Mira", spectator="Eleni", players="Mira", match=1)
            assert untranslated(spoken(said)) == ()
        (line,) = tidings.tell(tables.Closed(), NAMES, 0, ())
        assert untranslated(spoken(line)) == ()


def test_whose_seed_is_missing_is_told_of_people_alone() -> None:
    def said(*kinds: str) -> str:
        chairs = tuple(tables.Chair(kind, name) for kind, name in zip(kinds, ("Eleni", "Blaise"), strict=True))  # pyright: ignore[reportArgumentType] - one of the kinds
        started = tables.Started(
            match=1, first_dealer=0, commitment=bytes(32), seeds=(bytes([1] * 32), tables.NO_SEED)
        )
        (line,) = tidings.tell(started, ("Eleni", "Blaise"), 0, chairs)
        return spoken(line)

    assert said("person", "bot") == "Match 1 begins"
    assert said("person", "person") == "Match 1 begins; took no part in the shuffle: Blaise"


def test_phrases_are_translated() -> None:
    with speaking("strange"):
        said = (some_points(1), some_points(2), some_cards(1), some_cards(2), either(["a", "b", "c"]), joined(NAMES))
        assert untranslated(" ".join((*said, kept_back("/discard kh"), sentence("12")))) == ()


def test_words_are_offered_with_an_or_before_the_last() -> None:
    assert [either(words) for words in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == ["", "a", "a or b", "a, b or c"]


def test_phrases_stand_apart_by_the_sign_of_the_language() -> None:
    assert [apart(phrases) for phrases in ((), ("a",), ("a", "b", "c"))] == ["", "a", "a; b; c"]
    with speaking("el"):
        assert apart(("a", "b")) == "a· b"


# ---- the shuffle


def test_what_was_found_about_a_shuffle_is_translated_and_english_in_the_file() -> None:
    found = Finding(1, "differs", witness.DIFFERS, "hand 3 does not follow from the seeds")
    assert found.why == found.in_english == "THE SHUFFLE DOES NOT MATCH: hand 3 does not follow from the seeds."
    with speaking("strange"):
        assert untranslated(found.why) == ()
        assert found.in_english.startswith("THE SHUFFLE")
        for template in (witness.CHECKED, witness.CHECKED_FROM):
            assert untranslated(Finding(1, "checked", template).why) == ()
        for clause in (witness.NOT_THERE, witness.NO_SEED_OF_OURS, witness.TOO_LATE, witness.NOT_GIVEN):
            assert untranslated(Finding(1, "unknown", witness.UNKNOWN, clause).why) == ()


def clauses_of_the_rules() -> Iterator[str]:
    """Yield what the judge of records says, numbers in place of what it fills in."""
    for node in ast.walk(ast.parse(inspect.getsource(verify))):
        said = node.value if isinstance(node, ast.Yield | ast.Return) else None
        for each in (said.body, said.orelse) if isinstance(said, ast.IfExp) else (said,):
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                yield each.value
            elif isinstance(each, ast.JoinedStr):
                parts = (part.value if isinstance(part, ast.Constant) else "seat 3" for part in each.values)
                yield "".join(map(str, parts))


def test_every_clause_of_the_rules_about_a_record_is_known() -> None:
    found = tuple(clauses_of_the_rules())
    assert len(found) > 8
    for clause in found:
        known = clause in CLAUSES
        with speaking("strange"):
            assert known or translated(clause) != clause, clause


def test_a_clause_keeps_its_numbers_and_an_unknown_one_its_words() -> None:
    clause = "hand 3 is shuffled as deal/2/0, not as deal/3/0"
    assert translated(clause) == clause
    with speaking("strange"):
        assert "deal/2/0" in translated(clause)
        assert untranslated(translated(clause).replace("deal", "")) == ()
        assert translated("line 3: no such word") == "line 3: no such word"


def test_a_file_that_cannot_be_read_is_named_in_the_language_spoken(tmp_path: Path) -> None:
    path = tmp_path / "1.upcard"
    path.write_bytes(b"\xff")
    with speaking("strange"), pytest.raises(ClientError) as told:
        verify_file(path, Shelf(tmp_path))
    assert untranslated(str(told.value).replace(str(path), "")) == ()


@pytest.mark.parametrize("number", WHY, ids=errno.errorcode.__getitem__)
def test_why_the_system_refuses_something_is_in_the_language_spoken(number: int) -> None:
    with speaking("strange"):
        assert untranslated(reason(OSError(number, os.strerror(number)))) == ()
