"""The menu of a table: a small box above it; what costs something is asked before it is done."""

import re
import time
from collections.abc import Callable
from typing import Any, ClassVar, Final

from msgspec import Struct
from textual.binding import BindingType

from upcard_client.cardtable.desk import ANSWER_AFTER_MS
from upcard_client.keys import BY_ID, USUAL, Key, bindings
from upcard_client.locale import label, mark, tr
from upcard_client.screens.host import Host
from upcard_client.screens.painted import DOWN, REDRAW, UNKNOWN_KEY, UP, PaintedScreen, key_bindings
from upcard_client.widgets.canvas import Canvas, fit, width_of
from upcard_client.widgets.frame import Hint, Zone, line_text, paint_buttons, status_words, wrapped
from upcard_client.widgets.sizes import rows

WIDTH: Final = 49
"""Cells of the box, its border included, unless a line needs more."""

PICK: Final = Key("yes", ("enter",), "Enter", label("Choose"), mark("take the chosen line"))
CLOSE: Final = Key("back", ("escape",), "Esc", label("Back"), mark("back to the table"))
ITEM_KEYS: Final = ("no", "help", "bot", "seat", "retry", "score", "settings", "rules", "pause", "quit")
"""The keys of the table that answer here too: `no`, `help`, and those that lines of the menu print."""


class Item(Struct, frozen=True):
    """A line of the menu.

    Attributes:
        id: what is done.
        label: what it says.
        cap: the key that does the same, or nothing.
        question: asked first, with the price; nothing if it costs nothing.
        yes: what Enter does then, in a word or two.
    """

    id: str
    label: str
    cap: str = ""
    question: str = ""
    yes: str = ""


