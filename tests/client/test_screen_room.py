"""The room: a table of the server on the card table, its menu, its talk, lost links and people who are gone."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace
from textual.pilot import Pilot

from tests.support.deals import deck_for
from tests.support.house import AT_MS, ME, MIRA, HouseTable, to_draw, watched
from tests.support.pretend import ELENI, Pretence, row
from tests.support.windows import resize
from upcard_client.app import UpcardApp
from upcard_client.cardtable.arrangement import Order
from upcard_client.screens.connect import ConnectScreen
from upcard_client.screens.lobby import LobbyScreen
from upcard_client.screens.menu import MenuScreen
from upcard_client.screens.reader import ReaderScreen
from upcard_client.screens.room import RoomScreen
from upcard_client.settings import Settings
from upcard_client.widgets.sizes import rows
from upcard_protocol import table as tables
from upcard_protocol.rules.cards import parse_card
from upcard_protocol.rules.game import Forfeit, ForfeitMatch
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.wire.pushes import ChatLine, Clock, Notice, PersonChanged, TableChanged
from upcard_protocol.wire.replies import Acted, ActRefused, PersonRow, Seated
from upcard_protocol.wire.requests import AddBot, Chat, GiveUp, Ready, RemoveBot, Resume, TakeSeat, Unwatch, Watch

DECK = deck_for("4s 5s 6s Jh Jd Jc Ad 2c 9h Kc", "Qd 9d 8c 8d Th 6h 6c 4c 3d Ts", "7c", "8h 2h")


class Room:
    """A room on the screen, with the server's table behind it."""

    def __init__(self, pretence: Pretence, house: HouseTable, pilot: Pilot[None]) -> None:
        self.pretence, self.house, self.pilot = pretence, house, pilot
        self.link = pretence.link

    async def press(self, *keys: str) -> str:
        await self.pilot.press(*keys)
        return self.text

    @property
    def text(self) -> str:
        return self.pretence.text

    @property
    def status(self) -> str:
        return self.text.splitlines()[14].strip()

    @property
    def bar(self) -> str:
        return self.text.splitlines()[13].strip()

    async def hear(self, *messages: Struct) -> None:
        self.link.hear(*messages)
        await self.pilot.pause()

    def let_seconds_pass(self) -> None:
        """Move what counts seconds, as the app does every second."""
        screen = self.pretence.app.screen
        assert isinstance(screen, RoomScreen)
        screen.tick()


@asynccontextmanager
async def room(
    home: Path, house: HouseTable, size: tuple[int, int] = (80, 24), settings: Settings | None = None
) -> AsyncGenerator[Room]:
    """Open a room at a table as its viewer sees it."""
    pretence = Pretence(home, settings=settings)
    async with pretence.app.run_test(size=size) as pilot:
        await pilot.pause()
        pretence.link.let_in()
        pretence.link.hear(house.snapshot())
        await pilot.pause()
        yield Room(pretence, house, pilot)


def alone() -> HouseTable:
    house = HouseTable()
    house.seat(ME, "Eleni")
    return house


def dealt() -> HouseTable:
    house = HouseTable()
    house.begin(DECK)
    return house


def decision_of(house: HouseTable, seat: int) -> int:
    match = tables.view(house.table, seat).match
    assert match is not None
    return match.decision


def drawing() -> HouseTable:
    house = dealt()
    to_draw(house)
    return house


# ---- before the match


async def test_a_table_waits_for_players_and_b_adds_a_bot(tmp_path: Path) -> None:
    async with room(tmp_path, alone()) as here:
        assert "Waiting for somebody to sit down" in here.bar
        await here.press("b")
        assert here.link.asked == [AddBot(0, 7)]
        here.link.answer(Seated(7, 1))
        await here.hear(*here.house.seat(MIRA, "Blaise (bot)", bot=True))
        assert "READY? Enter when you are ready" in here.bar
        await here.press("b")
        assert here.status == "✗ Every seat is taken."
        await here.press("enter")
        assert here.link.asked[-1] == Ready(0, 7)


