"""A match played again on the table, step by step.

The table is painted by its game as for somebody who watches; the lines around it are those of the replay.
"""

from collections.abc import Callable
from typing import ClassVar, Final, Literal

from msgspec.structs import replace
from textual.binding import BindingType

from upcard_client.cardtable.painting import Picture
from upcard_client.cardtable.surroundings import Surroundings
from upcard_client.keys import USUAL, Key
from upcard_client.locale import bar, label, mark, short, tr
from upcard_client.replay.moments import Replay
from upcard_client.screens.host import Host
from upcard_client.screens.lookback import save_sheet
from upcard_client.screens.painted import (
    BACK,
    DOWN,
    HELP,
    REDRAW,
    RULES,
    SETTINGS,
    UP,
    PaintedScreen,
    hint,
    key_bindings,
)
from upcard_client.screens.reader import Block, ReaderScreen, TextPage
from upcard_client.screens.surface import Surface
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.frame import (
    Bar,
    Header,
    Hint,
    LogLine,
    Status,
    Zone,
    clock_text,
    paint_bar,
    paint_buttons,
    paint_header,
    paint_looks,
)
from upcard_client.widgets.sizes import Rows
from upcard_client.widgets.toosmall import paint_too_small
from upcard_client.words.phrases import Line, sentence

PREVIOUS, NEXT = (
    Key("left", ("left",), "Left", label("Back"), mark("a step back")),
    Key("right", ("right", "space"), "Right", label("Step"), mark("a step forward")),
)
HAND_BACK, HAND_ON = (
    Key("hand_back", ("pageup",), "PgUp", label("Hand"), mark("to the beginning of the hand, or of the one before")),
    Key("hand_on", ("pagedown",), "PgDn", label("Next hand"), mark("to the next hand")),
)
FIRST, LAST = (
    Key("first", ("home",), "Home", label("Start"), mark("to the beginning of the match")),
    Key("last", ("end",), "End", label("End"), mark("to the last step")),
)
RESULT = Key("yes", ("enter",), "Enter", label("Result"), mark("the result of a hand that is over"))
SWAP = Key("swap", ("s",), "S", label("Swap sides"), mark("swap the sides, or look at the other hand of partners"))
SCORE, SAVE, LOG = USUAL["score"], USUAL["save"], USUAL["log"]
TABLE = Key("retry", ("r",), "R", label("Table"), mark("from a result or a score sheet back to the table"))

_LOOKS: Final = (RESULT, SCORE, SAVE, TABLE, LOG, SWAP, RULES, SETTINGS, BACK)

_STEPS: Final = (PREVIOUS, NEXT, HAND_BACK, HAND_ON, FIRST, LAST)


def help_page() -> TextPage:
    """Return the help of a replay."""
    return TextPage(
        tr("Help: a replay"),
        (
            Block(tr("Steps"), tuple((key.cap, tr(key.sentence)) for key in _STEPS)),
            Block(tr("Looks"), tuple((key.cap, tr(key.sentence)) for key in _LOOKS)),
        ),
        tr("Nothing here changes anything: it has been played."),
    )


Cover = Literal["", "result", "score", "log"]
"""What covers the table."""

_OVERLAYS: Final[dict[Cover, Literal["", "log", "score", "look"]]] = {
    "": "look",
    "result": "",
    "score": "score",
    "log": "log",
}
"""What each is called at a table in play, where the result covers the cards until one looks at them."""


