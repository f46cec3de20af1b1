"""What the plain client says on request, and of several tables at once."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from msgspec.structs import replace

from tests.support.deals import deck_for
from tests.support.house import AT_MS, ME, MIRA, HouseTable, to_draw
from tests.support.languages import speaking
from tests.support.plain_run import HAND, ROW, Run, dealt
from upcard_client.errands import PlayComputer, Visit
from upcard_client.locale import spoken_language
from upcard_protocol import table as tables
from upcard_protocol.rules.cards import parse_card
from upcard_protocol.rules.game import Forfeit
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY
from upcard_protocol.table import TableOptions
from upcard_protocol.wire.pushes import ChatLine, PersonChanged
from upcard_protocol.wire.replies import Done, PersonRow, Seated
from upcard_protocol.wire.requests import Act, NewTable, TakeSeat


@pytest_asyncio.fixture
async def run(tmp_path: Path) -> AsyncGenerator[Run]:
    """A run that looks around."""
    begun = Run(tmp_path, Visit())
    yield begun
    begun.link.close()
    await asyncio.gather(begun.task, return_exceptions=True)


def second_table() -> HouseTable:
    house = HouseTable(8, name="Rummy night")
    house.begin(deck_for("7h 8h 9h 2s 2d 2c Ks Qd 5c 6c", upcard="3d"))
    return house


async def two_tables(run: Run) -> tuple[HouseTable, HouseTable]:
    """Sit down at two tables; returns both."""
    first, second = dealt(HAND), second_table()
    await run.sit(first)
    await run.tell(second.snapshot())
    return first, second


async def test_of_two_tables_every_line_names_its_own(run: Run) -> None:
    first, second = await two_tables(run)
    said = await run.after(*second.do(act.PASS, ME), *first.do(act.PASS, ME), *first.do(act.PASS, MIRA))
    assert said == [
        "Rummy night: You passed.",
        "Kitchen table: You passed.",
        "Kitchen table: Mira passed.",
        "Kitchen table: Your turn: draw from the stock.",
    ]
    line = ChatLine(table=8, user=2, name="Mira", text="hello", at_ms=AT_MS)
    assert await run.after(line) == ["Rummy night: Mira: hello"]


async def test_of_one_table_no_line_needs_its_name(run: Run) -> None:
    first, second = await two_tables(run)
    await run.tell(*second.do(tables.Close()))
    assert await run.after(*first.do(act.PASS, ME)) == ["You passed."]


async def test_commands_are_about_the_table_one_came_to_last_or_turned_to(run: Run) -> None:
    await two_tables(run)
    assert "Run 7 8 9 of hearts." in run.type("hand")[0]
    said = run.type("table kitchen TABLE")
    assert said[0] == "Table Kitchen table. Gin rummy to 100, knock at 10."
    assert said[-1] == "Your turn: take the 9 of clubs, or pass?"
    assert run.type("hand")[0].startswith("Run 4 5 6 of spades.")
    assert run.type("table 9") == ["You have no table of that name or number here: type sit or watch with it."]
    run.type("pass")
    assert (await run.peer.hear(Act)).table == 7


async def test_one_may_sit_down_at_a_second_table(run: Run) -> None:
    await run.enter(ROW, replace(ROW, table=8, title="Rummy night"))
    await run.tell(dealt(HAND).snapshot())
    run.type("sit 8")
    asked = await run.peer.hear(TakeSeat)
    said = await run.after(Done(asked.rid, Seated(8, 0)), second_table().snapshot())
    assert said[0].startswith("Table Rummy night.")
    assert all(line.startswith("Rummy night: ") for line in said[1:])


# ---- what is said on request


async def test_what_is_asked_of_one_is_said_again(run: Run) -> None:
    await run.enter()
    assert run.type("what") == ["You are in the lobby. Type tables, new or sit TABLE."]
    house = dealt(HAND)
    await run.tell(house.snapshot())
    assert run.type("what") == ["Your turn: take the 9 of clubs, or pass?"]
    await run.play(house, "pass", 1)
    assert run.type("what") == ["Waiting for Mira."]


async def test_who_is_not_ready_yet_is_said(run: Run) -> None:
    house = dealt(HAND)
    house.do(Forfeit(MIRA))
    await run.sit(house)
    assert run.type("what") == ["Type ready for the next hand."]
    await run.play(house, "ready", 1)
    assert run.type("what") == ["Waiting for Mira."]


async def test_what_somebody_asks_is_said_again(run: Run) -> None:
    house = dealt(HAND)
    await run.sit(house)
    await run.tell(*house.do(tables.AskPause(MIRA)))
    assert run.type("what")[0].startswith("Mira asks for a pause")


async def test_at_a_table_that_waits_one_hears_what_it_waits_for(run: Run) -> None:
    house = HouseTable()
    house.seat(ME, "Eleni")
    await run.sit(house)
    assert run.type("what") == ["At the table: You. 1 seat is free: wait for somebody, or type bot."]


async def test_how_a_table_stands_is_said_again(run: Run) -> None:
    await run.enter()
    assert run.type("table") == ["You are not at a table."]
    said = await run.after(dealt(HAND).snapshot())
    assert run.type("table") == said[:-1]


async def test_who_is_on_the_server_is_said_and_where(run: Run) -> None:
    await run.enter(ROW)
    await run.tell(PersonChanged(PersonRow(1, "Eleni", False)), PersonChanged(PersonRow(2, "Mira", False, 7)))
    assert run.type("people") == ["Eleni: lobby (you)", "Mira: Kitchen table"]


async def test_another_language_is_spoken_from_then_on_and_kept(run: Run) -> None:
    await run.enter()
    with speaking("en"):
        assert run.type("language xx") == [
            "Languages: en English, el Ελληνικά, ru Русский, hi हिन्दी, hi_Latn Hindi (Roman)."
        ]
        assert run.type("language HI_latn")[0].endswith("Hindi (Roman).")
        assert (spoken_language(), run.kept_languages) == ("hi_Latn", ["hi_Latn"])


@pytest.mark.parametrize("line", ["table 7", "people", "what", "language"])
async def test_what_only_looks_needs_no_link(run: Run, line: str) -> None:
    await run.sit(dealt(HAND))
    await run.tell(PersonChanged(PersonRow(2, "Mira", False, 7)))
    run.peer.drop()
    await run.settled()
    assert run.type(line)
    assert not any("no link" in said for said in run.type(line))


# ---- what somebody hears who comes, or comes back, in the middle


async def test_who_comes_back_to_lay_off_hears_the_knockers_melds_and_what_fits(run: Run) -> None:
    house = dealt("8d 9d Td Qs Qh Qc 3c 7s Kd Kc", "8h Ah", "4s 5s 6s 8s 9s Ts 3h 3d 3s 9h")
    to_draw(house)
    house.do(act.DRAW_STOCK, ME)
    house.do(act.Discard(parse_card("8h")), ME)
    house.do(act.DRAW_STOCK, MIRA)
    house.do(act.Knock(parse_card("9h")), MIRA)
    await run.sit(house)
    assert any(line.startswith("Mira's melds: 1, ") for line in run.said)
    assert "7 of spades fits meld " in run.said[-1]
    assert "3 of clubs fits meld " in run.said[-1]


async def test_where_a_table_gives_no_help_nothing_is_said_of_what_fits(run: Run) -> None:
    house = HouseTable(options=TableOptions(name="Kitchen table", deadwood_help=False))
    house.begin(deck_for("8d 9d Td Qs Qh Qc 3c 7s Kd Kc", "4s 5s 6s 8s 9s Ts 3h 3d 3s 9h", "9c", "8h Ah"))
    to_draw(house)
    house.do(act.DRAW_STOCK, ME)
    house.do(act.Discard(parse_card("8h")), ME)
    house.do(act.DRAW_STOCK, MIRA)
    house.do(act.Knock(parse_card("9h")), MIRA)
    await run.sit(house)
    assert run.said[-1] == "Lay off? lay CARD on N, layall, or done."


async def test_who_comes_back_after_a_hand_hears_how_it_ended(run: Run) -> None:
    house = dealt(HAND)
    house.do(Forfeit(MIRA))
    await run.sit(house)
    won = [line for line in run.said if line.startswith("You won ")]
    assert len(won) == 1
    assert run.type("table").count(won[0]) == 1


async def test_how_a_hand_of_rummy_ended_is_heard_too(run: Run) -> None:
    house = HouseTable(game=RUMMY["basic"])
    house.begin(deck_for("4s 5s 6s Jh Jd Jc 2d 3d 4d 9h", upcard="9c"))
    house.do(Forfeit(MIRA))
    await run.sit(house)
    assert any(line.startswith("Mira holds ") for line in run.said)


async def test_alone_against_the_computer_nothing_is_asked_that_is_done_by_itself(tmp_path: Path) -> None:
    run = Run(tmp_path, PlayComputer())
    await run.enter()
    order = await run.peer.hear(NewTable)
    house = HouseTable()
    house.seat(0, "Eleni")
    house.seat(1, "Ada (bot)", bot=True)
    await run.tell(Done(order.rid, Seated(7, 0)), house.snapshot())
    assert run.said[-1] == "Table Kitchen table. Gin rummy to 100, knock at 10."
    run.link.close()
    await run.task
