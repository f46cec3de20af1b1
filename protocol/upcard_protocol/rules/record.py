"""A match as it was played: who sat there, the house rules, and everything that was done, in order.

A record holds what a replay needs and nothing that follows from it. `notation.py` writes and reads it as text.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta, Struct

from upcard_protocol.rules.cards import DECK, NAME, Card, parse_card
from upcard_protocol.rules.errors import IllegalAction, sentence
from upcard_protocol.rules.faults import NotationError, broken
from upcard_protocol.rules.game import (
    NATURE,
    CloseCalls,
    Deal,
    Due,
    Forfeit,
    ForfeitMatch,
    Recycle,
    RecycleDue,
    Seat,
    Why,
)
from upcard_protocol.rules.games import (
    GAMES,
    RULES_VERSION,
    AnyAction,
    GameEvent,
    GameMatch,
    GameOptions,
    game_of,
    name_of,
)
from upcard_protocol.rules.shuffle import NO_SEED, key, shuffled

__all__ = [
    "SEATS",
    "Labelled",
    "NotationError",
    "Party",
    "Play",
    "Record",
    "Step",
    "action_text",
    "begin",
    "derived",
    "key_of",
    "parse_action",
    "play_text",
    "replay",
    "steps",
]

Secret = Annotated[bytes, Meta(min_length=32, max_length=32)]


class Labelled(Struct, frozen=True, tag="labelled", tag_field="t"):
    """A deal, or the shuffle of a pile, whose order follows from the seeds."""

    labels: tuple[str, ...]
    """Label and numbers of each deck, e.g. `deal/1/0`, or of the one shuffle, e.g. `recycle/1/1`."""
    kind: Literal["deal", "recycle"] = "deal"


class Play(Struct, frozen=True, tag="play", tag_field="t"):
    """One thing that was done."""

    seat: Annotated[int, Meta(ge=NATURE, le=5)]
    """Who did it; nature is -1."""
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
    digest: Secret | None = None
    """Of everything above: `rules/verify.py` makes and checks it."""


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
            return " ".join([action.kind, *action.labels])
        case Deal():
            return " ".join(["deal", *("".join(NAME[card] for card in cards) for cards in action.decks)])
        case Forfeit():
            return _forfeit_text(action, "given_up")
        case ForfeitMatch():
            return _forfeit_text(action, "left")
        case Recycle():
            return " ".join(["recycle", "".join(NAME[card] for card in action.cards)])
        case CloseCalls():
            return "close_calls"
        case _:
            return GAMES[name_of(action)].action_text(action)


def play_text(play: Play) -> str:
    """Write one line of what was done: seat, milliseconds, action."""
    seat = "-" if play.seat == NATURE else str(play.seat)
    return f"{seat} {play.at_ms} {action_text(play.action)}"


def parse_action(text: str, game: str = "gin") -> AnyAction | Labelled:
    """Read one action.

    Args:
        text: the words.
        game: the name of the game that is played.

    Raises:
        NotationError: if the words are none.
    """
    name, *words = text.split() or [""]
    match name:
        case "deal":
            return _deal(words)
        case "recycle":
            return _recycle(words)
        case "close_calls" if not words:
            return CloseCalls()
        case "forfeit":
            return Forfeit(*_forfeit(words, "given_up"))
        case "forfeit_match":
            return ForfeitMatch(*_forfeit(words, "left"))
        case _ if name in (parsers := GAMES[game].PARSERS):
            return parsers[name](words)
        case _:
            raise broken("no_action", typed=repr(name))


_LABEL: Final = re.compile(r"[a-z]+(-[a-z]+)*(/(0|[1-9][0-9]{0,8}))*")


def _deal(words: list[str]) -> Deal | Labelled:
    if words and all(_LABEL.fullmatch(word) for word in words):
        return Labelled(tuple(words))
    decks = tuple(_deck(word) for word in words)
    if not decks:
        raise broken("deal_words")
    return Deal(decks)


def _recycle(words: list[str]) -> Recycle | Labelled:
    if len(words) != 1:
        raise broken("recycle_words")
    if _LABEL.fullmatch(words[0]):
        return Labelled((words[0],), "recycle")
    cards = _cards(words[0])
    if len(set(cards)) != len(cards):
        raise broken("pile_twice")
    return Recycle(cards)


def _deck(word: str) -> tuple[Card, ...]:
    cards = _cards(word)
    if len(cards) != 52 or len(set(cards)) != 52:
        raise broken("no_deck")
    return cards


def _cards(word: str) -> tuple[Card, ...]:
    return tuple(parse_card(word[n : n + 2]) for n in range(0, len(word), 2))


def _forfeit_text(action: Forfeit | ForfeitMatch, usual: Why) -> str:
    """Write who forfeits, and why where that is not what it usually is."""
    words = (str(action.__struct_config__.tag), str(action.seat), *(() if action.why == usual else (action.why,)))
    return " ".join(words)


def _forfeit(words: list[str], usual: Why) -> tuple[int, Why]:
    match words:
        case [seat] if seat in SEATS:
            return SEATS[seat], usual
        case [seat, ("given_up" | "left" | "dropped" | "idle") as why] if seat in SEATS:
            return SEATS[seat], why
        case _:
            raise broken("forfeit_words")


SEATS: Final = {str(seat): seat for seat in range(6)}
"""Every seat by its name in a text."""


# ---- replaying


def replay(record: Record) -> GameMatch:
    """Return the match after everything that was done.

    Raises:
        NotationError: if a deck is not known, the rules refuse something, or another version of them played it.
    """
    match = begin(record)
    for step in steps(record):
        match = step.match
    return match


def steps(record: Record) -> Iterator[Step]:
    """Yield each thing that was done with the match after it and what happened.

    Raises:
        NotationError: as `replay` does.
    """
    match = begin(record)
    secret: bytes | None = None
    for number, play in enumerate(record.plays, 1):
        action = play.action
        try:
            if isinstance(action, Labelled):
                secret = key_of(record) if secret is None else secret
                action = derived(secret, action, game_of(record.options).due(match))
            match, events = game_of(record.options).apply(match, play.seat, action)
        except IllegalAction as problem:
            why = sentence(problem.refusal)
            raise broken("action", problem.refusal, number=number, play=play_text(play), why=why) from problem
        except NotationError as problem:
            why = problem.fault.clause
            raise broken("action", problem.fault, number=number, play=play_text(play), why=why) from problem
        yield Step(play, match, events)


def begin(record: Record) -> GameMatch:
    """Return the match before its first deal.

    Raises:
        NotationError: if another version of the rules played it, or these play no such match.
    """
    if record.rules_version != RULES_VERSION:
        raise broken("other_rules", theirs=record.rules_version, ours=RULES_VERSION)
    try:
        return game_of(record.options).start(record.options, len(record.players), record.first_dealer)
    except IllegalAction as problem:
        raise broken("refused", problem.refusal, why=sentence(problem.refusal)) from problem


def key_of(record: Record) -> bytes:
    """Return the key of the match's decks.

    Raises:
        NotationError: if the server's seed is not known.
    """
    if record.server.seed is None:
        raise broken("no_seed")
    return key([record.server.seed, *(player.seed or NO_SEED for player in record.players)])


def derived(secret: bytes, labelled: Labelled, due: Due | None) -> Deal | Recycle:
    """Return the shuffle of a label.

    Args:
        secret: the key of the match.
        labelled: the label of each deck, or of the pile.
        due: what is owed.

    Raises:
        NotationError: if no pile is to be shuffled.
    """
    if labelled.kind == "deal":
        return Deal(tuple(_shuffled(secret, DECK, label) for label in labelled.labels))
    if not isinstance(due, RecycleDue):
        raise broken("no_pile")
    return Recycle(_shuffled(secret, due.cards, labelled.labels[0]))


def _shuffled(secret: bytes, cards: Sequence[Card], label: str) -> tuple[Card, ...]:
    name, *numbers = label.split("/")
    return shuffled(secret, cards, name, *map(int, numbers))
