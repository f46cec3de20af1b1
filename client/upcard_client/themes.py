"""Palettes: the colours and the signs of the table.

A palette is a value. Everything that is painted asks it for a role, never for a colour, so a new palette is a
new value here and nothing else. Contrasts are at least 4.5 on every ground; the four suits stay apart under
the three kinds of colour blindness. Gold means "yours to act" and nothing else.
"""

from typing import Final

from msgspec import Struct
from rich.style import Style


class Glyphs(Struct, frozen=True, kw_only=True):
    """The signs a palette draws with; each is one cell wide unless its name is plural."""

    suits: tuple[str, str, str, str] = ("♠", "♥", "♦", "♣")
    turn: str = "►"
    waiting: str = "…"
    lost: str = "!"
    chosen: str = "▲"
    may_knock: str = "△"
    limit: str = "▲"
    refused: str = "✗"
    question: str = "?"
    done: str = "✓"
    dot: str = "·"
    dotted: str = "╌"
    back: str = "╱"
    bar_full: str = "█"
    bar_empty: str = "░"
    time_left: str = "━"
    time_gone: str = "╌"
    line: str = "─"
    pane: str = "│"
    seam: str = "▏"
    bracket: tuple[str, str, str] = ("╰", "─", "╯")
    box: tuple[str, str, str, str, str, str] = ("╭", "╮", "╰", "╯", "─", "│")
    empty_pile: tuple[str, str, str, str, str, str] = ("┌", "┐", "└", "┘", "╌", "╎")
    more: str = "…"
    arrows: str = "←/→"
    updown: str = "↑/↓"
    times: str = "×"
    quotes: tuple[str, str] = ("“", "”")
    change: tuple[str, str] = ("◂", "▸")


UNICODE: Final = Glyphs()
ASCII_GLYPHS: Final = Glyphs(
    suits=("S", "H", "D", "C"),
    turn=">",
    waiting="~",
    chosen="^",
    may_knock="*",
    limit="^",
    refused="!",
    done="+",
    dot="|",
    dotted=".",
    back="#",
    bar_full="#",
    bar_empty=".",
    time_left="=",
    time_gone="-",
    line="-",
    pane="|",
    seam="|",
    bracket=("`", "-", "'"),
    box=(".", ".", "'", "'", "-", "|"),
    empty_pile=(".", ".", "'", "'", "-", ":"),
    more="~",
    arrows="Left/Right",
    updown="Up/Down",
    times="x",
    quotes=('"', '"'),
    change=("<", ">"),
)


class Face(Struct, frozen=True):
    """A card's ground and the ink of its four suits."""

    ground: Style
    suits: tuple[Style, Style, Style, Style]


class Palette(Struct, frozen=True, kw_only=True):
    """The colours of the table by role, and the signs that go with them.

    Attributes:
        outlined: cards are boxes on the table's ground, not blocks of paper.
    """

    name: str
    glyphs: Glyphs
    outlined: bool
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


def _style(colour: str | None, ground: str | None = None, *, bold: bool = False) -> Style:
    return Style(color=colour, bgcolor=ground, bold=bold or None)


def _face(ground: str, inks: tuple[str, str, str, str]) -> Face:
    spades, hearts, diamonds, clubs = (_style(ink, ground, bold=True) for ink in inks)
    return Face(_style(inks[0], ground), (spades, hearts, diamonds, clubs))


_TABLE, _TEXT, _QUIET, _GOLD, _ON_GOLD = "#10241d", "#d7e0da", "#8aa398", "#f2b134", "#1b1400"
_MELD, _DEADWOOD, _REFUSED, _SHADE, _OFF = "#7fe0c3", "#c8a98a", "#ffb4a2", "#0a1712", "#17332b"

