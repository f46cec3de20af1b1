"""Colours can be told apart: contrast, and the four suits under three kinds of colour blindness."""

from itertools import combinations
from typing import Any, cast

import pytest
from msgspec.structs import asdict, replace
from rich.color import Color, ColorSystem
from rich.style import Style

from upcard_client.looks.asking import Answers
from upcard_client.looks.dressing import dressed
from upcard_client.looks.palette import Face, Palette
from upcard_client.looks.terminal import ANY_TERMINAL, terminal_of
from upcard_client.settings import Settings
from upcard_client.themes import (
    ASCII,
    DARK,
    FELT,
    LIGHT,
    MONO,
    PALETTES,
    PAPER,
    in_256_colours,
    in_ascii,
    with_letters,
)
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.frame import put_line
from upcard_client.words.phrases import CardWord
from upcard_protocol.rules.cards import parse_card

Rgb = tuple[float, float, float]

KINDS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Machado, Oliveira and Fernandes 2009, full severity, on linear RGB."""


def linear(style: Style, *, ground: bool = False) -> Rgb:
    colour = style.bgcolor if ground else style.color
    assert colour is not None
    assert colour.triplet is not None
    red, green, blue = (_linear(part / 255) for part in colour.triplet)
    return red, green, blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def luminance(rgb: Rgb) -> float:
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def contrast(first: Rgb, second: Rgb) -> float:
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab(rgb: Rgb) -> Rgb:
    red, green, blue = rgb
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    a, b, c = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


def seen(rgb: Rgb, kind: str) -> Rgb:
    red, green, blue = (
        min(max(sum(weight * part for weight, part in zip(row, rgb, strict=True)), 0.0), 1.0) for row in KINDS[kind]
    )
    return red, green, blue


def distance(first: Rgb, second: Rgb) -> float:
    return sum((one - two) ** 2 for one, two in zip(lab(first), lab(second), strict=True)) ** 0.5


def squeezed(value: Any) -> Any:
    """Return a style, or what is made of styles, in the colours of 256 that it is shown in."""
    match value:
        case Palette() | Face():
            return replace(value, **{name: squeezed(getattr(value, name)) for name in value.__struct_fields__})
        case tuple():
            return tuple(squeezed(part) for part in cast("tuple[object, ...]", value))
        case Style():
            return Style(color=_nearest(value.color), bgcolor=_nearest(value.bgcolor), bold=value.bold)
        case _:
            return value


def _nearest(colour: Color | None) -> Color | None:
    return colour and Color.from_triplet(colour.downgrade(ColorSystem.EIGHT_BIT).get_truecolor())


FULL = {palette.name: palette for palette in (FELT, PAPER)} | {
    f"{palette.name} in 256 colours": squeezed(in_256_colours(palette)) for palette in (FELT, PAPER)
}
"""The palettes whose colours are ours; the others have the terminal's own."""
FACES = {
    f"{name} {kind}": getattr(palette, kind)
    for name, palette in FULL.items()
    for kind in ("paper", "chosen", "fresh")
}


@pytest.mark.parametrize("face", FACES)
def test_each_suit_can_be_read_on_each_card(face: str) -> None:
    for ink in FACES[face].suits:
        assert contrast(linear(ink), linear(ink, ground=True)) >= 4.5


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("face", FACES)
def test_the_suits_stay_apart_for_colour_blind_players(face: str, kind: str) -> None:
    inks = [seen(linear(ink), kind) for ink in FACES[face].suits]
    assert min(distance(one, two) for one, two in combinations(inks, 2)) >= 25


@pytest.mark.parametrize(
    "role",
    [
        "table",
        "quiet",
        "gold",
        "meld",
        "deadwood",
        "refused",
        "question",
        "done",
        "news",
        "chat",
        "bar_turn",
        "header",
        "header_quiet",
        "bar_waiting",
        "button_open",
        "button_open_key",
        "button_off",
        "look_key",
        "back_count",
    ],
)
@pytest.mark.parametrize("name", FULL)
def test_every_text_can_be_read_on_its_ground(name: str, role: str) -> None:
    style: Style = getattr(FULL[name], role)
    ground = style if style.bgcolor is not None else FULL[name].table
    assert contrast(linear(style), linear(ground, ground=True)) >= 4.5


@pytest.mark.parametrize("name", FULL)
def test_suits_in_the_log_can_be_read_on_the_table(name: str) -> None:
    least = 5.0 if name.endswith("256 colours") else 6.0
    for ink in FULL[name].log_suits:
        assert contrast(linear(ink), linear(FULL[name].table, ground=True)) >= least


