"""One connection: getting in, what breaks it, and how it ends."""

from pathlib import Path

import pytest
import trio
import trio.testing

from tests.support.premises import QUICK, Premises, duel, level, open_table, premises
from tests.support.visitor import Visitor
from upcard_protocol.rules.gin.options import Options
from upcard_protocol.wire import TO_CLIENT, TO_SERVER
from upcard_protocol.wire import requests as ask
from upcard_protocol.wire.framing import CLIENT_LIMIT, LOGIN_LIMIT, frame
from upcard_protocol.wire.handshake import Bye, Hello, LoggedIn, Login, Ping, Pong
from upcard_protocol.wire.pushes import ChatLine, Happened
from upcard_protocol.wire.replies import Refused
from upcard_server.config import Limits
from upcard_server.connection import FAREWELL_S, RETURN_S
from upcard_server.outbox import OUTBOX_BYTES


def length(number: int) -> bytes:
    return number.to_bytes(4, "big")


async def greeted(house: Premises) -> Visitor:
    visitor = house.dial()
    await visitor.greet()
    return visitor


async def said_last(visitor: Visitor) -> Bye:
    """Return the goodbye to somebody who did not keep to the order of messages."""
    heard = b""
    while more := await visitor.stream.receive_some(4096):
        heard += bytes(more)
    message = TO_CLIENT.decode(heard[4:])
    assert isinstance(message, Bye)
    return message


# ---- getting in


