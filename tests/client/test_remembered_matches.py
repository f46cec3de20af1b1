"""What this computer saw is remembered apart from its file: whatever is changed there, it verifies here no more."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from tests.support.fair import FairMatch
from tests.support.peer import SERVER
from upcard_client.failures import ClientError
from upcard_client.matches.memory import recall
from upcard_client.matches.shelf import Shelf
from upcard_client.matches.verifying import verify_file
from upcard_client.matches.witness import Finding
from upcard_protocol import table as tables
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.notation import Party, Play, Record, read, write
from upcard_protocol.rules.shuffle import commitment
from upcard_protocol.rules.verify import fault_of, sealed, verify

NOT_HERE: Final = "This computer did not see the match: ask somebody who did for the digest."


@cache
def finding() -> Finding:
    """Return a checked match."""
    return FairMatch().begin().play_on().reveal()


def kept(shelf: Shelf, judged: Finding | None = None) -> Path:
    path = shelf.finish(SERVER, 7, judged or finding())
    assert path is not None
    return path


def rewritten(path: Path, change: Callable[[Record], Record]) -> None:
    """Change a file as somebody does who knows how: with a digest that fits."""
    path.write_text(write(sealed(change(read(path.read_text(encoding="utf-8"))))), encoding="utf-8")


def another_discard(record: Record) -> Record:
    """Return the match with another card thrown, such that all that was done is legal all the same."""
    for place, play in reversed(list(enumerate(record.plays))):
        if isinstance(play.action, act.Discard):
            for action in act.DISCARDS:
                plays = (*record.plays[:place], replace(play, action=action), *record.plays[place + 1 :])
                changed = replace(record, plays=plays)
                if action != play.action and fault_of(sealed(changed)) is None:
                    return changed
    raise AssertionError("no discard of this match could have been another")


def later(record: Record) -> Record:
    """Return the match with its last move a second later."""
    *plays, last = record.plays
    return replace(record, plays=(*plays, Play(last.seat, last.at_ms + 1000, last.action)))


def renamed(record: Record) -> Record:
    first, *others = record.players
    return replace(record, players=(replace(first, name="Zoe"), *others))


def shorter(record: Record) -> Record:
    return replace(record, plays=record.plays[:-1])


CHANGES: Final[dict[str, Callable[[Record], Record]]] = {
    "a legal move": another_discard,
    "a time": later,
    "a name": renamed,
    "the last move left out": shorter,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_change_that_all_rules_allow_does_not_verify_where_the_match_was_seen(
    tmp_path: Path, change: Callable[[Record], Record]
) -> None:
    shelf, elsewhere = Shelf(tmp_path / "games"), Shelf(tmp_path / "elsewhere")
    path = kept(shelf)
    assert ", and it is what this computer saw; digest " in verify_file(path, shelf)
    rewritten(path, change)
    assert verify(path.read_text(encoding="utf-8")).kind == "verified", "the file alone does not show it"
    assert verify_file(path, elsewhere).endswith(NOT_HERE)
    with pytest.raises(ClientError, match="is not what was played there"):
        verify_file(path, shelf)


def bare(record: Record) -> Record:
    """Return a record with no commitment in it."""
    players = tuple(replace(player, commitment=None) for player in record.players)
    return replace(record, players=players, server=replace(record.server, commitment=None))


def other_seed_of(seat: int) -> Callable[[Record], Record]:
    """Return what gives a party another seed with a commitment that fits; -1 is the server."""

    def change(record: Record) -> Record:
        seed = bytes([99 + seat] * 32)
        if seat < 0:
            return replace(record, server=Party("", commitment(seed), seed))
        players = list(record.players)
        players[seat] = Party(players[seat].name, commitment(seed), seed)
        return replace(record, players=tuple(players))

    return change


def bare_and_later(record: Record) -> Record:
    return bare(later(record))


DODGES: Final[dict[str, Callable[[Record], Record]]] = {
    "without commitments": bare_and_later,
    "another seed of the server": other_seed_of(-1),
    "another seed of ours": other_seed_of(0),
    "another seed of hers": other_seed_of(1),
}


@pytest.mark.parametrize("dodge", DODGES.values(), ids=DODGES.keys())
def test_a_changed_file_is_found_by_any_seed_that_is_left_in_it(
    tmp_path: Path, dodge: Callable[[Record], Record]
) -> None:
    shelf = Shelf(tmp_path)
    path = kept(shelf)
    record = dodge(read(path.read_text(encoding="utf-8")))
    seen = recall(shelf.seen, record)
    assert seen is not None
    path.write_text(write(sealed(record)), encoding="utf-8")
    with pytest.raises(ClientError, match="does not verify"):
        verify_file(path, shelf)


def test_the_same_match_without_its_commitments_is_known_again(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    path = kept(shelf)
    path.write_text(write(bare(replace(read(path.read_text(encoding="utf-8")), digest=None))), encoding="utf-8")
    said = verify_file(path, shelf)
    assert "self-consistent only" in said
    assert said.endswith("; it is what this computer saw.")


def test_a_match_whose_shuffle_did_not_match_never_verifies_where_it_was_seen(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    match = FairMatch().begin().play_on(1)
    match.server_seed = bytes([77] * 32)
    match.house.table = replace(match.house.table, committed=tables.Committed(1, commitment(match.server_seed), ()))
    judged = match.reveal()
    assert judged.kind == "differs"
    with pytest.raises(ClientError, match="does not verify"):
        verify_file(kept(shelf, judged), shelf)


def test_a_match_with_no_seed_that_was_ever_seen_is_another_match(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "games")
    kept(shelf)
    record = finding().record
    assert record is not None
    strange = replace(
        record,
        server=Party("", bytes(32), None),
        players=tuple(Party(player.name) for player in record.players),
    )
    assert recall(shelf.seen, strange) is None


def test_a_damaged_memory_is_none(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    path = kept(shelf)
    (memory,) = shelf.seen.iterdir()
    memory.write_bytes(b"{")
    assert verify_file(path, shelf).endswith(NOT_HERE)
