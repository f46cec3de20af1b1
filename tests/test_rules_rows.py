"""Every worked example (RULES 12), every edge case (13) and every refusal (14) of the page has its test.

The page is read, and so a row that is added there fails here until it has one. A test that is renamed is renamed here
too; `test_name[case]` is one case of a table, and the case has to be in the table.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from upcard_protocol.rules.errors import SENTENCES

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "protocol" / "RULES.md").read_text(encoding="utf-8")

DEADWOOD = "test_a_worked_example_of_deadwood_holds"
HAND = "test_a_worked_hand_is_won_and_scored_as_written"
SETTLEMENT = "test_a_worked_settlement_comes_out_as_written"
NETS = "test_the_tables_of_partners_are_set_against_each_other"
REFUSED = "test_a_move_is_refused_with_its_code_and_sentence"
REFUSED_RUMMY = "test_a_move_of_rummy_is_refused_with_its_code_and_sentence"

CASES: dict[str, tuple[str, ...]] = {
    **{row: (f"{DEADWOOD}[{row}]",) for row in (f"D{n:02}" for n in range(1, 14))},
    **{row: (f"{HAND}[{row}]",) for row in ("G01", "G02", "G03", "G04", "G04b", "G07", "G10", "G16a", "G16b")},
    **{row: (f"{HAND}[{row}]",) for row in (f"G{n}" for n in range(17, 23))},
    "G05": tuple(f"{HAND}[{row}]" for row in ("G05", "G05p", "G05u")),
    "G06": tuple(f"{HAND}[{row}]" for row in ("G06", "G06p", "G06x", "G06n")),
    "G08": (f"{HAND}[G08]", f"{HAND}[G08p]"),
    "G09": (f"{HAND}[G09]", f"{HAND}[G09b]"),
    **{row: (f"{HAND}[{row}]",) for row in ("O02", "O03", "O04")},
    **{row: (f"{SETTLEMENT}[{row}]",) for row in ("E01", "E02", "E03", "E03p", "E03w", "E03d", "E03n")},
    **{row: (f"{NETS}[{row}]",) for row in ("P01", "P02", "P04", "P05", "P07")},
}
"""Worked examples that are cases of a table. Every other one has a test whose name begins with its number."""

EXAMPLES = list(dict.fromkeys(re.findall(r"^\|? ?((?:D|G|O|ST|E|T|P|A|H|R)\d+[a-z]?)\b", PAGE, flags=re.MULTILINE)))
"""The numbers of the worked examples, as the page has them."""

KINDS = {"D": 13, "G": 20, "O": 6, "ST": 1, "E": 10, "T": 3, "P": 7, "A": 1, "H": 2, "R": 20}
"""How many worked examples of each kind there are."""

EDGES: dict[str, tuple[str, ...]] = {
    "The upcard passed twice: stock only": ("test_an_upcard_refused_twice_leaves_the_non_dealer_the_stock_only",),
    "The upcard taken and discarded again, or used to knock: refused": (
        "test_a_taken_upcard_may_not_be_discarded_in_the_same_turn",
        "test_a_taken_card_is_no_knock_discard_either",
    ),
    "A knock in the first turn by N, and by D after taking": (
        "test_the_non_dealer_may_knock_in_his_first_turn",
        "test_the_dealer_may_knock_right_after_taking_the_upcard",
    ),
    "Gin with the first card drawn": ("test_a_hand_of_gin_that_was_dealt_counts_after_the_first_draw",),
    "Big gin with a card of the pile; with the option off": (
        "test_big_gin_may_come_from_the_pile",
        "test_big_gin_is_refused_where_it_is_not_played",
    ),
    "A knock at the limit and one above": ("test_exactly_the_limit_may_be_knocked_with_and_one_more_may_not",),
    "A knock with a layout that is not the least": (
        "test_a_layout_that_is_not_the_best_is_legal_within_the_limit",
        "test_a_layout_that_is_not_the_best_is_refused_above_the_limit",
    ),
    "Gin by the knock button": ("test_a_knock_with_no_deadwood_is_gin_whatever_it_was_called",),
    "Two best layouts that differ in what can be laid off": (
        "test_of_two_best_layouts_the_one_with_fewer_lay_offs_is_shown",
        "test_the_knocker_may_choose_the_arrangement_that_costs_him_points",
    ),
    "A defender with 0 against gin": ("test_gin_is_not_undercut_by_a_defender_with_nothing",),
    "Equal deadwood under all three `tie_rule`s": (
        "test_a_tie_is_an_undercut_with_the_bonus",
        "test_a_tie_without_bonus_is_a_box_and_no_points",
        "test_a_tie_that_is_pushed_is_nobodys",
    ),
    "An undercut by laying off": ("test_an_undercut_may_come_by_a_lay_off",),
    "Chains at both ends, ends at king and ace, laying off on a loose pair (refused)": (
        "test_a_chain_may_be_laid_off_at_both_ends",
        "test_a_king_ends_a_run_and_an_ace_begins_one",
        "test_nothing_is_laid_on_loose_cards",
    ),
    "A defender who breaks a set, who takes one card off a set of four, who lays off nothing": (
        "test_auto_breaks_a_set_of_the_defenders_own_to_lay_off",
        "test_auto_peels_a_card_off_four_of_a_kind_to_begin_a_chain",
        "test_the_defender_may_lay_off_nothing",
    ),
    "The 50th card: knock, discard, and with `last_discard` take and decline": (
        "test_whoever_drew_the_fiftieth_card_may_still_knock",
        "test_the_fiftieth_card_and_a_discard_make_the_hand_dead",
        "test_the_last_discard_may_be_taken_to_knock",
        "test_the_last_discard_may_be_declined_and_the_hand_is_dead",
    ),
    "A dead hand: dealer, no box, hidden hands": (
        "test_the_same_dealer_deals_again_after_a_dead_hand",
        "test_a_dead_hand_ends_no_game",
        "test_the_hands_of_a_dead_hand_stay_hidden",
    ),
    "Discards taken in turn for ever": ("test_forty_turns_without_a_stock_draw_make_the_hand_dead",),
    "An undercut that ends the game": ("test_e04_an_undercut_wins_the_game_on_the_knockers_turn",),
    "A negative margin": ("test_e06_the_winner_by_target_may_owe_points",),
    "A shutout in all four modes": ("test_a_shutout_is_paid_by_its_mode",),
    "Boxes at once that pass the target": (
        "test_e05_immediate_boxes_cross_the_target_and_boxes_at_the_end_do_not",
        "test_a_box_without_points_may_cross_the_target_when_boxes_count_at_once",
    ),
    "Oklahoma aces in both readings, spades twice, a new upcard with a new deal": (
        "test_o05_an_ace_means_gin_only_or_one",
        "test_a_spade_upcard_doubles_every_point_and_no_box",
        "test_oklahoma_turns_a_new_upcard_for_every_deal",
    ),
    "Hollywood: two columns that close on one hand, entering late after a shutout": (
        "test_two_columns_may_close_on_one_hand",
        "test_h02_who_had_nothing_when_a_column_closed_enters_the_next",
    ),
    "Three players: a dead hand, what the idle one sees": (
        "test_t01_the_loser_sits_out_and_deals_and_a_dead_hand_changes_nothing",
        "test_the_idle_player_of_three_sees_the_public_view_and_is_asked_nothing",
    ),
    "Partners: net 0, one dead table, opponents in turn, one table much slower than the other": (
        "test_p03_the_same_team_deals_again",
        f"{NETS}[P04]",
        "test_opponents_alternate_and_the_winning_team_deals_at_both_tables",
        "test_a_table_that_is_over_waits_for_the_slower_one",
    ),
    "Cards for 2 to 6": ("test_so_many_cards_are_dealt_to_two_to_six",),
    "The card just taken, and R10": (
        "test_r09_the_card_just_taken_is_not_discarded",
        "test_r10_a_lay_off_that_leaves_only_the_card_just_taken_is_refused",
    ),
    "Laying off on others' melds, chains": ("test_a_card_may_be_laid_on_a_meld_of_another_and_the_next_on_that",),
    "Out by meld, by lay-off, by discard": (
        "test_a_hand_is_gone_out_of_by_a_meld_a_lay_off_or_a_discard[by a meld]",
        "test_a_hand_is_gone_out_of_by_a_meld_a_lay_off_or_a_discard[by a lay-off]",
        "test_a_hand_is_gone_out_of_by_a_meld_a_lay_off_or_a_discard[by a discard]",
    ),
    "Going rummy lost by an earlier lay-off": ("test_r04_a_card_laid_off_two_turns_ago_makes_it_no_rummy",),
    "The last stock card": ("test_r08_the_hand_goes_on_after_the_last_card_and_the_next_player_chooses",),
    "Order after a turn-over, a pile of one, turn-overs without progress": (
        "test_r07_the_pile_is_turned_over_and_drawn_from_the_oldest_card_on",
        "test_a_pile_of_one_card_may_be_turned_over_and_discarded_again",
        "test_a_pile_turned_over_again_without_a_meld_blocks_the_hand",
        "test_nobody_drawing_from_the_stock_blocks_the_hand",
    ),
    "Blocked hands in all four scorings, a tie": (
        "test_r12_a_blocked_hand_is_scored_by_its_option[lowest_difference]",
        "test_r12_a_blocked_hand_is_scored_by_its_option[lowest_full]",
        "test_r12_a_blocked_hand_is_scored_by_its_option[all_penalty]",
        "test_r12_a_blocked_hand_is_scored_by_its_option[void]",
        "test_r13_a_tie_for_the_lowest_is_void",
    ),
    "Aces in all three readings at both ends, a run of thirteen": (
        "test_r06_an_ace_stands_where_the_option_says",
        "test_an_ace_is_laid_off_at_the_ends_that_the_option_allows",
        "test_a_run_may_have_thirteen_cards_and_no_more",
    ),
    "The order of calls": ("test_r19_the_first_caller_after_the_discarder_takes_the_card",),
    "Points against ledger": ("test_points_are_the_tables_scoring_and_the_ledger_always_adds_up_to_nothing",),
    "Passing the target": ("test_r15_who_passes_the_target_wins_though_another_was_ahead",),
}

CODES: dict[str, str] = {
    **dict.fromkeys(
        (
            *("not_your_turn", "wrong_phase", "hand_over", "match_over", "draw_first", "offer_first"),
            *("already_drawn", "must_draw_stock", "no_offer", "stock_closed", "last_discard", "not_in_hand"),
            *("taken_card", "bad_meld", "overlap", "deadwood_over_limit", "not_gin", "big_gin_off"),
            *("no_layoff_on_gin", "bad_layoff", "not_knockers_meld"),
        ),
        REFUSED,
    ),
    **dict.fromkeys(
        (
            *("stock_used_up", "not_blocked", "need_own_meld", "must_discard", "not_out", "no_take_back"),
            *("nothing_to_take_back", "call_open", "call_window_closed", "would_strand"),
        ),
        REFUSED_RUMMY,
    ),
    "pile_empty": "test_an_empty_pile_cannot_be_drawn_from",
    "other_table": "test_a_table_that_is_over_waits_for_the_slower_one",
    "one_meld_per_turn": "test_r18_with_one_meld_a_turn_two_sets_are_laid_only_to_go_rummy_at_once",
    "lay_first": "test_r19_the_first_caller_after_the_discarder_takes_the_card",
    "answered": "test_who_has_answered_a_call_waits_for_the_others",
    "table_full": "test_a_seat_is_taken_once_and_a_full_table_says_so",
    "seat_taken": "test_a_seat_is_taken_once_and_a_full_table_says_so",
    "seated_already": "test_a_seat_is_taken_once_and_a_full_table_says_so",
    "not_seated": "test_nobody_acts_for_an_empty_seat",
    "match_running": "test_while_a_match_is_played_nobody_gets_ready_or_starts_another",
    "no_match": "test_before_a_match_there_is_nothing_to_play",
    "not_ready": "test_a_match_starts_when_every_seat_is_filled_and_every_person_is_ready",
    "bad_seed": "test_a_seed_that_does_not_fit_its_commitment_is_refused",
    "seed_not_due": "test_a_seed_that_does_not_come_counts_as_zeros",
    "no_bot": "test_bots_come_and_go_as_those_who_sit_there_like",
    "turn_too_short": "test_a_turn_too_short_to_play_is_refused",
    "paused": "test_a_pause_begins_once_the_other_agrees_and_holds_clocks_and_moves",
    "not_paused": "test_one_no_ends_the_asking_and_no_answer_does_too",
    "no_pause_left": "test_a_pause_ends_by_itself_when_the_time_for_pauses_is_used_up",
    "asked_already": "test_one_no_ends_the_asking_and_no_answer_does_too",
    "nothing_asked": "test_one_no_ends_the_asking_and_no_answer_does_too",
    "answered_already": "test_one_no_ends_the_asking_and_no_answer_does_too",
    "seat_kept": "test_a_seat_is_not_given_against_a_players_will_nor_while_it_is_kept",
    "options_clash": "test_options_that_exclude_each_other_are_refused_in_words",
    "seats_off": "test_a_table_with_a_wrong_number_of_seats_is_refused",
    "bad_deal": "test_only_a_whole_pack_is_dealt",
    "forbidden": "test_a_move_of_a_game_that_is_not_played_here_is_refused",
    "stale_decision": "test_an_act_for_an_earlier_question_is_stale_and_changes_nothing",
    "cseq_gap": "test_a_number_too_high_or_too_low_is_refused_with_the_next_one",
    "cseq_old": "test_a_number_too_high_or_too_low_is_refused_with_the_next_one",
}
"""The test in which a real request is refused with the code. Those of a table are its cases."""


def section(number: int) -> str:
    """Return the text of a numbered section of the page."""
    return PAGE.split(f"\n## {number}. ")[1].split("\n## ")[0]


TOP_LEVEL = re.compile(r"^(?=@|def |async def |class |[A-Z][A-Z_]*\b)", re.MULTILINE)
"""Where something begins in a module of tests."""


@cache
def written() -> dict[str, tuple[str, str]]:
    """Return for every test its function as it is written, and its whole module."""
    found: dict[str, tuple[str, str]] = {}
    for path in TESTS.rglob("test_*.py"):
        if path != Path(__file__):
            module = path.read_text(encoding="utf-8")
            for part in TOP_LEVEL.split(module):
                if name := re.match(r"(?:async )?def (test_\w+)", part):
                    found[name[1]] = part, module
    return found


@cache
def golden() -> str:
    return (TESTS / "data" / "rule_examples.json").read_text(encoding="utf-8")


def missing(named: str) -> bool:
    """Say whether a test, or the case of it that is named, does not exist."""
    name, _, case = named.removesuffix("]").partition("[")
    return name not in written() or bool(case and f'"{case}"' not in written()[name][1] + golden())


@pytest.mark.parametrize("row", EXAMPLES)
def test_a_worked_example_has_its_test(row: str) -> None:
    named = CASES.get(row) or [name for name in written() if name.startswith(f"test_{row.lower()}_")]
    assert named
    assert not [name for name in named if missing(name)]


def test_the_worked_examples_of_every_part_of_the_page_are_found() -> None:
    kinds = {kind: [row for row in EXAMPLES if row.rstrip("abcdnpw").rstrip("0123456789") == kind] for kind in KINDS}
    assert {kind: len(rows) for kind, rows in kinds.items()} == KINDS
    assert set(CASES) <= set(EXAMPLES)


@pytest.mark.parametrize("case", EDGES)
def test_an_edge_case_has_its_test(case: str) -> None:
    assert not [named for named in EDGES[case] if missing(named)]


def test_every_edge_case_of_the_page_is_in_the_list() -> None:
    text = re.sub(r"\*\*[^*]+\*\*", "", section(13).split("\n", 3)[3])
    cases = [" ".join(case.split()) for case in re.split(r"\.(?:\s|$)", text)]
    assert {case for case in cases if case} == set(EDGES)


@pytest.mark.parametrize("code", CODES)
def test_a_refusal_is_reached_by_a_test(code: str) -> None:
    test, module = written()[CODES[code]]
    table = module.split("\nREFUSALS:")[1].split("\n]")[0] if CODES[code] in (REFUSED, REFUSED_RUMMY) else ""
    assert f'"{code}"' in test + table


def test_every_refusal_of_the_page_is_in_the_list() -> None:
    of_the_wire = {"forbidden", "stale_decision", "cseq_gap", "cseq_old"}
    assert set(CODES) == set(SENTENCES) | of_the_wire
    assert all(f"`{code}`" in section(14) for code in CODES)
