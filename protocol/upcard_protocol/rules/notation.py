"""A match as text, for replays, exports, saved games and bug reports: the format `.upcard`.

A file is UTF-8, one fact a line; empty lines and lines that begin with `#` say nothing. The head comes first, one
key word a line; then what was done, in order.

    upcard 1                             the format, always the first line
    game gin                             or rummy
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
    digest 77c2...                       of all the other lines; may be missing

    - 0 deal deal/1/0                    seat (`-` is nature), milliseconds since the start, action
    0 1234 take_upcard
    0 9120 discard Kd
    1 9800 draw_stock
    1 15003 knock 2s 4s5s6s JhJdJc

A deal names the label of each deck, which then follows from the seeds (`rules/shuffle.py`), or gives the 52 cards
themselves, first card first and without blanks. Nature also says `forfeit 1` and `forfeit_match 1`, with `left`,
`dropped` or `idle` after it where that is why; in rummy `recycle` with a label such as `recycle/1/1`, or with the
cards of the pile as they will be drawn, and `close_calls`. The players' actions are those of the game: see
`rules/gin/notation.py` and `rules/rummy/notation.py`.

The digest is SHA-256("upcard record 1" | the file as it is written here, without its digest); `rules/verify.py` says
what it is good for.

A match that is not over has no server seed to show: with labels it can be read but not replayed.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from upcard_protocol.rules.errors import OptionsClash, sentence
from upcard_protocol.rules.faults import NotationError, broken
from upcard_protocol.rules.game import NATURE, NatureAction
from upcard_protocol.rules.games import GAMES, GameOptions, game_of, name_of
from upcard_protocol.rules.record import (
    SEATS,
    Labelled,
    Party,
    Play,
    Record,
    Step,
    action_text,
    parse_action,
    play_text,
    replay,
    steps,
)

__all__ = [
    "FORMAT",
    "Labelled",
    "NotationError",
    "Party",
    "Play",
    "Record",
    "Step",
    "action_text",
    "parse_action",
    "play_text",
    "read",
    "replay",
    "steps",
    "write",
]

FORMAT: Final = 1
"""The version of the format that is written, and the only one that is read."""

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
    if record.digest is not None:
        head.append(f"digest {record.digest.hex()}")
    return "\n".join([*head, "", *map(play_text, record.plays), ""])


def _options_lines(options: GameOptions) -> list[str]:
    """Write the house rules as the preset that differs least, and the options that differ."""
    fields = msgspec.structs.asdict(options)
    differing = {
        name: {field: value for field, value in fields.items() if value != getattr(preset, field)}
        for name, preset in game_of(options).PRESETS.items()
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
        raise broken("no_text", typed=repr(name)) from problem


_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MS: Final = timedelta(milliseconds=1)


def _time_text(ms: int) -> str:
    try:
        time = _EPOCH + ms * _MS
    except OverflowError as problem:
        raise broken("no_calendar", ms=ms) from problem
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
                plays.append(_play(words, head.seats, head.game))
            elif plays:
                raise broken("head_first", typed=repr(words.partition(" ")[0]))
            else:
                head.take(words)
        except NotationError as problem:
            raise problem.at(number) from problem
    try:
        return head.record(tuple(plays))
    except NotationError as problem:
        raise problem.at(number) from problem


_PLAY: Final = re.compile(r"(-|[0-9]+)([ \t]|$)")
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,14}")
_HEX: Final = re.compile(r"[0-9a-f]{64}")


def _play(words: str, seats: int, game: str) -> Play:
    who, at, action, *_ = [*words.split(None, 2), "", ""]
    if who != "-" and _number(who, "no_seat") >= seats:
        raise broken("no_player", seat=who)
    seat = NATURE if who == "-" else int(who)
    done = parse_action(action, game)
    if (seat == NATURE) != isinstance(done, NatureAction | Labelled):
        raise broken("not_by_nature" if seat == NATURE else "not_by_player", action=action.split()[0])
    return Play(seat, _number(at, "no_ms"), done)


def _number(word: str, code: str, name: str = "") -> int:
    """Read a number; where it is none, that is the fault of this code."""
    if not _NUMBER.fullmatch(word):
        raise broken(code, typed=repr(word), name=name)
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

    @property
    def game(self) -> str:
        """The name of the game; without its line, gin."""
        return self._facts.get("game", "gin")

    def take(self, line: str) -> None:
        """Take one line in."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word != "upcard" and "upcard" not in self._facts:
            raise broken("first_line", format=FORMAT)
        match word:
            case "upcard" | "game" | "rules" | "started" | "preset" | "dealer":
                self._fact(word, rest)
            case "option":
                self._option(rest)
            case "player":
                self._player(rest)
            case "commitment" | "seed":
                self._secret(word, rest)
            case "digest":
                self._fact(word, rest)
                _bytes(word, rest)
            case _:
                raise broken("no_word", typed=repr(word))

    def _fact(self, word: str, rest: str) -> None:
        if word in self._facts:
            raise broken("said_twice", word=word)
        known = {"upcard": (str(FORMAT),), "game": tuple(GAMES)}.get(word, (rest,))
        if rest not in known:
            raise broken("not_known", word=f"{word} {rest}", known=", ".join(f"{word} {each}" for each in known))
        if word == "preset":
            self._preset(rest)
        elif word == "started":
            _time(rest)
        elif word in ("rules", "dealer"):
            _number(rest, "no_number")
        self._facts[word] = rest

    def _preset(self, name: str) -> None:
        if "game" not in self._facts:
            raise broken("game_first")
        presets = GAMES[self.game].PRESETS
        if name not in presets:
            raise broken("no_preset", typed=repr(name), known=" ".join(presets))
        self._options = {**msgspec.structs.asdict(presets[name]), "t": f"{self.game}.options"}

    def _option(self, rest: str) -> None:
        name, _, text = rest.partition(" ")
        if name == "t" or name not in self._options:
            raise broken("no_option", typed=repr(name)) if "preset" in self._facts else broken("preset_first")
        value: object = {"yes": True, "no": False}.get(text, text)
        numeric = [type(getattr(preset, name)) is int for preset in GAMES[self.game].PRESETS.values()]
        if all(numeric) or (any(numeric) and _NUMBER.fullmatch(text)):
            value = _number(text, "no_number_for", name=name)
        try:
            # Alone, so that the line which is out of range is named; clashes come at the end.
            msgspec.convert({"t": self._options["t"], name: value}, GameOptions)
        except msgspec.ValidationError as problem:
            if not isinstance(problem.__cause__, OptionsClash):
                raise broken("no_value", typed=repr(text), name=name) from problem
        self._options[name] = value

    def _player(self, rest: str) -> None:
        seat, _, name = rest.partition(" ")
        if seat != str(self.seats) or seat not in SEATS:
            raise broken("seat_order", seat=seat, next=self.seats)
        try:
            self._names.append(msgspec.json.decode(name, type=str))
        except msgspec.DecodeError as problem:
            raise broken("no_name", typed=repr(name)) from problem

    def _secret(self, word: str, rest: str) -> None:
        who, _, digits = rest.partition(" ")
        if who != "server" and not (who in SEATS and SEATS[who] < self.seats):
            raise broken("no_party", word=f"{word} {who}")
        if (word, who) in self._secrets:
            raise broken("said_twice", word=f"{word} {who}")
        self._secrets[word, who] = _bytes(word, digits)

    def record(self, plays: tuple[Play, ...]) -> Record:
        """Return the record, now that everything was read."""
        missing = [word for word in ("upcard", "game", "rules", "preset", "dealer") if word not in self._facts]
        if missing or not self._names:
            raise broken("no_line", word=(missing or ["player"])[0])
        dealer = int(self._facts["dealer"])
        if dealer >= self.seats:
            raise broken("no_dealer", seat=dealer)
        try:
            options = msgspec.convert(self._options, GameOptions)
        except msgspec.ValidationError as problem:
            clash = problem.__cause__
            if not isinstance(clash, OptionsClash):
                raise broken("no_options") from problem
            raise broken("refused", clash.refusal, why=sentence(clash.refusal)) from problem
        started = self._facts.get("started")
        return Record(
            options=options,
            players=tuple(self._party(str(seat), name) for seat, name in enumerate(self._names)),
            first_dealer=dealer,
            plays=plays,
            server=self._party("server", ""),
            started_ms=None if started is None else _time(started),
            rules_version=int(self._facts["rules"]),
            digest=bytes.fromhex(self._facts["digest"]) if "digest" in self._facts else None,
        )

    def _party(self, who: str, name: str) -> Party:
        return Party(name, self._secrets.get(("commitment", who)), self._secrets.get(("seed", who)))


def _bytes(word: str, digits: str) -> bytes:
    if not _HEX.fullmatch(digits):
        raise broken("no_hex", word=word)
    return bytes.fromhex(digits)


def _time(text: str) -> int:
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", text, re.ASCII):
        raise broken("no_time", typed=repr(text))
    try:
        time = datetime.fromisoformat(text)
    except ValueError as problem:
        raise broken("no_time", typed=repr(text)) from problem
    if time < _EPOCH:
        raise broken("too_early")
    return (time - _EPOCH) // _MS