FELT: Final = Palette(
    name="felt",
    glyphs=UNICODE,
    outlined=False,
    table=_style(_TEXT, _TABLE),
    quiet=_style(_QUIET),
    name_style=_style("#ffffff", bold=True),
    header=_style(_TEXT, _SHADE),
    header_quiet=_style(_QUIET, _SHADE),
    gold=_style(_GOLD, bold=True),
    bar_turn=_style(_ON_GOLD, _GOLD, bold=True),
    bar_waiting=_style(_TEXT, "#1e3a31"),
    bar_lost=_style(_ON_GOLD, _GOLD, bold=True),
    button_on=_style(_ON_GOLD, _GOLD, bold=True),
    button_open=_style(_TEXT, "#22473c"),
    button_open_key=_style(_GOLD, "#22473c", bold=True),
    button_off=_style("#8aa398", _OFF),
    look_key=_style(_GOLD, bold=True),
    look_label=_style(_TEXT),
    rule=_style("#3f6255"),
    heading=_style(_MELD, bold=True),
    meld=_style(_MELD, bold=True),
    deadwood=_style(_DEADWOOD),
    bar_over=_style(_DEADWOOD),
    bar_under=_style(_MELD),
    refused=_style(_REFUSED, bold=True),
    question=_style(_GOLD, bold=True),
    done=_style(_MELD, bold=True),
    news=_style(_TEXT),
    chat=_style(_MELD, bold=True),
    back=_style("#8fb8ea", "#1f4f80"),
    back_count=_style("#ffffff", "#1f4f80", bold=True),
    paper=_face("#f6f3ea", ("#0a0a0a", "#ad0405", "#062dd0", "#127d61")),
    chosen=_face("#ffd166", ("#010101", "#b00407", "#072182", "#12634b")),
    fresh=_face("#e3f2ff", ("#0a0a0a", "#ad0405", "#062dd0", "#0f765b")),
    taken_away=_face(_TABLE, (_QUIET, _QUIET, _QUIET, _QUIET)),
    log_suits=(_style("#fefefe", bold=True), _style("#ef8b7b"), _style("#8aa2ff"), _style("#8be84a")),
)
"""Solid paper cards on dark green; true colour or 256 colours."""


def _attributes(*, bold: bool = False, dim: bool = False, reverse: bool = False) -> Style:
    return Style(color="default", bgcolor="default", bold=bold or None, dim=dim or None, reverse=reverse or None)


_NORMAL, _BOLD, _DIM, _REVERSE = (
    _attributes(),
    _attributes(bold=True),
    _attributes(dim=True),
    _attributes(bold=True, reverse=True),
)
_NORMAL_FACE: Final = Face(_NORMAL, (_NORMAL, _NORMAL, _NORMAL, _NORMAL))
_BOLD_FACE: Final = Face(_BOLD, (_BOLD, _BOLD, _BOLD, _BOLD))
_REVERSE_FACE: Final = Face(_REVERSE, (_REVERSE, _REVERSE, _REVERSE, _REVERSE))

ASCII: Final = Palette(
    name="ascii",
    glyphs=ASCII_GLYPHS,
    outlined=True,
    table=_NORMAL,
    quiet=_NORMAL,
    name_style=_BOLD,
    header=_BOLD,
    header_quiet=_NORMAL,
    gold=_BOLD,
    bar_turn=_REVERSE,
    bar_waiting=_NORMAL,
    bar_lost=_REVERSE,
    button_on=_REVERSE,
    button_open=_NORMAL,
    button_open_key=_BOLD,
    button_off=_DIM,
    look_key=_BOLD,
    look_label=_NORMAL,
    rule=_NORMAL,
    heading=_BOLD,
    meld=_BOLD,
    deadwood=_NORMAL,
    bar_over=_NORMAL,
    bar_under=_BOLD,
    refused=_BOLD,
    question=_BOLD,
    done=_BOLD,
    news=_NORMAL,
    chat=_BOLD,
    back=_NORMAL,
    back_count=_BOLD,
    paper=_NORMAL_FACE,
    chosen=_REVERSE_FACE,
    fresh=_BOLD_FACE,
    taken_away=Face(_DIM, (_DIM, _DIM, _DIM, _DIM)),
    log_suits=(_NORMAL, _NORMAL, _NORMAL, _NORMAL),
)
"""Outlined cards, suit letters and no colour: nothing above U+007E is drawn."""

PALETTES: Final = {palette.name: palette for palette in (FELT, ASCII)}
"""Every palette by the name that `--palette` and the settings use."""
