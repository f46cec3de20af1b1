"""Token files: one for each server and name, held by one process at a time."""

import stat
from pathlib import Path

import pytest

from upcard_client.network.tokens import RESERVED, InUse, Pass, claim

SERVER = bytes(16)
TOKEN = bytes(range(32))


def taken(directory: Path, name: str = "Eleni", server: bytes = SERVER) -> Pass:
    held = claim(directory, server, name)
    assert isinstance(held, Pass)
    return held


def test_a_name_that_was_never_here_has_no_token(tmp_path: Path) -> None:
    held = taken(tmp_path)
    assert (held.token, held.first_rid, held.problem) == (None, 1, "")
    held.release()


def test_a_token_is_there_the_next_time(tmp_path: Path) -> None:
    held = taken(tmp_path)
    held.keep(TOKEN)
    held.release()
    held = taken(tmp_path)
    assert held.token == TOKEN
    held.release()


def test_no_other_user_of_the_computer_reads_a_token(tmp_path: Path) -> None:
    held = taken(tmp_path / "tokens")
    held.keep(TOKEN)
    held.release()
    [file] = (tmp_path / "tokens").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "tokens").stat().st_mode) == 0o700


def test_a_name_is_held_once_at_a_time(tmp_path: Path) -> None:
    held = taken(tmp_path)
    assert claim(tmp_path, SERVER, "Eleni") == InUse("Eleni")
    held.release()
    taken(tmp_path).release()


def test_names_that_differ_only_in_case_are_one(tmp_path: Path) -> None:
    held = taken(tmp_path)
    assert claim(tmp_path, SERVER, "ELENI") == InUse("ELENI")
    held.release()


def test_other_names_and_other_servers_are_held_beside_it(tmp_path: Path) -> None:
    held = [taken(tmp_path), taken(tmp_path, "Mira"), taken(tmp_path, server=bytes(range(16)))]
    assert len(list(tmp_path.iterdir())) == 3
    for each in held:
        each.release()


def test_request_numbers_go_on_behind_those_of_the_last_run(tmp_path: Path) -> None:
    held = taken(tmp_path)
    held.keep(TOKEN)
    held.used(RESERVED + 10)
    held.release()
    held = taken(tmp_path)
    assert held.first_rid > RESERVED + 10
    held.keep(TOKEN)
    held.release()
    again = taken(tmp_path)
    assert again.first_rid > held.first_rid
    again.release()


def test_the_numbers_of_a_new_token_begin_at_one(tmp_path: Path) -> None:
    held = taken(tmp_path)
    held.keep(TOKEN)
    held.used(50_000)
    held.keep(bytes(32))
    assert held.first_rid == 1
    held.release()


@pytest.mark.parametrize("contents", [b"", b"short", bytes(500)])
def test_a_damaged_file_holds_no_token(tmp_path: Path, contents: bytes) -> None:
    held = taken(tmp_path)
    held.keep(TOKEN)
    held.release()
    [file] = tmp_path.iterdir()
    file.write_bytes(contents)
    held = taken(tmp_path)
    assert held.token is None
    held.release()


def test_a_forgotten_token_is_gone_for_good(tmp_path: Path) -> None:
    held = taken(tmp_path)
    held.keep(TOKEN)
    held.forget()
    held.release()
    held = taken(tmp_path)
    assert held.token is None
    held.release()


def test_a_directory_that_can_not_be_made_is_a_problem_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "tokens").write_text("in the way")
    held = taken(tmp_path / "tokens")
    held.keep(TOKEN)
    assert held.token == TOKEN
    assert held.problem.startswith("Your seat will not be known after you quit")
    held.release()
