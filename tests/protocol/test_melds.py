"""Sets, runs, the least deadwood and every layout that leaves it (RULES 2, 3.4, 12.1)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import brute, tables
from tests.support.hands import hands
from upcard_protocol.rules.cards import (
    BIT,
    EMPTY,
    Card,
    Hand,
    cards_of,
    cards_text,
    hand_of,
    parse_card,
    parse_cards,
    points,
    rank,
    suit,
)
from upcard_protocol.rules.melds import (
    Layout,
    best_discard,
    best_layout,
    deadwood,
    is_meld,
    knock_discards,
    layouts,
    meld_kind,
)


def without(hand: Hand, card: Card) -> Hand:
    return Hand(hand & ~BIT[card])


def melds_text(layout: Layout) -> list[str]:
    return [cards_text(meld) for meld in layout.melds]


# The golden tables


def test_every_hand_of_the_table_has_the_deadwood_it_says() -> None:
    for row in tables.rows("deadwood"):
        assert deadwood(parse_cards(row["cards"])) == int(row["min_deadwood"]), row


def test_every_discard_of_the_table_is_one_of_the_best() -> None:
    for row in tables.rows("deadwood"):
        if row["best_discards"]:
            hand = parse_cards(row["cards"])
            card, left = best_discard(hand)
            assert left == int(row["best_deadwood_after_discard"]), row
            assert parse_cards(row["best_discards"]) & BIT[card], row


def test_the_discards_to_knock_with_at_the_best_count_are_those_of_the_table() -> None:
    for row in tables.rows("deadwood"):
        if row["best_discards"]:
            hand, least = parse_cards(row["cards"]), int(row["best_deadwood_after_discard"])
            assert knock_discards(hand, least) == parse_cards(row["best_discards"]), row
            assert knock_discards(hand, least - 1) == EMPTY, row


@pytest.mark.parametrize("example", tables.examples("deadwood"), ids=lambda example: example["id"])
def test_a_worked_example_of_deadwood_holds(example: dict[str, Any]) -> None:
    hand = tables.hand_named(example["hand"])
    assert deadwood(hand) == example["deadwood"], example["note"]
    assert best_layout(hand).deadwood == example["deadwood"]


@pytest.mark.parametrize("example", tables.examples("gin"), ids=lambda example: example["id"])
def test_the_knocker_of_a_worked_example_shows_melds_and_his_count(example: dict[str, Any]) -> None:
    melds = [tables.hand_named(meld) for meld in example["melds"]]
    loose = tables.hand_named(example["deadwood"])
    assert all(map(is_meld, melds))
    assert points(loose) == example["knocker_dw"]
    assert deadwood(Hand(sum(melds) | loose)) <= example["knocker_dw"]


# Faults that others shipped


@pytest.mark.parametrize(
    ("text", "left", "throw"),
    [("4S 5S 6S 3C 4C 5C 6C 2D 3D 5D 6D", 10, "6d"), ("3S 4S 5S 3C 4C 5C 6C 6D 4H 5H 6H", 0, "6d")],
)
def test_a_knock_is_found_where_the_discard_changes_the_melds(text: str, left: int, throw: str) -> None:
    hand = parse_cards(text)
    assert best_discard(hand) == (parse_card(throw), left)
    assert knock_discards(hand, 10) & BIT[parse_card(throw)]


def test_a_discard_that_leaves_18_is_no_gin_discard() -> None:
    hand = parse_cards("7S 8S 9S TS JS 7C TC 7D TD 7H TH")
    assert deadwood(without(hand, parse_card("9S"))) == 18
    assert not knock_discards(hand, 0) & BIT[parse_card("9S")]
    assert best_discard(hand)[1] == 0


@pytest.mark.parametrize(
    "text",
    [
        "6H QH QC 5H KD KH 7H KC 4H QD",
        "KC 3S 3C 9C KH 3H 9H 3D 9D KD",
        "TC 2H 3H 2S TD 5H 3S 4H 4S TS",
        "5S 4H 6S TH 3H JH 5H 9H 2H 4S",
    ],
)
def test_gin_that_greedy_melding_misses_is_seen(text: str) -> None:
    assert deadwood(parse_cards(text)) == 0


# Melds


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("7s 7h 7d", "set"),
        ("7s 7h 7d 7c", "set"),
        ("As 2s 3s", "run"),
        ("Jc Qc Kc", "run"),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", "run"),
        ("", None),
        ("7s", None),
        ("7s 7h", None),
        ("7s 8s", None),
        ("Qs Ks As", None),
        ("Ks As 2s", None),
        ("Ks Ah 2h", None),
        ("7s 8s 9h", None),
        ("7s 8s Ts", None),
        ("As 2s 3s 5s 6s 7s", None),
        ("7s 7h 7d 8d", None),
    ],
)
def test_a_meld_is_one_set_or_one_run_with_the_ace_low(text: str, kind: str | None) -> None:
    assert meld_kind(parse_cards(text)) == kind
    assert is_meld(parse_cards(text)) is (kind is not None)


def test_the_deck_has_65_sets_and_264_runs() -> None:
    kinds = [meld_kind(hand_of(meld)) for meld in brute.all_melds()]
    assert (kinds.count("set"), kinds.count("run")) == (65, 264)


@given(hands(0, 6))
def test_meld_kind_agrees_with_the_plain_definition(hand: Hand) -> None:
    cards = frozenset(cards_of(hand))
    assert is_meld(hand) == (brute.is_set(cards) or brute.is_run(cards))


# Laws


@settings(max_examples=500)
@given(hands(0, 13))
def test_deadwood_is_that_of_the_best_of_all_arrangements(hand: Hand) -> None:
    assert deadwood(hand) == brute.least_deadwood(hand)


def test_five_fours_of_a_kind_are_gin_and_no_card_is_too() -> None:
    ranks = "A5789"
    assert deadwood(parse_cards(" ".join(r + s for r in ranks for s in "shdc"))) == 0
    assert deadwood(EMPTY) == 0


def discard_rank(hand: Hand, card: Card) -> tuple[int, int, int]:
    """Return what best_discard compares: the deadwood left, then K down to A, then s h d c."""
    return deadwood(without(hand, card)), -rank(card), suit(card)


@settings(max_examples=500)
@given(hands(1, 14))
def test_the_best_discard_leaves_least_and_of_equals_is_the_dearest(hand: Hand) -> None:
    card, left = best_discard(hand)
    assert card == min(cards_of(hand), key=lambda each: discard_rank(hand, each))
    assert left == deadwood(without(hand, card))


@given(hands(2, 11), st.data())
def test_a_card_to_keep_is_never_the_discard(hand: Hand, data: st.DataObject) -> None:
    kept = hand_of(data.draw(st.lists(st.sampled_from(list(cards_of(hand))), min_size=1, max_size=3)))
    free = Hand(hand & ~kept)
    if free:
        card, left = best_discard(hand, keep=kept)
        assert card == min(cards_of(free), key=lambda each: discard_rank(hand, each))
        assert left == deadwood(without(hand, card))


def test_there_is_no_discard_without_a_card_to_throw() -> None:
    with pytest.raises(ValueError, match="no card to discard"):
        best_discard(EMPTY)
    with pytest.raises(ValueError, match="may be discarded"):
        best_discard(parse_cards("7h"), keep=parse_cards("7h"))
    with pytest.raises(ValueError, match="may be discarded"):
        best_discard(EMPTY, keep=parse_cards("7h"))


@given(hands(0, 11), st.integers(0, 40))
def test_exactly_the_discards_that_leave_the_limit_or_less_allow_a_knock(hand: Hand, limit: int) -> None:
    expected = hand_of(card for card in cards_of(hand) if deadwood(without(hand, card)) <= limit)
    assert knock_discards(hand, limit) == expected


@given(hands(0, 11))
def test_every_layout_is_disjoint_complete_and_minimal(hand: Hand) -> None:
    found = layouts(hand)
    assert found[0] == best_layout(hand)
    for layout in found:
        assert all(map(is_meld, layout.melds))
        assert sum(layout.melds) + layout.loose == hand
        assert points(layout.loose) == layout.deadwood == deadwood(hand)


def joined(melds: tuple[brute.Cards, ...]) -> frozenset[brute.Cards]:
    """Return the melds with runs that touch made one."""
    left = list(melds)
    for first in melds:
        for second in melds:
            if first in left and second in left and first != second and brute.is_run(first | second):
                left = [meld for meld in left if meld not in (first, second)]
                return joined((*left, first | second))
    return frozenset(left)


@settings(max_examples=500)
@given(hands(0, 11))
def test_the_layouts_are_all_the_best_arrangements_once_runs_that_touch_are_one(hand: Hand) -> None:
    cards = frozenset(cards_of(hand))
    least = brute.least_deadwood(hand)
    best = {joined(melds) for melds in brute.arrangements(cards) if brute.worth(cards.difference(*melds)) == least}
    found = layouts(hand)
    assert {frozenset(frozenset(cards_of(meld)) for meld in layout.melds) for layout in found} == best
    assert len(found) == len(best)


def test_both_ways_to_use_a_card_are_layouts() -> None:
    found = layouts(parse_cards("4h 4d 4c 4s 5s 6s 7s 8d 9d Td"))
    assert [melds_text(layout) for layout in found] == [
        ["4h 4d 4c", "4s 5s 6s 7s", "8d 9d Td"],
        ["4s 4h 4d 4c", "5s 6s 7s", "8d 9d Td"],
    ]


def test_melds_are_sets_from_the_ace_up_then_runs_by_suit() -> None:
    layout = best_layout(parse_cards("9c Tc Jc As 2s 3s Kh Kd Ks 7h 7d 7c 2c"))
    assert melds_text(layout) == ["7h 7d 7c", "Ks Kh Kd", "As 2s 3s", "9c Tc Jc"]
    assert cards_text(layout.loose) == "2c"


def test_a_stretch_of_six_is_one_run() -> None:
    assert [melds_text(layout) for layout in layouts(parse_cards("3h 4h 5h 6h 7h 8h Kc"))] == [["3h 4h 5h 6h 7h 8h"]]
