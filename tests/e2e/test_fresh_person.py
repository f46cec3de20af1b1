"""Somebody who has never seen it: finds the server, plays a hand of a quick game, reads the score, leaves."""

import os
import re
from pathlib import Path
from typing import Final

import pytest
import trio

from tests.e2e.test_terminal import REFLEX_S, asks, asks_otherwise, hand_of, is_over
from tests.support.commands import BIN, first_words, surroundings
from tests.support.terminal import Terminal, terminal
from upcard_protocol.rules.cards import BIT, Card, Hand, parse_card
from upcard_protocol.rules.cards import hand_of as hand_with
from upcard_protocol.rules.melds import best_discard, deadwood
from upcard_server.addresses import announced_address
from upcard_server.config import DEFAULT_PORT

pytestmark = [pytest.mark.tmux, pytest.mark.slow]

FEW: Final = 40
"""So many keys are too many."""

TRIES: Final = 3
"""Hands that are played at most: nobody chooses the deal, and one in thirty is too long."""

SUITS: Final = str.maketrans("♠♥♦♣", "SHDC")


class Fingers:
    """Presses keys, and counts them."""

    def __init__(self, window: Terminal) -> None:
        self._window = window
        self.pressed = 0

    async def press(self, *keys: str) -> None:
        self.pressed += len(keys)
        await self._window.press(*keys)


def card(text: str) -> Card:
    """Return a card as it stands on the screen."""
    return parse_card(text.translate(SUITS))


def wants_the_discard(screen: str) -> bool:
    """Tell whether the discard makes a meld of cards in the hand."""
    found = re.search(r"T Take (\S+)", screen)
    if found is None:
        return False
    top = card(found[1])
    hand = hand_with(map(card, hand_of(screen)))
    with_top = Hand(hand | BIT[top])
    _, left = best_discard(with_top, keep=BIT[top])
    return left + 2 < deadwood(hand) and deadwood(with_top) < deadwood(hand)


async def play_a_hand(window: Terminal, fingers: Fingers) -> None:
    """Play with as few keys as the screen allows, until the result of the hand is shown."""
    screen = await window.until(lambda seen: is_over(seen) or bool(asks(seen)))
    while not is_over(screen):
        asked = asks(screen)
        if asked.startswith(("take", "draw")):
            refuse = "p" if asked.startswith("take") else "d"
            await fingers.press("t" if wants_the_discard(screen) else refuse)
        elif asked.startswith("LAY OFF"):
            await fingers.press("a", "e")
        elif "over the limit" in screen:
            await discard(window, fingers)
        else:
            await fingers.press("g" if "go gin" in asked else "k")
            await window.until(lambda seen: "KNOCK: " in seen or "GIN: " in seen)
            await trio.sleep(REFLEX_S)
            await fingers.press("Enter")
        screen = await window.until(asks_otherwise(asked.split()[0]))


async def discard(window: Terminal, fingers: Fingers) -> None:
    """Throw the chosen card, or the last one where the chosen stands in a meld by now."""
    for key in ("Space", "End", "Space"):
        await fingers.press(key)
        if key == "Space":
            seen = await window.until(lambda seen: not asks(seen).startswith("discard") or "Space Again" in seen)
            if not asks(seen).startswith("discard"):
                return
    await trio.sleep(REFLEX_S)
    await fingers.press("Space")


async def find_and_enter(window: Terminal, fingers: Fingers, server: str) -> None:
    """Say who one is, choose a server in the list, and go there."""
    await window.until("Enter takes it")
    await fingers.press("C-u")
    await window.until("Name      your name")
    await fingers.press("Z", "o", "e", "Enter")
    screen = await window.until(lambda seen: "Enter Connect" in seen and server in seen)
    while f"► {server}" not in screen:
        await fingers.press("Down")
        screen = await window.until(lambda seen, before=screen: seen != before)
    await fingers.press("Enter")
    await window.until("Quick game")


async def test_a_fresh_person_finds_a_server_plays_a_hand_and_leaves_in_fewer_than_forty_keys(tmp_path: Path) -> None:
    name, env = f"Kitchen {os.getpid()}", surroundings(tmp_path)
    # On no network nothing can be announced; a server at the usual port of this computer is found all the same.
    port = DEFAULT_PORT if announced_address("0.0.0.0") is None else 0
    command = [str(BIN / "upcard-server"), "--port", str(port), "--name", name, "--data", str(tmp_path / "server")]
    server = await trio.lowlevel.open_process(command, stdout=-1, stderr=-3, env=env)
    assert server.stdout is not None
    try:
        await first_words(server.stdout, b"listening on ")
        async with terminal(tmp_path, [str(BIN / "upcard")], env) as window:
            fingers, hands = Fingers(window), list[int]()
            await find_and_enter(window, fingers, name if port == 0 else "This computer")
            await fingers.press("q")
            await window.until("Waiting for somebody to sit down")
            await fingers.press("b")
            await window.until("READY? Enter")
            await fingers.press("Enter")
            on_the_way = fingers.pressed
            while not hands or (on_the_way + min(hands) + 3 >= FEW and len(hands) < TRIES):
                if hands:
                    await trio.sleep(REFLEX_S)
                    await window.press("Enter")
                    await window.until(lambda seen: not is_over(seen))
                before = fingers.pressed
                await play_a_hand(window, fingers)
                hands.append(fingers.pressed - before)
            before = fingers.pressed
            await fingers.press("o")
            await window.until("Score sheet ·")
            await fingers.press("C-q")
            await window.until(lambda seen: "Quit?" in seen or "ended 0" in seen)
            await trio.sleep(REFLEX_S)
            await fingers.press("Enter")
            await window.until("ended 0")
            needed = on_the_way + min(hands) + fingers.pressed - before
            assert needed < FEW, (on_the_way, hands)
    finally:
        server.kill()
        await server.wait()
