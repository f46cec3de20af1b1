"""The table in a real terminal, scene by scene: what the keys do there, where everything stands, and the cursor."""

import re
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from tests.e2e.test_terminal import REFLEX_S
from tests.support.commands import BIN, surroundings
from tests.support.terminal import Terminal, terminal

pytestmark = pytest.mark.tmux

TEN = ["4♠", "5♠", "6♠", "J♥", "J♦", "J♣", "A♦", "2♣", "9♥", "K♣"]
"""The hand of the scene `draw`."""


class Scene:
    """A scene of the table in a window."""

    def __init__(self, window: Terminal) -> None:
        self.window = window

    async def says(self, kind: str, words: str) -> str:
        """Return the screen once the line under the turn bar begins with a sign, if it has one, and these words."""
        sign = f"{kind} " if kind else ""
        return await self.window.until(lambda seen: row(seen, 14).startswith(f" {sign}{words}"))

    async def bar(self, words: str) -> str:
        """Return the screen once the turn bar says this."""
        return await self.window.until(lambda seen: words in row(seen, 13))

    async def press(self, *keys: str) -> None:
        """Press keys one after another, all at once."""
        await self.window.press(*keys)

    async def press_later(self, *keys: str) -> None:
        """Press keys that answer a question, once it listens."""
        await trio.sleep(REFLEX_S)
        await self.window.press(*keys)

    async def cards(self, number: int) -> list[str]:
        """Return the cards of the hand, from left to right, once there are so many and one of them is chosen."""
        seen = await self.window.until(lambda seen: len(hand(seen)) == number and "▲" in row(seen, 21))
        return hand(seen)

    async def choose(self, card: str, *, of: int) -> list[str]:
        """Choose a card by its number, of so many; return the hand."""
        cards = await self.cards(of)
        number = cards.index(card) + 1
        await self.press(str(number % 10))
        await self.window.until(marked(number))
        return cards


@asynccontextmanager
async def scene(home: Path, name: str, *options: str) -> AsyncGenerator[Scene]:
    """Show a scene whose clock stands still, while the block runs."""
    command = [str(BIN / "upcard"), "--scene", name, "--freeze", *options]
    async with terminal(home, command, surroundings(home)) as window:
        shown = Scene(window)
        await window.until(lambda seen: "Esc Menu" in seen or "Score sheet" in seen)
        yield shown


def row(screen: str, y: int) -> str:
    """Return a row of a screen, which may not be there yet."""
    return next(iter(screen.splitlines()[y : y + 1]), "")


def hand(screen: str) -> list[str]:
    """Return the cards of the hand at 80 by 24: the upper corners, of which the chosen card's is a row higher."""
    found = [(at.start(), at[0]) for y in (15, 16) for at in re.finditer(r"(?:10|[A2-9JQK])[♠♥♦♣]", row(screen, y))]
    return [card for _, card in sorted(found)]


def place(screen: str) -> int:
    """Return which card of the hand the mark is under, counted from one."""
    marks = re.findall(r"[▲0-9-]", row(screen, 21))
    return marks.index("▲") + 1


def marked(number: int) -> Callable[[str], bool]:
    """Make a condition: the mark is under this card."""
    return lambda screen: "▲" in row(screen, 21) and place(screen) == number


def first_picture(screen: str) -> bool:
    """Tell whether the scene `draw` is on the screen as the plan has it."""
    rows = screen.rstrip("\n").split("\n")
    turn = row(screen, 13)
    fits = len(rows) == 24 and all(len(line) <= 80 for line in rows)
    return fits and turn.startswith(" ► YOUR TURN: draw a card") and turn.endswith("0:42")


async def test_the_first_picture_has_its_rows_and_a_window_that_shrinks_and_grows_keeps_the_chosen_card(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path, "draw") as shown:
        window = shown.window
        await window.until(first_picture)
        assert await shown.cards(10) == TEN
        await shown.press("4")
        await window.until(marked(4))
        await window.resize(20, 6)
        await window.until(lambda seen: seen.startswith("YOUR TURN: draw 0:42\nMake the window\n40x12 or larger."))
        await window.resize(10, 3)
        await window.until(lambda seen: seen.startswith("YOUR TURN"))
        await window.resize(80, 24)
        await window.until(lambda seen: first_picture(seen) and marked(4)(seen) and hand(seen) == TEN)


