"""The gin table as a widget: what its keys mean, and what it shows."""

from typing import ClassVar, Final

from textual.binding import BindingType

from upcard_client.cardtable.effects import Press
from upcard_client.cardtable.painting import Picture
from upcard_client.cardtable.widget import CardTable
from upcard_client.games.gin import laying, pressing
from upcard_client.games.gin.composing import compose
from upcard_client.games.gin.desk import Desk, Outcome
from upcard_client.games.gin.painting import paint
from upcard_client.games.gin.prompts import refusal_line
from upcard_client.games.gin.scene import Scene
from upcard_client.games.gin.scoresheet import as_text, score_sheet
from upcard_client.games.gin.situation import Situation
from upcard_client.keys import GIN_KEYS, bindings
from upcard_client.locale import mark, tr
from upcard_client.looks.palette import Palette
from upcard_client.words.phrases import Line
from upcard_protocol.rules.cards import Card
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.games import GameAction
from upcard_protocol.rules.gin import actions as act

_SENDING: Final[dict[type, str]] = mark(
    {
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
)


class GinTable(CardTable[Situation, Desk, Scene]):
    """The whole screen of a table of gin, at every size."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(GIN_KEYS)]

    def seat_down(self, situation: Situation, now_ms: int) -> Desk:
        """Return the desk of somebody who comes to this situation."""
        return pressing.follow(None, situation, Desk(order=situation.habits.order), now_ms)

    def follow(self, before: Situation, now: Situation, desk: Desk, now_ms: int) -> Desk:
        """Return the desk after the state moved: questions are withdrawn."""
        return pressing.follow(before, now, desk, now_ms)

    def pressed(self, situation: Situation, desk: Desk, press: Press) -> Outcome:
        """Return what a key leads to."""
        return pressing.press(situation, desk, press)

    def picked(self, situation: Situation, desk: Desk, letter: str, now_ms: int) -> Outcome | None:
        """Lay a card off on the meld with a letter, where one is asked for."""
        return laying.pick(situation, desk, letter, now_ms)

    def chose(self, situation: Situation, desk: Desk, card: Card) -> Outcome:
        """Put the cursor on a card."""
        return pressing.choose(situation, desk, card)

    def again(self, situation: Situation) -> str:
        """Discard the chosen card by a second click, or lay it off."""
        board = situation.board
        lays_off = situation.my_turn and board is not None and board.phase == "layoff"
        return "yes" if lays_off else "discard"

    def pile(self, situation: Situation) -> tuple[Card, ...]:
        """Return the discard pile, the top card last."""
        return situation.board.pile if situation.board is not None else ()

    def compose_scene(self, situation: Situation, desk: Desk) -> Scene:
        """Return what the game shows."""
        return compose(situation, desk)

    def paint(self, scene: Scene, width: int, height: int, palette: Palette) -> Picture:
        """Return a scene as a picture of so many cells."""
        return paint(scene, width, height, palette)

    def sheet_text(self, situation: Situation) -> str:
        """Return the score sheet as plain text, for a file."""
        return as_text(score_sheet(situation))

    def refusal(self, situation: Situation, refusal: Refusal) -> Line:
        """Say a refusal of the rules on the screen."""
        return refusal_line(refusal, situation.names)

    def sending(self, action: GameAction) -> str:
        """Return a move in words while it is on its way."""
        return tr(_SENDING.get(type(action), mark("your move")))
