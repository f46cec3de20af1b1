"""Every key of the table in one list: bindings, key rows and the help screen read it.

A player may have changed some of them: `lay_out` takes the changes in, as `locale.speak` takes a language, and
`BY_ID` and `CAPS` hold the keys as they are now.

A letter is bound together with the characters that the same physical key gives in Greek, Russian and Hindi
layouts, because a terminal reports those instead; hints always show the Latin letter, which is printed on the
keycap. What a key does depends on the state and is decided by the game; here it only has a name and words, which
are translated where they are shown.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from string import punctuation
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from textual.binding import Binding
from textual.keys import format_key

from upcard_client.locale import label, mark, tr

_LAYOUTS: Final = (
    ("qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзфывапролдячсмить"),
    ("wertyuiopasdfghjklzxcvbnm", "ςερτυθιοπασδφγηξκλζχψωβνμ"),
    ("qwertyuiopasdfghjklxcvbnm", "ौैाीूबहगदजोे्िुपरकतंमनवलस"),
    ("1234567890/?", "१२३४५६७८९०य\u095f"),
)
"""Latin letters and, in the same order, what their keys give in Russian, Greek and Hindi InScript.

The last has digits of its own, and no `/` and `?` without AltGr.
"""

SAME_KEY: Final[dict[str, str]] = {
    other: latin for latins, others in _LAYOUTS for latin, other in zip(latins, others, strict=True)
}
"""The Latin letter, or the digit or sign, on the key of a Russian, Greek or Hindi character."""


def latin(character: str) -> str:
    """Return the lower-case letter, digit or sign on the key that gave a character, or the character itself."""
    small = character.lower()
    return SAME_KEY.get(small, small)


def same_key(letter: str) -> tuple[str, ...]:
    """Return a Latin letter, digit or sign and everything else its key may give, in both cases."""
    small = (letter, *(other for other, key in SAME_KEY.items() if key == letter))
    return tuple(dict.fromkeys(each for char in small for each in (char, char.upper())))


def _elsewhere(sign: str) -> tuple[str, ...]:
    """Return what else the key of a letter, digit or sign may give; nothing for other keys."""
    return same_key(sign)[1:] if len(sign) == 1 else ()


_SIGNS: Final = {"question_mark": "?", "slash": "/"}
"""The signs of keys that a layout may hide, by Textual's names."""
_CAP_WORDS: Final = {"pageup": "PageUp", "pagedown": "PageDown", "escape": "Esc", "backspace": "Bksp"}


def cap_of(key: str) -> str:
    """Return a key in Textual's name as Help writes it: `F4`, `Ctrl+X`, `PageUp`, `Enter`."""
    parts = key.split("+") if len(key) > 1 else [key]
    return "+".join(
        _CAP_WORDS.get(part, part.replace("_", " ").capitalize() if len(part) > 1 else part.upper()) for part in parts
    )


_SPACE: Final = mark("Space")


def named_cap(cap: str) -> str:
    """Return what stands on a keycap as people call it: only the space bar has a name in every language."""
    return tr(_SPACE) if cap == _SPACE else cap


class Topic(Enum):
    """Where the help screen lists a key; the value is the heading."""

    TURN = mark("Your turn")
    KNOCK = mark("After a knock")
    MELDS = mark("Melds")
    HAND = mark("Your hand")
    ANYWHERE = mark("Anywhere")


class Key(Struct, frozen=True):
    """One thing that a key does.

    Attributes:
        id: its name, stable for keymaps and for the games.
        keys: the keys, in Textual's names; a single letter stands for the physical key.
        cap: what hints print for it.
        label: a word or two for the key rows, at most 12 cells.
        sentence: what it does, for the help screen and tooltips.
        topic: where the help lists it, or None if it needs no line of its own.
    """

    id: str
    keys: tuple[str, ...]
    cap: str
    label: str
    sentence: str
    topic: Topic | None = None

    @property
    def bound(self) -> tuple[str, ...]:
        """Every key that is bound, other layouts included."""
        return tuple(name for key in self.keys for name in (key, *_elsewhere(_SIGNS.get(key, key))))

    def binding(self) -> Binding:
        """Return the binding that sends this key to the widget's `action_press`."""
        return Binding(
            ",".join(self.bound),
            f"press('{self.id}')",
            self.label,
            show=False,
            key_display=self.cap,
            tooltip=self.sentence,
            id=f"table.{self.id}",
        )


_T, _K, _M, _H, _A = Topic.TURN, Topic.KNOCK, Topic.MELDS, Topic.HAND, Topic.ANYWHERE

CARD_CAPS: Final = "1234567890-"

