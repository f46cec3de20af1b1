"""The link: getting in, who one is, what becomes of a broken connection, and what is repeated."""

import asyncio
import socket
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import TypeVar

import pytest
import pytest_asyncio
from msgspec.structs import replace

from tests.support.house import ME, HouseTable, to_draw
from tests.support.peer import SERVER, TOKEN, Peer, Switchboard, welcome
from upcard_client import news
from upcard_client.games.gin.stage import deck_of
from upcard_client.link import Identity, Link
from upcard_client.network import dialling
from upcard_client.network.addresses import HERE, Address
from upcard_client.network.dialling import LinkFailure
from upcard_client.network.tokens import Pass, claim
from upcard_client.news import News
from upcard_client.state import Lost, Offline, Up
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.rules.gin import actions as act
from upcard_protocol.wire import auth
from upcard_protocol.wire.framing import frame
from upcard_protocol.wire.handshake import PROTOCOL_HI, Bye, Hello, LoggedIn, Login, Ping, Pong
from upcard_protocol.wire.messages import TO_CLIENT
from upcard_protocol.wire.replies import Acted, Done
from upcard_protocol.wire.requests import Act, Chat, Resume

DECK = deck_of("4s 5s 6s Jh Jd Jc Ad 2c 9h Kc", "Qd 9d 8c 8d Th 6h 6c 4c 3d Ts", "7c")
N = TypeVar("N")
ELENI = Identity(name="Eleni")


class Running:
    """A link that runs, with the other end of its connections.

    Attributes:
        items: the news told so far.
    """

    def __init__(self, tokens: Path, identity: Identity = ELENI) -> None:
        self.board = Switchboard()
        self.items: list[News] = []
        self._moved = asyncio.Event()
        self.link = Link(HERE, identity, tokens, self._told, dial=self.board.dial)
        self.task = asyncio.create_task(self.link.run())

    def _told(self, items: tuple[News, ...]) -> None:
        self.items.extend(items)
        self._moved.set()

    async def until(self, kind: type[N]) -> N:
        """Wait for news of this kind that was not waited for before; returns the first."""
        while not (found := [item for item in self.items if isinstance(item, kind)]):
            self._moved.clear()
            await self._moved.wait()
        self.items.clear()
        return found[0]

    async def until_lost(self, attempt: int = 1) -> Lost:
        """Wait until the link is lost and so many tries have been set."""
        while not (isinstance(link := self.link.model.link, Lost) and link.attempt == attempt):
            self._moved.clear()
            await self._moved.wait()
        return link

    async def enter(self) -> Peer:
        """Get in; returns the other end."""
        peer = await self.board.answer()
        await peer.admit()
        await self.until(news.Entered)
        return peer

    async def failure(self) -> Refusal:
        """Wait for the end of the run; returns why."""
        with pytest.raises(LinkFailure) as caught:
            await self.task
        return caught.value.refusal

    async def end(self) -> None:
        """Close the link and wait for its end."""
        self.link.close()
        await asyncio.gather(self.task, return_exceptions=True)


@pytest_asyncio.fixture
async def running(tmp_path: Path) -> AsyncGenerator[Running]:
    """A link of Eleni's to a server that has not answered yet."""
    begun = Running(tmp_path)
    yield begun
    await begun.end()


# ---- getting in


async def test_a_name_gets_in_and_its_token_is_kept(running: Running, tmp_path: Path) -> None:
    peer = await running.board.answer()
    login = await peer.admit()
    await running.until(news.Entered)
    assert login == Login(name="Eleni")
    assert running.link.model.up
    await running.end()
    kept = claim(tmp_path, SERVER, "Eleni")
    assert isinstance(kept, Pass)
    assert kept.token == TOKEN
    kept.release()


async def test_the_token_of_the_last_time_is_shown(running: Running, tmp_path: Path) -> None:
    await running.enter()
    await running.end()
    second = Running(tmp_path)
    peer = await second.board.answer()
    assert (await peer.admit()).token == TOKEN
    await second.end()


async def test_request_numbers_of_another_run_are_not_used_again(running: Running, tmp_path: Path) -> None:
    peer = await running.enter()
    running.link.ask(Chat(0, None, "hello"))
    first = await peer.hear(Chat)
    await running.end()
    second = Running(tmp_path)
    peer = await second.enter()
    second.link.ask(Chat(0, None, "hello"))
    assert (await peer.hear(Chat)).rid > first.rid
    await second.end()


async def test_a_second_terminal_is_a_guest_and_pushes_nobody_out(running: Running, tmp_path: Path) -> None:
    await running.enter()
    second = Running(tmp_path)
    peer = await second.board.answer()
    assert await peer.admit() == Login()
    await second.until(news.Entered)
    assert second.link.model.me is not None
    assert second.link.model.me.guest
    await second.end()