async def test_welcome_says_what_a_client_should_know_first(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        await house.enter("Mira")
        welcome = await house.dial().greet()
        assert (welcome.protocol, welcome.name, welcome.epoch) == (1, "Kitchen Pi", 1)
        assert welcome.server.hex() == house.hall.journal.server_id
        assert (welcome.players, welcome.tables) == (1, 0)
        assert (welcome.limits.client_frame, welcome.limits.chat_per_10s) == (CLIENT_LIMIT, 10)


async def test_a_name_gets_a_token_and_the_token_gets_the_name_back(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        first = await house.enter("Mira")
        await first.leave()
        again = await house.enter(token=first.me.token)
        assert (again.me.name, again.me.user, again.me.token) == ("Mira", first.me.user, first.me.token)


async def test_a_peer_of_another_version_is_told_both_ranges(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        visitor = house.dial()
        await visitor.say(Hello(lo=7, hi=9))
        bye = await visitor.bye()
        assert bye.code == "version"
        assert bye.values == {"server_lo": 1, "server_hi": 1, "client_lo": 7, "client_hi": 9}


async def test_a_ping_is_answered_with_its_number(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        visitor = await house.enter("Mira")
        await visitor.say(Ping(77))
        assert await visitor.until(Pong) == Pong(77)


# ---- what breaks it

BROKEN_BEFORE_LOGIN: dict[str, tuple[bytes, str]] = {
    "a length of zero": (length(0), "bad_frame"),
    "more than the limit before login": (length(LOGIN_LIMIT + 1), "too_large"),
    "a negative length": (length(2**31), "too_large"),
    "the longest length": (length(2**32 - 1), "too_large"),
    "another protocol": (b"GET / HTTP/1.1\r\n\r\n", "too_large"),
    "a frame that is no map": (length(1) + b"\x91", "bad_message"),
    "nested arrays": (length(1000) + b"\x91" * 1000, "bad_message"),
    "an array that says it is huge": (length(5) + b"\xdd\xff\xff\xff\xff", "bad_message"),
    "a message of nobody's": (length(6) + b"\x81\xa1t\xa2xy", "bad_message"),
    "an extension type": (length(7) + b"\x81\xa1t\xc7\x01\x05\x00", "bad_message"),
}


@pytest.mark.parametrize(("data", "code"), BROKEN_BEFORE_LOGIN.values(), ids=BROKEN_BEFORE_LOGIN.keys())
async def test_bytes_that_are_no_hello_end_the_connection_with_a_reason(
    tmp_path: Path, data: bytes, code: str
) -> None:
    async with premises(tmp_path) as house:
        other = await house.enter("Mira")
        visitor = house.dial()
        await visitor.stream.send_all(data)
        assert (await said_last(visitor)).code == code
        assert await other.up_to_now() == []


@pytest.mark.parametrize("say", [Login(name="Mira"), Ping(1)], ids=["login", "ping"])
async def test_a_message_at_the_wrong_time_ends_the_connection(tmp_path: Path, say: Login | Ping) -> None:
    async with premises(tmp_path) as house:
        visitor = house.dial()
        await visitor.stream.send_all(frame(TO_SERVER.encode(say)))
        assert (await said_last(visitor)).code == "wrong_time"


async def test_a_second_login_is_out_of_time(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        visitor = await house.enter("Mira")
        await visitor.stream.send_all(frame(TO_SERVER.encode(Login(name="Eleni"))))
        assert (await visitor.bye()).code == "wrong_time"


async def test_a_frame_over_the_limit_ends_the_connection_before_its_bytes_come(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        visitor = await house.enter("Mira")
        await visitor.stream.send_all(length(CLIENT_LIMIT + 1))
        bye = await visitor.bye()
        assert (bye.code, bye.values) == ("too_large", {"limit": CLIENT_LIMIT})


async def test_half_a_frame_and_then_the_end_is_a_bad_frame(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        ours, theirs = trio.testing.memory_stream_pair()
        visitor = house.connect(ours, theirs)
        await visitor.log_in("Mira")
        await visitor.stream.send_all(length(100) + b"half")
        await ours.send_eof()
        assert (await visitor.bye()).code == "bad_frame"


async def test_hello_may_come_byte_by_byte(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        visitor = house.dial()
        for byte in visitor.session.send(Hello()):
            await visitor.stream.send_all(bytes([byte]))
        await visitor.hear()
        for byte in visitor.session.send(Login(name="Mira")):
            await visitor.stream.send_all(bytes([byte]))
        assert (await visitor.until(LoggedIn)).name == "Mira"


async def test_options_that_clash_are_refused_and_the_connection_goes_on(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        visitor = await house.enter("Mira")
        fair = TO_SERVER.encode(ask.NewTable(rid=5, options=QUICK, game=Options(spades_double=True, oklahoma=True)))
        clash = fair.replace(b"\xa8oklahoma\xc3", b"\xa8oklahoma\xc2")
        assert clash != fair
        await visitor.stream.send_all(frame(clash))
        reply = await visitor.reply(5)
        assert isinstance(reply, Refused)
        assert reply.code == "options_clash"
        assert set(reply.values) == {"first", "second"}
        assert await visitor.up_to_now() == []


# ---- time


async def test_a_login_that_takes_too_long_is_cut_to_the_second(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path) as house:
        visitor = await greeted(house)
        began = trio.current_time()
        bye = await visitor.bye()
        assert (bye.code, bye.values) == ("login_timeout", {"seconds": 5})
        assert trio.current_time() - began == 5


async def test_one_byte_a_second_does_not_put_off_the_time_for_the_login(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path) as house, trio.open_nursery() as nursery:
        visitor = house.dial()
        began = trio.current_time()

        async def drip() -> None:
            for byte in visitor.session.send(Hello()):
                await visitor.stream.send_all(bytes([byte]))
                await trio.sleep(1)

        nursery.start_soon(drip)
        assert b"login_timeout" in await visitor.stream.receive_some(4096)
        assert trio.current_time() - began == 5
        nursery.cancel_scope.cancel()


async def test_who_says_nothing_is_dropped_and_who_pings_is_not(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=Limits(idle_seconds=60)) as house:
        silent, lively = await house.enter("Mira"), await house.enter("Eleni")
        began = trio.current_time()
        for _ in range(10):
            await trio.sleep(15)
            await lively.up_to_now()
        bye = await silent.bye()
        assert (bye.code, bye.values) == ("silent", {"seconds": 60})
        assert trio.current_time() - began == 150


async def test_half_a_frame_does_not_count_as_a_word(tmp_path: Path, autojump_clock: trio.abc.Clock) -> None:
    async with premises(tmp_path, limits=Limits(idle_seconds=60)) as house:
        visitor = await house.enter("Mira")
        began = trio.current_time()
        await trio.sleep(50)
        await visitor.stream.send_all(length(100) + b"half")
        assert (await visitor.bye()).code == "silent"
        assert trio.current_time() - began == 60


# ---- too much


async def test_more_messages_than_the_limit_are_a_flood(tmp_path: Path, autojump_clock: trio.abc.Clock) -> None:
    async with premises(tmp_path, limits=Limits(frames_per_second=2)) as house:
        visitor = await house.enter("Mira")
        await visitor.say(*(Ping(n) for n in range(25)))
        bye = await visitor.bye()
        assert bye.code == "flood"
        assert bye.retry_after_ms == int(bye.values["seconds"]) * 1000
        assert sum(isinstance(message, Pong) for message in visitor.heard) == 20


async def test_more_bytes_than_the_limit_are_a_flood(tmp_path: Path, autojump_clock: trio.abc.Clock) -> None:
    async with premises(tmp_path, limits=Limits(bytes_per_second=200)) as house:
        visitor = await house.enter("Mira")
        for n in range(3):
            await visitor.say(ask.Chat(n + 1, None, "a" * 190))
        await visitor.stream.send_all(length(CLIENT_LIMIT) + bytes(3000))
        assert (await visitor.bye()).code == "flood"


# ---- the end


def stalled(house: Premises) -> Visitor:
    """Return somebody who reads only when told, over a stream that holds nothing."""
    return house.connect(*trio.testing.lockstep_stream_pair())


async def talk(visitor: Visitor, lines: int) -> None:
    for _ in range(lines):
        await visitor.ask(ask.Chat, table=None, text="a" * 200)


LOUD = Limits(chat_per_second=1e6, frames_per_second=10**6, bytes_per_second=10**9)


async def test_a_reader_that_stalls_is_cut_as_slow_and_the_others_go_on(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LOUD) as house:
        speaker = await house.enter("Mira")
        reader = stalled(house)
        await reader.log_in("Eleni")
        await reader.get(ask.Lobby)
        lines = OUTBOX_BYTES // 200
        began = trio.current_time()
        await talk(speaker, lines)
        await trio.testing.wait_all_tasks_blocked()
        assert trio.current_time() == began, "nobody waited for the reader"
        assert [person.user.name for person in house.hall.people] == ["Mira"]
        assert (await reader.bye()).code == "slow", "it reads in time and hears why"


async def test_one_answer_may_be_longer_than_the_outbox(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        reader = await house.enter("Eleni")
        (person,) = house.hall.people
        assert person.link is not None
        pong = person.link.pack(Pong(1))
        many = OUTBOX_BYTES // len(pong) + 1
        person.link.send_packed(pong * many)
        for _ in range(many):
            assert await reader.next() == Pong(1)
        assert person.link is not None, "nobody was cut"


async def test_a_reader_that_never_reads_again_is_closed_without_last_words(
    tmp_path: Path, autojump_clock: trio.abc.Clock
) -> None:
    async with premises(tmp_path, limits=LOUD) as house:
        speaker = await house.enter("Mira")
        reader = stalled(house)
        await reader.log_in("Eleni")
        await reader.get(ask.Lobby)
        await talk(speaker, OUTBOX_BYTES // 200)
        await trio.sleep(FAREWELL_S + 0.1)
        heard: list[object] = []
        while (message := await reader.next()) is not None:
            heard.append(message)
        assert all(isinstance(message, ChatLine) for message in heard)


async def test_whoever_is_superseded_hears_everything_before_and_then_why(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        first = await house.enter("Mira")
        await first.get(ask.Lobby)
        await house.enter("Eleni")
        second = await house.enter(token=first.me.token)
        assert (await first.bye()).code == "superseded"
        assert second.me.user == first.me.user
        names = [getattr(getattr(message, "row", None), "name", "") for message in first.heard]
        assert "Eleni" in names


async def test_bye_of_the_client_ends_the_connection_in_silence(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        visitor = await house.enter("Mira")
        await visitor.say(Bye("leaving"))
        assert await visitor.next() is None


async def test_a_server_that_stops_says_when_to_come_back(tmp_path: Path) -> None:
    byes: list[Bye] = []
    async with premises(tmp_path) as house:
        inside, outside = await house.enter("Mira"), await greeted(house)
        house.nursery.cancel_scope.cancel()
        with trio.CancelScope(shield=True):
            byes += [await visitor.bye() for visitor in (inside, outside)]
    assert [bye.code for bye in byes] == ["shutting_down", "shutting_down"]
    assert {bye.retry_after_ms for bye in byes} == {RETURN_S * 1000}


async def test_a_fault_of_ours_ends_one_connection_with_its_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with premises(tmp_path) as house:
        one, two = await house.enter("Mira"), await house.enter("Eleni")
        await open_table(one)

        def broken(*_: object) -> None:
            raise RuntimeError("a fault of ours")

        with monkeypatch.context() as patch:
            patch.setattr(house.hall, "to_lobby", broken)
            await two.say(ask.Chat(9, None, "hello"))
            bye = await two.bye()
        assert bye.code == "failed"
        assert str(bye.values["incident"]) in caplog.text
        assert await one.up_to_now() == []


async def test_words_that_are_on_their_way_arrive_whole_before_the_goodbye(tmp_path: Path) -> None:
    async with premises(tmp_path) as house:
        one, two = await duel(house)
        await level(house, 1, one, two)
        reader = stalled(house)
        await reader.log_in("Wendy")
        await reader.say(ask.Watch(1, 1))
        await trio.testing.wait_all_tasks_blocked()
        await house.enter(token=reader.me.token)
        assert (await reader.bye()).code == "superseded"
        assert reader.seen[1].n == house.table().standing.n
        assert not any(isinstance(message, Happened) for message in reader.heard)
