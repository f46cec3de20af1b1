"""A card table as a widget: it draws a situation, hears keys and clicks, and tells its owner what was decided.

It never talks to the network. Whoever owns it calls `show` with the next situation, and is told of moves of the game,
of everything else that is the app's, of chat and of lines for the log.
What the keys mean and what is painted comes from the game, which fills in the functions at the end of the class.
"""

import time
from collections.abc import Callable
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from msgspec.structs import replace
from textual import events
from textual.app import ComposeResult
from textual.color import Color
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widget import Widget

from upcard_client.attentive import Typed, do
from upcard_client.cardtable import interruptions, lessons
from upcard_client.cardtable.desk import DeskT, scrolled
from upcard_client.cardtable.effects import LETTER, Effect, Note, Open, Opening, Outcome, Press
from upcard_client.cardtable.interruptions import SceneT
from upcard_client.cardtable.motion import LASTS_S, halfway, landed
from upcard_client.cardtable.painting import Picture
from upcard_client.cardtable.prompts import NO_LINK, UNKNOWN_KEY
from upcard_client.cardtable.surroundings import LinkLost, Surroundings
from upcard_client.keys import cap_of, latin
from upcard_client.locale import label, tr
from upcard_client.looks.palette import Palette
from upcard_client.widgets.entry import Entry
from upcard_client.widgets.frame import Bar, Hint, Status, StatusKind
from upcard_client.widgets.sizes import rows
from upcard_client.words.chatter import kept_back
from upcard_client.words.phrases import Line, fill
from upcard_protocol.rules.cards import Card
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.games import GameAction

CHAT_LENGTH = 200
"""Characters of one line of chat at most."""

SituationT = TypeVar("SituationT", bound=Surroundings)


def milliseconds() -> int:
    """Return the time on a clock that never goes back."""
    return time.monotonic_ns() // 1_000_000


class Owner(Protocol):
    """Whoever shows a card table: called at once, so that the next key finds done what this one wants."""

    def table_acted(self, action: GameAction) -> None:
        """Take a move of the game that was decided."""
        ...

    def table_asked(self, what: Opening) -> None:
        """Do what is asked for beyond moves: the menu, help, another match, a seat."""
        ...

    def table_said(self, text: str) -> None:
        """Take a line of chat that was typed."""
        ...

    def table_noted(self, line: Line) -> None:
        """Take a line for the viewer's own log."""
        ...


