"""`upcard replay FILE --plain`: a whole match in sentences."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.records import SHORT, played
from upcard_client.__main__ import main
from upcard_client.failures import DONE, FAILED, WRONG_ARGUMENTS
from upcard_client.replay.telling import lines_of
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.rules.notation import write
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY


def test_a_match_is_told_from_its_rules_to_its_winner() -> None:
    lines = list(lines_of(played()))
    assert lines[0] == "Gin rummy to 50, knock at 10."
    assert lines[1] == "Played by Ann and Ben, 2026-02-02 02:40."
    assert lines[2].startswith("Hand 1. ")
    assert lines[-1] in ("Ann won the match.", "Ben won the match.")
    assert all(line.endswith((".", ":", "?", "!")) for line in lines)


def test_every_hand_is_told_once_with_what_all_were_dealt() -> None:
    lines = list(lines_of(played()))
    deals = [place for place, line in enumerate(lines) if line.startswith("Hand ")]
    assert deals
    for place in deals:
        assert [line.partition(" hand. ")[0] for line in lines[place + 2 : place + 4]] == ["Ann's", "Ben's"]


def test_partners_are_told_with_both_hands() -> None:
    lines = list(lines_of(played(replace(PRESETS["partners"], target=50), 4)))
    owners = [line.partition("'s hand. ")[0] for line in lines if "'s hand. " in line]
    assert owners[:4] == ["Ann", "Ben", "Deuce 2", "Deuce 3"]


def test_who_sits_out_was_dealt_nothing() -> None:
    lines = list(lines_of(played(replace(SHORT, format="sit_out"), 3)))
    dealt = [line for line in lines if "'s hand. " in line]
    assert len(dealt) == 2 * sum(line.startswith("Hand ") for line in lines)


@pytest.mark.parametrize("seats", [2, 6])
def test_rummy_is_told_too(seats: int) -> None:
    lines = list(lines_of(played(RUMMY["parlett" if seats > 2 else "single"], seats)))
    assert lines[0].startswith("Rummy")
    assert sum("'s hand. " in line for line in lines) == seats * sum(line.startswith("Hand ") for line in lines)
    assert lines[-1].endswith(" won the match.")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A match as it is kept."""
    path = tmp_path / "game.upcard"
    path.write_text(write(played()), encoding="utf-8")
    return path


@pytest.mark.parametrize("options", [(), ("--plain",), ("--ascii",)])
def test_without_a_terminal_the_command_tells(
    file: Path, options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(file), *options]) == DONE
    assert capsys.readouterr().out.splitlines() == list(lines_of(played()))


def test_a_match_that_was_changed_is_told_up_to_nothing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("draw_stock", "done", 1), encoding="utf-8")
    assert main(["replay", str(file)]) == FAILED
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"upcard: {file} cannot be played again: action ")


@pytest.mark.parametrize("data", [None, b"\xff", b"hello", b"", b"upcard 1\ngame gin\n"])
def test_what_is_no_match_is_said_in_one_line(
    tmp_path: Path, data: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.upcard"
    if data is not None:
        path.write_bytes(data)
    assert main(["replay", str(path)]) == FAILED
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("upcard: ")
    assert captured.err.count("\n") == 1


def test_replay_takes_one_file_at_most(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["replay", "one", "two"])
    assert ended.value.code == WRONG_ARGUMENTS
    assert capsys.readouterr().err.count("\n") == 1
