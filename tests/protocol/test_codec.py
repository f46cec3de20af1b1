"""Messages and bytes: every message survives the way and back, any bytes give a message or a ProtocolError."""

import json
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

import msgpack
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import Struct

from tests.support.wire_samples import FILE, current, encoded, messages, tag_of
from upcard_protocol.rules.cards import Hand, parse_card, parse_cards
from upcard_protocol.rules.gin.actions import Knock
from upcard_protocol.wire import FROM_CLIENT, FROM_SERVER, TO_CLIENT, TO_SERVER, Codec, ProtocolError
from upcard_protocol.wire.framing import CLIENT_LIMIT, GREETING_LIMIT, LOGIN_LIMIT, SERVER_LIMIT
from upcard_protocol.wire.handshake import Hello, LoggedIn, Login, SeatHeld, Welcome
from upcard_protocol.wire.requests import Act, Lobby, NewTable

_msgpack: Any = msgpack  # it comes without types
packb: Callable[[Any], bytes] = _msgpack.packb
unpackb: Callable[[bytes], Any] = _msgpack.unpackb

K64 = 64 * 1024
HOSTILE = {
    "arrays in arrays": b"\x91" * K64,
    "maps in maps": b"\x81\xa0" * (K64 // 2),
    "arrays in a map": b"\x81\xa0" + b"\x91" * 1000 + b"\x00",
    "maps a thousand deep": b"\x81\xa0" * 1000 + b"\x00",
    "array of four thousand million": b"\x81\xa0\xdd\xff\xff\xff\xff",
    "map of four thousand million": b"\xdf\xff\xff\xff\xff",
    "text of four thousand million bytes": b"\x81\xa0\xdb\xff\xff\xff\xff",
    "nested claims of a thousand": b"\x81\xa0" + b"\xdc\x03\xe8" * 21_000,
    "claims that are kept, of nothing": b"\x81\xa0\x9f" + (b"\xdc\x03\xe8" + b"\x90" * 1000) * 9 + b"\x00" * 6,
    "many little maps": b"\x81\xa0\x9f" + (b"\xdc\x03\xe8" + b"\x81\xa0\x00" * 1000) * 3 + b"\x00" * 12,
    "many little texts": b"\x81\xa0\x9f" + (b"\xdc\x03\xe8" + b"\xa2zq" * 1000) * 9 + b"\x00" * 6,
    "a great array of nothing": b"\x81\xa0\xdc\xff\xff" + b"\xc0" * 65_535,
    "arrays ten thousand deep": b"\x81\xa0" + b"\x91" * 9_990 + b"\x00",
    "an extension": b"\x81\xa0\xc9\x00\x00\xff\xff\x01" + b"x" * 65_535,
}


def codec_of(message: Struct) -> Codec:
    return TO_SERVER if type(message) in FROM_CLIENT else TO_CLIENT


@pytest.mark.parametrize("message", messages(), ids=tag_of)
def test_a_message_survives_the_way_and_back(message: Struct) -> None:
    assert codec_of(message).decode(encoded(message)) == message


def test_the_committed_bytes_of_each_message_are_what_is_sent() -> None:
    """A difference is a change of the format: a peer of yesterday would not understand it."""
    assert json.loads(FILE.read_text()) == current()


def test_there_is_a_sample_of_every_message_and_of_everything_inside_one() -> None:
    sampled = {type(message) for message in messages()}
    assert sampled == {*FROM_CLIENT, *FROM_SERVER}
    seen: set[str] = set()

    def look(value: Any) -> None:
        if isinstance(value, dict):
            fields = cast("dict[str, Any]", value)
            seen.add(fields.get("t", ""))
            look(list(fields.values()))
        elif isinstance(value, list):
            for item in cast("list[Any]", value):
                look(item)

    for message in messages():
        look(unpackb(encoded(message)))
    assert {*TO_CLIENT.structs, *TO_SERVER.structs} <= seen


@pytest.mark.parametrize("message", messages(), ids=tag_of)
def test_every_sample_fits_its_frame(message: Struct) -> None:
    early: dict[type[Struct], int] = {
        Hello: LOGIN_LIMIT,
        Login: LOGIN_LIMIT,
        Welcome: GREETING_LIMIT,
        LoggedIn: GREETING_LIMIT,
    }
    later = CLIENT_LIMIT if type(message) in FROM_CLIENT else SERVER_LIMIT
    assert len(encoded(message)) <= early.get(type(message), later)


def test_the_longest_greetings_fit_their_frames() -> None:
    seat = SeatHeld(2**32 - 1, 5, "ü" * 48)
    longest = LoggedIn(token=bytes(32), user=2**53, name="ü" * 32, seats=(seat,) * 16)
    assert len(encoded(longest)) <= GREETING_LIMIT
    assert len(encoded(Login(name="\U0001f0a1" * 32, token=bytes(32), proof=bytes(32)))) <= LOGIN_LIMIT


def test_no_two_structs_of_the_protocol_have_the_same_tag() -> None:
    Codec(*{*FROM_CLIENT, *FROM_SERVER})


def test_a_hand_goes_over_the_wire_as_a_sorted_array_of_cards() -> None:
    act = Act(7, 1, 3, Knock(parse_card("Kc"), (parse_cards("3s As 2s"),)))
    assert unpackb(TO_SERVER.encode(act))["action"] == {"t": "gin.knock", "card": 51, "melds": [[0, 1, 2]]}


@pytest.mark.parametrize("melds", [[[2, 1, 0]], [[1, 1]], [[52]], [[-1]], [[True]], [["0"]], [7], 7, [[[0]]], [None]])
def test_a_hand_that_is_no_sorted_array_of_cards_is_refused(melds: Any) -> None:
    plain = {"t": "act", "table": 7, "cseq": 1, "dp": 3, "action": {"t": "gin.knock", "card": 51, "melds": melds}}
    with pytest.raises(ProtocolError, match="bad_message"):
        TO_SERVER.decode(packb(plain))


@pytest.mark.parametrize(
    "plain",
    [
        {},
        {"t": None},
        {"t": 7},
        {"t": ["lobby"]},
        {"t": "no such thing", "rid": 1},
        {"t": "lobby"},
        {"t": "lobby", "rid": 0},
        {"t": "lobby", "rid": 1 << 32},
        {"t": "lobby", "rid": "1"},
        {"t": "lobby", "rid": True},
        {"t": "lobby", "rid": 1, b"after": 2},
        {"t": "lobby", "rid": 1, 3: 2},
        {"t": "lobby", "rid": 1.0},
        {"t": "chat", "rid": 1, "table": 7, "text": ""},
        {"t": "chat", "rid": 1, "table": 7, "text": "x" * 401},
        {"t": "chat", "rid": 1, "table": 7, "text": b"x"},
        {"t": "login", "token": b"short"},
        {"t": "act", "table": 7, "cseq": 1, "dp": 0, "action": {"t": "lobby", "rid": 1}},
        {"t": "act", "table": 7, "cseq": 1, "dp": 0, "action": {"t": "deal", "decks": []}},
        {"t": "welcome"},
        {"t": "event", "table": 7, "n": 1, "at_ms": 0, "event": {"t": "gin.passed", "seat": 0}},
    ],
    ids=repr,
)
def test_what_is_no_message_of_this_direction_is_refused(plain: Any) -> None:
    with pytest.raises(ProtocolError, match="bad_message"):
        TO_SERVER.decode(packb(plain))


def test_fields_that_are_not_known_are_passed_over() -> None:
    assert TO_SERVER.decode(packb({"t": "lobby", "rid": 1, "colour": "red"})) == Lobby(1)


def test_a_complaint_does_not_repeat_what_the_peer_wrote() -> None:
    evil = "\x1b]52;c;aGk=\x07"
    for plain in (
        {"t": evil},
        {"t": "add_bot", "rid": 1, "table": 7, "level": evil},
        {"t": "act", "table": 7, "cseq": 1, "dp": 1, "action": {"t": evil}},
    ):
        with pytest.raises(ProtocolError) as caught:
            TO_SERVER.decode(packb(plain))
        assert "\x1b" not in str(caught.value.values)
        assert "52" not in str(caught.value.values)


def test_options_that_clash_are_refused_as_one_request() -> None:
    plain: dict[str, Any] = {
        "t": "new_table",
        "rid": 9,
        "options": {"t": "table.options"},
        "game": {"t": "gin.options"},
    }
    assert isinstance(TO_SERVER.decode(packb(plain)), NewTable)
    plain["game"] = {"t": "gin.options", "oklahoma": True, "upcard_rule": "eleven"}
    with pytest.raises(ProtocolError) as caught:
        TO_SERVER.decode(packb(plain))
    assert (caught.value.code, caught.value.rid, caught.value.fatal) == ("options_clash", 9, False)


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_bytes_cost_little_time_and_memory(data: bytes) -> None:
    tracemalloc.start()
    with pytest.raises(ProtocolError):
        TO_CLIENT.decode(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000
    took: list[float] = []
    for _ in range(5):
        begun = time.process_time()
        with pytest.raises(ProtocolError):
            TO_CLIENT.decode(data)
        took.append(time.process_time() - begun)
    assert min(took) < 0.005


def test_keys_that_a_peer_makes_up_are_not_kept_in_memory() -> None:
    """CPython 3.12 never frees an interned string, and some ways of unpacking intern the keys of maps."""

    def made_up(number: int) -> bytes:
        return packb({"t": "ping", "id": 1, "x": {f"{number} {key}".ljust(40): 0 for key in range(50)}})

    kinds = [made_up(number) for number in range(200)], [made_up(number) for number in range(200, 1200)]
    tracemalloc.start()
    for data in kinds[0]:
        TO_SERVER.decode(data)
    before, _ = tracemalloc.get_traced_memory()
    for data in kinds[1]:
        TO_SERVER.decode(data)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 50_000, "fifty thousand keys of forty bytes were seen"


@given(st.binary(max_size=300))
@example(b"\x81\xa1t\xa1\xff")
@example(b"\x81\xc4\x01t\x01")
@example(b"\x81\xc1\xc1")
def test_any_bytes_give_a_message_or_a_protocol_error(data: bytes) -> None:
    for codec in (TO_SERVER, TO_CLIENT):
        try:
            message = codec.decode(data)
        except ProtocolError:
            continue
        assert isinstance(message, Struct)


@given(st.sampled_from(messages()), st.data())
def test_changed_bytes_give_a_message_or_a_protocol_error(message: Struct, data: st.DataObject) -> None:
    damaged = bytearray(encoded(message))
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    with suppress(ProtocolError):
        codec_of(message).decode(bytes(damaged))


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=5) | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(st.sampled_from(messages()), st.data())
def test_a_changed_field_gives_a_message_or_a_protocol_error(message: Struct, data: st.DataObject) -> None:
    plain = unpackb(encoded(message))
    where = plain
    while True:
        name = data.draw(st.sampled_from(sorted(where)))
        if isinstance(where[name], dict) and where[name] and data.draw(st.booleans()):
            where = where[name]
        else:
            break
    where[name] = data.draw(PLAIN)
    with suppress(ProtocolError):
        codec_of(message).decode(packb(plain))


def test_a_message_of_the_other_direction_is_not_sent() -> None:
    with pytest.raises(TypeError):
        TO_CLIENT.encode(Lobby(1))


class Twice(Struct, frozen=True, tag="lobby", tag_field="t"):
    pass


class Untagged(Struct, frozen=True):
    pass


class Unclear(Struct, frozen=True, tag="unclear", tag_field="t"):
    cards: Hand | tuple[int, ...]


class Float(Struct, frozen=True, tag="float", tag_field="t"):
    share: float


@pytest.mark.parametrize("types", [(Lobby, Twice), (Untagged,), (Unclear,), (Float,)])
def test_types_that_cannot_go_over_the_wire_are_refused_before_any_message(types: tuple[type[Struct], ...]) -> None:
    with pytest.raises(TypeError):
        Codec(*types)


class Places(Struct, frozen=True, tag="places", tag_field="t"):
    by_seat: tuple[Hand | None, ...]
    pair: tuple[int, Hand] | None = None
    by_name: dict[str, Hand] = {}
    sets: tuple[tuple[Hand, ...], ...] = ()


class Holder(Struct, frozen=True, tag="holder", tag_field="t"):
    inside: Places | Lobby | None
    more: tuple[Places | Lobby, ...] = ()


hand = st.integers(0, 2**52 - 1).map(Hand)
places = st.builds(
    Places,
    st.lists(st.none() | hand, max_size=3).map(tuple),
    st.none() | st.tuples(st.integers(0, 9), hand),
    st.dictionaries(st.text(max_size=3), hand, max_size=2),
    st.lists(st.lists(hand, max_size=2).map(tuple), max_size=2).map(tuple),
)


@given(st.builds(Holder, st.none() | places | st.just(Lobby(1)), st.lists(places | st.just(Lobby(2))).map(tuple)))
def test_hands_are_found_wherever_types_can_put_them(holder: Holder) -> None:
    codec = Codec(Holder)
    data = codec.encode(holder)
    assert codec.decode(data) == holder
