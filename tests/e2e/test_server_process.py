"""The server as a process: how it starts, what it says when it cannot, and how it stops."""

import socket
from pathlib import Path

import trio

from tests.support.commands import command, one_line
from tests.support.premises import QUICK, open_table
from tests.support.server_process import server_process
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.table import Revealed
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.replies import Tables

LIMIT_S = 120.0


async def test_its_first_line_is_where_it_listens_and_sigterm_ends_it_with_a_goodbye(tmp_path: Path) -> None:
    with trio.fail_after(LIMIT_S):
        async with server_process(tmp_path) as server:
            assert server.address == f"127.0.0.1:{server.port}"
            visitor, newcomer = await server.enter("Mira"), await server.dial()
            await open_table(visitor)
            assert await server.stop() == 0, "a stop that is held up ends with another code"
            for peer in (visitor, newcomer):
                bye = await peer.bye()
                assert (bye.code, bye.values, bye.retry_after_ms) == ("shutting_down", {"seconds": 5}, 5000)
            assert server.complaints == ""


async def test_a_peer_that_never_reads_does_not_keep_it_from_stopping(tmp_path: Path) -> None:
    with trio.fail_after(LIMIT_S):
        async with server_process(tmp_path) as server:
            deaf = await server.enter()
            assert isinstance(deaf.stream, trio.SocketStream)
            deaf.stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            visitor = await server.enter("Mira")
            number = await open_table(visitor, QUICK, PRESETS["modern"], bots=2)
            await deaf.say(ask.Watch(1, number))
            await visitor.event(Revealed)
            assert await server.stop() == 0, "a stop that is held up ends with another code"
            assert server.complaints == ""


async def test_it_plays_with_itself_where_it_was_asked_to(tmp_path: Path) -> None:
    with trio.fail_after(LIMIT_S):
        async with server_process(tmp_path, "--bots", "2") as server:
            lobby = await (await server.enter()).get(ask.Lobby)
            assert isinstance(lobby, Tables)
            assert [row.title for row in lobby.rows] == ["Bots 1", "Bots 2"]
            assert all(chair.kind == "bot" for row in lobby.rows for chair in row.chairs)
            assert await server.stop() == 0


async def test_limits_are_lifted_by_flags(tmp_path: Path) -> None:
    with trio.fail_after(LIMIT_S):
        async with server_process(tmp_path, "--tables-per-player", "1") as server:
            visitor = await server.enter("Mira")
            await open_table(visitor)
            assert await visitor.refusal(ask.NewTable, options=QUICK, game=PRESETS["modern"]) == "too_many_tables"
        # Nobody would get in so soon, so nobody else has to.
        async with server_process(tmp_path, "--login-seconds", "0.01") as server:
            assert (await (await server.dial()).bye()).code == "login_timeout"


# ---- what stops it from starting is one line, and no traceback


async def failure(home: Path, *args: str) -> str:
    """Return the one line of a server that cannot start."""
    return one_line(await command(home, "upcard-server", "--host", "127.0.0.1", "--port", "0", *args))


async def test_a_data_directory_that_another_server_uses_is_one_line(tmp_path: Path) -> None:
    with trio.fail_after(LIMIT_S):
        async with server_process(tmp_path) as server:
            assert "Another server is using" in await failure(tmp_path, "--data", str(tmp_path / "data"))
            assert await server.enter("Mira")


async def test_a_data_directory_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be used" in await failure(tmp_path, "--data", str(tmp_path / "file" / "data"))
    assert "cannot be used" in await failure(tmp_path, "--data", "/proc/upcard")


async def test_a_file_that_is_no_journal_is_one_line_and_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    file = tmp_path / "data" / "journal.db"
    file.write_bytes(b"something else entirely" * 100)
    assert "cannot be used" in await failure(tmp_path, "--data", str(tmp_path / "data"))
    assert file.read_bytes() == b"something else entirely" * 100


async def test_a_password_file_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "data"))
    assert "cannot be read" in await failure(tmp_path, *data, "--password-file", str(tmp_path / "missing"))
    for name, text in (("empty", ""), ("long", "a" * 300)):
        (tmp_path / name).write_text(text)
        assert "password" in await failure(tmp_path, *data, "--password-file", str(tmp_path / name))


async def test_a_certificate_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "cert").write_text("no certificate")
    args = ("--tls-cert", str(tmp_path / "cert"), "--tls-key", str(tmp_path / "cert"))
    assert "cannot be used" in await failure(tmp_path, "--data", str(tmp_path / "data"), *args)


async def test_a_host_that_is_not_here_is_one_line(tmp_path: Path) -> None:
    ended = await command(tmp_path, "upcard-server", "--host", "192.0.2.7", "--data", str(tmp_path / "data"))
    assert "192.0.2.7" in one_line(ended)


async def test_an_encrypted_server_is_played_on_and_told_what_to_do_while_it_runs(tmp_path: Path) -> None:
    async with server_process(tmp_path, "--tls-self-signed", "--bots", "1") as server:
        address = f"tls://127.0.0.1:{server.port}"
        listed = await command(tmp_path, "upcard", "tables", address)
        assert (listed.code, "Bots 1" in listed.out) == (0, True)
        data = str(tmp_path / "data")
        told = await command(tmp_path, "upcard-server", "ctl", "--data", data, "close", "1")
        assert (told.code, told.out) == (0, "Table 1 is closed.\n")
        assert (await command(tmp_path, "upcard-server", "check", data)).code == 0
        (tmp_path / "data" / "tls.pem").unlink()
        assert await server.stop() == 0
    async with server_process(tmp_path, "--tls-self-signed", "--port", str(server.port)):
        refused = await command(tmp_path, "upcard", "tables", address)
        assert "HAS CHANGED" in one_line(refused)
