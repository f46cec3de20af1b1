"""Writes to a terminal that does not read UTF-8 what it can read, sign for sign."""

import codecs
import os
import sys
from io import TextIOWrapper
from typing import Final, TextIO
from unicodedata import category

from upcard_client.locale import LANGUAGES
from upcard_client.looks.terminal import says_unicode

_PLAIN: Final = {"●": "*", "–": "-", "—": "-", "…": "~", "’": "'", "“": '"', "”": '"', "·": "|", "×": "x"}
"""What stands for a sign of our sentences that an encoding lacks."""
_MARKS: Final = ("Mn", "Me", "Mc", "Cf")
"""What takes no cell where nothing else is known."""
_HANDLER: Final = "upcard.plain"


def encoding_for(stream: TextIO, *, unicode: bool) -> str:
    """Return how to write to a terminal.

    Args:
        stream: what is written to.
        unicode: whether the terminal reads UTF-8.
    """
    own = codecs.lookup(stream.encoding or "utf-8").name
    if unicode:
        return "utf-8"
    # Under the locale C Python writes UTF-8 all the same.
    return "ascii" if own == "utf-8" else own


def spoken_encoding(stream: TextIO) -> str:
    """Return how to write lines: in ASCII to a terminal under a locale that has no more, else as the stream does."""
    if stream.isatty() and says_unicode(os.environ) is False:
        return encoding_for(stream, unicode=False)
    return stream.encoding or "utf-8"


def encode_screen(*, unicode: bool) -> None:
    """Have the screen written in what the terminal reads, and as wide as it was measured."""
    screen = sys.__stderr__
    if not isinstance(screen, TextIOWrapper):
        return
    encoding = encoding_for(screen, unicode=unicode)
    if codecs.lookup(screen.encoding).name != encoding or not unicode:
        codecs.register_error(_HANDLER, _plainer)
        screen.reconfigure(encoding=encoding, errors=_HANDLER)


def legible(language: str, encoding: str) -> str:
    """Return a language whose letters an encoding has: the one that is wanted, or the nearest to it."""
    for code in (language, f"{language}_Latn"):
        if code in LANGUAGES and _has(encoding, LANGUAGES[code]):
            return code
    return "en"


def typed_encoding() -> str:
    """Return how to read what is typed: as the screen is written, where that is more than ASCII."""
    own = codecs.lookup((sys.__stderr__ and sys.__stderr__.encoding) or "utf-8").name
    return "utf-8" if own == "ascii" else own


def _has(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """Return what to write in the place of signs that an encoding lacks, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    from rich.cells import cell_len

    signs = error.object[error.start : error.end]
    plain = ("" if category(sign) in _MARKS else _PLAIN.get(sign, "?" * cell_len(sign)) for sign in signs)
    return "".join(plain), error.end
