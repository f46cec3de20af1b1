"""The page for operators is about this server."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import upcard_server
from upcard_protocol.wire.errors import CODES
from upcard_server.config import Limits, parse
from upcard_server.orders import ASKING

SERVER = Path(upcard_server.__file__).parent
PAGE = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")


def test_every_flag_is_on_the_page_and_every_flag_of_the_page_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["--help"])
    flags = set(re.findall(r"--[a-z][a-z-]+", capsys.readouterr().out))
    named = set(re.findall(r"`(--[a-z][a-z-]+)", PAGE))
    assert flags <= named
    assert named - flags == {"--trust", "--plain", "--watch"}, "what is no flag of the server is one of the client"


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


def logged() -> Iterator[str]:
    """Yield what the server may log, but for what only its developers read."""
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="logger"), attr=level),
                    args=[ast.Constant(value=str(text)), *_],
                ) if level != "debug":
                    yield text
                case _:
                    pass


def test_every_line_of_the_log_is_on_the_page() -> None:
    table = PAGE.split("## Logs")[1].split("## Figures")[0]
    texts = list(logged())
    assert len(texts) > 12
    for text in texts:
        written = r".+?".join(map(re.escape, re.split(r"%[sd]", text)))
        assert re.search(f"`{written}`", table), text
