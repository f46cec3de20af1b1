"""`upcard verify FILE`: one line, and an exit code."""

from pathlib import Path

import pytest

from tests.support.fair import FairMatch
from upcard_client.__main__ import main
from upcard_client.failures import DONE, FAILED, WRONG_ARGUMENTS
from upcard_client.matches.matchfile import LARGEST
from upcard_protocol.rules.notation import write


@pytest.fixture(scope="module")
def text() -> str:
    """A checked match as it is kept."""
    record = FairMatch().begin().play_on().reveal().record
    assert record is not None
    return write(record)


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this computer remember nothing."""
    monkeypatch.setattr("upcard_client.directories.games_directory", lambda: tmp_path / "games")


def said(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """Return what was said, and what was complained of: a line each at most."""
    captured = capsys.readouterr()
    assert (captured.out + captured.err).count("\n") == 1
    return captured.out, captured.err


def test_a_checked_match_verifies(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.upcard"
    file.write_text(text, encoding="utf-8")
    assert main(["verify", str(file)]) == DONE
    out, _ = said(capsys)
    assert out.startswith(f"{file}: verified: ")
    assert out.endswith("This computer did not see the match: ask somebody who did for the digest.\n")


def test_only_ascii_is_said_where_that_is_asked(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "Ελένη.upcard"
    file.write_text(text, encoding="utf-8")
    assert main(["verify", "--ascii", str(file)]) == DONE
    out, _ = said(capsys)
    assert out.isascii()


def test_a_changed_match_does_not(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.upcard"
    file.write_text(text.replace("draw_stock", "draw_discard", 1), encoding="utf-8")
    assert main(["verify", str(file)]) == FAILED
    _, err = said(capsys)
    assert err.startswith(f"upcard: {file} does not verify: ")


def test_a_match_without_the_received_commitments_is_self_consistent_only(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.upcard"
    lines = [line for line in text.split("\n") if not line.startswith(("commitment", "digest"))]
    file.write_text("\n".join(lines), encoding="utf-8")
    assert main(["verify", str(file)]) == DONE
    out, _ = said(capsys)
    assert out.startswith(f"{file}: self-consistent only: ")


@pytest.mark.parametrize("data", [None, b"\xff\xfe", b"#" * (LARGEST + 1), b"hello", b""])
def test_what_is_no_match_is_said_in_one_line(
    tmp_path: Path, data: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.upcard"
    if data is not None:
        file.write_bytes(data)
    assert main(["verify", str(file)]) == FAILED
    _, err = said(capsys)
    assert err.startswith("upcard: ")


def test_verify_takes_one_file(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["verify"])
    assert ended.value.code == WRONG_ARGUMENTS
    said(capsys)
