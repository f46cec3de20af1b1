"""Hints at rummy: the move is the computer's and allowed, and every word of the reason is true."""

import re
from collections.abc import Callable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.languages import left_in_english, speaking
from tests.support.rummy_laws import Mixed, Watched, options
from tests.support.rummy_screens import Player
from upcard_client.games.rummy.advice import advise
from upcard_client.games.rummy.scenes import SCENES
from upcard_client.words.phrases import written
from upcard_protocol.rules.cards import BIT, DECK, NAME, Hand, cards_of, parse_card, parse_cards
from upcard_protocol.rules.rummy import actions as act
from upcard_protocol.rules.rummy.board import Board
from upcard_protocol.rules.rummy.going import going_out
from upcard_protocol.rules.rummy.legal import Legal, legal
from upcard_protocol.rules.rummy.melds import is_meld, is_set, takes
from upcard_protocol.rules.rummy.options import PRESETS, Options
from upcard_protocol.rules.rummy.scoring import count, value
from upcard_protocol.rules.rummy.view import View
from upcard_protocol.strategy.rummy import choose
from upcard_protocol.strategy.rummy.discarding import spare, weigh

NAMES = tuple(f"Alexandrosmaxim{letter}" for letter in "abcdef")
"""As long as a name may be."""


class Truth:
    """A position as the sentences about it are checked."""

    def __init__(self, seen: Legal, board: Board) -> None:
        self.seen, self.board, self.hand, self.rules = seen, board, seen.hand, seen.sheet.options

    def worth(self, card: str) -> int:
        return value(parse_card(card), self.rules)

    def fits(self, card: str) -> bool:
        return any(takes(meld.cards, self.rules.ace_runs) >> parse_card(card) & 1 for meld in self.board.melds)

    def makes(self, kind: str, card: str, others: str) -> bool:
        meld = Hand(parse_cards(others) | BIT[parse_card(card)])
        sound = is_meld(meld, self.rules.ace_runs) and not parse_cards(others) & ~self.hand
        return sound and is_set(meld) == (kind == "set")

    def alone(self, card: str) -> bool:
        with_it = Hand(self.hand | BIT[parse_card(card)])
        held = list(cards_of(with_it))
        melds = (Hand(BIT[one] | BIT[two] | BIT[parse_card(card)]) for one in held for two in held if one < two)
        return not self.fits(card) and not any(is_meld(meld, self.rules.ace_runs) for meld in melds)

    def loose(self) -> list[int]:
        """What each card counts that the discard may be chosen from."""
        return [value(card, self.rules) for card in cards_of(spare(self.seen))]


C, ANY, N = r"([A-Z0-9]+[shdc])", r"[A-Z0-9]+[shdc]", r"(\d+)"
CHECKS: dict[str, Callable[[Truth, tuple[str, ...]], bool]] = {
    f"Take {C}: a (run|set) with (.+)": lambda at, said: at.makes(said[1], said[0], said[2]),
    f"Take {C}: it fits (.+) on the table": lambda at, said: (
        at.fits(said[0]) and parse_cards(said[1]) in [each.cards for each in at.board.melds]
    ),
    f"Take {ANY}: there is no stock, and others seem to hold less": lambda at, _: not at.seen.may_draw_stock,
    "Draw: there is no discard to take": lambda at, _: not at.board.pile,
    f"Draw: you may not take the {C}": lambda at, said: (
        at.seen.check(act.DRAW_DISCARD) is not None and at.board.top == parse_card(said[0])
    ),
    f"Draw: {C} makes no meld and fits none on the table": lambda at, said: at.alone(said[0]),
    f"Draw: {C} would leave you no fewer points in this turn": lambda at, said: (
        not at.seen.targets(parse_card(said[0]))
    ),
    f"Block: you hold {N} points, and seem to hold least": lambda at, said: (
        count(at.hand, at.rules) == int(said[0]) and at.seen.may_block
    ),
    f"Meld (.+): {N} points less in your hand": lambda at, said: (
        parse_cards(said[0]) in at.seen.melds and count(parse_cards(said[0]), at.rules) == int(said[1])
    ),
    f"Lay {C} off on (.+): it would count {N} in your hand": lambda at, said: (
        at.fits(said[0])
        and parse_cards(said[1]) in [each.cards for each in at.board.melds]
        and (at.worth(said[0]) == int(said[2]))
    ),
    "Lay all your cards: they all go, and you are out": lambda at, _: going_out(at.seen) is not None,
    f"Lay all your cards but {C}, which you discard: you are out": lambda at, said: bool(
        at.hand & BIT[parse_card(said[0])]
    ),
    f"Discard {ANY}: you can spare no other card": lambda at, _: len(at.loose()) == 1,
    f"Discard {C}: of your loose cards it counts most, {N}": lambda at, said: (
        at.worth(said[0]) == int(said[1]) == max(at.loose()) and at.loose().count(int(said[1])) == 1
    ),
    f"Discard {C}: no loose card counts more than its {N}": lambda at, said: (
        at.worth(said[0]) == int(said[1]) == max(at.loose())
    ),
    f"Discard {C}: {C} counts more, but fits a meld on the table": lambda at, said: (
        at.worth(said[1]) > at.worth(said[0]) and at.fits(said[1])
    ),
    f"Discard {C}: {C} counts more, but {N} cards? would make a meld with it": lambda at, said: (
        at.worth(said[1]) > at.worth(said[0])
        and int(said[2]) == weigh(at.seen, at.board)[parse_card(said[1])].outs > 0
    ),
    f"Discard {C}: {C} counts more, but goes with what .+ took": lambda at, said: (
        at.worth(said[1]) > at.worth(said[0]) and weigh(at.seen, at.board)[parse_card(said[1])].company
    ),
    f"Call Rummy!: {C} fits a meld on the table": lambda at, said: at.fits(said[0]) and at.seen.may_call,
    "Let it lie: you may not call this discard": lambda at, _: not at.seen.may_call,
}
"""What is said, and whether it is so; a card counts as its two letters."""


