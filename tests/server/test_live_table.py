"""A table in play: what happens there, in which order, and what follows by itself."""

from collections.abc import Callable
from pathlib import Path

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from tests.support.matches import play_hand, play_match, play_turn
from tests.support.premises import GIN, QUICK, Premises, asked, duel, level, open_table, premises
from tests.support.visitor import Visitor
from upcard_protocol import table as tables
from upcard_protocol.rules import shuffle
from upcard_protocol.rules.cards import Card, hand_of
from upcard_protocol.rules.game import PUBLIC
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin import events as ev
from upcard_protocol.rules.gin.legal import View
from upcard_protocol.table import OnGone, TableOptions
from upcard_protocol.wire import ProtocolError
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.pushes import Happened, Notice, Snapshot, Spectators
from upcard_protocol.wire.replies import Acted, Done, Refused, Resumed, Seated
from upcard_server.audience import SPECTATOR_BYTES
from upcard_server.config import Limits
from upcard_server.journal import Change
from upcard_server.live import LiveTable
from upcard_server.telling import RECENT

FORFEIT = replace(QUICK, on_gone="forfeit")
SHORT = replace(GIN, target=50)
LONG = replace(GIN, target=300)
"""No one hand ends this match."""
UNTIMED = replace(QUICK, turn_s=0)

LIMITS = Limits(ready_seconds=20, gone_seconds=120, idle_seconds=10_000)


def events(visitor: Visitor) -> list[object]:
    return [message.event for message in visitor.heard if isinstance(message, Happened)]


def presence(visitor: Visitor) -> list[str]:
    return [chair.presence for chair in visitor.seen[1].view.chairs]


async def watcher(house: Premises, table: int = 1) -> Visitor:
    guest = await house.enter()
    await guest.get(ask.Watch, table=table)
    await guest.until(Snapshot)
    return guest


async def came_back(house: Premises, gone: Visitor) -> Visitor:
    """Return somebody who has logged in again and resumed table 1."""
    again = await house.enter(token=gone.me.token)
    again.seen = dict(gone.seen)
    await again.get(ask.Resume, rid=900, table=1, n=gone.seen[1].n)
    await level(house, 1, again)
    return again


# ---- a match, from the first deal to the seed


async def test_what_everybody_folds_is_what_the_server_holds(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, game=SHORT)
        spectator = await watcher(house)
        await play_match(house, one, two)
        await level(house, 1, one, two, spectator)
        table = house.table().table
        for visitor, viewer in ((one, 0), (two, 1), (spectator, PUBLIC)):
            assert visitor.seen[1].view == tables.view(table, viewer)


async def test_the_seed_of_a_finished_match_reproduces_every_deal(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, game=SHORT)
        await play_match(house, one, two)
        view = one.seen[1].view
        assert view.started is not None
        assert view.revealed is not None
        seed = view.revealed.seed
        assert view.started.commitment == shuffle.commitment(seed)
        key = shuffle.key((seed, *view.started.seeds))
        assert view.started.first_dealer == shuffle.pick(key, "dealer", 2)
        deals = [[event for event in events(visitor) if isinstance(event, ev.Dealt)] for visitor in (one, two)]
        assert len(deals[0]) == one.seen[1].match.sheet.hands
        for number, dealt in enumerate(zip(*deals, strict=True), 1):
            deck = shuffle.deck(key, "deal", number, 0)
            for seat, event in enumerate(dealt):
                place = event.seats.index(seat)
                assert event.hands[seat] == hand_of(deck[place:20:2])
                assert event.upcard == deck[20]


async def test_the_seed_is_no_sooner_on_the_wire_than_the_match_is_over(tmp_path: Path) -> None:
    seed = bytes(range(100, 132))
    async with premises(tmp_path, new_seed=lambda: seed) as house:
        one, two = await duel(house, game=SHORT)
        spectator = await watcher(house)
        while house.table().table.playing:
            for visitor in (one, two, spectator):
                await level(house, 1, visitor)
                if not visitor.seen[1].match.sheet.winners:
                    assert seed not in visitor.raw
            await play_turn(house, one, two)
        await level(house, 1, one, two, spectator)
        assert all(seed in visitor.raw for visitor in (one, two, spectator))


