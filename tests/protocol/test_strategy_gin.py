"""The computer at gin: legal in every phase, the same for the same view, and better than simple players."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tests.support.opponents import Player, novice, open_spiel_simple, simple
from upcard_protocol.rules import (
    NATURE,
    PRESETS,
    PUBLIC,
    Deal,
    Options,
    apply,
    cards_text,
    due,
    legal,
    parse_card,
    parse_cards,
    start,
    to_act,
    view,
)
from upcard_protocol.rules.cards import DECK, FULL, cards_of
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.board import Board
from upcard_protocol.rules.gin.events import Discarded, Drew, Took
from upcard_protocol.rules.gin.legal import View
from upcard_protocol.rules.gin.match import Match
from upcard_protocol.rules.shuffle import deck
from upcard_protocol.strategy import levels
from upcard_protocol.strategy.gin import choose
from upcard_protocol.strategy.gin.knocking import outs_to_wait
from upcard_protocol.strategy.gin.reading import read

MODERN = PRESETS["modern"]
TABLES = {name: options for name, options in PRESETS.items() if options.format == "duel"} | {
    "eleven": replace(MODERN, upcard_rule="eleven"),
    "no guard": replace(MODERN, max_discard_only_turns=0, knock_limit=0),
    "taken card may go": replace(MODERN, rediscard_taken=True, layoff_mode="auto"),
}
FOR_GIN = replace(MODERN, knock_limit=0)


def dealt(match: Match, seed: int) -> Match:
    """Deal the next hand of a match from a seed."""
    owed = due(match)
    assert owed is not None
    return apply(match, NATURE, Deal((deck(seed.to_bytes(32), "deal", owed.hand),)))[0]


def after(options: Options, first: str, stock: str, *actions: act.Action, upcard: str = "Kc") -> View:
    """Return the view of the non-dealer who holds `first`, after these actions by whoever is asked.

    `stock` names the next cards to be drawn; the dealer holds the first other cards of the deck.
    """
    own, turned, next_cards = parse_cards(first), parse_card(upcard), [parse_card(name) for name in stock.split()]
    rest = [card for card in reversed(DECK) if not own >> card & 1 and card != turned and card not in next_cards]
    deal = [card for pair in zip(cards_of(own), rest[:10], strict=True) for card in pair]
    match = start(options, first_dealer=1)
    match, _ = apply(match, NATURE, Deal(((*deal, turned, *next_cards, *rest[10:]),)))
    for action in actions:
        (seat,) = to_act(match)
        match, _ = apply(match, seat, action)
    return view(match, 0)


def after_draw(options: Options, first: str, drawn: str) -> View:
    return after(options, first, drawn, act.PASS, act.PASS, act.DRAW_STOCK)


def positions(options: Options, seed: int, *, wild: float) -> Iterator[View]:
    """Give every view of one hand that the computer decides on, playing a share of the actions at random."""
    chance = Random(seed)
    match = dealt(start(options, first_dealer=seed % 2), seed)
    while match.boards[0].phase != "hand_end":
        (seat,) = to_act(match)
        seen = view(match, seat)
        yield seen
        at_random = chance.random() < wild
        action = chance.choice(list(legal(seen))) if at_random else choose(seen)
        match, _ = apply(match, seat, action)
    if match.sheet.winner is None:
        yield view(match, seed % 2)


@pytest.mark.parametrize("table", TABLES)
def test_every_choice_is_legal_and_the_same_for_the_same_view(table: str) -> None:
    for seed in range(12):
        for seen in positions(TABLES[table], seed, wild=0.5 if seed % 2 else 0.0):
            action = choose(seen)
            assert legal(seen).check(action) is None
            again = msgspec.json.decode(msgspec.json.encode(seen), type=View)
            assert choose(again) == action
            taken = seen.boards[0].taken
            assert taken is None or act.card_of(action) != taken


@pytest.mark.parametrize("table", TABLES)
def test_two_computers_finish_a_match(table: str) -> None:
    match = start(TABLES[table])
    while match.sheet.winner is None:
        if due(match):
            match = dealt(match, 7)
        for seat in sorted(to_act(match)):
            match, _ = apply(match, seat, choose(view(match, seat)))
    assert sum(match.sheet.games_won) >= 1


def test_the_levels_to_choose_from_play_differently_and_any_other_plays_like_normal() -> None:
    assert levels(MODERN) == ("easy", "normal")
    seen = list(positions(MODERN, 3, wild=0.0))
    assert [choose(view) for view in seen] == [choose(view, "hard") for view in seen]
    assert [choose(view) for view in seen] != [choose(view, "easy") for view in seen]


def test_somebody_who_is_asked_nothing_is_told_so() -> None:
    seen = view(dealt(start(MODERN), 1), 0)
    waiting = seen if seen.boards[0].turn != 0 else view(dealt(start(MODERN), 1), 1)
    for nobody in (waiting, replace(seen, viewer=PUBLIC), view(start(MODERN), 0)):
        with pytest.raises(ValueError, match="asked"):
            choose(nobody)


@pytest.mark.parametrize(
    ("first", "upcard", "wanted"),
    [
        ("7s 7h 2d 4c 9s Jh Kd 5s Qc 3h", "7c", True),  # makes a set
        ("5s 6s 7s 2d 4c 9h Jh Kd Qc 3h", "8s", True),  # makes a run longer
        ("7s 8h 2d 4c 9s Jh Kd 5s Qc 3h", "Ac", False),  # lower deadwood alone is no reason
        ("7s 8h 2d 4c 9s Jh Kd 5s Qc 3h", "7c", False),  # a pair is none
        ("7s 7h 7d 2s 3s 4s 8c 9c Tc Kh", "Jc", True),  # gin
    ],
)
def test_the_upcard_is_taken_only_for_a_meld(first: str, upcard: str, wanted: bool) -> None:
    seen = after(MODERN, first, "", upcard=upcard)
    assert choose(seen) == (act.TAKE_UPCARD if wanted else act.PASS)


def test_an_early_knock_is_not_left_out() -> None:
    assert choose(after_draw(MODERN, "7s 7h 7d 2s 3s 4s 8c 9c 4h Kh", "Tc")) == act.KNOCKS[parse_card("Kh")]


def test_a_knock_that_only_gin_allows_is_not_tried() -> None:
    assert isinstance(choose(after_draw(FOR_GIN, "7s 7h 7d 2s 3s 4s 8c 9c 4h Kh", "Tc")), act.Discard)


def test_eleven_melded_cards_are_big_gin_where_it_is_played() -> None:
    hand, drawn = "7s 7h 7d 2s 3s 4s 8c 9c Tc Kh", "Jc"
    ten, last = "7s 7h 7d 2s 3s 4s 8c 9c Tc Jc", "Qc"
    assert isinstance(choose(after_draw(MODERN, hand, drawn)), act.Knock)
    assert choose(after_draw(MODERN, ten, last)) == act.BIG_GIN
    assert isinstance(choose(after_draw(PRESETS["pagat"], ten, last)), act.Knock)


def test_the_worst_loose_card_without_a_future_goes() -> None:
    thrown = choose(after_draw(MODERN, "7s 7h 7d 2s 3s 4s 9c Tc 5h Kd", "Qh"))
    assert thrown in (act.DISCARDS[parse_card("Kd")], act.DISCARDS[parse_card("Qh")])


def test_a_stretch_without_stock_draws_ends() -> None:
    seen = after(
        MODERN,
        "5s 6s 7s 2d 4c 9h Jh Kd Qc 3h",
        "2h 8s",
        *(act.PASS, act.PASS, act.DRAW_STOCK, act.DISCARDS[parse_card("Kd")]),
        *(act.DRAW_STOCK, act.DISCARDS[parse_card("8s")]),
    )
    board = seen.boards[0]
    assert choose(seen) == act.DRAW_DISCARD
    assert choose(replace(seen, boards=(replace(board, idle=12),))) == act.DRAW_STOCK


def test_waiting_for_gin_needs_more_cards_where_bonuses_are_small() -> None:
    assert outs_to_wait(MODERN) == 1
    assert outs_to_wait(PRESETS["pagat"]) == 4


def test_what_the_opponent_took_is_known_and_its_neighbours_are_likelier() -> None:
    hand = parse_cards("2s 3s 4s 5h 6h 9c Tc Jd Qd Ks")
    board = Board(
        hand=1,
        dealer=1,
        seats=(0, 1),
        phase="draw",
        turn=0,
        upcard=parse_card("Ac"),
        limit=10,
        multiplier=1,
        stock=27,
        pile=(parse_card("Ac"), parse_card("Kd"), parse_card("Th")),
        plays=(
            *(Drew(0, None), Discarded(0, parse_card("8d"))),
            *(Took(1, parse_card("8d")), Discarded(1, parse_card("Kd"))),
            *(Drew(0, None), Discarded(0, parse_card("Th"))),
        ),
    )
    reading = read(board, 0, hand)
    assert cards_text(reading.held) == "8d"
    assert reading.turns == 1
    assert reading.unseen == FULL & ~(hand | reading.held | parse_cards("Ac Kd Th"))

    def chance(name: str) -> float:
        return reading.chances[parse_card(name)]

    assert chance("8d") == 1.0
    assert chance("7d") > chance("7c") > chance("Kh") > chance("Ac") == 0.0
    assert reading.danger(parse_card("9d")) > reading.danger(parse_card("9s"))


def won(options: Options, opponent: Player, games: int) -> int:
    """Return how many games the computer wins; every deal is played from both seats."""
    wins = 0
    for game in range(games):
        seat = game % 2
        match = start(options, first_dealer=game // 2 % 2)
        while match.sheet.winner is None:
            if due(match):
                match = dealt(match, 1000 + game // 2)
            for asked in sorted(to_act(match)):
                seen = view(match, asked)
                action = choose(seen) if asked == seat else opponent(seen)
                match, _ = apply(match, asked, action)
        wins += match.sheet.winner == seat
    return wins


def test_it_beats_the_simple_player() -> None:
    assert won(MODERN, simple(Random(1)), 100) >= 60


def test_it_beats_the_simple_bot_of_open_spiel() -> None:
    assert won(MODERN, open_spiel_simple, 60) >= 42


def test_the_easy_level_loses_clearly() -> None:
    assert won(MODERN, lambda seen: choose(seen, "easy"), 80) >= 50


def test_it_hardly_ever_loses_to_a_novice() -> None:
    assert won(MODERN, novice(Random(1)), 40) >= 36


def test_it_beats_the_simple_player_where_bonuses_are_small() -> None:
    assert won(PRESETS["pagat"], simple(Random(2)), 60) >= 33
