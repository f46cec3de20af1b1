"""Which tables of a lobby are listed."""

import pytest

from tests.support.pretend import row
from upcard_client.screens.filtering import KINDS, Filter
from upcard_client.themes import ASCII, FELT

FREE = row(7, "Kitchen table", "Mira")
FULL = row(8, "Lunch break", "Ann", "Bob", state="playing", hand=3)
PAUSED = row(9, "Dinner", "Zoe", "Bob", state="paused", hand=3)
LEFT = row(10, "Old one", "Ann", state="over")


@pytest.mark.parametrize(
    ("kind", "tables"), [("all", [FREE, FULL, PAUSED, LEFT]), ("free", [FREE]), ("playing", [FULL, PAUSED])]
)
def test_a_kind_lists_what_it_says(kind: str, tables: list[object]) -> None:
    listed = next(Filter(kind=each) for each in KINDS if each == kind)
    assert [each for each in (FREE, FULL, PAUSED, LEFT) if listed.fits(each)] == tables


@pytest.mark.parametrize("text", ["kit", "KITCHEN", "mira gin", "Élèni", "ελενη", "ёлка", "елка"])
def test_words_are_looked_for_without_regard_to_capitals_and_accents(text: str) -> None:
    assert Filter(text=text).fits(FREE, "Kitchen table", "Gin 100", "Mira", "Eleni", "Ελένη", "Ёлка")


def test_every_word_has_to_be_there() -> None:
    assert not Filter(text="kitchen bob").fits(FREE, "Kitchen table", "Gin 100", "Mira")


def test_the_kinds_go_round() -> None:
    assert Filter().stepped(-1) == Filter(kind="playing")
    assert Filter(kind="playing", text="x").stepped(1) == Filter(text="x")


def test_what_is_listed_is_said() -> None:
    assert Filter().said(FELT.glyphs) == ""
    assert Filter("free", "mira").said(FELT.glyphs) == "a free seat · “mira”"
    assert Filter("playing").said(ASCII.glyphs) == "in play"
