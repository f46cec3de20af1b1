"""Parts what a terminal sends into keys, pastes and what is neither.

Textual's parser takes whatever it does not know for letters that were typed, as it does the halves of a sequence that
a slow line has cut in two, and what stands in a paste behind an escape. Here it is given whole sequences alone, and
of those only what is a key or the mouse.
"""

import re
import time
from collections.abc import Callable, Generator, Iterator
from typing import Final

from textual import events

# Textual has no public parser. What is used of it is what a driver of Textual's own uses.
from textual._xterm_parser import XTermParser
from textual.message import Message

REST_S: Final = 1.0
"""How long the rest of a sequence is waited for that nobody can have typed, seconds."""
PASTE_REST_S: Final = 5.0
"""How long the rest of a paste is: what comes after that would be keys, and before it there are none."""
LONGEST_KEY: Final = 32
"""Characters of the longest sequence that can be a key; of a longer one Textual makes letters."""
LONGEST_PASTE: Final = 65536
"""Characters of a paste that are kept: no line has room for more."""

_PASTE: Final = "\x1b[200~"
_PASTED: Final = "\x1b[201~"
_SEQUENCE: Final = re.compile(
    r"\x1b(?:"
    r"\[\[[A-E]"  # the function keys of the Linux console
    r"|\[M[^\x1b]{3}"  # the mouse as old terminals report it
    r"|\[[0-?]*[ -/]*[@-Z\\-~]"
    r"|O[\x40-\x7e]"
    r"|(?P<said>\]\d+;[^\x07\x1b]*(?:\x07|\x1b\\)|P[\d;>!+$=][^\x1b]*\x1b\\|_G[^\x1b]*\x1b\\)"
    r")"
)
"""A whole sequence; `said` is what terminals say of themselves."""
_BEGUN: Final = re.compile(
    r"\x1b(?:\[\[?|\[M[^\x1b]{0,2}|\[[0-?]*[ -/]*|O"
    r"|\](?:\d+(?:;[^\x07\x1b]*\x1b?)?)?|P(?:[\d;>!+$=][^\x1b]*\x1b?)?|_(?:G[^\x1b]*\x1b?)?)?\Z"
)
"""A sequence so far."""
_WITH_STATE: Final = re.compile(r"\x1b\[(?:M...|<?[-\d;]+[mM]|48;[\d:;]+t)", re.DOTALL)
"""The mouse and the size: what is told of them is told in relation to what was told before."""
_CUT_OFF: Final = re.compile(r"\[[\d;<?]*[@-~]|O[A-DFHP-S]\Z|\]\d+;")
"""What an escape that came alone was the beginning of."""
_WITH_ALT: Final = re.compile(r"\x1b[^\x1b]?", re.DOTALL)
"""An escape alone, or a key that was held with Alt."""


class Sequences:
    """Reads what one terminal sends.

    Args:
        now: a clock, seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._parser = XTermParser()
        self._begun = ""
        self._paste: str | None = None
        self._heard = now()
        self._alone: float | None = None

    def hear(self, typed: str) -> Iterator[Message]:
        """Return what was typed, pasted or done with the mouse; what has begun waits for its rest."""
        self._heard = self._now()
        if self._alone is not None and self._heard - self._alone < REST_S and _CUT_OFF.match(typed):
            typed = f"\x1b{typed}"
        self._alone = None
        typed, self._begun = self._begun + typed, ""
        while typed:
            if self._paste is not None:
                typed = yield from self._pasted(typed)
            elif not typed.startswith("\x1b"):
                text, escape, rest = typed.partition("\x1b")
                yield from self._parser.feed(text)
                typed = escape + rest
            elif _BEGUN.match(typed):
                self._begun, typed = typed, ""
            else:
                typed = yield from self._sequence(typed)

    def wait(self) -> Iterator[Message]:
        """Return what nothing more belongs to. To be called whenever nothing came for a tenth of a second."""
        if self._begun == "\x1b" and self._paste is None:
            self._begun, self._alone = "", self._now()
            yield from _with_alt("\x1b")
        elif self._paste is not None:
            if self._now() - self._heard >= PASTE_REST_S:
                self._begun = ""
                yield self._end_of_paste("")
        elif self._begun and self._now() - self._heard >= REST_S:
            begun, self._begun = self._begun, ""
            if _WITH_ALT.fullmatch(begun):
                yield from _with_alt(begun)

    def _sequence(self, typed: str) -> Generator[Message, None, str]:
        """Read the sequence at the beginning, and return the rest."""
        found = _SEQUENCE.match(typed)
        if found is None:
            alone = typed[1] == "\x1b"
            yield from _with_alt(typed[: 1 if alone else 2])
            return typed[1 if alone else 2 :]
        whole = found.group()
        if whole == _PASTE:
            self._paste = ""
        elif _WITH_STATE.fullmatch(whole):
            yield from self._parser.feed(whole)
        elif not found["said"] and len(whole) <= LONGEST_KEY:
            # Whatever it does not know stays in this parser, and is no key.
            yield from XTermParser().feed(whole)
        return typed.removeprefix(whole)

    def _pasted(self, typed: str) -> Generator[Message, None, str]:
        """Take what is pasted, and return what comes after it."""
        text, end, rest = typed.partition(_PASTED)
        if end:
            yield self._end_of_paste(text)
            return rest
        kept = next((n for n in range(len(_PASTED) - 1, 0, -1) if text.endswith(_PASTED[:n])), 0)
        self._begun = text[len(text) - kept :]
        self._paste = f"{self._paste}{text.removesuffix(self._begun)}"[:LONGEST_PASTE]
        return ""

    def _end_of_paste(self, text: str) -> events.Paste:
        pasted, self._paste = f"{self._paste}{text}"[:LONGEST_PASTE], None
        return events.Paste(pasted.replace("\0", ""))


def _with_alt(keys: str) -> Iterator[Message]:
    """Return an escape that came alone, or a key that was held with Alt."""
    parser = XTermParser()
    yield from parser.feed(keys)
    # Nothing at all is the end for it: no more is waited for.
    yield from parser.feed("")
