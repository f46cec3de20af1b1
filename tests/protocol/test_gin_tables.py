"""Hands of three and four played through the engine: who is asked, who sees what, what is refused (RULES 5, 10)."""

from random import Random

import pytest
from msgspec.structs import replace

from tests.support.deals import shuffled
from tests.support.laws import Watched
from tests.support.policies import sensible
from upcard_protocol.rules import (
    NATURE,
    PRESETS,
    PUBLIC,
    Deal,
    Forfeit,
    ForfeitMatch,
    IllegalAction,
    Options,
    apply,
    due,
    legal,
    parse_card,
    parse_cards,
    result,
    sentence,
    start,
    to_act,
    view,
)
from upcard_protocol.rules.cards import DECK, Card, Hand, cards_of
from upcard_protocol.rules.game import NatureAction
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.rules.gin.match import Match, between_hands
from upcard_protocol.rules.gin.scoring import Each, GivenUp

PARTNERS = PRESETS["partners"]
ALL_PLAY = replace(PRESETS["modern"], format="all_play")
SIT_OUT = replace(PRESETS["modern"], format="sit_out")


def refusal(match: Match, seat: int, action: act.Action | NatureAction) -> str:
    """Return the code of the refusal of an action, whose sentence can be read and which changes nothing."""
    with pytest.raises(IllegalAction) as refused:
        apply(match, seat, action)
    assert sentence(refused.value.refusal).endswith(".")
    return refused.value.code


def dealt(rules: Options, seats: int, dealer: int = 0, seed: int = 1) -> Match:
    rng = Random(seed)
    match = start(rules, seats, dealer)
    owed = due(match)
    assert owed is not None
    return apply(match, NATURE, Deal(tuple(shuffled(rng) for _ in range(owed.decks))))[0]


def test_the_idle_player_of_three_sees_the_public_view_and_is_asked_nothing() -> None:
    match = dealt(SIT_OUT, 3, dealer=2)
    idle, public = view(match, 2), view(match, PUBLIC)
    assert (idle.hands, idle.boards, idle.knock_cards) == (public.hands, public.boards, public.knock_cards)
    assert (match.sheet.idle, idle.plays, list(legal(idle))) == ((2,), False, [])
    assert refusal(match, 2, act.PASS) == "not_your_turn"
    assert refusal(match, NATURE, Forfeit(2)) == "wrong_phase"


def test_all_three_are_asked_to_be_ready_the_idle_one_too() -> None:
    match, _ = apply(dealt(SIT_OUT, 3, dealer=2), NATURE, Forfeit(0))
    assert to_act(match) == {0, 1, 2}
    assert (match.sheet.dealer, match.sheet.tables) == (0, ((1, 2),))


def test_partners_are_dealt_a_deck_for_each_table() -> None:
    match = start(PARTNERS, 4, 1)
    owed = due(match)
    assert owed is not None
    assert owed.decks == 2
    assert refusal(match, NATURE, Deal((DECK,))) == "bad_deal"
    assert to_act(dealt(PARTNERS, 4, 1)) == {0, 2}


def test_a_table_that_is_over_waits_for_the_slower_one() -> None:
    watched = Watched(PARTNERS, Random(4), 4)
    watched.deal()
    fast, slow = watched.match.boards
    watched.do(NATURE, Forfeit(fast.seats[0]))
    assert [board.phase for board in watched.match.boards] == ["waiting", "offer_n"]
    assert isinstance(watched.match.boards[0].score, GivenUp)
    assert not between_hands(watched.match)
    assert watched.match.sheet.totals == (0, 0, 0, 0)
    waiting = fast.seats[1]
    assert refusal(watched.match, waiting, act.READY) == "other_table"
    assert refusal(watched.match, NATURE, Forfeit(waiting)) == "other_table"
    for _ in range(20):
        if watched.over:
            break
        (seat,) = to_act(watched.match)
        assert seat in slow.seats
        watched.do(seat, sensible(watched.views[seat], watched.rng))
    if not watched.over:
        watched.do(NATURE, Forfeit(slow.seats[0]))
    assert [board.phase for board in watched.match.boards] == ["hand_end", "hand_end"]
    assert to_act(watched.match) == {0, 1, 2, 3}


def test_a_partner_sees_no_hand_but_his_own_until_it_is_shown() -> None:
    watched = Watched(PARTNERS, Random(5), 4)
    watched.play_hand(lambda seen: sensible(seen, watched.rng))
    for seat in range(4):
        own = watched.views[seat]
        assert own.other_board is not None
        assert seat not in own.other_board.seats
        shown = [hand is not None for hand in own.hands]
        assert shown == [other == seat for other in range(4)]
        assert all(board.knock is None or board.defences for board in own.boards)


def test_a_team_whose_player_is_gone_loses_the_match() -> None:
    match = dealt(PARTNERS, 4, 1)
    for table, board in enumerate(match.boards):
        match, _ = apply(match, NATURE, Forfeit(board.seats[table]))
    match, events = apply(match, NATURE, ForfeitMatch(2))
    assert isinstance(events[-1], ev.MatchEnded)
    over = result(match)
    assert over is not None
    assert (over.winners, over.forfeited) == ((1, 3), 2)


