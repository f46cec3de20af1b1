"""From the room into the past: R replays the hand that is over, X saves the score sheet as text."""

from pathlib import Path
from typing import cast

from tests.support.deals import shuffled
from tests.support.fair import FairMatch
from tests.support.house import ME, HouseTable, watched
from tests.support.pretend import Pretence
from tests.support.screens import Player
from upcard_client.cardtable.effects import Open
from upcard_client.matches.shelf import Shelf
from upcard_client.screens.host import Host
from upcard_client.screens.lookback import replay_at, save_sheet
from upcard_client.screens.replay import ReplayScreen
from upcard_client.screens.room import RoomScreen
from upcard_protocol.rules.game import Forfeit


def test_r_asks_for_the_replay_where_a_hand_is_over_and_nowhere_else() -> None:
    assert Player("result").press("retry").sent == [Open("replay")]
    assert Player("draw").press("retry").sent == []
    assert Player("lost").press("retry").sent == [Open("retry")]
    assert Player("draw").press("score", "retry").sent == [Open("replay")]


def test_x_saves_the_score_sheet_and_does_nothing_elsewhere() -> None:
    player = Player("draw").press("score", "save")
    assert player.sent == [Open("save")]
    player.press("save")
    assert player.status == "refused: X does nothing here. ? shows the keys."


def test_what_is_said_of_the_saved_sheet_is_not_under_a_result() -> None:
    player = Player("result").press("score", "save")
    assert player.sent == [Open("save")]
    assert "Points to you" not in player.text()


def test_until_the_seeds_are_open_a_match_is_replayed_as_our_seat_saw_it() -> None:
    match = FairMatch().begin().play_on(1)
    replay = replay_at(as_host(match), match.model.tables[match.house.number])
    assert replay is not None
    assert replay.seen(0).me == ME


def test_when_the_seeds_are_open_a_match_is_replayed_with_every_hand() -> None:
    match = FairMatch().begin().play_on()
    match.reveal()
    replay = replay_at(as_host(match), match.model.tables[match.house.number])
    assert replay is not None
    assert replay.seen(0).me is None
    assert all(hand is not None for hand in replay.moments[0].match.hands)


def test_what_was_not_heard_is_not_replayed() -> None:
    match = FairMatch().begin()
    at = match.model.tables[match.house.number]
    match.model.witnesses.clear()
    assert replay_at(as_host(match), at) is None


def as_host(match: FairMatch) -> Host:
    """Return as much of an app as knows the model."""
    return cast("Host", match)


def test_a_score_sheet_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    in_the_way = tmp_path / "games"
    in_the_way.write_text("", encoding="utf-8")
    said = save_sheet(Shelf(in_the_way), ("Ann",), "text", 0)
    assert said.kind == "refused"
    assert str(said.line[0]).startswith("The score sheet cannot be written: ")


async def test_a_hand_is_replayed_and_its_sheet_saved_from_the_room(tmp_path: Path) -> None:
    house = HouseTable()
    house.begin(shuffled(7))
    house.do(Forfeit(ME))
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(house.snapshot())
        await pilot.pause()
        assert "R Replay hand" in pretence.text
        await pilot.press("r")
        assert isinstance(pretence.app.screen, ReplayScreen)
        await pilot.press("escape")
        assert isinstance(pretence.app.screen, RoomScreen)
        await pilot.press("o", "x")
        await pilot.pause()
        (file,) = (tmp_path / "games" / "sheets").iterdir()
        assert "forfeit" in file.read_text(encoding="utf-8")
        assert "The score sheet is in" in pretence.text


async def test_somebody_who_watched_has_nothing_to_replay(tmp_path: Path) -> None:
    house = HouseTable()
    house.begin(shuffled(7))
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(watched(house).snapshot())
        await pilot.pause()
        await pilot.press("o", "r")
        assert isinstance(pretence.app.screen, RoomScreen)
        assert "There is nothing to replay here" in pretence.text