@pytest.mark.parametrize("name", FULL)
def test_a_chosen_card_has_a_ground_of_its_own(name: str) -> None:
    palette = FULL[name]
    grounds = {face.ground.bgcolor for face in (palette.paper, palette.chosen, palette.fresh)}
    assert len(grounds) == 3
    assert palette.table.bgcolor not in grounds


def colours(palette: Palette) -> set[str]:
    """Return the names of the colours that a palette sends."""
    styles = list[Style]()
    for field in palette.__struct_fields__:
        value = getattr(palette, field)
        parts = (
            (value.ground, *value.suits) if isinstance(value, Face) else value if field == "log_suits" else (value,)
        )
        styles += [part for part in parts if isinstance(part, Style)]
    found = [colour for style in styles for colour in (style.color, style.bgcolor) if colour is not None]
    return {colour.name for colour in found}


def test_black_and_white_sends_no_colour_at_all() -> None:
    assert colours(MONO) == {"default"}


def test_a_dark_terminal_is_sent_nothing_that_cannot_be_read_there() -> None:
    assert colours(DARK) == {"default", "red", "cyan", "green", "yellow"}
    assert len({ink.color for ink in DARK.log_suits}) == 4


def test_a_light_terminal_is_sent_nothing_that_cannot_be_read_there() -> None:
    assert colours(LIGHT) == {"default", "red", "blue", "magenta"}
    assert len({ink.color for ink in LIGHT.log_suits}) == 4
    assert not LIGHT.refused.bold, "bold red is bright red in many terminals"


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_every_palette_can_be_drawn_in_ascii_and_with_letters_for_suits(palette: Palette) -> None:
    plain = asdict(in_ascii(palette).glyphs).values()
    assert all(char <= "~" for sign in plain for char in "".join(sign))
    assert with_letters(palette).glyphs.suits == ("S", "H", "D", "C")


# ---- which one


@pytest.mark.parametrize(
    ("environment", "light", "palette"),
    [
        ({"TERM": "xterm-256color"}, None, in_256_colours(FELT)),
        ({"TERM": "xterm-direct"}, None, FELT),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, None, FELT),
        ({"TERM": "xterm"}, None, MONO),
        ({"TERM": "xterm"}, False, DARK),
        ({"TERM": "vt220"}, True, LIGHT),
        ({"TERM": "tmux"}, False, DARK),
        ({"TERM": "mlterm"}, False, DARK),
        ({"TERM": "rxvt-unicode", "COLORTERM": "rxvt-xpm"}, False, DARK),
        ({"TERM": "alacritty"}, None, FELT),
        ({"TERM": "foot-extra"}, None, FELT),
        ({"TERM": "xterm-ghostty"}, None, FELT),
        ({"TERM": "xterm-256color", "TEXTUAL_COLOR_SYSTEM": "standard"}, False, DARK),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, True, MONO),
    ],
)
def test_the_palette_follows_from_what_the_terminal_says(
    environment: dict[str, str], light: bool | None, palette: Palette
) -> None:
    assert dressed(Settings(), terminal_of(environment, Answers(light=light))) == palette


def test_what_was_asked_for_wins_then_what_was_kept() -> None:
    none = terminal_of({"TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"})
    assert dressed(Settings(palette="felt"), none, wanted="paper").name == "paper"
    assert dressed(Settings(palette="felt"), none).name == "felt"
    assert dressed(Settings(), ANY_TERMINAL, ascii_only=True) == ASCII
    assert dressed(Settings(palette="felt"), ANY_TERMINAL, ascii_only=True) == in_ascii(FELT)


def test_the_linux_console_keeps_its_suits_and_gets_no_sign_that_it_lacks() -> None:
    palette = dressed(Settings(), terminal_of({"TERM": "linux"}))
    assert palette.paper == DARK.paper, "its ground is dark, though it does not say so"
    glyphs = palette.glyphs
    assert glyphs.suits == ("♠", "♥", "♦", "♣")
    signs = {char for sign in asdict(glyphs).values() for char in "".join(sign) if char > "~"}
    assert signs <= set("♠♥♦♣►▲")


@pytest.mark.parametrize("palette", [FELT, PAPER, DARK, LIGHT], ids=lambda palette: palette.name)
def test_cards_in_a_line_have_the_colours_of_their_suits_but_on_a_coloured_ground(palette: Palette) -> None:
    seven = parse_card("7h")
    for style, ink in ((palette.quiet, palette.log_suits[1]), (palette.bar_turn, palette.bar_turn)):
        canvas = Canvas(20, 1, palette.table)
        put_line(canvas, 0, 0, ("Mira drew ", CardWord(seven)), style, palette, 20)
        assert canvas.style_at(10, 0).color == ink.color
