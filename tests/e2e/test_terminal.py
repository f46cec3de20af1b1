"""The real client in a real terminal: hands played by keys alone and by mouse alone, lost links, sizes."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
import trio

from tests.support.commands import BIN, surroundings
from tests.support.terminal import Terminal, terminal

pytestmark = pytest.mark.tmux

SOLO: Final = [str(BIN / "upcard"), "solo", "--name", "Mira", "--pace", "0"]

SIX_TURNS: Final = ("--seed", "72")
"""Deals a first hand that is over soon, whoever only draws and discards."""

REFLEX_S: Final = 0.4
"""A question hears no answer for 300 ms, so that nobody answers by reflex; the screen does not tell."""


def asks(screen: str) -> str:
    """Return what the turn bar asks of the player during a hand, or the empty text."""
    found = re.search(r"^ ► (?:YOUR TURN: )?((?:take|draw|discard|LAY OFF).*?)(?:  |$)", screen, re.MULTILINE)
    return found[1] if found else ""


def is_over(screen: str) -> bool:
    """Say whether the result of a hand is shown; one hand may win the match."""
    return ("Enter Ready" in screen or "Enter Another match" in screen) and "Score sheet" in screen


def asks_otherwise(than: str) -> Callable[[str], bool]:
    """Make a condition: the hand is over, or the player is asked for something that begins otherwise."""
    return lambda screen: is_over(screen) or bool(asks(screen) and not asks(screen).startswith(than))


async def play_a_hand(window: Terminal) -> str:
    """Pass, draw and discard by the keys until the hand is over, and return the screen with its result."""
    screen = await window.until(lambda seen: bool(asks(seen)))
    while not is_over(screen):
        asked = asks(screen)
        if asked.startswith("take"):
            await window.press("p")
        elif asked.startswith("draw"):
            await window.press("d")
        elif asked.startswith("LAY OFF"):
            await window.press("a", "e")
        else:
            await window.press("Space")
            screen = await window.until(lambda seen: not asks(seen).startswith("discard") or "Space Again" in seen)
            if asks(screen).startswith("discard"):
                await trio.sleep(REFLEX_S)
                await window.press("Space")
        screen = await window.until(asks_otherwise(asked.split()[0]))
    return screen


async def test_a_hand_is_played_to_its_result_by_the_keys_alone(tmp_path: Path) -> None:
    async with terminal(tmp_path, [*SOLO, *SIX_TURNS], surroundings(tmp_path)) as window:
        screen = await play_a_hand(window)
        assert "Hand 1" in screen
        await trio.sleep(REFLEX_S)
        await window.press("Enter")
        await window.until(lambda seen: not is_over(seen) and bool(asks(seen)))


async def test_a_hand_is_begun_and_given_up_by_the_mouse_alone(tmp_path: Path) -> None:
    async with terminal(tmp_path, SOLO, surroundings(tmp_path)) as window:
        seen = await window.until(lambda seen: bool(asks(seen)))
        if asks(seen).startswith("take"):
            await window.click("P Pass")
            await window.until(asks_otherwise("take"))
        await window.click("D Draw")
        await window.until("YOUR TURN: discard")
        await window.click("Space Discard")
        await window.until("You discarded")
        seen = await window.until(asks_otherwise("discard"))
        if not is_over(seen):
            await window.click("Esc Menu")
            await window.click("Give up this hand")
            await window.until("Enter Give up")
            await trio.sleep(REFLEX_S)
            await window.click("Enter Give up")
            seen = await window.until(is_over)
        await trio.sleep(REFLEX_S)
        await window.click("Enter Ready" if "Enter Ready" in seen else "Enter Another match")
        await window.until(lambda seen: not is_over(seen) and bool(asks(seen)))


async def test_the_whole_hand_is_on_the_screen_at_every_size(tmp_path: Path) -> None:
    async with terminal(tmp_path, SOLO, surroundings(tmp_path)) as window:
        first = await window.until(lambda seen: bool(asks(seen)) and "Esc Menu" in seen and len(hand_of(seen)) >= 10)
        cards = set(re.findall(r"(?:10|[A2-9JQK])[♠♥♦♣]", first[first.index("►") :]))
        assert len(cards) >= 10
        for columns, rows in ((120, 40), (100, 30), (60, 20)):
            await window.resize(columns, rows)
            await window.until(lambda seen: all(card in seen for card in cards) and bool(asks(seen)))
        await window.resize(20, 6)
        await window.until(lambda seen: "YOUR TURN" in seen and "Make the window" in seen)
        await window.resize(80, 24)
        await window.until(lambda seen: all(card in seen for card in cards) and bool(asks(seen)))


async def test_a_server_that_is_killed_gives_the_same_hand_back(tmp_path: Path) -> None:
    args = ["--host", "127.0.0.1", "--no-discovery", "--data", str(tmp_path / "server")]
    env = surroundings(tmp_path)
    async with trio.open_nursery() as nursery:
        listening = trio.Event()
        port = 0

        async def serve(on: int) -> trio.Process:
            process = await trio.lowlevel.open_process(
                [str(BIN / "upcard-server"), *args, "--port", str(on)], stdout=-1, stderr=-3, env=env
            )
            assert process.stdout is not None
            said = b""
            while b"\n" not in said:
                said += await process.stdout.receive_some()
            nonlocal port
            port = int(said.split(b"\n")[0].rpartition(b":")[2])
            listening.set()
            return process

        server = await serve(0)
        command = [str(BIN / "upcard"), "play", f"127.0.0.1:{port}", "--name", "Mira"]
        try:
            async with terminal(tmp_path, command, env) as window:
                await window.until("Quick game")
                await window.press("n")
                await window.until("Open the table")
                await window.press("Enter")
                await window.until(lambda seen: "waiting" in seen.lower() or "bot" in seen.lower())
                await window.press("b")
                before = await play_until_discard(window)
                await window.press("4")
                await window.until(lambda seen: chosen_of(seen) == 4)
                server.kill()
                await server.wait()
                await window.until("CONNECTION LOST")
                await window.press("d")
                await window.until("✗ Not sent: no link")
                server = await serve(port)
                await window.until("✓ Back at the table")
                after = await window.until(lambda seen: "YOUR TURN: discard" in seen and len(hand_of(seen)) == 11)
                assert hand_of(after) == hand_of(before)
                await window.until(lambda seen: chosen_of(seen) == 4)
        finally:
            server.kill()
            await server.wait()
        nursery.cancel_scope.cancel()


def chosen_of(screen: str) -> int:
    """Return which card the mark is under, counted from one; 0 where it is under none."""
    numbers = re.search(r"^ +(?:[\d▲-] +)+[\d▲-]$", screen, re.MULTILINE)
    return numbers[0].split().index("▲") + 1 if numbers and "▲" in numbers[0] else 0


async def play_until_discard(window: Terminal) -> str:
    """Get ready, pass and draw until eleven cards are held."""
    screen = ""
    for _ in range(20):
        before = screen
        screen = await window.until(lambda seen, before=before: seen != before)
        asked = asks(screen)
        if asked.startswith("discard"):
            # A terminal may be caught between two lines of a picture.
            return await window.until(lambda seen: len(hand_of(seen)) == 11)
        if "pass" in asked:
            await window.press("p")
        elif asked.startswith("draw"):
            await window.press("d")
        elif "Enter Ready" in screen:
            await window.press("Enter")
    raise AssertionError(f"no card was drawn:\n{screen}")


def hand_of(screen: str) -> list[str]:
    """Return the cards under the turn bar."""
    return sorted(set(re.findall(r"(?:10|[A2-9JQK])[♠♥♦♣]", screen[screen.index("►") :].partition("Draw")[0])))


RUMMY: Final = [str(BIN / "upcard"), "solo", "--game", "rummy", "--players", "3", "--name", "Mira", "--pace", "0"]


async def play_a_hand_of_rummy(window: Terminal) -> str:
    """Draw, lay off what fits and discard by the keys until the hand is over; return the screen with its result."""
    screen = await window.until("YOUR TURN: draw")
    while "Score sheet" not in screen:
        before = screen
        if "YOUR TURN: draw" in screen:
            await window.press("d")
        elif "take the discard" in screen:
            await window.press("t")
        elif "fits meld" in screen:
            await window.press("Enter")
        elif "YOUR TURN: discard" in screen:
            await trio.sleep(REFLEX_S if "Space Again" in screen else 0)
            await window.press("Space")
        screen = await window.until(lambda seen, before=before: seen != before)
    return screen


async def test_a_hand_of_rummy_is_played_to_its_result_by_the_keys_alone(tmp_path: Path) -> None:
    async with terminal(tmp_path, RUMMY, surroundings(tmp_path)) as window:
        screen = await play_a_hand_of_rummy(window)
        assert "Hand 1" in screen
        assert "ledger" in screen
        await trio.sleep(REFLEX_S)
        await window.press("Enter")
        await window.until(lambda seen: "hand 2" in seen or "Match 2" in seen)
