"""At which tables hints are given: against computers alone, or where everybody who sat down agreed to it."""

import pytest
from msgspec.structs import replace

from upcard_client.learning.practice import announced, hints_given, practising
from upcard_client.words import houserules
from upcard_protocol.rules.game import PUBLIC
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.table import Chair, TableOptions, TableView

ME = Chair("person", "Eleni")
BOT = Chair("bot", "Computer", level="normal")
MIRA = Chair("person", "Mira")
STOOD_IN = replace(MIRA, presence="left", stand_in=True)


def seen(*chairs: Chair, viewer: int = 0, hints: bool = False) -> TableView:
    """Return a table as somebody sees it."""
    ready = (False,) * len(chairs)
    return TableView(viewer, TableOptions(hints=hints), False, Options(), chairs, ready)


@pytest.mark.parametrize(
    ("chairs", "rule", "given"),
    [
        ((ME, BOT), False, True),
        ((ME, BOT, BOT, BOT), False, True),
        ((ME, MIRA), False, False),
        ((ME, BOT, MIRA), False, False),
        ((ME, STOOD_IN), False, False),
        ((ME, Chair()), False, False),
        ((ME, MIRA), True, True),
    ],
)
def test_hints_are_for_play_against_computers_or_by_table_rule(
    chairs: tuple[Chair, ...], rule: bool, given: bool
) -> None:
    assert hints_given(seen(*chairs, hints=rule)) is given


def test_somebody_who_watches_is_given_no_hints() -> None:
    assert not hints_given(seen(BOT, BOT, viewer=PUBLIC, hints=True))
    assert not practising(seen(BOT, BOT, viewer=PUBLIC))


def test_the_rule_is_told_to_those_who_come_where_people_play_by_it() -> None:
    assert announced(seen(ME, MIRA, hints=True)) == ("Table rule: everybody may ask what the computer would play",)
    assert announced(seen(ME, MIRA)) == announced(seen(ME, BOT, hints=True)) == ()


def test_the_rules_of_a_table_name_the_hints() -> None:
    said = "Everybody may ask their screen for a hint."
    assert said in houserules.lines(TableOptions(hints=True))
    assert said not in houserules.lines(TableOptions())
