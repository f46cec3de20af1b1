"""What is chosen for a new table, as a value: its lines, and what Left and Right make of it."""

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from upcard_client.games.choice import PLAYERS, Choice, Value, Values, option_words, values_of
from upcard_client.games.front import Front
from upcard_client.games.fronts import FRONTS
from upcard_client.locale import mark, tr, trc, trn
from upcard_client.network.linkwords import say
from upcard_client.screens.rows import Row
from upcard_client.words.houserules import usual_turn_s
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.games import GameOptions
from upcard_protocol.table import TableOptions
from upcard_protocol.wire.requests import MAX_BOTS


class Form(Struct, frozen=True, kw_only=True):
    """What was chosen so far.

    Attributes:
        name: the game's name.
        values: its options by field.
        table: the options of the table.
        players: how many play.
        bots: seats that are filled with computer players at once.
        code: what one must know to sit down, or nothing.
        more: every option is listed.
        timer_chosen: the turn timer was chosen, and stays whoever plays.
    """

    name: str
    values: dict[str, Value]
    table: TableOptions
    players: int = 2
    bots: int = 1
    code: str = ""
    more: bool = False
    timer_chosen: bool = False

    @property
    def front(self) -> Front:
        """The game."""
        return FRONTS[self.name]

    @property
    def options(self) -> Values:
        """The options of the game by field, and how many play."""
        return {**self.values, PLAYERS: self.players}

    @property
    def built(self) -> GameOptions | Refusal:
        """The options of the game, or why they cannot be played."""
        return self.front.choices.build(self.values)

    @property
    def preset(self) -> str:
        """The preset that has these values, or nothing."""
        presets = self.front.choices.PRESETS
        return next((name for name, options in presets.items() if values_of(options) == self.values), "")

    def in_short(self, dot: str) -> str:
        """Return the rules in a sentence; nothing for options that cannot be played."""
        built = self.built
        return "" if isinstance(built, Refusal) else self.front.rulebook.in_short(built, dot, players=self.players)


def form_of(name: str, table: TableOptions, *, for_people: bool = False) -> Form:
    """Return the form of a game with its usual options.

    Args:
        name: the game's name.
        table: the options of the table.
        for_people: the other seats are free for people; else computers sit there.
    """
    choices = FRONTS[name].choices
    usual = FRONTS[name].usual
    players = choices.seats(usual)[0]
    bots = 0 if for_people else players - 1
    return _timed(Form(name=name, values=values_of(usual), table=table, players=players, bots=bots))


def _timed(form: Form) -> Form:
    """Return the form with the usual turn timer: off for who plays against computers alone."""
    if form.timer_chosen:
        return form
    return replace(form, table=replace(form.table, turn_s=usual_turn_s(form.players, form.bots)))


class TableChoice(Struct, frozen=True):
    """An option of the table: its field, its label, its values with their words, and what else there is to say.

    Attributes:
        first: it stands on the first page; the others are behind `More`.
    """

    field: str
    label: str
    values: tuple[tuple[Value, str], ...]
    note: str = ""
    first: bool = False


_TABLE_CHOICES: Final = (
    TableChoice(
        "turn_s",
        mark("Turn timer"),
        mark(
            (
                (60, "60 s"),
                (90, "90 s"),
                (120, "2 minutes"),
                (300, "5 minutes"),
                (0, "off"),
                (15, "15 s"),
                (30, "30 s"),
            )
        ),
        mark("then the server plays a card"),
        first=True,
    ),
    TableChoice(
        "reserve_s",
        mark("More time"),
        mark(((120, "2 minutes a game"), (300, "5 minutes a game"), (600, "10 minutes a game"), (0, "none"))),
        mark("when the turn's is used up"),
    ),
    TableChoice(
        "pause_s",
        mark("Pauses"),
        mark(((300, "5 minutes in all"), (600, "10 minutes in all"), (0, "none"))),
        mark("if all agree"),
    ),
    TableChoice("spectators", mark("Spectators"), mark(((True, "yes"), (False, "no"))), first=True),
    TableChoice(
        "open_hands",
        mark("Hands shown"),
        mark(((False, "never"), (True, "when a hand is over"))),
        mark("to spectators"),
    ),
    TableChoice(
        "deadwood_help",
        mark("Deadwood help"),
        mark(((True, "show count and melds"), (False, "off"))),
        mark("Off: you sort and count yourself"),
        first=True,
    ),
    TableChoice(
        "hints",
        mark("Hints"),
        ((False, mark("against computers alone")), (True, mark("for everybody"))),
        mark("what the computer would play"),
    ),
    TableChoice(
        "on_gone",
        mark("Who leaves"),
        (("bot", mark("a computer plays on")), ("forfeit", mark("has lost"))),
        mark("after two minutes"),
    ),
)


