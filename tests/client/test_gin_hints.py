"""Hints at gin: the move is the computer's and allowed, and every word of the reason is true."""

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest
from msgspec.structs import replace

from tests.support.languages import left_in_english, speaking
from tests.support.screens import Player
from upcard_client.cardtable.hinting import given
from upcard_client.games.gin.advice import advise
from upcard_client.games.gin.scenes import SCENES
from upcard_client.games.gin.stage import Stage
from upcard_client.words.phrases import written
from upcard_protocol.rules import NATURE, PRESETS, Deal, apply, due, legal, parse_cards, start, to_act, view
from upcard_protocol.rules.cards import BIT, DECK, NAME, Card, Hand, cards_of, parse_card
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.legal import View
from upcard_protocol.rules.layoffs import defend
from upcard_protocol.rules.melds import deadwood, meld_kind
from upcard_protocol.rules.shuffle import deck
from upcard_protocol.strategy.gin import choose
from upcard_protocol.strategy.gin.reading import Reading, read

NAMES = ("Alexandrosmaximu", "Maximilianapetro")
"""As long as a name may be."""
MODERN = PRESETS["modern"]
TABLES = {name: options for name, options in PRESETS.items() if options.format == "duel"} | {
    "eleven": replace(MODERN, upcard_rule="eleven"),
    "to the last card": replace(PRESETS["tournament"], knock_limit=10),
}


def positions(table: str, seed: int) -> Iterator[View]:
    """Give every view of a hand that is decided on, every third move made at random."""
    chance, options = Random(seed), TABLES[table]
    match = start(options, first_dealer=seed % 2)
    match, _ = apply(match, NATURE, Deal((deck(seed.to_bytes(32), "deal", 1),)))
    while match.boards[0].phase != "hand_end" and due(match) is None:
        (seat,) = to_act(match)
        seen = view(match, seat)
        yield seen
        action = chance.choice(list(legal(seen))) if chance.random() < 0.3 else choose(seen)
        match, _ = apply(match, seat, action)


class Truth:
    """A position as the sentences about it are checked, counted anew and without the strategy's help."""

    def __init__(self, seen: View, board: Board) -> None:
        self.seen, self.board, self.hand = seen, board, seen.hand
        self.now = deadwood(seen.hand)
        self.reading: Reading = read(board, seen.viewer, seen.hand)

    def without(self, card: str, *, top: bool = False) -> int:
        return deadwood(Hand(self.eleven(top=top) & ~BIT[parse_card(card)]))

    def eleven(self, *, top: bool) -> Hand:
        return Hand(self.hand | (BIT[self.board.pile[-1]] if top else 0))

    def leaves(self, *, top: bool = False) -> dict[Card, int]:
        """What each card that may go leaves."""
        stays = self.board.pile[-1] if top else self.board.taken
        return {card: self.without(NAME[card], top=top) for card in cards_of(self.eleven(top=top)) if card != stays}

    def danger(self, card: str | Card) -> float:
        return self.reading.danger(parse_card(card) if isinstance(card, str) else card)

    def makes(self, kind: str, card: str, others: str) -> bool:
        cards = parse_cards(others)
        return not cards & ~self.hand and meld_kind(Hand(cards | BIT[parse_card(card)])) == kind

    def outs(self, card: str) -> int:
        kept = Hand(self.hand & ~BIT[parse_card(card)])
        drawn = (Hand(kept | BIT[card]) for card in cards_of(self.reading.unseen))
        return sum(any(deadwood(Hand(ten & ~BIT[one])) == 0 for one in cards_of(ten)) for ten in drawn)

    def alone(self, card: str) -> bool:
        """Is there no meld with the card among all cards at hand?"""
        eleven = Hand(self.hand | BIT[parse_card(card)])
        held = list(cards_of(eleven))
        return not any(
            meld_kind(Hand(BIT[one] | BIT[two] | BIT[parse_card(card)])) for one in held for two in held if one < two
        )