async def test_ready_after_a_match_is_a_rematch_with_a_seed_of_its_own(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, game=SHORT)
        await play_match(house, one, two)
        first = one.seen[1].view.started
        for visitor in (one, two):
            await visitor.get(ask.Ready, table=1)
        await level(house, 1, one, two)
        second = one.seen[1].view.started
        assert first is not None
        assert second is not None
        assert (first.match, second.match) == (1, 2)
        assert first.commitment != second.commitment
        assert one.seen[1].view.revealed is None
        assert one.seen[1].cseq > 0, "the acts of a seat's holder are counted on"
        await play_match(house, one, two)


async def test_a_person_plays_a_match_against_the_computer(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one = await house.enter("Mira")
        await open_table(one, game=SHORT, bots=1)
        await one.get(ask.Ready, table=1)
        await level(house, 1, one)
        await play_match(house, one)
        await level(house, 1, one)
        assert one.seen[1].view.revealed is not None


async def test_a_bot_waits_its_pace_before_it_acts(tmp_path: Path, autojump_clock: trio.abc.Clock) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one = await house.enter("Mira")
        await open_table(one, replace(QUICK, bot_pace_ms=700), bots=1)
        await one.get(ask.Ready, table=1)
        await level(house, 1, one)
        if not asked_here(one):
            began = trio.current_time()
            await one.until(Happened)
            assert trio.current_time() - began == pytest.approx(0.7)
        await one.act(1, act.PASS)
        began = trio.current_time()
        await one.until(Happened, lambda heard: getattr(heard.event, "seat", 0) == 1)
        assert trio.current_time() - began == pytest.approx(0.7)


def asked_here(visitor: Visitor) -> bool:
    board = visitor.seen[1].match.board
    return board is not None and board.turn == visitor.seen[1].view.viewer


async def test_between_hands_ready_is_assumed_after_twenty_seconds(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, game=LONG)
        await one.get(ask.GiveUp, table=1)
        await level(house, 1, one, two)
        began = trio.current_time()
        await two.act(1, act.READY)
        await one.event(ev.Dealt)
        assert trio.current_time() - began == 20
        assert house.table().standing.accepted == (0, 1), "what is assumed is no act of the holder's"


async def test_without_a_turn_time_a_hand_waits_for_ever_for_a_person_who_is_here(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=UNTIMED)
        n = house.table().standing.n
        await trio.sleep(9_000)
        assert house.table().standing.n == n
        assert isinstance(await asked(1, one, two).act(1), Acted)


# ---- coming, going, and being gone


async def test_who_drops_is_seen_to_drop_and_to_return(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        await one.leave()
        await level(house, 1, two)
        assert presence(two) == ["dropped", "here"]
        again = await came_back(house, one)
        await level(house, 1, two)
        assert presence(two) == presence(again) == ["here", "here"]
        assert again.seen[1].view == tables.view(house.table().table, 0)


async def test_somebody_who_is_gone_is_played_for_and_gets_the_seat_back(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=UNTIMED)
        began = trio.current_time()
        await one.leave()
        await two.event(tables.StoodIn)
        assert trio.current_time() - began == 120
        for _ in range(6):
            await play_turn(house, two)
        again = await came_back(house, one)
        chair = again.seen[1].view.chairs[0]
        assert (chair.presence, chair.stand_in) == ("here", False)
        assert house.table().standing.accepted[0] == again.seen[1].cseq == 0
        n = house.table().standing.n
        await trio.sleep(1000)
        assert asked_here(again) or house.table().standing.n == n
        await play_hand(house, again, two)


@pytest.mark.parametrize("on_gone", ["bot", "forfeit"])
async def test_who_returns_in_time_keeps_the_seat_and_nothing_is_played(
    tmp_path: Path, autojump_clock: trio.abc.Clock, on_gone: OnGone
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=replace(UNTIMED, on_gone=on_gone))
        for _ in range(3):
            await one.leave()
            await trio.sleep(119)
            one = await came_back(house, one)
        await trio.sleep(1000)
        await level(house, 1, one, two)
        assert not any(isinstance(event, tables.StoodIn | ev.GaveUp) for event in events(two))
        assert presence(two) == ["here", "here"]
        assert house.table().in_hand


async def test_where_bots_may_not_stand_in_the_hand_and_then_the_match_is_forfeited(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=FORFEIT, game=LONG)
        began = trio.current_time()
        await one.leave()
        gave_up = await two.event(ev.GaveUp)
        assert (gave_up, trio.current_time() - began) == (ev.GaveUp(0, "dropped"), 120)
        await two.event(ev.HandEnded)
        await two.act(1, act.READY)
        ended = await two.event(ev.MatchEnded)
        assert (ended.winner, ended.forfeited, ended.why) == (1, 0, "dropped")
        assert trio.current_time() - began == 140, "readiness of the one who is gone is assumed"
        await two.event(tables.Revealed)
        left = await two.event(tables.Left)
        assert (left.seat, left.kept) == (0, False), "the seat is free for the next one"


async def test_who_leaves_for_good_forfeits_as_one_who_left(tmp_path: Path, autojump_clock: trio.abc.Clock) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=FORFEIT, game=LONG)
        await one.get(ask.LeaveTable, table=1)
        assert await two.event(ev.GaveUp) == ev.GaveUp(0, "left")
        await two.act(1, act.READY)
        assert (await two.event(ev.MatchEnded)).why == "left"


async def test_who_returns_before_the_next_deal_has_lost_a_hand_and_no_more(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, options=FORFEIT, game=LONG)
        await one.leave()
        await two.event(ev.HandEnded)
        again = await came_back(house, one)
        await play_turn(house, again, two)
        await play_turn(house, again, two)
        await level(house, 1, again, two)
        assert house.table().in_hand


async def test_two_who_are_gone_leave_no_table_behind(tmp_path: Path, autojump_clock: trio.abc.Clock) -> None:
    for options in (QUICK, FORFEIT):
        async with premises(tmp_path / options.on_gone, limits=LIMITS) as house:
            one, two = await duel(house, options=options)
            await one.leave()
            await two.leave()
            await trio.sleep(10_000)
            assert house.hall.tables == {}
            assert house.hall.rows == []


async def test_the_seat_of_somebody_played_for_is_free_after_the_match(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house, game=SHORT)
        await one.leave()
        await two.event(tables.StoodIn)
        await play_match(house, two)
        await level(house, 1, two)
        assert [chair.kind for chair in two.seen[1].view.chairs] == ["empty", "person"]
        three = await house.enter("Wendy")
        await three.get(ask.TakeSeat, table=1)
        for visitor in (two, three):
            await visitor.get(ask.Ready, table=1)
        await level(house, 1, two, three)
        assert house.table().in_hand
        await three.leave()
        await trio.sleep(100)
        assert not house.table().table.chairs[0].stand_in, "the newcomer's absence is counted from its own beginning"


async def test_who_gets_up_in_a_match_keeps_the_seat_for_a_while(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await duel(house)
        await one.get(ask.LeaveTable, table=1)
        await level(house, 1, two)
        assert presence(two) == ["left", "here"]
        assert (await house.enter("Wendy")).me.seats == ()
        await one.get(ask.TakeSeat, table=1)
        await level(house, 1, one, two)
        assert presence(two) == ["here", "here"]
        began = trio.current_time()
        await one.get(ask.LeaveTable, table=1)
        await two.event(tables.StoodIn)
        assert trio.current_time() - began == 120


async def test_a_waiting_table_lets_go_of_who_is_gone_and_closes_when_empty(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await house.enter("Mira"), await house.enter("Eleni")
        await open_table(one)
        await two.get(ask.TakeSeat, table=1)
        await one.leave()
        await trio.sleep(121)
        await level(house, 1, two)
        assert [chair.name for chair in two.seen[1].view.chairs] == ["", "Eleni"]
        await two.leave()
        await trio.sleep(119)
        assert list(house.hall.tables) == [1]
        await trio.sleep(2)
        assert house.hall.tables == {}


# ---- deserted tables


async def test_a_table_of_bots_plays_its_match_to_the_end_and_closes_when_nobody_watches(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one = await house.enter("Mira")
        await open_table(one, replace(QUICK, bot_pace_ms=100), SHORT, bots=2)
        await one.event(tables.Revealed)
        await trio.sleep(1000)
        assert list(house.hall.tables) == [1], "it is being looked at"
        await one.get(ask.Unwatch, table=1)
        await one.quiet()
        assert house.hall.tables == {}
        await open_table(one, replace(QUICK, bot_pace_ms=100), SHORT, bots=2)
        await one.leave()
        await trio.sleep(1000)
        assert house.hall.tables == {}


async def test_a_spectator_who_is_superseded_does_not_keep_a_table_open(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one = await house.enter("Mira")
        await open_table(one, game=SHORT, bots=2)
        await trio.testing.wait_all_tasks_blocked()
        await house.enter(token=one.me.token)
        await trio.testing.wait_all_tasks_blocked()
        assert house.hall.tables == {}


# ---- hearing of it


async def test_resume_gives_the_missing_events_and_no_others(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        spectator = await watcher(house)
        n = spectator.seen[1].n
        for _ in range(4):
            await play_turn(house, one, two)
        again = await house.enter()
        again.seen = dict(spectator.seen)
        again.seen[1] = replace(again.seen[1], n=n)
        fresh = await house.enter()
        fresh.seen = {1: spectator.seen[1]}
        assert await fresh.get(ask.Resume, table=1, n=n) == Resumed(snapshot=False)
        await level(house, 1, fresh, spectator)
        assert fresh.seen[1].view == spectator.seen[1].view
        assert [message.n for message in fresh.heard if isinstance(message, Happened)] == [n + 1, n + 2, n + 3, n + 4]


@pytest.mark.parametrize("n", [0, 1_000_000], ids=["long ago", "never"])
async def test_resume_from_what_is_not_at_hand_gives_a_snapshot(tmp_path: Path, n: int) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, game=replace(GIN, target=300))
        while house.table().standing.n <= RECENT:
            await play_turn(house, one, two)
        assert await one.get(ask.Resume, table=1, n=n) == Resumed(snapshot=True)
        snapshot = await one.until(Snapshot)
        assert snapshot.n == house.table().standing.n
        assert one.seen[1].view == tables.view(house.table().table, 0)
        assert snapshot.cseq == house.table().standing.accepted[0]


async def test_everybody_hears_how_many_watch(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        spectators = [await watcher(house) for _ in range(2)]
        await one.until(Spectators, lambda heard: heard.count == 2)
        await spectators[0].leave()
        assert (await two.until(Spectators, lambda heard: heard.count < 2)).count in (1,)
        await spectators[1].get(ask.Unwatch, table=1)
        assert (await one.until(Spectators, lambda heard: heard.count == 0)).table == 1
        assert house.hall.rows[0].spectators == 0


async def test_turns_and_absences_leave_no_sleeping_tasks_behind(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=Limits(ready_seconds=1000, gone_seconds=1000, idle_seconds=1e6)) as house:
        one, two = await duel(house)
        counts: list[int] = []
        for _ in range(12):
            await play_hand(house, one, two)
            if not house.table().table.playing:
                break
            await play_turn(house, one, two)
            await play_turn(house, one, two)
            await one.leave()
            await trio.testing.wait_all_tasks_blocked()
            one = await came_back(house, one)
            await trio.testing.wait_all_tasks_blocked()
            counts.append(trio.lowlevel.current_statistics().tasks_living)
        assert len(counts) > 2
        assert max(counts) - min(counts) <= 2, counts


async def test_a_spectator_who_falls_behind_skips_to_a_snapshot_and_nobody_waits(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one = await house.enter("Mira")
        number = await open_table(one, game=replace(GIN, target=300, match_games=5), bots=2)
        slow = house.connect(*trio.testing.lockstep_stream_pair())
        await slow.log_in()
        await slow.say(ask.Watch(1, number))
        began = trio.current_time()
        await one.event(tables.Revealed)
        assert trio.current_time() - began < 1, "the bots did not wait"
        n = house.table().standing.n
        assert (await slow.catch_up(number, n)).n == n
        assert slow.seen[number].view == one.seen[number].view
        heard = sum(isinstance(message, Happened) for message in slow.heard)
        assert heard < n, "what it had missed was not sent after all"
        assert len(slow.raw) < 4 * SPECTATOR_BYTES


# ---- requests of those who have left since


async def held_up(live: LiveTable) -> Callable[[], None]:
    """Keep a table busy; return what lets it go on."""
    held, released = trio.Event(), trio.Event()

    async def hold() -> None:
        held.set()
        await released.wait()

    live.submit(hold)
    await held.wait()
    return released.set


async def test_a_seat_taken_by_somebody_who_left_meanwhile_is_seen_as_dropped(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LIMITS) as house:
        one, two = await house.enter("Mira"), await house.enter("Eleni")
        await open_table(one)
        release = await held_up(house.table())
        await two.say(ask.TakeSeat(1, 1))
        await trio.testing.wait_all_tasks_blocked()
        await two.leave()
        await trio.testing.wait_all_tasks_blocked()
        release()
        await trio.testing.wait_all_tasks_blocked()
        assert [chair.presence for chair in house.table().table.chairs] == ["here", "dropped"]
        assert len(house.table().audience) == 1
        await trio.sleep(121)
        assert house.table().table.chairs[1].kind == "empty"


async def test_a_line_that_is_cut_while_a_table_is_being_stored_loses_neither_the_table_nor_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with premises(tmp_path) as house:
        one = await house.enter("Mira")
        commit = house.hall.journal.commit

        async def commit_and_cut(*changes: Change) -> None:
            await commit(*changes)
            for person in house.hall.people:
                assert person.link is not None
                person.link.close(ProtocolError("slow"))

        with monkeypatch.context() as patch:
            patch.setattr(house.hall.journal, "commit", commit_and_cut)
            await one.say(ask.NewTable(rid=1, options=QUICK, game=GIN))
            assert (await one.bye()).code == "slow"
        assert Done(1, Seated(1, 0)) in one.heard
        await trio.testing.wait_all_tasks_blocked()
        assert [chair.presence for chair in house.table().table.chairs] == ["dropped", "here"]
        assert len(house.table().audience) == 0
        again = await house.enter(token=one.me.token)
        await again.say(ask.NewTable(rid=1, options=QUICK, game=GIN))
        assert await again.reply(1) == Done(1, Seated(1, 0))
        await again.quiet()
        assert list(house.hall.tables) == [1]
        assert again.seen[1].view.chairs[0].presence == "here"


async def test_what_a_superseded_connection_had_asked_is_done_and_told_to_the_new_one(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        actor = asked(1, one, two)
        request = actor.next_act(1, act.PASS)
        release = await held_up(house.table())
        await actor.say(request, ask.Watch(60, 1))
        await trio.testing.wait_all_tasks_blocked()
        again = await house.enter(token=actor.me.token)
        again.seen = dict(actor.seen)
        await trio.testing.wait_all_tasks_blocked()
        release()
        answer = await again.send_act(request)
        assert answer == Acted(1, 1, house.table().standing.n)
        await trio.testing.wait_all_tasks_blocked()
        assert [chair.presence for chair in house.table().table.chairs] == ["here", "here"]
        assert len(house.table().audience) == 1, "the old connection hears nothing more"


# ---- faults of ours


async def test_a_fault_at_one_table_is_told_and_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        three = await house.enter("Wendy")
        other = await open_table(three, bots=1)
        live = house.table()

        def broken(*_: object, **__: object) -> None:
            raise RuntimeError("a fault of ours")

        with monkeypatch.context() as patch:
            patch.setattr("upcard_server.live.perform", broken)
            await one.say(ask.GiveUp(70, 1), ask.Look(71, 1))
            reply = await one.reply(70)
        assert isinstance(reply, Refused)
        assert reply.code == "internal"
        notice = await two.until(Notice)
        assert (notice.code, notice.values) == ("internal", reply.values)
        assert str(reply.values["incident"]) in caplog.text
        after = await one.reply(71)
        assert isinstance(after, Refused)
        assert after.code == "no_such_table"
        assert live.ended
        await three.get(ask.Ready, table=other)
        await level(house, other, three)
        assert three.seen[other].view.playing
    async with premises(tmp_path) as house:
        assert house.table().in_hand, "it comes back at the next start"


# ---- secrets


def swapped(deck: tuple[Card, ...], one: int, other: int) -> tuple[Card, ...]:
    cards = list(deck)
    cards[one], cards[other] = cards[other], cards[one]
    return tuple(cards)


AT_MS = 1_770_000_000_000


async def told(
    data: Path, monkeypatch: pytest.MonkeyPatch, deck: tuple[Card, ...], viewer: int
) -> tuple[bytes, list[object]]:
    """Play the same visible opening with a deck, and return every byte that one viewer got of it."""
    with monkeypatch.context() as patch:

        def fixed(*_: object) -> tuple[Card, ...]:
            return deck

        patch.setattr(shuffle, "deck", fixed)
        for module in ("live", "hall", "connection", "desk"):
            patch.setattr(f"upcard_server.{module}.now_ms", lambda: AT_MS)
        async with premises(data, new_seed=lambda: bytes(32)) as house:
            one, two = await house.enter("Eleni"), await house.enter("Mira")
            await open_table(one)
            await two.get(ask.TakeSeat, table=1)
            third = await watcher(house)
            listener = {0: one, 1: two, PUBLIC: third}[viewer]
            listener.raw.clear()
            for person in (one, two):
                await person.get(ask.Ready, table=1)
            await level(house, 1, one, two, third)
            first = asked(1, one, two)
            second = two if first is one else one
            for player, action in (
                (first, act.PASS),
                (second, act.PASS),
                (first, act.DRAW_STOCK),
                (first, act.Discard(deck[0])),
                (second, act.DRAW_STOCK),
                (second, act.Discard(deck[1])),
                (first, act.DRAW_DISCARD),
                (first, act.Discard(deck[2])),
            ):
                assert isinstance(await player.act(1, action), Acted)
                await level(house, 1, one, two, third)
            await third.get(ask.Resume, table=1, n=1)
            await third.get(ask.Watch, table=1)
            await level(house, 1, third)
            await listener.quiet()
            return bytes(listener.raw), events(third)


async def test_hidden_cards_change_not_one_byte_of_what_others_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = shuffle.deck(bytes(32), "deal", 1, 0)
    # Cards 0, 2, 4 ... 18 are the non-dealer's, 1, 3, 5 ... 19 the dealer's, 20 is the upcard, 21 the first drawn.
    unseen_by_all = swapped(swapped(deck, 6, 21), 7, 30)
    plain, _ = await told(tmp_path / "a", monkeypatch, deck, PUBLIC)
    other, _ = await told(tmp_path / "b", monkeypatch, unseen_by_all, PUBLIC)
    assert plain == other
    dealer = shuffle.pick(shuffle.key((bytes(32),) * 3), "dealer", 2)
    for viewer in (0, 1):
        # What the other player holds and draws, and the rest of the stock: all of it hidden from this one.
        hidden = swapped(deck, 7, 22) if viewer != dealer else swapped(deck, 6, 21)
        hidden = swapped(hidden, 40, 45)
        mine, _ = await told(tmp_path / f"c{viewer}", monkeypatch, deck, viewer)
        same, _ = await told(tmp_path / f"d{viewer}", monkeypatch, hidden, viewer)
        assert mine == same


async def test_a_spectator_of_a_whole_hand_is_told_no_hidden_card(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        spectator = await watcher(house)
        await play_hand(house, one, two)
        await level(house, 1, spectator)
        for event in events(spectator):
            match event:
                case ev.Dealt():
                    assert event.hands == (None, None)
                case ev.Drew():
                    assert event.card is None
                case ev.Knocked():
                    assert event.card is None
                case _:
                    pass
        for message in spectator.heard:
            if isinstance(message, Snapshot):
                view = message.view.match
                assert view is None or isinstance(view, View)
                assert view is None or (view.hands, view.drawn, view.knock_card) == ((None, None), None, None)
        mine = [event for event in events(one) if isinstance(event, ev.Drew) and event.seat == 0]
        assert all(event.card is not None for event in mine)
        theirs = [event for event in events(one) if isinstance(event, ev.Drew) and event.seat == 1]
        assert all(event.card is None for event in theirs)


def test_defaults_are_those_of_the_page() -> None:
    options, limits = TableOptions(), Limits()
    assert (options.bot_pace_ms, options.on_gone, limits.gone_seconds, limits.ready_seconds) == (700, "bot", 120, 20)