def told_truly(seen: Legal, line: str) -> str:
    """Return which sentence was said, after it was found to be true."""
    assert seen.board is not None
    for pattern, holds in CHECKS.items():
        found = re.fullmatch(rf"{pattern}\.", line)
        if found:
            assert holds(Truth(seen, seen.board), found.groups()), line
            return pattern
    raise AssertionError(f"{line}: nothing checks this")


def play(rules: Options, seed: int, hear: Callable[[View], None], seats: int | None = None) -> None:
    """Play a match, a third of the moves at random, and have each view of somebody who is asked heard."""
    rng = Random(seed)
    watched = Watched(rules, rng, seats)
    wild = Mixed(rng, 0.8)
    watched.let_nature()

    def careful(seen: View) -> act.Action:
        hear(seen)
        return choose(seen) if rng.random() < 0.7 else wild(seen)

    while not watched.over:
        watched.step(careful)


def check(seen: View) -> None:
    """Check the hint of a view."""
    advice = advise(seen, NAMES)
    board = seen.board
    if board is not None and board.phase == "hand_end":
        assert advice is None
        return
    assert advice is not None
    assert advice.action == choose(seen)
    assert choose(seen) in legal(seen)
    assert advice.card is None or BIT[advice.card] & seen.hand
    told_truly(legal(seen), written(advice.line, NAME.__getitem__))


@settings(max_examples=12)
@given(options(), st.integers(0, 2**32))
def test_a_hint_is_the_computers_own_move_and_what_it_says_is_true(rules: Options, seed: int) -> None:
    play(rules, seed, check)


def test_a_hint_is_short_and_in_the_language_that_is_spoken() -> None:
    def hear(seen: View) -> None:
        advice = advise(seen, NAMES)
        if advice is not None:
            assert left_in_english(written(advice.line, dict.fromkeys(DECK, "4♠").__getitem__), NAMES) == ()
            assert len(written(advice.line, NAME.__getitem__)) <= 78

    with speaking("strange"):
        play(replace(PRESETS["calling"], target=0, fixed_deals=2), 5, hear, 3)


def test_the_key_says_the_hint_and_puts_the_cursor_on_its_card() -> None:
    stage = SCENES["rummy"]()
    player = Player(replace(stage, hints=True)).press("hint")
    assert player.status.startswith("news: ")
    assert player.sent == []
    assert "H Hint" in player.text()


def test_at_a_table_that_gives_no_hints_the_key_is_refused() -> None:
    assert Player("rummy").press("hint").status.startswith("refused: No hints at this table")


def test_ticked_cards_stay_ticked_through_a_hint() -> None:
    player = Player(replace(SCENES["rummymeld"](), hints=True)).press("meld", "discard")
    ticked = player.desk.question
    assert player.press("hint").desk.question == ticked
