"""The palettes: Felt and Paper in full colour, two for terminals of sixteen colours, and one without any.

A palette is a value. Everything that is painted asks it for a role, never for a colour, so a new palette is a new
value here and nothing else. In full colour contrasts are at least 4.5 on every ground, and the four suits stay apart
under the three kinds of colour blindness. Gold, or reverse video, means "yours to act" and nothing else.
"""

from typing import Final

from msgspec.structs import replace
from rich.style import Style

from upcard_client.looks.glyphs import ASCII_GLYPHS, UNICODE
from upcard_client.looks.palette import Face, Palette


def _style(colour: str | None, ground: str | None = None, *, bold: bool = False) -> Style:
    return Style(color=colour, bgcolor=ground, bold=bold or None)


def _face(ground: str, inks: tuple[str, str, str, str]) -> Face:
    spades, hearts, diamonds, clubs = (_style(ink, ground, bold=True) for ink in inks)
    return Face(_style(inks[0], ground), (spades, hearts, diamonds, clubs))


_TABLE, _TEXT, _QUIET, _GOLD, _ON_GOLD = "#10241d", "#d7e0da", "#8aa398", "#f2b134", "#1b1400"
_MELD, _DEADWOOD, _REFUSED, _SHADE, _OFF = "#7fe0c3", "#c8a98a", "#ffb4a2", "#0a1712", "#17332b"

