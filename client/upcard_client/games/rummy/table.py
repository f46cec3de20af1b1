"""The rummy table as a widget: what its keys mean, and what it shows."""

from typing import ClassVar, Final

from msgspec.structs import replace
from textual.binding import BindingType

from upcard_client.cardtable.effects import Press
from upcard_client.cardtable.painting import Picture
from upcard_client.cardtable.widget import CardTable
from upcard_client.games.rummy import playing, pressing
from upcard_client.games.rummy.composing import compose
from upcard_client.games.rummy.desk import Desk, Melding, Outcome
from upcard_client.games.rummy.painting import paint
from upcard_client.games.rummy.prompts import refusal_line
from upcard_client.games.rummy.results import as_text, score_sheet
from upcard_client.games.rummy.scene import Scene
from upcard_client.games.rummy.situation import Situation
from upcard_client.keys import RUMMY_KEYS, bindings
from upcard_client.locale import mark, tr
from upcard_client.looks.palette import Palette
from upcard_client.words.phrases import Line
from upcard_protocol.rules.cards import Card
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.games import GameAction
from upcard_protocol.rules.rummy import actions as act

_SENDING: Final[dict[type, str]] = mark(
    {
        act.DrawStock: "your draw",
        act.DrawDiscard: "your take",
        act.Block: "that you leave the discard",
        act.Meld: "your meld",
        act.LayOff: "your lay-off",
        act.TakeBack: "what you take back",
        act.Discard: "your discard",
        act.GoOut: "your last cards",
        act.Call: "your call",
        act.Pass: "your pass",
        act.Ready: "that you are ready",
    }
)


class RummyTable(CardTable[Situation, Desk, Scene]):
    """The whole screen of a table of rummy, at every size."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(RUMMY_KEYS)]

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
        return playing.pick(situation, desk, letter, now_ms)

    def chose(self, situation: Situation, desk: Desk, card: Card) -> Outcome:
        """Put the cursor on a card; while a meld is put together a click ticks it."""
        chosen = pressing.choose(situation, desk, card)
        if isinstance(desk.question, Melding):
            return playing.press(situation, chosen.desk, "discard", 0)
        return chosen

    def again(self, situation: Situation) -> str:
        """Discard the chosen card by a second click, or lay the one that was called."""
        return "yes" if situation.phase == "lay_called" else "discard"

    def leafed(self, situation: Situation, desk: Desk, rows: int) -> Desk:
        """Return the desk with the melds scrolled by some rows."""
        board = situation.board
        most = max(len(board.melds) - 1, 0) if board is not None else 0
        return replace(desk, melds_from=min(max(desk.melds_from + rows, 0), most))

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
        return tr(_SENDING.get(type(action)) or "your move")
