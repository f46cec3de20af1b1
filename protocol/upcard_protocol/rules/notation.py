"""A match as text, for replays, exports, saved games and bug reports: the format `.upcard`.

A file is UTF-8, one fact a line; empty lines and lines that begin with `#` say nothing. The head comes first, one
key word a line; then what was done, in order.

    upcard 1                             the format, always the first line
    game gin
    rules 1                              the version of the rules that it was played by
    started 2026-03-01T19:30:00.250Z     may be missing
    preset modern                        the house rules: a preset, then every option that differs from it
    option target 50
    option oklahoma yes
    dealer 1                             the seat that deals first
    player 0 "Ann"                       one line a seat, in order
    player 1 "Ben"
    commitment server 6b1f...            SHA-256 commitments as they were received, 64 hex digits; may be missing
    seed server 0a99...                  seeds, once they are known; the same for seats: `seed 0 ...`

    - 0 deal deal/1/0                    seat (`-` is nature), milliseconds since the start, action
    0 1234 take_upcard
    0 9120 discard Kd
    1 9800 draw_stock
    1 15003 knock 2s 4s5s6s JhJdJc

A deal names the label of each deck, which then follows from the seeds (`rules/shuffle.py`), or gives the 52 cards
themselves, first card first and without blanks. Nature also says `forfeit 1` and `forfeit_match 1`. The players'
actions are those of the game: see `rules/gin/notation.py`.

A match that is not over has no server seed to show: with labels it can be read but not replayed.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct

from upcard_protocol.rules.cards import NAME, Card, parse_card
from upcard_protocol.rules.errors import IllegalAction
from upcard_protocol.rules.game import NATURE, Deal, Forfeit, ForfeitMatch, NatureAction, Seat
from upcard_protocol.rules.games import RULES_VERSION, AnyAction, GameEvent, GameMatch, GameOptions, game_of, name_of
from upcard_protocol.rules.gin import notation as gin
from upcard_protocol.rules.gin.options import PRESETS, OptionsClash
from upcard_protocol.rules.shuffle import NO_SEED, deck, key

__all__ = [
    "FORMAT",
    "Labelled",
    "NotationError",
    "Party",
    "Play",
    "Record",
    "action_text",
    "parse_action",
    "read",
    "replay",
    "steps",
    "write",
]

FORMAT: Final = 1
"""The version of the format that is written, and the only one that is read."""

Secret = Annotated[bytes, Meta(min_length=32, max_length=32)]


class NotationError(ValueError):
    """Text that is no match, or a match that can not be replayed.

    Attributes:
        line: the number of the line, from 1, or None where no line is to blame.
    """

    def __init__(self, problem: str, line: int | None = None) -> None:
        self.problem = problem
        self.line = line
        super().__init__(problem if line is None else f"line {line}: {problem}")


class Labelled(Struct, frozen=True, tag="deal_labelled", tag_field="t"):
    """A deal whose decks follow from the seeds."""

    labels: tuple[str, ...]
    """Label and numbers of each deck, e.g. `deal/1/0`."""


class Play(Struct, frozen=True):
    """One thing that was done."""

    seat: Annotated[int, Meta(ge=NATURE, le=5)]
    """Who did it, or `NATURE`."""
    at_ms: Annotated[int, Meta(ge=0)]
    """When, milliseconds since the match began."""
    action: AnyAction | Labelled


class Party(Struct, frozen=True):
    """Somebody who puts a seed into the shuffle: the server, or a player."""

    name: str = ""
    commitment: Secret | None = None
    """As it was received before the first deal; None where it was not."""
    seed: Secret | None = None
    """None while it is not known."""


class Record(Struct, frozen=True):
    """A whole match, or as much as was played of it."""

    options: GameOptions
    players: tuple[Party, ...]
    """By seat."""
    first_dealer: Seat
    plays: tuple[Play, ...] = ()
    server: Party = Party()
    """The server's part; its name is not written."""
    started_ms: Annotated[int, Meta(ge=0)] | None = None
    """When the match began, milliseconds since 1970 UTC."""
    rules_version: int = RULES_VERSION


class Step(NamedTuple):
    """One step of a replay."""

    play: Play
    match: GameMatch
    """The match after it."""
    events: tuple[GameEvent, ...]


