"""The golden tables in `tests/data`: deadwood, lay-offs and the worked examples of RULES 12."""

import csv
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from upcard_protocol.rules.cards import Hand, hand_of, parse_card

_DATA = Path(__file__).parents[1] / "data"


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    """Return the rows of `tests/data/NAME.csv`."""
    with (_DATA / f"{name}.csv").open(newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def examples(game: str) -> tuple[dict[str, Any], ...]:
    """Return the worked examples of one kind: `deadwood`, `gin`, `settlement` or `hollywood`."""
    found = msgspec.json.decode((_DATA / "rule_examples.json").read_bytes(), type=list[dict[str, Any]])
    return tuple(example for example in found if example["game"] == game)


def hand_named(names: list[str]) -> Hand:
    """Return the hand of a list of card names."""
    return hand_of(parse_card(name) for name in names)
