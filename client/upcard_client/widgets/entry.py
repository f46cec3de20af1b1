"""A line to type into."""

from textual import events
from textual.widgets import Input


class Entry(Input):
    """A line whose cursor does not blink, and whose keys count in the order in which they were pressed.

    Textual does what a key is bound to (Backspace, an arrow, Ctrl+U) only once the key has come up to the app;
    letters that are read together with it, from a fast typist or over a slow line, would overtake it.
    """

    def __init__(self, *, max_length: int = 0) -> None:
        super().__init__(max_length=max_length, compact=True, select_on_focus=False)
        self.cursor_blink = False

    async def on_key(self, event: events.Key) -> None:
        """Do at once what a key does to the line."""
        bound = None if event.is_printable else self.screen.active_bindings.get(event.key)
        if bound is None or not bound.enabled or bound.node is not self:
            return
        # A line has nothing to scroll: Up and Down are the screen's, which takes what was typed and goes on.
        if not bound.binding.action.startswith("scroll_"):
            event.stop()
            event.prevent_default()
            await self.run_action(bound.binding.action)
