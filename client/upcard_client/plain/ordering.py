"""A new table as it is ordered in the plain client: `new gin oklahoma target=150 players=2 name=Kitchen bots=1`."""

from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from upcard_client.games.choice import values_of
from upcard_client.games.front import Front
from upcard_client.games.fronts import FRONTS
from upcard_client.locale import tr
from upcard_client.network.linkwords import say
from upcard_client.words.houserules import usual_turn_s
from upcard_client.words.phrases import apart, either
from upcard_protocol.rules import OptionsClash
from upcard_protocol.rules.games import GameOptions
from upcard_protocol.table import TableOptions
from upcard_protocol.wire.requests import MAX_BOTS

_YES: Final = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


class Order(Struct, frozen=True):
    """A table to be opened."""

    options: TableOptions
    game: GameOptions
    players: int = 2
    bots: int = 0


class BadOrder(ValueError):
    """The order can not be read; the text says why."""


def read_order(words: tuple[str, ...]) -> Order:
    """Read a game, a preset and options.

    Raises:
        BadOrder: if a word is none of these, a value does not fit, or options do not go together.
    """
    front, preset = next(iter(FRONTS.values())), ""
    players = bots = 0
    game: dict[str, Any] = {}
    table: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name = name.casefold()
        if not equals and name in FRONTS:
            front = FRONTS[name]
        elif not equals and (found := _with_preset(name, front)) is not None:
            front, preset = found, name
        elif equals and name == "bots":
            bots = _number(word, 0, MAX_BOTS)
        elif equals and name == "players":
            players = _number(word, 2, 6)
        elif equals and name in TableOptions.__struct_fields__:
            # A name or a code may look like a number.
            table[name] = value.replace("_", " ") if name in ("name", "code") else _value(value)
        elif equals:
            game[name] = _value(value)
        else:
            raise BadOrder(tr("{typed} is no game, no preset and no option. {known}", typed=word, known=_known()))
    return _built(front, preset, players, bots, game, table)


def _with_preset(name: str, front: Front) -> Front | None:
    """Return the game that has a preset of this name: the one that was named, else another."""
    return next((each for each in (front, *FRONTS.values()) if name in each.choices.PRESETS), None)


def _known() -> str:
    games = apart([f"{front.name}: {', '.join(front.choices.PRESETS)}" for front in FRONTS.values()])
    return tr("Games and presets: {games}.", games=games)


def _built(front: Front, preset: str, players: int, bots: int, game: dict[str, Any], table: dict[str, Any]) -> Order:
    choices = front.choices
    usual: GameOptions = choices.PRESETS.get(preset, front.usual)
    values = values_of(usual)
    for name in game:
        if name not in values:
            raise BadOrder(tr("{name} is no option of this game.", name=name))
    if players and "format" not in game:
        values = choices.for_players(values, players)
    try:
        options = msgspec.convert({"t": "table.options", **table}, TableOptions)
        merged = {"t": usual.__struct_config__.tag, **values, **game}
        built: GameOptions = msgspec.convert(merged, type(usual))
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, OptionsClash):
            raise BadOrder(say(error.__cause__.refusal)) from error
        name = str(error).rpartition(" - at ")[2].strip("`$.")
        raise BadOrder(tr("{name} cannot have that value.", name=name)) from error
    seats = choices.seats(built)
    if players and players not in seats:
        many = either(tuple(map(str, seats)))
        raise BadOrder(tr("{typed}: this is played by {players}.", typed=f"players={players}", players=many))
    players = players or seats[0]
    if bots > players:
        raise BadOrder(tr("{typed}: there are {seats} seats.", typed=f"bots={bots}", seats=players))
    if "turn_s" not in table:
        options = replace(options, turn_s=usual_turn_s(players, bots))
    return Order(options, built, players, bots)


def _value(text: str) -> bool | int | str:
    small = text.casefold()
    return _YES[small] if small in _YES else int(small) if small.isdecimal() and small.isascii() else small


def _number(word: str, least: int, most: int) -> int:
    """Read the number of `players=4`."""
    name, _, value = word.partition("=")
    if not (value.isdecimal() and value.isascii() and least <= int(value) <= most):
        raise BadOrder(tr("{name} is a number from {least} to {most}.", name=name, least=least, most=most))
    return int(value)
