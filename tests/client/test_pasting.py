"""Text that is pasted into a line: one line of it, as much as there is room for."""

import pytest
from textual import events
from textual.app import App, ComposeResult

from upcard_client.widgets.entry import Entry


class OneLine(App[None]):
    def compose(self) -> ComposeResult:
        yield Entry(max_length=10)


@pytest.mark.parametrize(
    ("pasted", "stands"),
    [
        ("hello", "hello"),
        ("hello, everybody", "hello, eve"),
        ("one\r\n  two\n", "one two"),
        ("\n\nhello", "hello"),
        ("a\tb", "a b"),
        ("\n", ""),
        ("", ""),
    ],
)
async def test_what_is_pasted_stands_in_the_line_as_far_as_it_has_room(pasted: str, stands: str) -> None:
    app = OneLine()
    async with app.run_test() as pilot:
        entry = app.query_one(Entry)
        entry.focus()
        await pilot.pause()
        app.post_message(events.Paste(pasted))
        await pilot.pause()
        assert entry.value == stands
        assert entry.cursor_position == len(stands)


async def test_what_is_pasted_goes_where_the_cursor_is_and_leaves_what_stood_there() -> None:
    app = OneLine()
    async with app.run_test() as pilot:
        entry = app.query_one(Entry)
        entry.focus()
        await pilot.press(*"Eleni", "left", "left")
        app.post_message(events.Paste("0123456789"))
        await pilot.pause()
        assert entry.value == "Ele01234ni"
