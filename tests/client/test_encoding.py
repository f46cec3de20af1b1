"""Terminals that do not read UTF-8: what says so, and what is written to them."""

import io
import sys

import pytest

from upcard_client.looks.asking import Answers
from upcard_client.looks.dressing import dressed, in_unicode
from upcard_client.looks.encoding import encode_screen, encoding_for, legible, spoken_encoding, typed_encoding
from upcard_client.looks.terminal import says_unicode, terminal_of
from upcard_client.settings import Settings
from upcard_client.themes import DARK, FELT, in_ascii

EVERY_COLOUR = {"TERM": "xterm", "COLORTERM": "truecolor"}


@pytest.mark.parametrize(
    ("environment", "coerced", "says"),
    [
        ({}, True, None),
        ({"LC_CTYPE": "C.UTF-8"}, True, None),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True, False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, False, True),
        ({"LANG": "POSIX"}, True, False),
        ({"LC_ALL": "C", "LANG": "en_GB.UTF-8"}, True, False),
        ({"LANG": "en_GB.UTF-8"}, True, True),
        ({"LANG": "el_GR.utf8"}, False, True),
        ({"LANG": "el_GR.ISO-8859-7"}, False, False),
        ({"LC_ALL": "", "LC_CTYPE": "ru_RU.KOI8-R", "LANG": "ru_RU.UTF-8"}, False, False),
    ],
)
def test_the_locale_says_whether_a_terminal_reads_utf8(
    environment: dict[str, str], coerced: bool, says: bool | None
) -> None:
    assert says_unicode(environment, coerced=coerced) is says


def test_a_terminal_that_reads_no_utf8_gets_ascii_in_its_own_colours() -> None:
    silent = terminal_of({**EVERY_COLOUR, "LC_ALL": "C"})
    assert dressed(Settings(), silent) == in_ascii(FELT)
    measured = terminal_of({"TERM": "xterm"}, Answers(light=False, unicode=False))
    assert dressed(Settings(), measured) == in_ascii(DARK)


def test_who_asks_for_unicode_has_it_all_the_same() -> None:
    terminal = terminal_of({**EVERY_COLOUR, "LC_ALL": "C"})
    assert dressed(Settings(characters="unicode"), terminal) == FELT
    assert in_unicode(Settings(characters="unicode"), terminal)


def written(monkeypatch: pytest.MonkeyPatch, encoding: str, text: str, *, unicode: bool) -> bytes:
    """Return what reaches a terminal under a locale of an encoding."""
    raw = io.BytesIO()
    screen = io.TextIOWrapper(raw, encoding, write_through=True)
    monkeypatch.setattr(sys, "__stderr__", screen)
    encode_screen(unicode=unicode)
    screen.write(text)
    return raw.getvalue()


@pytest.mark.parametrize(
    ("encoding", "text", "plain"),
    [
        ("utf-8", "● Your turn – Gin rummy…", b"* Your turn - Gin rummy~"),
        ("utf-8", "Ελένη 4♠", b"????? 4?"),
        ("utf-8", "बारी", b"??"),
        ("utf-8", "e\u0301 牌", b"e ??"),
        ("iso8859-7", "Ελένη 4♠", "Ελένη 4?".encode("iso8859-7")),
        ("koi8-r", "Мира", "Мира".encode("koi8-r")),
    ],
)
def test_what_a_terminal_lacks_is_written_as_wide_as_it_was_measured(
    encoding: str, text: str, plain: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert written(monkeypatch, encoding, text, unicode=False) == plain


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "iso8859-7"])
def test_a_terminal_that_reads_utf8_gets_it_under_any_locale(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert written(monkeypatch, encoding, "Ελένη 4♠", unicode=True).decode() == "Ελένη 4♠"


def test_a_screen_can_be_written_in_unicode_after_all(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    screen = io.TextIOWrapper(raw, "utf-8", write_through=True)
    monkeypatch.setattr(sys, "__stderr__", screen)
    for unicode in (False, True, False):
        encode_screen(unicode=unicode)
        screen.write("♠")
    assert raw.getvalue().decode() == "?♠?"


@pytest.mark.parametrize(
    ("language", "encoding", "spoken"),
    [
        ("el", "utf-8", "el"),
        ("el", "iso8859-7", "el"),
        ("el", "ascii", "en"),
        ("ru", "koi8-r", "ru"),
        ("hi", "ascii", "hi_Latn"),
        ("hi_Latn", "ascii", "hi_Latn"),
        ("en", "ascii", "en"),
    ],
)
def test_a_language_whose_letters_are_not_there_gives_way_to_one_whose_letters_are(
    language: str, encoding: str, spoken: str
) -> None:
    assert legible(language, encoding) == spoken


class AtTerminal(io.TextIOWrapper):
    """An output that somebody looks at."""

    def isatty(self) -> bool:
        return True


def test_lines_for_a_person_follow_the_locale_and_those_for_a_file_stay_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    assert spoken_encoding(AtTerminal(io.BytesIO(), "utf-8")) == "ascii"
    assert spoken_encoding(io.TextIOWrapper(io.BytesIO(), "utf-8")) == "utf-8"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert spoken_encoding(AtTerminal(io.BytesIO(), "utf-8")) == "utf-8"


@pytest.mark.parametrize(("written_in", "typed_in"), [("iso8859-7", "iso8859-7"), ("ascii", "utf-8")])
def test_what_is_typed_is_read_as_the_screen_is_written(
    written_in: str, typed_in: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "__stderr__", io.TextIOWrapper(io.BytesIO(), written_in))
    assert typed_encoding() == typed_in
    assert encoding_for(io.TextIOWrapper(io.BytesIO(), written_in), unicode=False) == written_in
