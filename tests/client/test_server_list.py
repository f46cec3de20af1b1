"""The matches that a server keeps for us: how they are listed and fetched, and what their files say."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.peer import SERVER, welcome
from tests.support.records import SHORT, played
from upcard_client import folding, news
from upcard_client.matches import fetching
from upcard_client.matches.holdings import holdings
from upcard_client.matches.memory import remember
from upcard_client.matches.serverlist import ServerList, is_sound
from upcard_client.matches.shelf import Shelf
from upcard_client.matches.verifying import verify_file
from upcard_client.matches.witness import Receipt, Witness
from upcard_client.state import Me, Model, Up
from upcard_protocol import table as tables
from upcard_protocol.rules.game import Result
from upcard_protocol.rules.games import game_of
from upcard_protocol.rules.notation import read
from upcard_protocol.rules.record import Record, replay
from upcard_protocol.wire.handshake import LoggedIn
from upcard_protocol.wire.recording import MATCHES_CAP, head_of
from upcard_protocol.wire.replies import Done, Matches, MatchRow, Recorded, Refused
from upcard_protocol.wire.requests import GetRecord, MyMatches

RECORD = played()
ROW = MatchRow(
    number=40,
    table=7,
    match=1,
    title="Kitchen table",
    game=RECORD.options,
    names=("Ann", "Ben"),
    seat=0,
    started_ms=RECORD.started_ms or 0,
    ended_ms=(RECORD.started_ms or 0) + 600_000,
    result=game_of(RECORD.options).result(replay(RECORD)),
)


def connected(*, caps: tuple[str, ...] = (MATCHES_CAP,), guest: bool = False) -> Model:
    return Model(link=Up(), server=welcome(caps=caps), me=Me(1, "Ann", guest))


def asked(model: Model) -> list[Any]:
    """Return what is asked, as the last was first."""
    return [each.request for each in reversed(model.requests)]


def told(model: Model, answer: Any) -> tuple[Model, tuple[news.News, ...]]:
    """Answer the last request."""
    return folding.fold(model, Done(asked(model)[0].rid, answer))


def numbered(*numbers: int) -> tuple[MatchRow, ...]:
    return tuple(replace(ROW, number=number, match=number) for number in numbers)


# ---- the list


@pytest.mark.parametrize(
    "model", [Model(), connected(caps=()), connected(guest=True)], ids=["no server", "older server", "guest"]
)
def test_who_has_no_list_there_asks_for_none(model: Model) -> None:
    assert fetching.begin(model) == model


def test_the_list_comes_page_by_page_and_each_page_is_asked_for_once() -> None:
    model = fetching.begin(connected())
    assert fetching.begin(model) == model
    model, _ = told(model, Matches(numbered(9, 8), 8))
    assert (model.kept.rows, model.kept.next) == (numbered(9, 8), 8)
    model = fetching.go_on(fetching.go_on(model))
    assert [request.before for request in asked(model)] == [8]
    model, _ = told(model, Matches(numbered(7), None))
    assert model.kept.rows == numbered(9, 8, 7)
    assert fetching.go_on(model) == model


def test_the_list_begins_anew_with_what_has_ended_since_and_keeps_the_old_one_until_then() -> None:
    model, _ = told(fetching.begin(connected()), Matches(numbered(9, 8), 8))
    model = fetching.begin(model)
    assert model.kept.rows == numbered(9, 8)
    model, _ = told(model, Matches(numbered(10, 9), 9))
    assert (model.kept.rows, model.kept.next) == (numbered(10, 9), 9)


def test_a_list_that_would_have_no_end_has_one() -> None:
    model, _ = told(fetching.begin(connected()), Matches(numbered(9), 8))
    model, _ = told(fetching.go_on(model), Matches(numbered(9), 8))
    assert model.kept.next is None


@pytest.mark.parametrize(
    "page",
    [(), numbered(9, 8), (replace(ROW, number=7, match=9),), (replace(ROW, number=7, seat=2),), numbered(30)],
    ids=["nothing", "what was listed", "a match that was listed", "what does not fit", "what is higher"],
)
def test_a_page_that_tells_nothing_new_is_the_last(page: tuple[MatchRow, ...]) -> None:
    model, _ = told(fetching.begin(connected()), Matches(numbered(9, 8), 8))
    model, _ = told(fetching.go_on(model), Matches(page, 5))
    assert (model.kept.rows, model.kept.next) == (numbered(9, 8), None)


def test_a_match_that_a_page_lists_twice_is_there_once() -> None:
    model, _ = told(
        fetching.begin(connected()), Matches((*numbered(9), *numbered(9), replace(ROW, number=8, match=9)))
    )
    assert model.kept.rows == numbered(9)


@pytest.mark.parametrize(
    "row",
    [
        replace(ROW, names=("Ann",)),
        replace(ROW, seat=2),
        replace(ROW, result=Result((2,), (1, 0), (10, -10), ())),
        replace(ROW, result=Result((0,), (1,), (10, -10), ())),
        replace(ROW, result=Result((0,), (1, 0), (10, -10), (), 5)),
    ],
)
def test_a_row_whose_parts_do_not_fit_is_not_shown(row: MatchRow) -> None:
    assert is_sound(ROW)
    assert not is_sound(row)
    model, _ = told(fetching.begin(connected()), Matches((row, ROW)))
    assert model.kept.rows == (ROW,)


def test_another_servers_list_is_forgotten() -> None:
    model, _ = told(fetching.begin(connected()), Matches((ROW,)))
    assert folding.welcomed(model, welcome(server=bytes(16)), 0).kept == ServerList()


# ---- fetching


def test_a_match_is_fetched_page_by_page_and_is_whole() -> None:
    model = fetching.fetch(connected(), ROW)
    assert fetching.fetch(model, ROW) == model
    model, said = told(model, Recorded(ROW.started_ms, RECORD.plays[:5], 5, head_of(RECORD)))
    assert not said
    assert asked(model)[0].after == 5
    model, said = told(model, Recorded(ROW.started_ms, RECORD.plays[5:]))
    assert said == (news.MatchFetched(7, 1, replace(RECORD, digest=None)),)
    assert model.kept.fetch is None


def test_what_is_no_whole_match_is_none() -> None:
    for head in (None, replace(head_of(RECORD), seeds=())):
        _, said = told(fetching.fetch(connected(), ROW), Recorded(ROW.started_ms, RECORD.plays, None, head))
        assert said == (news.MatchFetched(7, 1, None),)


def test_a_match_of_another_time_than_was_listed_is_none() -> None:
    later = Recorded(ROW.started_ms + 1, RECORD.plays, None, head_of(RECORD))
    _, said = told(fetching.fetch(connected(), ROW), later)
    assert said == (news.MatchFetched(7, 1, None),)


def test_a_match_that_the_server_does_not_give_is_said_and_another_can_be_fetched() -> None:
    model = fetching.fetch(connected(), ROW)
    model, said = folding.fold(model, Refused(asked(model)[0].rid, "no_record", {"table": 7, "match": 1}))
    (refused,) = said
    assert isinstance(refused, news.MatchNotFetched)
    assert refused.refusal.code == "no_record"
    assert asked(fetching.fetch(model, ROW)) == [GetRecord(2, 7, 1)]


def test_whoever_fetches_another_match_has_let_go_of_the_first() -> None:
    model = fetching.fetch(fetching.fetch(connected(), ROW), replace(ROW, match=2))
    model, said = folding.fold(model, Done(1, Recorded(ROW.started_ms, RECORD.plays, None, head_of(RECORD))))
    assert not said
    model, said = folding.fold(model, Done(2, Recorded(ROW.started_ms, RECORD.plays, None, head_of(RECORD))))
    assert isinstance(said[0], news.MatchFetched)


def test_the_record_of_a_match_that_was_just_played_is_judged_and_not_taken_for_a_fetched_one() -> None:
    model = replace(connected(), witnesses={(7, 1): Witness(match=1, seat=0)})
    model, said = told(fetching.fetch(model, ROW), Recorded(ROW.started_ms, RECORD.plays, None, head_of(RECORD)))
    assert [type(each) for each in said] == [news.ShuffleJudged]


def test_a_page_that_was_asked_for_goes_out_again_on_the_next_link() -> None:
    model = fetching.fetch(fetching.begin(connected()), ROW)
    model, _ = folding.logged_in(model, LoggedIn(token=bytes(32), user=1, name="Ann"), first_rid=1)
    assert {type(request) for request in asked(model)} == {GetRecord, MyMatches}


# ---- what is here and what is there


def test_each_match_is_there_once_and_the_latest_comes_first(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    later = replace(ROW, match=2, started_ms=ROW.started_ms + 86_400_000)
    here = shelf.put(SERVER, 7, 1, RECORD)
    found = holdings(shelf.games(), (later, ROW), SERVER)
    assert [(each.path, each.row) for each in found] == [(None, later), (here, ROW)]
    assert [each.path for each in holdings(shelf.games(), (), b"")] == [here]


def test_a_match_of_another_server_is_another_match(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.put(bytes(16), 7, 1, replace(RECORD, options=replace(SHORT, target=51)))
    assert len(holdings(shelf.games(), (ROW,), SERVER)) == 2


def test_a_match_that_was_taken_in_from_a_file_is_not_listed_twice(tmp_path: Path) -> None:
    shelf, other = Shelf(tmp_path / "games"), Shelf(tmp_path / "other")
    shelf.take_in(other.put(SERVER, 7, 1, RECORD))
    (only,) = holdings(shelf.games(), (ROW,), SERVER)
    assert only.path is not None
    assert only.row == ROW


def test_no_file_is_taken_for_two_matches(tmp_path: Path) -> None:
    shelf, other = Shelf(tmp_path / "games"), Shelf(tmp_path / "other")
    kept = shelf.take_in(other.put(SERVER, 7, 1, RECORD))
    rows = tuple(replace(ROW, table=table) for table in (7, 8, 9))
    assert sorted(each.path is not None for each in holdings(shelf.games(), rows, SERVER)) == [False, False, True]
    assert holdings([kept], rows, SERVER)[0].row == ROW


def test_what_a_server_tells_never_takes_the_place_of_what_was_seen_here(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    path = shelf.put(SERVER, 7, 1, RECORD)
    path.write_text("what was seen", encoding="utf-8")
    assert shelf.put(SERVER, 7, 1, RECORD) == path
    assert path.read_text(encoding="utf-8") == "what was seen"


@pytest.mark.parametrize("name", ["Ann\nseed 0 00", "\x1b[31mAnn", " Ann ", "a" * 64])
def test_names_that_a_server_makes_up_stay_names_in_the_file(tmp_path: Path, name: str) -> None:
    record = replace(RECORD, players=(replace(RECORD.players[0], name=name), RECORD.players[1]))
    text = Shelf(tmp_path).put(SERVER, 7, 1, record).read_text(encoding="utf-8")
    assert read(text).players[0].name == name
    assert "\x1b" not in text


# ---- what a fetched file says for itself


def receipt_of(record: Record) -> Receipt:
    pledges = tuple(player.commitment for player in record.players)
    return Receipt(tables.Committed(1, record.server.commitment or b"", pledges), 0, record.players[0].seed or b"")


def test_a_match_that_was_not_seen_here_has_no_commitments_and_is_not_called_verified(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    path = shelf.put(SERVER, 7, 1, RECORD)
    kept = read(path.read_text(encoding="utf-8"))
    assert kept.server.commitment is None
    assert [player.commitment for player in kept.players] == [None, None]
    assert "this program did not see the match" in path.read_text(encoding="utf-8")
    said = verify_file(path, shelf)
    assert said.endswith(
        "self-consistent only: it has no commitment of the server that was received before the seeds."
        " This computer did not see the match."
    )


def test_a_match_that_was_seen_here_and_lost_is_said_to_be_the_same(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    remember(shelf.seen, RECORD, differed=False)
    assert verify_file(shelf.put(SERVER, 7, 1, RECORD), shelf).endswith("it is what this computer saw.")


def test_a_match_whose_commitments_were_received_here_is_held_to_them(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.keep(SERVER, 7, receipt_of(RECORD))
    path = shelf.put(SERVER, 7, 1, RECORD)
    said = verify_file(path, shelf)
    assert "verified: cards, actions and seeds fit the commitments that were received beforehand" in said
    assert "This computer did not see the match" in said
    other = replace(receipt_of(RECORD), committed=tables.Committed(1, bytes(32), (bytes(32), bytes(32))))
    shelf.keep(SERVER, 7, other)
    path.unlink()
    with pytest.raises(Exception, match="the seed of the server does not fit its commitment"):
        verify_file(shelf.put(SERVER, 7, 1, RECORD), shelf)


def test_a_match_that_was_fetched_is_not_remembered_as_one_that_was_seen(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.put(SERVER, 7, 1, RECORD)
    assert not shelf.seen.exists()
