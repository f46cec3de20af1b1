"""Decks from seeds: golden vectors that another implementation must meet, and what a shuffle may not do.

The vectors were made by a second implementation, written from the module's description alone.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard_protocol.rules.cards import DECK, NAME, Card, parse_card
from upcard_protocol.rules.shuffle import NO_SEED, commitment, deck, key, pick, shuffled

SERVER, PLAYER = bytes(range(32)), bytes(range(32, 64))
KEY = key([SERVER, PLAYER, NO_SEED])

seeds = st.binary(min_size=32, max_size=32)


def text(cards: tuple[Card, ...]) -> str:
    return " ".join(NAME[card] for card in cards)


# Golden vectors


def test_a_commitment_is_that_of_the_description() -> None:
    assert commitment(SERVER).hex() == "c6057dbb6be72121ff5a86c5afe54b258369663b395778b9f5d97ab753003cd0"
    assert commitment(NO_SEED).hex() == "04bdb4776be9591c5fb3e520a44da55d305a4b916a920fb1b8e41c9c7c64535c"


def test_a_key_is_that_of_the_description() -> None:
    assert KEY.hex() == "587f3ed863127bdd4442ddaa03e2a261f3586aa3f2ddba9dc6003d91653a2d4a"


@pytest.mark.parametrize(
    ("numbers", "cards"),
    [
        (
            (0, 0),
            "8h 6s 3c 9c 6h Qh 4s 7s Kh 2h 6c 5c Jc 4h Jd Ac 8s 8c 8d 4c 7c Qs 3h Jh Ad 9h "
            "Td Tc Kc 2s As 7d 5d Th Ts Qc Kd Ks 9s 9d 4d 2c 5h 2d 7h 5s Qd Js Ah 3d 3s 6d",
        ),
        (
            (0, 1),
            "5c Tc 9h Jc 6s 7s Kd 6h 8s Ts 9c 5h Ad 8d 3c Ks 6c 4s Kh 8c Qc 4d 7d Th 2s 5d "
            "Jh 5s Js As Td Qd 6d Qs 2c 9d 3s Jd 3h 3d Kc Qh 9s 2h 4h 4c 8h Ah Ac 7h 7c 2d",
        ),
        (
            (1, 0),
            "Qs Tc 4s 5s 5d Ah 3h Kc 8s Kd 9d Kh Ad 6d 3c Th 8c 5c Jc 9c Ts 9h 7h Js Qc Ac "
            "Td 6c 7d Ks Jh 8d 4h 2c 2h Qh 4d 3d 6h 4c 5h 2d 9s 7c Qd 7s 3s 8h As 6s 2s Jd",
        ),
    ],
)
def test_a_deck_is_that_of_the_description(numbers: tuple[int, ...], cards: str) -> None:
    assert text(deck(KEY, "deal", *numbers)) == cards


def test_a_pile_is_shuffled_from_the_order_it_is_in() -> None:
    pile = [parse_card(name) for name in ("Kc", "As", "Ad", "Ah", "8s")]
    assert text(shuffled(KEY, pile, "recycle", 4, 1)) == "As 8s Ah Ad Kc"


def test_a_pick_is_that_of_the_description() -> None:
    bounds = (1, 2, 3, 4, 52, 2**32, 3 * 2**30)
    assert [pick(KEY, "first-dealer", n) for n in bounds] == [0, 0, 2, 2, 42, 4065987110, 1325548993]
    assert [pick(KEY, "first-dealer", 3, n) for n in range(10)] == [0, 2, 1, 2, 1, 0, 2, 2, 1, 1]


def test_a_number_that_would_favour_a_result_is_thrown_away() -> None:
    # The first number of this stream is above 3 * 2**30, so the second one counts.
    assert pick(KEY, "draw", 1 << 32, 0) >= 3 * 2**30
    assert pick(KEY, "draw", 3 * 2**30, 0) == 3180556404


# Laws


@given(seeds, seeds)
def test_different_seeds_give_different_decks(one: bytes, other: bytes) -> None:
    first, second = key([one, NO_SEED]), key([other, NO_SEED])
    assert (deck(first, "deal", 0) == deck(second, "deal", 0)) == (one == other)
    assert (commitment(one) == commitment(other)) == (one == other)


def test_a_seed_that_differs_in_its_last_bit_gives_another_deck() -> None:
    changed = SERVER[:-1] + bytes([SERVER[-1] ^ 1])
    decks = {deck(key([seed, PLAYER]), "deal", 0) for seed in (SERVER, changed)}
    assert len(decks) == 2


def test_a_thousand_deals_are_a_thousand_decks() -> None:
    assert len({deck(KEY, "deal", hand, table) for hand in range(500) for table in (0, 1)}) == 1000


def test_names_that_look_alike_when_joined_are_different_streams() -> None:
    names: list[tuple[str, tuple[int, ...]]] = [
        ("deal", (1, 23)),
        ("deal", (12, 3)),
        ("deal", (123,)),
        ("deal", ()),
        ("recycle", (1, 23)),
    ]
    assert len({deck(KEY, label, *numbers) for label, numbers in names}) == len(names)


def test_the_order_of_the_seeds_counts() -> None:
    assert key([SERVER, PLAYER]) != key([PLAYER, SERVER])
    assert key([SERVER]) != key([SERVER, NO_SEED])


def test_a_key_tells_nothing_that_a_commitment_shows() -> None:
    assert key([SERVER]) != commitment(SERVER)


@given(seeds, st.lists(st.sampled_from(DECK), unique=True))
def test_a_shuffle_keeps_every_card(secret: bytes, cards: list[Card]) -> None:
    assert sorted(shuffled(secret, cards, "recycle")) == sorted(cards)
    assert sorted(deck(secret, "deal")) == list(DECK)


def test_every_card_is_about_as_often_at_every_place() -> None:
    deals = 2600
    seen = [[0] * 52 for _ in range(52)]
    for hand in range(deals):
        for place, card in enumerate(deck(KEY, "deal", hand)):
            seen[place][card] += 1
    expected = deals / 52
    for place in range(52):
        # 51 degrees of freedom: above 110 in fewer than one of a hundred thousand fair shuffles.
        assert sum((times - expected) ** 2 for times in seen[place]) / expected < 110
    # All 51 * 51 degrees of freedom together, mean 2601 and deviation 72.
    total = sum((times - expected) ** 2 for row in seen for times in row) / expected
    assert 2601 - 5 * 72 < total < 2601 + 5 * 72


def test_every_pick_is_about_as_frequent() -> None:
    picks = [pick(KEY, "first-dealer", 3, n) for n in range(3000)]
    assert all(900 < picks.count(seat) < 1100 for seat in range(3))


# Refusals


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_of_another_length_is_refused(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(seed)
    with pytest.raises(ValueError, match="32 bytes"):
        key([SERVER, seed])
    with pytest.raises(ValueError, match="32 bytes"):
        deck(seed, "deal")


def test_a_key_without_seeds_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one seed"):
        key([])


@pytest.mark.parametrize("label", ["", "Deal", "deal/0", "deal#0", "deal 0", "deal-", "déal"])
def test_a_label_that_could_be_mistaken_for_another_name_is_refused(label: str) -> None:
    with pytest.raises(ValueError, match="small letters"):
        deck(KEY, label)


def test_a_number_below_zero_and_a_bound_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        deck(KEY, "deal", -1)
    for bound in (0, -1, 2**32 + 1):
        with pytest.raises(ValueError, match=r"1 to 2\*\*32"):
            pick(KEY, "first-dealer", bound)
