"""An option of a new table as a line whose value Left and Right change, whatever the game."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from upcard_client.locale import mark, tr

Value = int | str | bool
Values = Mapping[str, Value]
"""Options by field. `players`, which is no option of a game, is how many play."""

PLAYERS: Final = "players"
"""The name under which `Choice.applies` finds how many play."""


class Choice(Struct, frozen=True):
    """An option: its field, its label, its values with their words, and when it means anything.

    Label, words and note are marked, and translated where they are shown.

    Attributes:
        first: it stands on the first page; the others are behind `More`.
        note: what else there is to say of it.
        keeps: where it means nothing its value stays as it was, for the time when it will mean something again.
        offers: whether a value may be chosen, given the other options.
    """

    field: str
    label: str
    values: tuple[tuple[Value, str], ...]
    applies: Callable[[Values], bool] = lambda _: True
    first: bool = False
    note: str = ""
    keeps: bool = False
    offers: Callable[[Values, Value], bool] = lambda _options, _value: True

    def words(self, value: Value) -> str:
        """Return a value in words, in the language that is spoken."""
        return tr(next((words for each, words in self.values if each == value), str(value)))

    def stepped(self, options: Values, by: int) -> Value:
        """Return the value so many places further, round the end."""
        value = options[self.field]
        values = [each for each, _ in self.values if each == value or self.offers(options, each)]
        place = values.index(value) if value in values else 0
        return values[(place + by) % len(values)]


def pairs(words: Mapping[Any, str]) -> tuple[tuple[Value, str], ...]:
    """Return values with their words, as a choice has them."""
    return tuple(words.items())


YES_NO: Final = pairs(mark({True: "yes", False: "no"}))


def numbers(*values: int, zero: str = mark("none")) -> tuple[tuple[Value, str], ...]:
    """Return numbers with their words; 0 has a marked word of its own."""
    return tuple((number, str(number) if number else zero) for number in values)


def values_of(options: Any) -> dict[str, Value]:
    """Return the options of any game as values by field."""
    return asdict(options)


def option_words(choices: Iterable[Choice], value: str) -> str:
    """Say an option as the refusal of a clash names it: `oklahoma=off`, `hollywood`, in the words of the list."""
    field, _, which = value.partition("=")
    choice = next((choice for choice in choices if choice.field == field), None)
    if choice is None:
        return value.replace("_", " ")
    said = next((words for each, words in choice.values if str(each) == which), which)
    return f"{tr(choice.label)}: {tr(said)}" if which else tr(choice.label)
