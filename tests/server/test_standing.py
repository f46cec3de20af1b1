"""Where a table stands: the same from its actions as from its log."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.matches import play_hand, play_match
from tests.support.premises import GIN, QUICK, duel, premises
from upcard_protocol import table as tables
from upcard_protocol.rules.errors import IllegalAction
from upcard_protocol.rules.game import NATURE, DealDue
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.rules.shuffle import commitment
from upcard_protocol.strategy import choose
from upcard_protocol.wire import ProtocolError
from upcard_protocol.wire.requests import Ready
from upcard_server.journal import Row, StoredTable, open_journal
from upcard_server.standing import (
    BODIES,
    DealFrom,
    Opened,
    Standing,
    TakeSeat,
    entry,
    labels,
    opened,
    perform,
    replay,
    steps,
)

SEED = bytes(range(32))


def waiting() -> Standing:
    """Return a table where users 7 and 8 sit and are ready."""
    standing = opened(Opened(QUICK, GIN, 2, 7))
    for seat, (name, user) in enumerate((("Mira", 7), ("Eleni", 8))):
        standing, _ = perform(standing, NATURE, TakeSeat(tables.Sit(seat, name), user))
        standing, _ = perform(standing, NATURE, tables.GetReady(seat))
    return standing


def dealt() -> Standing:
    standing, _ = perform(waiting(), NATURE, tables.Commit(commitment(SEED)), seed=SEED)
    standing, _ = perform(standing, NATURE, tables.Start(1))
    standing, _ = perform(standing, NATURE, DealFrom(1))
    return standing


async def stored(data: Path, number: str = "1") -> StoredTable:
    async with open_journal(data) as journal:
        table = await journal.read(number)
    assert table is not None
    return table


def test_events_are_counted_and_an_act_moves_only_its_own_seat() -> None:
    before = dealt()
    after, events = perform(before, 0, act.PASS, counted=True)
    assert after.n == before.n + len(events)
    assert (after.accepted, after.acted) == ((1, 0), (before.n + 1, 0))
    uncounted, _ = perform(before, 0, act.PASS)
    assert uncounted.accepted == (0, 0)


def test_what_is_refused_changes_nothing() -> None:
    standing = dealt()
    with pytest.raises(IllegalAction, match="not_your_turn"):
        perform(standing, 1, act.PASS, counted=True)
    assert standing == dealt()


def test_a_new_holder_of_a_seat_counts_from_the_beginning() -> None:
    standing, _ = perform(dealt(), 0, act.PASS, counted=True)
    standing = replace(standing, table=replace(standing.table, match=None))
    standing, _ = perform(standing, NATURE, tables.Leave(0))
    assert (standing.holders, standing.seat_of(7)) == ((None, 8), None)
    standing, _ = perform(standing, NATURE, TakeSeat(tables.Sit(0, "Wendy"), 9))
    assert (standing.holders, standing.accepted) == ((9, 8), (0, 0))


def test_a_seat_that_is_kept_in_a_match_keeps_its_holder() -> None:
    standing, _ = perform(dealt(), NATURE, tables.Leave(0))
    assert standing.seat_of(7) == 0


def test_the_log_has_the_number_of_a_deal_and_not_its_cards() -> None:
    body = entry(1, NATURE, DealFrom(3)).body
    assert BODIES.decode(body) == DealFrom(3)
    assert len(body) < 30


async def test_a_log_replays_to_where_the_table_stood(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house, game=replace(GIN, target=50))
        await play_match(house, one, two)
        for visitor in (one, two):
            await visitor.get(Ready, table=1)
        await play_hand(house, one, two)
        standing = house.table().standing
    table = await stored(tmp_path)
    again, at_ms = replay(table)
    assert again == standing
    assert at_ms == table.rows[-1].at_ms
    assert len(table.matches) == 2
    for length, (last, stood) in enumerate(steps(table), start=1):
        part, at_ms = replay(replace(table, rows=table.rows[:length]))
        assert (part, at_ms) == (stood, last.at_ms), "line by line and acts in a row come to the same"


def row(n: int, body: bytes, seat: int | None = None) -> Row:
    return Row(n=n, at_ms=1, kind="any", body=body, seat=seat, cseq=None)


async def test_a_log_that_makes_no_table_is_an_error_of_one_of_three_kinds(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        await duel(house)
    table = await stored(tmp_path)
    poisoned = {
        "no log at all": (table.rows[:0], table.matches),
        "no opening": (table.rows[1:], table.matches),
        "bytes that are no body": ((*table.rows, row(99, b"\x81\xa1t\xa1x")), table.matches),
        "what the rules refuse": ((*table.rows, row(99, BODIES.encode(act.AUTO), 0)), table.matches),
        "a seed that is missing": (table.rows, ()),
    }
    for rows, matches in poisoned.values():
        with pytest.raises((IllegalAction, ProtocolError, LookupError)):
            replay(replace(table, rows=rows, matches=matches))


def test_the_hands_of_partners_are_dealt_from_a_label_each() -> None:
    assert labels(DealFrom(3)) == (("deal", 3, 0),)
    assert labels(DealFrom(3, 2)) == (("deal", 3, 0), ("deal", 3, 1))


def test_partners_play_a_whole_match_from_the_seeds() -> None:
    partners = PRESETS["partners"]
    standing = opened(Opened(QUICK, partners, 4, None))
    for seat in range(4):
        standing, _ = perform(standing, NATURE, TakeSeat(tables.Sit(seat, f"Bot {seat}", "normal"), None))
    standing, _ = perform(standing, NATURE, tables.Commit(commitment(SEED)), seed=SEED)
    standing, _ = perform(standing, NATURE, tables.Start(1))
    while tables.result(standing.table) is None:
        owed = tables.due(standing.table)
        if isinstance(owed, DealDue):
            standing, _ = perform(standing, NATURE, DealFrom(owed.hand, owed.decks))
            continue
        seat = max(tables.to_act(standing.table))
        seen = tables.view(standing.table, seat).match
        assert seen is not None
        standing, _ = perform(standing, seat, choose(seen))
    over = tables.result(standing.table)
    assert over is not None
    assert over.winners in ((0, 2), (1, 3))
