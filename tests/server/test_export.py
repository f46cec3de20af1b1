"""Stored tables as `.upcard` text."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.premises import QUICK, Premises, duel, open_table, premises
from upcard_protocol.rules.gin.options import PRESETS
from upcard_protocol.rules.notation import read
from upcard_protocol.rules.record import replay
from upcard_protocol.table import Revealed
from upcard_server.export import ExportError, export
from upcard_server.journal import Row, StoredTable, TableState


async def stored(house: Premises, number: int = 1) -> StoredTable:
    table = await house.hall.journal.read(str(number))
    assert table is not None
    return table


async def test_a_finished_match_replays_from_its_text_to_the_same_end(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        visitor = await house.enter("Mira")
        number = await open_table(visitor, QUICK, PRESETS["modern"], bots=2)
        await visitor.event(Revealed)
        ended = house.table(number).table.match
        record = read(export(await stored(house)))
    assert replay(record) == ended
    assert [player.name for player in record.players] == ["Ada (bot)", "Blaise (bot)"]


async def test_the_seed_of_a_match_that_is_not_over_stays_secret(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        await duel(house)
        record = read(export(await stored(house)))
        assert record.server.seed is None
        assert record.server.commitment is not None


async def test_a_table_without_a_match_says_so_and_one_that_is_not_there_is_refused(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        await open_table(await house.enter("Mira"))
        table = await stored(house)
    assert export(table) == "# No match was played at this table.\n"
    with pytest.raises(ExportError, match="Table 1 has no match 1: it has none"):
        export(table, 1)


async def test_rows_that_cannot_be_read_are_kept_as_they_are(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        await duel(house)
        table = await stored(house)
    last = table.rows[-1]
    strange = Row(last.n + 1, last.at_ms + 5, "gin.\x1bnew", b"\x80\xff", 1, 3)
    frozen = replace(table, rows=(*table.rows, strange), state=TableState.FROZEN, reason="It is of another\nversion.")
    text = export(frozen)
    assert read(text).players[1].name == "Mira"
    assert "# The table is frozen: It is of another version." in text
    assert f"# {strange.n} {strange.at_ms} 1 3 gin.?new 80ff" in text
    alone = export(replace(frozen, rows=(strange,)))
    assert all(line.startswith("#") for line in alone.splitlines())
