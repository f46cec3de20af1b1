"""The languages of the client: which one is spoken, and every sentence in it.

Code holds the English sentence; the catalogues beside this module hold the others (`el/LC_MESSAGES/upcard.po` and
so on). `scripts/translations` collects the sentences from the code and compiles the catalogues.

A sentence is translated where it is *used*, since the language may change while the program runs; nothing is
translated at import. A table of sentences is wrapped where it stands, which tells what they are for and so how many
cells a translation may take, and is translated where it is read:

    _WORDS: Final = bar({"draw": "YOUR TURN: draw a card"})
    ...
    tr(_WORDS[phase])

Values are named, so that word order is free, and no sentence is put together from parts.
"""

import gettext
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeVar

CATALOGUES: Final = Path(__file__).parent
DOMAIN: Final = "upcard"

LANGUAGES: Final = {
    "en": "English",
    "el": "Ελληνικά",
    "ru": "Русский",
    "hi": "हिन्दी",
    "hi_Latn": "Hindi (Roman)",
}
"""The languages by code, each called as its speakers call it; a code with a script is a language in other letters."""

BUDGETS: Final = {"label": 12, "bracket": 10, "short": 24, "bar": 44, "status": 78}
"""The most cells that a sentence may take, by what it was wrapped as; a place for a value counts as a usual value."""

T = TypeVar("T")


class _Speech:
    """The language of this process: catalogues are global as a locale is, and this is its one place."""

    code = "en"
    catalogue: gettext.NullTranslations = gettext.NullTranslations()


def speak(code: str, catalogue: gettext.NullTranslations | None = None) -> None:
    """Speak a language from now on.

    Args:
        code: a key of `LANGUAGES`.
        catalogue: what to take instead of the catalogue that is kept under the code.

    Raises:
        KeyError: if there is no such language.
    """
    if catalogue is None:
        if code not in LANGUAGES:
            raise KeyError(code)
        catalogue = gettext.NullTranslations()
        if code != "en":
            catalogue = gettext.translation(DOMAIN, CATALOGUES, languages=[code])
    _Speech.code, _Speech.catalogue = code, catalogue


def spoken_language() -> str:
    """Return the code of the language that is spoken."""
    return _Speech.code


def chosen_language(choice: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that somebody chose, else the one that the environment asks for, else English.

    Args:
        choice: a code that was asked for or kept, which need not be one that there is.
        environment: the environment variables; gettext's order of them holds.
    """
    if choice in LANGUAGES:
        return choice
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wish in environment.get(variable, "").split(":"):
            code = _wished(wish)
            if code in LANGUAGES:
                return code
            if code in ("c", "posix"):
                return "en"
    return "en"


def _wished(wish: str) -> str:
    """Return the code that a locale asks for: `hi` for `hi_IN.UTF-8`, `hi_Latn` for `hi_IN@latin` or `hi_Latn_IN`."""
    place, _, modifier = wish.partition("@")
    language, *parts = place.partition(".")[0].lower().split("_")
    in_latin = f"{language}_Latn"
    return in_latin if in_latin in LANGUAGES and (modifier.lower() == "latin" or "latn" in parts) else language


def tr(message: str, /, **values: str | int) -> str:
    """Return a sentence in the language spoken, with its named values."""
    said = _Speech.catalogue.gettext(message) if message else ""
    return said.format(**values) if values else said


def trn(one: str, many: str, count: int, /, **values: str | int) -> str:
    """Return a sentence about a number of things, `{count}`, in the plural form that the number takes."""
    return plural(one, many, count).format(count=count, **values)


def plural(one: str, many: str, count: int, /) -> str:
    """Return a sentence in the plural form that a number takes, its places for values still open."""
    return _Speech.catalogue.ngettext(one, many, count)


def trc(context: str, message: str, /, **values: str | int) -> str:
    """Return a sentence whose English needs to be told apart from the same words elsewhere."""
    said = _Speech.catalogue.pgettext(context, message)
    return said.format(**values) if values else said


def mark(words: T) -> T:
    """Return words as they are: sentences to be translated where they are used. A dictionary's keys are not words."""
    return words


def label(words: T) -> T:
    """Mark words of a key row."""
    return words


def bracket(words: T) -> T:
    """Mark what stands in a bracket under a meld."""
    return words


def short(words: T) -> T:
    """Mark the short forms of a turn bar."""
    return words


def bar(words: T) -> T:
    """Mark what a turn bar says."""
    return words


def status(words: T) -> T:
    """Mark what the line under the turn bar says."""
    return words
