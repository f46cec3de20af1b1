"""Non-interference (RULES 10): games that differ only in what a viewer may not know are the same bytes to him.

The second half plants a hidden card wherever the server speaks, and sees that the proof finds it.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from tests.support.laws import options
from tests.support.rummy_laws import options as rummy_options
from tests.support.twins import TABLE, Plant, improvise, leaks, perform
from upcard_protocol import table as tables
from upcard_protocol.rules.errors import IllegalAction, Refusal
from upcard_protocol.rules.games import GameOptions
from upcard_protocol.rules.gin.events import HandEnded
from upcard_protocol.rules.gin.options import PRESETS, Options, seats_of
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY
from upcard_protocol.rules.rummy.options import Options as RummyOptions
from upcard_protocol.table import AnyEvent, Table, TableView
from upcard_server import standing
from upcard_server.standing import Standing


class Game(Struct, frozen=True):
    """What is played, by how many, and how far; the seed decides what everybody does."""

    rules: GameOptions
    seats: int
    acts: int
    seed: int = 3


MODERN = PRESETS["modern"]
RECYCLED = Game(replace(RUMMY["pagat"], recycle="shuffle", recycle_limit="unlimited"), 6, 46, seed=4)
"""The pile is shuffled again in it."""

GAMES: dict[str, Game] = {
    "the middle of a hand": Game(MODERN, 2, 12),
    "a second hand": Game(MODERN, 2, 60),
    "tournament": Game(PRESETS["tournament"], 2, 15),
    "oklahoma": Game(PRESETS["oklahoma"], 2, 18),
    "partners": Game(PRESETS["partners"], 4, 20),
    "one of three sits out": Game(replace(MODERN, format="sit_out"), 3, 12),
    "three at one deck": Game(replace(MODERN, format="all_play"), 3, 20),
    "rummy": Game(RUMMY["basic"], 2, 14),
    "rummy, called": Game(RUMMY["calling"], 4, 30),
    "rummy, floating": Game(RUMMY["floating"], 3, 30),
    "rummy, the pile shuffled again": RECYCLED,
}


@pytest.mark.parametrize("game", GAMES)
def test_what_a_viewer_may_not_know_changes_no_byte_that_he_is_sent(tmp_path: Path, game: str) -> None:
    played = GAMES[game]
    assert not leaks(tmp_path, played.rules, played.seats, played.seed, played.acts)


def test_a_pile_is_shuffled_again_in_one_of_those_games(tmp_path: Path) -> None:
    play = improvise(Random(RECYCLED.seed), RECYCLED.acts)
    told = perform(tmp_path / "one", RECYCLED.rules, RECYCLED.seats, play, {})
    assert "recycle" in {label for label, *_ in told.piles}


def test_spectators_of_open_hands_know_no_more_while_a_hand_is_played(tmp_path: Path) -> None:
    assert not leaks(tmp_path, PRESETS["modern"], 2, 3, 12, options=replace(TABLE, open_hands=True))


@settings(max_examples=3)
@given(options(), st.integers(0, 2**32), st.integers(1, 40))
def test_no_house_rule_of_gin_changes_that(
    tmp_path_factory: pytest.TempPathFactory, rules: Options, seed: int, acts: int
) -> None:
    seats = Random(seed).choice(seats_of(rules))
    assert not leaks(tmp_path_factory.mktemp("twins"), rules, seats, seed, acts)


@settings(max_examples=3)
@given(rummy_options(), st.integers(0, 2**32), st.integers(2, 4), st.integers(1, 30))
def test_no_house_rule_of_rummy_changes_that(
    tmp_path_factory: pytest.TempPathFactory, rules: RummyOptions, seed: int, seats: int, acts: int
) -> None:
    assert not leaks(tmp_path_factory.mktemp("twins"), rules, seats, seed, acts)


def in_an_event(patch: pytest.MonkeyPatch) -> None:
    def unredacted(table: Table, event: AnyEvent, viewer: int) -> AnyEvent:
        return event

    patch.setattr(tables, "redact", unredacted)


def in_a_snapshot(patch: pytest.MonkeyPatch) -> None:
    view = tables.view

    def with_every_hand(table: Table, viewer: int) -> TableView:
        seen = view(table, viewer)
        if seen.match is None or table.match is None:
            return seen
        return replace(seen, match=replace(seen.match, hands=table.match.hands))

    patch.setattr(tables, "view", with_every_hand)


Performed = tuple[Standing, tuple[AnyEvent, ...]]


def around_each_action(
    patch: pytest.MonkeyPatch, speak: Callable[[Callable[[], Performed], Standing], Performed]
) -> None:
    """Let something say more than it should whenever the server carries an action out."""
    perform = standing.perform

    def speaking(before: Standing, *args: Any, **fields: Any) -> Performed:
        return speak(lambda: perform(before, *args, **fields), before)

    patch.setattr(standing, "perform", speaking)


def in_the_log(patch: pytest.MonkeyPatch) -> None:
    def speak(perform: Callable[[], Performed], before: Standing) -> Performed:
        after, events = perform()
        logging.getLogger("upcard_server.live").debug("happened: %s", events)
        return after, events

    around_each_action(patch, speak)


def in_an_error(patch: pytest.MonkeyPatch) -> None:
    def speak(perform: Callable[[], Performed], before: Standing) -> Performed:
        try:
            return perform()
        except IllegalAction as illegal:
            match = before.table.match
            values = {**illegal.refusal.values, "next": 0 if match is None else match.decks[0][-1]}
            raise IllegalAction(Refusal(illegal.refusal.code, values)) from illegal

    around_each_action(patch, speak)


def in_a_score(patch: pytest.MonkeyPatch) -> None:
    def speak(perform: Callable[[], Performed], before: Standing) -> Performed:
        after, events = perform()
        match = before.table.match
        return after, tuple(
            replace(event, score=replace(event.score, boxes=match.decks[0][-1]))
            if isinstance(event, HandEnded) and match is not None
            else event
            for event in events
        )

    around_each_action(patch, speak)


@pytest.mark.parametrize("plant", [in_an_event, in_a_snapshot, in_the_log, in_an_error, in_a_score])
def test_a_card_that_is_planted_anywhere_is_found(tmp_path: Path, plant: Plant) -> None:
    acts = 60 if plant is in_a_score else 12
    assert leaks(tmp_path, PRESETS["modern"], 2, 3, acts, plant=plant)
