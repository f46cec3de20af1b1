"""How many ways a few fixed deals can go on, counted to a depth: any change of what is legal shows here.

`tests/data/gin_counts.json` has for each deal how many sequences of listed actions there are of each length, from
one action on. When the rules change on purpose, empty the `counts` of a deal, run this test, and copy in the list
that it shows; then see that `test_without_knocks_the_counts_follow_from_arithmetic` still holds.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.deals import Scene
from upcard_protocol.rules import Options, apply, legal, to_act, view
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.match import Match

MOST = 12_000
"""Sequences after which the count goes no deeper."""


class FixedDeal(msgspec.Struct, frozen=True):
    """A deal, how it was played so far, and how many ways it can go on."""

    name: str
    options: dict[str, Any]
    first: str
    dealer: str
    upcard: str
    stock: str
    moves: tuple[str, ...]
    counts: list[int]

    def scene(self) -> Scene:
        """Deal it and play the moves."""
        options = msgspec.convert({"t": "gin.options", **self.options}, Options)
        scene = Scene(options, first=self.first, dealer=self.dealer, upcard=self.upcard, stock=self.stock)
        scene.play(*self.moves)
        return scene


DEALS = msgspec.json.decode(
    (Path(__file__).parent.parent / "data" / "gin_counts.json").read_bytes(), type=list[FixedDeal]
)


def choices(match: Match) -> list[tuple[int, Action]]:
    """Return what may be done next, by whom."""
    return [(seat, action) for seat in sorted(to_act(match)) for action in legal(view(match, seat))]


def after(matches: list[Match]) -> list[Match]:
    """Return every match that one action leads to."""
    return [apply(match, seat, action)[0] for match in matches for seat, action in choices(match)]


@pytest.mark.parametrize("deal", DEALS, ids=[deal.name for deal in DEALS])
def test_a_fixed_deal_can_go_on_in_as_many_ways_as_ever(deal: FixedDeal) -> None:
    counts: list[int] = []
    matches = [deal.scene().match]
    while matches and len(matches) * 12 < MOST:
        matches = after(matches)
        counts.append(len(matches))
    assert counts == deal.counts


def test_without_knocks_the_counts_follow_from_arithmetic() -> None:
    # An offer is two ways; the stock gives eleven discards and the pile ten, since what was taken stays.
    def ways(phase: str, depth: int) -> int:
        if depth == 0:
            return 1
        follow = {
            "offer_n": (("took", 1), ("offer_d", 1)),
            "offer_d": (("took", 1), ("forced", 1)),
            "forced": (("drew", 1),),
            "draw": (("drew", 1), ("took", 1)),
            "drew": (("draw", 11),),
            "took": (("draw", 10),),
        }
        return sum(number * ways(then, depth - 1) for then, number in follow[phase])

    plain = DEALS[0].counts
    assert plain[:4] == [2, 12, 31, 241]
    assert plain == [ways("offer_n", depth) for depth in range(1, len(plain) + 1)]


def test_a_knock_opens_two_ways_for_the_defender_and_then_two_to_be_ready() -> None:
    (deal,) = [deal for deal in DEALS if deal.name.startswith("a knock")]
    # One draw; eleven discards and two knocks; two draws after each discard, `auto` and `done` after each knock;
    # then eleven and ten discards, while after a knock either may be ready first.
    assert deal.counts[:4] == [1, 11 + 2, 11 * 2 + 2 * 2, 11 * (11 + 10) + 2 * 2 * 2]


def test_the_first_eleven_of_big_gin_have_a_choice_for_every_way_to_go_out() -> None:
    (deal,) = [deal for deal in DEALS if "eleven" in deal.name]
    listed = [action for _, action in choices(deal.scene().match)]
    discards = [action for action in listed if isinstance(action, act.Discard)]
    knocks = [action for action in listed if isinstance(action, act.Knock)]
    # Gin by any four, or by the ten or the king; a 7 or 9 breaks its run for 17 or 15; the J and Q theirs, for more.
    assert (len(discards), len(knocks), act.BIG_GIN in listed) == (11, 6, True)
    assert deal.counts[0] == 18