# ---- one action


def action_text(action: AnyAction | Labelled) -> str:
    """Write one action as words, e.g. `knock Kd 4s5s6s`; `parse_action` reads it back."""
    match action:
        case Labelled():
            return " ".join(["deal", *action.labels])
        case Deal():
            return " ".join(["deal", *("".join(NAME[card] for card in cards) for cards in action.decks)])
        case Forfeit():
            return f"forfeit {action.seat}"
        case ForfeitMatch():
            return f"forfeit_match {action.seat}"
        case _:
            return gin.action_text(action)


def parse_action(text: str) -> AnyAction | Labelled:
    """Read one action.

    Raises:
        NotationError: if the words are none.
    """
    name, *words = text.split() or [""]
    try:
        match name:
            case "deal":
                return _deal(words)
            case "forfeit":
                return Forfeit(_seat(words))
            case "forfeit_match":
                return ForfeitMatch(_seat(words))
            case _ if name in gin.PARSERS:
                return gin.PARSERS[name](words)
            case _:
                raise NotationError(f"{name!r} is no action")
    except ValueError as problem:
        raise NotationError(str(problem)) from problem


_LABEL: Final = re.compile(r"[a-z]+(-[a-z]+)*(/(0|[1-9][0-9]{0,8}))*")


def _deal(words: list[str]) -> Deal | Labelled:
    if words and all(_LABEL.fullmatch(word) for word in words):
        return Labelled(tuple(words))
    decks = tuple(_deck(word) for word in words)
    if not decks:
        raise ValueError("deal takes a label such as deal/1/0 or 52 cards for each deck")
    return Deal(decks)


def _deck(word: str) -> tuple[Card, ...]:
    cards = tuple(parse_card(word[n : n + 2]) for n in range(0, len(word), 2))
    if len(cards) != 52 or len(set(cards)) != 52:
        raise ValueError("a deck is 52 different cards")
    return cards


def _seat(words: list[str]) -> int:
    if len(words) != 1 or words[0] not in _SEATS:
        raise ValueError("a forfeit takes a seat, 0 to 5")
    return _SEATS[words[0]]


_SEATS: Final = {str(seat): seat for seat in range(6)}


# ---- writing


def write(record: Record) -> str:
    """Write a match; `read` gives it back.

    Raises:
        NotationError: if the record holds what the format has no words for.
    """
    head = [f"upcard {FORMAT}", f"game {name_of(record.options)}", f"rules {record.rules_version}"]
    if record.started_ms is not None:
        head.append(f"started {_time_text(record.started_ms)}")
    head += _options_lines(record.options)
    head.append(f"dealer {record.first_dealer}")
    head += [f"player {seat} {_quoted(player.name)}" for seat, player in enumerate(record.players)]
    parties = [("server", record.server), *((str(seat), player) for seat, player in enumerate(record.players))]
    head += [f"commitment {who} {party.commitment.hex()}" for who, party in parties if party.commitment is not None]
    head += [f"seed {who} {party.seed.hex()}" for who, party in parties if party.seed is not None]
    return "\n".join([*head, "", *map(play_text, record.plays), ""])


def play_text(play: Play) -> str:
    """Write one line of what was done: seat, milliseconds, action."""
    seat = "-" if play.seat == NATURE else str(play.seat)
    return f"{seat} {play.at_ms} {action_text(play.action)}"


def _options_lines(options: GameOptions) -> list[str]:
    """Write the house rules as the preset that differs least, and the options that differ."""
    fields = msgspec.structs.asdict(options)
    differing = {
        name: {field: value for field, value in fields.items() if value != getattr(preset, field)}
        for name, preset in PRESETS.items()
    }
    nearest = min(differing, key=lambda name: len(differing[name]))
    lines = [f"option {field} {_value_text(value)}" for field, value in differing[nearest].items()]
    return [f"preset {nearest}", *lines]


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _quoted(name: str) -> str:
    try:
        return msgspec.json.encode(name).decode()
    except UnicodeEncodeError as problem:
        raise NotationError(f"{name!r} is no text") from problem


_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MS: Final = timedelta(milliseconds=1)