TABLE_KEYS: Final = (
    Key("draw", ("d",), "D", label("Draw"), mark("draw from the stock"), _T),
    Key("take", ("t", "u"), "T", label("Take"), mark("take the top discard"), _T),
    Key("pass", ("p",), "P", label("Pass"), mark("pass the first upcard"), _T),
    Key("discard", ("space",), "Space", label("Discard"), mark("discard the card"), _T),
    Key("knock", ("k",), "K", label("Knock"), mark("knock (asks once)"), _T),
    Key("gin", ("g",), "G", label("Gin"), mark("go gin (asks once)"), _T),
    Key("yes", ("enter",), "Enter", label("Yes"), mark("yes to what is asked"), _T),
    Key("back", ("escape",), "Esc", label("Menu"), mark("no, back, menu"), _T),
    Key("no", ("n",), "N", label("No"), mark("no to what is asked"), _T),
    Key("all", ("a",), "A", label("All that fit"), mark("lay off all that fit"), _K),
    Key("done", ("e",), "E", label("Done"), mark("done"), _K),
    Key("meld", ("m",), "M", label("Meld"), mark("begin a new meld, Space ticks its cards"), _M),
    Key("left", ("left",), "Left", "", mark("choose a card"), _H),
    Key("right", ("right",), "Right", "", mark("choose a card"), _H),
    *(
        Key(f"card{place}", ("minus" if cap == "-" else cap,), cap, "", f"choose card {place}")
        for place, cap in enumerate(CARD_CAPS, 1)
    ),
    Key("first", ("home",), "Home", "", mark("first card"), _H),
    Key("last", ("end",), "End", "", mark("last card"), _H),
    Key(
        "take_back", ("backspace",), "Bksp", label("Take back"), mark("take back the last card or meld you laid"), _K
    ),
    Key("sort", ("s",), "S", label("Sort"), mark("sort: melds, rank, suit"), _H),
    Key("move_left", ("shift+left", "less_than_sign"), "<", "", mark("move the card left"), _H),
    Key("move_right", ("shift+right", "greater_than_sign"), ">", "", mark("move the card right"), _H),
    Key("up", ("up",), "Up", "", mark("the layout before, of those equally good"), _H),
    Key("down", ("down",), "Down", "", mark("the next layout, of those equally good"), _H),
    Key("words", ("i",), "I", label("In words"), mark("my hand in words, in the log"), _H),
    Key("hint", ("h",), "H", label("Hint"), mark("what the computer would do, and why (if the table allows it)"), _H),
    Key("guide", ("f",), "F", label("Guide"), mark("the guide through a first hand, on or off"), _A),
    Key(
        "pile",
        ("v",),
        "V",
        label("View pile"),
        mark("the whole discard pile, in the log (if the table allows it)"),
        _A,
    ),
    Key("chat", ("c", "slash"), "C", label("Chat"), mark("chat; also the key /"), _A),
    Key("log", ("l",), "L", label("Log"), mark("the whole log"), _A),
    Key("score", ("o",), "O", label("Score"), mark("score sheet"), _A),
    Key("save", ("x",), "X", label("Save as text"), mark("save the open score sheet as text")),
    Key("agree", ("y",), "Y", label("Agree"), mark("agree to what somebody asks; N does not"), _A),
    Key("pause", ("z",), "Z", label("Pause"), mark("ask for a pause, or go on after one"), _A),
    Key("bot", ("b",), "B", label("Add a bot"), mark("add a computer player, before a match")),
    Key("seat", ("j",), "J", mark("Ask for a seat"), mark("ask for a seat, when watching")),
    Key(
        "retry",
        ("r",),
        "R",
        label("Try now"),
        mark("replay a hand; try a lost link again; ms at the top: how fast the server answers"),
        _A,
    ),
    Key("help", ("question_mark", "f1"), "?", label("Help"), mark("this help"), _A),
    Key("settings", ("f2",), "F2", label("Settings"), mark("settings"), _A),
    Key("rules", ("f3",), "F3", label("Rules"), mark("the rules of this table"), _A),
    Key("redraw", ("f5",), "F5", label("Redraw"), mark("redraw the screen"), _A),
    Key("quit", ("ctrl+q",), "Ctrl+Q", label("Quit"), mark("quit (asks in a hand)"), _A),
    Key("how_to_quit", ("ctrl+c",), "Ctrl+C", "", mark("says how to quit")),
)
"""The keys of the card table, in the order of the help screen."""

_RUMMY_ALONE: Final = frozenset({"meld"})
_GIN_ALONE: Final = frozenset({"knock", "gin", "done", "pile"})

_IN_RUMMY: Final = {
    "pass": (mark("let a discard lie"), _T),
    "yes": (mark("lay the card off on a meld; yes to what is asked"), _M),
    "all": (mark("lay all your cards"), _M),
    "take_back": (mark("take back the last card or meld you laid"), _M),
    "retry": (mark("call Rummy!; replay a hand; try a lost link; ms at the top: how fast the server answers"), _A),
}
"""What some keys do at a table of rummy, and where the help lists them there."""

