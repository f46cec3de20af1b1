"""PROTOCOL.md says what the code does, and its session is made of real bytes."""

import json
import re
from typing import Any

import pytest

from tests.support.protocol_document import MARK, PAGE, STRUCTS, block, struct_words, tags_on
from tests.support.wire_samples import messages, tag_of
from tests.support.worked_session import BRIEF, read, shown, unpack
from upcard_protocol.wire import FROM_CLIENT, FROM_SERVER, TO_CLIENT, TO_SERVER
from upcard_protocol.wire.errors import SENTENCES
from upcard_protocol.wire.framing import CLIENT_LIMIT, GREETING_LIMIT, LOGIN_LIMIT, SERVER_LIMIT, FrameReader
from upcard_protocol.wire.handshake import DEFAULT_PORT, PROTOCOL_HI
from upcard_protocol.wire.sentences import NOTICES
from upcard_protocol.wire.session import LOGIN_S, PING_S
from upcard_protocol.wire.shape import MAX_ARRAY, MAX_BYTES, MAX_MAP, MAX_TEXT, MAX_VALUES

TEXT = PAGE.read_text()
WRITE = "run python -m tests.support.protocol_document"


@pytest.mark.parametrize("found", list(MARK.finditer(TEXT)), ids=lambda found: f"{found[1]} {(found[2] or '')[:20]}")
def test_what_is_written_from_the_code_is_current(found: re.Match[str]) -> None:
    assert found[3] == block(found[1], found[2] or ""), WRITE


def test_every_struct_of_the_protocol_is_on_the_page_once() -> None:
    assert sorted(tags_on(TEXT)) == sorted(STRUCTS)


def test_every_field_is_on_the_page() -> None:
    for tag, struct in STRUCTS.items():
        words = struct_words(tag)
        assert words in TEXT, f"{tag}: {WRITE}"
        assert all(f"| `{name}` |" in words for name in struct.__struct_encode_fields__)


def test_every_code_is_on_the_page() -> None:
    for code in (*SENTENCES, *NOTICES):
        assert f"| `{code}` |" in TEXT, WRITE


def test_the_numbers_in_the_prose_are_those_of_the_code() -> None:
    assert f"| client | {LOGIN_LIMIT:,} | {CLIENT_LIMIT:,} |" in TEXT
    assert f"| server | {GREETING_LIMIT:,} | {SERVER_LIMIT:,} |" in TEXT
    for number in (MAX_VALUES, MAX_ARRAY, MAX_BYTES, MAX_TEXT):
        assert f"more than {number:,}" in TEXT
    assert f"a map of more than {MAX_MAP}," in TEXT
    assert f"port {DEFAULT_PORT}" in TEXT
    assert f"at most {LOGIN_S:.0f} seconds" in TEXT
    assert f"every {PING_S:.0f} seconds" in TEXT
    assert f"This page is protocol {PROTOCOL_HI}." in TEXT


def test_the_session_in_hex_decodes_to_the_messages_shown() -> None:
    reader = FrameReader(SERVER_LIMIT)
    kinds: list[str] = []
    for who, data, says in read(TEXT):
        reader.feed(data)
        payload = reader.next()
        assert payload is not None
        assert not reader.inside
        plain: Any = unpack(payload)
        assert json.loads(says) == json.loads(shown(plain))
        codec = TO_SERVER if who == "C" else TO_CLIENT
        message = codec.decode(payload)
        kinds.append(tag_of(message))
        if plain != BRIEF:
            assert codec.encode(message) == payload
    assert kinds[:7] == ["hello", "welcome", "login", "logged_in", "new_table", "done", "snapshot"]
    assert kinds[-1] == "bye"


def test_every_request_has_a_row_that_says_who_may_send_it() -> None:
    both = {type(message) for message in messages()} & set(FROM_CLIENT) & set(FROM_SERVER)
    table = TEXT.partition("| request | who may |")[2].partition("\n\n")[0]
    for struct in FROM_CLIENT:
        tag = str(struct.__struct_config__.tag)
        if struct not in both and tag not in ("hello", "login"):
            assert f"`{tag}`" in table
