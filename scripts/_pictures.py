"""Draw the pictures of the documents: scenes of the real client as SVG, one file each.

A picture asks nothing of the network: the fonts are those of whoever looks at it.
"""

import asyncio
import os
import re
import sys
from pathlib import Path
from typing import Final

os.environ["TEXTUAL_ANIMATIONS"] = "none"

from upcard_client.stage import StageApp

PICTURES: Final = (
    ("table", "discard", 80, 24, ()),
    ("layoff", "layoff", 80, 24, ()),
    ("result", "result", 80, 24, ()),
    ("wide", "draw", 120, 40, ()),
    ("rummy", "rummy", 80, 24, ("4",)),
    ("rummy-result", "rummyresult", 80, 24, ()),
)
"""File, scene, columns, rows, keys."""

_WEB_FONTS = re.compile(r"@font-face \{.*?\}\n", re.DOTALL)


async def draw(scene: str, columns: int, rows: int, keys: tuple[str, ...] = ()) -> str:
    """Return the SVG of a scene in a window of that size, cells, after some keys."""
    app = StageApp(scene, freeze=True)
    async with app.run_test(size=(columns, rows)) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        return app.export_screenshot(title="upcard")


def main(directory: Path) -> None:
    """Draw every picture into a directory."""
    directory.mkdir(parents=True, exist_ok=True)
    for name, scene, columns, rows, keys in PICTURES:
        svg = asyncio.run(draw(scene, columns, rows, keys))
        # The class names carry a number drawn at random: a picture changes only when the screen does.
        svg = re.sub(r"terminal-\d+-", f"{name}-", _WEB_FONTS.sub("", svg))
        lines = (line.rstrip() for line in svg.splitlines())
        (directory / f"{name}.svg").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
