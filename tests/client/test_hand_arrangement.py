"""How a hand lies before its player."""

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.languages import speaking
from upcard_client.cardtable.arrangement import (
    Order,
    arrange,
    left_to_right,
    moved,
    with_loose,
)
from upcard_client.locale import tr
from upcard_client.themes import FELT
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.cards import CardSize
from upcard_client.widgets.hand import Batch, HandRow, paint_hand, space
from upcard_client.widgets.sizes import SizeClass, rows
from upcard_protocol.rules.cards import DECK, NAME, Card, cards_text, hand_of, parse_card, parse_cards
from upcard_protocol.rules.melds import best_layout, deadwood

HAND = parse_cards("4s 5s 6s Jh Jd Jc Ad 2c 9h Kc")

hands = st.sets(st.sampled_from(DECK), min_size=1, max_size=11).map(hand_of)


def shown(order: Order, by_hand: tuple[Card, ...] = ()) -> list[tuple[str, str]]:
    groups = arrange(HAND, order, by_hand=by_hand)
    return [(group.kind, " ".join(NAME[card] for card in group.cards)) for group in groups]


def test_melds_come_first_from_the_lowest_rank_and_deadwood_last() -> None:
    assert shown(Order.MELDS) == [("run", "4s 5s 6s"), ("set", "Jh Jd Jc"), ("deadwood", "Ad 2c 9h Kc")]


def test_by_rank_is_one_row_from_ace_to_king() -> None:
    assert shown(Order.RANK) == [("plain", "Ad 2c 4s 5s 6s 9h Jh Jd Jc Kc")]


def test_by_suit_the_suits_stand_apart() -> None:
    assert shown(Order.SUIT) == [("plain", "4s 5s 6s"), ("plain", "9h Jh"), ("plain", "Ad Jd"), ("plain", "2c Jc Kc")]


def test_by_hand_new_cards_go_to_the_end() -> None:
    kept = tuple(parse_card(name) for name in ["Kc", "Ad", "4s", "5s", "6s", "Jh", "Jd", "Jc", "7d"])
    assert shown(Order.BY_HAND, kept) == [("plain", "Kc Ad 4s 5s 6s Jh Jd Jc 2c 9h")]


def test_sorting_goes_round_melds_rank_suit() -> None:
    order = Order.MELDS
    seen = [order := order.after() for _ in range(3)]
    assert seen == [Order.RANK, Order.SUIT, Order.MELDS]
    assert Order.BY_HAND.after() is Order.MELDS


def test_a_moved_card_stops_at_the_end_of_the_row() -> None:
    cards = tuple(parse_card(name) for name in ["As", "2s", "3s"])
    assert moved(cards, cards[1], 1) == (cards[0], cards[2], cards[1])
    assert moved(cards, cards[2], 1) == cards
    assert moved(cards, cards[0], -1) == cards


def test_a_discard_that_is_thought_of_lies_with_the_deadwood() -> None:
    layout = with_loose(best_layout(parse_cards("4s 5s 6s Jh")), parse_card("7s"))
    assert cards_text(layout.loose) == "7s Jh"
    assert layout.deadwood == 17


@given(hands, st.sampled_from(Order))
def test_every_order_shows_every_card_once(hand: int, order: Order) -> None:
    cards = left_to_right(arrange(hand_of(DECK[n] for n in range(52) if hand >> n & 1), order))
    assert len(cards) == len(set(cards)) == hand.bit_count()


@given(hands)
def test_the_deadwood_group_counts_the_least_deadwood(hand: int) -> None:
    cards = hand_of(DECK[n] for n in range(52) if hand >> n & 1)
    loose = [group.deadwood for group in arrange(cards, Order.MELDS) if group.kind == "deadwood"]
    assert sum(loose) == deadwood(cards)


@given(hands, st.sampled_from(Order), st.integers(40, 140), st.integers(12, 50))
def test_every_card_stands_in_the_window_at_every_size(hand: int, order: Order, width: int, height: int) -> None:
    plan = rows(width, height)
    assert plan is not None
    groups = arrange(hand_of(DECK[n] for n in range(52) if hand >> n & 1), order)
    batches = tuple(Batch(group.cards) for group in groups)
    spacing = space(batches, plan.cards, width, centred=plan.size is SizeClass.WIDE)
    spots = [spot for group in spacing.spots for spot in group]
    assert all(spot.x >= 0 and spot.x + spot.width <= width for spot in spots)
    for left, right in pairwise(spots):
        assert left.x + left.width <= right.x
    assert all(spot.width >= 3 for spot in spots)


@pytest.mark.parametrize("language", ["en", "el", "ru", "hi", "hi_Latn"])
@pytest.mark.parametrize("size", CardSize)
def test_what_says_that_a_card_is_new_is_whole_beside_the_raised_one(language: str, size: CardSize) -> None:
    cards = tuple(map(parse_card, ("Ac", "2c", "3c", "4c")))
    batches = (Batch(cards),)
    spacing = space(batches, size, size.width + 3 * size.step, centred=False)
    with speaking(language):
        for fresh, chosen in permutations(cards, 2):
            canvas = Canvas(size.width + 3 * size.step, 12, FELT.table)
            paint_hand(canvas, 0, HandRow(batches=batches, chosen=chosen, fresh=fresh), spacing, FELT)
            assert tr("new") in canvas.row_text(0)
