"""The full-screen client: a Textual app over a `Link`.

The app owns the link and runs it in one worker. When the link has news, the app hands the new model and the news to
the screen that is up; the screens are in `screens`. `run_app` is what the command line calls.
"""

from textual.app import App, ComposeResult
from textual.widgets import Static


class UpcardApp(App[None]):
    """The client on the whole screen."""

    ENABLE_COMMAND_PALETTE = False

    def compose(self) -> ComposeResult:
        """Show what this is until there is more to show."""
        yield Static("Upcard", markup=False)


async def run_app() -> None:
    """Run the client until it is left."""
    await UpcardApp().run_async()