async def test_a_name_that_was_asked_for_and_is_in_use_is_refused(running: Running, tmp_path: Path) -> None:
    await running.enter()
    second = Running(tmp_path, Identity(name="Eleni", insisted=True))
    peer = await second.board.answer()
    await peer.hear(Hello)
    peer.say(welcome())
    assert await second.failure() == Refusal("name_in_use", {"name": "Eleni"})


async def test_the_password_is_proved_not_sent(tmp_path: Path) -> None:
    running = Running(tmp_path, Identity(name="Eleni", password="open sesame"))
    peer = await running.board.answer()
    salt, nonce = bytes(16), bytes(range(16))
    greeting = welcome(auth=auth.Scrypt(salt=salt, nonce=nonce))
    login = await peer.admit(greeting=greeting)
    assert login.proof == auth.proof("open sesame", salt, auth.MIN_N, 8, 1, nonce)
    await running.end()


async def test_a_password_that_is_asked_for_and_not_known_ends_the_try(running: Running) -> None:
    peer = await running.board.answer()
    await peer.hear(Hello)
    peer.say(welcome(auth=auth.Scrypt(salt=bytes(16), nonce=bytes(16))))
    assert (await running.failure()).code == "password_required"
    assert peer.closed.is_set()


@pytest.mark.parametrize("code", ["version", "name_taken", "bad_password", "full"])
async def test_a_server_that_lets_nobody_in_is_not_tried_again(running: Running, code: str) -> None:
    peer = await running.board.answer()
    await peer.hear(Hello)
    peer.bye(code)
    assert (await running.failure()).code == code
    assert isinstance(running.link.model.link, Offline)


async def test_a_protocol_that_was_not_offered_is_refused(running: Running) -> None:
    peer = await running.board.answer()
    await peer.hear(Hello)
    peer.say(replace(welcome(), protocol=PROTOCOL_HI + 1))
    assert (await running.failure()).code == "version"
    assert peer.closed.is_set()


