"""How wide text is drawn: Rich's table of widths, lent out, and what a terminal makes of Hindi."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from unicodedata import category, east_asian_width

from rich import cells

from upcard_client.widgets import canvas


def table() -> Any:
    """Return Rich's table, which it does not export."""
    return getattr(cells, "load_cell_table")("auto")  # noqa: B009 - pyright knows what is exported


@contextmanager
def own_widths() -> Generator[None]:
    """Give Rich its own widths back afterwards."""
    widths: list[tuple[int, int, int]] = table().widths
    assert isinstance(widths, list), "Rich keeps its widths in another way now: see looks.widths"
    before = list(widths)
    _forget()
    try:
        yield
    finally:
        widths[:] = before
        _forget()


def _forget() -> None:
    cells.get_character_cell_size.cache_clear()
    cells.cached_cell_len.cache_clear()
    canvas.graphemes.cache_clear()


def drawn(text: str) -> int:
    """Return how many cells tmux, xterm and GNOME's terminal take for a text: a spacing vowel sign has its own."""
    wide = sum(east_asian_width(char) in "WF" for char in text)
    return wide + sum(category(char) not in ("Mn", "Me", "Cf") for char in text)