async def test_at_every_size_the_hand_and_the_turn_bar_are_whole(tmp_path: Path) -> None:
    async with scene(tmp_path, "draw") as shown:
        for columns, rows in ((120, 40), (100, 30), (60, 20), (46, 20), (40, 12)):
            await shown.window.resize(columns, rows)

            def whole(seen: str, columns: int = columns) -> bool:
                lines = seen.splitlines()
                turn = [line for line in lines if re.fullmatch(r" ?► YOUR TURN: draw .*0:42", line)]
                below = seen.partition("► YOUR TURN")[2]
                return len(turn) == 1 and all(card in below for card in TEN) and max(map(len, lines)) <= columns

            await shown.window.until(whole)


async def test_before_the_draw_keys_are_refused_in_words_and_nothing_happens(tmp_path: Path) -> None:
    async with scene(tmp_path, "draw") as shown:
        for key in ("Space", "Enter", "k", "g"):
            await shown.press("x")
            await shown.says("✗", "X does nothing here. ? shows the keys.")
            await shown.press(key)
            await shown.says("✗", "Draw first: D for the stock, T for the 9♦.")
            await shown.window.until(first_picture)
            assert await shown.cards(10) == TEN


async def test_a_draw_is_confirmed_and_marked_and_nobody_draws_twice(tmp_path: Path) -> None:
    async with scene(tmp_path, "draw") as shown:
        await shown.press("d")
        await shown.says("✓", "You drew 8♥")
        await shown.bar("YOUR TURN: discard a card")
        assert len(await shown.cards(11)) == 11
        seen = await shown.window.until(lambda seen: "new" in row(seen, 15))
        assert row(seen, 16).index("8♥") - 1 <= row(seen, 15).index("new") <= row(seen, 16).index("8♥") + 1
        await shown.press("d")
        await shown.says("✗", "You have drawn already")


async def test_the_card_taken_from_the_pile_is_not_discarded(tmp_path: Path) -> None:
    async with scene(tmp_path, "draw") as shown:
        await shown.press("t")
        await shown.says("✓", "You took 9♦")
        cards = await shown.choose("9♦", of=11)
        await shown.press("Space")
        await shown.says("✗", "You can't discard the card you just took")
        assert await shown.cards(11) == cards


async def test_sorting_goes_round_and_digits_choose_by_place(tmp_path: Path) -> None:
    async with scene(tmp_path, "discard") as shown:
        melded = await shown.cards(11)
        for order in ("rank", "suit", "melds"):
            await shown.press("s")
            await shown.window.until(lambda seen, order=order: f"Sorted by {order}." in row(seen, 14))
            cards = await shown.cards(11)
            assert cards[place(await shown.window.screen()) - 1] == "K♣"
        assert await shown.cards(11) == melded
        for key, number in (("4", 4), ("0", 10), ("-", 11)):
            await shown.press(key)
            await shown.window.until(marked(number))


async def test_a_knock_over_the_limit_and_a_card_of_a_meld_are_answered_before_anything_happens(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path, "discard") as shown:
        await shown.press("k")
        await shown.says("✗", "Can't knock: best deadwood is 14, the limit is 10.")
        await shown.press("Home", "Space")
        await shown.says("?", "4♠ is in your run")
        assert len(await shown.cards(11)) == 11
        await shown.press_later("Space")
        await shown.bar("Mira is playing")
        assert len(await shown.cards(10)) == 10


async def test_a_knock_asks_and_only_enter_that_is_no_reflex_confirms_it(tmp_path: Path) -> None:
    async with scene(tmp_path, "knockable") as shown:
        await shown.press("k", "Enter")
        await shown.bar("KNOCK: choose the discard")
        await shown.says("?", "Knock with deadwood 6, discarding K♣?")
        await shown.press_later("Space")
        await shown.says("?", "Enter")
        await shown.bar("KNOCK: choose the discard")
        await shown.press("Escape")
        await shown.bar("YOUR TURN: discard a card")
        await shown.press("k")
        await shown.bar("KNOCK: choose the discard")
        await shown.press_later("Enter")
        await shown.window.until("you knocked and won")


