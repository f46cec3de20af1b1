"""Hypothesis strategies for hands: of all the deck, and of a few ranks, where melds compete."""

from hypothesis import strategies as st

from upcard_protocol.rules.cards import Card, Hand, hand_of


@st.composite
def deals(draw: st.DrawFn, *sizes: int) -> tuple[Hand, ...]:
    """Draw disjoint hands of these sizes, often rich in melds."""
    total = sum(sizes)
    fewest_ranks = -(-total // 4)
    width = draw(st.integers(fewest_ranks, 13))
    low = draw(st.integers(0, 13 - width))
    pool = [Card(13 * suit + rank) for suit in range(4) for rank in range(low, low + width)]
    cards = draw(st.permutations(pool))
    ends = [sum(sizes[: n + 1]) for n in range(len(sizes))]
    return tuple(hand_of(cards[end - size : end]) for size, end in zip(sizes, ends, strict=True))


def hands(least: int = 0, most: int = 11) -> st.SearchStrategy[Hand]:
    """Draw one hand of `least` to `most` cards."""
    return st.integers(least, most).flatmap(deals).map(lambda dealt: dealt[0])
