"""Faults that networked games and card libraries are known to have shipped, and the tests that keep them out of here.

Each row is a kind of fault, and the tests whose names say what is right. A test that is renamed is renamed here too.
"""

import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

NETWORK: dict[str, tuple[str, ...]] = {
    "1 a spectator is sent the whole state, or what it can be computed from": (
        "test_what_a_viewer_may_not_know_changes_no_byte_that_he_is_sent",
        "test_no_house_rule_of_gin_changes_that",
        "test_a_spectator_of_a_whole_hand_is_told_no_hidden_card",
    ),
    "2 a line of the log names a hidden card": (
        "test_a_card_that_is_planted_anywhere_is_found",
        "test_the_log_has_the_number_of_a_deal_and_not_its_cards",
        "test_a_drawn_card_is_named_to_the_drawer_and_to_open_viewers_only",
    ),
    "3 an unknown card has a handle by which it is known again": (
        "test_what_a_viewer_may_not_know_changes_no_byte_that_he_is_sent",
        "test_the_board_remembers_a_draw_without_its_card",
    ),
    "4 a spectator's command breaks a table, or the server": (
        "test_whatever_an_outsider_asks_is_answered_and_the_table_is_as_before",
        "test_anything_from_anybody_gives_only_defined_errors_and_others_play_on",
    ),
    "5 spectators who have left stay on the list": (
        "test_ten_thousand_spectators_that_come_and_go_leave_nothing_behind",
        "test_people_who_left_do_not_fill_the_memory_and_still_get_their_answers",
    ),
    "6 who comes back is there twice": ("test_dropping_and_coming_back_twenty_times_keeps_one_seat_and_one_line",),
    "7 the late end of an old connection unseats the new one": (
        "test_a_token_supersedes_and_the_late_end_of_the_old_connection_unseats_nobody",
    ),
    "8 a name stays locked until a dead connection times out": (
        "test_a_token_supersedes_and_the_late_end_of_the_old_connection_unseats_nobody",
        "test_what_a_superseded_connection_had_asked_is_done_and_told_to_the_new_one",
    ),
    "9 who comes back at once is replaced all the same": (
        "test_who_returns_in_time_keeps_the_seat_and_nothing_is_played",
    ),
    "10 two devices of one account both act": ("test_whoever_is_superseded_hears_everything_before_and_then_why",),
    "11 a move sent twice happens twice": (
        "test_the_same_act_three_times_happens_once_and_is_answered_the_same",
        "test_the_last_act_sent_again_gets_its_answer_and_an_older_one_does_not",
        "test_two_players_go_on_with_the_same_hand_after_every_kill",
        "test_nothing_acknowledged_is_lost_or_doubled_in_a_storm_and_a_lie_about_it_would_be_found",
    ),
    "12 a move meant for an earlier question answers a later one": (
        "test_an_act_for_an_earlier_question_is_stale_and_changes_nothing",
        "test_a_move_that_came_too_late_is_refused_and_asked_again",
    ),
    "13 a move made without a link leaves the client with another game": (
        "test_a_snapshot_that_does_not_count_the_act_keeps_it",
        "test_a_broken_link_is_made_again_and_repeats_only_what_was_not_answered",
        "test_what_everybody_folds_is_what_the_server_holds",
    ),
    "14 one lost update freezes the game": (
        "test_a_gap_asks_once",
        "test_a_gap_asks_for_what_is_missing_and_waits_for_it",
        "test_nothing_acknowledged_is_lost_or_doubled_in_a_storm_and_a_lie_about_it_would_be_found",
    ),
    "15 a table waits for ever for somebody who is gone": (
        "test_somebody_who_is_gone_is_played_for_and_gets_the_seat_back",
        "test_people_who_never_come_back_leave_no_table",
        "test_two_who_are_gone_leave_no_table_behind",
    ),
    "16 one reader that stalls stops everybody, or fills the memory": (
        "test_a_reader_that_stalls_is_cut_as_slow_and_the_others_go_on",
        "test_a_spectator_who_falls_behind_skips_to_a_snapshot_and_nobody_waits",
        "test_a_table_with_too_much_to_do_is_busy_and_forgets_nothing",
    ),
    "17 a length that is negative, zero or huge": (
        "test_a_bad_length_is_refused_on_its_four_bytes_alone",
        "test_a_frame_over_the_limit_ends_the_connection_before_its_bytes_come",
        "test_one_byte_a_second_does_not_put_off_the_time_for_the_login",
        "test_half_a_frame_and_then_the_end_is_a_bad_frame",
    ),
    "18 packets inside packets": (
        "test_hostile_bytes_cost_little_time_and_memory",
        "test_keys_that_a_peer_makes_up_are_not_kept_in_memory",
    ),
    "19 text of others steers the terminal": (
        "test_what_a_terminal_could_obey_is_refused_and_never_drawn",
        "test_text_that_may_not_be_shown_is_refused",
        "test_nothing_that_steers_a_terminal_is_printed",
        "test_a_name_that_steers_a_terminal_is_made_harmless",
    ),
    "20 chat is taken for markup": (
        "test_what_people_say_is_never_markup",
        "test_what_people_write_is_text",
    ),
    "21 one damaged record stops every start": (
        "test_a_poisoned_table_does_not_stop_the_start",
        "test_a_table_that_does_not_verify_is_set_aside_and_the_rest_starts",
        "test_a_row_that_was_altered_does_not_stop_the_start",
    ),
    "22 a name on the network that is taken, or too long, stops the server": (
        "test_a_name_that_another_server_has_is_changed_for_good",
        "test_a_name_too_long_for_the_network_is_cut",
        "test_a_network_that_takes_no_announcement_is_one_warning",
    ),
}

