"""Gets the terminal and Textual ready for the full screen.

Nothing here draws. Textual is imported here for the first time in a run, while the terminal answers.
"""

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Final

from upcard_client.locale import speak, spoken_language
from upcard_client.looks.asking import Answers, Asked, patience_s
from upcard_client.looks.terminal import ALL_COLOURS, Terminal, terminal_of
from upcard_client.settings import Settings

if TYPE_CHECKING:
    from textual.driver import Driver

    from upcard_client.looks.palette import Palette

WEB_DRIVER: Final = "TEXTUAL_DRIVER"
"""Set in the environment where Textual draws for a browser."""
_BROWSER: Final = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
"""A browser has every colour and every sign, whatever the terminal has in which its page was started."""


def full_screen() -> bool:
    """Return whether the full screen can be shown; Textual draws on standard error, and asks for no good terminal."""
    if os.environ.get(WEB_DRIVER):
        return True
    terminals = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    return terminals and os.environ.get("TERM", "") not in ("dumb", "")


def ready(known: Settings, *, palette: str = "", ascii_only: bool = False) -> "tuple[Palette, Terminal]":
    """Return the palette of this run, and what is known of the terminal.

    Args:
        known: what is remembered.
        palette: the palette that was asked for on the command line, or nothing.
        ascii_only: whether nothing beyond ASCII was asked for.
    """
    terminal = _asked(dict(os.environ), asks_ground=not (palette or known.palette))
    from upcard_client.looks.dressing import dressed, in_unicode
    from upcard_client.looks.encoding import encode_screen, encoding_for, legible
    from upcard_client.looks.widths import give_marks_a_cell

    if terminal.sign_cells == 2:
        give_marks_a_cell()
    unicode = in_unicode(known, terminal)
    encode_screen(unicode=unicode)
    speak(legible(spoken_language(), encoding_for(sys.stderr, unicode=unicode)))
    return dressed(known, terminal, wanted=palette, ascii_only=ascii_only), terminal


def driver() -> "type[Driver] | None":
    """Return what reads and writes the terminal; None is what Textual chooses, as for a browser and on Windows."""
    if sys.platform == "win32" or os.environ.get(WEB_DRIVER):
        return None
    from upcard_client.looks.listening import TerminalDriver

    return TerminalDriver


def _settle_textual(colours: int) -> None:
    """Set what Textual reads when it is imported: nothing on the screen moves by itself.

    Args:
        colours: how many the terminal has.
    """
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    os.environ.setdefault("TEXTUAL_SMOOTH_SCROLL", "0")
    if not os.environ.get(WEB_DRIVER):
        # Where these are exported (readline does so in its children) they hide every change of the window.
        os.environ.pop("COLUMNS", None)
        os.environ.pop("LINES", None)
    # Left to itself it takes a name that it does not know for sixteen colours, and squeezes ours into those: spades
    # and clubs become the same grey. The palettes of sixteen colours have no others that could be squeezed.
    os.environ.setdefault("TEXTUAL_COLOR_SYSTEM", "truecolor" if colours == ALL_COLOURS else "256")


def _asked(said: dict[str, str], *, asks_ground: bool) -> Terminal:
    """Return what is known of the terminal; it answers while Textual is imported.

    Args:
        said: what the environment says of it.
        asks_ground: whether how light its ground is decides anything.
    """
    if said.get(WEB_DRIVER):
        _settle_textual(ALL_COLOURS)
        # The terminal of the page gives spacing marks a cell, and nothing but Textual may speak to it.
        return terminal_of({**said, **_BROWSER}, Answers(sign_cells=2))
    known = terminal_of(said)
    asked = Asked(
        sys.stdin.fileno(),
        sys.stdout.fileno(),
        ground=asks_ground and known.colours == 16,
        width=known.unicode,
        wait_s=patience_s(said),
    )
    _settle_textual(known.colours)
    try:
        import_module("textual.app")
    finally:
        answers = asked.answers()
    return terminal_of(said, answers)
