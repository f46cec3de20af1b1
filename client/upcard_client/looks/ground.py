"""Asks the terminal whether its own ground is light or dark (OSC 11), before anything is drawn."""

import os
import re
import select
import sys
import time
from typing import Final

WAIT_S: Final = 0.2
"""How long the answer is waited for, seconds."""

_QUESTION: Final = b"\x1b]11;?\x1b\\\x1b[c"
"""The colour of the ground, then what every terminal answers: so the wait ends early where the first is not known."""
_GROUND: Final = re.compile(rb"\x1b\]11;rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})")
_END: Final = re.compile(rb"\x1b\[\?[\d;]*c")


def ground_is_light(source: int, sink: int) -> bool | None:
    """Return whether the terminal's ground is light; None if it does not say.

    Args:
        source: the file descriptor to read the terminal from.
        sink: the one to write to.
    """
    if sys.platform == "win32":
        return None
    import termios
    import tty

    try:
        before = termios.tcgetattr(source)
        try:
            tty.setcbreak(source, termios.TCSANOW)
            os.write(sink, _QUESTION)
            answer = _answer(source)
        finally:
            termios.tcsetattr(source, termios.TCSANOW, before)
    except (OSError, termios.error):
        return None
    return is_light(answer)


def _answer(source: int) -> bytes:
    """Read until the terminal has answered, or its time is up."""
    answer = b""
    until = time.monotonic() + WAIT_S
    while not _END.search(answer):
        ready, _, _ = select.select([source], [], [], max(until - time.monotonic(), 0))
        if not ready:
            break
        answer += os.read(source, 256)
    return answer


def is_light(answer: bytes) -> bool | None:
    """Return whether an answer names a light colour; None if it names none."""
    found = _GROUND.search(answer)
    if found is None:
        return None
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in found.groups())
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5
