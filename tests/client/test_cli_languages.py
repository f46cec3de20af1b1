"""The command line in other languages: the help, and what is said of a line that is wrong."""

import gettext
import os
import re
from collections.abc import Sequence

import pytest

from tests.support.languages import speaking
from upcard_client import __main__ as program
from upcard_client import cli
from upcard_client.locale import LANGUAGES

OTHERS = tuple(code for code in LANGUAGES if code != "en")
IN_LETTERS_OF_THEIR_OWN = ("el", "ru", "hi")
WRONG = (
    "dance",
    "verify",
    "verify one two",
    "--lang",
    "--plain=yes",
    "solo --players 9",
    "solo --players many",
    "solo --pace 99999",
    "web --port none",
    "play host:0",
    "--name x",
    "--palette pink",
)
TYPED = """
    upcard plain name palette ascii lang password file trust version json watch pace game players host port local
    kitchen gin rummy help yes dance two many none pink
"""
KEPT = {*cli.COMMANDS, *cli.PALETTE_NAMES, *LANGUAGES, *TYPED.split()}
"""What is typed, and so stays as it is; and what the wrong lines above say."""


def said_of(words: Sequence[str], capsys: pytest.CaptureFixture[str]) -> tuple[object, str, str]:
    """Return how a command line ends, and what it says on both outputs."""
    with pytest.raises(SystemExit) as ended:
        cli.parse(words)
    said = capsys.readouterr()
    return ended.value.code, said.out, said.err


def english_words(text: str) -> set[str]:
    """Return the words in small Latin letters, but for those that are typed."""
    kept = {word for each in KEPT for word in re.findall("[a-z]+", each.casefold())}
    return set(re.findall(r"[a-z]{3,}", text.replace("Latn", ""))) - kept


@pytest.mark.parametrize("code", IN_LETTERS_OF_THEIR_OWN)
@pytest.mark.parametrize("command", ["", *cli.COMMANDS])
def test_the_help_is_in_the_language_spoken(code: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with speaking(code):
        ended, out, err = said_of([*command.split(), "--help"], capsys)
    assert (ended, err) == (0, "")
    assert english_words(out) == set()


@pytest.mark.parametrize("code", IN_LETTERS_OF_THEIR_OWN)
@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_line_is_answered_in_the_language_spoken(
    code: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with speaking(code):
        ended, out, err = said_of(line.split(), capsys)
    assert (ended, out, err.count("\n")) == (2, "", 1)
    assert english_words(err) == set()


@pytest.mark.parametrize("code", OTHERS)
def test_no_language_says_what_english_says(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    english = [said_of(line.split(), capsys)[2] for line in WRONG]
    with speaking(code):
        assert not set(english) & {said_of(line.split(), capsys)[2] for line in WRONG}


def test_gettext_is_as_it_was_once_a_line_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for before in ("fr", None):
        if before is None:
            monkeypatch.delenv("LANGUAGE", raising=False)
        else:
            monkeypatch.setenv("LANGUAGE", before)
        domain = gettext.textdomain()
        with speaking("el"):
            said_of(["--help"], capsys)
        assert (os.environ.get("LANGUAGE"), gettext.textdomain()) == (before, domain)


@pytest.mark.parametrize(
    ("line", "code"),
    [("--lang el verify", "el"), ("verify --lang=ru", "ru"), ("verify --lang", ""), ("verify", ""), ("", "")],
)
def test_the_language_of_a_line_is_known_before_it_is_read(line: str, code: str) -> None:
    assert cli.wished_language(line.split()) == code


def test_a_wrong_line_is_answered_in_the_language_that_it_asks_for(capsys: pytest.CaptureFixture[str]) -> None:
    with speaking("en"), pytest.raises(SystemExit):
        program.main(["--lang", "ru", "verify"])
    assert capsys.readouterr().err == (
        "upcard verify: не хватает аргументов: FILE; что есть, покажет upcard verify --help\n"
    )
