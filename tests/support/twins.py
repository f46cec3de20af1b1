"""Twin games: played over the real server in memory, the same but for what one viewer may not know.

A first game is improvised: legal acts, refused ones, repeated ones, resumes, broken lines, talk. Then for each viewer
it is played again with the cards that this viewer never saw in each other's place. Tokens, seeds, commitments and the
clock are the same in every game, so whatever differs in a viewer's bytes, or in the server's log, is a leak.
"""

import logging
import secrets
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final, Literal

import pytest
import trio
import trio.testing
from msgspec import Struct
from msgspec.structs import replace

from tests.support.premises import Premises, open_table, premises
from tests.support.secrecy import Dealing, known, places
from tests.support.visitor import Visitor
from upcard_protocol import table as tables
from upcard_protocol.rules import shuffle
from upcard_protocol.rules.cards import Card
from upcard_protocol.rules.game import PUBLIC
from upcard_protocol.rules.games import GameAction, GameOptions, game_of
from upcard_protocol.strategy import choose
from upcard_protocol.table import AnyEvent, TableOptions
from upcard_protocol.wire import requests as ask
from upcard_server import clock, hall, live, standing
from upcard_server.config import Limits
from upcard_server.standing import Standing

LIMITS: Final = Limits(
    max_connections_per_address=100,
    newcomers_per_minute=10**6,
    changes_per_second=1e6,
    frames_per_second=10**6,
    bytes_per_second=10**9,
    chat_per_second=10**6,
)
"""The clock stands still, so nothing ever flows back into a bucket."""

TABLE: Final = TableOptions(name="Twins", turn_s=0)

Swap = Mapping[Dealing, Mapping[Card, Card]]
"""For each deck, the card that lies where another one lay."""

Plant = Callable[[pytest.MonkeyPatch], None]
"""Makes the server say something that it must not."""

Deed = Literal["act", "wrong", "again", "stale", "resume", "snapshot", "return", "chat", "look", "players"]

ASIDES: Final[tuple[Deed, ...]] = (
    "wrong",
    "again",
    "stale",
    "resume",
    "snapshot",
    "return",
    "chat",
    "look",
    "players",
)
"""What changes nothing about the cards."""

UNHEARD: Final = ("wrong", "again", "stale")
"""What concerns nobody but who does it."""


class Step(Struct, frozen=True):
    """What somebody does: a seat, or `PUBLIC` for the spectator."""

    who: int
    do: Deed
    action: GameAction | None = None
    n: int = 0


class Told(Struct, frozen=True):
    """What a game left behind."""

    steps: tuple[Step, ...]
    events: tuple[AnyEvent, ...]
    """Everything that happened, unredacted."""
    streams: dict[int, bytes]
    """By viewer, every byte that he was sent."""
    log: tuple[str, ...]
    piles: dict[Dealing, tuple[Card, ...]]
    """What was shuffled: a deck, or a pile that became the stock again."""


class Stage:
    """One game while it is played."""

    def __init__(self, house: Premises, people: dict[int, Visitor], number: int) -> None:
        self.house = house
        self.people = people
        self.number = number
        self.steps: list[Step] = []
        self._streams = dict.fromkeys(people, b"")
        self._last: dict[int, ask.Act] = {}

    @property
    def streams(self) -> dict[int, bytes]:
        """By viewer, what he was sent over all his connections."""
        return {who: past + bytes(self.people[who].raw) for who, past in self._streams.items()}

    async def settle(self) -> None:
        """Let everybody hear all that was said."""
        await trio.testing.wait_all_tasks_blocked()
        for visitor in self.people.values():
            await visitor.up_to_now()

    async def take(self, step: Step) -> None:
        """Do one thing, and let everybody hear of it."""
        visitor, table = self.people[step.who], self.number
        match step.do:
            case "act" | "wrong":
                assert step.action is not None
                seen = visitor.seen[table]
                act = ask.Act(table, seen.cseq + 1, seen.match.decision, step.action)
                self._last[step.who] = act
                await visitor.say(act)
            case "stale":
                assert step.action is not None
                seen = visitor.seen[table]
                await visitor.say(ask.Act(table, seen.cseq + 1, seen.match.decision + 1, step.action))
            case "again":
                if step.who in self._last:
                    await visitor.say(self._last[step.who])
            case "resume":
                await self._ask(visitor, ask.Resume, table=table, n=step.n)
            case "snapshot":
                await self._ask(visitor, ask.Watch if step.who == PUBLIC else ask.TakeSeat, table=table)
            case "return":
                await self._return(step.who)
            case "chat":
                await self._ask(visitor, ask.Chat, table=table, text="Well.")
            case "look":
                await self._ask(visitor, ask.Look, table=table)
            case "players":
                await self._ask(visitor, ask.Players)
        self.steps.append(step)
        await self.settle()

    async def _ask(self, visitor: Visitor, kind: type[Struct], **fields: Any) -> None:
        visitor.rid += 1
        await visitor.say(kind(rid=visitor.rid, **fields))

    async def _return(self, who: int) -> None:
        """Break the line and come back by token."""
        before = self.people[who]
        await before.leave()
        await self.settle_but(who)
        self._streams[who] += bytes(before.raw)
        again = self.people[who] = await self.house.enter(token=before.me.token)
        again.rid = before.rid
        again.seen = dict(before.seen)
        await self._ask(again, ask.Resume, table=self.number, n=before.seen[self.number].n)

    async def settle_but(self, who: int) -> None:
        """Let everybody else hear all that was said."""
        await trio.testing.wait_all_tasks_blocked()
        for other, visitor in self.people.items():
            if other != who:
                await visitor.up_to_now()


