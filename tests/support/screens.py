"""Drives a scene of the gin table without a terminal: press keys, read the picture."""

from upcard_client.cardtable import interruptions
from upcard_client.cardtable.effects import Effect, Press
from upcard_client.cardtable.painting import Picture
from upcard_client.games.gin.composing import compose
from upcard_client.games.gin.desk import Desk, Outcome
from upcard_client.games.gin.painting import paint
from upcard_client.games.gin.pressing import follow, press
from upcard_client.games.gin.scene import Scene
from upcard_client.games.gin.scenes import SCENES
from upcard_client.games.gin.situation import Situation
from upcard_client.games.gin.stage import Stage
from upcard_client.looks.palette import Palette
from upcard_client.themes import FELT
from upcard_client.widgets.frame import line_text
from upcard_protocol.rules.cards import Card, parse_card
from upcard_protocol.rules.gin.actions import Action

SLOW_MS = 400
"""Between two keys of a person who reads; a question hears its answer after 300."""

FAST_MS = 50
"""Between two keys of a double tap."""


class Player:
    """Somebody before a scene: presses keys, and the engine answers at once."""

    def __init__(self, scene: str | Stage, palette: Palette = FELT) -> None:
        self.stage = SCENES[scene]() if isinstance(scene, str) else scene
        self.palette = palette
        self.now_ms = 10_000
        self.sent: list[Effect] = []
        self.desk = follow(None, self.situation, Desk(), 0)

    @property
    def situation(self) -> Situation:
        return self.stage.situation

    @property
    def scene(self) -> Scene:
        return interruptions.interrupted(self.situation, self.desk, compose(self.situation, self.desk))

    def _pressed(self, key: str) -> Outcome:
        told = interruptions.press(self.situation, self.desk, key)
        return told or press(self.situation, self.desk, Press(key, self.now_ms))

    def press(self, *keys: str, after_ms: int = SLOW_MS) -> "Player":
        """Press keys by their ids, so long after one another."""
        for key in keys:
            self.now_ms += after_ms
            outcome = self._pressed(key)
            self.desk = outcome.desk
            for effect in outcome.effects:
                self.sent.append(effect)
                if isinstance(effect, Action):
                    self._act(effect)
        return self

    def _act(self, action: Action) -> None:
        before = self.situation
        self.stage = self.stage.acted(action)
        self.desk = follow(before, self.situation, self.desk, self.now_ms)

    def choose(self, name: str) -> "Player":
        """Put the cursor on a card with the arrows."""
        for _ in range(12):
            if self.desk.chosen == parse_card(name):
                return self
            self.press("right")
        raise AssertionError(f"{name} cannot be reached")

    @property
    def chosen(self) -> Card | None:
        return self.desk.chosen

    @property
    def status(self) -> str:
        """The line under the turn bar, with its kind before it."""
        status = self.scene.status
        return "" if status is None else f"{status.kind}: {line_text(status.line, self.palette)}"

    @property
    def bar(self) -> str:
        return self.scene.bar.long

    @property
    def cards(self) -> int:
        return len(self.scene.hand.cards)

    def picture(self, width: int = 80, height: int = 24) -> Picture:
        return paint(self.scene, width, height, self.palette)

    def text(self, width: int = 80, height: int = 24) -> str:
        return self.picture(width, height).canvas.text()
