"""Pictures of screens for review: a readable text and an SVG with the colours, kept beside the tests."""

import re
from io import StringIO
from typing import Any

from rich.console import Console
from rich.segment import Segment, Segments
from rich.terminal_theme import TerminalTheme
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from upcard_client.widgets.canvas import Canvas

_THEME = TerminalTheme((41, 41, 41), (197, 200, 198), [(0, 0, 0)] * 8, [(255, 255, 255)] * 8)


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


def svg(canvas: Canvas) -> str:
    """Return a canvas as an SVG that is the same on every machine."""
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
    picture = console.export_svg(title="Upcard", theme=_THEME, unique_id="upcard")
    return _FONT_FACE.sub("", picture)
