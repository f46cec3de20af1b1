"""What a defender lays off, and what a layout offers him (RULES 3.4, 3.5, 12.2)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import brute, tables
from tests.support.hands import deals
from upcard_protocol.rules.cards import (
    BIT,
    EMPTY,
    NAME,
    Hand,
    cards_of,
    cards_text,
    hand_of,
    parse_card,
    parse_cards,
)
from upcard_protocol.rules.layoffs import Defence, defend, exposure, fits, lay_off, safest
from upcard_protocol.rules.melds import best_layout, deadwood, is_meld, layouts


def melds_of(text: str) -> tuple[Hand, ...]:
    """Read melds parted by bars."""
    return tuple(parse_cards(meld) for meld in text.split("|"))


def laid(defence: Defence) -> Hand:
    return hand_of(card for card, _ in defence.layoffs)


def check(melds: tuple[Hand, ...], hand: Hand, defence: Defence) -> None:
    """Assert that a defence can be played: each card fits in its turn, and what is left counts as it says."""
    for card, place in defence.layoffs:
        assert hand & BIT[card]
        melds = lay_off(melds, card, place)
    assert all(map(is_meld, melds))
    left = Hand(hand & ~laid(defence))
    assert all(map(is_meld, defence.melds))
    melded = hand_of(card for meld in defence.melds for card in cards_of(meld))
    assert sum(defence.melds) == melded
    assert melded & ~left == 0
    assert brute.worth(frozenset(cards_of(Hand(left & ~melded)))) == defence.deadwood


# The golden tables


def test_every_defence_of_the_table_is_the_optimum_it_says() -> None:
    for row in tables.rows("layoff"):
        melds, hand = melds_of(row["knocker_melds"]), parse_cards(row["defender_hand"])
        defence = defend(melds, hand, layoffs=row["gin"] == "0")
        assert defence.deadwood == int(row["min_defender_deadwood"]), row
        assert defend(melds, hand, layoffs=False).deadwood == int(row["deadwood_without_layoff"]), row
        check(melds, hand, defence)


def test_no_defence_of_the_table_lays_off_more_than_it_must() -> None:
    for row in tables.rows("layoff"):
        if row["gin"] == "0":
            hand = parse_cards(row["defender_hand"])
            defence = defend(melds_of(row["knocker_melds"]), hand)
            assert len(defence.layoffs) <= len(row["example_layoff"].split()), row


@pytest.mark.parametrize("example", tables.examples("gin"), ids=lambda example: example["id"])
def test_the_defender_of_a_worked_example_lays_off_what_it_says(example: dict[str, Any]) -> None:
    melds = tuple(tables.hand_named(meld) for meld in example["melds"])
    hand = tables.hand_named(example["defender"])
    defence = defend(melds, hand, layoffs=example["kind"] == "knock")
    assert deadwood(hand) == example["def_dw_before"]
    assert defence.deadwood == example["def_dw_after"], example["note"]
    assert laid(defence) == tables.hand_named(example["laid"])
    check(melds, hand, defence)


# Faults that others shipped


def test_own_melds_count_against_gin_too() -> None:
    melds = melds_of("AS 2S 3S|5H 5D 5C|9H TH JH QH")
    hand = parse_cards("6S 7S 8S 9S KS KH KD TD TC TS")
    assert defend(melds, hand, layoffs=False).deadwood == 0
    assert defend(melds, parse_cards("6S 7S 8S 9S KS KH KD TD TC KC"), layoffs=False) == Defence(
        20, (parse_cards("KS KH KD KC"), parse_cards("6S 7S 8S 9S")), ()
    )


def test_laying_off_first_fit_is_not_the_optimum() -> None:
    melds = melds_of("QC QD QH|9S TS JS")
    hand = parse_cards("TC 5C 4S 5H TD 4H QS KS 3S 8C")
    defence = defend(melds, hand)
    assert defence.deadwood == 49
    assert [(NAME[card], place) for card, place in defence.layoffs] == [("Qs", 1), ("Ks", 1)]


def test_a_card_that_fits_a_set_and_a_run_may_go_to_either() -> None:
    melds = melds_of("5S 5H 5D|6C 7C 8C")
    assert fits(melds, parse_card("5C")) == (0, 1)
    assert cards_text(lay_off(melds, parse_card("5C"), 0)[0]) == "5s 5h 5d 5c"
    assert cards_text(lay_off(melds, parse_card("5C"), 1)[1]) == "5c 6c 7c 8c"


# What fits


@pytest.mark.parametrize(
    ("melds", "card", "places"),
    [
        ("JD QD KD", "AD", ()),
        ("JD QD KD", "TD", (0,)),
        ("AS 2S 3S", "KS", ()),
        ("AS 2S 3S", "4S", (0,)),
        ("AH 2H 3H", "KS", ()),
        ("JS QS KS", "AH", ()),
        ("JC QC KC", "AC", ()),
        ("7S 7H 7D", "7C", (0,)),
        ("7S 7H 7D 7C", "8C", ()),
        ("3H 4H 5H|7H 8H 9H", "6H", (0, 1)),
        ("3H 4H 5H", "7H", ()),
    ],
)
def test_a_card_fits_the_fourth_of_a_set_or_an_end_of_a_run(melds: str, card: str, places: tuple[int, ...]) -> None:
    assert fits(melds_of(melds), parse_card(card)) == places


def test_a_chain_fits_card_by_card() -> None:
    melds = melds_of("2H 3H 4H")
    assert fits(melds, parse_card("6H")) == ()
    melds = lay_off(melds, parse_card("5H"), 0)
    assert fits(melds, parse_card("6H")) == (0,)


def test_a_card_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="6h does not fit 2h 3h 4h"):
        lay_off(melds_of("2H 3H 4H"), parse_card("6H"), 0)
    with pytest.raises(ValueError, match="5h does not fit meld 3: there is none"):
        lay_off(melds_of("2H 3H 4H"), parse_card("5H"), 3)


@given(deals(10, 1))
def test_what_fits_is_what_makes_a_larger_meld(dealt: tuple[Hand, ...]) -> None:
    hand, extra = dealt
    melds, card = best_layout(hand).melds, next(cards_of(extra))
    assert fits(melds, card) == tuple(n for n, meld in enumerate(melds) if is_meld(Hand(meld | extra)))


# The joint optimum


@settings(max_examples=500)
@given(deals(10, 10))
def test_a_defence_is_the_best_of_all_orders_of_laying_off(dealt: tuple[Hand, ...]) -> None:
    knocker, hand = dealt
    melds = best_layout(knocker).melds
    defence = defend(melds, hand)
    check(melds, hand, defence)
    assert defence.deadwood == brute.least_after_lay_offs(melds, hand)


@given(deals(10, 10), st.randoms(use_true_random=False))
def test_no_manual_defence_beats_the_automatic_one(dealt: tuple[Hand, ...], choose: Random) -> None:
    knocker, hand = dealt
    shown = best_layout(knocker).melds
    best = defend(shown, hand)
    melds, held, used = shown, hand, 0
    while choose.random() < 0.8:
        ways = [(card, place) for card in cards_of(held) for place in fits(melds, card)]
        if not ways:
            break
        card, place = choose.choice(ways)
        melds, held, used = lay_off(melds, card, place), Hand(held & ~BIT[card]), used + 1
    assert (best.deadwood, len(best.layoffs)) <= (deadwood(held), used)


@given(deals(10, 10))
def test_without_lay_offs_only_own_melds_count(dealt: tuple[Hand, ...]) -> None:
    knocker, hand = dealt
    layout = best_layout(hand)
    assert defend(best_layout(knocker).melds, hand, layoffs=False) == Defence(layout.deadwood, layout.melds, ())


def test_nothing_is_laid_off_that_gains_nothing() -> None:
    defence = defend(melds_of("2H 3H 4H|7S 7D 7C"), parse_cards("5H 6H 7H 8H KC"))
    assert defence == Defence(10, (parse_cards("5H 6H 7H 8H"),), ())


# What a layout offers


def test_of_two_equal_layouts_the_one_that_offers_less_is_safest() -> None:
    hand = parse_cards("5S 5H 5D 5C 6C 7C 8C AH 2S 3D")
    found = layouts(hand)
    offers = {cards_text(layout.melds[0]): exposure(layout.melds, hand) for layout in found}
    assert offers == {"5s 5h 5d": 2, "5s 5h 5d 5c": 1}
    assert cards_text(safest(found, hand).melds[0]) == "5s 5h 5d 5c"


def test_a_dead_spot_is_no_offer() -> None:
    hand = parse_cards("5S 5H 5D 5C 6C 7C 8C AH 2S 3D")
    gone = Hand(hand | parse_cards("9C"))
    by_set = {cards_text(layout.melds[0]): exposure(layout.melds, gone) for layout in layouts(hand)}
    assert by_set == {"5s 5h 5d": 1, "5s 5h 5d 5c": 0}


def test_one_card_that_fits_twice_is_one_offer() -> None:
    assert exposure(melds_of("3H 4H 5H|7H 8H 9H"), EMPTY) == 3
    assert exposure(melds_of("AS 2S 3S|JS QS KS"), EMPTY) == 2
    assert exposure((), EMPTY) == 0
