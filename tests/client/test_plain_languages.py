"""The plain client in another language: what is typed stays, what is said changes, and no English is left."""

import re

import pytest

from tests.support.languages import left_in_english, speaking
from upcard_client.games.fronts import FRONTS
from upcard_client.plain.cards import NoCard, read_card, read_melds
from upcard_client.plain.commands import VERBS, help_lines
from upcard_client.plain.ordering import BadOrder, read_order

TYPED = tuple(re.findall(r"[A-Za-z=]+", " ".join(f"{verb.name} {verb.usage}" for verb in VERBS)))


def test_help_says_in_every_language_what_is_typed_in_english() -> None:
    with speaking("strange"):
        for verb, line in zip(VERBS, help_lines(), strict=True):
            assert line.startswith(verb.name)
            assert left_in_english(line.partition(":")[2]) == ()


def test_a_line_of_the_help_ends_as_sentences_do_in_the_language_spoken() -> None:
    with speaking("hi"):
        assert {line[-1] for line in help_lines()} == {"\N{DEVANAGARI DANDA}"}


@pytest.mark.parametrize("text", ["", "soup", "\x00"])
def test_a_card_that_is_none_is_refused_in_the_language_spoken(text: str) -> None:
    with speaking("strange"), pytest.raises(NoCard) as refused:
        read_card(text)
    assert left_in_english(str(refused.value), ("soup",)) == ()


def test_a_meld_that_is_none_is_refused_in_the_language_spoken() -> None:
    with speaking("strange"), pytest.raises(NoCard) as refused:
        read_melds("soup")
    assert left_in_english(str(refused.value)) == ()


@pytest.mark.parametrize(
    "words",
    [
        "tapestry",
        "nonsense=1",
        "bots=9",
        "players=1",
        "gin players=2 bots=3",
        "target=17",
        "gin_bonus=yes",
        "turn_s=soon",
        "hollywood=yes format=sit_out",
    ],
)
def test_an_order_is_refused_in_the_language_spoken(words: str) -> None:
    with speaking("strange"), pytest.raises(BadOrder) as refused:
        read_order(tuple(words.split()))
    names = (*words.split(), *(name for front in FRONTS.values() for name in (front.name, *front.choices.PRESETS)))
    assert (
        left_in_english(
            str(refused.value),
            (*names, "nonsense", "bots", "players", "target", "bonus", "turn", "hollywood", "format"),
        )
        == ()
    )
