"""Three and four players, and Hollywood's columns: the rows of RULES 12.4 and 12.5, and what they follow from."""

import pytest
from msgspec.structs import replace

from upcard_protocol.rules import PRESETS, Options
from upcard_protocol.rules.gin.events import HandEnded
from upcard_protocol.rules.gin.hollywood import Column, blank_columns, columns_after, left_to, places, summed
from upcard_protocol.rules.gin.options import seats_of
from upcard_protocol.rules.gin.rotation import Seating, dealer_at, first_seating, next_game, next_seating, sides
from upcard_protocol.rules.gin.scoring import Dead, Each, Gin, Knock, Push, Score, Undercut, score_each
from upcard_protocol.rules.gin.settlement import settle
from upcard_protocol.rules.gin.sheet import Sheet, blank, game_left, game_over, match_left, sheet_after
from upcard_protocol.rules.gin.tally import gain

MODERN = PRESETS["modern"]
SIT_OUT = replace(MODERN, format="sit_out")
CUTTHROAT = replace(MODERN, format="cutthroat")
ALL_PLAY = replace(MODERN, format="all_play")
PARTNERS = PRESETS["partners"]
HOLLYWOOD = replace(MODERN, hollywood=True)

X, Y, Z = 0, 1, 2
A, B = (0, 2), (1, 3)


def worth(points: int, winner: int) -> Knock:
    """Return a knock that is worth so many points."""
    return Knock(winner, 0, points)


def scored(sheet: Sheet, *scores: Score) -> Sheet:
    """Return the sheet after these hands, the tables of partners one after the other."""
    for number, score in enumerate(scores):
        sheet = sheet_after(sheet, HandEnded(score, None, number % len(sheet.tables)))
    return sheet


# ---- three players (RULES 5.1, 5.2)


def test_t01_the_loser_sits_out_and_deals_and_a_dead_hand_changes_nothing() -> None:
    seating = first_seating(SIT_OUT, 3, Z)
    assert seating == Seating(Z, ((X, Y),))
    for winners, dealer, pair in (((X,), Y, {X, Z}), ((Z,), X, {Z, Y}), ((), X, {Z, Y}), ((Y,), Z, {Y, X})):
        seating = next_seating(SIT_OUT, 3, seating, winners)
        assert (seating.dealer, set(seating.tables[0])) == (dealer, pair)


def test_the_seat_on_the_left_of_a_dealer_who_sits_out_acts_first() -> None:
    assert first_seating(SIT_OUT, 3, Y).tables == ((Z, X),)


def test_t01c_whoever_comes_in_deals_to_the_winner() -> None:
    low, second, high = 2, 0, 1
    seating = first_seating(CUTTHROAT, 3, second)
    assert (seating.dealer, seating.tables) == (second, ((high, second),))
    seating = next_seating(CUTTHROAT, 3, seating, (high,))
    assert (seating.dealer, seating.tables) == (low, ((high, low),))
    assert next_seating(CUTTHROAT, 3, seating, ()) == seating


@pytest.mark.parametrize("rule", ["winner", "loser", "alternate"])
def test_with_three_players_the_dealer_rule_does_not_apply(rule: str) -> None:
    rules = Options(format="sit_out", dealer_rule="loser" if rule == "loser" else "winner", dead_hand_deal="rotate")
    seating = first_seating(rules, 3, Z)
    assert next_seating(rules, 3, seating, (X,)).dealer == Y
    assert next_seating(rules, 3, seating, ()) == seating


def test_t02_every_pair_settles_and_who_was_shut_out_pays_the_winner_more() -> None:
    game = settle(SIT_OUT, (104, 61, 0), (4, 2, 0), (X,))
    assert game.sums == (304, 111, 0)
    assert game.margins == (597, -82, -515)
    assert game.shutout == 100