async def test_gin_asks_and_never_happens_by_itself(tmp_path: Path) -> None:
    async with scene(tmp_path, "gin") as shown:
        await shown.bar("YOUR TURN: discard a card, or go gin")
        await shown.press("g")
        await shown.says("?", "Go gin, discarding K♣?")
        await shown.press_later("Enter")
        await shown.window.until("went gin")


async def test_out_of_turn_every_game_key_names_who_plays_and_the_arrows_choose(tmp_path: Path) -> None:
    async with scene(tmp_path, "opponent") as shown:
        for key in ("d", "t", "Space", "k", "g"):
            await shown.press("x")
            await shown.says("✗", "X does nothing here.")
            await shown.press(key)
            await shown.says("✗", "Not your turn yet: Mira is playing.")
        before = place(await shown.window.until(lambda seen: "▲" in row(seen, 21)))
        await shown.press("Left")
        await shown.window.until(marked(before - 1))


async def test_a_lay_off_is_offered_counted_and_not_forgotten(tmp_path: Path) -> None:
    async with scene(tmp_path, "layoff") as shown:
        await shown.window.until(lambda seen: "+7♠" in seen and "after lay-off    30  ► 23" in seen)
        await shown.press("e")
        await shown.says("?", "7♠ still fits. Press E again to keep it.")
        await shown.press_later("n")
        await shown.says("", "Nothing was done.")
        await shown.press("Enter")
        await shown.window.until(lambda seen: re.search(r"after lay-off +23  ", seen) is not None)
        await shown.press_later("e")
        await shown.window.until("Points to Mira")


async def test_a_meld_that_takes_the_chosen_card_is_marked(tmp_path: Path) -> None:
    async with scene(tmp_path, "rummy") as shown:
        await shown.choose("7♦", of=8)
        await shown.window.until("a►4♦ 5♦ 6♦")
        await shown.says("?", "7♦ fits meld a.")


async def test_three_cards_that_are_no_meld_are_refused_with_the_one_that_is_missing(tmp_path: Path) -> None:
    async with scene(tmp_path, "rummyout") as shown:
        await shown.choose("K♦", of=8)
        await shown.press("m")
        await shown.bar("NEW MELD")
        for card in ("5♠", "6♠", "8♠"):
            await shown.choose(card, of=8)
            await shown.press("Space")
            await shown.window.until(lambda seen, card=card: f"{card}." in row(seen, 14))
        await shown.press_later("Enter")
        await shown.says("✗", "5♠ 6♠ 8♠ is not a run: 7♠ is missing.")


async def test_a_result_is_a_sum_and_enter_says_ready(tmp_path: Path) -> None:
    async with scene(tmp_path, "result") as shown:
        seen = await shown.window.until(lambda seen: "Points to you" in seen and "Enter Ready" in seen)
        parts = [
            int(re.findall(r"\d+", line.partition(words)[2])[0])
            for line in seen.splitlines()
            for words in ("Mira's deadwood  ", "less yours", "Points to you")
            if words in line
        ]
        assert parts == [23, 6, 17]
        await shown.press_later("Enter")
        await shown.window.until("You and Mira are ready.")


async def test_the_terminals_own_cursor_stands_on_the_chosen_card_after_each_arrow(tmp_path: Path) -> None:
    async with scene(tmp_path, "draw") as shown:
        for key, number in (("Home", 1), ("Right", 2), ("Right", 3), ("Right", 4), ("End", 10), ("Left", 9)):
            await shown.press(key)
            await shown.window.until(marked(number))
            cards = await shown.cards(10)
            at = row(await shown.window.screen(), 15).index(cards[number - 1])
            column, line = map(int, await shown.window.state("cursor_x", "cursor_y"))
            assert (line, at - 1 <= column <= at + 1) == (15, True)
