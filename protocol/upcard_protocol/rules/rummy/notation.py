"""Actions of rummy as text: the action's name in RULES 9, then what it takes.

draw_stock   draw_discard   block   take_back   call   pass   ready
discard Kd
meld 4s5s6s                       a new meld, its cards without blanks between, in any order
lay_off 7s>0                      a card and the number of the meld it goes on, counted from 0
go_out 4s5s6s 7s>0                everything at once, in order
go_out 4s5s6s 7s>0 discard Kd     and with a discard at the end
"""

from collections.abc import Callable, Mapping
from typing import Final

from upcard_protocol.rules.cards import NAME, Hand, cards_of, parse_card, parse_cards
from upcard_protocol.rules.faults import broken
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy.actions import Action

__all__ = ["PARSERS", "action_text"]

_PLAIN: Final[Mapping[str, Action]] = {
    str(action.__struct_config__.tag).removeprefix("rummy."): action
    for action in (
        act.DRAW_STOCK,
        act.DRAW_DISCARD,
        act.BLOCK,
        act.TAKE_BACK,
        act.CALL,
        act.PASS,
        act.READY,
    )
}
_NAMES: Final[Mapping[Action, str]] = {action: name for name, action in _PLAIN.items()}


def action_text(action: Action) -> str:
    """Write an action of rummy as words; `PARSERS` read them back."""
    match action:
        case act.Discard():
            return f"discard {NAME[action.card]}"
        case act.Meld() | act.LayOff():
            return f"{'meld' if isinstance(action, act.Meld) else 'lay_off'} {_play_word(action)}"
        case act.GoOut():
            last = [] if action.discard is None else ["discard", NAME[action.discard]]
            return " ".join(["go_out", *map(_play_word, action.plays), *last])
        case _:
            return _NAMES[action]


def _play_word(play: act.Meld | act.LayOff) -> str:
    if isinstance(play, act.LayOff):
        return f"{NAME[play.card]}>{play.meld}"
    return "".join(NAME[card] for card in cards_of(play.cards))


def _play(word: str) -> act.Meld | act.LayOff:
    return _laid(word) if ">" in word else act.Meld(_meld(word))


def _meld(word: str) -> Hand:
    text = word.replace("10", "T")
    return parse_cards(" ".join(text[n : n + 2] for n in range(0, len(text), 2)))


def _laid(word: str) -> act.LayOff:
    card, _, place = word.partition(">")
    if not (place.isascii() and place.isdigit() and len(place) <= 2):
        raise broken("no_layoff", typed=repr(word), example="7s>0")
    return act.LayOff(parse_card(card), int(place))


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


def _one_meld(words: list[str]) -> Action:
    if len(words) != 1:
        raise broken("one_meld")
    return act.Meld(_meld(words[0]))


def _lay_off(words: list[str]) -> Action:
    if len(words) != 1:
        raise broken("one_layoff")
    return _laid(words[0])


def _go_out(words: list[str]) -> Action:
    plays, discard = words, None
    if "discard" in words:
        split = words.index("discard")
        if split != len(words) - 2:
            raise broken("one_discard")
        plays, discard = words[:split], parse_card(words[-1])
    return act.GoOut(tuple(map(_play, plays)), discard)


PARSERS: Final[Mapping[str, Callable[[list[str]], Action]]] = {
    **{name: _plain(action) for name, action in _PLAIN.items()},
    "discard": _discard,
    "meld": _one_meld,
    "lay_off": _lay_off,
    "go_out": _go_out,
}
"""For each action's name, what reads the words after it; they raise NotationError."""
