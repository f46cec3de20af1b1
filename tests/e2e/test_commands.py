"""The commands as people run them: a match that is watched, and every way in that does not lead in."""

import json
import re
import signal
import socket
import subprocess
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final

import trio

from tests.support.commands import BIN, command, first_words, one_line, server, surroundings

FOUR_HANDS: Final = 19
"""A seed with which two computers play a match of four hands, the shortest of many."""


async def test_two_bots_play_a_whole_match_and_the_settlement_comes_last(tmp_path: Path) -> None:
    ended = await command(tmp_path, "upcard", "solo", "--watch", "--seed", str(FOUR_HANDS))
    assert ended.code == 0, ended.err
    assert "\x1b" not in ended.out
    lines = ended.out.splitlines()
    # Whoever loses the link is told anew where the table stands: that is the hand in play, and no new one.
    hands = [
        int(found[1])
        for before, line in pairwise(lines)
        if (found := re.match(r"Hand (\d+)\. ", line)) and not before.startswith("Table ")
    ]
    assert hands == [1, 2, 3, 4]
    assert "Settlement." in lines
    assert lines[-1].endswith("won the match.")


async def test_the_tables_of_a_server_are_listed_as_json(tmp_path: Path) -> None:
    async with server(tmp_path, "--bots", "2") as address:
        ended = await command(tmp_path, "upcard", "tables", address, "--json")
    assert ended.code == 0, ended.err
    assert [row["title"] for row in json.loads(ended.out)["tables"]] == ["Bots 1", "Bots 2"]


async def test_an_unknown_host_is_one_line(tmp_path: Path) -> None:
    ended = await command(tmp_path, "upcard", "play", "nobody.invalid", "--plain", "--name", "Mira")
    assert "nobody.invalid" in one_line(ended)


async def test_a_port_where_nobody_listens_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    ended = await command(tmp_path, "upcard", "play", f"127.0.0.1:{port}", "--plain", "--name", "Mira")
    assert str(port) in one_line(ended)


async def test_a_server_of_something_else_is_one_line(tmp_path: Path) -> None:
    async def answer(stream: trio.SocketStream) -> None:
        async with stream:
            await stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(partial(trio.serve_tcp, answer, 0, host="127.0.0.1"))
        port = listeners[0].socket.getsockname()[1]
        ended = await command(tmp_path, "upcard", "play", f"127.0.0.1:{port}", "--plain", "--name", "Mira")
        nursery.cancel_scope.cancel()
    assert "no Upcard server" in one_line(ended)


async def test_a_name_that_is_taken_is_one_line(tmp_path: Path) -> None:
    async with server(tmp_path) as address:
        first = await command(tmp_path / "a", "upcard", "play", address, "--plain", "--name", "Mira", stdin="quit\n")
        assert first.code == 0, first.err
        second = await command(tmp_path / "b", "upcard", "play", address, "--plain", "--name", "Mira", stdin="quit\n")
    assert "Mira" in one_line(second)


async def test_a_password_is_asked_for_and_taken_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "word").write_text("sesame\n")
    (tmp_path / "wrong").write_text("simsim\n")
    async with server(tmp_path, "--password-file", str(tmp_path / "word")) as address:
        play = ("upcard", "play", address, "--plain", "--name", "Mira")
        without = await command(tmp_path, *play)
        wrong = await command(tmp_path, *play, "--password-file", str(tmp_path / "wrong"))
        right = await command(tmp_path, *play, "--password-file", str(tmp_path / "word"), stdin="quit\n")
    assert "password" in one_line(without)
    assert "password" in one_line(wrong)
    assert right.code == 0, right.err


async def test_a_full_table_is_said_and_the_way_back_is_open(tmp_path: Path) -> None:
    async with server(tmp_path, "--bots", "1") as address:
        typed = "sit 1\ntables\nquit\n"
        ended = await command(tmp_path, "upcard", "play", address, "--plain", "--name", "Mira", stdin=typed)
    assert ended.code == 0, ended.err
    assert "Every seat at this table is taken" in ended.out


async def test_wrong_arguments_end_with_code_2(tmp_path: Path) -> None:
    for args in (("--nonsense",), ("play", "a b"), ("sing",)):
        ended = await command(tmp_path, "upcard", *args)
        assert ended.code == 2, ended
        assert "Traceback" not in ended.err


async def test_garbage_on_the_port_hurts_nobody(tmp_path: Path) -> None:
    async with server(tmp_path, "--bots", "1") as address:
        host, _, port = address.partition(":")
        for rubbish in (b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 64, b"\xff" * 4096, b"\x00\x00\x00\x02\x91"):
            stream = await trio.open_tcp_stream(host, int(port))
            async with stream:
                await stream.send_all(rubbish)
                with trio.move_on_after(10):
                    while await stream.receive_some():
                        pass
        ended = await command(tmp_path, "upcard", "tables", address)
    assert ended.code == 0, ended.err
    assert "Bots 1" in ended.out


async def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    async with server(tmp_path) as address:
        port = address.rpartition(":")[2]
        ended = await command(
            tmp_path, "upcard-server", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path / "other")
        )
    assert f"port {port}" in one_line(ended)


async def test_a_data_directory_that_is_a_file_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ended = await command(tmp_path, "upcard-server", "--port", "0", "--data", str(tmp_path / "file"))
    assert "file" in one_line(ended)


async def test_who_watches_where_nothing_can_be_typed_ends_it_by_an_interrupt(tmp_path: Path) -> None:
    async with server(tmp_path, "--bots", "1") as address:
        watch = [str(BIN / "upcard"), "watch", address, "--plain"]
        process = await trio.lowlevel.open_process(
            watch,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=surroundings(tmp_path),
            # Whoever runs the tests in the background has told them to ignore interrupts.
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )
        assert process.stdout is not None
        assert process.stderr is not None
        await first_words(process.stdout, b"Connected to")
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 0
        assert b"".join([chunk async for chunk in process.stderr]) == b""


async def test_a_spectator_pushes_nobody_out_and_ends_with_the_match(tmp_path: Path) -> None:
    async with server(tmp_path, "--bots", "1") as address:
        watching = ("upcard", "watch", address, "--plain")
        first = await command(tmp_path, *watching, stdin="quit\n")
        second = await command(tmp_path, *watching, stdin="quit\n")
    assert (first.code, second.code) == (0, 0), (first.err, second.err)
    assert "Bots 1" in first.out


async def test_a_server_of_ones_own_is_not_remembered_as_one_to_go_to(tmp_path: Path) -> None:
    ended = await command(tmp_path, "upcard", "solo", "--plain", stdin="quit\n")
    assert ended.code == 0
    kept = await trio.to_thread.run_sync(lambda: list(tmp_path.rglob("settings.json")))
    assert kept == []
