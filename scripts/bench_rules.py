"""The rules engine's figures: least deadwood, best discard and random playouts, beside OpenSpiel's.

Ours and the peer's take turns, a short round each, so that a machine that slows down slows both; the ratio is
the median of the rounds' ratios. Before counts are timed their results are compared; a playout is judged by the
rules at each action.
"""

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import perf_counter
from typing import Final

from bench_games import playout
from bench_peers import Peer
from msgspec import Struct
from msgspec.structs import replace

from upcard_protocol.rules import Hand, best_discard, deadwood
from upcard_protocol.rules.cards import DECK, cards_of, hand_of
from upcard_protocol.rules.games import USUAL
from upcard_protocol.rules.gin import match as gin

HANDS: Final = 20_000
PLAYOUTS: Final = 60
SEED: Final = 7


class WrongResultError(Exception):
    """Two counts of the same hand differ, so their speeds are not worth comparing."""


class Figure(Struct, frozen=True):
    """One measured figure; rates are medians of the rounds."""

    figure: str
    unit: str
    ours: float
    peer: str
    """Who was measured beside us; `peer missing` if nobody was."""
    theirs: float | None
    ratio: float | None
    """Ours by theirs, in this run."""
    to_reach: float
    note: str = ""


def figures(peer: Peer | None, rounds: int) -> Iterator[Figure]:
    """Measure every figure of the rules engine.

    Raises:
        WrongResultError: if a result that is to be timed is wrong.
    """
    random = Random(SEED)
    tens = [hand_of(random.sample(DECK, 10)) for _ in range(HANDS)]
    rich = [_rich(random, 10) for _ in range(HANDS // 4)]
    elevens = [hand_of(random.sample(DECK, 11)) for _ in range(HANDS)]
    yield _counted("deadwood", "hands/s, 10 random cards", deadwood, tens, 1.5, peer, rounds)
    yield _counted("deadwood", "hands/s, 10 meld-rich cards", deadwood, rich, 1.5, peer, rounds)
    yield _counted("best_discard", "hands/s, 11 random cards", _least_after_discard, elevens, 10, peer, rounds)
    yield _playouts(peer, rounds)


def _least_after_discard(hand: Hand) -> int:
    return best_discard(hand)[1]


def _rich(random: Random, size: int) -> Hand:
    """Return a hand of a few neighbouring ranks, where sets and runs compete."""
    low = random.randrange(8)
    return hand_of(random.sample([card for card in DECK if low <= card % 13 < low + 6], size))


def _counted(
    work: str,
    unit: str,
    ours: Callable[[Hand], int],
    hands: list[Hand],
    to_reach: float,
    peer: Peer | None,
    rounds: int,
) -> Figure:
    """Measure a count of many hands."""

    def measure_ours(_: int) -> float:
        started = perf_counter()
        for hand in hands:
            ours(hand)
        return len(hands) / (perf_counter() - started)

    def measure_peer(_: int) -> float:
        assert peer is not None
        # The peer is slower: a part of the hands makes its rounds about as long as ours.
        return len(theirs) / peer.ask({"do": "time", "work": work, "hands": unit})["seconds"]

    theirs = hands[: len(hands) // int(max(1, to_reach))]
    if peer is not None:
        peer.ask({"do": "load", "hands": unit, "cards": [list(cards_of(hand)) for hand in theirs]})
        for hand, expected in zip(theirs, peer.ask({"do": "results", "work": work, "hands": unit}), strict=True):
            count = ours(hand)
            if count != expected:
                raise WrongResultError(f"{work} of {list(cards_of(hand))}: ours {count}, the peer's {expected}")
    return _interleaved(work, unit, measure_ours, measure_peer, to_reach, peer, rounds)


def _playouts(peer: Peer | None, rounds: int) -> Figure:
    """Measure whole hands of random actions."""
    counted = {"ours": 0, "theirs": 0}

    def measure_ours(number: int) -> float:
        choose = Random(number)
        started = perf_counter()
        for _ in range(PLAYOUTS):
            counted["ours"] += playout(gin, USUAL, 2, choose)
        return PLAYOUTS / (perf_counter() - started)

    def measure_peer(number: int) -> float:
        assert peer is not None
        count = PLAYOUTS // 3
        answer = peer.ask({"do": "playouts", "count": count, "seed": number})
        counted["theirs"] += answer["actions"]
        return count / answer["seconds"]

    figure = _interleaved("playout", "hands/s, random actions", measure_ours, measure_peer, 3, peer, rounds)
    each = f"{counted['ours'] / (rounds + 1) / PLAYOUTS:.0f} actions a hand"
    if peer is not None:
        each += f", the peer's {counted['theirs'] / (rounds + 1) / (PLAYOUTS // 3):.0f}"
    return replace(figure, note=each)


def _interleaved(
    name: str,
    unit: str,
    ours: Callable[[int], float],
    theirs: Callable[[int], float],
    to_reach: float,
    peer: Peer | None,
    rounds: int,
) -> Figure:
    """Let both take turns; the first round only warms up."""
    rates = [(ours(number), theirs(number) if peer is not None else None) for number in range(rounds + 1)][1:]
    pairs = [(mine, other) for mine, other in rates if other is not None]
    return Figure(
        figure=name,
        unit=unit,
        ours=round(median(mine for mine, _ in rates), 1),
        peer=peer.name if peer is not None else "peer missing",
        theirs=round(median(other for _, other in pairs), 1) if pairs else None,
        ratio=round(median(mine / other for mine, other in pairs), 2) if pairs else None,
        to_reach=to_reach,
    )
