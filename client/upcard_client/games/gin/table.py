"""The gin table as a widget: it draws a situation, hears keys and clicks, and tells its parent what was decided.

It never talks to the network. Whoever owns it calls `show` with the next situation; the widget posts `Act` for a
move of the game, `Asked` for everything else that is the app's, `Said` for chat and `Noted` for a line of the log.
"""

import time
from collections.abc import Callable
from typing import ClassVar

from msgspec.structs import replace
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.color import Color
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from upcard_client.chatter import kept_back
from upcard_client.games.gin import laying, pressing
from upcard_client.games.gin.composing import compose
from upcard_client.games.gin.desk import Desk
from upcard_client.games.gin.effects import Note, Open, Opening, Outcome
from upcard_client.games.gin.hints import LETTER
from upcard_client.games.gin.painting import Picture, paint
from upcard_client.games.gin.pressing import Press
from upcard_client.games.gin.prompts import prompt, refusal_line
from upcard_client.games.gin.situation import LinkLost, Situation
from upcard_client.keys import bindings, cap_of, latin
from upcard_client.phrases import Line
from upcard_client.themes import Palette
from upcard_client.widgets.frame import Status, StatusKind
from upcard_protocol.rules.cards import Card
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.actions import Action

CHAT_LENGTH = 200
"""Characters of one line of chat at most."""

_SENDING: dict[type, str] = {
    act.TakeUpcard: "your take",
    act.DrawDiscard: "your take",
    act.DrawStock: "your draw",
    act.Pass: "your pass",
    act.Discard: "your discard",
    act.Knock: "your knock",
    act.BigGin: "your big gin",
    act.LayOff: "your lay-off",
    act.TakeAndEnd: "your knock",
    act.Ready: "that you are ready",
}


def milliseconds() -> int:
    """Return the time on a clock that never goes back."""
    return time.monotonic_ns() // 1_000_000


