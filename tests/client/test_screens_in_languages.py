"""Every screen at 80x24 in every language, as text for reading: no line is too wide, nothing is left in English.

A translation that changes changes these texts; `pytest --snapshot-update` of this module writes them anew.
"""

import re
from collections.abc import Generator, Iterable
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.support import rummy_screens
from tests.support.catalogues import TRANSLATED, kept, missing, updated
from tests.support.languages import left_in_english, speaking
from tests.support.pictures import TextScreen
from tests.support.screen_walk import NAMES as ON_THE_WAY
from tests.support.screen_walk import walk
from tests.support.screens import Player
from tests.support.widths import own_widths
from upcard_client.games.fronts import FRONTS
from upcard_client.games.gin.scenes import SCENES as GIN
from upcard_client.games.rummy.scenes import SCENES as RUMMY
from upcard_client.looks.widths import give_marks_a_cell
from upcard_client.plain.commands import VERBS
from upcard_client.themes import FELT
from upcard_client.widgets.canvas import width_of

AT_THE_TABLE = (
    *("Kitchen table", "nice knock", "Alexandros", "Alexand…", "Alexan…", "Alexa…", "Alexis", "ooh"),
    *("Eleni", "Mira", "Ravi", "Sofia", "Leo", "Nadia"),
)
"""Names, and what somebody says, in every language."""
PRINTED = ("Upcard", "English", "Unicode", "ASCII", "tls://", "PgUp", "PgDn", "Hindi (Roman)", "Aapki baari hai")
"""What is written so everywhere."""
KEPT = ("el", "ru", "hi")
"""The languages whose screens are kept as text; Hindi in Latin letters follows from them."""
IN_LATIN = frozenset({"hi_Latn"})
"""Languages whose own words look like English ones to a program."""
PRESSED = (
    (),
    ("score",),
    ("log",),
    ("sort",),
    ("first", "discard"),
    ("draw",),
    ("yes",),
    ("words", "log"),
    ("back",),
)
_PLACE = re.compile(r"\{\w*\}")
_WORD = re.compile(r"[A-Za-z][A-Za-z'’]+")


@contextmanager
def spoken_in(code: str) -> Generator[None]:
    """Speak a language as most terminals show it: each vowel sign of Hindi takes a cell."""
    with ExitStack() as stack:
        stack.enter_context(speaking(code))
        if code == "hi":
            stack.enter_context(own_widths())
            assert give_marks_a_cell()
        yield


@cache
def meant(code: str) -> frozenset[str]:
    """Return the Latin words that the translators have written themselves, and those that still await them.

    The commands of the plain client, which are typed in English everywhere, have no place on the screen.
    """
    said: list[str] = []
    for message in kept(code):
        forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
        said += [str(form) for form in forms if message.id]
    typed = {verb.name for verbs in (VERBS, *(front.typed.VERBS for front in FRONTS.values())) for verb in verbs}
    return (_words(said) - typed) | _words(missing(updated(code)))


def _words(said: Iterable[str]) -> frozenset[str]:
    return frozenset(word for form in said for word in _WORD.findall(_PLACE.sub(" ", form)))


def faults(code: str, text: str, names: tuple[str, ...]) -> list[str]:
    """Return the lines of a screen that are too wide, and the words of it that are left in English."""
    wide = [line for line in text.splitlines() if width_of(line) > 80]
    english = () if code in IN_LATIN else left_in_english(text, (*names, *PRINTED))
    return [*wide, *(word for word in english if word not in meant(code))]


@pytest.mark.parametrize("scene", [*GIN, *RUMMY])
@pytest.mark.parametrize("code", KEPT)
def test_table_in_a_language(code: str, scene: str, snapshot: SnapshotAssertion) -> None:
    with spoken_in(code):
        text = Player(scene).text() if scene in GIN else rummy_screens.Player(scene).text()
    assert text == snapshot(extension_class=TextScreen)


@pytest.mark.parametrize("code", ["en", *TRANSLATED])
async def test_screens_in_a_language(code: str, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    """Nothing of any screen is too wide or left in English, and each is as it was."""
    with spoken_in(code):
        async with walk(tmp_path, FELT) as seen:
            texts = {name: seen.text async for name in seen.everywhere()}
        wrong = {name: faults(code, text, ON_THE_WAY) for name, text in texts.items() if code != "en"}
    assert {name: found for name, found in wrong.items() if found} == {}
    if code in ("en", *KEPT):
        kept_so = snapshot.with_defaults(extension_class=TextScreen)
        assert [name for name, text in texts.items() if text != kept_so(name=name)] == []


@pytest.mark.parametrize("keys", PRESSED)
@pytest.mark.parametrize("code", TRANSLATED)
def test_nothing_of_any_scene_is_left_in_english_or_too_wide(code: str, keys: tuple[str, ...]) -> None:
    with spoken_in(code):
        for scene in GIN:
            assert faults(code, Player(scene).press(*keys).text(), AT_THE_TABLE) == [], scene
        for scene in RUMMY:
            assert faults(code, rummy_screens.Player(scene).press(*keys).text(), AT_THE_TABLE) == [], scene
