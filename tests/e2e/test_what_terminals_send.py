"""What a terminal sends that is no key, and how it is left: late answers, other encodings, and every end of it."""

from pathlib import Path
from typing import Final

import trio

from tests.support.capture import LIMIT_S, captured
from tests.support.commands import BIN, surroundings

DRAW: Final = [str(BIN / "upcard"), "--scene", "draw", "--freeze"]
LAST_QUESTION: Final = "\x1b[c"


def sixteen_colours(home: Path) -> dict[str, str]:
    """Return the surroundings of a terminal that is asked for its ground."""
    kept = {name: value for name, value in surroundings(home).items() if name != "COLORTERM"}
    return {**kept, "TERM": "xterm"}


async def test_an_answer_that_comes_late_plays_no_card_and_opens_nothing(tmp_path: Path) -> None:
    async with captured(DRAW, sixteen_colours(tmp_path), columns=80, rows=24) as screen:
        await screen.until(LAST_QUESTION)
        await screen.until("YOUR TURN", "Menu")
        await screen.type(b"\x1b]11;rgb:dddd/ffff/cccc\x1b\\\x1b[1;3R\x1b[?62;22c")
        await screen.type("x")
        await screen.until("X does nothing here. ? shows the keys.")
        assert "✓ You drew" not in screen.text
        await screen.type("d")
        await screen.until("✓ You drew")
        for left_over in ("rgb", "?62", "Asked for"):
            assert left_over not in screen.text


async def test_bytes_in_another_encoding_are_passed_over_and_end_nothing(tmp_path: Path) -> None:
    async with captured(DRAW, sixteen_colours(tmp_path), columns=80, rows=24) as screen:
        await screen.until("YOUR TURN", "Menu")
        await screen.type("größe".encode("latin-1") + b"\xff")
        await screen.type("d")
        await screen.until("✓ You drew")
        assert "Traceback" not in screen.text


async def test_a_client_whose_terminal_has_gone_goes_too_also_if_it_was_told_not_to_mind(tmp_path: Path) -> None:
    deaf = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *DRAW]
    async with captured(deaf, sixteen_colours(tmp_path), columns=80, rows=24) as screen:
        await screen.until("YOUR TURN", "Menu")
        await screen.hang_up()


async def test_a_client_that_is_told_to_end_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    results = [str(BIN / "upcard"), "replay"]
    async with captured(results, sixteen_colours(tmp_path), columns=80, rows=24) as screen:
        await screen.until("No match is kept yet")
        screen.process.terminate()
        await screen.until("\x1b[?1003l", "\x1b[?1049l", "\x1b[?25h")
        with trio.fail_after(LIMIT_S):
            assert await screen.process.wait() == 0


async def test_the_terminal_is_given_back_when_it_has_answered_that_the_mouse_is_off(tmp_path: Path) -> None:
    async with captured(DRAW, sixteen_colours(tmp_path), columns=80, rows=24) as screen:
        await screen.until("YOUR TURN", "Menu")
        await screen.type("\x11")
        await screen.until("\x1b[?1049l")
        leaving = screen.text.rpartition("\x1b[?1003h")[2]
        assert leaving.index("\x1b[?1003l") < leaving.index(LAST_QUESTION) < leaving.index("\x1b[?1049l")
