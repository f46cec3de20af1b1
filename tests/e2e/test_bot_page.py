"""The bot of the page for those who write their own: it is the file that is shown, it is short, and it plays."""

import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio

from tests.support.commands import Ended, surroundings
from tests.support.premises import QUICK, open_table
from tests.support.server_process import server_process
from upcard_protocol.rules.cards import DECK, hand_of
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.melds import best_discard, deadwood
from upcard_protocol.table import Sat
from upcard_protocol.wire.handshake import DEFAULT_PORT
from upcard_protocol.wire.requests import LeaveTable
from upcard_server.config import Limits

DOCS = Path(__file__).parents[2] / "docs"
BOT = DOCS / "bot.py"
PAGE = (DOCS / "writing-a-bot.md").read_text(encoding="utf-8")
SHOWN, COUNTING = re.findall(r"^```python\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)

MOST_LINES = 60
LIMIT_S = 120.0
AT_FULL_SPEED = ("--frames-per-second", "2000", "--bytes-per-second", "10000000")
"""The bot sends as much as the server takes, so that a match is over in a second or two."""


def alone() -> str:
    """Return the bot with the lines of the page in place of what it imports from Upcard."""
    source, imports = re.subn(r"(?:^from upcard_protocol\S* import .+\n)+", COUNTING, SHOWN, flags=re.MULTILINE)
    assert imports == 1
    return source


async def play(home: Path, bot: Path, port: int, *args: str) -> Ended:
    """Run a bot to its end."""
    line = [sys.executable, str(bot), "127.0.0.1", str(port), *args]
    done = await trio.run_process(
        line, capture_stdout=True, capture_stderr=True, check=False, env=surroundings(home), cwd=home
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_the_page_shows_the_bot_as_it_is_and_it_is_short() -> None:
    assert BOT.read_text(encoding="utf-8") == SHOWN
    lines = len(SHOWN.splitlines())
    assert lines < MOST_LINES
    assert f"## A bot in {lines} lines\n" in PAGE


async def test_the_bot_plays_a_match_against_the_computer(tmp_path: Path) -> None:
    with trio.fail_after(LIMIT_S):
        async with server_process(tmp_path, *AT_FULL_SPEED) as server:
            ended = await play(tmp_path, BOT, server.port, "Robo")
            assert (ended.code, ended.err) == (0, "")
            assert ended.out in ("won\n", "lost\n")
            assert server.complaints == ""


async def test_two_bots_of_which_one_knows_nothing_of_upcard_play_at_the_table_they_are_given(tmp_path: Path) -> None:
    stranger = tmp_path / "stranger.py"
    stranger.write_text(alone(), encoding="utf-8")
    assert "upcard" not in alone()
    ended: list[Ended] = []

    async def take_part(bot: Path, port: int, name: str, table: int) -> None:
        ended.append(await play(tmp_path, bot, port, name, str(table)))

    with trio.fail_after(LIMIT_S):
        async with server_process(tmp_path, *AT_FULL_SPEED) as server, trio.open_nursery() as nursery:
            host = await server.enter("Eleni")
            table = await open_table(host, QUICK, Options(target=50))
            nursery.start_soon(take_part, stranger, server.port, "Stranger", table)
            await host.event(Sat)
            await host.get(LeaveTable, table=table)
            nursery.start_soon(take_part, BOT, server.port, "Robo", table)
    assert sorted((each.code, each.out, each.err) for each in ended) == [(0, "lost\n", ""), (0, "won\n", "")]


async def test_a_bot_that_is_refused_says_why_and_fails(tmp_path: Path) -> None:
    with trio.fail_after(LIMIT_S):
        async with server_process(tmp_path, *AT_FULL_SPEED) as server:
            ended = await play(tmp_path, BOT, server.port, "Robo", "999")
            assert ended.code == 1
            assert ended.err.startswith("no_such_table")


@pytest.mark.parametrize("seed", range(8))
def test_the_count_that_needs_nothing_of_upcard_is_exact(seed: int) -> None:
    known: dict[str, Any] = {}
    exec(COUNTING, known)
    cards = Random(seed).sample(DECK, 11)
    card, left = known["best_discard"](known["hand_of"](cards))
    assert left == best_discard(hand_of(cards))[1] == deadwood(hand_of(other for other in cards if other != card))


def test_the_limits_on_the_page_are_those_of_the_server() -> None:
    limits, words = Limits(), " ".join(PAGE.split())
    for said in (
        f"TCP, port {DEFAULT_PORT}.",
        f"it has {limits.login_seconds:g} seconds.",
        f"silence ({limits.idle_seconds:g} seconds,",
        f"are sent, {limits.frames_per_second:g} by default.",
        f"is kept for {limits.gone_seconds / 60:g} minutes.",
        f"no longer after {limits.vote_seconds:g} seconds.",
    ):
        assert said in words
