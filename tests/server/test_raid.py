"""The short raid: whatever is sent, by whomever, gives defined errors and keeps nobody from playing.

`scripts/torture fuzz` is the long one.
"""

from pathlib import Path

from tests.support.raid import check, raid


async def test_anything_from_anybody_gives_only_defined_errors_and_others_play_on(tmp_path: Path) -> None:
    found = await raid(tmp_path, 3000, seed=1)
    assert found.honest_acts > 2
    check(found)
    met = {"bad_frame", "too_large", "bad_message", "wrong_time", "no_such_table", "not_seated", "cseq_gap", "guest"}
    assert met <= found.codes.keys()