def rows(form: Form) -> tuple[Row, ...]:
    """Return the lines of a form: only what can be chosen, and means anything with the rest."""
    choices, preset = form.front.choices, form.preset
    found = list[Row]()
    if len(FRONTS) > 1:
        found.append(Row("game", tr("Game"), tr(form.front.title)))
    found.append(Row("preset", tr("Rules"), tr(choices.PRESET_WORDS[preset]) if preset else tr("own rules")))
    if len(choices.players()) > 1:
        found.append(Row("players", tr("Players"), str(form.players)))
    found.append(Row("bots", tr("Against"), _against(form)))
    found += [
        Row(choice.field, tr(choice.label), tr(choice.words(form.values[choice.field])), tr(choice.note))
        for choice in choices.CHOICES
        if (choice.first or form.more) and choice.applies(form.options)
    ]
    for option in _TABLE_CHOICES:
        if option.first or form.more:
            value = getattr(form.table, option.field)
            words = next(words for each, words in option.values if each == value)
            found.append(Row(option.field, tr(option.label), tr(words), tr(option.note)))
    found.append(Row("name", trc("table", "Name"), form.table.name, typed=True))
    found.append(Row("code", tr("Private"), form.code or tr("no"), tr("a code to sit down"), typed=True))
    return tuple(found)


def _against(form: Form) -> str:
    """Say who sits in the other seats."""
    others, bots = form.players - 1, form.bots
    if bots > others:
        return trn("{count} computer, I watch", "{count} computers, I watch", form.players)
    if bots == others:
        return tr("the computer") if others == 1 else trn("{count} computer", "{count} computers", others)
    if bots == 0:
        if others == 1:
            return tr("a person who sits down")
        return trn("{count} person who sits down", "{count} people who sit down", others)
    computers = trn("{count} computer", "{count} computers", bots)
    return f"{computers}, {trn('{count} person', '{count} people', others - bots)}"


def changed(form: Form, row: str, by: int) -> Form:
    """Return the form after a line was changed by so many places."""
    return _timed(_changed(form, row, by))


def _changed(form: Form, row: str, by: int) -> Form:
    match row:
        case "game":
            other = form_of(_stepped(tuple(FRONTS), form.name, by), form.table, for_people=form.bots == 0)
            return replace(other, table=form.table, timer_chosen=form.timer_chosen)
        case "preset":
            return _with_preset(form, by)
        case "players":
            offered = tuple(sorted(form.front.choices.players()))
            return _with_players(form, _stepped(offered, form.players, by))
        case "bots":
            return replace(form, bots=(form.bots + by) % (min(form.players, MAX_BOTS) + 1))
        case _:
            pass
    for option in _TABLE_CHOICES:
        if option.field == row:
            value = _stepped(tuple(value for value, _ in option.values), getattr(form.table, row), by)
            chosen = form.timer_chosen or row == "turn_s"
            return replace(form, table=replace(form.table, **{row: value}), timer_chosen=chosen)
    choice = next((choice for choice in form.front.choices.CHOICES if choice.field == row), None)
    return form if choice is None else _with_value(form, choice, choice.stepped(form.options, by))


def _stepped(values: tuple[Any, ...], value: Any, by: int) -> Any:
    return values[(values.index(value) + by) % len(values)] if value in values else values[0]


def _with_preset(form: Form, by: int) -> Form:
    """Return the form with the next preset; from own rules on, with the usual one."""
    choices = form.front.choices
    options = choices.PRESETS[_stepped(tuple(choices.PRESETS), form.preset, by)]
    seats = choices.seats(options)
    after = replace(form, values=values_of(options))
    return after if form.players in seats else _with_players(after, seats[0])


def _with_players(form: Form, players: int) -> Form:
    """Return the form for so many players; who sits in the other seats stays as far as it can."""
    watched, alone = form.bots >= form.players, form.bots == form.players - 1
    bots = players if watched else players - 1 if alone else min(form.bots, players - 1)
    values = form.front.choices.for_players(form.values, players)
    return _sound(replace(form, values=values, players=players, bots=min(bots, MAX_BOTS)))


def _with_value(form: Form, choice: Choice, value: Value) -> Form:
    """Return the form with one option changed."""
    return _sound(replace(form, values={**form.values, choice.field: value}), keep=choice.field)


def _sound(form: Form, keep: str = "") -> Form:
    """Return the form with what means nothing now back at its usual value."""
    choices = form.front.choices
    usual = values_of(form.front.usual)
    after = dict(form.values)
    for other in choices.CHOICES:
        if other.field != keep and not other.keeps and not other.applies({**after, PLAYERS: form.players}):
            after[other.field] = usual[other.field]
    return replace(form, values=after)


def clash_words(form: Form, refusal: Refusal) -> str:
    """Say why options do not go together, in the words of the form."""
    choices = form.front.choices.CHOICES
    values = {name: option_words(choices, str(value)) for name, value in refusal.values.items()}
    return say(Refusal(refusal.code, dict(values)))
