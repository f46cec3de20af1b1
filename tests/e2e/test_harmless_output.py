"""What strangers write reaches the terminal as text: judged by every byte that the real client writes to one."""

import json
from pathlib import Path

import pytest

from tests.support.capture import captured, steering
from tests.support.commands import BIN, surroundings
from tests.support.vandal import ALL, POISONS, vandal

EACH = range(len(POISONS))


def coloured(home: Path) -> dict[str, str]:
    """Return surroundings with a terminal that can do everything."""
    return {**surroundings(home), "TERM": "xterm-256color", "COLORTERM": "truecolor"}


async def test_no_screen_lets_a_strangers_text_steer_the_terminal(tmp_path: Path) -> None:
    async with vandal() as address:
        # With no bell of the client's own, whatever rings is a stranger's.
        known = {"name": "Eleni", "recent": [{"address": address, "name": f"Qrecent{ALL}"}], "bell_turn": False}
        settings = tmp_path / "config" / "upcard" / "settings.json"
        settings.parent.mkdir(parents=True)
        settings.write_text(json.dumps(known))
        async with captured([str(BIN / "upcard")], coloured(tmp_path)) as screen:
            await screen.until("Qrecent", "1 player")
            await screen.type("\r")
            await screen.until(
                "Qserver", "Qseat0", *(f"{tag}{place}" for tag in ("Qtable", "Qperson", "Qchat") for place in EACH)
            )
            await screen.type("c")
            await screen.until("Enter sends")
            await screen.type("notice\r")
            await screen.until("Qnotice")
            await screen.type("w")
            await screen.until("Qrefusal")
            await screen.type("\r")
            await screen.until("Qhouse", "Qmira", "Qtalk7")
            await screen.type("p")
            await screen.until("Qact")
            await screen.type("c")
            await screen.until("Enter sends")
            await screen.type("result\r")
            await screen.until("Qmira", "Ready")
            await screen.type("o")
            await screen.until("Qmira")
            assert steering(screen.written) == []


async def test_no_line_of_the_plain_client_lets_a_strangers_text_steer_the_terminal(tmp_path: Path) -> None:
    async with vandal() as address:
        command = [str(BIN / "upcard"), "play", address, "--plain", "--name", "Eleni"]
        async with captured(command, coloured(tmp_path)) as screen:
            await screen.until("Qserver", *(f"Qchat{place}" for place in EACH))
            await screen.type("tables\n")
            await screen.until(*(f"{tag}{place}" for tag in ("Qtable", "Qseat") for place in EACH))
            await screen.type("say notice\n")
            await screen.until("Qnotice")
            await screen.type("watch 2\n")
            await screen.until("Qrefusal")
            await screen.type("sit 1\n")
            await screen.until("Qhouse", "Qmira", "Qtalk7")
            await screen.type("pass\n")
            await screen.until("Qact")
            await screen.type("say result\n")
            await screen.until("Qmira", "ready")
            await screen.type("score\n")
            await screen.until("Qmira")
            assert steering(screen.written) == []


@pytest.mark.parametrize("front", ["--plain", "--palette=felt"])
async def test_no_refusal_at_the_door_lets_a_server_steer_the_terminal(tmp_path: Path, front: str) -> None:
    async with vandal() as address:
        command = [str(BIN / "upcard"), "play", address, "--name", "Mallory", front]
        async with captured(command, coloured(tmp_path)) as screen:
            await screen.until("Qname", "Qbye")
            assert steering(screen.written) == []


@pytest.mark.parametrize("poison", POISONS)
def test_the_judge_sees_what_steers(poison: str) -> None:
    markup = "[/]" in poison  # is nothing to a terminal, but something to a program that takes it for styles
    assert bool(steering(f"\x1b[1mA{poison}B\x1b[0m".encode())) is not markup
