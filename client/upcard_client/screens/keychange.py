"""The keys of the table, to be changed one by one."""

from typing import ClassVar, Final

from msgspec.structs import replace
from textual import events
from textual.binding import BindingType

from upcard_client.keys import BY_ID, USUAL, Key, named_cap
from upcard_client.locale import label, mark, status, tr
from upcard_client.rebinding import CHANGEABLE, pressed_key, why_not, with_change
from upcard_client.screens.host import Host
from upcard_client.screens.painted import BACK, DOWN, HELP, REDRAW, UP, PaintedScreen, hint, key_bindings
from upcard_client.screens.surface import Page, Surface, paint_page
from upcard_client.widgets.canvas import Canvas, fit, width_of
from upcard_client.widgets.frame import Header, Status, Zone

CHANGE: Final = Key("yes", ("enter",), "Enter", label("Change"), mark("take another key for the chosen line"))
PUT_BACK: Final = Key(
    "put_back", ("backspace",), "Bksp", label("Put back"), mark("the usual key for the chosen line")
)
ALL_BACK: Final = Key("all_back", ("d",), "D", label("All back"), mark("every key as it usually is"))

PRESS_ONE: Final = status("Press the new key. Esc leaves it as it is.")
CHOOSE: Final = status("Up/Down choose a line, Enter takes another key for it.")
TAKES: Final = status("{key} does this now: {action}.")
ALL_ARE_BACK: Final = status("Every key is what it usually is.")

_ROW: Final = "row:"
"""Begins the key of a row that is clicked."""
_SENTENCE_FROM: Final = 10
"""The column in which what a key does begins."""


class KeyChangeScreen(PaintedScreen):
    """The list of the keys that may be changed."""

    KEYS = (CHANGE, PUT_BACK, ALL_BACK, UP, DOWN, BACK, HELP, REDRAW)
    BINDINGS: ClassVar[list[BindingType]] = key_bindings(KEYS)

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._chosen = 0
        self._waits = False

    # ---- keys

    async def take_key(self, event: events.Key) -> None:
        """Take the key that was asked for, whatever it does elsewhere on this screen."""
        if not self._waits:
            await super().take_key(event)
            return
        self._waits = False
        if event.key == "escape":
            self.status = None
            self.refresh_model()
        else:
            self._change(CHANGEABLE[self._chosen], pressed_key(event.key, event.character))

    def pressed(self, key: str) -> None:
        """Choose a line, change its key, or put keys back."""
        match key:
            case "up" | "down":
                self._chosen = (self._chosen + (1 if key == "down" else -1)) % len(CHANGEABLE)
            case "yes":
                self._waits = True
            case "put_back":
                chosen = CHANGEABLE[self._chosen]
                self._change(chosen, chosen.keys[0])
            case "all_back":
                self.host.keep(lambda known: replace(known, keys={}))
                self.say("done", tr(ALL_ARE_BACK))
            case "help":
                self.host.open_help()
            case "redraw":
                self.refresh_model(anew=True)
            case "back":
                self.host.close()
            case _:
                place = int(key.removeprefix(_ROW))
                self._waits, self._chosen = place == self._chosen, place

    def on_surface_clicked(self, event: Surface.Clicked) -> None:
        """A click ends the waiting for a key."""
        waited, self._waits = self._waits, False
        if waited and event.key == BACK.id:
            event.stop()
            self.refresh_model()
        else:
            super().on_surface_clicked(event)

    def on_surface_turned(self, event: Surface.Turned) -> None:
        """Choose with the wheel."""
        self.action_press("down" if event.by > 0 else "up")

    def _change(self, chosen: Key, key: str) -> None:
        changes = self.host.settings.keys
        why = why_not(changes, chosen.id, key)
        if why:
            self.say("refused", why)
            return
        self.host.keep(lambda known: replace(known, keys=with_change(known.keys, chosen.id, key)))
        self.say("done", tr(TAKES, key=named_cap(BY_ID[chosen.id].cap), action=tr(chosen.sentence)))

    # ---- picture

    def paint(self, canvas: Canvas) -> list[Zone]:
        """Paint as many keys as there is room for, the chosen one among them."""
        palette, more = self.host.palette, self.host.palette.glyphs.more
        chosen, usually = CHANGEABLE[self._chosen], ""
        if chosen.id in self.host.settings.keys:
            usually = tr("usually {key}", key=USUAL[chosen.id].cap)
        cut = width_of(tr(chosen.sentence)) > canvas.width - _SENTENCE_FROM - width_of(usually) - 2
        how = f"{BY_ID[chosen.id].cap}: {tr(chosen.sentence)}" if cut else tr(CHOOSE)
        news = Status("question", (tr(PRESS_ONE),)) if self._waits else Status("news", (how,))
        header = Header(title=tr("Change keys"), link=tr("saved as you go"))
        keys = tuple(hint(key, gold=key is CHANGE, off=self._waits) for key in (CHANGE, PUT_BACK, ALL_BACK))
        said = news if self._waits else self.status or news
        page = Page(header=header, status=said, keys=keys, looks=(hint(HELP), hint(BACK)))
        frame = paint_page(canvas, page, palette)
        if frame is None:
            return []
        shown = max(min(len(CHANGEABLE), frame.bottom - frame.top), 1)
        first = min(max(self._chosen - shown // 2, 0), len(CHANGEABLE) - shown)
        zones = list(frame.zones)
        for y, place in enumerate(range(first, first + shown), frame.top):
            key = CHANGEABLE[place]
            ink = palette.gold if place == self._chosen else palette.news
            if place == self._chosen:
                canvas.put(1, y, palette.glyphs.turn, palette.gold)
            canvas.put(3, y, named_cap(BY_ID[key.id].cap), palette.gold if key.id in self.host.settings.keys else ink)
            usual = tr("usually {key}", key=named_cap(USUAL[key.id].cap)) if key.id in self.host.settings.keys else ""
            room = canvas.width - _SENTENCE_FROM - width_of(usual) - 2
            canvas.put(_SENTENCE_FROM, y, fit(tr(key.sentence), room, more), ink)
            canvas.put_right(canvas.width - 1, y, usual, palette.quiet)
            zones.append(Zone(0, y, canvas.width, 1, key=f"{_ROW}{place}"))
        return zones