def test_the_modes_of_a_shutout_hold_between_the_winner_and_whoever_was_shut_out() -> None:
    def extra(rules: Options) -> int:
        return settle(rules, (104, 61, 0), (4, 2, 0), (X,)).shutout

    assert extra(replace(SIT_OUT, shutout_mode="double_hand_points")) == 104
    assert extra(replace(SIT_OUT, shutout_mode="double_total")) == 304
    assert extra(replace(SIT_OUT, shutout_mode="none")) == 0


def test_when_one_of_three_is_gone_whoever_leads_of_the_others_wins() -> None:
    sheet = replace(blank(SIT_OUT, 3, Z), totals=(90, 30, 45), boxes=(4, 2, 2))
    game = game_left(sheet, X)
    assert (game.winners, game.forfeited, sum(game.margins)) == ((Z,), X, 0)
    assert match_left(sheet, X) == (Y, Z)


# ---- partners (RULES 5.3)


def test_opponents_alternate_and_the_winning_team_deals_at_both_tables() -> None:
    seating = first_seating(PARTNERS, 4, 1)
    assert seating.tables == ((0, 1), (2, 3))
    seating = next_seating(PARTNERS, 4, seating, A)
    assert seating.tables == ((3, 0), (1, 2))
    assert [dealer_at(seating, table) for table in (0, 1)] == [0, 2]
    seating = next_seating(PARTNERS, 4, seating, B)
    assert seating.tables == ((0, 1), (2, 3))


def test_after_a_net_of_nothing_the_same_team_deals_against_the_other_opponents() -> None:
    seating = first_seating(PARTNERS, 4, 1)
    assert next_seating(PARTNERS, 4, seating, ()).tables == ((0, 3), (2, 1))
    rotating = replace(PARTNERS, dead_hand_deal="rotate")
    assert next_seating(rotating, 4, seating, ()).tables == ((3, 0), (1, 2))


def test_the_team_that_lost_a_game_deals_the_next() -> None:
    seating = first_seating(PARTNERS, 4, 1)
    assert next_game(PARTNERS, 4, seating, 0).tables == ((1, 0), (3, 2))


NETS: list[tuple[str, tuple[Score, Score], int, int]] = [
    ("P01", (worth(12, 0), worth(10, 3)), 2, 1),
    ("P02", (worth(18, 0), Gin(2, 18, 25)), 61, 1),
    ("P03", (worth(30, 0), worth(30, 3)), 0, 0),
    ("P04", (Undercut(0, 7, 7, 25), Dead()), 25, 1),
    ("P05", (worth(41, 1), worth(43, 2)), 2, 1),
    ("P07", (Knock(0, 0, 22, multiplier=2), worth(30, 3)), 14, 1),
]


@pytest.mark.parametrize(("name", "scores", "net", "boxes"), NETS, ids=[row[0] for row in NETS])
def test_the_tables_of_partners_are_set_against_each_other(
    name: str, scores: tuple[Score, Score], net: int, boxes: int
) -> None:
    added = gain(PARTNERS, 4, scores)
    assert added.points == (net, 0, net, 0)
    assert added.boxes == (boxes, 0, boxes, 0)
    assert added.winners == (A if net else ())


def test_more_boxes_count_only_for_tables_of_the_team_that_is_ahead() -> None:
    won, lost = Gin(0, 30, 25, boxes=3), Undercut(3, 9, 4, 25, boxes=2)
    assert gain(PARTNERS, 4, (won, lost)).boxes == (3, 0, 3, 0)
    both = Gin(0, 30, 25, boxes=3), Undercut(2, 9, 4, 25, boxes=2)
    assert gain(PARTNERS, 4, both).boxes == (4, 0, 4, 0)


def test_nothing_is_added_before_both_tables_are_over() -> None:
    sheet = scored(blank(PARTNERS, 4, 1), worth(12, 0))
    assert (sheet.totals, sheet.boxes, sheet.tables) == ((0, 0, 0, 0), (0, 0, 0, 0), ((0, 1), (2, 3)))
    after = scored(blank(PARTNERS, 4, 1), worth(12, 0), worth(10, 3))
    assert [(row.table, row.dealer, row.points) for row in after.rows] == [(0, 1, (0,) * 4), (1, 3, (2, 0, 2, 0))]
    assert (after.totals, after.boxes) == ((2, 0, 2, 0), (1, 0, 1, 0))


