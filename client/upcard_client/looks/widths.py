"""Makes Rich, and so Textual, measure Devanagari as the terminal draws it.

A spacing vowel sign (Unicode class Mc: ा ि ी and the like) takes a cell of its own in tmux, xterm and GNOME's
terminal. Rich gives it none, as kitty does, and then everything to the right of Hindi text stands in the wrong
column. Which of the two a terminal does is asked (`looks.asking`); this module brings Rich's table in line.
"""

from itertools import groupby
from typing import Final, cast
from unicodedata import category

from rich import cells

_SPACING: Final = "Mc"
_SAMPLE: Final = "का"
"""A letter and a spacing vowel sign: one cell as Rich has it, two as most terminals draw it."""


def marks_take_a_cell() -> bool:
    """Return whether Rich gives spacing marks a cell."""
    return cells.cell_len(_SAMPLE) == 2


def give_marks_a_cell() -> bool:
    """Let spacing marks take a cell each, from now on and in this process.

    Returns:
        Whether they do now. They do not where Rich keeps its widths in another way than it did up to version 15.
    """
    if marks_take_a_cell():
        return True
    load = getattr(cells, "load_cell_table", None)
    widths = getattr(load("auto"), "widths", None) if load is not None else None
    if not isinstance(widths, list):
        return False
    table = cast("list[tuple[int, int, int]]", widths)
    table[:] = [kept for entry in table for kept in _without_spacing(*entry)]
    cells.get_character_cell_size.cache_clear()
    cells.cached_cell_len.cache_clear()
    return marks_take_a_cell()


def _without_spacing(start: int, end: int, width: int) -> list[tuple[int, int, int]]:
    """Return what is left of a range of the table when its spacing marks are taken out."""
    if width:
        return [(start, end, width)]
    runs = groupby(range(start, end + 1), lambda code: category(chr(code)) == _SPACING)
    ranges = [list(codes) for spacing, codes in runs if not spacing]
    return [(codes[0], codes[-1], 0) for codes in ranges]