GIN_KEYS: Final = tuple(key for key in TABLE_KEYS if key.id not in _RUMMY_ALONE)
"""The keys of a table of gin."""

RUMMY_KEYS: Final = tuple(
    replace(key, sentence=_IN_RUMMY[key.id][0], topic=_IN_RUMMY[key.id][1]) if key.id in _IN_RUMMY else key
    for key in TABLE_KEYS
    if key.id not in _GIN_ALONE
)
"""The keys of a table of rummy."""

USUAL: Final[Mapping[str, Key]] = {key.id: key for key in TABLE_KEYS}
"""The keys of the table as they are where nobody has changed one."""


class _Layout:
    """The keys of this process: like the language they are its user's, and this is their one place."""

    changes: Mapping[str, str] = {}
    present: Mapping[str, Key] = USUAL


def lay_out(changes: Mapping[str, str]) -> None:
    """Have these keys from now on.

    Args:
        changes: by the id of a key what it is now, in Textual's name; keys that do the same by another name stay.

    Raises:
        KeyError: if there is no such key.
    """
    changed = {name: with_key(USUAL[name], key) for name, key in changes.items()}
    _Layout.changes, _Layout.present = dict(changes), {**USUAL, **changed}


def with_key(key: Key, other: str) -> Key:
    """Return what a key does on another one, by Textual's name."""
    return replace(key, keys=(other, *key.keys[1:]), cap=sign_of(other))


def sign_of(key: str) -> str:
    """Return what hints print for a key in Textual's name: the sign on it, or its name."""
    sign = format_key(key)
    return sign if len(sign) == 1 and sign in punctuation else cap_of(key)


def keymap() -> dict[str, str]:
    """Return the bindings of changed keys as Textual takes them: by the id of a binding, its keys."""
    return {f"table.{name}": ",".join(BY_ID[name].bound) for name in _Layout.changes}


class _Present(Mapping[str, Key]):
    """The keys of the table as they are now, by their ids."""

    def __getitem__(self, key: str) -> Key:
        return _Layout.present[key]

    def __iter__(self) -> Iterator[str]:
        return iter(USUAL)

    def __len__(self) -> int:
        return len(USUAL)


BY_ID: Final[Mapping[str, Key]] = _Present()
"""The keys of the table as they are now."""

_COMMANDS: Final[dict[str, str]] = {
    "draw": "draw",
    "take": "take",
    "pass_": "pass",
    "discard": "discard",
    "knock": "knock",
    "gin": "gin",
    "lay": "yes",
    "done": "done",
    "decline": "pass",
    "play_on": "pause",
    "meld": "meld",
    "block": "bot",
    "call": "retry",
    "back": "take_back",
}


class _Caps(Mapping[str, str]):
    """The caps of commands, as they are now."""

    def __getitem__(self, command: str) -> str:
        return named_cap(BY_ID[_COMMANDS[command]].cap)

    def __iter__(self) -> Iterator[str]:
        return iter(_COMMANDS)

    def __len__(self) -> int:
        return len(_COMMANDS)


CAPS: Final[Mapping[str, str]] = _Caps()
"""What refusals call each command when they are said on the screen."""


def present(keys: Iterable[Key]) -> tuple[Key, ...]:
    """Return keys of a table as they are now; each keeps its own sentence and topic."""
    return tuple(replace(key, keys=BY_ID[key.id].keys, cap=BY_ID[key.id].cap) for key in keys)


_A_WORD: Final = re.compile(r"(?<![\w{'’-])\w+(?![\w}'’-])")
_USUAL_CAPS: Final = {key.cap: key.id for key in TABLE_KEYS}


def recapped(words: str) -> str:
    """Return words in which keys that were changed are called by their new caps.

    Sentences name a key by its usual cap, a capital that stands alone or `Space`, and so do their translations, for
    the space bar by its name there. Only an `A` that begins a sentence is no key.

    Args:
        words: a sentence in the language spoken, its places for values still open.
    """

    def now(found: re.Match[str]) -> str:
        cap = _SPACE if found[0] == space else found[0]
        article = cap == "A" and words[: found.start()].rstrip()[-1:] in ("", ".", "!", "?")
        return found[0] if article or cap not in _USUAL_CAPS else named_cap(BY_ID[_USUAL_CAPS[cap]].cap)

    space = named_cap(_SPACE)
    return _A_WORD.sub(now, words) if _Layout.changes else words


def bindings(keys: tuple[Key, ...]) -> list[Binding]:
    """Return a binding for every key of a table."""
    return [key.binding() for key in keys]


def by_topic(keys: tuple[Key, ...]) -> dict[Topic, tuple[Key, ...]]:
    """Return the keys of a table that the help lists, under the headings that it needs."""
    found = {topic: tuple(key for key in keys if key.topic is topic) for topic in Topic}
    return {topic: listed for topic, listed in found.items() if listed}
