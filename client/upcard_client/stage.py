"""`upcard --scene NAME`: a scene in the terminal, without a server, for pictures and acceptance checks."""

from collections.abc import Callable
from typing import Final

from textual.app import ComposeResult

from upcard_client.attentive import AttentiveApp, Listener
from upcard_client.cardtable.effects import Opening
from upcard_client.cardtable.stage import Stage
from upcard_client.cardtable.widget import AnyCardTable, milliseconds
from upcard_client.games.fronts import FRONTS
from upcard_client.games.gin import scenes as gin
from upcard_client.games.rummy import scenes as rummy
from upcard_client.looks.palette import Palette
from upcard_client.themes import FELT
from upcard_client.words.phrases import Line
from upcard_protocol.rules.games import GameAction

STAGES: Final[dict[str, Callable[[], Stage]]] = {**gin.SCENES, **rummy.SCENES}
"""The scenes of every game by name."""


class StageApp(AttentiveApp):
    """One scene, played on by the engine itself.

    Args:
        name: a scene of `STAGES`.
        palette: colours and signs.
        freeze: stop the clock, so that nothing is drawn without a key.
        now_ms: the clock by which questions wait for their answer.
    """

    CSS = "Screen { overflow: hidden; }"

    def __init__(
        self,
        name: str,
        palette: Palette = FELT,
        *,
        freeze: bool = False,
        now_ms: Callable[[], int] = milliseconds,
    ) -> None:
        super().__init__(ansi_color=palette.outlined)
        self._stage: Stage = STAGES[name]()
        self._freeze = freeze
        self._table = FRONTS[self._stage.game].table(self._stage.situation, palette, now_ms)
        self._table.owner = self

    @property
    def table(self) -> AnyCardTable:
        """The table."""
        return self._table

    @property
    def listener(self) -> Listener:
        """The table hears what is typed."""
        return self._table

    def compose(self) -> ComposeResult:
        """Show the table."""
        yield self._table

    def on_mount(self) -> None:
        """Start the clock."""
        self.table.focus()
        if not self._freeze:
            self.set_interval(1, self._tick)

    def on_terminal_gone(self) -> None:
        """Leave where there is no terminal any more."""
        self.exit()

    def _tick(self) -> None:
        self._set(self._stage.ticked())

    def _set(self, stage: Stage) -> None:
        self._stage = stage
        self.table.show(stage.situation)

    def table_acted(self, action: GameAction) -> None:
        """Apply a move."""
        self._set(self._stage.acted(action))

    def table_said(self, text: str) -> None:
        """Show one's own chat."""
        self._set(self._stage.said("You", text))

    def table_noted(self, line: Line) -> None:
        """Put a line into the log."""
        self._set(self._stage.noted(line))

    def table_asked(self, what: Opening) -> None:
        """Leave on quit; say what else was asked for."""
        match what:
            case "quit":
                self.exit()
            case "redraw":
                self.refresh(layout=True)
            case _:
                self.table.say("news", (f"Asked for: {what}. A scene has no server.",))


def run_scene(name: str, palette: Palette = FELT, *, freeze: bool = False) -> None:
    """Show a scene until Ctrl+Q.

    Raises:
        KeyError: if there is no scene of this name; `STAGES` has them.
    """
    StageApp(name, palette, freeze=freeze).run()