async def test_who_is_ready_is_said(tmp_path: Path) -> None:
    house = alone()
    house.seat(MIRA, "Mira")
    async with room(tmp_path, house) as here:
        assert "Mira  not ready yet" in here.text
        await here.hear(*house.do(tables.GetReady(MIRA)))
        assert "Mira  ready" in here.text


async def test_the_menu_can_add_a_bot_and_send_it_away(tmp_path: Path) -> None:
    async with room(tmp_path, alone()) as here:
        assert "  Add a computer player                     B" in await here.press("escape")
        await here.press("down", "enter")
        assert here.link.asked == [AddBot(0, 7)]
        await here.hear(*here.house.seat(MIRA, "Blaise (bot)", bot=True))
        await here.press("escape", "down", "enter")
        assert here.link.asked[-1] == RemoveBot(0, 7, MIRA)


# ---- the match


async def test_a_key_sends_a_move_and_the_events_are_drawn(tmp_path: Path) -> None:
    house = drawing()
    async with room(tmp_path, house) as here:
        await here.press("d")
        assert here.link.moves == [act.DRAW_STOCK]
        assert here.link.pending(7).cseq == 1
        await here.press("space")
        assert here.status == "✗ Still sending your draw."
        await here.hear(Acted(7, 1, house.n + 1), *house.do(act.DRAW_STOCK, ME))
        assert here.status == "✓ You drew 8♥"
        assert "YOUR TURN: discard a card" in here.bar


async def test_a_slow_answer_is_waited_for_in_words(tmp_path: Path) -> None:
    async with room(tmp_path, drawing()) as here:
        await here.press("d")
        await here.pilot.pause(0.4)
        assert here.status == "Sending..."


async def test_a_refused_move_is_said_and_may_be_made_again(tmp_path: Path) -> None:
    async with room(tmp_path, drawing()) as here:
        await here.press("d")
        await here.hear(ActRefused(7, 1, "not_your_turn", {"seat": 1}))
        assert here.status == "✗ Not your turn yet: Mira is playing."
        await here.press("d")
        await here.hear(ActRefused(7, 1, "stale_decision"))
        assert here.status == "✗ The table changed just before your key. Nothing was done."
        await here.press("d")
        await here.hear(ActRefused(7, 1, "storage"))
        assert here.status.startswith("✗ The server cannot write to its disk")
        assert here.link.moves == [act.DRAW_STOCK] * 3


async def test_giving_up_is_asked_with_its_price(tmp_path: Path) -> None:
    house = drawing()
    house.do(act.DRAW_STOCK, ME)
    house.do(act.Discard(parse_card("8h")), ME)
    house.do(act.DRAW_STOCK, MIRA)
    async with room(tmp_path, house) as here:
        await here.hear(*house.do(tables.Leave(MIRA)))
        assert "Mira left" in here.text
        await here.press("escape")
        assert "Give up this hand" in here.text
        await here.press("down", "down", "down", "down", "down", "enter")
        assert "25 points for gin" in here.text
        await here.pilot.pause(0.35)
        await here.press("enter")
        assert here.link.asked == [GiveUp(0, 7)]


@pytest.mark.parametrize(("me", "offered"), [(0, False), (1, True), (2, True)])
async def test_giving_up_is_offered_to_nobody_who_sits_the_hand_out(me: int, offered: bool, tmp_path: Path) -> None:
    house = HouseTable(viewer=me)
    house.table = tables.new_table(tables.TableOptions(), Options(format="sit_out"), 3)
    house.seat(2, "Ravi", bot=True)
    house.begin(DECK, dealer=0)
    async with room(tmp_path, house) as here:
        await here.press("escape")
        assert "Rules of this table" in here.text
        assert ("Give up this hand" in here.text) == offered


async def test_the_next_hand_is_counted_down(tmp_path: Path) -> None:
    house = drawing()
    house.do(Forfeit(ME))
    async with room(tmp_path, house) as here:
        assert "Hand 1: you gave up, Mira won" in here.text
        here.pretence.now_ms = AT_MS + 1000 * house.n + 5000
        here.let_seconds_pass()
        assert "or in 0:15." in here.text
        await here.pilot.pause(0.35)
        await here.press("enter")
        assert here.link.moves == [act.READY]


