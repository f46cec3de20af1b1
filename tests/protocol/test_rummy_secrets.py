"""Who may know what: two hands that differ only in what a viewer may not know look the same to him (RULES 10)."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.rummy import Scene, shuffled
from tests.support.rummy_laws import Mixed, options
from upcard_protocol.rules.cards import DECK, EMPTY, Card, cards_of, parse_card
from upcard_protocol.rules.game import NATURE, OPEN, PUBLIC, CallsDue, CloseCalls, Deal, NatureAction, Recycle
from upcard_protocol.rules.rummy import events as ev
from upcard_protocol.rules.rummy.actions import Action
from upcard_protocol.rules.rummy.legal import legal
from upcard_protocol.rules.rummy.match import apply, due, redact, start, to_act, view
from upcard_protocol.rules.rummy.options import Options
from upcard_protocol.rules.rummy.state import Match

Move = tuple[int, Action | NatureAction]
Steps = list[tuple[Match, tuple[ev.Event, ...]]]


def played(rules: Options, seats: int, dealer: int, moves: list[Move]) -> Steps:
    """Return each position of a hand with the events that led to it."""
    match = start(rules, seats, dealer)
    steps: Steps = []
    for seat, action in moves:
        match, events = apply(match, seat, action)
        steps.append((match, events))
    return steps


def a_hand(rules: Options, seats: int, dealer: int, rng: Random) -> list[Move]:
    """Play a hand, or a part of one, and return what was done."""
    moves: list[Move] = [(NATURE, Deal((shuffled(rng),)))]
    match, _ = apply(start(rules, seats, dealer), *moves[0])
    player, steps = Mixed(rng, 0.4), rng.choice((rng.randrange(30), 400))
    while match.boards[0].phase != "hand_end" and len(moves) < steps:
        owed, asked = due(match), to_act(match)
        if owed is not None and not asked:
            assert not isinstance(owed, CallsDue)
            cards = match.boards[0].pile
            moves.append((NATURE, Recycle(tuple(rng.sample(cards, len(cards))))))
        elif owed is not None and rng.random() < 0.2:
            moves.append((NATURE, CloseCalls()))
        else:
            seat = rng.choice(sorted(asked))
            moves.append((seat, player(view(match, seat))))
        match, _ = apply(match, *moves[-1])
    return moves


def known_to(viewer: int, happened: list[ev.Event]) -> set[Card]:
    """Return the cards that a viewer has seen, by the table of RULES 10."""
    known: set[Card | None] = set()
    for event in happened:
        match event:
            case ev.Dealt():
                known.add(event.upcard)
                for seat, hand in enumerate(event.hands):
                    if viewer in (seat, OPEN):
                        known |= set(cards_of(hand or EMPTY))
            case ev.Drew():
                known |= {event.card} if viewer in (event.seat, OPEN) else set()
            case ev.Took() | ev.Discarded() | ev.LaidOff():
                known.add(event.card)
            case ev.Melded() | ev.TookBack():
                known |= set(cards_of(event.cards))
            case ev.HandEnded():
                known |= {card for hand in event.hands for card in cards_of(hand)}
            case _:
                pass
    return {card for card in known if card is not None}


@settings(max_examples=80)
@given(options(), st.integers(2, 6), st.integers(0, 2**32))
def test_what_a_viewer_may_not_know_changes_nothing_that_he_gets(rules: Options, seats: int, seed: int) -> None:
    rng = Random(seed)
    dealer = rng.randrange(seats)
    moves = a_hand(rules, seats, dealer, rng)
    steps = played(rules, seats, dealer, moves)
    happened = [event for _, events in steps for event in events]
    for viewer in (rng.randrange(seats), PUBLIC, OPEN):
        hidden = [card for card in DECK if card not in known_to(viewer, happened)]
        swap = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
        (_, deal), *others = moves
        assert isinstance(deal, Deal)
        twin_deck = tuple(swap.get(card, card) for card in deal.decks[0])
        twin = played(rules, seats, dealer, [(NATURE, Deal((twin_deck,))), *others])
        for (here, events), (there, theirs) in zip(steps, twin, strict=True):
            assert view(here, viewer) == view(there, viewer)
            assert list(legal(view(here, viewer))) == list(legal(view(there, viewer)))
            assert [redact(event, viewer) for event in events] == [redact(event, viewer) for event in theirs]


def test_a_drawn_card_is_named_to_the_drawer_and_to_open_viewers_only() -> None:
    scene = Scene(seats=3, stock="Qc")
    (drew,) = scene.play("0 draw_stock")
    named = ev.Drew(0, parse_card("Qc"))
    heard = {viewer: redact(drew, viewer) for viewer in (0, 1, 2, PUBLIC, OPEN)}
    assert heard == {0: named, OPEN: named, **dict.fromkeys((1, 2, PUBLIC), ev.Drew(0, None))}
    assert scene.board.plays == (ev.Drew(0, None),)
    assert scene.view(0).drawn == parse_card("Qc")
    assert {scene.view(viewer).drawn for viewer in (1, PUBLIC, OPEN)} == {None}


def test_hands_are_shown_when_the_hand_is_over_and_not_before() -> None:
    scene = Scene("2h 2d 4c")
    assert scene.view(1).hands[0] is None
    assert scene.view(PUBLIC).hands == (None, None)
    assert scene.view(OPEN).hands == scene.match.hands
    scene.play("- forfeit 1")
    shown = scene.view(PUBLIC).board
    assert shown is not None
    assert shown.shown == scene.match.hands


def test_neither_the_stock_nor_an_open_call_is_in_anybodys_view() -> None:
    scene = Scene(seats=4, stock="Qc Kc")
    twin = Scene(seats=4, stock="Kc Qc")
    assert scene.match != twin.match
    assert all(scene.view(viewer) == twin.view(viewer) for viewer in (0, 1, 2, 3, PUBLIC, OPEN))
