"""A match played again: the moments that somebody steps through, with every hand open or as a seat saw it."""

import pytest
from msgspec.structs import replace

from tests.support.fair import FairMatch
from tests.support.house import ME
from tests.support.records import SHORT, played
from upcard_client.matches.witness import Witness
from upcard_client.replay.moments import Replay, replay_of, replay_of_heard
from upcard_client.words.phrases import spoken
from upcard_protocol.rules.cards import count
from upcard_protocol.rules.game import OPEN
from upcard_protocol.rules.games import GameOptions, game_of
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.rules.record import NotationError
from upcard_protocol.rules.record import replay as end_of
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY

FORMATS: dict[str, tuple[GameOptions, int]] = {
    "two": (SHORT, 2),
    "oklahoma": (PRESETS["oklahoma"], 2),
    "sit_out": (replace(PRESETS["modern"], format="sit_out", target=50), 3),
    "all_play": (replace(PRESETS["modern"], format="all_play", target=50), 3),
    "partners": (replace(PRESETS["partners"], target=50), 4),
    "rummy": (RUMMY["basic"], 3),
    "rummy_for_two": (RUMMY["single"], 2),
    "rummy_with_calls": (RUMMY["calling"], 6),
}


def said(replay: Replay, place: int) -> list[str]:
    """Return what is said of a moment."""
    return [spoken(line) for line in replay.moments[place].told]


@pytest.mark.parametrize("name", FORMATS)
def test_the_last_moment_is_the_match_as_it_ended_with_every_hand_open(name: str) -> None:
    record = played(*FORMATS[name])
    replay = replay_of(record)
    assert replay.moments[-1].match == game_of(record.options).view(end_of(record), OPEN)
    assert replay.front.following.hand_over(replay.moments[-1].match)
    assert len(replay.hands) == end_of(record).sheet.hands


@pytest.mark.parametrize("name", FORMATS)
def test_every_step_is_something_that_can_be_said_and_seen(name: str) -> None:
    replay = replay_of(played(*FORMATS[name]))
    assert all(moment.told for moment in replay.moments)
    for before, after in zip(replay.moments, replay.moments[1:], strict=False):
        assert before.match != after.match
        assert before.at_ms <= after.at_ms


def test_every_hand_begins_with_its_deal_and_all_cards_are_seen() -> None:
    replay = replay_of(played())
    for number, place in enumerate(replay.hands, 1):
        assert said(replay, place)[0].startswith(f"Hand {number}. ")
        assert replay.hand_at(place)[:2] == (number, 1)
        assert [count(hand) for hand in replay.moments[place].match.hands if hand is not None] == [10, 10]


def test_readiness_and_the_settlement_belong_to_the_end_of_a_hand() -> None:
    replay = replay_of(played())
    assert said(replay, -1)[-1].endswith(" won the match")
    assert all("is ready" not in line for place in replay.hands for line in said(replay, place))


def test_one_jumps_by_hands_to_the_beginning_and_the_end() -> None:
    replay = replay_of(played())
    first, second, *_, last = replay.hands
    assert (first, replay.hand_before(0), replay.hand_before(second), replay.hand_before(second + 1)) == (
        0,
        0,
        0,
        second,
    )
    assert replay.hand_after(0) == second
    assert replay.hand_after(last) == len(replay.moments) - 1
    hand, step, steps = replay.hand_at(len(replay.moments) - 1)
    assert (hand, step) == (len(replay.hands), steps)


def test_the_log_begins_with_the_hand() -> None:
    replay = replay_of(played())
    second = replay.hands[1]
    assert [spoken(line) for line in replay.log(second + 1)] == [*said(replay, second), *said(replay, second + 1)]


def test_a_match_that_has_not_begun_is_one_moment() -> None:
    replay = replay_of(replace(played(), plays=()))
    assert (len(replay.moments), replay.hands, replay.moments[0].told) == (1, (), ())
    assert replay.hand_at(0) == (0, 1, 1)
    assert replay.hand_before(0) == replay.hand_after(0) == 0


def test_without_the_seed_of_the_server_nothing_can_be_played_again() -> None:
    record = played()
    with pytest.raises(NotationError, match="the server's seed, which is not known"):
        replay_of(replace(record, server=replace(record.server, seed=None)))


def test_somebody_without_a_name_is_called_by_the_seat() -> None:
    record = played()
    nameless = replace(record, players=(record.players[0], replace(record.players[1], name="")))
    assert replay_of(nameless).names == ("Ann", "Player 2")


# ---- as a seat saw it


def test_a_match_in_play_is_seen_again_as_the_seat_saw_it() -> None:
    match = FairMatch().begin().play_on(1)
    (witness,) = match.model.witnesses.values()
    view = match.model.tables[match.house.number].view
    replay = replay_of_heard(witness)
    assert replay is not None
    assert replay.moments[-1].match == view.match
    assert said(replay, 0)[0].startswith("Hand 1. ")
    assert replay.seen(0).me == ME
    hands = replay.moments[5].match.hands
    assert [hand is None for hand in hands] == [False, True]


def test_nothing_is_seen_again_of_a_match_that_was_not_heard() -> None:
    assert replay_of_heard(Witness(match=1, seat=0)) is None