async def test_a_hand_that_somebody_forfeits_by_being_away_does_not_read_as_given_up(tmp_path: Path) -> None:
    house = drawing()
    async with room(tmp_path, house) as here:
        await here.hear(*house.do(Forfeit(MIRA, "dropped")))
        assert "Hand 1: Mira lost the link, you won" in here.text
        assert "gave up" not in here.text


async def test_at_zero_the_status_line_says_what_the_server_did_until_the_next_key(tmp_path: Path) -> None:
    house = drawing()
    house.do(act.DRAW_STOCK, ME)
    drawn = parse_card("8h")
    async with room(tmp_path, house) as here:
        await here.hear(*house.do(tables.TimeOut(ME, decision_of(house, ME), act.DISCARDS[drawn])))
        assert here.status == "Time is up: the server discarded the card you drew, 8♥."
        await here.hear(*house.do(act.DRAW_STOCK, MIRA))
        assert here.status == "Time is up: the server discarded the card you drew, 8♥.", "although play went on"
        await here.press("left")
        assert "Time is up" not in here.status


async def test_who_lets_the_time_run_out_for_somebody_else_is_only_in_the_log(tmp_path: Path) -> None:
    house = drawing()
    house.do(act.DRAW_STOCK, ME)
    house.do(act.DISCARDS[parse_card("8h")], ME)
    async with room(tmp_path, house) as here:
        await here.hear(*house.do(tables.TimeOut(MIRA, decision_of(house, MIRA), act.DRAW_STOCK)))
        assert here.status == ""
        assert "Mira ran out of time" in here.text


# ---- talk


async def test_chat_goes_to_the_table_and_no_letter_to_the_game(tmp_path: Path) -> None:
    async with room(tmp_path, drawing()) as here:
        await here.press("c", *"dtkg", "enter")
        assert here.link.moves == []
        assert here.link.asked == [Chat(0, 7, "dtkg")]
        await here.hear(
            ChatLine(table=7, user=ELENI, name="Eleni", text="dtkg", at_ms=AT_MS),
            ChatLine(table=7, user=2, name="Mira", text="[red]x[/red]", at_ms=AT_MS),
        )
        assert "You: dtkg" in here.text
        assert "Mira: [red]x[/red]" in here.text


async def test_a_turn_that_starts_while_chatting_keeps_the_draft(tmp_path: Path) -> None:
    house = drawing()
    house.do(act.DRAW_STOCK, ME)
    house.do(act.Discard(parse_card("8h")), ME)
    async with room(tmp_path, house) as here:
        await here.press("c", *"well d")
        events = house.do(act.DRAW_STOCK, MIRA)
        await here.hear(*events, *house.do(act.Discard(parse_card("Ts")), MIRA))
        assert "YOUR TURN: draw" in here.bar
        await here.press("o", "enter")
        assert here.link.asked == [Chat(0, 7, "well do")]


def beforehand() -> HouseTable:
    """Return a table at which Mira plays, and the viewer comes next."""
    house = drawing()
    house.do(act.DRAW_STOCK, ME)
    house.do(act.Discard(parse_card("8h")), ME)
    return house


def miras_turn(house: HouseTable) -> tuple[Struct, ...]:
    """Play Mira's turn, and return what the viewer hears of it."""
    return (*house.do(act.DRAW_STOCK, MIRA), *house.do(act.Discard(parse_card("Ts")), MIRA))


