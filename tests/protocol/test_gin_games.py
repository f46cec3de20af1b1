"""Hands make games, games make matches: totals, boxes, settlement, and who won (RULES 3.1, 3.8, 3.9, 3.10)."""

import pytest

from tests.support.deals import Scene, g01, wall, with_totals
from upcard_protocol.rules import (
    NATURE,
    Deal,
    ForfeitMatch,
    IllegalAction,
    Options,
    apply,
    due,
    result,
    start,
    to_act,
)
from upcard_protocol.rules.cards import NAME, count, parse_card
from upcard_protocol.rules.gin.events import Dealt, GameEnded, HandEnded, MatchEnded
from upcard_protocol.rules.gin.options import ShutoutMode


def last_hand(
    options: Options | None = None, *, won: int = 80, lost: int = 0, boxes: tuple[int, int] = (4, 0)
) -> Scene:
    """Play a hand that is worth 20 points to seat 0, from a game that stands like this."""
    return with_totals(g01(options), (won, lost), boxes).knocked()


def win_a_game(scene: Scene, winner: int) -> None:
    """Deal the next hand of a scene that is worth 20 points to a seat, from 90 points."""
    scene.play("0 ready", "1 ready")
    other = g01(scene.match.sheet.options)
    deck = list(other.match.decks[0])
    if scene.match.sheet.dealer == winner:
        # The dealer shall win: he gets the knocker's cards, and draws second.
        for n in range(0, 20, 2):
            deck[n], deck[n + 1] = deck[n + 1], deck[n]
        deck[21], deck[22] = deck[22], deck[21]
    scene.do(NATURE, Deal((tuple(deck),)))
    with_totals(scene, (90, 0) if winner == 0 else (0, 90))
    first, dealer = scene.board.seats
    scene.play(f"{first} pass", f"{dealer} pass", f"{first} draw_stock")
    if first == winner:
        scene.play(f"{first} knock Qc", f"{dealer} auto")
    else:
        drawn = scene.view(first).drawn
        assert drawn is not None
        scene.play(f"{first} discard {NAME[drawn]}", f"{dealer} draw_stock", f"{dealer} knock Qc", f"{first} auto")
    assert scene.score.winner == winner


def test_points_and_a_box_are_added_and_the_game_goes_on() -> None:
    scene = g01().knocked()
    assert (scene.match.sheet.totals, scene.match.sheet.boxes) == ((20, 0), (1, 0))
    assert scene.match.sheet.rows[0].dealer == 1
    assert result(scene.match) is None


def test_boxes_do_not_count_towards_the_target() -> None:
    scene = last_hand(won=79, boxes=(20, 0))
    assert scene.match.sheet.totals[0] == 99
    assert result(scene.match) is None


def test_the_target_ends_the_game_and_settles_it() -> None:
    scene = last_hand(lost=30, boxes=(4, 2))
    (game,) = scene.match.sheet.games
    assert game.sums == (100 + 5 * 25 + 100, 30 + 2 * 25)
    assert (game.box_points, game.game_bonus, game.shutout, game.margin) == ((125, 50), 100, 0, 245)
    assert [type(event) for event in scene.events[-3:]] == [HandEnded, GameEnded, MatchEnded]


def test_a_match_that_is_over_asks_nobody_and_owes_nothing() -> None:
    scene = last_hand()
    assert to_act(scene.match) == frozenset()
    assert due(scene.match) is None
    assert {scene.refusal(f"{seat} ready").code for seat in (0, 1)} == {"match_over"}
    assert scene.may(0) == set()
    with pytest.raises(IllegalAction) as refused:
        scene.deal()
    assert refused.value.code == "wrong_phase"


def test_the_result_names_the_winner_the_games_and_the_margin() -> None:
    found = result(last_hand(lost=30, boxes=(4, 2)).match)
    assert found is not None
    assert (found.winner, found.games_won, found.margins) == (0, (1, 0), (245, -245))
    assert len(found.games) == 1


@pytest.mark.parametrize(
    ("mode", "shutout", "margin"),
    [
        ("flat", 100, 100 + 125 + 100 + 100),
        ("double_hand_points", 100, 200 + 125 + 100),
        ("double_total", 325, 2 * 325),
        ("none", 0, 325),
    ],
)
def test_a_shutout_is_paid_by_its_mode(mode: ShutoutMode, shutout: int, margin: int) -> None:
    (game,) = last_hand(Options(shutout_mode=mode)).match.sheet.games
    assert (game.shutout, game.margin) == (shutout, margin)


def test_one_point_of_the_loser_is_no_shutout() -> None:
    (game,) = last_hand(lost=1).match.sheet.games
    assert game.shutout == 0


def test_a_loser_with_a_box_and_no_points_is_shut_out() -> None:
    (game,) = last_hand(boxes=(4, 1)).match.sheet.games
    assert (game.shutout, game.margin) == (100, 100 + 125 + 100 + 100 - 25)


def test_immediate_boxes_are_in_the_totals_and_not_added_again() -> None:
    options = Options(box_timing="immediate")
    scene = g01(options).knocked()
    assert (scene.match.sheet.totals, scene.match.sheet.boxes) == ((45, 0), (1, 0))
    (game,) = last_hand(options, won=80, lost=60, boxes=(2, 2)).match.sheet.games
    assert (game.totals, game.box_points, game.margin) == ((125, 60), (0, 0), 125 + 100 - 60)


