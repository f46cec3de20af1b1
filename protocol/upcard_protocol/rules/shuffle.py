"""The deck from seeds: nobody chooses it, everybody can check it afterwards.

The server and every player put in a seed of 32 bytes; each publishes its commitment before any seed is shown.
All decks and draws of a match follow from the seeds, and what follows says how, in enough detail to do it again in
another language. Text in quotes is ASCII, `|` joins bytes, SHA-256 and HMAC-SHA256 are those of FIPS 180-4 and
RFC 2104.

    commitment(seed)  = SHA-256("upcard commitment 1" | seed)
    key(seeds)        = SHA-256("upcard key 1" | seed 0 | seed 1 | ...)

The seeds are in the order server, then seats 0, 1, 2 ...; somebody without a seed counts as 32 zero bytes.

A label and its numbers name one use of the key, written as text: label, then `/` and the decimal number for
each, so that the deal of hand 3 at table 0 is "deal/3/0". Its stream of numbers is

    block i           = HMAC-SHA256(key, name | "#" | i in decimal)         i = 0, 1, 2 ...

each block read as eight unsigned 32-bit numbers, big-endian, in order. A number below `bound` is made from the
next number w of the stream that is less than 2**32 - 2**32 % bound (larger ones are thrown away, so that no
result is favoured): it is w % bound.

A deck starts as the cards 0 to 51 in order (RULES 2: spades, hearts, diamonds, clubs, ace to king). For
i = 51, 50, ... 1 a number j below i + 1 is made, and the cards at i and j change places. The first card of the
result is dealt first. Other piles are shuffled the same way from the order they are in.
"""

import hmac
import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import Final

from upcard_protocol.rules.cards import DECK, Card

__all__ = ["NO_SEED", "SEED_BYTES", "commitment", "deck", "key", "pick", "shuffled"]

SEED_BYTES: Final = 32
"""The length of every seed and every key."""

NO_SEED: Final = bytes(SEED_BYTES)
"""Stands for the seed of a bot, or of a player who sent none in time."""

_COMMITMENT: Final = b"upcard commitment 1"
_KEY: Final = b"upcard key 1"
_WORDS: Final = Struct(">8I")
_LABEL: Final = re.compile(r"[a-z]+(-[a-z]+)*")


def commitment(seed: bytes) -> bytes:
    """Return the 32 bytes that bind to a seed without showing it.

    Raises:
        ValueError: if the seed is not 32 bytes.
    """
    return sha256(_COMMITMENT + _checked(seed)).digest()


def key(seeds: Sequence[bytes]) -> bytes:
    """Return the key of a match from all its seeds: the server's, then each seat's in order.

    Raises:
        ValueError: if a seed is not 32 bytes, or there is none.
    """
    if not seeds:
        raise ValueError("a key is made from at least one seed")
    return sha256(_KEY + b"".join(_checked(seed) for seed in seeds)).digest()


def deck(key: bytes, label: str, *numbers: int) -> tuple[Card, ...]:
    """Return the 52 cards in the order they are dealt, e.g. `deck(key, "deal", hand, table)`.

    Raises:
        ValueError: if the key is not 32 bytes, or the name of the stream is malformed.
    """
    return shuffled(key, DECK, label, *numbers)


def shuffled(key: bytes, cards: Sequence[Card], label: str, *numbers: int) -> tuple[Card, ...]:
    """Return these cards in another order, e.g. `shuffled(key, pile, "recycle", hand, n)`.

    Raises:
        ValueError: if the key is not 32 bytes, or the name of the stream is malformed.
    """
    words = _stream(key, label, numbers)
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = _below(i + 1, words)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def pick(key: bytes, label: str, bound: int, *numbers: int) -> int:
    """Return a number from 0 to `bound` - 1, e.g. `pick(key, "first-dealer", seats)`.

    Args:
        key: the key of the match.
        label: what the number is for.
        bound: how many results there are, 1 to 2**32.
        numbers: which one of that label.

    Raises:
        ValueError: if the key is not 32 bytes, the bound is out of range, or the name is malformed.
    """
    if not 1 <= bound <= 1 << 32:
        raise ValueError(f"a bound is 1 to 2**32, not {bound}")
    return _below(bound, _stream(key, label, numbers))


def _stream(key: bytes, label: str, numbers: tuple[int, ...]) -> Iterator[int]:
    """Return the endless stream of 32-bit numbers of one name; the name is checked at once."""
    if not _LABEL.fullmatch(label):
        raise ValueError(f"a label is small letters with hyphens between, not {label!r}")
    if any(number < 0 for number in numbers):
        raise ValueError(f"the numbers of a label are 0 or more, not {numbers}")
    name = "/".join([label, *map(str, numbers)])
    return _words(_checked(key), name)


def _words(key: bytes, name: str) -> Iterator[int]:
    for i in count():
        yield from _WORDS.unpack(hmac.digest(key, f"{name}#{i}".encode(), "sha256"))


def _below(bound: int, words: Iterator[int]) -> int:
    """Return the next number below `bound`, every one equally likely."""
    limit = (1 << 32) - (1 << 32) % bound
    for word in words:
        if word < limit:
            return word % bound
    raise AssertionError("the stream is endless")


def _checked(secret: bytes) -> bytes:
    if len(secret) != SEED_BYTES:
        raise ValueError(f"a seed or key is {SEED_BYTES} bytes, not {len(secret)}")
    return secret
