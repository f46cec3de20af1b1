"""A language that nobody speaks, which shows what is left in English: every known sentence in letters of its own."""

import gettext
import re
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from typing import Final

from tests.support.catalogues import sentences
from upcard_client.locale import speak, spoken_language

_PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_STRANGE: Final = "äƀçđëƒğĥïĵķłɱñöþʠŕšŧüṽŵẋÿžÄƁÇĐËƑĞĤÏĴĶŁṀÑÖÞɊŔŠŦÜṼŴẊŸŽ"
_PLACE: Final = re.compile(r"(\{[^}]*\})")
_CAPS: Final = re.compile(
    r"\b(?:Enter|Esc|Space|Bksp|Home|End|Ctrl|Shift|Page ?Up|Page ?Down|Tab|Left|Right|Up|Down|Delete)\b"
)
"""What is printed on keycaps, in every language."""
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z'’]+")


def strange(words: str) -> str:
    """Return words in strange letters, as wide as before, with their places for values left alone."""
    table = str.maketrans(_PLAIN, _STRANGE)
    return "".join(part if part.startswith("{") else part.translate(table) for part in _PLACE.split(words))


@cache
def _known() -> frozenset[tuple[str, str]]:
    return frozenset((each.context, word) for each in sentences() for word in (each.one, each.many) if word)


class Strange(gettext.NullTranslations):
    """The catalogue of the strange language: it knows the sentences that are marked in the code, and no other."""

    def gettext(self, message: str) -> str:
        """Return a sentence in strange letters, or as it is where nobody has marked it."""
        return strange(message) if ("", message) in _known() else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form for a number."""
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return a sentence of a context."""
        return strange(message) if (context, message) in _known() else message


class Longer(Strange):
    """The strange language spoken slowly: its words are longer than the English ones by a third or more."""

    def gettext(self, message: str) -> str:
        """Return a sentence with its words drawn out, or as it is where nobody has marked it."""
        return _drawn_out(message, super().gettext(message))

    def pgettext(self, context: str, message: str) -> str:
        """Return a sentence of a context."""
        return _drawn_out(message, super().pgettext(context, message))


def _drawn_out(message: str, said: str) -> str:
    if said == message:
        return said
    parts = re.split(r"(\{[^}]*\}|\s+)", said)
    return "".join(part if part.startswith("{") else part + part[-1:] * -(-len(part.strip()) // 3) for part in parts)


@contextmanager
def speaking(code: str) -> Generator[None]:
    """Speak a language for a while: a code of the client, `strange`, or `longer`."""
    before = spoken_language()
    if code in ("strange", "longer"):
        speak("en", Strange() if code == "strange" else Longer())
    else:
        speak(code)
    try:
        yield
    finally:
        speak(before)


def left_in_english(screen: str, names: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the words of a screen in the strange language that are plain after all, names and key caps aside."""
    for name in names:
        screen = screen.replace(name, "")
    return tuple(_WORD.findall(_CAPS.sub("", screen)))
