"""Snapshots of any length: the older history goes ahead in parts, so that no frame grows with the match."""

from collections.abc import Sequence

from msgspec.structs import replace

from upcard_protocol.rules.games import GameView
from upcard_protocol.wire.pushes import Snapshot, SnapshotPart
from upcard_protocol.wire.replies import PAGE


def split(snapshot: Snapshot) -> tuple[SnapshotPart | Snapshot, ...]:
    """Return the messages to send for a snapshot, in order; the snapshot itself is the last."""
    match = snapshot.view.match
    if match is None:
        return (snapshot,)
    plays, other = (match.boards[table].plays if table < len(match.boards) else () for table in (0, 1))
    rows = match.sheet.rows
    late_play, late_other, late_row = _late(len(plays)), _late(len(other)), _late(len(rows))
    longest = max(late_play, late_other, late_row)
    if not longest:
        return (snapshot,)
    parts = [
        SnapshotPart(
            snapshot.table,
            snapshot.n,
            plays[start : min(start + PAGE, late_play)],
            rows[start : min(start + PAGE, late_row)],
            other[start : min(start + PAGE, late_other)],
        )
        for start in range(0, longest, PAGE)
    ]
    kept = plays[late_play:], other[late_other:]
    boards = tuple(replace(board, plays=late) for board, late in zip(match.boards, kept, strict=False))
    short = replace(match, boards=boards, sheet=replace(match.sheet, rows=rows[late_row:]))
    return (*parts, _with_match(snapshot, short))


def join(parts: Sequence[SnapshotPart], snapshot: Snapshot) -> Snapshot:
    """Return the whole snapshot from the parts that came ahead of it, in order; parts of another are left out."""
    match = snapshot.view.match
    ahead = [part for part in parts if (part.table, part.n) == (snapshot.table, snapshot.n)]
    if match is None or not ahead:
        return snapshot
    plays = tuple(play for part in ahead for play in part.plays)
    rows = tuple(row for part in ahead for row in part.rows)
    other = tuple(play for part in ahead for play in part.other_plays)
    boards = tuple(
        replace(board, plays=early + board.plays) for board, early in zip(match.boards, (plays, other), strict=False)
    )
    whole = replace(match, boards=boards, sheet=replace(match.sheet, rows=rows + match.sheet.rows))
    return _with_match(snapshot, whole)


def _with_match(snapshot: Snapshot, match: GameView) -> Snapshot:
    return replace(snapshot, view=replace(snapshot.view, match=match))


def _late(length: int) -> int:
    """Return where the last page of a history begins."""
    return max(0, length - PAGE)
