"""kill -9 in the middle of a hand: the same hand comes back, nothing acknowledged is lost, nothing happens twice."""

import sqlite3
from contextlib import closing
from pathlib import Path

import trio
from msgspec import Struct
from msgspec.structs import replace

from tests.support.premises import GIN, QUICK, moves, open_table
from tests.support.server_process import ServerProcess, server_process
from tests.support.visitor import Seen, Visitor
from upcard_protocol import table as tables
from upcard_protocol.rules.game import PUBLIC
from upcard_protocol.strategy import choose
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.pushes import Happened
from upcard_protocol.wire.replies import Acted, ActRefused, Tables
from upcard_server.journal import StoredTable, open_journal
from upcard_server.journal.datadir import DATABASE
from upcard_server.standing import Standing, replay

LIMIT_S = 150.0
LONG = replace(GIN, target=300, match_games=5)
"""A match that is not over by the time of any kill."""


class Told(Struct):
    """What one player was told of their acts before the line went dead."""

    acknowledged: Acted | None = None
    done: ask.Act | None = None
    """The act that was acknowledged."""
    pending: ask.Act | None = None
    """An act whose answer did not come: it may have happened or not."""

    def hear(self, answer: Acted | ActRefused) -> None:
        """Take note of the answer to the pending act."""
        if isinstance(answer, Acted):
            self.acknowledged, self.done = answer, self.pending
        self.pending = None

    @property
    def count(self) -> int:
        """How many acts were acknowledged."""
        return 0 if self.acknowledged is None else self.acknowledged.cseq


async def duel(server: ServerProcess, *names: str) -> tuple[int, list[Visitor]]:
    """Return a table where two people have their first hand."""
    one, two = [await server.enter(name) for name in names]
    number = await open_table(one, QUICK, LONG)
    await two.get(ask.TakeSeat, table=number)
    for person in (one, two):
        await person.get(ask.Ready, table=number)
    return number, [one, two]


async def play_on(visitor: Visitor, number: int, told: Told, enough: "Countdown") -> None:
    """Act whenever asked, until the line goes dead."""
    while True:
        seen = visitor.seen[number]
        heard_of_it = told.acknowledged is None or seen.n >= told.acknowledged.n
        if told.pending is None and heard_of_it and seen.view.match is not None and moves(visitor, number):
            told.pending = visitor.next_act(number, choose(seen.match))
            try:
                await visitor.say(told.pending)
            except trio.BrokenResourceError:
                return
        message = await visitor.next()
        if message is None:
            return
        if isinstance(message, Acted | ActRefused):
            told.hear(message)
            enough.count(isinstance(message, Acted))


class Countdown:
    """Kills a server after so many acknowledged acts."""

    def __init__(self, server: ServerProcess, acts: int) -> None:
        self._server = server
        self._left = acts

    def count(self, acted: bool) -> None:
        self._left -= acted
        if acted and not self._left:
            self._server.process.kill()


async def come_back(server: ServerProcess, before: Visitor, number: int) -> Visitor:
    """Return somebody who has come back by token and resumed where they were."""
    again = await server.enter(token=before.me.token)
    assert number in [held.table for held in again.me.seats]
    again.rid = before.rid + 100
    again.seen = dict(before.seen)
    await again.get(ask.Resume, table=number, n=before.seen[number].n)
    await again.up_to_now()
    return again


async def journaled(data: Path, number: int) -> tuple[StoredTable, Standing]:
    """Return a table as the journal holds it, and where it stands."""
    async with open_journal(data) as journal:
        table = await journal.read(str(number))
    assert table is not None
    return table, replay(table)[0]


def standing_at(table: StoredTable, n: int) -> Standing | None:
    """Return where a table stood right after its n-th event; None if that was in the middle of an action."""
    for length in range(1, len(table.rows) + 1):
        standing, _ = replay(replace(table, rows=table.rows[:length]))
        if standing.n == n:
            return standing
    return None


def assert_replays(table: StoredTable, seat: int, seen: Seen) -> None:
    """See that what a player came back to is what the journal replays.

    It need not be what the journal held at the kill: a server that starts again deals at once what was due.
    """
    then = standing_at(table, seen.n)
    assert then is not None, "a player heard half of an action"
    assert seen.match == tables.view(then.table, seat).match


async def test_two_players_go_on_with_the_same_hand_after_every_kill(tmp_path: Path) -> None:
    with trio.fail_after(LIMIT_S):
        told = [Told(), Told()]
        async with server_process(tmp_path) as server:
            number, players = await duel(server, "Mira", "Eleni")
            async with trio.open_nursery() as nursery:
                for player, notes in zip(players, told, strict=True):
                    nursery.start_soon(play_on, player, number, notes, Countdown(server, 3))
            await server.process.wait()
        for _ in range(3):
            _, before = await journaled(tmp_path / "data", number)
            async with server_process(tmp_path) as server:
                players = [await come_back(server, player, number) for player in players]
                came_back_to = [player.seen[number] for player in players]
                for seat, (player, notes) in enumerate(zip(players, told, strict=True)):
                    assert player.seen[number].cseq == before.accepted[seat]
                    await ask_again(player, notes, before.accepted[seat])
                async with trio.open_nursery() as nursery:
                    countdown = Countdown(server, 5)
                    for player, notes in zip(players, told, strict=True):
                        await player.up_to_now()
                        nursery.start_soon(play_on, player, number, notes, countdown)
                await server.process.wait()
            table, _ = await journaled(tmp_path / "data", number)
            for seat, seen in enumerate(came_back_to):
                assert before.n <= seen.n
                assert_replays(table, seat, seen)
        _, after = await journaled(tmp_path / "data", number)
        for notes, accepted in zip(told, after.accepted, strict=True):
            assert notes.count > 2
            assert accepted - notes.count in (0, 1 if notes.pending else 0)


