"""What a server says of itself on the local network, and what is made of whatever anybody says there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard_protocol.wire.advert import MAX_LABEL, NAME_CELLS, Advert, from_record, instance_label, to_record
from upcard_protocol.wire.cells import cells

KITCHEN = Advert(name="Kitchen Pi", version="0.1.0", players=5, tables=3, password=True)


def as_bytes(record: dict[str, str]) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in record.items()}


def test_a_record_says_what_the_server_said() -> None:
    assert from_record(as_bytes(to_record(KITCHEN))) == KITCHEN


def test_what_a_newer_server_adds_is_passed_over() -> None:
    assert from_record({**as_bytes(to_record(KITCHEN)), b"mood": b"good", b"flag": None}) == KITCHEN


@pytest.mark.parametrize(
    "record",
    [
        {},
        {b"name": None},
        {b"name": b""},
        {b"name": b"x" * 200},
        {b"name": b"Pi", b"players": b"-1"},
        {b"name": b"Pi", b"players": b"many"},
        {b"name": b"Pi", b"lo": b"3", b"hi": b"2"},
        {b"name": b"Pi", b"tls": b"perhaps"},
    ],
)
def test_a_record_that_does_not_fit_is_no_server(record: dict[bytes, bytes | None]) -> None:
    assert from_record(record) is None


@given(name=st.binary(min_size=1, max_size=64), version=st.binary(max_size=32))
def test_no_text_of_a_record_can_move_a_cursor(name: bytes, version: bytes) -> None:
    advert = from_record({b"name": name, b"version": version})
    if advert is not None:
        assert advert.name
        assert (advert.name + advert.version).isprintable()
        assert cells(advert.name) <= NAME_CELLS


@pytest.mark.parametrize("name", ["Kitchen Pi", "ж" * 40, "\x1b]0;x\x07", "e\u0301" * 60, "  "])
def test_the_name_of_a_service_fits_its_label(name: str) -> None:
    label = instance_label(name)
    assert 0 < len(label.encode()) <= MAX_LABEL
    assert label.isprintable()
