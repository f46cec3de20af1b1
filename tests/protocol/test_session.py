"""A connection from hello to bye, on both sides, with no socket and no clock."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from tests.support.wire_samples import messages
from upcard_protocol.rules.errors import SENTENCES as RULES
from upcard_protocol.rules.errors import Refusal
from upcard_protocol.wire import (
    FROM_CLIENT,
    Fault,
    Phase,
    ProtocolError,
    Session,
    Unacceptable,
    client_session,
    sentence,
    server_session,
)
from upcard_protocol.wire.errors import CODES, SENTENCES
from upcard_protocol.wire.framing import CLIENT_LIMIT, frame
from upcard_protocol.wire.handshake import (
    Bye,
    Hello,
    Limits,
    LoggedIn,
    Login,
    NoAuth,
    Ping,
    Pong,
    Welcome,
    agree,
    older_side,
)
from upcard_protocol.wire.requests import Chat, Lobby
from upcard_protocol.wire.sentences import NOTICES
from upcard_protocol.wire.session import IDLE_S, LOGIN_S

WELCOME = Welcome(
    protocol=1,
    server=bytes(16),
    name="Kitchen Pi",
    epoch=1,
    version="0.1.0",
    limits=Limits(4096, 65536, 20, 5, 4, 45),
    auth=NoAuth(),
    players=0,
    tables=0,
    at_ms=0,
)
LOGGED_IN = LoggedIn(token=bytes(32), user=1, name="Ann")
HANDSHAKE: tuple[Struct, ...] = (Hello(), WELCOME, Login(name="Ann"), LOGGED_IN)


def carry(sender: Session, receiver: Session, message: Struct) -> Any:
    """Send one message and return what the other side hears."""
    receiver.feed(sender.send(message))
    return receiver.next_event()


def pair(steps: int = 4) -> tuple[Session, Session]:
    """Return a client and a server that have taken so many steps of the handshake."""
    client, server = client_session(), server_session()
    for step, message in enumerate(HANDSHAKE[:steps]):
        sender, receiver = (client, server) if step % 2 == 0 else (server, client)
        assert carry(sender, receiver, message) == message
    return client, server


def test_a_client_comes_in_and_each_side_hears_what_the_other_said() -> None:
    client, server = pair()
    assert client.phase is server.phase is Phase.OPEN
    assert carry(client, server, Lobby(1)) == Lobby(1)
    assert carry(server, client, Pong(3)) == Pong(3)


@given(st.lists(st.integers(1, 50), max_size=30))
def test_any_split_of_the_bytes_gives_the_same_messages(cuts: list[int]) -> None:
    client, server = pair()
    said = [Lobby(1), Chat(2, 7, "hello"), Ping(3)]
    stream = b"".join(map(client.send, said))
    heard: list[Any] = []
    for size in [*cuts, len(stream)]:
        server.feed(stream[:size])
        stream = stream[size:]
        while (event := server.next_event()) is not None:
            heard.append(event)
    assert heard == said


@pytest.mark.parametrize("steps", range(5))
def test_in_each_phase_the_server_takes_only_what_is_due(steps: int) -> None:
    for message in messages():
        if type(message) not in FROM_CLIENT:
            continue
        due = {0: Hello, 2: Login}.get(steps)
        fine = type(message) is due or type(message) is Bye
        fine = fine or (steps == 4 and type(message) not in (Hello, Login))
        client, server = pair(steps)
        server.feed(client.pack(message))
        if fine:
            assert server.next_event() == message
        else:
            with pytest.raises(ProtocolError, match=r"wrong_time|too_large"):
                server.next_event()


@pytest.mark.parametrize("steps", range(5))
def test_in_each_phase_a_side_says_only_what_is_due(steps: int) -> None:
    client, server = pair(steps)
    due = HANDSHAKE[steps] if steps < 4 else None
    for session, says in ((client, HANDSHAKE[::2]), (server, HANDSHAKE[1::2])):
        for message in says:
            if message is not due:
                with pytest.raises(ProtocolError, match="wrong_time"):
                    session.send(message)
    assert client.error is server.error is None


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x00\x00\x00\x00", "bad_frame"),
        (b"\x00\x00\x10\x01", "too_large"),
        (b"\x80\x00\x00\x00", "too_large"),
        (b"\xff\xff\xff\xff", "too_large"),
        (frame(b"\x91" * 4000), "bad_message"),
        (frame(b"\x80"), "bad_message"),
    ],
)
def test_a_broken_peer_is_told_once_and_the_error_stays(data: bytes, code: str) -> None:
    client, server = pair()
    server.feed(data)
    for _ in range(2):
        with pytest.raises(ProtocolError) as caught:
            server.next_event()
        assert caught.value.code == code
        server.feed(b"more")
    assert server.error is not None
    client.feed(server.farewell(server.error))
    assert client.next_event() == Bye(code, dict(server.error.values))
    assert client.phase is server.phase is Phase.CLOSED


def test_before_login_a_frame_of_the_limit_after_it_is_too_large() -> None:
    client, server = pair(2)
    server.feed((CLIENT_LIMIT).to_bytes(4, "big"))
    with pytest.raises(ProtocolError, match="too_large"):
        server.next_event()
    client, server = pair()
    server.feed((CLIENT_LIMIT).to_bytes(4, "big"))
    assert server.next_event() is None
    assert client.error is None


@pytest.mark.parametrize(
    "data", [b"SSH-2.0-OpenSSH_9.6\r\n", b"HTTP/1.1 400 Bad Request\r\n", b"\x00\x00\x00\x01\x80"]
)
def test_a_client_knows_what_is_no_upcard_server(data: bytes) -> None:
    client = client_session()
    client.send(Hello())
    client.feed(data)
    with pytest.raises(ProtocolError, match="not_upcard"):
        client.next_event()


def test_a_server_knows_what_is_no_upcard_client() -> None:
    server = server_session()
    server.feed(b"GET / HTTP/1.1\r\nHost: kitchen\r\n\r\n")
    with pytest.raises(ProtocolError, match="too_large"):
        server.next_event()


@pytest.mark.parametrize(
    ("data", "code"), [(b"", "leaving"), (b"\x00\x00", "bad_frame"), (frame(b"ab")[:-1], "bad_frame")]
)
def test_an_end_without_bye_is_noticed_and_so_is_half_a_frame(data: bytes, code: str) -> None:
    _, server = pair()
    server.feed(data)
    assert server.next_event() is None
    with pytest.raises(ProtocolError) as caught:
        server.end()
    assert caught.value.code == code


def test_an_end_after_bye_is_nothing_new() -> None:
    client, server = pair()
    assert carry(client, server, Bye("leaving")) == Bye("leaving")
    server.end()
    assert server.next_event() is None
    assert server.error is None


def test_after_bye_nothing_is_said_or_heard() -> None:
    client, server = pair()
    late = client.pack(Lobby(1))
    carry(client, server, Bye("leaving"))
    server.feed(late)
    assert server.next_event() is None
    for session in (client, server):
        with pytest.raises(ProtocolError, match="wrong_time"):
            session.send(Ping(1))


def test_a_peer_has_five_seconds_to_log_in_however_it_trickles() -> None:
    client, server = client_session(100.0), server_session(100.0)
    carry(client, server, Hello())
    server.feed(b"\x00", 100.0 + LOGIN_S - 0.1)
    server.check_time(100.0 + LOGIN_S - 0.1)
    assert server.deadline == 100.0 + LOGIN_S
    with pytest.raises(ProtocolError, match="login_timeout"):
        server.check_time(100.0 + LOGIN_S)
    assert server.deadline is None


def test_a_silent_peer_is_gone_and_half_a_frame_is_silence() -> None:
    client, server = pair()
    server.feed(client.send(Ping(1)), 100.0)
    assert server.next_event() == Ping(1)
    server.feed(b"\x00", 120.0)
    assert server.next_event() is None
    server.check_time(100.0 + IDLE_S - 0.1)
    with pytest.raises(ProtocolError, match="silent"):
        server.check_time(100.0 + IDLE_S)
    with pytest.raises(ProtocolError, match="silent"):
        server.next_event()


def test_options_that_clash_are_one_request_refused_not_a_broken_peer() -> None:
    client, server = pair()
    # Built in bytes: the struct itself can not be made.
    good = client.pack(next(message for message in messages() if type(message).__name__ == "NewTable"))[4:]
    server.feed(frame(good.replace(b"\xa8oklahoma\xc2", b"\xa8oklahoma\xc3").replace(b"\xa5offer", b"\xa6eleven")))
    event = server.next_event()
    assert isinstance(event, Unacceptable)
    assert (event.rid, event.error.code, event.error.fault) == (5, "options_clash", Fault.REQUEST)
    assert carry(client, server, Ping(1)) == Ping(1)


@pytest.mark.parametrize(
    ("client", "server", "older"), [((1, 1), (2, 3), "client"), ((4, 5), (2, 3), "server"), ((2, 9), (1, 3), None)]
)
def test_sides_of_other_versions_know_which_is_older(
    client: tuple[int, int], server: tuple[int, int], older: str | None
) -> None:
    hello = Hello(*client)
    if older is None:
        assert agree(hello, *server) == 3
        return
    with pytest.raises(ProtocolError) as caught:
        agree(hello, *server)
    assert older_side(caught.value.refusal) == older
    assert ("older" if older == "server" else "newer") in sentence(caught.value.refusal)


def test_every_code_has_one_sentence_and_one_class() -> None:
    assert not set(RULES) & set(CODES)
    assert set(SENTENCES) == {*RULES, *CODES}
    for code in SENTENCES:
        said = sentence(Refusal(code))
        assert len(said) > 10
        assert said.endswith(".")
    for code, text in NOTICES.items():
        assert sentence(Refusal(code, {"text": "hello"}), sentences=NOTICES)
        assert text


def test_values_of_a_sentence_are_cleaned_and_a_code_of_tomorrow_is_named() -> None:
    assert "\x1b" not in sentence(Refusal("name_taken", {"name": "\x1b[2J"}))
    assert "tomorrow" in sentence(Refusal("tomorrow"))


def test_an_error_that_has_no_sentence_cannot_be_raised() -> None:
    with pytest.raises(KeyError):
        ProtocolError("no_such_code")