C, ANY, N = r"([A-Z0-9]+[shdc])", r"[A-Z0-9]+[shdc]", r"(\d+)"
CHECKS: dict[str, Callable[[Truth, tuple[str, ...]], bool]] = {
    f"Take {ANY}: with it you have gin": lambda at, _: min(at.leaves(top=True).values()) == 0,
    f"Take {C}: a (run|set) with (.+). Deadwood {N}, not {N}": lambda at, said: (
        at.makes(said[1], said[0], said[2])
        and int(said[3]) == min(at.leaves(top=True).values()) < int(said[4]) == at.now
    ),
    "Draw: after two passes the first card comes from the stock": lambda at, _: at.board.phase == "forced_stock",
    "Draw: there is no discard to take": lambda at, _: not at.board.pile,
    f"(?:Pass|Draw from the stock): {C} makes no meld with your cards": lambda at, said: at.alone(said[0]),
    f"(?:Pass|Draw from the stock): with {ANY} your deadwood would be {N}, now it is {N}": lambda at, said: (
        int(said[0]) == min(at.leaves(top=True).values()) >= int(said[1]) == at.now
    ),
    f"(?:Pass: the stock|Draw from the stock: it) may help more than {ANY}": lambda at, _: (
        min(at.leaves(top=True).values()) < at.now
    ),
    f"Discard {C}: it leaves the least deadwood, {N}": lambda at, said: (
        [one for one, points in at.leaves().items() if points == min(at.leaves().values())] == [parse_card(said[0])]
        and at.without(said[0]) == int(said[1])
    ),
    f"Discard {C}: deadwood {N}, and of such cards it helps (?:.+) least": lambda at, said: (
        int(said[1]) == at.without(said[0]) == min(at.leaves().values())
        and at.danger(said[0])
        == min((at.danger(one) for one, points in at.leaves().items() if points == int(said[1])))
    ),
    f"Discard {C}: deadwood {N}, and the next card should help most": lambda at, said: (
        int(said[1]) == at.without(said[0]) == min(at.leaves().values())
    ),
    f"Discard {C}: no other leaves less deadwood than {N}": lambda at, said: (
        int(said[1]) == at.without(said[0]) == min(at.leaves().values())
    ),
    f"Discard {C}: deadwood {N}, not {N}, but {C} would help .+ more": lambda at, said: (
        int(said[1]) == at.without(said[0])
        and int(said[2]) == at.without(said[3]) == min(at.leaves().values()) < int(said[1])
        and (at.danger(said[3]) > at.danger(said[0]))
    ),
    f"Discard {C}: deadwood {N}, not {N}, but the next card should help more": lambda at, said: (
        int(said[1]) == at.without(said[0]) and int(said[2]) == min(at.leaves().values()) < int(said[1])
    ),
    f"Play on: {N} cards? to come makes? gin. Discard {C}": lambda at, said: int(said[0]) == at.outs(said[1]) > 0,
    f"Play on for gin. Discard {C}: deadwood {N}": lambda at, said: at.without(said[0]) == int(said[1]),
    f"Play on: .+ may be as low as your {N}. Discard {ANY}": lambda at, said: (
        int(said[0]) == min(at.leaves().values()) <= at.board.limit
    ),
    f"Go gin: without {C} every card is in a meld": lambda at, said: at.without(said[0]) == 0,
    f"Knock without {C}: deadwood {N}, and {N} is the limit. It is early": lambda at, said: (
        at.without(said[0]) == int(said[1]) <= int(said[2]) == at.board.limit and at.reading.turns < 2
    ),
    f"Knock without {C}: deadwood {N}, and the stock is nearly used up": lambda at, said: (
        at.without(said[0]) == int(said[1]) <= at.board.limit and at.board.stock <= 3
    ),
    f"Knock without {C}: deadwood {N}, and only {N} cards? to come makes? gin": lambda at, said: (
        at.without(said[0]) == int(said[1]) <= at.board.limit and at.outs(said[0]) == int(said[2]) > 0
    ),
    f"Knock without {C}: deadwood {N}, and no gin is in sight": lambda at, said: (
        at.without(said[0]) == int(said[1]) <= at.board.limit and at.outs(said[0]) == 0
    ),
    f"Knock without {C}: deadwood {N} may win the game": lambda at, said: at.without(said[0]) == int(said[1]),
    f"Declare big gin: all {N} cards are in melds": lambda at, said: (
        at.now == 0 and at.hand.bit_count() == int(said[0])
    ),
    f"Take {ANY}: with it all your cards are in melds": lambda at, _: deadwood(at.eleven(top=True)) == 0,
    f"Take {ANY} and end the hand without {C}: deadwood {N}": lambda at, said: (
        at.without(said[0], top=True) == int(said[1]) <= at.board.limit
    ),
    f"Leave {ANY}: you could not end the hand with it": lambda at, _: (
        min(at.leaves(top=True).values()) > at.board.limit
    ),
    f"Leave {ANY}: you would knock with {N}, and .+ may be as low": lambda at, said: (
        int(said[0]) == min(at.leaves(top=True).values()) <= at.board.limit
    ),
    f"Lay nothing off: no card of yours makes your deadwood less than {N}": lambda at, said: (
        int(said[0]) == at.now == defend(at.board.melds_shown, at.hand).deadwood
    ),
    f"Lay off (.+): your deadwood is {N} then, not {N}": lambda at, said: (
        not parse_cards(said[0]) & ~at.hand
        and int(said[1]) == defend(at.board.melds_shown, at.hand).deadwood < int(said[2]) == at.now
    ),
}
"""What is said, and whether it is so; a card counts as its two letters."""


