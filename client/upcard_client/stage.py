"""`upcard --scene NAME`: a scene in the terminal, without a server, for pictures and acceptance checks."""

from collections.abc import Callable

from msgspec.structs import replace
from textual.app import App, ComposeResult

from upcard_client.cardtable.widget import CardTable, milliseconds
from upcard_client.games.gin.situation import Situation
from upcard_client.games.gin.table import GinTable
from upcard_client.scenes import SCENES, Stage
from upcard_client.themes import FELT, Palette
from upcard_client.widgets.frame import LogLine


class StageApp(App[None]):
    """One scene, played on by the engine itself.

    Args:
        name: a scene of `SCENES`.
        palette: colours and signs.
        freeze: stop the clock, so that nothing is drawn without a key.
        now_ms: the clock by which questions wait for their answer.
    """

    ENABLE_COMMAND_PALETTE = False
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
        self._stage: Stage = SCENES[name]()
        self._palette = palette
        self._freeze = freeze
        self._now_ms = now_ms

    @property
    def table(self) -> GinTable:
        """The table."""
        return self.query_one(GinTable)

    def compose(self) -> ComposeResult:
        """Show the table."""
        yield GinTable(self._stage.situation, self._palette, now_ms=self._now_ms)

    def on_mount(self) -> None:
        """Start the clock."""
        self.table.focus()
        if not self._freeze:
            self.set_interval(1, self._tick)

    def _tick(self) -> None:
        clock = self._stage.clock
        if clock is not None and clock.left_s > 0:
            self._set(replace(self._stage, clock=replace(clock, left_s=clock.left_s - 1)))

    def _set(self, stage: Stage) -> None:
        self._stage = stage
        self.table.show(self._shown())

    def _shown(self) -> Situation:
        return self._stage.situation

    def on_card_table_act(self, message: CardTable.Act) -> None:
        """Apply a move."""
        self._set(self._stage.acted(message.action))

    def on_card_table_said(self, message: CardTable.Said) -> None:
        """Show one's own chat."""
        self._set(self._stage.said("You", message.text))

    def on_card_table_noted(self, message: CardTable.Noted) -> None:
        """Put a line into the log."""
        self._set(replace(self._stage, log=(*self._stage.log, LogLine(message.line, "mine"))))

    def on_card_table_asked(self, message: CardTable.Asked) -> None:
        """Leave on quit; say what else was asked for."""
        match message.what:
            case "quit":
                self.exit()
            case "redraw":
                self.refresh(layout=True)
            case _:
                self.table.say("news", (f"Asked for: {message.what}. A scene has no server.",))


def run_scene(name: str, palette: Palette = FELT, *, freeze: bool = False) -> None:
    """Show a scene until Ctrl+Q.

    Raises:
        KeyError: if there is no scene of this name; `SCENES` has them.
    """
    StageApp(name, palette, freeze=freeze).run()