def test_a_loser_whose_points_are_all_immediate_boxes_is_shut_out() -> None:
    options = Options(box_timing="immediate", shutout_mode="double_hand_points")
    (game,) = last_hand(options, won=80, lost=25, boxes=(2, 1)).match.sheet.games
    # The winner's 125 hold three boxes of 25: 50 hand points, once more.
    assert (game.shutout, game.margin) == (50, 125 + 50 + 100 - 25)


def test_a_box_without_points_may_cross_the_target_when_boxes_count_at_once() -> None:
    options = Options(box_timing="immediate", tie_rule="no_bonus")
    scene = Scene(options, first="7c 8c 9c Js Jh Jd 3h 4h 5h 5s", dealer="Qs Qh Qd 6s 7s 8s Ac 2c 3c 5d", stock="Kc")
    with_totals(scene, (90, 75), (0, 0)).knocked("knock Kc")
    assert scene.match.sheet.totals == (90, 100)
    assert scene.match.sheet.winner == 1


def test_a_dead_hand_ends_no_game() -> None:
    scene = with_totals(g01(), (99, 99))
    scene.play("0 pass", "1 pass")
    wall(scene)
    assert (scene.match.sheet.totals, result(scene.match)) == ((99, 99), None)


# ---- matches of several games


def test_best_of_three_is_won_by_two_games() -> None:
    scene = last_hand(Options(match_games=3))
    assert (scene.match.sheet.games_won, result(scene.match)) == ((1, 0), None)
    win_a_game(scene, 1)
    assert (scene.match.sheet.games_won, result(scene.match)) == ((1, 1), None)
    win_a_game(scene, 1)
    found = result(scene.match)
    assert found is not None
    assert (found.winner, found.games_won, len(found.games)) == (1, (1, 2), 3)
    assert found.margins[0] == -found.margins[1]
    assert found.margins[1] == -found.games[0].margin + found.games[1].margin + found.games[2].margin


def test_best_of_five_may_end_after_three_games() -> None:
    scene = last_hand(Options(match_games=5))
    win_a_game(scene, 0)
    assert result(scene.match) is None
    win_a_game(scene, 0)
    assert scene.match.sheet.winner == 0


def test_a_new_game_begins_with_an_empty_sheet_and_ten_cards_each() -> None:
    scene = last_hand(Options(match_games=3))
    assert scene.match.sheet.settled
    scene.next_hand()
    sheet = scene.match.sheet
    assert (sheet.totals, sheet.boxes, sheet.rows, sheet.settled) == ((0, 0), (0, 0), (), False)
    assert [count(scene.hand(seat)) for seat in (0, 1)] == [10, 10]
    assert (sheet.hands, len(sheet.games)) == (2, 1)


def test_the_loser_of_a_game_deals_the_next() -> None:
    scene = last_hand(Options(match_games=3, dealer_rule="winner"))
    scene.next_hand()
    assert scene.board.dealer == 1
    dealt = [event for event in scene.events if isinstance(event, Dealt)]
    assert dealt[-1].seats == (0, 1)


# ---- a match that somebody leaves


def test_a_match_is_forfeited_between_hands_and_settled_as_it_stands() -> None:
    scene = last_hand(won=30, lost=70, boxes=(1, 2))
    scene.play("- forfeit_match 1")
    found = result(scene.match)
    assert found is not None
    assert (found.winner, found.forfeited) == (0, 1)
    assert found.games[0].forfeited == 1
    assert found.games[0].margin == (50 + 50 + 100) - (70 + 50)


def test_a_match_may_be_forfeited_before_its_first_deal() -> None:
    match, events = apply(start(Options()), NATURE, ForfeitMatch(0))
    assert match.sheet.winner == 1
    assert [type(event) for event in events] == [GameEnded, MatchEnded]


def test_a_match_is_not_forfeited_while_a_hand_is_played() -> None:
    assert g01().refusal("- forfeit_match 0").code == "wrong_phase"


def test_a_match_is_not_forfeited_twice() -> None:
    scene = g01().knocked()
    scene.play("- forfeit_match 0")
    assert scene.refusal("- forfeit_match 1").code == "wrong_phase"


def test_between_two_games_a_forfeit_settles_no_game_again() -> None:
    scene = last_hand(Options(match_games=3))
    (ended,) = scene.play("- forfeit_match 0")
    assert isinstance(ended, MatchEnded)
    found = result(scene.match)
    assert found is not None
    assert (found.winner, found.games_won, found.forfeited) == (1, (1, 0), 0)


# ---- what is dealt


@pytest.mark.parametrize(("seats", "dealer"), [(3, 0), (1, 0), (2, 2), (2, -1)])
def test_gin_for_two_has_two_seats(seats: int, dealer: int) -> None:
    with pytest.raises(IllegalAction) as refused:
        start(Options(), seats, dealer)
    assert refused.value.code == "seats_off"


def test_oklahoma_turns_a_new_upcard_for_every_deal() -> None:
    scene = Scene(Options(oklahoma=True), upcard="5d")
    assert scene.board.limit == 5
    scene.play("- forfeit 0")
    scene.next_hand(upcard="8c")
    assert (scene.board.limit, scene.board.upcard) == (8, parse_card("8c"))


def test_only_oklahoma_limits_the_knock_by_the_upcard() -> None:
    assert Scene(upcard="2d").board.limit == 10
