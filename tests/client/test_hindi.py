"""Hindi on the table as a terminal draws it that gives every spacing vowel sign a cell."""

from collections.abc import Iterator

import pytest

from tests.support.languages import speaking
from tests.support.rummy_screens import Player as RummyPlayer
from tests.support.screens import Player as GinPlayer
from tests.support.widths import drawn, own_widths
from upcard_client.games.gin.scenes import SCENES as GIN
from upcard_client.games.rummy.scenes import SCENES as RUMMY
from upcard_client.looks.widths import give_marks_a_cell
from upcard_client.words.phrases import in_words
from upcard_protocol.rules.cards import parse_card

SIZES = ((120, 40), (80, 24), (60, 20), (46, 20), (40, 12))


@pytest.fixture(autouse=True)
def hindi_with_cells_for_its_signs() -> Iterator[None]:
    """Speak Hindi on such a terminal."""
    with own_widths(), speaking("hi"):
        assert give_marks_a_cell()
        yield


@pytest.mark.parametrize("scene", [*GIN, *RUMMY])
def test_no_line_of_a_scene_is_wider_than_the_window_and_its_borders_stand_in_one_column(scene: str) -> None:
    player = GinPlayer(GIN[scene]()) if scene in GIN else RummyPlayer(RUMMY[scene]())
    for width, height in SIZES:
        rows = player.text(width, height).splitlines()
        assert max(map(drawn, rows)) <= width
        borders = {drawn(row.rpartition("│")[0]) for row in rows[1:13] if "│" in row}
        assert len(borders) <= 1, borders


def test_a_card_is_called_by_its_suit_and_the_word_between_agrees_with_its_rank() -> None:
    said = [in_words(parse_card(card)) for card in ("As", "Qh", "Kd", "Jc", "Th")]
    assert said == ["हुकुम का इक्का", "पान की बेगम", "ईंट का बादशाह", "चिड़ी का गुलाम", "पान का 10"]
