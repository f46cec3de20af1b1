"""What is known of the terminal before anything is drawn."""

import sys
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from upcard_client.looks.asking import SILENCE, Answers

ALL_COLOURS: Final = 1 << 24
_BY_ENDING: Final = {"256color": 256, "direct": ALL_COLOURS}
"""How many colours a terminal says it has by how its name ends."""
_BY_NAME: Final = ("alacritty", "contour", "foot", "ghostty", "kitty", "rio", "wezterm")
"""Terminals that have every colour, and say so by name alone where another computer asks."""
_ORDERED: Final = {"standard": 16, "256": 256, "truecolor": ALL_COLOURS}
"""How many colours Textual is told to use, in its own words, whatever the terminal says."""
_CONSOLES: Final = ("linux",)
"""Terminals whose fonts lack some of the signs, and whose ground is dark though they do not say so."""


class Terminal(Struct, frozen=True):
    """What is known of the terminal.

    Attributes:
        colours: how many it may be sent: none, 16, 256 or `ALL_COLOURS`.
        light: whether its own ground is light; None if it did not say.
        signs: whether its font has every sign.
        unicode: whether it reads UTF-8.
        sign_cells: how many cells a letter takes with a spacing vowel sign of Devanagari; None if it did not say.
    """

    colours: int = ALL_COLOURS
    light: bool | None = None
    signs: bool = True
    unicode: bool = True
    sign_cells: int | None = None


ANY_TERMINAL: Final = Terminal()
"""A terminal of today."""


def terminal_of(environment: Mapping[str, str], answers: Answers = SILENCE) -> Terminal:
    """Return what the environment and the terminal itself say of it.

    Args:
        environment: the environment variables.
        answers: what the terminal said.
    """
    term = environment.get("TERM", "")
    return Terminal(
        colours=0 if environment.get("NO_COLOR") else _colours(environment, term),
        light=False if answers.light is None and term in _CONSOLES else answers.light,
        signs=term not in _CONSOLES,
        unicode=says_unicode(environment) is not False and answers.unicode is not False,
        sign_cells=answers.sign_cells,
    )


def says_unicode(environment: Mapping[str, str], *, coerced: bool = bool(sys.flags.utf8_mode)) -> bool | None:
    """Return whether the locale is one of UTF-8; None if there is no locale.

    Args:
        environment: the environment variables.
        coerced: Python has put a locale of its own in the place of C, in `LC_CTYPE` and in its streams.
    """
    names = ("LC_ALL", "LANG") if coerced else ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next(filter(None, (environment.get(name) for name in names)), "")
    return "utf8" in locale.lower().replace("-", "") if locale else None


def _colours(environment: Mapping[str, str], term: str) -> int:
    """Return how many colours a terminal has; sixteen is what each has that does not say that it has more."""
    if ordered := _ORDERED.get(environment.get("TEXTUAL_COLOR_SYSTEM", "")):
        return ordered
    name = term.removeprefix("xterm-").partition("-")[0]
    if environment.get("COLORTERM") in ("truecolor", "24bit") or name in _BY_NAME:
        return ALL_COLOURS
    return _BY_ENDING.get(term.rpartition("-")[2], 16)
