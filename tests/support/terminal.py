"""A real terminal to run a command in: tmux on a socket of its own, watched through its control mode.

Nothing is polled: tmux tells of every output, and only then is the screen read again.
"""

import os
import shlex
import subprocess
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

import trio

LIMIT_S: Final = 30.0
"""What one waits for on a screen comes within this time, or it is not coming."""

SESSION: Final = "upcard"

ALL_COLOURS: Final = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
"""What a terminal says of itself that can do everything."""
_THEIRS: Final = ("NO_COLOR", "COLORTERM", "LC_ALL", "LC_CTYPE")
"""What the person who runs the tests says of colours and letters does not count."""


class Terminal:
    """One window. Made by `terminal`."""

    def __init__(self, socket: str) -> None:
        """Speak to a tmux server."""
        self.socket = socket
        self._stirred = trio.Event()

    async def tmux(self, *args: str) -> str:
        """Run a tmux command and return what it prints."""
        done = await trio.run_process(["tmux", "-u", "-L", self.socket, *args], capture_stdout=True)
        return done.stdout.decode()

    async def screen(self) -> str:
        """Return the screen as text."""
        return await self.tmux("capture-pane", "-p", "-t", SESSION)

    async def styled(self) -> str:
        """Return the screen with the sequences that give it its colours, as the terminal has kept them."""
        return await self.tmux("capture-pane", "-e", "-p", "-t", SESSION)

    async def state(self, *formats: str) -> list[str]:
        """Return what tmux knows of the window: `cursor_x`, `alternate_on`, and so on."""
        told = await self.tmux("display-message", "-p", "-t", SESSION, " ".join(f"#{{{name}}}" for name in formats))
        return told.split()

    async def title(self) -> str:
        """Return what the window is called."""
        return (await self.tmux("display-message", "-p", "-t", SESSION, "#{pane_title}")).rstrip("\n")

    async def press(self, *keys: str) -> None:
        """Press keys, by tmux's names, all at once."""
        await self.tmux("send-keys", "-t", SESSION, *keys)

    async def click(self, label: str) -> None:
        """Click with the left button on the first place where a text stands, once it does.

        Raises:
            AssertionError: if it does not come.
        """
        screen = await self.until(label)
        y, line = next((y, line) for y, line in enumerate(screen.splitlines(), 1) if label in line)
        for end in "Mm":
            await self.tmux("send-keys", "-t", SESSION, "-l", f"\x1b[<0;{line.find(label) + 1};{y}{end}")

    async def resize(self, columns: int, rows: int) -> None:
        """Give the window another size, cells."""
        await self.tmux("resize-window", "-t", SESSION, "-x", str(columns), "-y", str(rows))

    async def until(self, seen: str | Callable[[str], bool]) -> str:
        """Return the screen once a text stands on it, or once a condition holds of it.

        Raises:
            AssertionError: with the last screen, if that takes too long.
        """
        holds = seen if callable(seen) else partial(_contains, seen)
        screen = ""
        with trio.move_on_after(LIMIT_S):
            while True:
                self._stirred = trio.Event()
                screen = await self.screen()
                if holds(screen):
                    return screen
                await self._stirred.wait()
        raise AssertionError(f"{seen!r} did not come. The screen:\n{screen}")

    async def watch(self, control: trio.abc.ReceiveStream) -> None:
        """Take notice of every output, for as long as the terminal lives."""
        async with control:
            async for _ in control:
                self._stirred.set()


@asynccontextmanager
async def terminal(
    home: Path,
    command: list[str],
    env: Mapping[str, str],
    *,
    columns: int = 80,
    rows: int = 24,
    says: Mapping[str, str] = ALL_COLOURS,
) -> AsyncGenerator[Terminal]:
    """Run a command in a terminal of that size while the block runs.

    Args:
        home: a directory of the test's own; its name makes the tmux socket's.
        command: the command and its arguments.
        env: its environment.
        columns: the window's width, cells.
        rows: the window's height, cells.
        says: what the environment says of the terminal and its colours.
    """
    window = Terminal(f"upcard-{os.getpid()}-{home.name}")
    kept = {**{name: value for name, value in env.items() if name not in _THEIRS}, "LANG": "C.UTF-8", **says}
    without = [word for name in _THEIRS for word in ("-u", name)]
    words = shlex.join(["env", *without, *(f"{name}={value}" for name, value in kept.items()), *command])
    size = ["-x", str(columns), "-y", str(rows)]
    # The shell stays when the command is over, so that its last words can be read.
    await window.tmux(
        "-f", os.devnull, "new-session", "-d", "-s", SESSION, *size, f"{words}; echo ended $?; exec cat"
    )
    try:
        async with trio.open_nursery() as nursery:
            attach = ["tmux", "-u", "-L", window.socket, "-C", "attach", "-t", SESSION]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
            control: trio.Process = await nursery.start(partial(trio.run_process, attach, check=False, **pipes))
            assert control.stdin is not None
            assert control.stdout is not None
            nursery.start_soon(window.watch, control.stdout)
            async with control.stdin:
                yield window
                nursery.cancel_scope.cancel()
    finally:
        with trio.CancelScope(shield=True):
            await window.tmux("kill-server")


def _contains(text: str, screen: str) -> bool:
    return text in screen