def test_p03_the_same_team_deals_again() -> None:
    sheet = scored(blank(PARTNERS, 4, 1), worth(30, 0), worth(30, 3))
    assert [dealer_at(sheet.seating, table) for table in (0, 1)] == [3, 1]
    assert sheet.totals == (0, 0, 0, 0)


def test_p06_the_teams_settle_as_two_players_do() -> None:
    game = settle(PARTNERS, (127, 96, 127, 96), (5, 4, 5, 4), A)
    assert game.sums == (352, 196, 352, 196)
    assert game.margins == (156, -156, 156, -156)


def test_a_partner_who_is_gone_takes_his_team_with_him() -> None:
    sheet = replace(blank(PARTNERS, 4, 1), totals=(90, 10, 90, 10), boxes=(4, 1, 4, 1))
    assert game_left(sheet, 2).winners == match_left(sheet, 2) == B


# ---- everybody at one deck (RULES 5.5)


def test_a01_the_knocker_settles_with_each_of_the_others() -> None:
    score = score_each(ALL_PLAY, knocker=0, kind="knock", kd=5, others={1: 12, 2: 5, 3: 30})
    assert gain(ALL_PLAY, 4, (score,)).points == (32, 0, 25, 0)
    assert gain(ALL_PLAY, 4, (score,)).boxes == (1, 0, 0, 0)


def test_boxes_go_to_everybody_who_undercut_a_knocker_that_gained_nothing() -> None:
    score = score_each(ALL_PLAY, knocker=0, kind="knock", kd=9, others={1: 4, 2: 12, 3: 9})
    assert gain(ALL_PLAY, 4, (score,)) == ((3, 30, 0, 25), (0, 1, 0, 1), (1, 3))
    assert score.winner == 1


def test_the_gin_bonus_is_collected_once() -> None:
    score = score_each(ALL_PLAY, knocker=1, kind="gin", kd=0, others={2: 20, 0: 0})
    assert gain(ALL_PLAY, 3, (score,)).points == (0, 45, 0)
    big = score_each(ALL_PLAY, knocker=1, kind="big_gin", kd=0, others={2: 20, 0: 0})
    assert gain(ALL_PLAY, 3, (big,)).points == (0, 51, 0)


def test_a_hand_in_which_all_are_equal_is_nobodys() -> None:
    rules = replace(ALL_PLAY, tie_rule="push")
    score = score_each(rules, knocker=0, kind="knock", kd=7, others={1: 7, 2: 7})
    assert all(isinstance(versus.score, Push) for versus in score.against)
    assert (score.winner, score.points, gain(rules, 3, (score,)).winners) == (None, 0, ())


def test_of_those_who_pass_the_target_together_the_highest_wins_and_a_tie_plays_on() -> None:
    sheet = blank(ALL_PLAY, 3, 0)
    ahead = game_over(replace(sheet, totals=(104, 112, 40), boxes=(3, 2, 1)))
    assert ahead is not None
    assert ahead.winners == (1,)
    assert game_over(replace(sheet, totals=(104, 104, 40), boxes=(3, 2, 1))) is None


def test_the_deal_passes_left_where_everybody_plays() -> None:
    seating = first_seating(ALL_PLAY, 4, 3)
    assert seating == Seating(3, ((0, 1, 2, 3),))
    assert next_seating(ALL_PLAY, 4, seating, (2,)) == Seating(0, ((1, 2, 3, 0),))
    assert next_seating(ALL_PLAY, 4, seating, ()) == seating


# ---- Hollywood (RULES 8)


def column_totals(columns: tuple[Column, ...]) -> list[tuple[int, ...]]:
    return [column.totals for column in columns]


