"""What is known of the terminal before anything is drawn."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from upcard_client.looks.asking import SILENCE, Answers

_SIXTEEN_COLOURS: Final = ("xterm", "screen", "linux", "vt220")
"""Terminals with sixteen colours, unless they say that they have more."""
_FEW_SIGNS: Final = ("linux",)
"""Terminals whose fonts lack some of the signs."""


class Terminal(Struct, frozen=True):
    """What is known of the terminal.

    Attributes:
        colours: whether it may be sent any colour.
        many: whether it has more than sixteen.
        light: whether its own ground is light; None if it did not say.
        signs: whether its font has every sign.
        sign_cells: how many cells a letter takes with a spacing vowel sign of Devanagari; None if it did not say.
    """

    colours: bool = True
    many: bool = True
    light: bool | None = None
    signs: bool = True
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
        colours=not environment.get("NO_COLOR"),
        many=bool(environment.get("COLORTERM")) or term not in _SIXTEEN_COLOURS,
        light=answers.light,
        signs=term not in _FEW_SIGNS,
        sign_cells=answers.sign_cells,
    )