def _time_text(ms: int) -> str:
    try:
        time = _EPOCH + ms * _MS
    except OverflowError as problem:
        raise NotationError(f"{ms} ms is no time of this calendar") from problem
    return time.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


# ---- reading


def read(text: str) -> Record:
    """Read a match from text.

    Raises:
        NotationError: naming the line that is wrong.
    """
    head = _Head()
    plays: list[Play] = []
    number = 0
    for number, line in enumerate(text.split("\n"), 1):
        words = line.strip(" \t\r")
        if not words or words.startswith("#"):
            continue
        try:
            if _PLAY.match(words):
                plays.append(_play(words, head.seats))
            elif plays:
                raise NotationError(
                    f"{words.partition(' ')[0]!r} stands after the first action: the head comes first"
                )
            else:
                head.take(words)
        except (NotationError, OptionsClash) as problem:
            raise NotationError(str(problem), number) from problem
    try:
        return head.record(tuple(plays))
    except NotationError as problem:
        raise NotationError(problem.problem, number) from problem


_PLAY: Final = re.compile(r"(-|[0-9]+)([ \t]|$)")
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,14}")
_HEX: Final = re.compile(r"[0-9a-f]{64}")


def _play(words: str, seats: int) -> Play:
    who, at, action, *_ = [*words.split(None, 2), "", ""]
    if who != "-" and _number(who, "a seat") >= seats:
        raise NotationError(f"seat {who} has no player line")
    seat = NATURE if who == "-" else int(who)
    done = parse_action(action)
    if (seat == NATURE) != isinstance(done, NatureAction | Labelled):
        raise NotationError(f"{action.split()[0]} is not done by {'nature' if seat == NATURE else 'a player'}")
    return Play(seat, _number(at, "a time in milliseconds"), done)