class ReplayScreen(PaintedScreen):
    """Steps through a match.

    Args:
        host: the app.
        replay: the match.
        leave: takes the screen away.
        place: the moment that is shown first.
    """

    KEYS = (
        PREVIOUS,
        NEXT,
        HAND_BACK,
        HAND_ON,
        FIRST,
        LAST,
        RESULT,
        SWAP,
        SCORE,
        SAVE,
        TABLE,
        LOG,
        UP,
        DOWN,
        HELP,
        SETTINGS,
        RULES,
        REDRAW,
        BACK,
    )
    BINDINGS: ClassVar[list[BindingType]] = key_bindings(KEYS)

    def __init__(self, host: Host, replay: Replay, leave: Callable[[], None], place: int = 0) -> None:
        super().__init__(host)
        self.replay = replay
        self.place = place
        self._leave = leave
        self._covered_by: Cover = ""
        self._swapped = False
        self._scroll = 0
        self._rows = 0
        # Only its painting is used: which keys there are is the replay's own affair.
        self._table = replay.front.table(self._situation(), host.palette)
        self._sided = replay.seen(0).me is None and self._has_sides()

    # ---- keys

    def pressed(self, key: str) -> None:
        """Step, jump, cover and uncover the table, or leave."""
        replay = self.replay
        match key:
            case "left":
                self._go(self.place - 1, tr("This is the beginning of the match."))
            case "right":
                self._go(self.place + 1, tr("This is the last step."))
            case "hand_back":
                self._go(replay.hand_before(self.place))
            case "hand_on":
                self._go(replay.hand_after(self.place))
            case "first":
                self._go(0)
            case "last":
                self._go(len(replay.moments) - 1)
            case "yes" if self._over:
                self._show("result")
            case "yes":
                self.say("refused", tr("The hand is not over here: its result is at its end."))
            case "retry":
                self._show("")
            case "save":
                self._save()
            case "score" | "log" as cover:
                self._show(cover)
            case "up" | "down" if self._covered_by in ("log", "score"):
                self._turn(1 if key == "up" else -1)
            case "up" | "down":
                self._leaf(1 if key == "down" else -1)
            case "swap" if not self._sided:
                self.say("refused", tr("There are no sides to swap here."))
            case "swap":
                self._swapped = not self._swapped
            case "back" if self._covered_by:
                self._show("")
            case "back":
                self._leave()
            case _:
                self._open(key)

    def _open(self, key: str) -> None:
        match key:
            case "help":
                self.host.open(ReaderScreen(self.host, (help_page(),)))
            case "settings":
                self.host.open_settings()
            case "rules":
                self.host.open_rules(self.replay.table.options, self.replay.table.game)
            case "redraw":
                self.refresh_model(anew=True)
            case _:
                pass

    def _save(self) -> None:
        """Write the score sheet as it stands at this step."""
        if self._covered_by != "score":
            self.say("refused", tr("X saves the score sheet: O shows it."))
            return
        text, now = self._table.sheet_text(self._situation()), self.host.server_ms()
        self._covered_by, self.status = "", save_sheet(self.host.shelf, self.replay.names, text, now)

    def _go(self, place: int, why_not: str = "") -> None:
        """Go to a moment, or say why there is none."""
        if not 0 <= place < len(self.replay.moments):
            self.say("news", why_not)
            return
        self.place = place
        self._covered_by, self._scroll = "", 0

    def _show(self, cover: Cover) -> None:
        """Cover the table; the same again uncovers it."""
        self._covered_by = "" if cover == self._covered_by else cover
        self._scroll = 0

    def on_surface_turned(self, event: Surface.Turned) -> None:
        """Step with the wheel; scroll where the log covers the table."""
        if self._covered_by in ("log", "score"):
            self.action_press("down" if event.by > 0 else "up")
        else:
            self.action_press("right" if event.by > 0 else "left")

    def _turn(self, by: int) -> None:
        """Scroll the log back by some lines, the score sheet by some hands, never past the first one."""
        many = len(self.replay.log(self.place)) if self._covered_by == "log" else len(self.replay.hands) - 1
        self._scroll = max(0, min(self._scroll + by, many))

    def _leaf(self, by: int) -> None:
        """Scroll what lies on the table, where there is more of it than has room."""
        situation = self._situation()
        desk = self._table.seat_down(situation, 0)
        now, then = (self._table.leafed(situation, desk, rows) for rows in (self._rows, self._rows + by))
        if now != then:
            self._rows += by
        elif self._table.leafed(situation, desk, 1) == desk:
            self.say("refused", tr("Up and Down scroll the log: L shows it."))

    # ---- picture

    @property
    def _over(self) -> bool:
        return self.replay.front.following.hand_over(self.replay.moments[self.place].match)

    def _situation(self) -> Surroundings:
        replay = self.replay
        log = tuple(LogLine(line) for line in replay.log(self.place))
        return replay.front.situation(replay.seen(self.place), Surroundings(names=replay.names, log=log))

    def _picture(self, width: int, height: int) -> Picture:
        situation = self._situation()
        desk = replace(
            self._table.leafed(situation, self._table.seat_down(situation, 0), self._rows),
            overlay=_OVERLAYS[self._covered_by],
            status=self._status(),
            swapped=self._swapped,
            scroll=self._scroll,
        )
        return self._table.picture(situation, desk, width, height, self.host.palette)

    def _has_sides(self) -> bool:
        """Tell whether this game shows other players, or in another place, once the sides are swapped."""
        before, self._swapped = self._picture(80, 24), True
        after, self._swapped = self._picture(80, 24), False
        return before.canvas.text() != after.canvas.text()

    def paint(self, canvas: Canvas) -> list[Zone]:
        """Paint the table as it was, and the replay's own lines around it."""
        palette = self.host.palette
        picture = self._picture(canvas.width, canvas.height)
        plan = picture.rows
        if plan is None:
            paint_too_small(canvas, self._bar.short, palette)
            return []
        canvas.blit(0, 0, picture.canvas)
        if self._covered_by in ("result", "score"):
            return [zone for zone in picture.zones if zone.key in ("score", "save", "retry", "back")]
        return self._frame(canvas, plan)

    def _frame(self, canvas: Canvas, plan: Rows) -> list[Zone]:
        palette = self.host.palette
        paint_header(canvas, self._header(), palette)
        paint_bar(canvas, plan.bar, self._bar, palette)
        canvas.fill(0, plan.keys, plan.width, plan.key_rows, palette.table)
        left = 1 if plan.width >= 60 else 0
        if plan.key_rows == 1:
            return paint_buttons(canvas, left, plan.keys, (*self._moves(), hint(BACK)), palette, plan.width - left)
        zones = paint_buttons(canvas, left, plan.keys, self._moves(), palette, plan.width - left)
        return [*zones, *paint_looks(canvas, plan.keys + 1, self._looks(), palette)]

    @property
    def _bar(self) -> Bar:
        """Where one is."""
        replay = self.replay
        hand, step, steps = replay.hand_at(self.place)
        words = tr(
            bar("Hand {hand} of {hands}: step {step} of {steps}"),
            hand=hand,
            hands=len(replay.hands),
            step=step,
            steps=steps,
        )
        brief = tr(short("Hand {hand}: {step} of {steps}"), hand=hand, step=step, steps=steps)
        at_s = replay.moments[self.place].at_ms // 1000
        return Bar(kind="turn", long=words, short=brief, right=clock_text(at_s) if replay.clocked else "")

    def _header(self) -> Header:
        replay = self.replay
        hand, _, _ = replay.hand_at(self.place)
        headline = replay.front.rulebook.headline(replay.table.game)
        return Header(
            title=tr("Replay"),
            parts=(" - ".join(replay.names), tr("hand {number}", number=hand), headline),
            link=tr("{page} of {pages}", page=self.place + 1, pages=len(replay.moments)),
        )

    def _status(self) -> Status:
        """Return the answer to the last key, or what happened."""
        if self.status is not None:
            return self.status
        told: list[Line] = list(self.replay.moments[self.place].told) or [(tr("Nothing has happened yet"),)]
        return Status("news", _joined(told))

    def _moves(self) -> tuple[Hint, ...]:
        first, last = self.place == 0, self.place == len(self.replay.moments) - 1
        moves = (
            hint(PREVIOUS, off=first),
            hint(NEXT, gold=not last, off=last),
            hint(HAND_BACK, off=first),
            hint(HAND_ON, off=last),
            hint(FIRST, off=first),
            hint(LAST, off=last),
        )
        return (*moves, hint(RESULT, gold=last)) if self._over else moves

    def _looks(self) -> tuple[Hint, ...]:
        swap = (hint(SWAP),) if self._sided else ()
        return (
            *swap,
            hint(LOG),
            hint(SCORE),
            hint(RULES),
            hint(HELP),
            hint(BACK, label("Close" if self._covered_by else "Leave")),
        )


def _joined(lines: list[Line]) -> Line:
    """Return lines one behind the other, each ending like a sentence but the last."""
    joined, *others = lines
    for line in others:
        match joined:
            case (*before, str() as last):
                joined = (*before, sentence(last), "  ", *line)
            case _:
                joined = (*joined, sentence(""), "  ", *line)
    return joined
