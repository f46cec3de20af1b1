"""A server of one's own: it is there inside the block, and nothing of it is left after."""

import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from upcard_client.failures import ClientError
from upcard_client.hosting import childserver, warden
from upcard_client.hosting.childserver import ChildServer, Setup

LIMIT_S = 30


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory for what is temporary, so that what is left behind is seen."""
    directory = tmp_path / "temporary"
    directory.mkdir()
    monkeypatch.setenv("TMPDIR", str(directory))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return directory


def answers(server: ChildServer) -> bool:
    """Does something listen where the server is?"""
    try:
        socket.create_connection((server.address.host, server.address.port), LIMIT_S).close()
    except ConnectionRefusedError:
        return False
    return True


def test_a_temporary_server_leaves_nothing(temporary: Path) -> None:
    with ChildServer(Setup(port=0)) as server:
        assert answers(server)
        assert not server.kept
        assert len(list(temporary.iterdir())) == 1
    assert not answers(server)
    assert list(temporary.iterdir()) == []


def test_tables_played_alone_are_kept(tmp_path: Path) -> None:
    with ChildServer(Setup(directory=tmp_path / "solo", port=0)) as server:
        assert server.kept
    assert (tmp_path / "solo" / "journal.db").exists()


def test_a_game_that_is_played_alone_is_found_by_who_wants_to_watch(tmp_path: Path) -> None:
    assert childserver.running(tmp_path / "solo") is None
    with ChildServer(Setup(directory=tmp_path / "solo", port=0)) as server:
        found = childserver.running(tmp_path / "solo")
        assert found is not None
        assert found.here == server.address
    assert childserver.running(tmp_path / "solo") is None


def test_a_second_solo_game_is_temporary(tmp_path: Path) -> None:
    with (
        ChildServer(Setup(directory=tmp_path / "solo", port=0)) as first,
        ChildServer(Setup(directory=tmp_path / "solo", port=0)) as second,
    ):
        assert (first.kept, second.kept) == (True, False)
        assert first.address != second.address
        assert answers(second)


def test_a_directory_that_can_not_be_made_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "solo").write_text("in the way")
    with ChildServer(Setup(directory=tmp_path / "solo", port=0)) as server:
        assert not server.kept


def test_a_server_for_others_that_was_asked_to_stay_is_found_again_and_ended(tmp_path: Path) -> None:
    directory = tmp_path / "hosted"
    setup = Setup(directory=directory, port=0, name="Eleni's server", password="tiger 7", public=True, stays=True)
    with ChildServer(setup) as server:
        assert server.invitation.startswith("upcard play ")
    assert answers(server)
    found = childserver.running(directory)
    assert found is not None
    assert (found.here, found.name, found.stays) == (server.address, "Eleni's server", True)
    assert found.invitation == server.invitation
    assert not (directory / "password").exists()
    assert b"tiger" not in (directory / "running.json").read_bytes()
    with pytest.raises(ClientError, match="starting or stopping"), ChildServer(setup):
        pass
    childserver.end(directory)
    assert not answers(server)
    assert childserver.running(directory) is None


def test_a_server_that_does_not_run_needs_no_ending(tmp_path: Path) -> None:
    with ChildServer(Setup(directory=tmp_path, port=0)):
        pass
    childserver.end(tmp_path)
    assert childserver.running(tmp_path) is None


def test_a_port_in_use_is_avoided(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(childserver, "DEFAULT_PORT", taken.getsockname()[1])
        with ChildServer(Setup()) as server:
            assert server.address.port != taken.getsockname()[1]
            assert answers(server)


def test_a_port_that_is_taken_after_it_was_looked_at_is_avoided(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found_free(host: str, port: int) -> bool:
        return True

    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(childserver, "DEFAULT_PORT", taken.getsockname()[1])
        monkeypatch.setattr(childserver, "_is_free", found_free)
        with ChildServer(Setup()) as server:
            assert answers(server)
            assert len(list(temporary.iterdir())) == 1
        with ChildServer(Setup(directory=temporary / "solo")) as server:
            assert server.kept
            assert answers(server)


def test_a_server_that_does_not_start_says_why(temporary: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ClientError, match=str(port)), ChildServer(Setup(port=port)):
            pass
    assert list(temporary.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells when a process that is no child ends")
def test_a_server_ends_with_a_client_that_was_killed(temporary: Path) -> None:
    owner = subprocess.Popen(
        [
            *(sys.executable, "-c"),
            "import sys\n"
            "from upcard_client.hosting.childserver import ChildServer, Setup\n"
            "with ChildServer(Setup(port=0)) as server:\n"
            "    print(server.process_id, flush=True)\n"
            "    sys.stdin.read()\n",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert owner.stdout is not None
    assert owner.stdin is not None
    guard = os.pidfd_open(int(owner.stdout.readline()))
    owner.send_signal(signal.SIGKILL)
    owner.wait(LIMIT_S)
    ended, _, _ = select.select([guard], [], [], LIMIT_S)
    os.close(guard)
    owner.stdin.close()
    owner.stdout.close()
    assert ended
    assert list(temporary.iterdir()) == []


def guarded(*command: str, remove: Path | None = None) -> "subprocess.Popen[bytes]":
    """Start a command under a warden."""
    removing = ("--remove", str(remove)) if remove is not None else ()
    return subprocess.Popen(
        [sys.executable, "-m", "upcard_client.hosting.warden", *removing, "--", sys.executable, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def test_a_warden_ends_its_command_when_nobody_holds_it_any_more(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    held = guarded("-c", "import time; print('up', flush=True); time.sleep(600)", remove=tmp_path / "mine")
    with held:
        assert held.stdout is not None
        assert held.stdin is not None
        assert held.stdout.readline() == b"up\n"
        held.stdin.close()
        assert held.wait(LIMIT_S) == -signal.SIGTERM % 256
    assert not (tmp_path / "mine").exists()


def test_a_warden_ends_as_its_command_ended() -> None:
    with guarded("-c", "raise SystemExit(3)") as held:
        assert held.wait(LIMIT_S) == 3


def test_a_warden_without_a_command_says_how_it_is_used() -> None:
    with pytest.raises(SystemExit, match="usage"):
        warden.main(["command"])