def _number(word: str, what: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise NotationError(f"{word!r} is not {what}")
    return int(word)


class _Head:
    """The head of a file as it is read, line by line."""

    def __init__(self) -> None:
        self._facts: dict[str, str] = {}
        self._options: dict[str, object] = {}
        self._names: list[str] = []
        self._secrets: dict[tuple[str, str], bytes] = {}

    @property
    def seats(self) -> int:
        """How many players were named so far."""
        return len(self._names)

    def take(self, line: str) -> None:
        """Take one line in."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word != "upcard" and "upcard" not in self._facts:
            raise NotationError(f"the first line of a match is `upcard {FORMAT}`")
        match word:
            case "upcard" | "game" | "rules" | "started" | "preset" | "dealer":
                self._fact(word, rest)
            case "option":
                self._option(rest)
            case "player":
                self._player(rest)
            case "commitment" | "seed":
                self._secret(word, rest)
            case _:
                raise NotationError(f"{word!r} is no word of the head, nor a seat")

    def _fact(self, word: str, rest: str) -> None:
        if word in self._facts:
            raise NotationError(f"{word} is said twice")
        known = {"upcard": str(FORMAT), "game": "gin"}.get(word, rest)
        if rest != known:
            raise NotationError(f"{word} {rest} is not known here, only {word} {known}")
        if word == "preset":
            if rest not in PRESETS:
                raise NotationError(f"{rest!r} is no preset: {' '.join(PRESETS)}")
            self._options = {**msgspec.structs.asdict(PRESETS[rest]), "t": "gin.options"}
        elif word == "started":
            _time(rest)
        elif word in ("rules", "dealer"):
            _number(rest, "a number")
        self._facts[word] = rest

    def _option(self, rest: str) -> None:
        name, _, text = rest.partition(" ")
        before = self._options.get(name)
        if name == "t" or before is None:
            raise NotationError(f"{name!r} is no option" if "preset" in self._facts else "the preset comes first")
        value: object = {"yes": True, "no": False}.get(text, text)
        if isinstance(before, int) and not isinstance(before, bool):
            value = _number(text, f"a number for {name}")
        try:
            # Alone, so that the line which is out of range is named; clashes come at the end.
            msgspec.convert({"t": "gin.options", name: value}, GameOptions)
        except msgspec.ValidationError as problem:
            if not isinstance(problem.__cause__, OptionsClash):
                raise NotationError(f"{name}: {problem}") from problem
        self._options[name] = value

    def _player(self, rest: str) -> None:
        seat, _, name = rest.partition(" ")
        if seat != str(self.seats) or seat not in _SEATS:
            raise NotationError(f"player {seat} is out of order: the next seat is {self.seats}, the last of all 5")
        try:
            self._names.append(msgspec.json.decode(name, type=str))
        except msgspec.DecodeError as problem:
            raise NotationError(f'{name!r} is no name: write it as in player 0 "Ann"') from problem

    def _secret(self, word: str, rest: str) -> None:
        who, _, digits = rest.partition(" ")
        if who != "server" and not (who in _SEATS and _SEATS[who] < self.seats):
            raise NotationError(f"{word} {who}: that is neither the server nor a player named above")
        if not _HEX.fullmatch(digits):
            raise NotationError(f"a {word} is 64 hex digits")
        if (word, who) in self._secrets:
            raise NotationError(f"the {word} of {who} is said twice")
        self._secrets[word, who] = bytes.fromhex(digits)

    def record(self, plays: tuple[Play, ...]) -> Record:
        """Return the record, now that everything was read."""
        missing = [word for word in ("upcard", "game", "rules", "preset", "dealer") if word not in self._facts]
        if missing or not self._names:
            raise NotationError(f"the head has no line `{(missing or ['player'])[0]}`")
        dealer = int(self._facts["dealer"])
        if dealer >= self.seats:
            raise NotationError(f"the dealer {dealer} has no player line")
        try:
            options = msgspec.convert(self._options, GameOptions)
        except msgspec.ValidationError as problem:
            raise NotationError(str(problem)) from problem
        started = self._facts.get("started")
        return Record(
            options=options,
            players=tuple(self._party(str(seat), name) for seat, name in enumerate(self._names)),
            first_dealer=dealer,
            plays=plays,
            server=self._party("server", ""),
            started_ms=None if started is None else _time(started),
            rules_version=int(self._facts["rules"]),
        )

    def _party(self, who: str, name: str) -> Party:
        return Party(name, self._secrets.get(("commitment", who)), self._secrets.get(("seed", who)))


def _time(text: str) -> int:
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", text, re.ASCII):
        raise NotationError(f"{text!r} is no time: write it as in 2026-03-01T19:30:00.250Z")
    try:
        time = datetime.fromisoformat(text)
    except ValueError as problem:
        raise NotationError(f"{text!r} is no time: {problem}") from problem
    if time < _EPOCH:
        raise NotationError("no match began before 1970")
    return (time - _EPOCH) // _MS


# ---- replaying


def replay(record: Record) -> GameMatch:
    """Return the match after everything that was done.

    Raises:
        NotationError: if a deck is not known, the rules refuse something, or another version of them played it.
    """
    match = _start(record)
    for step in steps(record):
        match = step.match
    return match


def steps(record: Record) -> Iterator[Step]:
    """Yield each thing that was done with the match after it and what happened.

    Raises:
        NotationError: as `replay` does.
    """
    match = _start(record)
    secret: bytes | None = None
    for number, play in enumerate(record.plays, 1):
        action = play.action
        try:
            if isinstance(action, Labelled):
                secret = _key(record) if secret is None else secret
                action = Deal(tuple(_derived(secret, label) for label in action.labels))
            match, events = game_of(record.options).apply(match, play.seat, action)
        except (IllegalAction, NotationError) as problem:
            raise NotationError(f"action {number}, {play_text(play)}: {problem}") from problem
        yield Step(play, match, events)


def _start(record: Record) -> GameMatch:
    if record.rules_version != RULES_VERSION:
        raise NotationError(f"played by rules version {record.rules_version}; this program has {RULES_VERSION}")
    try:
        return game_of(record.options).start(record.options, len(record.players), record.first_dealer)
    except IllegalAction as problem:
        raise NotationError(str(problem)) from problem


def _key(record: Record) -> bytes:
    if record.server.seed is None:
        raise NotationError("the deck follows from the server's seed, which is not known")
    return key([record.server.seed, *(player.seed or NO_SEED for player in record.players)])


def _derived(secret: bytes, label: str) -> tuple[Card, ...]:
    name, *numbers = label.split("/")
    return deck(secret, name, *map(int, numbers))
