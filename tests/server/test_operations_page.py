"""The page for operators is about this server."""

import re
from pathlib import Path

import pytest

from upcard_protocol.wire.errors import CODES
from upcard_server.config import Limits, parse
from upcard_server.orders import ASKING

PAGE = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")


def test_every_flag_is_on_the_page_and_every_flag_of_the_page_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["--help"])
    flags = set(re.findall(r"--[a-z][a-z-]+", capsys.readouterr().out))
    named = set(re.findall(r"`(--[a-z][a-z-]+)", PAGE))
    assert flags <= named
    assert named - flags == {"--trust"}, "what is no flag of the server is one of the client"


@pytest.mark.parametrize("limit", Limits.__struct_fields__)
def test_every_limit_is_on_the_page_with_its_default(limit: str) -> None:
    flag, default = limit.replace("_", "-"), getattr(Limits(), limit)
    assert f"| `--{flag}` | {default:g} |" in PAGE


def test_every_code_on_the_page_is_one() -> None:
    rows = [row for row in PAGE.splitlines() if row.startswith("| `--") and row.endswith("` |")]
    codes = {row.rsplit("`", 2)[1] for row in rows}
    assert len(codes) >= 10
    assert codes <= set(CODES)


@pytest.mark.parametrize("asking", ASKING)
def test_every_order_is_on_the_page(asking: object) -> None:
    assert f"| `{getattr(asking, 'word', '')}" in PAGE
