"""The operator's orders, and the socket that they come by."""

import os
import stat
from pathlib import Path

import pytest
import trio
import trio.testing

from tests.support.premises import QUICK, Premises, duel, level, open_table, premises
from tests.support.visitor import Visitor
from upcard_protocol.rules import shuffle
from upcard_protocol.table import Closed, Revealed
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.pushes import Notice
from upcard_server import control, orders
from upcard_server.__main__ import main
from upcard_server.control import SOCKET, Control, ControlError
from upcard_server.journal import TableState
from upcard_server.orders import Close, Drain, Kick, Order, Release, Reply, Say, Status


async def told(house: Premises, order: Order) -> Reply:
    """Carry out an order and return the reply."""
    with trio.fail_after(30):
        return await Control(house.hall).carry_out(order)


async def noticed(visitor: Visitor, code: str) -> Notice:
    return await visitor.until(Notice, lambda notice: notice.code == code)


async def test_the_operator_sees_who_is_here_and_what_is_played(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        assert (await told(house, Status())).lines == ("nobody is connected",)
        await open_table(await house.enter("Mira"))
        assert (await told(house, Status())).lines == (
            "1 connected: Mira",
            "table 1: Kitchen table, gin, waiting: Mira, -",
        )


async def test_who_is_sent_away_hears_it_and_keeps_the_seat(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        assert await told(house, Kick("MIRA")) == Reply(True, ("Mira was sent away.",))
        assert (await two.bye()).code == "kicked"
        await trio.testing.wait_all_tasks_blocked()
        assert house.table().standing.holders == (one.me.user, two.me.user)
        assert await told(house, Kick("Mira")) == Reply(False, ("Nobody called Mira is connected.",))


async def test_a_table_is_closed_in_the_middle_of_a_hand_and_its_seed_shown(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, _ = await duel(house)
        assert await told(house, Close(1)) == Reply(True, ("Table 1 is closed.",))
        await noticed(one, "closed")
        revealed = await one.event(Revealed)
        started = one.seen[1].view.started
        assert started is not None
        assert shuffle.commitment(revealed.seed) == started.commitment
        await one.event(Closed)
        stored = await house.hall.journal.read("1")
        assert stored is not None
        assert stored.state is TableState.CLOSED
        assert stored.matches[0].ended_ms is not None
        assert not (await told(house, Close(1))).done


async def test_a_waiting_table_is_closed_without_a_seed(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        mira = await house.enter("Mira")
        await open_table(mira)
        assert (await told(house, Close(1))).done
        await mira.event(Closed)
        assert not any(isinstance(getattr(heard, "event", None), Revealed) for heard in mira.heard)


async def test_everybody_hears_what_the_operator_says_and_nobody_else_can_say_it(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        mira, guest = await house.enter("Mira"), await house.enter()
        assert (await told(house, Say("Tea is ready."))).done
        for visitor in (mira, guest):
            assert (await noticed(visitor, "operator")).values == {"text": "Tea is ready."}
        assert not (await told(house, Say("\x1b[2J"))).done


async def test_a_server_that_goes_down_opens_no_table_and_ends_on_time(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        began = trio.current_time()
        assert (await told(house, Drain(30))).done
        assert (await noticed(one, "going_down")).values == {"seconds": 30}
        await trio.sleep(10)
        refused = await two.ask(ask.NewTable, options=QUICK, game=house.table().table.game)
        assert (getattr(refused, "code", None), getattr(refused, "values", None)) == ("closing", {"seconds": 20})
        await level(house, 1, one, two)
        assert (await one.ask(ask.GiveUp, table=1)).rid, "what is played goes on"
        await house.hall.closing.wait()
        assert trio.current_time() - began == 30


async def test_a_later_drain_moves_the_time_and_a_deserted_server_need_not_wait(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path) as house:
        mira = await house.enter("Mira")
        began = trio.current_time()
        await told(house, Drain(10))
        await told(house, Drain(600))
        await trio.sleep(50)
        assert not house.hall.closing.is_set()
        await mira.leave()
        await house.hall.closing.wait()
        assert trio.current_time() - began == 50
        assert not (await told(house, Drain(-1))).done


async def test_a_name_is_set_free_unless_its_holder_sits_at_a_table(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        mira, eleni = await house.enter("Mira"), await house.enter("Eleni")
        await open_table(eleni)
        assert (await told(house, Release("M1ra"))).lines == ("The name Mira is free.",)
        assert (await mira.bye()).code == "kicked"
        another = await house.enter("Mira")
        assert another.me.user != mira.me.user
        assert not (await told(house, Release("Eleni"))).done
        assert not (await told(house, Release("Nobody here"))).done


async def test_ctl_reaches_the_server_of_a_directory_and_says_when_there_is_none(tmp_path: Path) -> None:
    data = tmp_path / ("d" * 90)
    with pytest.raises(ControlError, match="No server answers"):
        control.ask(data, Status())
    async with premises(data) as house:
        await house.nursery.start(Control(house.hall).serve, data)
        assert stat.S_IMODE(os.stat(data / SOCKET).st_mode) == 0o600
        reply = await trio.to_thread.run_sync(control.ask, data, Status())
        assert reply == Reply(True, ("nobody is connected",))
    assert not (data / SOCKET).exists()


def test_an_order_with_no_directory_goes_to_the_server_of_the_usual_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def usual(*_: object, **__: object) -> Path:
        return tmp_path / "usual"

    monkeypatch.setattr("upcard_server.config.platformdirs.user_data_path", usual)
    assert main(["ctl", "status"]) == 1
    assert capsys.readouterr().err == (
        f"upcard-server: No server answers in the data directory {tmp_path / 'usual'}: is it running?\n"
    )


@pytest.mark.parametrize("first", [True, False])
def test_the_directory_of_the_server_may_stand_before_the_order_and_after_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], first: bool
) -> None:
    data = ["--data", str(tmp_path / "somewhere")]
    assert main(["ctl", *data, "status"] if first else ["ctl", "status", *data]) == 1
    assert "somewhere" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        (["Tea"], "Tea"),
        (["Tea", "is", "ready."], "Tea is ready."),
        (["Tea is", "ready."], "Tea is ready."),
        (["Tea", "-", "now", "--data", "there"], "Tea - now"),
    ],
)
def test_what_the_operator_says_needs_no_quotes(typed: list[str], text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Order] = []

    def ask(_: Path, order: Order) -> Reply:
        asked.append(order)
        return Reply(True)

    monkeypatch.setattr("upcard_server.commands.ask", ask)
    assert main(["ctl", "say", *typed]) == 0
    assert asked == [Say(text)]


DEEP = b'{"type":"status","more":' + b"[" * 1900 + b"]" * 1900 + b"}\n"


@pytest.mark.parametrize(
    "rubbish",
    [b"", b"\n", b"kick Mira\n", b'{"type": "dance"}\n', b"x" * 4096, b'{"type":"kick","name":"\xff"}\n', DEEP],
)
async def test_rubbish_on_the_socket_changes_nothing(tmp_path: Path, rubbish: bytes) -> None:
    async with premises(tmp_path) as house:
        await house.nursery.start(Control(house.hall).serve, tmp_path)
        line = await trio.open_unix_socket(str(tmp_path / SOCKET))
        await line.send_all(rubbish)
        await line.send_eof()
        with trio.fail_after(30):
            assert await line.receive_some() == b""
        await line.aclose()
        assert (await trio.to_thread.run_sync(control.ask, tmp_path, Status())).done


def test_every_order_can_be_given_on_the_command_line() -> None:
    assert {asking.order for asking in orders.ASKING} == set(Order.__args__)
