"""Names as they are shown: those of computers are marked in the language that is spoken."""

import pytest

from tests.support.house import HouseTable
from tests.support.languages import speaking
from upcard_client.attable import names_of
from upcard_client.locale import LANGUAGES
from upcard_client.words.names import shown_name
from upcard_protocol import table as tables
from upcard_protocol.wire.cells import cells
from upcard_protocol.wire.clean import MAX_NAME_CELLS


def test_a_computer_is_marked_in_the_language_spoken() -> None:
    assert shown_name("Ada (bot)") == "Ada (bot)"
    with speaking("ru"):
        assert shown_name("Ada (bot)") == "Ada (бот)"
        assert shown_name("Mira") == "Mira"


def test_at_a_table_too() -> None:
    house = HouseTable()
    house.seat(0, "Eleni")
    house.seat(1, "Ada (bot)", bot=True)
    with speaking("ru"):
        assert names_of(tables.view(house.table, 0)) == ("Eleni", "Ada (бот)")


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_marked_name_is_no_longer_than_a_name_may_be(code: str) -> None:
    with speaking(code):
        assert cells(shown_name("Dorothy (bot)")) <= MAX_NAME_CELLS
