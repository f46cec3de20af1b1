"""What the client sends to a terminal: the colours that it has, plain characters, and nothing that is left behind."""

import json
import re
from pathlib import Path
from typing import Final

import pytest
import trio

from tests.e2e.test_scenes_in_terminal import first_picture, row
from tests.e2e.test_terminal import REFLEX_S, SOLO, asks
from tests.support.capture import captured
from tests.support.commands import BIN, command, server, surroundings
from tests.support.terminal import Terminal, terminal
from tests.support.vandal import vandal

pytestmark = pytest.mark.tmux

UPCARD: Final = str(BIN / "upcard")
SIXTEEN: Final = {"TERM": "xterm"}
"""What a terminal says that has sixteen colours, or does not say that it has more."""


def codes(styled: str) -> set[str]:
    """Return the parts of every sequence that changes how text looks."""
    return {part for found in re.findall(r"\x1b\[([\d;:]*)m", styled) for part in found.split(";")}


def attributes_before(styled: str, sign: str) -> set[str]:
    """Return what is sent right before each card of a suit."""
    return set(re.findall(rf"\x1b\[([\d;]*)m *(?:10|[A2-9JQK]){sign}", styled))


async def whole(window: Terminal) -> str:
    """Return how the scene `draw` looks, once it is all there."""
    await window.until(lambda seen: first_picture(seen) and "Esc Menu" in seen)
    return await window.styled()


async def test_without_colours_no_colour_is_sent(tmp_path: Path) -> None:
    no_colours = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}
    draw = [UPCARD, "--scene", "draw", "--freeze"]
    async with terminal(tmp_path, draw, surroundings(tmp_path), says=no_colours) as window:
        assert codes(await whole(window)) <= {"0", "1", "2", "4", "7", "39", "49"}


@pytest.mark.parametrize("palette", ["dark", "light"])
async def test_sixteen_colours_are_those_of_the_terminal_and_black_suits_differ(palette: str, tmp_path: Path) -> None:
    draw = [UPCARD, "--scene", "draw", "--freeze", "--palette", palette]
    async with terminal(tmp_path, draw, surroundings(tmp_path), says=SIXTEEN) as window:
        styled = await whole(window)
    plain = {*map(str, range(30, 38)), *map(str, range(39, 48)), "49"}
    assert codes(styled) <= plain | {"0", "1", "2", "4", "7"}
    spades, clubs = (attributes_before(styled, sign) for sign in "♠♣")
    assert clubs
    assert not spades & clubs


async def test_a_terminal_of_sixteen_colours_is_asked_for_its_ground_and_gets_what_suits_it(tmp_path: Path) -> None:
    surrounding = {name: value for name, value in surroundings(tmp_path).items() if name != "COLORTERM"} | SIXTEEN
    async with captured([UPCARD, "--scene", "draw", "--freeze"], surrounding, columns=80, rows=24) as screen:
        await screen.until("\x1b]11;?")
        await screen.type("\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[1;3R")
        await screen.until("YOUR TURN", "Menu")
        sent = codes(screen.text)
        assert {"31", "32", "36"} <= sent  # hearts, clubs and diamonds on a dark ground
        assert not {"38", "48"} & sent


@pytest.mark.parametrize("term", ["xterm", "mlterm"])
async def test_our_colours_are_never_squeezed_into_sixteen(term: str, tmp_path: Path) -> None:
    draw = [UPCARD, "--scene", "draw", "--freeze", "--palette", "felt"]
    surrounding = {name: value for name, value in surroundings(tmp_path).items() if name != "COLORTERM"}
    async with captured(draw, {**surrounding, "TERM": term}, columns=80, rows=24) as screen:
        await screen.until("YOUR TURN", "Menu")
        assert {"38", "48", "5"} <= codes(screen.text)
        spades, clubs = (attributes_before(screen.text, sign) for sign in "♠♣")
        assert clubs
        assert not spades & clubs


async def test_ascii_shows_nothing_else(tmp_path: Path) -> None:
    draw = [UPCARD, "--scene", "draw", "--freeze", "--ascii"]
    async with terminal(tmp_path, draw, surroundings(tmp_path)) as window:
        screen = await window.until(lambda seen: "Esc Menu" in seen and "0:42" in row(seen, 13))
        assert screen.isascii()
        assert "4S" in screen


@pytest.mark.parametrize(("name", "last"), [("connect", "Ctrl+Q Quit"), ("lobby", "Esc Leave server")])
async def test_the_screens_around_the_tables_are_scenes_too(name: str, last: str, tmp_path: Path) -> None:
    shown = [UPCARD, "--scene", name, "--freeze", "--ascii"]
    async with terminal(tmp_path, shown, surroundings(tmp_path)) as window:
        screen = await window.until(lambda seen: "Kitchen Pi" in seen and last in seen)
        assert screen.isascii()
        assert max(map(len, screen.splitlines())) <= 80
        await window.press("x")
        await window.until("X does nothing here. ? shows the keys.")


async def test_scenes_around_the_tables_are_told_in_lines(tmp_path: Path) -> None:
    lobby = await command(tmp_path, "upcard", "--plain", "--scene", "lobby")
    assert lobby.out.startswith("1. Kitchen table. Gin to 100, 1 of 2 seats: Mira; waiting.\n")
    connect = await command(tmp_path, "upcard", "--plain", "--scene", "connect")
    assert connect.out.startswith("Kitchen Pi, 192.168.1.20.\n1. Kitchen table.")
    assert "\x1b" not in lobby.out + connect.out


