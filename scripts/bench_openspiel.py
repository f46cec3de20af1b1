"""A worker that lets OpenSpiel do the benchmark's work; run by the Python of `.venv-peers`, never imported.

It reads one request a line from stdin and writes one answer a line to stdout. Timed requests are answered with
the seconds that this process measured around the work alone.
"""

import importlib
import json
import random
import sys
from collections.abc import Callable
from importlib.metadata import version
from time import perf_counter
from typing import Any

pyspiel: Any = importlib.import_module("pyspiel")
min_deadwood: Callable[[list[int]], int] = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood
hands: dict[str, list[list[int]]] = {}


def best_discard(hand: list[int]) -> int:
    """Return the least deadwood after any discard; OpenSpiel has no shorter way that is exact."""
    return min([min_deadwood(hand[:place] + hand[place + 1 :]) for place in range(len(hand))])


COUNTS: dict[str, Callable[[list[int]], int]] = {"deadwood": min_deadwood, "best_discard": best_discard}


def playouts(count: int, seed: int) -> dict[str, Any]:
    """Play hands with random actions from a new state to the end."""
    choice = random.Random(seed).choice
    game = pyspiel.load_game("gin_rummy")
    actions = 0
    started = perf_counter()
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            actions += 1
    return {"seconds": perf_counter() - started, "actions": actions}


def answer(request: dict[str, Any]) -> Any:
    """Return the answer to one request."""
    match request["do"]:
        case "name":
            return f"OpenSpiel {version('open-spiel')}"
        case "load":
            hands[request["hands"]] = request["cards"]
            return None
        case "results":
            return [COUNTS[request["work"]](hand) for hand in hands[request["hands"]]]
        case "time":
            work, cards = COUNTS[request["work"]], hands[request["hands"]]
            started = perf_counter()
            for hand in cards:
                work(hand)
            return {"seconds": perf_counter() - started}
        case "playouts":
            return playouts(request["count"], request["seed"])
        case other:
            raise ValueError(f"no such request: {other}")


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
