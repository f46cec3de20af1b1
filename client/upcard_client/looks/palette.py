"""What a palette is: the colours of the table by role, and the signs that go with them."""

from typing import Literal

from msgspec import Struct
from rich.style import Style

from upcard_client.looks.glyphs import Glyphs

CardWish = Literal["auto", "large", "small"]
"""How large cards are wished for."""


class Face(Struct, frozen=True):
    """A card's ground and the ink of its four suits."""

    ground: Style
    suits: tuple[Style, Style, Style, Style]


class Palette(Struct, frozen=True, kw_only=True):
    """The colours of the table by role, and the signs that go with them.

    Attributes:
        name: what `--palette` and the settings call it.
        theme: the theme of Textual that goes with it; one of its ANSI themes sends the terminal's own colours.
        outlined: cards are boxes on the table's ground, not blocks of paper.
        cards: how large cards are wished for: as the window has room for, as large as they fit, or small.
    """

    name: str
    theme: str
    glyphs: Glyphs
    outlined: bool
    cards: CardWish = "auto"
    table: Style
    quiet: Style
    name_style: Style
    header: Style
    header_quiet: Style
    gold: Style
    bar_turn: Style
    bar_waiting: Style
    bar_lost: Style
    button_on: Style
    button_open: Style
    button_open_key: Style
    button_off: Style
    look_key: Style
    look_label: Style
    rule: Style
    heading: Style
    meld: Style
    deadwood: Style
    bar_over: Style
    bar_under: Style
    refused: Style
    question: Style
    done: Style
    news: Style
    chat: Style
    back: Style
    back_count: Style
    paper: Face
    chosen: Face
    fresh: Face
    taken_away: Face
    """Cards of a hand that cannot be played just now, as while the link is lost."""
    log_suits: tuple[Style, Style, Style, Style]