RULES: dict[str, tuple[str, ...]] = {
    "1 a legal knock is hidden by melding first and throwing afterwards": (
        "test_a_knock_is_found_where_the_discard_changes_the_melds",
        "test_exactly_the_discards_that_leave_the_limit_or_less_allow_a_knock",
    ),
    "2 ten against ten pays nobody": ("test_ten_against_ten_is_an_undercut_too",),
    "3 against gin the defender's melds do not count": (
        "test_own_melds_count_against_gin_too",
        "test_the_defenders_own_melds_count_against_gin",
    ),
    "4 cards are laid off where they fit first": ("test_laying_off_first_fit_is_not_the_optimum",),
    "5 a discard that leaves points is called gin": ("test_a_discard_that_leaves_18_is_no_gin_discard",),
    "6 during the lay-off the knocker sees the defender's hand": (
        "test_during_the_lay_off_nobody_but_the_defender_sees_his_hand",
    ),
    "7 every seed gives the same deck": (
        "test_a_thousand_deals_are_a_thousand_decks",
        "test_a_seed_that_differs_in_its_last_bit_gives_another_deck",
    ),
    "8 cards are taken and thrown for ever": ("test_a_stretch_without_stock_draws_ends",),
    "9 gin is not seen where sets and runs compete": ("test_gin_that_greedy_melding_misses_is_seen",),
    "10 the game goes to whose turn it is": ("test_e04_an_undercut_wins_the_game_on_the_knockers_turn",),
    "11 a new game begins with the old hand": ("test_a_new_game_begins_with_an_empty_sheet_and_ten_cards_each",),
    "12 the defender does not see the melds; a prompt is that of another game": (
        "test_the_knockers_melds_are_in_the_defenders_view_and_his_own_hand_in_nobody_elses",
        "test_only_oklahoma_limits_the_knock_by_the_upcard",
    ),
    "13 a card that fits two melds is put somewhere": (
        "test_a_card_that_fits_a_set_and_a_run_may_go_to_either",
        "test_where_two_melds_fit_it_has_to_be_said_which",
        "test_a_letter_picks_the_meld_when_two_fit",
    ),
    "14 a slip of the finger knocks, and gin declares itself": (
        "test_a_knock_asks_and_only_enter_confirms",
        "test_a_double_tap_on_a_card_of_a_meld_discards_nothing",
        "test_the_first_eleven_of_big_gin_have_a_choice_for_every_way_to_go_out",
    ),
    "15 a card is doubled or lost": (
        "test_folding_what_one_hears_gives_what_one_may_see",
        "test_the_board_counts_the_cards_that_each_seat_really_holds",
        "test_the_hands_of_two_players_never_share_a_card",
    ),
}


@cache
def all_tests() -> frozenset[str]:
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        found |= set(re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))
    return frozenset(found)


@pytest.mark.parametrize("fault", [*NETWORK, *RULES])
def test_a_known_fault_has_its_test(fault: str) -> None:
    named = {**NETWORK, **RULES}[fault]
    assert not [name for name in named if name not in all_tests()]


def test_every_known_fault_is_in_the_list() -> None:
    assert [int(fault.split()[0]) for fault in NETWORK] == list(range(1, 23))
    assert [int(fault.split()[0]) for fault in RULES] == list(range(1, 16))
