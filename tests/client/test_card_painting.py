"""Cards at every size, filled and outlined."""

import pytest

from upcard_client.looks.palette import Palette
from upcard_client.themes import ASCII, FELT, MONO, PALETTES
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.cards import (
    CardSize,
    Tint,
    label,
    paint_back,
    paint_card,
    paint_empty_pile,
    paint_row_card,
)
from upcard_client.widgets.sizes import SizeClass, rows, size_class
from upcard_protocol.rules.cards import DECK, parse_card

TEN = parse_card("Ts")


def picture(size: CardSize, name: str, palette: Palette = FELT) -> list[str]:
    canvas = Canvas(size.width, size.height, palette.table)
    paint_card(canvas, 0, 0, size, parse_card(name), palette)
    return [canvas.row_text(y) for y in range(size.height)]


def test_a_filled_card_has_its_name_in_two_corners() -> None:
    assert picture(CardSize.NORMAL, "Ts") == [" 10♠ ", "     ", "     ", " 10♠ "]
    assert picture(CardSize.NORMAL, "4h") == [" 4♥  ", "     ", "     ", "  4♥ "]


def test_large_cards_have_their_suit_in_the_middle() -> None:
    assert picture(CardSize.MEDIUM, "9d") == [" 9♦    ", "       ", "   ♦   ", "       ", "    9♦ "]
    assert picture(CardSize.LARGE, "9d")[2] == "    ♦    "


def test_overlapped_cards_keep_a_cell_for_the_seam() -> None:
    assert picture(CardSize.SHORT, "Ts") == [" 10♠ ", "     ", "   ♠ "]
    assert picture(CardSize.SMALL, "Ts") == [" T♠ ", "    ", "  ♠ "]
    canvas = Canvas(12, 3, FELT.table)
    for place, name in enumerate(("Ts", "As")):
        paint_card(canvas, 4 * place, 0, CardSize.SHORT, parse_card(name), FELT, seam=place > 0)
    assert canvas.row_text(0) == " 10♠▏A♠     "[:12]


def test_an_outlined_card_is_a_box_with_one_name() -> None:
    assert picture(CardSize.NORMAL, "Ts", ASCII) == [".---.", "|10S|", "|   |", "'---'"]
    assert picture(CardSize.NORMAL, "Ts", MONO) == ["╭───╮", "│10♠│", "│   │", "╰───╯"]


def test_the_chosen_card_has_another_ground() -> None:
    canvas = Canvas(5, 4, FELT.table)
    paint_card(canvas, 0, 0, CardSize.NORMAL, TEN, FELT, Tint.CHOSEN)
    assert canvas.style_at(0, 0).bgcolor == FELT.chosen.ground.bgcolor


def test_backs_carry_the_number_of_cards() -> None:
    canvas = Canvas(5, 4, FELT.table)
    paint_back(canvas, 0, 0, 5, 4, FELT, 31)
    assert canvas.text().split("\n") == ["╱╱╱╱╱", " 31 ╱", "╱╱╱╱╱", "╱╱╱╱╱"]


@pytest.mark.parametrize("size", CardSize)
def test_the_number_on_a_back_leaves_its_outline_whole(size: CardSize) -> None:
    plain, numbered = (Canvas(size.width, size.height, MONO.table) for _ in range(2))
    paint_back(plain, 0, 0, size.width, size.height, MONO)
    paint_back(numbered, 0, 0, size.width, size.height, MONO, 31)
    assert "31" in numbered.text()
    for y in range(size.height):
        for x in (0, -1):
            assert numbered.row_text(y)[x] == plain.row_text(y)[x]


def test_an_empty_pile_says_so() -> None:
    canvas = Canvas(5, 4, FELT.table)
    paint_empty_pile(canvas, 0, 0, CardSize.NORMAL, FELT)
    assert "empty" in canvas.text()


def test_a_row_card_is_four_cells_wide_for_every_card() -> None:
    for palette in PALETTES.values():
        for card in DECK:
            canvas = Canvas(6, 1, palette.table)
            assert paint_row_card(canvas, 0, 0, card, palette) == 4
            assert canvas.row_text(0).strip() == label(card, palette)


def test_ascii_cards_stay_below_tilde() -> None:
    for size in CardSize:
        for card in DECK:
            canvas = Canvas(size.width, size.height, ASCII.table)
            paint_card(canvas, 0, 0, size, card, ASCII)
            paint_back(canvas, 0, 0, size.width, size.height, ASCII, 31)
            assert canvas.text().isascii()


@pytest.mark.parametrize(
    ("window", "expected"),
    [
        ((120, 40), SizeClass.WIDE),
        ((110, 34), SizeClass.WIDE),
        ((109, 40), SizeClass.MID),
        ((100, 28), SizeClass.MID),
        ((80, 24), SizeClass.NORMAL),
        ((78, 22), SizeClass.NORMAL),
        ((120, 21), SizeClass.SHORT),
        ((60, 20), SizeClass.SHORT),
        ((46, 20), SizeClass.SMALLEST),
        ((40, 12), SizeClass.SMALLEST),
        ((39, 40), SizeClass.TOO_SMALL),
        ((0, 0), SizeClass.TOO_SMALL),
    ],
)
def test_the_window_decides_the_size(window: tuple[int, int], expected: SizeClass) -> None:
    assert size_class(*window) is expected


def test_the_rows_of_an_80_by_24_window_are_those_of_the_plan() -> None:
    plan = rows(80, 24)
    assert plan is not None
    assert (plan.table, plan.table_height, plan.bar, plan.status, plan.hand, plan.keys) == (
        1,
        12,
        13,
        14,
        15,
        22,
    )
    assert plan.pane == 53


def test_the_parts_never_overlap_at_any_size() -> None:
    for width in range(40, 140, 7):
        for height in range(12, 60):
            plan = rows(width, height)
            assert plan is not None
            assert plan.table_height >= 2
            assert plan.bar == plan.table + plan.table_height
            assert plan.hand + plan.cards.height + 3 == plan.keys
            assert plan.keys + plan.key_rows == height
