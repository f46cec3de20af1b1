"""Cards and melds as people type them in the plain client."""

import re
from typing import Final

from upcard_client.locale import tr
from upcard_client.words.phrases import RANK_WORDS, SUIT_WORDS
from upcard_protocol.rules.cards import RANKS, SUITS, Card, Hand, hand_of, parse_card

_SHORT: Final = re.compile(r"(10|[2-9tjqka])([shdc])")
_LETTER: Final = {word: RANKS[place] for place, word in enumerate(RANK_WORDS)}
_SUIT: Final = {word: SUITS[place] for place, word in enumerate(SUIT_WORDS)} | {
    word.removesuffix("s"): SUITS[place] for place, word in enumerate(SUIT_WORDS)
}
_LONG: Final = re.compile(rf"({'|'.join((*RANK_WORDS, '[tjqka]'))})\s+of\s+({'|'.join(_SUIT)})")


class NoCard(ValueError):
    """What was typed is no card; the text says how one is typed."""


def read_card(text: str) -> tuple[Card, str]:
    """Read a card at the beginning of a text: `kc`, `10d`, `king of clubs`. Returns it and the rest of the text.

    Raises:
        NoCard: if the text does not begin with one.
    """
    text = text.strip().casefold()
    long = _LONG.match(text)
    if long:
        rank, suit = long.groups()
        return parse_card(_LETTER.get(rank, rank) + _SUIT[suit]), text[long.end() :].strip()
    word, _, rest = text.partition(" ")
    if not _SHORT.fullmatch(word):
        if not word or not word.isprintable():
            raise NoCard(tr("That is no card: type rank and suit, as in 7h, kc or 10d."))
        raise NoCard(tr("{typed} is no card: type rank and suit, as in 7h, kc or 10d.", typed=word))
    return parse_card(word), rest.strip()


def read_melds(text: str) -> tuple[Hand, ...] | None:
    """Read melds apart by `/`: `4s 5s 6s / jh jd jc`; None for an empty text.

    Raises:
        NoCard: if something in it is no card.
    """
    if not text.strip():
        return None
    melds: list[Hand] = []
    for part in text.casefold().split("/"):
        words = part.replace(",", " ").split()
        if any(not re.fullmatch(rf"(?:{_SHORT.pattern})+", word) for word in words) or not words:
            raise NoCard(tr("Type melds as cards apart by /, as in 4s 5s 6s / jh jd jc."))
        found = [parse_card("".join(pair)) for word in words for pair in _SHORT.findall(word)]
        melds.append(hand_of(found))
    return tuple(melds)
