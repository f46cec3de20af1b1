"""Sentences with cards in them: text that the screen colours and the plain client speaks.

A `Line` is text in parts, so that the screen can colour `4♠` and the plain client can say `4 of spades`. Templates
take named values, so that word order is free; they are in English, and are filled in the language that is spoken.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from string import Formatter
from typing import Final

from msgspec import Struct

from upcard_client.locale import mark, plural, tr, trn
from upcard_protocol.rules.cards import Card, rank, suit

Line = tuple["str | CardWord", ...]
"""A sentence in parts."""


class CardWord(Struct, frozen=True):
    """A card as a word of a sentence."""

    card: Card


Value = str | int | CardWord | Sequence[CardWord]

RANK_WORDS: Final = mark(("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"))
SUIT_WORDS: Final = mark(("spades", "hearts", "diamonds", "clubs"))


def fill(template: str, /, **values: Value) -> Line:
    """Put values into a sentence in the language that is spoken, keeping cards as cards."""
    return filled(tr(template), values)


def filln(one: str, many: str, count: int, /, **values: Value) -> Line:
    """Fill a sentence about a number of things, `{count}`, in the plural form that the number takes."""
    return filled(plural(one, many, count), {"count": count, **values})


def filled(template: str, values: Mapping[str, Value]) -> Line:
    """Put values into a sentence that is in the language spoken already."""
    parts: list[str | CardWord] = []
    for literal, name, _, _ in Formatter().parse(template):
        if literal:
            parts.append(literal)
        if not name:
            continue
        value = values[name]
        if isinstance(value, CardWord):
            parts.append(value)
        elif isinstance(value, str | int):
            parts.append(str(value))
        else:
            for place, word in enumerate(value):
                parts.extend((" ", word) if place else (word,))
    return tuple(parts)


def written(line: Line, card: Callable[[Card], str]) -> str:
    """Return a line as text, its cards written by a function."""
    return "".join(part if isinstance(part, str) else card(part.card) for part in line)


def some_points(count: int) -> str:
    """Return a number of points as a phrase: `1 point`, `17 points`."""
    return trn("{count} point", "{count} points", count)


def some_cards(count: int) -> str:
    """Return a number of cards as a phrase: `1 card`, `7 cards`."""
    return trn("{count} card", "{count} cards", count)


def capital(text: str) -> str:
    """Return a text whose first letter is a capital, where its script has them."""
    return f"{text[:1].upper()}{text[1:]}"


def in_words(card: Card) -> str:
    """Say a card: `4 of spades`, `jack of hearts`."""
    word, suit_word = RANK_WORDS[rank(card)], tr(SUIT_WORDS[suit(card)])
    if word == "queen":
        # The one lady of the pack: in Hindi the word for "of" goes by what stands after it.
        return tr("queen of {suit}", suit=suit_word)
    return tr("{rank} of {suit}", rank=tr(word), suit=suit_word)


def spoken(line: Line) -> str:
    """Return a line with its cards in words, as the plain client says it: cards in a row with commas between them."""
    cards = [isinstance(part, CardWord) for part in line]
    inside = [part == " " and cards[at - 1 : at + 2] == [True, False, True] for at, part in enumerate(line)]
    return written(tuple(", " if gap else part for part, gap in zip(line, inside, strict=True)), in_words)


def sentence(text: str) -> str:
    """Return a text that ends like a sentence."""
    return text if text.endswith((".", "?", "!", ":", "\N{DEVANAGARI DANDA}")) else tr("{text}.", text=text)


def apart(phrases: Sequence[str]) -> str:
    """Return phrases that may have commas in them as a sentence lists them: `a, b; c`; nothing for none.

    The sign between them is translated: where a question ends in `;`, a list does not.
    """
    return reduce(lambda said, phrase: tr("{said}; {phrase}", said=said, phrase=phrase), phrases) if phrases else ""


def either(words: Sequence[str]) -> str:
    """Return words as a sentence offers them: `a, b or c`; nothing for none."""
    if not words:
        return ""
    *first, last = words
    return tr("{first} or {last}", first=", ".join(first), last=last) if first else last


def joined(words: Sequence[str]) -> str:
    """Return words as a sentence lists them: `Ann, Bob and Cid`; nothing for none."""
    if not words:
        return ""
    *first, last = words
    return tr("{first} and {last}", first=", ".join(first), last=last) if first else last
