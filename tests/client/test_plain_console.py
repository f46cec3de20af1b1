"""The plain client as a whole, on a link in memory: what it says, when it asks, and how it ends."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from msgspec.structs import replace

from tests.support.deals import deck_for
from tests.support.house import AT_MS, ME, MIRA, SERVER_SEED, HouseTable, to_draw, watched
from tests.support.languages import left_in_english, speaking
from tests.support.plain_run import HAND, ROW, Run, dealt
from upcard_client.errands import WATCH_PACE_MS, Errand, PlayComputer, Visit, WatchBots, WatchTable
from upcard_client.locale import LANGUAGES
from upcard_client.network.dialling import LinkFailure
from upcard_client.plain.player import price_of_going
from upcard_client.plain.running import SCRIPT_ROUNDS, watch_for_leaving
from upcard_client.state import Lost
from upcard_protocol import table as tables
from upcard_protocol.rules.cards import parse_card
from upcard_protocol.rules.game import Forfeit, ForfeitMatch
from upcard_protocol.rules.games import GameOptions
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.match import Match
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY
from upcard_protocol.table import TableOptions
from upcard_protocol.wire.clean import MAX_TITLE_CELLS, check_text
from upcard_protocol.wire.handshake import SeatHeld
from upcard_protocol.wire.pushes import ChatLine, Clock, Happened, Notice, PersonChanged
from upcard_protocol.wire.replies import (
    Acted,
    ActRefused,
    Described,
    Done,
    PersonRow,
    Refused,
    Seated,
)
from upcard_protocol.wire.requests import (
    Act,
    AddBot,
    Block,
    Chat,
    GiveUp,
    LeaveTable,
    NewTable,
    Ready,
    Resume,
    TakeSeat,
    Unwatch,
    Watch,
)


@pytest_asyncio.fixture
async def run(tmp_path: Path) -> AsyncGenerator[Run]:
    """A run that looks around."""
    begun = Run(tmp_path, Visit())
    yield begun
    begun.link.close()
    await asyncio.gather(begun.task, return_exceptions=True)


# ---- coming in


async def test_whoever_comes_in_is_greeted_and_told_where_they_are(run: Run) -> None:
    await run.enter()
    assert run.said == [
        "Connected to Kitchen Pi as Eleni. Type help for the commands.",
        "You are in the lobby. Type tables, new or sit TABLE.",
    ]


async def test_a_seat_that_is_kept_is_taken_again(run: Run) -> None:
    await run.enter(seats=(SeatHeld(7, 0, "Kitchen table"),))
    asked = await run.peer.hear(TakeSeat)
    house = dealt(HAND)
    said = await run.after(Done(asked.rid, Seated(7, 0)), house.snapshot())
    assert said[0] == "Table Kitchen table. Gin rummy to 100, knock at 10."
    assert said[-1] == "Your turn: take the 9 of clubs, or pass?"


async def test_a_kept_seat_that_is_gone_leads_to_the_lobby(run: Run) -> None:
    await run.enter(seats=(SeatHeld(7, 0, "Kitchen table"),))
    asked = await run.peer.hear(TakeSeat)
    said = await run.after(Refused(asked.rid, "no_such_table", {"table": 7}))
    assert said == ["You are in the lobby. Type tables, new or sit TABLE."]


async def test_the_tables_are_listed_in_sentences(run: Run) -> None:
    await run.enter(ROW)
    assert run.type("tables") == ["7. Kitchen table. Gin to 100, 1 of 2 seats: Mira; waiting."]


@pytest.mark.parametrize("wanted", ["7", "kitchen TABLE", ""])
async def test_one_sits_down_by_number_by_name_or_anywhere(run: Run, wanted: str) -> None:
    await run.enter(ROW)
    assert run.type(f"sit {wanted}") == []
    assert (await run.peer.hear(TakeSeat)).table == 7


async def test_a_table_that_is_not_there_is_said(run: Run) -> None:
    await run.enter(ROW)
    assert run.type("sit 9") == ["There is no such table. Type tables for the list."]


async def test_a_table_without_a_name_is_called_after_its_maker(run: Run) -> None:
    await run.enter(replace(ROW, title="Eleni's table"))
    run.type("new")
    assert (await run.peer.hear(NewTable)).options.name == "Eleni's table 2"


async def test_a_new_table_is_ordered_and_filled(run: Run) -> None:
    await run.enter()
    run.type("new target=50 name=Kitchen_table", "bot", "ready")
    order = await run.peer.hear(NewTable)
    assert (order.game.target, order.options.name) == (50, "Kitchen table")
    house = HouseTable(game=Options(target=50))
    house.seat(0, "Eleni")
    await run.tell(Done(order.rid, Seated(7, 0)))
    assert run.peer.silent, "the next command waits for the table"
    await run.tell(house.snapshot())
    bot = await run.peer.hear(AddBot)
    said = await run.after(Done(bot.rid, Seated(7, 1)), *house.seat(1, "Ada (bot)", bot=True))
    assert said == ["Ada (bot) sat down."]
    ready = await run.peer.hear(Ready)
    assert await run.after(Done(ready.rid), *house.do(tables.GetReady(0))) == ["You are ready."]


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (Options(), "At this game the computer plays easy or normal."),
        (RUMMY["basic"], "At this game the computer plays normal."),
    ],
    ids=["gin", "rummy"],
)
async def test_only_levels_that_differ_are_offered(run: Run, game: GameOptions, said: str) -> None:
    house = HouseTable(game=game)
    house.seat(0, "Eleni")
    await run.sit(house)
    assert run.type("bot hard") == [said]
    assert run.peer.silent


async def test_a_refused_request_is_said_with_its_reason(run: Run) -> None:
    await run.enter(ROW)
    run.type("sit 7")
    asked = await run.peer.hear(TakeSeat)
    assert await run.after(Refused(asked.rid, "bad_code")) == [
        "Refused: That is not the code of this table: ask whoever opened it."
    ]


@pytest.mark.parametrize("line", ["draw", "hand", "leave", "bot", "ready", "lay 7s", "done", "giveup"])
async def test_what_needs_a_table_says_so(run: Run, line: str) -> None:
    await run.enter()
    [said] = run.type(line)
    assert said.startswith("You are not at a table.")


async def test_an_unknown_command_points_to_help(run: Run) -> None:
    await run.enter()
    assert run.type("dance") == ["dance is no command. Type help for the list."]
    assert run.type("\x1b[31m") == ["That is no command. Type help for the list."]


# ---- playing


async def test_a_turn_is_told_and_asked_step_by_step(run: Run) -> None:
    house = dealt(HAND, "8h")
    await run.sit(house)
    said = await run.play(house, "pass", 1)
    assert said == ["You passed."]
    assert await run.after(*house.do(act.PASS, MIRA)) == ["Mira passed.", "Your turn: draw from the stock."]
    assert await run.play(house, "draw", 2) == ["You drew 8 of hearts.", "Discard which card?"]
    said = await run.play(house, "discard kc", 3)
    assert said == ["You discarded king of clubs. Deadwood 20."]


async def test_a_hand_is_said_in_melds(run: Run) -> None:
    await run.sit(dealt(HAND))
    assert run.type("hand") == [
        "Run 4 5 6 of spades. Set jack of hearts, diamonds, clubs. "
        "Deadwood ace of diamonds, 2 of clubs, 9 of hearts, king of clubs: 22."
    ]


async def test_a_table_without_help_counts_nothing(run: Run) -> None:
    house = HouseTable(options=TableOptions(name="Kitchen table", deadwood_help=False))
    house.begin(deck_for(HAND, upcard="9c"))
    await run.sit(house)
    [said] = run.type("hand")
    assert "Deadwood" not in said
    assert "Run" not in said


async def test_a_hint_is_given_where_the_table_gives_hints(run: Run) -> None:
    house = HouseTable(options=TableOptions(name="Kitchen table", hints=True))
    house.begin(deck_for(HAND, upcard="9c"))
    await run.sit(house)
    assert "Table rule: everybody may ask what the computer would play." in run.said
    assert run.type("hint") == ["Pass: 9 of clubs makes no meld with your cards."]
    await run.play(house, "pass", 1)
    assert run.type("hint") == ["No move is asked of you now."]


async def test_no_hint_is_given_where_people_play_without_that_rule(run: Run) -> None:
    await run.sit(dealt(HAND))
    assert run.type("hint") == ["No hints at this table: they are for play against computers, or by table rule."]


async def test_a_refused_move_says_what_to_do_instead(run: Run) -> None:
    house = dealt(HAND)
    to_draw(house)
    await run.sit(house)
    assert run.type("knock kc") == ["Refused: Both players passed the upcard: draw draws from the stock."]
    assert run.peer.silent


async def test_a_refused_move_is_refused_in_the_language_spoken(run: Run) -> None:
    house = dealt(HAND)
    to_draw(house)
    await run.sit(house)
    with speaking("strange"):
        said = " ".join(run.type("knock kc"))
    assert left_in_english(said, ("draw",)) == ()


async def test_the_others_turn_is_named(run: Run) -> None:
    house = dealt(HAND)
    house.do(act.PASS, ME)
    await run.sit(house)
    assert run.type("draw") == ["Refused: Not your turn yet: Mira is playing."]


async def test_a_move_that_came_too_late_is_refused_and_asked_again(run: Run) -> None:
    house = dealt(HAND)
    to_draw(house)
    await run.sit(house)
    run.type("draw")
    asked = await run.peer.hear(Act)
    said = await run.after(ActRefused(7, asked.cseq, "stale_decision"))
    assert said == [
        "Refused: The table has moved on since: look again, then choose.",
        "Your turn: draw from the stock.",
    ]


async def test_commands_typed_ahead_wait_for_the_answer(run: Run) -> None:
    house = dealt(HAND, "8h")
    to_draw(house)
    await run.sit(house)
    run.type("draw", "discard kc")
    first = await run.peer.hear(Act)
    assert run.peer.silent
    await run.tell(Acted(7, 1, house.n + 1), *house.do(first.action, ME))
    assert (await run.peer.hear(Act)).action == act.Discard(parse_card("Kc"))


async def test_that_the_hand_may_be_ended_is_said(run: Run) -> None:
    house = dealt("4s 5s 6s Jh Jd Jc Ad 2c 3h Kc", "7s")
    to_draw(house)
    await run.sit(house)
    said = await run.play(house, "draw", 1)
    assert said[-1] == "Discard which card? You may knock."


@pytest.fixture
def knocked() -> HouseTable:
    """Mira has knocked with two runs of spades and threes; Eleni may lay off 7♠ and 3♣."""
    house = dealt("8d 9d Td Qs Qh Qc 3c 7s Kd Kc", "8h Ah", "4s 5s 6s 8s 9s Ts 3h 3d 3s 9h")
    to_draw(house)
    house.do(act.DRAW_STOCK, ME)
    house.do(act.Discard(parse_card("8h")), ME)
    house.do(act.DRAW_STOCK, MIRA)
    return house


async def test_a_knock_shows_its_melds_by_number(run: Run, knocked: HouseTable) -> None:
    await run.sit(knocked)
    said = await run.after(*knocked.do(act.Knock(parse_card("9h")), MIRA))
    assert said[0] == "Mira knocked with 1."
    assert said[1].startswith("Mira's melds: 1, ")
    assert said[-1] == (
        "Lay off? lay CARD on N, layall, or done. 7 of spades fits meld 2 or 3. 3 of clubs fits meld 1."
    )


async def test_a_lay_off_is_put_together_and_sent_at_once(run: Run, knocked: HouseTable) -> None:
    knocked.do(act.Knock(parse_card("9h")), MIRA)
    await run.sit(knocked)
    [said] = run.type("lay 3c")
    assert said.startswith("You put 3 of clubs on meld ")
    assert run.type("done") == ["7 of spades still fits. Type done again to do it."]
    before = len(run.said)
    await run.play(knocked, "done", 1)
    said_then = run.said[before:]
    assert said_then[0] == "You laid off 3 of clubs."
    assert isinstance(knocked.table.match, Match)
    board = knocked.table.match.boards[0]
    assert board.defence is not None
    assert [card for card, _ in board.defence.layoffs] == [parse_card("3c")]


async def test_the_result_of_a_hand_is_a_sum(run: Run, knocked: HouseTable) -> None:
    knocked.do(act.Knock(parse_card("9h")), MIRA)
    await run.sit(knocked)
    said = await run.play(knocked, "layall", 1)
    assert "Mira won 19 points." in said
    assert "20 less 1: 19 points." in said
    assert "Score: You 0, Mira 19." in said
    assert said[-1] == "Type ready for the next hand."


async def test_being_ready_for_the_next_hand_is_a_move(run: Run, knocked: HouseTable) -> None:
    knocked.do(act.Knock(parse_card("9h")), MIRA)
    knocked.do(act.AUTO, ME)
    await run.sit(knocked)
    assert await run.play(knocked, "ready", 1) == ["You are ready."]


async def test_the_end_of_a_match_is_settled_and_a_rematch_offered(run: Run) -> None:
    house = HouseTable(game=Options(target=50))
    house.begin(deck_for("4s 5s 6s 7s Jh Jd Jc As 2s Kc", "9h Td Qs 8c 6h 4d 2d 8h Qd 5c", "9c", "3s"))
    to_draw(house)
    house.do(act.DRAW_STOCK, ME)
    await run.sit(house)
    said = await run.play(house, "gin", 1)
    assert said[0] == "You went gin."
    assert "Settlement." in said
    assert said[-2:] == ["You won the match.", "Type rematch for another match."]
    run.type("rematch")
    assert (await run.peer.hear(Ready)).table == 7


async def test_the_score_says_what_is_missing(run: Run) -> None:
    await run.sit(dealt(HAND))
    assert run.type("score") == ["You 0, Mira 0. You need 100 more."]


async def test_the_rules_of_a_table_are_a_sentence(run: Run) -> None:
    await run.sit(dealt(HAND))
    first, *how = run.type("rules")
    assert first == "Gin rummy to 100, knock at 10, gin 25, big gin 31, undercut 25, boxes 25."
    assert how[0] == "A turn has 60 s."


@pytest.mark.parametrize(("verb", "request_type"), [("giveup", GiveUp), ("leave", LeaveTable)])
async def test_what_costs_something_names_its_price_and_asks_once(run: Run, verb: str, request_type: type) -> None:
    await run.sit(dealt(HAND))
    [said] = run.type(verb)
    assert said.endswith(f"Type {verb} again to do it.")
    assert run.type("hand", verb)[-1].endswith(f"Type {verb} again to do it.")
    assert run.type(verb) == []
    assert await run.peer.hear(request_type)


async def test_without_a_hand_there_is_nothing_to_give_up(run: Run) -> None:
    house = HouseTable()
    house.seat(ME, "Eleni")
    await run.sit(house)
    assert run.type("giveup") == ["You have no hand in play that you could give up."]


async def test_giving_up_is_told_with_its_cost(run: Run) -> None:
    house = dealt(HAND)
    await run.sit(house)
    said = await run.after(*house.do(Forfeit(MIRA)))
    assert said[0] == "Mira gave up the hand."


async def test_at_zero_it_is_said_what_the_server_did(run: Run) -> None:
    house = dealt(HAND)
    await run.sit(house)
    match = tables.view(house.table, ME).match
    assert match is not None
    said = await run.after(*house.do(tables.TimeOut(ME, match.decision, act.PASS)))
    assert said == ["Time is up: the server passed for you."]


async def test_one_is_warned_once_at_15_and_once_at_5_seconds(run: Run) -> None:
    house = dealt(HAND)
    house.clocks = (Clock(ME, 16_000, 0, runs=True),)
    await run.sit(house)
    model = run.link.model
    began_ms = model.tables[7].at_ms - model.server_ms(0)
    before = len(run.said)
    for second in range(16):
        run.link.now_ms = lambda second=second: began_ms + 1000 * second
        run.console.tick()
    assert run.said[before:] == ["15 seconds left.", "5 seconds left."]


# ---- talk


async def test_what_is_said_is_sent_and_heard(run: Run) -> None:
    await run.sit(dealt(HAND))
    run.type("say nice  hand")
    asked = await run.peer.hear(Chat)
    assert (asked.table, asked.text) == (7, "nice  hand")
    line = ChatLine(table=7, user=1, name="Eleni", text="nice hand", at_ms=AT_MS)
    assert await run.after(Done(asked.rid), line, replace(line, user=2, name="Mira", text="[/red] \x1b[31m")) == [
        "You: nice hand",
        "Mira: [/red] �[31m",
    ]


async def test_a_text_that_can_not_be_sent_is_refused_before_it_is(run: Run) -> None:
    await run.enter()
    assert run.type("say \x1b[31m") == ["Refused: That text cannot be sent: it has a character that cannot be shown."]
    assert run.type("say") == ["Refused: That text cannot be sent: it is empty."]
    assert run.peer.silent


async def test_a_notice_of_the_server_is_said(run: Run) -> None:
    await run.enter()
    said = await run.after(Notice(code="going_down", values={"seconds": 10}, at_ms=AT_MS))
    assert said == ["The server goes down in 10 seconds; every table is kept and goes on afterwards."]


# ---- watching


async def test_a_table_is_watched_without_a_hidden_card(tmp_path: Path) -> None:
    run = Run(tmp_path, WatchTable("7"))
    await run.enter(ROW)
    asked = await run.peer.hear(Watch)
    house = dealt(HAND, "8h")
    seen = watched(house)
    said = await run.after(Done(asked.rid), seen.snapshot())
    assert said[-1] == "Eleni 0, Mira 0."
    said = await run.after(*seen.do(act.PASS, ME), *seen.do(act.PASS, MIRA), *seen.do(act.DRAW_STOCK, ME))
    assert said == ["Eleni passed.", "Mira passed.", "Eleni drew from the stock."]
    assert run.type("draw") == ["You are watching. Type leave, then sit TABLE, to play."]
    run.type("leave")
    assert (await run.peer.hear(Unwatch)).table == 7
    run.link.close()
    await run.task


async def test_where_nothing_can_be_typed_a_table_is_watched_until_its_match_is_over(tmp_path: Path) -> None:
    run = Run(tmp_path, WatchTable("7"))
    await run.enter(ROW)
    run.console.end_of_input()
    asked = await run.peer.hear(Watch)
    house = HouseTable()
    seen = watched(house)
    await run.tell(Done(asked.rid), seen.snapshot())
    assert not run.console.finished, "there is a match to come"
    await run.tell(*seen.begin(deck_for(HAND)))
    await run.tell(*seen.do(act.PASS, ME))
    assert not run.console.finished
    run.peer.say(*seen.do(Forfeit(MIRA)), *seen.do(ForfeitMatch(MIRA)))
    await run.task
    assert run.said[-1] == "Eleni won the match."
    assert run.console.failure == ""


async def test_where_nothing_can_be_typed_a_table_is_watched_until_it_closes(tmp_path: Path) -> None:
    run = Run(tmp_path, WatchTable("7"))
    await run.enter(ROW)
    run.console.end_of_input()
    asked = await run.peer.hear(Watch)
    seen = watched(HouseTable())
    await run.tell(Done(asked.rid), seen.snapshot())
    run.peer.say(*seen.do(tables.Close()))
    await run.task
    assert run.console.failure == ""


async def test_with_no_table_to_watch_the_run_fails_in_a_sentence(tmp_path: Path) -> None:
    run = Run(tmp_path, WatchTable("Rummy night"))
    await run.enter(ROW)
    await run.task
    assert run.console.failure == "There is no table called Rummy night."


async def test_a_match_of_bots_is_told_to_its_end_and_ends_the_run(tmp_path: Path) -> None:
    run = Run(tmp_path, WatchBots())
    await run.enter()
    order = await run.peer.hear(NewTable)
    assert (order.bots, order.options.bot_pace_ms) == (2, WATCH_PACE_MS)
    house = HouseTable(viewer=-2, game=Options(target=50))
    row = replace(ROW, table=7)
    await run.tell(Done(order.rid, Described(row, order.options, order.game)), house.snapshot())
    heard: list[Happened] = []
    heard += house.seat(0, "Ada (bot)", bot=True) + house.seat(1, "Blaise (bot)", bot=True)
    heard += house.begin(deck_for("4s 5s 6s 7s Jh Jd Jc As 2s Kc", "9h Td Qs 8c 6h 4d 2d 8h Qd 5c", "9c", "3s"))
    heard += to_draw(house) + house.do(act.DRAW_STOCK, ME) + house.do(act.Knock(parse_card("Kc")), ME)
    heard += house.do(tables.Reveal(SERVER_SEED))
    run.peer.say(*heard)
    await run.task
    assert run.said[-1] == "Ada (bot) won the match."
    assert any(line.startswith("Settlement") for line in run.said)
    assert run.console.failure == ""


async def test_a_match_of_bots_whose_end_was_missed_ends_the_run_all_the_same(tmp_path: Path) -> None:
    run = Run(tmp_path, WatchBots())
    await run.enter()
    order = await run.peer.hear(NewTable)
    house = HouseTable(viewer=-2, game=Options(target=50))
    row = replace(ROW, table=7)
    await run.tell(Done(order.rid, Described(row, order.options, order.game)), house.snapshot())
    house.seat(0, "Ada (bot)", bot=True)
    house.seat(1, "Blaise (bot)", bot=True)
    house.begin(deck_for("4s 5s 6s 7s Jh Jd Jc As 2s Kc", "9h Td Qs 8c 6h 4d 2d 8h Qd 5c", "9c", "3s"))
    to_draw(house)
    house.do(act.DRAW_STOCK, ME)
    house.do(act.Knock(parse_card("Kc")), ME)
    house.do(tables.Reveal(SERVER_SEED))
    run.peer.say(house.snapshot())
    await run.task
    assert run.said[-1].startswith("Ada (bot) ")
    assert run.console.failure == ""


async def test_a_hand_that_begins_just_after_the_snapshot_and_is_read_with_it_is_told_once(tmp_path: Path) -> None:
    run = Run(tmp_path, WatchBots())
    await run.enter()
    order = await run.peer.hear(NewTable)
    house = HouseTable(viewer=-2, game=Options(target=50))
    house.seat(0, "Ada (bot)", bot=True)
    house.seat(1, "Blaise (bot)", bot=True)
    waiting = house.snapshot()
    heard = house.begin(deck_for("4s 5s 6s 7s Jh Jd Jc As 2s Kc", "9h Td Qs 8c 6h 4d 2d 8h Qd 5c", "9c", "3s"))
    heard += to_draw(house) + house.do(act.DRAW_STOCK, ME) + house.do(act.Knock(parse_card("Kc")), ME)
    heard += house.do(tables.Reveal(SERVER_SEED))
    row = replace(ROW, table=7)
    run.peer.say(Done(order.rid, Described(row, order.options, order.game)), waiting, *heard)
    await run.task
    assert "At the table: Ada (bot), Blaise (bot). Waiting for everybody to be ready." in run.said
    assert sum(line.startswith("Hand 1. ") for line in run.said) == 1
    assert any(line.startswith("Settlement") for line in run.said)
    assert run.said[-1] == "Ada (bot) won the match."


async def test_ones_cards_that_are_dealt_just_after_the_snapshot_and_read_with_it_are_told_once(
    tmp_path: Path,
) -> None:
    run = Run(tmp_path, Visit())
    await run.enter()
    house = HouseTable()
    waiting = house.snapshot()
    said = await run.after(waiting, *house.begin(deck_for("4s 5s 6s 7s Jh Jd Jc As 2s Kc", "", "9c")))
    assert sum(line.startswith("Hand 1. ") for line in said) == 1
    assert sum(line.startswith("Your hand. ") for line in said) == 1


async def test_a_question_about_giving_up_a_hand_is_not_answered_in_the_next_one(tmp_path: Path) -> None:
    run, house = Run(tmp_path, Visit()), HouseTable()
    house.begin(deck_for())
    await run.sit(house)
    (asked,) = run.type("giveup")
    await run.tell(*house.do(Forfeit(MIRA)), *house.do(act.READY, ME), *house.do(act.READY, MIRA))
    await run.tell(*house.deal(deck_for()))
    assert run.type("giveup") == [asked]
    assert not run.link.model.asking(GiveUp)


async def test_a_table_of_bots_that_closes_early_is_a_failure(tmp_path: Path) -> None:
    run = Run(tmp_path, WatchBots())
    await run.enter()
    order = await run.peer.hear(NewTable)
    house = HouseTable(viewer=-2)
    await run.tell(Done(order.rid, Described(ROW, order.options, order.game)), house.snapshot())
    run.peer.say(*house.do(tables.Close()))
    await run.task
    assert run.console.failure == "The table is gone."


# ---- solo


async def test_a_solo_game_opens_its_table_and_begins(tmp_path: Path) -> None:
    run = Run(tmp_path, PlayComputer())
    await run.enter()
    order = await run.peer.hear(NewTable)
    assert order.bots == 1
    house = HouseTable()
    house.seat(0, "Eleni")
    house.seat(1, "Ada (bot)", bot=True)
    await run.tell(Done(order.rid, Seated(7, 0)), house.snapshot())
    assert (await run.peer.hear(Ready)).table == 7
    run.link.close()
    await run.task


@pytest.mark.parametrize("code", [*LANGUAGES, "strange"])
@pytest.mark.parametrize("errand", [PlayComputer(), PlayComputer(game="rummy"), PlayComputer(game="gin", players=3)])
async def test_the_table_of_a_solo_game_has_a_name_that_a_table_may_have(
    tmp_path: Path, errand: Errand, code: str
) -> None:
    with speaking(code):
        run = Run(tmp_path, errand)
        await run.enter()
        order = await run.peer.hear(NewTable)
        run.link.close()
        await run.task
    check_text(order.options.name, MAX_TITLE_CELLS)
    assert code != "strange" or left_in_english(order.options.name) == ()


async def test_a_start_that_is_heard_of_late_is_no_failure(tmp_path: Path) -> None:
    run = Run(tmp_path, PlayComputer())
    await run.enter()
    order = await run.peer.hear(NewTable)
    house = HouseTable()
    house.seat(0, "Eleni")
    house.seat(1, "Ada (bot)", bot=True)
    await run.tell(Done(order.rid, Seated(7, 0)), house.snapshot())
    await run.tell(Done((await run.peer.hear(Ready)).rid))
    await run.tell(Refused((await run.peer.hear(Ready)).rid, "match_running"))
    assert run.console.failure == ""
    assert not run.console.finished
    run.link.close()
    await run.task


async def test_a_solo_game_goes_on_where_it_was(tmp_path: Path) -> None:
    run = Run(tmp_path, PlayComputer())
    await run.enter(seats=(SeatHeld(7, 0, "Solo"),))
    asked = await run.peer.hear(TakeSeat)
    said = await run.after(Done(asked.rid, Seated(7, 0)), dealt(HAND).snapshot())
    assert said[-1] == "Your turn: take the 9 of clubs, or pass?"
    run.link.close()
    await run.task


# ---- the link


async def test_a_lost_link_is_told_and_moves_are_not_sent(run: Run) -> None:
    await run.sit(dealt(HAND))
    run.peer.drop()
    await run.settled()
    assert run.said[-1] == "Connection lost. Trying again in 1 s (attempt 1)."
    assert run.type("pass")[0].startswith("Not sent: no link. Trying again in ")
    assert run.type("hand")[0].startswith("Run 4 5 6 of spades.")


async def test_resume_tries_at_once_and_the_turn_is_asked_again(run: Run) -> None:
    house = dealt(HAND)
    await run.sit(house)
    run.peer.drop()
    await run.settled()
    assert isinstance(run.link.model.link, Lost)
    run.type("resume")
    run.peer = await run.board.answer()
    await run.peer.admit()
    await run.settled()
    assert run.said[-1] == "The link is back."
    said = await run.after(house.snapshot())
    assert said[0] == "Table Kitchen table. Gin rummy to 100, knock at 10."


async def test_resume_returns_to_a_seat_that_one_left(run: Run) -> None:
    await run.sit(dealt(HAND))
    run.type("leave", "leave")
    asked = await run.peer.hear(LeaveTable)
    await run.tell(Done(asked.rid))
    run.type("resume")
    assert (await run.peer.hear(TakeSeat)).table == 7


async def test_resume_takes_back_the_seat_for_which_the_computer_plays(run: Run) -> None:
    house = dealt(HAND)
    to_draw(house)
    await run.sit(house)
    said = await run.after(*house.do(tables.StandIn(ME)))
    assert said[-1] == "The computer plays for you. Type resume, or any move, to take your seat back."
    said = await run.after(*house.do(act.DRAW_STOCK, ME))
    assert [line.split(" drew ")[0] for line in said] == ["The computer"]
    run.type("resume")
    assert (await run.peer.hear(Resume)).table == 7
    said = await run.after(*house.do(tables.Return(ME)))
    assert said[0] == "You are back."


# ---- the end


async def test_quit_leaves_at_once_outside_a_match(run: Run) -> None:
    await run.enter()
    assert run.type("quit") == []
    await run.task
    assert run.console.finished


async def test_quit_in_a_match_names_its_price(run: Run) -> None:
    await run.sit(dealt(HAND))
    [said] = run.type("quit")
    assert said.endswith("Type quit again to do it.")
    run.type("quit")
    await run.task


async def test_what_becomes_of_the_seat_is_what_the_table_says(run: Run) -> None:
    house = dealt(HAND)
    await run.sit(house)
    assert run.type("quit") == [
        "Your seat is kept for a while; then the computer plays on for you. Type quit again to do it."
    ]
    at = next(iter(run.link.model.tables.values()), None)
    assert at is not None
    strict = replace(at.view.options, on_gone="forfeit")
    assert price_of_going(replace(at, view=replace(at.view, options=strict))).endswith("then the match is lost.")


@pytest.mark.parametrize("ends", [False, True])
async def test_leaving_does_not_wait_for_ever_for_an_answer_and_a_script_waits_longer_than_a_person(
    run: Run, ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    await run.enter()
    run.type("say hello")
    assert run.console.stuck_on is None
    if ends:
        run.console.end_of_input()
    else:
        run.type("quit")
    assert run.console.stuck_on is not None
    assert not run.console.finished
    with monkeypatch.context() as patched:
        patched.setattr(asyncio, "sleep", sleep)
        await watch_for_leaving(run.console, patience_s=5)
    assert slept == [5] * (1 + (SCRIPT_ROUNDS if ends else 1))
    await run.task
    assert run.said[-1] == "No answer came. What was typed after that was not done."


async def test_the_end_of_the_input_finishes_what_was_typed(run: Run) -> None:
    house = dealt(HAND)
    await run.sit(house)
    run.type("pass")
    run.console.end_of_input()
    assert not run.console.finished
    asked = await run.peer.hear(Act)
    run.peer.say(Acted(7, 1, house.n + 1), *house.do(asked.action, ME))
    await run.task
    assert "You passed." in run.said


async def test_a_server_that_lets_nobody_in_ends_the_run(run: Run) -> None:
    peer = await run.board.answer()
    peer.drop()
    with pytest.raises(LinkFailure):
        await run.task
    assert run.said == []


async def test_somebody_is_muted_and_blocked_by_name(run: Run) -> None:
    await run.enter()
    await run.tell(PersonChanged(PersonRow(2, "Mira", False)))
    assert run.type("mute mira") == ["What Mira says is not shown any more."]
    assert run.link.model.muted == {2}
    assert run.type("unmute Mira") == ["What Mira says is shown again."]
    assert "Mira is blocked" in run.type("block Mira")[0]
    asked = await run.peer.hear(Block)
    assert (asked.user, asked.blocked) == (2, True)
    await run.tell(Done(asked.rid))
    assert run.type("unblock Mira") == ["Mira is not blocked any more."]
    assert not (await run.peer.hear(Block)).blocked
    await run.tell(Done(asked.rid + 1))
    assert run.type("mute Zoe", "block") == ["Nobody of that name is on this server."] * 2
