"""The gin table in a running app: keys of other layouts, the mouse, chat, the cursor, and small repaints."""

import re

from msgspec.structs import replace
from textual.events import MouseScrollUp
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Input

from tests.support.windows import resize
from upcard_client.cardtable.widget import AnyCardTable
from upcard_client.games.gin.scenes import SCENES
from upcard_client.games.gin.table import GinTable
from upcard_client.stage import StageApp
from upcard_client.themes import ASCII, FELT
from upcard_client.widgets.sizes import rows
from upcard_protocol.rules.cards import parse_card
from upcard_protocol.rules.errors import refuse
from upcard_protocol.rules.games import GameAction

SIZE = (80, 24)


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now_ms = 10_000

    def __call__(self) -> int:
        return self.now_ms


def app_of(scene: str, clock: Clock | None = None) -> StageApp:
    return StageApp(scene, FELT, freeze=True, now_ms=clock or Clock())


def status(app: StageApp) -> str:
    return app.table.screen_text.splitlines()[14].strip()


async def click(pilot: Pilot[None], x: int, y: int) -> None:
    await pilot.click(GinTable, offset=(x, y))


async def test_the_same_key_draws_in_every_layout() -> None:
    for key in ("d", "D", "в", "δ", "Δ", "्"):
        app = app_of("draw")
        async with app.run_test(size=SIZE) as pilot:
            await pilot.press(key)
            assert status(app) == "✓ You drew 8♥", key


async def test_an_unknown_key_is_answered() -> None:
    app = app_of("draw")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("x")
        assert status(app) == "✗ X does nothing here. ? shows the keys."
        await pilot.press("ж")
        assert status(app) == "✗ Ж does nothing here. ? shows the keys."


async def test_a_click_on_the_stock_draws_and_on_the_pile_takes() -> None:
    app = app_of("draw")
    async with app.run_test(size=SIZE) as pilot:
        await click(pilot, 3, 7)
        assert status(app) == "✓ You drew 8♥"
    app = app_of("draw")
    async with app.run_test(size=SIZE) as pilot:
        await click(pilot, 16, 7)
        assert status(app) == "✓ You took 9♦"


async def test_a_click_chooses_a_card_and_a_second_one_discards_it() -> None:
    app = app_of("discard")
    async with app.run_test(size=SIZE) as pilot:
        await click(pilot, 61, 18)
        assert app.table.desk.chosen == parse_card("8h")
        await click(pilot, 61, 18)
        assert status(app) == "✓ You discarded 8♥"


async def test_a_second_click_on_a_melded_card_asks_like_space() -> None:
    app = app_of("discard")
    async with app.run_test(size=SIZE) as pilot:
        await click(pilot, 3, 18)
        await click(pilot, 3, 18)
        assert status(app) == "? 4♠ is in your run. Press Space again to discard it."


async def test_buttons_can_be_clicked_so_a_hand_can_be_played_with_the_mouse_alone() -> None:
    clock = Clock()
    app = app_of("knockable", clock)
    async with app.run_test(size=SIZE) as pilot:
        buttons = app.table.screen_text.splitlines()[22]
        await click(pilot, buttons.index("K Knock"), 22)
        assert status(app) == "? Knock with deadwood 6, discarding K♣?"
        clock.now_ms += 400
        await click(pilot, 3, 22)
        assert "you knocked and won" in app.table.screen_text
        clock.now_ms += 400
        lines = app.table.screen_text.splitlines()
        row = next(y for y, line in enumerate(lines) if "Enter Ready" in line)
        await click(pilot, lines[row].index("Enter Ready"), row)
        assert "You are ready." in app.table.screen_text


async def test_knock_and_enter_sent_together_stay_on_the_question() -> None:
    app = app_of("knockable")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("k", "enter")
        assert "KNOCK: choose the discard" in app.table.screen_text


async def test_a_letter_picks_the_meld_in_any_layout() -> None:
    for key in ("b", "и", "β", "व"):
        clock = Clock()
        app = app_of("twofit", clock)
        async with app.run_test(size=SIZE) as pilot:
            while app.table.desk.chosen != parse_card("7s"):
                await pilot.press("right")
            await pilot.press("enter")
            assert "7♠ fits two melds" in status(app)
            clock.now_ms += 400
            await pilot.press(key)
            assert app.table.desk.draft.laid == 1 << parse_card("7s"), key


async def test_a_meld_is_picked_with_the_mouse_too() -> None:
    clock = Clock()
    app = app_of("twofit", clock)
    async with app.run_test(size=SIZE) as pilot:
        while app.table.desk.chosen != parse_card("7s"):
            await pilot.press("right")
        await click(pilot, 3, 22)
        clock.now_ms += 400
        await click(pilot, app.table.screen_text.splitlines()[22].index("C This meld"), 22)
        assert app.table.desk.draft.laid == 1 << parse_card("7s")


async def test_typing_chat_reaches_the_chat_and_not_the_game() -> None:
    app = app_of("draw")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("c", *"dtkg")
        assert app.table.situation.view.board is not None
        assert app.table.situation.view.board.phase == "draw"
        await pilot.press("enter")
        assert "You: dtkg" in app.table.screen_text
        assert app.table.has_focus


