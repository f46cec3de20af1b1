"""The short raid: whatever is sent, by whomever, gives defined errors and keeps nobody from playing.

`scripts/torture fuzz` is the long one.
"""

from pathlib import Path

import pytest

from tests.support import torture_page
from tests.support.raid import HONEST, check, raid


async def test_anything_from_anybody_gives_only_defined_errors_and_others_play_on(tmp_path: Path) -> None:
    met = {"bad_frame", "too_large", "bad_message", "wrong_time", "no_such_table", "not_seated", "cseq_gap", "guest"}
    found = await raid(tmp_path, 3000, seed=1, met=met)
    assert found.honest_acts >= HONEST
    check(found)
    assert met <= found.codes.keys()


def test_the_figures_of_the_long_runs_are_on_the_page_where_the_next_ones_will_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = torture_page.PAGE.read_text(encoding="utf-8")
    copy = tmp_path / "torture.md"
    copy.write_text(page, encoding="utf-8")
    monkeypatch.setattr(torture_page, "PAGE", copy)
    for name in ("storm", "fuzz"):
        assert f"<!-- {name} -->\n| | |\n|---|---|\n| when and where | 2" in page
        torture_page.write(name, "figures")
        assert f"<!-- {name} -->\nfigures\n<!-- /{name} -->\n" in copy.read_text(encoding="utf-8")