async def ask_again(player: Visitor, notes: Told, accepted: int) -> None:
    """Send the last act once more, as a client does that lost its line, and see that it happens exactly once."""
    assert accepted - notes.count in (0, 1 if notes.pending else 0)
    if notes.pending is None and notes.done is not None:
        assert await player.send_act(notes.done) == notes.acknowledged
    elif notes.pending is not None:
        request = notes.pending
        answer = await player.send_act(request)
        notes.hear(answer)
        if isinstance(answer, Acted):
            assert await player.send_act(request) == answer
        else:
            assert accepted == request.cseq - 1


async def test_many_tables_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    told: dict[tuple[int, int], Told] = {}
    with trio.fail_after(LIMIT_S):
        async with server_process(tmp_path, "--max-connections-per-address", "100") as server:
            games = [await duel(server, f"Mira {pair}", f"Eleni {pair}") for pair in "abcdef"]
            countdown = Countdown(server, 150)
            async with trio.open_nursery() as nursery:
                for number, players in games:
                    for seat, player in enumerate(players):
                        notes = told[number, seat] = Told()
                        nursery.start_soon(play_on, player, number, notes, countdown)
            await server.process.wait()
        assert sum(notes.count for notes in told.values()) >= 150
        stood: dict[int, Standing] = {}
        for number, players in games:
            table, standing = await journaled(tmp_path / "data", number)
            stood[number] = standing
            for seat, player in enumerate(players):
                notes, accepted = told[number, seat], standing.accepted[seat]
                assert accepted - notes.count in (0, 1 if notes.pending else 0)
                assert notes.acknowledged is None or notes.acknowledged.n <= standing.n
                assert player.seen[number].n <= standing.n, "what was published was on the disk before"
                acts = [row for row in table.rows if row.seat == seat and row.cseq is not None]
                assert [row.cseq for row in acts] == list(range(1, accepted + 1))
        came_back_to: dict[tuple[int, int], Seen] = {}
        async with server_process(tmp_path, "--max-connections-per-address", "100") as server:
            for number, players in games:
                for seat, player in enumerate(players):
                    again = await come_back(server, player, number)
                    came_back_to[number, seat] = again.seen[number]
        for (number, seat), seen in came_back_to.items():
            assert stood[number].n <= seen.n
            assert_replays((await journaled(tmp_path / "data", number))[0], seat, seen)


async def test_what_a_spectator_saw_before_the_kill_is_what_the_journal_replays(tmp_path: Path) -> None:
    with trio.fail_after(LIMIT_S):
        async with server_process(tmp_path) as server:
            visitor = await server.enter("Mira")
            number = await open_table(visitor, QUICK, LONG, bots=2)
            heard = 0
            while heard < 300:
                heard += isinstance(await visitor.hear(), Happened)
            await server.kill()
            while await visitor.next() is not None:
                pass
        table, standing = await journaled(tmp_path / "data", number)
        last = visitor.seen[number]
        assert last.n <= standing.n
        then = standing_at(table, last.n)
        if then is not None:
            assert tables.view(then.table, PUBLIC) == last.view


async def test_a_row_that_was_altered_does_not_stop_the_start(tmp_path: Path) -> None:
    with trio.fail_after(LIMIT_S):
        async with server_process(tmp_path) as server:
            one, players = await duel(server, "Mira", "Eleni")
            other, others = await duel(server, "Wendy", "Ada")
            await server.kill()
        with closing(sqlite3.connect(tmp_path / "data" / DATABASE)) as connection, connection:
            connection.execute("UPDATE log SET body = x'81a174a178' WHERE table_id = ? AND n = 4", (str(one),))
        async with server_process(tmp_path) as server:
            for player in others:
                await come_back(server, player, other)
            again = await server.enter(token=players[0].me.token)
            assert again.me.seats == ()
            lobby = await again.get(ask.Lobby, rid=500)
            assert isinstance(lobby, Tables)
            assert {row.table: row.state for row in lobby.rows} == {one: "frozen", other: "playing"}
            assert await again.refusal(ask.TakeSeat, rid=501, table=one) == "frozen"
            assert await server.stop() == 0


async def test_a_disk_that_fails_stops_the_server_with_one_line_and_loses_nothing(tmp_path: Path) -> None:
    small_files = ("sh", "-c", 'ulimit -f 400; exec "$@"', "sh")
    with trio.fail_after(LIMIT_S):
        async with server_process(tmp_path, under=small_files) as server:
            visitor = await server.enter("Mira")
            number = await open_table(visitor, QUICK, LONG, bots=2)
            assert (await visitor.bye()).code == "shutting_down"
            assert await server.process.wait() == 1
            (line,) = server.complaints.splitlines()
            assert "The journal failed" in line
        _, standing = await journaled(tmp_path / "data", number)
        assert standing.n >= visitor.seen[number].n > 0
