"""Muting and blocking: what is shown no more, what the server is asked for, and how both are said."""

import pytest

from upcard_client import folding, state
from upcard_client.screens.company import items, others
from upcard_client.state import Me, Model
from upcard_protocol.wire.pushes import ChatLine
from upcard_protocol.wire.replies import PersonRow
from upcard_protocol.wire.requests import Block

MIRAS = 12
ROW = PersonRow(MIRAS, "Mira", False, 7)
LINE = ChatLine(table=None, user=MIRAS, name="Mira", text="hello", at_ms=1)


def here() -> Model:
    return Model(me=Me(1, "Eleni", False), people=(PersonRow(1, "Eleni", False, 7), ROW))


def test_what_a_muted_person_says_is_neither_shown_nor_told_until_unmuted() -> None:
    model = state.mute(here(), MIRAS)
    assert folding.fold(model, LINE) == (model, ())
    model = state.mute(model, MIRAS, on=False)
    model, told = folding.fold(model, LINE)
    assert len(told) == len(model.chat) == 1


def test_a_block_is_asked_of_the_server_and_can_be_taken_back() -> None:
    model = state.block(here(), MIRAS)
    assert model.blocked == {MIRAS}
    model = state.block(model, MIRAS, on=False)
    assert model.blocked == frozenset()
    assert [asked.request for asked in model.requests] == [Block(1, MIRAS, True), Block(2, MIRAS, False)]


@pytest.mark.parametrize(("name", "found"), [("Mira", ROW), (" mira ", ROW), ("Eleni", None), ("Zoe", None)])
def test_somebody_else_is_found_by_name(name: str, found: PersonRow | None) -> None:
    assert state.person_called(here(), name) == found


def test_the_menu_offers_what_is_not_so_yet() -> None:
    model = here()
    assert others(model, 7) == (ROW,)
    assert others(model, 8) == ()
    assert [item.id for item in items(model, 7)] == ["mute:12", "block:12"]
    model = state.block(state.mute(model, MIRAS), MIRAS)
    assert [item.label for item in items(model, 7)] == ["Hear Mira again", "Block Mira no longer"]
    assert items(model, 7)[1].question == ""
