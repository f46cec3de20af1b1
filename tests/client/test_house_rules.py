"""How a table is kept, in words: what time does, who may watch, and what becomes of who is gone."""

from upcard_client.words import houserules
from upcard_protocol.table import TableOptions


def test_the_time_for_a_turn_is_said_in_a_few_words() -> None:
    assert houserules.clocks(TableOptions()) == "60 s a turn, 2 minutes more a game"
    assert houserules.clocks(TableOptions(turn_s=150, reserve_s=0)) == "2:30 a turn"
    assert houserules.clocks(TableOptions(turn_s=0)) == "turns are not timed"


def test_the_rules_of_a_table_say_what_time_does() -> None:
    assert houserules.time_lines(TableOptions()) == (
        "A turn has 60 s.",
        "When they are over, your reserve runs: 2 minutes for all turns of a game together.",
        "At zero the server plays for you: it passes, draws from the stock, or discards the card you drew.",
        "Pauses take 5 minutes of a match in all, and begin when all agree.",
    )
    assert houserules.time_lines(TableOptions(turn_s=0, pause_s=0)) == (
        "Turns are not timed.",
        "There are no pauses.",
    )


def test_three_time_outs_are_as_good_as_being_gone_only_where_turns_are_timed() -> None:
    assert "three turns" in houserules.lines(TableOptions())[-1]
    untimed = houserules.lines(TableOptions(turn_s=0, on_gone="forfeit"))[-1]
    assert untimed == "When somebody has been gone for two minutes, they have lost the match."