Play = Callable[[Stage], Any]


def improvise(rng: Random, acts: int) -> Play:
    """Return a game made up as it goes: mostly sound play, and everything else that a client may send.

    It stops before the end of the match, where every hand is shown.
    """

    async def play(stage: Stage) -> None:
        table = stage.house.table(stage.number)
        game = game_of(table.table.game)
        tried: list[GameAction] = []
        for _ in range(acts):
            seat = rng.choice(sorted(tables.to_act(table.table)))
            view = stage.people[seat].seen[stage.number].match
            may = list(game.legal(view))
            action = rng.choice(may) if rng.random() < 0.3 else choose(view)
            if game.result(game.apply(table.table.match, seat, action)[0]) is not None:
                break
            tried += (other for other in may if other not in tried)
            if rng.random() < 0.4:
                who = rng.choice(list(stage.people))
                await stage.take(aside(stage, who, rng.choice(ASIDES), rng, tried))
            before = table.standing.n
            await stage.take(Step(seat, "act", action, before))
            assert table.standing.n > before, f"{action} was refused"
        for who in stage.people:
            for do in ASIDES:
                await stage.take(aside(stage, who, do, rng, tried))

    return play


def aside(stage: Stage, who: int, do: Deed, rng: Random, tried: Sequence[GameAction]) -> Step:
    """Return something that changes nothing about the cards."""
    seen = stage.people[who].seen[stage.number]
    if do in ("wrong", "stale"):
        if seen.view.match is None:
            return Step(who, "look")
        refused = [action for action in tried if game_of(seen.view.game).legal(seen.match).check(action) is not None]
        return Step(who, do, rng.choice(refused)) if refused else Step(who, "look")
    return Step(who, do, n=rng.randrange(seen.n + 1) if do == "resume" else 0)


def repeat(told: Told, viewer: int, swap: Swap) -> Play:
    """Return the same game for one viewer: others' refused attempts, which concern nobody else, are left out."""
    decks = list(places(told.events))

    async def play(stage: Stage) -> None:
        for step in told.steps:
            if step.do == "act":
                dealing, *_ = decks[step.n]
                await stage.take(replace(step, action=_elsewhere(step, told.events[step.n], swap.get(dealing, {}))))
            elif step.who == viewer or step.do not in UNHEARD:
                await stage.take(step)
            else:
                await stage.settle()

    return play


def _elsewhere(step: Step, event: Any, swap: Mapping[Card, Card]) -> Any:
    """Return an act with the card of its twin. Melds that the server chose are named, so that they stay."""
    action: Any = step.action
    if getattr(action, "melds", ()) is None and getattr(event, "melds", None) is not None:
        action = replace(action, melds=event.melds)
    card = getattr(action, "card", None)
    return action if card is None else replace(action, card=swap.get(card, card))


def perform(
    home: Path,
    rules: GameOptions,
    seats: int,
    play: Play,
    swap: Swap,
    plant: Plant | None = None,
    options: TableOptions = TABLE,
) -> Told:
    """Play a game over a server of its own.

    Args:
        home: the server's data, made here.
        rules: what is played.
        seats: by how many.
        play: what is done once the first hand is dealt.
        swap: which cards lie in each other's place.
        plant: what the server is made to say.
        options: how the table is kept.
    """
    home.mkdir()
    with pytest.MonkeyPatch.context() as patch, _log() as lines:
        piles = _fix(patch, swap)
        if plant is not None:
            plant(patch)
        events = _record(patch)

        async def main() -> Told:
            async with premises(home, limits=LIMITS) as house:
                stage = await _open(house, rules, seats, options)
                await play(stage)
                return Told(tuple(stage.steps), tuple(events), stage.streams, tuple(lines), piles)

        return trio.run(main, clock=trio.testing.MockClock(autojump_threshold=0))


