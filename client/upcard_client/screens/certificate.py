"""The screen for a server that shows another certificate than before: nothing goes on until that is answered."""

from collections.abc import Callable
from typing import ClassVar, Final

from textual.binding import BindingType

from upcard_client.keys import Key
from upcard_client.locale import label, mark, status, tr
from upcard_client.screens.host import Host
from upcard_client.screens.painted import BACK, REDRAW, PaintedScreen, hint, key_bindings
from upcard_client.screens.surface import Page, paint_page
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.frame import Header, Status, Zone, line_text, wrapped
from upcard_protocol.rules.errors import Refusal

TRUST: Final = Key("trust", ("t",), "T", label("Trust it"), mark("take the new certificate from now on, and connect"))
TITLE: Final = status("THIS SERVER SHOWS ANOTHER CERTIFICATE")
MEANING: Final = mark(
    "Until now {address} proved itself by another certificate. Either whoever runs it has made a new one, or "
    "somebody between you and the server is listening and could take your seat and your password."
)
ADVICE: Final = mark(
    "Ask whoever runs the server, by telephone for instance, which fingerprint it printed when it started. "
    "Press T only if it is the second one above. Esc goes back, and nothing was sent."
)
NOT_CONNECTED: Final = status("Not connected. T trusts the new certificate, Esc goes back.")


class CertificateScreen(PaintedScreen):
    """Shows both fingerprints.

    Args:
        host: the app.
        refusal: `certificate_changed`, as the link ended with it.
        trust: called when the new certificate is taken.
    """

    KEYS = (TRUST, BACK, REDRAW)
    BINDINGS: ClassVar[list[BindingType]] = key_bindings(KEYS)

    def __init__(self, host: Host, refusal: Refusal, trust: Callable[[], None]) -> None:
        super().__init__(host)
        self._refusal = refusal
        self._trust = trust

    def pressed(self, key: str) -> None:
        """Trust, or go back; Enter does nothing, so that nobody trusts by habit."""
        match key:
            case "trust":
                self.host.close()
                self._trust()
            case "back":
                self.host.close()
            case _:
                self.refresh_model(anew=True)

    def paint(self, canvas: Canvas) -> list[Zone]:
        """Paint the warning."""
        palette = self.host.palette
        said = self.status or Status("refused", (tr(NOT_CONNECTED),))
        header = Header(title=tr(TITLE), link="")
        frame = paint_page(
            canvas, Page(header=header, status=said, keys=(hint(TRUST), hint(BACK, gold=True))), palette
        )
        if frame is None:
            return []
        y = frame.top
        for kind, words in self._rows():
            style = palette.refused if kind == "loud" else palette.heading if kind == "print" else palette.news
            for line in wrapped((words,), palette, canvas.width - 4):
                if y < frame.bottom:
                    canvas.put(2, y, line_text(line, palette), style)
                y += 1
            y += kind != "print" and canvas.height >= 20
        return frame.zones

    def _rows(self) -> tuple[tuple[str, str], ...]:
        values = self._refusal.values
        prints = ((tr("before"), values.get("was", "")), (tr("now"), values.get("now", "")))
        wide = max(len(word) for word, _ in prints)
        return (
            ("loud", tr(TITLE)),
            *(("print", f"{word:<{wide}}  {shown}") for word, shown in prints),
            ("words", tr(MEANING, address=values.get("address", ""))),
            ("words", tr(ADVICE)),
        )
