"""`upcard-server check` and `export`: what they find, what they say, and how they end."""

import sqlite3
from pathlib import Path

import pytest

from tests.support.premises import duel, open_table, premises
from upcard_protocol.rules.notation import read
from upcard_server.__main__ import main
from upcard_server.inspection import inspect
from upcard_server.journal import DataDirError
from upcard_server.journal.datadir import DATABASE


async def keep_two_tables(data: Path) -> None:
    async with premises(data) as house:
        one, _ = await duel(house)
        await open_table(one)


def alter(data: Path, statement: str) -> None:
    connection = sqlite3.connect(data / DATABASE)
    with connection:
        connection.execute(statement)
    connection.close()


async def test_a_sound_directory_is_said_to_be_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await keep_two_tables(tmp_path)
    assert main(["check", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "tables 2, unfinished 2" in said
    assert said.endswith("All is as it was written.\n")


async def test_a_directory_is_looked_over_while_a_server_uses_it(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        await duel(house)
        assert all(finding.sound for finding in inspect(tmp_path))


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        ("UPDATE log SET body = x'00' WHERE table_id = '1' AND n = 3", "Table 1 does not verify: Row 3 is not"),
        ("DELETE FROM log WHERE table_id = '1' AND n = 2", "Table 1 does not verify: Row 2 is missing"),
        ("DELETE FROM matches WHERE table_id = '1'", "Table 1 verifies but cannot be replayed"),
        ("DELETE FROM tables WHERE id = '1'", "rows of a table 1, which is not in the register"),
        (
            "UPDATE tables SET state = 'quarantined', reason = 'It was odd.' WHERE id = '2'",
            "Table 2 is set aside: It was odd.",
        ),
    ],
)
async def test_what_is_not_as_it_was_written_is_named(
    tmp_path: Path, statement: str, finding: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await keep_two_tables(tmp_path)
    alter(tmp_path, statement)
    before = (tmp_path / DATABASE).read_bytes()
    assert main(["check", str(tmp_path)]) == 1
    assert finding in capsys.readouterr().out
    assert (tmp_path / DATABASE).read_bytes() == before, "looking changes nothing"


def test_a_file_that_is_damaged_or_no_journal_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / DATABASE).write_bytes(b"not a database" * 100)
    assert main(["check", str(tmp_path)]) == 1
    assert main(["check", str(tmp_path / "missing")]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 2
    assert "journal.db is not there" in said.err
    (tmp_path / DATABASE).write_bytes(b"")
    with pytest.raises(DataDirError, match="is empty"):
        list(inspect(tmp_path))


async def test_a_table_is_exported_to_a_file_or_to_standard_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await keep_two_tables(tmp_path)
    file = tmp_path / "one.upcard"
    assert main(["export", str(tmp_path), "1"]) == 0
    said = capsys.readouterr().out
    assert main(["export", str(tmp_path), "1", "--match", "1", "--output", str(file)]) == 0
    assert file.read_text() == said
    assert read(said).players[0].name == "Eleni"
    assert main(["export", str(tmp_path), "7"]) == 1
    assert main(["export", str(tmp_path), "1", "--match", "2"]) == 1
    assert main(["export", str(tmp_path), "1", "--output", str(tmp_path)]) == 1
    assert capsys.readouterr().err.splitlines() == [
        f"upcard-server: There is no table 7 in {tmp_path}.",
        "upcard-server: Table 1 has no match 2: it has matches 1 to 1.",
        "upcard-server: Is a directory.",
    ]


@pytest.mark.parametrize("words", [["check"], ["export", "d"], ["ctl"], ["ctl", "dance"], ["ctl", "close", "one"]])
def test_wrong_arguments_of_a_command_are_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_ctl_without_a_server_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ctl", "--data", str(tmp_path), "status"]) == 1
    assert capsys.readouterr().err == (
        f"upcard-server: No server answers in the data directory {tmp_path}: is it running?\n"
    )
