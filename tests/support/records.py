"""Whole matches as their players keep them, played by the computer from known seeds."""

from functools import cache
from typing import Final

from msgspec.structs import replace

from upcard_protocol.rules.game import NATURE, CloseCalls, DealDue, RecycleDue
from upcard_protocol.rules.games import GameOptions, game_of
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.rules.record import Labelled, Party, Play, Record, derived
from upcard_protocol.rules.shuffle import NO_SEED, commitment, key, pick
from upcard_protocol.rules.verify import sealed
from upcard_protocol.strategy import choose

SERVER, ANN, BEN = (bytes([n]) * 32 for n in (9, 1, 2))
"""Seeds."""

SHORT: Final = replace(PRESETS["modern"], target=50)


def party(name: str, seed: bytes) -> Party:
    """Return somebody who has put a seed into the shuffle."""
    return Party(name, commitment(seed), seed)


@cache
def played(rules: GameOptions = SHORT, seats: int = 2) -> Record:
    """Return a whole match as its players keep it; from the third seat on bots play."""
    game, secret = game_of(rules), key([SERVER, ANN, BEN, *(NO_SEED,) * (seats - 2)])
    dealer = pick(secret, "dealer", seats)
    match, plays = game.start(rules, seats, dealer), list[Play]()
    while game.result(match) is None:
        owed, seat = game.due(match), NATURE
        match owed:
            case DealDue():
                written = Labelled(tuple(f"deal/{owed.hand}/{n}" for n in range(owed.decks)))
                action = derived(secret, written, owed)
            case RecycleDue():
                written = Labelled((f"recycle/{owed.hand}/{owed.number}",), "recycle")
                action = derived(secret, written, owed)
            case _ if not game.to_act(match):
                written = action = CloseCalls()
            case _:
                seat = min(game.to_act(match))
                written = action = choose(game.view(match, seat))
        match, _ = game.apply(match, seat, action)
        plays.append(Play(seat, 1000 * len(plays), written))
    bots = (Party(f"Deuce {seat}") for seat in range(2, seats))
    players = (party("Ann", ANN), party("Ben", BEN), *bots)
    return sealed(Record(rules, players, dealer, tuple(plays), party("", SERVER), 1_770_000_000_250))
