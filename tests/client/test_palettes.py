"""Colours can be told apart: contrast, and the four suits under three kinds of colour blindness."""

from itertools import combinations

import pytest
from rich.style import Style

from upcard_client.themes import FELT, Face

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


FACES = {"paper": FELT.paper, "chosen": FELT.chosen, "fresh": FELT.fresh}


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
        "button_off",
        "look_key",
        "back_count",
    ],
)
def test_every_text_can_be_read_on_its_ground(role: str) -> None:
    style: Style = getattr(FELT, role)
    ground = style if style.bgcolor is not None else FELT.table
    assert contrast(linear(style), linear(ground, ground=True)) >= 4.5


def test_suits_in_the_log_can_be_read_on_the_table() -> None:
    for ink in FELT.log_suits:
        assert contrast(linear(ink), linear(FELT.table, ground=True)) >= 6.5


def test_a_chosen_card_has_a_ground_of_its_own() -> None:
    grounds: list[Face] = list(FACES.values())
    assert len({face.ground.bgcolor for face in grounds}) == 3
