"""A new table as it is ordered in the plain client: `new oklahoma target=150 name=Kitchen bots=1`."""

from typing import Any, Final

import msgspec
from msgspec import Struct

from upcard_protocol.rules.errors import sentence
from upcard_protocol.rules.games import GameOptions
from upcard_protocol.rules.gin.options import PRESETS, OptionsClash
from upcard_protocol.table import TableOptions

_YES: Final = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


class Order(Struct, frozen=True):
    """A table to be opened."""

    options: TableOptions
    game: GameOptions
    bots: int = 0


class BadOrder(ValueError):
    """The order can not be read; the text says why."""


def read_order(words: tuple[str, ...]) -> Order:
    """Read a preset and options.

    Raises:
        BadOrder: if a word is no preset and no option, a value does not fit, or options do not go together.
    """
    preset, bots = "modern", 0
    game: dict[str, Any] = {}
    table: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name = name.casefold()
        if not equals and name in PRESETS:
            preset = name
        elif equals and name == "bots":
            bots = _count(value)
        elif equals and name in GameOptions.__struct_fields__:
            game[name] = _value(value)
        elif equals and name in TableOptions.__struct_fields__:
            # A name or a code may look like a number.
            table[name] = value.replace("_", " ") if name in ("name", "code") else _value(value)
        else:
            raise BadOrder(f"{word} is no preset and no option. Presets: {', '.join(PRESETS)}.")
    try:
        merged = msgspec.to_builtins(PRESETS[preset]) | game
        return Order(
            msgspec.convert({"t": "table.options", **table}, TableOptions), msgspec.convert(merged, GameOptions), bots
        )
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, OptionsClash):
            raise BadOrder(sentence(error.__cause__.refusal)) from error
        what, _, where = str(error).partition(" - at ")
        raise BadOrder(f"{where.strip('`$.')}: {what}.") from error


def _value(text: str) -> bool | int | str:
    small = text.casefold()
    return _YES[small] if small in _YES else int(small) if small.isdecimal() and small.isascii() else small


def _count(text: str) -> int:
    if text not in ("0", "1", "2"):
        raise BadOrder("bots is 0, 1 or 2.")
    return int(text)
