"""Actions of gin as text: the action's name in RULES 3.3, then what it takes.

    take_upcard   pass   draw_stock   draw_discard   auto   done   decline   ready
    discard Kd
    knock Kd                          the best arrangement is taken
    knock Kd 4s5s6s JhJdJc            with these melds
    knock Kd -                        with no meld at all
    big_gin                           and with melds, as for a knock
    take_and_end Kd                   and with melds, as for a knock
    take_and_end big_gin              the same without a discard
    lay_off 8h>0 9h>0                 cards and the knocker's meld each goes on, counted from 0
    lay_off 8h>0 with 8s8d8c          and own melds; `with -` is none

A meld is its cards without blanks between, in any order.
"""

from collections.abc import Callable, Mapping
from typing import Final

from upcard_protocol.rules.cards import NAME, Card, Hand, cards_of, parse_card, parse_cards
from upcard_protocol.rules.faults import broken
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.actions import Action

__all__ = ["PARSERS", "action_text"]

_PLAIN: Final[Mapping[str, Action]] = {
    str(action.__struct_config__.tag).removeprefix("gin."): action
    for action in (
        act.TAKE_UPCARD,
        act.PASS,
        act.DRAW_STOCK,
        act.DRAW_DISCARD,
        act.AUTO,
        act.DONE,
        act.DECLINE,
        act.READY,
    )
}
_NAMES: Final[Mapping[Action, str]] = {action: name for name, action in _PLAIN.items()}


def action_text(action: Action) -> str:
    """Write an action of gin as words; `PARSERS` read them back."""
    match action:
        case act.Discard():
            return f"discard {NAME[action.card]}"
        case act.Knock():
            return " ".join(["knock", NAME[action.card], *_melds_words(action.melds)])
        case act.BigGin():
            return " ".join(["big_gin", *_melds_words(action.melds)])
        case act.TakeAndEnd():
            card = "big_gin" if action.card is None else NAME[action.card]
            return " ".join(["take_and_end", card, *_melds_words(action.melds)])
        case act.LayOff():
            laid = [f"{NAME[card]}>{place}" for card, place in action.layoffs]
            own = [] if action.melds is None else ["with", *_melds_words(action.melds)]
            return " ".join(["lay_off", *laid, *own])
        case _:
            return _NAMES[action]


def _melds_words(melds: tuple[Hand, ...] | None) -> list[str]:
    if melds is None:
        return []
    return ["".join(NAME[card] for card in cards_of(meld)) for meld in melds] or ["-"]


def _melds(words: list[str]) -> tuple[Hand, ...] | None:
    if not words:
        return None
    return () if words == ["-"] else tuple(map(_meld, words))


def _meld(word: str) -> Hand:
    text = word.replace("10", "T")
    return parse_cards(" ".join(text[n : n + 2] for n in range(0, len(text), 2)))


def _plain(action: Action) -> Callable[[list[str]], Action]:
    def parse(words: list[str]) -> Action:
        if words:
            raise broken("takes_nothing", action=_NAMES[action], typed=repr(" ".join(words)))
        return action

    return parse


def _discard(words: list[str]) -> Action:
    if len(words) != 1:
        raise broken("one_card")
    return act.DISCARDS[parse_card(words[0])]


def _knock(words: list[str]) -> Action:
    if not words:
        raise broken("knock_words")
    return act.Knock(parse_card(words[0]), _melds(words[1:]))


def _big_gin(words: list[str]) -> Action:
    return act.BigGin(_melds(words))


def _take_and_end(words: list[str]) -> Action:
    if not words:
        raise broken("take_and_end_words")
    card = None if words[0] == "big_gin" else parse_card(words[0])
    return act.TakeAndEnd(card, _melds(words[1:]))


def _lay_off(words: list[str]) -> Action:
    if "with" not in words:
        return act.LayOff(None, tuple(map(_laid, words)))
    split = words.index("with")
    melds = _melds(words[split + 1 :])
    if melds is None:
        raise broken("own_melds")
    return act.LayOff(melds, tuple(map(_laid, words[:split])))


def _laid(word: str) -> tuple[Card, int]:
    card, _, place = word.partition(">")
    if not (place.isascii() and place.isdigit() and len(place) <= 2):
        raise broken("no_layoff", typed=repr(word), example="8h>0")
    return parse_card(card), int(place)


PARSERS: Final[Mapping[str, Callable[[list[str]], Action]]] = {
    **{name: _plain(action) for name, action in _PLAIN.items()},
    "discard": _discard,
    "knock": _knock,
    "big_gin": _big_gin,
    "take_and_end": _take_and_end,
    "lay_off": _lay_off,
}
"""For each action's name, what reads the words after it; they raise NotationError."""