async def test_while_chat_is_typed_only_what_works_then_is_offered() -> None:
    for size in (SIZE, (40, 12)):
        app = app_of("draw")
        async with app.run_test(size=size) as pilot:
            before = app.table.screen_text
            await pilot.press("c")
            plan = rows(*size)
            assert plan is not None
            lines = app.table.screen_text.splitlines()
            assert lines[plan.keys].split() == ["Enter", "Send", "Esc", "Back"]
            assert app.table.query_one(Input).region.y == (plan.keys + 1 if plan.key_rows > 1 else plan.keys - 1)
            await pilot.press("escape")
            assert app.table.screen_text == before


async def test_chat_is_sent_and_left_with_the_mouse_too() -> None:
    app = app_of("draw")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("c", *"hi")
        await click(pilot, 20, 22)
        assert not app.table.chatting
        await pilot.press("c")
        await click(pilot, 4, 22)
        await pilot.pause()
        assert "You: hi" in app.table.screen_text


async def test_esc_keeps_a_draft_of_the_chat() -> None:
    app = app_of("draw")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("c", *"hi", "escape", "d")
        assert status(app) == "✓ You drew 8♥"
        await pilot.press("c")
        assert app.table.query_one(Input).value == "hi"


async def test_a_line_meant_as_a_command_stays_a_draft_and_is_not_said() -> None:
    app = app_of("draw")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("c", "slash", *"discard", "space", *"kh", "enter")
        assert status(app).startswith("✗ Not sent: a line that begins with / is no chat")
        assert "discard kh" not in app.table.screen_text
        await pilot.press("c")
        assert app.table.query_one(Input).value == "/discard kh"


async def test_the_chat_line_does_not_blink() -> None:
    app = app_of("draw")
    async with app.run_test(size=SIZE):
        assert app.table.query_one(Input).cursor_blink is False


async def test_the_terminal_cursor_follows_the_chosen_card() -> None:
    app = app_of("draw")
    async with app.run_test(size=SIZE) as pilot:
        assert app.cursor_position == (61, 15)
        await pilot.press("home")
        assert app.cursor_position == (3, 15)


async def test_a_resize_keeps_the_chosen_card() -> None:
    app = app_of("draw")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("4")
        for size in ((40, 12), (20, 6), (10, 3), (120, 40), (80, 24)):
            await resize(pilot, *size)
            assert app.table.desk.chosen == parse_card("Jh")
        assert "► YOUR TURN: draw a card" in app.table.screen_text


async def test_a_tick_of_the_clock_repaints_the_bar_alone() -> None:
    app = app_of("draw")
    async with app.run_test(size=SIZE) as pilot:
        table = app.table
        regions: list[Region] = []
        refresh = table.refresh

        def watched(*changed: Region, **options: bool) -> AnyCardTable:
            regions.extend(changed)
            return refresh(*changed, **options)

        table.refresh = watched  # pyright: ignore[reportAttributeAccessIssue] - listens to what is repainted
        clock = table.situation.clock
        assert clock is not None
        table.show(replace(table.situation, clock=replace(clock, left_s=41)))
        await pilot.pause()
        assert [region.y for region in regions] == [13]
        assert regions[0].width <= 16


async def test_nothing_new_repaints_nothing() -> None:
    app = app_of("draw")
    async with app.run_test(size=SIZE) as pilot:
        table = app.table
        before = [table.render_line(y) for y in range(24)]
        table.show(table.situation)
        await pilot.pause()
        assert all(table.render_line(y) is before[y] for y in range(24))


async def test_a_move_that_is_not_answered_yet_holds_the_next_one_back() -> None:
    class Silent(StageApp):
        def table_acted(self, action: GameAction) -> None:
            """Never answer."""

    app = Silent("draw", FELT, freeze=True)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("d", "d")
        assert status(app) == "✗ Still sending your draw."
        app.table.refuse(refuse("pile_empty"))
        assert status(app) == "✗ There is no discard to take: D draws from the stock."


async def test_a_changed_table_withdraws_a_question() -> None:
    app = app_of("knockable")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("k")
        app.table.show(SCENES["opponent"]().situation)
        assert app.table.desk.question is None


async def test_the_mouse_wheel_scrolls_the_log() -> None:
    app = app_of("draw")
    async with app.run_test(size=SIZE) as pilot:
        assert "Hand 3. Mira deals." not in app.table.screen_text
        for _ in range(5):
            await pilot._post_mouse_events(  # pyright: ignore[reportPrivateUsage] - the pilot has no wheel
                [MouseScrollUp], GinTable, offset=(60, 5)
            )
        assert "Hand 3. Mira deals." in app.table.screen_text


async def test_the_palette_can_be_changed_while_the_table_is_open() -> None:
    app = app_of("draw")
    async with app.run_test(size=SIZE) as pilot:
        app.table.paint_with(ASCII)
        await pilot.pause()
        assert app.table.screen_text.isascii()
        assert re.search(r"\|4S \|", app.table.screen_text)
