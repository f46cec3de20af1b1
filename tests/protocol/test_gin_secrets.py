"""Who may know what: two hands that differ only in what a viewer may not know look the same to him (RULES 10)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.deals import DEFENDER, KNOCKER, Scene, g01, shuffled
from tests.support.laws import VIEWERS, options
from tests.support.policies import Mixed
from tests.support.secrecy import known
from upcard_protocol.rules import (
    NATURE,
    OPEN,
    PUBLIC,
    Deal,
    DealDue,
    Forfeit,
    Options,
    apply,
    due,
    legal,
    redact,
    start,
    to_act,
    view,
)
from upcard_protocol.rules.cards import DECK, Card, Hand, parse_card
from upcard_protocol.rules.game import NatureAction
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.rules.gin.actions import Action
from upcard_protocol.rules.gin.match import Match
from upcard_protocol.rules.gin.options import seats_of

Move = tuple[int, Action | NatureAction]
Step = tuple[Match, tuple[ev.Event, ...]]


def begun(rules: Options, seats: int, decks: tuple[tuple[Card, ...], ...], dealer: int) -> Match:
    """Return a match before its first deal, and see that so many decks are due."""
    match = start(rules, seats, first_dealer=dealer)
    owed = due(match)
    assert isinstance(owed, DealDue)
    assert owed.decks == len(decks)
    return match


def played(begin: Match, decks: tuple[tuple[Card, ...], ...], moves: list[Move]) -> list[Step]:
    """Return each position of a hand with the events that led to it."""
    match, steps = begin, list[Step]()
    for seat, action in [(NATURE, Deal(decks)), *moves]:
        match, events = apply(match, seat, action)
        steps.append((match, events))
    return steps


def a_hand(begin: Match, decks: tuple[tuple[Card, ...], ...], rng: Random) -> tuple[list[Move], tuple[ev.Event, ...]]:
    """Play a deal, or a part of one, and return what was done and everything that happened."""
    match, happened = apply(begin, NATURE, Deal(decks))
    player = Mixed(rng, 0.3)
    moves: list[Move] = []
    steps = rng.choice((rng.randrange(30), 500))
    # At one deck for three or four the hand of somebody who gave up is played on by default (RULES 3.11): what others
    # see then follows from cards that they do not, and no twin of it is the same to them.
    gives_up = 0.0 if begin.sheet.options.format == "all_play" else 0.005
    while match.boards[0].phase != "hand_end" and len(moves) < steps:
        seat = rng.choice(sorted(to_act(match)))
        move: Move = (NATURE, Forfeit(seat)) if rng.random() < gives_up else (seat, player(view(match, seat)))
        match, events = apply(match, *move)
        happened += events
        # The melds that were shown are named, so that they stay when the face-down card is another.
        knocks = [event for event in events if isinstance(event, ev.Knocked)]
        if knocks and isinstance(move[1], act.Knock | act.TakeAndEnd):
            move = (seat, type(move[1])(move[1].card, knocks[0].melds))  # pyright: ignore[reportArgumentType]
        moves.append(move)
    return moves, happened


def elsewhere(move: Move, swap: dict[Card, Card]) -> Move:
    """Return a move with the hidden cards in each other's place: only a face-down knock card can be one."""
    seat, action = move
    match action:
        case act.Knock():
            return seat, act.Knock(swap[action.card], action.melds)
        case act.TakeAndEnd() if action.card is not None:
            return seat, act.TakeAndEnd(swap[action.card], action.melds)
        case _:
            return move


@settings(max_examples=150)
@given(options(), st.integers(0, 2**32))
def test_what_a_viewer_may_not_know_changes_nothing_that_he_gets(rules: Options, seed: int) -> None:
    rng = Random(seed)
    seats = rng.choice(seats_of(rules))
    decks = tuple(shuffled(rng) for _ in range(2 if rules.format == "partners" else 1))
    begin = begun(rules, seats, decks, rng.randrange(seats))
    moves, happened = a_hand(begin, decks, rng)
    steps = played(begin, decks, moves)
    table_of = {seat: table for table, board in enumerate(steps[0][0].boards) for seat in board.seats}
    for viewer in (*range(seats), PUBLIC, OPEN):
        swaps = [another_order(viewer, table, happened, rules, rng) for table in range(len(decks))]
        other_decks = tuple(tuple(swap[card] for card in deck) for swap, deck in zip(swaps, decks, strict=True))
        other_moves = [elsewhere(move, swaps[table_of.get(move[0], 0)]) for move in moves]
        twin = played(begin, other_decks, other_moves)
        for (here, events), (there, theirs) in zip(steps, twin, strict=True):
            assert view(here, viewer) == view(there, viewer)
            assert list(legal(view(here, viewer))) == list(legal(view(there, viewer)))
            assert [redact(event, viewer, options=rules) for event in events] == [
                redact(event, viewer, options=rules) for event in theirs
            ]