async def test_garbage_is_no_upcard_server(running: Running) -> None:
    peer = await running.board.answer()
    peer.say_bytes(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    assert (await running.failure()).code == "not_upcard"


async def test_a_server_that_closes_at_once_is_no_upcard_server(running: Running) -> None:
    peer = await running.board.answer()
    peer.drop()
    assert (await running.failure()).code == "not_upcard"


async def test_a_token_that_is_not_known_any_more_is_forgotten(running: Running, tmp_path: Path) -> None:
    peer = await running.enter()
    await running.end()
    second = Running(tmp_path)
    peer = await second.board.answer()
    await peer.hear(Hello)
    peer.say(welcome())
    assert (await peer.hear(Login)).token == TOKEN
    peer.bye("bad_token")
    peer = await second.board.answer()
    assert (await peer.admit()).token is None
    await second.end()


async def test_tokens_that_can_not_be_saved_are_remarked_on(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    running = Running(blocked)
    peer = await running.board.answer()
    await peer.admit()
    assert "cannot be saved" in (await running.until(news.Entered)).remark
    await running.end()


# ---- the network


async def test_a_port_where_nothing_listens_is_refused() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = Address("127.0.0.1", taken.getsockname()[1])
        with pytest.raises(LinkFailure) as caught:
            await dialling.dial(address)
    assert caught.value.refusal.code == "refused_port"
    assert str(address) in str(caught.value)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (socket.gaierror(-2, "Name or service not known"), "unknown_host"),
        (TimeoutError(), "no_answer"),
        (OSError(113, "No route to host"), "unreachable"),
    ],
)
async def test_what_the_network_says_becomes_a_sentence(
    monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    async def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(asyncio, "open_connection", fails)
    with pytest.raises(LinkFailure) as caught:
        await dialling.dial(Address("nowhere.example"))
    assert caught.value.refusal.code == code
    assert "nowhere.example" in str(caught.value)


# ---- a link that breaks


async def test_a_broken_link_is_made_again_and_repeats_only_what_was_not_answered(running: Running) -> None:
    peer = await running.enter()
    house = HouseTable()
    house.begin(DECK)
    to_draw(house)
    peer.say(house.snapshot())
    await running.until(news.Joined)
    running.link.ask(Chat(0, 7, "answered"))
    running.link.ask(Chat(0, 7, "not answered"))
    answered, unanswered = await peer.hear(Chat), await peer.hear(Chat)
    running.link.act(7, act.DRAW_STOCK)
    sent = await peer.hear(Act)
    peer.say(Done(answered.rid))
    await running.until(news.Answered)
    peer.drop()
    lost = await running.until_lost()
    assert lost.attempt == 1
    running.link.retry_now()
    peer = await running.board.answer()
    assert (await peer.admit()).token == TOKEN
    assert (await peer.hear(Resume)).n == house.n
    assert await peer.hear(Act) == sent
    assert await peer.hear(Chat) == unanswered


async def test_what_is_asked_without_a_link_goes_out_when_it_is_back(running: Running) -> None:
    peer = await running.enter()
    peer.drop()
    await running.until_lost()
    running.link.ask(Chat(0, None, "hello?"))
    running.link.retry_now()
    peer = await running.board.answer()
    await peer.admit()
    assert (await peer.hear(Chat)).text == "hello?"


async def test_each_try_that_fails_counts(running: Running) -> None:
    peer = await running.enter()
    running.board.refusals = [LinkFailure(Refusal("refused_port", {"address": "x"}))] * 2
    peer.drop()
    since = (await running.until_lost()).since_ms
    for attempt in (2, 3):
        running.link.retry_now()
        assert (await running.until_lost(attempt)).since_ms == since


async def test_a_server_that_goes_down_says_when_to_come_back(running: Running) -> None:
    peer = await running.enter()
    before = running.link.now_ms()
    peer.bye("shutting_down", 60_000, seconds=60)
    lost = await running.until_lost()
    assert lost.retry_ms - before >= 60_000


async def test_being_superseded_is_final(running: Running) -> None:
    peer = await running.enter()
    peer.bye("superseded")
    assert (await running.failure()).code == "superseded"


async def test_a_server_that_breaks_the_protocol_is_told_so(running: Running) -> None:
    peer = await running.enter()
    peer.say_bytes(frame(b"\x81\xa1t\xa5bogus"))
    await running.until_lost()
    assert (await peer.hear(Bye)).code == "bad_message"


async def test_a_snapshot_that_fits_no_table_breaks_the_link(running: Running) -> None:
    peer = await running.enter()
    snapshot = HouseTable().snapshot()
    peer.say(replace(snapshot, view=replace(snapshot.view, ready=())))
    await running.until_lost()
    assert (await peer.hear(Bye)).code == "bad_message"


async def test_a_guest_comes_back_as_the_same_guest(tmp_path: Path) -> None:
    running = Running(tmp_path, Identity())
    peer = await running.enter()
    peer.drop()
    await running.until_lost()
    running.link.retry_now()
    peer = await running.board.answer()
    assert (await peer.admit()).token == TOKEN
    await running.end()


# ---- while it is up


async def test_the_time_of_an_answer_is_measured(running: Running) -> None:
    peer = await running.enter()
    ping = await peer.hear(Ping)
    peer.say(Pong(ping.id))
    await running.until(news.LinkMoved)
    link = running.link.model.link
    assert isinstance(link, Up)
    assert link.ms is not None


async def test_pings_are_answered(running: Running) -> None:
    peer = await running.enter()
    peer.say(Ping(9))
    assert (await peer.hear(Pong)).id == 9


async def test_closing_says_goodbye(running: Running) -> None:
    peer = await running.enter()
    running.link.close()
    assert (await peer.hear(Bye)).code == "leaving"
    await running.task
    assert peer.closed.is_set()


async def test_an_act_that_was_accepted_frees_the_next(running: Running) -> None:
    peer = await running.enter()
    house = HouseTable()
    house.begin(DECK)
    to_draw(house)
    peer.say(house.snapshot())
    await running.until(news.Joined)
    running.link.act(7, act.DRAW_STOCK)
    await peer.hear(Act)
    peer.say(Acted(7, 1, house.n + 1), *house.do(act.DRAW_STOCK, ME))
    await running.until(news.Occurred)
    running.link.act(7, act.DISCARDS[0])
    assert (await peer.hear(Act)).cseq == 2


async def test_being_let_in_twice_is_a_fault_of_the_server(running: Running) -> None:
    peer = await running.enter()
    peer.say_bytes(frame(TO_CLIENT.encode(LoggedIn(token=TOKEN, user=1, name="Eleni"))))
    await running.until_lost()
    assert (await peer.hear(Bye)).code == "wrong_time"


@pytest.mark.parametrize(("kept", "next_rid"), [(0, 1), (4711, 4712), ((1 << 32) - 1, (1 << 31) + 1)])
async def test_numbers_that_were_used_on_another_computer_are_not_used_again(
    running: Running, kept: int, next_rid: int
) -> None:
    peer = await running.board.answer()
    await peer.admit(rid=kept)
    await running.until(news.Entered)
    assert running.link.model.next_rid == next_rid
