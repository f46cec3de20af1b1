"""A line to type into."""

from textual import events
from textual.widgets import Input


class Entry(Input):
    """A line whose cursor does not blink; whoever hears the keys hands it those that are for it, one by one."""

    def __init__(self, *, max_length: int = 0) -> None:
        super().__init__(max_length=max_length, compact=True, select_on_focus=False)
        self.cursor_blink = False

    async def edited(self, event: events.Key) -> bool:
        """Do what a key does to the line: a letter, Backspace, an arrow; False if it does nothing to it."""
        if event.is_printable:
            self.replace(event.character or "", *self.selection)
            return True
        bound = self.screen.active_bindings.get(event.key)
        # Enter is the screen's, and so are Up and Down, which take what was typed and go on: a line has no rows.
        mine = bound is not None and bound.enabled and bound.node is self
        if bound is None or not mine or bound.binding.action.startswith(("scroll_", "submit")):
            return False
        await self.run_action(bound.binding.action)
        return True

    def on_paste(self, event: events.Paste) -> None:
        """Put in what was pasted."""
        event.stop()
        event.prevent_default()
        self.put(event.text)

    def put(self, text: str) -> None:
        """Put in a text as one line, as much of it as there is room for.

        Textual takes the first line, and nothing at all of one that is too long.
        """
        line = " ".join(line.strip() for line in text.replace("\t", " ").splitlines() if line.strip())
        start, end = sorted(self.selection)
        room = self.max_length - len(self.value) + (end - start) if self.max_length else len(line)
        kept = line[: max(room, 0)]
        if kept != line:
            self.restricted()
        self.replace(kept, start, end)
