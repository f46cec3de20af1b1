"""The test card: every sign of the client in a ruler, to see what this terminal and its font make of them."""

from typing import ClassVar, Final

from textual.binding import BindingType

from upcard_client.locale import LANGUAGES, mark, spoken_language, tr
from upcard_client.looks.glyphs import Glyphs
from upcard_client.screens.painted import BACK, HELP, REDRAW, PaintedScreen, hint, key_bindings
from upcard_client.screens.surface import Page, paint_page
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.cards import CardSize, Tint, paint_card
from upcard_client.widgets.frame import Header, Status, Zone, line_text, wrapped
from upcard_protocol.rules.cards import parse_card

SAMPLES: Final = ("Ελληνικά", "Русский", "हिन्दी: आपकी बारी है", "Hindi (Roman): Aapki baari hai")
"""A line in each of the other languages."""
JOINING: Final = mark(
    "{hindi} joins its letters in GNOME Terminal, Konsole and Windows Terminal 1.22+; else choose {roman}."
)


def signs_of(glyphs: Glyphs) -> tuple[str, ...]:
    """Return every sign that takes one cell, each once."""
    drawn = [sign for field in glyphs.__struct_fields__ for sign in _single(getattr(glyphs, field))]
    return tuple(dict.fromkeys(drawn))


def _single(sign: str | tuple[str, ...]) -> tuple[str, ...]:
    signs = (sign,) if isinstance(sign, str) else sign
    return tuple(each for each in signs if len(each) == 1)


class SignsScreen(PaintedScreen):
    """The test card."""

    KEYS = (BACK, HELP, REDRAW)
    BINDINGS: ClassVar[list[BindingType]] = key_bindings(KEYS)

    def pressed(self, key: str) -> None:
        """Close it."""
        match key:
            case "help":
                self.host.open_help()
            case "redraw":
                self.refresh_model(anew=True)
            case _:
                self.host.close()

    def paint(self, canvas: Canvas) -> list[Zone]:
        """Paint the signs between bars, which stand in one column where each sign takes one cell."""
        palette = self.host.palette
        glyphs = palette.glyphs
        page = Page(
            header=Header(title=tr("Test card")),
            status=Status("news", (tr("Where a bar is out of its column, choose ASCII or suit letters."),)),
            keys=(hint(BACK, gold=True),),
            looks=(hint(HELP),),
        )
        frame = paint_page(canvas, page, palette)
        if frame is None:
            return []
        signs = signs_of(glyphs)
        wide = max(1, (canvas.width - 6) // 4)
        y = frame.top + 1
        for first in range(0, len(signs), wide):
            if y + 1 >= frame.bottom:
                return frame.zones
            row = "".join(f"{glyphs.pane} {sign} " for sign in signs[first : first + wide])
            canvas.put(3, y, row + glyphs.pane, palette.news)
            canvas.put(3, y + 1, f"{glyphs.pane} x " * len(signs[first : first + wide]) + glyphs.pane, palette.quiet)
            y += 2
        for place, name in enumerate(("AS", "10H", "QD", "KC")):
            if y + 4 < frame.bottom:
                paint_card(canvas, 3 + place * 6, y + 1, CardSize.NORMAL, parse_card(name), palette, Tint.PAPER)
        for place, sample in enumerate(SAMPLES):
            if y + 1 + place < frame.bottom:
                canvas.put(30, y + 1 + place, f"{sample} {glyphs.pane}", palette.news)
        advice = tr(JOINING, hindi=LANGUAGES["hi"], roman=LANGUAGES["hi_Latn"])
        # Who reads another language has no use for it: the sample above shows the letters of names and of talk.
        said = (advice,) if spoken_language() in ("hi", "hi_Latn") else ()
        for place, line in enumerate(wrapped(said, palette, canvas.width - 6)):
            if y + 6 + place < frame.bottom:
                canvas.put(3, y + 6 + place, line_text(line, palette), palette.quiet)
        return frame.zones
