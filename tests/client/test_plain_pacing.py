"""Lines from a pipe: each waits for what it needs, and none for what will not come without a further line."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.support.deals import deck_for
from tests.support.house import AT_MS, ME, MIRA, HouseTable, to_draw
from tests.support.plain_run import HAND, ROW, Run, dealt
from upcard_client.errands import Visit
from upcard_protocol import table as tables
from upcard_protocol.rules.cards import parse_card
from upcard_protocol.rules.game import Forfeit
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.wire.pushes import ChatLine
from upcard_protocol.wire.replies import Acted, Done, People, Resumed, Seated, Tables
from upcard_protocol.wire.requests import Act, AddBot, Chat, Lobby, NewTable, Players, Ready, Resume


@pytest_asyncio.fixture
async def run(tmp_path: Path) -> AsyncGenerator[Run]:
    """A run whose lines come from a pipe."""
    begun = Run(tmp_path, Visit(), piped=True)
    yield begun
    begun.link.close()
    await asyncio.gather(begun.task, return_exceptions=True)


def table_of_two() -> HouseTable:
    """Eleni and Mira sit there, and nobody is ready."""
    house = HouseTable()
    house.seat(ME, "Eleni")
    house.seat(MIRA, "Mira")
    return house


async def test_a_line_that_waits_is_not_taken_yet_and_those_behind_it_are_not_either(run: Run) -> None:
    await run.sit(table_of_two())
    run.type("score", "ready", "draw", "score", "quit")
    assert run.taken == 2, "nothing is done before the server has answered"


async def test_a_move_waits_for_the_deal_and_for_ones_turn(run: Run) -> None:
    house = table_of_two()
    await run.sit(house)
    run.type("ready", "pass", "draw", "discard kc", "quit")
    ready = await run.peer.hear(Ready)
    said = await run.after(Done(ready.rid), *house.do(tables.GetReady(ME)))
    assert said == ["You are ready."]
    assert run.peer.silent
    await run.tell(*house.begin(deck_for(HAND, "", "9c", "8h")))
    first = await run.peer.hear(Act)
    assert first.action == act.PASS
    await run.tell(Acted(7, 1, house.n + 1), *house.do(act.PASS, ME))
    assert run.peer.silent, "Mira is asked whether she takes the upcard"
    await run.tell(*house.do(act.PASS, MIRA))
    second = await run.peer.hear(Act)
    assert second.action == act.DRAW_STOCK
    await run.tell(Acted(7, 2, house.n + 1), *house.do(act.DRAW_STOCK, ME))
    third = await run.peer.hear(Act)
    assert third.action == act.Discard(parse_card("Kc"))
    run.peer.say(Acted(7, 3, house.n + 1), *house.do(third.action, ME))
    await run.task
    assert run.console.finished
    assert not any(line.startswith("Refused") for line in run.said)


async def test_at_a_terminal_the_same_move_is_refused_at_once(tmp_path: Path) -> None:
    run = Run(tmp_path, Visit())
    house = dealt(HAND)
    house.do(act.PASS, ME)
    await run.sit(house)
    assert run.type("draw") == ["Refused: Not your turn yet: Mira is playing."]
    run.link.close()
    await run.task


async def test_the_hand_is_said_once_it_is_dealt(run: Run) -> None:
    house = table_of_two()
    await run.sit(house)
    run.type("ready", "hand", "rules")
    ready = await run.peer.hear(Ready)
    await run.tell(Done(ready.rid), *house.do(tables.GetReady(ME)))
    said = await run.after(*house.begin(deck_for(HAND, upcard="9c")))
    hand = (
        "Run 4 5 6 of spades. Set jack of hearts, diamonds, clubs. "
        "Deadwood ace of diamonds, 2 of clubs, 9 of hearts, king of clubs: 22."
    )
    assert said.count(hand) == 1
    assert said.index(hand) > said.index(f"Your hand. {hand}")


async def test_being_ready_waits_until_every_seat_is_filled(run: Run) -> None:
    house = HouseTable()
    house.seat(ME, "Eleni")
    await run.sit(house)
    assert run.type("ready") == []
    assert run.peer.silent
    await run.tell(*house.seat(MIRA, "Mira"))
    assert (await run.peer.hear(Ready)).table == 7


@pytest.mark.parametrize("together", [True, False])
async def test_a_line_goes_on_once_the_event_of_the_line_before_it_is_here(run: Run, together: bool) -> None:
    house = HouseTable()
    house.seat(ME, "Eleni")
    await run.sit(house)
    run.type("bot", "say hello")
    bot = await run.peer.hear(AddBot)
    answer, events = Done(bot.rid, Seated(7, MIRA)), house.seat(MIRA, "Ada (bot)", bot=True)
    if together:
        await run.tell(answer, *events)
    else:
        await run.tell(answer)
        assert run.peer.silent, "the bot does not sit there yet"
        await run.tell(*events)
    assert (await run.peer.hear(Chat)).text == "hello"


async def test_being_ready_waits_for_the_end_of_the_hand(run: Run) -> None:
    house = dealt(HAND)
    house.do(act.PASS, ME)
    await run.sit(house)
    assert run.type("ready") == []
    assert run.peer.silent
    await run.tell(*house.do(Forfeit(MIRA)))
    assert (await run.peer.hear(Act)).table == 7


@pytest.mark.parametrize("line", ["draw", "hint", "discard kc"])
async def test_nothing_waits_for_what_needs_a_further_line(run: Run, line: str) -> None:
    house = table_of_two()
    await run.sit(house)
    assert len(run.type(line)) == 1, "nobody is ready, and only a further line could change that"


async def test_a_move_after_the_end_of_a_hand_is_refused_until_one_is_ready(run: Run) -> None:
    house = dealt(HAND)
    house.do(Forfeit(MIRA))
    await run.sit(house)
    [said] = run.type("draw")
    assert said.startswith("Refused: The hand is over")


async def test_a_move_waits_for_the_end_of_a_pause(run: Run) -> None:
    house = dealt(HAND)
    to_draw(house)
    house.do(tables.AskPause(ME))
    house.do(tables.Agree(MIRA, house.table.agreement.number))
    await run.sit(house)
    assert run.type("draw") == []
    assert run.peer.silent
    await run.tell(*house.do(tables.PlayOn(MIRA, 0)))
    assert (await run.peer.hear(Act)).action == act.DRAW_STOCK


async def test_a_move_waits_for_the_link_and_what_only_looks_does_not(run: Run) -> None:
    house = dealt(HAND)
    await run.sit(house)
    run.peer.drop()
    await run.settled()
    assert run.type("hand")[0].startswith("Run 4 5 6 of spades.")
    assert run.type("pass") == []
    run.link.retry_now()
    run.peer = await run.board.answer()
    await run.peer.admit()
    resume, lobby, players = await run.peer.hear(Resume), await run.peer.hear(Lobby), await run.peer.hear(Players)
    await run.tell(
        Done(resume.rid, Resumed(snapshot=False)), Done(lobby.rid, Tables(())), Done(players.rid, People(()))
    )
    assert (await run.peer.hear(Act)).action == act.PASS


async def test_where_there_is_no_table_nothing_waits(run: Run) -> None:
    await run.enter(ROW)
    assert run.type("draw") == ["You are not at a table."]


async def test_the_end_of_the_input_waits_for_what_waits(run: Run) -> None:
    house = dealt(HAND)
    house.do(act.PASS, ME)
    await run.sit(house)
    run.type("draw")
    run.console.end_of_input()
    assert not run.console.finished
    await run.tell(*house.do(act.PASS, MIRA))
    asked = await run.peer.hear(Act)
    run.peer.say(Acted(7, 1, house.n + 1), *house.do(asked.action, ME))
    await run.task
    assert run.console.finished


async def test_leaving_the_program_is_not_asked_twice_in_a_pipe(run: Run) -> None:
    await run.sit(dealt(HAND))
    run.type("quit")
    await run.task
    assert run.console.finished


async def test_a_table_that_is_ordered_is_played_at_without_a_pause_in_the_script(run: Run) -> None:
    await run.enter()
    run.type("new", "ready", "pass")
    order = await run.peer.hear(NewTable)
    house = HouseTable()
    house.seat(ME, "Eleni")
    await run.tell(Done(order.rid, Seated(7, 0)), house.snapshot())
    assert run.peer.silent
    await run.tell(*house.seat(MIRA, "Mira"))
    ready = await run.peer.hear(Ready)
    await run.tell(Done(ready.rid), *house.do(tables.GetReady(ME)))
    assert run.peer.silent
    await run.tell(*house.begin(deck_for(HAND, upcard="9c")))
    assert (await run.peer.hear(Act)).action == act.PASS


async def test_a_line_meets_the_table_after_the_event_of_the_one_before_it(run: Run) -> None:
    house = table_of_two()
    await run.sit(house)
    run.type("ready", "hand")
    ready = await run.peer.hear(Ready)
    assert await run.after(Done(ready.rid)) == [], "the answer came alone"
    assert await run.after(*house.do(tables.GetReady(ME))) == ["You are ready."]
    await run.tell(*house.begin(deck_for(HAND, upcard="9c")))
    run.type("pass", "draw")
    await run.peer.hear(Act)
    passed = house.do(act.PASS, ME)
    chat = ChatLine(table=7, user=2, name="Mira", text="hm", at_ms=AT_MS)
    assert await run.after(Acted(7, 1, passed[0].n), chat) == ["Mira: hm"]
    assert await run.after(*passed) == ["You passed."]


async def test_an_answer_that_is_given_again_on_a_new_link_is_waited_for_no_longer(run: Run) -> None:
    house = table_of_two()
    await run.sit(house)
    run.type("ready", "say hello")
    ready = await run.peer.hear(Ready)
    run.peer.drop()
    await run.settled()
    run.link.retry_now()
    run.peer = await run.board.answer()
    await run.peer.admit()
    resume = await run.peer.hear(Resume)
    assert (await run.peer.hear(Ready)).rid == ready.rid
    lobby, players = await run.peer.hear(Lobby), await run.peer.hear(Players)
    await run.tell(
        Done(resume.rid, Resumed(snapshot=False)),
        *house.do(tables.GetReady(ME)),
        Done(ready.rid),
        Done(lobby.rid, Tables(())),
        Done(players.rid, People(())),
    )
    assert (await run.peer.hear(Chat)).text == "hello"
