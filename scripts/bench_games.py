"""Every game's figures: random playouts of rummy beside gin's in the same run, and the longest turn of the computer.

All is counted in the time of the processor, so that a machine with other work to do says the same.
"""

from collections.abc import Iterator
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from bench_connections import Measure
from msgspec.structs import replace

from upcard_protocol.rules import NATURE, Deal, DealDue
from upcard_protocol.rules.cards import DECK
from upcard_protocol.rules.game import CallsDue, CloseCalls, Due, Game, NatureAction, Recycle
from upcard_protocol.rules.games import GAMES, GameOptions, game_of
from upcard_protocol.rules.gin.options import PRESETS as GIN
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY
from upcard_protocol.strategy import choose
from upcard_protocol.table import BotLevel

GIN_PLAYOUTS: Final = 60
RUMMY_PLAYOUTS: Final = 4
"""Of each number of players, in a round."""

RUMMY_SHARE: Final = 20_000 / 150_000
"""Actions of rummy for each action of gin."""

LEVELS: Final[tuple[BotLevel, ...]] = ("easy", "normal", "hard")
TURNS: Final = 300
"""Of the computer, at each table and level."""
LONGEST_TURN_MS: Final = 50.0

TABLES: Final[dict[str, GameOptions]] = {
    **{f"gin, {name}": rules for name, rules in GIN.items()},
    **{f"gin, {seating}": replace(GIN["modern"], format=seating) for seating in ("sit_out", "cutthroat", "all_play")},
    **{f"rummy, {name}": rules for name, rules in RUMMY.items()},
    "rummy, shuffled": replace(RUMMY["around"], recycle="shuffle", call_rummy=True),
}
"""Where the longest turn is looked for, by any number of players."""


def playout(game: Game, options: Any, seats: int, choice: Random) -> int:
    """Play one hand with random actions through the public functions; return how many actions that took."""
    match = game.start(options, seats, 0)
    actions = 0
    while True:
        owed = game.due(match)
        if owed is not None:
            match, _ = game.apply(match, NATURE, natures_action(owed, choice))
            actions += 1
        for seat in game.to_act(match):
            match, _ = game.apply(match, seat, choice.choice(tuple(game.legal(game.view(match, seat)))))
            actions += 1
            # A hand that wins the whole match is followed by nothing.
            if game.between_hands(match) or game.result(match) is not None:
                return actions


def natures_action(owed: Due, choice: Random) -> NatureAction:
    """Return what pays a debt of nature's: decks and piles in random order, or the end of a window."""
    match owed:
        case DealDue():
            return Deal(tuple(tuple(choice.sample(DECK, len(DECK))) for _ in range(owed.decks)))
        case CallsDue():
            return CloseCalls()
        case _:
            return Recycle(tuple(choice.sample(owed.cards, len(owed.cards))))


def game_figures(rounds: int) -> Iterator[Measure]:
    """Measure every figure that more than one game has a part in."""
    yield _rummy_playouts(rounds)
    yield _longest_turn()


def _rummy_playouts(rounds: int) -> Measure:
    """Measure rummy and gin in turns; the first round only warms up."""
    pairs = [(_rummy_rate(number), _gin_rate(number)) for number in range(rounds + 1)][1:]
    ours, gins = (median(rates) for rates in zip(*pairs, strict=True))
    note = f"{median(mine / gin for mine, gin in pairs):.2f} of gin's {gins:,.0f}, to reach {RUMMY_SHARE:.2f}"
    return Measure("rummy playout", "actions/s, 2 to 6 players", ours, RUMMY_SHARE * gins, note=note)


def _gin_rate(number: int) -> float:
    choice, began = Random(number), process_time()
    actions = sum(playout(GAMES["gin"], GIN["modern"], 2, choice) for _ in range(GIN_PLAYOUTS))
    return actions / (process_time() - began)


def _rummy_rate(number: int) -> float:
    choice, began = Random(number), process_time()
    seats = [seats for seats in range(2, 7) for _ in range(RUMMY_PLAYOUTS)]
    actions = sum(playout(GAMES["rummy"], RUMMY["basic"], many, choice) for many in seats)
    return actions / (process_time() - began)


def _longest_turn() -> Measure:
    """Time what the computer does at every kind of table, every level and every number of players."""
    worst_ms, where, turns = 0.0, "", 0
    for name, rules in TABLES.items():
        game = game_of(rules)
        for seats in game.seats_of(rules):
            for level in LEVELS:
                for view in _views(game, rules, seats, level):
                    took = _milliseconds(view, level)
                    turns += 1
                    if took > worst_ms:
                        # Once more: what only the machine did, such as collecting garbage, it does not do again.
                        took = min(took, _milliseconds(view, level), _milliseconds(view, level))
                    if took > worst_ms:
                        worst_ms, where = took, f"{name} for {seats}, {level}, phase {view.boards[0].phase}"
    return Measure("longest turn", "ms", worst_ms, LONGEST_TURN_MS, True, f"of {turns:,} turns; {where}")


def _views(game: Game, rules: GameOptions, seats: int, level: BotLevel) -> Iterator[Any]:
    """Yield what the computer sees whenever it is asked something, in hands that it plays with itself."""
    choice, turns = Random(f"{rules} {seats}"), 0
    match = game.start(rules, seats, 0)
    while turns < TURNS and game.result(match) is None:
        owed = game.due(match)
        if owed is not None and not isinstance(owed, CallsDue):
            match, _ = game.apply(match, NATURE, natures_action(owed, choice))
            continue
        seat = min(game.to_act(match))
        view = game.view(match, seat)
        yield view
        turns += 1
        match, _ = game.apply(match, seat, choose(view, level))


def _milliseconds(view: Any, level: BotLevel) -> float:
    began = process_time()
    choose(view, level)
    return 1000 * (process_time() - began)
