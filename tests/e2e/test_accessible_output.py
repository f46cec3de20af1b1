"""What magnifiers, braille displays and people in another window are given: cursor, title, bell, and plain lines."""

import json
import os
import re
import signal
from pathlib import Path
from typing import Any, Final

import pytest
import trio

from tests.support.capture import Capture, captured
from tests.support.commands import BIN, surroundings
from tests.support.terminal import terminal

SOLO: Final = [str(BIN / "upcard"), "solo", "--name", "Mira", "--pace", "0"]

REFLEX_S: Final = 0.4
"""A question hears no answer for 300 ms, so that nobody answers by reflex; the screen does not tell."""

TITLE: Final = "\x1b]2;● Your turn – Gin rummy\x07"
SHOWN, HIDDEN = "\x1b[?25h", "\x1b[?25l"
HOME_CARD: Final = "\x1b[16;4H"
"""Moves the cursor to where the first card of a hand stands at 80x24."""

MOUSE_MODES: Final = {"9", "1000", "1001", "1002", "1003", "1005", "1006", "1015", "1016"}
"""The private modes in which a terminal reports the mouse, or the way in which it does."""


def on_the_whole_screen(home: Path, **settings: Any) -> dict[str, str]:
    """Return surroundings of somebody who has played before, with these settings, at a capable terminal."""
    file = home / "config" / "upcard" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"name": "Mira", "learned": ["gin"], **settings}))
    return {**surroundings(home), "TERM": "xterm-256color", "COLORTERM": "truecolor"}


def cursor_orders(screen: Capture) -> list[str]:
    """Return in order how the cursor was shown and hidden."""
    return re.findall(r"\x1b\[\?25[hl]", screen.text)


def modes_set(screen: Capture) -> set[str]:
    """Return the private modes that were set."""
    modes = re.findall(r"\x1b\[\?([\d;]+)h", screen.text)
    return {mode for several in modes for mode in several.split(";")}


async def test_the_hidden_cursor_is_parked_on_the_chosen_card_and_ones_turn_is_heard(tmp_path: Path) -> None:
    async with captured(SOLO, on_the_whole_screen(tmp_path), columns=80, rows=24) as screen:
        await screen.until(TITLE)
        assert b"\x07\x1b]2;\xe2\x97\x8f" in screen.written, "the bell rings at one's turn"
        await screen.type("\x1b[H")
        await screen.until(HOME_CARD)
        await screen.type("\x1b[C")
        await screen.until("\x1b[16;")
        assert set(cursor_orders(screen)) == {HIDDEN}
        assert modes_set(screen) & MOUSE_MODES, "the mouse plays"


async def test_a_cursor_that_one_wants_to_see_stays_and_a_mouse_that_one_does_not_want_is_left_alone(
    tmp_path: Path,
) -> None:
    async with captured(
        SOLO, on_the_whole_screen(tmp_path, show_cursor=True, mouse=False, bell_turn=False), columns=80, rows=24
    ) as screen:
        await screen.until(TITLE)
        await screen.type("\x1b[H")
        await screen.until(HOME_CARD)
        assert cursor_orders(screen) == [HIDDEN, SHOWN], "Textual hides it as it starts, and then never again"
        assert b"\x07\x1b]2;\xe2\x97\x8f" not in screen.written
        screen.process.send_signal(signal.SIGTSTP)
        await screen.until("\x1b[?1049l")
        await trio.to_thread.run_sync(os.waitid, os.P_PID, screen.process.pid, os.WSTOPPED | os.WNOWAIT)
        screen.process.send_signal(signal.SIGCONT)
        await screen.until(HIDDEN, SHOWN, TITLE)
        assert cursor_orders(screen)[-1] == SHOWN, "whoever was away finds it again"
        assert not modes_set(screen) & MOUSE_MODES


@pytest.mark.tmux
async def test_the_window_says_whose_turn_it_is_and_has_its_own_title_back_at_the_end(tmp_path: Path) -> None:
    async with terminal(tmp_path, SOLO, on_the_whole_screen(tmp_path)) as window:
        await window.until("YOUR TURN")
        assert await window.title() == "● Your turn – Gin rummy"
        await window.press("C-q")
        await window.until("Quit?")
        await trio.sleep(REFLEX_S)
        await window.press("Enter")
        await window.until("ended 0")
        assert "Gin rummy" not in await window.title()
