"""Pictures of screens for review: a readable text and an SVG with the colours, kept beside the tests."""

import re
from io import StringIO
from typing import Any

from rich.console import Console
from rich.segment import Segment, Segments
from rich.terminal_theme import TerminalTheme
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from upcard_client.looks.palette import Palette
from upcard_client.themes import FELT
from upcard_client.widgets.canvas import Canvas

_THEME = TerminalTheme((41, 41, 41), (197, 200, 198), [(0, 0, 0)] * 8, [(255, 255, 255)] * 8)
"""For pictures that have every colour of their own."""

_NORMAL = [
    (0, 0, 0),
    (205, 0, 0),
    (0, 205, 0),
    (205, 205, 0),
    (0, 0, 238),
    (205, 0, 205),
    (0, 205, 205),
    (229, 229, 229),
]
_BRIGHT = [
    (127, 127, 127),
    (255, 0, 0),
    (0, 255, 0),
    (255, 255, 0),
    (92, 92, 255),
    (255, 0, 255),
    (0, 255, 255),
    (255, 255, 255),
]
"""The sixteen colours of xterm."""
_DARK = TerminalTheme((0, 0, 0), (229, 229, 229), _NORMAL, _BRIGHT)
_LIGHT = TerminalTheme((255, 255, 255), (0, 0, 0), _NORMAL, _BRIGHT)


_FONT_FACE = re.compile(r"@font-face\s*\{.*?\}\s*", re.DOTALL)
"""Fonts that would be fetched from elsewhere; any monospaced one does."""


class TextScreen(SingleFileSnapshotExtension):
    """A screen as text, one file a test."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"

    def serialize(self, data: Any, **_: Any) -> str:
        """Keep the rows as they are."""
        return f"{data}\n"


class SvgScreen(SingleFileSnapshotExtension):
    """A screen as a picture, one file a test."""

    _write_mode = WriteMode.TEXT
    file_extension = "svg"

    def serialize(self, data: Any, **_: Any) -> str:
        """Keep the picture as it is."""
        return str(data)


def svg(canvas: Canvas, palette: Palette = FELT) -> str:
    """Return a canvas as an SVG that is the same on every machine.

    Args:
        canvas: what is drawn.
        palette: what it was painted with; one that leaves the ground to the terminal is shown on such a ground.
    """
    console = Console(
        width=canvas.width,
        file=StringIO(),
        record=True,
        color_system="truecolor",
        force_terminal=True,
        legacy_windows=False,
    )
    rows = [segment for strip in canvas.strips() for segment in (*strip, Segment("\n"))]
    console.print(Segments(rows), end="")
    theme = _THEME if not palette.outlined else _LIGHT if palette.theme == "ansi-light" else _DARK
    picture = console.export_svg(title="Upcard", theme=theme, unique_id="upcard")
    return _FONT_FACE.sub("", picture)