@pytest.mark.parametrize("rings", [True, False])
async def test_the_bell_rings_and_the_title_says_so_when_it_is_ones_turn(
    rings: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def entitle(_app: UpcardApp, title: str) -> None:
        done.append(title)

    def ring(_app: UpcardApp) -> None:
        done.append("bell")

    monkeypatch.setattr(UpcardApp, "ring", ring)
    monkeypatch.setattr(UpcardApp, "entitle", entitle)
    house = beforehand()
    async with room(tmp_path, house, settings=Settings(name="Eleni", bell_turn=rings)) as here:
        assert done[-1] == "Gin rummy"
        done.clear()
        await here.hear(*miras_turn(house))
        assert "bell" in done if rings else "bell" not in done
        assert done[-1] == "● Your turn – Gin rummy"
        done.clear()
        await here.hear(ChatLine(table=7, user=2, name="Mira", text="your turn", at_ms=AT_MS))
        assert "bell" not in done, "once is enough, and chat is silent unless one wants it"


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[UpcardApp]:
    """What rang, each time that it did."""
    rung: list[UpcardApp] = []

    def ring(app: UpcardApp) -> None:
        rung.append(app)

    monkeypatch.setattr(UpcardApp, "ring", ring)
    return rung


async def test_a_table_that_opens_while_it_is_ones_turn_rings_once(tmp_path: Path, rung: list[UpcardApp]) -> None:
    house = beforehand()
    miras_turn(house)
    async with room(tmp_path, house) as here:
        assert "YOUR TURN" in here.bar
        assert len(rung) == 1


async def test_the_bell_rings_when_somebody_else_says_something_if_one_wants_it(
    tmp_path: Path, rung: list[UpcardApp]
) -> None:
    async with room(tmp_path, beforehand(), settings=Settings(name="Eleni", bell_chat=True)) as here:
        await here.hear(ChatLine(table=7, user=ELENI, name="Eleni", text="hello", at_ms=AT_MS))
        assert rung == []
        await here.hear(ChatLine(table=7, user=2, name="Mira", text="hello", at_ms=AT_MS))
        assert len(rung) == 1


async def test_a_hand_is_sorted_and_counted_as_the_settings_have_it(tmp_path: Path) -> None:
    async with room(tmp_path, drawing(), settings=Settings(name="Eleni", sort="rank", deadwood=False)) as here:
        assert "deadwood" not in here.text
        screen = here.pretence.app.screen
        assert isinstance(screen, RoomScreen)
        assert screen.card_table.desk.order is Order.RANK
        here.pretence.app.keep(lambda known: replace(known, sort="suit", deadwood=True))
        await here.pilot.pause()
        assert screen.card_table.desk.order is Order.SUIT
        assert "deadwood" in here.text


async def test_the_hand_in_words_goes_into_the_log(tmp_path: Path) -> None:
    async with room(tmp_path, drawing()) as here:
        await here.press("i", "l")
        assert "Your hand. Run 4 5 6 of spades." in here.text


# ---- who is here


async def test_somebody_who_loses_the_link_is_said_to_with_the_time_left(tmp_path: Path) -> None:
    house = drawing()
    async with room(tmp_path, house) as here:
        house.clocks = (Clock(MIRA, 0, 0, kept_ms=120_000),)
        await here.hear(*house.do(tables.Drop(MIRA)))
        assert here.status == "Mira lost the link. The seat is kept for 2:00; then the computer plays on."
        here.pretence.now_ms = AT_MS + 1000 * house.n + 14_000
        here.let_seconds_pass()
        assert "away 2:00" in here.text
        here.pretence.now_ms += 2000
        here.let_seconds_pass()
        assert "away 1:45" in here.text
        house.clocks = ()
        await here.hear(*house.do(tables.StandIn(MIRA)))
        assert "away, computer plays" in here.text
        await here.hear(*house.do(tables.Return(MIRA)))
        assert here.status == "Mira is back."
        await here.hear(*house.do(tables.Leave(MIRA)))
        assert here.status == "Mira left the table."


async def test_a_lost_link_is_counted_down_and_nothing_is_sent(tmp_path: Path) -> None:
    house = drawing()
    async with room(tmp_path, house) as here:
        here.link.lose(attempt=1)
        await here.pilot.pause()
        assert "! CONNECTION LOST: trying again in 3 s (attempt 1)" in here.bar
        assert "seat kept 2:00" in here.bar
        assert "Link lost " in here.text
        here.pretence.now_ms += 2000
        here.let_seconds_pass()
        assert "trying again in 1 s" in here.bar
        await here.press("d")
        assert here.link.moves == []
        assert here.status == "✗ Not sent: no link. Trying again in 1 s."
        await here.press("r")
        assert here.link.retried == 1
        here.link.let_in()
        await here.pilot.pause()
        here.link.answer()
        await here.pilot.pause()
        assert here.status == "✓ Back at the table."
        assert "YOUR TURN: draw" in here.bar


async def test_a_seat_that_is_ones_own_all_the_while_is_not_given_back(tmp_path: Path) -> None:
    house = drawing()
    async with room(tmp_path, house) as here:
        here.link.lose(attempt=1)
        here.link.let_in()
        await here.pilot.pause()
        here.link.answer()
        await here.pilot.pause()
        await here.hear(*house.do(tables.Drop(ME)))
        await here.hear(*house.do(tables.Return(ME)))
        assert here.status == "✓ Back at the table."


async def test_without_a_link_the_menu_can_leave_the_server(tmp_path: Path) -> None:
    async with room(tmp_path, alone()) as here:
        here.link.lose()
        await here.press("escape")
        assert "Try the link now" in here.text
        await here.press("escape", "b")
        assert here.status == "✗ Not sent: no link. Trying again in 3 s."


async def test_the_server_says_when_it_goes_down(tmp_path: Path) -> None:
    async with room(tmp_path, drawing()) as here:
        await here.hear(Notice(code="going_down", values={"seconds": 10}, at_ms=AT_MS))
        assert here.status.startswith("The server goes down in 10 seconds")


async def test_whoever_watches_has_no_seat_that_is_kept(tmp_path: Path) -> None:
    async with room(tmp_path, watched(drawing())) as here:
        here.link.lose(attempt=1)
        await here.pilot.pause()
        assert "! CONNECTION LOST: trying again in 3 s (attempt 1)" in here.bar
        assert "seat kept" not in here.text


# ---- menu, rules, watching


async def test_the_menu_is_above_the_turn_bar_and_opens_rules_and_score(tmp_path: Path) -> None:
    async with room(tmp_path, drawing()) as here:
        await here.press("escape")
        screen = here.pretence.app.screen
        assert isinstance(screen, MenuScreen)
        assert screen.surface.region.bottom <= 13  # the bar with the clock stays in sight
        await here.press("down", "enter")
        assert isinstance(here.pretence.app.screen, ReaderScreen)
        await here.press("escape", "escape", "o")
        assert "Score sheet · Gin to 100" in here.text


async def test_f3_shows_the_rules_of_the_table(tmp_path: Path) -> None:
    async with room(tmp_path, drawing()) as here:
        assert "Rules of this table: gin rummy to 100" in await here.press("f3")


async def test_a_spectator_sees_no_hand_and_sits_down_where_a_seat_is_free(tmp_path: Path) -> None:
    house = drawing()
    async with room(tmp_path, watched(house)) as here:
        assert "Watching · Kitchen table" in here.text
        assert not any(card in here.text for card in ("4♠", "K♣", "9♥"))
        await here.press("j")
        assert here.status == "✗ Every seat is taken. One whose player has left for good can be asked for."
        assert here.link.asked == []
    async with room(tmp_path, watched(alone())) as here:
        await here.press("j")
        assert here.link.asked == [TakeSeat(0, 7)]
        here.link.refuse("guest")
        await here.pilot.pause()
        assert isinstance(here.pretence.app.screen, RoomScreen)
        assert here.status.startswith("✗ A guest can only watch")


async def test_a_spectator_goes_on_to_the_next_table(tmp_path: Path) -> None:
    async with room(tmp_path, watched(drawing())) as here:
        await here.press("n")
        assert here.status == "There is no other table to watch."
        await here.hear(TableChanged(row(9, "Lunch break", "Ann", "Bob", state="playing", hand=1)))
        await here.press("n")
        assert here.link.asked == [Unwatch(0, 7), Watch(0, 9)]
        here.link.answer()
        await here.pilot.pause()
        assert isinstance(here.pretence.app.screen, LobbyScreen)


async def test_a_match_that_is_over_asks_for_another(tmp_path: Path) -> None:
    house = drawing()
    house.do(act.DRAW_STOCK, ME)
    house.do(Forfeit(MIRA))
    house.do(ForfeitMatch(MIRA))
    async with room(tmp_path, house) as here:
        assert "The match is over: Mira left" in here.text
        await here.pilot.pause(0.35)
        await here.press("enter")
        assert here.link.asked == [Ready(0, 7)]


async def test_whoever_left_has_lost_the_match_and_whoever_sits_down_next_has_not(tmp_path: Path) -> None:
    house = drawing()
    house.do(act.DRAW_STOCK, ME)
    house.do(Forfeit(MIRA))
    house.do(ForfeitMatch(MIRA))
    async with room(tmp_path, house) as here:
        await here.hear(*house.do(tables.Leave(MIRA)))
        assert "Mira left" in here.text
        assert "free" not in here.text
        await here.hear(*house.do(tables.Sit(MIRA, "Zoe")))
        assert "Zoe" in here.text
        assert "Mira" not in here.text.split("Log")[0]
        assert "The match is over" not in here.text


async def test_a_key_printed_in_the_menu_does_its_line(tmp_path: Path) -> None:
    house = HouseTable()
    house.seat(ME, "Eleni")
    async with room(tmp_path, house) as at:
        text = await at.press("escape")
        assert "Add a computer player" in text
        await at.press("b")
        assert isinstance(at.link.asked[-1], AddBot)
        assert isinstance(at.pretence.app.screen, RoomScreen)


async def test_the_menu_answers_keys_that_do_nothing_in_it_and_says_that_the_clock_runs(tmp_path: Path) -> None:
    house = drawing()
    house.clocks = (Clock(ME, 60_000, 120_000, runs=True),)
    async with room(tmp_path, house) as at:
        below = at.pretence.app.screen
        assert isinstance(below, RoomScreen)
        await at.press("escape")
        assert "The clock runs while the menu is open." in below.screen_text
        for key, answer in (("d", "D does nothing here"), ("b", "B does nothing here"), ("ctrl+c", "Ctrl+Q quits.")):
            assert answer in await at.press(key)
        assert "The clock runs" not in await at.press("escape")


@pytest.mark.parametrize("size", [(100, 30), (80, 24), (60, 20), (60, 18), (46, 20), (40, 12)])
async def test_no_menu_and_no_question_covers_the_turn_bar_and_the_clock(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    plan = rows(*size)
    assert plan is not None
    async with room(tmp_path, drawing(), size=size) as at:
        await at.press("escape")
        for keys in (), ("up",), ("enter",):
            await at.press(*keys)
            menu = at.pretence.app.screen
            assert isinstance(menu, MenuScreen)
            box = menu.surface.region
            assert box.bottom <= plan.bar or plan.bar < box.y
            assert box.bottom <= size[1]
            assert box.height == len(at.text.splitlines())
        assert "Enter Quit" in at.text


async def test_the_menu_shows_the_chosen_line_where_not_all_have_room(tmp_path: Path) -> None:
    async with room(tmp_path, dealt(), size=(40, 12)) as at:
        assert "1-6 of " in await at.press("escape")
        for _ in range(7):
            await at.press("down")
        assert "► Quit" in at.text


async def test_a_window_that_is_too_small_says_whose_turn_it_is_while_a_menu_is_open(tmp_path: Path) -> None:
    async with room(tmp_path, drawing(), size=(40, 12)) as at:
        below = at.pretence.app.screen
        assert isinstance(below, RoomScreen)
        await at.press("escape")
        await resize(at.pilot, 20, 6)
        menu = at.pretence.app.screen
        assert isinstance(menu, MenuScreen)
        assert not menu.surface.display
        assert "YOUR TURN" in below.screen_text
        await resize(at.pilot, 40, 12)
        assert menu.surface.display


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_every_page_over_the_table_says_that_it_is_ones_turn_and_how_long(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    house = dealt()
    house.clocks = (Clock(ME, 60_000, 120_000, runs=True),)
    async with room(tmp_path, house, size=size) as at:
        for page in ("f1", "f2", "f3"):
            text = await at.press(page)
            assert text.splitlines()[0].endswith("► YOUR TURN: take or pass 1:00")
            await resize(at.pilot, 20, 6)
            assert " ".join(at.text.split()) == "YOUR TURN: take or pass 1:00 Make the window 40x12 or larger."
            await resize(at.pilot, *size)
            await at.press("escape")
        assert (await at.press("o")).splitlines()[0].endswith("► YOUR TURN: take or pass 1:00")


async def test_a_page_over_the_table_says_nothing_of_the_turns_of_others(tmp_path: Path) -> None:
    async with room(tmp_path, drawing(), size=(40, 12)) as at:
        assert "►" in (await at.press("f1")).splitlines()[0]
        await at.hear(*at.house.do(act.DRAW_STOCK, ME), *at.house.do(act.Discard(parse_card("Kc")), ME))
        assert "►" not in at.text.splitlines()[0]
        at.link.lose()
        await at.pilot.pause()
        assert "NO LINK" in at.text.splitlines()[0]


async def test_help_and_rules_answer_keys_that_do_nothing_in_them(tmp_path: Path) -> None:
    async with room(tmp_path, dealt()) as at:
        for page in ("f1", "f3"):
            await at.press(page)
            assert "X does nothing here" in await at.press("x")
            await at.press("escape")


async def test_the_price_of_leaving_stands_in_the_menu_of_a_small_window(tmp_path: Path) -> None:
    async with room(tmp_path, dealt(), size=(60, 20)) as at:
        assert "Your seat is kept for 2:00" in await at.press("escape")


async def test_escape_leads_away_from_a_server_that_never_answers(tmp_path: Path) -> None:
    async with room(tmp_path, watched(drawing())) as here:
        await here.press("escape")
        await here.press("escape")
        assert here.status == "Leaving: waiting for the server to answer."
        assert len(here.link.asked) == 1
        here.pretence.now_ms += 2_000
        await here.press("escape")
        assert here.link.closed
        assert isinstance(here.pretence.app.screen, ConnectScreen)


async def test_the_menu_of_a_table_mutes_at_once_and_asks_before_it_blocks(tmp_path: Path) -> None:
    async with room(tmp_path, dealt()) as here:
        await here.press("escape")
        assert "Mute or block" not in here.text, "nobody else is known to be here"
        await here.press("escape")
        await here.hear(PersonChanged(PersonRow(2, "Mira", False, 7)))
        to_the_others = ("escape", "down", "down", "down", "down", "enter")
        assert "Block Mira" in await here.press(*to_the_others)
        await here.press("enter")
        assert here.link.model.muted == {2}
        assert "Hear Mira again" in await here.press(*to_the_others)
        assert "they cannot sit down where you sit" in await here.press("down", "enter")
        assert here.link.model.blocked == frozenset(), "not before the answer"


# ---- the computer plays for the viewer


async def test_who_let_the_computer_play_is_told_so_and_takes_the_seat_back_with_enter(tmp_path: Path) -> None:
    house = drawing()
    async with room(tmp_path, house) as here:
        await here.hear(*house.do(tables.StandIn(ME)))
        await here.hear(*house.do(act.DRAW_STOCK, ME))
        assert here.bar.endswith("THE COMPUTER PLAYS FOR YOU")
        assert here.status == "? The computer plays for you. Enter takes your seat back."
        assert "The computer drew 8♥" in here.text
        assert "You drew" not in here.text
        await here.press("enter")
        assert here.link.asked == [Resume(0, 7, house.n)]
        await here.hear(*house.do(tables.Return(ME)))
        assert here.bar == "► YOUR TURN: discard a card"
        assert "You have your seat back." in here.status


async def test_enter_on_a_result_is_ready_and_so_takes_the_seat_back(tmp_path: Path) -> None:
    house = drawing()
    async with room(tmp_path, house) as here:
        await here.hear(*house.do(tables.StandIn(ME)), *house.do(Forfeit(MIRA)))
        await here.press("enter")
        assert (here.link.moves, here.link.asked) == ([act.READY], [])
