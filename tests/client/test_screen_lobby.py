"""The lobby: tables, people, talk, and what each key asks the server for."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec.structs import replace
from textual.pilot import Pilot

from tests.support.house import AT_MS
from tests.support.pretend import ELENI, Pretence, row
from upcard_client.screens.lobby import LobbyScreen
from upcard_client.screens.newtable import NewTableScreen
from upcard_client.screens.reader import ReaderScreen
from upcard_client.screens.surface import Surface
from upcard_protocol.wire.pushes import ChatLine, Notice, PersonChanged, PersonGone, TableChanged, TableGone
from upcard_protocol.wire.replies import PersonRow
from upcard_protocol.wire.requests import AddBot, Chat, NewTable, TakeSeat, Watch

KITCHEN = row(7, "Kitchen table", "Mira")
LUNCH = row(8, "Lunch break", "Ann", "Bob", state="playing", hand=3)
SECRET = row(9, "Back room", "Zoe", private=True)


@asynccontextmanager
async def lobby(home: Path, size: tuple[int, int] = (80, 24)) -> AsyncGenerator[tuple[Pretence, Pilot[None]]]:
    """Open a lobby with three tables."""
    pretence = Pretence(home)
    async with pretence.app.run_test(size=size) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(*(TableChanged(each) for each in (KITCHEN, LUNCH, SECRET)))
        pretence.link.answer_looks()
        await pilot.pause()
        yield pretence, pilot


async def test_the_chosen_table_is_described_by_its_rules(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        assert "►  Kitchen table        Gin 100    1/2    waiting" in pretence.text
        assert "   Gin rummy to 100 · knock at 10 · gin 25 · big gin" in pretence.text
        assert "   Seats: Mira, free" in pretence.text
        await pilot.press("down")
        pretence.link.answer_looks()
        await pilot.pause()
        assert "►  Lunch break          Gin 100    2/2    hand 3" in pretence.text
        assert "   Seats: Ann, Bob" in pretence.text
        assert "Enter Watch" in pretence.text  # a full table can only be watched


async def test_a_guest_is_told_once_and_what_a_guest_can_do(tmp_path: Path) -> None:
    for remark, said in (
        ("", "✓ Connected to Kitchen Pi as a guest, who can watch. W watches the chosen table."),
        (
            "Eleni plays in another terminal: here you are a guest, who can watch.",
            "✓ Eleni plays in another terminal:",
        ),
    ):
        pretence = Pretence(tmp_path)
        async with pretence.app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            pretence.link.let_in(name="guest-7k3m", guest=True, remark=remark)
            await pilot.pause()
            words = " ".join(pretence.text.split())
            assert said in words
            assert words.count("guest, who can watch.") == 1
            assert "W watches the chosen table." in words


async def test_a_guest_is_offered_what_a_guest_can_do_and_told_so_of_the_rest(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path)
    async with pretence.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        pretence.link.let_in(name="guest-7k3m", guest=True)
        pretence.link.hear(TableChanged(row(7, "Kitchen table", "Mira")))
        await pilot.pause()
        assert "Enter Watch" in pretence.text
        for key in "nqb":
            await pilot.press("x", key)
            assert "A guest can only watch" in pretence.text, key
        assert pretence.link.asked == []
        await pilot.press("enter")
        assert pretence.link.asked == [Watch(0, 7)] or isinstance(pretence.link.asked[0], Watch)


async def test_where_there_is_no_room_for_chat_what_is_said_stands_in_the_status_line(tmp_path: Path) -> None:
    for size, last_row in (((40, 12), 9), ((60, 20), None), ((80, 24), None)):
        async with lobby(tmp_path, size) as (pretence, pilot):
            pretence.link.hear(ChatLine(table=None, user=3, name="Ravi", text="anyone for gin?", at_ms=AT_MS))
            await pilot.pause()
            lines = pretence.text.splitlines()
            assert sum("anyone for gin?" in line for line in lines) == 1
            if last_row is not None:
                assert lines[last_row] == "Ravi: anyone for gin?"


async def test_rows_do_not_move_under_the_cursor(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        await pilot.press("down")
        pretence.link.hear(TableChanged(row(3, "An older table", "Ann")), TableGone(7))
        await pilot.pause()
        assert "►  Lunch break" in pretence.text


async def test_enter_sits_down_watches_a_full_table_and_asks_for_a_code(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        await pilot.press("enter")
        assert pretence.link.asked[-1] == TakeSeat(0, 7)
        await pilot.press("down", "enter")
        assert pretence.link.asked[-1] == Watch(0, 8)
        await pilot.press("down", "enter")
        assert len(pretence.link.asked) == 2
        await pilot.press(*"wqn7", "enter")
        assert pretence.link.asked[-1] == TakeSeat(0, 9, code="wqn7")


async def test_a_refusal_is_said_in_words(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        await pilot.press("enter")
        pretence.link.refuse("table_full")
        await pilot.pause()
        assert "✗ Every seat at this table is taken: watch it, or choose another." in pretence.text
        await pilot.press("up")
        assert "✗" not in pretence.text


async def test_a_seat_of_ones_own_is_gone_back_to(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        await pilot.press("j")
        assert "✗ No seat is held for you here." in pretence.text
        pretence.link.hear(TableChanged(row(8, "Lunch break", "Ann", "Eleni", state="playing", hand=3)))
        await pilot.press("j")
        assert pretence.link.asked[-1] == TakeSeat(0, 8)


async def test_a_quick_game_sits_down_where_somebody_waits_or_opens_a_table(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        await pilot.press("q")
        assert pretence.link.asked[-1] == TakeSeat(0, 7)
        pretence.link.hear(TableGone(7))
        await pilot.press("q")
        opened = pretence.link.asked[-1]
        assert isinstance(opened, NewTable)
        assert (opened.options.name, opened.bots) == ("Eleni's table", 0)


async def test_a_bot_is_added_where_a_seat_is_free(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        await pilot.press("b")
        assert pretence.link.asked[-1] == AddBot(0, 7)
        await pilot.press("down", "b")
        assert "✗ Every seat at this table is taken." in pretence.text


async def test_chat_is_typed_on_a_line_of_its_own_and_a_draft_is_kept(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        await pilot.press("c", *"wnb q")
        assert pretence.link.asked == []
        await pilot.press("escape", "c")
        screen = pretence.app.screen
        assert isinstance(screen, LobbyScreen)
        assert screen.entry.value == "wnb q"
        await pilot.press("enter")
        assert pretence.link.asked == [Chat(0, None, "wnb q")]
        await pilot.press("c")
        assert screen.entry.value == ""


async def test_a_line_meant_as_a_command_is_not_said_in_the_lobby(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        await pilot.press("c", "slash", *"help", "enter")
        assert pretence.link.asked == []
        assert "Not sent: a line that begins with /" in pretence.text
        await pilot.press("c")
        screen = pretence.app.screen
        assert isinstance(screen, LobbyScreen)
        assert screen.entry.value == "/help"


async def test_what_people_say_is_never_markup(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        pretence.link.hear(
            ChatLine(table=None, user=3, name="[red]Rob", text="[/] [b]x \x1b[31m", at_ms=AT_MS),
            ChatLine(table=None, user=4, name="Bo", text="[@click=app.quit]x[/]", at_ms=AT_MS),
            ChatLine(table=None, user=4, name="[/", text="[/foo]", at_ms=AT_MS),
            ChatLine(table=None, user=ELENI, name="Eleni", text="hi", at_ms=AT_MS),
            PersonChanged(PersonRow(user=3, name="[red]Rob", guest=False)),
        )
        await pilot.pause()
        assert "[red]Rob: [/] [b]x" in pretence.text
        assert "  [@click=app.quit]x[/]" in pretence.text
        assert "[/: [/foo]" in pretence.text
        assert "You: hi" in pretence.text
        assert "\x1b" not in pretence.text


async def test_people_come_and_go(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        pretence.link.hear(PersonChanged(PersonRow(user=2, name="Mira", guest=False, table=7)))
        await pilot.pause()
        assert "Kitchen Pi · 2 people" in pretence.text
        assert "Mira         Kitchen ta…" in pretence.text
        pretence.link.hear(PersonGone(2))
        await pilot.pause()
        assert "Kitchen Pi · 1 person" in pretence.text


async def test_a_notice_of_the_server_is_said(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        pretence.link.hear(Notice(code="going_down", values={"seconds": 30}, at_ms=AT_MS))
        await pilot.pause()
        assert "The server goes down in 30 seconds" in pretence.text


async def test_without_a_link_nothing_is_asked_and_the_try_is_counted_down(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        pretence.link.lose()
        await pilot.press("enter")
        assert pretence.link.asked == []
        assert "✗ Not sent: no link. Trying again in 3 s." in pretence.text
        assert "no link" in pretence.text.splitlines()[0]
        pretence.link.let_in()
        await pilot.pause()
        assert "✓ The link is back." in pretence.text


async def test_rules_and_new_table_open_above(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        await pilot.press("f3")
        assert isinstance(pretence.app.screen, ReaderScreen)
        assert "Rules of this table: gin rummy to 100" in pretence.text
        await pilot.press("escape", "n")
        assert isinstance(pretence.app.screen, NewTableScreen)


async def test_a_click_chooses_and_a_second_one_sits_down(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        lines = pretence.text.splitlines()
        lunch = next(place for place, line in enumerate(lines) if "Lunch break" in line)
        await pilot.click(Surface, offset=(10, lunch))
        assert pretence.link.asked == []
        await pilot.click(Surface, offset=(10, lunch))
        assert pretence.link.asked == [Watch(0, 8)]
        await pilot.click(Surface, offset=(lines[22].index("New table"), 22))
        assert isinstance(pretence.app.screen, NewTableScreen)


async def test_a_seat_that_is_kept_is_said_with_its_time_and_its_keys(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        mine = row(8, "Lunch break", "Ann", "Eleni", state="playing", hand=3)
        chairs = (mine.chairs[0], replace(mine.chairs[1], presence="dropped"))
        gone = replace(mine, chairs=chairs, kept_until_ms=(None, pretence.now_ms + 120_000))
        pretence.link.hear(TableChanged(gone))
        await pilot.pause()
        assert "? Your seat at Lunch break is kept for 2:00. J takes you back." in pretence.text
        assert "►  Lunch break" in pretence.text  # nothing was chosen yet
        footer = pretence.text.splitlines()[-2]
        assert footer.split()[:7] == ["Enter", "Back", "to", "your", "seat", "J", "Rejoin"]
        pretence.now_ms += 5_000
        await pilot.press("up")
        assert "is kept for 1:55" in pretence.text
        assert "Back to your seat" not in pretence.text
        await pilot.press("j")
        assert pretence.link.asked[-1] == TakeSeat(rid=0, table=8)
        played_for = replace(gone, chairs=(chairs[0], replace(chairs[1], stand_in=True)), kept_until_ms=())
        pretence.link.hear(TableChanged(played_for))
        await pilot.pause()
        assert "? The computer plays for you at Lunch break. J takes you back." in pretence.text


async def test_while_chat_is_typed_the_footer_shows_what_works_then(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        await pilot.press("c")
        assert pretence.text.splitlines()[-1].split() == ["Enter", "Done", "Esc", "Back"]


async def test_what_an_empty_line_says_is_never_cut(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        await pilot.press("c")
        screen = pretence.app.screen
        assert isinstance(screen, LobbyScreen)
        assert screen.entry.placeholder == "chat, Enter sends, Esc goes back"
        await pilot.resize_terminal(40, 12)
        assert screen.entry.placeholder == ""
        assert "? Chat:" in pretence.text


async def test_tables_are_listed_by_words_and_by_kind_and_escape_lists_all(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        await pilot.press("down", "f", *"lunch", "enter")
        assert "Tables, 1 of 3: “lunch” ──" in pretence.text
        assert "►  Lunch break" in pretence.text
        assert "Kitchen table  " not in pretence.text
        assert "Esc List all" in pretence.text
        await pilot.press("right")
        assert "Tables, 0 of 3: a free seat · “lunch”" in pretence.text
        assert "   No table fits. Esc lists all." in pretence.text
        await pilot.press("enter")
        assert "✗ No table fits. Esc lists all." in pretence.text
        assert pretence.link.asked == []
        await pilot.press("q")
        assert pretence.link.asked == [TakeSeat(0, 7)]
        await pilot.press("escape")
        assert " Tables ──" in pretence.text
        assert "►  Lunch break" in pretence.text
        await pilot.press("f", "escape", "left")
        assert "Tables, 1 of 3: in play ──" in pretence.text


async def test_a_table_that_no_longer_fits_leaves_the_list_and_the_cursor_goes_to_the_next(tmp_path: Path) -> None:
    async with lobby(tmp_path) as (pretence, pilot):
        await pilot.press("right")
        assert "Tables, 2 of 3: a free seat" in pretence.text
        assert "►  Kitchen table" in pretence.text
        pretence.link.hear(TableChanged(row(7, "Kitchen table", "Mira", "Ann")))
        await pilot.pause()
        assert "►  Back room" in pretence.text
        await pilot.press("escape")
        assert "►  Back room" in pretence.text


async def test_a_low_window_lists_tables_where_nobody_talks_and_says_that_there_are_more(tmp_path: Path) -> None:
    async with lobby(tmp_path, (60, 20)) as (pretence, pilot):
        pretence.link.hear(TableChanged(row(10, "Arena", "Ann")))
        await pilot.pause()
        assert all(name in pretence.text for name in ("Kitchen table", "Lunch break", "Back room", "Arena"))
        pretence.link.hear(*(TableChanged(row(number, f"Table {number}", "Ann")) for number in range(11, 31)))
        await pilot.pause()
        assert "↓" in pretence.text
        assert "↑" not in pretence.text
        await pilot.press("up")
        assert "↑" in pretence.text
        assert "↓" not in pretence.text