# ---- everybody at one deck


def stacked(*hands: str, upcard: str, stock: str = "") -> Match:
    """Deal hands of seven, the first seat's first, with the last seat as the dealer."""
    held = [[parse_card(name) for name in hand.split()] for hand in hands]
    top = [card for row in zip(*held, strict=True) for card in row]
    named: list[int] = [*top, parse_card(upcard), *map(parse_card, stock.split())]
    deck = tuple(Card(card) for card in (*named, *(card for card in DECK if card not in named)))
    match = start(ALL_PLAY, len(hands), len(hands) - 1)
    return apply(match, NATURE, Deal((deck,)))[0]


def played(match: Match, *moves: tuple[int, act.Action]) -> tuple[Match, tuple[ev.Event, ...]]:
    events: tuple[ev.Event, ...] = ()
    for seat, action in moves:
        match, events = apply(match, seat, action)
    return match, events


def knocked() -> Match:
    """Let seat 0 of three knock with 3: fives and a run of hearts; 1 holds its next heart, 2 the one after."""
    match = stacked("5s 5h 5d 7c 8c 9c Kd", "Tc 2s 4s 6s 8s Ts Qs", "Jc 2h 4h 6h 8h Th Qh", upcard="Kh", stock="3d")
    opening = ((0, act.PASS), (1, act.PASS), (2, act.PASS), (0, act.DRAW_STOCK))
    return played(match, *opening, (0, act.KNOCKS[parse_card("Kd")]))[0]


def test_the_upcard_goes_from_seat_to_seat_and_whoever_takes_it_begins() -> None:
    match = dealt(ALL_PLAY, 4, dealer=3)
    phases: list[str] = []
    for seat in range(4):
        assert to_act(match) == {seat}
        phases.append(match.boards[0].phase)
        match, _ = apply(match, seat, act.PASS)
    assert phases == ["offer_n", "offer_n", "offer_n", "offer_d"]
    assert (match.boards[0].phase, to_act(match)) == ("forced_stock", {0})
    match, _ = played(dealt(ALL_PLAY, 4, dealer=3), (0, act.PASS), (1, act.TAKE_UPCARD))
    thrown = next(cards_of(legal(view(match, 1)).discards))
    match, _ = apply(match, 1, act.DISCARDS[thrown])
    assert (match.boards[0].phase, to_act(match)) == ("draw", {2})


def test_seven_cards_are_dealt_where_three_or_four_play() -> None:
    assert [dealt(ALL_PLAY, seats).boards[0].stock for seats in (3, 4)] == [30, 23]


def test_a_card_laid_off_extends_the_meld_for_those_after() -> None:
    match = knocked()
    ten, jack = parse_card("Tc"), parse_card("Jc")
    knock = match.boards[0].knock
    assert knock is not None
    place = knock.melds.index(parse_cards("7c 8c 9c"))
    assert to_act(match) == {1}
    assert refusal(match, 2, act.AUTO) == "not_your_turn"
    without, _ = played(match, (1, act.DONE))
    assert refusal(without, 2, act.LayOff(None, ((jack, place),))) == "bad_layoff"
    match, _ = played(match, (1, act.LayOff(None, ((ten, place),))))
    assert match.boards[0].melds_shown[place] == parse_cards("7c 8c 9c Tc")
    match, events = played(match, (2, act.LayOff(None, ((jack, place),))))
    assert isinstance(events[-1], ev.HandEnded)
    score = events[-1].score
    assert isinstance(score, Each)
    assert [versus.seat for versus in score.against] == [1, 2]
    assert score.gained(0) == sum(versus.score.points for versus in score.against)


def test_auto_lays_off_on_what_those_before_extended() -> None:
    match, _ = played(knocked(), (1, act.AUTO), (2, act.AUTO))
    assert [[card for card, _ in defence.layoffs] for defence in match.boards[0].defences] == [
        [parse_card("Tc")],
        [parse_card("Jc")],
    ]


def test_whoever_gives_up_a_hand_of_three_is_played_by_default_to_its_end() -> None:
    watched = Watched(ALL_PLAY, Random(8), 3)
    watched.deal()
    watched.do(NATURE, Forfeit(1))
    assert watched.match.boards[0].gone == (1,)
    assert refusal(watched.match, NATURE, Forfeit(1)) == "wrong_phase"
    while not watched.over:
        seat = watched.asked()
        assert seat != 1
        watched.do(seat, sensible(watched.views[seat], watched.rng))
    assert not any(isinstance(play, ev.Knocked) and play.seat == 1 for play in watched.match.boards[0].plays)


def test_a_defenders_hand_is_counted_as_it_was_dealt() -> None:
    board = played(knocked(), (1, act.AUTO))[0].boards[0]
    assert [board.cards_held(seat) for seat in (0, 1, 2)] == [7, 7, 7]
    assert Hand(0) not in board.melds_shown