def told_truly(seen: View, line: str) -> str:
    """Return which sentence was said, after it was found to be true."""
    board = seen.board
    assert board is not None
    for pattern, holds in CHECKS.items():
        found = re.fullmatch(rf"{pattern}\.", line)
        if found:
            assert holds(Truth(seen, board), found.groups()), line
            return pattern
    raise AssertionError(f"{line}: nothing checks this")


@pytest.mark.parametrize("table", TABLES)
def test_a_hint_is_the_computers_own_move_and_what_it_says_is_true(table: str) -> None:
    said = set[str]()
    for seed in range(4):
        for seen in positions(table, seed):
            advice = advise(seen, NAMES)
            assert advice is not None
            assert advice.action == choose(seen)
            assert legal(seen).check(choose(seen)) is None
            assert advice.card is None or BIT[advice.card] & seen.hand
            said.add(told_truly(seen, written(advice.line, NAME.__getitem__)))
            assert len(written(advice.line, NAME.__getitem__)) <= 78
    assert len(said) >= 5


def test_a_hint_is_in_the_language_that_is_spoken() -> None:
    with speaking("strange"):
        for seed in range(6):
            for seen in positions("tournament", seed):
                advice = advise(seen, NAMES)
                assert advice is not None
                assert left_in_english(written(advice.line, dict.fromkeys(DECK, "4♠").__getitem__), NAMES) == ()


def practice(scene: str) -> Player:
    """Return somebody at a table against the computer."""
    stage = SCENES[scene]()
    assert isinstance(stage, Stage)
    return Player(replace(stage, hints=True))


def test_the_key_says_the_hint_and_puts_the_cursor_on_its_card() -> None:
    player = practice("discard")
    before = player.situation
    player.press("first", "hint")
    assert player.status == "news: Discard K♣: it leaves the least deadwood, 14."
    assert player.chosen == parse_card("Kc")
    assert player.sent == []
    assert player.situation == before


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ("draw", "news: Draw from the stock: 9♦ makes no meld with your cards."),
        ("knockable", "news: Knock without K♣: deadwood 6"),
        ("gin", "news: Go gin: without"),
        ("layoff", "news: Lay off 7♠: your deadwood is 23 then, not 30."),
        ("opponent", "news: Not your turn yet: Mira is playing."),
    ],
)
def test_the_key_answers_in_every_phase(scene: str, said: str) -> None:
    assert practice(scene).press("hint").status.startswith(said)


def test_the_key_withdraws_a_question_and_plays_nothing() -> None:
    player = practice("knockable").press("knock", "hint", "yes")
    assert player.sent == []


def test_at_a_table_that_gives_no_hints_and_to_somebody_who_watches_the_key_is_refused() -> None:
    player = Player("discard").press("hint")
    assert player.status == "refused: No hints at this table: they are for play against computers, or by table rule."
    watcher = Player("watch").press("hint")
    assert watcher.status == "refused: You are watching: hints are for those who play."
    assert not given(watcher.situation)
    assert "Hint" not in player.text()


def test_the_row_of_keys_shows_the_hint_where_it_is_given() -> None:
    assert "H Hint" in practice("discard").text()