class MenuScreen(PaintedScreen):
    """The menu.

    Args:
        host: the app.
        items: its lines.
        picked: called with the id of the line that was taken, once the menu is gone.
        foot: what stands below the lines.
        asking: a line whose question is asked at once; no other lines are shown.
    """

    DEFAULT_CSS = """
    MenuScreen { background: transparent; align: center top; }
    """

    KEYS = (PICK, CLOSE, UP, DOWN, REDRAW)
    BINDINGS: ClassVar[list[BindingType]] = [
        *key_bindings(KEYS),
        *bindings(tuple(USUAL[key] for key in ITEM_KEYS)),
    ]

    def __init__(
        self,
        host: Host,
        items: tuple[Item, ...],
        picked: Callable[[str], None],
        *,
        foot: str = "",
        asking: Item | None = None,
        now_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
    ) -> None:
        super().__init__(host)
        self._items = items
        self._picked = picked
        self._foot = foot
        self._asking = asking
        self._alone = asking is not None
        self._now_ms = now_ms
        self._asked_ms = now_ms()
        self._chosen = 0
        self._with_foot = True

    # ---- keys

    def pressed(self, key: str) -> None:
        """Choose a line, take it, or answer its question."""
        if self._asking is not None:
            self._answered(key, self._asking)
            return
        match key:
            case "up" | "down":
                self._chosen = (self._chosen + (1 if key == "down" else -1)) % len(self._items)
            case "back" | "no":
                self._close()
            case "yes":
                self._take(self._items[self._chosen])
            case _ if key.startswith("line:"):
                self._chosen = int(key.removeprefix("line:"))
                self._take(self._items[self._chosen])
            case "help":
                self._close()
                self._picked(key)
            case _:
                wanted = "leave_program" if key == "quit" else key
                item = next((item for item in self._items if item.id == wanted), None)
                if item is not None:
                    self._take(item)
                else:
                    self.say("refused", tr(UNKNOWN_KEY, key=BY_ID[key].cap))

    def _answered(self, key: str, item: Item) -> None:
        if key == "yes":
            if self._now_ms() - self._asked_ms >= ANSWER_AFTER_MS:
                self._close()
                self._picked(item.id)
        elif self._alone:
            self._close()
        else:
            self._asking = None
            self._fit_box()

    def _take(self, item: Item) -> None:
        if item.question:
            self.ask(item)
            return
        self._close()
        if item.id != "back":
            self._picked(item.id)

    def ask(self, item: Item) -> None:
        """Ask the question of a line."""
        self._asking, self._asked_ms = item, self._now_ms()
        self._fit_box()

    def _close(self) -> None:
        self.host.close()

    # ---- picture

    def on_mount(self) -> None:
        """Take the size of what is shown."""
        super().on_mount()
        self._fit_box()

    def on_resize(self) -> None:
        """Take the size of what is shown in the new window."""
        self._fit_box()
        super().on_resize()

    def _fit_box(self) -> None:
        """Give the box the room that its lines need, above the turn bar or below it: the clock stays in sight.

        A window that is too small says whose turn it is, and no box covers that.
        """
        if not self.there:
            return
        width, height = self.size
        plan = rows(width, height, cards=self.host.palette.cards)
        self.surface.display = plan is not None
        needed = (width_of(item.label) + width_of(item.cap) + 9 for item in self._items)
        width = min(max(WIDTH, *needed), width) if self._items else min(WIDTH, width)
        bar = height if plan is None else plan.bar
        above, below = range(1, bar), range(bar + 1, height)
        self._with_foot = True
        lines = len(self._lines(width - 4))
        self._with_foot = lines + 2 <= len(above)
        lines = len(self._lines(width - 4))
        room = above if lines + 2 <= len(above) or len(above) >= len(below) else below
        styles: Any = self.surface.styles
        styles.width = width
        styles.height = lines + 4 if lines + 4 <= len(room) else min(lines + 2, len(room))
        styles.margin = (room.start, 0, 0, 0)
        self.surface.repaint(anew=True)

    def _text(self) -> str:
        if self._asking is not None:
            return self._asking.question
        return self._foot if self._with_foot else ""

    def _short_foot(self, width: int) -> str:
        """Return the foot's first clause, for the border of a box that has no row for the foot."""
        clause = re.split(r"[;:] ", self._foot, maxsplit=1)[0]
        return fit(clause.removesuffix("."), width, self.host.palette.glyphs.more)

    def _lines(self, width: int) -> list[str]:
        """Return the rows of the box: the items, then the foot or the question; an item's row is its place."""
        palette = self.host.palette
        foot = [line_text(line, palette) for line in wrapped((self._text(),), palette, width)] if self._text() else []
        if self._asking is not None:
            return [*foot, "", ""]
        return [*(item.label for item in self._items), *(("", *foot) if foot else ())]

    def painted(self, canvas: Canvas) -> list[Zone]:
        """Paint the box, which leaves the table's own turn bar in sight."""
        return self.paint(canvas)

    def paint(self, canvas: Canvas) -> list[Zone]:
        """Paint the box."""
        palette, box = self.host.palette, self.host.palette.glyphs.box
        width, height = canvas.width, canvas.height
        across = box[4] * (width - 2)
        canvas.put(0, 0, f"{box[0]}{across}{box[1]}", palette.gold)
        for y in range(1, height - 1):
            canvas.put(0, y, f"{box[5]}{' ' * (width - 2)}{box[5]}", palette.gold)
        canvas.put(0, height - 1, f"{box[2]}{across}{box[3]}", palette.gold)
        if self.status is not None:
            words, ink = status_words(self.status, palette)
            canvas.put(2, height - 1, f" {fit(words, width - 6, palette.glyphs.more)} ", ink)
        elif self._asking is None and self._foot and not self._with_foot:
            canvas.put(2, height - 1, f" {self._short_foot(width - 6)} ", palette.gold)
        title = tr("Menu") if self._asking is None else self._asking.label
        canvas.put(2, 0, f" {title} ", palette.gold)
        lines = self._lines(width - 4)
        top = 2 if height >= len(lines) + 4 else 1
        if self._asking is not None:
            room = height - top - 2
            if len(lines) - 1 > room:
                lines = [*lines[: room - 1], fit(" ".join(lines[room - 1 :]), width - 4, palette.glyphs.more), ""]
            for down, text in enumerate(lines):
                canvas.put(2, top + down, text, palette.question)
            hints = (Hint("yes", "Enter", (self._asking.yes,), "gold"), Hint("back", "Esc", (tr(label("Stay")),)))
            return paint_buttons(canvas, 2, min(top + len(lines) - 1, height - 2), hints, palette, width - 4)
        zones: list[Zone] = []
        shown = height - top - 1
        first = min(max(self._chosen - shown + 1, 0), max(len(lines) - shown, 0))
        if len(lines) > shown:
            where = tr("{first}-{last} of {many}", first=first + 1, last=first + shown, many=len(lines))
            canvas.put_right(width - 2, 0, f" {where} {palette.glyphs.updown} ", palette.gold)
        for down, text in enumerate(lines[first : first + shown], first):
            y = top + down - first
            if down >= len(self._items):
                canvas.put(2, y, text, palette.quiet)
                continue
            item = self._items[down]
            chosen = down == self._chosen
            ink = palette.bar_turn if chosen else palette.news
            if chosen:
                canvas.fill(1, y, width - 2, 1, palette.bar_turn)
                canvas.put(2, y, palette.glyphs.turn, palette.bar_turn)
            words = f"{item.label}{palette.glyphs.more}" if item.question and not palette.outlined else item.label
            room = width - 7 - (width_of(item.cap) + 1 if item.cap else 0)
            canvas.put(4, y, fit(words, room, palette.glyphs.more), ink)
            canvas.put_right(width - 2, y, item.cap, ink if chosen else palette.look_key)
            zones.append(Zone(1, y, width - 2, 1, key=f"line:{down}"))
        return zones
