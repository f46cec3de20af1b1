"""What one may ask: every request, its answer and its refusals."""

from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from tests.support.premises import GIN, QUICK, asked, duel, level, open_table, premises
from tests.support.visitor import Visitor
from upcard_protocol.rules.game import PUBLIC
from upcard_protocol.rules.games import GameAction, GameOptions
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.rules.rummy import actions as rummy
from upcard_protocol.rules.rummy.options import PRESETS as RUMMY
from upcard_protocol.table import Chair, TableOptions
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.pushes import ChatLine, Snapshot
from upcard_protocol.wire.replies import Acted, ActRefused, Described, Done, Refused, Seated
from upcard_server.config import Limits
from upcard_server.live import JOBS

CHATTY = Limits(chat_per_second=100, max_connections_per_address=1000)


def new_table(rid: int, options: TableOptions = QUICK, game: Options = GIN, **fields: Any) -> ask.NewTable:
    return ask.NewTable(rid=rid, options=options, game=game, **fields)


def chairs(visitor: Visitor, number: int = 1) -> list[str]:
    return [chair.name for chair in visitor.seen[number].view.chairs]


# ---- a new table


async def test_whoever_opens_a_table_sits_at_its_first_seat(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        visitor = await house.enter("Mira")
        assert await visitor.get(ask.NewTable, options=QUICK, game=GIN) == Seated(1, 0)
        snapshot = await visitor.until(Snapshot)
        assert (snapshot.view.viewer, snapshot.view.chairs[0]) == (0, Chair("person", "Mira"))
        assert snapshot.view.chairs[1].kind == "empty"


async def test_bots_fill_the_seats_that_were_asked_for(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        visitor = await house.enter("Mira")
        number = await open_table(visitor, bots=1)
        assert chairs(visitor, number) == ["Mira", "Blaise (bot)"]


async def test_a_table_full_of_bots_is_watched_by_its_opener(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        visitor = await house.enter("Mira")
        answer = await visitor.get(ask.NewTable, options=QUICK, game=GIN, bots=2)
        assert isinstance(answer, Described)
        assert (answer.row.table, answer.row.title) == (1, "Kitchen table")
        snapshot = await visitor.until(Snapshot)
        assert snapshot.view.viewer == PUBLIC
        assert [chair.kind for chair in snapshot.view.chairs] == ["bot", "bot"]


async def test_more_bots_than_seats_are_refused(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        visitor = await house.enter("Mira")
        assert await visitor.refusal(ask.NewTable, options=QUICK, game=GIN, bots=3) == "table_full"


@pytest.mark.parametrize(
    ("game", "seats"), [(GIN, 3), (replace(GIN, format="sit_out"), 4), (replace(GIN, format="partners"), 2)]
)
async def test_a_game_for_another_number_of_players_is_refused_and_uses_up_no_number(
    tmp_path: Path, game: Options, seats: int
) -> None:
    async with premises(tmp_path) as house:
        visitor = await house.enter("Mira")
        reply = await visitor.ask(ask.NewTable, options=QUICK, game=game, seats=seats)
        assert isinstance(reply, Refused)
        assert (reply.code, list(reply.values)) == ("seats_off", ["seats", "allowed"])
        assert await open_table(visitor) == 1


async def test_two_tables_opened_at_once_get_numbers_of_their_own(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await house.enter("Mira"), await house.enter("Eleni")
        await one.say(new_table(1, replace(QUICK, name="of Mira")))
        await two.say(new_table(1, replace(QUICK, name="of Eleni"), bots=2))
        await one.say(new_table(2, replace(QUICK, name="of Mira too")))
        await one.until(Done, lambda done: done.rid == 2)
        described = await two.until(Done, lambda done: done.rid == 1)
        for visitor in (one, two):
            await visitor.quiet()
        titles = {number: house.table(number).table.options.name for number in (1, 2, 3)}
        assert sorted(titles.values()) == ["of Eleni", "of Mira", "of Mira too"]
        assert isinstance(described.answer, Described)
        assert titles[described.answer.row.table] == "of Eleni"
        for visitor in (one, two):
            assert {number: seen.view.options.name for number, seen in visitor.seen.items()}.items() <= titles.items()


async def test_a_table_without_a_name_is_called_after_its_opener_if_that_fits(tmp_path: Path) -> None:
    nameless = replace(QUICK, name="")
    long = "x\u0330" * 16
    async with premises(tmp_path) as house:
        number = await open_table(mira := await house.enter("Mira"), nameless)
        assert mira.seen[number].view.options.name == "Table of Mira"
        number = await open_table(other := await house.enter(long), nameless)
        assert other.seen[number].view.options.name == ""
        described = await mira.get(ask.Look, table=number)
        assert isinstance(described, Described)
        assert described.row.title == f"Table {number}"
    async with premises(tmp_path) as house:
        assert set(house.hall.tables) == {1, 2}, "both come back"


@pytest.mark.parametrize("name", ["  ", "a" * 25, "\x1b]0;pwned\x07", "a\u202eb", "line\nbreak"])
async def test_a_title_that_may_not_be_shown_is_refused(tmp_path: Path, name: str) -> None:
    async with premises(tmp_path) as house:
        visitor = await house.enter("Mira")
        assert await visitor.refusal(ask.NewTable, options=replace(QUICK, name=name), game=GIN) == "bad_text"


async def test_one_person_has_no_more_tables_than_the_limit_bots_tables_included(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=Limits(tables_per_player=2)) as house:
        visitor = await house.enter("Mira")
        await open_table(visitor)
        await open_table(visitor, replace(QUICK, bot_pace_ms=10_000), bots=2)
        reply = await visitor.ask(ask.NewTable, options=QUICK, game=GIN)
        assert isinstance(reply, Refused)
        assert (reply.code, reply.values) == ("too_many_tables", {"limit": 2})
        other = await house.enter("Eleni")
        number = await open_table(other)
        assert await visitor.refusal(ask.TakeSeat, table=number) == "too_many_tables"
        await visitor.get(ask.LeaveTable, table=1)
        assert await visitor.get(ask.TakeSeat, table=number) == Seated(number, 1)


# ---- seats


async def test_seats_are_taken_by_number_or_as_they_come(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two, three = [await house.enter(name) for name in ("Mira", "Eleni", "Wendy")]
        await open_table(one)
        assert await two.refusal(ask.TakeSeat, table=1, seat=0) == "seat_taken"
        assert await two.refusal(ask.TakeSeat, table=1, seat=4) == "not_seated"
        assert await two.get(ask.TakeSeat, table=1, seat=1) == Seated(1, 1)
        assert await three.refusal(ask.TakeSeat, table=1) == "table_full"
        assert await three.refusal(ask.TakeSeat, table=1, seat=0) == "table_full"
        assert await three.refusal(ask.TakeSeat, table=9) == "no_such_table"
        await level(house, 1, one, two)
        assert chairs(one) == chairs(two) == ["Mira", "Eleni"]


async def test_sitting_down_again_leads_back_to_the_same_seat(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, _ = await duel(house)
        assert await one.get(ask.TakeSeat, table=1) == Seated(1, 0)
        assert (await one.until(Snapshot)).view.viewer == 0


async def test_a_private_table_asks_for_its_code_and_never_shows_it(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two, three = [await house.enter(name) for name in ("Mira", "Eleni", "Wendy")]
        number = await open_table(one, replace(QUICK, code="chamomile"))
        assert await two.refusal(ask.TakeSeat, table=number) == "bad_code"
        assert await two.refusal(ask.TakeSeat, table=number, code="nettle") == "bad_code"
        await three.get(ask.Lobby)
        await three.get(ask.Look, table=number)
        await three.get(ask.Watch, table=number)
        await two.get(ask.TakeSeat, table=number, code="chamomile")
        for visitor in (one, two, three):
            await visitor.quiet()
            assert visitor.seen[number].view.private
            assert b"chamomile" not in visitor.raw


async def test_leaving_before_a_match_frees_the_seat_and_an_empty_table_closes(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await house.enter("Mira"), await house.enter("Eleni")
        await open_table(one)
        await two.get(ask.TakeSeat, table=1)
        await one.get(ask.LeaveTable, table=1)
        await level(house, 1, two)
        assert chairs(two) == ["", "Eleni"]
        assert await one.refusal(ask.LeaveTable, table=1) == "not_seated"
        await two.get(ask.LeaveTable, table=1)
        await two.quiet()
        assert house.hall.tables == {}
        assert await two.refusal(ask.TakeSeat, table=1) == "no_such_table"


async def test_the_code_of_a_table_cannot_be_guessed_by_trying_whatever_name_one_takes(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    limits = Limits(password_tries=3, password_wait_seconds=8, max_connections_per_address=100)
    async with premises(tmp_path, limits=limits) as house:
        for name in ("Mira", "Eleni"):
            await open_table(await house.enter(name), replace(QUICK, code="0042"))
        for guess, name in enumerate(("Wendy", "Peter", "Tinker")):
            guesser = await house.enter(name)
            assert await guesser.refusal(ask.TakeSeat, table=1) == "bad_code", "no code is no guess"
            assert await guesser.refusal(ask.TakeSeat, table=1, code=f"{guess:04}") == "bad_code"
        last = await house.enter("Nana")
        assert await last.ask(ask.TakeSeat, rid=50, table=1, code="0042") == Refused(50, "rate", {"seconds": 8})
        assert await last.get(ask.TakeSeat, rid=51, table=2, code="0042") == Seated(2, 1)
        await trio.sleep(8)
        assert await last.get(ask.TakeSeat, rid=52, table=1, code="0042") == Seated(1, 1)


async def test_who_comes_to_tables_and_leaves_them_all_the_time_has_to_wait(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=Limits(changes_per_second=0.2)) as house:
        await open_table(await house.enter("Mira"))
        restless = await house.enter("Eleni")
        await restless.get(ask.Watch, table=1)
        await restless.get(ask.Unwatch, table=1)
        assert await restless.ask(ask.Watch, rid=50, table=1) == Refused(50, "rate", {"seconds": 5})
        assert await restless.refusal(ask.Watch, table=1) == "rate"
        assert (await restless.ask(ask.Chat, rid=52, table=None, text="hello")).rid == 52, "other things can be done"
        await trio.sleep(5)
        await restless.get(ask.Watch, table=1)


async def test_who_sits_down_where_one_sits_sees_the_table_anew_as_often_as_one_likes(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=Limits(changes_per_second=0.1)) as house:
        one = await house.enter("Mira")
        await open_table(one)
        for _ in range(5):
            assert await one.get(ask.TakeSeat, table=1) == Seated(1, 0)
            await one.until(Snapshot)


async def test_bots_come_and_go_as_those_who_sit_there_like(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await house.enter("Mira"), await house.enter("Eleni")
        await open_table(one)
        assert await two.refusal(ask.AddBot, table=1) == "not_seated"
        assert await one.get(ask.AddBot, table=1) == Seated(1, 1)
        assert await one.refusal(ask.AddBot, table=1) == "table_full"
        assert await one.refusal(ask.RemoveBot, table=1, seat=0) == "no_bot"
        assert await one.refusal(ask.RemoveBot, table=1, seat=5) == "no_bot"
        assert await two.refusal(ask.RemoveBot, table=1, seat=1) == "not_seated"
        await one.get(ask.RemoveBot, table=1, seat=1)
        assert await one.get(ask.AddBot, table=1, seat=1, level="normal") == Seated(1, 1)
        await one.get(ask.Ready, table=1)
        await one.quiet()
        assert await one.refusal(ask.RemoveBot, table=1, seat=1) == "match_running"


async def test_a_bot_more_than_there_are_seats_and_names_is_refused_whatever_seat_is_named(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one = await house.enter("Mira")
        await open_table(one, game=RUMMY["basic"], seats=6, bots=6)
        for asked in ({}, {"seat": 0}, {"seat": 5}):
            assert await one.refusal(ask.AddBot, table=1, **asked) == "table_full"
        assert 1 in house.hall.tables


async def test_a_match_starts_when_everybody_is_ready(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await house.enter("Mira"), await house.enter("Eleni")
        await open_table(one)
        await one.get(ask.Ready, table=1)
        await two.get(ask.TakeSeat, table=1)
        await level(house, 1, one, two)
        assert one.seen[1].view.ready == (True, False)
        assert not one.seen[1].view.playing
        await two.get(ask.Ready, table=1)
        await level(house, 1, one, two)
        assert one.seen[1].view.playing
        assert await one.refusal(ask.Ready, table=1) == "match_running"
        hands = [visitor.seen[1].match.hand for visitor in (one, two)]
        assert [hand.bit_count() for hand in hands] == [10, 10]
        assert not hands[0] & hands[1]


# ---- acts, exactly once


async def test_the_same_act_three_times_happens_once_and_is_answered_the_same(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        actor = asked(1, one, two)
        request = actor.next_act(1, act.PASS)
        before = house.table().standing.n
        await actor.say(request, request, request)
        answers = [await actor.until(Acted) for _ in range(3)]
        assert answers == [Acted(1, 1, before + 1)] * 3
        assert house.table().standing.n == before + 1


async def test_a_number_too_high_or_too_low_is_refused_with_the_next_one(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        actor = asked(1, one, two)
        request = actor.next_act(1, act.PASS)
        assert await actor.send_act(replace(request, cseq=2)) == ActRefused(1, 2, "cseq_gap", {"expected": 1})
        await actor.send_act(request)
        await level(house, 1, one, two)
        await asked(1, one, two).act(1, act.PASS)
        await level(house, 1, one, two)
        await actor.act(1, act.DRAW_STOCK)
        assert await actor.send_act(request) == ActRefused(1, 1, "cseq_old", {"expected": 3})


async def test_an_act_for_an_earlier_question_is_stale_and_changes_nothing(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        actor = asked(1, one, two)
        standing = house.table().standing
        request = actor.next_act(1, act.PASS)
        assert await actor.send_act(replace(request, dp=request.dp - 1)) == ActRefused(1, 1, "stale_decision")
        assert await actor.send_act(replace(request, dp=request.dp + 1)) == ActRefused(1, 1, "stale_decision")
        assert house.table().standing is standing


OTHER_GAMES = [(GIN, rummy.READY), (GIN, rummy.DRAW_STOCK), (RUMMY["basic"], act.READY), (RUMMY["basic"], act.PASS)]


@pytest.mark.parametrize(("game", "action"), OTHER_GAMES, ids=lambda value: type(value).__module__)
async def test_a_move_of_a_game_that_is_not_played_here_is_refused(
    tmp_path: Path, game: GameOptions, action: GameAction
) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, game=game)
        actor = asked(1, one, two)
        standing = house.table().standing
        assert await actor.act(1, action) == ActRefused(1, 1, "forbidden")
        assert house.table().standing is standing


async def test_what_the_rules_refuse_leaves_the_count_as_it_was(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        actor = asked(1, one, two)
        other = two if actor is one else one
        first = await actor.act(1, act.DRAW_STOCK)
        assert isinstance(first, ActRefused)
        assert first.code == "offer_first"
        waiting = await other.act(1, act.DRAW_STOCK)
        assert isinstance(waiting, ActRefused)
        assert waiting.code == "not_your_turn"
        assert house.table().standing.accepted == (0, 0)
        assert isinstance(await actor.act(1, act.PASS), Acted)


async def test_acts_of_those_who_do_not_play_are_refused(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, _ = await duel(house)
        stranger = await house.enter("Wendy")
        assert await stranger.send_act(ask.Act(1, 1, 1, act.PASS)) == ActRefused(1, 1, "not_seated")
        assert await stranger.send_act(ask.Act(9, 1, 1, act.PASS)) == ActRefused(9, 1, "no_such_table", {"table": 9})
        number = await open_table(stranger)
        assert await stranger.send_act(ask.Act(number, 1, 1, act.PASS)) == ActRefused(number, 1, "no_match")
        assert await one.up_to_now() == []


# ---- requests, exactly once


async def test_a_request_asked_again_gets_the_same_bytes_and_changes_nothing(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        visitor = await house.enter("Mira")
        await visitor.say(new_table(1))
        first = await visitor.reply(1)
        await visitor.quiet()
        n = house.table().standing.n
        await visitor.say(new_table(1), new_table(1))
        assert [await visitor.reply(1), await visitor.reply(1)] == [first, first]
        await visitor.quiet()
        assert list(house.hall.tables) == [1]
        assert house.table().standing.n == n


async def test_a_new_table_asked_for_again_on_a_new_line_is_shown_again(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        visitor = await house.enter("Mira")
        await visitor.say(new_table(1), new_table(2, replace(QUICK, bot_pace_ms=10_000), bots=2))
        await visitor.quiet()
        again = await house.enter(token=visitor.me.token)
        await again.say(new_table(1), new_table(2, replace(QUICK, bot_pace_ms=10_000), bots=2))
        await again.quiet()
        assert {number: seen.view.viewer for number, seen in again.seen.items()} == {1: 0, 2: PUBLIC}
        assert list(house.hall.tables) == [1, 2]


async def test_a_seat_asked_for_again_on_a_new_line_is_shown_again(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await house.enter("Mira"), await house.enter("Eleni")
        await open_table(one)
        await two.say(ask.TakeSeat(7, 1))
        await two.quiet()
        await two.leave()
        again = await house.enter(token=two.me.token)
        await again.say(ask.TakeSeat(7, 1))
        await again.quiet()
        assert again.seen[1].view.viewer == 1
        assert [chair.presence for chair in again.seen[1].view.chairs] == ["here", "here"]


async def test_a_number_lower_than_all_that_are_kept_is_old(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=CHATTY) as house:
        visitor = await house.enter("Mira")
        for rid in range(10, 80):
            await visitor.get(ask.Chat, rid=rid, table=None, text="hello")
        assert await visitor.refusal(ask.Chat, rid=10, table=None, text="hello") == "rid_old"
        reply = await visitor.ask(ask.Chat, rid=16, table=None, text="hello")
        assert reply == Done(16)


async def test_a_refused_request_may_be_asked_again_with_its_number(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await house.enter("Mira"), await house.enter("Eleni")
        assert await two.refusal(ask.TakeSeat, rid=5, table=1) == "no_such_table"
        await open_table(one)
        assert await two.get(ask.TakeSeat, rid=5, table=1) == Seated(1, 1)


async def test_a_table_with_too_much_to_do_is_busy_and_forgets_nothing(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=Limits(frames_per_second=1000)) as house:
        one = await house.enter("Mira")
        await open_table(one)
        held, released = trio.Event(), trio.Event()

        async def hold() -> None:
            held.set()
            await released.wait()

        house.table().submit(hold)
        await held.wait()
        await one.say(*(ask.Look(rid, 1) for rid in range(100, 100 + JOBS + 3)))
        await trio.testing.wait_all_tasks_blocked()
        released.set()
        replies = [await one.reply(rid) for rid in range(100 + JOBS, 100 + JOBS + 3)]
        assert [reply.code for reply in replies if isinstance(reply, Refused)] == ["busy"] * 3
        await one.quiet()
        assert sum(isinstance(message, Done) and message.rid >= 100 for message in one.heard) == JOBS


# ---- watching


async def test_watching_begins_with_a_snapshot_and_ends_when_asked(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        wendy = await house.enter()
        assert await wendy.refusal(ask.Unwatch, table=1) == "not_watching"
        await wendy.get(ask.Watch, table=1)
        assert (await wendy.until(Snapshot)).view.viewer == PUBLIC
        assert await one.refusal(ask.Watch, table=1) == "seated_already"
        assert await one.refusal(ask.Unwatch, table=1) == "not_watching"
        await wendy.get(ask.Unwatch, table=1)
        await wendy.quiet()
        await asked(1, one, two).act(1)
        assert await wendy.quiet() == []


async def test_a_table_may_have_no_spectators_or_no_more_than_the_limit(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=Limits(spectators_per_table=1)) as house:
        one = await house.enter("Mira")
        closed = await open_table(one, replace(QUICK, spectators=False))
        open_to_one = await open_table(one)
        first, second = await house.enter(), await house.enter()
        assert await first.refusal(ask.Watch, table=closed) == "no_spectators"
        assert await first.refusal(ask.Resume, table=closed, n=0) == "no_spectators"
        await first.get(ask.Watch, table=open_to_one)
        await first.get(ask.Watch, table=open_to_one)
        assert await second.refusal(ask.Watch, table=open_to_one) == "spectators_full"
        await first.leave()
        await trio.testing.wait_all_tasks_blocked()
        await second.get(ask.Watch, table=open_to_one)


async def test_giving_up_ends_the_hand_and_only_a_player_can(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, game=replace(GIN, target=300))
        assert await (await house.enter("Wendy")).refusal(ask.GiveUp, table=1) == "not_seated"
        await one.get(ask.GiveUp, table=1)
        await level(house, 1, one, two)
        board = two.seen[1].match.boards[0]
        assert (board.phase, board.gave_up) == ("hand_end", 0)
        assert await one.refusal(ask.GiveUp, table=1) == "hand_over"
        assert await two.refusal(ask.GiveUp, table=1) == "hand_over"


# ---- talk


async def said(visitor: Visitor) -> list[tuple[str, str]]:
    await visitor.quiet()
    return [(line.text, line.audience) for line in visitor.heard if isinstance(line, ChatLine)]


async def test_what_spectators_say_during_a_hand_is_for_spectators(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, game=replace(GIN, target=300))
        spectators = [await house.enter() for _ in range(2)]
        for spectator in spectators:
            await spectator.get(ask.Watch, table=1)
        await spectators[0].get(ask.Chat, table=1, text="she holds three kings")
        await one.get(ask.Chat, table=1, text="good luck")
        await one.get(ask.GiveUp, table=1)
        await spectators[1].get(ask.Chat, table=1, text="well played")
        to_players = [("good luck", "all"), ("well played", "all")]
        assert await said(one) == await said(two) == to_players
        for spectator in spectators:
            assert await said(spectator) == [("she holds three kings", "spectators"), *to_players]
        assert b"kings" not in one.raw + two.raw


async def test_whoever_sits_a_hand_out_speaks_to_those_who_look_on(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        people = [await house.enter(name) for name in ("Eleni", "Mira", "Wendy")]
        await open_table(people[0], game=replace(GIN, format="sit_out", target=300), seats=3)
        for person in people[1:]:
            await person.get(ask.TakeSeat, table=1)
        for person in people:
            await person.get(ask.Ready, table=1)
        spectator = await house.enter()
        await spectator.get(ask.Watch, table=1)
        await level(house, 1, *people)
        (idle,) = people[0].seen[1].match.sheet.idle
        playing = [person for seat, person in enumerate(people) if seat != idle]
        await people[idle].get(ask.Chat, table=1, text="she holds three kings")
        await spectator.get(ask.Chat, table=1, text="no, queens")
        await playing[0].get(ask.Chat, table=1, text="good luck")
        whispered = [("she holds three kings", "spectators"), ("no, queens", "spectators")]
        for person in playing:
            assert await said(person) == [("good luck", "all")]
        for person in (people[idle], spectator):
            assert await said(person) == [*whispered, ("good luck", "all")]
        await playing[0].get(ask.GiveUp, table=1)
        await people[idle].get(ask.Chat, table=1, text="well played")
        assert (await said(playing[1]))[-1] == ("well played", "all")


async def test_only_those_who_hear_a_table_speak_there(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        await duel(house)
        stranger = await house.enter("Wendy")
        assert await stranger.refusal(ask.Chat, table=1, text="hello") == "not_watching"
        assert await stranger.refusal(ask.Chat, table=9, text="hello") == "no_such_table"


async def test_the_lobby_speaks_to_those_who_look_at_it(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two, three = [await house.enter(name) for name in ("Mira", "Eleni", "Wendy")]
        await two.get(ask.Lobby)
        await one.get(ask.Chat, table=None, text="[/ hello")
        line = await two.until(ChatLine)
        assert (line.table, line.user, line.name, line.text) == (None, one.me.user, "Mira", "[/ hello")
        assert await said(three) == []
        await two.get(ask.LobbyOff)
        await one.get(ask.Chat, table=None, text="again")
        assert await said(two) == [("[/ hello", "all")]


async def test_a_line_said_again_with_its_number_is_said_once(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        await one.say(ask.Chat(50, 1, "hello"), ask.Chat(50, 1, "hello"))
        assert [await one.reply(50), await one.reply(50)] == [Done(50), Done(50)]
        again = await house.enter(token=one.me.token)
        await again.get(ask.Chat, rid=50, table=1, text="hello")
        assert await said(two) == [("hello", "all")]


async def test_chat_beyond_the_limit_is_refused_with_the_time_to_wait(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path) as house:
        visitor = await house.enter("Mira")
        replies = [await visitor.ask(ask.Chat, table=None, text="hello") for _ in range(6)]
        assert replies[:5] == [Done(rid) for rid in range(1, 6)]
        assert replies[5] == Refused(6, "rate", {"seconds": 1})
        await trio.sleep(1)
        assert await visitor.ask(ask.Chat, table=None, text="hello") == Done(7)


@pytest.mark.parametrize("text", ["   ", "a" * 201, "\x1b]52;c;cHduZWQ=\x07", "a\u202eb", "e\u0301", "two\nlines"])
async def test_text_that_may_not_be_shown_is_refused(tmp_path: Path, text: str) -> None:
    async with premises(tmp_path) as house:
        visitor = await house.enter("Mira")
        reply = await visitor.ask(ask.Chat, table=None, text=text)
        assert isinstance(reply, Refused)
        assert (reply.code, list(reply.values)) == ("bad_text", ["why"])


# ---- whoever asks anything


def everything(table: int) -> list[tuple[type, dict[str, Any]]]:
    return [
        (ask.Lobby, {"after": 3}),
        (ask.LobbyOff, {}),
        (ask.Players, {}),
        (ask.Look, {"table": table}),
        (ask.TakeSeat, {"table": table, "seat": 1}),
        (ask.TakeSeat, {"table": table}),
        (ask.LeaveTable, {"table": table}),
        (ask.Resume, {"table": table, "n": 2}),
        (ask.Resume, {"table": table, "n": 4_000_000_000}),
        (ask.AddBot, {"table": table}),
        (ask.AddBot, {"table": table, "seat": 5}),
        (ask.RemoveBot, {"table": table, "seat": 0}),
        (ask.RemoveBot, {"table": table, "seat": 5}),
        (ask.Ready, {"table": table, "commitment": bytes(32)}),
        (ask.GiveUp, {"table": table}),
        (ask.Chat, {"table": table, "text": "hello"}),
        (ask.Watch, {"table": table}),
        (ask.Unwatch, {"table": table}),
    ]


ACTIONS = (
    act.TAKE_UPCARD,
    act.PASS,
    act.DRAW_STOCK,
    act.DRAW_DISCARD,
    act.Discard(0),  # pyright: ignore[reportArgumentType]  # as it comes off the wire
    act.Knock(3),  # pyright: ignore[reportArgumentType]
    act.BIG_GIN,
    act.AUTO,
    act.DONE,
    act.LayOff(None, ((5, 4),)),  # pyright: ignore[reportArgumentType]
    act.DECLINE,
    act.READY,
)


async def ask_everything(visitor: Visitor, table: int) -> None:
    for kind, fields in everything(table):
        await visitor.ask(kind, **fields)
    for cseq, action in enumerate(ACTIONS, 1):
        assert isinstance(await visitor.send_act(ask.Act(table, cseq, 0, action)), ActRefused)


@pytest.mark.parametrize("playing", [False, True], ids=["before a match", "in a match"])
@pytest.mark.parametrize("watching", [False, True], ids=["a stranger", "a spectator"])
async def test_whatever_an_outsider_asks_is_answered_and_the_table_is_as_before(
    tmp_path: Path, playing: bool, watching: bool
) -> None:
    async with premises(tmp_path, limits=CHATTY) as house:
        one = await house.enter("Mira")
        if playing:
            await open_table(one, replace(QUICK, bot_pace_ms=10_000), bots=1)
            await one.get(ask.Ready, table=1)
        else:
            await open_table(one, bots=1)
        await one.quiet()
        standing = house.table().standing
        outsider = await house.enter("Wendy")
        if watching:
            await outsider.get(ask.Watch, table=1)
        await ask_everything(outsider, 1)
        await ask_everything(outsider, 77)
        await one.quiet()
        assert house.table().standing is standing
        assert len(house.table().audience) == 1


async def test_whatever_a_player_asks_at_any_time_stops_nothing(tmp_path: Path) -> None:
    async with premises(tmp_path, limits=CHATTY) as house:
        one, two = await duel(house)
        for visitor in (one, two):
            for kind, fields in everything(1):
                await visitor.ask(kind, **fields)
                await visitor.quiet()
        assert 1 in house.hall.tables
        assert await house.enter("Wendy")


async def test_a_table_that_closes_answers_what_still_waits(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await house.enter("Mira"), await house.enter("Eleni")
        await open_table(one)
        live, held, released = house.table(), trio.Event(), trio.Event()

        async def hold() -> None:
            held.set()
            await released.wait()

        live.submit(hold)
        await held.wait()
        await one.say(ask.LeaveTable(50, 1))
        await trio.testing.wait_all_tasks_blocked()
        await two.say(ask.Look(51, 1), ask.TakeSeat(52, 1), ask.Act(1, 1, 1, act.PASS))
        await trio.testing.wait_all_tasks_blocked()
        released.set()
        assert await one.reply(50) == Done(50)
        gone: dict[str, int | str] = {"table": 1}
        assert await two.reply(51) == Refused(51, "no_such_table", gone)
        assert await two.reply(52) == Refused(52, "no_such_table", gone)
        assert await two.until(ActRefused) == ActRefused(1, 1, "no_such_table", gone)
