"""The canvas draws what it is given, literally and in place."""

from unicodedata import category

from rich.style import Style

from upcard_client.widgets.canvas import Canvas, fit, width_of

GROUND = Style(color="white", bgcolor="black")
RED = Style(color="red")


def test_markup_is_drawn_as_text() -> None:
    canvas = Canvas(20, 1, GROUND)
    canvas.put(0, 0, "[red]x[/red] [/", RED)
    assert canvas.text() == "[red]x[/red] [/"


def test_control_and_direction_characters_are_left_out() -> None:
    canvas = Canvas(20, 1, GROUND)
    after = canvas.put(0, 0, "a\x1b[31mb\u202ec\x07\nd\u200e", GROUND)
    assert canvas.text() == "a[31mbcd"
    assert after == 8


def test_a_style_without_a_ground_keeps_the_one_below() -> None:
    canvas = Canvas(4, 1, GROUND)
    canvas.put(1, 0, "♥", RED)
    assert canvas.style_at(1, 0) == Style(color="red", bgcolor="black")
    assert canvas.style_at(2, 0) == GROUND


def test_what_falls_outside_is_cut() -> None:
    canvas = Canvas(4, 2, GROUND)
    canvas.put(-2, 0, "abcdefgh", GROUND)
    canvas.put(0, 5, "below", GROUND)
    assert canvas.text() == "cdef\n"


def test_a_wide_character_takes_two_cells_and_is_never_halved() -> None:
    canvas = Canvas(5, 1, GROUND)
    canvas.put(0, 0, "漢字", GROUND)
    assert canvas.text() == "漢字"
    assert canvas.strip(0).cell_length == 5
    canvas.put(1, 0, "x", GROUND)
    assert canvas.text() == " x字"
    canvas.put(4, 0, "漢", GROUND)
    assert canvas.row_text(0) == " x字 "


def test_a_vowel_sign_stays_with_its_letter() -> None:
    canvas = Canvas(6, 1, GROUND)
    canvas.put(0, 0, "e\u0301a", GROUND)
    assert canvas.text() == "e\u0301a"
    assert width_of("e\u0301a") == 2


def test_strips_join_cells_of_one_style() -> None:
    canvas = Canvas(6, 1, GROUND)
    canvas.put(2, 0, "ab", RED)
    assert [segment.text for segment in canvas.strip(0)] == ["  ", "ab", "  "]


def test_text_that_does_not_fit_ends_in_a_sign() -> None:
    assert fit("Kitchen table", 8) == "Kitchen…"
    assert fit("Kitchen", 8) == "Kitchen"
    assert fit("abc", 0) == ""


def test_only_the_changed_part_of_a_row_is_named() -> None:
    older, newer = Canvas(9, 2, GROUND), Canvas(9, 2, GROUND)
    newer.put(3, 1, "xy", RED)
    assert newer.changed(older, 0) is None
    assert newer.changed(older, 1) == (3, 5)


def test_a_wide_character_that_changed_is_named_whole() -> None:
    older, newer = Canvas(9, 1, GROUND), Canvas(9, 1, GROUND)
    older.put(3, 0, "漢", GROUND)
    newer.put(3, 0, "字", GROUND)
    assert newer.changed(older, 0) == (3, 5)


def test_a_strip_that_is_cut_anywhere_leaves_every_mark_with_its_letter() -> None:
    canvas = Canvas(12, 1, GROUND)
    canvas.put(0, 0, "पत्ता चुनें e\u0301!", RED)
    row = canvas.strip(0)
    for cut in range(1, row.cell_length):
        before, after = row.crop(0, cut).text, row.crop(cut).text
        assert before + after == canvas.row_text(0)
        assert not category(after[0]).startswith("M"), after
