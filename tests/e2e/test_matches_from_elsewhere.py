"""A match that was played from one computer, looked at again on another one by the same person."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.commands import BIN, surroundings
from tests.support.premises import GIN, QUICK, moves, open_table
from tests.support.server_process import server_process
from tests.support.terminal import terminal
from tests.support.visitor import Visitor
from upcard_client.network.tokens import Pass, claim
from upcard_protocol.rules.notation import read
from upcard_protocol.rules.record import replay
from upcard_protocol.rules.shuffle import NO_SEED
from upcard_protocol.table import TableView
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.handshake import Welcome
from upcard_protocol.wire.replies import Acted

pytestmark = pytest.mark.tmux


async def play_to_the_end(ann: Visitor) -> TableView:
    """Play a short match against the computer, leave, and return the table as it was at the end."""
    number = await open_table(ann, QUICK, replace(GIN, target=50), bots=1)
    await ann.get(ask.Ready, table=number)
    while (view := ann.seen[number].view).revealed is None:
        if view.match is None or not moves(ann, number):
            await ann.hear()
            continue
        reply = await ann.act(number)
        # A refusal comes after the events that it is for: then the next look at the table is at a newer one.
        if isinstance(reply, Acted):
            await ann.catch_up(number, reply.n)
    await ann.get(ask.LeaveTable, table=number)
    return view


def hand_on_the_token(ann: Visitor, home: Path) -> None:
    """Let a person be known on another computer."""
    (welcome,) = [message for message in ann.heard if isinstance(message, Welcome)]
    claimed = claim(home / "data" / "upcard" / "tokens", welcome.server, ann.me.name)
    assert isinstance(claimed, Pass)
    claimed.keep(ann.me.token)
    claimed.release()


async def test_a_match_that_only_the_server_keeps_is_listed_fetched_replayed_and_kept(tmp_path: Path) -> None:
    home = tmp_path / "another"
    home.mkdir()
    async with server_process(tmp_path) as server:
        ann = await server.enter("Ann")
        seen = await play_to_the_end(ann)
        hand_on_the_token(ann, home)
        line = [str(BIN / "upcard"), "play", f"127.0.0.1:{server.port}", "--name", "Ann"]
        async with terminal(home, line, surroundings(home)) as window:
            await window.until("Quick game")
            await window.press("o")
            screen = await window.until("Enter fetches it.")
            assert "Ann, Blaise (bot)" in screen
            assert " won by " in screen
            await window.press("Enter")
            await window.until(lambda seen: ": step 1 of " in seen)
            await window.press("Escape")
            await window.until("also on ")
            await window.press("v")
            await window.until("Self-consistent only")
            await window.press("Escape")
            await window.until("Quick game")
    (file,) = (home / "data" / "upcard" / "games").glob("*.upcard")
    record = read(file.read_text(encoding="utf-8"))
    assert seen.started is not None
    assert seen.revealed is not None
    assert record.server.seed == seen.revealed.seed
    assert tuple(player.seed or NO_SEED for player in record.players) == seen.started.seeds
    assert record.server.commitment is None, "this computer received none"
    assert seen.match is not None
    assert replay(record).sheet == seen.match.sheet