def another_order(
    viewer: int, table: int, happened: tuple[ev.Event, ...], rules: Options, rng: Random
) -> dict[Card, Card]:
    """Return for each card of a deck the one in its place: the cards that a viewer never saw change places."""
    seen = known(viewer, happened, rules).get(("deal", 1, table), set())
    hidden = [card for card in DECK if card not in seen]
    others = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    return {card: others.get(card, card) for card in DECK}


def test_a_twin_hand_really_differs() -> None:
    deck = shuffled(1)
    swapped = (*deck[:21], *reversed(deck[21:]))
    here, there = (apply(start(Options()), NATURE, Deal((cards,)))[0] for cards in (deck, swapped))
    assert here != there
    assert all(view(here, viewer) == view(there, viewer) for viewer in VIEWERS)


def test_the_stock_is_in_nobodys_view() -> None:
    scene = g01()
    deck = scene.match.decks[0]
    twin = Scene(first=KNOCKER, dealer=DEFENDER, upcard="8c", stock=" ".join(("3h", "Kc")))
    assert twin.match.decks[0] != deck
    assert scene.view(OPEN) == twin.view(OPEN)


def test_a_drawn_card_is_named_to_the_drawer_and_to_open_viewers_only() -> None:
    scene = g01()
    (drew,) = scene.play("0 pass", "1 pass", "0 draw_stock")
    heard = {viewer: redact(drew, viewer) for viewer in VIEWERS}
    named = ev.Drew(0, parse_card("Qc"))
    assert heard == {0: named, 1: ev.Drew(0, None), PUBLIC: ev.Drew(0, None), OPEN: named}


def test_the_board_remembers_a_draw_without_its_card() -> None:
    scene = g01()
    scene.play("0 pass", "1 pass", "0 draw_stock")
    assert scene.board.plays[-1] == ev.Drew(0, None)
    assert scene.view(0).drawn == parse_card("Qc")
    assert (scene.view(1).drawn, scene.view(PUBLIC).drawn, scene.view(OPEN).drawn) == (None, None, None)


def test_a_deal_shows_everybody_his_own_cards() -> None:
    scene = g01()
    (dealt,) = scene.events
    assert isinstance(dealt, ev.Dealt)
    shown: dict[int, tuple[Hand | None, ...]] = {}
    for viewer in VIEWERS:
        heard = redact(dealt, viewer)
        assert isinstance(heard, ev.Dealt)
        shown[viewer] = heard.hands
    first, dealer = dealt.hands
    assert shown == {0: (first, None), 1: (None, dealer), PUBLIC: (None, None), OPEN: (first, dealer)}


@pytest.mark.parametrize("hidden", [True, False])
def test_the_knock_card_is_hidden_by_option(hidden: bool) -> None:
    rules = Options(knock_card_hidden=hidden)
    scene = g01(rules)
    (knocked,) = scene.play("0 pass", "1 pass", "0 draw_stock", "0 knock Qc")
    assert isinstance(knocked, ev.Knocked)
    for viewer, sees in ((0, True), (1, not hidden), (PUBLIC, not hidden), (OPEN, True)):
        heard = redact(knocked, viewer, options=rules)
        assert isinstance(heard, ev.Knocked)
        assert (heard.card == parse_card("Qc")) is sees


def test_during_the_lay_off_nobody_but_the_defender_sees_his_hand() -> None:
    scene = g01()
    scene.play("0 pass", "1 pass", "0 draw_stock", "0 knock Qc")
    assert scene.view(0).hands[1] is None
    assert scene.view(PUBLIC).hands[1] is None
    assert scene.view(1).hands[1] == scene.hand(1)


def test_a_public_view_has_no_decision_of_its_own() -> None:
    scene = g01()
    assert (scene.view(PUBLIC).decision, scene.view(OPEN).decision) == (0, 0)
    assert scene.view(0).decision == 1