FELT: Final = Palette(
    name="felt",
    theme="textual-dark",
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


_PAGE, _INK, _PALE, _BRASS, _LEAF = "#d9d2bd", "#1d2a24", "#4a554d", "#6b4700", "#0b5340"

PAPER: Final = Palette(
    name="paper",
    theme="textual-light",
    glyphs=UNICODE,
    outlined=False,
    table=_style(_INK, _PAGE),
    quiet=_style(_PALE),
    name_style=_style("#000000", bold=True),
    header=_style(_INK, "#c6bea6"),
    header_quiet=_style("#414b44", "#c6bea6"),
    gold=_style(_BRASS, bold=True),
    bar_turn=_style(_ON_GOLD, _GOLD, bold=True),
    bar_waiting=_style(_INK, "#c6bea6"),
    bar_lost=_style(_ON_GOLD, _GOLD, bold=True),
    button_on=_style(_ON_GOLD, _GOLD, bold=True),
    button_open=_style(_INK, "#c2b998"),
    button_open_key=_style("#573a00", "#c2b998", bold=True),
    button_off=_style("#4a554d", "#cfc8b3"),
    look_key=_style(_BRASS, bold=True),
    look_label=_style(_INK),
    rule=_style("#8c8468"),
    heading=_style(_LEAF, bold=True),
    meld=_style(_LEAF, bold=True),
    deadwood=_style("#6e4219"),
    bar_over=_style("#6e4219"),
    bar_under=_style(_LEAF),
    refused=_style("#8f1005", bold=True),
    question=_style(_BRASS, bold=True),
    done=_style(_LEAF, bold=True),
    news=_style(_INK),
    chat=_style(_LEAF, bold=True),
    back=_style("#8fb8ea", "#1f4f80"),
    back_count=_style("#ffffff", "#1f4f80", bold=True),
    paper=_face("#fbf9f2", ("#0a0a0a", "#ad0405", "#062dd0", "#127d61")),
    chosen=_face("#ffd166", ("#010101", "#b00407", "#072182", "#12634b")),
    fresh=_face("#e3f2ff", ("#0a0a0a", "#ad0405", "#062dd0", "#0f765b")),
    taken_away=_face(_PAGE, (_PALE, _PALE, _PALE, _PALE)),
    log_suits=(_style("#000000", bold=True), _style("#8a0304"), _style("#0524ab"), _style("#0a4a39")),
)
"""Solid paper cards on a light ground; true colour or 256 colours."""


_CLUBS: Final = "color(23)"
"""Of the colours that 256 have near green, the one that is read on every card and is not taken for another suit."""


def _with_clubs(face: Face, clubs: str) -> Face:
    return Face(face.ground, (*face.suits[:3], Style(color=clubs, bgcolor=face.ground.bgcolor, bold=True)))


_IN_256: Final = {
    "felt": replace(
        FELT,
        button_open_key=_style("color(222)", "#22473c", bold=True),
        button_off=_style("#8aa398", "color(234)"),
        back=_style("color(117)", "#1f4f80"),
        paper=_with_clubs(FELT.paper, _CLUBS),
        fresh=_with_clubs(FELT.fresh, _CLUBS),
    ),
    "paper": replace(
        PAPER,
        header=_style(_INK, "color(144)"),
        header_quiet=_style("color(236)", "color(144)"),
        bar_waiting=_style(_INK, "color(144)"),
        button_open_key=_style("color(52)", "#c2b998", bold=True),
        back=_style("color(117)", "#1f4f80"),
        paper=_with_clubs(PAPER.paper, _CLUBS),
        fresh=_with_clubs(PAPER.fresh, _CLUBS),
    ),
}
"""What is another colour where there are 256: the nearest of those to ours is pink, or cannot be read."""


def _plain(colour: str = "default", *, bold: bool = False, dim: bool = False, reverse: bool = False) -> Style:
    return Style(color=colour, bgcolor="default", bold=bold or None, dim=dim or None, reverse=reverse or None)


def _suits(spades: Style, hearts: Style, diamonds: Style, clubs: Style) -> Face:
    return Face(_NORMAL, (spades, hearts, diamonds, clubs))


_NORMAL, _BOLD, _DIM, _REVERSE = _plain(), _plain(bold=True), _plain(dim=True), _plain(bold=True, reverse=True)
_REVERSE_FACE: Final = Face(_REVERSE, (_REVERSE, _REVERSE, _REVERSE, _REVERSE))

MONO: Final = Palette(
    name="mono",
    theme="ansi-dark",
    glyphs=replace(UNICODE, back="▒"),
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
    paper=_suits(_NORMAL, _NORMAL, _NORMAL, _NORMAL),
    chosen=_REVERSE_FACE,
    fresh=Face(_BOLD, (_BOLD, _BOLD, _BOLD, _BOLD)),
    taken_away=Face(_DIM, (_DIM, _DIM, _DIM, _DIM)),
    log_suits=(_NORMAL, _NORMAL, _NORMAL, _NORMAL),
)
"""Outlined cards on the terminal's own ground, and no colour at all."""

_ON_DARK: Final = (_BOLD, _plain("red", bold=True), _plain("cyan", bold=True), _plain("green", bold=True))
_ON_LIGHT: Final = (_NORMAL, _plain("red"), _plain("blue"), _plain("magenta"))

DARK: Final = replace(
    MONO,
    name="dark",
    gold=_plain("yellow", bold=True),
    look_key=_plain("yellow", bold=True),
    button_open_key=_plain("yellow", bold=True),
    heading=_plain("green"),
    meld=_plain("green", bold=True),
    bar_under=_plain("green"),
    refused=_plain("red", bold=True),
    question=_plain("yellow", bold=True),
    done=_plain("green", bold=True),
    chat=_plain("cyan", bold=True),
    back=_plain("cyan"),
    paper=_suits(*_ON_DARK),
    fresh=_suits(*_ON_DARK),
    log_suits=_ON_DARK,
)
"""Outlined cards on a dark terminal of sixteen colours. No blue, and no bold black: neither can be read there."""

LIGHT: Final = replace(
    MONO,
    name="light",
    theme="ansi-light",
    heading=_plain("blue"),
    meld=_plain("blue", bold=True),
    bar_under=_plain("blue"),
    refused=_plain("red"),
    chat=_plain("blue", bold=True),
    back=_plain("blue"),
    paper=_suits(*_ON_LIGHT),
    fresh=_suits(*_ON_LIGHT),
    log_suits=_ON_LIGHT,
)
"""Outlined cards on a light terminal of sixteen colours. No yellow, and no bold red, which many draw bright: neither
can be read there."""

PALETTES: Final = {palette.name: palette for palette in (FELT, PAPER, DARK, LIGHT, MONO)}
"""Every palette by the name that `--palette` and the settings use."""


def in_256_colours(palette: Palette) -> Palette:
    """Return a palette whose colours can be read and told apart where each becomes the nearest of 256."""
    return _IN_256.get(palette.name, palette)


def in_ascii(palette: Palette) -> Palette:
    """Return a palette that draws nothing above U+007E."""
    return replace(palette, glyphs=ASCII_GLYPHS)


def with_letters(palette: Palette) -> Palette:
    """Return a palette that writes the suits as letters: S H D C."""
    return replace(palette, glyphs=replace(palette.glyphs, suits=ASCII_GLYPHS.suits))


def with_few_signs(palette: Palette) -> Palette:
    """Return a palette for fonts that have the suits and the triangles, and little else beyond ASCII."""
    known = replace(ASCII_GLYPHS, suits=UNICODE.suits, turn=UNICODE.turn, chosen=UNICODE.chosen, limit=UNICODE.limit)
    return replace(palette, glyphs=known)


ASCII: Final = in_ascii(MONO)
"""Outlined cards, suit letters, no colour: for any terminal at all."""