class CardTable(Widget, Generic[SituationT, DeskT, SceneT], can_focus=True):
    """The whole screen of a table, at every size.

    Args:
        situation: what is shown first.
        palette: colours and signs.
        now_ms: the clock by which questions wait for their answer.

    Attributes:
        owner: who is told what was decided; nobody for a table of which only the picture is used.
    """

    DEFAULT_CSS = """
    CardTable { width: 100%; height: 100%; }
    CardTable > Entry {
        dock: bottom; height: 1; border: none; padding: 0 1; display: none;
    }
    CardTable.chatting > Entry { display: block; }
    """

    HELP: ClassVar[str | None] = "Choose a card with the arrows; the row at the bottom says what the keys do."

    def __init__(
        self,
        situation: SituationT,
        palette: Palette,
        *,
        now_ms: Callable[[], int] | None = None,
        id: str | None = None,  # noqa: A002 - Textual's name for it
    ) -> None:
        super().__init__(id=id)
        self.owner: Owner | None = None
        self._now_ms = now_ms or milliseconds
        self._situation = situation
        self._palette = palette
        self._desk = self.seat_down(situation, self._now_ms())
        self._picture: Picture | None = None
        self._chat: Entry | None = None
        self._strips: dict[int, Strip] = {}

    # ---- what a game fills in

    def seat_down(self, situation: SituationT, now_ms: int) -> DeskT:
        """Return the desk of somebody who comes to this situation."""
        raise NotImplementedError

    def follow(self, before: SituationT, now: SituationT, desk: DeskT, now_ms: int) -> DeskT:
        """Return the desk after the state moved."""
        raise NotImplementedError

    def pressed(self, situation: SituationT, desk: DeskT, press: Press) -> Outcome[DeskT]:
        """Return what a key leads to."""
        raise NotImplementedError

    def picked(self, situation: SituationT, desk: DeskT, letter: str, now_ms: int) -> Outcome[DeskT] | None:
        """Return what a letter that names a meld leads to; None if no such letter is asked for."""
        raise NotImplementedError

    def chose(self, situation: SituationT, desk: DeskT, card: Card) -> Outcome[DeskT]:
        """Return what a click on another card than the chosen one leads to."""
        raise NotImplementedError

    def again(self, situation: SituationT) -> str:
        """Return the key that a second click on the chosen card presses."""
        raise NotImplementedError

    def leafed(self, situation: SituationT, desk: DeskT, rows: int) -> DeskT:
        """Return the desk with what lies on the table scrolled by some rows; the same desk where nothing scrolls."""
        del situation, rows
        return desk

    def pile(self, situation: SituationT) -> tuple[Card, ...]:
        """Return the discard pile, the top card last."""
        raise NotImplementedError

    def compose_scene(self, situation: SituationT, desk: DeskT) -> SceneT:
        """Return what the game shows."""
        raise NotImplementedError

    def paint(self, scene: SceneT, width: int, height: int, palette: Palette) -> Picture:
        """Return a scene as a picture of so many cells."""
        raise NotImplementedError

    def sheet_text(self, situation: SituationT) -> str:
        """Return the score sheet as plain text, for a file."""
        raise NotImplementedError

    def refusal(self, situation: SituationT, refusal: Refusal) -> Line:
        """Say a refusal of the rules on the screen."""
        raise NotImplementedError

    def sending(self, action: GameAction) -> str:
        """Return a move in words while it is on its way: `your discard`."""
        raise NotImplementedError

    # ---- what can be asked of it

    def picture(
        self, situation: SituationT, desk: DeskT, width: int, height: int, palette: Palette, *, typing: bool = False
    ) -> Picture:
        """Return the table as a picture of so many cells; while chat is typed, only what works then is offered."""
        scene = interruptions.interrupted(situation, desk, self.compose_scene(situation, desk))
        scene = lessons.taught(situation, scene)
        if typing:
            scene = replace(scene, keys=_typing_keys(), looks=())
        return self.paint(scene, width, height, palette)

    @property
    def bar(self) -> Bar:
        """Whose turn it is, as the turn bar says it."""
        situation, desk = self._situation, self._desk
        return interruptions.interrupted(situation, desk, self.compose_scene(situation, desk)).bar

    @property
    def situation(self) -> SituationT:
        """What is shown."""
        return self._situation

    @property
    def desk(self) -> DeskT:
        """Cursor, open question and draft."""
        return self._desk

    @property
    def screen_text(self) -> str:
        """What is on the screen as text, for tests and for pictures in words."""
        return self._painted().canvas.text()

    # ---- told from above

    def show(self, situation: SituationT) -> None:
        """Show the next situation; what changed in the game withdraws an open question."""
        said = self._desk.status
        if situation.habits.order is not self._situation.habits.order:
            self._desk = replace(self._desk, order=situation.habits.order)
        self._desk = self.follow(self._situation, situation, self._desk, self._now_ms())
        if said is not None and said.stays:
            self._desk = replace(self._desk, status=said)
        elif self._situation.stood_in and situation.stood_in and self._desk.status is not said:
            # What the computer did is not confirmed as if the viewer had done it.
            self._desk = replace(self._desk, status=None)
        card = landed(self.pile(self._situation), self.pile(situation)) if situation.habits.motion else None
        self._situation = situation
        self._repaint(on_its_way=card)

    def say(self, kind: StatusKind, line: Line) -> None:
        """Put a line under the turn bar."""
        self._desk = replace(self._desk, status=Status(kind, line))
        self._repaint()

    def keep_saying(self, line: Line) -> None:
        """Put a line under the turn bar that stays there until the next key, whatever happens meanwhile."""
        self._desk = replace(self._desk, status=Status("news", line, stays=True))
        self._repaint()

    def hush(self, line: Line) -> None:
        """Take a line away from under the turn bar, if it is still there."""
        if self._desk.status is not None and self._desk.status.line == line:
            self._desk = replace(self._desk, status=None)
            self._repaint()

    def refuse(self, refusal: Refusal) -> None:
        """Say that the server refused the last move; nothing was done."""
        self._situation = replace(self._situation, sending="", slow=False)
        self.say("refused", self.refusal(self._situation, refusal))

    def paint_with(self, palette: Palette) -> None:
        """Change the palette."""
        self._palette = palette
        self._picture = None
        self._strips.clear()
        self._tint(self._line)
        self.refresh()

    # ---- drawing

    def compose(self) -> ComposeResult:
        """Hold the chat line, hidden until it is asked for."""
        self._chat = Entry(max_length=CHAT_LENGTH)
        self._tint(self._chat)
        yield self._chat

    @property
    def _line(self) -> Entry:
        """The chat line."""
        assert self._chat is not None, "nothing is composed yet"
        return self._chat

    def _tint(self, chat: Entry) -> None:
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
        return self.picture(self._situation, self._desk, *self.size, self._palette, typing=self.chatting)

    def _repaint(self, *, on_its_way: Card | None = None) -> None:
        """Paint again and send only what changed to the terminal; a card may be seen once on its way to the pile."""
        older, width, height = self._picture, *self.size
        newer = self._paint()
        if on_its_way is not None and older is not None:
            between = halfway(older, newer, on_its_way, self._palette)
            if between is not None:
                newer = between
                self.set_timer(LASTS_S, self._repaint)
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
        self._place_chat()
        self._painted()
        self._park_cursor()

    # ---- keys and mouse

    def action_press(self, key: str) -> None:
        """Do what a key of the table does now."""
        if self.chatting:
            if key == "back":
                self.close_chat()
            return
        told = interruptions.press(self._situation, self._desk, key)
        self._take(told or self.pressed(self._situation, self._desk, Press(key, self._now_ms())))

    async def take(self, typed: Typed) -> None:
        """Do all that a key or a paste does: to the line of chat, or to the game."""
        if isinstance(typed, events.Paste):
            if self.chatting:
                self._line.put(typed.text)
        elif not self.chatting:
            await self._take_key(typed)
        elif typed.key == "enter":
            self._say_typed()
        elif not await self._line.edited(typed):
            await do(self.screen, typed.key)

    async def _take_key(self, event: events.Key) -> None:
        """Hear letters that pick a meld, do what a key does, and answer keys that do nothing."""
        letter = latin(event.character) if event.character else ""
        if (letter and self._picked(letter)) or await do(self.screen, event.key):
            return
        shown = (event.character or event.key).upper() if event.is_printable else cap_of(event.key)
        self.say("refused", fill(UNKNOWN_KEY, key=shown))

    def _picked(self, letter: str) -> bool:
        """Pick a meld by its letter, if one is asked for."""
        picked = self.picked(self._situation, self._desk, letter, self._now_ms())
        if picked is not None:
            self._take(picked)
        return picked is not None

    def on_click(self, event: events.Click) -> None:
        """Draw from a pile, choose a card, discard the chosen one, press a button."""
        zone = self._painted().at(event.x, event.y)
        if zone is None:
            return
        event.stop()
        if self.chatting:
            if zone.key == "yes":
                self._say_typed()
            elif zone.key == "back":
                self.close_chat()
            return
        if zone.key.startswith(LETTER):
            self._picked(zone.key.removeprefix(LETTER))
        elif zone.key:
            self.action_press(zone.key)
        elif zone.card is not None:
            self._clicked(zone.card)

    def _clicked(self, card: Card) -> None:
        if self._desk.chosen != card:
            self._take(self.chose(self._situation, self._desk, card))
        else:
            self.action_press(self.again(self._situation))

    def on_mouse_scroll_up(self) -> None:
        """Scroll the log back."""
        self._scroll(1)

    def on_mouse_scroll_down(self) -> None:
        """Scroll the log forward."""
        self._scroll(-1)

    def _scroll(self, by: int) -> None:
        self._desk = scrolled(self._situation, self._desk, by)
        self._repaint()

    def _take(self, outcome: Outcome[DeskT]) -> None:
        """Take over the next desk and have done what has to be done."""
        self._desk = outcome.desk
        for effect in outcome.effects:
            if effect == Open("chat"):
                self.open_chat()
            elif self.owner is not None:
                self._tell(self.owner, effect)
        self._repaint()

    def _tell(self, owner: Owner, effect: Effect) -> None:
        match effect:
            case Open(what=what):
                owner.table_asked(what)
            case Note(line=line):
                owner.table_noted(line)
            case _:
                self._situation = replace(self._situation, sending=self.sending(effect))
                owner.table_acted(effect)

    # ---- chat

    @property
    def chatting(self) -> bool:
        """Is the chat line open?"""
        return self.has_class("chatting")

    def open_chat(self) -> None:
        """Open the chat line on the last row; no letter reaches the game until it is closed."""
        chat = self._line
        chat.placeholder = tr("chat, Enter sends, Esc goes back")
        self.add_class("chatting")
        self._place_chat()
        # At once: what comes next in the same burst, be it an arrow, is the line's already.
        self.screen.set_focus(chat, scroll_visible=False)
        self._repaint()

    def _place_chat(self) -> None:
        """Put the chat line over the keys that look; where there is one row of keys, above it."""
        plan = rows(*self.size, cards=self._palette.cards)
        self._line.styles.margin = (0, 0, 1 if plan is not None and plan.key_rows == 1 else 0, 0)

    def close_chat(self) -> None:
        """Close the chat line and keep what was typed as a draft."""
        self.remove_class("chatting")
        self.screen.set_focus(self, scroll_visible=False)
        self._repaint()

    def _say_typed(self) -> None:
        """Send what was typed, or say why not."""
        chat = self._line
        text = chat.value.strip()
        why = kept_back(text)
        if why:
            self.close_chat()
            self.say("refused", (why,))
            return
        link = self._situation.link
        if text and isinstance(link, LinkLost):
            self.close_chat()
            self.say("refused", fill(NO_LINK, retry=link.retry_s))
            return
        chat.value = ""
        self.close_chat()
        if text and self.owner is not None:
            self.owner.table_said(text)


def _typing_keys() -> tuple[Hint, ...]:
    """Return the keys that work while chat is typed: all others are letters then."""
    return Hint("yes", "Enter", (tr(label("Send")),), "gold"), Hint("back", "Esc", (tr(label("Back")),))


AnyCardTable = CardTable[Any, Any, Any]
"""The table of some game."""
