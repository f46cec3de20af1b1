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

    def on_paste(self, event: events.Paste) -> None:
        """Put in what was pasted as one line, as much of it as there is room for.

        Textual takes the first line, and nothing at all of one that is too long.
        """
        event.stop()
        event.prevent_default()
        line = " ".join(line.strip() for line in event.text.replace("\t", " ").splitlines() if line.strip())
        start, end = sorted(self.selection)
        room = self.max_length - len(self.value) + (end - start) if self.max_length else len(line)
        kept = line[: max(room, 0)]
        if kept != line:
            self.restricted()
        self.replace(kept, start, end)