class GinTable(Widget, can_focus=True):
    """The whole screen of a table of gin, at every size.

    Args:
        situation: what is shown first.
        palette: colours and signs.
        now_ms: the clock by which questions wait for their answer.
    """

    DEFAULT_CSS = """
    GinTable { width: 100%; height: 100%; }
    GinTable > Input {
        dock: bottom; height: 1; border: none; padding: 0 1; display: none;
    }
    GinTable.chatting > Input { display: block; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings()]

    HELP: ClassVar[str | None] = "Choose a card with the arrows; the row at the bottom says what the keys do."

    class Act(Message):
        """A move of the game was decided."""

        def __init__(self, action: Action) -> None:
            self.action = action
            super().__init__()

    class Asked(Message):
        """Something was asked for that is not a move: the menu, help, another match, a seat."""

        def __init__(self, what: Opening) -> None:
            self.what: Opening = what
            super().__init__()

    class Said(Message):
        """A line of chat was typed."""

        def __init__(self, text: str) -> None:
            self.text = text
            super().__init__()

    class Noted(Message):
        """A line for the viewer's own log."""

        def __init__(self, line: Line) -> None:
            self.line = line
            super().__init__()

    def __init__(
        self,
        situation: Situation,
        palette: Palette,
        *,
        now_ms: Callable[[], int] = milliseconds,
        id: str | None = None,  # noqa: A002 - Textual's name for it
    ) -> None:
        super().__init__(id=id)
        self._now_ms = now_ms
        self._situation = situation
        self._palette = palette
        self._desk = pressing.follow(None, situation, Desk(), now_ms())
        self._picture: Picture | None = None
        self._strips: dict[int, Strip] = {}

    @property
    def situation(self) -> Situation:
        """What is shown."""
        return self._situation

    @property
    def desk(self) -> Desk:
        """Cursor, open question and draft."""
        return self._desk

    @property
    def screen_text(self) -> str:
        """What is on the screen as text, for tests and for pictures in words."""
        return self._painted().canvas.text()

    # ---- told from above

    def show(self, situation: Situation) -> None:
        """Show the next situation; what changed in the game withdraws an open question."""
        self._desk = pressing.follow(self._situation, situation, self._desk, self._now_ms())
        self._situation = situation
        self._repaint()

    def say(self, kind: StatusKind, line: Line) -> None:
        """Put a line under the turn bar."""
        self._desk = replace(self._desk, status=Status(kind, line))
        self._repaint()

    def refuse(self, refusal: Refusal) -> None:
        """Say that the server refused the last move; nothing was done."""
        self._situation = replace(self._situation, sending="", slow=False)
        self.say("refused", refusal_line(refusal, self._situation.names))

    def paint_with(self, palette: Palette) -> None:
        """Change the palette."""
        self._palette = palette
        self._picture = None
        self._strips.clear()
        self._tint(self.query_one(Input))
        self.refresh()

    # ---- drawing

    def compose(self) -> ComposeResult:
        """Hold the chat line, hidden until it is asked for."""
        chat = Input(placeholder="chat, Enter sends, Esc goes back", max_length=CHAT_LENGTH, compact=True)
        chat.cursor_blink = False
        self._tint(chat)
        yield chat

    def _tint(self, chat: Input) -> None:
        """Give the chat line the palette's colours; without colours it keeps the terminal's."""
        style = self._palette.header
        if not self._palette.outlined and style.color is not None and style.bgcolor is not None:
            chat.styles.color = Color.from_rich_color(style.color)
            chat.styles.background = Color.from_rich_color(style.bgcolor)

    def render_line(self, y: int) -> Strip:
        """Return one row of the picture."""
        picture = self._painted()
        if y >= picture.canvas.height:
            return Strip.blank(self.size.width)
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = picture.canvas.strip(y)
        return strip

    def _painted(self) -> Picture:
        width, height = self.size
        picture = self._picture
        if picture is None or (picture.canvas.width, picture.canvas.height) != (width, height):
            picture = self._paint()
            self._picture = picture
            self._strips.clear()
        return picture

    def _paint(self) -> Picture:
        return paint(compose(self._situation, self._desk), *self.size, self._palette)

    def _repaint(self) -> None:
        """Paint again and send only what changed to the terminal."""
        older, width, height = self._picture, *self.size
        newer = self._paint()
        self._picture = newer
        if older is None or (older.canvas.width, older.canvas.height) != (width, height):
            self._strips.clear()
            self.refresh()
        else:
            regions: list[Region] = []
            for y in range(height):
                span = newer.canvas.changed(older.canvas, y)
                if span is not None:
                    self._strips.pop(y, None)
                    regions.append(Region(span[0], y, span[1] - span[0], 1))
            if regions:
                self.refresh(*regions)
        self._park_cursor()

    def _park_cursor(self) -> None:
        """Leave the terminal's cursor on the chosen card, where braille displays and magnifiers look."""
        if self._picture is not None and self.is_mounted and not self.chatting:
            app = self.app  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - its result type is open
            app.cursor_position = Offset(*self._picture.cursor) + self.region.offset

    def on_resize(self) -> None:
        """Choose the size class again; the chosen card stays chosen."""
        self._picture = None
        self._strips.clear()
        self._painted()
        self._park_cursor()

    # ---- keys and mouse

    def action_press(self, key: str) -> None:
        """Do what a key of the table does now."""
        if self.chatting:
            if key == "back":
                self.close_chat()
            return
        self._take(pressing.press(self._situation, self._desk, Press(key, self._now_ms())))

    def on_key(self, event: events.Key) -> None:
        """Hear letters that pick a meld, and answer keys that do nothing."""
        if self.chatting:
            return
        letter = latin(event.character) if event.character else ""
        if letter and self._picked(letter):
            event.stop()
            event.prevent_default()
            return
        if event.key not in self._bindings.key_to_bindings and event.key not in self.screen.active_bindings:
            shown = (event.character or event.key).upper() if event.is_printable else cap_of(event.key)
            self._take(pressing.unknown(self._desk, shown))
            event.stop()

    def _picked(self, letter: str) -> bool:
        """Pick a meld by its letter, if one is asked for."""
        picked = laying.pick(self._situation, self._desk, letter, self._now_ms())
        if picked is not None:
            self._take(picked)
        return picked is not None

    def on_click(self, event: events.Click) -> None:
        """Draw from a pile, choose a card, discard the chosen one, press a button."""
        zone = self._painted().at(event.x, event.y)
        if zone is None or self.chatting:
            return
        event.stop()
        if zone.key.startswith(LETTER):
            self._picked(zone.key.removeprefix(LETTER))
        elif zone.key:
            self.action_press(zone.key)
        elif zone.card is not None:
            self._clicked(zone.card)

    def _clicked(self, card: Card) -> None:
        if self._desk.chosen != card:
            self._take(pressing.choose(self._situation, self._desk, card))
            return
        board = self._situation.board
        lays_off = self._situation.my_turn and board is not None and board.phase == "layoff"
        self.action_press("yes" if lays_off else "discard")

    def on_mouse_scroll_up(self) -> None:
        """Scroll the log back."""
        self._take(Outcome(pressing.scrolled(self._situation, self._desk, 1)))

    def on_mouse_scroll_down(self) -> None:
        """Scroll the log forward."""
        self._take(Outcome(pressing.scrolled(self._situation, self._desk, -1)))

    def _take(self, outcome: Outcome) -> None:
        """Take over the next desk and post what has to be done."""
        self._desk = outcome.desk
        for effect in outcome.effects:
            match effect:
                case Open(what="chat"):
                    self.open_chat()
                case Open(what=what):
                    self.post_message(self.Asked(what))
                case Note(line=line):
                    self.post_message(self.Noted(line))
                case _:
                    sending = _SENDING.get(type(effect), "your move")
                    self._situation = replace(self._situation, sending=sending)
                    self.post_message(self.Act(effect))
        self._repaint()

    # ---- chat

    @property
    def chatting(self) -> bool:
        """Is the chat line open?"""
        return self.has_class("chatting")

    def open_chat(self) -> None:
        """Open the chat line on the last row; no letter reaches the game until it is closed."""
        self.add_class("chatting")
        self.query_one(Input).focus()

    def close_chat(self) -> None:
        """Close the chat line and keep what was typed as a draft."""
        self.remove_class("chatting")
        self.focus()
        self._park_cursor()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send what was typed, or say why not."""
        event.stop()
        text = event.value.strip()
        why = kept_back(text)
        if why:
            self.close_chat()
            self.say("refused", (why,))
            return
        link = self._situation.link
        if text and isinstance(link, LinkLost):
            self.close_chat()
            self.say("refused", prompt("no_link", retry=link.retry_s))
            return
        event.input.value = ""
        self.close_chat()
        if text:
            self.post_message(self.Said(text))
