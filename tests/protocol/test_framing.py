"""Frames: any split of the bytes gives the same payloads, and no length costs more than one frame."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard_protocol.wire.errors import ProtocolError
from upcard_protocol.wire.framing import CLIENT_LIMIT, LOGIN_LIMIT, FrameReader, frame


def drained(reader: FrameReader) -> list[bytes]:
    payloads: list[bytes] = []
    while (payload := reader.next()) is not None:
        payloads.append(payload)
    return payloads


@given(st.lists(st.binary(min_size=1, max_size=60), max_size=6), st.lists(st.integers(1, 40), max_size=40))
def test_any_split_of_the_bytes_gives_the_same_payloads(payloads: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(map(frame, payloads))
    reader = FrameReader()
    heard: list[bytes] = []
    for size in [*cuts, len(stream)]:
        reader.feed(stream[:size])
        stream = stream[size:]
        heard += drained(reader)
    assert heard == payloads
    assert not reader.inside


def test_a_byte_at_a_time_is_as_good_as_all_at_once() -> None:
    reader = FrameReader()
    heard: list[bytes] = []
    for byte in frame(b"abc") + frame(b"d"):
        reader.feed(bytes([byte]))
        heard += drained(reader)
    assert heard == [b"abc", b"d"]


@pytest.mark.parametrize(
    ("length", "code"),
    [(0, "bad_frame"), (LOGIN_LIMIT + 1, "too_large"), (2**31, "too_large"), (2**32 - 1, "too_large")],
)
def test_a_bad_length_is_refused_on_its_four_bytes_alone(length: int, code: str) -> None:
    reader = FrameReader()
    reader.feed(length.to_bytes(4, "big"))
    with pytest.raises(ProtocolError) as caught:
        reader.next()
    assert caught.value.code == code


@pytest.mark.parametrize("length", [1, LOGIN_LIMIT])
def test_the_shortest_and_the_longest_payload_are_taken(length: int) -> None:
    reader = FrameReader()
    reader.feed(frame(b"x" * length))
    assert reader.next() == b"x" * length


def test_an_error_sticks_and_what_comes_after_it_takes_no_memory() -> None:
    reader = FrameReader()
    reader.feed(b"GET / HTTP/1.1\r\n")
    for _ in range(2):
        with pytest.raises(ProtocolError, match="too_large"):
            reader.next()
        reader.feed(b"x" * 100_000)
    assert reader.buffered == 0


def test_the_limit_may_be_raised_between_frames() -> None:
    reader = FrameReader()
    reader.feed(frame(b"x") + frame(b"y" * CLIENT_LIMIT, CLIENT_LIMIT))
    assert reader.next() == b"x"
    reader.limit = CLIENT_LIMIT
    assert reader.next() == b"y" * CLIENT_LIMIT


def test_half_a_frame_is_seen_to_be_half() -> None:
    reader = FrameReader()
    reader.feed(frame(b"abc")[:-1])
    assert reader.next() is None
    assert reader.inside


@pytest.mark.parametrize(("payload", "code"), [(b"", "bad_frame"), (b"x" * 65, "too_large")])
def test_a_frame_that_the_peer_would_refuse_is_not_made(payload: bytes, code: str) -> None:
    with pytest.raises(ProtocolError, match=code):
        frame(payload, 64)