async def _open(house: Premises, rules: GameOptions, seats: int, options: TableOptions) -> Stage:
    """Seat people at a table, let somebody watch it and the lobby, and begin."""
    people = {seat: await house.enter(f"Player {seat}") for seat in range(seats)}
    number = await open_table(people[0], options, rules, seats=seats)
    for seat in range(1, seats):
        await people[seat].get(ask.TakeSeat, table=number)
    people[PUBLIC] = await house.enter()
    await people[PUBLIC].get(ask.Lobby)
    await people[PUBLIC].get(ask.Watch, table=number)
    for seat in range(seats):
        await people[seat].get(ask.Ready, table=number)
    stage = Stage(house, people, number)
    await stage.settle()
    return stage


def _fix(patch: pytest.MonkeyPatch, swap: Swap) -> dict[Dealing, tuple[Card, ...]]:
    """Make tokens, the time and the decks the same in every game, but for the cards that are swapped.

    Returns:
        what was shuffled, as it is shuffled.
    """
    drawn, shuffled = count(), shuffle.shuffled
    piles: dict[Dealing, tuple[Card, ...]] = {}

    def token(size: int = 32) -> bytes:
        return (sha256(str(next(drawn)).encode()).digest() * (size // 32 + 1))[:size]

    def swapped(key: bytes, cards: Sequence[Card], label: str, *numbers: int) -> tuple[Card, ...]:
        first, second, *_ = (*numbers, 0, 0)
        other = swap.get((label, first, second), {})
        piles[label, first, second] = tuple(cards)
        return tuple(other.get(card, card) for card in shuffled(key, cards, label, *numbers))

    patch.setattr(secrets, "token_bytes", token)
    patch.setattr(secrets, "token_hex", lambda size=32: token(size).hex())
    patch.setattr(clock, "time", SimpleNamespace(time_ns=lambda: 1_700_000_000 * 10**9))
    patch.setattr(shuffle, "shuffled", swapped)
    return piles


def _record(patch: pytest.MonkeyPatch) -> list[AnyEvent]:
    """Return a list that everything that happens is added to, in the order of its numbers."""
    events: list[AnyEvent] = []

    def recorded(*args: Any, **fields: Any) -> tuple[Standing, tuple[AnyEvent, ...]]:
        after, happened = standing.perform(*args, **fields)
        events.extend(happened)
        assert after.n == len(events)
        return after, happened

    patch.setattr(hall, "perform", recorded)
    patch.setattr(live, "perform", recorded)
    return events


@contextmanager
def _log() -> Generator[list[str]]:
    """Return the lines that the server logs, at every level."""
    lines: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())
    logger = logging.getLogger("upcard_server")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)


def leaks(
    home: Path,
    rules: GameOptions,
    seats: int,
    seed: int,
    acts: int,
    *,
    plant: Plant | None = None,
    options: TableOptions = TABLE,
) -> list[str]:
    """Return what a viewer could tell a game and its twin apart by; nothing when all is well.

    A twin has other cards where the viewer never saw them: a game that is cut short in a hand finds what is told too
    early, a longer one what is told by scores.

    Raises:
        AssertionError: if the games did not differ, and so prove nothing.
    """
    rng = Random(seed)
    here = perform(home / "one", rules, seats, improvise(rng, acts), {}, plant, options)
    swaps = {viewer: shuffled_hidden(here, viewer, rules, rng) for viewer in here.streams}
    differing = {viewer: swap for viewer, swap in swaps.items() if _differs(swap)}
    assert differing, "nothing is hidden from anybody: it is the same game"
    found: list[str] = []
    for viewer, swap in differing.items():
        there = perform(home / f"twin {viewer}", rules, seats, repeat(here, viewer, swap), swap, plant, options)
        if here.streams[viewer] != there.streams[viewer]:
            found.append(f"{viewer}: {_first_difference(here.streams[viewer], there.streams[viewer])}")
        if here.log != there.log:
            differing_lines = [pair for pair in zip(here.log, there.log, strict=False) if pair[0] != pair[1]]
            found.append(f"the log, with {viewer} for a viewer: {differing_lines[:1]}")
    return found


def _differs(swap: Swap) -> bool:
    return any(one != other for cards in swap.values() for one, other in cards.items())


def shuffled_hidden(told: Told, viewer: int, rules: GameOptions, rng: Random) -> dict[Dealing, dict[Card, Card]]:
    """Return for each deck another order of the cards that a viewer never saw."""
    swaps: dict[Dealing, dict[Card, Card]] = {}
    for dealing, seen in known(viewer, told.events, rules).items():
        hidden = [card for card in told.piles[dealing] if card not in seen]
        swaps[dealing] = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    return swaps


def _first_difference(here: bytes, there: bytes) -> str:
    at = next((at for at, (one, other) in enumerate(zip(here, there, strict=False)) if one != other), -1)
    return f"byte {at}: {here[max(0, at - 40) : at + 40]!r} and {there[max(0, at - 40) : at + 40]!r}"
