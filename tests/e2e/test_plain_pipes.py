"""The plain client between pipes, in each language: lines that `tee` keeps, cards in words, orders in Latin."""

import os
import shlex
import subprocess
from pathlib import Path
from typing import Final

import pytest
import trio

from tests.support.commands import BIN, LIMIT_S, command, server, surroundings
from tests.support.languages import speaking
from upcard_client.games.fronts import FRONTS
from upcard_client.games.gin.sentences import layout_in_words
from upcard_client.locale import LANGUAGES, tr
from upcard_protocol.rules import shuffle
from upcard_protocol.rules.cards import Hand
from upcard_protocol.rules.game import NATURE, Deal
from upcard_protocol.rules.games import game_of
from upcard_protocol.rules.melds import best_layout
from upcard_protocol.rules.rehearsal import rehearsed

SEED: Final = 7

PAGES: Final = sorted((Path(__file__).parents[2] / "docs").glob("playing*.md"))


def pipes(page: Path) -> list[str]:
    """Return the lines of a page that feed the plain client from a pipe."""
    return [line for line in page.read_text(encoding="utf-8").splitlines() if line.endswith("| upcard solo --plain")]


def first_hand() -> Hand:
    """Return the cards that the person gets first, where the computer puts in no seed."""
    key = shuffle.key((rehearsed(SEED)(), rehearsed(SEED)(), shuffle.NO_SEED))
    options = FRONTS["gin"].usual
    game = game_of(options)
    match = game.start(options, 2, shuffle.pick(key, "dealer", 2))
    match, _ = game.apply(match, NATURE, Deal((shuffle.deck(key, "deal", 1, 0),)))
    return game.view(match, 0).hand


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_goes_through_tee_line_by_line(language: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    solo = f"{BIN / 'upcard'} solo --plain --pace 0 --name Mira --seed {SEED} --lang {language}"
    with speaking(language):
        hand = layout_in_words(best_layout(first_hand()))
        dealt = tr("Your hand. {cards}", cards=hand)
    process = await trio.lowlevel.open_process(
        ["sh", "-c", f"{solo} | tee {shlex.quote(str(kept))}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**surroundings(tmp_path), "LANG": "C.UTF-8"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    said = b""
    with trio.fail_after(LIMIT_S):
        async with process.stdin, process.stdout:
            while dealt.encode() + b"\n" not in said:
                more = await process.stdout.receive_some()
                assert more, said.decode()
                said += more
            await process.stdin.send_all(b"hand\nquit\nquit\n")
            async for more in process.stdout:
                said += more
        assert await process.wait() == 0
    assert kept.read_bytes() == said
    assert b"\x1b" not in said
    assert b"\r" not in said
    lines = said.decode().splitlines()
    assert lines.count(dealt) == 1
    assert lines.count(hand) == 1, "as it was asked for"
    assert all(line.strip() for line in lines)


async def test_a_hand_is_played_by_lines_that_were_written_ahead(tmp_path: Path) -> None:
    lines = "hand\npass\ndraw\ndiscard as\ndraw\nquit\n"
    ended = await command(
        tmp_path, "upcard", "solo", "--plain", "--pace", "50", "--name", "Mira", "--seed", str(SEED), stdin=lines
    )
    assert (ended.code, ended.err) == (0, "")
    said = ended.out.splitlines()
    hand = layout_in_words(best_layout(first_hand()))
    for line in (f"Your hand. {hand}", hand, "You passed."):
        assert said.count(line) == 1, ended.out
    assert sum(line.startswith("You drew ") for line in said) == 2, ended.out
    assert sum(line.startswith("You discarded ace of spades.") for line in said) == 1
    assert not any(line.startswith("Refused") for line in said), ended.out


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_for_players_shows_the_same_pipe(page: Path) -> None:
    assert pipes(page) == pipes(PAGES[0])


async def test_the_pipe_of_the_pages_is_understood_at_a_new_table_and_at_one_that_goes_on(tmp_path: Path) -> None:
    (shown,) = pipes(PAGES[0])
    around = surroundings(tmp_path)
    for _ in range(2):
        with trio.fail_after(LIMIT_S):
            done = await trio.run_process(
                ["sh", "-c", shown],
                capture_stdout=True,
                capture_stderr=True,
                check=False,
                env={**around, "PATH": f"{BIN}{os.pathsep}{around['PATH']}"},
            )
        said = done.stdout.decode()
        assert done.returncode == 0, done.stderr.decode()
        assert "\nYour hand. " in said
        assert said.endswith("You need 100 more.\n"), "the last line, the score, was answered"
        assert "Refused" not in said
        assert "is no command" not in said


async def test_two_scripts_play_each_other(tmp_path: Path) -> None:
    hers = "new gin name=Kitchen target=50\nready\ngiveup\ngiveup\nquit\n"
    # Where it is her own turn, no waiting would make her ready: that line comes once the hand is over.
    mine = ("sit Kitchen\nready\nhand\n", "ready\nquit\n")
    async with server(tmp_path) as address:
        mira, eleni = [await script(tmp_path, address, name) for name in ("Mira", "Eleni")]
        with trio.fail_after(LIMIT_S):
            await send(mira, hers)
            told = await heard(mira, "Table Kitchen.")
            await send(eleni, mine[0])
            said = await heard(eleni, "Mira gave up the hand.")
            await send(eleni, mine[1])
            for process in (mira, eleni):
                assert process.stdin is not None
                await process.stdin.aclose()
            said += await heard(eleni)
            told += await heard(mira)
            assert (await mira.wait(), await eleni.wait()) == (0, 0)
    assert not any(line.startswith("Refused") for line in said.splitlines()), said
    assert "You gave up the hand." in told


async def script(home: Path, address: str, name: str) -> trio.Process:
    """Start somebody whose lines come from a pipe."""
    return await trio.lowlevel.open_process(
        [str(BIN / "upcard"), "play", address, "--plain", "--name", name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=surroundings(home / name),
    )


async def send(process: trio.Process, lines: str) -> None:
    """Write lines into somebody's pipe."""
    assert process.stdin is not None
    await process.stdin.send_all(lines.encode())


async def heard(process: trio.Process, until: str | None = None) -> str:
    """Return what somebody says until it has this in it, or to the end."""
    assert process.stdout is not None
    said = b""
    while until is None or until.encode() not in said:
        more = await process.stdout.receive_some()
        if not more:
            assert until is None, said.decode()
            await process.stdout.aclose()
            break
        said += more
    return said.decode()
