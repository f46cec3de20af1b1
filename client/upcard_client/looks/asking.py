"""Asks the terminal what it does, all in one go: how light its ground is, and how wide it draws a Hindi vowel sign.

The questions go out before Textual is imported and the answers are read after it, so asking costs no time.
"""

import os
import re
import select
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from msgspec import Struct

WAIT_S: Final = 0.2
"""How long the answers of a terminal on this computer are waited for, seconds from the questions on."""
FAR_WAIT_S: Final = 1.0
"""How long those of a terminal are that is reached over SSH."""
REST_S: Final = 0.5
"""How long the rest of an answer is waited for after that, once it has begun."""

_GROUND_QUESTION: Final = b"\x1b]11;?\x1b\\"
"""The colour of the ground (OSC 11)."""
_WIDTH_QUESTION: Final = b"\r" + "का".encode() + b"\x1b[6n\r\x1b[K"
"""A letter with a vowel sign, the column after it (DSR 6), and the line is clean again."""
LAST_QUESTION: Final = "\x1b[c"
"""What every terminal answers (DA1), so the wait ends early where it does not know the others."""

_OVER_SSH: Final = ("SSH_CONNECTION", "SSH_TTY")
"""What the environment has where the terminal is on another computer."""

_GROUND: Final = re.compile(rb"\x1b\]11;rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})")
_COLUMN: Final = re.compile(rb"\x1b\[\d+;(\d+)R")
_END: Final = re.compile(rb"\x1b\[\?[\d;]*c")
_BEGUN: Final = re.compile(r"\x1b(?:\][^\x07\x1b]*\x1b?|\[\??[\d;]*)?\Z")


class Answers(Struct, frozen=True):
    """What the terminal said.

    Attributes:
        light: whether its ground is light; None if it did not say.
        sign_cells: how many cells a letter takes with a spacing vowel sign, 1 or 2; None if it did not say.
        unicode: whether it took the two for two signs, not for as many as they have bytes; None if it did not say.
    """

    light: bool | None = None
    sign_cells: int | None = None
    unicode: bool | None = None


SILENCE: Final = Answers()
"""The answers of what is no terminal, or of one that does not answer."""


class Asked:
    """Questions that are on their way. The terminal does not echo until the answers are read, so they must be.

    Args:
        source: the file descriptor to read the terminal from.
        sink: the one to write to.
        ground: whether the colour of the ground is asked for.
        width: whether the width of a vowel sign is; that question is in UTF-8.
        wait_s: how long the answers are waited for, seconds.
    """

    def __init__(self, source: int, sink: int, *, ground: bool, width: bool = True, wait_s: float = WAIT_S) -> None:
        self._source = source
        self._restore: Callable[[], None] | None = None
        self._until = time.monotonic() + wait_s
        if sys.platform == "win32":
            return
        import termios
        import tty

        try:
            before = termios.tcgetattr(source)
            tty.setcbreak(source, termios.TCSANOW)
            self._restore = partial(termios.tcsetattr, source, termios.TCSANOW, before)
            asked = ((ground, _GROUND_QUESTION), (width, _WIDTH_QUESTION), (True, LAST_QUESTION.encode()))
            os.write(sink, b"".join(question for wanted, question in asked if wanted))
        except (OSError, termios.error):
            # Not a terminal after all: there is nobody to answer, and `answers` says so.
            return

    def answers(self) -> Answers:
        """Wait for the answers, and let the terminal echo again."""
        if self._restore is None:
            return SILENCE
        try:
            return read_answers(read_until_answered(self._source, self._until))
        except OSError:
            return SILENCE
        finally:
            self._restore()
            self._restore = None


def patience_s(environment: Mapping[str, str]) -> float:
    """Return how long an answer is waited for, seconds: longer where the terminal is on another computer."""
    return FAR_WAIT_S if any(name in environment for name in _OVER_SSH) else WAIT_S


def read_until_answered(source: int, until: float) -> bytes:
    """Read until the terminal has answered the last question, or its time is up, or it has gone.

    Args:
        source: the file descriptor to read the terminal from.
        until: when its time is up, on the monotonic clock.

    Raises:
        OSError: the terminal has gone.
    """
    answer = b""
    while not _END.search(answer):
        # Of an answer that is cut in two, the second half would be read as keys.
        patience = REST_S if _BEGUN.search(answer.decode("latin-1")) else 0
        ready, _, _ = select.select([source], [], [], max(until + patience - time.monotonic(), 0))
        more = os.read(source, 4096) if ready else b""
        if not more:
            break
        answer += more
    return answer


def read_answers(answer: bytes) -> Answers:
    """Return what bytes from a terminal say."""
    found = _COLUMN.search(answer)
    if found is None:
        return Answers(light=_is_light(answer))
    cells = int(found.group(1)) - 1
    if cells in (1, 2):
        return Answers(light=_is_light(answer), sign_cells=cells, unicode=True)
    return Answers(light=_is_light(answer), unicode=False)


def _is_light(answer: bytes) -> bool | None:
    found = _GROUND.search(answer)
    if found is None:
        return None
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in found.groups())
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5
