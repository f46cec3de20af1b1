"""An app that hears keys one by one, each only when all before it have done what they do.

Textual hands a key to the focused widget and does what it is bound to only once the key has come back up to the app.
Of letters that are read in one go, from a fast typist, over a slow line or out of a paste, the later ones would have
gone to the picture before the first has opened the line that they were meant for, or to a screen that is not there
yet. Here nothing is handed on: the screen takes each key, and what is pasted, before the next is looked at.
"""

from typing import Any, Protocol, cast

from textual import events
from textual.app import App
from textual.screen import Screen
from textual.widget import AwaitMount

from upcard_client.looks.readying import driver

Typed = events.Key | events.Paste
"""What comes from the keyboard."""


class Listener(Protocol):
    """A screen or a widget to which everything typed goes."""

    @property
    def is_mounted(self) -> bool:
        """Is it ready?"""
        ...

    async def take(self, typed: Typed) -> None:
        """Do all that a key or a paste does."""
        ...


async def do(screen: Screen[Any], key: str) -> bool:
    """Do what a key is bound to on a screen, or in its app; False if it is to nothing.

    Args:
        screen: the topmost screen.
        key: the key, in Textual's name.
    """
    app = cast("App[Any]", screen.app)  # pyright: ignore[reportUnknownMemberType] - its result type is open
    # Textual's own search: whatever has nothing to do, as copying with nothing selected, leaves a key to the next.
    search = app._check_bindings  # pyright: ignore[reportPrivateUsage] - it has no public one
    return await search(key, priority=True) or await search(key)


class AttentiveApp(App[None]):
    """The app: `listener` says who hears what is typed."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, *, ansi_color: bool) -> None:
        super().__init__(driver_class=driver(), ansi_color=ansi_color)
        self._early: list[Typed] = []
        """What was typed while the server's news brought the next screen."""
        self._opening: AwaitMount | None = None

    @property
    def listener(self) -> Listener | None:
        """Who hears what is typed; None leaves it to Textual."""
        return None

    async def on_event(self, event: events.Event) -> None:
        """Have what is typed heard in order; everything else is Textual's."""
        listener = self.listener if isinstance(event, Typed) and not event.is_forwarded else None
        if listener is None or not isinstance(event, Typed):
            await super().on_event(event)
        elif self._early or not listener.is_mounted:
            self._early.append(event)
            if len(self._early) == 1:
                self._catch_up_later()
        else:
            await self._hear(listener, event)

    async def _hear(self, listener: Listener, typed: Typed) -> None:
        """Have something heard; where it opens a screen, the next is only looked at when that is there."""
        await listener.take(typed)
        opening, self._opening = self._opening, None
        if opening is not None:
            await opening

    def show_above(self, screen: Screen[None]) -> None:
        """Show a screen above the present one."""
        self._opening = self.push_screen(screen)

    def _catch_up_later(self) -> None:
        """Go on as soon as the screen on its way is there: it takes no message before."""
        self.screen.call_later(self._catch_up)

    async def _catch_up(self) -> None:
        while self._early and (listener := self.listener) is not None and listener.is_mounted:
            # It stays in its place until it is done, so that whatever comes meanwhile waits behind it.
            await self._hear(listener, self._early[0])
            del self._early[0]
        if self._early:
            self._catch_up_later()
