"""Cards and hands as values, and their text form (RULES 2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard_protocol.rules.cards import (
    BIT,
    DECK,
    EMPTY,
    FULL,
    NAME,
    VALUE,
    Hand,
    cards_of,
    cards_text,
    count,
    hand_of,
    parse_card,
    parse_cards,
    points,
    rank,
    suit,
)

any_hand = st.integers(0, FULL).map(Hand)


def test_a_card_is_thirteen_times_its_suit_plus_its_rank() -> None:
    assert [NAME[card] for card in (0, 12, 13, 26, 39, 51)] == ["As", "Ks", "Ah", "Ad", "Ac", "Kc"]
    assert all(13 * suit(card) + rank(card) == card for card in DECK)


def test_the_values_of_the_deck_sum_to_340() -> None:
    assert [VALUE[card] for card in DECK[:13]] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert points(FULL) == 340


@pytest.mark.parametrize("text", ["Td", "td", "TD", "10d", " 10D "])
def test_a_ten_is_read_in_every_spelling(text: str) -> None:
    assert NAME[parse_card(text)] == "Td"


@pytest.mark.parametrize("text", ["", "7", "h7", "1s", "7x", "7hh", "7 h", "♠A"])
def test_what_is_no_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


def test_a_card_named_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="7h is named twice"):
        parse_cards("7h 8h 7H")


def test_blanks_and_commas_part_cards() -> None:
    assert parse_cards("As,2s,  3s ,4s") == parse_cards("4s 3s 2s As") == hand_of(DECK[:4])
    assert parse_cards("  ") == EMPTY


@given(any_hand)
def test_text_to_hand_to_text_is_stable(hand: Hand) -> None:
    text = cards_text(hand)
    assert parse_cards(text) == hand
    assert cards_text(parse_cards(text)) == text


@given(any_hand)
def test_a_hand_is_the_set_of_its_cards_in_order(hand: Hand) -> None:
    cards = list(cards_of(hand))
    assert cards == sorted(set(cards))
    assert hand_of(reversed(cards)) == sum(BIT[card] for card in cards) == hand
    assert count(hand) == len(cards)
    assert points(hand) == sum(VALUE[card] for card in cards)