@pytest.mark.parametrize("arguments", [["--lang", "hi"], ["--plain", "--lang", "el"]])
async def test_a_locale_without_unicode_gets_ascii_and_a_language_that_it_can_show(
    arguments: list[str], tmp_path: Path
) -> None:
    shown = [UPCARD, "--scene", "draw", "--freeze", *arguments]
    surrounding = {**surroundings(tmp_path), "TERM": "xterm-256color", "LC_ALL": "C"}
    async with captured(shown, surrounding, columns=80, rows=24) as screen:
        if "--plain" not in arguments:
            await screen.until("4S", "Esc", "Menu")
        else:
            await screen.until("\n> ")
            await screen.type("draw\n")
            await screen.until("You drew 8 of hearts.")
        assert screen.written.isascii()


async def test_markup_and_colours_in_what_others_write_are_text(tmp_path: Path) -> None:
    async with vandal() as address:
        play = [UPCARD, "play", address, "--name", "Eleni"]
        async with terminal(tmp_path, play, surroundings(tmp_path), columns=120, rows=40) as window:
            await window.until("Qtable0")
            await window.press("Enter")
            await window.until(lambda seen: "Qtalk7" in seen and "Esc Menu" in seen)
            await window.press("c")
            await window.until("Enter sends")
            await window.press("r", "e", "d", "Enter")
            await window.until("Qred[red]x[/red]")
            await window.until(lambda seen: seen.count("[31m") == 1)
            styled = await window.styled()
    assert "[red]x[/red]" in styled
    assert "\x1b[31m" not in styled


async def test_quitting_in_a_hand_names_the_price_and_leaves_the_shell_as_it_was(tmp_path: Path) -> None:
    told = f"echo before; {' '.join(SOLO)}; stty -a | tr ';' '\\n' | grep -w echo; echo after"
    async with terminal(tmp_path, ["sh", "-c", told], surroundings(tmp_path)) as window:
        await window.until(lambda seen: bool(asks(seen)) and "Esc Menu" in seen)
        assert await window.state("alternate_on", "mouse_any_flag") == ["1", "1"]
        await window.press("C-q")
        await window.until(lambda seen: "Enter Quit" in seen and "Quit? The game is kept" in seen)
        await trio.sleep(REFLEX_S)
        await window.press("Enter")
        seen = await window.until("ended 0")
        assert [line for line in seen.splitlines() if line.startswith(("before", "after"))] == ["before", "after"]
        assert re.search(r"(?<!-)\becho\b", seen)
        assert await window.state("alternate_on", "mouse_any_flag", "cursor_flag") == ["0", "0", "1"]


async def test_nothing_of_the_table_is_left_behind_where_the_window_has_grown_meanwhile(tmp_path: Path) -> None:
    told = f"echo before; {UPCARD} --scene draw --freeze"
    async with terminal(tmp_path, ["sh", "-c", told], surroundings(tmp_path)) as window:
        await window.until("Esc Menu")
        await window.resize(100, 30)
        await window.until(lambda seen: "Esc Menu" in seen.splitlines()[-1] and "│ Log" not in seen.splitlines()[1])
        await window.press("C-q")
        seen = await window.until("ended 0")
        assert seen.splitlines()[:2] == ["before", "ended 0"]


async def test_ctrl_z_puts_it_to_sleep_where_a_shell_wakes_it(tmp_path: Path) -> None:
    shell = {**surroundings(tmp_path), "PS1": "ready:"}
    async with terminal(tmp_path, ["bash", "--norc", "-i"], shell) as window:
        await window.until("ready:")
        await window.press(f"{UPCARD} --scene connect --freeze", "Enter")
        await window.until("Ctrl+Q Quit")
        await window.press("C-z")
        await window.until("Stopped")
        assert await window.state("alternate_on", "mouse_any_flag", "cursor_flag") == ["0", "0", "1"]
        await window.press("fg", "Enter")
        await window.until("Ctrl+Q Quit")


async def test_ctrl_z_does_nothing_where_nobody_could_wake_it(tmp_path: Path) -> None:
    async with terminal(tmp_path, [UPCARD, "--scene", "connect", "--freeze"], surroundings(tmp_path)) as window:
        await window.until("Ctrl+Q Quit")
        await window.press("C-z")
        await window.until("Z does nothing here. ? shows the keys.")


@pytest.mark.parametrize("term", ["dumb", ""])
async def test_a_terminal_that_shows_no_pictures_gets_lines(term: str, tmp_path: Path) -> None:
    async with server(tmp_path) as address:
        known(tmp_path, address)
        async with captured([UPCARD, "play"], {**surroundings(tmp_path), "TERM": term}) as screen:
            await screen.until("Connected to", "Type help for the commands.")
            await screen.type("help\n")
            await screen.until("discard CARD", "quit")
    assert b"\x1b" not in screen.written


async def test_where_nothing_can_be_typed_there_are_lines_too(tmp_path: Path) -> None:
    async with server(tmp_path) as address:
        known(tmp_path, address)
        ended = await command(tmp_path, "upcard", "play", extra={"TERM": "xterm-256color"})
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("Connected to ")
    assert "\x1b" not in ended.out


async def test_a_scene_in_lines_is_played_without_a_byte_that_steers(tmp_path: Path) -> None:
    typed = "knock\ndraw\ndiscard kc\nquit\n"
    ended = await command(tmp_path, "upcard", "--plain", "--scene", "draw", stdin=typed)
    assert (ended.code, ended.err) == (0, "")
    assert "\x1b" not in ended.out
    assert ended.out.splitlines()[-4:] == [
        "Refused: Draw first: draw for the stock, take for the 9 of diamonds.",
        "You drew 8 of hearts.",
        "Discard which card?",
        "You discarded king of clubs.",
    ]


def known(home: Path, address: str) -> None:
    """Remember somebody who was at a server before."""
    settings = home / "config" / "upcard" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"name": "Eleni", "recent": [{"address": address, "name": "Kitchen Pi"}]}))
