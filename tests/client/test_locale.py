"""The languages: how one is chosen, how sentences are collected from the code, and how they are filled."""

import gettext
import io

import pytest

from tests.support.catalogues import NotASentenceError, as_text, compiled, of_source, template, updated
from tests.support.languages import left_in_english, speaking, strange
from upcard_client.locale import LANGUAGES, chosen_language, speak, tr, trc, trn
from upcard_client.words.phrases import CardWord, fill, filln, joined, spoken
from upcard_protocol.rules.cards import parse_card
from upcard_protocol.rules.errors import SENTENCES


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "el_GR.UTF-8"}, "el"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "ru_RU.UTF-8"}, "ru"),
        ({"LC_ALL": "hi_IN", "LC_MESSAGES": "ru_RU.UTF-8", "LANG": "el_GR"}, "hi"),
        ({"LC_ALL": "POSIX", "LANG": "el_GR"}, "en"),
        ({"LANGUAGE": "fr:ru:en", "LANG": "el_GR"}, "ru"),
        ({"LANG": "de_DE.UTF-8@euro"}, "en"),
        ({"LANG": "hi_IN@latin"}, "hi_Latn"),
        ({"LANG": "hi_IN.UTF-8@latin"}, "hi_Latn"),
        ({"LANGUAGE": "hi_Latn:hi"}, "hi_Latn"),
        ({"LC_ALL": "hi_Latn_IN.UTF-8"}, "hi_Latn"),
        ({"LANG": "ru_RU@latin"}, "ru"),
    ],
)
def test_the_environment_chooses_a_language_that_there_is(environment: dict[str, str], code: str) -> None:
    assert chosen_language("", environment) == code
    assert chosen_language("tlh", environment) == code
    assert chosen_language("hi", environment) == "hi"
    assert chosen_language("hi_Latn", environment) == "hi_Latn"


def test_a_language_that_there_is_not_is_not_spoken() -> None:
    with pytest.raises(KeyError):
        speak("tlh")


def test_a_sentence_takes_its_values_by_name() -> None:
    assert tr("{who} sits at {table}", table="a", who="b") == "b sits at a"
    assert tr("") == ""
    assert tr("{not a value}") == "{not a value}"
    assert [trn("{count} card of {who}", "{count} cards of {who}", count, who="Mira") for count in (1, 2)] == [
        "1 card of Mira",
        "2 cards of Mira",
    ]
    assert trc("verb", "Draw") == "Draw"


def test_a_number_of_cards_is_filled_in_its_plural_form() -> None:
    line = filln("{count} point with {card}", "{count} points with {card}", 2, card=CardWord(parse_card("AS")))
    assert spoken(line) == "2 points with ace of spades"


def test_the_strange_language_changes_marked_sentences_and_nothing_else() -> None:
    with speaking("strange"):
        assert tr("ace") == strange("ace") != "ace"
        assert tr("no such sentence") == "no such sentence"
        assert joined(("Mira", "Alexis")) == f"Mira {strange('and')} Alexis"
        assert spoken(fill("{card}", card=CardWord(parse_card("AS")))) == " ".join(
            map(strange, ("ace", "of", "spades"))
        )
    assert tr("ace") == "ace"


def test_what_is_left_in_english_is_found_but_names_and_key_caps_are_not() -> None:
    assert left_in_english(f"Esc {strange('Back')} Mira draws 4", ("Mira",)) == ("draws",)


def test_sentences_are_collected_from_uses_and_marks() -> None:
    source = """
TABLE = label({"a": "Draw", "b": ("Take", "Pass")})
def f(n, on):
    x = tr("one" if on else "two", n=n)
    return trn("{count} card", "{count} cards", n), trc("verb", "Lay"), fill(bar("MY TURN")), tr(TABLE["a"])
"""
    found = [(each.one, each.many, each.context, each.kind) for each in of_source(source, "file.py")]
    assert sorted(found) == [
        ("Draw", "", "", "label"),
        ("Lay", "", "verb", ""),
        ("MY TURN", "", "", "bar"),
        ("Pass", "", "", "label"),
        ("Take", "", "", "label"),
        ("one", "", "", ""),
        ("two", "", "", ""),
        ("{count} card", "{count} cards", "", ""),
    ]


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("X = tr('early')", "at import"),
        ("def f(x): return tr(f'{x} plays')", "f-string"),
        ("def f(x, n): return trn(x, 'many', n)", "written out"),
    ],
)
def test_what_cannot_be_collected_is_an_error(source: str, why: str) -> None:
    with pytest.raises(NotASentenceError, match=f"a.py: line 1: .*{why}"):
        of_source(source, "a.py")


def test_every_refusal_is_among_the_sentences() -> None:
    assert set(SENTENCES.values()) <= {str(message.id) for message in template()}


def test_a_catalogue_that_is_compiled_says_what_it_was_told() -> None:
    catalogue = updated("ru")
    catalogue["ace"].string = "туз"
    spoken_ru = gettext.GNUTranslations(io.BytesIO(compiled(catalogue)))
    assert spoken_ru.gettext("ace") == "туз"
    assert as_text(catalogue) == as_text(catalogue)
    assert set(LANGUAGES) == {"en", "el", "ru", "hi", "hi_Latn"}
