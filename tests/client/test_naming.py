"""What a new table is called: after its maker, and by no name that the lobby has already."""

import pytest

from tests.support.pretend import row
from upcard_client.state import Me, Model
from upcard_client.words.naming import usual_title
from upcard_protocol.wire.clean import MAX_TITLE_CELLS, check_text


def lobby(name: str, *titles: str) -> Model:
    rows = tuple(row(number, title) for number, title in enumerate(titles, 1))
    return Model(me=Me(1, name, guest=False), rows=rows)


@pytest.mark.parametrize(
    ("taken", "title"),
    [
        ((), "Anna's table"),
        (("Dora's table",), "Anna's table"),
        (("Anna's table",), "Anna's table 2"),
        (("ANNA'S TABLE", "Anna's table 2"), "Anna's table 3"),
        (("Anna's table 2",), "Anna's table"),
    ],
)
def test_a_new_table_has_a_name_of_its_own(taken: tuple[str, ...], title: str) -> None:
    assert usual_title(lobby("Anna", *taken)) == title


def test_the_longest_name_makes_a_title_too() -> None:
    name = "Maximilian-Long1"
    first = usual_title(lobby(name))
    second = usual_title(lobby(name, first))
    assert (first, second) == ("Maximilian-Long1's table", "Maximilian-Lon's table 2")
    for title in (first, second):
        check_text(title, MAX_TITLE_CELLS)


def test_somebody_who_is_not_let_in_yet_names_no_table() -> None:
    assert usual_title(Model()) == ""
