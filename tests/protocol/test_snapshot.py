"""A snapshot of any length goes in frames that fit, and comes out whole."""

import pytest
from msgspec.structs import replace

from tests.support.wire_samples import played
from upcard_protocol import table as tb
from upcard_protocol.rules.cards import DECK
from upcard_protocol.rules.game import PUBLIC
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.board import Play
from upcard_protocol.rules.gin.events import Discarded, Drew
from upcard_protocol.rules.gin.scoring import Dead
from upcard_protocol.rules.gin.sheet import HandRow
from upcard_protocol.wire import TO_CLIENT
from upcard_protocol.wire.framing import SERVER_LIMIT
from upcard_protocol.wire.pushes import Snapshot, SnapshotPart
from upcard_protocol.wire.snapshot import join, split


def snapshot_of(plays: int, rows: int) -> Snapshot:
    """Return a snapshot with so much history."""
    view = tb.view(played((0, act.PASS)), PUBLIC)
    assert view.match is not None
    two: tuple[Play, Play] = (Drew(0, None), Discarded(0, DECK[5]))
    board = replace(view.match.boards[0], plays=tuple(two[n % 2] for n in range(plays)))
    sheet = replace(view.match.sheet, rows=tuple(HandRow(n, n % 2, Dead()) for n in range(1, rows + 1)))
    match = replace(view.match, boards=(board,), sheet=sheet)
    return Snapshot(table=7, n=3, at_ms=0, view=replace(view, match=match))


@pytest.mark.parametrize(
    ("plays", "rows", "messages"),
    [(0, 0, 1), (100, 100, 1), (101, 0, 2), (0, 101, 2), (250, 999, 10), (6000, 3, 60)],
)
def test_a_long_history_goes_ahead_in_parts_and_is_put_together(plays: int, rows: int, messages: int) -> None:
    whole = snapshot_of(plays, rows)
    sent = [TO_CLIENT.encode(message) for message in split(whole)]
    assert len(sent) == messages
    assert max(map(len, sent)) <= SERVER_LIMIT
    *parts, last = [TO_CLIENT.decode(data) for data in sent]
    assert join(parts, last) == whole


@pytest.mark.parametrize(("first", "second"), [(250, 0), (3, 250), (250, 420)])
def test_the_plays_of_both_hands_of_partners_go_ahead(first: int, second: int) -> None:
    whole = snapshot_of(first, 5)
    match = whole.view.match
    assert match is not None
    (board,) = match.boards
    other = replace(board, seats=(2, 3), plays=(Discarded(2, DECK[7]),) * second)
    whole = replace(whole, view=replace(whole.view, match=replace(match, boards=(board, other))))
    sent = [TO_CLIENT.encode(message) for message in split(whole)]
    assert max(map(len, sent)) <= SERVER_LIMIT
    *parts, last = [TO_CLIENT.decode(data) for data in sent]
    assert join(parts, last) == whole


def test_parts_of_another_snapshot_are_left_out() -> None:
    whole = snapshot_of(3, 3)
    match = whole.view.match
    assert match is not None
    late = SnapshotPart(7, 2, match.boards[0].plays)
    assert join([late], whole) == whole


def test_a_table_without_a_match_is_one_message() -> None:
    empty = replace(snapshot_of(0, 0), view=tb.view(tb.new_table(tb.TableOptions(), played().game), PUBLIC))
    assert split(empty) == (empty,)
    assert join([], empty) == empty