def test_h01_three_columns_are_kept_at_once() -> None:
    sheet = blank(HOLLYWOOD, 2, 1)
    entered: list[tuple[int, ...]] = []
    for winner, points in ((0, 32), (1, 14), (0, 28), (0, 45), (1, 53), (0, 30), (1, 20), (0, 61)):
        sheet = scored(sheet, worth(points, winner))
        entered.append(sheet.rows[-1].columns)
    assert entered == [(0,), (0,), (0, 1), (0, 1, 2), (1,), (1, 2), (2,), (2,)]
    assert column_totals(sheet.columns) == [(105, 14), (103, 53), (136, 20)]
    margins = [column.result.margin for column in sheet.columns if column.result is not None]
    assert margins == [241, 200, 266]
    game = game_over(sheet)
    assert game is not None
    assert (game.winners, game.margins) == ((0,), (707, -707))


def test_h02_who_had_nothing_when_a_column_closed_enters_the_next() -> None:
    sheet = scored(blank(HOLLYWOOD, 2, 1), worth(60, 0), worth(55, 0))
    first = sheet.columns[0].result
    assert first is not None
    assert (first.totals, first.margin) == ((115, 0), 365)
    sheet = scored(sheet, worth(24, 1), worth(41, 0), worth(38, 1), worth(30, 0))
    assert [row.columns for row in sheet.rows[2:]] == [(1,), (1, 2), (1, 2), (1, 2)]
    second = sheet.columns[1].result
    assert second is not None
    assert (second.totals, second.margin) == ((126, 62), 189)
    assert (sheet.columns[2].totals, sheet.columns[2].result) == ((71, 38), None)
    assert game_over(sheet) is None


def test_two_columns_may_close_on_one_hand() -> None:
    columns = blank_columns(2)
    for points in (40, 40, 70):
        columns = columns_after(HOLLYWOOD, columns, (0,), points, 1)
    assert [column.result is not None for column in columns] == [True, True, False]
    assert places(columns, 1) == (2,)


def test_summed_margins_of_nothing_are_a_draw_that_both_sides_win() -> None:
    even = settle(HOLLYWOOD, (100, 90), (2, 1), (0,))
    other = replace(even, margins=(-even.margins[0], -even.margins[1]))
    columns = [
        replace(column, result=result) for column, result in zip(blank_columns(2), (even, other), strict=False)
    ]
    assert summed(tuple(columns)).winners == (0, 1)


def test_partners_write_in_the_columns_together() -> None:
    rules = replace(PARTNERS, hollywood=True)
    sheet = scored(blank(rules, 4, 1), worth(12, 0), worth(10, 3))
    assert sheet.columns[0].totals == (2, 0, 2, 0)
    assert sheet.columns[0].opened == (True, False, True, False)


def test_when_a_seat_is_gone_the_columns_that_were_opened_are_settled() -> None:
    sheet = scored(blank(HOLLYWOOD, 2, 1), worth(30, 0))
    columns = left_to(HOLLYWOOD, sheet.columns, (1,), 0)
    assert [column.result is not None for column in columns] == [True, False, False]
    game = game_left(sheet, 0)
    assert (game.winners, game.forfeited) == ((1,), 0)


# ---- how many play


@pytest.mark.parametrize(
    ("rules", "seats"),
    [(MODERN, (2,)), (SIT_OUT, (3,)), (CUTTHROAT, (3,)), (ALL_PLAY, (3, 4)), (PARTNERS, (4,)), (HOLLYWOOD, (2,))],
)
def test_the_options_say_how_many_play(rules: Options, seats: tuple[int, ...]) -> None:
    assert seats_of(rules) == seats


def test_partners_are_a_side_and_all_others_play_alone() -> None:
    assert sides(PARTNERS, 4) == (A, B)
    assert sides(SIT_OUT, 3) == ((0,), (1,), (2,))


def test_the_score_of_several_has_the_parts_of_each() -> None:
    score = score_each(ALL_PLAY, knocker=2, kind="knock", kd=3, others={0: 10, 1: 3})
    assert isinstance(score, Each)
    assert [versus.seat for versus in score.against] == [0, 1]
    assert [type(versus.score) for versus in score.against] == [Knock, Undercut]
