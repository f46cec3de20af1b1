"""Where finished games and received commitments are kept, and that they are there before a seed goes out."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.fair import FairMatch
from tests.support.house import AT_MS, ME, MIRA, SEEDS, SERVER_SEED, HouseTable
from tests.support.peer import SERVER, Switchboard
from upcard_client import news
from upcard_client.link import Identity, Link
from upcard_client.matches import witness
from upcard_client.matches.shelf import MAX_RECEIPTS, Shelf
from upcard_client.matches.witness import Finding, Receipt
from upcard_client.network.addresses import HERE
from upcard_client.state import UNNUMBERED
from upcard_protocol import table as tables
from upcard_protocol.rules.shuffle import commitment
from upcard_protocol.rules.verify import verify
from upcard_protocol.wire.replies import PAGE, Done, Recorded
from upcard_protocol.wire.requests import GetRecord, Ready, ShowSeed

PLEDGES = tuple(map(commitment, SEEDS))
RECEIVED = tables.Committed(1, commitment(SERVER_SEED), PLEDGES)
RECEIPT = Receipt(RECEIVED, ME, SEEDS[ME])


def test_a_receipt_is_there_for_the_next_run_until_its_match_is_judged(tmp_path: Path) -> None:
    Shelf(tmp_path).keep(SERVER, 7, RECEIPT)
    shelf = Shelf(tmp_path)
    assert shelf.receipt(SERVER, 7, 1) == RECEIPT
    assert shelf.receipt(SERVER, 7, 2) is shelf.receipt(bytes(16), 7, 1) is None
    assert shelf.finish(SERVER, 7, Finding(1, "unknown", "The shuffle cannot be checked.")) is None
    assert shelf.receipt(SERVER, 7, 1) is None


def test_a_damaged_receipt_is_none(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.keep(SERVER, 7, RECEIPT)
    (file,) = (tmp_path / "received").iterdir()
    file.write_bytes(b"{")
    assert shelf.receipt(SERVER, 7, 1) is None


def test_receipts_of_matches_that_never_ended_do_not_pile_up(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for table in range(1, MAX_RECEIPTS + 10):
        shelf.keep(SERVER, table, RECEIPT)
    assert len(list((tmp_path / "received").iterdir())) == MAX_RECEIPTS


def test_a_checked_match_is_a_file_that_verifies(tmp_path: Path) -> None:
    finding = FairMatch().begin().play_on(2).reveal()
    path = Shelf(tmp_path).finish(SERVER, 7, finding)
    assert path is not None
    assert (path.parent, path.name[:13], path.suffix) == (tmp_path, "19700101-0016", ".upcard")
    text = path.read_text(encoding="utf-8")
    assert verify(text).kind == "verified"
    assert text.endswith(f"# {finding.why}\n")


def test_a_match_that_differs_is_kept_without_anything_that_would_vouch_for_it(tmp_path: Path) -> None:
    match = FairMatch().begin().play_on(1)
    match.server_seed = bytes([77] * 32)
    match.house.table = replace(match.house.table, committed=tables.Committed(1, commitment(match.server_seed), ()))
    finding = match.reveal()
    assert (finding.kind, finding.record is None) == ("differs", False)
    path = Shelf(tmp_path).finish(SERVER, 7, finding)
    assert path is not None
    text = path.read_text(encoding="utf-8")
    assert verify(text).kind != "verified"
    assert text.endswith(f"# {finding.why}\n")


async def test_what_was_received_is_on_the_disk_when_our_seed_goes_out(tmp_path: Path) -> None:
    games = tmp_path / "games"
    board = Switchboard()
    heard = asyncio.Event()

    def told(items: tuple[news.News, ...]) -> None:
        if any(isinstance(item, news.Joined) for item in items):
            heard.set()

    link = Link(
        HERE,
        Identity(name="Eleni"),
        tmp_path / "tokens",
        told,
        shelf=Shelf(games),
        new_seed=lambda: SEEDS[ME],
        dial=board.dial,
    )
    task = asyncio.create_task(link.run())
    peer = await board.answer()
    await peer.admit()
    house = HouseTable()
    for seat, name in enumerate(("Eleni", "Mira")):
        house.seat(seat, name)
    peer.say(house.snapshot())
    await heard.wait()
    link.ask(Ready(UNNUMBERED, 7))
    ready = await peer.hear(Ready)
    assert ready.commitment == PLEDGES[ME]
    assert not games.exists()
    peer.say(Done(ready.rid), *house.do(tables.GetReady(ME, ready.commitment)))
    peer.say(*house.do(tables.GetReady(MIRA, PLEDGES[MIRA])), *house.do(tables.Commit(commitment(SERVER_SEED))))
    assert (await peer.hear(ShowSeed)).seed == SEEDS[ME]
    assert Shelf(games).receipt(SERVER, 7, 1) == RECEIPT
    link.close()
    await task


@pytest.mark.parametrize("kept", [True, False])
async def test_a_new_run_takes_up_what_the_last_one_had_received(tmp_path: Path, kept: bool) -> None:
    shelf = Shelf(tmp_path / "games")
    if kept:
        shelf.keep(SERVER, 7, RECEIPT)
    match = FairMatch().begin().play_on(1)
    joined = asyncio.Event()
    board = Switchboard()

    def told(items: tuple[news.News, ...]) -> None:
        if any(isinstance(item, news.Joined) for item in items):
            joined.set()

    link = Link(HERE, Identity(name="Eleni"), tmp_path / "tokens", told, shelf=shelf, dial=board.dial)
    task = asyncio.create_task(link.run())
    peer = await board.answer()
    await peer.admit()
    peer.say(match.house.snapshot())
    await joined.wait()
    assert link.model.witnesses[7, 1].receipt == (RECEIPT if kept else None)
    link.close()
    await task


@pytest.mark.parametrize("kept", [True, False])
async def test_a_match_that_ended_while_no_program_ran_is_judged_and_kept_by_the_next_run_once(
    tmp_path: Path, kept: bool
) -> None:
    shelf = Shelf(tmp_path / "games")
    if kept:
        shelf.keep(SERVER, 7, RECEIPT)
    match = FairMatch().begin().play_on()
    match.reveal()
    said: list[news.News] = []
    heard = asyncio.Event()

    def told(items: tuple[news.News, ...]) -> None:
        said.extend(items)
        heard.set()

    board = Switchboard()
    link = Link(HERE, Identity(name="Eleni"), tmp_path / "tokens", told, shelf=shelf, dial=board.dial)
    task = asyncio.create_task(link.run())
    peer = await board.answer()
    await peer.admit()
    peer.say(match.house.snapshot())
    if kept:
        after = 0
        while after is not None:
            asked = await peer.hear(GetRecord)
            assert (asked.table, asked.match, asked.after) == (7, 1, after)
            until = asked.after + PAGE
            after = until if until < len(match.plays) else None
            peer.say(Done(asked.rid, Recorded(AT_MS, tuple(match.plays[asked.after : until]), after)))
    while not any(isinstance(item, news.ShuffleJudged if kept else news.Joined) for item in said):
        heard.clear()
        await heard.wait()
    peer.say(match.house.snapshot())
    heard.clear()
    await heard.wait()
    judged = [item.finding.why for item in said if isinstance(item, news.ShuffleJudged)]
    assert judged == ([witness.CHECKED_FROM] if kept else [])
    assert len(shelf.games()) == len(judged)
    assert shelf.receipt(SERVER, 7, 1) is None
    assert peer.silent
    link.close()
    await task
